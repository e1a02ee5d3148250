"""Code brought to another place: the same objects by what they are called there, or handed over."""

import pytest

from gradhelp.patches.draft import Draft, NotApplicable
from gradhelp.patches.scope import Place, Relocation
from gradhelp.patches.site import Project

FILE = "train.py"
HERE = "pass  # here"


def moved(code: str, source: str, **files: str) -> str:
    """`code`, as it reads at `pass  # home`, in the place of `pass  # here`: the changed train.py."""
    project = Project({FILE: source, **{f"{name}.py": text for name, text in files.items()}})
    places = {}
    for file in project.sources:
        tree = project.tree(file)
        for number, line in enumerate(tree.text.splitlines(), 1):
            for mark in ("home", "here"):
                if line.strip() == f"pass  # {mark}":
                    places[mark] = Place(tree, tree.statement_at(number))
    draft = Draft()
    text = Relocation(project, draft).brought(code, places["home"], places["here"])
    draft.replace_text(places["here"].tree, places["here"].node, text)
    texts = draft.texts()
    return "\n".join(texts[file] for file in sorted(texts))


def body(changed: str, mark: str = "# here") -> str:
    return next(line.strip() for line in changed.splitlines() if mark in line).partition("  #")[0]


def test_a_local_of_the_caller_becomes_a_parameter_that_every_call_hands_over():
    changed = moved(
        "policy(x)",
        "def act(policy):\n    pass  # home\n\ndef loss(a, b):\n    pass  # here\n\n"
        "def main():\n    policy = Policy()\n    act(policy)\n    loss(1, 2)\n    return loss(3, 4)\n",
    )
    assert "def loss(a, b, policy):\n    policy(x)  # here\n" in changed
    assert "    loss(1, 2, policy)\n    return loss(3, 4, policy)\n" in changed


def test_it_goes_through_several_levels_of_calls_under_the_name_that_each_has():
    changed = moved(
        "net(x)",
        "def act(net):\n    pass  # home\n\ndef loss(a):\n    pass  # here\n\ndef update(rollout, epochs=4):\n"
        "    return loss(rollout)\n\ndef main():\n    policy = Policy()\n    act(policy)\n    update(1)\n",
    )
    assert "def loss(a, net):\n    net(x)" in changed
    assert "def update(rollout, epochs=4, *, net):\n    return loss(rollout, net)\n" in changed
    assert "    update(1, net=policy)\n" in changed


SAID = {
    "another name": (
        "net(x)",
        "def act(net):\n    pass  # home\n\ndef loss(model):\n    pass  # here\n\ndef main():\n    policy = Policy()\n"
        "    act(policy)\n    loss(policy)\n",
        "model(x)",
    ),
    "attribute": (
        "policy(x)",
        "class Trainer:\n    def __init__(self, net):\n        self.net = net\n    def loss(self):\n        pass  # here\n\n"
        "def act(policy):\n    pass  # home\n\ndef main():\n    policy = Policy()\n    t = Trainer(policy)\n"
        "    act(policy)\n    t.loss()\n",
        "self.net(x)",
    ),
    "attribute of an attribute": (
        "self.policy(x)",
        "class Agent:\n    def __init__(self):\n        self.policy = Policy()\n    def act(self):\n        pass  # home\n\n"
        "class Trainer:\n    def __init__(self, agent):\n        self.agent = agent\n    def loss(self):\n"
        "        pass  # here\n\nagent = Agent()\nt = Trainer(agent)\nt.loss()\n",
        "agent.policy(x)",
    ),
    "parameter that holds it": (
        "self.policy(x)",
        "class Agent:\n    def __init__(self):\n        self.policy = Policy()\n    def act(self):\n        pass  # home\n\n"
        "def loss(trainer):\n    pass  # here\n\nclass Trainer:\n    def __init__(self, agent):\n"
        "        self.agent = agent\n\ndef main():\n    agent = Agent()\n    t = Trainer(agent)\n    loss(t)\n",
        "trainer.agent.policy(x)",
    ),
    "same self": (
        "self.net(x)",
        "class A:\n    def act(self):\n        pass  # home\n    def learn(self):\n        pass  # here\n",
        "self.net(x)",
    ),
    "closure": (
        "policy(x)",
        "def act(policy):\n    pass  # home\n\ndef main():\n    policy = Policy()\n    def loss():\n        pass  # here\n"
        "    act(policy)\n    loss()\n",
        "policy(x)",
    ),
    "global": (
        "policy(x)",
        "def act(policy):\n    pass  # home\n\ndef loss():\n    pass  # here\n\nif __name__ == '__main__':\n"
        "    net = Policy().to(device)\n    act(net)\n    loss()\n",
        "net(x)",
    ),
    "comprehension": ("[y for y in z]", "def a():\n    pass  # home\n\ndef b():\n    pass  # here\n", "[y for y in z]"),
}  # fmt: skip


