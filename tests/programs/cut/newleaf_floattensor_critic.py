import gymnasium as gym
import torch
import torch.nn as nn


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(2, 32), nn.ReLU(), nn.Linear(32, 1))

    def forward(self, x):
        return self.net(x)[0]


def td_targets(critic, trajectory, gamma):
    with torch.no_grad():
        return torch.stack([r + gamma * critic(s2) for _, r, s2 in trajectory])


def fit(critic, opt, trajectory, gamma=0.97):
    predictions = [critic(s) for s, _, _ in trajectory]
    targets = td_targets(critic, trajectory, gamma)
    loss = ((torch.FloatTensor(predictions) - targets) ** 2).mean()  # expect: new-leaf-tensor
    opt.zero_grad()
    loss.backward()
    opt.step()
    return loss.item()


torch.manual_seed(0)
env, critic = gym.make("MountainCar-v0"), Critic()
env.action_space.seed(0)
opt = torch.optim.Adam(critic.parameters(), lr=1e-3)
for episode in range(3):
    s, trajectory = torch.as_tensor(env.reset(seed=episode)[0]), []
    for t in range(15):
        nxt, r, term, trunc, _ = env.step(env.action_space.sample())
        s2 = torch.as_tensor(nxt)
        trajectory.append((s, r, s2))
        s = s2
    print(episode, fit(critic, opt, trajectory))
