"""Tells what kind of text was pasted, and makes a piece of Python out of one: no prompts, fences or elisions."""

import ast
import re
import textwrap
import warnings
from pathlib import Path

from gradhelp.intake.lines import plain

PARSED_AT_MOST = 100_000
"""Characters; a longer text is judged by its lines alone."""
LOOKED_AT = 4000
"""Lines of a long text that are judged."""

FENCE = re.compile(r"\s{0,8}(?:```|~~~)\s{0,4}(\w{0,20})")
PROMPT = re.compile(r"(?:>>> ?|\.\.\. ?|\s{0,4}In ?\[ ?[\d*]{0,6}\]: ?|\s{3,10}\.\.\.: ?)")
CONTINUATION = re.compile(r"(?:\.\.\. ?|\s{3,10}\.\.\.: ?)")
OUTPUT = re.compile(r"\s{0,4}Out ?\[ ?\d{0,6}\]:")
ELIDED = re.compile(r"\s*+(?:#\s{0,4})?(?:\.{3,}|…{1,3}|\[\.\.\.\]|\(\.\.\.\)|<snip>)\s*+$")
CODE_LINE = re.compile(
    r"\s*+(?:import [\w.]|from [\w.]{1,100} import\b|(?:async )?def \w{1,100}\(|class \w{1,100}\s{0,3}[(:]|@[\w.]"
    r"|(?:if|for|while|with|elif|except)\b.{0,160}:(?:\s{0,4}#.{0,160})?$|(?:else|try|finally):|return\b|raise \w"
    r"|[A-Za-z_][\w.]{0,80}(?:\[[^\]]{0,80}\])?(?:, ?\*?[A-Za-z_][\w.]{0,80}(?:\[[^\]]{0,80}\])?){0,8}"
    r"(?:: ?[\w.\[\], |]{1,60})? ?(?:[-+*/|&@%]|//|\*\*)?= ?[^=\s]|[A-Za-z_][\w.]{0,120}\(.{0,400}[),:(\[{]$|#|print\()"
)
PATH = re.compile(r"(?:~|\.{1,2}|[A-Za-z]:)?[\\/]?[^\n\r\t\0<>|\"*?]{1,400}\.(?:py|ipynb|pyw)$")
TRACEBACK_SIGNS = re.compile(
    r"Traceback \(most recent call|File \"[^\"\n]{1,300}\", line \d|^[-–—]{2,8}> ?\d{1,6} |^E {3}\w{1,60}"
    r"|(?:^|[^\w.])[A-Z]\w{1,60}(?:Error|Exception): \S",
    re.MULTILINE,
)
STRONG = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.For, ast.With, ast.While)
WEAK = (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Try, ast.If, ast.Return)


def clean_fragment(text: str) -> str:
    """The Python in a pasted piece: fences and prompts taken off, output and elided lines left out, dedented."""
    lines = plain(text).split("\n")
    lines = _inside_fences(lines)
    prompted = [line for line in lines if PROMPT.match(line) and not ELIDED.match(line)]
    lines = _behind_prompts(lines) if prompted else lines
    kept = [line.rstrip() for line in lines if not ELIDED.match(line)]
    return textwrap.dedent("\n".join(kept)).strip("\n")


def looks_like_script(text: str) -> bool:
    """Whether the text as a whole is Python, complete or a piece: prompts and fences are looked through."""
    if looks_like_path(text):
        return False
    cleaned = clean_fragment(text[:PARSED_AT_MOST])
    tree = parse(cleaned) if len(text) <= PARSED_AT_MOST else None
    if tree is not None:
        return _does_something(tree)
    lines = [line for line in cleaned.split("\n")[:LOOKED_AT] if line.strip()]
    coded = sum(is_code_line(line) for line in lines)
    return coded >= 3 and coded >= 0.5 * len(lines) and TRACEBACK_SIGNS.search(cleaned) is None


def looks_like_path(text: str) -> bool:
    """Whether the text names a Python file, a notebook, or a folder that exists."""
    name = text.strip().strip("\"'").strip()
    if not name or "\n" in name or len(name) > 1000:
        return False
    return PATH.match(name) is not None or _is_folder(name)


def looks_like_traceback(text: str) -> bool:
    """Whether it is worth reading as a traceback or error message."""
    return TRACEBACK_SIGNS.search(plain(text)) is not None


def is_code_line(line: str) -> bool:
    """Whether a line looks like Python rather than prose or output."""
    return CODE_LINE.match(line) is not None


def parse(source: str) -> ast.Module | None:
    """The syntax tree; None where the text is too long to try, or is not Python."""
    if len(source) > PARSED_AT_MOST:
        return None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return ast.parse(source)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None


def _does_something(tree: ast.Module) -> bool:
    """A word or a sentence of single names can be valid Python too; it does nothing."""
    strong = sum(isinstance(node, STRONG) for node in tree.body)
    calls = sum(isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) for node in tree.body)
    weak = sum(isinstance(node, WEAK) for node in tree.body)
    return strong >= 1 or weak + calls >= 1


def _inside_fences(lines: list[str]) -> list[str]:
    """What stands between Markdown fences; everything where there are none."""
    marks = [at for at, line in enumerate(lines) if FENCE.match(line)]
    if not marks:
        return lines
    if len(marks) == 1:
        return lines[marks[0] + 1 :] if marks[0] < len(lines) / 2 else lines[: marks[0]]
    inside: list[str] = []
    for opening, closing in zip(marks[::2], [*marks[1::2], len(lines)], strict=False):
        inside += lines[opening + 1 : closing]
    return inside


def _behind_prompts(lines: list[str]) -> list[str]:
    """An interpreter session's input without its output. A notebook's `In [3]:` may stand on a line of its own."""
    code: list[str] = []
    inside_cell = False
    for line in lines:
        found = PROMPT.match(line)
        if found:
            inside_cell = "In" in found[0]
            code.append(line[found.end() :])
        elif OUTPUT.match(line):
            inside_cell = False
        elif inside_cell or not any(PROMPT.match(each) for each in lines[:1]):
            code.append(line)
    return code


def _is_folder(name: str) -> bool:
    try:
        return ("/" in name or "\\" in name or name == ".") and Path(name).expanduser().is_dir()
    except (OSError, ValueError, RuntimeError):
        return False
