"""Fine-tune adapters on a frozen backbone whose blocks are checkpointed, as large-model recipes do."""
import torch
from torch import nn
from torch.utils.checkpoint import checkpoint


class AdaptedBlock(nn.Module):
    def __init__(self, width=16):
        super().__init__()
        self.backbone = nn.Linear(width, width).requires_grad_(False)
        self.adapter = nn.Linear(width, width)

    def forward(self, hidden):
        return hidden + torch.relu(self.backbone(hidden)) + self.adapter(hidden)


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.tokens = nn.Embedding(10, 16).requires_grad_(False)
        self.blocks = nn.ModuleList(AdaptedBlock() for _ in range(2))

    def forward(self, ids):
        hidden = self.tokens(ids)
        for block in self.blocks:
            hidden = checkpoint(block, hidden, use_reentrant=True)  # expect: checkpoint-no-input-grad
        return hidden.mean(dim=1)


torch.manual_seed(0)
policy = Policy()
adapters = nn.ModuleList(block.adapter for block in policy.blocks)
optimizer = torch.optim.AdamW(adapters.parameters(), lr=1e-3)
instructions, wanted = torch.randint(0, 10, (32, 6)), torch.randn(32, 16)

for epoch in range(3):
    loss = (policy(instructions) - wanted).square().mean()
    optimizer.zero_grad()
    loss.backward()  # raises: RuntimeError: element 0 of tensors does not require grad
    optimizer.step()
    print(f"epoch {epoch}: loss {loss.item():.4f}")
