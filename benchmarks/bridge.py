"""The MuJoCo gradient bridge: is its gradient right, what does a step cost, how long a horizon does it bear?

    python benchmarks/bridge.py [--quick]

Prints four tables. Errors are those of the gradient with respect to all actions of a rollout, relative to central
differences of the *whole rollout* (steps 1e-6 and 5e-7, extrapolated to 0). Fails if one is above LIMIT. Times are medians
of CPU time, all threads together.
"""

import argparse
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import gymnasium as gym
import mujoco
import torch
from torch import Tensor

from gradhelp.bridges.mujoco import DifferentiableEnv, State, check_gradient, gradient_norms, mujoco_step

HORIZONS = (1, 5, 20)
LIMIT = (
    1e-3  # half-cheetah in the air, 20 steps: its gradient is 1e5 long, and so is what the reference makes of rounding
)
BATCH = 32
EPSILONS = (1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8)
INTEGRATORS = {0: "Euler", 1: "RK4", 2: "implicit", 3: "implicitfast"}


@dataclass(frozen=True)
class Case:
    """An environment's model in a certain state."""

    name: str
    environment: str
    height: float = 0.0
    """Added to the second coordinate: lifts a half-cheetah off the ground."""

    def start(self) -> tuple[mujoco.MjModel, State, int]:
        core = gym.make(self.environment).unwrapped
        core.reset(seed=0)
        state = State.of(core.model, core.data)
        state.qpos[1] += self.height
        return core.model, state, core.frame_skip


CASES = (
    Case("inverted pendulum (cart-pole)", "InvertedPendulum-v5"),
    Case("inverted double pendulum", "InvertedDoublePendulum-v5"),
    Case("reacher", "Reacher-v5"),
    Case("half-cheetah in the air", "HalfCheetah-v5", 2.0),
    Case("half-cheetah on the ground", "HalfCheetah-v5"),
    Case("hopper", "Hopper-v5"),
    Case("ant", "Ant-v5"),
)


def random_actions(steps: int, model: mujoco.MjModel) -> Tensor:
    generator = torch.Generator().manual_seed(0)
    low, high = torch.from_numpy(model.actuator_ctrlrange).unbind(-1)
    part = torch.rand(steps, model.nu, generator=generator, dtype=torch.float64)
    return 0.8 * (low + part * (high - low))


def final_loss(case: Case, epsilon: float = 1e-6) -> tuple[Callable[[Tensor], Tensor], mujoco.MjModel]:
    """A smooth function of the state in which a sequence of actions ends."""
    model, start, frame_skip = case.start()
    weights = torch.randn(model.nq + model.nv, generator=torch.Generator().manual_seed(1), dtype=torch.float64)

    def loss(actions: Tensor) -> Tensor:
        state = start
        for action in actions:
            state = mujoco_step(model, state, action, frame_skip=frame_skip, epsilon=epsilon)
        return (torch.cat([state.qpos, state.qvel]) * weights).sin().sum()

    return loss, model


def gradient(loss: Callable[[Tensor], Tensor], actions: Tensor) -> Tensor:
    variable = actions.clone().requires_grad_()
    return torch.autograd.grad(loss(variable), variable)[0]


@torch.no_grad()
def differences(loss: Callable[[Tensor], Tensor], actions: Tensor, step: float = 1e-6) -> Tensor:
    """Two step lengths together take away the error of second order, which counts where gradients are large."""
    result = torch.zeros_like(actions)
    for index in range(actions.numel()):
        offset = torch.zeros_like(actions)
        offset.view(-1)[index] = step
        whole, half = ((loss(actions + o) - loss(actions - o)) / (2 * o.sum()) for o in (offset, offset / 2))
        result.view(-1)[index] = (4 * half - whole) / 3
    return result


def error(case: Case, horizon: int, epsilon: float = 1e-6) -> float:
    loss, model = final_loss(case, epsilon)
    actions = random_actions(horizon, model)
    wanted = differences(loss, actions)
    return float((gradient(loss, actions) - wanted).norm() / wanted.norm())


def milliseconds(function: Callable[[], object], repeats: int) -> float:
    function()
    taken = []
    for _ in range(repeats):
        begun = time.process_time()
        function()
        taken.append(time.process_time() - begun)
    return 1e3 * statistics.median(taken)


