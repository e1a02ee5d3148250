"""Patches of cuts: source and path in, source out; what they do not touch stays as it is."""

import pytest
from sites import cut, line, patched

from gradhelp.model.evidence import (
    Bandaid,
    Checkpoint,
    CustomFunction,
    Detached,
    Frozen_,
    GradModeOff,
    LeavesTorch,
    NewLeaf,
    NonDifferentiable,
    NoNetwork,
    Sampled,
    StoredValue,
)

DETACHED = {"form": "detach()"}


@pytest.mark.parametrize(
    ("before", "code", "after"),
    [
        ("y = net(x).detach()  # keep\n", "net(x).detach()", "y = net(x)  # keep\n"),
        ("y = -(a + b).detach() * 2\n", "(a + b).detach()", "y = -(a + b) * 2\n"),
        ("y = net(x).data\n", "net(x).data", "y = net(x)\n"),
        ("y = torch.detach(a + b) * 2\n", "torch.detach(a + b)", "y = (a + b) * 2\n"),
        ("h = cell(x)\nh.detach_()\nz = h\n", "h.detach_()", "h = cell(x)\nz = h\n"),
        ("if t:\n    h.detach_()\n", "h.detach_()", "if t:\n    pass\n"),
    ],
)
def test_a_detach_is_dropped(before, code, after):
    assert patched("drop-detach", before, cut(Detached, before, code, **DETACHED))[0] == after


def test_every_cut_on_the_path_is_mended_at_once():
    source = (
        "import numpy as np\nimport torch\n\n\ndef tip(angles):\n    # heading of each link\n"
        "    heading = np.cumsum(angles, axis=-1)\n    return np.cos(heading).sum(-1)\n\n\n"
        "tips = torch.from_numpy(tip(net(goal).detach().numpy()))\n"
    )
    path = [
        {"code": "torch.from_numpy(tip(net(goal).detach().numpy()))", "callee": "torch.from_numpy"},
        {"code": "np.cos(heading)", "value": "array"},
        {"code": "np.cumsum(angles, axis=-1)", "value": "array"},
        {"code": "net(goal).detach().numpy()", "value": "array"},
        "net(goal).detach()",
    ]
    in_place, twin = patched("stay-in-torch", source, cut(LeavesTorch, source, *path, conversion=".numpy()"))[:2]
    assert "    heading = torch.cumsum(angles, axis=-1)\n    return torch.cos(heading).sum(-1)\n" in in_place
    assert in_place.endswith("tips = tip(net(goal))\n")
    assert "# heading of each link" in in_place
    assert "def tip(angles):\n    # heading of each link\n    heading = np.cumsum(angles, axis=-1)\n" in twin
    assert "def tip_torch(angles):" in twin
    assert twin.endswith("tips = tip_torch(net(goal))\n")


def test_what_is_computed_with_math_from_a_number_is_computed_with_torch():
    source = (
        "import math\nimport torch\n\n\ndef wrap(a):\n    return math.atan2(math.sin(a), math.cos(a))\n\n\n"
        "def cost(state):\n    x, y = (float(s) for s in state)\n    limit = math.sqrt(2.0)\n"
        "    return math.hypot(x, y) + wrap(y) + limit\n"
    )
    path = [{"code": "float(s)", "callee": "builtins.float", "value": "number"}]
    after = patched("stay-in-torch", source, cut(LeavesTorch, source, *path, conversion="float()"))[0]
    assert "return torch.atan2(torch.sin(a), torch.cos(a))" in after
    assert "x, y = (s for s in state)" in after
    assert "torch.hypot(x, y) + wrap(y)" in after
    assert "limit = math.sqrt(2.0)" in after


