"""Which of the user's classes an object is of, what makes objects of a class, and which calls are calls of a method.

Static. A class that is not understood is None: the library's, or one of several that it may be.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

import libcst as cst

from gradhelp.patches.draft import NotApplicable
from gradhelp.patches.names import PARTIAL, Given, Holder, Names, Site, Variable
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
class Classes(ABC):
    """Answers about classes, given what names and attributes stand for."""

    names: Names
    _under_way: list[tuple[str, Object]] = field(default_factory=list)
    _known: dict[tuple[str, Object], object] = field(default_factory=dict)
    _instances: dict[cst.ClassDef, list[tuple[Tree, cst.Call]]] = field(default_factory=dict)
    _steps: int = 0

    @abstractmethod
    def named(self, tree: Tree, expression: cst.CSTNode | None) -> Object | None:
        """What a name, a chain of attributes, or a module's `.to(...)` stands for."""

    @abstractmethod
    def values(self, thing: Object) -> Iterator[Given]:
        """What statements and callers give to a variable or an attribute."""

    def count(self) -> None:
        """One more step of following names. Raises NotApplicable where they are too many."""
        self._steps += 1
        if self._steps > MOST_STEPS:
            raise NotApplicable("the names of the program are too many to follow")

    def kind(self, thing: Object | None) -> Class | None:
        """The user's class that an object is of."""
        key = ("kind", thing)
        if thing is None or key in self._under_way:
            return None
        own = self.self_class(thing)
        if own is not None:
            return own
        self.count()
        self._under_way.append(key)  # type: ignore[arg-type]
        try:
            return next((cls for cls in self._kinds(thing) if cls is not None), None)
        finally:
            self._under_way.pop()

    def _kinds(self, thing: Object) -> Iterator[Class | None]:
        if isinstance(thing, Variable) and (parameter := self.names.parameter(thing)) is not None:
            yield self._annotated(thing.tree, parameter.annotation)
        for each in self.values(thing):
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

    def line(self, cls: Class) -> Iterator[Class]:
        """A class and the user's classes that it descends from."""
        yield cls
        for base in cls[1].bases:
            found = self.names.definition(self._variable(cls[0], base.value))
            if found is not None and isinstance(found[1], cst.ClassDef) and found[1] is not cls[1]:
                yield from self.line((found[0], found[1]))

    def self_class(self, thing: Object) -> Class | None:
        """The class of which a variable is the `self`."""
        if not isinstance(thing, Variable) or not isinstance(thing.holder, cst.FunctionDef):
            return None
        first = next(iter((*thing.holder.params.posonly_params, *thing.holder.params.params)), None)
        cls = method_of(thing.tree, thing.holder)
        static = any(dotted(each.decorator) in ("staticmethod", "classmethod") for each in thing.holder.decorators)
        own = first is not None and first.name.value == thing.name and not static
        return (thing.tree, cls) if cls is not None and own else None

    def is_self(self, tree: Tree, name: cst.BaseExpression) -> bool:
        variable = self.names.variable(tree, name, name.value) if isinstance(name, cst.Name) else None
        return variable is not None and self.self_class(variable) is not None

    def instances(self, cls: Class) -> list[tuple[Tree, cst.Call]]:
        """The calls that make an object of a class, or of one that descends from it."""
        known = self._instances.get(cls[1])
        if known is None:
            known = self._instances[cls[1]] = list(self._made(cls))
        return known

    def _made(self, cls: Class) -> Iterator[tuple[Tree, cst.Call]]:
        for tree, call in (each for name in self._class_names for each in self.names.calls(name)):
            made = self.kind_of(tree, call)
            if made is not None and any(each[1] is cls[1] for each in self.line(made)):
                yield tree, call

    @cached_property
    def _class_names(self) -> list[str]:
        names = (each.name.value for tree in self.names.trees for each in tree.all(cst.ClassDef))
        return list(dict.fromkeys(names))

    # -- calls -----------------------------------------------------------------------------------------------------
    def calls(self, tree: Tree, function: cst.FunctionDef) -> Iterator[Site]:
        """The calls of a function that are understood, also those that are bound by `partial`."""
        cls, name = method_of(tree, function), function.name.value
        if cls is not None and name == "__init__":
            yield from (Site(place, call, -1) for place, call in self.instances((tree, cls)))
            return
        for place, call in self.names.calls(name):
            bound = dotted(call.func) in PARTIAL and bool(call.args)
            target = call.args[0].value if bound else call.func
            if self.means(place, target, tree, function):
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
        return any(each[1] is other[1] for each in self.line(one)) or any(
            each[1] is one[1] for each in self.line(other)
        )

    def means(self, place: Tree, target: cst.BaseExpression, tree: Tree, function: cst.FunctionDef) -> bool:
        """Whether an expression is that function."""
        cls = method_of(tree, function)
        if cls is None:
            found = self.names.definition(self._variable(place, target))
            return found is not None and found[1] is function
        owner = self.kind_of(place, target.value) if isinstance(target, cst.Attribute) else None
        return owner is not None and any(each[1] is cls for each in self.line(owner))


def method_of(tree: Tree, function: Holder) -> cst.ClassDef | None:
    """The class that a function is a method of."""
    block = tree.parent(function)
    around = tree.parent(block) if isinstance(block, cst.IndentedBlock) else None
    return around if isinstance(around, cst.ClassDef) and isinstance(function, cst.FunctionDef) else None
