"""The few words that templates get from filters instead of writing themselves, one set a language."""

from typing import NamedTuple

from gradhelp.catalog.rule import Lang
from gradhelp.model.diagnosis import EvidenceKind


class Words(NamedTuple):
    """`line`, `place` and `more` are format strings."""

    network: str
    comma: str
    last: str
    more: str
    line: str
    place: str
    kind: dict[EvidenceKind, str]


WORDS: dict[Lang, Words] = {
    "en": Words(
        network="the network",
        comma=", ",
        last=" and ",
        more=" and {count} more",
        line=" (line {line})",
        place="line {line} of {file}",
        kind={
            "live": "",
            "static": "This was read from the source, not observed in a run.",
            "traceback": "This was concluded from the traceback, not observed in a run.",
        },
    ),
    "zh": Words(
        network="网络",
        comma="、",
        last=" 和 ",
        more=" 等共 {total} 个",
        line="（第 {line} 行）",
        place="{file} 第 {line} 行",
        kind={
            "live": "",
            "static": "以上结论来自阅读源代码，未经实际运行观察。",
            "traceback": "以上结论来自报错回溯（traceback），未经实际运行观察。",
        },
    ),
}