@pytest.mark.parametrize(
    ("before", "code", "after"),
    [
        ("b = torch.tensor([x, v])\n", "torch.tensor([x, v])", "b = torch.stack([x, v])\n"),
        ("b = torch.FloatTensor([f(x) for x in y])\n", "torch.FloatTensor([f(x) for x in y])",
         "b = torch.stack([f(x) for x in y])\n"),
        ("b = torch.tensor([x, v], dtype=torch.float64)\n", "torch.tensor([x, v], dtype=torch.float64)",
         "b = torch.stack([x, v]).to(torch.float64)\n"),
        ("b = torch.tensor(x - v)\n", "torch.tensor(x - v)", "b = x - v\n"),
        ("b = 2 * torch.as_tensor(x - v, dtype=d)\n", "torch.as_tensor(x - v, dtype=d)", "b = 2 * (x - v).to(d)\n"),
    ],
)  # fmt: skip
def test_a_new_leaf_becomes_a_stack_or_the_value_itself(before, code, after):
    source = "import torch\n" + before
    node = {"code": code, "callee": code.partition("(")[0], "shape": [2], "leaf": True}
    assert patched("stack-tensors", source, cut(NewLeaf, source, node, constructor="x"))[0] == "import torch\n" + after


def test_one_element_tensors_are_concatenated_as_the_constructor_did():
    source = "import torch\nb = torch.tensor(values)\n"
    nodes = [
        {"code": "torch.tensor(values)", "callee": "torch.tensor", "shape": [3]},
        {"code": "values", "op": "other", "shape": [1]},
    ]
    assert "torch.cat(values)" in patched("stack-tensors", source, cut(NewLeaf, source, *nodes, constructor="x"))[0]


BLOCK = "def act(obs):\n    with torch.no_grad():\n        scale = obs.std()\n        out = net(obs)\n{rest}    return out\n"


@pytest.mark.parametrize(
    ("rest", "after"),
    [
        ("", "    with torch.no_grad():\n        scale = obs.std()\n    out = net(obs)\n    return out\n"),
        (
            "        log(out.mean())\n",
            "    with torch.no_grad():\n        scale = obs.std()\n    out = net(obs)\n"
            "    with torch.no_grad():\n        log(out.mean())\n    return out\n",
        ),
    ],
)
def test_only_the_needed_statements_leave_the_block(rest, after):
    source = BLOCK.format(rest=rest)
    where = {"form": "with", "mode": "torch.no_grad", "forward": "net(obs)", "forward_line": 4}
    found = cut(GradModeOff, source, {"code": "net(obs)", "grad_enabled": False}, where="torch.no_grad()", **where)
    assert patched("narrow-no-grad", source, found)[0] == "def act(obs):\n" + after


def test_other_managers_of_the_same_statement_stay():
    source = "with torch.no_grad(), open(name) as file:\n    y = net(x)\n"
    where = {"form": "with", "mode": "torch.no_grad", "forward": "net(x)", "forward_line": 2}
    found = cut(GradModeOff, source, "net(x)", where="torch.no_grad()", **where)
    assert patched("narrow-no-grad", source, found)[0] == "with open(name) as file:\n    y = net(x)\n"


def test_a_decorator_goes_and_a_switch_becomes_a_block():
    decorated = "@torch.no_grad()\ndef f(x):\n    return net(x)\n"
    where = {"form": "decorator", "mode": "torch.no_grad", "forward": "net(x)", "forward_line": 3}
    found = cut(GradModeOff, decorated, "net(x)", where="torch.no_grad()", **where)
    assert patched("narrow-no-grad", decorated, found)[0] == "def f(x):\n    return net(x)\n"
    switched = "def f(x):\n    torch.set_grad_enabled(False)\n    e = net(x)\n    net.train()\n    return e\n"
    found = cut(GradModeOff, switched, "net(x)", where="torch.set_grad_enabled(False)", **where)
    assert patched("narrow-no-grad", switched, found)[0] == (
        "def f(x):\n    with torch.no_grad():\n        e = net(x)\n    net.train()\n    return e\n"
    )


