"""A question about a deed ("how do I undo it?", "should I apply it?") wants an answer: it is no order to do it.

Invariant: what writes, overwrites or forgets something is done when it is said, never when it is asked about.
"""

import re
from collections.abc import Iterable

from gradhelp.chat.words import Intent, Words

DEEDS: tuple[Intent, ...] = ("apply", "undo", "save", "copy", "export", "again", "stop", "new", "quit")
_OWN = "fix|repair|patch|change|changes|file|files|answer|result|chat|conversation|check|run"
_THINGS = rf"(?: (?:it|this|that|them|back|again|(?:(?:the|my|this|that|last|whole) )+(?:{_OWN})))*"
_THINGS_ZH = r"(?:刚才|这个|那个|这次|上次|所做|的|它|修改|改动|补丁|文件|答案|结果|对话|检查|运行)*"
"""What the chat itself has. "How do I copy a tensor" speaks of something else."""


class Deeds:
    """Knows how one asks, and what the deeds are called."""

    def __init__(self, words: Words) -> None:
        asking, asking_zh = _or(words.asking.en), _or(words.asking.zh)
        self._asking = re.compile(rf"\b(?:{asking})\b|{asking_zh}")
        self._named: dict[Intent, re.Pattern[str]] = {}
        for deed in DEEDS:
            orders, orders_zh = (_or(word for word in each[deed] if word[0] != "=") for each in (words.en, words.zh))
            verbs, verbs_zh = (_or(words.en[deed]), _or(words.zh[deed]))
            alone = rf"^(?:{asking})(?: i| we| you)? (?:{verbs}){_THINGS}$"
            alone_zh = rf"^(?:我|请问|{asking_zh})*{_THINGS_ZH}(?:{verbs_zh}){_THINGS_ZH}(?:{asking_zh})*$"
            self._named[deed] = re.compile(rf"\b(?:{orders})\b|{orders_zh}|{alone}|{alone_zh}")

    def asked(self, plain: str) -> Intent | None:
        """The deed that a sentence (folded, without its last mark) asks about; None where it is an order or something else."""
        if not self._asking.search(plain):
            return None
        return next((deed for deed, named in self._named.items() if named.search(plain)), None)


def _or(spellings: Iterable[str]) -> str:
    return "|".join(re.escape(word.removeprefix("=")) for word in spellings) or "(?!)"
