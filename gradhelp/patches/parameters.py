"""A new parameter of a function, behind those that it has, and the argument for it in a call."""

from collections.abc import Sequence

import libcst as cst

from gradhelp.patches.draft import Draft
from gradhelp.patches.tree import Tree, dotted

COMMA = cst.Comma(whitespace_after=cst.SimpleWhitespace(" "))
TIGHT = cst.AssignEqual(cst.SimpleWhitespace(""), cst.SimpleWhitespace(""))


def with_parameter(
    draft: Draft, tree: Tree, function: cst.FunctionDef, new: cst.Param, calls: Sequence[cst.Call]
) -> bool:
    """Give a function a parameter; say whether calls have to name it.

    Behind defaults or stars it can only be named.
    """
    params = function.params
    loose = any(each.default is not None for each in params.params) or params.star_kwarg is not None
    starred = not isinstance(params.star_arg, cst.MaybeSentinel) or bool(params.kwonly_params)
    only_named = loose or starred
    draft.change(tree, params, lambda node: _added(node, new, only_named))
    plain = all(not arg.star and arg.keyword is None for call in calls for arg in call.args)
    bound = any(dotted(call.func).rpartition(".")[2] == "partial" for call in calls)
    return only_named or not plain or bound


def _added(node: cst.CSTNode, new: cst.Param, only_named: bool) -> cst.CSTNode:
    assert isinstance(node, cst.Parameters)
    if not only_named:
        return node.with_changes(params=[*_spaced(node.params), new])
    star = node.star_arg if not isinstance(node.star_arg, cst.MaybeSentinel) else cst.ParamStar()
    before = _spaced(node.params)
    return node.with_changes(params=before, star_arg=star, kwonly_params=[*_spaced(node.kwonly_params), new])


def _spaced(params: Sequence[cst.Param]) -> list[cst.Param]:
    """The parameters, the last of them with a comma (and where each stands on its own line, its line)."""
    if not params or isinstance(params[-1].comma, cst.Comma):
        return list(params)
    return [*params[:-1], params[-1].with_changes(comma=COMMA)]


def with_argument(draft: Draft, tree: Tree, call: cst.Call, keyword: str, code: str) -> None:
    """Hand over `code` in a call, behind what it hands over already."""
    name, equal = (cst.Name(keyword), TIGHT) if keyword else (None, cst.MaybeSentinel.DEFAULT)
    made = cst.Arg(cst.parse_expression(code), keyword=name, equal=equal)

    def longer(node: cst.CSTNode) -> cst.CSTNode:
        assert isinstance(node, cst.Call)
        args = list(node.args)
        if args and not isinstance(args[-1].comma, cst.Comma):
            args[-1] = args[-1].with_changes(comma=COMMA)
        return node.with_changes(args=[*args, made])

    draft.change(tree, call, longer)
