"""A long conversation that goes on: its last turns are shown, the others when they are asked for."""

import pytest
from tui_samples import DIAGNOSIS, make_app, settled, until

from gradhelp.chat.turns import DiagnosisTurn, FixesTurn, NoteTurn, QuestionTurn, UserTurn
from gradhelp.diagnose import Result
from gradhelp.tui import blocks
from gradhelp.tui.blocks.earlier import AT_ONCE, held_back, whole

RESULT = Result(diagnosis=DIAGNOSIS)
FOUND, PROVED = DiagnosisTurn(result=RESULT, lang="en"), FixesTurn(result=RESULT, lang="en")
ASKED = QuestionTurn(text="Which script?")


def said(count):
    return [UserTurn(text=f"message {number}") for number in range(count)]


@pytest.mark.parametrize(("count", "held"), [(0, 0), (2 * AT_ONCE, 0), (2 * AT_ONCE + 1, AT_ONCE + 1)])
def test_only_many_turns_are_held_back(count, held):
    assert held_back(said(count)) == said(held)


def test_a_diagnosis_that_is_shown_again_with_its_proof_is_shown_once():
    note = NoteTurn(text="why")
    assert whole([FOUND, note, PROVED, note]) == [note, PROVED, note]
    assert whole([FOUND, FOUND, PROVED]) == [FOUND, PROVED]
    assert whole([PROVED, FOUND, note]) == [PROVED, FOUND, note]


async def test_a_long_session_is_shown_from_its_end_and_the_rest_on_request(folder):
    app = make_app(folder)
    everything = [*said(1), ASKED, *said(AT_ONCE + 1), FOUND, PROVED, *said(AT_ONCE)]
    store = app._conversation.store
    store.journal(folder).add(everything)
    (header,) = store.listed()
    async with app.run_test(size=(80, 30)) as pilot:
        app.resume(header)
        await settled(pilot)
        shown = app.query(blocks.UserBlock)
        assert len(shown) == AT_ONCE - 1  # the last of the turns is the note that the session goes on
        earlier = app.query_one(blocks.EarlierBlock)
        assert f"{len(everything) + 1 - AT_ONCE} earlier messages" in str(earlier.render())
        assert app.transcript.children[0] is earlier
        earlier.focus()
        await pilot.press("enter")
        await until(pilot, lambda: len(app.query(blocks.UserBlock)) == 2 * AT_ONCE - 3)
        assert len(app.query(blocks.DiagnosisBlock)) == 1
        await pilot.press("enter")
        await until(pilot, lambda: not app.query(blocks.EarlierBlock))
        assert len(app.query(blocks.UserBlock)) == 2 * AT_ONCE + 2
        texts = ["\n".join(each._lines) for each in app.query(blocks.UserBlock)]
        assert texts == [turn.text for turn in everything if isinstance(turn, UserTurn)]
        assert app.query_one(blocks.QuestionBlock).has_class("-closed")


async def test_more_is_asked_for_as_the_conversation_is_left(folder):
    app = make_app(folder)
    async with app.run_test(size=(80, 30)) as pilot:
        await app.transcript.keep_back(said(2 * AT_ONCE))
        earlier = app.query_one(blocks.EarlierBlock)
        await app.transcript.empty()
        await app.transcript.on_earlier_block_wanted(earlier.Wanted(earlier, said(2)))
        await pilot.pause()
        assert not app.query(blocks.UserBlock)
