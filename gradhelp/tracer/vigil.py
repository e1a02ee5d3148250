"""How closely a training loop is watched: until its steps tell nothing new, then the recorder falls asleep.

Awake, every probe records. Asleep, rewritten code runs plain and the history of all values is dropped; torch's hooks stay
on and look for news: a backward call never met, an optimizer never stepped, a gradient in a state it never had. News
cannot be explained by a history that has a gap; it is told, and whoever started the run has it recorded again from the
start without sleep. The recorder never wakes up within a run.
"""

from __future__ import annotations

from typing import Any, Callable, Optional

from .channel import monotonic
from .runtime import RT

PATIENCE = 128
"""So many optimizer steps without news, and the recorder falls asleep."""
SLOW = 10.0
"""Where a run may be repeated, a quarter of PATIENCE is enough once so many seconds have told nothing new."""
RESTLESS = 8
"""So many times PATIENCE where an optimizer still waits for its first step or the environment for its next rollout."""
ROLLOUTS = 2
GLANCE = 32
"""Asleep, the values of gradients are looked at once in so many steps: where they are None, in every step."""
AGAIN = 4
"""Looking again begins so many steps before the news."""
QUIET = frozenset({"start", "progress", "torch", "source"})
LETTERS = {"N": 1, "Z": 2, "F": 4, "X": 8}
NONE, ZERO, BROKEN = LETTERS["N"], LETTERS["Z"], LETTERS["X"]


class Orders:
    """What the one who starts a run asks for: the configuration's "watch".

    sleep: may the recorder fall asleep? patience: see PATIENCE. steps: end the program after so many optimizer steps.
    rest: end it once the recorder is asleep and the program has run for so many seconds. hurry: end it at news.
    again: an optimizer step at which an earlier run met news.
    """

    def __init__(self, given: Optional[dict[str, Any]] = None) -> None:
        given = given or {}
        self.sleep = bool(given.get("sleep", True))
        self.patience = int(given.get("patience") or PATIENCE)
        self.steps: Optional[int] = given.get("steps")
        self.rest: Optional[float] = given.get("rest")
        self.hurry = bool(given.get("hurry"))
        self.again: Optional[int] = given.get("again")


class Habits:
    """In which states the gradients of one optimizer have been, parameter by parameter."""

    def __init__(self) -> None:
        self._seen: list[int] = []
        self._all_zero = False

    def learn(self, letters: str) -> bool:
        """Take note of the states at a step; whether any of them is new."""
        seen, new = self._seen, len(letters) > len(self._seen)
        seen.extend([0] * (len(letters) - len(seen)))
        self._all_zero = self._all_zero or _only_zero(letters)
        for position, letter in enumerate(letters):
            bit = LETTERS[letter]
            if not seen[position] & bit:
                seen[position] |= bit
                new = True
        return new

    def lost(self, parameters: list[Any]) -> bool:
        """Whether one that always had a gradient has none."""
        return any(p.grad is None and not seen & NONE for p, seen in zip(parameters, self._seen))

    def broken(self, letters: str) -> str:
        """ "nonfinite-gradients", "zero-gradients" or "": what is wrong at a step and never was before.

        Single gradients turn zero all the time, behind a ReLU for one; all of them do not.
        """
        if any(letter == "X" and not seen & BROKEN for letter, seen in zip(letters, self._seen)):
            return "nonfinite-gradients"
        return "zero-gradients" if _only_zero(letters) and not self._all_zero else ""


class Vigil:
    """One run's. `send` writes an event; `end(why)` ends the program and does not return; `tick()` is called now and then."""

    def __init__(
        self, orders: Orders, send: Callable[..., None], end: Callable[[str], None], tick: Callable[[], None]
    ) -> None:
        self.orders, self._send, self._end, self._tick = orders, send, end, tick
        self.steps = 0
        self.asleep = self.disturbed = False
        self._began = monotonic()
        self._last_news, self._news_at = 0, self._began
        self._rollouts = self._asleep_for = 0
        self._acted = self._acts = False
        self._habits: dict[int, Habits] = {}
        self._followed: set[Any] = set()
        self._before: Any = None

    # -- awake -----------------------------------------------------------------------------------------------------
    def heard(self, event: str, fields: dict[str, Any]) -> None:
        """An event was written. A moment tells something new where it follows what it never followed."""
        if event in QUIET:
            return
        if event == "moment":
            span = fields.get("span") or {}
            key = (fields.get("what"), span.get("file"), span.get("line"), span.get("column"))
            pair, self._before = (self._before, key), key
            if pair in self._followed:
                return
            self._followed.add(pair)
        self._stir()

    def acted(self) -> None:
        """An environment was stepped."""
        self._acted = self._acts = True

    def _stir(self) -> None:
        self._last_news, self._news_at, self._rollouts = self.steps, monotonic(), 0

    def before_step(self, number: int, letters: str) -> bool:
        """The states of the gradients at a step; whether some parameter's is new."""
        new = self._habits.setdefault(number, Habits()).learn(letters)
        if new:
            self._stir()
        return new

    def after_step(self, waiting: bool) -> None:
        """`waiting`: some optimizer has not been stepped yet."""
        self.steps += 1
        self._tick()
        if self.orders.steps is not None and self.steps >= self.orders.steps:
            self._end("steps")
        if self.asleep:
            self._asleep_for += 1
            rested = self.orders.rest is not None and monotonic() - self._began >= self.orders.rest
            if rested and self._asleep_for >= self.orders.patience:
                self._end("nothing-new")
        elif self.orders.sleep and self._is_used_to_it(waiting):
            self.asleep = True
            fall_asleep()
            self._send("asleep", steps=self.steps, patience=self.steps - self._last_news)

    def _is_used_to_it(self, waiting: bool) -> bool:
        if self._acted:
            self._acted = False
            self._rollouts += 1
        quiet = self.steps - self._last_news
        unfinished = waiting or (self._acts and self._rollouts < ROLLOUTS)
        if unfinished:
            return quiet >= self.orders.patience * RESTLESS
        slow = self.orders.rest is not None and monotonic() - self._news_at >= SLOW
        return quiet >= self.orders.patience / (4 if slow else 1)

    @property
    def looks_again(self) -> bool:
        """Whether this step is the one from which on an earlier run's news are looked at."""
        return self.orders.again is not None and self.steps == max(1, self.orders.again - AGAIN)

    # -- asleep ----------------------------------------------------------------------------------------------------
    def glance(self, number: int, parameters: list[Any], states: Callable[[list[Any]], str]) -> None:
        """A step of an optimizer that has been stepped before."""
        habits = self._habits.get(number)
        if self.disturbed or habits is None:
            return
        if habits.lost(parameters):
            self.news("none-gradients")
        elif self.steps % GLANCE == 0:
            broken = habits.broken(states(parameters))
            if broken:
                self.news(broken)

    def raised(self, error: BaseException) -> None:
        """The program ends in `error`. An interrupt comes from whoever stops it, and is nothing that the program did."""
        if self.asleep and not isinstance(error, KeyboardInterrupt):
            self.news("error")

    def news(self, why: str) -> None:
        """Something happened for the first time, and the recorder is asleep."""
        if self.disturbed:
            return
        self.disturbed = True
        self._send("news", why=why, steps=self.steps)
        if self.orders.hurry:
            self._end("news")


def _only_zero(letters: str) -> bool:
    return "Z" in letters and "F" not in letters and "X" not in letters


def fall_asleep() -> None:
    """Probes stop recording, and what they know is dropped."""
    RT.turn(False)
    RT.forget_values()