def test_draws_are_reparameterised():
    source = "from torch.distributions import OneHotCategorical\na = OneHotCategorical(logits=x).sample()\n"
    found = cut(
        Sampled, source, "OneHotCategorical(logits=x).sample()", distribution="OneHotCategorical", has_rsample=False
    )
    after = patched("rsample", source, found)[0]
    assert after.splitlines() == [
        "from torch.distributions import OneHotCategoricalStraightThrough",
        "a = OneHotCategoricalStraightThrough(logits=x).rsample()",
    ]


@pytest.mark.parametrize(
    ("before", "code", "after"),
    [
        ("y = (d < r).float()\n", "d < r", "y = torch.sigmoid((r - d) / 0.1).float()\n"),
        ("y = s * torch.round(c / s)\n", "torch.round(c / s)",
         "y = s * ((c / s) + (torch.round(c / s) - (c / s)).detach())\n"),
        ("y = torch.sign(x)\n", "torch.sign(x)", "y = (x / 0.1).tanh()\n"),
        ("i = l.argmax(dim=1)\ny = F.one_hot(i, 3)\n", "F.one_hot(i, 3)",
         "i = l.argmax(dim=1)\ny = torch.nn.functional.gumbel_softmax(l, hard=True)\n"),
    ],
)  # fmt: skip
def test_hard_decisions_get_a_twin_with_a_gradient(before, code, after):
    source = "import torch\n" + before
    node = {"code": code, "op": "compare" if "<" in code else "call"}
    found = cut(NonDifferentiable, source, node, operation="x")
    assert patched("soft-twin", source, found)[0] == "import torch\n" + after


@pytest.mark.parametrize(
    ("before", "code", "after"),
    [
        ("loss.requires_grad_(True)\nloss.backward()\n", "loss.requires_grad_(True)", "loss.backward()\n"),
        ("if not loss.requires_grad:\n    loss.requires_grad = True\nloss.backward()\n", "loss.requires_grad = True",
         "loss.backward()\n"),
        ("loss = Variable(loss, requires_grad=True)\nloss.backward()\n", "Variable(loss, requires_grad=True)",
         "loss.backward()\n"),
        ("loss = torch.tensor(l, requires_grad=True)\n", "torch.tensor(l, requires_grad=True)", "loss = l\n"),
        ("ls = [f(x) for x in y]\nloss = torch.tensor(ls, requires_grad=True).mean()\n",
         "torch.tensor(ls, requires_grad=True)", "ls = [f(x) for x in y]\nloss = torch.stack(ls).mean()\n"),
    ],
)  # fmt: skip
def test_the_silencing_is_removed(before, code, after):
    source = "import torch\n" + before
    found = cut(Bandaid, source, code, form=code, had_graph=False)
    assert patched("remove-bandaid", source, found) == ["import torch\n" + after]


def test_a_freeze_is_undone_or_removed():
    source = (
        "for t in data:\n    loss = f(critic(t))\n    loss.backward()\n    critic.requires_grad_(False)\n    act()\n"
    )
    found = cut(Frozen_, source, "f(critic(t))", where="critic.requires_grad_(False)", parameters=2, loss_line=2)
    thawed, removed = patched("unfreeze", source, found)
    assert "    critic.requires_grad_(True)\n    loss = f(critic(t))\n" in thawed
    assert "requires_grad_" not in removed


def test_what_the_loss_left_out_is_put_in():
    source = "import torch\nloss = -(advantages * rewards).mean()\n"
    found = cut(NoNetwork, source, "(advantages * rewards).mean()", unused_live="log_probs")
    assert patched("use-network-output", source, found)[0] == "import torch\nloss = -(advantages * log_probs).mean()\n"


def test_a_custom_function_passes_the_gradient_on():
    source = (
        "class F(torch.autograd.Function):\n    @staticmethod\n    def forward(ctx, x, k):\n        return x * k\n\n"
        "    @staticmethod\n    def backward(ctx, g):\n        return None, None\n\n\ny = F.apply(x, 2)\n"
    )
    found = cut(CustomFunction, source, "F.apply(x, 2)", function="F", reason="returns-none")
    assert "        return g, None\n" in patched("return-gradients", source, found)[0]


