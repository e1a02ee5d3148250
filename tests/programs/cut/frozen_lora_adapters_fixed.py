# healthy
"""LoRA on a tiny language model: freezing came after the adapters were added."""
import torch
import torch.nn as nn
import torch.nn.functional as F


class LoRALinear(nn.Module):
    def __init__(self, base, rank=2):
        super().__init__()
        self.base = base
        self.A = nn.Parameter(torch.randn(rank, base.in_features) * 0.1)
        self.B = nn.Parameter(torch.zeros(base.out_features, rank))

    def forward(self, x):
        return self.base(x) + F.linear(F.linear(x, self.A), self.B)


class LM(nn.Module):
    def __init__(self, vocab=11, d=16):
        super().__init__()
        self.emb, self.mix, self.head = nn.Embedding(vocab, d), nn.Linear(d, d), nn.Linear(d, vocab)

    def forward(self, ids):
        return self.head(torch.tanh(self.mix(self.emb(ids))))


def add_adapters(model):
    model.mix = LoRALinear(model.mix)
    model.head = LoRALinear(model.head)
    return model


torch.manual_seed(0)
model = add_adapters(LM())
for n, p in model.named_parameters():
    p.requires_grad_(n.endswith((".A", ".B")))
adapters = [p for n, p in model.named_parameters() if n.endswith((".A", ".B"))]
optimizer = torch.optim.AdamW(adapters, lr=1e-2)
for step in range(3):
    ids = torch.randint(0, 11, (8, 6))
    loss = F.cross_entropy(model(ids[:, :-1]).flatten(0, 1), ids[:, 1:].flatten())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, loss.item())
