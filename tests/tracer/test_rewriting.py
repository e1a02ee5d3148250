"""What the rewriter makes of small pieces of code, as source text again."""

import ast
from pathlib import Path

import pytest

from gradhelp.tracer.embedded import Forward, site_of
from gradhelp.tracer.environments import Hold, Tap
from gradhelp.tracer.rewrite import MARK
from gradhelp.tracer.rewrite_names import deletable_names, import_names, rebound_names
from gradhelp.tracer.rewrite_statements import StatementRewriter
from gradhelp.tracer.sites import STACK, ModuleStack, SourceFile, Switch

GOLDEN = Path(__file__).parent / "golden" / "rewriting.txt"


class Readable(ast.NodeTransformer):
    """Probes as capital names, stacks as S."""

    def __init__(self, constants: list[object]) -> None:
        self._constants = constants

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        if not isinstance(node.value, str) or not node.value.startswith(MARK):
            return node
        held = self._constants[int(node.value[len(MARK) :])]
        if isinstance(held, (ModuleStack, Switch)):
            return ast.Name("S" if isinstance(held, ModuleStack) else "SWITCH", ast.Load())
        if isinstance(held, (Hold, Tap)):
            return ast.Name(type(held).__name__.upper(), ast.Load())
        name = held.probe.__name__ if isinstance(held, Forward) else type(held).__name__.partition("_")[2]
        assert site_of(held).file.path == "x.py"
        return ast.Name(name.upper(), ast.Load())

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return ast.Name("S", node.ctx) if node.id == STACK else node


def rewritten(source: str) -> str:
    tree = ast.parse(source)
    file = SourceFile("x.py", "x.py", source)
    file.imports = import_names(tree)
    rewriter = StatementRewriter(file, rebound_names(tree), deletable_names(tree))
    made = rewriter.module(tree)
    return ast.unparse(ast.fix_missing_locations(Readable(rewriter.constants).visit(made)))


def cases() -> list[tuple[str, str]]:
    """Pairs of source and result: divided by `----`, the pairs by `====`."""
    blocks = GOLDEN.read_text(encoding="utf-8").split("\n====\n")
    return [(source, made.rstrip("\n")) for source, _, made in (block.partition("\n----\n") for block in blocks)]


@pytest.mark.parametrize(("source", "expected"), cases(), ids=lambda text: text.splitlines()[0][:40])
def test_rewriting(source: str, expected: str) -> None:
    assert rewritten(source) == expected


@pytest.mark.parametrize(("source", "_"), cases(), ids=lambda text: text.splitlines()[0][:40])
def test_every_node_keeps_a_place_of_the_source(source: str, _: str) -> None:
    file = SourceFile("x.py", "x.py", source)
    tree = ast.parse(source)
    places = {node.lineno for node in ast.walk(tree) if hasattr(node, "lineno")}
    made = StatementRewriter(file, rebound_names(tree), deletable_names(tree)).module(tree)
    assert {node.lineno for node in ast.walk(made) if hasattr(node, "lineno")} <= places
