"""One face for environments of many interfaces: `reset() → observation`, `step(action) → (observation, reward, done)`.

Which interface it is, is found out by what reset and step give back, not by class names.
"""

from __future__ import annotations

import random
import sys
from typing import Any, Callable, Optional

import torch

from .actions import ActionSpec, spec_of_attributes, spec_of_space

SEED = 0


class NotUnderstood(Exception):
    """Reset or step does not behave like that of an environment; the text says how."""


class Face:
    """A single environment, or several in one with a batch axis. `api` names what was found, a word each."""

    def __init__(self, environment: Any) -> None:
        self.environment = environment
        self.api: list[str] = []
        self.raw_reset: Any = None
        self.raw_step: Any = None

    def reset(self) -> Any:
        """The first observation; the same each time, as far as seeds can reach."""
        seed_everything()
        self.raw_reset = _called(self.environment.reset, self.api)
        return self._first(self.raw_reset)

    def _first(self, given: Any) -> Any:
        if isinstance(given, tuple) and len(given) == 2 and isinstance(given[1], dict):
            self._note("reset-pair")
            return given[0]
        if hasattr(given, "step_type") and hasattr(given, "observation"):
            self._note("dm-env")
            return given.observation
        if given is None:
            self._note("reset-nothing")
            return ()
        self._note("reset-alone")
        return given

    def step(self, action: Any) -> tuple[Any, Any, bool]:
        """One step."""
        self.raw_step = self.environment.step(action)
        return self._read(self.raw_step)

    def _read(self, given: Any) -> tuple[Any, Any, bool]:
        if hasattr(given, "step_type") and hasattr(given, "observation"):
            return given.observation, given.reward, bool(given.last())
        if not isinstance(given, tuple):
            self._note("step-1")
            return given, None, False
        self._note(f"step-{len(given)}" if 2 <= len(given) <= 5 else "step-other")
        if len(given) == 5:
            return given[0], given[1], _any(given[2]) or _any(given[3])
        if len(given) >= 3:
            return given[0], given[1], _any(given[2])
        return given[0], given[1] if len(given) == 2 else None, False

    def spec(self) -> Optional[ActionSpec]:
        """The action, by the environment's own word for it."""
        space = getattr(self.environment, "action_space", None)
        if space is None and callable(getattr(self.environment, "action_spec", None)):
            space = self.environment.action_spec()
        found = spec_of_space(space) if space is not None else None
        return found or spec_of_attributes(self.environment)

    def _note(self, what: str) -> None:
        if what not in self.api:
            self.api.append(what)


class Agents(Face):
    """PettingZoo: one action and one observation an agent; all at once (parallel) or in turn (AEC)."""

    def __init__(self, environment: Any) -> None:
        super().__init__(environment)
        self.in_turn = hasattr(environment, "agent_iter")
        self.agents: list[Any] = []
        self._note("agents-in-turn" if self.in_turn else "agents-at-once")

    def reset(self) -> Any:
        """The observations by agent."""
        first = super().reset()
        self.agents = list(self.environment.agents)
        return {agent: self.environment.observe(agent) for agent in self.agents} if self.in_turn else first

    def step(self, action: Any) -> tuple[Any, Any, bool]:
        """One step of every agent."""
        environment = self.environment
        if not self.in_turn:
            return super().step(action)
        for agent in self.agents:
            if agent in environment.agents:
                environment.step(action[agent])
        observed = {agent: environment.observe(agent) for agent in self.agents if agent in environment.agents}
        return observed, {agent: environment.rewards.get(agent, 0.0) for agent in observed}, not observed

    def specs(self) -> dict[Any, Optional[ActionSpec]]:
        """The action of each agent."""
        return {agent: spec_of_space(self.environment.action_space(agent)) for agent in self.agents}


def face_of(environment: Any) -> Face:
    """The face that fits."""
    if not callable(getattr(environment, "step", None)) or not callable(getattr(environment, "reset", None)):
        raise NotUnderstood(f"{type(environment).__name__} has no reset() and step()")
    several = hasattr(environment, "possible_agents") or hasattr(environment, "agents")
    return (
        Agents(environment) if several and callable(getattr(environment, "action_space", None)) else Face(environment)
    )


def seed_everything() -> None:
    """The generators that an environment may draw from without being asked."""
    random.seed(SEED)
    torch.manual_seed(SEED)
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        numpy.random.seed(SEED)


def _called(reset: Callable[..., Any], api: list[str]) -> Any:
    try:
        given = reset(seed=SEED)
    except TypeError as error:
        if "seed" not in str(error):
            raise
        if "reset-seedless" not in api:
            api.append("reset-seedless")
        return reset()
    if "reset-seeded" not in api:
        api.append("reset-seeded")
    return given


def _any(flag: Any) -> bool:
    if isinstance(flag, dict):
        return any(map(_any, flag.values()))
    return bool(flag.any()) if hasattr(flag, "any") else bool(flag)
