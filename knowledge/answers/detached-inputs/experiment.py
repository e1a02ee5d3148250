"""Which detach stops the training of a network: of its input, of the advantage, of its output?"""

import torch


def grads(input_detached=False, advantage_detached=True, output_detached=False):
    torch.manual_seed(0)
    actor, critic = torch.nn.Linear(3, 1), torch.nn.Linear(3, 1)
    states = torch.randn(16, 3, requires_grad=True) * 2
    x = states.detach() if input_detached else states
    log_prob = actor(x)
    log_prob = log_prob.detach() if output_detached else log_prob
    advantage = 1 - critic(x)
    advantage = advantage.detach() if advantage_detached else advantage
    (-(log_prob * advantage).mean()).backward()
    return ["None" if net.weight.grad is None else f"{net.weight.grad.norm():.4f}" for net in (actor, critic)]


print(f"{'policy loss with':<36}{'actor':>10}{'critic':>10}")
for name, options in {
    "advantage detached, as is right": {},
    "the states detached as well": {"input_detached": True},
    "advantage not detached": {"advantage_detached": False},
    "log_prob detached": {"output_detached": True, "advantage_detached": False},
}.items():
    actor, critic = grads(**options)
    print(f"{name:<36}{actor:>10}{critic:>10}")
