"""What a stream shows when its encoding cannot carry a character: the reports are laid out once, in Unicode.

Every stand-in is as wide as what it stands in for, so that columns and carets stay in place.
"""

import codecs
import json
import unicodedata

STAND_INS = {
    "┃": "|",
    "╳": "X",
    "┊": ":",
    "⋮": ":",
    "│": "|",
    "┌": "+",
    "└": "+",
    "├": "+",
    "─": "-",
    "━": "=",
    "▸": ">",
    "▌": "|",
    "•": "*",
    "·": "-",
    "✓": "+",
    "✗": "x",
    "→": ">",
    "←": "<",
    "…": "~",
    "×": "x",
    "≥": ">",
    "≤": "<",
    "’": "'",
    "‘": "'",
    "“": '"',
    "”": '"',
    "–": "-",
    "—": "-",
}


def _stand_in(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lost = error.object[error.start : error.end]
    return "".join(STAND_INS.get(each) or _unknown(each) for each in lost), error.end


def _unknown(character: str) -> str:
    return "??" if unicodedata.east_asian_width(character) in "WF" else "?"


def _json_escape(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return json.dumps(error.object[error.start : error.end])[1:-1], error.end


codecs.register_error("gradhelp.glyphs", _stand_in)
codecs.register_error("gradhelp.json", _json_escape)


def carried(text: str, encoding: str) -> str:
    """`text` with stand-ins for whatever `encoding` cannot carry."""
    return text.encode(encoding, "gradhelp.glyphs").decode(encoding)


def carried_json(text: str, encoding: str) -> str:
    r"""JSON `text` with `\u` escapes for whatever `encoding` cannot carry: the value stays the same."""
    return text.encode(encoding, "gradhelp.json").decode(encoding)
