"""Leaves children and grandchildren behind that hold its output open."""

import os
import time

for _ in range(2):
    if os.fork() == 0:
        os.fork()
        time.sleep(600)
        os._exit(0)
print("done", flush=True)
