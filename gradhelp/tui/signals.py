"""Leaving in order when somebody else ends the chat: the terminal is closed, the process is asked to end.

`end_soon` sees to it that a process which is being left is gone soon: Textual's writer dies of a terminal that is closed, and
the app then waits for it for ever.
"""

import asyncio
import os
import signal
import threading
from collections.abc import Callable

ENDING = ("SIGTERM", "SIGHUP")
GRACE = 12.0
"""Seconds in which to end the check and what belongs to it."""


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


def end_soon(code: int) -> None:
    """End the process after GRACE, should it not have ended by itself."""
    last = threading.Timer(GRACE, os._exit, (code,))
    last.daemon = True
    last.start()
