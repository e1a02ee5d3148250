"""Rewrites a syntax tree so that every value-producing expression reports its operands and its result.

`f(x, g(y))` becomes `CALL(f(x, CALL'(g(y), S, g, y)), S, f, x)`: the call stays in the user's frame and in its order of
evaluation; plain names are read once more afterwards (which runs no code of the user's), other operands have pushed what
is known of them on the activation's stack S. Probes and, in module code, S are placed among the constants of the
compiled code (`constants.bind`): no name is added to any namespace but S, a local variable of functions that need it.

Left alone: annotations, decorators, defaults, class-level statements, f-strings, patterns, assert statements.
State and its lifetime: `file`, `sites` and the sets of names the whole file; `scope` the innermost function, lambda,
comprehension or module.
"""

from __future__ import annotations

import ast
from typing import Any, Optional

from .embedded import embedded
from .environments import Hold
from .probes import RT, Site
from .rewrite_names import LIBRARIES, PLAIN_CALLS, REFLECTING, dotted, root_name
from .sites import OUTER, PUSH, QUIET, STACK, ModuleStack, SourceFile

MARK = "\0gradhelp:"


class Scope:
    """How the stack is reached in the scope being rewritten.

    `constant`: the number of the constant that is the stack; None where a local variable holds it. `used`: whether any
    probe needs it. `holds`: how many probes so far leave a value of the user's on it until their statement is done.
    """

    def __init__(self, function: str, constant: Optional[int] = None) -> None:
        self.function = function
        self.constant = constant
        self.used = False
        self.holds = 0


