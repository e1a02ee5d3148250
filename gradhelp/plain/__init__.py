"""The chat line by line, on any two streams."""

from gradhelp.plain.chat import PlainChat, Screen
from gradhelp.plain.messages import messages, more_on

__all__ = ["PlainChat", "Screen", "messages", "more_on"]
