"""Evolution strategies written into programs in the place of `loss.backward()`."""

import pytest

from gradhelp.engine import hits_of
from gradhelp.facts.recording import Recording
from gradhelp.facts.run import Run
from gradhelp.patches.registry import drafts
from gradhelp.patches.site import Project, Site

PROGRAM = """import torch

def episode(policy, seed):
    return torch.as_tensor(env.step(policy(seed))[0]).sum()

optimizer = torch.optim.SGD(policy.parameters(), lr=0.1)
for seed in range(3):
    loss = episode(policy, seed)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
"""


@pytest.fixture
def drafted(recorded):
    """Drafts for `source`, whose backward is said to have been that of a recorded run with the same fault."""
    run = recorded("env_plain_simulator_class")
    candidate = next(hit.candidate for hit, _ in hits_of(run) if hit.rule.id == "env-step-boundary")
    call = candidate.ledger.call

    def of(source):
        lines = source.splitlines()
        blank = "\n" * (call.line - 1 - lines.index("    loss.backward()"))
        text = blank + source
        site = Site(Run(Recording(())), candidate, Project({call.file: text}))
        return [each.texts[call.file].removeprefix(blank) for each in drafts("evolution", site)]

    return of


def test_the_function_that_gives_the_loss_is_run_with_the_parameters_moved(drafted):
    (text,) = drafted(PROGRAM)
    expected = PROGRAM.replace(
        "import torch\n", "import torch\nfrom gradhelp.bridges.evolution import estimate_gradients\n"
    ).replace("loss.backward()", "estimate_gradients(policy.parameters(), lambda: episode(policy, seed))")
    assert text == expected


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("loss = episode(policy, seed)", "total = episode(policy, seed)\n    loss = total * 2"),
        ("episode(policy, seed)\n    opt", "env.step(0)\n    opt"),
        ("optimizer = torch", "other = torch.optim.SGD(critic.parameters())\noptimizer = torch"),
    ],
    ids=["several statements", "no function of its own", "two optimizers"],
)
def test_what_is_no_single_call_is_declined(drafted, old, new):
    assert drafted(PROGRAM.replace(old, new)) == []
