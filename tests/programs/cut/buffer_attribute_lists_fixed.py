# healthy
"""Actor-critic with an agent object that remembers what it did, acting without gradients."""
import gymnasium as gym
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Categorical


class Memory:
    def __init__(self):
        self.clear()

    def clear(self):
        self.states, self.actions, self.logprobs, self.rewards, self.values = [], [], [], [], []


class ActorCritic(nn.Module):
    def __init__(self):
        super().__init__()
        self.affine = nn.Linear(4, 32)
        self.action_layer, self.value_layer = nn.Linear(32, 2), nn.Linear(32, 1)

    def act(self, state, memory):
        h = F.relu(self.affine(state))
        dist = Categorical(logits=self.action_layer(h))
        action = dist.sample()
        memory.states.append(state)
        memory.actions.append(action)
        memory.logprobs.append(dist.log_prob(action))
        memory.values.append(self.value_layer(h).squeeze(-1))
        return action.item()

    def calculate_loss(self, memory, gamma=0.99):
        rewards, dis = [], 0.0
        for r in memory.rewards[::-1]:
            dis = r + gamma * dis
            rewards.insert(0, dis)
        rewards = torch.tensor(rewards)
        rewards = (rewards - rewards.mean()) / (rewards.std() + 1e-5)
        loss = 0
        for logprob, value, reward in zip(memory.logprobs, memory.values, rewards):
            advantage = reward - value.item()
            loss = loss - logprob * advantage + F.smooth_l1_loss(value, reward)
        return loss


torch.manual_seed(0)
env, net, memory = gym.make("CartPole-v1"), ActorCritic(), Memory()
optimizer = torch.optim.Adam(net.parameters(), lr=0.02, betas=(0.9, 0.999))
for episode in range(3):
    state, _ = env.reset(seed=episode)
    for t in range(25):
        action = net.act(torch.from_numpy(state), memory)
        state, reward, done, _, _ = env.step(action)
        memory.rewards.append(reward)
        if done:
            break
    optimizer.zero_grad()
    loss = net.calculate_loss(memory)
    loss.backward()
    optimizer.step()
    memory.clear()
    print(episode, loss.item())
