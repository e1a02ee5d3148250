"""Evidence of any check, made up from the types of its fields: empty names, unknown lines and hostile text included."""

from typing import Any

from hypothesis import strategies as st
from pydantic import BaseModel

from gradhelp.model.evidence import Observation

TEXTS = st.one_of(
    st.sampled_from(["", "loss", "self.actor(obs)", "a`b", "```\n# x", "<b>[x](y)\x1b[31m", "\u202e|*_x_*", "损失"]),
    st.text(max_size=120),
)
LINES = st.integers(min_value=0, max_value=10_000)


def evidence(model: type[Observation]) -> st.SearchStrategy[Any]:
    """Instances of an evidence class with every field set."""
    return _built(model)


def _built(model: type[BaseModel]) -> st.SearchStrategy[Any]:
    return st.builds(model, **{name: _of(field.annotation) for name, field in model.model_fields.items()})


def _of(annotation: Any) -> st.SearchStrategy[Any]:
    if annotation is str:
        return TEXTS
    if annotation is int:
        return LINES
    if annotation == list[str]:
        return st.lists(TEXTS, max_size=6)
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return _built(annotation)
    return st.from_type(annotation)
