# ruff: noqa
x = abs(1)
raise ValueError("on import")
