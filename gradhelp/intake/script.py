"""The script the user names: found, decoded as Python does it, or refused with one helpful sentence."""

import ast
import codecs
import difflib
import io
import re
import tokenize
import traceback
import warnings
from pathlib import Path
from typing import Literal

from gradhelp.errors import UsageError

Lang = Literal["en", "zh"]

LARGEST = 20_000_000
"""Bytes. A larger file is data, whatever its name."""
UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
PYTHON_2 = re.compile(r"Missing parentheses in call to '(?:print|exec)'|multiple exception types must be parenthesized")

SENTENCES = {
    "missing": {
        "en": "There is no file {name}.{hint}",
        "zh": "找不到文件 {name}。{hint}",
    },
    "near": {"en": " Did you mean {near}?", "zh": "是不是 {near}？"},
    "no-main": {
        "en": "{name} is a folder without a __main__.py; name the script inside it that starts the training.",
        "zh": "{name} 是目录，其中没有 __main__.py；请指定目录里启动训练的那个脚本。",
    },
    "no-file": {
        "en": "{name} is not a regular file; give the path of a Python script.",
        "zh": "{name} 不是普通文件；请给出 Python 脚本的路径。",
    },
    "unreadable": {
        "en": "{name} cannot be read ({reason}).",
        "zh": "{name} 无法读取（{reason}）。",
    },
    "empty": {
        "en": "{name} is empty; was it saved?",
        "zh": "{name} 是空文件；保存了吗？",
    },
    "large": {
        "en": "{name} has {size} MB, too much for a script; give the Python file that starts the training.",
        "zh": "{name} 有 {size} MB，不像脚本；请给出启动训练的 Python 文件。",
    },
    "binary": {
        "en": "{name} is a binary file, not Python source text; give the .py file.",
        "zh": "{name} 是二进制文件，不是 Python 源代码；请给出 .py 文件。",
    },
    "utf-16": {
        "en": "{name} is saved as UTF-16, which Python cannot run; save it as UTF-8.",
        "zh": "{name} 以 UTF-16 保存，Python 无法运行；请另存为 UTF-8。",
    },
    "coding": {
        "en": "{name} declares an encoding that Python does not know: {reason}.",
        "zh": "{name} 声明了 Python 不认识的编码：{reason}。",
    },
    "undecodable": {
        "en": "{name} is not {encoding}: byte 0x{byte:02x} in line {line}, column {column}; save it as UTF-8, "
        "or declare its encoding in the first line (# -*- coding: gbk -*-).",
        "zh": "{name} 不是 {encoding} 编码：第 {line} 行第 {column} 列有字节 0x{byte:02x}；请另存为 UTF-8，"
        "或在第一行声明编码（# -*- coding: gbk -*-）。",
    },
    "syntax": {
        "en": "Python cannot parse {name}:\n{shown}{hint}",
        "zh": "Python 解析不了 {name}：\n{shown}{hint}",
    },
    "deep": {
        "en": "Python cannot parse {name}: an expression in it is nested too deeply, or is too long.",
        "zh": "Python 解析不了 {name}：其中有表达式嵌套过深或过长。",
    },
    "python-2": {
        "en": "\nThis looks like Python 2; gradhelp runs Python 3 programs.",
        "zh": "\n这看起来是 Python 2 代码；gradhelp 运行 Python 3 程序。",
    },
}


def find_script(path: Path, lang: Lang = "en") -> Path:
    """The file to run: the path itself, or a folder's `__main__.py`."""
    try:
        if path.is_dir():
            inside = path / "__main__.py"
            if not inside.is_file():
                raise UsageError(_say("no-main", lang, path))
            return inside
        if not path.exists():
            raise UsageError(_say("missing", lang, path, hint=_near(path, lang)))
        if not path.is_file():
            raise UsageError(_say("no-file", lang, path))
    except (OSError, ValueError) as error:
        raise UsageError(_say("unreadable", lang, path, reason=shown(_reason(error)))) from None
    return path


