"""The clipped PPO loss of torchrl on random data."""
import torch
from tensordict import TensorDict
from tensordict.nn import NormalParamExtractor, TensorDictModule
from torch import nn
from torchrl.modules import ProbabilisticActor, TanhNormal, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

torch.manual_seed(0)
body = nn.Sequential(nn.Linear(3, 16), nn.Tanh(), nn.Linear(16, 2), NormalParamExtractor())
actor = ProbabilisticActor(
    TensorDictModule(body, in_keys=["observation"], out_keys=["loc", "scale"]),
    in_keys=["loc", "scale"], distribution_class=TanhNormal, return_log_prob=True,
)
critic = ValueOperator(nn.Sequential(nn.Linear(3, 16), nn.Tanh(), nn.Linear(16, 1)), in_keys=["observation"])
with torch.no_grad():
    rollout = actor(TensorDict({"observation": torch.randn(8, 10, 3)}, [8, 10]))
after = {"observation": torch.randn(8, 10, 3), "reward": torch.randn(8, 10, 1)}
rollout["next"] = TensorDict(after | {name: torch.zeros(8, 10, 1, dtype=torch.bool) for name in ("done", "terminated")}, [8, 10])

advantage = GAE(gamma=0.99, lmbda=0.95, value_network=critic)
objective = ClipPPOLoss(actor, critic)
optimizer = torch.optim.Adam(objective.parameters(), lr=1e-3)
for update in range(3):
    with torch.no_grad():
        advantage(rollout)
    terms = objective(rollout.reshape(-1))
    loss = terms["loss_objective"] + terms["loss_critic"] + terms["loss_entropy"]
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(update, round(loss.item(), 4))
