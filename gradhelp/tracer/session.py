"""One traced run: wires the probes to the channel and turns what they see into events."""

from __future__ import annotations

import os as _os
import sys
import weakref
from typing import Any, Optional

from . import torch_probes
from .channel import Channel, monotonic
from .constants import compile_traced
from .hook import Project, TracingFinder
from .ledger import MODULE, PARAMETER, TENSOR, Rec, _flatten
from .probes import RT
from .run_script import trimmed
from .sites import SourceFile
from .walk import Walk

MAX_LEDGERS = 12
GRAPH_CHECKS = 3
PROGRESS_SECONDS = 0.5


class Session:
    """State of one run. All methods are called from probes: they must be quick and must not raise on purpose."""

    def __init__(self, channel: Channel, project: Project, here: str) -> None:
        self.channel, self.project, self.here = channel, project, here
        self.files: dict[str, SourceFile] = {}
        self.optimizers: list[dict[str, Any]] = []
        self.steps = self.backwards = 0
        self.calls: dict[Any, dict[str, Any]] = {}
        self.ledgers = 0
        self._walked: set[Any] = set()
        self._last_progress = channel.began
        self._since = 0
        self._pending: Any = None
        self._expected: Any = None

    # -- rewriting -------------------------------------------------------------------------------------------------
    def translate(self, source: bytes, path: str) -> Optional[Any]:
        """The instrumented code of one of the user's files; None when it must run as it is."""
        display = self.project.display(path)
        try:
            code, file = compile_traced(source, path, display)
        except SyntaxError:
            raise
        except Exception as error:
            self.channel.send("file", path=display, rewritten=False, reason=f"{type(error).__name__}: {error}", sites=0)
            return None
        self.files[path] = file
        self.channel.send("file", path=display, rewritten=True, reason=None, sites=len(file.sites))
        return code

    def install(self) -> None:
        TracingFinder(self.project, self.translate).install()
        RT.on_import, RT.on_backward, RT.on_frozen = self.on_import, self.on_backward, self.on_frozen
        RT.on_optimizer = self.on_optimizer
        if hasattr(_os, "register_at_fork"):
            _os.register_at_fork(after_in_child=_mute)

    def on_import(self) -> None:
        """torch or numpy may have arrived: watch it once it is complete."""
        numpy = sys.modules.get("numpy")
        if numpy is not None and hasattr(numpy, "ndarray") and hasattr(numpy, "generic") and not RT.ledger.array_type:
            RT.ledger.learn(numpy=numpy)
        torch = sys.modules.get("torch")
        if RT.torch is not None or torch is None or not _complete(torch):
            return
        RT.torch = torch
        RT.ledger.learn(torch=torch, numpy=numpy if RT.ledger.array_type else None)
        RT.ledger.off_cause = torch_probes.off_cause
        RT.optimizer_type = torch.optim.Optimizer
        torch_probes.watch_grad_mode(torch)
        torch_probes.watch_backward(torch)
        torch_probes.watch_steps(torch, self.on_step)
        self.channel.send("torch", version=str(torch.__version__), cuda=_has_cuda(torch), substituted=[])

    # -- what happened ---------------------------------------------------------------------------------------------
    def on_optimizer(self, site: Any, optimizer: Any) -> None:
        """A new optimizer: which parameters it holds, made at which line."""
        if any(entry["ref"]() is optimizer for entry in self.optimizers):
            return
        held = [weakref.ref(p) for group in optimizer.param_groups for p in group["params"]]
        entry = {"ref": weakref.ref(optimizer), "id": len(self.optimizers), "held": held, "steps": 0}
        self.optimizers.append(entry)
        if len(self.optimizers) > 64:
            return
        self.channel.send(
            "optimizer",
            id=entry["id"],
            span=site.span() if site is not None else None,
            parameters=len(held),
            steps=0,
            **{"class": type(optimizer).__name__},
        )

    def on_step(self, optimizer: Any) -> None:
        self.on_optimizer(None, optimizer)
        self.steps += 1
        self._since = RT.ledger.made
        self._progress()
        if self._expected is not None:
            self._check_arrival()

    def _check_arrival(self) -> None:
        """After a backward whose graph leads to parameters: did any of them get a gradient?"""
        (reference, key, position, parameters), self._expected = self._expected, None
        tensor = reference()
        alive = [p for p in (ref() for ref in parameters) if p is not None]
        if tensor is None or not alive:
            return
        if all(p.grad is None for p in alive):
            self._explain("nothing-arrived", [tensor], key, position)
        elif not any(p.grad is not None and bool(p.grad.any()) for p in alive):
            self._explain("zeros-arrived", [tensor], key, position)

    def _progress(self) -> None:
        now = monotonic()
        if now - self._last_progress >= PROGRESS_SECONDS:
            self._last_progress = now
            self.channel.send(
                "progress", optimizer_steps=self.steps, backwards=self.backwards, seconds=round(now - self.channel.began, 2)
            )

    def on_frozen(self, site: Any, target: Any) -> None:
        """A module or parameter was asked to (not) require gradients."""
        parameters = list(target.parameters()) if hasattr(target, "parameters") else [target]
        key = ("frozen", site)
        if key in self._walked or not parameters:
            return
        self._walked.add(key)
        self.channel.send("frozen", span=site.span(), parameters=len(parameters), requires_grad=parameters[0].requires_grad)

    def on_backward(self, site: Any, loss: Any) -> None:
        """Somebody is about to differentiate `loss` (a tensor, or for autograd.grad a sequence of them)."""
        tensors = [loss] if RT.torch is not None and isinstance(loss, RT.ledger.tensor_type) else []
        if not tensors and isinstance(loss, (list, tuple)):
            tensors = [t for t in loss if isinstance(t, RT.ledger.tensor_type)]
        if not tensors:
            return
        position = torch_probes.user_position()
        key = position[:2] if position is not None else site
        call = self.calls.setdefault(key, {"count": 0, "leaf_loss": False, "checks": 0, "last": None})
        marker = (id(tensors[0]), RT.ledger.made)
        if call["last"] == marker:
            return
        call["last"] = marker
        call["count"] += 1
        self.backwards += 1
        self._pending = (weakref.ref(tensors[0]), key, position)
        self._progress()
        if not any(t.requires_grad for t in tensors):
            self._explain("no-grad", tensors, key, position)
        elif all(t.grad_fn is None and not isinstance(t, RT.ledger.parameter_type) for t in tensors):
            call["leaf_loss"] = True
            self._explain("leaf-loss", tensors, key, position)
        elif call["checks"] < GRAPH_CHECKS and self.optimizers:
            call["checks"] += 1
            self._check_reach(tensors, key, position)

    def _check_reach(self, tensors: list[Any], key: Any, position: Any) -> None:
        """A loss may be alive and yet lead to no parameter: its graph begins at some leaf made on the way."""
        held = {id(ref()): ref for entry in self.optimizers for ref in entry["held"] if ref() is not None}
        for tensor in tensors:
            reached = torch_probes.reached_parameters(tensor)
            if reached is not None and reached & held.keys():
                parameters = [held[number] for number in reached & held.keys()]
                if all(ref().grad is None for ref in parameters):
                    self._expected = (weakref.ref(tensor), key, position, parameters)
                return
            if reached is None or _any_parameter(tensor, reached):
                return
        self._explain("no-parameters", tensors, key, position)

    def _explain(self, reason: str, tensors: list[Any], key: Any, position: Any) -> None:
        if self.ledgers >= MAX_LEDGERS or (reason, key) in self._walked:
            return
        self._walked.add((reason, key))
        self.ledgers += 1
        starts: list[Rec] = []
        for tensor in tensors:
            entry = RT.ledger.resolve(tensor)
            if entry is not None:
                _flatten(entry, starts)
        walk = Walk(self.files, self._trainability())
        nodes = walk.from_records(starts) if starts else []
        self.channel.send(
            "ledger",
            id=self.ledgers,
            reason=reason,
            call=self._call_span(position),
            loss=0 if starts else None,
            since=self._since,
            nodes=nodes,
            optimizers=[e["id"] for e in self.optimizers],
            held=self._held_modules(),
            unused_live=self._unused_live(walk),
        )

    def _trainability(self) -> Any:
        """A function: for the record of a module or parameter, is it trainable now and does an optimizer hold it?"""
        held = {id(p) for entry in self.optimizers for p in (ref() for ref in entry["held"]) if p is not None}
        objects = {id(ref.rec): ref for ref in list(RT.ledger.by_id.values()) if ref.rec.kind in (MODULE, PARAMETER)}

        def trainability(rec: Rec) -> Optional[dict[str, Any]]:
            ref = objects.get(id(rec))
            value = ref() if ref is not None else None
            if value is None:
                return None
            parameters = list(value.parameters()) if rec.kind == MODULE else [value]
            return {
                "parameters": len(parameters),
                "requires_grad": sum(bool(p.requires_grad) for p in parameters),
                "held": sum(id(p) in held for p in parameters),
            }

        return trainability

    def _held_modules(self) -> list[str]:
        return [type(e["ref"]()).__name__ for e in self.optimizers if e["ref"]() is not None][:16]

    def _unused_live(self, walk: Walk) -> list[dict[str, Any]]:
        """Live values that still exist and are not in the loss, newest first: a log-prob that was forgotten."""
        found: list[Rec] = []
        for ref in list(RT.ledger.by_id.values()):
            rec = ref.rec
            if rec.site is not None and rec.live and rec.kind == TENSOR and rec not in found and not walk.holds(rec):
                found.append(rec)
        found.sort(key=lambda rec: -rec.n)
        return [walk.describe(rec) for rec in found[:24]]

    def _call_span(self, position: Any) -> Optional[dict[str, Any]]:
        if position is None:
            return None
        path, line, _ = position
        file = self.files.get(path)
        if file is None:
            return None
        sites = [s for s in file.sites if s.line <= line <= s.end_line and s.kind == "call"]
        named = [s for s in sites if s.attr in ("backward", "grad")] or sites
        if named:
            return min(named, key=lambda s: (s.end_line - s.line, s.line)).span()  # type: ignore[no-any-return]
        return {"file": file.display, "line": line, "column": 1, "end_line": line, "end_column": 1, "code": ""}

    # -- the end ---------------------------------------------------------------------------------------------------
    def on_error(self, error: BaseException) -> None:
        """The program ends in `error`. If it arose in a backward pass, the loss of that pass is explained too."""
        frames = [step.f_code.co_filename for step in _frames(error.__traceback__)]
        if self._pending is not None and any("autograd" in name for name in frames):
            reference, key, position = self._pending
            tensor = reference()
            if tensor is not None and ("no-grad", key) not in self._walked:
                self._explain("backward-error", [tensor], key, position)
        self.channel.send("exception", **self._exception(error, 0))

    def _exception(self, error: BaseException, depth: int) -> dict[str, Any]:
        cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
        frames = []
        step = trimmed(error.__traceback__, self.here)
        while step is not None:
            code = step.tb_frame.f_code
            user = code.co_filename in RT.user_files
            frames.append(
                {
                    "file": self.project.display(code.co_filename) if user else code.co_filename,
                    "line": step.tb_lineno,
                    "function": code.co_name,
                    "code": self._line(code.co_filename, step.tb_lineno) if user else "",
                    "user": user,
                }
            )
            step = step.tb_next
        return {
            "type": type(error).__name__,
            "message": _text(error),
            "frames": frames[:20] + frames[-60:] if len(frames) > 80 else frames,
            "cause": self._exception(cause, depth + 1) if cause is not None and depth < 3 else None,
        }

    def _line(self, path: str, line: int) -> str:
        file = self.files.get(path)
        return file.lines[line - 1].strip()[:200] if file is not None and 0 < line <= len(file.lines) else ""

    def finish(self, outcome: str, status: int) -> None:
        """The closing events. Called once."""
        for key, call in list(self.calls.items())[:200]:
            position = (*key, "") if isinstance(key, tuple) else None
            self.channel.send("backward", span=self._call_span(position), count=call["count"], leaf_loss=call["leaf_loss"])
        self.channel.send(
            "end",
            outcome=outcome,
            exit_code=status,
            seconds=round(monotonic() - self.channel.began, 3),
            optimizer_steps=self.steps,
            backwards=self.backwards,
            records=RT.ledger.made,
            alive=len(RT.ledger.by_id),
        )


def _frames(traceback: Any) -> Any:
    while traceback is not None:
        yield traceback.tb_frame
        traceback = traceback.tb_next


def _mute() -> None:
    RT.on = False


def _complete(torch: Any) -> bool:
    spec = getattr(torch, "__spec__", None)
    return not getattr(spec, "_initializing", False) and hasattr(torch, "optim") and hasattr(torch, "no_grad")


def _has_cuda(torch: Any) -> bool:
    try:
        return bool(torch.cuda.is_available())
    except Exception:
        return False


def _any_parameter(loss: Any, reached: set[int]) -> bool:
    """Whether a parameter that no optimizer holds was reached: then the loss does lead somewhere trainable."""
    start = loss.grad_fn
    seen, waiting = {start}, [start]
    while waiting and len(seen) < 20_000:
        node = waiting.pop()
        variable = getattr(node, "variable", None)
        if variable is not None and isinstance(variable, RT.ledger.parameter_type):
            return True
        for following, _ in getattr(node, "next_functions", ()):
            if following is not None and following not in seen:
                seen.add(following)
                waiting.append(following)
    return False


def _text(error: BaseException) -> str:
    try:
        return str(error)
    except Exception:
        return f"<{type(error).__name__} whose str() fails>"
