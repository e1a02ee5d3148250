"""The knowledge is read in the background, so that no key waits for the first question."""

import threading

from gradhelp.chat import Conversation
from gradhelp.tui import app as module
from gradhelp.tui.app import GradhelpApp


async def test_the_knowledge_is_read_in_another_thread(monkeypatch, tmp_path):
    read = threading.Event()
    threads = []

    def prepare():
        threads.append(threading.current_thread())
        read.set()

    monkeypatch.setattr(module, "prepare", prepare)
    monkeypatch.setattr(module, "PREPARE_AFTER", 0.01)
    app = GradhelpApp(Conversation(folder=tmp_path), lambda *_arguments, **_options: None)
    async with app.run_test() as pilot:
        while not read.is_set():
            await pilot.pause(0.01)
    assert threads != [threading.main_thread()]
