"""One isolated run from its start to its recording: a single loop that reads everything and waits for nobody."""

import os
import selectors
import threading
import time
import uuid
from pathlib import Path

from gradhelp.facts.recording import Event, Recording
from gradhelp.sandbox.arguments import redirected_argument
from gradhelp.sandbox.child import Child
from gradhelp.sandbox.editable import editable_folders
from gradhelp.sandbox.ending import Ending, crash, recording
from gradhelp.sandbox.environment import environment
from gradhelp.sandbox.interpreter import Interpreter
from gradhelp.sandbox.isolation import choose_isolation
from gradhelp.sandbox.landlock import Writable
from gradhelp.sandbox.launching import Listener, Stage, events_file, launch_command
from gradhelp.sandbox.output import Replacer, Stream
from gradhelp.sandbox.places import cache_settings, writable
from gradhelp.sandbox.plan import RunPlan
from gradhelp.sandbox.refusals import Refusal, refusal
from gradhelp.sandbox.scratch import Scratch
from gradhelp.sandbox.tail import EventTail
from gradhelp.sandbox.translation import Translation
from gradhelp.sandbox.watch import Breach, Outcome, Watch
from gradhelp.sandbox.wording import say, size

TICK = 0.05
"""Seconds between two looks at the events and the bounds."""
PIECE = 1 << 18
LAST_OUTPUT_SECONDS = 1.0


class IsolatedRun:
    """A run in a scratch; `record` is called once."""

    def __init__(
        self, plan: RunPlan, scratch: Scratch, listener: Listener, cancel: threading.Event | None = None
    ) -> None:
        self.plan, self.scratch, self.listener = plan, scratch, listener
        self.cancel = cancel or threading.Event()
        project = scratch.project
        self.translation = Translation(str(scratch.root), str(project.root), project.near)
        self.streams = {name: Stream(Replacer(str(scratch.root), str(project.root))) for name in ("stdout", "stderr")}
        self.events: list[Event] = []
        self.isolation = choose_isolation(plan)
        self.writable: Writable | None = None

    def record(self, interpreter: Interpreter, launcher: Path) -> Recording:
        """Start the script, follow it to its end, and give what was seen."""
        scratch = self.scratch
        args = [redirected_argument(argument, self.plan, scratch) for argument in self.plan.args]
        stage = Stage(scratch.control, scratch.root, scratch.cwd, args)
        start = launch_command(self.plan, scratch.project, interpreter, launcher, stage)
        modules = editable_folders(scratch.project, interpreter, scratch.temporary, os.environ)
        locked = self.isolation == "landlock"
        self.writable = writable(self.plan, scratch, interpreter.path, os.environ) if locked else None
        caches = cache_settings(scratch, os.environ) if locked else {}
        env = environment(scratch, uuid.uuid4().hex, os.environ, modules, caches)
        folders = [scratch.base, scratch.control]
        with (
            EventTail(events_file(scratch.control), self.plan.limits.events, self.translation.event) as tail,
            Child(start, scratch.cwd, env, folders, self.writable) as child,
            _Pump(self, child, tail) as pump,
        ):
            watch = Watch(self.plan, child.tree, scratch.base)
            breach = self._follow(child, pump, watch)
            seconds = watch.seconds
            survivors = child.end()
            pump.drain()
        ending = self._ending(
            child, breach, seconds, interpreter, self._remarks(tail, 0 if breach or self._ended_early else survivors)
        )
        programs = {self.translation.file(path): text for path, text in scratch.programs.items()}
        return recording(self.events, programs.get, ending)

    def _follow(self, child: Child, pump: "_Pump", watch: Watch) -> Breach | None:
        """Until the script has ended or has to be stopped; then give it its grace."""
        while not child.ended:
            pump.run(TICK)
            watch.printed = sum(stream.total for stream in self.streams.values())
            if child.ended:
                break
            breach = self._cancelled() or watch.check()
            if breach:
                self._wind_up(child, pump, breach.grace)
                return breach
        return None

    def _cancelled(self) -> Breach | None:
        if not self.cancel.is_set():
            return None
        return Breach("stopped", say(self.plan.language, "stopped"), self.plan.limits.grace)

    def _wind_up(self, child: Child, pump: "_Pump", grace: float) -> None:
        deadline = time.monotonic() + grace
        if grace > 0:
            child.interrupt()
        while not child.ended and time.monotonic() < deadline:
            pump.run(TICK)

    def _ending(
        self, child: Child, breach: Breach | None, seconds: float, interpreter: Interpreter, remarks: list[str]
    ) -> Ending:
        outcome, reason = self._outcome(child, breach)
        return Ending(
            outcome=outcome,
            returncode=child.returncode,
            seconds=round(seconds, 3),
            isolation=self.isolation,
            python=str(interpreter.path),
            reason=reason,
            stdout=self.streams["stdout"].kept.text(),
            stderr=self.streams["stderr"].kept.text(),
            left_out=self.scratch.left_out + remarks,
            refused=self._refused(child.returncode),
        )

    def _refused(self, returncode: int | None) -> Refusal | None:
        raised = next((event for event in reversed(self.events) if event["event"] in ("exception", "failed")), None)
        if self.writable is None or not (raised or returncode):
            return None
        return refusal(raised, self.streams["stderr"].kept.text(), self.scratch.project.root, self.writable)

    @property
    def _ended_early(self) -> bool:
        """Whether the tracer ended the script, in the middle of whatever it and its processes did."""
        return any(event["event"] == "end" and event.get("outcome") == "stopped" for event in self.events)

    def _outcome(self, child: Child, breach: Breach | None) -> tuple[Outcome, str | None]:
        if breach:
            return breach.outcome, breach.reason
        if child.failure is not None:
            return "not-started", say(self.plan.language, "not-started", reason=child.failure)
        if child.lost:
            return "killed", say(self.plan.language, "killed-supervisor")
        signalled = crash(child.returncode, self.plan.language)
        return ("killed" if signalled else "exited"), signalled

    def _remarks(self, tail: EventTail, survivors: int) -> list[str]:
        """What else the reader of the recording has to know."""
        language = self.plan.language
        remarks = []
        if survivors:
            remarks.append(say(language, "survivors", count=survivors))
        if tail.truncated:
            remarks.append(say(language, "events-truncated", limit=size(self.plan.limits.events)))
        if tail.damaged:
            remarks.append(say(language, "events-damaged", count=tail.damaged))
        return remarks


