"""Code of one place of the program, rewritten so that it means the same objects in another place.

A name that is out of scope there is said as it is known there: by another name of the same object, as an attribute of one that is
known, by an import; else the function gets a parameter, and every call of it hands the object over, through several levels of calls.
Invariant: an object is replaced by an expression of the very same object or by nothing; a function gets a parameter only if all that
refers to it are calls that are understood.
"""

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, field

import libcst as cst

from gradhelp.patches.classes import Object, method_of
from gradhelp.patches.draft import Draft, NotApplicable
from gradhelp.patches.names import Names, Site, Variable
from gradhelp.patches.objects import Objects
from gradhelp.patches.parameters import with_argument, with_parameter
from gradhelp.patches.site import Project
from gradhelp.patches.snippets import chain, free_names
from gradhelp.patches.tree import Tree, dotted

DEEPEST = 5
HARMLESS = frozenset({"no_grad", "inference_mode", "enable_grad", "staticmethod"})
"""Decorators that leave a function's parameters alone."""
CALLED_BY_OTHERS = frozenset({"forward", "backward", "step", "reset", "setup_context", "training_step"})
"""Methods that a library calls, with the arguments that it knows."""


@dataclass(frozen=True)
class Place:
    """A node, and the file it stands in."""

    tree: Tree
    node: cst.CSTNode


