"""A ledger as a graph, and the search that matters: from the loss back to where the gradient was last alive.

A *path* runs from the loss through dead values (they descend from parameters but carry no gradient) to the frontier:
the dead value one of whose operands is still alive. Its cost says how unlikely it is that the gradient was meant to
come along it: weights of a policy-gradient term, targets and inputs of networks are expected to be constants.
"""

import ast
import heapq
from collections.abc import Iterator
from dataclasses import dataclass

from gradhelp.facts.node import Node
from gradhelp.facts.source import SourceText
from gradhelp.model.span import Span

WEIGHT, OLD_LOG_PROB, TARGET, BOOTSTRAP = 100, 100, 20, 30
BEYOND_NETWORK, NOT_HELD, UNKNOWN_HOLDER = 200, 50, 10
EARLIER = 15
LOG_PROB = frozenset({"log_prob", "log_softmax", "logsigmoid", "cross_entropy", "nll_loss", "log_probs", "logp"})
LOSSES = frozenset(
    {"mse_loss", "smooth_l1_loss", "huber_loss", "l1_loss", "kl_div", "binary_cross_entropy", "cross_entropy", "nll_loss",
     "MSELoss", "SmoothL1Loss", "HuberLoss", "L1Loss", "KLDivLoss", "BCELoss", "CrossEntropyLoss"}
)  # fmt: skip
NETWORK_INPUT_DEPTH = 12


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
        self._log_prob: dict[int, bool] = {}

    def operands(self, node: Node) -> list[Node]:
        """What `node` was computed from, in source order."""
        return [self.nodes[i] for i in node.operands if 0 <= i < len(self.nodes)]

    def operator(self, node: Node) -> str:
        """"+", "-", "*", "/" … for the result of a binary operator; "" otherwise."""
        if node.op not in ("operator", "augment") or node.span is None:
            return ""
        expression = self._parse(node.span)
        kind = getattr(expression, "op", None)
        return {"Add": "+", "Sub": "-", "Mult": "*", "Div": "/", "MatMult": "@"}.get(type(kind).__name__, "")

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
    def log_prob_role(self, node: Node, depth: int = 14) -> bool:
        """Whether `node` is made of log-probabilities: without passing a network, a simulator or a sample."""
        known = self._log_prob.get(node.id)
        if known is not None:
            return known
        self._log_prob[node.id] = False
        if node.called in LOG_PROB or node.callee.rpartition(".")[2] in LOG_PROB:
            result = True
        elif depth == 0 or self.is_network_call(node) or node.called in ("step", "reset", "sample", "rsample"):
            result = False
        else:
            result = any(self.log_prob_role(operand, depth - 1) for operand in self.operands(node))
        self._log_prob[node.id] = result
        return result

    def is_network_call(self, node: Node) -> bool:
        """Whether parameters enter at this call."""
        return any(operand.is_source for operand in self.operands(node))

    def trainable_here(self, node: Node) -> Node | None:
        """The module or parameter among the operands that should have given this value its gradient."""
        for operand in self.operands(node):
            if operand.is_source and (operand.trainable is None or operand.trainable.requires_grad):
                return operand
        return None

    def reward_role(self, node: Node, depth: int = 6) -> bool:
        """Whether `node` is what a simulator paid out (not a network's estimate of it)."""
        if node.called == "step" and node.value in ("number", "array", "tensor"):
            return True
        if depth == 0 or self.is_network_call(node):
            return False
        return any(self.reward_role(operand, depth - 1) for operand in self.operands(node))

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
        if node.grad_enabled or node.value in ("array", "number"):
            return
        source = self.trainable_here(node)
        if source is not None:
            yield Path(nodes, source, cost + _holder_price(source))

    def _onward(self, node: Node) -> Iterator[tuple[Node, int]]:
        operands = [o for o in self.operands(node) if not o.is_source and not o.live]
        cut_here = not node.grad_enabled and self.trainable_here(node) is not None
        for position, operand in enumerate(operands):
            price = self._price(node, operands, position)
            if cut_here:
                price += BEYOND_NETWORK
            if operand.ordinal <= self._since < node.ordinal:
                price += EARLIER  # made before the last optimizer step: data of an earlier iteration
            yield operand, price

    def _price(self, node: Node, operands: list[Node], position: int) -> int:
        if len(operands) < 2:
            return self._lonely_price(node, operands[position])
        operator, here = self.operator(node), operands[position]
        others = [o for i, o in enumerate(operands) if i != position]
        if operator == "*" or node.callee in ("torch.mul", "torch.Tensor.mul"):
            others_are_log_probs = any(self.log_prob_role(other) for other in others)
            return WEIGHT if others_are_log_probs and not self.log_prob_role(here) else 0
        if operator == "-" and position > 0 and all(self.log_prob_role(o) for o in operands[:2]):
            return OLD_LOG_PROB
        if operator == "+" and not self.reward_role(here) and any(self.reward_role(other) for other in others):
            return BOOTSTRAP
        if position > 0 and (node.called in LOSSES or node.type.rpartition(".")[2] in LOSSES or self._criterion(node)):
            return TARGET
        return 0

    def _lonely_price(self, node: Node, operand: Node) -> int:
        """One dead operand beside live ones: the live one is what the value was meant to follow."""
        siblings = [o for o in self.operands(node) if o.live and not o.is_source]
        return WEIGHT if siblings and self.operator(node) in ("*", "-", "+") else 0

    @staticmethod
    def _criterion(node: Node) -> bool:
        return node.callee.rpartition(".")[2].lower() in ("criterion", "loss_fn", "loss_function", "mse", "crit")


def _holder_price(source: Node) -> int:
    if source.trainable is None:
        return UNKNOWN_HOLDER
    return 0 if source.trainable.held else NOT_HELD
