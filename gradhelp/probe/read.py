"""Events of the child → the result. Whatever is missing, because the run ended early, is missing in the result too."""

import math
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from gradhelp.catalog import Lang
from gradhelp.facts.recording import Event, Recording
from gradhelp.model.probe import (
    Culprit,
    Differences,
    Horizon,
    HorizonNorm,
    Interface,
    Mujoco,
    ProbeResult,
    Status,
    StepSize,
    Term,
    TorchAction,
    Unmeasured,
    Verdict,
)
from gradhelp.model.span import Span
from gradhelp.verdict import kept_from

JAX_AGREES = 0.05
TAIL = 300


def read(target: str, recording: Recording, located: Recording | None = None, lang: Lang = "en") -> ProbeResult:
    """The result of one or both runs."""
    start, found = recording.last("start") or {}, recording.last("found") or {}
    terms_event = recording.last("terms") or {}
    torch_action = _torch_action(recording)
    culprits = tuple(_culprits(located)) if located else ()
    unexplained = tuple(((located.last("located") or {}).get("unexplained") or ()) if located else ())
    terms = [_explained(term, culprits, unexplained) for term in _terms(recording, terms_event)]
    failure = _failure(recording, lang)
    steady = bool(terms_event.get("steady", True))
    status = _status(failure, torch_action, terms, culprits, unexplained, steady)
    if terms_event.get("backward_error"):
        # Autograd said nothing, so there is nothing to compare.
        status, terms = "backward-fails", []
    if status == "passes" and (recording.last("jax_modes") or {}).get("reverse_error"):
        status = "forward-only"
    speed = recording.last("speed") or {}
    return ProbeResult(
        target=target,
        status=status,
        reason=failure or _early(recording),
        environment=found.get("type"),
        file=found.get("file"),
        python=start.get("python"),
        torch=start.get("torch"),
        interface=_interface(recording),
        torch_action=torch_action,
        repeats=(recording.last("determinism") or {}).get("repeats"),
        steps=int(terms_event.get("steps") or (recording.last("jax_modes") or {}).get("steps") or 0),
        terms=tuple(terms),
        backward_error=terms_event.get("backward_error") or (recording.last("jax_modes") or {}).get("reverse_error"),
        forward_error=(recording.last("jax_modes") or {}).get("forward_error"),
        culprits=culprits,
        unexplained=unexplained,
        differences=_differences(terms_event),
        horizon=_horizon(recording),
        steps_per_second=_number(speed.get("steps_per_second")) if speed else None,
        mujoco=_mujoco(recording),
        unmeasured=tuple(Unmeasured(part=e["part"], error=e["error"]) for e in recording.of("unmeasured")),
        seconds=round(float(recording.process.get("seconds") or 0.0), 2),
    )


def _failure(recording: Recording, lang: Lang) -> str | None:
    """Why there is nothing to say; None where at least the interface was seen."""
    if recording.process.get("refused"):
        return kept_from(recording.process, lang)
    for event in (recording.last("refused"), recording.last("failed")):
        if event is not None:
            return str(event.get("reason") or event.get("error"))
    if recording.last("interface") is not None:
        return None
    process = recording.process
    return str(process.get("reason") or str(process.get("stderr") or "").strip()[-TAIL:] or process.get("outcome"))


def _early(recording: Recording) -> str | None:
    """Why the child did not come to its end; None where it did."""
    reason = recording.process.get("reason")
    return None if recording.last("end") is not None or reason is None else str(reason)


def _status(
    failure: str | None,
    torch_action: TorchAction | None,
    terms: list[Term],
    culprits: tuple[Culprit, ...],
    unexplained: tuple[str, ...],
    steady: bool,
) -> Status:
    if failure is not None:
        return "failed"
    if torch_action is None:
        return "unverified"
    if torch_action.outcome != "survives" and torch_action.outcome != "jax":
        return torch_action.outcome
    verdicts = {term.verdict for term in terms}
    if not steady or not verdicts & {"agrees", "cut", "partly", "wrong"}:
        return "unverified"
    if verdicts <= {"agrees", "none", "unknown"}:
        return "passes"
    if any(culprit.kind == "wrong" for culprit in culprits) or unexplained:
        return "wrong"
    return "partly" if culprits or "wrong" not in verdicts else "wrong"


