"""Actor-critic on Pendulum whose limit on the gradient is given in the wrong unit."""
import gymnasium as gym
import numpy as np
import torch
from torch import nn
from torch.distributions import Normal

MAX_GRAD_NORM = 1e-12


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean = nn.Sequential(nn.Linear(3, 32), nn.Tanh(), nn.Linear(32, 1))
        self.value = nn.Sequential(nn.Linear(3, 32), nn.Tanh(), nn.Linear(32, 1))

    def forward(self, obs):
        return Normal(self.mean(obs), 0.5), self.value(obs).squeeze(1)


torch.manual_seed(0)
env, net = gym.make("Pendulum-v1"), Net()
optimizer = torch.optim.SGD(net.parameters(), lr=1e-2)
state, _ = env.reset(seed=0)

for update in range(4):
    states, actions, rewards = [], [], []
    for _ in range(32):
        with torch.no_grad():
            action = net(torch.as_tensor(state)[None])[0].sample()[0]
        states.append(state), actions.append(action)
        state, reward, _, _, _ = env.step(2.0 * action.clamp(-1, 1).numpy())
        rewards.append(float(reward))
    dist, value = net(torch.as_tensor(np.stack(states)))
    advantage = torch.tensor(rewards) - value
    loss = -(dist.log_prob(torch.stack(actions)).squeeze(1) * advantage.detach()).mean() + advantage.square().mean()
    optimizer.zero_grad()
    loss.backward()
    norm = nn.utils.clip_grad_norm_(net.parameters(), MAX_GRAD_NORM)  # expect: clip-vanishing
    optimizer.step()
    print(f"update {update}: loss {loss.item():.3f}, gradient norm {norm.item():.3f}")
