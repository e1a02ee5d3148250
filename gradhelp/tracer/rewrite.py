"""Rewrites a syntax tree so that every value-producing expression reports its operands and its result.

`f(x, g(y))` becomes `CALL(f(x, CALL'(g(y), S, g, y)), S, f, x)`: the call stays in the user's frame and in its order of
evaluation; plain names are read once more afterwards, other operands have pushed what is known of them on the
activation's stack S. Probes and, in module code, S are placed among the constants of the compiled code
(`constants.bind`): no name is added to any namespace but `_@s`, a local variable of functions that need it.

Left alone: annotations, decorators, defaults, class-level statements, f-strings, patterns, assert statements.
State and its lifetime: `file` and `sites` the whole file; `scope` the innermost function, lambda or module.
"""

from __future__ import annotations

import ast
from typing import Any, Optional

from .probes import Site
from .rewrite_names import PLAIN_CALLS, REFLECTING, dotted, import_names, is_plain_chain, target_names
from .sites import OUTER, PUSH, QUIET, SourceFile

STACK = "_@s"
MARK = "\0gradhelp:"


class Scope:
    """How the stack is reached in the scope being rewritten."""

    def __init__(self, function: str, constant: Optional[int]) -> None:
        self.function = function
        self.constant = constant
        self.used = False


