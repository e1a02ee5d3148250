"""Talks with the user and leaves a file."""

import os
import sys
from pathlib import Path

print(os.getcwd(), sys.stdin.readline(), end="", flush=True)
Path("written.txt").write_text("in place")
sys.exit(9)
