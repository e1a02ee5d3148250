"""README is true: its first diagnosis is what the command prints, its commands exist, its links lead somewhere."""

import re
import shlex

import pytest
from command import REPOSITORY, gradhelp

from gradhelp.cli.main import COMMANDS
from gradhelp.cli.stderr import ExitCode

README = (REPOSITORY / "README.md").read_text("utf-8")
LEFT_OUT = "[…]\n"


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


def parts_of_command(block: str) -> list[list[str]]:
    """The simple commands that `&&` joins."""
    (line,) = block.strip().splitlines()
    return [shlex.split(part) for part in line.split(" && ")]


def test_the_first_command_prints_what_is_shown() -> None:
    command = parts_of_command(blocks("bash")[0])[-1]
    assert command[0] == ".venv/bin/gradhelp"
    ended = gradhelp(*command[1:])
    assert ended.code == ExitCode.FOUND
    position = 0
    for part in blocks("text")[0].split(LEFT_OUT):
        position = ended.out.find(part.strip("\n"), position)
        assert position >= 0, f"not in the output, or out of order:\n{part}\n\nThe output:\n{ended.out}"


def test_the_commands_of_set_up_install_by_the_constraints() -> None:
    for block in blocks("bash"):
        make, install, _ = parts_of_command(block)
        assert make == ["python3", "-m", "venv", ".venv"]
        assert install[:4] == [".venv/bin/pip", "install", "-c", "constraints.txt"]


def test_ci_runs_the_tests_as_readme_does() -> None:
    command = parts_of_command(blocks("bash")[1])[-1]
    assert command[0] == ".venv/bin/python"
    wanted = shlex.join(["python", *command[1:]])
    assert re.search(rf"^{re.escape(wanted)} 2>&1", (REPOSITORY / ".ci/run").read_text("utf-8"), re.MULTILINE)


def test_every_command_is_in_the_table() -> None:
    table = re.findall(r"^\| `gradhelp ?(\w*)", README, re.MULTILINE)
    assert sorted(table) == sorted(["", *COMMANDS])


def test_every_exit_code_is_in_the_table() -> None:
    table = {int(code) for code in re.findall(r"^\| (\d+) \|", README, re.MULTILINE)}
    assert table == {code for code in ExitCode if code != ExitCode.INTERRUPTED}


@pytest.mark.parametrize("target", sorted(set(re.findall(r"\]\(([^)#]+)\)", README))))
def test_links_lead_somewhere(target: str) -> None:
    assert (REPOSITORY / target).exists()


def test_the_changelog_names_every_rule() -> None:
    known = {folder.parent.name for folder in (REPOSITORY / "knowledge/rules").glob("*/*/rule.toml")}
    section = (REPOSITORY / "CHANGELOG.md").read_text("utf-8").split("### Rule\n")[1].split("\n### ")[0]
    families = {folder.name for folder in (REPOSITORY / "knowledge/rules").iterdir()}
    assert set(re.findall(r"`([a-z-]+)`", section)) == known | families
