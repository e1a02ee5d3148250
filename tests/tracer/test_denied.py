"""Which files an error may speak of: those that it names, else those that the callers of what raised it hold."""

import errno
import os
from pathlib import Path

import pytest

from gradhelp.tracer.denied import denied


def caught(act):
    try:
        act()
    except (OSError, RuntimeError, ValueError, LookupError) as error:
        frames, step = [], error.__traceback__
        while step is not None:
            frames.append(step.tb_frame)
            step = step.tb_next
        return denied(error, str(error), frames, lambda frame: frame.f_code.co_name == "mine")
    return None


def library(name, mode):
    folder = Path("/data") / mode
    raise RuntimeError(f"open file failed with strerror: Permission denied ({len(name)}, {folder.name})")


class Lying(str):
    def __len__(self):
        raise AssertionError("called")


def test_the_error_names_its_files():
    def mine():
        secret = "/not/this"  # noqa: F841
        raise PermissionError(errno.EACCES, "Permission denied", "/data/from", None, b"there")

    assert caught(mine) == ["/data/from", os.path.abspath("there")]


def test_where_it_names_none_the_callers_values_are_told():
    def mine():
        odd = Lying("/odd")  # noqa: F841
        library("model.pt", "w")

    def above():
        elsewhere = "/elsewhere"  # noqa: F841
        mine()

    assert caught(above) == [os.path.abspath("model.pt"), os.path.abspath("w"), "/data/w"]


def test_a_name_relative_to_an_open_folder_is_completed():
    def mine():
        fullname = "/data/runs/a.txt"  # noqa: F841
        raise PermissionError(errno.EACCES, "Permission denied", "a.txt")

    assert caught(mine) == ["/data/runs/a.txt"]


@pytest.mark.parametrize(
    "error", [OSError(errno.ENOSPC, "No space", "/x"), ValueError("destination is read-only"), KeyError()]
)
def test_other_errors_speak_of_none(error):
    def mine():
        raise error

    assert caught(mine) == []
