"""A loss on what a simulator returned: the action is drawn, and its log-probability weighed with what it brought about.

In the order of how little noise the estimate has: cost-to-go where the charges of the steps are kept apart or added up,
each environment's own charge in a batch, the whole loss.
"""

from collections.abc import Callable, Iterator

import libcst as cst

from gradhelp.checks import Candidate
from gradhelp.patches.blocks import home, line_of, together
from gradhelp.patches.charges import JOINS, REDUCTIONS, Charge, as_tensor, charges, keep_in_torch, width
from gradhelp.patches.draft import Draft, NotApplicable
from gradhelp.patches.drawing import Output, fresh, output
from gradhelp.patches.keeping import empty, keep
from gradhelp.patches.site import Site
from gradhelp.patches.tree import Statement, Tree, argument, called, dotted, receiver, small, target_names

Form = Callable[[Site, Output], Iterator[Draft]]


def patch(site: Site) -> Iterator[Draft]:
    """One draft for each form that the program has."""
    out = output(site)
    for form in (_listed, _added_up, _side_by_side, _in_total):
        try:
            yield from form(site, out)
        except NotApplicable:
            continue


def _advantage(to_go: str, count: int) -> str:
    return f"({to_go} - {to_go}.mean({'1, keepdim=True' if count > 1 else ''}))"


def _live(site: Site) -> bool:
    return not site.seen("raised", True)


def _listed(site: Site, out: Output) -> Iterator[Draft]:
    """`torch.stack(costs).mean()` → `(torch.stack(log_probs) * (to_go - to_go.mean())).mean()`."""
    for charge in charges(site):
        name = _list_name(charge)
        if not name:
            continue
        tree, draft, count = charge.tree, site.draft(), width(charge.inner, out.batch)
        if charge.node.shape and charge.node.shape[0] == 1:
            raise NotApplicable("a single step has no other to be compared with")
        statement = line_of(tree, charge.expression)
        kept = keep(draft, out, tree, statement, count > 1)
        if kept.alone:
            raise NotApplicable("there is no loop in which the costs are gathered")
        to_go = fresh(tree, "to_go")
        joined = as_tensor(draft, tree, name, charge.inner, _live(site))
        draft.before(tree, statement, f"{to_go} = {joined}.flip(0).cumsum(0).flip(0)")
        reduced = called(charge.expression) if isinstance(charge.expression, cst.Call) else ""
        weighed = f"({kept.all} * {_advantage(to_go, count)})"
        draft.replace(tree, charge.expression, weighed + (f".{reduced}()" if reduced in REDUCTIONS else ""))
        keep_in_torch(draft, charge.above)
        empty(draft, tree, statement, kept)
        yield draft
        return


def _list_name(charge: Charge) -> str:
    """The list that the elements were appended to and that is joined, or reduced, here."""
    expression = charge.expression
    if not isinstance(expression, cst.Call) or called(expression) not in JOINS | REDUCTIONS:
        return ""
    given = argument(expression, 0)
    name = dotted(given.value) if given is not None else ""
    appended = {call for call in charge.tree.calls("append") if dotted(receiver(call) or cst.Name("_")) == name}
    lines = {charge.tree.line(call) for call in appended}
    return name if any(v.attr == "append" and v.span.line in lines for v in charge.inner.stored) else ""


def _added_up(site: Site, out: Output) -> Iterator[Draft]:
    """`total = total + cost` in the loop → the costs in a list, and behind the loop `total` as the surrogate."""
    for charge in charges(site):
        added = _added(charge)
        if added is None:
            continue
        name, addend, start = added
        tree, draft, count = charge.tree, site.draft(), width(charge.node, out.batch)
        statement = line_of(tree, charge.expression)
        _, loop = together(tree, start, statement)
        behind = _behind(tree, loop)
        kept = keep(draft, out, tree, behind, count > 1)
        costs, to_go = fresh(tree, "charged"), fresh(tree, "to_go")
        draft.before(tree, loop, f"{costs} = []")
        draft.before(tree, statement, f"{costs}.append({tree.code(addend)})")
        draft.replace(tree, addend, f"{costs}[-1]")
        weighed = f"({kept.all} * {_advantage(to_go, count)}).sum({0 if count > 1 else ''})"
        joined = as_tensor(draft, tree, costs, charge.node, _live(site))
        lines = [f"{to_go} = {joined}.flip(0).cumsum(0).flip(0)", f"{name} = {weighed}"]
        draft.after(tree, loop, *lines, *([kept.clear] if kept.clear else []))
        keep_in_torch(draft, charge.above)
        yield draft
        return


def _behind(tree: Tree, loop: Statement) -> Statement:
    """The statement behind a loop, in whose place the log-probabilities are used."""
    if not isinstance(loop, cst.For | cst.While):
        raise NotApplicable("the costs are not added up in a loop")
    block = list(tree.siblings(loop))
    place = next((index for index, each in enumerate(block) if each is loop), -1)
    found = block[place + 1] if 0 <= place < len(block) - 1 else None
    if not isinstance(found, cst.SimpleStatementLine | cst.BaseCompoundStatement):
        raise NotApplicable("nothing is done with the sum behind the loop")
    return found


