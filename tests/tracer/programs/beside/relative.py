# ruff: noqa
from . import plain
from .plain import *
from .plain import function as f

result = f(), value, __package__, __spec__.name


def fails():
    return {}[abs(1)]
