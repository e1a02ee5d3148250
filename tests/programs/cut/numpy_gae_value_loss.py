import gymnasium as gym
import numpy as np
import torch
import torch.nn as nn

device = torch.device("cpu")


def layer_init(layer, std=np.sqrt(2)):
    nn.init.orthogonal_(layer.weight, std)
    return layer


critic = nn.Sequential(layer_init(nn.Linear(4, 64)), nn.Tanh(), layer_init(nn.Linear(64, 1), 1.0)).to(device)
actor = nn.Sequential(layer_init(nn.Linear(4, 64)), nn.Tanh(), layer_init(nn.Linear(64, 2), 0.01)).to(device)
critic_opt = torch.optim.Adam(critic.parameters(), lr=1e-3)
actor_opt = torch.optim.Adam(actor.parameters(), lr=3e-4)


def gae(rewards, values, last, gamma=0.99, lam=0.95):
    adv, running = np.zeros_like(rewards), 0.0
    values = np.append(values, last)
    for t in reversed(range(len(rewards))):
        delta = rewards[t] + gamma * values[t + 1] - values[t]
        running = delta + gamma * lam * running
        adv[t] = running
    return adv


env = gym.make("CartPole-v1")
torch.manual_seed(0)
obs, _ = env.reset(seed=0)
for iteration in range(3):
    all_obs, acts, rews = [], [], []
    for t in range(16):
        with torch.no_grad():
            a = torch.distributions.Categorical(logits=actor(torch.as_tensor(obs))).sample().item()
        all_obs.append(obs), acts.append(a)
        obs, r, term, trunc, _ = env.step(a)
        rews.append(r)
        if term or trunc:
            obs, _ = env.reset()
    x = torch.as_tensor(np.array(all_obs), device=device)
    values = critic(x).squeeze(-1).cpu().detach().numpy()  # expect: numpy-roundtrip
    adv = gae(np.array(rews), values, 0.0)
    returns = adv + values
    logp = torch.distributions.Categorical(logits=actor(x)).log_prob(torch.tensor(acts))
    actor_loss = -(logp * torch.as_tensor(adv, dtype=torch.float32)).mean()
    actor_opt.zero_grad()
    actor_loss.backward()
    actor_opt.step()

    targets = torch.as_tensor(np.convolve(returns, [1.0], "same"), dtype=torch.float32)
    baseline = torch.from_numpy(values)
    critic_loss = ((targets - baseline) ** 2).mean()
    critic_opt.zero_grad()
    critic_loss.backward()
    critic_opt.step()
    print(iteration, actor_loss.item(), critic_loss.item())
