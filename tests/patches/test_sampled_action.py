"""The score function written into programs: source and path in, source out."""

from dataclasses import replace

import pytest
from sites import cut, patched

from gradhelp.facts.run import Run
from gradhelp.model.evidence import SimulatorStep
from gradhelp.patches.registry import drafts
from gradhelp.patches.site import Project, Site

EPISODE = """import torch

for episode in range(3):
    costs = []
    for _ in range(9):
        push = policy(obs)
        obs = env.step(push.detach())
        costs.append(obs.square().sum())
    loss = torch.stack(costs).mean()
    loss.backward()
"""


def element(code, source=EPISODE):
    line = source[: source.index(code)].count("\n") + 1
    append = {"file": "train.py", "line": line, "column": 1, "end_line": line, "end_column": 2, "code": code}
    return {"code": code, "shape": [], "stored": [{"span": append, "op": "call", "attr": "append"}]}


def boundary(source, *path, steps, **fields):
    given = {"simulator": "Env", "call": "step", "raised": True, "kind": "live", **fields}
    return replace(cut(SimulatorStep, source, *path, **given), position=steps)


def listed(source=EPISODE, reduced="torch.stack(costs).mean()"):
    stacked = {"code": "torch.stack(costs)", "shape": [9]}
    step, last = f"env.step({source.partition('env.step(')[2].partition(chr(10))[0]}", "push.detach()"
    return boundary(source, reduced, stacked, element("obs.square().sum()", source), step, last, steps=3)


def test_costs_in_a_list_are_weighed_with_what_was_still_to_come():
    (text,) = patched("sampled-action", EPISODE, listed())
    assert text == EPISODE.replace(
        "        push = policy(obs)\n",
        "        push = policy(obs)\n"
        "        dist = torch.distributions.Normal(push, 0.3)\n"
        "        push = dist.sample()\n"
        "        log_probs.append(dist.log_prob(push).sum())\n",
    ).replace("    costs = []\n", "    costs = []\n    log_probs = []\n").replace(
        "    loss = torch.stack(costs).mean()\n",
        "    to_go = torch.stack(costs).flip(0).cumsum(0).flip(0)\n"
        "    loss = (torch.stack(log_probs) * (to_go - to_go.mean())).mean()\n",
    )


def test_names_that_the_program_has_are_left_to_it():
    source = EPISODE.replace("import torch\n", "import torch\n\ndist, to_go = 1, 2\n")
    (text,) = patched("sampled-action", source, listed(source))
    assert "dist_ = torch.distributions.Normal(push, 0.3)" in text
    assert "to_go_ - to_go_.mean()" in text


def test_the_sign_and_the_scale_of_the_loss_stay():
    source = EPISODE.replace("torch.stack(costs).mean()", "-0.5 * torch.stack(costs).mean()")
    (text,) = patched("sampled-action", source, listed(source))
    assert "loss = -0.5 * (torch.stack(log_probs) * (to_go - to_go.mean())).mean()" in text


def test_what_is_no_longer_linear_in_the_costs_is_declined():
    source = EPISODE.replace("torch.stack(costs).mean()", "torch.stack(costs).mean().sqrt()")
    whole = "torch.stack(costs).mean().sqrt()"
    stacked = {"code": "torch.stack(costs)", "shape": [9]}
    path = (whole, stacked, element("obs.square().sum()", source), "env.step(push.detach())", "push.detach()")
    assert patched("sampled-action", source, boundary(source, *path, steps=3)) == []


def test_an_action_in_another_file_is_declined():
    path = list(listed().path.nodes)
    elsewhere = path[-1].span.model_copy(update={"file": "other.py"})
    path[-1] = replace(path[-1], span=elsewhere)
    candidate = listed()
    moved = replace(candidate, path=replace(candidate.path, nodes=tuple(path)))
    assert patched("sampled-action", EPISODE, moved, **{"other.py": EPISODE}) == []


@pytest.fixture
def drafted(recorded):
    def of(name):
        run = Run(recorded(name).recording)
        site = Site(run, first_boundary(run), Project(run.recording.sources))
        return [next(iter(each.texts.values())) for each in drafts("sampled-action", site)]

    return of


def first_boundary(run):
    from gradhelp.engine import hits_of

    return next(hit.candidate for hit, _ in hits_of(run) if hit.rule.id == "env-step-boundary")


def test_a_running_sum_is_kept_step_by_step(drafted):
    by_step, in_total = drafted("env_plain_simulator_class")
    assert "        charged.append(((state - target) ** 2).sum())\n        loss = loss + charged[-1]\n" in by_step
    assert "    loss = (torch.stack(log_probs) * (to_go - to_go.mean())).sum()\n    opt.zero_grad()" in by_step
    assert "surrogate = torch.stack(log_probs).sum() * (cost - baseline)" in in_total


def test_a_part_that_still_has_a_gradient_keeps_it(drafted):
    (text,) = drafted("term_env_step")
    assert "surrogate = loss + log_prob * (cost - baseline)" in text
