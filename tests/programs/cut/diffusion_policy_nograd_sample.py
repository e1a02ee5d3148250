"""Diffusion policy: the training loss calls the sampler instead of the denoiser."""
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
STEPS = 10
betas = torch.linspace(1e-3, 0.2, STEPS)
alpha_bar = torch.cumprod(1 - betas, 0)


class Denoiser(nn.Module):
    def __init__(self, obs=4, act=2):
        super().__init__()
        self.act = act
        self.net = nn.Sequential(nn.Linear(obs + act + 1, 64), nn.Mish(), nn.Linear(64, act))

    def forward(self, x, t, obs):
        return self.net(torch.cat([x, t.float().unsqueeze(-1) / STEPS, obs], -1))


class DiffusionPolicy(nn.Module):
    def __init__(self):
        super().__init__()
        self.eps = Denoiser()

    @torch.no_grad()  # expect: no-grad-region
    def sample(self, obs):
        x = torch.randn(len(obs), self.eps.act)
        for k in reversed(range(STEPS)):
            t = torch.full((len(obs),), k)
            e = self.eps(x, t, obs)
            x = (x - betas[k] / (1 - alpha_bar[k]).sqrt() * e) / (1 - betas[k]).sqrt()
        return x

    def compute_loss(self, obs, act):
        return F.mse_loss(self.sample(obs), act)


policy = DiffusionPolicy()
opt = torch.optim.AdamW(policy.parameters(), lr=1e-3)
for it in range(3):
    obs = torch.randn(32, 4)
    act = torch.tanh(obs[:, :2])
    loss = policy.compute_loss(obs, act)
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(it, loss.item())
