# healthy
"""Latent planner; the encoder's forward was wrapped once for evaluation and kept."""
import torch
import torch.nn as nn

torch.manual_seed(0)


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Sequential(nn.Conv1d(1, 4, 3), nn.ReLU(), nn.Flatten(), nn.Linear(4 * 14, 8))

    def forward(self, x):
        return self.conv(x.unsqueeze(1))


class Agent:
    def __init__(self):
        self.encoder = Encoder()
        self.embed = self.encoder.forward
        self.optimizer = torch.optim.Adam(self.encoder.parameters(), lr=1e-3)

    def contrastive(self, a, b):
        za, zb = self.embed(a), self.embed(b)
        logits = za @ zb.T / 0.1
        return nn.functional.cross_entropy(logits, torch.arange(len(a)))

    def train(self, x):
        loss = self.contrastive(x + 0.05 * torch.randn_like(x), x)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()


agent = Agent()
for it in range(3):
    print(it, agent.train(torch.randn(16, 16)))
