"""What is taken out of every element of a list: `[step["log_prob"] for step in rollout]`, `[t.log_prob for t in batch]`."""

from dataclasses import dataclass

import libcst as cst

from gradhelp.patches.tree import Tree, dotted, is_field

Iterated = cst.ListComp | cst.GeneratorExp


@dataclass(frozen=True)
class Element:
    """One field of the element `base` of a list."""

    node: cst.Subscript | cst.Attribute
    base: str

    def beside(self, storing: Tree) -> dict[str, str]:
        """The other fields of the element by their names, and by the names of what `storing` puts into them."""
        if isinstance(self.node, cst.Attribute):
            names = {each.attr.value for each in storing.all(cst.Attribute) if is_field(storing, each)}
            return {name: f"{self.base}.{name}" for name in names}
        found: dict[str, str] = {}
        for each in storing.all(cst.DictElement):
            key = _key(each.key)
            if key:
                said = f"{self.base}[{key!r}]".replace("'", '"')
                found[str(key)] = said
                if isinstance(each.value, cst.Name):
                    found[each.value.value] = said
        return found


def of_each(tree: Tree, taken: cst.CSTNode) -> Element | None:
    """The field that an expression takes out of each element of a list."""
    near = (*tree.nodes(taken), *tree.ancestors(taken))
    listed = next((each for each in near if isinstance(each, Iterated)), None)
    if listed is None or listed.for_in.inner_for_in is not None:
        return None
    base, node = dotted(listed.for_in.target), listed.elt
    while isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute) and not node.args:
        node = node.func.value  # `[step["log_prob"].clone() for step in rollout]`
    if isinstance(node, cst.Subscript) and dotted(node.value) == base and base and _index(node):
        return Element(node, base)
    if isinstance(node, cst.Attribute) and dotted(node.value) == base and base:
        return Element(node, base)
    return None


def _index(node: cst.Subscript) -> str:
    only = node.slice[0].slice if len(node.slice) == 1 else None
    return _key(only.value) if isinstance(only, cst.Index) else ""


def _key(node: cst.BaseExpression) -> str:
    value = node.evaluated_value if isinstance(node, cst.SimpleString) else ""
    return value if isinstance(value, str) else ""
