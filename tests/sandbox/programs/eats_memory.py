"""Takes 400 MB of memory in a child and keeps it."""

import os
import time

if os.fork() == 0:
    block = bytearray(400_000_000)
    block[::4096] = b"x" * len(block[::4096])
    time.sleep(600)
time.sleep(600)
