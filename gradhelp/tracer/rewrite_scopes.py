"""The part of the rewriter that knows of scopes within expressions: lambdas and comprehensions get a stack of their own."""

from __future__ import annotations

import ast
from typing import Any

from .probes import Site
from .rewrite import Rewriter, Scope
from .rewrite_names import target_names, walked
from .sites import OUTER, PUSH, QUIET, STACK


class ScopeRewriter(Rewriter):
    """See `rewrite`. Python allows no `:=` within the iterable of a comprehension: lambdas there are left alone."""

    in_iterable = 0

    def expr_Lambda(self, node: ast.Lambda, mode: int) -> Any:
        node.args.defaults = [self._kept(default) for default in node.args.defaults]
        node.args.kw_defaults = [self._kept(value) if value else None for value in node.args.kw_defaults]
        if self.in_iterable:
            return self._valued(node, mode)
        outer, self.scope = self.scope, Scope(self.scope.function)
        node.body = self.expression(node.body, OUTER)
        if self.scope.used:
            node.body = self._with_stack(node.body)
        self.scope = outer
        return self._valued(node, mode)

    @staticmethod
    def _with_stack(body: ast.expr) -> ast.expr:
        """`(S := [None]) and body`: a list of one element is true."""
        fresh = ast.NamedExpr(ast.Name(STACK, ast.Store()), ast.List([ast.Constant(None)], ast.Load()))
        made = ast.BoolOp(ast.And(), [fresh, body])
        for part in (made, *walked(fresh)):
            if isinstance(part, ast.expr):
                ast.copy_location(part, body)
        return made

    def _comprehension(self, node: Any, mode: int) -> Any:
        first = node.generators[0]
        loops = self._site(node, "loop")
        first.iter = self._iterable_of_comprehension(first.iter, loops, QUIET if mode != OUTER else OUTER)
        outer, self.scope = self.scope, Scope(self.scope.function)
        names = target_names(first.target)
        loops.names = tuple(names)
        for part in ("elt",) if hasattr(node, "elt") else ("key", "value"):
            if getattr(node, part) is not None:
                setattr(node, part, self.expression(getattr(node, part), OUTER))
        operand = isinstance(node, ast.GeneratorExp) and mode == PUSH
        made = self._site(node, "generator", PUSH) if operand else None
        if made is not None:
            node.elt = self._probe(made.yielded, node.elt, node.elt, self._stack(node.elt))
        first.ifs = [self.expression(test, OUTER) for test in first.ifs]
        self.in_iterable += 1
        for later in node.generators[1:]:
            later.iter = self.expression(later.iter, OUTER)
        self.in_iterable -= 1
        for later in node.generators[1:]:
            later.ifs = [self.expression(test, OUTER) for test in later.ifs]
        if self.scope.used:
            self._give_stack(node, first, loops, names)
        self.scope = outer
        if made is not None:
            return self._probe(made.generator, node, node, self._stack(node))
        return self._valued(node, mode)

    def _iterable_of_comprehension(self, node: ast.expr, loops: Site, mode: int) -> ast.expr:
        self.in_iterable += 1
        made = self._iterable(node, loops, mode)
        self.in_iterable -= 1
        return made

    def _give_stack(self, node: Any, first: ast.comprehension, loops: Site, names: list[str]) -> None:
        reads = [self._reread(name, first.iter) for name in names]
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
