"""Does a falling loss prove that every network trains? Actor and critic share one loss; the actor's part is cut."""

import torch

torch.manual_seed(0)
actor = torch.nn.Sequential(torch.nn.Linear(3, 16), torch.nn.Tanh(), torch.nn.Linear(16, 1))
critic = torch.nn.Sequential(torch.nn.Linear(3, 16), torch.nn.Tanh(), torch.nn.Linear(16, 1))
optimizer = torch.optim.Adam([*actor.parameters(), *critic.parameters()], lr=0.01)
states = torch.randn(64, 3)
returns = states.sum(1, keepdim=True)
start = {name: net[0].weight.detach().clone() for name, net in (("actor", actor), ("critic", critic))}

print(f"{'step':>4}{'loss':>10}{'actor grad':>13}{'critic grad':>13}")
for step in range(31):
    optimizer.zero_grad()
    with torch.no_grad():
        log_prob = -(actor(states) - 0.5).square()
    advantage = returns - critic(states)
    policy_loss = -(log_prob * advantage.detach()).mean()
    loss = policy_loss + advantage.square().mean()
    loss.backward()
    optimizer.step()
    if step % 10 == 0:
        of = ["None" if net[0].weight.grad is None else f"{net[0].weight.grad.norm():.4f}" for net in (actor, critic)]
        print(f"{step:>4}{loss.item():>10.4f}{of[0]:>13}{of[1]:>13}")
for name, net in (("actor", actor), ("critic", critic)):
    print(f"{name} moved by {float((net[0].weight.detach() - start[name]).norm()):.4f}")