def _interface(recording: Recording) -> Interface | None:
    event = recording.last("interface")
    return Interface(**_fields(event)) if event else None


def _torch_action(recording: Recording) -> TorchAction | None:
    event = recording.last("torch_action")
    return TorchAction(**_fields(event)) if event else None


def _mujoco(recording: Recording) -> Mujoco | None:
    event = recording.last("mujoco")
    return Mujoco(**_fields(event)) if event else None


def _fields(event: Event) -> dict[str, Any]:
    return {key: value for key, value in event.items() if key != "event"}


def _terms(recording: Recording, event: Event) -> list[Term]:
    modes = recording.last("jax_modes")
    if modes is not None:
        return list(_jax_terms(modes))
    return [
        Term(
            name=each["name"],
            verdict=each["verdict"],
            autograd=_number(each["autograd"]),
            differences=_number(each["differences"]),
            doubt=_number(each["doubt"]),
        )
        for each in event.get("entries") or ()
    ]


def _explained(term: Term, culprits: tuple[Culprit, ...], unexplained: tuple[str, ...]) -> Term:
    """A gradient that is off because a cut takes a part of it is not wrong but partial."""
    cut = any(culprit.kind == "cut" and term.name in culprit.outputs for culprit in culprits)
    if term.verdict == "wrong" and cut and term.name not in unexplained:
        return term.model_copy(update={"verdict": "partly"})
    return term


def _jax_terms(modes: Event) -> Iterator[Term]:
    """Reverse mode, else forward mode, against the two step sizes that agree best."""
    labels = modes.get("labels") or []
    claimed = modes.get("reverse") or modes.get("forward") or []
    tables = [[_number(each) for each in table["slopes"]] for table in modes.get("differences") or ()]
    for number, gradient in enumerate(map(_number, claimed)):
        slopes = [table[number] for table in tables]
        slope, doubt = min(((fine, abs(fine - coarse)) for fine, coarse in pairwise(slopes)), key=lambda p: p[1])
        gap = abs(gradient - slope)
        close = gap <= JAX_AGREES * abs(slope) + 5 * doubt + 1e-6
        verdict: Verdict = ("agrees" if abs(slope) > 5 * doubt else "none") if close else "wrong" if gradient else "cut"
        name = labels[number] if number < len(labels) else f"output[{number}]"
        yield Term(name=name, verdict=verdict, autograd=gradient, differences=slope, doubt=doubt)


def _culprits(located: Recording) -> Iterator[Culprit]:
    for event in located.of("culprit"):
        yield Culprit(
            kind=event["kind"], span=Span(**event["span"]), outputs=tuple(event["outputs"]), count=event["count"]
        )


def _differences(event: Event) -> Differences | None:
    if not event:
        return None
    sizes = tuple(StepSize(step=each["step"], off=_number(each["off"])) for each in event["step_sizes"])
    return Differences(
        usable=event["usable"], best_step=event["best_step"], noise=_number(event["noise"]), rough=event["rough"],
        sizes=sizes,
    )  # fmt: skip


def _horizon(recording: Recording) -> Horizon | None:
    event = recording.last("horizon")
    if event is None:
        return None
    norms = tuple(HorizonNorm(steps=each["steps"], norm=_number(each["norm"])) for each in event["norms"])
    return Horizon(way=event["way"], norms=norms)


def _number(value: Any) -> float:
    """What the wire carries as text where it is not finite."""
    try:
        return float(value)
    except (TypeError, ValueError):
        return math.nan
