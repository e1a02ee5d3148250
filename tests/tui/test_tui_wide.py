"""What is wider than the screen is never shortened: it is moved sideways, the gutter staying where it is."""

import pytest
from rich.cells import cell_len
from textual.widgets import Static
from tui_samples import CUT, DIAGNOSIS, SCRIPT, HeldRunner, make_app, screen_text, send, settled, until

from gradhelp.chat.turns import AnswerTurn
from gradhelp.model.diagnosis import ChainLink
from gradhelp.model.matrix import LossMatrix, MatrixCell, MatrixTerm
from gradhelp.tui import blocks

SIZES = [(60, 20), (80, 24), (100, 40)]
CHINESE = "梯度在这里断开了" * 6
WIDE = f'loss = network(torch.ones(2), name="{CHINESE}", scale={"1 + " * 20}1).detach().sum()'
SOURCE = SCRIPT.replace("loss = policy(torch.ones(2)).detach().sum()", WIDE)
COLUMN = WIDE.index(".detach()") + 1
FOUND = CUT.model_copy(
    update={
        "column": COLUMN,
        "end_column": COLUMN + len(".detach()"),
        "code": WIDE[: COLUMN + len(".detach()") - 1].partition("= ")[2],
        "chain": [
            ChainLink(file="train.py", line=3, code="torch.nn.Linear(2, 1)", requires_grad=True, role="source"),
            ChainLink(file="train.py", line=4, code=".detach()", requires_grad=False, role="cut"),
            ChainLink(file="train.py", line=5, code="loss", requires_grad=False, role="lost"),
        ],
    }
)
MATRIX = LossMatrix(
    file="train.py",
    line=5,
    loss="loss",
    measured=True,
    components=[f"a_rather_long_name_of_a_component_{number}" for number in range(6)],
    terms=[
        MatrixTerm(term="entropy_of_the_distribution_over_actions_that_is_very_long.mean()", coefficient=1.0, live=True,
                   cells=[MatrixCell(state="reached", norm=0.5)] * 6)
    ],
)  # fmt: skip
FENCED = f"Before.\n\n```python\n{WIDE}\nend_of_code()\n```\n\nAfter."


@pytest.fixture
def app(folder):
    (folder / "train.py").write_text(SOURCE)
    runner = WideRunner(DIAGNOSIS.model_copy(update={"findings": [FOUND], "losses": [MATRIX]}))
    runner.let_go.set()
    return make_app(folder, runner)


class WideRunner(HeldRunner):
    def __call__(self, start, **calls):
        return super().__call__(start, **calls).model_copy(update={"sources": {"train.py": SOURCE}})


async def diagnosed(pilot):
    await send(pilot, "train.py")
    await until(pilot, lambda: pilot.app.query(blocks.DiagnosisBlock) and not pilot.app.query(blocks.ProgressBlock))
    await settled(pilot)
    await pilot.pause(0.1)


@pytest.mark.parametrize("size", SIZES)
async def test_long_lines_of_source_are_whole_and_the_gutter_stays(app, size):
    async with app.run_test(size=size) as pilot:
        await diagnosed(pilot)
        source = app.query_one(blocks.Source)
        drawn = source.children[0]
        assert WIDE in drawn.render().plain
        assert "…" not in drawn.render().plain
        gutter = app.query_one(blocks.Gutter)
        assert len(str(gutter.render()).split("\n")) == len(drawn.render().plain.split("\n"))
        row = next(n for n, line in enumerate(drawn.render().plain.split("\n")) if WIDE in line)
        assert str(gutter.render()).split("\n")[row].split() == ["4", "╳"]
        assert gutter.region.y == source.region.y
        assert ".detach()" in seen(app, row)
        await until(pilot, lambda: source.max_scroll_x > 0)
        source.focus()
        await pilot.pause()
        await pilot.press("home")
        await until(pilot, lambda: source.scroll_x == 0)
        await until(pilot, lambda: "loss = network(" in seen(app, row))
        assert "4 ╳ loss" in seen(app, row)
        await pilot.press("right")
        await until(pilot, lambda: "4 ╳ etwork(" in seen(app, row))
        await pilot.press("end")
        await until(pilot, lambda: ".sum()" in seen(app, row))
        assert "4 ╳ " in seen(app, row)


def seen(app, row):
    """The row of the picture as it stands on the screen."""
    app.transcript.scroll_to_widget(app.query_one(blocks.Source), animate=False, force=True)
    lines = screen_text(app).split("\n")
    return lines[app.query_one(blocks.Source).region.y + row]


@pytest.mark.parametrize("size", SIZES)
async def test_what_is_said_of_the_source_stays_in_sight(app, size):
    async with app.run_test(size=size) as pilot:
        await diagnosed(pilot)
        drawn = app.query_one(blocks.Source)
        label = next(
            line for line in drawn.children[0].render().plain.split("\n") if "the gradient is cut here" in line
        )
        end = cell_len(label)
        assert end - drawn.scroll_x <= drawn.size.width
        assert cell_len(label[: label.index("the")]) >= drawn.scroll_x
        heads = [str(each.render()) for each in app.query(".edge").results(Static)]
        assert all(cell_len(head) <= size[0] * 2 for head in heads)
        assert "train.py:4" in heads[0]


async def test_the_table_of_loss_terms_is_whole(app):
    async with app.run_test(size=(80, 24)) as pilot:
        await diagnosed(pilot)
        table = next(each for each in app.query(blocks.Sideways) if "entropy" in each.children[0].render().plain)
        shown = table.children[0].render().plain
        assert MATRIX.components[-1] in shown
        assert MATRIX.terms[0].term in shown
        assert "…" not in shown
        await until(pilot, lambda: table.max_scroll_x > 0)
        table.focus()
        await pilot.pause()
        await pilot.press("end")
        await until(pilot, lambda: MATRIX.components[-1] in screen_text(app))


@pytest.mark.parametrize("size", SIZES)
async def test_code_in_an_answer_is_moved_by_keyboard(folder, size):
    app = make_app(folder)
    async with app.run_test(size=size) as pilot:
        await app.transcript.show(AnswerTurn(markdown=FENCED))
        await pilot.pause(0.1)
        fence = app.query_one(blocks.CodeFence)
        assert "end_of_code()" in screen_text(app)
        assert ".sum()" not in screen_text(app)
        await until(pilot, lambda: fence.focusable)
        await pilot.press("ctrl+n")
        await until(pilot, lambda: app.focused is fence)
        await pilot.press("end")
        await until(pilot, lambda: ".detach().sum()" in screen_text(app))
        await pilot.press("home", "right")
        await until(pilot, lambda: "network(" in screen_text(app) and "loss =" not in screen_text(app))


async def test_what_fits_takes_no_focus(folder):
    app = make_app(folder)
    async with app.run_test(size=(100, 40)) as pilot:
        turn = AnswerTurn(markdown="```python\nx = 1\n```")
        await app.transcript.show(turn)
        await pilot.pause(0.1)
        assert not app.query_one(blocks.CodeFence).focusable


async def test_the_same_after_the_window_has_changed(app):
    async with app.run_test(size=(100, 40)) as pilot:
        await diagnosed(pilot)
        before = app.query_one(blocks.Source).children[0].render().plain
        await pilot.resize_terminal(60, 20)
        await pilot.pause(0.1)
        assert WIDE in app.query_one(blocks.Source).children[0].render().plain
        await pilot.resize_terminal(100, 40)
        await until(pilot, lambda: app.query_one(blocks.Source).children[0].render().plain == before)
