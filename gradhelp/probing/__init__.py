"""CHILD PROCESS: runs one environment in the user's interpreter and measures what its step does with a gradient.

Standard library and torch only, Python 3.9 and later, torch 1.13 and later; imports nothing else of gradhelp's. It is
started by path (`launch.py CONFIG.json`) and writes what it finds as events, each as soon as it is known, so that an
environment that crashes or hangs leaves what had been seen. It never writes to the user's streams.
"""
