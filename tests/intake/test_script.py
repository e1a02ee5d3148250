"""Scripts: decoded as Python decodes them, and refused with a sentence in the user's language."""

import pytest

from gradhelp.errors import UsageError
from gradhelp.intake.script import read_script


def refusal(path, lang="en") -> str:
    with pytest.raises(UsageError) as caught:
        read_script(path, lang)
    return str(caught.value)


@pytest.fixture
def write(tmp_path):
    def write(data, name="train.py"):
        path = tmp_path / name
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
        return path

    return write


def test_plain_script_is_read(write):
    assert read_script(write("x = 1\r\nprint(x)\r\n")) == "x = 1\nprint(x)\n"


def test_byte_order_mark_is_no_part_of_the_source(write):
    assert read_script(write(b"\xef\xbb\xbfx = 1\n")) == "x = 1\n"


def test_coding_line_is_obeyed(write):
    source = "# -*- coding: gbk -*-\nname = '机械臂'\n"
    assert read_script(write(source.encode("gbk"))) == source


def test_folder_is_run_by_its_main(tmp_path, write):
    write("x = 1\n", "__main__.py")
    assert read_script(tmp_path) == "x = 1\n"


def test_folder_without_main(tmp_path):
    assert "__main__.py" in refusal(tmp_path)
    assert "目录" in refusal(tmp_path, "zh")


def test_missing_file_suggests_the_near_one(tmp_path, write):
    write("x = 1\n", "train.py")
    assert "Did you mean train.py?" in refusal(tmp_path / "trian.py")
    assert "train.py" in refusal(tmp_path / "trian.py", "zh")
    assert "Did you mean" not in refusal(tmp_path / "zzz.py")


@pytest.mark.parametrize("data", [b"", b"  \n\n", b"\xef\xbb\xbf\n"])
def test_empty_file(write, data):
    assert "empty" in refusal(write(data))


@pytest.mark.parametrize("data", [b"\x7fELF\0\0\x01", b"PK\x03\x04\0\0", bytes(range(1, 256)) * 4])
def test_binary_file(write, data):
    assert "binary" in refusal(write(data))


def test_utf_16(write):
    assert "UTF-16" in refusal(write("x = 1\n".encode("utf-16")))


def test_wrong_byte_is_named_with_its_place(write):
    said = refusal(write(b"x = 1\ny = '\xc4\xe3'\n"))
    assert "0xc4 in line 2, column 6" in said
    assert "UTF-8" in said


def test_unknown_encoding(write):
    assert "klingon" in refusal(write("# coding: klingon\nx = 1\n"))


def test_syntax_error_shows_line_and_caret(write):
    said = refusal(write("x = 1\nfor i in range(3)\n    print(i)\n"))
    assert 'File "train.py", line 2' in said
    assert "for i in range(3)\n" in said
    assert "^" in said
    assert "SyntaxError: expected ':'" in said


def test_python_2_is_named(write):
    assert "Python 2" in refusal(write('print "x"\n'))


def test_names_and_source_cannot_write_to_the_terminal(tmp_path, write):
    assert "\x1b" not in refusal(tmp_path / "a\x1b[31m.py")
    assert "\x1b" not in refusal(write("x = '\x1b[31m\nfoo(\n"))


@pytest.mark.parametrize("name", ["a\0.py", "x" * 5000])
def test_impossible_names_are_refused(tmp_path, name):
    assert refusal(tmp_path / name)


def test_deep_nesting_is_refused(write):
    assert "train.py" in refusal(write("(" * 10_000))
    assert "nested too deeply" in refusal(write("x = " + "-" * 50_000 + "1"))
