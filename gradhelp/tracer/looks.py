"""Looks at objects and classes of the user's without running any code of theirs.

`isinstance` asks an object for `__class__`, `getattr` runs descriptors, `__getattr__` and metaclasses; even `__dict__`
may be a property. What stands here reads the slots of types and objects themselves.
"""

from __future__ import annotations

import sys
import types
from typing import Any, Optional

_modules = sys.modules
mro_of = type.__dict__["__mro__"].__get__
namespace_of = type.__dict__["__dict__"].__get__
_module_of = type.__dict__["__module__"].__get__
_qualname_of = type.__dict__["__qualname__"].__get__
_fget = property.__dict__["fget"].__get__
_flags_of = type.__dict__["__flags__"].__get__
_HEAP_TYPE = 1 << 9
_GETTER = types.GetSetDescriptorType
_getters: dict[type, Any] = {}
MAX_CLASSES = 4096
WITHIN = ("env", "_env", "venv", "envs")
"""Where wrappers and vectors keep the environments inside them."""
MAX_LAYERS = 64


def is_class(value: Any) -> bool:
    return issubclass(type(value), type)


def static(cls: type, name: str) -> Any:
    """What `cls` or the nearest of its bases holds under `name`, as it is; None where nothing does."""
    for base in mro_of(cls):
        held = namespace_of(base)
        if name in held:
            return held[name]
    return None


def attributes_of(value: Any) -> Optional[dict[str, Any]]:
    """The dictionary of an object's own attributes; None where it has none, or one that is not Python's."""
    cls = type(value)
    getter = _getters.get(cls, _getters)
    if getter is _getters:
        getter = _getter(cls)
    held = getter.__get__(value) if getter is not None else None
    return held if type(held) is dict else None


def _getter(cls: type) -> Any:
    getter = static(cls, "__dict__")
    if type(getter) is not _GETTER:
        getter = None
    if is_lasting(cls):
        if len(_getters) > MAX_CLASSES:
            _getters.clear()
        _getters[cls] = getter
    return getter


def is_python_class(cls: type) -> bool:
    """Whether `cls` was made by a class statement, or in the same way."""
    return bool(_flags_of(cls) & _HEAP_TYPE)


def is_lasting(cls: type) -> bool:
    """Whether `cls` may be kept in a table: one defined inside a function has to be able to go away with it."""
    return "<locals>" not in _qualname_of(cls)


def module_name(cls: type) -> str:
    """`cls.__module__`; "" where that is no text."""
    try:
        name = _module_of(cls)
    except AttributeError:
        return ""
    return name if type(name) is str else ""


def type_name(cls: type) -> str:
    """The dotted name of a class."""
    return f"{module_name(cls)}.{_qualname_of(cls)}"


def qualified_name(cls: type) -> str:
    """The names of the definitions around and of `cls` itself, as they stand in the file."""
    return str(_qualname_of(cls)).replace("<locals>.", "")


def callee_name(function: Any) -> str:
    """The dotted name of something that can be called, or that of its type."""
    if is_class(function):
        return type_name(function)
    if type(function) is types.FunctionType:
        module = function.__module__
        return f"{module}.{function.__qualname__}" if type(module) is str else function.__qualname__
    if type(function) in (types.BuiltinFunctionType, types.MethodDescriptorType, types.MethodType):
        return _builtin_name(function)
    return type_name(type(function))


def short_name(function: Any) -> str:
    """The plain name of a function; "" for anything else that can be called."""
    return function.__name__ if type(function) in (types.FunctionType, types.BuiltinFunctionType) else ""


def _builtin_name(function: Any) -> str:
    while type(function) is types.MethodType:
        function = function.__func__
    if type(function) is types.FunctionType:
        return callee_name(function)
    name, module = getattr(function, "__qualname__", ""), getattr(function, "__module__", None)
    return f"{module}.{name}" if type(module) is str else str(name)


