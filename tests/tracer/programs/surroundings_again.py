# ruff: noqa
import __main__

print("again", __main__.__name__, __name__)
