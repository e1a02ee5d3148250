"""Whether memory stays flat: resident memory and living records over many environment steps, traced and plain.

    python benchmarks/memory.py [--steps N]

The growth is that of a straight line through the samples of the last three quarters: by then everything has been
imported, and the allocator has found its size.
"""

import argparse
import csv
import statistics
from dataclasses import dataclass
from pathlib import Path

import measure

WATCHED = measure.HERE / "watched_ppo.py"
MEGABYTES_ALLOWED = 8.0
"""Growth of a traced run beyond that of a plain one, in 100 000 steps: below it the allocator's noise begins."""
RECORDS_ALLOWED = 0.05
"""Growth of the living records in 100 000 steps, as a part of their number."""


@dataclass(frozen=True)
class Sample:
    """At the end of one iteration."""

    step: int
    megabytes: float
    alive: int
    made: int


def samples(steps: int, traced: bool) -> list[Sample]:
    arguments = ("--total-steps", str(steps), "--epochs", "1", "--minibatches", "4", "--rollout", "256", "--quiet")
    with measure.workplace(WATCHED) as folder:
        measure.run(folder / WATCHED.name, arguments, traced)
        return read(folder / "samples.csv")


def read(file: Path) -> list[Sample]:
    with open(file, newline="", encoding="ascii") as stream:
        return [Sample(int(step), float(size), int(alive), int(made)) for step, size, alive, made in csv.reader(stream)]


def growth(taken: list[Sample], field: str) -> float:
    """What is added in 100 000 steps."""
    late = taken[len(taken) // 4 :]
    values = [float(getattr(sample, field)) for sample in late]
    return statistics.linear_regression([sample.step for sample in late], values).slope * 100_000


def show(name: str, taken: list[Sample]) -> None:
    print(f"{name}: {'step':>8} {'resident MB':>12} {'records alive':>14} {'made':>12}")
    for number in range(5):
        sample = taken[min(len(taken) - 1, number * len(taken) // 4)]
        print(f"{'':{len(name) + 1}} {sample.step:>8} {sample.megabytes:>12.1f} {sample.alive:>14} {sample.made:>12}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=200_000, help="environment steps of each run")
    options = parser.parse_args()
    plain, traced = samples(options.steps, traced=False), samples(options.steps, traced=True)
    show("plain ", plain)
    show("traced", traced)
    megabytes = growth(traced, "megabytes") - growth(plain, "megabytes")
    alive = statistics.median(sample.alive for sample in traced)
    records = growth(traced, "alive") / max(1.0, alive)
    print(f"growth in 100 000 steps beyond the plain run: {megabytes:+.2f} MB; of living records: {records:+.1%}")
    return 0 if megabytes <= MEGABYTES_ALLOWED and records <= RECORDS_ALLOWED else 1


if __name__ == "__main__":
    raise SystemExit(main())
