"""Which function, class or module a name of the user's files belongs to, across files, and who calls what.

Static. What is not understood (a star import, a name bound in a class body, a receiver of unknown class) is None, never a guess.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import libcst as cst
from libcst.metadata import Assignment, BuiltinAssignment, ImportAssignment, Scope

from gradhelp.patches.site import Project
from gradhelp.patches.tree import Tree, called, dotted

Holder = cst.FunctionDef | cst.Module
PARTIAL = frozenset({"partial", "functools.partial"})


@dataclass(frozen=True)
class Variable:
    """A name of a function or of a module. Nodes are equal where they are the same."""

    tree: Tree
    holder: Holder
    name: str


@dataclass(frozen=True)
class Given:
    """A value that a variable gets: an expression of `tree`, or None where it is unpacked, iterated or unknown."""

    tree: Tree
    value: cst.BaseExpression | None
    annotation: cst.Annotation | None = None


@dataclass(frozen=True)
class Site:
    """A call of a user's function. `first`: the index of the argument that is the function's first parameter."""

    tree: Tree
    call: cst.Call
    first: int = 0


class Names:
    """The names of all of the user's files."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self.trees = [tree for file in project.sources if (tree := project.tree(file)) is not None]

    @cached_property
    def _calls(self) -> dict[str, list[tuple[Tree, cst.Call]]]:
        found: dict[str, list[tuple[Tree, cst.Call]]] = defaultdict(list)
        for tree in self.trees:
            for call in tree.all(cst.Call):
                found[called(call)].append((tree, call))
                if dotted(call.func) in PARTIAL and call.args:
                    found[dotted(call.args[0].value).rpartition(".")[2]].append((tree, call))
        return dict(found)

    def calls(self, name: str) -> list[tuple[Tree, cst.Call]]:
        """The calls of something of that last name, and what `partial` binds of it."""
        return [each for known in self._aliases(name) for each in self._calls.get(known, [])]

    @cached_property
    def _renamed(self) -> dict[str, set[str]]:
        found: dict[str, set[str]] = defaultdict(set)
        for alias in (alias for tree in self.trees for alias in tree.all(cst.ImportAlias)):
            if alias.asname is not None and (name := dotted(alias.asname.name)) != dotted(alias.name):
                found[dotted(alias.name)].add(name)
        return dict(found)

    def _aliases(self, name: str) -> list[str]:
        """The names under which files know something of that name."""
        return [name, *sorted(self._renamed.get(name, ()))]

    @cached_property
    def _named(self) -> dict[str, list[tuple[Tree, cst.Name | cst.Attribute]]]:
        found: dict[str, list[tuple[Tree, cst.Name | cst.Attribute]]] = defaultdict(list)
        for tree in self.trees:
            for node in tree.expressions():
                if isinstance(node, cst.Name | cst.Attribute):
                    found[node.value if isinstance(node, cst.Name) else node.attr.value].append((tree, node))
        return dict(found)

    def named(self, name: str) -> list[tuple[Tree, cst.Name | cst.Attribute]]:
        """Where a name stands, or an attribute of that name."""
        return [each for known in self._aliases(name) for each in self._named.get(known, [])]

    def variable(self, tree: Tree, node: cst.CSTNode, name: str) -> Variable | None:
        """What `name` means where `node` stands."""
        scope = tree.scope(node)
        found = list(scope[name]) if scope is not None else []
        if not found or any(isinstance(each, BuiltinAssignment) for each in found):
            return None
        first = found[0]
        if isinstance(first, ImportAssignment):
            return self._imported(first, name) or Variable(tree, tree.module, name)
        holder = tree.holder(first.scope)
        return Variable(tree, holder, name) if holder is not None else None

    def _imported(self, assignment: ImportAssignment, name: str) -> Variable | None:
        """`from agent import policy` → the name in the user's own agent.py."""
        node = assignment.node
        if not isinstance(node, cst.ImportFrom) or node.module is None or isinstance(node.names, cst.ImportStar):
            return None
        source = self.file(dotted(node.module))
        for alias in node.names if source is not None else ():
            shown = alias.asname.name if alias.asname else alias.name
            if source is not None and dotted(shown) == name:
                return self.variable(source, source.module.body[0], dotted(alias.name)) if source.module.body else None
        return None

    def file(self, module: str) -> Tree | None:
        """The user's file of a module, where one alone can be meant."""
        tail = module.replace(".", "/")
        ends = (f"{tail}.py", f"{tail}/__init__.py")
        found = [t for t in self.trees if t.file in ends or t.file.endswith(tuple(f"/{end}" for end in ends))]
        return found[0] if len(found) == 1 else None

    def definition(self, variable: Variable | None) -> tuple[Tree, cst.FunctionDef | cst.ClassDef] | None:
        """The `def` or `class` that a name stands for, where it is bound by nothing else."""
        found = list(self._assignments(variable)) if variable is not None else []
        node = found[0].node if len(found) == 1 else None
        if variable is None or not isinstance(node, cst.FunctionDef | cst.ClassDef):
            return None
        return variable.tree, node

    def _assignments(self, variable: Variable) -> Iterator[Assignment]:
        scope = variable.tree.scope_of(variable.holder)
        for each in scope.assignments[variable.name] if scope is not None else ():
            if isinstance(each, Assignment):
                yield each

    def is_import(self, variable: Variable) -> cst.Import | cst.ImportFrom | None:
        """The import that alone binds a name."""
        found = list(self._assignments(variable))
        node = found[0].node if len(found) == 1 else None
        return node if isinstance(node, cst.Import | cst.ImportFrom) else None

    def parameter(self, variable: Variable) -> cst.Param | None:
        """The parameter that a name is, where the function does not bind it again."""
        found = [each.node for each in self._assignments(variable)]
        return found[0] if len(found) == 1 and isinstance(found[0], cst.Param) else None

    def first_line(self, variable: Variable) -> int:
        """The line from which on a name is bound."""
        return min((variable.tree.line(each.node) for each in self._assignments(variable)), default=0)

    def givens(self, variable: Variable) -> Iterator[Given]:
        """What a name is given by statements; not what callers hand over."""
        for each in self._assignments(variable):
            if isinstance(each.node, cst.Name):
                yield given(variable.tree, each.node)
            elif not isinstance(each.node, cst.Param):
                yield Given(variable.tree, None)

    def constant(self, variable: Variable) -> bool:
        """Whether a name is bound once, as a whole, and in no loop: by an assignment, an import, or a definition."""
        found = list(self._assignments(variable))
        node, tree = (found[0].node, variable.tree) if len(found) == 1 else (None, variable.tree)
        if not isinstance(node, cst.Name):
            return node is not None and not isinstance(node, cst.Param)
        looped = any(isinstance(each, cst.For | cst.While) for each in tree.ancestors(node))
        return not looped and given(tree, node).value is not None

    def visible(self, tree: Tree, node: cst.CSTNode) -> Iterator[Variable]:
        """The variables that can be read where `node` stands, the nearest first."""
        scope, seen = tree.scope(node), set()
        inner, line = tree.function(node) or tree.module, tree.line(node)
        while scope is not None:
            holder = tree.holder(scope)
            for name in sorted({each.name for each in scope.assignments}) if holder is not None else ():
                variable = self.variable(tree, node, name) if name not in seen else None
                seen.add(name)
                if variable is not None and (holder is not inner or self.first_line(variable) < line):
                    yield variable
            scope = _outer(scope)


