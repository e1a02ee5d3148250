"""What a diagnosis knows of one line of the user's files: its place in the chain, and what was recorded of it.

Invariant: nothing is said that neither the chain nor the recording shows; a line that neither speaks of is called so.
"""

from collections.abc import Iterator

from gradhelp.chat.places import Place
from gradhelp.chat.voice import Voice
from gradhelp.diagnose import Result
from gradhelp.facts.node import Node, node_of
from gradhelp.model.diagnosis import ChainLink, Finding
from gradhelp.report.tame import code, tamed_line

MOST_SHOWN = 4


class Lines:
    """Writes Markdown in the language of the voice."""

    def __init__(self, voice: Voice) -> None:
        self._say = voice.say

    def about(self, place: Place, result: Result, finding: Finding) -> str:
        """Everything that is known of the line, seen from that finding."""
        file = self._file(place, result, finding)
        text = result.sources.get(file)
        lines = text.splitlines() if text is not None else []
        if text is not None and not 0 < place.line <= len(lines):
            return self._say("line_beyond_md", file=code(file), count=len(lines))
        shown = lines[place.line - 1].strip() if lines else ""
        head = self._say("place_md", file=code(file), line=place.line) + (f" · {code(shown)}" if shown else "")
        return "\n\n".join([f"**{head}**", *self._known(file, place.line, shown, result, finding)])

    def _file(self, place: Place, result: Result, finding: Finding) -> str:
        """The file that is meant: the one that is named; else the nearest to the finding that has so many lines."""
        wanted = place.file.replace("\\", "/").removeprefix("./")
        near = dict.fromkeys([finding.file, *(link.file for link in finding.chain), *result.sources])
        if wanted:
            return next((each for each in near if f"/{each}".endswith(f"/{wanted}")), wanted)
        lengths = {each: len(result.sources.get(each, "").splitlines()) for each in near}
        return next((each for each, length in lengths.items() if 0 < place.line <= length), finding.file)

    def _known(self, file: str, line: int, shown: str, result: Result, finding: Finding) -> Iterator[str]:
        links = [(at, link) for at, link in enumerate(finding.chain) if (link.file, link.line) == (file, line)]
        is_place = (finding.file, finding.line) == (file, line)
        if is_place and not any(link.role == "cut" for _, link in links):
            yield self._say("line_is_finding_md", title=tamed_line(finding.title))
        elif links:
            yield self._place_in_chain(finding, links)
        for number, other in enumerate(result.diagnosis.findings, 1):
            if other is not finding and (other.file, other.line) == (file, line):
                yield self._say("line_other_md", number=number, title=tamed_line(other.title))
        recorded = list(self._recorded(file, line, result))
        yield from recorded
        if not recorded and not links and not is_place:
            yield self._say(self._why_nothing(shown, result))
        elif recorded and not links and not is_place:
            yield self._say("line_off_path")

    def _why_nothing(self, shown: str, result: Result) -> str:
        if not result.recording:
            return "line_not_run"
        return "line_nothing" if shown and not shown.startswith("#") else "line_blank"

    def _place_in_chain(self, finding: Finding, links: list[tuple[int, ChainLink]]) -> str:
        cuts = [at for at, link in enumerate(finding.chain) if link.role == "cut"]
        if not cuts:
            return self._say("line_in_chain", role=self._say(f"role_{links[-1][1].role}"))
        cut = finding.chain[cuts[0]]
        if any(at in cuts for at, _ in links):
            return self._say("line_is_cut")
        key = "line_is_before_md" if links[-1][0] < cuts[0] else "line_is_after_md"
        return self._say(key, place=self._say("place_md", file=code(cut.file), line=cut.line))

    def _recorded(self, file: str, line: int, result: Result) -> Iterator[str]:
        if result.recording is None:
            return
        raw = (each for event in result.recording.of("ledger") for each in event.get("nodes", ()))
        nodes = [node_of(each) for each in raw]
        here = {
            node.span.code: node for node in nodes if node.span and (node.span.file, node.span.line) == (file, line)
        }
        items = [self._value(shown, node) for shown, node in list(here.items())[:MOST_SHOWN]]
        if items:
            yield "\n".join(items)
        if any(node.off and (node.off.file, node.off.line) == (file, line) for node in nodes):
            yield self._say("line_switches_off")
        moments = {
            each["what"]
            for each in result.recording.of("moment")
            if (span := each.get("span")) and (span.get("file"), span.get("line")) == (file, line)
        }
        for what in ("backward", "step", "zero_grad", "clip"):
            if what in moments:
                yield self._say(f"line_moment_{what}")

    def _value(self, shown: str, node: Node) -> str:
        grad_fn = f" ({code(node.grad_fn)})" if node.grad_fn else ""
        return self._say("line_live_md" if node.live else "line_dead_md", code=code(shown), grad_fn=grad_fn)
