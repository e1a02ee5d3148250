"""What the script printed: decoded as it arrives, with the user's own paths, kept at its beginning and its end only."""

import codecs
from collections import deque
from dataclasses import dataclass, field

HEAD = 64_000
TAIL = 192_000


@dataclass
class Kept:
    """A text of which only the first HEAD and the last TAIL characters are kept."""

    head: str = ""
    _pieces: deque[str] = field(default_factory=deque)
    _length: int = 0
    _dropped: int = 0

    def add(self, text: str) -> None:
        """Append to the text."""
        room = HEAD - len(self.head)
        if room > 0:
            self.head += text[:room]
            text = text[room:]
        if not text:
            return
        self._pieces.append(text)
        self._length += len(text)
        while self._length - len(self._pieces[0]) >= TAIL:
            gone = len(self._pieces.popleft())
            self._length -= gone
            self._dropped += gone

    def text(self) -> str:
        """What is kept, with a line in place of what is not."""
        tail = "".join(self._pieces)
        dropped = self._dropped + max(0, len(tail) - TAIL)
        gap = f"\n[... {dropped} characters ...]\n" if dropped else ""
        return self.head + gap + tail[-TAIL:]


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
