"""The statement half of the rewriter: assignments and stores, loops, functions, imports."""

from __future__ import annotations

import ast
from typing import Any, Optional

from .rewrite import QUIET, STACK, Rewriter, Scope
from .rewrite_names import element_names, target_names
from .sites import OUTER, PUSH


class StatementRewriter(Rewriter):
    """Rewrites whole modules; see `rewrite` for what happens to expressions."""

    def module(self, tree: ast.Module) -> ast.Module:
        tree.body = self.statements(tree.body)
        return tree

    def statements(self, body: list[ast.stmt]) -> list[ast.stmt]:
        result: list[ast.stmt] = []
        for statement in body:
            handler = getattr(self, "stmt_" + type(statement).__name__, None)
            if handler is None:
                result.append(self._other(statement))
                continue
            made = handler(statement)
            result.extend(made if isinstance(made, list) else [made])
        return result

    def _other(self, node: Any) -> Any:
        """Statements that need nothing of their own: rewrite what they contain."""
        for name, child in ast.iter_fields(node):
            if isinstance(child, ast.expr) and name not in ("annotation", "type_comment"):
                setattr(node, name, self.expression(child, OUTER))
            elif isinstance(child, list) and child and isinstance(child[0], ast.stmt):
                setattr(node, name, self.statements(child))
            elif isinstance(child, list):
                for item in child:
                    if isinstance(item, (ast.ExceptHandler, ast.withitem)) or type(item).__name__ == "match_case":
                        self._part(item)
        return node

    def _part(self, item: Any) -> None:
        if isinstance(item, ast.withitem):
            item.context_expr = self.expression(item.context_expr, OUTER)
            return
        if getattr(item, "guard", None) is not None:
            item.guard = self.expression(item.guard, OUTER)
        item.body = self.statements(item.body)

    def _keep(self, node: Any) -> Any:
        return node

    stmt_Assert = stmt_Delete = stmt_Global = stmt_Nonlocal = stmt_Pass = stmt_TypeAlias = _keep

    # -- scopes ----------------------------------------------------------------------------------------------------
    def _function(self, node: Any) -> Any:
        outer, self.scope = self.scope, Scope(self._qualified(node.name), None)
        body = node.body
        start = 1 if _is_docstring(body[0]) else 0
        rewritten = self.statements(body[start:])
        if self.scope.used:
            like = body[start] if start < len(body) else body[0]
            rewritten.insert(0, self._new_stack(like))
        node.body = body[:start] + rewritten
        self.scope = outer
        return node

    stmt_FunctionDef = stmt_AsyncFunctionDef = _function

    def _qualified(self, name: str) -> str:
        return name if self.scope.function == "<module>" else f"{self.scope.function}.{name}"

    def _new_stack(self, like: ast.AST) -> ast.stmt:
        line, column = getattr(like, "lineno", 1), getattr(like, "col_offset", 0)
        decorators = getattr(like, "decorator_list", None)
        if decorators:
            line = decorators[0].lineno
        fresh = ast.Assign(
            targets=[ast.Name(STACK, ast.Store())], value=ast.List([ast.Constant(None)], ast.Load()), type_comment=None
        )
        for part in ast.walk(fresh):
            if isinstance(part, (ast.stmt, ast.expr)):
                part.lineno = part.end_lineno = line
                part.col_offset = part.end_col_offset = column
        return fresh

    def stmt_ClassDef(self, node: ast.ClassDef) -> Any:
        outer, self.scope = self.scope, Scope(self._qualified(node.name), None)
        node.body = [self._in_class(statement) for statement in node.body]
        self.scope = outer
        return node

    def _in_class(self, statement: ast.stmt) -> ast.stmt:
        if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)):
            return self._function(statement)  # type: ignore[no-any-return]
        if isinstance(statement, ast.ClassDef):
            return self.stmt_ClassDef(statement)  # type: ignore[no-any-return]
        for name in ("body", "orelse", "finalbody"):
            inner = getattr(statement, name, None)
            if isinstance(inner, list):
                setattr(statement, name, [self._in_class(s) if isinstance(s, ast.stmt) else s for s in inner])
        return statement

    # -- assignments -----------------------------------------------------------------------------------------------
    def stmt_Assign(self, node: ast.Assign) -> Any:
        stores = [t for t in node.targets if _has_store(t)]
        value = node.value
        if stores:
            pairs = len(value.elts) if isinstance(value, (ast.Tuple, ast.List)) else 0
            node.value = self._right_side(value)
            node.targets = [self._target(t, pairs) for t in node.targets]
            return node
        node.value = self.expression(value, OUTER)
        self._name_result(node.value, node.targets[0])
        return node

    def _right_side(self, value: ast.expr) -> ast.expr:
        if isinstance(value, (ast.Name, ast.Constant)) or type(value).__name__ in _VALUED:
            site = self._site(value, "value", OUTER)
            site.names = (value.id,) if isinstance(value, ast.Name) else ()
            inner = value if isinstance(value, (ast.Name, ast.Constant)) else self.expression(value, QUIET)
            return self._probe(site.value, value, inner, self._stack(value))
        made = self.expression(value, OUTER)
        if isinstance(value, (ast.Tuple, ast.List)) and made is value:
            site = self._site(value, "value", OUTER)
            return self._probe(site.value, value, made, self._stack(value))
        return made  # type: ignore[no-any-return]

    def _name_result(self, made: ast.expr, target: ast.expr) -> None:
        """Tell the outermost site of a right side which names its result is bound to."""
        if not isinstance(made, ast.Call) or not isinstance(made.func, ast.Constant):
            return
        bound = self.constants[int(str(made.func.value).rpartition(":")[2])]
        if isinstance(target, ast.Name):
            bound.__self__.target = target.id
        else:
            bound.__self__.target = element_names(target)

    def _target(self, target: Any, pairs: int, index: int = 0) -> Any:
        if isinstance(target, (ast.Tuple, ast.List)):
            same = pairs == len(target.elts) and not any(isinstance(e, ast.Starred) for e in target.elts)
            target.elts = [self._target(e, 0, i + 1 if same else index) for i, e in enumerate(target.elts)]
            return target
        if isinstance(target, ast.Starred):
            target.value = self._target(target.value, 0, index)
            return target
        if isinstance(target, ast.Subscript):
            target.value = self._store_base(target.value, "store-item", "", index)
            target.slice = self.expression(target.slice, QUIET)
        elif isinstance(target, ast.Attribute):
            target.value = self._store_base(target.value, "store-attribute", target.attr, index, target)
        return target

    def _store_base(self, base: ast.expr, kind: str, attr: str, index: int, whole: Optional[ast.AST] = None) -> ast.expr:
        site = self._site(whole or base, kind)
        site.attr, site.arity = attr, index
        again = []
        if isinstance(base, ast.Attribute) and kind == "store-item":
            if isinstance(base.value, ast.Name):
                again.append(self._reread(base.value))
            else:
                site.nested = 1
                base.value = self._pushed(self.expression(base.value, QUIET))
        elif not isinstance(base, ast.Name):
            base = self.expression(base, QUIET)
        return self._probe(site.into, base, base, self._stack(base), *again)

    def stmt_AnnAssign(self, node: ast.AnnAssign) -> Any:
        if node.value is None:
            return node
        if isinstance(node.target, ast.Name):
            node.value = self.expression(node.value, OUTER)
            self._name_result(node.value, node.target)
            return node
        node.value = self._right_side(node.value)
        node.target = self._target(node.target, 0)
        return node

    def stmt_AugAssign(self, node: ast.AugAssign) -> Any:
        site = self._site(node, "augment")
        target: Any = node.target
        if not isinstance(target, ast.Name):
            base_site = self._site(node, "base")
            target.value = self._probe(
                base_site.base, target.value, self.expression(target.value, QUIET), self._stack(target)
            )
            site.attr = getattr(target, "attr", "")
            if isinstance(target, ast.Subscript):
                target.slice = self.expression(target.slice, QUIET)
        plain = isinstance(node.value, (ast.Name, ast.Constant))
        right = node.value if plain else self.expression(node.value, PUSH)
        site.nested = 0 if plain else 1
        again = [self._reread(target)] if isinstance(target, ast.Name) else []
        node.value = self._probe(site.augment, node.value, right, self._stack(node), *again)
        if not again:
            return node
        site.target = target.id
        after = self._probe(site.augmented, node, self._stack(node), self._reread(target))
        return [node, ast.copy_location(ast.Expr(after), node)]

    # -- flow ------------------------------------------------------------------------------------------------------
    def stmt_Return(self, node: ast.Return) -> Any:
        if node.value is None or isinstance(node.value, ast.Constant):
            return node
        site = self._site(node.value, "return")
        if isinstance(node.value, ast.Name):
            plain = self._site(node.value, "value", OUTER)
            plain.names = (node.value.id,)
            inner: ast.expr = self._probe(plain.value, node.value, node.value, self._stack(node.value))
        else:
            inner = self._right_side(node.value)
        node.value = self._probe(site.returned, node.value, inner, self._stack(node.value))
        return node

    def _loop(self, node: Any) -> Any:
        loops = self._site(node.iter, "loop")
        names = target_names(node.target)
        loops.names = tuple(names)
        node.iter = self._iterable(node.iter, loops, OUTER)
        node.body = self.statements(node.body)
        node.orelse = self.statements(node.orelse)
        if names and not _counts(node.iter):
            reads = [ast.copy_location(ast.Name(n, ast.Load()), node.target) for n in names]
            tap = self._probe(loops.item, node.target, self._stack(node.target), *reads)
            node.body.insert(0, ast.copy_location(ast.Expr(tap), node.target))
        return node

    stmt_For = stmt_AsyncFor = _loop

    def _imported(self, node: Any) -> Any:
        if isinstance(node, ast.ImportFrom) and node.module == "__future__":
            return node
        tap = self._probe(self._site(node, "import").imported, node)
        return [node, ast.copy_location(ast.Expr(tap), node)]

    stmt_Import = stmt_ImportFrom = _imported


_VALUED = frozenset({"ListComp", "SetComp", "DictComp", "GeneratorExp", "Dict", "Set", "Lambda", "JoinedStr", "IfExp", "BoolOp", "Await", "Yield", "YieldFrom", "NamedExpr"})  # fmt: skip


def _is_docstring(statement: ast.stmt) -> bool:
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str)
    )


def _has_store(target: ast.expr) -> bool:
    return any(isinstance(node, (ast.Attribute, ast.Subscript)) for node in ast.walk(target))


def _counts(iterable: ast.expr) -> bool:
    """Whether a loop runs over `range(...)`, whose numbers come from nowhere."""
    inner = iterable.args[0] if isinstance(iterable, ast.Call) and iterable.args else iterable
    return isinstance(inner, ast.Call) and isinstance(inner.func, ast.Name) and inner.func.id == "range"
