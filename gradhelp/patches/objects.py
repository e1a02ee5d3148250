"""Which names and attributes stand for one and the same object, followed back through assignments and calls.

An *object* is known by where it is first named: a variable, or an attribute of another object. Static; where a name may stand for
several objects, all of them are its origins, and nothing that has not exactly one origin is ever put in the place of another.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import libcst as cst

from gradhelp.patches.classes import ITSELF, Classes, Object, Part
from gradhelp.patches.names import Given, Variable, given, handed
from gradhelp.patches.tree import Tree, called, dotted, receiver


@dataclass
class Objects(Classes):
    """Answers about the objects of the user's files."""

    def named(self, tree: Tree, expression: cst.CSTNode | None) -> Object | None:
        """What a name, a chain of attributes, or a module's `.to(...)` stands for."""
        if isinstance(expression, cst.Name):
            return self.names.variable(tree, expression, expression.value)
        if isinstance(expression, cst.Call) and called(expression) in ITSELF and receiver(expression) is not None:
            return self.named(tree, receiver(expression))
        if not isinstance(expression, cst.Attribute):
            return None
        module = self._module(tree, expression.value)
        if module is not None:
            return Variable(module, module.module, expression.attr.value)
        return self.part(self.named(tree, expression.value), expression.attr.value)

    def part(self, base: Object | None, name: str) -> Object | None:
        """An attribute of an object that is known to be one."""
        owner = self.origin(base)
        return Part(owner, name) if owner is not None else None

    def _module(self, tree: Tree, base: cst.BaseExpression) -> Tree | None:
        variable = self.names.variable(tree, base, base.value) if isinstance(base, cst.Name) else None
        node = self.names.is_import(variable) if variable is not None else None
        for alias in node.names if isinstance(node, cst.Import) else ():
            shown = alias.asname.name if alias.asname else alias.name
            if dotted(shown) == dotted(base):
                return self.names.file(dotted(alias.name))
        return None

    def origin(self, thing: Object | None) -> Object | None:
        """The one object that something stands for; None where it may be several."""
        found = self.origins(thing) if thing is not None else frozenset()
        return next(iter(found)) if len(found) == 1 else None

    def origins(self, thing: Object) -> frozenset[Object]:
        """All objects that something may stand for."""
        key = ("origins", thing)
        if key in self._known:
            return self._known[key]  # type: ignore[return-value]
        if key in self._under_way:
            return frozenset()
        self.count()
        self._under_way.append(key)
        try:
            found = frozenset(self._origins(thing))
        finally:
            self._under_way.pop()
        if not self._under_way:  # inside a cycle an answer may lack what is being found out
            self._known[key] = found
        return found

    def _origins(self, thing: Object) -> Iterator[Object]:
        owner = self.self_class(thing)
        if owner is not None:
            for tree, call in self.instances(owner):
                destination = self._destination(tree, call)
                yield from self.origins(destination) if destination is not None else [thing]
            return
        for each in self.values(thing):
            source = self.named(each.tree, each.value)
            yield from self.origins(source) if source is not None else [thing]

    def made_by(self, tree: Tree, expression: cst.BaseExpression, depth: int = 6) -> Iterator[Given]:
        """The expressions that may have made the value of a name or an attribute, followed back to where they are no names."""
        thing = self.named(tree, expression)
        if thing is None or not depth:
            yield Given(tree, expression)
            return
        for each in self.values(thing):
            if each.value is not None:
                yield from self.made_by(each.tree, each.value, depth - 1)

    def values(self, thing: Object) -> Iterator[Given]:
        if isinstance(thing, Part):
            yield from self._values_of_part(thing)
            return
        yield from self.names.givens(thing)
        if self.names.parameter(thing) is not None:
            assert isinstance(thing.holder, cst.FunctionDef)
            calls = list(self.calls(thing.tree, thing.holder))
            for site in calls:
                yield Given(site.tree, handed(site.call, thing.holder, thing.name, site.first))
            if not calls:
                yield Given(thing.tree, None)

    def _values_of_part(self, part: Part) -> Iterator[Given]:
        owner = self.kind(part.owner)
        for tree, cls in self.line(owner) if owner is not None else ():
            for attribute in tree.all(cst.Attribute, cls):
                own = isinstance(attribute.value, cst.Name) and attribute.attr.value == part.name
                if own and self.is_self(tree, attribute.value) and is_target(tree, attribute):
                    yield given(tree, attribute)
            for field_ in _fields(cls):
                if field_.target.value == part.name:  # type: ignore[attr-defined]
                    yield from self._field_values(tree, cls, field_)

    def _field_values(self, tree: Tree, cls: cst.ClassDef, own: cst.AnnAssign) -> Iterator[Given]:
        """What the constructions of a data class hand over for a field."""
        order = [each.target.value for each in _fields(cls)]  # type: ignore[attr-defined]
        at = order.index(own.target.value)  # type: ignore[attr-defined]
        for place, call in self.instances((tree, cls)):
            named = [a.value for a in call.args if a.keyword is not None and a.keyword.value == order[at]]
            plain = [a.value for a in call.args if a.keyword is None and not a.star]
            yield Given(place, named[0] if named else plain[at] if at < len(plain) else None, own.annotation)

    def kept(self, thing: Object) -> list[Part]:
        """The attributes of other objects that are nothing but this one."""
        return self._kept.get(thing, [])

    @cached_property
    def _kept(self) -> dict[Object, list[Part]]:
        found: dict[Object, list[Part]] = defaultdict(list)
        for part in (
            each for tree in self.names.trees for cls in tree.all(cst.ClassDef) for each in self._parts(tree, cls)
        ):
            only = self.origin(part)
            if only is not None:
                found[only].append(part)
        return dict(found)

    def _parts(self, tree: Tree, cls: cst.ClassDef) -> Iterator[Part]:
        """The attributes of the objects of a class."""
        owners = {self.origin(self._destination(*made)) for made in self.instances((tree, cls))}
        attributes = tree.all(cst.Attribute, cls) if owners - {None} else iter(())
        names = {a.attr.value for a in attributes if self.is_self(tree, a.value) and is_target(tree, a)}
        names |= {each.target.value for each in _fields(cls)}  # type: ignore[attr-defined]
        for owner in owners:
            if owner is not None:
                yield from (Part(owner, name) for name in sorted(names))

    def _destination(self, tree: Tree, call: cst.Call) -> Object | None:
        """The variable or attribute that a new object goes into."""
        node: cst.CSTNode = call
        while isinstance(up := tree.parent(node), cst.Attribute) and up.attr.value in ITSELF:
            node = tree.parent(up) or node
        statement = tree.around(node, cst.Assign)
        for target in statement.targets if statement is not None else ():
            for each in (target.target, *tree.all(cst.Element, target.target)):
                side = each.value if isinstance(each, cst.Element) else each
                if isinstance(side, cst.Name | cst.Attribute) and given(tree, side).value is node:
                    return self.named(tree, side)
        return None


def is_target(tree: Tree, node: cst.CSTNode) -> bool:
    """Whether a node is (part of) the left side of an assignment."""
    around = tree.parent(node)
    while isinstance(around, cst.Element | cst.Tuple | cst.List):
        node, around = around, tree.parent(around)
    return isinstance(around, cst.AssignTarget) or (isinstance(around, cst.AnnAssign) and around.target is node)


def _fields(cls: cst.ClassDef) -> list[cst.AnnAssign]:
    lines = [s.body[0] for s in cls.body.body if isinstance(s, cst.SimpleStatementLine)]
    return [each for each in lines if isinstance(each, cst.AnnAssign) and isinstance(each.target, cst.Name)]