def defining_file(cls: type) -> Optional[str]:
    """The file of the module in which `cls` says it was defined; None where that is not known."""
    module = _modules.get(module_name(cls))
    if type(module) is not types.ModuleType:
        return None
    file = module.__dict__.get("__file__")
    return file if type(file) is str else None


def getter_of(owner: Any, name: str) -> Any:
    """The function behind a property of the owner's class; None where `name` is none."""
    found = static(type(owner), name)
    if issubclass(type(found), property):
        return _fget(found)
    # Compared by name: the program has a `functools` of its own.
    if type_name(type(found)) == "functools.cached_property":
        return (attributes_of(found) or {}).get("func")
    return None


def along(value: Any, chain: tuple[str, ...]) -> Any:
    """`torch`, ("nn", "functional") → that module; None where the way leads through something that is no module."""
    for name in chain:
        if type(value) is not types.ModuleType:
            return None
        value = value.__dict__.get(name)
    return value


def innermost(wrapped: Any) -> Any:
    """The environment inside gymnasium's wrappers."""
    for _ in range(24):
        if type(static(type(wrapped), "unwrapped")) is not property:
            return wrapped
        held = attributes_of(wrapped)
        inner = None if held is None else held.get("env")
        if inner is None:
            return wrapped
        wrapped = inner
    return wrapped


def parameters_of(module: Any, limit: int = 100_000) -> list[Any]:
    """The parameters of a torch module and of those inside it, each once; `parameters()` may be the user's."""
    return list(named_parameters_of(module, limit).values())


def named_parameters_of(module: Any, limit: int = 100_000) -> dict[str, Any]:
    """The same by dotted name."""
    found: dict[str, Any] = {}
    seen: set[int] = set()
    waiting = [("", module)]
    while waiting and len(found) < limit:
        prefix, inner = waiting.pop()
        held = attributes_of(inner)
        if held is None or id(inner) in seen:
            continue
        seen.add(id(inner))
        for name, value in _items(held.get("_parameters")):
            if id(value) not in seen:
                seen.add(id(value))
                found[prefix + name] = value
        waiting += [(f"{prefix}{name}.", value) for name, value in reversed(_items(held.get("_modules")))]
    return found


def unregistered_of(module: Any) -> list[Any]:
    """The parameters of modules in plain lists and dicts inside `module`, which its `parameters()` does not find."""
    seen = set(map(id, parameters_of(module)))
    found: dict[int, Any] = {}
    for inner in modules_of(module):
        for _, value in _items(attributes_of(inner)):
            for parameter in _parameters_in(value):
                if id(parameter) not in seen:
                    found[id(parameter)] = parameter
    return list(found.values())


def modules_of(module: Any, limit: int = 2_000) -> list[Any]:
    """A module and those inside it, each once."""
    found: dict[int, Any] = {}
    waiting = [module]
    while waiting and len(found) < limit:
        inner = waiting.pop()
        held = attributes_of(inner)
        if held is not None and id(inner) not in found:
            found[id(inner)] = inner
            waiting += [value for _, value in _items(held.get("_modules"))]
    return list(found.values())


def _parameters_in(container: Any) -> list[Any]:
    inside = (
        dict.values(container) if type(container) is dict else container if type(container) in (list, tuple) else ()
    )
    return [
        p for each in list(inside)[:64] if "_parameters" in (attributes_of(each) or ()) for p in parameters_of(each)
    ]


def _items(held: Any) -> list[tuple[str, Any]]:
    return (
        [(str(key), value) for key, value in dict.items(held) if value is not None]
        if issubclass(type(held), dict)
        else []
    )


def layers_of(environment: Any) -> list[Any]:
    """An environment and those inside it, outermost first."""
    found = [environment]
    for layer in found:
        held = attributes_of(layer) or {}
        for name in WITHIN:
            value = held.get(name)
            items: Any = value if type(value) in (list, tuple) else (value,)
            room = max(0, MAX_LAYERS - len(found))
            found += [item for item in items[:room] if static(type(item), "step") is not None]
    return found
