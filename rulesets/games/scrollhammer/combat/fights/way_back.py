"""The way behind a unit that falls back: friends in it, and what blocks it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from rulesets.core.subject import Subject, clause
from rulesets.games.scrollhammer.combat.context import (
    ScrollhammerSideAnswers,
    ScrollhammerSituation,
)
from rulesets.games.scrollhammer.combat.fights.leadership import morale
from rulesets.games.scrollhammer.sources import MORALE
from rulesets.odds.answer import Odds, Step
from rulesets.odds.dice import Chances, dice_sum
from rulesets.odds.sides import SIDES

FAR = 13
"""Farther than any unit falls back at once: nothing is in its way [inches]."""

UNTESTED, HELD, PANICKED = range(3)
"""States of the friends behind a unit: not run through yet, held, or ran too."""

TWO_DICE = dice_sum(2)
"""Inches that a unit falls back."""

BESIDE = {"friends-test": "friends-test", "friends-panic": "friends-test"}
"""Ends of the events about friends, told beside the answer where there are friends."""


@dataclass(frozen=True, slots=True, order=True)
class WayBack:
    """The way behind a unit, from where it stands.

    Parameters
    ----------
    clear : int
        It runs through friends if it falls back so far [inches].
    blocked : int
        It cannot fall back farther [inches].
    friends : int
        One of `UNTESTED`, `HELD`, `PANICKED`.
    """

    clear: int = FAR
    blocked: int = FAR
    friends: int = UNTESTED

    def from_nearer(self, inches: int) -> "WayBack":
        """Return the way of a unit that has come nearer to its enemy by so much."""
        clear = self.clear if self.clear == FAR else self.clear + inches
        blocked = self.blocked if self.blocked == FAR else self.blocked + inches
        behind = clear <= 0 or clear >= FAR or self.friends == PANICKED
        return WayBack(
            FAR if behind else clear,
            max(min(blocked, FAR), 0),
            UNTESTED if behind else self.friends,
        )

    def runs_through(self, inches: int) -> bool:
        """Return whether friends must test for a move of so many inches.

        References
        ----------
        Scrollhammer Rulebook, Fall Back: Friendly Models; Panic Test.
        """
        return self.clear <= inches <= self.blocked

    def trapped(self, dice: Chances = TWO_DICE) -> float:
        """Return the chance that a unit that falls back is trapped [chance].

        References
        ----------
        Scrollhammer Rulebook, Fall Back: Trapped.
        """
        return float(sum(dice[self.blocked + 1 :]))

    def befalls(self, leadership: int) -> "Befalls":
        """Return what befalls a unit that falls back, and friends of a Leadership."""
        through = float(sum(TWO_DICE[self.clear : self.blocked + 1]))
        tests = through if self.friends == UNTESTED else 0.0
        return Befalls(self.trapped(), tests, through * panics(leadership))


@dataclass(frozen=True, slots=True)
class Befalls:
    """Chances of what befalls a unit that falls back from a combat.

    Parameters
    ----------
    trapped : float
        That it finds no way and is destroyed [chance].
    tests : float
        That friends behind it test, for the first time [chance].
    panics : float
        That they fall back too [chance].
    """

    trapped: float
    tests: float
    panics: float


def mean_of(parts: Sequence[tuple[float, Befalls]]) -> Befalls:
    """Return the mean of what befalls a unit, by how often it is so [chance]."""
    total = sum(weight for weight, _ in parts) or 1.0
    return Befalls(
        sum(weight * one.trapped for weight, one in parts) / total,
        sum(weight * one.tests for weight, one in parts) / total,
        sum(weight * one.panics for weight, one in parts) / total,
    )


def way_back(answers: ScrollhammerSideAnswers | ScrollhammerSituation) -> WayBack:
    """Return the way behind a unit, or the target of a volley, at the start."""
    return WayBack(answers.friends or FAR, answers.blocked or FAR)


Both = tuple[Befalls, Befalls]
"""Of a, and of b: what befalls it if it falls back."""


def befalls_both(
    situation: ScrollhammerSituation, ways: tuple[WayBack, WayBack] | None = None
) -> Both:
    """Return what befalls both sides on ways, else where they stand at the start."""
    a, b = ways or (way_back(situation.a), way_back(situation.b))
    return (
        a.befalls(situation.a.friends_leadership),
        b.befalls(situation.b.friends_leadership),
    )


def traps_of(
    situation: ScrollhammerSituation, both: Both
) -> tuple[float | None, float | None]:
    """Return the chances to be trapped, of sides about which that is asked."""
    a, b = both
    return (
        a.trapped if situation.a.blocked else None,
        b.trapped if situation.b.blocked else None,
    )


@lru_cache(maxsize=32)
def panics(leadership: int) -> float:
    """Return the chance that friends who are run through fall back too [chance].

    References
    ----------
    Scrollhammer Rulebook, Morale Checks: Panic Test.
    """
    return float(1 - morale(leadership))


def friends_events(key: str, chance: float, one: Befalls) -> dict[str, float]:
    """Return how often friends test, and fall back, as a unit does.

    Parameters
    ----------
    key : str
        Of the unit.
    chance : float
        That it falls back, trapped or not [chance].
    one : Befalls
    """
    return {
        f"{key}-friends-test": chance * one.tests,
        f"{key}-friends-panic": chance * one.panics,
    }


def with_friends_before(
    told: Mapping[str, float], before: Mapping[str, float]
) -> dict[str, float]:
    """Return the events of combats with those about friends before contact added."""
    return {key: chance + before.get(key, 0.0) for key, chance in told.items()}


def friends_labels(key: str, name: str) -> dict[str, str]:
    """Return the words of `friends_events`."""
    own = Subject(name)
    return {
        f"{key}-friends-test": f"{own} {own['falls']} back through friends, who test",
        f"{key}-friends-panic": f"{clause(name, 'falls')} back through friends, who "
        "fall back too",
    }


def with_ways_back(
    odds: Odds,
    situation: ScrollhammerSituation,
    both: Both,
    names: tuple[str, str],
) -> Odds:
    """Return the answer about a combat with what befalls who falls back from it."""
    for side, one, name in zip(SIDES, both, names, strict=True):
        odds = _with_way_back(odds, situation.of(side), one, f"{side}-flees", name)
    return odds


def with_way_back_of_target(
    odds: Odds, situation: ScrollhammerSituation, name: str
) -> Odds:
    """Return the answer about a volley at b with what befalls it if it falls back."""
    one = way_back(situation).befalls(situation.friends_leadership)
    return _with_way_back(odds, situation, one, "b-falls-back", name)


def _with_way_back(
    odds: Odds,
    answers: ScrollhammerSideAnswers | ScrollhammerSituation,
    one: Befalls,
    key: str,
    name: str,
) -> Odds:
    """Return an answer with what befalls a unit that falls back, an outcome's key."""
    if not (answers.friends or answers.blocked):
        return odds
    outcomes, by_round = {**odds.outcomes}, [dict(row) for row in odds.by_round]
    events, labels, side = {**odds.events}, {**odds.labels}, key[0]
    if answers.friends:
        events |= friends_events(side, outcomes[key], one)
        labels |= friends_labels(side, name)
    if answers.blocked:
        for row in (outcomes, *by_round):
            _trap(row, key, one.trapped)
        events[f"{side}-regroups"] *= 1 - one.trapped
        labels |= trapped_labels(side, name)
    return replace(
        odds,
        outcomes=outcomes,
        by_round=tuple(by_round),
        events=events,
        labels=labels,
        trace=(*odds.trace, *way_steps(answers, side, name)),
    )


