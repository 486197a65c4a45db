"""Try what a side may decide in a match-up: which answer is best for it.

Each decision is tried on its own, with everything else as it was asked; the enemy's
answers stay what they are. The best has the highest chance to win less that to
lose, where nobody wins the most wounds dealt less those taken.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from rulesets.matchups.best_loadout import WORK_OF_ONE, WorkOut, edge, with_first
from rulesets.odds.answer import Odds
from rulesets.odds.combat import Combat
from rulesets.odds.decisions import Answer, choices_of
from rulesets.odds.match_up import Answers, Fighter, MatchUp, MatchUpError, Question
from rulesets.odds.posts import MOST_CHARACTERS, encounter_of, posts_of
from rulesets.odds.relevance import concerns, concerns_sides, offered
from rulesets.odds.settings import MatchUpKind, keys
from rulesets.odds.sides import SIDES, Side

Settle = Callable[[MatchUp], tuple[MatchUp, Odds]]
"""Returns a match-up with what everybody has in hand, and its odds."""

SAME = 0.0005
"""A difference that no page shows: nearer answers are equal [chance, or wounds]."""

ENOUGH_WORK = 32_000_000
"""Work on all decisions that is not exceeded but by the first [losses of states]."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A question that a side decides, about itself or about one of its fighters.

    Parameters
    ----------
    question : Question
    side : {"a", "b"}
        Who decides.
    key : str
        Of its answer: ``reaction``, ``b.pursuit``; of a further fighter ``a2.aims``.
    answer : str, int or bool
        As the match-up has it.
    place : int, optional
        Of the further fighter among all of the match-up.
    """

    question: Question
    side: Side
    key: str
    answer: Answer
    place: int | None = None

    def decided(self, match_up: MatchUp, answer: Answer) -> MatchUp:
        """Return a match-up in which it is decided so."""
        if self.place is None:
            situation = {**match_up.situation, self.key: answer}
            return replace(match_up, situation=situation)
        those = [*match_up.further]
        one = those[self.place]
        situation = {**one.situation, self.question.key: answer}
        those[self.place] = replace(one, situation=situation)
        return replace(match_up, further=tuple(those))


@dataclass(frozen=True, slots=True)
class DecisionTrial:
    """One answer to a decision with its odds, or why it has none."""

    answer: Answer
    label: str
    match_up: MatchUp
    odds: Odds | None
    refused: str = ""

    @property
    def work(self) -> int:
        """Return the work on it as it is counted [losses of states]."""
        return WORK_OF_ONE if self.odds is None else max(WORK_OF_ONE, self.odds.work)


@dataclass(frozen=True, slots=True)
class TriedDecision:
    """A decision with the trials of all its answers; none where nothing was tried."""

    decision: Decision
    trials: tuple[DecisionTrial, ...]

    @property
    def best(self) -> DecisionTrial | None:
        """Return the trial that serves the side best, the present answer first."""
        worth = [(self._worth(one), one) for one in self.trials if one.odds is not None]
        top = max((value for value, _ in worth), default=0.0)
        best = [one for value, one in worth if value > top - SAME]
        present = [one for one in best if one.answer == self.decision.answer]
        return next(iter(present or best), None)

    @property
    def gain(self) -> float:
        """Return how much the best is better than the worst [chance, or wounds]."""
        worth = [self._worth(one) for one in self.trials if one.odds is not None]
        return max(worth) - min(worth) if worth else 0.0

    @property
    def matters(self) -> bool:
        """Return whether any answer makes a difference."""
        return self.gain > SAME

    def _worth(self, trial: DecisionTrial) -> float:
        if trial.odds is None:
            return 0.0
        return edge(trial.odds) if self.decision.side == "a" else -edge(trial.odds)


def decisions_of(combat: Combat, match_up: MatchUp, side: Side) -> tuple[Decision, ...]:
    """Return what a side decides in a match-up and may make a difference there.

    Raises
    ------
    MatchUpError
        If a further fighter stands nowhere.
    """
    kind = next(one for one in combat.kinds if one.key == match_up.kind)
    sides: dict[Side, list[Fighter]] = {"a": [], "b": []}
    for letter, fighter in match_up.fighters():
        sides[letter].append(fighter)
    encounter = encounter_of(posts_of(match_up, kind))
    found = [
        _decision(
            question,
            side,
            key,
            match_up.situation.get(key, question.default),
            encounter.enemies_of(side),
            sides[side][0].models,
        )
        for question in combat.decisions.of_side(kind, side)
        if concerns_sides(question, sides, side if question.side else None)
        if encounter.calls_for(question, side)
        for key in keys(question)
        if not question.side or key.startswith(f"{side}.")
        if _has_needed(question, match_up.situation, key)
    ]
    found += _of_further(combat, kind, match_up, side)
    return tuple(one for one in found if _is_open(one))


def _of_further(
    combat: Combat, kind: MatchUpKind, match_up: MatchUp, side: Side
) -> Iterator[Decision]:
    posts = posts_of(match_up, kind)
    encounter = encounter_of(posts)
    others = [enemy for letter, enemy in match_up.fighters() if letter != side]
    for place, post in enumerate(posts):
        unit = post.joins or post.key
        for question in kind.asked_of(post.role, side) if post.side == side else ():
            decides = question.key in combat.decisions.of_each
            if (
                decides
                and encounter.calls_for(question, unit)
                and _has_needed(question, post.answers, question.key)
                and any(
                    concerns(question, post.unit.fighter, enemy) for enemy in others
                )
            ):
                key, answer = f"{post.key}.{question.key}", post.answers[question.key]
                enemies = encounter.enemies_of(unit)
                models = post.unit.fighter.models
                yield _decision(question, side, key, answer, enemies, models, place)


def _has_needed(question: Question, answers: Answers, key: str) -> bool:
    """Return whether what a question depends on is answered yes, or over 1."""
    needed = answers.get(key.removesuffix(question.key) + question.needs, False)
    some = isinstance(needed, int) and (needed is True or needed > 1)
    return some or not question.needs


def _decision(
    question: Question,
    side: Side,
    key: str,
    answer: Answer,
    enemies: int,
    models: int,
    place: int | None = None,
) -> Decision:
    """Return a decision of a unit of so many models that touches so many enemies."""
    asked = offered(question, enemies, answer)
    if question.of_models:
        most = models + MOST_CHARACTERS
        asked = replace(asked, high=min(question.high or most, most))
    return Decision(asked, side, key, answer, place)


def _is_open(decision: Decision) -> bool:
    """Return whether the side decides it: the enemy has not decided it already."""
    choices = [answer for answer, _ in choices_of(decision.question, decision.side)]
    named = {choice.key for choice in decision.question.choices} >= {*SIDES}
    return not named or decision.answer in choices


def try_decisions(
    work_out: WorkOut, match_up: MatchUp, decisions: tuple[Decision, ...]
) -> tuple[TriedDecision, ...]:
    """Return all decisions with the odds of each of their answers.

    The first is tried whatever work it is, each other one where all is still little
    enough work with it, by what a trial before it was.

    Parameters
    ----------
    work_out : callable
        ``work_out(match_up) -> Odds``, each side with its best loadout.
    match_up : MatchUp
    decisions : tuple of Decision
        Those of `decisions_of`, in the order in which they are to be tried.
    """
    spent = made = 0
    found = []
    for decision in decisions:
        choices = choices_of(decision.question, decision.side)
        wanted = sum(answer != decision.answer for answer, _ in choices)
        is_little = not made or spent + wanted * spent / made <= ENOUGH_WORK
        work, trials = _trials(work_out, match_up, decision) if is_little else (0, ())
        spent, made = spent + work, made + (wanted if trials else 0)
        found.append(TriedDecision(decision, trials))
    return tuple(found)


def _trials(
    work_out: WorkOut, match_up: MatchUp, decision: Decision
) -> tuple[int, tuple[DecisionTrial, ...]]:
    """Return the work on other answers [losses of states], and what is to be told."""
    choices = choices_of(decision.question, decision.side)
    found = [
        _trial(work_out, match_up, decision, answer, label) for answer, label in choices
    ]
    if decision.answer not in [answer for answer, _ in choices]:
        label = str(decision.answer)
        found.append(_trial(work_out, match_up, decision, decision.answer, label))
    work = sum(trial.work for trial in found if trial.answer != decision.answer)
    if decision.question.choices or isinstance(decision.question.default, bool):
        return work, tuple(found)
    return work, tuple(_without_repeats(found, decision.answer))


def _trial(
    work_out: WorkOut, match_up: MatchUp, decision: Decision, answer: Answer, label: str
) -> DecisionTrial:
    as_asked = answer == decision.answer
    decided = match_up if as_asked else decision.decided(match_up, answer)
    try:
        return DecisionTrial(answer, label, decided, work_out(decided))
    except MatchUpError as problem:
        return DecisionTrial(answer, label, decided, None, problem.text)


def _without_repeats(
    trials: list[DecisionTrial], present: Answer
) -> Iterator[DecisionTrial]:
    """Yield trials of numbers but those that differ in nothing from one before."""
    seen: list[float] = []
    for one in trials:
        if one.odds is None:
            continue
        value = edge(one.odds)
        if one.answer == present or all(abs(value - other) > SAME for other in seen):
            yield one
        seen.append(value)


def try_all(
    combat: Combat, settled: Settle, match_up: MatchUp, side: Side, first: str = ""
) -> tuple[tuple[TriedDecision, ...], DecisionTrial | None]:
    """Return all that a side decides, tried, and the best of each at once.

    Parameters
    ----------
    combat : Combat
        The odds of its game.
    settled : callable
        ``settled(match_up) -> (MatchUp, Odds)``, with what everybody has in hand.
    match_up : MatchUp
    side : {"a", "b"}
    first : str
        Key of the decision that is tried before others; then those of the fewest
        answers, so that as many as may be are tried.

    Raises
    ------
    MatchUpError
        If the match-up as it was asked cannot be worked out.
    """
    in_hand, odds = settled(match_up)
    asked = replace(match_up, further=with_first(in_hand.further))

    def work_out(decided: MatchUp) -> Odds:
        return odds if decided is asked else settled(decided)[1]

    def place(one: Decision) -> tuple[bool, int]:
        return one.key != first, len(choices_of(one.question, side))

    ordered = sorted(decisions_of(combat, asked, side), key=place)
    tried = try_decisions(work_out, asked, tuple(ordered))
    return tried, try_together(work_out, asked, tried)


def try_together(
    work_out: WorkOut, match_up: MatchUp, tried: tuple[TriedDecision, ...]
) -> DecisionTrial | None:
    """Return the odds with the best of every decision; none if fewer than two change.

    It need not be the best of all: the best answer alone may spoil another.
    """
    changed = [
        (one.decision, one.best)
        for one in tried
        if one.best is not None and one.best.answer != one.decision.answer
    ]
    if len(changed) < 2:
        return None
    for decision, best in changed:
        match_up = decision.decided(match_up, best.answer)
    try:
        return DecisionTrial("", "", match_up, work_out(match_up))
    except MatchUpError:
        return None
