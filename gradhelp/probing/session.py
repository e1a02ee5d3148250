"""One probe from the request to the last event."""

from __future__ import annotations

import importlib
import json
import os
import sys
from typing import Any

import torch

from . import locate
from .faces import NotUnderstood, face_of
from .measurements import Measurements
from .obtain import Catch, Missing, by_factory, by_id, module_of_file, origin
from .player import Player
from .wire import Wire, error_text


class Request:
    """What is asked: `kind` is "id", "factory" or "script"; `name` is the id or the factory's name in the target."""

    def __init__(self, config: dict[str, Any], asked: dict[str, Any]) -> None:
        self.kind: str = asked["kind"]
        self.name: str = asked.get("name") or ""
        self.kwargs: dict[str, Any] = asked.get("kwargs") or {}
        self.count: int = asked.get("count") or 1
        self.shape = tuple(asked["action_shape"]) if asked.get("action_shape") else None
        self.seen_shape: Any = None
        self.locate: bool = bool(asked.get("locate"))
        self.args: list[str] = asked.get("args") or []
        self.target: dict[str, Any] = config["target"]
        self.root: str = config["root"]


def run(config: dict[str, Any]) -> None:
    """Probe what the configuration asks for."""
    wire = Wire(config["events"])
    os.chdir(config.get("cwd") or config["root"])
    request = Request(config, json.loads(config["argv"][0]))
    version = ".".join(map(str, sys.version_info[:3]))
    wire.send("start", wire=1, python=version, torch=torch.__version__, executable=sys.executable)
    if os.getcwd() not in sys.path and request.kind != "script":
        sys.path.insert(0, os.getcwd())
    try:
        if request.locate:
            locate.Rewriting(request.root).install()
        environment = obtained(request)
        _probe(request, environment, wire)
    except (Missing, NotUnderstood) as error:
        wire.send("refused", reason=str(error), kind=type(error).__name__)
    except (Exception, SystemExit) as error:
        wire.send("failed", error=error_text(error))
    wire.send("end", outcome="finished")


def obtained(request: Request) -> Any:
    """The environment that is asked for."""
    if request.kind == "id":
        return by_id(request.name, request.count, request.kwargs)
    path = request.target.get("path")
    if request.kind == "factory":
        module = module_of_file(path) if path else importlib.import_module(request.target["module"])
        return by_factory(module, request.name, request.kwargs)
    catch = Catch()
    catch.run(str(path), request.args, locate.code_of(str(path)) if request.locate else None)
    shape = getattr(catch.action, "shape", None)
    if shape is not None and "float" in str(getattr(catch.action, "dtype", "")):
        request.seen_shape = tuple(shape)
    return catch.environment


def _probe(request: Request, environment: Any, wire: Wire) -> None:
    if not request.locate:
        kind = type(getattr(environment, "unwrapped", environment))
        wire.send("found", type=f"{kind.__module__}.{kind.__qualname__}", file=origin(environment, request.root))
        _send_mujoco(environment, wire)
    if hasattr(environment, "transition") and hasattr(environment, "initial"):
        from .jax_face import probe_jax

        probe_jax(environment, wire)
        return
    try:
        player = Player(face_of(environment), request.shape, request.seen_shape)
    except TypeError as error:
        if not _is_jax(environment, error):
            raise
        from .jax_face import probe_jax

        probe_jax(environment, wire)
        return
    if request.locate:
        locate.Search(player, wire).run()
    else:
        Measurements(player, wire).run()


def _is_jax(environment: Any, error: TypeError) -> bool:
    """Whether reset asks for what only JAX environments ask for: a random key."""
    if not any(word in str(error) for word in ("rng", "key")):
        return False
    try:
        importlib.import_module("jax")
    except ImportError:
        raise NotUnderstood("reset asks for a random key, as JAX environments do, but jax is not installed") from error
    return True


def _send_mujoco(environment: Any, wire: Wire) -> None:
    """The MuJoCo model inside, where there is one: what its derivatives need to know."""
    inner = getattr(environment, "unwrapped", environment)
    physics = getattr(environment, "physics", None)
    model = getattr(getattr(physics, "model", None), "ptr", None) or getattr(inner, "model", None)
    if model is None or not type(model).__module__.startswith("mujoco"):
        return
    names = {0: "Euler", 1: "RK4", 2: "implicit", 3: "implicitfast"}
    integrator = names.get(int(model.opt.integrator), str(model.opt.integrator))
    wire.send("mujoco", integrator=integrator, nv=int(model.nv), nu=int(model.nu), na=int(model.na))
