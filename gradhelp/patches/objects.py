"""Which names and attributes stand for one and the same object, followed back through assignments and calls.

An *object* is known by where it is first named: a variable, or an attribute of another object. Static; where a name may stand for
several objects, all of them are its origins, and nothing that has not exactly one origin is ever put in the place of another.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

import libcst as cst

from gradhelp.patches.draft import NotApplicable
from gradhelp.patches.names import PARTIAL, Given, Holder, Names, Site, Variable, given, handed
from gradhelp.patches.tree import Tree, called, dotted, receiver

ITSELF = frozenset({"to", "cuda", "cpu", "eval", "train", "float", "double", "half", "requires_grad_", "share_memory"})
"""Methods of a module that hand it back."""
MOST_STEPS = 4000
Class = tuple[Tree, cst.ClassDef]


@dataclass(frozen=True)
class Part:
    """An attribute of an object."""

    owner: "Object"
    name: str


Object = Variable | Part


@dataclass
class Objects:
    """Answers about the objects of the user's files."""

    names: Names
    _under_way: list[tuple[str, Object]] = field(default_factory=list)
    _known: dict[tuple[str, Object], object] = field(default_factory=dict)
    _steps: int = 0

    # -- objects ---------------------------------------------------------------------------------------------------
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
        self._count()
        self._under_way.append(key)
        try:
            found = frozenset(self._origins(thing))
        finally:
            self._under_way.pop()
        if not self._under_way:  # inside a cycle an answer may lack what is being found out
            self._known[key] = found
        return found

    def _count(self) -> None:
        self._steps += 1
        if self._steps > MOST_STEPS:
            raise NotApplicable("the names of the program are too many to follow")

    def _origins(self, thing: Object) -> Iterator[Object]:
        owner = self._self_class(thing)
        if owner is not None:
            for tree, call in self.instances(owner):
                destination = self._destination(tree, call)
                yield from self.origins(destination) if destination is not None else [thing]
            return
        for each in self._values(thing):
            source = self.named(each.tree, each.value)
            yield from self.origins(source) if source is not None else [thing]

    def made_by(self, tree: Tree, expression: cst.BaseExpression, depth: int = 6) -> Iterator[Given]:
        """The expressions that may have made the value of a name or an attribute, followed back to where they are no names."""
        thing = self.named(tree, expression)
        if thing is None or not depth:
            yield Given(tree, expression)
            return
        for each in self._values(thing):
            if each.value is not None:
                yield from self.made_by(each.tree, each.value, depth - 1)

    def _values(self, thing: Object) -> Iterator[Given]:
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
        for tree, cls in self._line(owner) if owner is not None else ():
            for attribute in tree.all(cst.Attribute, cls):
                own = isinstance(attribute.value, cst.Name) and attribute.attr.value == part.name
                if own and self._is_self(tree, attribute.value) and is_target(tree, attribute):
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

    # -- classes ---------------------------------------------------------------------------------------------------
    def kind(self, thing: Object | None) -> Class | None:
        """The user's class that an object is of."""
        key = ("kind", thing)
        if thing is None or key in self._under_way:
            return None
        own = self._self_class(thing)
        if own is not None:
            return own
        self._count()
        self._under_way.append(key)  # type: ignore[arg-type]
        try:
            return next((cls for cls in self._kinds(thing) if cls is not None), None)
        finally:
            self._under_way.pop()

    def _kinds(self, thing: Object) -> Iterator[Class | None]:
        if isinstance(thing, Variable) and (parameter := self.names.parameter(thing)) is not None:
            yield self._annotated(thing.tree, parameter.annotation)
        for each in self._values(thing):
            yield self._annotated(each.tree, each.annotation)
            yield self.kind_of(each.tree, each.value)

    def kind_of(self, tree: Tree, value: cst.BaseExpression | None) -> Class | None:
        """The user's class of an expression's value."""
        while isinstance(value, cst.Call) and called(value) in ITSELF and receiver(value) is not None:
            value = receiver(value)
        if isinstance(value, cst.Call):
            found = self.names.definition(self._variable(tree, value.func))
            return (found[0], found[1]) if found is not None and isinstance(found[1], cst.ClassDef) else None
        return self.kind(self.named(tree, value))

    def _annotated(self, tree: Tree, annotation: cst.Annotation | None) -> Class | None:
        node = annotation.annotation if annotation is not None else None
        name = node.raw_value if isinstance(node, cst.SimpleString) else dotted(node) if node is not None else ""
        found = self.names.definition(self.names.variable(tree, tree.module.body[0], name)) if name else None
        return (found[0], found[1]) if found is not None and isinstance(found[1], cst.ClassDef) else None

    def _variable(self, tree: Tree, expression: cst.BaseExpression) -> Variable | None:
        found = self.named(tree, expression)
        return found if isinstance(found, Variable) else None

    def _line(self, cls: Class) -> Iterator[Class]:
        """A class and the user's classes that it descends from."""
        yield cls
        for base in cls[1].bases:
            found = self.names.definition(self._variable(cls[0], base.value))
            if found is not None and isinstance(found[1], cst.ClassDef) and found[1] is not cls[1]:
                yield from self._line((found[0], found[1]))

    def _self_class(self, thing: Object) -> Class | None:
        """The class of which a variable is the `self`."""
        if not isinstance(thing, Variable) or not isinstance(thing.holder, cst.FunctionDef):
            return None
        first = next(iter((*thing.holder.params.posonly_params, *thing.holder.params.params)), None)
        cls = method_of(thing.tree, thing.holder)
        static = any(dotted(each.decorator) in ("staticmethod", "classmethod") for each in thing.holder.decorators)
        own = first is not None and first.name.value == thing.name and not static
        return (thing.tree, cls) if cls is not None and own else None

    def _is_self(self, tree: Tree, name: cst.BaseExpression) -> bool:
        variable = self.names.variable(tree, name, name.value) if isinstance(name, cst.Name) else None
        return variable is not None and self._self_class(variable) is not None

    def instances(self, cls: Class) -> Iterator[tuple[Tree, cst.Call]]:
        """The calls that make an object of a class, or of one that descends from it."""
        for tree in self.names.trees:
            for call in tree.calls(*self._class_names):
                made = self.kind_of(tree, call)
                if made is not None and any(each[1] is cls[1] for each in self._line(made)):
                    yield tree, call

    @cached_property
    def _class_names(self) -> list[str]:
        return [each.name.value for tree in self.names.trees for each in tree.all(cst.ClassDef)]

    def kept(self, thing: Object) -> Iterator[Part]:
        """The attributes of other objects that are nothing but this one."""
        for tree in self.names.trees:
            for cls in tree.all(cst.ClassDef):
                names = {a.attr.value for a in tree.all(cst.Attribute, cls) if self._is_self(tree, a.value)}
                names |= {each.target.value for each in _fields(cls)}  # type: ignore[attr-defined]
                owners = {self._destination(*made) for made in self.instances((tree, cls))}
                for owner in {self.origin(each) for each in owners if each is not None} - {None}:
                    for name in sorted(names):
                        part = Part(owner, name)  # type: ignore[arg-type]
                        if self.origins(part) == {thing}:
                            yield part

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

    # -- calls -----------------------------------------------------------------------------------------------------
    def calls(self, tree: Tree, function: cst.FunctionDef) -> Iterator[Site]:
        """The calls of a function that are understood, also those that are bound by `partial`."""
        cls, name = method_of(tree, function), function.name.value
        if cls is not None and name == "__init__":
            yield from (Site(place, call, -1) for place, call in self.instances((tree, cls)))
            return
        for place in self.names.trees:
            for call in place.all(cst.Call):
                bound = dotted(call.func) in PARTIAL and bool(call.args)
                target = call.args[0].value if bound else call.func
                if dotted(target).rpartition(".")[2] == name and self.means(place, target, tree, function):
                    own = isinstance(target, cst.Attribute) and cls is not None
                    yield Site(place, call, int(bound) - int(own))

    def overridden(self, tree: Tree, function: cst.FunctionDef) -> bool:
        """Whether a method stands for another one of the user's, or another one for it."""
        cls = method_of(tree, function)
        for place in self.names.trees if cls is not None else ():
            for other in place.all(cst.FunctionDef):
                owner = method_of(place, other) if other.name.value == function.name.value else None
                if (
                    cls is not None
                    and owner is not None
                    and owner is not cls
                    and self._related((tree, cls), (place, owner))
                ):
                    return True
        return False

    def _related(self, one: Class, other: Class) -> bool:
        return any(each[1] is other[1] for each in self._line(one)) or any(
            each[1] is one[1] for each in self._line(other)
        )

    def means(self, place: Tree, target: cst.BaseExpression, tree: Tree, function: cst.FunctionDef) -> bool:
        """Whether an expression is that function."""
        cls = method_of(tree, function)
        if cls is None:
            found = self.names.definition(self._variable(place, target))
            return found is not None and found[1] is function
        owner = self.kind_of(place, target.value) if isinstance(target, cst.Attribute) else None
        return owner is not None and any(each[1] is cls for each in self._line(owner))


def method_of(tree: Tree, function: Holder) -> cst.ClassDef | None:
    """The class that a function is a method of."""
    block = tree.parent(function)
    around = tree.parent(block) if isinstance(block, cst.IndentedBlock) else None
    return around if isinstance(around, cst.ClassDef) and isinstance(function, cst.FunctionDef) else None


def is_target(tree: Tree, node: cst.CSTNode) -> bool:
    """Whether a node is (part of) the left side of an assignment."""
    around = tree.parent(node)
    while isinstance(around, cst.Element | cst.Tuple | cst.List):
        node, around = around, tree.parent(around)
    return isinstance(around, cst.AssignTarget) or (isinstance(around, cst.AnnAssign) and around.target is node)


def _fields(cls: cst.ClassDef) -> list[cst.AnnAssign]:
    lines = [s.body[0] for s in cls.body.body if isinstance(s, cst.SimpleStatementLine)]
    return [each for each in lines if isinstance(each, cst.AnnAssign) and isinstance(each.target, cst.Name)]
