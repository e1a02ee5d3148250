"""The exception in which a program ended, as plain data."""

from __future__ import annotations

from typing import Any, Callable

from .denied import denied
from .run_script import trimmed

MAX_FRAMES = 80
MAX_CAUSES = 3
MAX_HELD = 4000
HELD_DEPTH = 3
OPAQUE = frozenset({"builtins", "torch", "numpy", "types", "functools"})


def described(
    error: BaseException, here: str, place: Callable[[str, int], tuple[str, str, bool]], depth: int = 0
) -> dict[str, Any]:
    """Type, message, frames, and the files that it may have been kept from.

    `place` tells of a file and line: display path, source text, whether it is the user's.
    """
    cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    frames, entered, own = [], [], set()
    step = trimmed(error.__traceback__, here)
    while step is not None:
        code = step.tb_frame.f_code
        path, line, user = place(code.co_filename, step.tb_lineno)
        frames.append({"file": path, "line": step.tb_lineno, "function": code.co_name, "code": line, "user": user})
        entered.append(step.tb_frame)
        if user:
            own.add(step.tb_frame)
        step = step.tb_next
    if len(frames) > MAX_FRAMES:
        frames = frames[:20] + frames[20 - MAX_FRAMES :]
    text = message(error)
    return {
        "type": type(error).__name__,
        "message": text,
        "denied": denied(error, text, entered, own.__contains__),
        "frames": frames,
        "cause": described(cause, here, place, depth + 1) if cause is not None and depth < MAX_CAUSES else None,
    }


def message(error: BaseException) -> str:
    """str(error), whatever that does."""
    try:
        return str(error)
    except Exception:
        return f"<{type(error).__name__} whose str() fails>"


def frames(traceback: Any) -> Any:
    """The frames of a traceback, outermost first."""
    while traceback is not None:
        yield traceback.tb_frame
        traceback = traceback.tb_next


def origin(rec: Any) -> Any:
    """Back from a view taken outside inference mode to the value that was made inside."""
    for _ in range(20):
        if not rec.enabled or not rec.ops:
            return rec
        rec = rec.ops[0]
    return rec


def held_values(frame: Any) -> Any:
    """(name, value) for a frame's local variables, then, level by level, for what their containers and objects hold."""
    level = list(frame.f_locals.items())[:200]
    left = MAX_HELD
    for _ in range(HELD_DEPTH + 1):
        yield from level
        following = []
        for name, value in level:
            for key, item in list(_inside(value))[:64]:
                part = f".{key}" if isinstance(key, str) and type(value) is not dict else f"[{key!r}]"
                following.append((name + part, item))
        level = following[:left]
        left -= len(level)


def _inside(value: Any) -> Any:
    """What a container or an object holds, by key, index or name; a network's buffers and parts are attributes of it."""
    if type(value) is dict:
        return value.items()
    if type(value) in (list, tuple):
        return enumerate(value)
    if type(value).__module__.partition(".")[0] in OPAQUE and not hasattr(type(value), "register_buffer"):
        return ()
    try:
        own = object.__getattribute__(value, "__dict__")
    except Exception:
        return ()
    found = [item for part in ("_buffers", "_modules") for item in (own.get(part) or {}).items()]
    return [*found, *((name, item) for name, item in own.items() if not name.startswith("_"))]
