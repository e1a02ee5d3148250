"""Free questions, in English or Chinese, answered from the shipped knowledge, or honestly not at all.

Nothing is written for a question: what is given is a text of `knowledge/`, whole. `ask` says which, and how sure it is.
"""

from gradhelp.retrieval.search import Found, ask, language_of, prepare, topic_called
from gradhelp.retrieval.tokens import names_a_subject
from gradhelp.retrieval.topics import Topic

__all__ = ["Found", "Topic", "ask", "language_of", "names_a_subject", "prepare", "topic_called"]
