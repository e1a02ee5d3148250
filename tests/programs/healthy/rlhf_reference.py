"""Policy gradient on a tiny language model with a penalty for leaving a frozen reference model."""
import copy

import torch
from torch import nn
from torch.distributions import Categorical
from torch.nn import functional as F

VOCABULARY, PROMPT, LENGTH, BETA = 12, 3, 8, 0.05


class TinyModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(VOCABULARY, 24)
        self.memory = nn.GRU(24, 32, batch_first=True)
        self.head = nn.Linear(32, VOCABULARY)

    def forward(self, tokens):
        return self.head(self.memory(self.embed(tokens))[0])


def log_probs(model, tokens):
    """Log-probability of each generated token, given those before it."""
    logits = model(tokens[:, :-1])
    chosen = F.log_softmax(logits, dim=-1).gather(2, tokens[:, 1:, None]).squeeze(2)
    return chosen[:, PROMPT - 1 :]


@torch.no_grad()
def generate(model, prompts):
    tokens = prompts
    for _ in range(LENGTH):
        following = Categorical(logits=model(tokens)[:, -1]).sample()
        tokens = torch.cat([tokens, following[:, None]], dim=1)
    return tokens


def reward_of(tokens):
    """A stand-in for a reward model: even tokens are liked."""
    return (tokens[:, PROMPT:] % 2 == 0).float().mean(dim=1)


torch.manual_seed(0)
policy = TinyModel()
reference = copy.deepcopy(policy).eval().requires_grad_(False)
optimizer = torch.optim.AdamW(policy.parameters(), lr=1e-2, weight_decay=0.0)

for step in range(25):
    prompts = torch.randint(0, VOCABULARY, (32, PROMPT))
    tokens = generate(policy, prompts)
    with torch.no_grad():
        old = log_probs(policy, tokens)
        from_reference = log_probs(reference, tokens)
        reward = reward_of(tokens) - BETA * (old - from_reference).sum(dim=1)
        advantage = (reward - reward.mean()) / (reward.std() + 1e-8)
    for _ in range(2):
        new = log_probs(policy, tokens)
        ratio = (new - old).exp()
        weight = advantage[:, None]
        loss = -torch.min(ratio * weight, ratio.clamp(0.8, 1.2) * weight).mean()
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(policy.parameters(), 1.0)
        optimizer.step()
    if step % 6 == 0:
        divergence = (new.detach() - from_reference).sum(dim=1).mean().item()
        print(f"step {step}: reward {reward_of(tokens).mean().item():.3f}, divergence {divergence:.3f}")
