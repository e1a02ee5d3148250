"""Patches of errors of backward(), of silent faults and of the environment's interface: source in, source out."""

import pytest
from sites import line, patched, seen

from gradhelp.model import evidence_backward as backward
from gradhelp.model import evidence_training as training

LOOP = "for x in data:\n    loss = f(x)\n{body}"


def body(*lines: str) -> str:
    return LOOP.format(body="".join(f"    {each}\n" for each in lines))


CASES = [
    ("reduce-loss", "loss.backward()\n", backward.Nonscalar, "loss.backward()", {}, "loss.mean().backward()\n"),
    ("reduce-loss", "g = grad(a - b, x)\n", backward.Nonscalar, "grad(a - b, x)", {}, "g = grad((a - b).sum(), x)\n"),
    ("out-of-place", "y += x\n", backward.InplaceModified, "y", {}, "y = y + x\n"),
    ("out-of-place", "y *= a + b\n", backward.InplaceModified, "y", {}, "y = y * (a + b)\n"),
    ("out-of-place", "h.relu_()  # sharp\n", backward.InplaceModified, "h.relu_()", {}, "h = h.relu()  # sharp\n"),
    ("out-of-place", "q[m] = 0.0\n", backward.InplaceModified, "q", {}, "q = q.clone()\nq[m] = 0.0\n"),
    ("under-no-grad", "import torch\nw -= r * w.grad\nb -= r * b.grad\nlog()\n", backward.LeafInplace, "w -=", {},
     "import torch\nwith torch.no_grad():\n    w -= r * w.grad\n    b -= r * b.grad\nlog()\n"),
    ("detach-for-numpy", "v = y.cpu().numpy()\n", backward.NumpyOnGrad, "y.cpu", {}, "v = y.cpu().detach().numpy()\n"),
    ("detach-for-numpy", "import numpy as np\nls.append(loss)\nm = np.mean(ls)\n", backward.NumpyOnGrad, "np.mean", {},
     "import numpy as np\nls.append(loss.item())\nm = np.mean(ls)\n"),
    ("no-grad-for-inference", "with torch.inference_mode():\n    f = net(x)\n", backward.InferenceTensor, "net(x)", {},
     "with torch.no_grad():\n    f = net(x)\n"),
    ("float-leaf", "import torch\np = torch.tensor(g, requires_grad=True)\n", backward.IntegerRequiresGrad, "torch.t",
     {}, "import torch\np = torch.tensor(g, requires_grad=True, dtype=torch.float32)\n"),
    ("float-leaf", "a = d.sample()\na.requires_grad_(True)\n", backward.IntegerRequiresGrad, "a.requires_grad_", {},
     "a = d.sample()\n"),
    ("move-clip", body("clip(p)", "loss.backward()", "opt.step()"), training.ClipMisplaced, "clip(p)", {},
     body("loss.backward()", "clip(p)", "opt.step()")),
    ("move-clip", body("loss.backward()", "opt.step()", "clip(p)"), training.ClipMisplaced, "clip(p)",
     {"when": "after-step"}, body("loss.backward()", "clip(p)", "opt.step()")),
    ("list-generator", "ps = net.parameters()\nclip(ps, 1)\n", training.ClipWrongParameters, "clip(", {"argument": "ps"},
     "ps = list(net.parameters())\nclip(ps, 1)\n"),
    ("clip-limit", "clip(p, cfg.norm)\n", training.ClipVanishing, "clip(p, cfg.norm)", {"reason": "zero"},
     'clip(p, cfg.norm if cfg.norm > 0 else float("inf"))\n'),
    ("clip-limit", "NORM = 1e-12\nclip(p, NORM)\n", training.ClipVanishing, "clip(p, NORM)", {"reason": "tiny"},
     "NORM = 0.5\nclip(p, NORM)\n"),
    ("unscale-first", "clip(p, 1)\nscaler.step(opt)\n", training.ClipScaled, "clip(p, 1)", {},
     "scaler.unscale_(opt)\nclip(p, 1)\nscaler.step(opt)\n"),
    ("unscale-first", "class T:\n    def step(self):\n        self.s.scale(l).backward()\n        self.clip()\n        self.s.step(self.o)\n"
     "    def clip(self):\n        return clip_(p, 1)\n", training.ClipScaled, "clip_(p, 1)", {},
     "class T:\n    def step(self):\n        self.s.scale(l).backward()\n        self.clip()\n        self.s.step(self.o)\n"
     "    def clip(self):\n        self.s.unscale_(self.o)\n        return clip_(p, 1)\n"),
    ("zero-grad-first", body("loss.backward()", "opt.zero_grad()", "opt.step()"), training.ZeroGradMisplaced,
     "opt.zero_grad()", {}, body("opt.zero_grad()", "loss.backward()", "opt.step()")),
    ("zero-grad-first", body("loss.backward()", "opt.step()"), training.ZeroGradMissing, "loss.backward()", {},
     body("opt.zero_grad()", "loss.backward()", "opt.step()")),
    ("call-backward", body("if clip:", "    loss.backward()", "    cut(p)", "opt.step()"), training.BackwardMissing,
     "opt.step()", {}, body("loss.backward()", "if clip:", "    cut(p)", "opt.step()")),
    ("call-backward", body("opt.step()"), training.BackwardMissing, "opt.step()", {},
     body("loss.backward()", "opt.step()")),
    ("call-step", body("loss.backward()", "opt.step"), training.StepMissing, "loss.backward()", {"optimizer": "opt"},
     body("loss.backward()", "opt.step()")),
    ("call-step", body("loss.backward()", "if clip:", "    cut(p)", "    opt.step()"), training.StepMissing,
     "loss.backward()", {"optimizer": "opt"}, body("loss.backward()", "if clip:", "    cut(p)", "opt.step()")),
    ("retain-grad", "a = actor(x)\nf(a).backward()\ng = a.grad\n", training.NonleafRead, "a.grad", {},
     "a = actor(x)\na.retain_grad()\nf(a).backward()\ng = a.grad\n"),
    ("match-shapes", "loss = F.mse_loss(critic(x), ret)\n", training.ShapeBroadcast, "F.mse_loss(critic(x), ret)",
     {"left_shape": "(64, 1)", "right_shape": "(64,)"}, "loss = F.mse_loss(critic(x).squeeze(-1), ret)\n"),
    ("detach-target", "t = r + g * net(nxt)\n", training.MissingDetach, "r + g * net(nxt)", {},
     "t = (r + g * net(nxt)).detach()\n"),
    ("hold-parameters", "critic = C()\nopt = Adam(actor.parameters(), lr=1)\n", training.MissingParameters,
     "Adam(actor.parameters(), lr=1)", {"missing": ["critic.0.weight"]},
     "critic = C()\nopt = Adam([*actor.parameters(), *critic.parameters()], lr=1)\n"),
    ("hold-parameters", "net = AC()\nopt = Adam(net.critic.parameters(), lr=1)\n", training.MissingParameters,
     "Adam(net", {"missing": ["net.actor.2.bias", "net.actor.0.bias", "net.log_std"]},
     "net = AC()\nopt = Adam([*net.critic.parameters(), *net.actor.parameters(), net.log_std], lr=1)\n"),
    ("hold-parameters", "self.net = AC()\nps = list(self.net.v.parameters())\nopt = Adam(ps)\n",
     training.MissingParameters, "Adam(ps", {"missing": ["net.pi.0.bias"]},
     "self.net = AC()\nps = [*self.net.v.parameters(), *self.net.pi.parameters()]\nopt = Adam(ps)\n"),
    ("hold-parameters", "net = nn.Sequential(a, b)\nopt = Adam(net.head.parameters())\n", training.MissingParameters,
     "Adam(net", {"missing": ["net.0.weight"], "networks": ["net"]},
     "net = nn.Sequential(a, b)\nopt = Adam(net.parameters())\n"),
    ("hold-parameters", "self.heads = [nn.Linear(2, 3) for _ in r]\nopt = Adam(m.parameters())\n",
     training.MissingParameters, "Adam(m.parameters())", {},
     "self.heads = nn.ModuleList([nn.Linear(2, 3) for _ in r])\nopt = Adam(m.parameters())\n"),
    ("optimizer-later", "opt = Adam(net.parameters())\nnet.head = H()\nrun()\n", training.RebuiltNetwork, "H()",
     {"optimizer_line": 1, "rebuilt_line": 2}, "net.head = H()\nopt = Adam(net.parameters())\nrun()\n"),
    ("add-loss-term", "value_loss = g(v)\nloss = policy_loss - e\n", training.NoneGradients, "policy_loss - e", {},
     "value_loss = g(v)\nloss = policy_loss - e + value_loss\n"),
    ("add-loss-term", "q1, q2 = critic(x)\nloss = mse(q1, t)\n", training.NoneGradients, "mse(q1, t)", {},
     "q1, q2 = critic(x)\nloss = mse(q1, t) + mse(q2, t)\n"),
    ("whole-batch", "def f(a):\n    m = a.mean(dim=0, keepdim=True)\n    return (a - m) / a.std(dim=0)\n",
     training.ZeroGradients, "a.mean(", {}, "def f(a):\n    m = a.mean()\n    return (a - m) / a.std()\n"),
    ("stored-log-prob", "logp = roll()\nfor e in r:\n    x = obs[idx]\n    old = p(x)\n", training.StaleLogProb, "p(x)",
     {}, "logp = roll()\nfor e in r:\n    x = obs[idx]\n    old = logp[idx]\n"),
    ("stored-log-prob", "import torch\nfor i in its:\n    x = get()\n    for e in r:\n        for idx in rows:\n"
     "            old, _ = pi(x[idx], y[idx])\n", training.StaleLogProb, "pi(x[idx]", {},
     "import torch\nfor i in its:\n    x = get()\n    with torch.no_grad():\n        stored_old, _ = pi(x, y)\n    for e in r:\n"
     "        for idx in rows:\n            old = stored_old[idx]\n"),
    ("five-values", "obs, r, done, info = env.step(a)\n", backward.StepSignature, "env.step(a)", {},
     "obs, r, terminated, truncated, info = env.step(a)\ndone = terminated or truncated\n"),
    ("five-values", "def step(self, a):\n    o, r, d, i = self.env.step(a)\n    return o, r, d, i\n",
     backward.StepSignature, "self.env.step(a)", {},
     "def step(self, a):\n    o, r, terminated, truncated, i = self.env.step(a)\n"
     "    return o, r, terminated, truncated, i\n"),
    ("five-values", "o = Outcome(*env.step(a))\n", backward.StepSignature, "env.step(a)", {},
     "observation, reward, terminated, truncated, info = env.step(a)\n"
     "o = Outcome(observation, reward, terminated or truncated, info)\n"),
    ("unpack-reset", "obs = env.reset(seed=0)\n", backward.ResetTuple, "env.reset(seed=0)", {},
     "obs, _ = env.reset(seed=0)\n"),
    ("unpack-reset", "obs = to(env.reset())\n", backward.ResetTuple, "env.reset()", {}, "obs = to(env.reset()[0])\n"),
    ("plain-action", "o = env.step(a)\n", backward.ActionType, "env.step(a)", {"problem": "requires-grad"},
     "o = env.step(a.detach().numpy())\n"),
    ("plain-action", "o = env.step(a.numpy())\n", backward.ActionType, "env.step(a.numpy())", {"problem": "shape"},
     "o = env.step(a.squeeze(0).numpy())\n"),
    ("reset-first", "env = gym.make(n)\nenv.step(a)\n", backward.EnvMisuse, "env.step(a)", {},
     "env = gym.make(n)\nenv.reset(seed=0)\nenv.step(a)\n"),
    ("reset-first", "o, r, t, u, i = env.step(a)\n", backward.EnvMisuse, "env.step(a)", {"problem": "step-after-done"},
     "o, r, t, u, i = env.step(a)\nif t or u:\n    o, _ = env.reset()\n"),
    ("fit-gradients", "class F(G):\n    def forward(ctx, x, k):\n        pass\n    def backward(ctx, g):\n        return g\n",
     backward.InvalidGradient, "return g", {},
     "class F(G):\n    def forward(ctx, x, k):\n        pass\n    def backward(ctx, g):\n        return g, None\n"),
    ("ask-earlier", "q = critic(a)\na.requires_grad_(True)\ns = grad(q, a)\n", backward.UnusedInput, "grad(q, a)", {},
     "a.requires_grad_(True)\nq = critic(a)\ns = grad(q, a)\n"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "before", "evidence", "code", "fields", "after"), CASES, ids=[f"{c[0]}-{n}" for n, c in enumerate(CASES)]
)
def test_the_patch_makes_just_this_change(name, before, evidence, code, fields, after):
    assert patched(name, before, seen(evidence, before, code, **fields))[0] == after


