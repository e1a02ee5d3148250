"""The probe is right on environments of many kinds, and names the lines."""

from pathlib import Path

import pytest

EXPECTED = {
    "point_mass": "passes",
    "half_cut": "partly",
    "dead_reward": "partly",
    "wrong_gradient": "wrong",
    "straight_through": "partly",
    "in_place": "backward-fails",
    "silent_numpy": "silent",
    "noisy": "unverified",
    "bouncing": "silent",
    "pursuit": "passes",
    "taking_turns": "refused",
    "train_wrapped": "refused",
    "Pendulum-v1": "refused",
    "three_Pendulum-v1": "refused",
    "InvertedPendulum-v5": "refused",
    "CartPole-v1": "discrete",
}
PROGRAMS = Path(__file__).parents[1] / "programs" / "environments"


@pytest.mark.parametrize(("name", "status"), EXPECTED.items())
def test_the_verdict(probed, name, status):
    result = probed[name]
    assert (result.status, result.reason) == (status, None)
    assert result.exit_code == (0 if status == "passes" else 1)
    assert result.unmeasured == ()


def line_of(program: str, text: str) -> int:
    lines = (PROGRAMS / f"{program}.py").read_text("utf-8").splitlines()
    (number,) = (number for number, line in enumerate(lines, 1) if text in line)
    return number


@pytest.mark.parametrize(
    ("program", "kind", "code", "outputs"),
    [
        ("half_cut", "cut", "self.velocity.detach()", {"observation[0]", "observation[1]", "reward"}),
        ("dead_reward", "cut", "self.state - 1.0", {"reward"}),
        ("straight_through", "cut", "(ticks - action).detach()", {"observation[0]", "reward"}),
        ("wrong_gradient", "wrong", "Spring.apply(self.x)", {"observation[0]", "observation[1]", "reward"}),
        ("silent_numpy", "cut", "action.detach()", {"observation[0]", "observation[1]", "reward"}),
    ],
)
def test_the_line_is_named(probed, program, kind, code, outputs):
    (culprit,) = probed[program].culprits
    assert (culprit.kind, culprit.span.code) == (kind, code)
    assert Path(culprit.span.file).name == f"{program}.py"
    assert culprit.span.line == line_of(program, code)
    assert set(culprit.outputs) == outputs


def test_numbers_for_display_are_no_cut(probed):
    """`info` is filled by detach() and item(): neither is blamed where the outputs are right."""
    assert probed["point_mass"].culprits == ()
    assert {term.verdict for term in probed["point_mass"].terms} == {"agrees"}
    assert all(culprit.span.code != "self.velocity.item()" for culprit in probed["half_cut"].culprits)


def test_terms_tell_a_whole_cut_from_a_part(probed):
    verdicts = {term.name: term.verdict for term in probed["half_cut"].terms}
    assert verdicts == {"observation[0]": "partly", "observation[1]": "partly", "reward": "partly"}
    slider = {term.name: term.verdict for term in probed["dead_reward"].terms}
    assert {slider[f"observation[{index}]"] for index in range(3)} == {"agrees"}
    assert {term.verdict for term in probed["Pendulum-v1"].terms} == {"cut"}


def test_the_exact_error_of_a_refusal(probed):
    for name in ("Pendulum-v1", "InvertedPendulum-v5", "train_wrapped"):
        assert probed[name].torch_action.error.startswith(
            "RuntimeError: Can't call numpy() on Tensor that requires grad"
        )
    assert "requires_grad=False" in probed["Pendulum-v1"].torch_action.detached


def test_the_interface(probed):
    assert {"step-5", "reset-pair", "reset-seeded"} <= set(probed["Pendulum-v1"].interface.api)
    assert {"step-4", "reset-alone", "reset-seedless"} <= set(probed["bouncing"].interface.api)
    assert "agents-at-once" in probed["pursuit"].interface.api
    assert "agents-in-turn" in probed["taking_turns"].interface.api
    assert probed["three_Pendulum-v1"].interface.observation == "numpy.ndarray float32 [3, 3]"
    (action,) = probed["Pendulum-v1"].interface.actions
    assert (action.shape, action.low, action.high, action.bounded) == ((1,), (-2.0,), (2.0,), True)
    assert probed["train_wrapped"].environment.endswith("PendulumEnv")


def test_differences(probed):
    assert probed["bouncing"].differences.rough
    assert not probed["noisy"].differences.usable
    assert probed["noisy"].repeats is False
    for name in ("point_mass", "Pendulum-v1", "InvertedPendulum-v5"):
        assert probed[name].repeats is True
        assert probed[name].differences.usable
        assert not probed[name].differences.rough


def test_horizon_speed_and_mujoco(probed):
    point = probed["point_mass"]
    assert point.horizon.way == "autograd"
    assert [each.steps for each in point.horizon.norms][:3] == [1, 2, 5]
    assert probed["Pendulum-v1"].horizon.way == "differences"
    assert all(probed[name].steps_per_second > 10 for name in EXPECTED)
    assert probed["InvertedPendulum-v5"].mujoco.integrator == "RK4"
    assert point.mujoco is None
