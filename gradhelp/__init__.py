"""gradhelp shows the expression at which a PyTorch gradient was lost.

The package root imports nothing, so that `python -m gradhelp`, the tracer's path look-up and every submodule stay cheap.
"""

__version__ = "0.1.0"
