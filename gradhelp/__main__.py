"""`python -m gradhelp` is the command `gradhelp`: the folder that it is called in adds nothing to what can be imported.

Python puts that folder first, and a user's `queue.py` would be run, unasked, in place of the library's.
"""

import os
import sys

import gradhelp

if __name__ == "__main__":
    if not sys.flags.safe_path:
        del sys.path[0]
    checkout = os.path.dirname(gradhelp.__path__[0])
    if checkout not in sys.path:
        sys.path.append(checkout)
    from gradhelp.cli.main import main

    sys.exit(main())
