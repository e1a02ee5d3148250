"""What a simulator is: the validated form of one file of `knowledge/simulators/`.

Everything in it was run or read on the day `checked`; `evidence` says which. Texts are Markdown without headings.
"""

from datetime import date
from typing import Literal

from pydantic import Field, HttpUrl, TypeAdapter, field_validator

from gradhelp.catalog.rule import Bilingual
from gradhelp.model.span import Frozen

Kind = Literal["engine", "environments", "library", "framework", "application", "technique"]
Framework = Literal["torch", "jax", "warp", "taichi", "tensorflow", "numpy", "c", "c++", "julia"]
Gradient = Literal["autograd", "jax", "tape", "jacobian", "depends", "none"]
TorchAction = Literal["survives", "opt-in", "bridge", "refused", "silent"]
Contacts = Literal["verified", "soft", "conditional", "prescribed", "custom", "forward", "none"]
Hardware = Literal["cpu", "nvidia", "amd", "apple", "tpu"]
Platform = Literal["linux", "windows", "macos"]
Terms = Literal["permissive", "copyleft", "restricted", "unknown"]
Maintenance = Literal["active", "young", "slow", "research", "unmaintained", "unknown"]

STALE_DAYS = 365
"""A check that is older than this is no longer trusted without a word."""

_ADDRESS = TypeAdapter(HttpUrl)


class Folklore(Frozen):
    """Something that is said about it and is wrong, or half true."""

    claim: Bilingual
    answer: Bilingual


class Simulator(Frozen):
    """One engine, library or family of environments, seen from a loss that wants a gradient."""

    id: str = Field(pattern=r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$")
    name: str = Field(min_length=1)
    kind: Kind
    engine: str = ""
    """Those of one engine take the same models and behave alike; empty where it stands alone."""
    package: str | None = None
    """What to call it on the package index; None where it is not there."""
    version: str = Field(min_length=1)
    checked: date
    evidence: Literal["ran", "read"]
    frameworks: tuple[Framework, ...] = Field(min_length=1)
    gradient: Gradient
    """How derivatives of a step are obtained: torch autograd, jax.grad, a tape of its own, Jacobians, or not at all."""
    torch_action: TorchAction
    """What becomes of an action tensor with requires_grad; `silent`: taken, and the graph ends without an error."""
    contacts: Contacts
    """How far gradients through contact can be trusted; `forward`: contact yes, gradients no."""
    parallel: int = Field(ge=1)
    """The order of magnitude of environments that step at once on suitable hardware."""
    hardware: tuple[Hardware, ...] = Field(min_length=1)
    platforms: tuple[Platform, ...] = Field(min_length=1)
    licence: str = Field(min_length=1)
    terms: Terms
    maintenance: Maintenance
    sim_to_real: bool
    """Whether its contacts are commonly used for transfer to real robots."""
    domains: tuple[str, ...] = Field(min_length=1)
    install: str = Field(min_length=1)
    aliases: tuple[str, ...] = Field(min_length=1)
    """What users call it and its environments, in lower case."""
    modules: tuple[str, ...] = ()
    """The modules by whose import a program shows that it uses it."""
    sources: tuple[str, ...] = Field(min_length=1)
    summary: Bilingual
    gradients: Bilingual
    torch: Bilingual
    limits: tuple[Bilingual, ...] = ()
    folklore: tuple[Folklore, ...] = ()
    code: str = ""
    """A template of the first lines of a program; what it may use stands in `gradhelp.recommend.code`."""

    @field_validator("sources")
    @classmethod
    def _addresses(cls, sources: tuple[str, ...]) -> tuple[str, ...]:
        for each in sources:
            _ADDRESS.validate_python(each)
        return sources

    @property
    def differentiable(self) -> bool:
        """Whether a gradient of a step can be had, by whatever means."""
        return self.gradient != "none"

    def stale(self, today: date) -> bool:
        """Whether the check is too old to be relied on."""
        return (today - self.checked).days > STALE_DAYS
