"""Opening the chat in this terminal, and what is left to say where it was."""

import gc
import sys
from contextlib import suppress

from gradhelp.chat import Conversation
from gradhelp.chat.worker import Worker
from gradhelp.report.phrases import Lang
from gradhelp.transcripts import document
from gradhelp.tui.app import GradhelpApp
from gradhelp.tui.signals import end_soon


def run_app(lang: Lang, python: str | None, resume: str = "") -> int:
    """Open the chat, with an earlier conversation if `resume` is its id or `pick`; gives the exit code.

    How to go on with it later is told on standard error, if there is still anybody there to read it.
    """
    worker = Worker()
    conversation = Conversation(lang=lang, python=python, document=document, elsewhere=worker.call)
    app = GradhelpApp(conversation, worker.check, worker=worker)
    app.first, app.farewell = resume, end_soon
    gc.freeze()  # else the collector walks through all that is imported now and then, while a key waits
    try:
        left = app.run()
    finally:
        worker.end()
    if conversation.id:
        with suppress(OSError, ValueError):
            print(conversation.voice.say("go_on_later", id=conversation.id), file=sys.stderr, flush=True)
    return left if left is not None else app.return_code or 0
