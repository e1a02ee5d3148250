"""The process side: runs the user's script in the user's interpreter, isolated, bounded, and ended as a whole tree.

`process.run(plan)` is the entrance; it returns a Recording. This file imports nothing, since the supervisor, which
has to start quickly, passes through it.
"""
