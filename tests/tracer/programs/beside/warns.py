# ruff: noqa
x = "\d" if 3 is 3 else 1
