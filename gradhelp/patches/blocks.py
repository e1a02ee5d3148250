"""Statements and their order: which stand in one block, which call what, and what the training loop calls its parts."""

from collections.abc import Iterator

import libcst as cst

from gradhelp.patches.draft import NotApplicable
from gradhelp.patches.site import Site
from gradhelp.patches.tree import Statement, Tree, called, dotted, receiver


def home(tree: Tree, node: cst.CSTNode) -> cst.CSTNode:
    """The function around a node, or the module."""
    return tree.function(node) or tree.module


def statement_at(site: Site, line: int = 0, file: str = "") -> Statement:
    """The statement of the finding, or on another line. Raises NotApplicable where there is none."""
    found = site.tree(file).statement_at(line or site.where.line)
    if found is None:
        raise NotApplicable(f"there is no statement on line {line or site.where.line}")
    return found


def call_at(site: Site, *names: str) -> cst.Call:
    """The call of one of `names` in the statement of the finding (of any name, if none are given)."""
    tree = site.tree()
    exact = tree.expression(site.where)
    if isinstance(exact, cst.Call) and (not names or called(exact) in names):
        return exact
    for call in tree.all(cst.Call, statement_at(site)):
        if not names or called(call) in names:
            return call
    raise NotApplicable(f"the statement calls none of {', '.join(names)}")


def calling(tree: Tree, scope: cst.CSTNode, *names: str) -> list[Statement]:
    """The innermost statements inside a scope that call one of `names`, in source order; inner functions apart."""
    found = []
    for call in tree.calls(*names, inside=scope):
        statement = tree.statement(call)
        if statement is not None and home(tree, call) is scope and statement not in found:
            found.append(statement)
    return found


def together(tree: Tree, one: Statement, other: Statement) -> tuple[Statement, Statement]:
    """The statements of one block that hold the two. Raises NotApplicable where they are the same statement."""
    mine = [one, *(a for a in tree.ancestors(one) if isinstance(a, Statement))]
    theirs = [other, *(a for a in tree.ancestors(other) if isinstance(a, Statement))]
    for mine_here in mine:
        for theirs_here in theirs:
            if mine_here is not theirs_here and tree.parent(mine_here) is tree.parent(theirs_here):
                return mine_here, theirs_here
    raise NotApplicable("the statements stand in no common block")


def before(tree: Tree, statements: list[Statement], line: int) -> Statement | None:
    """The last of the statements above a line."""
    return next((s for s in reversed(statements) if tree.line(s) < line), None)


def after(tree: Tree, statements: list[Statement], line: int) -> Statement | None:
    """The first of the statements below a line."""
    return next((s for s in statements if tree.line(s) > line), None)


def stepped(tree: Tree, statement: Statement) -> str:
    """What is stepped by a statement: `optimizer` of `optimizer.step()`; "" where it steps nothing."""
    for call in tree.calls("step", inside=statement):
        subject = receiver(call)
        if subject is not None and not call.args:
            return tree.code(subject)
    return ""


def steps(tree: Tree, scope: cst.CSTNode) -> list[Statement]:
    """The statements that step an optimizer (or a scheduler): `x.step()` without arguments."""
    return [s for s in calling(tree, scope, "step") if stepped(tree, s)]


def loop(tree: Tree, node: cst.CSTNode) -> cst.For | cst.While:
    """The innermost loop around a node."""
    for each in tree.ancestors(node):
        if isinstance(each, cst.For | cst.While):
            return each
        if isinstance(each, cst.FunctionDef):
            break
    raise NotApplicable("there is no loop around it")


def assignments(tree: Tree, target: str, scope: cst.CSTNode | None = None) -> Iterator[cst.Assign]:
    """The assignments to a dotted name."""
    return (a for a in tree.all(cst.Assign, scope) if any(dotted(t.target) == target for t in a.targets))


def line_of(tree: Tree, node: cst.CSTNode) -> Statement:
    """The statement that a node is part of. Raises NotApplicable where it is part of none."""
    found = tree.statement(node)
    if found is None:
        raise NotApplicable("it is part of no statement")
    return found


def without(call: cst.Call, *names: str) -> list[cst.Arg]:
    """The arguments of a call but those keywords."""
    kept = [arg for arg in call.args if arg.keyword is None or arg.keyword.value not in names]
    return [*kept[:-1], kept[-1].with_changes(comma=cst.MaybeSentinel.DEFAULT)] if kept else []


def with_keyword(call: cst.Call, name: str, value: str) -> cst.Call:
    """A call with a keyword argument set."""
    equal = cst.AssignEqual(cst.SimpleWhitespace(""), cst.SimpleWhitespace(""))
    made = cst.Arg(cst.parse_expression(value), keyword=cst.Name(name), equal=equal)
    if any(arg.keyword is not None and arg.keyword.value == name for arg in call.args):
        args = [made.with_changes(comma=a.comma) if a.keyword and a.keyword.value == name else a for a in call.args]
        return call.with_changes(args=args)
    space = cst.Comma(whitespace_after=cst.SimpleWhitespace(" "))
    earlier = [*call.args[:-1], call.args[-1].with_changes(comma=space)] if call.args else []
    return call.with_changes(args=[*earlier, made])


def method(value: cst.BaseExpression, name: str, *args: str) -> cst.Call:
    """`value.name(args)`, with brackets around what needs them."""
    loose = cst.BinaryOperation | cst.UnaryOperation | cst.Comparison | cst.BooleanOperation | cst.IfExp
    inner = value
    if isinstance(value, loose) and not value.lpar:
        inner = value.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])
    return cst.Call(cst.Attribute(inner, cst.Name(name)), [cst.Arg(cst.parse_expression(a)) for a in args])


def instances(tree: Tree, name: str) -> Iterator[str]:
    """What objects of a class are assigned to."""
    for assign in tree.all(cst.Assign):
        target, value = assign.targets[0].target, assign.value
        pairs: list[tuple[cst.BaseExpression, cst.BaseExpression]] = [(target, value)]
        if isinstance(target, cst.Tuple) and isinstance(value, cst.Tuple):
            pairs = [(t.value, v.value) for t, v in zip(target.elements, value.elements, strict=False)]
        yield from (dotted(t) for t, v in pairs if isinstance(v, cst.Call) and dotted(v.func) == name and dotted(t))
