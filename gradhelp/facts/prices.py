"""How unlikely it is that a gradient was meant to come along one step of a path.

Weights of a policy-gradient term, old log-probabilities, targets, indices, and what a simulator answered to a choice
are expected to be constants; a step towards one of them costs. Zero is what every other step costs.
"""

from collections.abc import Callable

from gradhelp.facts.node import Node
from gradhelp.facts.roles import Roles

WEIGHT, OLD_LOG_PROB, INDEX, DATA, TARGET, BOOTSTRAP, CHOICE = 100, 100, 100, 60, 20, 30, 40
BEYOND_NETWORK, NOT_HELD, UNKNOWN_HOLDER = 200, 50, 10
EARLIER = 15
LOSSES = frozenset(
    {"mse_loss", "smooth_l1_loss", "huber_loss", "l1_loss", "kl_div", "binary_cross_entropy", "cross_entropy", "nll_loss",
     "binary_cross_entropy_with_logits", "MSELoss", "SmoothL1Loss", "HuberLoss", "L1Loss", "KLDivLoss", "BCELoss",
     "BCEWithLogitsLoss", "CrossEntropyLoss", "NLLLoss"}
)  # fmt: skip
CRITERIA = ("criterion", "loss_fn", "loss_func", "loss_function", "mse", "crit")
INDEXING = frozenset({"gather", "index_select", "take", "take_along_dim", "embedding"})


class Prices:
    """The prices of the steps of one graph. `operator` gives the sign of a binary operator's result."""

    def __init__(self, roles: Roles, operator: Callable[[Node], str]) -> None:
        self._roles, self._operator = roles, operator

    def of(self, node: Node, everything: list[Node], dead: list[Node], position: int) -> int:
        """The price of going from `node` to `dead[position]`. `everything` are all of its operands."""
        here = dead[position]
        price = self._alone(node, everything) if len(dead) < 2 else self._among(node, dead, position)
        if self._roles.is_simulated(node) and self._roles.chosen(here):
            price += CHOICE
        return price

    def _alone(self, node: Node, everything: list[Node]) -> int:
        """One dead operand beside live ones: the live one is what the value was meant to follow."""
        alive = any(o.live and not o.is_source for o in everything)
        return WEIGHT if alive and self._operator(node) in ("*", "-", "+") else 0

    def _among(self, node: Node, dead: list[Node], position: int) -> int:
        here, others = dead[position], [o for i, o in enumerate(dead) if i != position]
        operator, roles = self._operator(node), self._roles
        if operator == "*" or node.callee in ("torch.mul", "torch.Tensor.mul"):
            return WEIGHT if any(map(roles.log_prob, others)) and not roles.log_prob(here) else 0
        if operator == "-" and position > 0 and all(map(roles.log_prob, dead[:2])):
            return OLD_LOG_PROB
        if node.called == "log_prob" and position > 0:
            return CHOICE  # what the density is asked about, not what gives it its shape
        if here.is_integer and (node.op == "subscript" or node.called in INDEXING):
            return INDEX
        if here.value == "number" and node.op == "subscript":
            return INDEX
        if operator == "+":
            return BOOTSTRAP if not roles.paid(here) and any(map(roles.paid, others)) else 0
        if operator == "-" or self._is_loss(node):
            return self._compared(node, here, others, position)
        return 0

    def _compared(self, node: Node, here: Node, others: list[Node], position: int) -> int:
        """Of a prediction and what it is compared with, the latter is expected to be constant."""
        paid = self._roles.paid(here)
        if paid != all(map(self._roles.paid, others)):
            return DATA if paid else 0
        named = self._roles.target(here)
        if named != all(map(self._roles.target, others)):
            return TARGET if named else 0
        return TARGET if position > 0 and self._is_loss(node) else 0

    @staticmethod
    def _is_loss(node: Node) -> bool:
        criterion = node.callee.rpartition(".")[2].lower() in CRITERIA
        return criterion or node.called in LOSSES or node.type.rpartition(".")[2] in LOSSES


def holder_price(source: Node) -> int:
    """What it costs that a path ends in parameters that no optimizer is known to hold."""
    if source.trainable is None:
        return UNKNOWN_HOLDER
    return 0 if source.trainable.held else NOT_HELD
