"""All benchmarks, one after the other; fails if one misses its goal.

python benchmarks/run_all.py
"""

import subprocess
import sys
from pathlib import Path

BENCHMARKS = ("overhead.py", "memory.py", "hotspots.py", "bridge.py")


def main() -> int:
    worst = 0
    for name in BENCHMARKS:
        print(f"== {name}", flush=True)
        worst = max(worst, subprocess.run([sys.executable, str(Path(__file__).with_name(name))]).returncode)
    return worst


if __name__ == "__main__":
    raise SystemExit(main())