class Rewriter(ast.NodeTransformer):
    """One file. `constants` holds, by number, what each marked constant stands for: a bound probe or a stack."""

    def __init__(self, file: SourceFile) -> None:
        self.file = file
        self.constants: list[Any] = []
        self.scope = Scope("<module>", self._constant([None]))
        self.in_comprehension_iterable = 0

    # -- small pieces ----------------------------------------------------------------------------------------------
    def _constant(self, value: Any) -> int:
        self.constants.append(value)
        return len(self.constants) - 1

    def _const_node(self, number: int, like: ast.AST) -> ast.expr:
        return ast.copy_location(ast.Constant(value=f"{MARK}{number}"), like)

    def _stack(self, like: ast.AST) -> ast.expr:
        self.scope.used = True
        if self.scope.constant is not None:
            return self._const_node(self.scope.constant, like)
        return ast.copy_location(ast.Name(id=STACK, ctx=ast.Load()), like)

    def _site(self, node: ast.AST, kind: str, mode: int = OUTER) -> Site:
        site = Site(self.file, node, kind, self.scope.function)
        site.mode = mode
        self.file.sites.append(site)
        return site

    def _probe(self, bound: Any, like: ast.AST, *args: ast.expr) -> ast.Call:
        call = ast.Call(func=self._const_node(self._constant(bound), like), args=list(args), keywords=[])
        return ast.copy_location(call, like)

    def _reread(self, node: ast.expr) -> ast.expr:
        """A second load of a plain name or chain."""
        if isinstance(node, ast.Attribute):
            return ast.copy_location(ast.Attribute(self._reread(node.value), node.attr, ast.Load()), node)
        assert isinstance(node, ast.Name)
        return ast.copy_location(ast.Name(node.id, ast.Load()), node)

    # -- expressions -----------------------------------------------------------------------------------------------
    def expression(self, node: Any, mode: int = OUTER) -> Any:
        """`node` rewritten. Mode PUSH promises exactly one entry on the stack, QUIET none."""
        handler = getattr(self, "expr_" + type(node).__name__, None)
        if handler is not None:
            return handler(node, mode)
        if isinstance(node, (ast.Constant, ast.JoinedStr, ast.FormattedValue)) or type(node).__name__ == "TemplateStr":
            return self._valued(node, mode)
        for name, child in ast.iter_fields(node):
            if isinstance(child, ast.expr):
                setattr(node, name, self.expression(child, QUIET))
            elif isinstance(child, list):
                setattr(node, name, [self.expression(c, QUIET) if isinstance(c, ast.expr) else c for c in child])
        return self._valued(node, mode)

    def _valued(self, node: Any, mode: int) -> Any:
        if mode != PUSH:
            return node
        site = self._site(node, "value", mode)
        site.names = (node.id,) if isinstance(node, ast.Name) else ()
        return self._probe(site.value, node, node, self._stack(node))

    def _operand(self, node: ast.expr, site: Site, again: list[ast.expr]) -> ast.expr:
        if isinstance(node, ast.Constant):
            return node
        if isinstance(node, ast.Starred):
            node.value = self._operand(node.value, site, again)
            return node
        if isinstance(node, ast.Name):
            again.append(self._reread(node))
            site.names = (*site.names, node.id)
            site.order += "v"
            return node
        if is_plain_chain(node, self.file.imports):
            return node
        if isinstance(node, (ast.JoinedStr, ast.Lambda)) or (isinstance(node, ast.Slice)):
            return self.expression(node, QUIET)  # type: ignore[no-any-return]
        site.nested += 1
        site.order += "n"
        return self.expression(node, PUSH)  # type: ignore[no-any-return]

    def expr_Name(self, node: ast.Name, mode: int) -> Any:
        return self._valued(node, mode)

    def expr_Call(self, node: ast.Call, mode: int) -> Any:
        function = node.func
        if isinstance(function, ast.Name) and function.id in PLAIN_CALLS:
            return self._plain_call(node, mode)
        site = self._site(node, "call", mode)
        again: list[ast.expr] = []
        if isinstance(function, ast.Attribute):
            self._method(function, site, again)
        elif isinstance(function, ast.Name):
            site.receiver, site.callee = "name", self.file.imports.get(function.id, function.id)
            again.append(self._reread(function))
        else:
            site.receiver, site.nested = "nested", 1
            node.func = self._pushed(self.expression(function, QUIET))
        if site.attr in ("backward", "grad") or site.callee.rpartition(".")[2] in ("backward", "grad"):
            self._tap_before(node)
        node.args = [self._operand(arg, site, again) for arg in node.args]
        for keyword in node.keywords:
            keyword.value = self._operand(keyword.value, site, again)
        return self._probe(site.call, node, node, self._stack(node), *again)

    def _method(self, function: ast.Attribute, site: Site, again: list[ast.expr]) -> None:
        site.attr = function.attr
        site.callee = dotted(function, self.file.imports)
        if isinstance(function.value, ast.Name) or is_plain_chain(function.value, self.file.imports):
            site.receiver = "name"
            again.append(self._reread(function.value))
        else:
            site.receiver, site.nested = "nested", 1
            function.value = self._pushed(self.expression(function.value, QUIET))

    def _pushed(self, node: Any) -> ast.expr:
        site = self._site(node, "receiver", PUSH)
        return self._probe(site.pushed, node, node, self._stack(node))

    def _tap_before(self, node: ast.Call) -> None:
        """backward() and grad() raise: what they are given is looked at before the call."""
        if node.args and not isinstance(node.args[0], ast.Starred):
            site = self._site(node, "before")
            node.args[0] = self._probe(site.before, node.args[0], node.args[0])
        elif node.keywords and node.keywords[0].arg in ("tensors", "outputs"):
            site = self._site(node, "before")
            node.keywords[0].value = self._probe(site.before, node.keywords[0].value, node.keywords[0].value)

    def _plain_call(self, node: ast.Call, mode: int) -> Any:
        node.args = [self.expression(arg, QUIET) for arg in node.args]
        for keyword in node.keywords:
            keyword.value = self.expression(keyword.value, QUIET)
        result: ast.expr = node
        if isinstance(node.func, ast.Name) and node.func.id in REFLECTING and not node.args:
            result = self._probe(self._site(node, "hide").hide, node, node)
        return self._valued(result, mode)

    def expr_Attribute(self, node: ast.Attribute, mode: int) -> Any:
        if is_plain_chain(node, self.file.imports):
            return self._valued(node, mode)
        site = self._site(node, "attribute", mode)
        site.attr = node.attr
        again = []
        if isinstance(node.value, ast.Name):
            again.append(self._reread(node.value))
        else:
            site.nested = 1
            node.value = self._pushed(self.expression(node.value, QUIET))
        return self._probe(site.load, node, node, self._stack(node), *again)

    def _operator(self, node: Any, mode: int, kind: str, fields: tuple[str, ...]) -> Any:
        site = self._site(node, kind, mode)
        again: list[ast.expr] = []
        for name in fields:
            child = getattr(node, name)
            if isinstance(child, list):
                setattr(node, name, [self._operand(c, site, again) for c in child])
            else:
                setattr(node, name, self._operand(child, site, again))
        if not again and not site.nested:
            return self._valued(node, mode)
        return self._probe(site.op, node, node, self._stack(node), *again)

    def expr_BinOp(self, node: ast.BinOp, mode: int) -> Any:
        return self._operator(node, mode, "operator", ("left", "right"))

    def expr_UnaryOp(self, node: ast.UnaryOp, mode: int) -> Any:
        return self._operator(node, mode, "operator", ("operand",))

    def expr_Subscript(self, node: ast.Subscript, mode: int) -> Any:
        return self._operator(node, mode, "subscript", ("value", "slice"))

    def expr_Compare(self, node: ast.Compare, mode: int) -> Any:
        if len(node.ops) > 1:
            return self._merged(node, mode)
        if isinstance(node.ops[0], (ast.Is, ast.IsNot, ast.In, ast.NotIn)):
            node.left = self.expression(node.left, QUIET)
            node.comparators = [self.expression(c, QUIET) for c in node.comparators]
            return self._valued(node, mode)
        return self._operator(node, mode, "compare", ("left", "comparators"))

    def expr_Index(self, node: Any, mode: int) -> Any:  # Python 3.8's tree; kept by some tools
        node.value = self.expression(node.value, mode)
        return node

    def _merged(self, node: Any, mode: int) -> Any:
        """Parts that may or may not be evaluated: `mark` first, as the left half of a tuple that is indexed away."""
        if mode != PUSH:
            for name, child in ast.iter_fields(node):
                if isinstance(child, list):
                    setattr(node, name, [self.expression(c, QUIET) if isinstance(c, ast.expr) else c for c in child])
                elif isinstance(child, ast.expr):
                    setattr(node, name, self.expression(child, QUIET))
            return node
        site = self._site(node, "merge", mode)
        for name, child in ast.iter_fields(node):
            if isinstance(child, list):
                setattr(node, name, [self.expression(c, PUSH) if isinstance(c, ast.expr) else c for c in child])
            elif isinstance(child, ast.expr):
                setattr(node, name, self.expression(child, QUIET if name == "test" else PUSH))
        marker = self._probe(site.mark, node, self._stack(node))
        # `mark(S) or <expression>`: mark returns None, so the expression is the value
        either = ast.copy_location(ast.BoolOp(ast.Or(), [marker, node]), node)
        return self._probe(site.merge, node, either, self._stack(node))

    expr_IfExp = expr_BoolOp = _merged

    def expr_NamedExpr(self, node: ast.NamedExpr, mode: int) -> Any:
        node.value = self.expression(node.value, mode)
        return node

    def expr_Await(self, node: ast.Await, mode: int) -> Any:
        node.value = self.expression(node.value, QUIET)
        return self._valued(node, mode)

    def expr_Yield(self, node: ast.Yield, mode: int) -> Any:
        if node.value is not None:
            node.value = self.expression(node.value, QUIET)
        return self._valued(node, mode)

    def expr_YieldFrom(self, node: ast.YieldFrom, mode: int) -> Any:
        node.value = self.expression(node.value, QUIET)
        return self._valued(node, mode)

    def expr_Starred(self, node: ast.Starred, mode: int) -> Any:
        node.value = self.expression(node.value, mode)
        return node

    def _display(self, node: Any, mode: int) -> Any:
        if not isinstance(node.ctx, ast.Load):
            return node
        if mode == QUIET or not node.elts:
            node.elts = [self.expression(e, QUIET) for e in node.elts]
            return self._valued(node, mode)
        site = self._site(node, "literal", mode)
        again: list[ast.expr] = []
        shape = []
        starred = any(isinstance(e, ast.Starred) for e in node.elts)
        for index, element in enumerate(node.elts):
            nested, plain = site.nested, len(again)
            node.elts[index] = self._operand(element, site, again)
            shape.append("n" if site.nested > nested else "v" if len(again) > plain else "c")
        if not starred:
            site.arity, site.cache = len(shape), tuple(shape)
        return self._probe(site.literal, node, node, self._stack(node), *again)

    expr_Tuple = expr_List = _display

    def expr_Lambda(self, node: ast.Lambda, mode: int) -> Any:
        outer, self.scope = self.scope, Scope(self.scope.function, self._constant([None]))
        node.body = self.expression(node.body, OUTER)
        self.scope = outer
        return self._valued(node, mode)

    def _comprehension(self, node: Any, mode: int) -> Any:
        first = node.generators[0]
        loops = self._site(node, "loop")
        self.in_comprehension_iterable += 1
        first.iter = self._iterable(first.iter, loops, QUIET if mode != OUTER else OUTER)
        self.in_comprehension_iterable -= 1
        outer, self.scope = self.scope, Scope(self.scope.function, None)
        names = target_names(first.target)
        loops.names = tuple(names)
        parts = ["elt"] if hasattr(node, "elt") else ["key", "value"]
        for part in parts:
            if getattr(node, part) is not None:
                setattr(node, part, self.expression(getattr(node, part), OUTER))
        first.ifs = [self.expression(test, OUTER) for test in first.ifs]
        for later in node.generators[1:]:
            later.iter = self.expression(later.iter, OUTER)
            later.ifs = [self.expression(test, OUTER) for test in later.ifs]
        if self.scope.used:
            self._give_stack(node, first, loops, names)
        self.scope = outer
        return self._valued(node, mode)

    def _give_stack(self, node: Any, first: ast.comprehension, loops: Site, names: list[str]) -> None:
        reads = [ast.copy_location(ast.Name(n, ast.Load()), first.iter) for n in names]
        clause = ast.comprehension(
            target=ast.copy_location(ast.Name(STACK, ast.Store()), first.iter),
            iter=self._probe(loops.fresh_stack, first.iter, *reads),
            ifs=first.ifs,
            is_async=0,
        )
        first.ifs = []
        node.generators.insert(1, clause)

    expr_ListComp = expr_SetComp = expr_DictComp = expr_GeneratorExp = _comprehension

    def _iterable(self, node: ast.expr, loops: Site, mode: int) -> ast.expr:
        if isinstance(node, (ast.Name, ast.Constant)):
            return self._probe(loops.iterate, node, node, self._stack(node))
        if mode == OUTER:
            loops.nested = 1
        return self._probe(loops.iterate, node, self.expression(node, mode), self._stack(node))


__all__ = ["MARK", "QUIET", "STACK", "Rewriter", "Scope", "import_names"]
