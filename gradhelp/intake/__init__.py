"""What the user gives: a pasted traceback, a script, a piece of either. Reads and refuses; never runs anything."""
