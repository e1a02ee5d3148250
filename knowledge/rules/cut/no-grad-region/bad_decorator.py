"""Behaviour cloning of a gripper policy from recorded demonstrations."""
import torch
from torch import nn


class Gripper(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(8, 32), nn.ReLU())
        self.head = nn.Linear(32, 3)
        self.register_buffer("scale", torch.tensor([0.1, 0.1, 1.0]))

    def forward(self, obs):
        return self.head(self.encoder(obs))

    @torch.no_grad()  # expect: no-grad-region
    def predict(self, obs):
        return self.scale * torch.tanh(self(obs))


@torch.no_grad()
def success_rate(policy, obs, actions, tolerance=0.1):
    return ((policy.predict(obs) - actions).norm(dim=1) < tolerance).float().mean().item()


torch.manual_seed(0)
policy = Gripper()
optimizer = torch.optim.AdamW(policy.parameters(), lr=1e-3)
obs = torch.randn(64, 8)
actions = policy.scale * torch.tanh(obs[:, :3])

for epoch in range(5):
    for batch, wanted in zip(obs.split(16), actions.split(16)):
        loss = (policy.predict(batch) - wanted).abs().mean()
        optimizer.zero_grad()
        loss.backward()  # raises: RuntimeError: element 0 of tensors does not require grad
        optimizer.step()
    print(f"epoch {epoch}: loss {loss.item():.4f}, success {success_rate(policy, obs, actions):.2f}")
