"""The import hook: modules whose source lies in the user's project are rewritten, all others are left to Python.

Only loading is taken over. Finding, names, `__file__`, `__spec__` and packages are those of the finders that are there.
"""

from __future__ import annotations

import os as _os
import sys
import types
from importlib.machinery import SourceFileLoader
from typing import Any, Callable, Optional

_realpath, _sep, _join, _exists, _dirname = _os.path.realpath, _os.sep, _os.path.join, _os.path.exists, _os.path.dirname
LIBRARY_PARTS = frozenset({"site-packages", "dist-packages", "node_modules", "__pypackages__", ".tox", ".nox", ".venv"})
ENVIRONMENT_MARKS = ("pyvenv.cfg", "conda-meta")


class Project:
    """What counts as the user's own: source files below `root`, except those in environments and libraries there."""

    def __init__(self, root: str) -> None:
        self.root = _realpath(root)
        self._below = self.root if self.root.endswith(_sep) else self.root + _sep
        self._environments: dict[str, bool] = {}
        self._python = [path for path in map(_realpath, _python_folders()) if not self._below.startswith(path + _sep)]

    def owns(self, path: str) -> bool:
        real = _realpath(path)
        if not real.startswith(self._below) or any(real.startswith(folder + _sep) for folder in self._python):
            return False
        parts = real[len(self._below) :].split(_sep)[:-1]
        return not LIBRARY_PARTS.intersection(parts) and not self._in_environment(parts)

    def _in_environment(self, parts: list[str]) -> bool:
        folder = self.root
        for part in parts:
            folder = _join(folder, part)
            if folder not in self._environments:
                self._environments[folder] = any(_exists(_join(folder, mark)) for mark in ENVIRONMENT_MARKS)
            if self._environments[folder]:
                return True
        return False

    def display(self, path: str) -> str:
        """Relative to the project with forward slashes; as it is where it lies outside."""
        real = _realpath(path)
        return real[len(self._below) :].replace(_sep, "/") if real.startswith(self._below) else path


def _python_folders() -> list[str]:
    """Where Python itself and what is installed with it live."""
    return [sys.prefix, sys.base_prefix, sys.exec_prefix, sys.base_exec_prefix, _dirname(_os.__file__)]


class TracingFinder:
    """Stands first on sys.meta_path; asks the finders behind it and takes over the loading of the user's modules."""

    def __init__(self, project: Project, translate: Callable[[bytes, str], Any]) -> None:
        self._project, self._translate = project, translate

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Optional[Any]:
        spec = self._found(name, path, target)
        if spec is None or type(spec.loader) is not SourceFileLoader or not spec.origin:
            return spec
        if self._project.owns(spec.origin):
            # The loader stays the one that Python made, in type and in everything else it does.
            spec.loader.get_code = types.MethodType(self._code, spec.loader)  # type: ignore[method-assign]
        return spec

    def _code(self, loader: Any, name: str) -> Any:
        path = loader.get_filename(name)
        try:
            code = self._translate(loader.get_data(path), path)
        except SyntaxError:
            code = None
        # Python's own way raises the error of a file that cannot be compiled.
        return code if code is not None else SourceFileLoader.get_code(loader, name)

    def _found(self, name: str, path: Any, target: Any) -> Any:
        """What the import system would find without us; None also where an old-style finder has to be asked by it."""
        behind = False
        for finder in list(sys.meta_path):
            if finder is self:
                behind = True
            elif behind:
                find = getattr(finder, "find_spec", None)
                if find is None:
                    return None
                spec = find(name, path, target)
                if spec is not None:
                    return spec
        return None

    def install(self) -> None:
        sys.meta_path.insert(0, self)
