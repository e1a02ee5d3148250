"""The needs that a program itself shows: read from its text, or from the texts and events of its run.

Nothing is executed. What the text does not say plainly stays None.
"""

import ast
from collections.abc import Iterator
from typing import Literal

from gradhelp.catalog.load_simulators import load_simulators
from gradhelp.facts.run import Run
from gradhelp.recommend.mentions import mentioned
from gradhelp.recommend.needs import Domain, Needs

MAKERS = frozenset({"make", "make_vec", "make_env", "load", "create", "GymEnv", "BraxEnv", "get_environment"})
COUNTS = frozenset({"num_envs", "n_envs", "nworld", "batch_size", "nenv", "num_worlds"})
CONTACT_WORDS = (
    "cheetah",
    "ant",
    "hopper",
    "walker",
    "humanoid",
    "quadruped",
    "pusher",
    "lift",
    "grasp",
    "pick",
    "push",
    "hand",
    "leg",
)
FREE_WORDS = ("pendulum", "cartpole", "reacher", "swimmer", "acrobot", "mountaincar", "pointmass")


def needs_of_source(text: str) -> Needs:
    """The needs of one program; none where it cannot be parsed."""
    return needs_of_sources([text])


def needs_of_run(run: Run) -> Needs:
    """The needs of a program that was run and asks for a gradient through its simulator."""
    read = needs_of_sources(list(run.recording.sources.values()))
    gpu = any(event.get("cuda") for event in run.recording.of("torch"))
    return read.model_copy(update={"gradients": True, "framework": "torch", "device": "gpu" if gpu else read.device})


def needs_of_sources(texts: list[str]) -> Needs:
    """The needs of the files of one program."""
    trees = [tree for tree in map(_parsed, texts) if tree is not None]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    environment = next(_environments(nodes), None)
    uses = _uses(nodes, environment)
    return Needs(
        framework=_framework(nodes),
        contacts=_contacts(environment),
        horizon=max((h for tree in trees if (h := _horizon(tree))), default=None),
        parallel=max(_parallel(nodes), default=None),
        device="gpu" if any(_asks_for_gpu(text) for text in texts) else None,
        environment=environment,
        domain=_domain(uses),
        uses=tuple(uses),
    )


def _parsed(text: str) -> ast.Module | None:
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _environments(nodes: list[ast.AST]) -> Iterator[str]:
    """The literal ids that environments are made from."""
    for node in nodes:
        if isinstance(node, ast.Call) and _called(node) in MAKERS and node.args:
            first = node.args[0]
            if isinstance(first, ast.Constant) and isinstance(first.value, str) and len(first.value) <= 200:
                yield first.value


def _uses(nodes: list[ast.AST], environment: str | None) -> list[str]:
    imported = {name for node in nodes for name in _imported(node)}
    by_module = [each.id for each in load_simulators() if any(_holds(imported, module) for module in each.modules)]
    by_environment = [each.id for each in mentioned(environment or "")] if _imports_gym(imported) else []
    return list(dict.fromkeys([*by_environment, *by_module]))


def _imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom) and node.module:
        return [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    return []


def _holds(imported: set[str], module: str) -> bool:
    return any(name == module or name.startswith(f"{module}.") for name in imported)


def _imports_gym(imported: set[str]) -> bool:
    return any(name.partition(".")[0] in ("gym", "gymnasium") for name in imported)


def _framework(nodes: list[ast.AST]) -> Literal["torch", "jax"] | None:
    roots = {name.partition(".")[0] for node in nodes for name in _imported(node)}
    return "torch" if "torch" in roots else "jax" if "jax" in roots else None


def _contacts(environment: str | None) -> bool | None:
    name = (environment or "").lower()
    if any(word in name for word in FREE_WORDS):
        return False
    return True if any(word in name for word in CONTACT_WORDS) else None


def _domain(uses: list[str]) -> Domain | None:
    """Only what is special: classic control is a toy."""
    engines = {each.engine for each in load_simulators() if each.id in uses}
    return "toy" if engines == {"classic"} else None


def _horizon(tree: ast.Module) -> int | None:
    """The literal length of the innermost loop around a `….step(action)`."""
    lengths = [
        length
        for loop in ast.walk(tree)
        if isinstance(loop, ast.For) and (length := _length(loop.iter, tree)) and _steps_directly(loop)
    ]
    return max(lengths, default=None)


def _steps_directly(loop: ast.For) -> bool:
    inner = [
        node for child in ast.walk(loop) if isinstance(child, ast.For) and child is not loop for node in ast.walk(child)
    ]
    return any(node not in inner and _is_env_step(node) for node in ast.walk(loop))


def _is_env_step(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and _called(node) == "step" and bool(node.args)


def _length(iterator: ast.expr, tree: ast.Module) -> int | None:
    if not (isinstance(iterator, ast.Call) and _called(iterator) in ("range", "trange") and iterator.args):
        return None
    last = iterator.args[min(1, len(iterator.args) - 1)]
    if isinstance(last, ast.Name):
        last = next((value for value in _constants(tree, last.id)), last)
    value = last.value if isinstance(last, ast.Constant) else None
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else None


def _constants(tree: ast.Module, name: str) -> Iterator[ast.Constant]:
    for node in ast.walk(tree):
        value = node.value if isinstance(node, ast.Assign) and name in map(ast.unparse, node.targets) else None
        if isinstance(value, ast.Constant):
            yield value


def _parallel(nodes: list[ast.AST]) -> Iterator[int]:
    for node in nodes:
        keywords = node.keywords if isinstance(node, ast.Call) and _called(node) in MAKERS else []
        for keyword in keywords:
            value = keyword.value.value if isinstance(keyword.value, ast.Constant) else None
            if keyword.arg in COUNTS and isinstance(value, int) and value > 0:
                yield value


def _asks_for_gpu(text: str) -> bool:
    return ".cuda(" in text or '"cuda' in text or "'cuda" in text


def _called(call: ast.Call) -> str:
    function = call.func
    return (
        function.attr if isinstance(function, ast.Attribute) else function.id if isinstance(function, ast.Name) else ""
    )
