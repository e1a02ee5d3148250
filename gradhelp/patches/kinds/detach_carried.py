"""Cuts the old graph off where it is carried into the next step: a hidden state, a simulation's state, features.

Within one step the history stays: where the value is used in an inner loop, the cut is made before that loop.
"""

from collections.abc import Iterator

import libcst as cst

from gradhelp.patches.blocks import instances, line_of, loop, method, statement_at
from gradhelp.patches.draft import Draft, NotApplicable
from gradhelp.patches.scope import Place, Relocation
from gradhelp.patches.site import Site
from gradhelp.patches.tree import Statement, Tree, assigned, receiver, small, target_names


def patch(site: Site) -> Iterator[Draft]:
    """Before the inner loop that goes on from it; at the line that carries it over; at its other uses."""
    tree, carried = site.tree(), str(site.seen("carried"))
    line = int(str(site.seen("carried_line", 0)))
    statement = tree.statement_at(line) if line and carried else None
    if statement is None or carried == str(site.seen("loss")):
        raise NotApplicable("what carries the old graph over is not known")
    kept = list(_kept_in_object(site, tree, statement, carried))
    yield from kept
    if kept:
        return
    uses = list(_uses(tree, carried, statement))
    inner = _inner_loop(site, tree, statement)
    if inner is not None and uses:
        name = tree.code(uses[0])
        draft = site.draft()
        draft.before(tree, inner, f"{name} = {name}.detach()")
        yield draft
    if uses:
        draft = site.draft()
        for use in uses:
            draft.change(tree, use, _detached)
        yield draft
    function = tree.function(statement) or tree.module
    for use in _uses(tree, carried, function):
        if use not in uses:
            draft = site.draft()
            draft.change(tree, use, _detached)
            yield draft


def _kept_in_object(site: Site, tree: Tree, statement: Statement, carried: str) -> Iterator[Draft]:
    """State that a method computes and keeps in its object. Cut where it is computed, it would be cut within the step;
    so it is cut where the object only takes it over (`self.x = self.x.clone()`), or by the object's name before a step.
    """
    pair, owner = assigned(statement), tree.around(statement, cst.ClassDef)
    backward = statement_at(site)
    made_here = pair is not None and carried in (tree.code(pair[1]), *(tree.code(e) for e in _parts(pair[1])))
    if pair is None or owner is None or not made_here or tree.function(statement) is tree.function(backward):
        return
    if not _is_looped(tree, backward):
        yield from _behind_backward(site, tree, statement, backward)
        return
    head = line_of(tree, loop(tree, backward).body.body[0])
    method_states = [n for s in tree.all(cst.SimpleStatementLine, tree.function(statement)) for n in _states(s)]
    everything = list(dict.fromkeys(name for name in method_states if name.startswith("self.")))
    for state in [name for name in _states(statement) if name.startswith("self.")]:
        for copy in tree.calls("clone", inside=owner):
            if (subject := receiver(copy)) is not None and tree.code(subject) == state:
                draft = site.draft()
                draft.change(tree, subject, _detached)
                yield draft
        for name in instances(tree, owner.name.value):
            for chosen in ([state], everything):
                known = [f"{name}.{each.removeprefix('self.')}" for each in chosen]
                draft = site.draft()
                draft.before(tree, head, *(f"{each} = {each}.detach()" for each in known))
                yield draft


def _is_looped(tree: Tree, backward: Statement) -> bool:
    try:
        return bool(loop(tree, backward))
    except NotApplicable:
        return False


def _behind_backward(site: Site, tree: Tree, statement: Statement, backward: Statement) -> Iterator[Draft]:
    """The backward is in a function that is called for each step: behind it the object's state begins anew."""
    for state in [name for name in _states(statement) if name.startswith("self.")]:
        for form in ("{0}.detach()", "tuple(each.detach() for each in {0})"):
            draft = site.draft()
            reach = Relocation(site.project, draft)
            name = reach.brought(state, Place(tree, statement), Place(tree, backward))
            draft.after(tree, backward, f"{name} = {form.format(name)}")
            yield draft


def _parts(value: cst.BaseExpression) -> list[cst.BaseExpression]:
    return [element.value for element in value.elements] if isinstance(value, cst.Tuple) else []


def _states(statement: Statement) -> list[str]:
    line = small(statement)
    return [n for t in line.targets for n in target_names(t.target)] if isinstance(line, cst.Assign) else []


def _inner_loop(site: Site, tree: Tree, statement: Statement) -> Statement | None:
    """The outermost loop around the use that the backward is not part of."""
    found = None
    for around in tree.ancestors(statement):
        if isinstance(around, cst.FunctionDef):
            break
        if isinstance(around, cst.For | cst.While):
            if tree.line(around) <= site.where.line <= tree.last_line(around):
                break
            found = around
    return found


def _uses(tree: Tree, carried: str, scope: cst.CSTNode) -> Iterator[cst.BaseExpression]:
    """Where the value is read: not as a target, nor within a longer name."""
    for node in tree.expressions(scope):
        around = tree.parent(node)
        longer = isinstance(around, cst.Attribute) and around.attr is node
        target = any(isinstance(a, cst.AssignTarget | cst.AugAssign | cst.Param) for a in _near(tree, node))
        keyword = isinstance(around, cst.Arg) and around.keyword is node
        code = tree.code(node)
        attribute = isinstance(node, cst.Attribute) and node.attr.value == carried
        if not longer and not target and not keyword and (code == carried or attribute):
            yield node


def _near(tree: Tree, node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    for each in tree.ancestors(node):
        if isinstance(each, cst.BaseSmallStatement | cst.BaseCompoundStatement):
            return
        yield each


def _detached(node: cst.CSTNode) -> cst.CSTNode:
    assert isinstance(node, cst.BaseExpression)
    return method(node, "detach")