def test_checkpointing_without_reentrance():
    source = "h = checkpoint(block, h, use_reentrant=True)\n"
    found = cut(Checkpoint, source, "checkpoint(block, h, use_reentrant=True)", function="block")
    assert patched("no-reentrant", source, found) == ["h = checkpoint(block, h, use_reentrant=False)\n"]


def test_stored_values_are_computed_again_from_what_was_stored_beside_them():
    source = (
        "class Agent:\n    def act(self, obs):\n        dist = Categorical(logits=self.net(obs))\n"
        "        action = dist.sample()\n        return action, dist.log_prob(action)\n\n"
        "    def learn(self, buffer):\n        obs, act, ret, logp = buffer.get()\n        loss = -(logp * ret).mean()\n"
    )
    found = cut(
        StoredValue, source, "dist.log_prob(action)", where="buffer.get()", value="logp", stored_line=0,
        made="dist.log_prob(action)", made_line=line(source, "dist.log_prob(action)"),
    )  # fmt: skip
    after = patched("recompute-log-prob", source, found)[0]
    assert "        logp = Categorical(logits=self.net(obs)).log_prob(act)\n" in after


TABLES = {
    "[[p, v] for p, v in zip(ps, vs)]": "torch.stack([torch.stack([p, v]) for p, v in zip(ps, vs)])",
    "[(p, 0) for p in ps]": "torch.stack([torch.stack([p, torch.tensor(0.0)]) for p in ps])",
    "[[c, -s], [s, 1.0]]": "torch.stack([torch.stack([c, -s]), torch.stack([s, torch.tensor(1.0)])])",
}


@pytest.mark.parametrize("given", TABLES)
def test_rows_of_tensors_are_joined_and_then_the_rows(given):
    source = f"import torch\nx = torch.tensor({given})\n"
    found = cut(NewLeaf, source, f"torch.tensor({given})", constructor="torch.tensor", of_list=True)
    assert patched("stack-tensors", source, found)[0] == f"import torch\nx = {TABLES[given]}\n"


def test_tensors_that_were_taken_apart_to_be_put_together_are_joined_whole():
    source = "import torch\nps = f(x)\nvs = g(x)\nx = torch.tensor([[v, p] for p, v in zip(ps, vs)])\n"
    rows = "torch.tensor([[v, p] for p, v in zip(ps, vs)])"
    columns = [{"code": f"{f}(x)", "name": name, "shape": [4]} for f, name in (("f", "ps"), ("g", "vs"))]
    made = {"constructor": "torch.tensor", "of_list": True, "where": rows}
    found = cut(NewLeaf, source, {"code": rows, "shape": [4, 2]}, *columns, **made)
    assert patched("stack-tensors", source, found)[0].endswith("x = torch.stack([vs, ps], dim=-1)\n")
    columns[0]["value"] = "container"
    found = cut(NewLeaf, source, {"code": rows, "shape": [4, 2]}, *columns, **made)
    assert "torch.stack([v, p]) for p, v in zip(ps, vs)" in patched("stack-tensors", source, found)[0]


def test_a_place_that_has_nothing_of_the_kind_is_left_alone():
    source = "y = net(x)\n"
    found = cut(Detached, source, "net(x)", **DETACHED)
    for name in ("drop-detach", "stay-in-torch", "stack-tensors", "rsample", "soft-twin", "narrow-no-grad"):
        assert patched(name, source, found) == []


def stored(source: str, taking: str, made: str) -> list[str]:
    found = cut(
        StoredValue, source, {"code": taking, "occurrence": 1, "shape": [8]}, value="v", stored_line=0, made=made, made_line=line(source, made)
    )  # fmt: skip
    return patched("recompute-log-prob", source, found)


