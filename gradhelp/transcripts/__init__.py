"""What was said in a conversation as Markdown: for the clipboard, for files, and for whatever shows Markdown."""

from gradhelp.transcripts.markdown import document, turn_markdown

__all__ = ["document", "turn_markdown"]
