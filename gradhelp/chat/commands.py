"""What the commands do that neither answer about a diagnosis nor gather a problem: files, sessions, colours, language."""

from collections.abc import Callable, Sequence
from pathlib import Path

from gradhelp.chat.beside import Beside
from gradhelp.chat.changes import Changes
from gradhelp.chat.sessions import Header
from gradhelp.chat.turns import AnswerTurn, CopyAnswer, PickSession, Quit, SetTheme, Step
from gradhelp.chat.voice import Voice
from gradhelp.report.tame import code

THEMES = {"dark": "dark", "light": "light", "暗": "dark", "深色": "dark", "亮": "light", "浅色": "light", "": ""}
LISTED = 10
Document = Callable[[Sequence[Step]], str]


def plain_document(shown: Sequence[Step]) -> str:
    """The texts one below the other, for whoever has nothing that draws diagnoses."""
    texts = (getattr(each, "markdown", "") or getattr(each, "text", "") for each in shown)
    return "\n\n".join(text for text in texts if text) + "\n"


class Commands:
    """`document` writes as Markdown what has been said, `changes` writes fixes."""

    def __init__(
        self,
        voice: Voice,
        folder: Path,
        earlier: Callable[[], list[Header]],
        document: Document,
        changes: Changes,
    ) -> None:
        self.shown: list[Step] = []
        """What has been said so far."""
        self._voice = voice
        self._earlier = earlier
        self._document = document
        self._beside = Beside(voice, folder)
        self._does: dict[str, Callable[[str], list[Step]]] = {
            "apply": changes.apply,
            "undo": lambda _: changes.undo(),
            "save": changes.save,
            "copy": lambda _: [CopyAnswer()],
            "export": self._export,
            "history": self._history,
            "theme": self._theme,
            "help": lambda _: [AnswerTurn(markdown=self._voice.say("help_md"))],
            "lang": lambda argument: [self._voice.switch(argument)],
            "quit": lambda _: [Quit()],
        }

    def knows(self, intent: str) -> bool:
        """Whether the command is one of these."""
        return intent in self._does

    def do(self, intent: str, argument: str) -> list[Step]:
        """Carry it out. Raises GradhelpError with a sentence to show."""
        return self._does[intent](argument)

    def _history(self, _: str) -> list[Step]:
        headers = self._earlier()[:LISTED]
        if not headers:
            return [self._voice.note("history_none")]
        lines = [
            self._voice.say("history_line_md", number=number, when=f"{each.when.astimezone():%Y-%m-%d %H:%M}",
                            title=code(each.title or "…"), folder=code(each.folder))
            for number, each in enumerate(headers, 1)
        ]  # fmt: skip
        listed = "\n".join(lines)
        return [AnswerTurn(markdown=f"{listed}\n\n{self._voice.say('history_md')}"), PickSession()]

    def _theme(self, argument: str) -> list[Step]:
        if argument.lower() not in THEMES:
            return [self._voice.note("theme_which")]
        return [SetTheme(name=THEMES[argument.lower()])]

    def _export(self, argument: str) -> list[Step]:
        if not self.shown:
            return [self._voice.note("nothing_to_export")]
        return self._beside.write(argument, "gradhelp-chat.md", self._document(self.shown), "exported")
