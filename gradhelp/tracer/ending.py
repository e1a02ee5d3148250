"""The exception in which a program ended, as plain data."""

from __future__ import annotations

from typing import Any, Callable

from .run_script import trimmed

MAX_FRAMES = 80
MAX_CAUSES = 3


def described(error: BaseException, here: str, place: Callable[[str, int], tuple[str, str, bool]], depth: int = 0) -> dict[str, Any]:
    """Type, message and frames. `place` tells of a file and line: display path, source text, whether it is the user's."""
    cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    frames = []
    step = trimmed(error.__traceback__, here)
    while step is not None:
        code = step.tb_frame.f_code
        path, text, user = place(code.co_filename, step.tb_lineno)
        frames.append({"file": path, "line": step.tb_lineno, "function": code.co_name, "code": text, "user": user})
        step = step.tb_next
    if len(frames) > MAX_FRAMES:
        frames = frames[:20] + frames[20 - MAX_FRAMES :]
    return {
        "type": type(error).__name__,
        "message": message(error),
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
