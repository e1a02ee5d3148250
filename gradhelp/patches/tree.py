"""One of the user's files as a concrete syntax tree whose nodes know their place and their parents.

Positions are spans as the rest of gradhelp has them: lines and columns 1-based. Nothing here changes a tree.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TypeVar

import libcst as cst
from libcst.metadata import (
    CodeRange,
    FunctionScope,
    GlobalScope,
    MetadataWrapper,
    ParentNodeProvider,
    PositionProvider,
    Scope,
    ScopeProvider,
)

from gradhelp.model.span import Span

Statement = cst.SimpleStatementLine | cst.BaseCompoundStatement
Node = TypeVar("Node", bound=cst.CSTNode)


class Unparsable(Exception):
    """The text is not Python that LibCST can read."""


class Tree:
    """A parsed file. Nodes are compared by identity, hence only nodes of this very tree are known to it."""

    def __init__(self, file: str, text: str) -> None:
        self.file, self.text = file, text
        try:
            self.module = cst.parse_module(text)
            self._wrapper = MetadataWrapper(self.module, unsafe_skip_copy=True)
            self._ranges = self._wrapper.resolve(PositionProvider)
            self._parents = self._wrapper.resolve(ParentNodeProvider)
        except (cst.ParserSyntaxError, RecursionError, ValueError) as error:
            raise Unparsable(file) from error

    # -- places ----------------------------------------------------------------------------------------------------
    def range(self, node: cst.CSTNode) -> CodeRange:
        """Where a node stands; LibCST's columns are 0-based."""
        found = self._ranges[node]
        assert isinstance(found, CodeRange)
        return found

    def line(self, node: cst.CSTNode) -> int:
        """The line on which a node begins."""
        return self.range(node).start.line

    def last_line(self, node: cst.CSTNode) -> int:
        """The line on which a node ends."""
        return self.range(node).end.line

    def code(self, node: cst.CSTNode) -> str:
        """The source text of a node."""
        return self.module.code_for_node(node).strip()

    def nodes(self, inside: cst.CSTNode | None = None) -> Iterator[cst.CSTNode]:
        """Every node, in source order."""
        return iter(self._nodes) if inside is None or inside is self.module else self._below(inside)

    @cached_property
    def _nodes(self) -> list[cst.CSTNode]:
        """Kept, because LibCST makes the list of a node's children anew each time, and slowly."""
        return list(self._below(self.module))

    @cached_property
    def _at_line(self) -> dict[int, list[cst.BaseExpression]]:
        """The expressions by the line that they begin on, in source order."""
        found: dict[int, list[cst.BaseExpression]] = defaultdict(list)
        for each in self.expressions():
            found[self.line(each)].append(each)
        return dict(found)

    def _below(self, inside: cst.CSTNode) -> Iterator[cst.CSTNode]:
        waiting = [inside]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children))

    def all(self, kind: type[Node], inside: cst.CSTNode | None = None) -> Iterator[Node]:
        """Every node of a kind, in source order."""
        return (node for node in self.nodes(inside) if isinstance(node, kind))

    def expressions(self, inside: cst.CSTNode | None = None) -> Iterator[cst.BaseExpression]:
        """Every expression, in source order."""
        return (node for node in self.nodes(inside) if isinstance(node, cst.BaseExpression))

    # -- up --------------------------------------------------------------------------------------------------------
    def parent(self, node: cst.CSTNode) -> cst.CSTNode | None:
        """The node around a node."""
        return self._parents.get(node)

    def ancestors(self, node: cst.CSTNode) -> Iterator[cst.CSTNode]:
        """The nodes around a node, innermost first."""
        around = self.parent(node)
        while around is not None:
            yield around
            around = self.parent(around)

    def around(self, node: cst.CSTNode, kind: type[Node]) -> Node | None:
        """The innermost node of a kind around a node."""
        return next((each for each in self.ancestors(node) if isinstance(each, kind)), None)

    def statement(self, node: cst.CSTNode) -> Statement | None:
        """The statement that a node is part of (itself, if it is one): a line, or a compound statement."""
        for each in (node, *self.ancestors(node)):
            if isinstance(each, cst.SimpleStatementLine | cst.BaseCompoundStatement):
                return each
        return None

    def siblings(self, statement: cst.CSTNode) -> Sequence[cst.CSTNode]:
        """The statements of the block that a statement stands in; empty for a one-line suite."""
        block = self.parent(statement)
        return block.body if isinstance(block, cst.IndentedBlock | cst.Module) else ()

    def function(self, node: cst.CSTNode) -> cst.FunctionDef | None:
        """The function around a node."""
        return self.around(node, cst.FunctionDef)

    # -- names -----------------------------------------------------------------------------------------------------
    @cached_property
    def _scopes(self) -> Mapping[cst.CSTNode, Scope | None]:
        return self._wrapper.resolve(ScopeProvider)

    @cached_property
    def _scopes_of(self) -> dict[cst.CSTNode, Scope]:
        found = {scope for scope in self._scopes.values() if scope is not None}
        return {holder: scope for scope in found if (holder := self.holder(scope)) is not None}

    def scope(self, node: cst.CSTNode) -> Scope | None:
        """The scope in which a name that stands at a node would be looked up."""
        for each in (node, *self.ancestors(node)):
            if each in self._scopes:
                return self._scopes[each]
        return None

    def scope_of(self, holder: cst.CSTNode) -> Scope | None:
        """The scope that a function or the module is; None for a function that names nothing."""
        return self._scopes_of.get(holder)

    def holder(self, scope: Scope) -> cst.FunctionDef | cst.Module | None:
        """The function or the module that a scope is; None for a class, a comprehension and a lambda."""
        if isinstance(scope, GlobalScope):
            return self.module
        node = scope.node if isinstance(scope, FunctionScope) else None
        return node if isinstance(node, cst.FunctionDef) else None

    # -- down ------------------------------------------------------------------------------------------------------
    def expression(self, span: Span) -> cst.BaseExpression | None:
        """The expression at a span: exactly there, or there with its text where brackets are counted otherwise."""
        here = self._at_line.get(span.line, [])
        exact = [e for e in here if self._begins(e, span) and self._ends(e, span)]
        if exact:
            return exact[0]
        same = [e for e in here if " ".join(self.code(e).split())[:200] == span.code]
        return next((e for e in same if self._begins(e, span)), same[0] if same else None)

    def _begins(self, node: cst.CSTNode, span: Span) -> bool:
        start = self.range(node).start
        return start.line == span.line and start.column + 1 == span.column

    def _ends(self, node: cst.CSTNode, span: Span) -> bool:
        end = self.range(node).end
        return end.line == span.end_line and end.column + 1 == span.end_column

    def statement_at(self, line: int) -> Statement | None:
        """The innermost statement that stands on a line; of a compound statement, its header."""
        best: Statement | None = None
        for each in self.nodes():
            if isinstance(each, cst.SimpleStatementLine | cst.BaseCompoundStatement):
                first, last = self.line(each), self._header_end(each)
                if first <= line <= last and (best is None or first >= self.line(best)):
                    best = each
        return best

    def _header_end(self, statement: Statement) -> int:
        body = getattr(statement, "body", None)
        if isinstance(statement, cst.SimpleStatementLine) or not isinstance(body, cst.IndentedBlock):
            return self.last_line(statement)
        return max(self.line(statement), self.line(body.body[0]) - 1) if body.body else self.line(statement)

    def calls(self, *names: str, inside: cst.CSTNode | None = None) -> Iterator[cst.Call]:
        """Calls of something whose last name is one of `names`."""
        return (call for call in self.all(cst.Call, inside) if called(call) in names)

    def alias(self, module: str) -> str:
        """The name under which this file has imported a module; "" where it has not."""
        for each in self.all(cst.Import):
            for name in each.names:
                if dotted(name.name) == module:
                    return name.asname.name.value if name.asname and isinstance(name.asname.name, cst.Name) else module
        return ""


