"""What stands there before anything has been said: what to give, and an example of it."""

from textual.app import ComposeResult
from textual.containers import VerticalGroup
from textual.widgets import Static

from gradhelp.chat.voice import Voice


class WelcomeBlock(VerticalGroup):
    """On small screens the example is left out."""

    def __init__(self, voice: Voice) -> None:
        super().__init__()
        self._voice = voice

    def compose(self) -> ComposeResult:
        """A sentence, an example, a hint."""
        yield Static("gradhelp", markup=False, classes="title")
        yield Static(self._voice.say("welcome"), markup=False)
        yield Static(self._voice.say("welcome_example"), markup=False, classes="example")
        yield Static(self._voice.say("welcome_more"), markup=False, classes="more")
