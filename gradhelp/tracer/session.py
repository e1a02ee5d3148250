"""One traced run: rewrites the user's files, starts watching torch when it arrives, and writes the closing events."""

from __future__ import annotations

import os as _os
import sys
from typing import Any, Optional

from . import no_cuda, torch_probes
from .channel import Channel, monotonic
from .constants import compile_traced
from .ending import described, frames, held_values, message, origin
from .environments import ENVIRONMENTS
from .explaining import Explainer
from .hook import Project, TracingFinder
from .probes import RT
from .sites import SourceFile
from .training import Training
from .vigil import Orders, Vigil
from .wire import MAX_TEXT

_exit = _os._exit
PROGRESS_SECONDS = 0.5
MAX_CALLS = 200
MAX_CAUGHT = 2
"""So many times one place is told of at which the program caught an error: whether it happens again matters."""
MAX_PLACES = 16


class Session:
    """State of one run. Methods that probes call must be quick and must not raise on purpose."""

    def __init__(
        self, channel: Channel, project: Project, here: str, on_cpu: bool = False, orders: Optional[Orders] = None
    ) -> None:
        self.channel, self.project, self.here = channel, project, here
        self._on_cpu = on_cpu
        self.files: dict[str, SourceFile] = {}
        self.vigil = Vigil(orders or Orders(), channel.send, self._end, self._progress)
        self.explainer = Explainer(self._send, self.files)
        self.training = Training(self._send, self.call_span, self.explainer, self.vigil)
        self._last_progress = channel.began
        self._caught: dict[Any, int] = {}

    # -- rewriting -------------------------------------------------------------------------------------------------
    def translate(self, source: bytes, path: str) -> Optional[Any]:
        """The instrumented code of one of the user's files; None when it must run as it is."""
        display = self.project.display(path)
        try:
            code, file = compile_traced(source, path, display)
        except SyntaxError:
            raise
        except Exception as error:
            self._send("file", path=display, rewritten=False, reason=f"{type(error).__name__}: {error}", sites=0)
            return None
        self.files[path] = file
        self._send("file", path=display, rewritten=True, reason=None, sites=len(file.sites))
        return code

    def send_source(self, path: str, text: str) -> None:
        """The text of a notebook's cell, which is no file that could be read later."""
        pieces = [text[start : start + MAX_TEXT] for start in range(0, len(text), MAX_TEXT)]
        self.channel.send("source", path=self.project.display(path), text=pieces)

    def install(self) -> None:
        TracingFinder(self.project, self.translate).install()
        ENVIRONMENTS.tick = self._progress
        RT.on_import, RT.on_caught = self.on_import, self.on_caught
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
        torch_probes.watch_grad_mode(torch)
        self.training.install(torch)
        substituted = ["CUDA → CPU"] if self._on_cpu else []
        self.channel.send("torch", version=str(torch.__version__), cuda=_has_cuda(torch), substituted=substituted)
        if self._on_cpu:
            no_cuda.install(torch)

    # -- events ----------------------------------------------------------------------------------------------------
    def _send(self, event: str, **fields: Any) -> None:
        self.channel.send(event, **fields)
        self.vigil.heard(event, fields)
        self._progress()

    def _progress(self) -> None:
        now = monotonic()
        if now - self._last_progress >= PROGRESS_SECONDS:
            self.progress(now)

    def progress(self, now: float) -> None:
        self._last_progress = now
        training, began = self.training, self.channel.began
        self.channel.send(
            "progress",
            environment_steps=ENVIRONMENTS.steps,
            iterations=ENVIRONMENTS.iterations,
            optimizer_steps=training.steps,
            backwards=training.backwards,
            seconds=round(now - began, 2),
        )

    def call_span(self, position: Any, attr: str) -> Optional[dict[str, Any]]:
        """The span of the call of `attr` at a user position; of its line where there is none of that name."""
        if position is None:
            return None
        path, line = position[:2]
        file = self.files.get(path)
        if file is None:
            return None
        if not attr:
            text = file.lines[line - 1].strip()[:200] if 0 < line <= len(file.lines) else ""
            return {"file": file.display, "line": line, "column": 1, "end_line": line, "end_column": 1, "code": text}
        sites = [s for s in file.sites if s.line <= line <= s.end_line and s.kind == "call"]
        wanted = ("backward", "grad") if attr == "backward" else (attr,)
        named = [s for s in sites if s.attr in wanted] or sites
        if named:
            return min(named, key=lambda s: (s.end_line - s.line, s.line)).span()  # type: ignore[no-any-return]
        return {"file": file.display, "line": line, "column": 1, "end_line": line, "end_column": 1, "code": ""}

    # -- the end ---------------------------------------------------------------------------------------------------
    def on_error(self, error: BaseException) -> None:
        """The program ends in `error`."""
        self.vigil.raised(error)
        self._tell("exception", error)

    def on_caught(self, error: BaseException) -> None:
        """The program has caught `error` and goes on."""
        place = _last_place(error)
        seen = self._caught.get(place, 0)
        if seen or len(self._caught) < MAX_PLACES:
            self._caught[place] = seen + 1
            if seen < MAX_CAUGHT:
                self._tell("caught", error)

    def _tell(self, event: str, error: BaseException) -> None:
        """If `error` arose in a backward pass, the loss of that pass is explained too."""
        pending = self.training.pending
        if (
            not self.vigil.asleep
            and pending is not None
            and any("autograd" in frame.f_code.co_filename for frame in frames(error.__traceback__))
        ):
            reference, key, position = pending
            tensor = reference()
            if tensor is not None and ("no-grad", key) not in self.explainer.explained:
                self.training.explain("backward-error", [tensor], key, position)
        text = message(error)
        if "inplace operation" in text or "in-place operation" in text:
            self._send_inplace()
        elif "nference tensor" in text:
            self._send_inference(error)
        elif isinstance(error, AttributeError) and text.endswith("has no attribute 'backward'"):
            self._explain_number(error)
        elif isinstance(error, (TypeError, AttributeError)):
            self.training.episodes.failed(error, self.call_span)
        self.channel.send(event, **described(error, self.here, self._place))

    def _explain_number(self, error: AttributeError) -> None:
        """What was to be differentiated has left torch: it is looked at like a tensor without a gradient."""
        loss, place = getattr(error, "obj", None), _last_place(error)
        if place is not None and RT.ledger.resolve(loss) is not None:
            self.training.explain("no-grad", [loss], place, (*place, ""))

    def _send_inplace(self) -> None:
        """Which live tensors were changed in place, newest last."""
        for site, shape, ordinal, name, grad_fn in list(RT.inplace)[-100:]:
            self.channel.send(
                "inplace",
                span=site.span(),
                shape=list(shape),
                ordinal=ordinal,
                name=name,
                grad_fn=grad_fn,
                attr=site.attr,
            )

    def _send_inference(self, error: BaseException) -> None:
        """Which inference tensors the failing frames hold, innermost first, and where they were made."""
        for frame in reversed(list(frames(error.__traceback__))):
            if frame.f_code.co_filename not in RT.user_files:
                continue
            for name, value in held_values(frame):
                if not isinstance(value, RT.ledger.tensor_type) or not value.is_inference():
                    continue
                rec = RT.ledger.known(value)
                if rec is not None and rec.site is not None:
                    made = origin(rec)
                    site = made.taken[0][0] if made.taken and made.site.function.endswith("forward") else made.site
                    self.channel.send("inference", span=site.span(), name=name, line=frame.f_lineno)

    def _place(self, path: str, line: int) -> tuple[str, str, bool]:
        file = self.files.get(path)
        if file is None:
            return path, "", path in RT.user_files
        return file.display, file.lines[line - 1].strip()[:200] if 0 < line <= len(file.lines) else "", True

    def _end(self, why: str) -> None:
        """End the program here and now, none of whose code can prevent it; its files are a copy."""
        if self.channel.owned:
            self.finish("stopped", 0, why)
            _exit(0)

    def finish(self, outcome: str, status: int, why: str = "") -> None:
        """The closing events. Called once. `why` the program was stopped, if it was."""
        training = self.training
        for key, call in list(training.calls.items())[:MAX_CALLS]:
            span = self.call_span(key, "backward") if isinstance(key, tuple) else None
            failed = self._caught.get(key, 0)
            self.channel.send("backward", span=span, count=call["count"], leaf_loss=call["leaf_loss"], failed=failed)
        networks = training.timeline.networks
        networks.close()
        modules = networks.modules()
        self.channel.send(
            "parameters", names=networks.names(), changed=training.timeline.parameters.changed(), modules=modules
        )
        for optimizer in training.optimizers:
            self.channel.send("optimizer_end", id=optimizer.number, steps=optimizer.steps)
        self.channel.send(
            "end",
            outcome=outcome,
            exit_code=status,
            why=why,
            seconds=round(monotonic() - self.channel.began, 3),
            environment_steps=ENVIRONMENTS.steps,
            iterations=ENVIRONMENTS.iterations,
            optimizer_steps=training.steps,
            backwards=training.backwards,
            records=RT.ledger.made,
            alive=len(RT.ledger.references()),
        )


def _last_place(error: BaseException) -> Optional[tuple[str, int]]:
    """File and line of the innermost frame of the user's."""
    step, place = error.__traceback__, None
    while step is not None:
        if step.tb_frame.f_code.co_filename in RT.user_files:
            place = step.tb_frame.f_code.co_filename, step.tb_lineno
        step = step.tb_next
    return place


def _mute() -> None:
    RT.turn(False)
    RT.hooked = False


def _complete(torch: Any) -> bool:
    spec = getattr(torch, "__spec__", None)
    return not getattr(spec, "_initializing", False) and hasattr(torch, "optim") and hasattr(torch, "no_grad")


def _has_cuda(torch: Any) -> bool:
    try:
        return bool(torch.cuda.is_available())
    except Exception:
        return False
