"""The log-probabilities on their way from the draw of the action to the loss, within a function or across functions."""

from dataclasses import dataclass

import libcst as cst

from gradhelp.patches.blocks import home
from gradhelp.patches.draft import Draft, NotApplicable
from gradhelp.patches.drawing import Output, draw, fresh
from gradhelp.patches.tree import Statement, Tree, small


@dataclass(frozen=True)
class Kept:
    """How the log-probabilities get from the draw to the loss: the code of all of them, and whether one at a time."""

    all: str
    alone: bool
    clear: str


def keep(draft: Draft, out: Output, tree: Tree, consumer: Statement, each_alone: bool) -> Kept:
    """Keep the log-probabilities for `consumer`: in a variable, a list of the function's, or one of the module's."""
    if tree is not out.tree:
        raise NotApplicable("the action and the loss are in different files")
    torch, scope = draft.import_module(tree, "torch"), home(tree, consumer)
    loops = [each for each in tree.ancestors(out.statement) if isinstance(each, cst.For | cst.While)]
    own = [each for each in loops if home(tree, each) is scope and not _inside(tree, consumer, each)]
    if scope is out.scope and not own:
        draw(out, draft, f"{(name := fresh(tree, 'log_prob'))} = {{}}", each_alone)
        return Kept(name, True, "")
    name = fresh(tree, "log_probs")
    draw(out, draft, f"{name}.append({{}})", each_alone)
    if scope is out.scope:
        draft.before(tree, own[-1], f"{name} = []")
        return Kept(f"{torch}.stack({name})", False, "")
    _at_top(draft, tree, f"{name} = []")
    return Kept(f"{torch}.stack({name})", False, f"{name}.clear()")


def _inside(tree: Tree, statement: cst.CSTNode, loop: cst.CSTNode) -> bool:
    return any(each is loop for each in tree.ancestors(statement))


def _at_top(draft: Draft, tree: Tree, line: str) -> None:
    """A line of its own behind the imports, or above everything in a file without any."""
    imports = [each for each in tree.module.body if isinstance(small(each), cst.Import | cst.ImportFrom)]
    if not imports:
        draft.before(tree, tree.module.body[0], line)
        return
    made = cst.parse_statement(line)
    draft.after(tree, imports[-1], made.with_changes(leading_lines=[cst.EmptyLine(indent=False)]))


def empty(draft: Draft, tree: Tree, statement: Statement, kept: Kept) -> None:
    """Empty a list of the module's behind its use; before a `return`, through a name."""
    if not kept.clear:
        return
    line = small(statement)
    if not isinstance(line, cst.Return):
        draft.after(tree, statement, kept.clear)
        return
    if line.value is None:
        raise NotApplicable("nothing is returned")
    name = fresh(tree, "surrogate")
    value = line.value

    def named(updated: cst.CSTNode) -> cst.CSTNode:
        code = tree.module.code_for_node(updated.body[0].value)  # type: ignore[attr-defined]
        parts = [cst.parse_statement(each) for each in (f"{name} = {code}", kept.clear, f"return {name}")]
        return cst.FlattenSentinel(parts)  # type: ignore[return-value]

    assert value is not None
    draft.change(tree, statement, named)
