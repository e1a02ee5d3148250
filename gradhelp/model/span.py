"""Where something stands in the user's source."""

from pydantic import BaseModel, ConfigDict


class Frozen(BaseModel):
    """Base of all nouns: immutable, and strict about fields it does not know."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Span(Frozen):
    """A stretch of source text. Lines and columns are 1-based; `end_column` is the column after the last character."""

    file: str
    """Relative to the script's folder, with forward slashes; for a notebook `name.ipynb#cell-3`."""
    line: int
    column: int = 1
    end_line: int = 0
    end_column: int = 0
    code: str = ""
    """The source text of the span, whitespace folded, at most 200 characters."""
