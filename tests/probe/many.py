"""Runs several probes, each in a process of its own, for the price of one import of torch: `many.py CONFIG.json…`."""

import json
import os
import sys

import torch  # noqa: F401 - loaded once, before the forks

from gradhelp.probing import session


def main() -> None:
    for path in sys.argv[1:]:
        child = os.fork()
        if child == 0:
            with open(path, encoding="utf-8") as stream:
                config = json.load(stream)
            with open(os.devnull, "w") as nowhere:
                os.dup2(nowhere.fileno(), 2)
            session.run(config)
            os._exit(0)
        os.waitpid(child, 0)


if __name__ == "__main__":
    main()
