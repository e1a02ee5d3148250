import torch

from model import LatentModel, make_actor


class Trainer:
    def __init__(self):
        self.model, self.actor = LatentModel(), make_actor()
        self.optimizer = torch.optim.Adam(self.actor.parameters(), lr=1e-3)

    def imagine(self, z, horizon):
        rewards = []
        for _ in range(horizon):
            z = self.model.step(z, self.actor(z))
            rewards.append(self.model.reward(z))
        return torch.stack(rewards)

    def train_actor(self, start):
        rewards = self.imagine(start.detach(), 5)
        discount = torch.cumprod(torch.full((5, 1), 0.95), 0)
        loss = -(discount * rewards).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()
