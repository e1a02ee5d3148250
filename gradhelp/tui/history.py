"""The messages sent so far, to go back and forth in. What is being written is kept at the end of them."""

LONGEST = 200


class History:
    """Invariant: going back and then forward as often ends at the unsent draft."""

    def __init__(self) -> None:
        self._sent: list[str] = []
        self._back = 0
        self._draft = ""

    def add(self, text: str) -> None:
        """This was sent; the next step back leads to it."""
        if not self._sent or self._sent[-1] != text:
            self._sent.append(text)
        del self._sent[:-LONGEST]
        self._back = 0

    def back(self, written: str) -> str | None:
        """The message before the one shown; None where there is none. `written` is what stands in the composer."""
        if self._back == len(self._sent):
            return None
        if self._back == 0:
            self._draft = written
        self._back += 1
        return self._sent[-self._back]

    def forward(self) -> str | None:
        """The message after the one shown, at last the draft; None where there is nothing further."""
        if self._back == 0:
            return None
        self._back -= 1
        return self._sent[-self._back] if self._back else self._draft
