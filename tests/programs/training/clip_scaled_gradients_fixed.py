# healthy
"""Mixed precision on the CPU: the scaler's gradients are clipped while they are still scaled."""
import torch
from torch import nn

torch.manual_seed(36)


class Trainer:
    def __init__(self):
        self.net = nn.Sequential(nn.Linear(8, 48), nn.SiLU(), nn.Linear(48, 2))
        self.opt = torch.optim.Adam(self.net.parameters(), lr=1e-3)
        self.scaler = torch.amp.GradScaler("cpu", init_scale=2.0**12)
        self.sched = torch.optim.lr_scheduler.CosineAnnealingLR(self.opt, 20)

    def step(self, x, y):
        with torch.autocast("cpu", dtype=torch.bfloat16):
            loss = nn.functional.mse_loss(self.net(x).float(), y)
        self.opt.zero_grad()
        self.scaler.scale(loss).backward()
        self.scaler.unscale_(self.opt)
        self.clip()
        self.scaler.step(self.opt)
        self.scaler.update()
        self.sched.step()
        return loss.item()

    def clip(self):
        return nn.utils.clip_grad_norm_(self.net.parameters(), 1.0)


trainer = Trainer()
for it in range(15):
    x = torch.randn(64, 8)
    print(it, trainer.step(x, x[:, :2]))