def _added(charge: Charge) -> tuple[str, cst.BaseExpression, Statement] | None:
    """(sum, what is added, where the sum begins) of `sum = sum + cost` or `sum += cost`."""
    tree = charge.tree
    line = small(tree.statement(charge.expression))
    if isinstance(line, cst.AugAssign) and isinstance(line.operator, cst.AddAssign):
        name, addend = dotted(line.target), line.value
    elif isinstance(line, cst.Assign) and isinstance(line.value, cst.BinaryOperation):
        name, addend = dotted(line.targets[0].target), line.value.right
        if charge.expression is not line.value or not isinstance(line.value.operator, cst.Add):
            return None
        if dotted(line.value.left) != name:
            return None
    else:
        return None
    start = _start(tree, name, charge.expression)
    return (name, addend, start) if name and start is not None else None


def _start(tree: Tree, name: str, where: cst.CSTNode) -> Statement | None:
    """The line above that gives the sum its first value."""
    scope, line = home(tree, where), tree.line(where)
    found = [
        tree.statement(each)
        for each in tree.all(cst.Assign, scope)
        if tree.line(each) < line and any(name in target_names(target.target) for target in each.targets)
    ]
    return found[-1] if found else None


def _side_by_side(site: Site, out: Output) -> Iterator[Draft]:
    """`reward.mean()` over environments → `(log_prob * (reward - reward.mean())).mean()`."""
    for charge in charges(site):
        expression = charge.expression
        subject = receiver(expression) if isinstance(expression, cst.Call) else None
        if subject is None or called(expression) not in REDUCTIONS or width(charge.inner, out.batch) < 2:  # type: ignore[arg-type]
            continue
        if charge.inner.value != "tensor":
            continue
        tree, draft = charge.tree, site.draft()
        statement = line_of(tree, expression)
        kept = keep(draft, out, tree, statement, True)
        chances = kept.all if kept.alone else f"{kept.all}.sum(0)"
        name = dotted(subject)
        if not name:
            name = fresh(tree, "charged")
            draft.before(tree, statement, f"{name} = {tree.code(subject)}")
        constant = f"{name}.detach()" if _live(site) else name
        draft.replace(tree, subject, f"({chances} * ({constant} - {constant}.mean()))")
        keep_in_torch(draft, charge.above)
        empty(draft, tree, statement, kept)
        yield draft
        return


def _in_total(site: Site, out: Output) -> Iterator[Draft]:
    """`loss.backward()` → the log-probability of all that was done, times the loss less its running mean."""
    tree, statement, loss = _sent_back(site)
    draft, code = site.draft(), tree.code(loss)
    kept = keep(draft, out, tree, statement, False)
    cost, baseline, surrogate = (fresh(tree, name) for name in ("cost", "baseline", "surrogate"))
    loop = _outermost_loop(tree, statement)
    chances = kept.all if kept.alone else f"{kept.all}.sum()"
    weight = f"({cost} - {baseline})" if loop is not None else cost
    direct = f"{code} + " if _live(site) else ""
    lines = [f"{cost} = {_bracketed(loss, code)}.item()", f"{surrogate} = {direct}{chances} * {weight}"]
    if loop is not None:
        draft.before(tree, loop, f"{baseline} = 0.0")
        lines.append(f"{baseline} += 0.1 * ({cost} - {baseline})")
    draft.before(tree, statement, *lines, *([kept.clear] if kept.clear else []))
    draft.replace(tree, loss, surrogate)
    yield draft


def _sent_back(site: Site) -> tuple[Tree, Statement, cst.BaseExpression]:
    """The statement `loss.backward()` and the loss in it."""
    call = site.candidate.ledger.call if isinstance(site.candidate, Candidate) else None
    if call is None:
        raise NotApplicable("where the loss is sent back is not known")
    tree = site.tree(call.file)
    statement = tree.statement_at(call.line)
    backward = next(tree.calls("backward", inside=statement), None) if statement is not None else None
    loss = receiver(backward) if backward is not None else None
    if statement is None or loss is None or isinstance(loss, cst.Call) or dotted(loss) in ("torch.autograd",):
        raise NotApplicable("the loss is sent back by something else")
    return tree, statement, loss


def _outermost_loop(tree: Tree, statement: Statement) -> Statement | None:
    scope = home(tree, statement)
    loops = [a for a in tree.ancestors(statement) if isinstance(a, cst.For | cst.While) and home(tree, a) is scope]
    return loops[-1] if loops else None


def _bracketed(node: cst.BaseExpression, code: str) -> str:
    return code if isinstance(node, cst.Name | cst.Attribute | cst.Subscript) or node.lpar else f"({code})"
