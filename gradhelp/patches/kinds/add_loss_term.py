"""A head that is in no loss gets its term: the one that was computed and left out, or the like of its sister's."""

import re
from collections.abc import Iterator

import libcst as cst

from gradhelp.patches.blocks import home, statement_at
from gradhelp.patches.draft import Draft, NotApplicable
from gradhelp.patches.site import Site
from gradhelp.patches.tree import Tree, dotted

LOSS = re.compile(r"loss", re.IGNORECASE)


def patch(site: Site) -> Iterator[Draft]:
    """`+ value_loss` where such a loss is unused; else the same term for the output beside the one that is used."""
    tree, statement = site.tree(), statement_at(site)
    value = _loss(statement)
    if value is None:
        raise NotApplicable("the loss is not assigned or returned there")
    scope, line = home(tree, statement), tree.line(statement)
    used = {name.value for name in tree.all(cst.Name, value)}
    for name in _unused_losses(tree, scope, line, used):
        draft = site.draft()
        draft.replace(tree, value, f"{tree.code(value)} + {name}")
        yield draft
    for mine, other in _sisters(tree, scope, line, used):
        code = tree.code(value)
        again = re.sub(rf"(?<![\w.]){re.escape(mine)}(?!\w)", other, code)
        terms = code.split(" + ")
        if len(terms) > 1 and mine in terms[-1]:
            last = re.sub(rf"(?<![\w.]){re.escape(mine)}(?!\w)", other, terms[-1])
            draft = site.draft()
            draft.replace(tree, value, " + ".join([*terms[:-1], last]))
            yield draft
        draft = site.draft()
        draft.replace(tree, value, f"{code} + {again}")
        yield draft


def _loss(statement: cst.CSTNode) -> cst.BaseExpression | None:
    line = statement.body[0] if isinstance(statement, cst.SimpleStatementLine) else None
    return line.value if isinstance(line, cst.Assign | cst.Return) else None


def _unused_losses(tree: Tree, scope: cst.CSTNode, line: int, used: set[str]) -> list[str]:
    names = [dotted(t.target) for a in tree.all(cst.Assign, scope) if tree.line(a) < line for t in a.targets]
    return [name for name in dict.fromkeys(names) if LOSS.search(name) and name not in used]


def _sisters(tree: Tree, scope: cst.CSTNode, line: int, used: set[str]) -> Iterator[tuple[str, str]]:
    """(used, unused) names that one call has returned together."""
    for assign in tree.all(cst.Assign, scope):
        target = assign.targets[0].target
        if tree.line(assign) >= line or not isinstance(target, cst.Tuple) or isinstance(assign.value, cst.Tuple):
            continue
        names = [dotted(element.value) for element in target.elements]
        for mine in names:
            for other in names:
                if mine in used and other not in used and other not in ("", "_"):
                    yield mine, other
