"""The command line: one module a command, each with `add_parser` and `run`; see `main` for how they are called.

Invariants: results go to standard output, through `stdout` alone; everything else to standard error, through `stderr`
alone. Importing a command is cheap: what is slow to import is imported where it is used.
"""
