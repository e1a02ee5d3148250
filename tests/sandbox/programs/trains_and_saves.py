"""Trains on batches that workers load, saves into its own folder, and then beside the user's results."""

import os

import torch
from torch.utils.data import DataLoader, TensorDataset


def main():
    network = torch.nn.Linear(3, 1)
    optimizer = torch.optim.Adam(network.parameters())
    for (batch,) in DataLoader(TensorDataset(torch.randn(8, 3)), batch_size=4, num_workers=1):
        optimizer.zero_grad()
        network(batch).pow(2).mean().backward()
        optimizer.step()
    os.makedirs("checkpoints/best", exist_ok=True)
    torch.save(network.state_dict(), "checkpoints/last.pt")
    os.replace("checkpoints/last.pt", "checkpoints/best/model.pt")
    torch.load("checkpoints/best/model.pt")
    print("trained", flush=True)
    torch.save(network.state_dict(), os.path.expanduser("~/results/model.pt"))


if __name__ == "__main__":
    main()
