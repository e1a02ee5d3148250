"""What the user needs of a simulator. None means that it was not said, which never counts against a simulator."""

from typing import Literal

from pydantic import Field

from gradhelp.catalog.rule import Lang
from gradhelp.catalog.simulator import Platform
from gradhelp.model.span import Frozen
from gradhelp.recommend.words import say

Domain = Literal[
    "articulated", "manipulation", "locomotion", "toy", "soft", "cloth", "fluid", "kinematics", "planar",
    "multi-agent", "vision", "driving", "navigation", "optimisation", "biomechanics", "custom",
]  # fmt: skip
LONG_HORIZON = 50
"""Steps beyond which gradients through dynamics are to be distrusted until their growth has been measured."""


class Needs(Frozen):
    """The questions that decide. `uses` are ids of simulators that the program uses already."""

    gradients: bool | None = None
    framework: Literal["torch", "jax"] | None = None
    contacts: bool | None = None
    horizon: int | None = Field(default=None, ge=1)
    """Environment steps that a loss reaches back over."""
    parallel: int | None = Field(default=None, ge=1)
    device: Literal["cpu", "gpu"] | None = None
    platform: Platform | None = None
    sim_to_real: bool | None = None
    permissive: bool | None = None
    """Whether the licence must allow closed and commercial use."""
    domain: Domain | None = None
    environment: str | None = Field(default=None, max_length=200)
    """The environment id that the program makes."""
    uses: tuple[str, ...] = ()

    @property
    def given(self) -> dict[str, str | bool | int]:
        """What was said, for the machine-readable result."""
        plain = self.model_dump(exclude_none=True, exclude={"uses"})
        return plain | ({"uses": ", ".join(self.uses)} if self.uses else {})

    def over(self, read: "Needs") -> "Needs":
        """These needs where they were said, else those that were read from the program."""
        said = {key: value for key, value in self if value not in (None, ())}
        return read.model_copy(update=said)

    def listed(self, lang: Lang) -> list[tuple[str, str]]:
        """Each need that was said, in words, with its value in words."""
        return [(say(lang, f"need_{key}"), _shown(key, value, lang)) for key, value in self.given.items()]


def _shown(key: str, value: object, lang: Lang) -> str:
    if isinstance(value, bool):
        return say(lang, "yes" if value else "no")
    return say(lang, f"domain_{value}") if key == "domain" else str(value)
