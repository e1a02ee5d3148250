"""Stated needs and what an expert would take first; needs read from programs; names found in questions."""

import pytest

from gradhelp.catalog.load_simulators import load_simulators
from gradhelp.recommend import Needs, choices
from gradhelp.recommend.alternatives import alternatives, load_alternatives
from gradhelp.recommend.mentions import mentioned
from gradhelp.recommend.points import VIEWS
from gradhelp.recommend.rank import recommendation, refusals
from gradhelp.recommend.setting import needs_of_source
from gradhelp.recommend.words import table

GPU = {"device": "gpu", "parallel": 1024}
FARM = {"device": "gpu", "parallel": 4096, "sim_to_real": True, "contacts": True}

EXPERT = {
    "an observation loss through HalfCheetah, few environments, a laptop": (
        {"gradients": True, "framework": "torch", "contacts": True, "device": "cpu", "uses": ("gymnasium-mujoco",)},
        {"mujoco"},
    ),
    "Pendulum-v1 in torch": (
        {"gradients": True, "framework": "torch", "domain": "toy", "uses": ("gymnasium-classic",)},
        {"torch-rewrite"},
    ),
    "contact, a thousand environments on a GPU, torch": (
        {"gradients": True, "framework": "torch", "contacts": True, **GPU},
        {"genesis", "rewarped"},
    ),
    "an arm without contact in JAX, many at once": (
        {"gradients": True, "framework": "jax", "contacts": False, "device": "gpu", "parallel": 4096},
        {"mjx"},
    ),
    "contact in JAX": ({"gradients": True, "framework": "jax", "contacts": True}, {"mjx"}),
    "a toy in JAX": ({"gradients": True, "framework": "jax", "domain": "toy"}, {"gymnax", "gymnasium-functional"}),
    "PPO for a quadruped, to the real one, torch": (
        {"gradients": False, "framework": "torch", "permissive": True, **FARM},
        {"mjlab", "mujoco-warp"},
    ),
    "PPO for a quadruped, to the real one, JAX": (
        {"gradients": False, "framework": "jax", **FARM},
        {"mujoco-playground", "mjx"},
    ),
    "a swarm in the plane": (
        {"gradients": True, "framework": "torch", "domain": "multi-agent", "parallel": 512},
        {"vmas"},
    ),
    "inverse kinematics": ({"gradients": True, "framework": "torch", "domain": "kinematics"}, {"pytorch-kinematics"}),
    "model predictive control of an arm": (
        {"gradients": True, "framework": "torch", "contacts": False, "domain": "optimisation"},
        {"pinocchio"},
    ),
    "contact on Windows, no GPU": (
        {"gradients": True, "framework": "torch", "contacts": True, "device": "cpu", "platform": "windows"},
        {"mujoco", "mujoco-torch"},
    ),
    "fluids": ({"gradients": True, "framework": "torch", "domain": "fluid"}, {"phiflow"}),
    "dough and rope on a GPU": (
        {"gradients": True, "framework": "torch", "domain": "soft", "device": "gpu", "parallel": 64},
        {"genesis", "rewarped"},
    ),
    "kernels of one's own": ({"gradients": True, "framework": "torch", "domain": "custom", **GPU}, {"warp"}),
    "grasping from images, no gradients": (
        {"gradients": False, "framework": "torch", "domain": "vision", "device": "gpu", "parallel": 256},
        {"sapien", "isaac"},
    ),
}


@pytest.mark.parametrize(("needs", "first"), EXPERT.values(), ids=EXPERT.keys())
def test_an_expert_would_take_the_same_first(needs, first):
    found = choices(Needs(**needs))
    assert found[0].simulator.id in first
    assert found == sorted(found, key=lambda each: -each.score)


@pytest.mark.parametrize(("needs", "first"), EXPERT.values(), ids=EXPERT.keys())
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_choice_has_reasons_in_words(needs, first, lang):
    told = recommendation(Needs(**needs), lang)
    assert all(choice.why and choice.caveats for choice in told.choices if choice.score > 40)
    assert not any("{" in sentence for choice in told.choices for sentence in (*choice.why, *choice.caveats))


@pytest.mark.parametrize("simulator", load_simulators(), ids=lambda each: each.id)
def test_every_point_has_its_sentence(simulator):
    for needs, _ in EXPERT.values():
        for view in VIEWS:
            for point in view(simulator, Needs(**needs)):
                assert not point.key or all(point.key in table()[lang] for lang in ("en", "zh"))


def test_the_dead_and_the_copyleft_are_not_first():
    for needs, _ in EXPERT.values():
        assert choices(Needs(**needs))[0].simulator.maintenance != "unmaintained"
    free = choices(Needs(gradients=True, framework="torch", domain="multi-agent", permissive=True))
    assert "vmas" not in {each.simulator.id for each in free}


def test_where_nothing_fits_it_says_why_and_what_to_do():
    needs = Needs(gradients=True, framework="torch", domain="driving")
    assert choices(needs) == []
    assert refusals(needs, "en")
    assert alternatives(needs)[0].id == "learned-model"


def test_alternatives_follow_the_needs():
    many = Needs(gradients=True, contacts=True, horizon=1000, parallel=512)
    assert alternatives(many)[0].id == "policy-gradient"
    short = Needs(gradients=True, domain="optimisation", horizon=20, parallel=1, uses=("mujoco",))
    assert alternatives(short)[0].id == "analytic-derivatives"
    assert len(alternatives(Needs())) == len(load_alternatives()) == 6


PROGRAM = """
import gymnasium as gym
import torch
HORIZON = 80
envs = gym.make_vec("HalfCheetah-v5", num_envs=16)
device = torch.device("cuda:0")
for episode in range(500):
    for t in range(HORIZON):
        obs, reward, *_ = envs.step(policy(obs))
    optimizer.step()
"""


def test_needs_are_read_from_a_program():
    read = needs_of_source(PROGRAM)
    assert read == Needs(
        framework="torch", contacts=True, horizon=80, parallel=16, device="gpu",
        environment="HalfCheetah-v5", uses=("gymnasium-mujoco",),
    )  # fmt: skip
    assert Needs(horizon=5, device="cpu").over(read).horizon == 5
    assert Needs(horizon=5).over(read).parallel == 16


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", Needs()),
        ("def (", Needs()),
        ("import jax\nfrom mujoco import mjx", Needs(framework="jax", uses=("mjx", "mujoco"))),
        (
            "import gymnasium\nenv = gymnasium.make('Pendulum-v1')",
            Needs(contacts=False, domain="toy", environment="Pendulum-v1", uses=("gymnasium-classic",)),
        ),
        ("for i in range(10):\n    optimizer.step()", Needs()),
        ("x = load('data/halfcheetah.npz')", Needs(contacts=True, environment="data/halfcheetah.npz")),
    ],
)
def test_what_is_not_said_stays_unknown(text, expected):
    read = needs_of_source(text)
    assert read.model_copy(update={"uses": tuple(sorted(read.uses))}) == expected


@pytest.mark.parametrize(
    ("question", "ids"),
    [
        ("can I back-propagate through HalfCheetah?", ["gymnasium-mujoco"]),
        ("mjx or brax?", ["mjx", "brax"]),
        ("is mujoco warp differentiable", ["mujoco-warp"]),
        ("mujoco-torch还是genesis？", ["mujoco-torch", "genesis"]),
        ("why is my loss warped", []),
        ("Pendulum-v1能反传吗", ["gymnasium-classic"]),
        ("what does the elegant antenna want", []),
    ],
)
def test_simulators_are_recognised_in_a_question(question, ids):
    assert [each.id for each in mentioned(question)] == ids
