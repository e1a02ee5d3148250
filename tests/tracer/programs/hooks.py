# ruff: noqa
"""Replaces the hooks of the interpreter."""
import atexit
import sys
import threading
import traceback


def hook(kind, value, tb):
    print("hooked", kind.__name__, value, [(f.name, f.lineno) for f in traceback.extract_tb(tb)], value.__traceback__ is tb)
    if how == "fails":
        raise KeyError("in hook")
    if how == "leaves":
        sys.exit(8)


how = sys.argv[1]
if how in ("plain", "fails", "leaves"):
    sys.excepthook = hook
elif how == "none":
    sys.excepthook = None
elif how == "deleted":
    del sys.excepthook
elif how == "thread":
    threading.excepthook = lambda args: print("thread hook", args.exc_type, args.exc_value)
    worker = threading.Thread(target=lambda: 1 / 0, name="w")
    worker.start()
    worker.join()
elif how == "thread-plain":
    worker = threading.Thread(target=lambda: {}["k"], name="w")
    worker.start()
    worker.join()
elif how == "unraisable":
    sys.unraisablehook = lambda args: print("unraisable", args.exc_type.__name__, args.object.__qualname__)

    class Failing:
        def __del__(self):
            raise ValueError("del")

    Failing()
elif how == "group" and sys.version_info >= (3, 11):
    raise ExceptionGroup("several", [ValueError(1), TypeError("two")])
elif how == "notes" and sys.version_info >= (3, 11):
    error = ValueError("noted")
    error.add_note("a note")
    raise error
elif how == "interrupt":
    raise KeyboardInterrupt
elif how == "generator-exit":
    raise GeneratorExit("odd")
elif how == "syntax":
    compile("a b", "<made>", "exec")
elif how == "import":
    import nowhere_at_all
elif how == "str":

    class Unprintable(Exception):
        def __str__(self):
            raise RuntimeError("no text")

    raise Unprintable
atexit.register(lambda: print(sys.excepthook is hook if "excepthook" in vars(sys) else "missing", getattr(sys, "last_type", None), [f.name for f in traceback.extract_tb(getattr(sys, "last_traceback", None))]))


def outer():
    return inner(1)


def inner(x):
    return x / 0


try:
    outer()
except ZeroDivisionError as error:
    raise RuntimeError("from main") from error
