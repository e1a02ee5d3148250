"""Plays short episodes from the same start with given actions, and gives all numbers that come out as one vector.

Actions are one flat float64 vector per step, whatever the environment wants; `dress` turns them into that.
"""

from __future__ import annotations

import copy
from typing import Any, Callable, Optional

import torch

from .actions import ActionSpec, as_array, as_tensor, guessed
from .faces import Agents, Face, NotUnderstood, seed_everything
from .values import coarseness, labelled

Dress = Callable[[torch.Tensor], Any]


class Outcome:
    """What one episode gave: per step the numbers of observation and reward, one after the other."""

    def __init__(self) -> None:
        self.labels: list[str] = []
        self.steps: list[torch.Tensor] = []
        self.observations: list[torch.Tensor] = []
        self.done_at: Optional[int] = None
        self.coarse = 2.3e-16

    @property
    def vector(self) -> torch.Tensor:
        """All numbers of all steps."""
        return torch.cat(self.steps) if self.steps else torch.zeros(0, dtype=torch.float64)

    def add(self, observation: Any, reward: Any) -> None:
        """One step's numbers."""
        labels, numbers = labelled(observation, "observation")
        reward_labels, rewards = labelled(reward, "reward") if reward is not None else ([], numbers[:0])
        self.observations.append(numbers)
        self.steps.append(torch.cat([numbers, rewards]))
        self.labels += labels + reward_labels
        self.coarse = max(self.coarse, coarseness(observation), coarseness(reward))


class Player:
    """Knows how the environment wants its actions. `torch_native`: it is written in torch and given tensors."""

    def __init__(
        self, face: Face, asked_shape: Optional[tuple[int, ...]] = None, seen_shape: Optional[tuple[int, ...]] = None
    ) -> None:
        """`asked_shape` is the user's word; `seen_shape` is that of an action that was seen on its way in."""
        self.face = face
        self._seen_shape = seen_shape
        self._start: Any = None
        face.reset()
        self.specs = self._find_specs(asked_shape)
        self.size = sum(spec.size for spec in self.specs.values())
        self.torch_native = False
        self.dtype = torch.float32
        self._exact = True

    @property
    def discrete(self) -> bool:
        """Whether there is no continuous action to differentiate for."""
        return any(spec.discrete is not None for spec in self.specs.values())

    @property
    def several(self) -> bool:
        return isinstance(self.face, Agents)

    def _find_specs(self, asked: Optional[tuple[int, ...]]) -> dict[Any, ActionSpec]:
        if isinstance(self.face, Agents):
            found = self.face.specs()
            if any(spec is None for spec in found.values()) or not found:
                raise NotUnderstood("the action space of an agent is neither a box nor can it be sampled")
            return {agent: spec for agent, spec in found.items() if spec is not None}
        spec = ActionSpec(asked) if asked is not None else self.face.spec()
        if spec is None and self._seen_shape is not None:
            spec = ActionSpec(self._seen_shape)
        spec = spec or guessed(self._takes)
        if spec is None:
            raise NotUnderstood("the shape of the action is not known: say it with --action-shape")
        return {None: spec}

    def _takes(self, spec: ActionSpec) -> bool:
        self.face.reset()
        try:
            self.face.step(as_tensor(spec.centre, spec, torch.float32))
        except Exception:
            return False
        return True

    def settle(self) -> Any:
        """Find out what kind of action the environment takes; the first step's (observation, reward, done)."""
        errors = []
        for torch_native, exact in ((False, True), (False, False), (True, True)):
            self.torch_native, self._exact = torch_native, exact
            self.face.reset()
            try:
                return self.face.step(self.dress(self.base(1)[0]))
            except Exception as error:
                errors.append(error)
        raise errors[0]

    def prefer_torch(self, dtype: torch.dtype) -> None:
        """From now on hand out tensors."""
        self.torch_native, self.dtype = True, dtype

    def base(self, steps: int, spread: float = 0.5) -> torch.Tensor:
        """Random actions of shape [steps, size], always the same ones, over this share of the range."""
        noise = torch.rand(steps, self.size, dtype=torch.float64, generator=torch.Generator().manual_seed(7))
        centre = torch.cat([spec.centre for spec in self.specs.values()])
        half = torch.cat([spec.half for spec in self.specs.values()])
        return centre + half * spread * (2 * noise - 1)

    def scale(self) -> torch.Tensor:
        """How large a change of each entry is."""
        return torch.cat([spec.half for spec in self.specs.values()])

    def dress(self, flat: torch.Tensor, as_torch: Optional[bool] = None) -> Any:
        """One step's action as the environment wants it, or as tensors with the graph of `flat`."""
        native = self.torch_native if as_torch is None else as_torch
        pieces, start = {}, 0
        for agent, spec in self.specs.items():
            piece = flat[start : start + spec.size]
            start += spec.size
            if spec.discrete is not None:
                pieces[agent] = spec.discrete()
            else:
                pieces[agent] = as_tensor(piece, spec, self.dtype) if native else as_array(piece, spec, self._exact)
        return pieces if self.several else pieces[None]

    def begin(self) -> None:
        """Go back to the start."""
        if self._start is not None:
            seed_everything()
            self.face.environment = copy.deepcopy(self._start)
        else:
            self.face.reset()

    def keep_start(self) -> bool:
        """Begin from a copy of the environment from now on, where seeds do not make it repeat; False where none can be made."""
        try:
            self.face.reset()
            self._start = copy.deepcopy(self.face.environment)
        except Exception:
            return False
        return True

    def play(self, actions: torch.Tensor, as_torch: Optional[bool] = None) -> Outcome:
        """Step through `actions` ([steps, size]) from the start."""
        outcome = Outcome()
        self.begin()
        for number, flat in enumerate(actions):
            observation, reward, done = self.face.step(self.dress(flat, as_torch))
            outcome.add(observation, reward)
            if done:
                outcome.done_at = number + 1
                break
        return outcome
