"""What part a value plays in a loss: log-probability, what a simulator paid out, a choice made, a target.

Every answer looks back from the value, through values without a gradient, and never past a network: what went into a
network is its input, not what it computed.
"""

import re
from collections.abc import Callable, Sequence

from gradhelp.facts.node import Node

Operands = Callable[[Node], list[Node]]

LOG_PROB = frozenset({"log_prob", "log_softmax", "logsigmoid", "cross_entropy", "nll_loss", "log_probs", "logp"})
STEPS = frozenset({"step", "reset", "mj_step", "do_simulation", "stepSimulation"})
DRAWS = frozenset({"sample", "multinomial", "bernoulli", "poisson"})
NUMERIC = ("array", "number", "object")
TARGETS = re.compile(
    r"(^|[._])(y|g|gt|ret|rets|r_t|boot|backup|tgt)($|[._\[\d])|target|return|expect|label|truth|bellman|wanted|desired",
    re.IGNORECASE,
)
DEEP, SHALLOW, NAMED = 16, 8, 5


class Roles:
    """Answers about the nodes of one graph; remembered, since a search asks for the same values many times."""

    def __init__(self, operands: Operands) -> None:
        self._operands = operands
        self._known: dict[tuple[str, int], bool] = {}

    def is_network_call(self, node: Node) -> bool:
        """Whether parameters enter at this call."""
        return any(operand.is_source for operand in self._operands(node))

    def log_prob(self, node: Node) -> bool:
        """Whether `node` is made of log-probabilities: without passing a network, a simulator or a sample."""
        return self._search("log_prob", node, DEEP, self.is_log_prob, self._ends_log_prob)

    @staticmethod
    def is_log_prob(node: Node) -> bool:
        """Whether `node` is a log-probability as it was computed."""
        return node.called in LOG_PROB or node.callee.rpartition(".")[2] in LOG_PROB

    def _ends_log_prob(self, node: Node) -> bool:
        return self.is_network_call(node) or node.called in ("step", "reset", "sample", "rsample")

    def paid(self, node: Node) -> bool:
        """Whether a simulator's answer is in `node` other than as the input of a network."""
        return self._search("paid", node, DEEP, self.is_simulated, self._ends_dead)

    @staticmethod
    def is_simulated(node: Node) -> bool:
        """Whether `node` is what a simulator, or an environment of the user's own, handed out."""
        if node.called in STEPS and not node.live:
            return node.value in NUMERIC or node.value == "tensor"
        return node.value in ("array", "number") and any(v.attr in STEPS and v.op == "call" for v in node.taken)

    def _ends_dead(self, node: Node) -> bool:
        return node.live or self.is_network_call(node)

    def chosen(self, node: Node) -> bool:
        """Whether `node` is a choice (a draw, an index, made with gradients off) rather than a network's output."""
        return self._search("chosen", node, SHALLOW, self._is_choice, lambda n: n.live)

    @staticmethod
    def _is_choice(node: Node) -> bool:
        return node.called in DRAWS or node.is_integer or (not node.grad_enabled and node.value == "tensor")

    def target(self, node: Node) -> bool:
        """Whether the user calls `node`, or what it was made of just before, a target."""
        level, seen = [node], 0
        while level and seen < NAMED:
            if any(TARGETS.search(_name(n)) for n in level):
                return True
            level = [o for n in level if not self.is_network_call(n) and not n.name for o in self._operands(n)][:8]
            seen += 1
        return False

    def _search(
        self, role: str, start: Node, depth: int, found: Callable[[Node], bool], ends: Callable[[Node], bool]
    ) -> bool:
        """Whether something `found` lies at most `depth` steps behind `start`, not looking past where it `ends`."""
        key = (role, start.id)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._nearby(start, depth, found, ends)
        return known

    def _nearby(self, start: Node, depth: int, found: Callable[[Node], bool], ends: Callable[[Node], bool]) -> bool:
        level: Sequence[Node] = [start]
        seen = {start.id}
        for _ in range(depth):
            if any(map(found, level)):
                return True
            following = [o for node in level if not ends(node) for o in self._operands(node)]
            level = [o for o in following if not o.is_source and not (o.id in seen or seen.add(o.id))]  # type: ignore[func-returns-value]
        return any(map(found, level))


def _name(node: Node) -> str:
    """What the user calls a value: its variable, or the attribute or element it was read from."""
    if node.name or node.span is None:
        return node.name
    return node.span.code if node.op in ("attribute", "subscript") else ""
