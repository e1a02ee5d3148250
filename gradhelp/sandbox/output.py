"""What the script printed: decoded as it arrives, with the user's own paths, kept at its beginning and its end only."""

import codecs
from dataclasses import dataclass, field

HEAD = 64_000
TAIL = 192_000


@dataclass
class Kept:
    """A text of which only the first HEAD and the last TAIL characters are kept."""

    head: str = ""
    tail: str = ""
    dropped: int = 0

    def add(self, text: str) -> None:
        """Append to the text."""
        room = HEAD - len(self.head)
        self.head += text[:room]
        self.tail += text[room:]
        if len(self.tail) > 2 * TAIL:
            self._trim()

    def text(self) -> str:
        """What is kept, with a line in place of what is not."""
        self._trim()
        gap = f"\n[... {self.dropped} characters ...]\n" if self.dropped else ""
        return self.head + gap + self.tail

    def _trim(self) -> None:
        excess = max(0, len(self.tail) - TAIL)
        self.dropped += excess
        self.tail = self.tail[excess:]


@dataclass
class Replacer:
    """Replaces `old` by `new` in a text that arrives in pieces."""

    old: str
    new: str
    held: str = ""

    def feed(self, text: str, final: bool = False) -> str:
        """The text so far that can be told; what might be the beginning of `old` waits for the next piece."""
        text = (self.held + text).replace(self.old, self.new)
        split = len(text) if final else len(text) - self._beginning(text)
        self.held = text[split:]
        return text[:split]

    def _beginning(self, text: str) -> int:
        """The length of the longest end of `text` with which `old` begins."""
        longest = min(len(self.old) - 1, len(text))
        return next((length for length in range(longest, 0, -1) if text.endswith(self.old[:length])), 0)


@dataclass
class Stream:
    """One of the script's output streams. `total` counts the bytes that arrived."""

    replacer: Replacer
    total: int = 0
    kept: Kept = field(default_factory=Kept)
    decoder: codecs.IncrementalDecoder = field(default_factory=lambda: codecs.getincrementaldecoder("utf-8")("replace"))

    def feed(self, data: bytes, final: bool = False) -> str:
        """Take bytes; give the text to show."""
        self.total += len(data)
        text = self.replacer.feed(self.decoder.decode(data, final), final)
        self.kept.add(text)
        return text
