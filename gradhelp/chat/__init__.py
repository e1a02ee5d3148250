"""The conversation without a terminal: what was given, what is missing, when to run, what to answer.

`Conversation` is all that a front end needs; it shows the turns and takes the actions of `gradhelp.chat.turns`.
"""

from gradhelp.chat.conversation import Conversation

__all__ = ["Conversation"]
