"""The run that is under way: a spinner, the stage, the time, what has been counted, and a way to stop it.

What is drawn depends on the clock, the last report and the room. It is one line: where there is little room the counts
that tell least are left out.
"""

from collections.abc import Callable

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import HorizontalGroup
from textual.content import Content
from textual.widgets import Button, Static

from gradhelp.chat.turns import ProgressTurn
from gradhelp.chat.voice import Voice
from gradhelp.report.counting import fitted
from gradhelp.report.disarm import one_line
from gradhelp.tui.messages import StopRequested

FRAMES = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
FRAMES_A_SECOND = 8


class ProgressBlock(HorizontalGroup):
    """Stands above the composer as long as the run goes on."""

    def __init__(self, voice: Voice, clock: Callable[[], float]) -> None:
        super().__init__()
        self._clock = clock
        self._started = clock()
        self._stage = voice.say("stage_reading")
        self._counts: list[str] = []
        self._brief: list[str] = []
        self._stop_label = voice.say("stop")

    def compose(self) -> ComposeResult:
        """One line of text and a button."""
        yield Static(self._line(0), markup=False)
        yield Button(Content(self._stop_label), compact=True)

    def on_mount(self) -> None:
        """Keep the spinner and the time going."""
        self.set_interval(1 / FRAMES_A_SECOND, self.redraw)

    def report(self, turn: ProgressTurn) -> None:
        """The run has come this far."""
        self._stage = one_line(turn.stage)
        self._counts, self._brief = list(map(one_line, turn.counts)), list(map(one_line, turn.brief))
        self.redraw()

    def stopping(self, text: str) -> None:
        """The run has been asked to end."""
        self._stage, self._counts, self._brief = text, [], []
        self.query_one(Button).disabled = True
        self.redraw()

    def redraw(self) -> None:
        """Draw the line anew."""
        static = self.query_one(Static)
        static.update(self._line(static.size.width))

    def _line(self, room: int) -> Content:
        """For so many cells."""
        seconds = max(0.0, self._clock() - self._started)
        frame = FRAMES[int(seconds * FRAMES_A_SECOND) % len(FRAMES)]
        minutes, rest = divmod(int(seconds), 60)
        before = f"{frame} {self._stage}  "
        details = fitted([f"{minutes}:{rest:02}"], self._counts, self._brief, room - cell_len(before), cell_len)
        return Content.assemble((frame, "$accent"), before[1:], (details, "$secondary"))

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """The user pressed Stop."""
        event.stop()
        self.post_message(StopRequested())
