# healthy
import random

import gymnasium as gym
import numpy as np
import torch
import torch.nn as nn
import torch.optim as optim
from torch.distributions.normal import Normal


def layer_init(layer, std=np.sqrt(2), bias_const=0.0):
    torch.nn.init.orthogonal_(layer.weight, std)
    torch.nn.init.constant_(layer.bias, bias_const)
    return layer


class Agent(nn.Module):
    def __init__(self):
        super().__init__()
        self.critic = nn.Sequential(layer_init(nn.Linear(3, 32)), nn.Tanh(), layer_init(nn.Linear(32, 1), std=1.0))
        self.actor_mean = nn.Sequential(layer_init(nn.Linear(3, 32)), nn.Tanh(), layer_init(nn.Linear(32, 1), std=0.01))
        self.actor_logstd = nn.Parameter(torch.zeros(1, 1))

    def get_value(self, x):
        return self.critic(x)

    def get_action_and_value(self, x, action=None):
        mean = self.actor_mean(x)
        probs = Normal(mean, torch.exp(self.actor_logstd.expand_as(mean)))
        if action is None:
            action = probs.sample()
        return action, probs.log_prob(action).sum(1), probs.entropy().sum(1), self.critic(x)


random.seed(1), np.random.seed(1), torch.manual_seed(1)
envs = gym.vector.SyncVectorEnv([lambda: gym.make("Pendulum-v1") for _ in range(2)])
agent = Agent()
optimizer = optim.Adam(agent.parameters(), lr=3e-4, eps=1e-5)
S, N = 16, 2
obs, actions = torch.zeros((S, N, 3)), torch.zeros((S, N, 1))
logprobs, rewards, dones, values = (torch.zeros((S, N)) for _ in range(4))
next_obs, next_done = torch.Tensor(envs.reset(seed=1)[0]), torch.zeros(N)
for iteration in range(2):
    for step in range(S):
        obs[step], dones[step] = next_obs, next_done
        with torch.no_grad():
            action, logprob, _, value = agent.get_action_and_value(next_obs)
            values[step] = value.flatten()
        actions[step], logprobs[step] = action, logprob
        next_obs, reward, term, trunc, infos = envs.step(action.cpu().numpy())
        next_done = np.logical_or(term, trunc)
        rewards[step] = torch.tensor(reward).view(-1)
        next_obs, next_done = torch.Tensor(next_obs), torch.Tensor(next_done)
    with torch.no_grad():
        next_value = agent.get_value(next_obs).reshape(1, -1)
        advantages, lastgaelam = torch.zeros_like(rewards), 0
        for t in reversed(range(S)):
            nonterminal = 1.0 - (next_done if t == S - 1 else dones[t + 1])
            nextvalues = next_value if t == S - 1 else values[t + 1]
            delta = rewards[t] + 0.99 * nextvalues * nonterminal - values[t]
            advantages[t] = lastgaelam = delta + 0.99 * 0.95 * nonterminal * lastgaelam
        returns = advantages + values
    b_obs, b_logprobs, b_actions = obs.reshape(-1, 3), logprobs.reshape(-1), actions.reshape(-1, 1)
    b_advantages, b_returns, b_values = advantages.reshape(-1), returns.reshape(-1), values.reshape(-1)
    b_inds = np.arange(S * N)
    clipfracs = []
    for epoch in range(2):
        np.random.shuffle(b_inds)
        for start in range(0, S * N, 16):
            mb = b_inds[start:start + 16]
            _, newlogprob, entropy, newvalue = agent.get_action_and_value(b_obs[mb], b_actions[mb])
            logratio = newlogprob - b_logprobs[mb]
            ratio = logratio.exp()
            with torch.no_grad():
                approx_kl = ((ratio - 1) - logratio).mean()
                clipfracs += [((ratio - 1.0).abs() > 0.2).float().mean().item()]
            mb_adv = b_advantages[mb]
            mb_adv = (mb_adv - mb_adv.mean()) / (mb_adv.std() + 1e-8)
            pg_loss = torch.max(-mb_adv * ratio, -mb_adv * torch.clamp(ratio, 0.8, 1.2)).mean()
            newvalue = newvalue.view(-1)
            v_clipped = b_values[mb] + torch.clamp(newvalue - b_values[mb], -0.2, 0.2)
            v_loss = 0.5 * torch.max((newvalue - b_returns[mb]) ** 2, (v_clipped - b_returns[mb]) ** 2).mean()
            loss = pg_loss - 0.0 * entropy.mean() + v_loss * 0.5
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimizer.step()
    print(iteration, loss.item(), approx_kl.item(), np.mean(clipfracs))
