# ruff: noqa
"""Ends as its argument says."""
import atexit
import os
import sys
import threading

atexit.register(print, "atexit", flush=True)


class Odd:
    def __str__(self):
        return "odd text"


def end(how):
    if how == "os":
        print("before", flush=True)
        os._exit(7)
    if how == "raise":
        raise SystemExit
    if how == "pair":
        raise SystemExit(1, 2)
    if how == "thread":
        worker = threading.Thread(target=lambda: (threading.Event().wait(0.05), print("thread done")))
        worker.start()
        sys.exit(3)
    if how == "nested":
        try:
            sys.exit(4)
        finally:
            print("finally")
    if how == "caught":
        try:
            sys.exit(5)
        except SystemExit as stop:
            print("caught", stop.code)
        return
    if how == "atexit":
        atexit.register(sys.exit, 9)
        return
    if how == "broken":
        atexit.register(lambda: 1 / 0)
        return
    if how == "unflushed":
        sys.stdout.write("no newline")
        sys.exit("text")
    if how == "error":
        print(1 / int("0"))
    if how == "quit":
        quit(6)
    if how == "closed":
        sys.stderr.close()
        sys.exit("unseen")
    sys.exit({"none": None, "zero": 0, "big": 2**32 + 1, "negative": -1, "true": True, "text": "words", "odd": Odd(), "float": 2.5, "list": [1]}[how])


end(sys.argv[1])
