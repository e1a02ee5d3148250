"""The import hook: modules whose source lies in the user's project are rewritten, all others are left to Python.

Only loading is taken over. Finding, names, `__file__`, `__spec__` and packages are Python's own.
"""

from __future__ import annotations

import importlib.machinery
import importlib.util
import os as _os
import sys
from typing import Any, Callable, Optional

_realpath, _sep, _join = _os.path.realpath, _os.sep, _os.path.join
LIBRARY_PARTS = frozenset({"site-packages", "dist-packages", "node_modules", ".venv", "venv", "env", ".tox", ".nox", "conda"})


class Project:
    """What counts as the user's own: source files below `root`, except those in environments and libraries there."""

    def __init__(self, root: str) -> None:
        self.root = _realpath(root)

    def owns(self, path: str) -> bool:
        real = _realpath(path)
        if not real.startswith(self.root + _sep):
            return False
        return not LIBRARY_PARTS.intersection(real[len(self.root) + 1 :].split(_sep)[:-1])

    def display(self, path: str) -> str:
        """Relative to the project with forward slashes; as it is where it lies outside."""
        real = _realpath(path)
        inside = real.startswith(self.root + _sep)
        return real[len(self.root) + 1 :].replace(_sep, "/") if inside else path


class TracingLoader(importlib.machinery.SourceFileLoader):
    """Loads one of the user's modules instrumented; falls back to plain loading when it cannot be."""

    def __init__(self, name: str, path: str, translate: Callable[[bytes, str], Any]) -> None:
        super().__init__(name, path)
        self._translate = translate

    def get_code(self, fullname: str) -> Any:
        path = self.get_filename(fullname)
        code = self._translate(self.get_data(path), path)
        return code if code is not None else super().get_code(fullname)


class TracingFinder:
    """Stands first on sys.meta_path; asks Python's own path finder and replaces the loader of the user's modules."""

    def __init__(self, project: Project, translate: Callable[[bytes, str], Any]) -> None:
        self._project, self._translate = project, translate

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Optional[Any]:
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        if spec is None or type(spec.loader) is not importlib.machinery.SourceFileLoader or not spec.origin:
            return None
        if not self._project.owns(spec.origin):
            return None
        spec.loader = TracingLoader(name, spec.origin, self._translate)
        return spec

    def install(self) -> None:
        sys.meta_path.insert(0, self)  # type: ignore[arg-type]
