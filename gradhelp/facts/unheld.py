"""What the graph of a loss tells of parameters that no optimizer holds: whether they were meant to be trained."""

from collections.abc import Iterator

from gradhelp.facts.graph import LedgerGraph
from gradhelp.facts.node import Node
from gradhelp.facts.prices import LOSSES
from gradhelp.facts.run import Run
from gradhelp.facts.timeline import ModuleFact

SHAPING = frozenset({"squeeze", "unsqueeze", "view", "reshape", "flatten", "float", "gather", "transpose", "permute"})


def is_input(run: Run, name: str) -> bool:
    """Whether a tensor of that name is handed to a network: data, an action that is planned, a perturbation.

    What shapes a distribution is none, also where a draw from it is handed on.
    """
    for ledger in run.ledgers:
        leaves = [n for n in ledger.nodes if n.leaf and not n.operands and not n.is_source and n.name == name]
        if any(_enters_network(ledger.graph, leaf) for leaf in leaves):
            return True
    return False


def _enters_network(graph: LedgerGraph, leaf: Node) -> bool:
    waiting, seen = [leaf], {leaf.id}
    while waiting:
        node = waiting.pop()
        for user in _users(graph, node):
            if graph.is_network_call(user):
                return True
            if user.id not in seen and user.value != "object":
                seen.add(user.id)
                waiting.append(user)
    return False


def _users(graph: LedgerGraph, node: Node) -> Iterator[Node]:
    return (user for user in graph.nodes if node.id in user.operands and user.live)


def forgotten_heads(run: Run, loose: set[int]) -> list[ModuleFact]:
    """Networks without an optimizer that share their input with a trained one and are fitted to data, as a head is.

    A fixed model that something is trained through is handed what only it judges.
    """
    found: dict[frozenset[int], ModuleFact] = {}
    for ledger in run.ledgers:
        for call in ledger.nodes:
            head = _loose_source(ledger.graph, call, loose)
            if head is None or not _beside_a_trained_one(ledger.graph, call) or not _is_fitted(ledger.graph, call):
                continue
            for module in run.timeline.modules:
                if module.parameters == frozenset(head) and module.training and not module.loaded:
                    found[module.parameters] = module
    return list(found.values())


def _loose_source(graph: LedgerGraph, call: Node, loose: set[int]) -> set[int] | None:
    """The parameters of the one module that `call` runs, if none of them is held and all get gradients."""
    sources = [o for o in graph.operands(call) if o.value == "module" and o.trainable is not None]
    if len(sources) != 1 or not call.live or sources[0].trainable is None or sources[0].trainable.held:
        return None
    numbers = set(sources[0].trainable.numbers)
    return numbers if numbers and numbers <= loose else None


def _beside_a_trained_one(graph: LedgerGraph, call: Node) -> bool:
    inputs = {o.id for o in graph.operands(call) if o.live and not o.is_source}
    for other in graph.nodes:
        if other is not call and inputs.intersection(other.operands):
            modules = [o.trainable for o in graph.operands(other) if o.value == "module"]
            if any(trainable is not None and trainable.held for trainable in modules):
                return True
    return False


def _is_fitted(graph: LedgerGraph, call: Node) -> bool:
    """Whether the output is compared with something constant, past nothing but changes of its shape."""
    node = call
    for _ in range(4):
        users = list(_users(graph, node))
        if any(_compares(graph, user, node) for user in users):
            return True
        node = next((user for user in users if user.called in SHAPING), call)
        if node is call:
            return False
    return False


def _compares(graph: LedgerGraph, user: Node, node: Node) -> bool:
    if user.called not in LOSSES and graph.operator(user) != "-":
        return False
    return not any(other.live for other in graph.operands(user) if other is not node)
