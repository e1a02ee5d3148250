"""Calls to the conversation, one after the other in a thread of their own: reading a large paste takes a while.

Invariant: the steps of one call are shown before the next call is made, in the order in which the calls were asked for.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager

from gradhelp.chat.turns import Step

Call = Callable[[], Sequence[Step]]


class Talk:
    """`show` shows the steps of one call."""

    def __init__(self, show: Callable[[Sequence[Step]], Awaitable[None]]) -> None:
        self._show = show
        self._calls: asyncio.Queue[Call] = asyncio.Queue()
        self._open = 0

    def ask(self, call: Call) -> None:
        """Make this call when those before it are through."""
        self._open += 1
        self._calls.put_nowait(call)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Not idle meanwhile: a call is about to be asked for."""
        self._open += 1
        try:
            yield
        finally:
            self._open -= 1

    @property
    def idle(self) -> bool:
        """Whether every call has been made and shown."""
        return self._open == 0

    async def go_on(self) -> None:
        """Make the calls, for ever."""
        while True:
            call = await self._calls.get()
            try:
                await self._show(await asyncio.to_thread(call))
            finally:
                self._open -= 1