def test_a_carried_state_is_cut_between_the_steps_not_within_one():
    source = "for w in windows:\n    for t in w:\n        y, h = net(t, h)\n    loss(y).backward()\n"
    fields = {"carried": "h", "carried_line": 3}
    found = seen(backward.BackwardTwice, source, "loss(y).backward()", **fields)
    first, second = patched("detach-carried", source, found)[:2]
    assert first == source.replace("    for t in w:", "    h = h.detach()\n    for t in w:")
    assert "net(t, h.detach())" in second


def test_one_backward_for_losses_that_share_a_graph():
    source = "a = f(z)\nb = g(z)\na.backward()\nb.backward()\n"
    summed, kept = patched("backward-once", source, seen(backward.BackwardTwice, source, "b.backward()"))
    assert summed == "a = f(z)\nb = g(z)\n(a + b).backward()\n"
    assert "a.backward(retain_graph=True)\nb.backward()\n" in kept


def test_features_from_before_the_loop_are_computed_in_it():
    source = "z = enc(x)\nfor e in r:\n    loss = f(z)\n    loss.backward()\n"
    found = seen(backward.BackwardTwice, source, "loss.backward()", made_line=1)
    assert patched("forward-each-time", source, found) == [
        "for e in r:\n    z = enc(x)\n    loss = f(z)\n    loss.backward()\n"
    ]


