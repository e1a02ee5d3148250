"""What counts as a step of an environment: the same number in the recording body and in the plain one."""

import pickle
import sys
import types
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy
import pytest

from gradhelp.tracer import environments, runtime
from gradhelp.tracer.constants import compile_traced
from gradhelp.tracer.environments import Environments, Hold, Tap
from gradhelp.tracer.ledger import Ledger

OWN = """
class Pendulum:
    def reset(self):
        self.time = 0
    def step(self, action):
        self.time += 1
        return [0.0], -1.0, self.time > 9, {}
class Holder:
    pass
env = Pendulum()
holder = Holder()
holder.env = env
"""
COUNTED = {
    "by-name": ("for _ in range(3):\n    env.step(0)", 3),
    "by-attribute": ("for _ in range(3):\n    holder.env.step(0)", 3),
    "in-a-list": ("for e in [env, Pendulum()]:\n    e.reset()\n    _ = [e.step(0) for _ in range(2)]", 4),
    "by-what-a-call-gives": ("def made():\n    return env\nfor _ in range(2):\n    made().step(0)", 2),
    "one-inside-another": ("for _ in range(2):\n    holder.env.step(holder.env.step(0)[1])", 4),
    "in-a-lambda": ("act = lambda e: e.step(0)\nact(env)", 1),
    "a-failing-step": (
        "class Fails(Pendulum):\n    def step(self, action):\n        raise ValueError\nf = Fails()\n"
        "for _ in range(2):\n    try:\n        f.step(0)\n    except ValueError:\n        env.step(0)",
        2,
    ),
    "a-reward-alone": (
        "class Cost:\n    def reset(self): pass\n    def step(self, u):\n        return [u], u * u\nc = Cost()\nc.step(1)",
        1,
    ),
    "a-flag-that-is-no-bool": (
        "class Float(Pendulum):\n    def step(self, action):\n        return [0.0], 1.0, 0.0\nf = Float()\nf.step(1)",
        1,
    ),
    "with-slots": (
        "class Tight:\n    __slots__ = ('__weakref__',)\n    def reset(self): pass\n"
        "    def step(self, a):\n        return 0, 0, False, {}\nt = Tight()\nt.step(0)",
        1,
    ),
    "a-wrapper": (
        "class Skip:\n    def __init__(self, env):\n        self.env = env\n    def reset(self):\n        self.env.reset()\n"
        "        self.env.step(0)\n    def step(self, action):\n        for _ in range(4):\n"
        "            out = self.env.step(action)\n        return out\n"
        "w = Skip(Skip(env))\nw.reset()\nfor _ in range(3):\n    w.step(0)",
        3,
    ),
    "a-vector": (
        "class Many:\n    num_envs = 5\n    def __init__(self):\n        self.envs = [Pendulum() for _ in range(5)]\n"
        "    def reset(self):\n        for e in self.envs:\n            e.reset()\n    def step(self, actions):\n"
        "        return tuple(zip(*[e.step(a) for e, a in zip(self.envs, actions)]))\n"
        "m = Many()\nm.reset()\nfor _ in range(2):\n    m.step(range(5))",
        10,
    ),
    "a-trainer-that-looks-like-one": (
        "class Trainer:\n    def __init__(self, env):\n        self.env = env\n    def reset(self): pass\n"
        "    def step(self):\n        for _ in range(4):\n            self.env.step(0)\n        return 1.5\n"
        "t = Trainer(env)\nfor _ in range(2):\n    t.step()",
        8,
    ),
    "its-own-rollout": (
        "class Rolls(Pendulum):\n    def rollout(self, steps):\n        self.reset()\n"
        "        return [self.step(0) for _ in range(steps)]\nRolls().rollout(6)",
        6,
    ),
    "by-super": (
        "class Louder(Pendulum):\n    def step(self, action):\n        return super().step(action)\n"
        "    def go(self):\n        return Pendulum.step(self, 0)\nlouder = Louder()\nlouder.reset()\nlouder.step(0)\nlouder.go()",
        1,
    ),
    "a-simulator-that-gives-its-state": (
        "import numpy\nclass Falls:\n    def reset(self): pass\n    def step(self, u):\n        return numpy.zeros(2)\n"
        "f = Falls()\nf.step(1)",
        1,
    ),
    "a-runner-that-gives-an-observation": (
        "import numpy\nclass Runner:\n    def __init__(self, env):\n        self.env = env\n    def reset(self): pass\n"
        "    def step(self):\n        for _ in range(3):\n            self.env.step(0)\n        return numpy.zeros(2)\n"
        "r = Runner(env)\nr.step()",
        3,
    ),
    "what-has-no-reset": ("class Clock:\n    def step(self):\n        return 1, 2, True, {}\nClock().step()", 0),
    "what-gives-nothing": (
        "class Agent:\n    def reset(self): pass\n    def step(self, *seen): pass\na = Agent()\na.step(1, 2)",
        0,
    ),
    "what-gives-a-number": (
        "class Schedule:\n    def reset(self): pass\n    def step(self):\n        return 0.9\ns = Schedule()\ns.step()",
        0,
    ),
}
HOSTILE = """
class Touchy:
    def __getattribute__(self, name):
        if name != 'step':
            raise RuntimeError(name)
        return object.__getattribute__(self, name)
    @property
    def reset(self):
        raise RuntimeError('reset')
    @property
    def num_envs(self):
        raise RuntimeError('num_envs')
    @property
    def __class__(self):
        raise RuntimeError('class')
    def __eq__(self, other):
        raise RuntimeError('eq')
    __hash__ = None
    def step(self, action):
        return 0, 0.0, False, {}
class Loop:
    def __init__(self):
        self.env = self.envs = self
    def reset(self): pass
    def step(self, action):
        return 0, 0.0, False, {}
Touchy().step(0)
loop = Loop()
loop.step(0)
"""


