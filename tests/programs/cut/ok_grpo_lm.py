# healthy
"""GRPO on a toy language model; log-probs of the completions are recomputed."""
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
V, L, G = 12, 6, 8


class LM(nn.Module):
    def __init__(self):
        super().__init__()
        self.emb, self.rnn, self.head = nn.Embedding(V, 16), nn.GRU(16, 16, batch_first=True), nn.Linear(16, V)

    def forward(self, ids):
        return self.head(self.rnn(self.emb(ids))[0])

    @torch.inference_mode()
    def generate(self, ids, n):
        for _ in range(n):
            ids = torch.cat([ids, torch.multinomial(self(ids)[:, -1].softmax(-1), 1)], 1)
        return ids


def token_logps(model, ids):
    return F.log_softmax(model(ids[:, :-1]), -1).gather(2, ids[:, 1:, None]).squeeze(2)


policy = LM()
reference = copy.deepcopy(policy).eval().requires_grad_(False)
opt = torch.optim.AdamW(policy.parameters(), lr=1e-3)
for step in range(3):
    ids = policy.generate(torch.zeros(G, 1, dtype=torch.long), L).clone()
    reward = torch.tensor([float((row % 2 == 0).sum()) for row in ids[:, 1:]])
    adv = (reward - reward.mean()) / (reward.std() + 1e-4)
    with torch.no_grad():
        old, ref = token_logps(policy, ids), token_logps(reference, ids)
    for epoch in range(2):
        new = token_logps(policy, ids)
        ratio = (new - old).exp()
        pg = -torch.min(ratio * adv[:, None], ratio.clamp(0.8, 1.2) * adv[:, None]).mean()
        kl = ((ref - new).exp() - (ref - new) - 1).mean()
        loss = pg + 0.04 * kl
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(step, loss.item(), reward.mean().item(), kl.item())
