"""Finds the tracer's file and writes rubbish into it, then deletes it."""

import json
import os
from pathlib import Path

with open("/proc/self/cmdline", "rb") as file:
    config = json.loads(Path(os.fsdecode(file.read().split(b"\0")[2])).read_text())
with open(config["events"], "ab") as events:
    events.write(b'{"event": "torch"\n\xff\xfe\n[1, 2]\n\n{"no": "event"}\n{"event": "torch", "version": NaN}\n')
os.unlink(config["events"])
