"""What the background thread and the blocks tell the app. Workers touch no widget: they post these."""

from dataclasses import dataclass

from textual.message import Message

from gradhelp.chat.turns import Outcome
from gradhelp.diagnose import Progress, Result


@dataclass
class RunProgressed(Message):
    """The run has come a little further; only the latest of these matters."""

    run: int
    progress: Progress

    def can_replace(self, message: Message) -> bool:
        """A newer report on the same run makes an older one pointless."""
        return isinstance(message, RunProgressed) and message.run == self.run


@dataclass
class RunFound(Message):
    """The run has come to a diagnosis, and goes on to try the fixes."""

    run: int
    result: Result


@dataclass
class RunEnded(Message):
    """The run is over. `outcome` is its result or what it raised; `cancelled`: it had been asked to stop."""

    run: int
    outcome: Outcome | Exception
    cancelled: bool


@dataclass
class Replied(Message):
    """The user chose an option of a question, which is the same as typing its reply."""

    text: str


@dataclass
class StopRequested(Message):
    """The user wants the check to end."""


@dataclass
class CopyRequested(Message):
    """The user wants this Markdown in the clipboard."""

    markdown: str
