"""A recurrent estimator of wheel slip, trained on long drives in windows; the hidden state is cut between them."""
import torch
from torch import nn
from torch.nn import functional as F

WINDOW, DRIVES, LENGTH = 20, 8, 160


class SlipEstimator(nn.Module):
    def __init__(self):
        super().__init__()
        self.memory = nn.GRU(4, 24, batch_first=True)
        self.head = nn.Linear(24, 1)

    def forward(self, sensors, hidden=None):
        features, hidden = self.memory(sensors, hidden)
        return self.head(features).squeeze(-1), hidden


def drives(generator):
    """Sensor readings and the slip that lies behind them, which depends on what came before."""
    sensors = torch.randn(DRIVES, LENGTH, 4, generator=generator)
    slip, rows = torch.zeros(DRIVES), []
    for t in range(LENGTH):
        slip = 0.9 * slip + 0.3 * sensors[:, t, 0] * (sensors[:, t, 1] > 0)
        rows.append(slip)
    return sensors, torch.stack(rows, dim=1)


def train_epoch(model, optimizer, sensors, slip):
    hidden, total = None, 0.0
    for start in range(0, LENGTH, WINDOW):
        window = slice(start, start + WINDOW)
        estimate, hidden = model(sensors[:, window], hidden)
        loss = F.mse_loss(estimate, slip[:, window])
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_value_(model.parameters(), 0.5)
        optimizer.step()
        hidden = hidden.detach()
        total += loss.item()
    return total * WINDOW / LENGTH


@torch.no_grad()
def error(model, sensors, slip):
    return (model(sensors)[0] - slip).abs().mean().item()


generator = torch.Generator().manual_seed(0)
torch.manual_seed(0)
model = SlipEstimator()
optimizer = torch.optim.RMSprop(model.parameters(), lr=3e-3)
training, validation = drives(generator), drives(generator)
for epoch in range(5):
    loss = train_epoch(model, optimizer, *training)
    print(f"epoch {epoch}: loss {loss:.4f}, validation error {error(model, *validation):.4f}")
