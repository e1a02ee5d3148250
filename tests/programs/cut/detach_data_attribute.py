# REINFORCE, translated from a 2017 tutorial
import gymnasium as gym
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.autograd import Variable


class PolicyGradient(nn.Module):
    def __init__(self):
        super(PolicyGradient, self).__init__()
        self.affine1 = nn.Linear(4, 64)
        self.affine2 = nn.Linear(64, 2)
        self.saved, self.rewards = [], []

    def forward(self, x):
        return F.softmax(self.affine2(F.relu(self.affine1(x))), dim=1)


policy = PolicyGradient()
optimizer = torch.optim.Adam(policy.parameters(), lr=1e-2)
torch.manual_seed(0)


def select_action(state):
    state = Variable(torch.from_numpy(state).float().unsqueeze(0))
    probs = policy(state)
    action = probs.data.multinomial(1)
    policy.saved.append(torch.log(probs.gather(1, action)).data)  # expect: detach-call
    return action.item()


def finish_episode():
    R, returns = 0, []
    for r in policy.rewards[::-1]:
        R = r + 0.99 * R
        returns.insert(0, R)
    returns = torch.Tensor(returns)
    returns = (returns - returns.mean()) / (returns.std() + 1e-6)
    loss = 0
    for log_p, R in zip(policy.saved, returns):
        loss = loss - log_p * R
    loss = loss.sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    del policy.saved[:], policy.rewards[:]
    return loss.item()


env = gym.make("CartPole-v1")
for episode in range(3):
    state, _ = env.reset(seed=episode)
    for t in range(30):
        state, reward, done, trunc, _ = env.step(select_action(state))
        policy.rewards.append(reward)
        if done:
            break
    print(episode, finish_episode())
