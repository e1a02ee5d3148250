# ruff: noqa
#!/usr/bin/env python
"""Where a program finds itself."""
import sys

fresh = sorted(name for name, m in sys.modules.items() if (getattr(m, "__file__", None) or "").endswith(".py") and not name.startswith(("gradhelp@", "_")))
print(fresh)
print(__name__, __file__, __package__, __spec__, __doc__, __loader__.__class__, __builtins__.__class__, __annotations__ if sys.version_info < (3, 14) else {})
print(sys.argv, sys.path[0], sys.flags, "torch" in sys.modules, "numpy" in sys.modules, [m for m in sys.modules if m.startswith("gradhelp.") or m == "gradhelp"])
import importlib
import os
import pathlib
import traceback

print(pathlib.Path(__file__).parent.joinpath("beside", "data.txt").read_text(), os.getcwd() == str(pathlib.Path.cwd()))
import beside
import beside.future
from beside import relative
from beside.plain import *

print(function(), relative.result, beside.__path__, beside.__file__, relative.__file__, relative.__cached__, relative.__loader__.__class__.__name__)
print(importlib.util.find_spec("beside.plain").loader.__class__, importlib.reload(beside.plain).value)
for name in ("broken", "raises", "outside", "missing"):
    try:
        importlib.import_module("beside." + name)
    except Exception:
        traceback.print_exc()
    try:
        exec(f"import beside.{name}")
    except Exception:
        traceback.print_exc()
try:
    import beside.broken
except SyntaxError:
    traceback.print_exc()
try:
    relative.fails()
except KeyError:
    traceback.print_exc()
try:
    from . import nothing
except ImportError as error:
    print(error)
import __main__

print(__main__.__file__ == __file__, sys.modules["__main__"] is __main__, vars(__main__) is globals())
import surroundings_again
import inspect
import linecache

print(inspect.getsourcefile(relative), inspect.getmodule(relative.fails).__name__, linecache.getline(__file__, 2))
print(sorted(set(sys.path_importer_cache) & {sys.path[0]}), len(sys.path), input(), sys.stdin.read())
print([type(finder).__name__ if not isinstance(finder, type) else finder.__name__ for finder in sys.meta_path if "gradhelp" not in type(finder).__module__])
print(importlib.resources.files("beside").joinpath("data.txt").read_text() if hasattr(__import__("importlib.resources").resources, "files") else "")
import pkgutil

print([m.name for m in pkgutil.iter_modules(beside.__path__)], pkgutil.get_data("beside", "data.txt"))