def test_steps_come_after_the_backward_that_needs_the_weights():
    source = "c = f(q)\na = g(q)\nc.backward()\nco.step()\na.backward()\nao.step()\n"
    fields = {"by_optimizer": True, "loss": "a", "backward_line": line(source, "a.backward()")}
    first, second = patched("step-later", source, seen(backward.InplaceModified, source, "co.step()", **fields))
    assert first == "c = f(q)\nc.backward()\nco.step()\na = g(q)\na.backward()\nao.step()\n"
    assert second == "c = f(q)\na = g(q)\nc.backward()\na.backward()\nco.step()\nao.step()\n"


def test_the_edge_of_the_domain_is_kept_away_from():
    source = "d = torch.sqrt(x + y)\nloss = d.log()\n"
    nodes = [{"id": n, "span": {"file": "train.py", "line": n + 1, "code": ""}, "operands": []} for n in range(2)]
    ledger = {"event": "ledger", "id": 0, "reason": "watched", "nodes": nodes, "loss": 1}
    found = seen(training.ClipNonfinite, source, "loss = d.log()")
    drafts = patched("guard-domain", source, found, ledger)
    assert drafts[0] == "d = torch.sqrt(x + y)\nloss = (d + 1e-8).log()\n"
    assert "torch.sqrt(x + y + 1e-8)" in drafts[1]


def test_the_state_of_an_object_begins_anew_behind_a_backward_that_is_called_for_each_step():
    source = (
        "class R:\n    def forward(self, x):\n        y, self.state = self.rnn(x, self.state)\n        return y\n\n"
        "def learn(net, x):\n    net(x).sum().backward()\n\nmodel = R()\nfor x in data:\n    learn(model, x)\n"
    )
    fields = {"carried": "self.rnn(x, self.state)", "carried_line": 3}
    found = seen(backward.BackwardTwice, source, "net(x).sum().backward()", **fields)
    assert patched("detach-carried", source, found)[0] == source.replace(
        ".backward()\n", ".backward()\n    net.state = net.state.detach()\n"
    )
