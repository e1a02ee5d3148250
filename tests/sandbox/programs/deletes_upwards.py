"""Deletes its folder and every folder above that a relative path leads to, as far as the real folder is deep."""

import os
import shutil
import sys

here = os.getcwd()
for level in range(int(sys.argv[1]) + 1):
    target = os.path.join(*[".."] * level) if level else "."
    # The belt to the braces: a fault of the sandbox must fail the test, not delete the machine.
    if "gradhelp-run-" not in os.path.dirname(os.path.normpath(os.path.join(here, target))):
        print("escaped")
        break
    shutil.rmtree(os.path.normpath(os.path.join(here, target)), ignore_errors=True)
print("deleted", os.path.exists(here))
