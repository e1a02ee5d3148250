"""A diagnosis whose texts are disarmed, every one of them: renderers work on nothing else."""

from typing import Any

from gradhelp.model.diagnosis import Diagnosis
from gradhelp.report.disarm import disarm


def disarmed(diagnosis: Diagnosis) -> Diagnosis:
    """The same diagnosis with every text in it disarmed."""
    return Diagnosis.model_validate(_walk(diagnosis.model_dump()))


def _walk(value: Any) -> Any:
    if isinstance(value, str):
        return disarm(value)
    if isinstance(value, list):
        return [_walk(each) for each in value]
    if isinstance(value, dict):
        return {_walk(key): _walk(each) for key, each in value.items()}
    return value
