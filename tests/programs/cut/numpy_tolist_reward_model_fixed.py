# healthy
"""Best-of-n style fine tuning of a prompt embedding against a frozen differentiable reward model."""
import torch
import torch.nn as nn

torch.manual_seed(0)
DIM, N = 16, 6


class RewardModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.score = nn.Sequential(nn.Linear(DIM, 32), nn.GELU(), nn.Linear(32, 1))

    def forward(self, x):
        return self.score(x).squeeze(-1)


class SoftPrompt(nn.Module):
    def __init__(self):
        super().__init__()
        self.table = nn.Parameter(torch.randn(N, DIM) * 0.1)
        self.mixer = nn.Linear(DIM, DIM)

    def forward(self):
        return self.mixer(self.table)


reward_model = RewardModel().eval()
for p in reward_model.parameters():
    p.requires_grad_(False)
prompt = SoftPrompt()
optimizer = torch.optim.AdamW(prompt.parameters(), lr=1e-2, weight_decay=0.0)


def score_batch(x):
    scores = reward_model(x)
    ranked = scores.sort(descending=True).values
    return ranked[: len(ranked) // 2]


for step in range(3):
    best = score_batch(prompt())
    loss = -best.mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"{step}: {loss.item():.5f}")
