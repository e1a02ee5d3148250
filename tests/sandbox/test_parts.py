"""The small parts: output, events, translation, sentences, the process table, the saved recording."""

import json
import os
import string
import subprocess
import sys
from pathlib import Path

import pytest

from gradhelp.errors import UsageError
from gradhelp.facts.recording import Recording
from gradhelp.sandbox.output import HEAD, TAIL, Kept, Replacer, Stream
from gradhelp.sandbox.plan import RunPlan
from gradhelp.sandbox.tail import EventTail
from gradhelp.sandbox.translation import Translation
from gradhelp.sandbox.tree import process, send, table
from gradhelp.sandbox.wording import SENTENCES, size


def test_short_text_is_kept_whole():
    kept = Kept()
    for piece in ("a" * HEAD, "b" * TAIL):
        kept.add(piece)
    assert kept.text() == "a" * HEAD + "b" * TAIL


def test_long_text_loses_its_middle():
    kept = Kept()
    for number in range(100_000):
        kept.add(f"{number:09}\n")
    text = kept.text()
    assert text.startswith("000000000\n")
    assert text.endswith("000099999\n")
    assert f"[... {1_000_000 - HEAD - TAIL} characters ...]" in text


@pytest.mark.parametrize("cut", range(1, 12))
def test_a_path_is_replaced_however_it_is_cut(cut):
    replacer = Replacer("/tmp/copy", "/home")
    text = "x/tmp/copy/a /tmp/cop /tmp/copy/tmp/"
    pieces = [text[i : i + cut] for i in range(0, len(text), cut)]
    told = "".join(replacer.feed(piece) for piece in pieces) + replacer.feed("", final=True)
    assert told == "x/home/a /tmp/cop /home/tmp/"


def test_output_without_a_newline_is_shown_at_once():
    stream = Stream(Replacer("/tmp/copy", "/home"))
    assert stream.feed(b"50% \r") == "50% \r"
    assert stream.feed(b"\xe6\xa2") == ""
    assert stream.feed(b"\xaf\xff") == "梯\ufffd"
    assert stream.total == 9


def test_events_are_read_while_they_are_written(tmp_path):
    path = tmp_path / "events"
    path.touch()
    with EventTail(path, 1000, lambda event: event) as tail, path.open("ab", buffering=0) as writer:
        assert list(tail.read()) == []
        writer.write(b'{"event": "a"}\n{"event"')
        assert list(tail.read()) == [{"event": "a"}]
        writer.write(b': "b"}\nrubbish\n{"event": "c"}')
        assert list(tail.read()) == [{"event": "b"}]
        assert list(tail.finish()) == [{"event": "c"}]
        assert (tail.damaged, tail.truncated) == (1, False)


def test_an_event_that_was_cut_short_is_counted(tmp_path):
    path = tmp_path / "events"
    path.write_bytes(b'{"event": "a"}\n{"event": "b"')
    with EventTail(path, 1000, lambda event: event) as tail:
        assert list(tail.finish()) == [{"event": "a"}]
        assert tail.damaged == 1


def test_paths_become_the_users():
    translation = Translation("/tmp/copy/p", "/home/p", "scripts")
    event = {
        "event": "exception",
        "message": "no /tmp/copy/p/data.csv",
        "frames": [{"file": "scripts/go.py"}, {"file": "lib/x.py"}, {"file": "/usr/lib/y.py"}, {"file": "<string>"}],
        "cause": {"frames": [{"file": "/tmp/copy/p/scripts/in.py"}], "count": 3},
    }
    assert translation.event(event) == {
        "event": "exception",
        "message": "no /home/p/data.csv",
        "frames": [{"file": "go.py"}, {"file": "../lib/x.py"}, {"file": "/usr/lib/y.py"}, {"file": "<string>"}],
        "cause": {"frames": [{"file": "in.py"}], "count": 3},
    }
    plain = {"event": "file", "path": "go.py"}
    assert Translation("/tmp/copy/p", "/home/p", ".").event(plain) is plain


@pytest.mark.parametrize("key", SENTENCES)
def test_both_languages_say_the_same(key):
    english, chinese = SENTENCES[key]
    fields = [{name for _, name, _, _ in string.Formatter().parse(text) if name} for text in (english, chinese)]
    assert fields[0] == fields[1]
    assert english.isascii()
    assert any("\u4e00" <= letter <= "\u9fff" for letter in chinese)


def test_every_sentence_is_used():
    folder = Path(__file__).parents[2] / "gradhelp" / "sandbox"
    code = "".join(path.read_text() for path in folder.glob("*.py") if path.name != "wording.py")
    assert [key for key in SENTENCES if f'"{key}"' not in code] == []


def test_sizes_read_well():
    told = [size(count) for count in (0, 999, 1500, 50_000_000, 2e9, 3e12)]
    assert told == ["0 B", "999 B", "1.5 kB", "50 MB", "2.0 GB", "3.0 TB"]


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc")
def test_a_process_is_told_from_another_with_its_number():
    mine = process(os.getpid())
    assert mine is not None
    assert mine.parent == os.getppid()
    assert mine.resident > 1_000_000
    assert table()[mine.pid] == mine
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as other:
        real = process(other.pid)
        assert real is not None
        send(type(real)(real.pid, real.born + 1), 9)
        assert other.poll() is None
        send(real, 9)
        assert other.wait() == -9
    assert process(other.pid) is None


def write(path: Path, *events: object, end: str = "\n") -> Path:
    path.write_text("\n".join(json.dumps(event) for event in events) + end)
    return path


def test_a_recording_cut_short_is_read(tmp_path):
    path = write(tmp_path / "x", {"event": "start", "wire": 1}, {"event": "torch"}, end='\n{"event": "pro')
    recording = Recording.load(path)
    assert [event["event"] for event in recording.events] == ["start", "torch"]
    assert recording.process == {}
    assert recording.last("start") == {"event": "start", "wire": 1}


@pytest.mark.parametrize(
    "content", [b"", b"\n", b"\x80\x00rubbish", b"[1]\n[2]\n", b'{"a": 1}\n', b'{"event": "torch"}\n', b"{}\n" * 3]
)
def test_what_is_no_recording_is_refused(tmp_path, content):
    path = tmp_path / "x"
    path.write_bytes(content)
    with pytest.raises(UsageError, match="not a recording"):
        Recording.load(path)


def test_another_format_is_refused(tmp_path):
    with pytest.raises(UsageError, match="format 2; this gradhelp reads format 1"):
        Recording.load(write(tmp_path / "x", {"event": "start", "wire": 2}))
    with pytest.raises(UsageError, match="cannot be read"):
        Recording.load(tmp_path / "none")
    with pytest.raises(UsageError, match="cannot be written"):
        Recording(()).save(tmp_path / "no" / "folder")


def test_memory_is_bounded_by_default():
    assert 0 < RunPlan(module="x").limits.memory <= 16 * 2**30
