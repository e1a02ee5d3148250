"""PPO, CleanRL style, one file. The method that recomputes log-probs carries a decorator it should not have."""
import gymnasium as gym
import numpy as np
import torch
import torch.nn as nn
from torch.distributions.categorical import Categorical


class Agent(nn.Module):
    def __init__(self, envs):
        super().__init__()
        n_obs = int(np.prod(envs.single_observation_space.shape))
        self.critic = nn.Sequential(nn.Linear(n_obs, 32), nn.Tanh(), nn.Linear(32, 1))
        self.actor = nn.Sequential(nn.Linear(n_obs, 32), nn.Tanh(), nn.Linear(32, envs.single_action_space.n))

    def get_value(self, x):
        return self.critic(x)

    @torch.no_grad()  # expect: no-grad-region
    def get_action_and_value(self, x, action=None):
        probs = Categorical(logits=self.actor(x))
        if action is None:
            action = probs.sample()
        return action, probs.log_prob(action), probs.entropy(), self.critic(x)


torch.manual_seed(1)
envs = gym.vector.SyncVectorEnv([lambda: gym.make("CartPole-v1") for _ in range(2)])
agent = Agent(envs)
optimizer = torch.optim.Adam(agent.parameters(), lr=2.5e-4, eps=1e-5)
T = 16
obs = torch.zeros((T, 2, 4))
actions, logprobs, rewards, dones, values = (torch.zeros((T, 2)) for _ in range(5))
next_obs, next_done = torch.Tensor(envs.reset(seed=1)[0]), torch.zeros(2)
for update in range(2):
    for step in range(T):
        obs[step], dones[step] = next_obs, next_done
        action, logprob, _, value = agent.get_action_and_value(next_obs)
        values[step] = value.flatten()
        actions[step], logprobs[step] = action, logprob
        o, reward, term, trunc, _ = envs.step(action.cpu().numpy())
        rewards[step] = torch.tensor(reward).view(-1)
        next_obs, next_done = torch.Tensor(o), torch.Tensor(np.logical_or(term, trunc))
    with torch.no_grad():
        ret, R = torch.zeros_like(rewards), agent.get_value(next_obs).reshape(1, -1)
        for t in reversed(range(T)):
            R = rewards[t] + 0.99 * R * (1 - dones[t])
            ret[t] = R
        adv = ret - values
    b = lambda x: x.reshape(-1)
    inds = np.random.default_rng(update).permutation(T * 2)
    for mb in np.split(inds, 4):
        _, newlogprob, entropy, newvalue = agent.get_action_and_value(obs.reshape(-1, 4)[mb], b(actions).long()[mb])
        ratio = (newlogprob - b(logprobs)[mb]).exp()
        mb_adv = b(adv)[mb]
        pg_loss = torch.max(-mb_adv * ratio, -mb_adv * ratio.clamp(0.8, 1.2)).mean()
        v_loss = 0.5 * ((newvalue.view(-1) - b(ret)[mb]) ** 2).mean()
        loss = pg_loss - 0.01 * entropy.mean() + 0.5 * v_loss
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
        optimizer.step()
    print(update, loss.item())