def _outer(scope: Scope) -> Scope | None:
    parent = scope.parent
    return parent if parent is not scope else None


def given(tree: Tree, target: cst.CSTNode) -> Given:
    """What an assignment gives to the name or attribute `target` of its left side."""
    around = tree.parent(target)
    if isinstance(around, cst.AnnAssign):
        return Given(tree, around.value, around.annotation)
    if isinstance(around, cst.AssignTarget):
        assign = tree.parent(around)
        return Given(tree, assign.value if isinstance(assign, cst.Assign) else None)
    if isinstance(around, cst.Element) and isinstance(row := tree.parent(around), cst.Tuple | cst.List):
        whole = given(tree, row).value
        if isinstance(whole, cst.Tuple | cst.List) and len(whole.elements) == len(row.elements):
            value = whole.elements[list(row.elements).index(around)].value
            return Given(tree, None if isinstance(value, cst.StarredElement) else value)
    return Given(tree, None)


def handed(call: cst.Call, function: cst.FunctionDef, name: str, first: int) -> cst.BaseExpression | None:
    """What a call hands over for the parameter `name`; None for its default, or where stars hide it."""
    for arg in call.args:
        if arg.keyword is not None and arg.keyword.value == name:
            return arg.value
    names = [each.name.value for each in (*function.params.posonly_params, *function.params.params)]
    position = names.index(name) + first if name in names else -1
    before = call.args[: position + 1]
    if not 0 <= position < len(call.args) or any(arg.star or arg.keyword for arg in before):
        return None
    return call.args[position].value