@pytest.fixture(params=["recording", "plain"])
def awake(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Each test runs both bodies."""
    monkeypatch.setattr(environments, "ENVIRONMENTS", Environments())
    ledger = Ledger()
    ledger.learn(numpy=numpy)
    monkeypatch.setattr(runtime.RT, "ledger", ledger)
    monkeypatch.setattr(runtime.RT, "attributes", ledger.attributes)
    monkeypatch.setattr(runtime.RT, "user_files", set())
    monkeypatch.setattr(runtime.RT, "hooked", True)
    before = runtime.RT.on
    runtime.RT.turn(request.param == "recording")
    yield
    runtime.RT.turn(before)
    runtime.RT.forget_values()
    sys.modules.pop("counted", None)


@pytest.fixture
def counted(awake: None, tmp_path: Path) -> Callable[[str], int | None]:
    def run(source: str) -> int | None:
        path = str(tmp_path / "counted.py")
        code, _ = compile_traced(source.encode(), path, "counted.py")
        module = sys.modules["counted"] = types.ModuleType("counted")
        module.__file__ = path
        exec(code, module.__dict__)
        return environments.ENVIRONMENTS.steps

    return run


@pytest.mark.parametrize("case", COUNTED)
def test_environment_steps(counted: Callable[[str], int | None], case: str) -> None:
    program, expected = COUNTED[case]
    assert (
        counted(
            f"{OWN}env.reset()\ndef main():\n" + "".join(f"    {line}\n" for line in program.splitlines()) + "main()\n"
        )
        == expected
    )
    assert (
        counted(f"{OWN}env.reset()\nfor _ in [0]:\n" + "".join(f"    {line}\n" for line in program.splitlines()))
        == 2 * expected
    )


def test_objects_that_do_not_want_to_be_looked_at(counted: Callable[[str], int | None]) -> None:
    assert counted(HOSTILE) == 2


def test_an_environment_lives_no_longer_than_before(counted: Callable[[str], int | None]) -> None:
    source = f"{OWN}import weakref\nbox = [Pendulum()]\nbox[0].reset()\nbox[0].step(0)\nref = weakref.ref(box.pop())\n"
    assert counted(f"{source}assert ref() is None\n") == 1


def test_gymnasium(counted: Callable[[str], int | None]) -> None:
    pytest.importorskip("gymnasium")
    source = """
import gymnasium as gym
from gymnasium.wrappers import RecordEpisodeStatistics
class Twice(gym.Wrapper):
    def step(self, action):
        self.env.step(action)
        return self.env.step(action)
env = RecordEpisodeStatistics(Twice(gym.make("CartPole-v1")))
many = gym.wrappers.vector.RecordEpisodeStatistics(gym.make_vec("CartPole-v1", num_envs=3, vectorization_mode="sync"))
env.reset(seed=0)
many.reset(seed=0)
for _ in range(2):
    env.step(0)
    many.step([0, 0, 0])
"""
    assert counted(source) == 2 + 6


def test_an_iteration_is_a_rollout_and_what_follows_from_it(counted: Callable[[str], int | None]) -> None:
    assert counted(f"{OWN}env.reset()\nenv.step(0)\nenv.step(0)\n") == 2
    seen = environments.ENVIRONMENTS
    assert seen.iterations == 0
    seen.updated()
    seen.updated()
    assert seen.iterations == 1
    counted(f"{OWN}env.reset()\nenv.step(0)\n")
    seen.updated()
    assert seen.iterations == 2


def test_no_number_is_better_than_a_wrong_one(counted: Callable[[str], int | None]) -> None:
    source = f"{OWN}env.reset()\nenv.step(0)\nclass PPO:\n    def learn(self, steps): pass\n"
    assert counted(f"{source}PPO().learn(100)\n") == 1
    assert counted(f"{source}PPO.__module__ = 'stable_baselines3.ppo'\nPPO().learn(100)\n") is None
    assert environments.ENVIRONMENTS.iterations is None


def test_code_sent_by_value_takes_nothing_of_ours_along() -> None:
    tap = Tap("step", "")
    assert pickle.loads(pickle.dumps(tap))("value", "receiver") == "value"
    assert pickle.loads(pickle.dumps(Hold(tap)))("receiver") == "receiver"


def test_what_is_remembered_is_bounded() -> None:
    class Short:
        def reset(self) -> None: ...

        def step(self) -> None: ...

    seen = Environments()
    kept = [Short() for _ in range(3 * environments.MAX_SEEN)]
    for each in kept:
        seen.look(each)
    assert len(seen._seen) <= environments.MAX_SEEN