def costs(case: Case, repeats: int) -> tuple[float, float, float, float]:
    """Milliseconds per batch element: plain `env.step`; `mujoco_step`, also batched, `DifferentiableEnv.step` with gradients."""
    plain = gym.make(case.environment).unwrapped
    plain.reset(seed=0)
    model, state, frame_skip = case.start()
    action = random_actions(1, model)[0].requires_grad_()
    env = DifferentiableEnv(case.environment)
    _, own = env.reset(seed=0)
    many = State(*(field.expand(BATCH, *field.shape) for field in state))
    actions = action.detach().expand(BATCH, -1).clone().requires_grad_()
    return (
        milliseconds(lambda: plain.step(action.detach().numpy()), repeats),
        milliseconds(lambda: mujoco_step(model, state, action, frame_skip=frame_skip), repeats),
        milliseconds(lambda: mujoco_step(model, many, actions, frame_skip=frame_skip), repeats // 10) / BATCH,
        milliseconds(lambda: env.step(own, action[None]), repeats),
    )


def table(title: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    print(f"\n{title}\n")
    for row in (head, ["---"] * len(head), *rows):
        print("| " + " | ".join(row) + " |", flush=True)


def correctness(horizons: Sequence[int], repeats: int) -> float:
    """Prints the first table; returns the largest error."""
    rows, largest = [], 0.0
    for case in CASES:
        model, _, frame_skip = case.start()
        errors = [error(case, horizon) for horizon in horizons]
        largest = max(largest, *errors)
        plain, *bridged = costs(case, repeats)
        kind = f"{INTEGRATORS[int(model.opt.integrator)]}, {frame_skip} frames"
        times = [f"{plain:.3f} ms", *[f"{one:.2f} ms ({one / plain:.0f} x)" for one in bridged]]
        rows.append([case.name, kind, str(2 * model.nv + model.na + model.nu), *[f"{e:.0e}" for e in errors], *times])
    head = ["environment", "integrator", "directions", *[f"error, {h} steps" for h in horizons]]
    head += ["`env.step`", "`mujoco_step`", f"`mujoco_step`, batch {BATCH}", "`DifferentiableEnv.step`"]
    table(
        "Gradient against differences of the whole rollout; cost of a step with its gradient, for each element",
        head,
        rows,
    )
    return largest


def epsilons(horizon: int) -> None:
    rows = [[case.name, *[f"{error(case, horizon, e):.0e}" for e in EPSILONS]] for case in CASES[:5]]
    table(f"The same error over {horizon} steps, by `epsilon`", ["environment", *[f"{e:.0e}" for e in EPSILONS]], rows)


def horizons(lengths: Sequence[int]) -> None:
    """How the gradient with respect to the first state grows, and whether it is worth following."""
    rows = []
    for case in CASES[:6]:
        model, start, frame_skip = case.start()
        cells = []
        for length in lengths:
            states = [start._replace(qpos=start.qpos.clone().requires_grad_())]
            for action in random_actions(length, model):
                states.append(mujoco_step(model, states[-1], action, frame_skip=frame_skip))
            norms = gradient_norms(torch.cat([states[-1].qpos, states[-1].qvel]).sum(), states)
            check = check_gradient(final_loss(case)[0], random_actions(length, model))
            cells.append(
                f"{float(norms.norms[0]):.0e}, {check.verdict} ({check.error(1e-6):.0e}, {check.error(1e-2):.0e})"
            )
        rows.append([case.name, *cells])
    title = "Norm of the gradient at the first state; verdict on that of the actions (difference from the slope over 1e-6, 1e-2)"
    table(title, ["environment", *[f"{length} steps" for length in lengths]], rows)


# A ball that is thrown at the floor, and bounces or not by how stiff the contact is.
BALL = """
<mujoco><option timestep="0.002"/><default><geom solref="{time} {damping}"/></default>
<worldbody><geom type="plane" size="5 5 1"/>
  <body pos="0 0 0.2"><joint name="push" type="slide" axis="1 0 0"/><joint name="lift" type="slide" axis="0 0 1"/><joint axis="0 1 0"/>
    <geom type="sphere" size="0.1" mass="1"/></body></worldbody>
<actuator><motor joint="push" gear="1"/><motor joint="lift" gear="1"/></actuator></mujoco>"""

# A pendulum on a spring.
SPRING = """
<mujoco><option timestep="0.002" integrator="implicit"/>
<worldbody><body><joint name="j" axis="0 1 0" stiffness="{stiffness}" damping="0.1"/>
  <geom type="capsule" size="0.03" fromto="0 0 0 0 0 -0.4"/></body></worldbody>
<actuator><motor joint="j" gear="1"/></actuator></mujoco>"""


def stiffness(steps: int = 100) -> None:
    """The same motion with contacts and springs of different stiffness."""
    models = {f"ball, contact time {t} s": BALL.format(time=t, damping=0.3) for t in (0.1, 0.02, 0.004)}
    models |= {f"spring, {k:.0e} Nm/rad": SPRING.format(stiffness=k) for k in (1e1, 1e3, 1e4)}
    rows, lengths = [], (1e-6, 1.0, 30.0)
    for name, xml in models.items():
        model = mujoco.MjModel.from_xml_string(xml)
        start = State.of(model)
        start = start._replace(qvel=torch.tensor([1.0, -2.0, 0.0][: model.nv], dtype=torch.float64))

        def loss(actions: Tensor, model: mujoco.MjModel = model, start: State = start) -> Tensor:
            state = start
            for action in actions:
                state = mujoco_step(model, state, action)
            return state.qpos.sum() + state.qvel.sum()

        check = check_gradient(loss, torch.zeros(steps, model.nu, dtype=torch.float64), steps=lengths)
        rows.append([name, f"{check.gradient:.1e}", check.verdict, *[f"{check.error(h):.0e}" for h in lengths]])
    head = ["model", "gradient", "verdict", *[f"difference from the slope over {h:g}" for h in lengths]]
    table(f"Stiffness: gradient of the state after {steps} steps with respect to the forces", head, rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="shorter horizons, fewer repetitions")
    quick = parser.parse_args().quick
    torch.set_num_threads(1)
    largest = correctness(HORIZONS[:2] if quick else HORIZONS, 20 if quick else 200)
    epsilons(5)
    stiffness()
    horizons((5, 20) if quick else (20, 100, 300))
    print(f"\nlargest error {largest:.0e}, limit {LIMIT:.0e}")
    raise SystemExit(largest > LIMIT)


if __name__ == "__main__":
    main()
