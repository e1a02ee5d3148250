"""The statement half of the rewriter: assignments and stores, loops, functions, imports."""

from __future__ import annotations

import ast
from typing import Any, Optional

from .embedded import site_of
from .rewrite import MARK, Scope
from .rewrite_names import element_names, is_docstring, target_names, walked
from .rewrite_plain import own_body, with_plain_copies
from .rewrite_scopes import ScopeRewriter
from .rewrite_steps import with_taps
from .sites import OUTER, PUSH, QUIET, STACK

IN_PLACE = {ast.Mult: "mul_", ast.Div: "div_", ast.Add: "add_", ast.Sub: "sub_"}


class StatementRewriter(ScopeRewriter):
    """Rewrites whole modules; see `rewrite` for what happens to expressions.

    The bodies of functions and loops are there twice, rewritten and plain: `if None in SWITCH: … else: …`.
    """

    def module(self, tree: ast.Module) -> ast.Module:
        with_taps(tree)
        with_plain_copies(tree, self._hidden, self._tapped)
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

    stmt_Assert = stmt_Delete = stmt_Global = stmt_Nonlocal = stmt_Pass = stmt_TypeAlias = ScopeRewriter._kept

    # -- statements that catch exceptions --------------------------------------------------------------------------
    def _try(self, node: Any) -> Any:
        held = self.scope.holds
        self._other(node)
        cleared = self.scope.holds > held
        for handler in node.handlers:
            seen = self._probe(self._site(handler, "except").caught, handler.body[0])
            handler.body.insert(0, _placed(ast.Expr(seen), handler.body[0]))
        for body in [*(handler.body for handler in node.handlers), node.finalbody] if cleared else ():
            if body:
                body.insert(0, self._cleared(body[0]))
        return node

    stmt_Try = stmt_TryStar = _try

    def _with(self, node: Any) -> Any:
        held = self.scope.holds
        self._other(node)
        return [node, self._cleared(node)] if self.scope.holds > held else node

    stmt_With = stmt_AsyncWith = _with

    def _cleared(self, like: ast.AST) -> ast.stmt:
        """Drops what an exception in mid-statement has left on the stack: `del S[1:]`."""
        part = ast.Subscript(self._stack(like), ast.Slice(ast.Constant(1), None, None), ast.Del())
        return _placed(ast.Delete([part]), like)

    # -- scopes ----------------------------------------------------------------------------------------------------
    def _function(self, node: Any) -> Any:
        self._defined(node)
        outer, self.scope = self.scope, Scope(self._qualified(node.name))
        body = node.body
        start = 1 if is_docstring(body[0]) else 0
        before = len(self.constants)
        rewritten = self.statements(body[start:])
        if self.scope.used:
            fresh = ast.Assign([ast.Name(STACK, ast.Store())], ast.List([ast.Constant(None)], ast.Load()))
            rewritten.insert(0, _placed(fresh, _first_with_code(body[start:])))
        node.body = body[:start] + self._either(
            rewritten, own_body(node.plain), before, _first_with_code(body[start:] or body)
        )
        self.scope = outer
        return node

    def _either(self, rewritten: list[ast.stmt], plain: list[ast.stmt], before: int, like: ast.AST) -> list[ast.stmt]:
        """Both behind the switch; just the one where rewriting has changed nothing since constant `before`.

        A constant alone Python would take for true when compiling, and an attribute of it would be a name to be seen.
        """
        if len(self.constants) == before:
            return rewritten
        awake = ast.Compare(ast.Constant(None), [ast.In()], [self._const_node(self.switch, like)])
        placed = _placed(ast.Expr(awake), like)
        return [ast.copy_location(ast.If(awake, rewritten, plain), placed)]

    def _defined(self, node: Any) -> None:
        """What a definition evaluates around its body is left alone."""
        if hasattr(node, "args"):
            node.args.defaults = [self._kept(default) for default in node.args.defaults]
            node.args.kw_defaults = [self._kept(value) if value else None for value in node.args.kw_defaults]
        node.decorator_list = [self._kept(decorator) for decorator in node.decorator_list]

    stmt_FunctionDef = stmt_AsyncFunctionDef = _function

    def _qualified(self, name: str) -> str:
        return name if self.scope.function == "<module>" else f"{self.scope.function}.{name}"

    def stmt_ClassDef(self, node: ast.ClassDef) -> Any:
        self._defined(node)
        outer, self.scope = self.scope, Scope(self._qualified(node.name))
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
        if _unpacks(node) and self.fleeting.isdisjoint(target_names(node.targets[0])):
            return self._unpacked(node)
        node.value = self.expression(value, OUTER)
        self._name_result(node.value, node.targets[0])
        return node

    def _unpacked(self, node: ast.Assign) -> list[ast.stmt]:
        """`x, y = state`, `a, b = map(torch.stack, rows)`: the items are made by unpacking, one for each name."""
        value, target = node.value, node.targets[0]
        loops = self._site(value, "unpack")
        names = target_names(target)
        loops.names = tuple(names)
        inner = value if isinstance(value, ast.Name) else self.expression(value, OUTER)
        loops.nested = 0 if inner is value else 1
        self._name_result(inner, target)
        node.value = self._probe(loops.iterate, value, inner, self._stack(value))
        reads = [ast.copy_location(ast.Name(n, ast.Load()), node) for n in names]
        tap = self._probe(loops.item, node, self._stack(node), *reads)
        return [node, ast.copy_location(ast.Expr(tap), node)]

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
        mark = made.func.value
        if isinstance(mark, str) and mark.startswith(MARK):
            site = site_of(self.constants[int(mark[len(MARK) :])])
            site.target = target.id if isinstance(target, ast.Name) else element_names(target)

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

    def _store_base(
        self, base: ast.expr, kind: str, attr: str, index: int, whole: Optional[ast.AST] = None
    ) -> ast.expr:
        site = self._site(whole or base, kind)
        site.attr, site.arity = attr, index
        again = []
        if isinstance(base, ast.Attribute) and kind == "store-item":
            if isinstance(base.value, ast.Name) and self._is_lasting(base.value):
                again.append(self._reread(base.value.id, base))
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
        target: Any = node.target
        if isinstance(target, ast.Name) and target.id in self.fleeting:
            node.value = self.expression(node.value, OUTER)
            return node
        site = self._site(node, "augment")
        site.operator = IN_PLACE.get(type(node.op), "")
        if not isinstance(target, ast.Name):
            self.scope.holds += 1
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
        again = [self._reread(target.id, node.value)] if isinstance(target, ast.Name) else []
        node.value = self._probe(site.augment, node.value, right, self._stack(node), *again)
        if not again:
            return node
        site.target = target.id
        after = self._probe(site.augmented, node, self._stack(node), self._reread(target.id, node))
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
        before = len(self.constants)
        node.body = self.statements(node.body)
        if names and not _counts(node.iter):
            reads = [self._reread(name, node.target) for name in names]
            tap = self._probe(loops.item, node.target, self._stack(node.target), *reads)
            node.body.insert(0, ast.copy_location(ast.Expr(tap), node.target))
        node.body = self._either(node.body, node.plain.body, before, node.target)
        node.orelse = self.statements(node.orelse)
        return node

    stmt_For = stmt_AsyncFor = _loop

    def stmt_While(self, node: Any) -> Any:
        node.test = self.expression(node.test, OUTER)
        before = len(self.constants)
        first = _first_with_code(node.body)
        node.body = self._either(self.statements(node.body), node.plain.body, before, first)
        node.orelse = self.statements(node.orelse)
        return node

    def _imported(self, node: Any) -> Any:
        if isinstance(node, ast.ImportFrom) and node.module == "__future__":
            return node
        tap = self._probe(self._site(node, "import").imported, node)
        return [node, ast.copy_location(ast.Expr(tap), node)]

    stmt_Import = stmt_ImportFrom = _imported


