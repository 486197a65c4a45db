"""The fate of each who fought in a combat: the units, and the characters in them."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from rulesets.core.subject import Subject
from rulesets.games.scrollhammer.combat.profile import ScrollhammerUnit
from rulesets.games.scrollhammer.combat.result import BROKEN, COLUMNS
from rulesets.games.scrollhammer.combat.survivors import lefts
from rulesets.odds.answer import Distribution, Odds
from rulesets.odds.fight.model import FightResult
from rulesets.odds.report import Prelude
from rulesets.odds.sides import SIDES
from rulesets.odds.volley import Floats

FATES = {
    "stands": "{own} still standing",
    "slain": "{own} slain to the last",
    "away": "{own} fell back, and away",
    "run-down": "{own} fell back and run down",
}
"""Words of what becomes of a post."""

BEFORE = {"away": "b-gets-away", "run-down": "b-caught-fleeing"}
"""Ways in which the charged side falls back before contact."""

Units = tuple[ScrollhammerUnit, ScrollhammerUnit]


def folded(fought: FightResult, units: Units) -> FightResult:
    """Return a result with the usual columns alone, whoever of a side is left."""
    if not any(unit.posts for unit in units):
        return fought
    return replace(
        fought,
        outcomes=_folded(fought.outcomes, units),
        by_round=_folded(fought.by_round, units),
    )


def _folded(chances: Floats, units: Units) -> Floats:
    found = chances[..., : len(COLUMNS)].copy()
    for key, several in _columns(units):
        found[..., COLUMNS.index(key)] = chances[..., several].sum(axis=-1)
    return found


def _columns(units: Units) -> Iterator[tuple[str, list[int]]]:
    """Yield each outcome in which a side broke, with its columns by who is left."""
    place = len(COLUMNS)
    for side, unit in zip(SIDES, units, strict=True):
        more = len(lefts(unit)[0]) - 1
        for end in BROKEN:
            key = f"{side}-{end}"
            yield key, [COLUMNS.index(key), *range(place, place + more)]
            place += more


@dataclass(frozen=True, slots=True)
class _Post:
    """A unit without its characters, or one of these.

    Parameters
    ----------
    key, name : str
    unit : ScrollhammerUnit
        In which he stands.
    at : int
        His place among its posts.
    """

    key: str
    name: str
    unit: ScrollhammerUnit
    at: int

    @property
    def groups(self) -> list[int]:
        """Return the places of his groups."""
        post = self.unit.posts[self.at] if self.unit.posts else ""
        return [n for n, one in enumerate(self.unit.groups) if one.post == post]


def _posts(unit: ScrollhammerUnit) -> Iterator[_Post]:
    yield _Post(unit.side, unit.name, unit, 0)
    for at, post in enumerate(unit.posts):
        if post:
            name = next(one.name for one in unit.groups if one.post == post)
            yield _Post(post, name, unit, at)


def with_fates(odds: Odds, units: Units, fought: FightResult, before: Prelude) -> Odds:
    """Return an answer that tells what becomes of each; as it was without characters.

    Parameters
    ----------
    odds : Odds
    units : tuple of ScrollhammerUnit
    fought : FightResult
        Not `folded`.
    before : Prelude
    """
    if not any(unit.posts for unit in units):
        return odds
    events: dict[str, float] = {}
    words: dict[str, str] = {}
    left: dict[str, Distribution] = {}
    columns = dict(_columns(units))
    final = fought.final + before.final
    for place, unit in enumerate(units):
        states = final.sum(axis=1 - place)
        for post in _posts(unit):
            for fate, chance in _fates(post, states, fought, columns, before).items():
                events[f"{post.key}-{fate}"] = chance
                own = Subject(post.name)
                words[f"{post.key}-{fate}"] = FATES[fate].format(own=own)
            left[f"{post.key}-left"] = _left(post, states)
    return replace(
        odds,
        events={**odds.events, **events},
        labels={**odds.labels, **words},
        distributions={**odds.distributions, **left},
    )


def _fates(
    post: _Post,
    states: Floats,
    fought: FightResult,
    columns: dict[str, list[int]],
    before: Prelude,
) -> dict[str, float]:
    alive = post.unit.company.alive[:, post.groups].any(axis=1)
    cases = [not case or case[post.at] for case in lefts(post.unit)[0]]
    side = post.unit.side

    def broke(*ends: str) -> float:
        counted = fought.outcomes[[columns[f"{side}-{end}"] for end in ends]]
        return float(counted.sum(axis=0)[cases].sum())

    away, run_down = broke("flees", "regroups"), broke("run-down")
    if side == "b":
        away += before.outcomes.get(BEFORE["away"], 0.0)
        run_down += before.outcomes.get(BEFORE["run-down"], 0.0)
    slain = float(states[~alive].sum())
    stands = max(float(states[alive].sum()) - away - run_down, 0.0)
    return {"stands": stands, "slain": slain, "away": away, "run-down": run_down}


def _left(post: _Post, states: Floats) -> Distribution:
    """Return the wounds left of a post."""
    company = post.unit.company
    wounds = company.pools[:, post.groups].sum(axis=1)
    chances = np.bincount(wounds, weights=states)
    chances[-1] += max(0.0, 1.0 - float(chances.sum()))
    label = f"Wounds left of {post.name}"
    return Distribution(label, "wounds", tuple(chances.tolist()))
