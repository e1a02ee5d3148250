"""The PPO program, watched from within: its memory and the tracer's records after each iteration go to `samples.csv`.

Copied beside the program by memory.py. Run plain it finds no tracer, and counts no records.
"""

import csv
import os
import sys
from typing import ClassVar

import ppo_continuous

PAGE = os.sysconf("SC_PAGE_SIZE") / 2**20


def resident_megabytes() -> float:
    with open("/proc/self/statm", encoding="ascii") as stream:
        return int(stream.read().split()[1]) * PAGE


def records() -> tuple[int, int]:
    """(records alive, records made so far)."""
    probes = sys.modules.get("gradhelp@tracer.probes")
    if probes is None:
        return 0, 0
    ledger = probes.RT.ledger
    return len(ledger.by_id) + len(ledger.numbers), ledger.made


class SamplingLog(ppo_continuous.Log):
    """Takes a sample where an iteration logs its reward."""

    samples: ClassVar[list[tuple[int, float, int, int]]] = []

    def scalar(self, name: str, value: float, step: int) -> None:
        super().scalar(name, value, step)
        if name == "train/reward":
            self.samples.append((step, resident_megabytes(), *records()))

    def close(self) -> None:
        super().close()
        with open("samples.csv", "w", newline="", encoding="ascii") as stream:
            csv.writer(stream).writerows(self.samples)


ppo_continuous.Log = SamplingLog
ppo_continuous.train(ppo_continuous.options_from_command_line())
