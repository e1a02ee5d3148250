"""A policy's output made into a distribution that the action is drawn from, where it leaves torch for a simulator.

A network's output on its way into a simulator is either the action itself (then it becomes the mean of a Normal), scores among
which the largest is chosen (the logits of a Categorical), or a draw that is made already.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import libcst as cst

from gradhelp.facts.graph import Path
from gradhelp.patches.blocks import home, line_of
from gradhelp.patches.draft import Draft, NotApplicable
from gradhelp.patches.site import Site
from gradhelp.patches.tree import Statement, Tree, assigned, called, dotted, receiver, target_names

SPREAD = "0.3"
MODULES = frozenset({"torch", "np", "numpy"})
DEEPEST = 3

Kind = Literal["mean", "logits", "probs", "drawn"]


@dataclass(frozen=True)
class Output:
    """`given` is what the network said; `chosen`, made of it, is what goes on to the simulator (often the same)."""

    tree: Tree
    kind: Kind
    given: cst.BaseExpression
    chosen: cst.BaseExpression
    assignment: Statement | None = None
    """Where the name `given` gets its value, if it is a name that does."""
    batch: int = 0
    """How many actions there are side by side; 0 where there is one."""

    @property
    def statement(self) -> Statement:
        """The statement around which the draw is to be written."""
        return self.assignment or line_of(self.tree, self.chosen)

    @property
    def scope(self) -> cst.CSTNode:
        """The function in which the action is drawn, or the module."""
        return home(self.tree, self.statement)


def output(site: Site) -> Output:
    """The output that the path of a finding ends in. Raises NotApplicable where its place is not understood."""
    path = site.path
    span = path.frontier.span if path is not None else None
    if path is None or span is None:
        raise NotApplicable("where the action leaves torch is not known")
    tree = site.tree(span.file)
    last = tree.expression(span)
    if last is None:
        raise NotApplicable("where the action leaves torch is not an expression")
    kind, given = _taken_from(tree, last, path)
    batch = path.alive.shape[0] if path.alive.shape and len(path.alive.shape) > 1 else 0
    if kind != "mean":
        return Output(tree, kind, given, given if kind == "drawn" and _is_drawn(last, given) else last, None, batch)
    tree, given = _origin(tree, given, path, DEEPEST)
    return Output(tree, kind, given, given, _assignment(tree, given), batch)


def fresh(tree: Tree, name: str) -> str:
    """A name that this file does not use yet."""
    taken = {each.value for each in tree.all(cst.Name)}
    while name in taken:
        name += "_"
    return name


def draw(out: Output, draft: Draft, keep: str, each_alone: bool) -> None:
    """Write the draw of the action, and `keep` with the log-probability in the place of `{}`.

    `each_alone`: one log-probability for each of several actions side by side, else one number for all.
    """
    tree, torch = out.tree, draft.import_module(out.tree, "torch")
    dist = fresh(tree, "dist")
    made = _distribution(out, torch)
    if out.kind == "drawn" and dotted(out.given):
        dist, made = dotted(out.given), ""
    before = [f"{dist} = {made}"] if made else []
    summed = _summed(out, each_alone)
    if out.assignment is not None:
        name = tree.code(out.given)
        draft.after(
            tree, out.assignment, *before, f"{name} = {dist}.sample()", keep.format(_log_prob(dist, name, summed))
        )
        return
    whole = assigned(out.statement)
    if whole is not None and whole[1] is out.chosen:
        draft.before(tree, out.statement, *before)
        draft.replace(tree, out.chosen, f"{dist}.sample()")
        draft.after(tree, out.statement, keep.format(_log_prob(dist, whole[0], summed)))
        return
    name = dotted(out.chosen) or fresh(tree, "drawn")
    draft.before(tree, out.statement, *before, f"{name} = {dist}.sample()", keep.format(_log_prob(dist, name, summed)))
    if name != dotted(out.chosen):
        draft.replace(tree, out.chosen, name)


def _log_prob(dist: str, name: str, summed: str) -> str:
    return f"{dist}.log_prob({name}){summed}"


def _summed(out: Output, each_alone: bool) -> str:
    if not each_alone:
        return ".sum()"
    return "" if out.kind in ("logits", "probs") else ".sum(-1)"


def _distribution(out: Output, torch: str) -> str:
    code = out.tree.code(out.given)
    if out.kind == "mean":
        return f"{torch}.distributions.Normal({code}, {SPREAD})"
    return code if out.kind == "drawn" else f"{torch}.distributions.Categorical({out.kind}={code})"


def _taken_from(tree: Tree, last: cst.BaseExpression, path: Path) -> tuple[Kind, cst.BaseExpression]:
    """What the gradient was last alive in, as an expression, and what became of it."""
    if isinstance(last, cst.Attribute):
        return "mean", last.value
    if not isinstance(last, cst.Call):
        raise NotApplicable("the action leaves torch in an unknown way")
    inner = receiver(last)
    if inner is None or dotted(inner) in MODULES:
        inner = last.args[0].value if last.args else None
    if inner is None:
        raise NotApplicable("the action leaves torch in an unknown way")
    if called(last) == "sample":
        return "drawn", inner
    if called(last) == "argmax":
        _check_last_axis(tree, last, path)
        return ("probs" if path.alive.called == "softmax" else "logits"), inner
    return "mean", inner


def _check_last_axis(tree: Tree, last: cst.Call, path: Path) -> None:
    rank = len(path.alive.shape or ())
    said = [tree.code(arg.value) for arg in last.args if arg.keyword is None or arg.keyword.value in ("dim", "axis")]
    axis = said[-1] if said and said[-1].lstrip("-").isdigit() else None
    if any(arg.keyword is not None and arg.keyword.value == "keepdim" for arg in last.args):
        raise NotApplicable("argmax keeps its axis")
    if axis not in ("-1", str(rank - 1)) and rank != 1:
        raise NotApplicable("argmax is not over the last axis")


def _is_drawn(last: cst.BaseExpression, given: cst.BaseExpression) -> bool:
    return isinstance(last, cst.Call) and last is given


def _origin(tree: Tree, given: cst.BaseExpression, path: Path, depth: int) -> tuple[Tree, cst.BaseExpression]:
    """Out of a function that was handed the action, to the one that made it, where one call alone can be meant."""
    function = tree.function(given)
    name = dotted(given)
    parameters = [each.name.value for each in function.params.params] if function is not None else []
    if function is None or name not in parameters or _assignment(tree, given) is not None or not depth:
        return tree, given
    position = parameters.index(name) - (1 if parameters[0] == "self" else 0)
    handed = list(_handed(tree, function, position, path))
    return _origin(tree, handed[0], path, depth - 1) if len(handed) == 1 else (tree, given)


def _handed(tree: Tree, function: cst.FunctionDef, position: int, path: Path) -> Iterator[cst.BaseExpression]:
    """What calls of a function hand over at a position; the very expression that was alive stands for all."""
    alive = path.alive.span
    calls = [
        call.args[position].value
        for call in tree.calls(function.name.value)
        if len(call.args) > position and tree.function(call) is not function
    ]
    exact = tree.expression(alive) if alive is not None and alive.file == tree.file else None
    yield from [given for given in calls if given is exact] or calls


def _assignment(tree: Tree, given: cst.BaseExpression) -> Statement | None:
    """The last line above, in the same function, that gives a name its value."""
    name, scope, line = dotted(given), home(tree, given), tree.line(given)
    found = [
        tree.statement(each)
        for each in tree.all(cst.Assign, scope)
        if name and tree.line(each) < line and any(name in target_names(target.target) for target in each.targets)
    ]
    last = found[-1] if found else None
    return last if last is not None and home(tree, last) is scope else None
