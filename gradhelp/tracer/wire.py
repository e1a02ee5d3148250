"""The version of the recording format, and the one conversion every value passes on its way into it."""

from __future__ import annotations

import math

WIRE_VERSION = 1

MAX_TEXT = 4000


def plain(value: object, depth: int = 0) -> object:
    """`value` as JSON can hold it: non-finite numbers as strings, text without lone surrogates and bounded."""
    if value is None or isinstance(value, (bool, int)):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if isinstance(value, str):
        return value[:MAX_TEXT].encode("utf-8", "replace").decode("utf-8")
    if depth > 12:
        return "…"
    if isinstance(value, dict):
        return {str(key): plain(item, depth + 1) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item, depth + 1) for item in value]
    return str(type(value))
