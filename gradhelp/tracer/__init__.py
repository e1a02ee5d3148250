"""The tracer: runs the user's script in the user's interpreter and writes down where the gradient goes.

Its laws: 1 never change behaviour · 2 never raise into user code · 3 never write to stdout or stderr · 4 never import
torch before the user does · 5 standard library and torch only · 6 line numbers stay · 7 SystemExit, excepthook and
`__main__` as without it · 8 memory bounded. It knows no rules. It must run on Python 3.9 and later.
"""
