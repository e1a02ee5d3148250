# healthy
"""A2C with n-step returns and a shared trunk, lists of live tensors."""
import gymnasium as gym
import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(4, 64), nn.ReLU())
        self.pi, self.v = nn.Linear(64, 2), nn.Linear(64, 1)

    def forward(self, x):
        h = self.trunk(x)
        return F.log_softmax(self.pi(h), -1), self.v(h).squeeze(-1)


torch.manual_seed(0)
envs = gym.make_vec("CartPole-v1", num_envs=4, vectorization_mode="sync")
net = Net()
opt = torch.optim.RMSprop(net.parameters(), lr=7e-4, alpha=0.99, eps=1e-5)
obs = torch.as_tensor(envs.reset(seed=0)[0])
running = 0.0
for update in range(4):
    logps, values, rewards, masks, ents = [], [], [], [], []
    for t in range(5):
        logits, v = net(obs)
        a = torch.multinomial(logits.exp(), 1)
        nxt, r, term, trunc, _ = envs.step(a.squeeze(1).numpy())
        logps.append(logits.gather(1, a).squeeze(1))
        values.append(v)
        ents.append(-(logits.exp() * logits).sum(-1))
        rewards.append(torch.tensor(r, dtype=torch.float32))
        masks.append(torch.tensor(1.0 - term, dtype=torch.float32))
        obs = torch.as_tensor(nxt)
    with torch.no_grad():
        R = net(obs)[1]
    loss = 0
    for logp, v, r, m, e in zip(logps[::-1], values[::-1], rewards[::-1], masks[::-1], ents[::-1]):
        R = r + 0.99 * R * m
        adv = R - v
        loss = loss - (logp * adv.detach()).mean() + 0.5 * adv.pow(2).mean() - 0.01 * e.mean()
    opt.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(net.parameters(), max_norm=0.5)
    opt.step()
    running = 0.9 * running + 0.1 * torch.stack(rewards).sum().item()
    print(update, loss.item(), running)
