"""`sample()` of a distribution on the path: a draw has no gradient with respect to the distribution's parameters."""

from collections.abc import Iterator

from gradhelp.checks.candidate import Candidate, common
from gradhelp.facts.graph import Path
from gradhelp.facts.node import Node
from gradhelp.facts.run import Ledger, Run
from gradhelp.model.evidence import Sampled
from gradhelp.model.span import Frozen

Evidence = Sampled
PATHWISE = frozenset(
    [
        "Normal",
        "LogNormal",
        "MultivariateNormal",
        "Independent",
        "TransformedDistribution",
        "Uniform",
        "Beta",
        "Gamma",
        "Dirichlet",
        "Laplace",
        "Cauchy",
        "Exponential",
        "Gumbel",
        "HalfNormal",
        "HalfCauchy",
        "Kumaraswamy",
        "LowRankMultivariateNormal",
        "StudentT",
        "Weibull",
        "Pareto",
        "Chi2",
        "FisherSnedecor",
        "LogisticNormal",
        "RelaxedBernoulli",
        "RelaxedOneHotCategorical",
        "OneHotCategoricalStraightThrough",
        "VonMises",
        "Wishart",
        "InverseGamma",
        "GeneralizedPareto",
        "ContinuousBernoulli",
    ]
)


class Params(Frozen):
    """`methods` of distributions, `functions` of torch and methods of tensors (`drawing`) that draw."""

    methods: list[str]
    functions: list[str]
    drawing: list[str] = []


def check(run: Run, params: Params) -> Iterator[Candidate]:
    for ledger in run.ledgers:
        if ledger.reason == "zeros-arrived":
            yield from _flat(run, ledger, params)
        for path in ledger.paths:
            for position, node in reversed(list(enumerate(path.nodes))):
                if node.span is None or not _draws(node, params):
                    continue
                name = _distribution(node)
                evidence = Sampled(
                    **common(run, ledger, node.span, path, position),
                    distribution=name,
                    has_rsample=name in PATHWISE,
                )
                yield Candidate(evidence, ledger, path, position, mild=_feeds_simulator_only(path, position))


def _flat(run: Run, ledger: Ledger, params: Params) -> Iterator[Candidate]:
    """All gradients came out exactly zero: that is the derivative which torch gives a draw by one of its functions."""
    for node in ledger.nodes:
        if node.live and node.span is not None and node.is_call(params.functions, params.drawing):
            evidence = Sampled(
                **common(run, ledger, node.span, None), distribution=_distribution(node), has_rsample=False
            )
            yield Candidate(evidence, ledger)
            return


def _draws(node: Node, params: Params) -> bool:
    if node.is_call(params.functions):
        return True
    on_distribution = any("distribution" in cls.lower() for cls in node.receiver)
    return node.called in params.methods and on_distribution


def _distribution(node: Node) -> str:
    return node.receiver[0].rpartition(".")[2] if node.receiver else node.callee


def _feeds_simulator_only(path: Path, position: int) -> bool:
    return any(node.called == "step" for node in path.nodes[:position])
