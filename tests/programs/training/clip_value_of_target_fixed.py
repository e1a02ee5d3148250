# healthy
"""DQN clips the target network's gradients, which are all None."""
import copy, torch
from torch import nn
torch.manual_seed(0)
policy_net = nn.Sequential(nn.Linear(4, 32), nn.ReLU(), nn.Linear(32, 2))
target_net = copy.deepcopy(policy_net)
optimizer = torch.optim.AdamW(policy_net.parameters(), lr=1e-3, amsgrad=True)
for i in range(20):
    s, a, r, s2 = torch.randn(32, 4), torch.randint(2, (32, 1)), torch.randn(32), torch.randn(32, 4)
    q = policy_net(s).gather(1, a)
    with torch.no_grad(): nq = target_net(s2).max(1).values
    loss = nn.SmoothL1Loss()(q, (r + 0.99 * nq).unsqueeze(1))
    optimizer.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_value_(policy_net.parameters(), 100)
    optimizer.step()
    sd = target_net.state_dict()
    for k, v in policy_net.state_dict().items(): sd[k] = 0.995 * sd[k] + 0.005 * v
    target_net.load_state_dict(sd)
