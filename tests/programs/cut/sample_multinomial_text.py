"""Prompt generator tuned with a frozen classifier that reads token embeddings."""
import torch
import torch.nn as nn
import torch.nn.functional as F

V, D, L = 12, 16, 4
torch.manual_seed(0)


class Generator(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.GRUCell(D, D)
        self.emb = nn.Embedding(V, D)
        self.out = nn.Linear(D, V)

    def forward(self, n):
        h = torch.zeros(n, D)
        tok = torch.zeros(n, dtype=torch.long)
        ids = []
        for _ in range(L):
            h = self.cell(self.emb(tok), h)
            probs = F.softmax(self.out(h), dim=-1)
            tok = torch.multinomial(probs, 1).squeeze(1)  # expect: sample-not-rsample
            ids.append(tok)
        return torch.stack(ids, 1)


class Judge(nn.Module):
    def __init__(self):
        super().__init__()
        self.table = nn.Embedding(V, D)
        self.score = nn.Linear(D, 1)

    def forward(self, ids):
        return self.score(self.table(ids).mean(1)).squeeze(-1)


gen, judge = Generator(), Judge().eval()
judge.requires_grad_(False)
opt = torch.optim.Adam(gen.parameters(), lr=1e-3)
for step in range(3):
    ids = gen(16)
    reward = judge(ids)
    loss = -(reward - reward.mean().detach() * 0.0).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(step, loss.item(), ids[0].tolist())
