# ruff: noqa
from __future__ import annotations
"""No docstring."""
import typing


def f(x: Undefined = abs(3)) -> "also":
    y: Nowhere = abs(x)
    return y


class C:
    a: Missing
    b: int = f()


print(f.__annotations__, C.__annotations__, f(), __doc__, __annotations__)
