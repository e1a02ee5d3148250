"""Leaving in order when somebody else ends the chat: the terminal is closed, the process is asked to end."""

import asyncio
import signal
import threading
from collections.abc import Callable

ENDING = ("SIGTERM", "SIGHUP")


def leave_on_signals(leave: Callable[[int], object]) -> None:
    """Call `leave` with the exit code of the signal. Does nothing where signals cannot be caught."""
    if threading.current_thread() is not threading.main_thread():
        return
    loop = asyncio.get_running_loop()
    for name in ENDING:
        number = getattr(signal, name, None)
        if number is None:
            continue
        try:
            loop.add_signal_handler(number, leave, 128 + number)
        except NotImplementedError:  # Windows has no such handlers, and sends no such signals
            return
