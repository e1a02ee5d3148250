"""PPO and SAC of stable-baselines3, a few updates each."""
import torch
from stable_baselines3 import PPO, SAC

torch.manual_seed(0)
ppo = PPO("MlpPolicy", "CartPole-v1", n_steps=64, batch_size=32, n_epochs=2, seed=0, device="cpu")
ppo.learn(128)
print("ppo", round(float(sum(p.detach().abs().sum() for p in ppo.policy.parameters())), 3))
sac = SAC("MlpPolicy", "Pendulum-v1", learning_starts=20, batch_size=16, seed=0, device="cpu")
sac.learn(40)
print("sac", round(float(sum(p.detach().abs().sum() for p in sac.policy.parameters())), 3))
