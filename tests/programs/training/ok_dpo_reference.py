# healthy
"""DPO on toy preference pairs: the reference is an eval-mode copy used under no_grad."""
import copy

import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(73)


class TinyLM(nn.Module):
    def __init__(self, vocab=12, width=24):
        super().__init__()
        self.emb, self.rnn, self.out = nn.Embedding(vocab, width), nn.GRU(width, width, batch_first=True), nn.Linear(width, vocab)

    def forward(self, ids):
        return self.out(self.rnn(self.emb(ids))[0])


def sequence_logp(model, ids):
    logits = model(ids[:, :-1]).log_softmax(-1)
    return logits.gather(-1, ids[:, 1:, None]).squeeze(-1).sum(-1)


policy = TinyLM()
reference = copy.deepcopy(policy).eval()
opt = torch.optim.AdamW(policy.parameters(), lr=1e-3)
for it in range(8):
    good, bad = torch.randint(12, (16, 7)), torch.randint(12, (16, 7))
    with torch.no_grad():
        ref_margin = sequence_logp(reference, good) - sequence_logp(reference, bad)
    margin = sequence_logp(policy, good) - sequence_logp(policy, bad)
    loss = -F.logsigmoid(0.1 * (margin - ref_margin)).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(it, loss.item())
