"""Where recording spends its time: the tracer's functions by their share of all CPU time of a traced run without sleep.

python benchmarks/hotspots.py [--steps N]
"""

import argparse
import json

import measure

SAMPLED = measure.HERE / "sampled_ppo.py"


def counts(steps: int) -> dict[str, list[tuple[str, int]]]:
    with measure.workplace(SAMPLED) as folder:
        measure.run(folder / SAMPLED.name, ("--total-steps", str(steps), "--quiet"), traced=True, sleep=False)
        with open(folder / "hotspots.json", encoding="utf-8") as stream:
            loaded: dict[str, list[tuple[str, int]]] = json.load(stream)
            return loaded


def show(title: str, rows: list[tuple[str, int]]) -> None:
    total = sum(count for _, count in rows)
    print(title)
    for name, count in rows[:16]:
        print(f"  {count / total:6.1%}  {name}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=16384, help="environment steps of the run")
    found = counts(parser.parse_args().steps)
    show("by the probe that the program called, everything below it included", found["outer"])
    show("by the function that was running", found["inner"])
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
