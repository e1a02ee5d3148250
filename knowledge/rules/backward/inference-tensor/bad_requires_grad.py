"""Plan motor commands in two stages: the best of many random plans, then refined by gradient descent."""
import torch

HORIZON, SAMPLES = 20, 64
goal = torch.tensor([1.0, -0.5])


def cost_of(plans):
    position, speed = torch.zeros(plans.shape[0], 2), torch.zeros(plans.shape[0], 2)
    for command in plans.unbind(dim=1):
        speed = 0.9 * speed + 0.1 * command
        position = position + speed
    return (position - goal).square().sum(dim=1)


@torch.inference_mode()
def best_random_plan():
    plans = torch.randn(SAMPLES, HORIZON, 2)
    return plans[cost_of(plans).argmin()]  # expect: inference-tensor


torch.manual_seed(0)
plan = best_random_plan()
plan.requires_grad_(True)  # raises: RuntimeError: Setting requires_grad=True on inference tensor outside InferenceMode
optimizer = torch.optim.Adam([plan], lr=0.05)

for iteration in range(5):
    cost = cost_of(plan.unsqueeze(0)).mean()
    optimizer.zero_grad()
    cost.backward()
    optimizer.step()
    print(f"iteration {iteration}: cost {cost.item():.5f}")