_VALUED = frozenset({"ListComp", "SetComp", "DictComp", "GeneratorExp", "Dict", "Set", "Lambda", "JoinedStr", "IfExp", "BoolOp", "Await", "Yield", "YieldFrom", "NamedExpr"})  # fmt: skip


def _placed(made: ast.stmt, like: ast.AST) -> ast.stmt:
    """An inserted statement takes the first line of the one it stands beside, decorators included, and no columns."""
    decorators = getattr(like, "decorator_list", None)
    line = decorators[0].lineno if decorators else getattr(like, "lineno", 1)
    column = getattr(like, "col_offset", 0)
    for part in walked(made):
        if isinstance(part, (ast.stmt, ast.expr)):
            part.lineno = part.end_lineno = line
            part.col_offset = part.end_col_offset = column
    return made


def _unpacks(node: ast.Assign) -> bool:
    """Whether one value is taken apart into plain names."""
    target = node.targets[0]
    if len(node.targets) > 1 or not isinstance(target, (ast.Tuple, ast.List)):
        return False
    taken_apart = isinstance(node.value, (ast.Call, ast.Name, ast.Attribute, ast.Subscript, ast.BinOp))
    return taken_apart and all(isinstance(element, ast.Name) for element in target.elts)


def _has_code(statement: ast.stmt) -> bool:
    """Whether Python runs something at the line of `statement`, where line tracers and debuggers stop."""
    if isinstance(statement, (ast.Global, ast.Nonlocal)):
        return False
    if isinstance(statement, ast.AnnAssign) and statement.value is None:
        return not isinstance(statement.target, ast.Name)
    return not (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant))


def _first_with_code(body: list[ast.stmt]) -> ast.stmt:
    return next(filter(_has_code, body), body[-1])


def _has_store(target: ast.expr) -> bool:
    return any(isinstance(node, (ast.Attribute, ast.Subscript)) for node in walked(target))


def _counts(iterable: ast.expr) -> bool:
    """Whether a loop runs over `range(...)`, whose numbers come from nowhere."""
    inner = iterable.args[0] if isinstance(iterable, ast.Call) and iterable.args else iterable
    return isinstance(inner, ast.Call) and isinstance(inner.func, ast.Name) and inner.func.id == "range"
