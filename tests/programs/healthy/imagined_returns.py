"""An actor trained through imagined rollouts of a learned model; its returns are differentiated on purpose."""
import torch
from torch import nn
from torch.distributions import Normal
from torch.nn import functional as F

HORIZON, GAMMA, LAMBDA = 8, 0.95, 0.9
torch.manual_seed(0)


def mlp(inputs, outputs):
    return nn.Sequential(nn.Linear(inputs, 48), nn.ELU(), nn.Linear(48, outputs))


def plant(state, action):
    """The real system, which the model has to learn."""
    position, velocity = state[:, :1], state[:, 1:]
    velocity = velocity + 0.2 * (action - 0.5 * position)
    following = torch.cat([position + 0.2 * velocity, velocity], dim=1)
    return following, -following.square().sum(dim=1) - 0.01 * action.square().sum(dim=1)


transition, reward_model = mlp(3, 2), mlp(3, 1)
actor, critic = mlp(2, 2), mlp(2, 1)
model_optimizer = torch.optim.Adam([*transition.parameters(), *reward_model.parameters()], lr=3e-3)
actor_optimizer = torch.optim.Adam(actor.parameters(), lr=1e-3)
critic_optimizer = torch.optim.Adam(critic.parameters(), lr=3e-3)


def act(state):
    mean, spread = actor(state).chunk(2, dim=1)
    return Normal(mean, F.softplus(spread) + 0.05).rsample().tanh()


def lambda_returns(rewards, values):
    returns, following = [], values[-1]
    for reward, value in zip(reversed(rewards), reversed(values)):
        following = reward + GAMMA * ((1 - LAMBDA) * value + LAMBDA * following)
        returns.insert(0, following)
    return torch.stack(returns)


for update in range(60):
    with torch.no_grad():
        state = torch.randn(64, 2)
        action = act(state) if update % 2 else torch.rand(64, 1) * 2 - 1
        following, reward = plant(state, action)
    x = torch.cat([state, action], dim=1)
    model_loss = F.mse_loss(state + transition(x), following) + F.mse_loss(reward_model(x).squeeze(1), reward)
    model_optimizer.zero_grad()
    model_loss.backward()
    model_optimizer.step()

    imagined, states, rewards = state, [], []
    for _ in range(HORIZON):
        x = torch.cat([imagined, act(imagined)], dim=1)
        states.append(imagined)
        rewards.append(reward_model(x).squeeze(1))
        imagined = imagined + transition(x)
    values = [critic(each).squeeze(1) for each in (*states[1:], imagined)]
    returns = lambda_returns(rewards, values)
    actor_loss = -returns.mean()
    actor_optimizer.zero_grad()
    actor_loss.backward()
    nn.utils.clip_grad_norm_(actor.parameters(), 10.0)
    actor_optimizer.step()

    visited = torch.stack(states).detach()
    critic_loss = F.mse_loss(critic(visited).squeeze(-1), returns.detach())
    critic_optimizer.zero_grad()
    critic_loss.backward()
    critic_optimizer.step()
    if update % 15 == 14:
        print(f"update {update + 1}: model {model_loss.item():.4f}, actor {actor_loss.item():.4f}, "
              f"critic {critic_loss.item():.4f}")
