"""Answers about a diagnosis and about the rules, as Markdown.

Invariant: every text that is not a phrase of the chat goes through `gradhelp.report.tame`, so that nothing in it takes
part in the document.
"""

from collections.abc import Iterable
from textwrap import indent

from markdown_it import MarkdownIt

from gradhelp.catalog import Rule
from gradhelp.chat.voice import Voice
from gradhelp.model.diagnosis import ChainLink, Diagnosis, Finding, Fix
from gradhelp.report.disarm import disarm
from gradhelp.report.phrases import phrases
from gradhelp.report.tame import code, escape, fenced, link, paragraphs, tamed, tamed_line

_INLINE = MarkdownIt("commonmark", {"html": False})


class Answers:
    """Writes in the language of the voice."""

    def __init__(self, voice: Voice) -> None:
        self._say = voice.say
        self._lang = voice.lang

    def why(self, finding: Finding) -> str:
        """What happened and why, with the places to read on."""
        head = f"**{_inline(finding.title)}** · {self._place(finding)}"
        return paragraphs(head, tamed(disarm(finding.explanation)), self._references(finding.references))

    def fix(self, finding: Finding) -> str:
        """What to change, and how it was verified."""
        return paragraphs(*(self.one_fix(fix) for fix in finding.fixes)) or self._say("no_fix")

    def chain(self, finding: Finding) -> str:
        """The expressions between the parameters and the loss, one an item."""
        return "\n".join(self._link(each, finding) for each in finding.chain) or self._say("no_chain")

    def others(self, diagnosis: Diagnosis, focus: int) -> str:
        """All findings by number."""
        lines = (self._finding_line(number, each, focus) for number, each in enumerate(diagnosis.findings, 1))
        return paragraphs(self._say("others_md"), "\n".join(lines))

    def rule(self, rule: Rule) -> str:
        """A rule from the knowledge base, with what to change in the smallest program that has the fault."""
        head = f"**{_inline(rule.title.of(self._lang))}** · {code(rule.id)}"
        statement = tamed(rule.statement.of(self._lang))
        example = f"**{phrases('report', self._lang).say('example')}**\n\n{fenced(rule.example_change(), 'diff')}"
        return paragraphs(head, statement, tamed(rule.explain(self._lang)), example, self._references(rule.references))

    def rules(self, rules: tuple[Rule, ...]) -> str:
        """All rules by family."""
        families: dict[str, list[Rule]] = {}
        for each in rules:
            families.setdefault(each.family, []).append(each)
        return paragraphs(*(self._family(name, of) for name, of in families.items()), self._say("rules_md"))

    def _family(self, name: str, rules: list[Rule]) -> str:
        lines = "\n".join(f"- {code(each.id)} {_inline(each.title.of(self._lang))}" for each in rules)
        return f"**{self._say(f'family_{name}')}**\n\n{lines}"

    def _references(self, references: Iterable[str]) -> str:
        lines = "\n".join(f"- {link(address)}" for address in references)
        return f"**{self._say('references')}**\n\n{lines}" if lines else ""

    def one_fix(self, fix: Fix, address: str = "") -> str:
        """One of them; with `address`, what to type to have it written."""
        steps = "\n".join(_step(number, disarm(step)) for number, step in enumerate(fix.steps, 1))
        diff = fenced(disarm(fix.diff), "diff") if fix.diff else ""
        detail = f": {_inline(fix.verification)}" if fix.verification else ""
        proof = f"*{self._say('verified' if fix.verified else 'unverified')}*{detail}"
        writes = self._say("fix_write_md", address=address) if fix.diff and address else ""
        return paragraphs(f"**{_inline(fix.title)}**", steps, diff, proof, writes)

    def _link(self, step: ChainLink, finding: Finding) -> str:
        file = "" if step.file == finding.file else f" {code(step.file)}"
        role = self._say(f"role_{step.role}")
        grad_fn = f" · {code(step.grad_fn)}" if step.grad_fn else ""
        emphasis = "**" if step.role == "cut" else ""
        where = self._say("line_md", line=step.line)
        return f"- {where}{file} · {code(step.code)} · {emphasis}{role}{emphasis}{grad_fn}"

    def _finding_line(self, number: int, finding: Finding, focus: int) -> str:
        title = _inline(finding.title)
        shown = f"**{title}**" if number == focus + 1 else title
        return self._say("finding_line_md", number=number, title=shown, place=self._place(finding))

    def _place(self, finding: Finding) -> str:
        return self._say("place_md", file=code(finding.file), line=finding.line)


def _inline(markup: str) -> str:
    """Inline Markdown that may stand beside other: as plain text if a backtick in it could pair with one outside."""
    line = tamed_line(markup)
    parsed = _INLINE.parseInline(line)[0].children or []
    return escape(markup) if any("`" in token.content for token in parsed if token.type == "text") else line


def _step(number: int, step: str) -> str:
    marker = f"{number}. "
    return marker + indent(tamed(step), " " * len(marker)).lstrip()
