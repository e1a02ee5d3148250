"""Q-learning on CartPole without a target network: the bootstrap target comes from the network itself."""
import gymnasium as gym
import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
env = gym.make("CartPole-v1")
env.action_space.seed(0)
q_net = nn.Sequential(nn.Linear(4, 32), nn.ReLU(), nn.Linear(32, 2))
optimizer = torch.optim.Adam(q_net.parameters(), lr=1e-3)

transitions, state = [], env.reset(seed=0)[0]
for _ in range(128):
    action = env.action_space.sample()
    following, reward, done, _, _ = env.step(action)
    transitions.append((state, action, reward, following, float(done)))
    state = env.reset()[0] if done else following
states, actions, rewards, next_states, dones = (torch.as_tensor(np.array(column)) for column in zip(*transitions))

for update in range(5):
    index = torch.randint(0, 128, (32,))
    q_value = q_net(states[index]).gather(1, actions[index, None]).squeeze(1)
    target = rewards[index] + 0.99 * (1 - dones[index]) * q_net(next_states[index]).amax(dim=1)  # expect: missing-detach
    loss = F.mse_loss(q_value, target.float())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"update {update}: loss {loss.item():.4f}, mean target {target.mean().item():.4f}")