class _Pump:
    """Moves whatever has arrived from the child to the run: output, events, the supervisor's reports."""

    def __init__(self, run: IsolatedRun, child: Child, tail: EventTail) -> None:
        self._run, self._child, self._tail = run, child, tail
        self._selector = selectors.DefaultSelector()
        self._selector.register(child.status, selectors.EVENT_READ, None)
        for name, pipe in child.streams.items():
            self._selector.register(pipe, selectors.EVENT_READ, name)

    def __enter__(self) -> "_Pump":
        return self

    def __exit__(self, *_details: object) -> None:
        self._selector.close()

    def run(self, seconds: float) -> None:
        """Move what is there; wait for at most `seconds` if there is nothing."""
        for key, _ in self._selector.select(seconds):
            more = self._child.read_status() if key.data is None else self._output(key.data, os.read(key.fd, PIECE))
            if not more:
                self._selector.unregister(key.fileobj)
        for event in self._tail.read():
            self._event(event)

    def drain(self) -> None:
        """Move the rest, once everything has ended."""
        deadline = time.monotonic() + LAST_OUTPUT_SECONDS
        while self._open_streams() and time.monotonic() < deadline:
            self.run(TICK)
        for name in self._run.streams:
            self._output(name, b"", final=True)
        for event in self._tail.finish():
            self._event(event)

    def _open_streams(self) -> bool:
        return any(key.data is not None for key in self._selector.get_map().values())

    def _output(self, name: str, data: bytes, final: bool = False) -> bool:
        text = self._run.streams[name].feed(data, final)
        if text and self._run.listener.on_output:
            self._run.listener.on_output(name, text)
        return bool(data)

    def _event(self, event: Event) -> None:
        self._run.events.append(event)
        if self._run.listener.on_event:
            self._run.listener.on_event(event)
