# healthy
"""Independent learners in a dict of modules; each update trains the agent whose turn it is."""
import torch
from torch import nn
from torch.distributions import Categorical

torch.manual_seed(69)
agents = nn.ModuleDict({name: nn.Sequential(nn.Linear(6, 24), nn.Tanh(), nn.Linear(24, 3)) for name in ("red", "blue")})
opts = {name: torch.optim.Adam(agent.parameters(), lr=1e-3) for name, agent in agents.items()}


def episode(n=32):
    obs = torch.randn(n, 6)
    with torch.no_grad():
        acts = {name: Categorical(logits=agent(obs)).sample() for name, agent in agents.items()}
    reward = (acts["red"] == acts["blue"]).float()
    return obs, acts, {"red": reward, "blue": -reward}


for it in range(24):
    turn = ("red", "blue")[it // 4 % 2]
    obs, acts, rewards = episode()
    logp = Categorical(logits=agents[turn](obs)).log_prob(acts[turn])
    loss = -(logp * (rewards[turn] - rewards[turn].mean())).mean()
    opts[turn].zero_grad()
    loss.backward()
    opts[turn].step()
print(loss.item())
