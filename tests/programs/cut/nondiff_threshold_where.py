"""Contact scheduling for a walking gait: on/off contacts come from thresholded logits."""
import torch
import torch.nn as nn

torch.manual_seed(0)


class GaitNet(nn.Module):
    def __init__(self, legs=4, steps=10):
        super().__init__()
        self.legs, self.steps = legs, steps
        self.rnn = nn.GRU(2, 32, batch_first=True)
        self.head = nn.Linear(32, legs)

    def forward(self, command):
        seq = command.unsqueeze(1).expand(-1, self.steps, -1)
        h, _ = self.rnn(seq)
        return torch.sigmoid(self.head(h))


def contacts(prob):
    on = torch.ones_like(prob)
    off = torch.zeros_like(prob)
    return torch.where(prob > 0.5, on, off)  # expect: non-differentiable-op


def gait_loss(contact):
    support = contact.sum(-1)
    balance = (contact[..., 0] - contact[..., 3]).pow(2) + (contact[..., 1] - contact[..., 2]).pow(2)
    return (support - 2.0).pow(2).mean() + balance.mean()


net = GaitNet()
opt = torch.optim.Adam(net.parameters(), lr=2e-3)
for it in range(3):
    p = net(torch.rand(8, 2))
    loss = gait_loss(contacts(p))
    opt.zero_grad()
    loss.backward()
    opt.step()
    duty = (p.detach() > 0.5).float().mean().item()
    print(it, loss.item(), "duty", duty)
