"""Mixed-precision training of a dynamics model: scale, unscale, clip, step, update, in this order."""
import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader, TensorDataset

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"


class DynamicsModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(5, 64), nn.ReLU(), nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 4))

    def forward(self, state, action):
        return state + self.layers(torch.cat([state, action], dim=-1))


def recording(count):
    state, action = torch.randn(count, 4), torch.rand(count, 1) * 2.0 - 1.0
    position, velocity = state[:, :2], state[:, 2:]
    velocity = 0.95 * velocity + 0.1 * action - 0.1 * position
    return TensorDataset(state, action, torch.cat([position + 0.1 * velocity, velocity], dim=1))


def train_epoch(model, loader, optimizer, scaler):
    total, largest = 0.0, 0.0
    for state, action, following in loader:
        state, action, following = (x.to(DEVICE) for x in (state, action, following))
        optimizer.zero_grad(set_to_none=True)
        with torch.autocast(DEVICE, dtype=torch.bfloat16):
            prediction = model(state, action)
        loss = F.mse_loss(prediction.float(), following)
        scaler.scale(loss).backward()
        scaler.unscale_(optimizer)
        norm = nn.utils.clip_grad_norm_(model.parameters(), max_norm=1.0)
        scaler.step(optimizer)
        scaler.update()
        total += loss.item()
        largest = max(largest, norm.item())
    return total / len(loader), largest


def main():
    torch.manual_seed(0)
    loader = DataLoader(recording(512), batch_size=64, shuffle=True)
    model = DynamicsModel().to(DEVICE)
    optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
    scaler = torch.amp.GradScaler(DEVICE)
    for epoch in range(5):
        loss, largest = train_epoch(model, loader, optimizer, scaler)
        print(f"epoch {epoch}: loss {loss:.5f}, largest norm {largest:.3f}, scale {scaler.get_scale():.0f}")


main()
