"""From what was found, read and seen to the answer: status and summary, in that order of trust.

A live finding outranks everything; then an error that the run raised; then how the run ended; then what was pasted.
"""

import shlex
from dataclasses import dataclass
from typing import Any, Literal

from gradhelp.catalog import Lang
from gradhelp.catalog.tables import template_table
from gradhelp.extent import extent
from gradhelp.facts.run import Run
from gradhelp.facts.shown import summed_losses, telling_losses
from gradhelp.intake.describe import describe
from gradhelp.intake.families import classify
from gradhelp.intake.paste import Paste
from gradhelp.model.diagnosis import Diagnosis, ErrorInfo, Finding, Outcome, Recommendation, RunInfo, Status
from gradhelp.model.matrix import LossMatrix
from gradhelp.recommend.rank import recommendation
from gradhelp.recommend.setting import needs_of_run

TAIL = 400
SIMULATOR_RULE = "env-step-boundary"
"""The rule that says that the simulator is the reason."""
RECOMMENDED = 3


def say(lang: Lang, key: str, **values: object) -> str:
    """A sentence of knowledge/templates/verdict.toml."""
    return template_table("verdict")[lang][key].format(**values)


@dataclass(frozen=True)
class Known:
    """All that an answer can be made of. `run` is None where nothing was run."""

    lang: Lang
    paste: Paste | None
    run: Run | None
    findings: list[Finding]
    has_script: bool = False
    script: str = "SCRIPT"


def answer(known: Known) -> Diagnosis:
    """The diagnosis."""
    error = error_of(known)
    status, summary = _judge(known, error)
    return Diagnosis(
        status=status,
        summary=summary,
        error=error,
        findings=known.findings if status == "diagnosed" else [f for f in known.findings if f.severity == "note"],
        run=run_info(known.run, known.lang) if known.run is not None else RunInfo(reason=None),
        recommendation=_recommended(known) if status == "diagnosed" else None,
        losses=_losses(known.run, status) if known.run is not None else [],
    )


def _losses(run: Run, status: Status) -> list[LossMatrix]:
    """What the terms of the losses reach, where it explains a silent fault or describes a healthy run."""
    if run.exception is not None or status not in ("diagnosed", "healthy"):
        return []
    return telling_losses(run) if status == "diagnosed" else summed_losses(run)


def _recommended(known: Known) -> Recommendation | None:
    """What to use instead, where the simulator is what has to change first."""
    if known.run is None or known.findings[0].rule != SIMULATOR_RULE:
        return None
    return recommendation(needs_of_run(known.run), known.lang, RECOMMENDED)


def error_of(known: Known) -> ErrorInfo | None:
    """The error of the live run; where it raised none, the pasted one."""
    raised = known.run.exception if known.run is not None else None
    if raised is None:
        return known.paste.error if known.paste is not None else None
    frames = raised.get("frames") or []
    own = [frame for frame in frames if frame.get("user")]
    last = own[-1] if own else None
    family = classify(str(raised.get("type", "")), str(raised.get("message", "")))
    return ErrorInfo(
        family=family.id if family else "unknown",
        type=str(raised.get("type", "")),
        message=str(raised.get("message", "")),
        file=last["file"] if last else None,
        line=last["line"] if last else None,
        frames=len(frames),
    )


def _judge(known: Known, error: ErrorInfo | None) -> tuple[Status, str]:
    worst = next((finding for finding in known.findings if finding.severity != "note"), None)
    if worst is not None:
        return "diagnosed", say(known.lang, "diagnosed", headline=worst.title)
    if known.run is None:
        return _from_paste(known)
    if known.run.recording.process.get("refused"):
        return _from_refusal(known, known.run)
    if known.run.exception is not None and error is not None:
        return _from_error(known, error)
    return _from_end(known, known.run)


def _from_paste(known: Known) -> tuple[Status, str]:
    paste = known.paste
    if paste is None or paste.error is None:
        return "inconclusive", say(known.lang, "not_run" if known.has_script else "no_error")
    meaning = describe(paste, known.lang)
    if paste.gradient_problem is False:
        return "not-a-gradient-problem", meaning
    return "inconclusive", say(known.lang, "run_it" if known.has_script else "give_script", meaning=meaning)


def _from_error(known: Known, error: ErrorInfo) -> tuple[Status, str]:
    family = classify(error.type, error.message)
    if family is not None and family.gradient:
        return "inconclusive", say(known.lang, "unexplained")
    first = error.message.strip().splitlines()[:1] or [""]
    seen = say(known.lang, "other_error", type=error.type, message=first[0][:300])
    meaning = family.sentence.of(known.lang) if family is not None else ""
    return "not-a-gradient-problem", f"{seen}\n{meaning}".strip()


