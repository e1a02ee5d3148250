# healthy
"""reset() of an experiment class re-makes only the model, between two seeds."""
import torch
from torch import nn
class Experiment:
    def __init__(self, lr):
        self.lr = lr
        self.make_model()
        self.optimizer = torch.optim.RMSprop(self.model.parameters(), lr=lr)
    def make_model(self):
        self.model = nn.Sequential(nn.Linear(3, 16), nn.Tanh(), nn.Linear(16, 1))
    def run(self, seed):
        torch.manual_seed(seed)
        self.make_model()
        self.optimizer = torch.optim.RMSprop(self.model.parameters(), lr=self.lr)
        for _ in range(15):
            x = torch.randn(32, 3)
            loss = (self.model(x) - x.sum(-1, keepdim=True)).square().mean()
            self.optimizer.zero_grad(); loss.backward(); self.optimizer.step()
        return loss.item()
e = Experiment(1e-2)
print([e.run(s) for s in range(2)])
