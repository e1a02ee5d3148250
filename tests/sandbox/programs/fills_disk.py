"""Writes 400 MB of files, unless it is stopped before."""

import os
import sys
import time

where = sys.argv[1] if sys.argv[1:] else "."
for number in range(100):
    with open(os.path.join(os.environ["TMPDIR"] if where == "tmp" else where, f"part{number}"), "wb") as file:
        file.write(b"x" * 4_000_000)
    time.sleep(0.02)
