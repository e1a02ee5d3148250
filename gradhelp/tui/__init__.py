"""The chat in the terminal, built with Textual on `gradhelp.chat`."""

from gradhelp.tui.app import GradhelpApp
from gradhelp.tui.opening import run_app

__all__ = ["GradhelpApp", "run_app"]
