# ruff: noqa
"""Takes away what a tracer might need."""
import builtins
import io
import json
import os
import sys
import time
from unittest import mock


def square(x):
    return x * abs(x)


def refuse(*args, **kwargs):
    raise AssertionError("somebody used what was mocked")


class Watched:
    def __init__(self):
        self.value = square(3)


real_open = open
for module, names in (
    (json, ("dumps", "dump", "loads", "JSONEncoder")), (time, ("time", "monotonic", "sleep", "perf_counter")),
    (os, ("write", "getpid", "open", "fstat", "close", "getcwd", "fsync")), (os.path, ("realpath", "abspath", "dirname")), (builtins, ("open", "input", "compile")),
):  # fmt: skip
    patches = [mock.patch.object(module, name, refuse) for name in names]
    for patch in patches:
        patch.start()
    results = [square(i) + Watched().value for i in range(3)]
    for patch in reversed(patches):
        patch.stop()
    print(module.__name__, results)
with mock.patch("builtins.open", refuse), mock.patch("json.JSONEncoder", refuse), mock.patch("time.monotonic", refuse):
    import beside.plain
print(beside.plain.value)
sys.stdout, kept = io.StringIO(), sys.stdout
print("hidden", square(2))
sys.stdout, hidden = kept, sys.stdout.getvalue()
print(repr(hidden))
with mock.patch.dict(sys.modules, clear=True):
    square(4)
    result = Watched().value
print(result)
sys.modules.pop("json"), sys.modules.pop("weakref", None), sys.modules.pop("warnings", None)
print(square(5), sys.getrecursionlimit())
builtins.print = lambda *a, **k: sys.stdout.write("mine\n")
print("x")
