"""What a check may come to, in either language: short texts, so that no picture changes with the knowledge base."""

from tui_samples import CUT, DIAGNOSIS, DIFF, FIXED, SCRIPT

from gradhelp.diagnose import Result
from gradhelp.facts.recording import Recording
from gradhelp.model.diagnosis import ChainLink, Diagnosis, Finding, Fix, Recommendation, RunInfo, SimulatorChoice
from gradhelp.model.matrix import LossMatrix, MatrixCell, MatrixTerm
from gradhelp.model.probe import Culprit, ProbeResult, Term
from gradhelp.model.span import Span
from gradhelp.report.phrases import Lang

WORDS = {
    "en": {
        "title": "`.detach()` cuts the gradient of `loss`",
        "why": "`loss` was detached, so nothing in it leads back to `policy`.\n\n`detach()` gives a tensor that shares "
        "the numbers and forgets how they came about.",
        "fix": "Drop the detach",
        "step": "Remove `.detach()` at line 4.",
        "proof": "In a run of the changed copy `loss` required grad and `backward()` reached `policy`.",
        "no_proof": "The changed copy ended with an error of its own: it was not seen whether the gradient arrives.",
        "other_fix": "Do not silence it",
        "other_step": "`loss.requires_grad_()` would hide the error, not mend it.",
        "second": "The optimizer never steps",
        "second_why": "No `step()` was seen in this run.",
        "summary": "The gradient ends at detach().",
        "healthy": "No finding. In all 12 backward passes a gradient reached `policy`.",
        "other": "The module `gymnasium` is missing; that has nothing to do with gradients.",
        "unsure": "Nothing was run, and the traceback fits more than one cause.",
        "choice": "gradients through contacts, seen by experiment",
        "caveat": "gradients grow with the number of contacts",
    },
    "zh": {
        "title": "`.detach()` 切断了 `loss` 的梯度",
        "why": "`loss` 被分离了，所以其中没有任何东西能回到 `policy`。\n\n`detach()` 给出的张量共享数值，但忘记了它们的由来。",
        "fix": "去掉 detach",
        "step": "删除第 4 行的 `.detach()`。",
        "proof": "在改过的副本中运行时，`loss` 需要梯度，`backward()` 到达了 `policy`。",
        "no_proof": "改过的副本以自己的错误结束：没有观察到梯度是否到达。",
        "other_fix": "不要掩盖它",
        "other_step": "`loss.requires_grad_()` 只会掩盖错误，不会修好它。",
        "second": "优化器从未更新",
        "second_why": "这次运行中没有看到 `step()`。",
        "summary": "梯度在 detach() 处终止。",
        "healthy": "没有发现问题。12 次反向传播中梯度都到达了 `policy`。",
        "other": "缺少模块 `gymnasium`；这与梯度无关。",
        "unsure": "什么也没有运行，而该报错有不止一种可能的原因。",
        "choice": "经实验验证，梯度可以穿过接触",
        "caveat": "梯度会随接触次数增长",
    },
}
WIDE_LINE = "loss = policy(torch.ones(2, device=torch.device('cpu'), dtype=torch.float32, requires_grad=False))"
WIDE_DIFF = DIFF.replace("loss = policy(torch.ones(2))", WIDE_LINE)
OBSERVED = Recording(
    ({"event": "start", "wire": 1},
     {"event": "end", "outcome": "finished", "seconds": 3.1, "environment_steps": 2400, "iterations": 1,
      "optimizer_steps": 12, "backwards": 12},
     {"event": "process", "outcome": "exited", "seconds": 3.1})
)  # fmt: skip
SEEN_UNTIL_STOPPED = Recording(
    ({"event": "start", "wire": 1},
     {"event": "progress", "seconds": 2.0, "environment_steps": 800, "iterations": 2, "optimizer_steps": 4,
      "backwards": 4},
     {"event": "process", "outcome": "stopped", "seconds": 2.1})
)  # fmt: skip
RAN = RunInfo(executed=True, outcome="finished", seconds=3.1, python="3.11.7", torch="2.6.0", isolation="copy")