def dotted(node: cst.CSTNode) -> str:
    """`a.b.c` for a name or a chain of attributes; "" for anything else."""
    if isinstance(node, cst.Name):
        return node.value
    if isinstance(node, cst.Attribute):
        before = dotted(node.value)
        return f"{before}.{node.attr.value}" if before else ""
    return ""


def called(call: cst.Call) -> str:
    """The last name of what is called: `step` for `self.optimizer.step()`."""
    function = call.func
    return function.attr.value if isinstance(function, cst.Attribute) else dotted(function)


def receiver(call: cst.Call) -> cst.BaseExpression | None:
    """What a method is called on."""
    return call.func.value if isinstance(call.func, cst.Attribute) else None


def argument(call: cst.Call, position: int, name: str = "") -> cst.Arg | None:
    """An argument by position or by keyword."""
    for arg in call.args:
        if name and arg.keyword is not None and arg.keyword.value == name:
            return arg
    plain = [arg for arg in call.args if arg.keyword is None and not arg.star]
    return plain[position] if position < len(plain) else None


def small(statement: cst.CSTNode | None) -> cst.BaseSmallStatement | None:
    """The only small statement of a line."""
    if isinstance(statement, cst.SimpleStatementLine) and len(statement.body) == 1:
        return statement.body[0]
    return None


def assigned(statement: cst.CSTNode | None) -> tuple[str, cst.BaseExpression] | None:
    """(target, value) of a line `target = value` with a single target."""
    line = small(statement)
    if isinstance(line, cst.Assign) and len(line.targets) == 1:
        return cst.Module([]).code_for_node(line.targets[0].target), line.value
    return None


def target_names(target: cst.BaseExpression) -> list[str]:
    """The dotted names that an assignment to `target` gives a value."""
    if isinstance(target, cst.Tuple | cst.List):
        return [name for element in target.elements for name in target_names(element.value)]
    name = dotted(target)
    return [name] if name else []


def is_field(tree: Tree, attribute: cst.Attribute) -> bool:
    """Whether an attribute is plain data of an object, not something that is called."""
    around = tree.parent(attribute)
    return not (isinstance(around, cst.Call) and around.func is attribute)
