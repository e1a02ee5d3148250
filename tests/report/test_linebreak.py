"""Lines of Chinese end between characters, not before a full stop and not behind a bracket; English ends at blanks."""

from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from rich.console import Console
from rich.text import Text

from gradhelp.report.linebreak import CHUNK, break_chinese_lines, join_chinese_lines, words

SAID = (
    "第 69 行取出的 `new_log_probs` 只是记录（见第 46 行），不是当前网络的输出：《书》没有路径 (英文) 回到 `policy`。"
)
mixed = st.text("ab (),.[]（）、。，中文字“” …—`_\t1f/", max_size=20)


def lines(text, width):
    break_chinese_lines()
    return [line.plain.rstrip() for line in Text(text).wrap(Console(width=width), width)]


def test_every_line_is_filled_as_far_as_it_can_be():
    for width in range(16, 60):
        shown = lines(SAID, width)
        assert all(line[0] not in "、。，：）》)" and line[-1] not in "（《(" for line in shown)
        assert all(Text(line).cell_len <= width for line in shown)
        assert any(Text(line).cell_len >= width - 3 for line in shown[:-1])


def test_names_stay_whole():
    assert [line for line in lines(SAID, 30) if "`new_log_probs`" in line]


def test_without_chinese_nothing_changes():
    said = "At line 54 of `balance.py`, `env.step(push.detach().numpy())` handed (over) it"
    assert lines(said, 24) == [
        "At line 54 of", "`balance.py`,", "`env.step(push.detach().", "numpy())` handed (over)", "it",
    ]  # fmt: skip


@given(mixed)
def test_nothing_is_lost(text):
    assert "".join(word for _, _, word in words(text)) == (text if text.strip() else "")
    position = 0
    while position < len(text):
        chunk = CHUNK.match(text, position)
        assert chunk is not None
        assert chunk.end() > position
        position = chunk.end()


def test_a_line_end_between_characters_is_no_blank():
    parser = MarkdownIt("commonmark").use(join_chinese_lines)
    assert (
        parser.render("放进缓冲区也\n不是出路；`a`\n也不是 b\n或 c\n")
        == "<p>放进缓冲区也不是出路；<code>a</code>\n也不是 b\n或 c</p>\n"
    )
