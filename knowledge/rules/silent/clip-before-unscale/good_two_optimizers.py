"""Actor and critic under one GradScaler; each has its optimizer and its limit."""
import torch
from torch import nn
from torch.distributions import Normal

torch.manual_seed(0)
actor = nn.Sequential(nn.Linear(3, 32), nn.Tanh(), nn.Linear(32, 1))
critic = nn.Sequential(nn.Linear(3, 32), nn.Tanh(), nn.Linear(32, 1))
actor_optimizer = torch.optim.Adam(actor.parameters(), lr=1e-3)
critic_optimizer = torch.optim.SGD(critic.parameters(), lr=1e-2)
scaler = torch.amp.GradScaler("cpu", init_scale=2.0**14)

for update in range(5):
    obs, action, returns = torch.randn(64, 3), torch.randn(64, 1), 5.0 + torch.randn(64)
    value = critic(obs).squeeze(1)
    actor_loss = -(Normal(actor(obs), 0.5).log_prob(action).squeeze(1) * (returns - value).detach()).mean()
    critic_loss = (returns - value).square().mean()
    actor_optimizer.zero_grad()
    critic_optimizer.zero_grad()
    scaler.scale(actor_loss + critic_loss).backward()
    scaler.unscale_(actor_optimizer)
    nn.utils.clip_grad_norm_(actor.parameters(), 0.5)
    scaler.unscale_(critic_optimizer)
    norm = nn.utils.clip_grad_norm_(critic.parameters(), 0.5)
    scaler.step(actor_optimizer)
    scaler.step(critic_optimizer)
    scaler.update()
    print(f"update {update}: critic loss {critic_loss.item():.3f}, its gradient norm {norm.item():.2f}")

for network in (actor, critic):
    for name, parameter in network.named_parameters():
        assert parameter.grad is not None and parameter.grad.isfinite().all() and parameter.grad.any(), name
        assert norm < 100.0
