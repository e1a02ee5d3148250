# ruff: noqa
"""To the limit and back."""
import sys
import traceback

sys.setrecursionlimit(400)


def down(n):
    return down(n + 1) + 1


def deep(n):
    try:
        return deep(n + 1)
    except RecursionError:
        return n


def mutual(n, f):
    value = abs(n) + max(n, 1)
    return f(value, mutual)


class Deep:
    def __init__(self, n):
        self.inner = Deep(n + 1)

    def __getattr__(self, name):
        return getattr(self, name + "x")


def fact(n):
    return 1 if n < 2 else n * fact(n - 1)


for attempt in (lambda: down(0), lambda: mutual(1, mutual), lambda: Deep(0), lambda: (lambda f: f(f))(lambda f: f(f)), lambda: Deep.__new__(Deep).x):
    try:
        attempt()
    except RecursionError as error:
        print(type(error).__name__)
        step, count = error.__traceback__, 0
        while step is not None:
            step, count = step.tb_next, count + 1
        print(count < 30 or abs(count - 395) < 30 or round(count, -1))
print(abs(deep(0) - 395) < 30, fact(200) % 1000007, fact(300) > 0)
text = "start"
try:
    down(0)
except RecursionError:
    text = traceback.format_exc()
print(text.count("in down") > 2, "RecursionError" in text)
nested = []
for _ in range(300):
    nested = [nested]
print(str(nested)[:3], len(str(nested)))
