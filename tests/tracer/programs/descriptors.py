# ruff: noqa
"""File descriptors are counted and closed."""
import os
import sys
import tempfile

first = os.open(__file__, os.O_RDONLY)
print("first", first)
with tempfile.TemporaryFile() as file:
    print("second", file.fileno())


def work(n):
    return [abs(i) for i in range(n)]


os.closerange(3, 1000)
path = tempfile.mkdtemp() + "/mine"
mine = [os.open(path, os.O_RDWR | os.O_CREAT) for _ in range(300)]
print(mine[0], mine[-1], work(3))
import beside.plain

os.write(mine[0], b"mine")
print(open(path, "rb").read())
os.closerange(3, 1000)
sys.stdout.write("last words\n")
sys.stdout.flush()
os.close(1)
try:
    os.write(1, b"x")
except OSError as error:
    sys.stderr.write(f"{error}\n")
sys.stdout = None
sys.stderr = open(os.devnull, "w")
print("nothing")
os.unlink(path)