def _from_refusal(known: Known, run: Run) -> tuple[Status, str]:
    """The script could not go on because of the isolation: no error of its own, and no problem of gradients."""
    told = (kept_from(run.recording.process, known.lang) or "") + say(known.lang, "refused_run", script=known.script)
    pasted = known.paste is not None and known.paste.error is not None and known.paste.gradient_problem
    if pasted or not run.backwards:
        return "inconclusive", told
    figures = {"backwards": run.backwards, "steps": run.optimizer_steps}
    return "healthy", say(known.lang, "healthy_refused", **figures, told=told)


def kept_from(process: dict[str, Any], lang: Lang) -> str | None:
    """The sentences on the write that ended a run because the isolation refused it; None where there was none."""
    refused = process.get("refused")
    if not isinstance(refused, dict):
        return None
    # A summary's first line is its sentence; names of files may hold line ends.
    path, allow = str(refused.get("path")).replace("\n", "\\n"), refused.get("allow")
    told = say(lang, "refused", path=path)
    if not isinstance(allow, str) or "\n" in allow:
        return told
    return told + say(lang, "refused_allow", allow=shlex.quote(allow))


def _from_end(known: Known, run: Run) -> tuple[Status, str]:
    process = run.recording.process
    outcome = process.get("outcome", "exited")
    figures = {
        "backwards": run.backwards,
        "steps": run.optimizer_steps,
        "seconds": f"{float(process.get('seconds') or 0):.0f}",
    }
    if outcome == "timed-out" or run.stopped:
        if known.paste is not None and known.paste.error is not None and known.paste.gradient_problem:
            return "inconclusive", say(known.lang, "not_reached", **figures)
        seen = "healthy_stopped" if run.backwards else "no_backward_stopped"
        return ("healthy" if run.backwards else "inconclusive"), say(known.lang, seen, **figures)
    if outcome != "exited":
        return "inconclusive", _stopped(known.lang, outcome, process)
    code = run.end.get("exit_code", process.get("returncode")) or 0
    if code and not run.backwards:
        return "inconclusive", _exited(known, process, code)
    if not run.end and process.get("returncode"):
        return "inconclusive", _exited(known, process, process["returncode"])
    if known.paste is not None and known.paste.error is not None and known.paste.gradient_problem:
        return "inconclusive", say(known.lang, "not_reproduced")
    return "healthy", say(known.lang, "healthy" if run.backwards else "no_backward", **figures)


def _stopped(lang: Lang, outcome: str, process: dict[str, Any]) -> str:
    reason = str(process.get("reason") or outcome)
    if outcome == "stopped":
        return say(lang, "cancelled")
    if outcome == "not-started":
        return say(lang, "not_started", reason=reason)
    if outcome == "killed":
        return say(lang, "killed", reason=reason, tail=_tail(process))
    return say(lang, "bound", reason=reason)


def _exited(known: Known, process: dict[str, Any], code: int) -> str:
    stderr = str(process.get("stderr") or "")
    if code == 2 and "usage:" in stderr:
        usage = stderr[stderr.index("usage:") :].strip()[:1500]
        return say(known.lang, "needs_arguments", usage=usage, script=known.script)
    return say(known.lang, "exited", code=code, tail=_tail(process))


def _tail(process: dict[str, Any]) -> str:
    text = str(process.get("stderr") or process.get("stdout") or "").strip()
    return f"\n{text[-TAIL:]}" if text else ""


def run_info(run: Run, lang: Lang) -> RunInfo:
    """How the run went, for the reader."""
    recording, process = run.recording, run.recording.process
    start, torch = recording.last("start") or {}, recording.last("torch") or {}
    return RunInfo(
        executed=bool(start),
        outcome=_outcome(run, str(process.get("outcome", "exited")), bool(start)),
        reason=_reason(run, process, lang),
        seconds=round(float(process.get("seconds") or run.end.get("seconds") or 0.0), 2),
        optimizer_steps=run.optimizer_steps,
        python=start.get("python"),
        torch=torch.get("version"),
        isolation=_isolation(process.get("isolation")),
    )


def _isolation(said: object) -> Literal["landlock", "copy", "none"]:
    return "copy" if said == "copy" else "landlock" if said == "landlock" else "none"


def _outcome(run: Run, process: str, started: bool) -> Outcome:
    if not started:
        return "not-run"
    if run.raised is not None:
        return "raised"
    if process == "timed-out":
        return "timed-out"
    return "finished" if process == "exited" and not run.stopped else "stopped"


def _reason(run: Run, process: dict[str, Any], lang: Lang) -> str | None:
    """What the reader should know of the run: why it was stopped, what was replaced, what was left out."""
    said = [str(process["reason"])] if process.get("reason") else []
    said.extend(extent(run, lang))
    for event in run.recording.of("torch"):
        said.extend(str(sentence) for sentence in event.get("substituted") or ())
    for event in run.recording.of("substituted"):
        said.append(str(event.get("what", "")))
    for event in run.recording.of("file"):
        if not event.get("rewritten"):
            said.append(f"{event.get('path')}: {event.get('reason')}")
    said.extend(str(sentence) for sentence in process.get("left_out") or ())
    return "; ".join(dict.fromkeys(sentence.rstrip(".。") for sentence in said)) or None
