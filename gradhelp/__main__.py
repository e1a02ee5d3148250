"""`python -m gradhelp` is the command `gradhelp`."""

import sys

from gradhelp.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
