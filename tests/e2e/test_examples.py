"""The examples are user stories: each is diagnosed as its README says, with its traceback and without, in all forms."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from command import REPOSITORY, Ended, gradhelp

EXAMPLES = REPOSITORY / "examples"
ROLES = re.compile(r"(source )+(carries )*cut ((cut|lost) )*loss ")


@dataclass(frozen=True)
class Story:
    """One example: what is run, and where which rule has to point. No rule: nothing is wrong with it."""

    folder: str
    script: str = "train.py"
    rule: str = ""
    file: str = ""
    line: int = 0

    @property
    def path(self) -> Path:
        return EXAMPLES / self.folder

    @property
    def given(self) -> list[Path]:
        return [self.path / self.script]

    @property
    def with_traceback(self) -> list[str | Path]:
        return [*self.given, "-t", self.path / "traceback.txt"]

    @property
    def code(self) -> int:
        return 1 if self.rule else 0


FAULTY = [
    Story("pendulum-next-observation", "balance.py", "env-step-boundary", "balance.py", 54),
    Story("agent-numpy-roundtrip", "train.py", "numpy-roundtrip", "agent.py", 39),
    Story("ppo-stored-log-probs", "train.py", "buffer-data", "train.py", 69),
    Story("torch-env-new-leaf", "train.py", "new-leaf-tensor", "cart_env.py", 29),
    Story("imagined-rollout-no-grad", "train.py", "no-grad-region", "train.py", 68),
]
HEALTHY = Story("ppo-healthy")
BRIDGED = Story("pendulum-through-mujoco")
faulty = pytest.mark.parametrize("story", FAULTY, ids=lambda story: story.folder)
every = pytest.mark.parametrize("story", [*FAULTY, HEALTHY, BRIDGED], ids=lambda story: story.folder)


@pytest.fixture(autouse=True)
def untouched() -> Iterator[None]:
    """Whatever is run here, the examples stay as they are, and nothing is left beside them."""
    before = {path: path.read_bytes() for path in EXAMPLES.rglob("*") if path.is_file()}
    yield
    assert before == {path: path.read_bytes() for path in EXAMPLES.rglob("*") if path.is_file()}


def assert_blames(ended: Ended, story: Story) -> None:
    assert ended.code == story.code, ended.err
    assert [(f.rule, f.severity, f.evidence, f.file, f.line) for f in ended.blamed] == [
        (story.rule, "error", "live", story.file, story.line)
    ]


def test_every_example_is_told() -> None:
    assert {path.name for path in EXAMPLES.iterdir() if path.is_dir()} == {
        s.folder for s in [*FAULTY, HEALTHY, BRIDGED]
    }


@faulty
def test_the_fault_is_named_with_its_traceback(story: Story) -> None:
    ended = gradhelp("diagnose", "--no-verify", *story.with_traceback, "--format", "json")
    assert_blames(ended, story)
    chain = ended.blamed[0].chain
    assert ROLES.fullmatch("".join(f"{link.role} " for link in chain)), chain
    assert any(link.role == "cut" and (link.file, link.line) == (story.file, story.line) for link in chain)
    assert all(link.requires_grad for link in chain if link.role == "source")
    assert not any(link.requires_grad for link in chain if link.role in ("cut", "lost", "loss"))
    assert ended.blamed[0].fixes
    assert ended.diagnosis.run.executed
    assert ended.diagnosis.run.outcome == "raised"


@faulty
def test_the_fault_is_named_from_the_script_alone(story: Story) -> None:
    ended = gradhelp("diagnose", "--no-verify", *story.given, "--format", "json")
    assert_blames(ended, story)
    error = ended.diagnosis.error
    assert error is not None
    assert error.family == "no-grad-fn"
    # what the run raised is what the stored traceback tells: the example's traceback.txt is up to date
    frames = re.findall(r'File "[^"]*/(\w+\.py)", line (\d+)', (story.path / "traceback.txt").read_text("utf-8"))
    ours = [(file, int(line)) for file, line in frames if (story.path / file).is_file()]
    assert (error.file, error.line) == ours[-1]


@faulty
def test_the_report_in_text(story: Story) -> None:
    ended = gradhelp("diagnose", "--no-verify", *story.with_traceback)
    assert ended.code == 1
    assert ended.out.startswith(f"error[{story.rule}]: ")
    assert f"{story.file}:{story.line}:" in ended.out
    assert re.search(rf"^ *{story.line} ╳ ", ended.out, re.MULTILINE), "the cut is drawn at its line"
    assert "Traceback" not in ended.err


@faulty
def test_the_report_in_markdown(story: Story) -> None:
    ended = gradhelp("diagnose", "--no-verify", *story.given, "--format", "markdown")
    assert ended.code == 1
    assert story.rule in ended.out.split("\n\n")[0]
    assert re.search(rf"{re.escape(story.file)}\D{{1,12}}{story.line}\b", ended.out)


@pytest.mark.parametrize(
    ("story", "change"),
    [
        (FAULTY[2], "loss = policy_loss(rollout, advantages, rows, policy)"),
        (FAULTY[3], "self.state = torch.stack([position, speed], dim=-1)"),
    ],
    ids=["handed-over", "joined"],
)
def test_the_change_that_the_readme_tells_of_was_seen_to_work(story: Story, change: str, monkeypatch, tmp_path) -> None:
    monkeypatch.setenv("GRADHELP_CACHE", str(tmp_path))
    ended = gradhelp("diagnose", *story.given, "--format", "json")
    first = ended.blamed[0].fixes[0]
    assert first.verified, first.verification
    assert change in [line[1:].strip() for line in (first.diff or "").splitlines() if line.startswith("+")]


def test_the_report_in_chinese() -> None:
    story = FAULTY[0]
    ended = gradhelp("diagnose", "--no-verify", *story.with_traceback, "--lang", "zh")
    assert ended.code == 1
    assert f"{story.file}:{story.line}:" in ended.out
    assert "梯度" in ended.out.splitlines()[0]


@pytest.mark.parametrize("form", ["text", "json", "markdown"])
def test_the_right_program_is_healthy_in_every_form(form: str) -> None:
    ended = gradhelp("diagnose", "--no-verify", *HEALTHY.given, "--format", form)
    assert ended.code == 0
    assert not re.search(r"\b(error|warning)\[", ended.out)
    if form == "json":
        assert ended.diagnosis.status == "healthy"
        assert ended.diagnosis.findings == []
        assert ended.diagnosis.run.optimizer_steps == 64


def test_a_loss_through_the_gradient_bridge_is_healthy() -> None:
    """What is an error elsewhere, a loss on what the simulator returned, has a gradient there, and the tracer sees it."""
    ended = gradhelp("diagnose", *BRIDGED.given, "--format", "json", "--", "--iterations", "2")
    assert ended.code == 0, ended.out
    assert ended.diagnosis.status == "healthy"
    assert ended.diagnosis.findings == []
    assert ended.diagnosis.run.optimizer_steps == 2


@every
def test_the_readme_says_what_is_diagnosed(story: Story) -> None:
    text = (story.path / "README.md").read_text("utf-8")
    assert f"gradhelp diagnose examples/{story.folder}/{story.script}" in text
    if story.rule:
        assert f"`{story.rule}` at `{story.file}:{story.line}`" in text


@faulty
def test_the_traceback_names_nobody_else(story: Story) -> None:
    text = (story.path / "traceback.txt").read_text("utf-8")
    places = re.findall(r'File "([^"]*)"', text)
    assert places
    assert all(place.startswith("/home/ana/arm/") for place in places)
