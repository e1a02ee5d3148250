"""Needs as people type them in a chat: "torch, contacts, 1000 environments on a GPU", "接触，JAX，没有 GPU"."""

import re

from gradhelp.recommend.needs import Needs

_SIGNS: dict[str, tuple[tuple[str, object], ...]] = {
    "framework": ((r"jax", "jax"), (r"py?torch|torch", "torch")),
    "contacts": ((r"(?:no|without) contacts?|没有接触|无接触|不接触", False), (r"contacts?|touch|接触|碰撞", True)),
    "device": ((r"no gpu|without (?:a )?gpu|cpu|laptop|没有 ?gpu|没有显卡", "cpu"), (r"gpus?|cuda|显卡", "gpu")),
    "platform": ((r"windows", "windows"), (r"macos|mac", "macos"), (r"linux", "linux")),
    "sim_to_real": ((r"sim[- ]?to[- ]?real|sim2real|real robot|真实机器人|真机|实机", True),),
    "permissive": ((r"commercial|permissive|商用|商业", True),),
    "gradients": (
        (r"no gradients?|without gradients?|ppo|model-free|不需要梯度|不要梯度|无梯度", False),
        (r"gradients?|differentiab\w*|back-?\s?prop\w*|可微\w*|梯度|反传|反向传播", True),
    ),
    "domain": (
        (r"pendulum|toy|倒立摆", "toy"), (r"soft|deformable|软体|柔性", "soft"), (r"cloth|布料", "cloth"),
        (r"fluids?|流体", "fluid"), (r"kinematics|运动学", "kinematics"), (r"swarm|multi-agent|多智能体", "multi-agent"),
        (r"driving|驾驶", "driving"), (r"mpc|trajectory optimi[sz]ation|轨迹优化", "optimisation"),
        (r"quadruped|legged|locomotion|足式|四足", "locomotion"), (r"grasp\w*|manipulation|抓取|操作", "manipulation"),
    ),
}  # fmt: skip
_PARALLEL = re.compile(r"(\d[\d,]{0,8})\s*(?:parallel|environments?|envs?|个?(?:并行)?环境)")
_HORIZON = re.compile(r"(\d{1,6})\s*(?:steps?|步)")
_MOST = 10_000_000
_FILLERS = re.compile(
    r"\b(?:with|without|and|an?|on|the|in|i|we|need|want|use|for|at once|about)\b|我|需要|想要|和|有|要|用|的|同时|大约"
)
_LEFT_OVER = 4
"""Letters that may remain of a message that is nothing but needs."""


def needs_of_words(text: str) -> Needs:
    """What a message says of the needs; nothing where it says nothing."""
    plain = " ".join(text.lower().split())
    said = {key: value for key, signs in _SIGNS.items() if (value := _first(plain, signs)) is not None}
    if (count := _number(_PARALLEL, plain)) is not None:
        said["parallel"] = count
    if (steps := _number(_HORIZON, plain)) is not None:
        said["horizon"] = steps
    return Needs.model_validate(said)


def speaks_of_needs_only(text: str) -> bool:
    """Whether a message is a list of needs and hardly anything else: "jax, contacts, a GPU"."""
    plain = " ".join(text.lower().split())
    if needs_of_words(plain) == Needs():
        return False
    for pattern in (_PARALLEL, _HORIZON):
        plain = pattern.sub(" ", plain)
    for sign in (sign for signs in _SIGNS.values() for sign, _ in signs):
        plain = re.sub(rf"(?<![a-z])(?:{sign})(?![a-z])", " ", plain)
    return len(re.sub(r"\W", "", _FILLERS.sub(" ", plain))) <= _LEFT_OVER


def _first(text: str, signs: tuple[tuple[str, object], ...]) -> object:
    """The value of the first sign that stands in `text`; Latin words only as wholes."""
    return next((value for pattern, value in signs if re.search(rf"(?<![a-z])(?:{pattern})(?![a-z])", text)), None)


def _number(pattern: re.Pattern[str], text: str) -> int | None:
    match = pattern.search(text)
    value = int(match[1].replace(",", "")) if match else 0
    return value if 0 < value <= _MOST else None
