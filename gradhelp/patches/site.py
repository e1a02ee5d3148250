"""What a kind of edit may look at: what the check saw, the run, and the user's files as trees."""

from dataclasses import dataclass, field

from gradhelp.checks import Candidate, Sighting
from gradhelp.facts.graph import Path
from gradhelp.facts.run import Run
from gradhelp.model.evidence import Observation
from gradhelp.model.span import Span
from gradhelp.patches.draft import Draft, NotApplicable
from gradhelp.patches.tree import Tree, Unparsable


@dataclass
class Project:
    """The user's files that a run speaks of, each parsed when it is first asked for."""

    sources: dict[str, str]
    _trees: dict[str, Tree | None] = field(default_factory=dict)

    def tree(self, file: str) -> Tree | None:
        """A file of the user's own that parses; None for any other."""
        if file not in self._trees:
            self._trees[file] = self._parse(file)
        return self._trees[file]

    def _parse(self, file: str) -> Tree | None:
        text = self.sources.get(file)
        if text is None or file.startswith(("/", "<")):
            return None
        try:
            return Tree(file, text)
        except Unparsable:
            return None


@dataclass(frozen=True)
class Site:
    """One finding that is to be mended. `evidence` is the candidate's own."""

    run: Run
    candidate: Candidate | Sighting
    project: Project

    @property
    def evidence(self) -> Observation:
        """What the check saw."""
        return self.candidate.evidence

    @property
    def where(self) -> Span:
        """The place to blame."""
        return self.evidence.where

    @property
    def path(self) -> Path | None:
        """The path on which the cut lies."""
        return self.candidate.path if isinstance(self.candidate, Candidate) else None

    def tree(self, file: str = "") -> Tree:
        """The file of the finding, or another one. Raises NotApplicable where it is not to be changed."""
        found = self.project.tree(file or self.where.file)
        if found is None:
            raise NotApplicable("the place is not in a file of the user's that can be parsed")
        return found

    def seen(self, name: str, default: object = "") -> object:
        """A field of the evidence, whichever check it is of."""
        return getattr(self.evidence, name, default)

    def draft(self) -> Draft:
        """A change with nothing in it yet."""
        return Draft()
