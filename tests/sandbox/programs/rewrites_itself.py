"""Replaces its own text after a while."""

import time
from pathlib import Path

time.sleep(0.5)
Path(__file__).write_text("changed")