class Rewriter:
    """One file. `constants` holds, by number, what each marked constant stands for: a probe, a stack or the switch.

    `rebound`: names that more than import statements bind. `fleeting`: names that must not be read a second time.
    """

    def __init__(self, file: SourceFile, rebound: frozenset[str], fleeting: frozenset[str]) -> None:
        self.file, self.rebound, self.fleeting = file, rebound, fleeting
        self.constants: list[Any] = []
        self.scope = Scope("<module>", self._constant(ModuleStack([None])))
        self.switch = self._constant(RT.switch)

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
        return self._called(embedded(bound), like, *args)

    def _reread(self, name: str, like: ast.AST) -> ast.expr:
        """A second reading of a name, at the place of the whole expression `like`, where the probe is called."""
        return ast.copy_location(ast.Name(name, ast.Load()), like)

    def _is_lasting(self, node: ast.AST) -> bool:
        """Whether `node` is a plain name that can be read again after the expression it stands in."""
        return isinstance(node, ast.Name) and node.id not in self.fleeting

    def _is_chain(self, node: ast.AST) -> bool:
        """Whether `node` is a chain such as `torch.nn.functional` from an imported library."""
        if not isinstance(node, ast.Attribute) or root_name(node) in self.rebound:
            return False
        return dotted(node, self.file.imports).partition(".")[0] in LIBRARIES

    # -- expressions -----------------------------------------------------------------------------------------------
    def expression(self, node: Any, mode: int = OUTER) -> Any:
        """`node` rewritten. Mode PUSH promises exactly one entry on the stack, QUIET none."""
        handler = getattr(self, "expr_" + type(node).__name__, None)
        if handler is not None:
            return handler(node, mode)
        if isinstance(node, (ast.Constant, ast.JoinedStr, ast.FormattedValue)) or type(node).__name__ == "TemplateStr":
            return self._valued(self._kept(node), mode)
        for name, child in ast.iter_fields(node):
            if isinstance(child, ast.expr):
                setattr(node, name, self.expression(child, QUIET))
            elif isinstance(child, list):
                setattr(node, name, [self.expression(c, QUIET) if isinstance(c, ast.expr) else c for c in child])
        return self._valued(node, mode)

    def _kept(self, node: Any) -> Any:
        """`node`, which is left alone but for the stack that it must not show."""
        return node if self.scope.constant is not None else Reflections(self).visit(node)

    def _hidden(self, node: ast.expr) -> ast.expr:
        return self._probe(self._site(node, "hide").hide, node, node)

    def _valued(self, node: Any, mode: int) -> Any:
        if mode != PUSH:
            return node
        site = self._site(node, "value", mode)
        site.names = (node.id,) if isinstance(node, ast.Name) else ()
        return self._probe(site.value, node, node, self._stack(node))

    def _operand(self, node: ast.expr, site: Site, again: list[ast.expr], whole: ast.expr) -> ast.expr:
        if isinstance(node, ast.Constant):
            return node
        if isinstance(node, ast.Starred):
            node.value = self._operand(node.value, site, again, whole)
            return node
        if isinstance(node, ast.Name) and self._is_lasting(node):
            again.append(self._reread(node.id, whole))
            site.names = (*site.names, node.id)
            site.order += "v"
            return node
        if self._is_chain(node):
            return node
        if isinstance(node, (ast.JoinedStr, ast.Lambda, ast.Slice)):
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
            self._method(node, function, site, again)
        else:
            name = function.id if isinstance(function, ast.Name) else ""
            site.callee = self.file.imports.get(name, name)
            if self._is_lasting(function):
                site.receiver = "name"
                again.append(self._reread(name, node))
            else:
                site.receiver, site.nested = "nested", 1
                node.func = self._pushed(self.expression(function, QUIET))
        node.args = [self._operand(arg, site, again, node) for arg in node.args]
        for keyword in node.keywords:
            keyword.value = self._operand(keyword.value, site, again, node)
        if site.attr in ("backward", "grad") or site.callee.rpartition(".")[2] in ("backward", "grad"):
            self._tap_before(node)
        made = self._tapped(node) if hasattr(node, "tap") else node
        return self._probe(site.call, node, made, self._stack(node), *again)

    def _tapped(self, node: Any) -> ast.expr:
        """A call with its tap around it, which is told of the receiver: by a second reading, or on the way."""
        receiver, tap = node.func.value, node.tap
        again: list[ast.expr] = []
        if self._is_chain(receiver):
            return node  # type: ignore[no-any-return]
        if self._is_lasting(receiver):
            again.append(self._reread(receiver.id, node))
        else:
            node.func.value = self._called(Hold(tap), receiver, receiver)
        return self._called(tap, node, node, *again)

    def _called(self, constant: Any, like: ast.AST, *args: ast.expr) -> ast.Call:
        call = ast.Call(func=self._const_node(self._constant(constant), like), args=list(args), keywords=[])
        return ast.copy_location(call, like)

    def _method(self, call: ast.Call, function: ast.Attribute, site: Site, again: list[ast.expr]) -> None:
        site.attr = function.attr
        site.callee = dotted(function, self.file.imports)
        root = root_name(function.value)
        if self._is_lasting(function.value) or (self._is_chain(function.value) and root not in self.fleeting):
            site.receiver = "name"
            site.chain = _attributes(function.value)
            again.append(self._reread(root, call))
        else:
            site.receiver, site.nested = "nested", 1
            function.value = self._pushed(self.expression(function.value, QUIET))

    def _pushed(self, node: Any) -> ast.expr:
        self.scope.holds += 1
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
            result = self._hidden(node) if self.scope.constant is None else node
        return self._valued(result, mode)

    def expr_Attribute(self, node: ast.Attribute, mode: int) -> Any:
        if self._is_chain(node):
            return self._valued(node, mode)
        site = self._site(node, "attribute", mode)
        site.attr = node.attr
        again = []
        if isinstance(node.value, ast.Name) and self._is_lasting(node.value):
            again.append(self._reread(node.value.id, node))
        else:
            site.nested = 1
            node.value = self._pushed(self.expression(node.value, QUIET))
        made = self._hidden(node) if node.attr == "f_locals" else node
        return self._probe(site.load, node, made, self._stack(node), *again)

    def _operator(self, node: Any, mode: int, kind: str, fields: tuple[str, ...]) -> Any:
        site = self._site(node, kind, mode)
        again: list[ast.expr] = []
        for name in fields:
            child = getattr(node, name)
            if isinstance(child, list):
                setattr(node, name, [self._operand(c, site, again, node) for c in child])
            else:
                setattr(node, name, self._operand(child, site, again, node))
        if not again and not site.nested:
            return self._valued(node, mode)
        return self._probe(site.op, node, node, self._stack(node), *again)

    def expr_BinOp(self, node: ast.BinOp, mode: int) -> Any:
        return self._operator(node, mode, "operator", ("left", "right"))

    def expr_UnaryOp(self, node: ast.UnaryOp, mode: int) -> Any:
        if isinstance(node.op, ast.Not):
            node.operand = self.expression(node.operand, QUIET)
            return self._valued(node, mode)
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
            made = self._site(node, "yield", QUIET)
            node.value = self._probe(made.yields, node.value, self.expression(node.value, QUIET))
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
            node.elts[index] = self._operand(element, site, again, node)
            shape.append("n" if site.nested > nested else "v" if len(again) > plain else "c")
        if not starred:
            site.arity, site.cache = len(shape), tuple(shape)
        return self._probe(site.literal, node, node, self._stack(node), *again)

    expr_Tuple = expr_List = _display


class Reflections(ast.NodeTransformer):
    """Takes the stack out of what `locals()` and its like give inside of what is left alone otherwise."""

    def __init__(self, rewriter: Rewriter) -> None:
        self._rewriter = rewriter

    def visit_Call(self, node: ast.Call) -> Any:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id in REFLECTING and not node.args:
            return self._rewriter._hidden(node)
        return node

    def visit_FunctionDef(self, node: Any) -> Any:
        return node

    visit_AsyncFunctionDef = visit_ClassDef = visit_FunctionDef


def _attributes(node: ast.AST) -> tuple[str, ...]:
    """The attributes of a chain, from the root outwards."""
    found: list[str] = []
    while isinstance(node, ast.Attribute):
        found.append(node.attr)
        node = node.value
    return tuple(reversed(found))
