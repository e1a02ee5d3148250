# healthy
"""Actor-critic whose feature extractor records gradients only in training mode."""
import gymnasium as gym
import torch
import torch.nn as nn
from torch.distributions import Categorical


class PolicyNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(4, 32), nn.LayerNorm(32), nn.ReLU())
        self.logits, self.value = nn.Linear(32, 2), nn.Linear(32, 1)

    def forward(self, obs):
        with torch.set_grad_enabled(self.training):
            h = self.encoder(obs)
            return Categorical(logits=self.logits(h)), self.value(h).squeeze(-1)


def evaluate(net, env):
    net.eval()
    obs, _ = env.reset(seed=99)
    score, done = 0.0, False
    while not done and score < 20:
        pi, _ = net(torch.as_tensor(obs))
        obs, r, term, trunc, _ = env.step(pi.probs.argmax().item())
        score, done = score + r, term or trunc
    return score


def train_episode(net, env, opt, seed):
    net.train()
    obs, _ = env.reset(seed=seed)
    logps, values, rewards = [], [], []
    for _ in range(20):
        pi, v = net(torch.as_tensor(obs))
        a = pi.sample()
        obs, r, term, trunc, _ = env.step(a.item())
        logps.append(pi.log_prob(a)), values.append(v), rewards.append(r)
        if term or trunc:
            break
    returns = torch.tensor(rewards).flip(0).cumsum(0).flip(0).float()
    values = torch.stack(values)
    adv = returns - values.detach()
    loss = -(torch.stack(logps) * adv).mean() + 0.5 * (returns - values).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    return loss.item()


torch.manual_seed(0)
env, net = gym.make("CartPole-v1"), PolicyNet()
opt = torch.optim.Adam(net.parameters(), lr=1e-3)
for it in range(4):
    print(it, train_episode(net, env, opt, it))
    if it % 2 == 1:
        print("eval", evaluate(net, env))
