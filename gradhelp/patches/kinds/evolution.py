"""`loss.backward()` → an estimate of the gradient from runs of the user's own function that gives the loss."""

from collections.abc import Iterator

import libcst as cst

from gradhelp.checks import Candidate
from gradhelp.patches.blocks import home
from gradhelp.patches.draft import Draft, NotApplicable
from gradhelp.patches.site import Site
from gradhelp.patches.tree import Statement, Tree, assigned, called, dotted, receiver, small

ESTIMATE = "estimate_gradients"


def patch(site: Site) -> Iterator[Draft]:
    """The loss comes from a call of a function of the file's: that call is repeated with the parameters moved."""
    call = site.candidate.ledger.call if isinstance(site.candidate, Candidate) else None
    if call is None:
        raise NotApplicable("where the loss is sent back is not known")
    tree = site.tree(call.file)
    statement = tree.statement_at(call.line)
    sent = _sent(statement)
    if statement is None or not sent:
        raise NotApplicable("the loss is sent back by something else")
    code = _episode(tree, statement, sent)
    stepped = _parameters(tree, statement)
    draft = site.draft()
    imports = [each for each in tree.module.body if isinstance(small(each), cst.Import | cst.ImportFrom)]
    draft.after(tree, imports[-1], f"from gradhelp.bridges.evolution import {ESTIMATE}")
    draft.replace_text(tree, statement, f"{ESTIMATE}({stepped}, lambda: {code})")
    yield draft


def _sent(statement: Statement | None) -> str:
    """`loss` of the line `loss.backward()`."""
    line = small(statement)
    call = line.value if isinstance(line, cst.Expr) else None
    if not isinstance(call, cst.Call) or called(call) != "backward" or call.args:
        return ""
    return dotted(receiver(call) or cst.Name("_"))


def _episode(tree: Tree, statement: Statement, loss: str) -> str:
    """The code of the loss, made of one call of a function that the file defines and of constants."""
    lines = [each for each in tree.siblings(statement) if isinstance(each, cst.SimpleStatementLine)]
    named = {pair[0]: pair[1] for each in lines if tree.line(each) < tree.line(statement) and (pair := assigned(each))}
    value = named.get(loss)
    own = {function.name.value for function in tree.all(cst.FunctionDef)}
    if value is None:
        raise NotApplicable("the loss is not assigned in the block that sends it back")
    calls = [each for each in tree.all(cst.Call, value) if called(each) in own]
    stated = [name for name in tree.all(cst.Name, value) if name.value in named]
    if len(calls) != 1 or stated or home(tree, value) is not home(tree, statement):
        raise NotApplicable("the loss does not come from one call of a function of the program's")
    return tree.code(value)


def _parameters(tree: Tree, statement: Statement) -> str:
    """What the only optimizer of the file was given, as `policy.parameters()`."""
    given = [
        tree.code(call.args[0].value)
        for assign in tree.all(cst.Assign)
        if isinstance(call := assign.value, cst.Call) and "optim" in dotted(call.func).lower() and call.args
        if home(tree, assign) in (tree.module, home(tree, statement))
    ]
    if len(given) != 1:
        raise NotApplicable("which parameters are trained is not known")
    return given[0]
