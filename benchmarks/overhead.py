"""What tracing costs: CPU time of the PPO program traced over plain, in pairs that run one after the other.

    python benchmarks/overhead.py [--pairs N] [--steps N] [--awake-steps N]

A pair meets the same state of the machine; which of the two goes first changes from pair to pair. Two ratios are given
for runs of a usual length, in which the recorder falls asleep once it has seen enough: of the whole process, and without
what both spend on starting up and importing torch. A third one is that of recording itself, from short runs without sleep.
"""

import argparse
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

import measure

GOAL = 1.25


@dataclass(frozen=True)
class Pair:
    """CPU seconds of one plain and one traced run."""

    plain: float
    traced: float

    def ratio(self, start: float = 0.0) -> float:
        """`start` seconds are taken off both."""
        return (self.traced - start) / (self.plain - start)


def cpu(arguments: Sequence[str], traced: bool, sleep: bool = True) -> float:
    with measure.workplace() as folder:
        return measure.run(folder / measure.PROGRAM.name, arguments, traced, sleep).cpu


def pairs(count: int, steps: int, sleep: bool = True) -> list[Pair]:
    arguments = ("--total-steps", str(steps), "--quiet")
    made = []
    for number in range(count):
        order = (False, True) if number % 2 == 0 else (True, False)
        spent = {traced: cpu(arguments, traced, sleep) for traced in order}
        made.append(Pair(plain=spent[False], traced=spent[True]))
        print(f"{steps} steps: plain {made[-1].plain:6.2f} s  traced {made[-1].traced:6.2f} s", flush=True)
    return made


def spread(ratios: Sequence[float]) -> str:
    return f"median {statistics.median(ratios):.3f}  min {min(ratios):.3f}  max {max(ratios):.3f}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=3)
    parser.add_argument("--steps", type=int, default=40_960, help="environment steps of each run")
    parser.add_argument("--awake-steps", type=int, default=4096, help="environment steps of each run without sleep")
    options = parser.parse_args()
    start = min(cpu(("--help",), traced=False) for _ in range(2))
    made = pairs(options.pairs, options.steps)
    awake = pairs(options.pairs, options.awake_steps, sleep=False)
    print(f"start-up and imports, plain: {start:.2f} s")
    print(f"ratio of the whole process:  {spread([pair.ratio() for pair in made])}   (goal: at most {GOAL})")
    print(f"ratio without start-up:      {spread([pair.ratio(start) for pair in made])}")
    print(f"recording, without start-up: {spread([pair.ratio(start) for pair in awake])}")
    return 0 if statistics.median(pair.ratio() for pair in made) <= GOAL else 1


if __name__ == "__main__":
    raise SystemExit(main())
