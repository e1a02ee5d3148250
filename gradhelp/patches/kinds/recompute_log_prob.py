"""Values that were stored while acting are computed again by the current network, from the stored observations."""

import re
from collections.abc import Iterator

import libcst as cst

from gradhelp.patches.blocks import statement_at
from gradhelp.patches.draft import Draft, NotApplicable
from gradhelp.patches.site import Site
from gradhelp.patches.tree import Statement, Tree, assigned, called, dotted, receiver, small

WRAPPING = frozenset({"from_numpy", "as_tensor", "tensor", "stack", "cat", "FloatTensor"})


def patch(site: Site) -> Iterator[Draft]:
    """The expression that had made the value, with what was stored in the place of what was there when acting."""
    made_line = int(str(site.seen("made_line", 0)))
    taking = statement_at(site)
    for file in site.project.sources:
        tree = site.project.tree(file)
        acting = tree.statement_at(made_line) if tree is not None else None
        code = _expression(tree, acting, str(site.seen("made"))) if tree is not None and acting is not None else ""
        if tree is not None and acting is not None and code:
            yield from _rewritten(site, taking, code, _local_names(tree, acting) - _networks(site))
            return
    raise NotApplicable("how the value was made is not to be found")


def _expression(tree: Tree, acting: Statement, made: str) -> str:
    """The making expression with the distribution written out: `Categorical(logits=net(obs)).log_prob(action)`."""
    found = [e for e in tree.all(cst.Call, acting) if " ".join(tree.code(e).split())[:200] == made]
    subject = receiver(found[0]) if found else None
    if subject is None:
        return tree.code(found[0]) if found else ""
    if isinstance(subject, cst.Name):
        scope = tree.function(acting) or tree.module
        values = [a.value for a in tree.all(cst.Assign, scope) if dotted(a.targets[0].target) == subject.value]
        if values:
            return made.replace(f"{subject.value}.", f"{tree.code(values[-1])}.", 1)
    return made


def _networks(site: Site) -> set[str]:
    """The networks by the names that the run knows: the same object wherever it is named so."""
    known = {module.name for module in site.run.timeline.modules}
    return known | {owner for optimizer in site.run.optimizers for owner in optimizer.owners}


def _local_names(tree: Tree, acting: Statement) -> set[str]:
    scope = tree.function(acting) or tree.module
    names = {dotted(t.target) for a in tree.all(cst.Assign, scope) for t in a.targets}
    tuples = [t.target for a in tree.all(cst.Assign, scope) for t in a.targets if isinstance(t.target, cst.Tuple)]
    names |= {dotted(e.value) for each in tuples for e in each.elements}
    params = {p.name.value for p in scope.params.params} if isinstance(scope, cst.FunctionDef) else set()
    return (names | params) - {"", "self"}


def _rewritten(site: Site, taking: Statement, code: str, local: set[str]) -> Iterator[Draft]:
    tree, value = site.tree(), str(site.seen("value"))
    line = small(taking)
    target = line.targets[0].target if isinstance(line, cst.Assign) else None
    if isinstance(target, cst.Tuple):
        kept = [dotted(element.value) for element in target.elements]
        new = _substituted(code, local, {name: name for name in kept if name})
        if new and value in kept:
            draft = site.draft()
            draft.after(tree, taking, f"{value} = {new}")
            yield draft
        return
    pair = assigned(taking)
    if pair is None:
        raise NotApplicable("what is taken out is not assigned")
    reading = _reading(tree, tree.expression(site.where) or pair[1])
    whole = tree.code(reading)
    fields = {a.attr.value: tree.code(a) for a in tree.all(cst.Attribute) if _field(tree, a)}
    stored = [a.attr.value for a in tree.all(cst.Attribute, reading) if a.attr.value in fields]
    if not stored:
        raise NotApplicable("what is taken out is no field of a store")
    others = {name: whole.replace(f".{stored[-1]}", f".{name}") for name in fields}
    new = _substituted(code, local, others)
    if new:
        draft = site.draft()
        draft.replace(tree, reading, new)
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


def _field(tree: Tree, attribute: cst.Attribute) -> bool:
    """Whether an attribute is plain data of an object, not something that is called."""
    around = tree.parent(attribute)
    return not (isinstance(around, cst.Call) and around.func is attribute)


def _substituted(code: str, local: set[str], stored: dict[str, str]) -> str:
    """The acting function's own names by those that were stored; "" where one of them was not."""
    names = [name for name in local if re.search(rf"(?<![\w.]){re.escape(name)}(?!\w|\s*=)", code)]
    for name in names:
        like = _like(name, stored)
        if not like:
            return ""
        # What was an array when acting may be a tensor where it is taken out again.
        code = code.replace(".from_numpy(", ".as_tensor(")
        code = re.sub(rf"(?<![\w.]){re.escape(name)}(?!\w|\s*=)", stored[like].replace("\\", r"\\"), code)
    return code


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
