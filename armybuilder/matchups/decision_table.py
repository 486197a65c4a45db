"""Decisions of a side of a match-up as the page shows them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.urls import reverse

from armybuilder.armies.odds.first_round import chances_to_win
from armybuilder.matchups.match_up_query import MatchUpQuestion
from rulesets.core.percent import percent
from rulesets.core.subject import clause
from rulesets.matchups.decisions import Decision, DecisionTrial, TriedDecision
from rulesets.odds.answer import Odds
from rulesets.odds.decisions import Answer
from rulesets.odds.sides import OTHER, Side


@dataclass(frozen=True, slots=True)
class DecisionRow:
    """One answer with what it makes of the odds, and the address of that match-up.

    `own` and `enemy` are both sides' chances to win, or the wounds that they deal.
    """

    label: str
    href: str
    as_asked: bool
    is_best: bool
    own: str
    enemy: str
    refused: str


@dataclass(frozen=True, slots=True)
class DecisionTable:
    """A decision with a row for each answer; `about` names a further fighter."""

    title: str
    about: str
    rows: tuple[DecisionRow, ...]


@dataclass(frozen=True, slots=True)
class DecisionPage:
    """All that a side decides.

    Parameters
    ----------
    side : {"a", "b"}
    headings : (str, str)
        What is told of the side and of its enemy.
    tables : tuple of DecisionTable
        Of what makes a difference.
    equal : tuple of str
        Decisions that make none.
    untried : tuple of (str, str)
        (label, address that tries it first) of those for which time ran out.
    together : DecisionRow, optional
        Every best answer at once.
    """

    side: Side
    headings: tuple[str, str]
    tables: tuple[DecisionTable, ...]
    equal: tuple[str, ...]
    untried: tuple[tuple[str, str], ...]
    together: DecisionRow | None


def decision_page(
    question: MatchUpQuestion,
    side: Side,
    tried: tuple[TriedDecision, ...],
    together: DecisionTrial | None,
    titles: Mapping[str, str],
) -> DecisionPage:
    """Return the page of tried decisions of a side of a question."""
    trials = [trial for one in tried for trial in one.trials]
    wins = any(one.odds is not None and chances_to_win(one.odds) for one in trials)
    verb, more = ("wins", "") if wins else ("deals", ", wounds on average")
    names = _names(question)
    told = [one for one in tried if one.trials]
    untried = [one.decision for one in tried if not one.trials]
    return DecisionPage(
        side=side,
        headings=(
            clause(titles[side], verb) + more,
            clause(titles[OTHER[side]], verb) + more,
        ),
        tables=tuple(_table(question, one, side, names) for one in told if one.matters),
        equal=tuple(_title(one.decision, names) for one in told if not one.matters),
        untried=tuple(
            (_title(one, names), decisions_address(question, side, one.key))
            for one in untried
        ),
        together=_together(question, side, told, together),
    )


def decisions_address(question: MatchUpQuestion, side: Side, first: str = "") -> str:
    """Return the address that tries what a side decides, one decision before others."""
    page = reverse("matchups:decisions")
    more = f"&first={first}" if first else ""
    return f"{page}?{question.query()}&side={side}{more}"


def _names(question: MatchUpQuestion) -> dict[str, str]:
    """Return whom a decision is about, by his key: all on a side of more than one."""
    names: dict[str, str] = {one.key: one.side.title for one in question.further}
    first = {"a": question.a.title, "b": question.b.title}
    return names | {one.letter: first[one.letter] for one in question.further}


def _title(decision: Decision, names: Mapping[str, str]) -> str:
    about = _about(decision, names)
    label = decision.question.label
    return f"{label} ({about})" if about else label


def _about(decision: Decision, names: Mapping[str, str]) -> str:
    key, dot, _ = decision.key.partition(".")
    return names.get(key, "") if dot else ""


def _table(
    question: MatchUpQuestion,
    tried: TriedDecision,
    side: Side,
    names: Mapping[str, str],
) -> DecisionTable:
    decision, best = tried.decision, tried.best
    rows = tuple(
        DecisionRow(
            label=_label(decision, trial),
            href=_address(_decided(question, decision, trial.answer)),
            as_asked=trial.answer == decision.answer,
            is_best=trial is best,
            own=_told(trial.odds, side),
            enemy=_told(trial.odds, OTHER[side]),
            refused=trial.refused,
        )
        for trial in tried.trials
    )
    return DecisionTable(decision.question.label, _about(decision, names), rows)


def _label(decision: Decision, trial: DecisionTrial) -> str:
    """Return an answer in words; a number that stands for the usual says so."""
    usual = decision.question.default
    if trial.answer == usual and not decision.question.choices:
        return trial.label if isinstance(usual, bool) else "As usual"
    return trial.label


def _together(
    question: MatchUpQuestion,
    side: Side,
    tried: list[TriedDecision],
    together: DecisionTrial | None,
) -> DecisionRow | None:
    if together is None:
        return None
    for one in tried:
        if one.best is not None:
            question = _decided(question, one.decision, one.best.answer)
    return DecisionRow(
        label="The best of each, together",
        href=_address(question),
        as_asked=False,
        is_best=False,
        own=_told(together.odds, side),
        enemy=_told(together.odds, OTHER[side]),
        refused="",
    )


def _decided(
    question: MatchUpQuestion, decision: Decision, answer: Answer
) -> MatchUpQuestion:
    """Return the question in which it is decided so."""
    usual = decision.question.default
    if decision.place is None:
        settings = question.settings
        situation = _with(settings.situation, decision.key, answer, usual)
        return replace(question, settings=replace(settings, situation=situation))
    those = [*question.further]
    one = those[decision.place]
    situation = _with(one.situation, decision.question.key, answer, usual)
    those[decision.place] = replace(one, situation=situation)
    return replace(question, further=tuple(those))


def _with(
    answers: Mapping[str, Answer], key: str, answer: Answer, usual: Answer
) -> dict[str, Answer]:
    """Return answers with one more; the usual one is left out, as in an address."""
    kept = {**answers, key: answer}
    if answer == usual:
        del kept[key]
    return kept


def _address(question: MatchUpQuestion) -> str:
    return f"{reverse('matchups:show')}?{question.query()}"


def _told(odds: Odds | None, side: Side) -> str:
    """Return a side's chance to win, or the wounds that it deals on average."""
    if odds is None:
        return ""
    if f"{side}-wins" in odds.events:
        return percent(odds.events[f"{side}-wins"])
    dealt = odds.wounds.get(side)
    return f"{dealt.expected():.2f}" if dealt is not None else "–"