def way_steps(
    answers: ScrollhammerSideAnswers | ScrollhammerSituation, side: str, name: str
) -> Iterator[Step]:
    """Yield the trace of what is behind a unit where it stands at the start."""
    if answers.friends:
        text = (
            f"{name}: friends to run through by {inches(answers.friends)} and more, "
            f"who test 2D6 against Leadership {answers.friends_leadership}"
        )
        yield Step("Panic Test", f"{MORALE}: Panic Test", text, side)
    if answers.blocked:
        text = (
            f"{name}: who must fall back more than {inches(answers.blocked)} is "
            "trapped and destroyed"
        )
        yield Step("Trapped", f"{MORALE}: Fall Back, Trapped", text, side)


def inches(count: int) -> str:
    """Return a distance in words."""
    return "1 inch" if count == 1 else f"{count} inches"


def trapped_labels(side: str, name: str) -> dict[str, str]:
    """Return the words of the outcome that a unit is trapped."""
    own = Subject(name)
    text = f"{own} {own['falls']} back and {own['is']} trapped"
    return {f"{side}-trapped": text}


def _trap(row: dict[str, float], key: str, share: float) -> None:
    fled, trapped = row.get(key, 0.0), f"{key[0]}-trapped"
    row[key] = fled * (1 - share)
    row[trapped] = row.get(trapped, 0.0) + fled * share


@dataclass(frozen=True, slots=True)
class FallBack:
    """A move of a unit that falls back.

    Parameters
    ----------
    inches : int
    chance : float
    end : str
        End of the key of the outcome, if it is one.
    through : bool
        Whether it runs through friends.
    """

    inches: int
    chance: float
    end: str
    through: bool


@lru_cache(maxsize=4_096)
def falls_back(way: WayBack, room: int, dice: int) -> tuple[FallBack, ...]:
    """Return the moves of a unit that falls back, so far from its table edge [inches].

    At the edge it is gone, unless something blocks the way before it.
    """
    return tuple(_moves(way, room, dice))


def _moves(way: WayBack, room: int, dice: int) -> Iterator[FallBack]:
    for inches, chance in enumerate(dice_sum(dice)):
        if not chance:
            continue
        end = "falls-back" if inches >= room else ""
        end = "trapped" if inches > way.blocked else end
        yield FallBack(inches, float(chance), end, way.runs_through(inches))
