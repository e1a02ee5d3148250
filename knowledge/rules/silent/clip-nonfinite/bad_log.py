"""Policy gradient with an entropy bonus over the legal actions only."""
import torch
from torch import nn

torch.manual_seed(0)
policy = nn.Sequential(nn.Linear(6, 32), nn.Tanh(), nn.Linear(32, 4))
optimizer = torch.optim.Adam(policy.parameters(), lr=1e-3)
obs, advantage = torch.randn(64, 6), torch.randn(64)
legal = torch.rand(64, 4) < 0.7
legal[:, 0] = True
action = torch.zeros(64, 1, dtype=torch.long)

for update in range(4):
    probs = torch.softmax(policy(obs).masked_fill(~legal, -torch.inf), dim=1)
    log_probs = torch.where(legal, probs.log(), 0.0)
    entropy = -(probs * log_probs).sum(dim=1).mean()
    loss = -(log_probs.gather(1, action).squeeze(1) * advantage).mean() - 0.01 * entropy
    optimizer.zero_grad()
    loss.backward()
    norm = nn.utils.clip_grad_norm_(policy.parameters(), 0.5)  # expect: clip-nonfinite
    optimizer.step()
    print(f"update {update}: loss {loss.item():.4f}, gradient norm {norm.item():.4f}")
