"""Static facts: what the text of a file says about a line, without running it. Never executes anything."""

import ast
import re
from collections.abc import Iterator
from functools import lru_cache

from gradhelp.model.span import Span

MAX_CODE = 200
MAGIC = re.compile(r"^(\s*)[%!].*$", re.MULTILINE)
"""A line of IPython's own in a notebook cell."""


class SourceText:
    """One of the user's files. Unparsable text is allowed: then only its lines are known."""

    def __init__(self, path: str, text: str) -> None:
        self.path, self.text = path, text
        self.lines = text.splitlines()
        self.tree = _parsed(text) or _parsed(MAGIC.sub(r"\1pass", text))

    def span(self, node: ast.expr | ast.stmt) -> Span:
        """The span of a node of this file's tree."""
        segment = ast.get_source_segment(self.text, node) or ""
        end_line, end = node.end_lineno or node.lineno, node.end_col_offset or node.col_offset
        return Span(
            file=self.path,
            line=node.lineno,
            column=self._characters(node.lineno, node.col_offset) + 1,
            end_line=end_line,
            end_column=self._characters(end_line, end) + 1,
            code=" ".join(segment.split())[:MAX_CODE],
        )

    def _characters(self, line: int, offset: int) -> int:
        data = self.lines[line - 1].encode() if 0 < line <= len(self.lines) else b""
        return len(data[:offset].decode("utf-8", "replace"))

    def expression(self, span: Span) -> ast.expr | None:
        """The expression that stands exactly at `span`."""
        for node in self._expressions_at(span.line):
            if self.span(node).model_dump(exclude={"code"}) == span.model_dump(exclude={"code"}):
                return node
        return None

    @lru_cache(maxsize=256)  # noqa: B019 - one instance a file of one run
    def _expressions_at(self, line: int) -> tuple[ast.expr, ...]:
        nodes = ast.walk(self.tree) if self.tree else ()
        return tuple(node for node in nodes if isinstance(node, ast.expr) and node.lineno == line)

    def switch_statement(self, line: int) -> tuple[str, Span] | None:
        """What on `line` switches gradient recording off: ("with" | "decorator" | "call", its span)."""
        if self.tree is None:
            return None
        best: tuple[str, Span] | None = None
        for node in ast.walk(self.tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                for decorator in node.decorator_list:
                    if decorator.lineno <= line <= (decorator.end_lineno or decorator.lineno):
                        return "decorator", self.span(decorator)
            elif isinstance(node, ast.With | ast.AsyncWith):
                for item in node.items:
                    expression = item.context_expr
                    if node.lineno <= line <= (expression.end_lineno or expression.lineno):
                        best = "with", self._header(node, expression)
            elif best is None and isinstance(node, ast.Call) and node.lineno == line:
                best = "call", self.span(node)
        return best

    def _header(self, node: ast.With | ast.AsyncWith, expression: ast.expr) -> Span:
        """A with statement up to its context expression; the line is that of the expression that switches."""
        span = self.span(expression)
        return span.model_copy(update={"code": f"with {span.code}"}) if node.lineno == expression.lineno else span

    def assignment(self, name: str, before: int) -> Span | None:
        """The value last assigned to `name` above line `before`, in the same function where there is one."""
        if self.tree is None:
            return None
        found: ast.stmt | None = None
        home = self.function_at(before)
        for node in ast.walk(self.tree):
            if not isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign) or node.lineno >= before:
                continue
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if not any(_binds(target, name) for target in targets) or node.value is None:
                continue
            if self.function_at(node.lineno) == home and (found is None or node.lineno > found.lineno):
                found = node
        return self.span(found) if found is not None else None

    def assigned_pairs(self) -> Iterator[tuple[ast.expr, ast.expr]]:
        """Target and value of every assignment of one value to one target; those of `a, b = x, y` one by one."""
        for node in ast.walk(self.tree) if self.tree else ():
            if not isinstance(node, ast.Assign) or len(node.targets) > 1:
                continue
            target, value = node.targets[0], node.value
            several = isinstance(target, ast.Tuple | ast.List) and isinstance(value, ast.Tuple | ast.List)
            if several and len(target.elts) == len(value.elts):  # type: ignore[attr-defined]
                yield from zip(target.elts, value.elts, strict=True)  # type: ignore[attr-defined]
            else:
                yield target, value

    def assigned_calls(self) -> Iterator[tuple[str, str]]:
        """For each name or attribute that is given the result of a call: it, and the last part of what is called."""
        for target, value in self.assigned_pairs():
            if isinstance(value, ast.Call) and isinstance(target, ast.Name | ast.Attribute):
                yield ast.unparse(target), ast.unparse(value.func).rpartition(".")[2]

    def returned_by(self, assignment: str, name: str) -> Span | None:
        """Where `name = f(…)` gets its value within `f`, the only function of that name in this file."""
        statement = (_parsed(assignment) or ast.Module([], [])).body[:1]
        if not statement or not isinstance(statement[0], ast.Assign) or not isinstance(statement[0].value, ast.Call):
            return None
        target, called = statement[0].targets[0], ast.unparse(statement[0].value.func).rpartition(".")[2]
        value = self._returns(called)
        if isinstance(target, ast.Tuple):
            position = [ast.unparse(element) for element in target.elts].index(name)
            value = value.elts[position] if isinstance(value, ast.Tuple) and position < len(value.elts) else None
        if isinstance(value, ast.Name):
            return self.assignment(value.id, value.lineno) or self.span(value)
        return self.span(value) if value is not None else None

    def _returns(self, name: str) -> ast.expr | None:
        """What the only function of that name returns at its end."""
        nodes = ast.walk(self.tree) if self.tree else ()
        functions = [node for node in nodes if isinstance(node, ast.FunctionDef) and node.name == name]
        last = functions[0].body[-1] if len(functions) == 1 else None
        return last.value if isinstance(last, ast.Return) else None

    def use_of(self, span: Span) -> ast.AST | None:
        """The expression or statement that an expression is directly a part of."""
        expression = self.expression(span)
        for node in ast.walk(self.tree) if self.tree and expression is not None else ():
            if any(child is expression for child in ast.iter_child_nodes(node)):
                return node
        return None

    def only_assignment(self, name: str) -> Span | None:
        """The one statement of the file that assigns to `name`; None where there are several, or none."""
        found = [
            node
            for node in (ast.walk(self.tree) if self.tree else ())
            if isinstance(node, ast.Assign) and any(_binds(target, name) for target in node.targets)
        ]
        return self.span(found[0]) if len(found) == 1 else None

    def next_step(self, line: int) -> str:
        """The subject of the first `….step()` statement below `line` in the same function; "" where there is none."""
        home = self.function_at(line)
        for node in sorted(self._calls(), key=lambda call: call.lineno):
            function = node.func
            steps = isinstance(function, ast.Attribute) and function.attr == "step" and not node.args
            if (
                isinstance(function, ast.Attribute)
                and steps
                and node.lineno > line
                and self.function_at(node.lineno) == home
            ):
                return ast.unparse(function.value)
        return ""

    def _calls(self) -> list[ast.Call]:
        return [node for node in ast.walk(self.tree) if isinstance(node, ast.Call)] if self.tree else []

    def assigned_at(self, line: int) -> str:
        """The target of the assignment that stands on `line`; "" where there is none."""
        for node in ast.walk(self.tree) if self.tree else ():
            if isinstance(node, ast.Assign) and node.lineno <= line <= (node.end_lineno or node.lineno):
                return ast.unparse(node.targets[0])
        return ""

    def steps_in(self, line: int) -> bool:
        """Whether something is stepped with an action in the function around a line."""
        home = self.function_at(line)
        return any(
            isinstance(node.func, ast.Attribute) and node.func.attr == "step" and node.args
            for node in self._calls()
            if self.function_at(node.lineno) == home
        )

    def function_at(self, line: int) -> str:
        """The innermost function around a line, by name and line; empty at module level."""
        best: ast.FunctionDef | ast.AsyncFunctionDef | None = None
        for node in ast.walk(self.tree) if self.tree else ():
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.lineno <= line <= (
                node.end_lineno or 0
            ):
                best = node if best is None or node.lineno > best.lineno else best
        return f"{best.name}:{best.lineno}" if best else ""


def _binds(target: ast.expr, name: str) -> bool:
    """Whether an assignment to `target` gives `name` its value, alone or among others."""
    elements = target.elts if isinstance(target, ast.Tuple | ast.List) else [target]
    return any(ast.unparse(element) == name for element in elements)


def _parsed(text: str) -> ast.Module | None:
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def backward_subject(code: str) -> str:
    """What a backward call differentiates, as the user wrote it: `loss.backward()` → `loss`."""
    match = re.match(r"(?P<name>.*?)\.backward\s*\(", code)
    if match and "(" not in match["name"]:
        return match["name"].strip()
    inner = re.match(r"[\w.]*(?:backward|grad|scale)\s*\(\s*(?P<name>[\w.\[\]]+)", code)
    if inner:
        return inner["name"]
    return match["name"].strip() if match else ""


def parameters_owner(code: str) -> list[str]:
    """The networks whose parameters an optimizer was given: `Adam(net.parameters())` → ["net"]."""
    owners = re.findall(r"([A-Za-z_][\w.\[\]'\"]*)\.(?:named_)?parameters\s*\(", code)
    return list(dict.fromkeys(owners))
