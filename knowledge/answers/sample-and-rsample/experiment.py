"""Which ways to draw an action keep a gradient, and which need the log-probability instead?"""

import torch
from torch.distributions import Categorical, Normal

torch.manual_seed(0)


def outcome(draw):
    parameter = torch.tensor([0.3, -0.2], requires_grad=True)
    out = draw(parameter)
    if out.grad_fn is None:
        return "no grad_fn"
    out.sum().backward()
    zero = not parameter.grad.any()
    return "zero everywhere" if zero else f"gradient, norm {parameter.grad.norm():.3f}"


straight = torch.tensor([1.0, 5.0])
print(f"{'expression':<52}{'what arrives'}")
for name, draw in {
    "Normal(mu, 1).sample()": lambda p: Normal(p, 1).sample(),
    "Normal(mu, 1).rsample()": lambda p: Normal(p, 1).rsample(),
    "torch.normal(mu, 1)": lambda p: torch.normal(p, 1.0),
    "Normal(mu, 1).log_prob(stored action)": lambda p: Normal(p, 1).log_prob(straight),
    "Categorical(logits=l).sample()": lambda p: Categorical(logits=p).sample(),
    "Categorical(logits=l).log_prob(stored action)": lambda p: Categorical(logits=p).log_prob(torch.tensor(1)),
    "gumbel_softmax(l, hard=True) * values": lambda p: torch.nn.functional.gumbel_softmax(p, hard=True) * straight,
    "l.argmax()": lambda p: p.argmax(),
    "(l > 0)": lambda p: p > 0,
    "l.round()": lambda p: p.round(),
    "l.clamp(-0.1, 0.1): outside its bounds": lambda p: p.clamp(-0.1, 0.1),
    "l + (l.round() - l).detach(): straight-through": lambda p: p + (p.round() - p).detach(),
}.items():
    print(f"{name:<52}{outcome(draw)}")
