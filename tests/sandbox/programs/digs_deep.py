"""Makes a folder tree that is too deep for any recursion, and links that lead out of it."""

import os
import sys

os.symlink(sys.argv[1], "way out")
for level in range(1100):
    os.mkdir("d")
    os.chdir("d")
    if level % 100 == 0:
        os.symlink(sys.argv[1], "way out")
