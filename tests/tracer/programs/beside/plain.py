# ruff: noqa
value = abs(-3)
__all__ = ["value", "function"]
hidden = 4


def function():
    return sorted(locals()), __name__, hidden