@pytest.mark.parametrize("name", SAID)
def test_it_is_said_as_it_is_known_there(name):
    code, source, said = SAID[name]
    assert body(moved(code, source)) == said


def test_what_partial_binds_is_a_call():
    changed = moved(
        "policy(x)",
        "from functools import partial\n\ndef act(policy):\n    pass  # home\n\ndef loss(a):\n    pass  # here\n\n"
        "def main():\n    policy = Policy()\n    act(policy)\n    f = partial(loss, 1)\n    f()\n",
    )
    assert "partial(loss, 1, policy=policy)" in changed


def test_a_method_gets_a_parameter_in_the_file_of_its_own():
    changed = moved(
        "policy(x)",
        "from learner import Learner\n\ndef act(policy):\n    pass  # home\n\ndef main():\n    policy = Policy()\n"
        "    learner = Learner()\n    act(policy)\n    learner.learn(1)\n",
        learner="class Learner:\n    def learn(self, rows):\n        return self.loss(rows)\n\n    def loss(self, rows):\n"
        "        pass  # here\n",
    )
    assert "    def learn(self, rows, policy):\n        return self.loss(rows, policy)\n" in changed
    assert "    def loss(self, rows, policy):\n        policy(x)" in changed
    assert "    learner.learn(1, policy)\n" in changed


def test_a_function_that_is_imported_gets_its_parameter_where_it_is_defined():
    changed = moved(
        "policy(x)",
        "from losses import loss as f\n\ndef act(policy):\n    pass  # home\n\ndef main():\n    policy = Policy()\n"
        "    act(policy)\n    return f(1)\n",
        losses="def loss(a):\n    pass  # here\n",
    )
    assert "def loss(a, policy):\n    policy(x)" in changed
    assert "    return f(1, policy)\n" in changed


def test_an_imported_name_is_imported_there_too():
    changed = moved(
        "Normal(0, 1)",
        "from torch.distributions import Categorical, Normal\nimport loss\n\ndef act():\n    pass  # home\n",
        loss="import torch\n\ndef loss():\n    pass  # here\n",
    )
    assert changed.startswith("import torch\nfrom torch.distributions import Normal\n")


REFUSED = {
    "two objects": "def act(net):\n    pass  # home\n\ndef loss(a):\n    pass  # here\n\ndef main():\n    one, two = P(), P()\n"
    "    act(one)\n    act(two)\n    loss(1)\n",
    "two instances": "class A:\n    def __init__(self):\n        self.net = P()\n    def act(self):\n        net = self.net\n"
    "        pass  # home\n\ndef loss(a):\n    pass  # here\n\none, two = A(), A()\nloss(1)\n",
    "a callback": "def act(net):\n    pass  # home\n\ndef loss(a):\n    pass  # here\n\ndef main():\n    net = P()\n    act(net)\n"
    "    loss(1)\n    run(loss)\n",
    "nothing calls it": "def act(net):\n    pass  # home\n\ndef loss(a):\n    pass  # here\n\ndef main():\n    net = P()\n"
    "    act(net)\n",
    "a method that another one stands for": "def act(net):\n    pass  # home\n\nclass A:\n    def loss(self):\n        pass  # here\n"
    "\nclass B(A):\n    def loss(self):\n        return super().loss()\n\ndef main():\n    net = P()\n    act(net)\n    B().loss()\n",
    "an own decorator": "def act(net):\n    pass  # home\n\n@timed\ndef loss(a):\n    pass  # here\n\ndef main():\n    net = P()\n"
    "    act(net)\n    loss(1)\n",
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_may_be_another_object_or_another_caller_is_left_alone(name):
    with pytest.raises(NotApplicable):
        moved("net(x)", REFUSED[name])
