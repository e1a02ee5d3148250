"""Starts 60 children that stay."""

import os
import time

for _ in range(60):
    if os.fork() == 0:
        time.sleep(600)
print("ready", flush=True)
time.sleep(600)
