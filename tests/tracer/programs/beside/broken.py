# ruff: noqa
def f(:
    pass
