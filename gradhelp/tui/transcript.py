"""The conversation on the screen: one block a turn, the newest at the bottom.

It follows the end of the conversation, except that what is long to read is shown from its top.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from textual.containers import VerticalGroup, VerticalScroll
from textual.widget import Widget

from gradhelp.chat.turns import (
    AnswerTurn,
    DiagnosisTurn,
    ErrorTurn,
    FixesTurn,
    NoteTurn,
    ProbeTurn,
    ProgressTurn,
    QuestionTurn,
    Turn,
    UserTurn,
    focused,
)
from gradhelp.chat.voice import Voice
from gradhelp.model.diagnosis import Diagnosis
from gradhelp.report.phrases import Lang
from gradhelp.report.pieces import Parts
from gradhelp.transcripts import turn_markdown
from gradhelp.tui import blocks


class Painter(NamedTuple):
    """How a diagnosis is drawn, and how it is written as Markdown."""

    parts: Callable[[Diagnosis, Mapping[str, str], Lang], Parts]
    markdown: Callable[[Diagnosis, Mapping[str, str], Lang], str]


class Transcript(VerticalScroll):
    """Shows turns. At most one run is told at a time, in the dock."""

    can_focus = False

    def __init__(self, voice: Voice, painter: Painter, clock: Callable[[], float]) -> None:
        super().__init__(id="transcript")
        self._voice = voice
        self._painter = painter
        self._clock = clock
        self.dock = VerticalGroup(id="run")
        """Where the run that is under way is told: in sight, wherever the conversation is scrolled to."""
        self._progress: blocks.ProgressBlock | None = None
        self._pinned: Widget | None = None
        self._fresh = False
        """Whether the next diagnosis is that of another run than the ones that are shown."""

    async def show(self, turn: Turn) -> None:
        """Add the turn to the conversation."""
        await self.query(blocks.WelcomeBlock).remove()
        if isinstance(turn, ProgressTurn):
            if self._progress:
                self._progress.report(turn)
            return
        if isinstance(turn, FixesTurn) and await self._prove(turn):
            return
        if isinstance(turn, DiagnosisTurn | FixesTurn):
            self._close_diagnoses()
        if isinstance(turn, UserTurn):
            self._close_questions()
        block = await self._block(turn)
        await self.mount(block)
        self._follow(block)

    async def keep_back(self, turns: Sequence[Turn]) -> None:
        """These were said before what is shown next: they can be asked for."""
        await self.query(blocks.WelcomeBlock).remove()
        await self.mount(blocks.EarlierBlock(turns, self._voice))

    async def on_earlier_block_wanted(self, event: blocks.EarlierBlock.Wanted) -> None:
        """Show more of what was said before, below the block that held it."""
        event.stop()
        below: Widget = event.block
        for turn in event.turns:
            block = await self._block(turn)
            if below.parent is None:  # the conversation has been left meanwhile
                return
            await self.mount(block, after=below)
            below = block
            if isinstance(block, blocks.QuestionBlock):
                block.close()
        if not event.block.left:
            await event.block.remove()

    async def begin_run(self) -> None:
        """A run has been started."""
        await self.end_run()
        self._fresh = True
        self._progress = blocks.ProgressBlock(self._voice, self._clock)
        await self.dock.mount(self._progress)
        self._pinned = None
        self.call_after_refresh(self._settle)

    async def end_run(self) -> None:
        """The run is over."""
        if self._progress:
            await self._progress.remove()
            self._progress = None
        for block in self.query(blocks.DiagnosisBlock):
            await block.untried()

    def stopping(self) -> None:
        """The run has been asked to end."""
        if self._progress:
            self._progress.stopping(self._voice.say("stopping"))

    async def empty(self) -> None:
        """Forget everything shown."""
        await self.end_run()
        self._pinned = None
        await self.remove_children()

    async def welcome(self) -> None:
        """Say what this is and what to give it."""
        await self.mount(blocks.WelcomeBlock(self._voice))

    @property
    def last_answer(self) -> str:
        """The diagnosis or answer shown last, as Markdown; empty where there is none."""
        shown = [block for block in self.children if isinstance(block, blocks.DiagnosisBlock | blocks.AnswerBlock)]
        return shown[-1].markdown if shown else ""

    @property
    def open_options(self) -> list[Widget]:
        """The options of the question that is open."""
        return [option for question in self.query(blocks.QuestionBlock) for option in question.open_options]

    def toggle_last_long(self) -> None:
        """Fold or unfold the last long message of the user."""
        foldable = [block for block in self.query(blocks.UserBlock) if block.is_long]
        if foldable:
            foldable[-1].action_fold()

    def _follow(self, block: Widget) -> None:
        if isinstance(block, blocks.UserBlock):
            self._pinned = None
        elif isinstance(block, blocks.DiagnosisBlock | blocks.AnswerBlock):
            self._pinned = self._head_of(block)
        self.call_after_refresh(self._settle)

    def _head_of(self, block: Widget) -> Widget:
        """A short question stays in sight above its answer."""
        before = self.children[self.children.index(block) - 1]
        return before if isinstance(before, blocks.UserBlock) and not before.is_long else block

    def _settle(self) -> None:
        if self._pinned is None:
            self.scroll_end(animate=False, force=True)
        elif self._pinned.is_attached:
            self.scroll_to_widget(self._pinned, animate=False, top=True, force=True)

    def _close_questions(self) -> None:
        for question in self.query(blocks.QuestionBlock):
            question.close()

    async def _block(self, turn: Turn) -> Widget:
        match turn:
            case UserTurn(text=text):
                return blocks.UserBlock(text, self._voice)
            case AnswerTurn(markdown=markdown):
                return blocks.AnswerBlock(markdown)
            case ProbeTurn():
                return blocks.AnswerBlock(turn_markdown(turn))
            case DiagnosisTurn() | FixesTurn():
                return await self._diagnosis(turn)
            case QuestionTurn(text=text, options=options):
                return blocks.QuestionBlock(text, options)
            case NoteTurn(text=text):
                return blocks.NoteBlock(text)
            case ErrorTurn(text=text):
                return blocks.ErrorBlock(text)
        raise TypeError(type(turn).__name__)

    def _close_diagnoses(self) -> None:
        """What an earlier check has shown is not to be written once there is another."""
        if self._fresh:
            self._fresh = False
            for block in self.query(blocks.DiagnosisBlock):
                block.close()

    async def _diagnosis(self, turn: DiagnosisTurn | FixesTurn) -> Widget:
        first = turn if isinstance(turn, DiagnosisTurn) else None
        painted = await asyncio.to_thread(self._painted, turn, first.focus if first else 0)
        trying = first is not None and (first.trying or any(self._tried()))
        return blocks.DiagnosisBlock(*painted, self._voice, trying=trying)

    async def _prove(self, turn: FixesTurn) -> bool:
        """Whether there was a diagnosis whose fixes were being tried."""
        tried = self._tried()
        for block in tried:
            await block.prove(*await asyncio.to_thread(self._painted, turn, block.finding))
        if tried and self._progress is None:
            self.call_after_refresh(self._settle)
        return bool(tried)

    def _tried(self) -> list[blocks.DiagnosisBlock]:
        return [block for block in self.query(blocks.DiagnosisBlock) if block.trying]

    def _painted(self, turn: DiagnosisTurn | FixesTurn, finding: int) -> tuple[Parts, str, blocks.Deeds]:
        """Touches no widget: the templates are read with the first diagnosis, which takes a tenth of a second."""
        shown = focused(turn.result.diagnosis, finding), turn.result.sources, turn.lang
        return self._painter.parts(*shown), self._painter.markdown(*shown), blocks.Deeds.of(turn.result, finding)
