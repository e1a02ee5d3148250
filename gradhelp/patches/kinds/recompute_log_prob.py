"""Values that were stored while acting are computed again by the current network, from the stored observations.

What is stored stands for what was there when acting; every other name must mean the same object where the value is taken out.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

import libcst as cst

from gradhelp.patches.blocks import line_of, statement_at
from gradhelp.patches.classes import method_of
from gradhelp.patches.draft import Draft, NotApplicable
from gradhelp.patches.elements import of_each
from gradhelp.patches.names import Names
from gradhelp.patches.objects import Objects
from gradhelp.patches.scope import Place, Relocation
from gradhelp.patches.site import Site
from gradhelp.patches.snippets import free_names
from gradhelp.patches.tree import Statement, Tree, assigned, called, dotted, is_field, receiver, small, target_names

WRAPPING = frozenset({"from_numpy", "as_tensor", "tensor", "stack", "cat", "FloatTensor"})


DRAWS = frozenset({"sample", "rsample", "multinomial", "step", "reset", "item", "normal", "randn", "rand", "randint"})
MOST_INLINED = 4


@dataclass(frozen=True)
class Made:
    """How the value was made: the code, where it stands, and the names that are only there."""

    code: str
    home: Place
    local: set[str]


def patch(site: Site) -> Iterator[Draft]:
    """The expression that had made the value, with what was stored in the place of what was there when acting."""
    made_line = int(str(site.seen("made_line", 0)))
    taking = statement_at(site)
    for file in site.project.sources:
        tree = site.project.tree(file)
        acting = tree.statement_at(made_line) if tree is not None else None
        code = _expression(tree, acting, str(site.seen("made"))) if tree is not None and acting is not None else ""
        if tree is not None and acting is not None and code:
            for made in _seen_from_outside(site, Made(code, Place(tree, acting), set())):
                local = _local_names(made.home.tree, _statement_of(made.home)) - _networks(site)
                yield from _rewritten(site, taking, replace(made, local=local))
            return
    raise NotApplicable("how the value was made is not to be found")


def _expression(tree: Tree, acting: Statement, made: str) -> str:
    """The making expression with the distribution written out: `Categorical(logits=net(obs)).log_prob(action)`."""
    found = [e for e in tree.all(cst.Call, acting) if " ".join(tree.code(e).split())[:200] == made]
    subject = receiver(found[0]) if found else None
    if subject is None:
        return tree.code(found[0]) if found else ""
    if isinstance(subject, cst.Name):
        values = _values(tree, acting, subject.value)
        if values:
            return made.replace(f"{subject.value}.", f"{tree.code(values[-1])}.", 1)
    return made


def _seen_from_outside(site: Site, made: Made) -> Iterator[Made]:
    """A value that a network made within its own `forward`, as the calls of the network that were kept under its name."""
    function = made.home.tree.function(made.home.node)
    cls = method_of(made.home.tree, function) if function is not None else None
    if function is None or cls is None or function.name.value != "forward":
        yield made
        return
    objects = Objects(Names(site.project))
    for tree in objects.names.trees:
        for call in tree.all(cst.Call):
            kind = objects.kind_of(tree, call.func) if dotted(call.func) else None
            pair = assigned(tree.statement(call))
            kept = pair is not None and pair[1] is call and pair[0] == str(site.seen("value"))
            if kind is not None and kind[1] is cls and kept:
                yield Made(tree.code(call), Place(tree, call), set())


def _values(tree: Tree, acting: Statement, name: str) -> list[cst.BaseExpression]:
    """What the acting function assigns to a name."""
    scope = tree.function(acting) or tree.module
    return [a.value for a in tree.all(cst.Assign, scope) if dotted(a.targets[0].target) == name]


def _networks(site: Site) -> set[str]:
    """The networks by the names that the run knows: the same object wherever it is named so."""
    known = {module.name for module in site.run.timeline.modules}
    return known | {owner for optimizer in site.run.optimizers for owner in optimizer.owners}


def _statement_of(place: Place) -> Statement:
    """The statement that a place is part of."""
    return line_of(place.tree, place.node)


def _local_names(tree: Tree, acting: Statement) -> set[str]:
    scope = tree.function(acting) or tree.module
    targets = [t.target for a in tree.all(cst.Assign, scope) for t in a.targets]
    names = {name for each in targets for name in target_names(each)}
    names |= {name for each in tree.all(cst.For, scope) for name in target_names(each.target)}
    params = {p.name.value for p in scope.params.params} if isinstance(scope, cst.FunctionDef) else set()
    return (names | params) - {"", "self"}


def _rewritten(site: Site, taking: Statement, made: Made) -> Iterator[Draft]:
    tree, value, draft = site.tree(), str(site.seen("value")), site.draft()
    line, rows = small(taking), replace(made, code=_each_row(site, made.code))
    target = line.targets[0].target if isinstance(line, cst.Assign) else getattr(taking, "target", None)
    if isinstance(target, cst.Tuple):
        kept = [dotted(element.value) for element in target.elements]
        if value in kept:
            first = taking.body.body[0] if isinstance(taking, cst.For) else taking
            new = _again(site, draft, rows, {name: name for name in kept if name}, first)
            put = draft.before if isinstance(taking, cst.For) else draft.after
            put(tree, first, f"{value} = {new}")
            yield draft
        return
    pair = assigned(taking)
    if pair is None:
        raise NotApplicable("what is taken out is not assigned")
    taken = tree.expression(site.where) or pair[1]
    element = of_each(tree, taken)
    if element is not None:
        draft.replace(tree, element.node, _again(site, draft, made, element.beside(made.home.tree), element.node))
        yield draft
        return
    reading = _reading(tree, taken)
    whole = tree.code(reading)
    fields = {a.attr.value: tree.code(a) for a in tree.all(cst.Attribute) if is_field(tree, a)}
    stored = [a.attr.value for a in tree.all(cst.Attribute, reading) if a.attr.value in fields]
    if not stored:
        raise NotApplicable("what is taken out is no field of a store")
    others = {name: whole.replace(f".{stored[-1]}", f".{name}") for name in fields}
    draft.replace(tree, reading, _again(site, draft, rows, others, taking))
    yield draft


def _reading(tree: Tree, node: cst.CSTNode) -> cst.CSTNode:
    """The whole of what takes a value out of a store: `torch.from_numpy(store.values)`, `store.values[rows]`."""
    while True:
        around = tree.parent(node)
        around = tree.parent(around) if isinstance(around, cst.Arg) and around.keyword is None else around
        wraps = isinstance(around, cst.Call) and len(around.args) == 1 and called(around) in WRAPPING
        if not wraps and not (isinstance(around, cst.Subscript) and around.value is node):
            return node
        assert around is not None
        node = around


def _again(site: Site, draft: Draft, made: Made, stored: dict[str, str], at: cst.CSTNode) -> str:
    """The making expression with the acting function's own names by those that were stored."""
    code, given = _inlined(made, made.code, stored), {}
    for name in made.local:
        if _uses(name, code) and (like := _like(name, stored)):
            given[name] = stored[like]
    reach = Relocation(site.project, draft)
    code = _at_index(made, code, stored, given)
    for name in {each.value for each in free_names(Tree("", code))} - set(given):
        if not reach.steady(code, made.home, name, _networks(site)):
            raise NotApplicable(f"{name} was not stored")
    if given:  # what was an array when acting may be a tensor where it is taken out again
        code = code.replace(".from_numpy(", ".as_tensor(")
    return reach.brought(code, made.home, Place(site.tree(), at), given)