def cut(lang: Lang, *, verified: bool = True, wide: bool = False) -> Finding:
    """The finding, its first fix seen to work or not."""
    words = WORDS[lang]
    first = Fix(
        title=words["fix"],
        steps=[words["step"]],
        diff=WIDE_DIFF if wide else DIFF,
        verified=verified,
        verification=words["proof" if verified else "no_proof"],
    )
    chain = [
        ChainLink(file="train.py", line=3, code="torch.nn.Linear(2, 1)", requires_grad=True, role="source"),
        *CUT.chain[1:],
        ChainLink(file="train.py", line=5, code="loss", requires_grad=False, role="loss"),
    ]
    fixes = [first, Fix(title=words["other_fix"], steps=[words["other_step"]])]
    return CUT.model_copy(update={"title": words["title"], "explanation": words["why"], "fixes": fixes, "chain": chain})


def diagnosis(lang: Lang, **changes: object) -> Diagnosis:
    """The finding with its error; `changes` are fields of the diagnosis."""
    told = {"summary": WORDS[lang]["summary"], "findings": [cut(lang)]}
    return DIAGNOSIS.model_copy(update={**told, **changes})


def result(told: Diagnosis, recording: Recording | None = None) -> Result:
    """What the use case gives for it."""
    change = {"train.py": FIXED} if told.findings else {}
    return Result(diagnosis=told, sources={"train.py": SCRIPT}, recording=recording, change=change)


def unverified(lang: Lang) -> Diagnosis:
    """Its fix was not seen to work."""
    return diagnosis(lang, findings=[cut(lang, verified=False)])


def unverified_and_wide(lang: Lang) -> Diagnosis:
    """Nor was this one, which is wider than the screen."""
    return diagnosis(lang, findings=[cut(lang, verified=False, wide=True)])


def several(lang: Lang) -> Diagnosis:
    """A second finding behind the first."""
    words = WORDS[lang]
    second = Finding(
        rule="no-step", severity="warning", evidence="live", file="train.py", line=5, code="loss.backward()",
        title=words["second"], explanation=words["second_why"],
    )  # fmt: skip
    return diagnosis(lang, findings=[cut(lang), second])


def with_losses(lang: Lang) -> Diagnosis:
    """The terms of the loss were measured one by one."""
    reached, none = MatrixCell(state="reached", norm=0.5), MatrixCell(state="not-reached")
    terms = [
        MatrixTerm(term="policy_loss", line=3, live=True, cells=[reached, none]),
        MatrixTerm(term="value_loss", line=4, coefficient=0.5, live=True, cells=[none, reached]),
        MatrixTerm(term="entropy", line=4, coefficient=-0.01, live=False, cells=[none, none]),
    ]
    matrix = LossMatrix(
        file="train.py", line=5, loss="loss", measured=True, components=["actor", "critic"], terms=terms
    )
    return diagnosis(lang, losses=[matrix])


def recommending(lang: Lang) -> Diagnosis:
    """The simulator is the reason."""
    words = WORDS[lang]
    choices = [
        SimulatorChoice(name=name, score=score, why=[words["choice"]], caveats=[words["caveat"]])
        for name, score in (("Newton", 0.91), ("Warp", 0.84))
    ]
    needs = {"gradients": True, "framework": "torch", "contacts": True}
    return diagnosis(lang, recommendation=Recommendation(needs=needs, choices=choices))


def healthy(lang: Lang) -> Diagnosis:
    """Nothing to blame."""
    return Diagnosis(
        status="healthy", summary=WORDS[lang]["healthy"], run=RAN.model_copy(update={"optimizer_steps": 12})
    )


def other(lang: Lang) -> Diagnosis:
    """No gradient problem."""
    return Diagnosis(status="not-a-gradient-problem", summary=WORDS[lang]["other"])


def unsure(lang: Lang) -> Diagnosis:
    """It cannot be told."""
    return Diagnosis(status="inconclusive", summary=WORDS[lang]["unsure"], error=DIAGNOSIS.error)


def probed() -> ProbeResult:
    """An environment that loses the gradient at one place."""
    span = Span(file="env.py", line=12, column=20, end_line=12, end_column=45, code="self.state.detach().numpy()")
    return ProbeResult(
        target="env.py:Env",
        status="partly",
        environment="Env",
        file="env.py",
        python="3.11.7",
        torch="2.6.0",
        steps=8,
        terms=(
            Term(name="reward", verdict="agrees", autograd=0.52, differences=0.52, doubt=1e-6),
            Term(name="observation[0]", verdict="cut", autograd=0.0, differences=1.3, doubt=1e-6),
        ),
        culprits=(Culprit(kind="cut", span=span, outputs=("observation[0]",), count=8),),
        seconds=1.2,
    )
