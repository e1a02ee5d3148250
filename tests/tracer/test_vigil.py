"""When the recorder falls asleep, and what it takes for news."""

from types import SimpleNamespace
from typing import Any

import pytest

from gradhelp.tracer import vigil
from gradhelp.tracer.ledger import MODULE, TENSOR, Ledger, Rec
from gradhelp.tracer.vigil import RESTLESS, Orders, Vigil

PATIENCE = 10


class Loop:
    """A training loop as the vigil hears of it."""

    def __init__(self, **orders: Any) -> None:
        self.sent: list[tuple[str, Any]] = []
        self.ended: list[str] = []
        orders = {"patience": PATIENCE, **orders}
        self.vigil = Vigil(Orders(orders), self.send, self.ended.append, lambda: None)

    def send(self, event: str, **fields: Any) -> None:
        self.sent.append((event, fields.get("why")))

    def step(self, letters: str = "FF", *, waiting: bool = False, times: int = 1) -> None:
        for _ in range(times):
            if self.vigil.asleep:
                gradients = [SimpleNamespace(grad=None if letter == "N" else letter) for letter in letters]
                self.vigil.glance(0, gradients, lambda parameters: letters)
            else:
                self.vigil.before_step(0, letters)
            self.vigil.after_step(waiting)

    @property
    def asleep(self) -> bool:
        return self.vigil.asleep


@pytest.fixture(autouse=True)
def awake(monkeypatch: pytest.MonkeyPatch) -> None:
    """The recorder of this process stays as it is."""
    monkeypatch.setattr(vigil, "fall_asleep", lambda: None)


def test_it_falls_asleep_when_nothing_new_has_come_for_long_enough() -> None:
    loop = Loop()
    loop.step(times=PATIENCE - 1)
    assert not loop.asleep
    loop.step()
    assert loop.asleep
    assert loop.sent == [("asleep", None)]


@pytest.mark.parametrize(("rest", "seconds", "asleep"), [(30, 10, True), (30, 9, False), (None, 60, False)])
def test_a_slow_program_that_can_be_run_again_is_known_sooner(monkeypatch, rest, seconds, asleep) -> None:
    now = [0.0]
    monkeypatch.setattr(vigil, "monotonic", lambda: now[0])
    loop = Loop(rest=rest)
    loop.step()
    now[0] = seconds
    loop.step(times=PATIENCE // 4)
    assert loop.asleep == asleep


@pytest.mark.parametrize("news", ["ledger", "optimizer", "broadcast", "file"])
def test_any_event_keeps_it_awake(news: str) -> None:
    loop = Loop()
    loop.step(times=PATIENCE - 1)
    loop.vigil.heard(news, {})
    loop.step(times=PATIENCE - 1)
    assert not loop.asleep


def test_a_moment_is_new_where_it_follows_another_one() -> None:
    loop = Loop()
    backward, clip = ({"what": what, "span": {"file": "a.py", "line": 1}} for what in ("backward", "clip"))
    for _ in range(PATIENCE):
        loop.vigil.heard("moment", backward)
        loop.step()
    assert not loop.asleep
    loop.vigil.heard("moment", clip)
    loop.step(times=2)
    assert not loop.asleep


def test_a_gradient_in_a_new_state_keeps_it_awake() -> None:
    loop = Loop()
    loop.step("FF", times=PATIENCE - 1)
    loop.step("FZ", times=2)
    assert not loop.asleep
    loop.step("ZF", times=PATIENCE - 3)
    assert not loop.asleep


def test_it_waits_for_the_next_rollout_and_for_the_last_optimizer() -> None:
    acting, waiting = Loop(), Loop()
    acting.vigil.acted()
    acting.step(times=PATIENCE + 5)
    assert not acting.asleep
    acting.vigil.acted()
    acting.step()
    assert acting.asleep
    waiting.step(waiting=True, times=PATIENCE * RESTLESS - 1)
    assert not waiting.asleep
    waiting.step(waiting=True)
    assert waiting.asleep


@pytest.mark.parametrize(
    ("letters", "news"),
    [("FF", None), ("ZF", None), ("NF", "none-gradients"), ("XF", "nonfinite-gradients"), ("ZZ", "zero-gradients")],
)
def test_news_while_asleep(letters: str, news: str | None) -> None:
    loop = Loop(hurry=True)
    loop.step(times=PATIENCE)
    loop.step(letters, times=vigil.GLANCE + 1)
    assert loop.sent[1:] == ([("news", news)] if news else [])
    assert loop.ended == (["news"] if news else [])


@pytest.mark.parametrize(("error", "told"), [(ValueError(), [("news", "error")]), (KeyboardInterrupt(), [])])
def test_an_error_is_news_and_an_interrupt_is_not(error: BaseException, told: list[tuple[str, str]]) -> None:
    loop = Loop()
    loop.vigil.raised(ValueError())
    loop.step(times=PATIENCE)
    loop.vigil.raised(error)
    assert [each for each in loop.sent if each[0] == "news"] == told


def test_a_run_in_place_is_not_ended_by_news() -> None:
    loop = Loop()
    loop.step(times=PATIENCE)
    loop.vigil.news("backward")
    loop.vigil.news("optimizer")
    assert (loop.sent[1:], loop.ended) == ([("news", "backward")], [])


def test_orders_end_the_program() -> None:
    counted, resting, never = Loop(steps=3, sleep=False), Loop(rest=0.0), Loop(sleep=False)
    counted.step(times=3)
    resting.step(times=2 * PATIENCE - 1)
    assert resting.ended == []
    resting.step()
    never.step(times=PATIENCE * RESTLESS * 2)
    assert (counted.ended, resting.ended, never.ended) == (["steps"], ["nothing-new"], [])
    assert not never.asleep


class Thing:
    """Something that can be referenced weakly."""


def test_the_ledger_forgets_everything_but_modules() -> None:
    ledger, module, tensor = Ledger(), Thing(), Thing()
    kept, dropped = Rec(1, None, (), MODULE, Thing), Rec(2, None, (), TENSOR, Thing)
    ledger.attach(module, kept)
    ledger.attach(tensor, dropped)
    ledger.attach_number(1.5, dropped)
    names = ledger.names()
    names["n"] = dropped
    ledger.forget_history()
    assert (ledger.known(module), ledger.known(tensor), ledger.number(1.5), dict(names)) == (kept, None, None, {})
