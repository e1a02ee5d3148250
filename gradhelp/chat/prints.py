"""Reads what `print(obs.requires_grad)` and its like have printed, as it is pasted, typed or told in a sentence.

Pure. A value is told by its name (`obs.requires_grad: False`, `loss.grad_fn 为 None`), by the print call above it, by a
printed tensor's own suffix, or, if nothing but bare values was given, by the order in which the prints were asked for.
"""

import re

from gradhelp.model.span import Frozen

MOST_LINES = 40
LONGEST = 4000
MOST_OTHERS = 2
"""Lines that may stand beside the values."""
_NAME = r"(?P<name>[A-Za-z_][A-Za-z0-9_.\[\]\"']{0,60}?)"
_VALUE = r"(?P<value>True|False|None|<\s?\w{1,60}Backward\w{0,10}[^>\n]{0,60}>|\w{1,60}Backward\d{1,3})"
_SAID = re.compile(
    rf"(?:{_NAME}\s?(?:\.|\s的\s?|的\s?))?(?P<what>requires_grad|grad_fn)(?![A-Za-z0-9_])\)?\s{{0,6}}(?:[:=：＝]{{1,2}}|is|was|是|为|->|→)?\s{{0,6}}{_VALUE}"
)
_TENSOR = re.compile(
    rf"(?:{_NAME}\s?[:=]\s?)?tensor\([^\n]*?(?:requires_grad=(?P<grad>True)|grad_fn=(?P<fn><\w+>))?\)$"
)
_PRINT = re.compile(rf"(?:>>>\s?)?print\(\s?{_NAME}\.(?P<what>requires_grad|grad_fn)\s?\)\s?;?\s?$")
_BARE = re.compile(_VALUE)
_SEPARATORS = re.compile(r"[\s,，、;；·/|]+")
_QUESTION = re.compile(r"[?？吗呢]\s*$")
_ORDER = (("obs", "requires_grad"), ("loss", "requires_grad"), ("obs", "grad_fn"))


class Prints(Frozen):
    """What is known of the observation and the loss; None where it is not known. `obs_fn` is "None" for no grad_fn."""

    obs: bool | None = None
    loss: bool | None = None
    obs_fn: str | None = None

    @property
    def whole(self) -> bool:
        """Whether there is nothing left to ask. A value without gradient has no grad_fn."""
        return self.obs is not None and self.loss is not None and (self.obs_fn is not None or not self.obs)

    def over(self, earlier: "Prints") -> "Prints":
        """What is known now, together with what was known before."""
        return Prints.model_validate(earlier.model_dump() | self.model_dump(exclude_none=True))


def read_prints(text: str) -> Prints | None:
    """The printed values in `text` where they are told by name; None where there are none or too much else."""
    if len(text) > LONGEST or text.count("\n") > MOST_LINES:
        return None
    found: dict[str, bool | str] = {}
    others, pending = 0, None
    for line in filter(None, map(str.strip, text.splitlines())):
        asked = _PRINT.fullmatch(line)
        said = list(_SAID.finditer(line))
        if asked:
            pending = (asked["name"], asked["what"])
        elif pending and _BARE.fullmatch(line):
            _note(found, *pending, line)
            pending = None
        elif not _tensor(found, line):
            others += not said
            for each in said:
                _note(found, each["name"] or "", each["what"], each["value"])
    if not found or others > MOST_OTHERS or (len(found) == 1 and _QUESTION.search(text)):
        return None
    return Prints.model_validate(found)


def read_bare(text: str, missing: Prints) -> Prints | None:
    """Values without names, for what is not known yet, in the order of the prints; None if there is anything else."""
    words = [word for word in _SEPARATORS.split(re.sub(r"<\s?(\w+)[^>]*>", r"\1", text.strip())) if word]
    known = missing.model_dump()
    open_ones = [each for each in _ORDER if known[_field(*each)] is None] if len(words) < len(_ORDER) else list(_ORDER)
    if not words or len(words) > len(open_ones) or not all(_BARE.fullmatch(word) for word in words):
        return None
    pairs = list(zip(open_ones, words, strict=False))
    if any((what == "requires_grad") != (word in ("True", "False")) for (_, what), word in pairs):
        return None
    found: dict[str, bool | str] = {}
    for (name, what), word in pairs:
        _note(found, name, what, word)
    return Prints.model_validate(found)


def _note(found: dict[str, bool | str], name: str, what: str, value: str) -> None:
    if what == "requires_grad":
        if value in ("True", "False"):
            found[_field(name, what)] = value == "True"
    elif value not in ("True", "False"):
        function = re.sub(r"^<\s?(\w+).*", r"\1", value)
        if _is_loss(name):
            found.setdefault("loss", function != "None")
        else:
            found["obs_fn"] = function
            if function != "None":
                found["obs"] = True


def _tensor(found: dict[str, bool | str], line: str) -> bool:
    tensor = _TENSOR.search(line)
    if tensor is None:
        return False
    name = tensor["name"] or ""
    _note(found, name, "requires_grad", str(bool(tensor["grad"] or tensor["fn"])))
    if not _is_loss(name):
        _note(found, name, "grad_fn", tensor["fn"] or "None")
    return True


def _field(name: str, what: str) -> str:
    return "loss" if _is_loss(name) else "obs" if what == "requires_grad" else "obs_fn"


def _is_loss(name: str) -> bool:
    return "loss" in name.lower()
