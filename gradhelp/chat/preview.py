"""What would be run, in a sentence: the interpreter, the isolation, the bounds. Asked for once a folder."""

from collections.abc import Callable
from pathlib import Path

from gradhelp.chat.case import Case
from gradhelp.chat.elsewhere import ALWAYS, Elsewhere, here
from gradhelp.chat.voice import Voice
from gradhelp.diagnose import Outlook, Request
from gradhelp.errors import GradhelpError

SECONDS = 60


class Preview:
    """`look` tells how a request would be run, and is called `elsewhere`; `folder` is where relative paths start."""

    def __init__(
        self,
        voice: Voice,
        folder: Path,
        python: str | None,
        look: Callable[[Request], Outlook],
        elsewhere: Elsewhere = here,
    ) -> None:
        self._voice = voice
        self._folder = folder
        self._python = python
        self._look = look
        self._elsewhere = elsewhere
        self._known: dict[Path, Outlook | None] = {}

    def asked(self, case: Case) -> str:
        """What a question says: how it would be run, and that a yes is remembered."""
        home = case.home(self._folder)
        named = self._voice.say("this_folder" if home == self._folder else "that_folder", folder=home)
        return self._voice.say("sentences", first=self.of(case), second=self._voice.say("remembers", folder=named))

    def of(self, case: Case) -> str:
        """How it is run; the isolation alone where no interpreter can be named before the run."""
        home = case.home(self._folder)
        if home not in self._known:
            self._known[home] = self._ask(case)
        known = self._known[home]
        if known is None:
            return self._voice.say("how_unknown")
        key = "how_landlock" if known.isolation == "landlock" else "how_copy"
        return self._voice.say(
            key, python=known.python, version=known.version, torch=known.torch, seconds=f"{known.timeout:g}"
        )

    def _ask(self, case: Case) -> Outlook | None:
        request = case.model_copy(update={"probe": None}).request(python=self._python, lang=self._voice.lang)
        if not isinstance(request, Request) or not request.has_script:
            request = Request(script=self._folder / "probe.py", python=self._python, lang=self._voice.lang)
        try:
            return self._elsewhere(ALWAYS, self._look, request)
        except GradhelpError:  # the run itself will say it
            return None
