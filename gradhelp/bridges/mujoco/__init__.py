"""The MuJoCo gradient bridge: `loss.backward()` through MuJoCo models and Gymnasium's MuJoCo environments.

    from gradhelp.bridges.mujoco import DifferentiableEnv

    env = DifferentiableEnv("InvertedPendulum-v5", batch=16)
    obs, state = env.reset(seed=0)
    for _ in range(horizon):
        obs, reward, state = env.step(state, policy(obs))
        loss = loss + obs.square().sum(-1).mean()
    loss.backward()

The physics is MuJoCo's own, unchanged to the last bit. MuJoCo has no reverse mode; each step that needs a gradient is
linearised by finite differences around where it went, which costs 2 (2 nv + na + nu) further steps, and those Jacobians
are chained by autograd. What that is worth, and where it ends (contacts, long horizons), is measured in README.md of
`gradhelp.bridges`; in short:

- Exact (1e-8 relative and better) without contact, and also in contact as long as the contact does not begin or end.
- The gradient is *local*: zero with respect to what has not been touched, and blind to a jump just beside. Whether it is
  worth following tells `check_gradient`.
- It may grow exponentially with the horizon. Look at `gradient_norms`, then use `rollout(truncate=…, max_norm=…)`.

`TorchEnv("InvertedPendulum-v5")` is one environment with Gymnasium's own `reset` and `step`, for programs that exist.
`mujoco_step` is the step alone, for models without an environment.
"""

try:
    import gymnasium  # noqa: F401
    import mujoco  # noqa: F401
    import torch  # noqa: F401
except ImportError as error:
    raise ImportError(
        f"gradhelp.bridges.mujoco needs torch, mujoco and gymnasium, but {error.name} is missing: "
        'pip install torch "gymnasium[mujoco]"'
    ) from error

from gradhelp.bridges.mujoco.check import GradientCheck, check_gradient
from gradhelp.bridges.mujoco.environment import DifferentiableEnv
from gradhelp.bridges.mujoco.horizon import GradientNorms, Trajectory, carried, gradient_norms, rollout
from gradhelp.bridges.mujoco.simulator import DivergedError
from gradhelp.bridges.mujoco.state import State
from gradhelp.bridges.mujoco.step import mujoco_step
from gradhelp.bridges.mujoco.torch_env import TorchEnv

__all__ = [
    "DifferentiableEnv",
    "DivergedError",
    "GradientCheck",
    "GradientNorms",
    "State",
    "TorchEnv",
    "Trajectory",
    "carried",
    "check_gradient",
    "gradient_norms",
    "mujoco_step",
    "rollout",
]
