"""Writes a fix into the user's files and takes it back: only ever on request.

Invariants: what is not the change that the last check has shown is never written; what was not seen to work is not
written before that was said; no file is overwritten except by a fix and its undoing, and neither where the file has
changed since. Whatever was written is remembered, so that it can be taken back after a restart as well.
"""

import shlex
from collections.abc import Callable, Iterable
from pathlib import Path

from gradhelp.chat.beside import Beside
from gradhelp.chat.repairs import Repair, meant, repairs, wanted
from gradhelp.chat.turns import Option, QuestionTurn, Step
from gradhelp.chat.voice import Voice
from gradhelp.chat.written import Change, Undone, WrittenFile, check_of, put_back
from gradhelp.diagnose import Result
from gradhelp.errors import UsageError
from gradhelp.experiments.apply import apply
from gradhelp.experiments.files import Files
from gradhelp.experiments.patching import patched
from gradhelp.report.disarm import one_line
from gradhelp.sandbox.plan import RunPlan

Remember = Callable[[Change | Undone], None]
Talked = Callable[[], tuple[Result | None, int]]
"""The result that is talked about, and which of its findings."""


class Changes:
    """`folder` is where relative paths start; `remember` keeps what was written and taken back."""

    def __init__(self, voice: Voice, folder: Path, talked: Talked, remember: Remember) -> None:
        self.written: list[Change] = []
        """What can be taken back, the last at the end."""
        self._voice = voice
        self._folder = folder
        self._talked = talked
        self._remember = remember
        self._beside = Beside(voice, folder)

    def apply(self, argument: str) -> list[Step]:
        """Write a fix over the files it changes, or ask first; their old contents stay beside them."""
        words = wanted(argument)
        repair = meant(*self._talked(), words)
        if repair is None:
            return [self._none()]
        if repair.result.plan is None or repair.result.plan.overlay:
            return [self._voice.note("apply_none" if repair.result.plan is None else "apply_pasted")]
        texts = patched(repair.result.sources, repair.diff, self._voice.lang)
        files = Files(repair.result.plan)
        rivals = self._rivals(repair, [files.path(name) for name in texts])
        if rivals and not words.instead:
            return [self._ask_instead(repair, rivals[0])]
        if not repair.told.verified and not words.anyway:
            return [self._ask_anyway(repair, words.instead)]
        undone = [step for each in reversed(rivals) for step in self._undo(each)]
        return [*undone, self._write(repair, repair.result.plan, texts)]

    def undo(self) -> list[Step]:
        """Put the old contents back that the last fix has replaced, unless a file has been changed since."""
        if not self.written:
            return [self._voice.note("undo_none")]
        told = self._undo(self.written[-1])
        return [*told, self._voice.note("undo_more", count=len(self.written))] if self.written else told

    def save(self, argument: str) -> list[Step]:
        """Put a change beside the program, as a patch."""
        words = wanted(argument)
        repair = meant(*self._talked(), words)
        if repair is None:
            return [self._none()]
        return self._beside.write(words.rest, "gradhelp.patch", repair.diff, "saved_patch")

    def _none(self) -> Step:
        """That there is no such fix, and which ones there are."""
        there = repairs(*self._talked())
        if not there:
            return self._voice.note("apply_none")
        return self._voice.note("apply_which", numbers=", ".join(each.address for each in there))

    def _rivals(self, repair: Repair, files: list[Path]) -> list[Change]:
        """What was written in place of `repair`, with all that was written after it."""
        check = check_of(repair.result.sources)
        for number, each in enumerate(self.written):
            if each.excludes(check, repair.finding, files) and each.stands:
                return self.written[number:]
        return []

    def _ask_instead(self, repair: Repair, rival: Change) -> Step:
        say, files = self._voice.say, self._names(each.path for each in rival.files)
        if (rival.finding, rival.fix) == (repair.finding, repair.fix):
            return QuestionTurn(text=say("applied_already", files=files), options=(self._again, self._take_back))
        instead = Option(label=say("option_instead"), reply=f"/apply {repair.address} instead")
        return QuestionTurn(text=say("ask_instead", files=files), options=(instead, self._again, self._take_back))

    def _ask_anyway(self, repair: Repair, instead: bool) -> Step:
        say, reason = self._voice.say, one_line(repair.told.verification)
        reply = f"/apply {repair.address}{' instead' if instead else ''} anyway"
        anyway = Option(label=say("option_anyway"), reply=reply)
        save = Option(label=say("do_save"), reply=f"/save {repair.address}")
        return QuestionTurn(text=say("ask_anyway", reason=reason).rstrip(), options=(anyway, save))

    def _write(self, repair: Repair, plan: RunPlan, texts: dict[str, str]) -> Step:
        done = apply(plan, repair.result.sources, texts, self._voice.lang)
        files = tuple(map(WrittenFile.of, done))
        change = Change(check=check_of(repair.result.sources), finding=repair.finding, fix=repair.fix, files=files)
        self.written.append(change)
        self._remember(change)
        key = "applied" if repair.told.verified else "applied_untried"
        told = self._voice.say(
            key, files=self._names(each.path for each in files), backups=self._names(each.backup for each in files)
        )
        return QuestionTurn(text=f"{told}\n{self._train(plan)}", options=(self._again, self._take_back))

    def _train(self, plan: RunPlan) -> str:
        """What to run now."""
        if plan.script is not None and plan.script.suffix == ".ipynb":
            return self._voice.say("train_notebook", file=self._name(plan.script))
        program = ["-m", plan.module or ""] if plan.script is None else [self._name(plan.script)]
        command = shlex.join([str(plan.python or "python"), *program, *plan.args])
        return self._voice.say("train", command=command)

    @property
    def _again(self) -> Option:
        return Option(label=self._voice.say("option_again"), reply="/again")

    @property
    def _take_back(self) -> Option:
        return Option(label=self._voice.say("option_undo"), reply="/undo")

    def _undo(self, change: Change) -> list[Step]:
        changed = [each for each in change.files if not each.untouched]
        if changed:
            files, backups = (each.path for each in changed), (each.backup for each in changed)
            raise UsageError(self._voice.say("undo_changed", files=self._names(files), backups=self._names(backups)))
        try:
            put_back(change)
        except OSError as error:
            raise UsageError(self._voice.say("undo_failed", reason=error.strerror or error)) from error
        self.written.remove(change)
        self._remember(Undone())
        return [self._voice.note("undone", files=self._names(each.path for each in change.files))]

    def _names(self, paths: Iterable[Path]) -> str:
        return ", ".join(map(self._name, paths))

    def _name(self, path: Path) -> str:
        return str(path.relative_to(self._folder)) if path.is_relative_to(self._folder) else str(path)
