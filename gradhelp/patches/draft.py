"""A change to some of the user's files, gathered edit by edit and made in one go.

Invariants: what no edit touches comes out character by character as it was; a block that lost all its statements gets
a `pass`; the result parses (whoever gathers edits must not break it, and `texts` checks that nobody did).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import libcst as cst

from gradhelp.patches.tree import Statement, Tree, dotted

Change = Callable[[cst.CSTNode], cst.CSTNode]


class NotApplicable(Exception):
    """This kind of edit has nothing to change here; the sentence says why."""


@dataclass
class _Edit:
    change: Change | None = None
    removed: bool = False
    before: list[cst.CSTNode] = field(default_factory=list)
    after: list[cst.CSTNode] = field(default_factory=list)


class Draft:
    """Edits of trees. Nodes must be of the trees that are named with them."""

    def __init__(self) -> None:
        self._edits: dict[str, tuple[Tree, dict[cst.CSTNode, _Edit]]] = {}
        self._done: set[tuple[object, ...]] = set()

    def once(self, *what: object) -> bool:
        """Whether this is the first time that `what` is to be done in this draft."""
        new = what not in self._done
        self._done.add(what)
        return new

    # -- expressions -----------------------------------------------------------------------------------------------
    def replace(self, tree: Tree, node: cst.CSTNode, new: cst.CSTNode | str) -> None:
        """Put an expression in the place of a node, with brackets where its surroundings need them."""
        made = cst.parse_expression(new, tree.module.config_for_parsing) if isinstance(new, str) else new
        self.change(tree, node, lambda _: made)

    def change(self, tree: Tree, node: cst.CSTNode, change: Change) -> None:
        """Apply a function to a node, whose parts have been changed by then; edits of one node add up."""
        edit = self._edit(tree, node)
        around = tree.parent(node)
        earlier = edit.change

        def both(updated: cst.CSTNode) -> cst.CSTNode:
            return bracketed(change(earlier(updated) if earlier else updated), around)

        edit.change = both

    def replace_text(self, tree: Tree, node: cst.CSTNode, text: str) -> None:
        """A statement in the place of a statement, its comments and blank lines kept."""

        def rewritten(updated: cst.CSTNode) -> cst.CSTNode:
            made = parsed(tree, text)
            if isinstance(updated, cst.SimpleStatementLine) and isinstance(made, cst.SimpleStatementLine):
                whitespace = updated.trailing_whitespace
                return made.with_changes(leading_lines=updated.leading_lines, trailing_whitespace=whitespace)
            return made.with_changes(leading_lines=getattr(updated, "leading_lines", ()))

        self._edit(tree, node).change = rewritten

    # -- statements ------------------------------------------------------------------------------------------------
    def remove(self, tree: Tree, statement: cst.CSTNode) -> None:
        """Take a statement out of its block."""
        self._require_block(tree, statement)
        self._edit(tree, statement).removed = True

    def before(self, tree: Tree, statement: cst.CSTNode, *new: str | cst.CSTNode) -> None:
        """Put statements in front of a statement of the same block."""
        self._require_block(tree, statement)
        self._edit(tree, statement).before.extend(_statements(tree, new))

    def after(self, tree: Tree, statement: cst.CSTNode, *new: str | cst.CSTNode) -> None:
        """Put statements behind a statement of the same block."""
        self._require_block(tree, statement)
        self._edit(tree, statement).after.extend(_statements(tree, new))

    def move(self, tree: Tree, statement: Statement, *, before: Statement) -> None:
        """Take a statement out and put it in front of another one."""
        self.remove(tree, statement)
        self.before(tree, before, statement.with_changes(leading_lines=()))

    def move_behind(self, tree: Tree, statement: Statement, *, after: Statement) -> None:
        """Take a statement out and put it behind another one."""
        self.remove(tree, statement)
        self.after(tree, after, statement.with_changes(leading_lines=()))

    def enclose(self, tree: Tree, statements: Sequence[cst.CSTNode], header: str) -> None:
        """Put consecutive statements of a block under `with HEADER:`."""
        first = statements[0]
        self._require_block(tree, first)
        item = cst.WithItem(cst.parse_expression(header, tree.module.config_for_parsing))

        def enclosed(updated: cst.CSTNode) -> cst.CSTNode:
            rest = [updated.with_changes(leading_lines=()), *statements[1:]]
            block = cst.IndentedBlock(body=rest)  # type: ignore[arg-type]
            return cst.With(items=[item], body=block, leading_lines=getattr(updated, "leading_lines", ()))

        for statement in statements[1:]:
            self._edit(tree, statement).removed = True
        self._edit(tree, first).change = enclosed

    def unwrap(self, tree: Tree, compound: Statement, keep_before: int = 0, keep_after: int = 0) -> None:
        """Take the statements out of a compound statement, but for the first and last few."""
        self._require_block(tree, compound)

        def opened(updated: cst.CSTNode) -> cst.CSTNode:
            body = list(updated.body.body)  # type: ignore[attr-defined]
            end = len(body) - keep_after
            inside, out, rest = body[:keep_before], body[keep_before:end], body[end:]
            parts = [_with_body(updated, part) for part in (inside, rest)]
            opened_up = [*([parts[0]] if inside else []), *out, *([parts[1]] if rest else [])]
            opened_up[0] = opened_up[0].with_changes(leading_lines=getattr(updated, "leading_lines", ()))
            return cst.FlattenSentinel(opened_up)  # type: ignore[return-value]

        self._edit(tree, compound).change = opened

    def import_module(self, tree: Tree, module: str) -> str:
        """The name of a module in this file, imported if it is not yet."""
        found = tree.alias(module)
        if not found:
            self.import_line(tree, f"import {module}")
        return found or module

    def import_line(self, tree: Tree, line: str) -> None:
        """An import behind those that the file has."""
        imports = [s for s in tree.module.body if _is_import(s)]
        anchor = imports[-1] if imports else tree.module.body[0]
        (self.after if imports else self.before)(tree, anchor, line)

    # -- result ----------------------------------------------------------------------------------------------------
    def texts(self) -> dict[str, str]:
        """The changed files by name. Raises NotApplicable where nothing changes or the result is no Python."""
        texts = {}
        for file, (tree, edits) in self._edits.items():
            try:
                changed = tree.module.visit(_Maker(edits))
                assert isinstance(changed, cst.Module)
                text = changed.code
                cst.parse_module(text)
            except (cst.ParserSyntaxError, cst.CSTValidationError) as error:
                raise NotApplicable(f"{file} would not parse: {error}") from error
            if text != tree.text:
                texts[file] = text
        if not texts:
            raise NotApplicable("nothing to change")
        return texts

    def _edit(self, tree: Tree, node: cst.CSTNode) -> _Edit:
        _, edits = self._edits.setdefault(tree.file, (tree, {}))
        return edits.setdefault(node, _Edit())

    @staticmethod
    def _require_block(tree: Tree, statement: cst.CSTNode) -> None:
        if not isinstance(tree.parent(statement), cst.IndentedBlock | cst.Module):
            raise NotApplicable("the statement stands in a one-line suite")


class _Maker(cst.CSTTransformer):
    def __init__(self, edits: dict[cst.CSTNode, _Edit]) -> None:
        super().__init__()
        self._edits = edits

    def on_leave(self, original_node: cst.CSTNode, updated_node: cst.CSTNode) -> cst.CSTNode:  # type: ignore[override]
        edit = self._edits.get(original_node)
        if isinstance(updated_node, cst.IndentedBlock) and not updated_node.body:
            return updated_node.with_changes(body=[cst.SimpleStatementLine([cst.Pass()])])
        if edit is None:
            return updated_node
        if edit.removed:
            made: list[cst.CSTNode] = []
        else:
            changed = edit.change(updated_node) if edit.change else updated_node
            made = list(changed) if isinstance(changed, cst.FlattenSentinel) else [changed]
        if not edit.before and not edit.after and len(made) == 1:
            return made[0]
        return self._joined(edit, made, updated_node)

    @staticmethod
    def _joined(edit: _Edit, made: list[cst.CSTNode], updated: cst.CSTNode) -> cst.CSTNode:
        """The blank lines above a statement stay above whatever now comes first in its place."""
        parts = [*edit.before, *made, *edit.after]
        lines = tuple(getattr(updated, "leading_lines", ()))
        if not parts:
            return cst.RemoveFromParent()  # type: ignore[return-value]
        if edit.before and made and all(line.comment is None for line in lines):
            made[0] = parts[len(edit.before)] = made[0].with_changes(leading_lines=())
            parts[0] = parts[0].with_changes(leading_lines=lines)
        return cst.FlattenSentinel(parts)  # type: ignore[return-value]


def parsed(tree: Tree, text: str) -> cst.SimpleStatementLine | cst.BaseCompoundStatement:
    """One statement of Python, in the style of the file."""
    made = cst.parse_statement(text, tree.module.config_for_parsing)
    assert isinstance(made, cst.SimpleStatementLine | cst.BaseCompoundStatement)
    return made


def bracketed(made: cst.CSTNode, around: cst.CSTNode | None) -> cst.CSTNode:
    """An expression in brackets where it stands as a part of another one and would be read otherwise."""
    loose = cst.BinaryOperation | cst.UnaryOperation | cst.Comparison | cst.BooleanOperation | cst.IfExp | cst.Lambda
    tight = cst.BinaryOperation | cst.UnaryOperation | cst.Comparison | cst.BooleanOperation | cst.Attribute
    if isinstance(made, loose) and not made.lpar and isinstance(around, tight | cst.Call | cst.Subscript):
        return made.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])
    return made


def _statements(tree: Tree, new: Sequence[str | cst.CSTNode]) -> list[cst.CSTNode]:
    return [parsed(tree, each) if isinstance(each, str) else each for each in new]


def _with_body(compound: cst.CSTNode, body: list[cst.CSTNode]) -> cst.CSTNode:
    return compound.with_changes(body=compound.body.with_changes(body=body), leading_lines=())  # type: ignore[attr-defined]


def _is_import(statement: cst.CSTNode) -> bool:
    return isinstance(statement, cst.SimpleStatementLine) and any(
        isinstance(each, cst.Import | cst.ImportFrom) and not _from_future(each) for each in statement.body
    )


def _from_future(each: cst.CSTNode) -> bool:
    return isinstance(each, cst.ImportFrom) and each.module is not None and dotted(each.module) == "__future__"