def read_script(path: Path, lang: Lang = "en") -> str:
    """The source of a script, checked to be Python. Raises UsageError with the sentence to show."""
    file = find_script(path, lang)
    try:
        size = file.stat().st_size
        if size > LARGEST:
            raise UsageError(_say("large", lang, file, size=size // 1_000_000))
        data = file.read_bytes()
    except OSError as error:
        raise UsageError(_say("unreadable", lang, file, reason=shown(_reason(error)))) from None
    source = decode(data, file.name, lang)
    check_syntax(source, file.name, lang)
    return source


def decode(data: bytes, name: str, lang: Lang = "en") -> str:
    """Bytes → source as Python reads it: byte order mark, coding line, universal newlines."""
    if data.startswith(UTF16):
        raise UsageError(_say("utf-16", lang, name))
    if b"\0" in data:
        raise UsageError(_say("binary", lang, name))
    if not data.removeprefix(codecs.BOM_UTF8).strip():
        raise UsageError(_say("empty", lang, name))
    encoding = _encoding(data, name, lang)
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        raise UsageError(_undecodable(data, error, encoding, name, lang)) from None
    return io.IncrementalNewlineDecoder(None, translate=True).decode(text, final=True)


def check_syntax(source: str, name: str, lang: Lang = "en") -> None:
    """Raise UsageError with the line and the caret if this is not Python."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            ast.parse(source, filename=shown(name))
        except SyntaxError as error:
            hint = _text("python-2", lang) if PYTHON_2.search(error.msg or "") else ""
            lines = traceback.format_exception_only(error)
            raise UsageError(_say("syntax", lang, name, shown=_shown_lines(lines), hint=hint)) from None
        except (RecursionError, MemoryError):
            raise UsageError(_say("deep", lang, name)) from None
        except ValueError as error:
            raise UsageError(_say("syntax", lang, name, shown=shown(str(error)), hint="")) from None


def shown(text: str) -> str:
    """Text that is safe on a terminal: control and invisible characters written out."""
    return "".join(each if each.isprintable() or each == "\t" else ascii(each)[1:-1] for each in text)


def _shown_lines(lines: list[str]) -> str:
    return "\n".join(shown(line) for line in "".join(lines).rstrip("\n").split("\n"))


def _encoding(data: bytes, name: str, lang: Lang) -> str:
    """What the byte order mark or the coding line says; UTF-8 otherwise. The mark itself is not part of the source."""
    try:
        return tokenize.detect_encoding(io.BytesIO(data).readline)[0]
    except SyntaxError as error:
        if "invalid or missing" in (error.msg or ""):
            return "utf-8"
        raise UsageError(_say("coding", lang, name, reason=shown(error.msg or ""))) from None


def _undecodable(data: bytes, error: UnicodeDecodeError, encoding: str, name: str, lang: Lang) -> str:
    """Names the byte and its place, or says that the whole file is no text."""
    sample = data[:4096]
    if sum(byte < 32 and byte not in b"\t\n\r\f" for byte in sample) > len(sample) / 20:
        return _say("binary", lang, name)
    before = data[: error.start]
    line = before.count(b"\n") + 1
    column = error.start - (before.rfind(b"\n") + 1) + 1
    byte = data[error.start]
    return _say("undecodable", lang, name, encoding=encoding.upper(), byte=byte, line=line, column=column)


def _near(path: Path, lang: Lang) -> str:
    """The file of a similar name beside it, if there is one."""
    try:
        names = [each.name for each in path.parent.iterdir() if each.suffix in (".py", ".ipynb")]
    except OSError:
        return ""
    near = difflib.get_close_matches(path.name, names, n=1)
    return _text("near", lang).format(near=shown(near[0])) if near else ""


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)


def _text(key: str, lang: Lang) -> str:
    return SENTENCES[key][lang]


def _say(key: str, lang: Lang, name: Path | str, **values: object) -> str:
    return _text(key, lang).format(name=shown(str(name)), **values)
