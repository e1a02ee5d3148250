"""A ledger as a graph, and the search that matters: from the loss back to where the gradient was last alive.

A *path* runs from the loss through dead values (they descend from parameters but carry no gradient) to the frontier:
the dead value one of whose operands is still alive. Its cost says how unlikely it is that the gradient was meant to
come along it (see `prices`).
"""

import ast
import heapq
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from gradhelp.facts.node import Node
from gradhelp.facts.prices import BEYOND_NETWORK, EARLIER, LOSSES, Prices, holder_price
from gradhelp.facts.roles import LOG_PROB, Roles
from gradhelp.facts.source import SourceText
from gradhelp.model.span import Span

__all__ = ["LOG_PROB", "LOSSES", "LedgerGraph", "Path"]


@dataclass(frozen=True)
class Path:
    """`nodes` from the loss to the frontier. `alive` is the frontier's operand that still had the gradient."""

    nodes: tuple[Node, ...]
    alive: Node
    cost: int

    @property
    def frontier(self) -> Node:
        """The first dead value, counted from the parameters."""
        return self.nodes[-1]


class LedgerGraph:
    """One recorded ledger. `sources` are the user's files; `since` numbers the last record before the latest step."""

    def __init__(self, nodes: list[Node], sources: dict[str, SourceText], since: int = 0) -> None:
        self.nodes = nodes
        self._since = since
        self._sources = sources
        self._operators: dict[int, str] = {}
        self.roles = Roles(self.operands)
        self._prices = Prices(self.roles, self.operator)

    def operands(self, node: Node) -> list[Node]:
        """What `node` was computed from, in source order."""
        return [self.nodes[i] for i in node.operands if 0 <= i < len(self.nodes)]

    def operator(self, node: Node) -> str:
        """ "+", "-", "*", "/" … for the result of a binary operator; "" otherwise."""
        if node.op not in ("operator", "augment") or node.span is None:
            return ""
        if node.id not in self._operators:
            kind = getattr(self._parse(node.span), "op", None)
            signs = {"Add": "+", "Sub": "-", "Mult": "*", "Div": "/", "MatMult": "@"}
            self._operators[node.id] = signs.get(type(kind).__name__, "")
        return self._operators[node.id]

    def _parse(self, span: Span) -> ast.AST | None:
        source = self._sources.get(span.file)
        found = source.expression(span) if source else None
        if found is not None:
            return found
        try:
            statement = ast.parse(span.code.strip()).body[0]
        except (SyntaxError, ValueError, IndexError, RecursionError):
            return None
        return statement.value if isinstance(statement, ast.Expr) else statement

    # -- roles -----------------------------------------------------------------------------------------------------
    def log_prob_role(self, node: Node) -> bool:
        """Whether `node` is made of log-probabilities."""
        return self.roles.log_prob(node)

    def is_network_call(self, node: Node) -> bool:
        """Whether parameters enter at this call."""
        return self.roles.is_network_call(node)

    def reward_role(self, node: Node, depth: int = 6) -> bool:
        """Whether `node` is what a simulator paid out (not a network's estimate of it)."""
        if node.called == "step" and node.value in ("number", "array", "tensor"):
            return True
        if depth == 0 or self.is_network_call(node):
            return False
        return any(self.reward_role(operand, depth - 1) for operand in self.operands(node))

    def trainable_here(self, node: Node) -> Node | None:
        """The module or parameter among the operands that should have given this value its gradient."""
        for operand in self.operands(node):
            if operand.is_source and (operand.trainable is None or operand.trainable.requires_grad):
                return operand
        return None

    def behind(self, start: Node, follows: Callable[[Node], bool] = lambda node: True) -> Iterator[Node]:
        """`start` and what lies behind it, each once, nearest first; only through operands that `follows` lets pass."""
        waiting, seen = deque([start]), {start.id}
        while waiting:
            node = waiting.popleft()
            yield node
            for operand in self.operands(node):
                if operand.id not in seen and follows(operand):
                    seen.add(operand.id)
                    waiting.append(operand)

    def parameters_behind(self, start: Node) -> set[int]:
        """The parameters, by number, that the gradient of a value reaches."""
        behind = self.behind(start, lambda node: node.live or node.is_source)
        trained = (node.trainable for node in behind if node.is_source and node.trainable is not None)
        return {number for each in trained if each.requires_grad for number in each.numbers}

    # -- search ----------------------------------------------------------------------------------------------------
    def paths(self, start: Node) -> list[Path]:
        """One cheapest path to each frontier that can be reached from `start`, cheapest first."""
        found: list[Path] = []
        best: dict[int, tuple[int, int]] = {start.id: (0, 1)}
        waiting: list[tuple[int, int, int, tuple[int, ...]]] = [(0, 1, start.id, (start.id,))]
        while waiting:
            cost, length, number, trail = heapq.heappop(waiting)
            if (cost, length) > best[number]:
                continue
            node = self.nodes[number]
            found.extend(self._frontiers(node, cost, trail))
            for operand, price in self._onward(node):
                reached = (cost + price, length + 1)
                if operand.id not in best or reached < best[operand.id]:
                    best[operand.id] = reached
                    heapq.heappush(waiting, (*reached, operand.id, (*trail, operand.id)))
        return sorted(found, key=lambda path: (path.cost, len(path.nodes), -path.frontier.ordinal))

    def _frontiers(self, node: Node, cost: int, trail: tuple[int, ...]) -> Iterator[Path]:
        nodes = tuple(self.nodes[i] for i in trail)
        for operand in self.operands(node):
            if operand.live and not operand.is_source:
                yield Path(nodes, operand, cost)
                return
        if node.grad_enabled and node.value not in ("array", "number"):
            source = self._detached_parameter(node)
        else:
            source = self.trainable_here(node) if node.value not in ("array", "number") or node.op == "call" else None
        if source is not None:
            yield Path(nodes, source, cost + holder_price(source))

    def _detached_parameter(self, node: Node) -> Node | None:
        """A parameter that `node` was made of by something that does not record, with gradients on."""
        source = self.trainable_here(node)
        handed = node.called == "state_dict"
        return source if source is not None and (handed or source.value == "parameter") else None

    def _onward(self, node: Node) -> Iterator[tuple[Node, int]]:
        operands = [o for o in self.operands(node) if not o.is_source and not o.live]
        cut_here = not node.grad_enabled and self.trainable_here(node) is not None
        for position, operand in enumerate(operands):
            price = self._prices.of(node, self.operands(node), operands, position)
            if cut_here:
                price += BEYOND_NETWORK
            if operand.ordinal <= self._since < node.ordinal:
                price += EARLIER  # made before the last optimizer step: data of an earlier iteration
            yield operand, price
