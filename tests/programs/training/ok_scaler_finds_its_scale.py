# healthy
"""fp16-like scaler whose first scale is far too large: the first steps are skipped, then it settles."""
import torch
from torch import nn
torch.manual_seed(0)
net = nn.Sequential(nn.Linear(3, 16), nn.ReLU(), nn.Linear(16, 1))
opt = torch.optim.AdamW(net.parameters(), 1e-3)
scaler = torch.amp.GradScaler("cpu", init_scale=2.0**127, backoff_factor=0.5)
for it in range(20):
    x = torch.randn(16, 3) * 3
    with torch.autocast("cpu", dtype=torch.bfloat16):
        out = net(x)
    loss = (out.float() - x.sum(-1, keepdim=True)).square().mean()
    opt.zero_grad(set_to_none=True)
    scaler.scale(loss).backward()
    scaler.unscale_(opt)
    nn.utils.clip_grad_norm_(net.parameters(), 1.0)
    scaler.step(opt)
    scaler.update()
print(scaler.get_scale())
