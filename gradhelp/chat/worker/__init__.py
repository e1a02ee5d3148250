"""What takes long is done in a second process, so that the chat's own is free for the keyboard.

Threads are not enough: Python's parser, and every regular expression, holds the interpreter's lock until it is through.
"""

from gradhelp.chat.worker.client import LARGE, Worker

__all__ = ["LARGE", "Worker"]