def _at_index(made: Made, code: str, stored: dict[str, str], given: dict[str, str]) -> str:
    """`store.obs[t]` of the acting loop's own step → a name that is `given` as that field of the store, as it is read now."""
    loops = [each for each in made.home.tree.ancestors(made.home.node) if isinstance(each, cst.For)]
    steps = {dotted(each.target) for each in loops} - {""}
    snippet, inner = Tree("", code), Draft()
    for each in snippet.all(cst.Subscript):
        base, index = each.value, snippet.code(each)[len(snippet.code(each.value)) :].strip("[] ")
        if index in steps and isinstance(base, cst.Attribute) and base.attr.value in stored:
            name = f"__stored_{base.attr.value}"
            given[name] = stored[base.attr.value]
            inner.replace(snippet, each, name)
    try:
        return inner.texts()[""].strip()
    except NotApplicable:
        return code


def _inlined(made: Made, code: str, stored: dict[str, str]) -> str:
    """Values that were made of stored ones on the way to it, written out; never a draw, which would be another one."""
    tree, acting = made.home.tree, _statement_of(made.home)
    for _ in range(MOST_INLINED):
        for name in sorted(made.local):
            values = _values(tree, acting, name) if _uses(name, code) and not _like(name, stored) else []
            text = tree.code(values[0]) if len(values) == 1 else ""
            drawn = len(values) == 1 and any(True for _ in tree.calls(*DRAWS, inside=values[0]))
            known = any(_uses(each, text) and _like(each, stored) for each in made.local)
            if text and known and not drawn and not _uses(name, text):
                text = _closed(text).replace("\\", r"\\")
                code = re.sub(_pattern(name), text, code)
    return code


def _closed(code: str) -> str:
    """An expression that can stand in the place of a name."""
    tight = cst.Name | cst.Attribute | cst.Call | cst.Subscript | cst.List | cst.Dict
    return code if isinstance(cst.parse_expression(code), tight) else f"({code})"


def _each_row(site: Site, code: str) -> str:
    """`.sum()` of one step's values, now that there are rows of them: over each row, not over all."""
    path = site.path
    taken = next((node for node in path.nodes if node.span == site.where), None) if path is not None else None
    if taken is not None and taken.shape == ():
        return code
    return re.sub(r"\.(sum|mean)\(\)$", r".\1(-1)", code)


def _pattern(name: str) -> str:
    return rf"(?<![\w.]){re.escape(name)}(?!\w|\s*=)"


def _uses(name: str, code: str) -> bool:
    return re.search(_pattern(name), code) is not None


def _like(name: str, stored: dict[str, str]) -> str:
    """The stored value that goes by the same name, or by the only one that begins like it; "" where there is none."""
    alike = next((key for key in stored if _alike(name, key)), "")
    begun = [key for key in stored if key.rpartition(".")[2].startswith(name) and "log" not in key]
    return alike or (begun[0] if len(begun) == 1 else "")


def _alike(name: str, other: str) -> bool:
    """`obs` and `obs_buf`, `action` and `actions` or `act`."""
    one, two = name.lower().rstrip("s_"), other.lower().rpartition(".")[2].rstrip("s_")
    same = one == two or (len(one) > 2 and two.startswith(one)) or (len(two) > 2 and one.startswith(two))
    return same and "log" not in two
