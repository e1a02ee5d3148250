"""An optimizer that lacks trained parameters is given them."""

from collections.abc import Iterator

import libcst as cst

from gradhelp.patches.blocks import assignments, call_at
from gradhelp.patches.draft import Draft, NotApplicable
from gradhelp.patches.scope import Place, Relocation
from gradhelp.patches.site import Site
from gradhelp.patches.tree import Tree, argument, dotted


def patch(site: Site) -> Iterator[Draft]:
    """All of the network that owns both; else what it has and the missing parts; a plain list of layers → ModuleList."""
    tree, call = site.tree(), call_at(site)
    yield from _module_lists(site)
    given = argument(call, 0, "params")
    if given is None:
        raise NotApplicable("the optimizer's parameters are not given at its construction")
    owners, missing = site.seen("networks", []), site.seen("missing", [])
    assert isinstance(owners, list)
    assert isinstance(missing, list)
    target = _definition(tree, given.value)
    held = target.value if target is not None else given.value
    parts = _parts(tree, [str(name) for name in missing], _owners(tree, held))
    if parts:
        draft = site.draft()
        reach = Relocation(site.project, draft)
        said = [reach.brought(part.lstrip("*"), home, Place(tree, call)) for part, home in parts]
        more = ["*" * part.startswith("*") + code for (part, _), code in zip(parts, said, strict=True)]
        draft.replace(tree, held, _joined(tree, held, more))
        yield draft
    for owner in owners[:1]:
        draft = site.draft()
        draft.replace(tree, given.value, f"{owner}.parameters()")
        yield draft


def _parts(tree: Tree, missing: list[str], held: set[str]) -> list[tuple[str, Place]]:
    """The missing parameters by the largest named thing that this file assigns and that holds nothing of `held`, and where.

    That is a module, a part of one, or the parameter itself. What is held twice is stepped twice.
    """
    names = {dotted(t.target): Place(tree, a) for a in tree.all(cst.Assign) for t in a.targets}
    parts: list[tuple[str, Place]] = []
    for name in missing:
        pieces = name.split(".")
        prefixes = [".".join(pieces[:n]) for n in range(1, len(pieces) + 1)]
        own = [f"self.{prefix}" for prefix in prefixes]
        root = next((prefix for prefix in [*prefixes, *own] if prefix in names), "")
        owner = _apart(root, [*prefixes, *own], held)
        part = f"*{owner}.parameters()" if owner and owner not in (name, f"self.{name}") else owner
        if part and all(part != each for each, _ in parts):
            parts.append((part, names[root]))
    return parts


def _apart(owner: str, longer: list[str], held: set[str]) -> str:
    """The largest part of `owner`, among `longer` names of it, that none of `held` belongs to; "" where none can be named."""
    inside = (each for each in longer if owner and f"{each}.".startswith(f"{owner}."))
    found = next((each for each in inside if not any(f"{other}.".startswith(f"{each}.") for other in held)), "")
    return "" if any(piece.isdigit() for piece in found.split(".")) else found


def _owners(tree: Tree, held: cst.BaseExpression) -> set[str]:
    """The modules whose parameters the optimizer was given, by name."""
    given = [c.func.value for c in tree.all(cst.Call, held) if isinstance(c.func, cst.Attribute)
             and c.func.attr.value in ("parameters", "named_parameters")]  # fmt: skip
    return {dotted(each) for each in given} - {""}


def _definition(tree: Tree, given: cst.BaseExpression) -> cst.Assign | None:
    """Where a name that holds the parameters was assigned."""
    found = list(assignments(tree, dotted(given))) if isinstance(given, cst.Name) else []
    return found[0] if len(found) == 1 else None


def _joined(tree: Tree, held: cst.BaseExpression, parts: list[str]) -> str:
    code = tree.code(held)
    if isinstance(held, cst.List):
        inner = code[1:-1].strip().rstrip(",")
        grouped = any(isinstance(element.value, cst.Dict) for element in held.elements)
        more = [f'{{"params": {part.lstrip("*")}}}' for part in parts] if grouped else parts
        return "[" + ", ".join([inner, *more]) + "]"
    if isinstance(held, cst.Call) and dotted(held.func) == "list" and held.args:
        code = tree.code(held.args[0].value)
    return "[" + ", ".join([f"*{code}", *parts]) + "]"


def _module_lists(site: Site) -> Iterator[Draft]:
    """`self.heads = [nn.Linear(...) ...]` hides its layers from `parameters()`."""
    for file in site.project.sources:
        tree = site.project.tree(file)
        lists = [a for a in tree.all(cst.Assign) if _is_layer_list(tree, a)] if tree is not None else []
        if tree is None or not lists:
            continue
        draft = site.draft()
        for each in lists:
            draft.change(tree, each.value, _module_list)
        yield draft


def _is_layer_list(tree: Tree, assign: cst.Assign) -> bool:
    listed = isinstance(assign.value, cst.List | cst.ListComp)
    own = dotted(assign.targets[0].target).startswith("self.")
    return listed and own and any(dotted(c.func).startswith("nn.") for c in tree.all(cst.Call, assign.value))


def _module_list(node: cst.CSTNode) -> cst.CSTNode:
    assert isinstance(node, cst.BaseExpression)
    return cst.Call(cst.parse_expression("nn.ModuleList"), [cst.Arg(node)])
