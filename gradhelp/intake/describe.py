"""The one useful sentence about a pasted error, in the user's language."""

from typing import Literal

from gradhelp.intake.families import family
from gradhelp.intake.paste import Paste

NOTHING = {
    "en": "No error can be read here: paste the traceback from its first line to its last, or the script.",
    "zh": "这里读不出任何错误：请粘贴从第一行到最后一行的完整回溯，或粘贴脚本。",
}
NO_END = {
    "en": "The traceback breaks off before its error: please paste its last lines too.",
    "zh": "回溯在报错之前就断了：请把最后几行也粘贴进来。",
}
UNKNOWN = {
    "en": "This error is unknown to gradhelp; running the script can still show whether gradients are involved.",
    "zh": "gradhelp 不认识这个错误；运行脚本仍可看出是否与梯度有关。",
}


def describe(paste: Paste, lang: Literal["en", "zh"] = "en") -> str:
    """What the error means and, where it is no gradient problem, what to do about it."""
    if paste.error is None:
        return NOTHING[lang]
    if not paste.error.type:
        return NO_END[lang]
    known = family(paste.error.family)
    return known.sentence.of(lang) if known else UNKNOWN[lang]
