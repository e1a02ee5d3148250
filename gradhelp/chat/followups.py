"""What is asked right after a diagnosis: where, how do you know, is the repair safe, will it train now.

Invariant: each answer comes from the result at hand; what a run did not show is said not to be known.
"""

from collections.abc import Iterator

from gradhelp.chat.elsewhere import Elsewhere, here
from gradhelp.chat.voice import Voice
from gradhelp.diagnose import Result
from gradhelp.extent import extent
from gradhelp.facts.recording import Recording
from gradhelp.facts.run import Run
from gradhelp.model.diagnosis import Finding, Fix
from gradhelp.model.matrix import LossMatrix
from gradhelp.report.disarm import disarm
from gradhelp.report.phrases import Lang
from gradhelp.report.tame import code, fenced, paragraphs, tamed_line


class FollowUps:
    """Writes Markdown in the language of the voice."""

    def __init__(self, voice: Voice, elsewhere: Elsewhere = here) -> None:
        self._voice = voice
        self._elsewhere = elsewhere
        self._say = voice.say

    def place(self, result: Result, finding: Finding) -> str:
        """Where it is, and where it only comes to light."""
        where = self._say("place_md", file=code(finding.file), line=finding.line)
        lines = result.sources.get(finding.file, "").splitlines()
        text = lines[finding.line - 1].strip() if 0 < finding.line <= len(lines) else finding.code
        return paragraphs(
            f"**{tamed_line(finding.title)}** · {where}",
            fenced(disarm(text), "python") if text else "",
            self._surfaces(result, finding),
        )

    def proof(self, result: Result, finding: Finding) -> str:
        """What the finding rests on, and what its repair rests on."""
        run = result.diagnosis.run
        seen = self._say(f"proof_{finding.evidence}")
        ran = ""
        if run.executed:
            ran = self._say(
                "proof_run_md", python=code(run.python or "?"), torch=code(run.torch or "?"),
                seconds=f"{run.seconds:.1f}", steps=run.optimizer_steps, outcome=self._say(f"outcome_{run.outcome}"),
            )  # fmt: skip
        chain = self._say("proof_chain", count=len(finding.chain)) if finding.chain and run.executed else ""
        return paragraphs(seen, ran, chain, *self._watched(result), *self._tried(finding))

    def safe(self, result: Result, finding: Finding) -> str:
        """What the repair was seen to do, what it touches, and what no run can tell."""
        if not finding.fixes:
            return self._say("no_fix")
        has_change = bool(result.change) or any(fix.diff for fix in finding.fixes)
        written = self._say("safe_written") if has_change else self._say("safe_steps")
        return paragraphs(*self._tried(finding), written, self._say("safe_limit"))

    def outlook(self, result: Result, finding: Finding) -> str:
        """Whether the repair brings the gradient back, and what that does not promise."""
        proved = _proved(finding)
        others = len(result.diagnosis.findings) - 1
        return paragraphs(
            self._say("outlook_proved_md", verification=tamed_line(proved.verification))
            if proved
            else self._say("outlook_unproved"),
            self._say("outlook_others", count=others) if others else "",
            self._say("outlook_limit"),
        )

    def networks(self, result: Result) -> str:
        """Which network gets a gradient from which term of the losses that were taken apart."""
        diagnosis = result.diagnosis
        if diagnosis.losses:
            return paragraphs(*(self._of_loss(each) for each in diagnosis.losses))
        titles = [f"**{tamed_line(finding.title)}**" for finding in diagnosis.findings]
        return paragraphs(*(titles or [tamed_line(diagnosis.summary)]), self._say("networks_unknown"))

    def _of_loss(self, loss: LossMatrix) -> str:
        where = self._say("place_md", file=code(loss.file), line=loss.line)
        rows = [self._component(loss, at, name) for at, name in enumerate(loss.components)]
        return "\n".join([self._say("networks_loss_md", loss=code(loss.loss), place=where) + "\n", *rows])

    def _component(self, loss: LossMatrix, at: int, name: str) -> str:
        terms = [(term.term, term.cells[at].state) for term in loss.terms if at < len(term.cells)]
        for state in ("reached", "non-finite", "zero"):
            if named := [code(term) for term, cell in terms if cell == state]:
                return self._say(f"networks_{state}_md", name=code(name), terms=self._say("networks_join").join(named))
        required = any(cell != "not-required" for _, cell in terms)
        return self._say("networks_not-reached_md" if required else "networks_not-required_md", name=code(name))

    def _watched(self, result: Result) -> list[str]:
        if result.recording is None:
            return []
        size = sum(map(len, result.recording.sources.values()))
        return [tamed_line(each) for each in self._elsewhere(size, _extent, result.recording, self._voice.lang)]

    def _surfaces(self, result: Result, finding: Finding) -> str:
        error = result.diagnosis.error
        if error is None or error.line is None or error.line == finding.line:
            return ""
        return self._say("surfaces_md", place=self._say("place_md", file=code(error.file or ""), line=error.line))

    def _tried(self, finding: Finding) -> Iterator[str]:
        proved = _proved(finding)
        if proved:
            yield self._say(
                "proof_fix_md", title=tamed_line(proved.title), verification=tamed_line(proved.verification)
            )
        elif finding.fixes:
            told = next((tamed_line(fix.verification) for fix in finding.fixes if fix.verification), "")
            yield self._say("proof_no_fix") + (f" {told}" if told else "")


def _extent(recording: Recording, lang: Lang) -> list[str]:
    return extent(Run(recording), lang)


def _proved(finding: Finding) -> Fix | None:
    return next((fix for fix in finding.fixes if fix.verified), None)
