"""Prints as many megabytes as it is told."""

import sys

line = "x" * 999 + "\n"
print("first line")
for _ in range(int(sys.argv[1])):
    sys.stdout.write(line * 1000)
print("last line")
