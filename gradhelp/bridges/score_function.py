"""The score function (REINFORCE): a loss that a simulator returns, made into one that reaches the policy.

The gradient of an expected cost is the expectation of cost times the gradient of the log-probability of what was done: the
cost may come from anywhere, as a plain number. It needs a policy that draws its actions, and many episodes.

Sources: Williams 1992; Kool et al. 2019, the leave-one-out baseline.
"""

from collections.abc import Sequence

import torch
from torch import Tensor
from torch.distributions import Normal


def explore(mean: Tensor, std: float | Tensor) -> tuple[Tensor, Tensor]:
    """A drawn action (..., nu), without a gradient, and its log-probability (...), with one to `mean` (and `std`)."""
    distribution = Normal(mean, std)
    action = distribution.sample()  # type: ignore[no-untyped-call]
    log_prob: Tensor = distribution.log_prob(action)  # type: ignore[no-untyped-call]
    return action, log_prob.sum(-1)


def surrogate(
    log_probs: Sequence[Tensor] | Tensor, costs: Sequence[Tensor | float] | Tensor, discount: float = 1.0
) -> Tensor:
    """A scalar with the value of the mean total cost and the score-function estimate of its gradient.

    `log_probs` and `costs`: T steps of one episode (T,), or of B episodes side by side (T, B); `costs[t]` is what action t
    brought about at once. Each log-probability is weighed with the cost from there on, less the mean of the other
    episodes (none with a single episode, where the estimate is very noisy). Costs are taken as constants.
    """
    chances = torch.stack(tuple(log_probs))
    charges = torch.stack([torch.as_tensor(cost).detach() for cost in costs]).to(chances)
    if chances.shape != charges.shape or chances.dim() not in (1, 2):
        raise ValueError(
            f"log_probs and costs: expected (T,) or (T, B), got {tuple(chances.shape)} and {tuple(charges.shape)}"
        )
    weights = (discount ** torch.arange(len(charges))).to(charges).reshape(-1, *[1] * (charges.dim() - 1))
    ahead = (charges * weights).flip(0).cumsum(0).flip(0)
    episodes = charges.shape[1] if charges.dim() == 2 else 1
    if episodes > 1:
        ahead = ahead - (ahead.sum(1, keepdim=True) - ahead) / (episodes - 1)
    score = (chances * ahead).sum() / episodes
    return (charges * weights).sum() / episodes + score - score.detach()
