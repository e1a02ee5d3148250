"""Runs an example of the knowledge base in a process of its own, forked from one that has torch loaded already.

A fresh interpreter for each of some hundred examples would spend its time importing torch.
"""

import contextlib
import os
import sys
import traceback
import types
import warnings
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NamedTuple

from warm import CONTEXT

SECONDS = 60

class Outcome(NamedTuple):
    """How a program ended: `error` is `Type: message`, `line` the innermost of its own; empty and 0 if it finished."""

    error: str
    line: int


def run(source: str, path: Path) -> Outcome:
    """Run `source` as if it were the file `path`, its output thrown away."""
    receiver, sender = CONTEXT.Pipe(duplex=False)
    process = CONTEXT.Process(target=_child, args=(sender, source, str(path)))
    process.start()
    sender.close()
    try:
        assert receiver.poll(SECONDS), f"{path.name} did not end within {SECONDS} s"
        return Outcome(*receiver.recv())
    finally:
        process.kill()
        process.join()


def _child(sender: Connection, source: str, path: str) -> None:
    main = types.ModuleType("__main__")
    sys.modules["__main__"] = main
    main.__dict__["__file__"] = path
    outcome = ("", 0)
    with open(os.devnull, "w") as null, contextlib.redirect_stdout(null), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            exec(compile(source, path, "exec"), main.__dict__)
        except BaseException as error:  # noqa: BLE001 - however it ends is the outcome
            lines = [frame.lineno or 0 for frame in traceback.extract_tb(error.__traceback__) if frame.filename == path]
            outcome = (f"{type(error).__name__}: {error}", lines[-1])
    sender.send(outcome)
