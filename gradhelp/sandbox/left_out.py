"""What the copy does not hold, in sentences: the first few by name, the rest by number."""

from pathlib import PurePath

from gradhelp.sandbox.plan import RunPlan
from gradhelp.sandbox.project import Project
from gradhelp.sandbox.survey import SAID, Item, Missed, Survey
from gradhelp.sandbox.wording import say, size

BY_NAME = 8


def sentences(plan: RunPlan, project: Project, found: Survey, late: list[Item]) -> list[str]:
    """One sentence for each thing that a script could miss, the largest first."""
    language = plan.language
    said = []
    if project.cwd_moved:
        said.append(say(language, "other-cwd", cwd=plan.cwd))
    if found.cut_short:
        said.append(say(language, "left-scan", root=project.root, count=len(found.items)))
    if late:
        said.append(say(language, "left-time", seconds=f"{plan.limits.copy_seconds:g}", count=len(late)))
    if skipped := [path for path in found.skipped if PurePath(path).name in SAID]:
        said.append(say(language, "left-skipped", paths=", ".join(sorted(skipped)[:BY_NAME])))
    missed = sorted(found.missed, key=lambda miss: (-miss.size, miss.relative))
    said.extend(_sentence(plan, miss) for miss in missed[:BY_NAME])
    if more := missed[BY_NAME:]:
        said.append(say(language, "left-more", count=len(more), size=size(sum(miss.size for miss in more))))
    return said


def _sentence(plan: RunPlan, miss: Missed) -> str:
    path = PurePath(miss.relative).as_posix()
    return say(plan.language, miss.why, path=path, size=size(miss.size), reason=miss.reason)
