"""Which simulator for this program, and why: needs → ranked choices, and what to do where none fits.

Pure functions over `knowledge/simulators/` and `knowledge/alternatives.toml`; nothing is run, no simulator is imported.
"""

from gradhelp.recommend.needs import Needs
from gradhelp.recommend.rank import Choice, choices

__all__ = ["Choice", "Needs", "choices"]