def test_a_field_at_the_step_of_acting_becomes_the_field_as_it_is_read():
    source = (
        "net = Net()\nfor t in range(8):\n    value = net(store.obs[t])\n    store.values[t] = value\n"
        "v = store.values[:-1]\nloss = mse(v, r)\n"
    )
    assert "v = net(store.obs[:-1])\n" in stored(source, "store.values", "net(store.obs[t])")[0]


@pytest.mark.parametrize("acting", ["obs = env()", "for obs in data: pass", "obs, _ = env.reset()"])
def test_what_was_there_at_one_moment_only_is_not_computed_with_again(acting):
    source = f"r = 1\nnet = Net()\nfor t in range(8):\n    {acting}\n    value = net(obs)\n    store.values[t] = value\nv = store.values\n"
    assert stored(source, "store.values", "net(obs)") == []
    assert stored(source.replace("r = 1", "r = store.obs"), "store.values", "net(obs)")[0].endswith(
        "v = net(store.obs)\n"
    )


def test_what_each_element_kept_is_computed_again_for_each_element():
    source = (
        "class R:\n    def __init__(self, net):\n        self.net = net\n    def run(self):\n        for t in range(8):\n"
        "            pi = C(logits=self.net(obs))\n            a = pi.sample()\n"
        "            steps.append({'obs': obs, 'action': a, 'logp': pi.log_prob(a)})\n            obs = go(a)\n\n"
        "def learn(model, steps):\n    v = torch.stack([s['logp'] for s in steps])\n\nnet = Net()\nr = R(net)\nlearn(net, r.run())\n"
    )
    found = cut(
        StoredValue, source, "s['logp']", value="v", stored_line=0, made="pi.log_prob(a)",
        made_line=line(source, "pi.log_prob(a)"),
    )  # fmt: skip
    again = 'v = torch.stack([C(logits=model(s["obs"])).log_prob(s["action"]) for s in steps])\n'
    assert again in patched("recompute-log-prob", source, found)[0]


def test_a_value_of_the_forward_is_the_call_of_the_network():
    source = (
        "class Critic(nn.Module):\n    def forward(self, x):\n        return self.v(x)\n\ncritic = Critic()\nfor t in range(8):\n"
        "    v = critic(store.obs[t])\n    store.values[t] = v\nlast = critic(store.obs[-1])\nw = mse(store.values[:-1], r)\n"
    )
    assert "w = mse(critic(store.obs[:-1]), r)\n" in stored(source, "store.values", "self.v(x)")[0]


def test_an_array_that_an_environment_was_given_becomes_a_tensor_where_the_path_needs_it():
    source = (
        "import numpy as np\nimport torch\n\nclass E:\n    def __init__(self, goal):\n        self.goal = goal\n"
        "    def cost(self, x):\n        return np.exp(x.numpy() - self.goal)\n\ne = E(np.zeros(2))\n"
    )
    path = [{"code": "np.exp(x.numpy() - self.goal)", "value": "array"}, {"code": "x.numpy()", "value": "array"}]
    found = cut(LeavesTorch, source, *path, conversion=".numpy()")
    after = patched("stay-in-torch", source, found)[0]
    assert "torch.exp(x - torch.as_tensor(self.goal, dtype=x.dtype))" in after


def test_a_sum_over_one_action_is_over_each_row_of_a_batch():
    source = (
        "policy = P()\ndef act(obs):\n    dist = policy(obs)\n    a = dist.sample()\n    return a, dist.log_prob(a).sum()\n\n"
        "for obs, acts, logp in batches():\n    loss = -logp.mean()\n"
    )
    made = "dist.log_prob(a).sum()"
    found = cut(
        StoredValue, source, "batches()", value="logp", stored_line=0, made=made, made_line=line(source, made)
    )  # fmt: skip
    after = patched("recompute-log-prob", source, found)[0]
    assert "    logp = policy(obs).log_prob(acts).sum(-1)\n" in after
