"""A GAN of joint configurations: generator and discriminator take turns, each with an optimizer of its own."""
import torch
from torch import nn
from torch.nn import functional as F

LATENT, JOINTS = 4, 2


class Generator(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(LATENT, 32), nn.LeakyReLU(0.2), nn.Linear(32, JOINTS))

    def forward(self, noise):
        return self.layers(noise)


class Discriminator(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(JOINTS, 32), nn.LeakyReLU(0.2), nn.Dropout(0.1), nn.Linear(32, 1))

    def forward(self, joints):
        return self.layers(joints).squeeze(-1)


def recorded(count):
    """Joint angles of a robot that keeps to a circle."""
    angle = 6.283 * torch.rand(count)
    return torch.stack([angle.cos(), angle.sin()], dim=1) + 0.05 * torch.randn(count, JOINTS)


def discriminator_step(generator, discriminator, optimizer, real):
    noise = torch.randn(len(real), LATENT)
    fake = generator(noise).detach()
    scores_real, scores_fake = discriminator(real), discriminator(fake)
    loss = F.binary_cross_entropy_with_logits(scores_real, torch.ones_like(scores_real))
    loss = loss + F.binary_cross_entropy_with_logits(scores_fake, torch.zeros_like(scores_fake))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


def generator_step(generator, discriminator, optimizer, count):
    scores = discriminator(generator(torch.randn(count, LATENT)))
    loss = F.binary_cross_entropy_with_logits(scores, torch.ones_like(scores))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


def main():
    torch.manual_seed(0)
    generator, discriminator = Generator(), Discriminator()
    generator_optimizer = torch.optim.Adam(generator.parameters(), lr=2e-3, betas=(0.5, 0.99))
    discriminator_optimizer = torch.optim.Adam(discriminator.parameters(), lr=2e-3, betas=(0.5, 0.99))
    for step in range(120):
        d_loss = discriminator_step(generator, discriminator, discriminator_optimizer, recorded(64))
        if step % 2:
            g_loss = generator_step(generator, discriminator, generator_optimizer, 64)
        if step % 30 == 29:
            with torch.no_grad():
                radius = generator(torch.randn(256, LATENT)).norm(dim=1).mean().item()
            print(f"step {step + 1}: discriminator {d_loss:.4f}, generator {g_loss:.4f}, mean radius {radius:.3f}")


if __name__ == "__main__":
    main()
