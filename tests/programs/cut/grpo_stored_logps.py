"""GRPO on a toy language model. The completions' log-probs are kept from generation time."""
from dataclasses import dataclass

import torch
import torch.nn as nn
import torch.nn.functional as F

VOCAB, LEN, GROUP = 10, 5, 6


class LM(nn.Module):
    def __init__(self):
        super().__init__()
        self.emb, self.rnn, self.out = nn.Embedding(VOCAB, 16), nn.GRU(16, 16, batch_first=True), nn.Linear(16, VOCAB)

    def forward(self, ids):
        return self.out(self.rnn(self.emb(ids))[0])


@dataclass
class Completion:
    ids: torch.Tensor
    logps: torch.Tensor
    reward: float


def generate(model, prompt):
    ids, logps = prompt.clone(), []
    with torch.no_grad():
        for _ in range(LEN):
            logp = F.log_softmax(model(ids)[:, -1], -1)
            tok = torch.multinomial(logp.exp(), 1)
            logps.append(logp.gather(1, tok))
            ids = torch.cat([ids, tok], 1)
    logps = torch.cat(logps, 1)
    return [Completion(i, l, float((i % 3 == 0).float().mean())) for i, l in zip(ids, logps)]


def grpo_loss(completions):
    rewards = torch.tensor([c.reward for c in completions])
    adv = (rewards - rewards.mean()) / (rewards.std() + 1e-4)
    logps = torch.stack([c.logps for c in completions])  # expect: buffer-data
    return -(adv.unsqueeze(1) * logps).mean()


torch.manual_seed(0)
model = LM()
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
for step in range(3):
    prompt = torch.zeros(GROUP, 1, dtype=torch.long)
    group = generate(model, prompt)
    loss = grpo_loss(group)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, loss.item())
