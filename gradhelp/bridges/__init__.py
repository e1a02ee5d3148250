"""Ways for a gradient through, or around, simulators that autograd cannot see into. Apart from the rest of gradhelp: see README.md.

Importing this package loads nothing; each way is a module of its own with its own requirements.
"""