@dataclass
class Relocation:
    """Brings code to one place. What other functions need for it goes into the draft."""

    project: Project
    draft: Draft
    objects: Objects = field(init=False)
    _threaded: dict[tuple[cst.CSTNode, Object], str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.objects = Objects(Names(self.project))

    def brought(self, code: str, home: Place, to: Place, given: Mapping[str, str] | None = None) -> str:
        """`code`, as it reads at `home`, so that it can stand at `to`; `given` says what some of its names become.

        Raises NotApplicable where an object cannot be had there.
        """
        given = given or {}
        snippet = Tree("", code)
        inner = Draft()
        for name in free_names(snippet):
            node, text = self._moved(chain(snippet, name), home, to, given)
            if text != snippet.code(node):
                inner.replace(snippet, node, text)
        try:
            return inner.texts()[""].strip()
        except NotApplicable:
            return code

    def _moved(
        self, parts: list[cst.BaseExpression], home: Place, to: Place, given: Mapping[str, str]
    ) -> tuple[cst.BaseExpression, str]:
        """The part of a chain `a`, `a.b`, `a.b.c` that is to be replaced, and by what."""
        for each in reversed(parts):
            if dotted(each) in given:
                return each, given[dotted(each)]
        head = dotted(parts[0])
        meant = self.objects.names.variable(home.tree, home.node, head)
        if meant is None or self._same(meant, head, to):
            return parts[0], head
        if self._imported(meant, to):
            return parts[0], head
        own = self.objects.kind(meant) is not None and head == "self"
        for each in (parts[1:2] + parts[:1]) if own else parts[:2]:
            thing = self._thing(meant, dotted(each))
            if thing is not None and (text := self._said(thing, to)):
                return each, text
        each = parts[1] if own and len(parts) > 1 and self._thing(meant, dotted(parts[1])) else parts[0]
        thing = self._thing(meant, dotted(each))
        if thing is None:
            raise NotApplicable(f"what {dotted(each)} is cannot be told")
        return each, self._handed(thing, dotted(each).rpartition(".")[2], to, 0)

    def _thing(self, head: Variable, dots: str) -> Object | None:
        """The one object that a chain stands for."""
        thing: Object | None = head
        for name in dots.split(".")[1:]:
            thing = self.objects.part(thing, name)
        return self.objects.origin(thing)

    def _same(self, meant: Variable, head: str, to: Place) -> bool:
        """Whether the name says there what it says at home: by scope, or as the `self` of the same class."""
        here = self.objects.names.variable(to.tree, to.node, head)
        if here is None or self._unbound(here, to):
            return False
        if here == meant:
            return True
        kinds = [self.objects.kind(each) for each in (here, meant)]
        methods = [isinstance(v.holder, cst.FunctionDef) and method_of(v.tree, v.holder) for v in (here, meant)]
        own = head == "self" and bool(methods[0]) and bool(methods[1]) and kinds[0] is not None
        origins = self.objects.origins(meant)
        return (own and kinds[0] == kinds[1]) or (bool(origins) and origins <= self.objects.origins(here))

    def _unbound(self, here: Variable, to: Place) -> bool:
        inner = to.tree.function(to.node) or to.tree.module
        return here.holder is inner and self.objects.names.first_line(here) > to.tree.line(to.node)

    def _imported(self, meant: Variable, to: Place) -> bool:
        """A name of an import → the same import there."""
        names = self.objects.names
        node = names.is_import(meant)
        if node is None or names.variable(to.tree, to.node, meant.name) is not None:
            return False
        if isinstance(node, cst.ImportFrom) and (node.relative or isinstance(node.names, cst.ImportStar)):
            raise NotApplicable("the import is relative to another file")
        kept = [a for a in node.names if _shown(a) == meant.name]  # type: ignore[union-attr]
        if self.draft.once("import", to.tree.file, meant.name):
            alias = kept[0].with_changes(comma=cst.MaybeSentinel.DEFAULT)
            made = node.with_changes(names=[alias])
            self.draft.import_line(to.tree, to.tree.module.code_for_node(made))
        return True

    def steady(self, code: str, home: Place, name: str, networks: Set[str]) -> bool:
        """Whether a name of `code` stands for one thing throughout: a network, an object of the user's class, a constant.

        What a loop sets anew, or what a call returned among others, is data of one moment, and may be another one elsewhere.
        """
        meant = self.objects.names.variable(home.tree, home.node, name)
        if meant is None or name in networks or self.objects.kind(meant) is not None:
            return True
        snippet = Tree("", code)
        if any(isinstance(call.func, cst.Name) and call.func.value == name for call in snippet.all(cst.Call)):
            return True
        found = self.objects.origins(meant)
        return bool(found) and all(isinstance(each, Variable) and self.objects.names.constant(each) for each in found)

    # -- what is known there ---------------------------------------------------------------------------------------
    def _said(self, target: Object, to: Place) -> str:
        """The shortest expression of an object that can be read at a place; "" where there is none."""
        known = [(variable.name, variable) for variable in self.objects.names.visible(to.tree, to.node)]
        for name, variable in known:
            if self.objects.origin(variable) == target:
                return name
        for thing, path in self._paths(target):
            for name, variable in known if path else ():
                if self.objects.origin(variable) == thing:
                    return ".".join((name, *path))
        return ""

    def _paths(self, target: Object) -> Iterator[tuple[Object, tuple[str, ...]]]:
        """(owner, attributes): under which attributes of which objects the target is kept, the shortest first."""
        waiting: list[tuple[Object, tuple[str, ...]]] = [(target, ())]
        seen = {target}
        while waiting:
            thing, path = waiting.pop(0)
            if path:
                yield thing, path
            if len(path) < 2:
                for part in self.objects.kept(thing):
                    if part.owner not in seen:
                        seen.add(part.owner)
                        waiting.append((part.owner, (part.name, *path)))

    # -- handing over ----------------------------------------------------------------------------------------------
    def _handed(self, target: Object, name: str, to: Place, depth: int) -> str:
        """An object as a new parameter of the function around a place."""
        function = to.tree.function(to.node)
        if function is None or depth >= DEEPEST:
            raise NotApplicable(f"{name} is not known there and cannot be handed over")
        known = self._threaded.get((function, target))
        if known is not None:
            return known
        calls = self._calls(to.tree, function)
        name = _free(to.tree, function, name)
        self._threaded[function, target] = name
        arguments = []
        for site in calls:
            caller = Place(site.tree, site.call)
            said = self._said(target, caller)
            arguments.append((site, said or self._handed(target, name, caller, depth + 1)))
        new = cst.Param(cst.Name(name), self._annotation(to.tree, function, target))
        keyword = with_parameter(self.draft, to.tree, function, new, [site.call for site in calls])
        for site, said in arguments:
            with_argument(self.draft, site.tree, site.call, name if keyword else "", said)
        return name

    def _annotation(self, tree: Tree, function: cst.FunctionDef, target: Object) -> cst.Annotation | None:
        """The user's class of an object, in a function that says what its parameters are."""
        found = self.objects.kind(target)
        spoken = any(each.annotation is not None for each in function.params.params)
        if found is None or not spoken or found[0] is not tree or tree.parent(found[1]) is not tree.module:
            return None
        late = tree.line(found[1]) > tree.line(function)
        name = cst.SimpleString(f'"{found[1].name.value}"') if late else found[1].name
        return cst.Annotation(name)

    def _calls(self, tree: Tree, function: cst.FunctionDef) -> list[Site]:
        """All calls of a function. Raises NotApplicable where something else may call it too."""
        name = function.name.value
        dunder = name.startswith("__") and name != "__init__"
        decorated = any(_decorator(each) not in HARMLESS for each in function.decorators)
        inherited = self.objects.overridden(tree, function)
        if dunder or decorated or inherited or (method_of(tree, function) is not None and name in CALLED_BY_OTHERS):
            raise NotApplicable(f"{name} is called by others")
        calls = list(self.objects.calls(tree, function))
        understood = {id(site.call.func) for site in calls} | {id(arg.value) for s in calls for arg in s.call.args[:1]}
        for place, node in self.objects.names.named(name) if name != "__init__" else ():
            if id(node) not in understood and self._may_be(place, node, tree, function):
                raise NotApplicable(f"what {name} is used for is not understood")
        if not calls:
            raise NotApplicable(f"nothing calls {name}")
        return calls

    def _may_be(self, place: Tree, node: cst.BaseExpression, tree: Tree, function: cst.FunctionDef) -> bool:
        """Whether a name may be the function: it is, or it is a method of something whose class is not known."""
        around = place.parent(node)
        if isinstance(around, cst.ImportAlias | cst.AsName):
            return False
        if isinstance(around, cst.Attribute | cst.Arg | cst.FunctionDef | cst.Param) and (
            getattr(around, "attr", None) is node or getattr(around, "keyword", None) is node or
            getattr(around, "name", None) is node
        ):  # fmt: skip
            return False
        if self.objects.means(place, node, tree, function):
            return True
        method = method_of(tree, function) is not None and isinstance(node, cst.Attribute)
        return method and isinstance(node, cst.Attribute) and self.objects.kind_of(place, node.value) is None


def _shown(alias: cst.ImportAlias) -> str:
    return dotted(alias.asname.name) if alias.asname else dotted(alias.name).partition(".")[0]


def _decorator(each: cst.Decorator) -> str:
    node = each.decorator.func if isinstance(each.decorator, cst.Call) else each.decorator
    return dotted(node).rpartition(".")[2]


def _free(tree: Tree, function: cst.FunctionDef, name: str) -> str:
    """The name, or one like it that the function does not use."""
    taken = {each.value for each in tree.all(cst.Name, function)}
    while name in taken:
        name += "_"
    return name
