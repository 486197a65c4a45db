"""The fate of each who fought in a combat: the units, and the characters in them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from rulesets.core.subject import Subject
from rulesets.games.scrollhammer.combat.blows.survivors import Flags, lefts
from rulesets.games.scrollhammer.combat.fights.result import BROKEN, COLUMNS
from rulesets.games.scrollhammer.combat.profile import ScrollhammerUnit
from rulesets.odds.answer import Distribution, Odds
from rulesets.odds.fight.model import FightResult
from rulesets.odds.posts import name_of_party
from rulesets.odds.report import Prelude, event_words
from rulesets.odds.sides import SIDES
from rulesets.odds.volley import Floats

FATES = {
    "stands": "{own} still standing",
    "slain": "{own} slain to the last",
    "away": "{own} {own[falls]} back, and away",
    "run-down": "{own} {own[falls]} back and {own[is]} run down",
    "trapped": "{own} {own[falls]} back and {own[is]} trapped",
}
"""Words of what becomes of a post."""

AWAY, CAUGHT = ("gets-away", "falls-back"), ("caught-fleeing",)
"""Ends of the keys of outcomes in which a side fell back before contact."""

TRAPPED = ("trapped",)
"""The same, of those who found no way."""

Units = tuple[ScrollhammerUnit, ScrollhammerUnit]


def party_name(unit: ScrollhammerUnit) -> str:
    """Return the name of a unit with those of the characters in it."""
    names = {group.post: group.name for group in unit.groups if group.post}
    return name_of_party(unit.name, (("character", one) for one in names.values()))


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


def columns_of(units: Units) -> int:
    """Return how many columns a result has, before it is `folded`."""
    return max(max(places) for _, places in _columns(units)) + 1


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
class FatedPost:
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

    @property
    def alive(self) -> Flags:
        """Return by the state of his unit whether he is left."""
        found: Flags = self.unit.company.alive[:, self.groups].sum(axis=1) > 0
        return found


def posts_of(unit: ScrollhammerUnit, key: str = "") -> Iterator[FatedPost]:
    """Yield a unit of a post, its side's if none is named, and those who joined it."""
    yield FatedPost(key or unit.side, unit.name, unit, 0)
    for at, post in enumerate(unit.posts):
        if post:
            name = next(one.name for one in unit.groups if one.post == post)
            yield FatedPost(post, name, unit, at)


def with_fates(
    odds: Odds,
    units: Units,
    fought: FightResult,
    before: Prelude,
    traps: tuple[float | None, float | None] = (None, None),
) -> Odds:
    """Return an answer that tells what becomes of each; as it was without characters.

    Parameters
    ----------
    odds : Odds
    units : tuple of ScrollhammerUnit
    fought : FightResult
        Not `folded`.
    before : Prelude
    traps : tuple of float
        Of both sides, the chance that who falls back from the combat is trapped; none
        where nothing blocks the way [chance].
    """
    if not any(unit.posts for unit in units):
        return odds
    columns = dict(_columns(units))
    final = fought.final + before.final
    fates = []
    for place, unit in enumerate(units):
        along = {
            key: chances.sum(axis=1 - place) for key, chances in before.ended.items()
        }
        for post in posts_of(unit):
            fled = _broke(post, fought, columns, ("flees", "regroups"))
            told = PostFate(
                post,
                final.sum(axis=1 - place),
                fled + _ended(post, along, AWAY),
                _broke(post, fought, columns, ("run-down",))
                + _ended(post, along, CAUGHT),
            )
            told = told.with_trap(fled, traps[place], _ended(post, along, TRAPPED))
            fates.append(told)
    return with_told(odds, fates)


def with_fates_of_shots(
    odds: Odds,
    units: Units,
    states: tuple[Floats, Floats],
    runs: Floats,
    trap: float | None = None,
) -> Odds:
    """Return an answer about a volley at b that tells the same.

    Parameters
    ----------
    odds : Odds
    units : tuple of ScrollhammerUnit
    states : tuple of ndarray
        Of each, after it [chance].
    runs : ndarray
        By the state of b: that it falls back [chance].
    trap : float, optional
        That it is trapped then, if something blocks its way [chance].
    """
    if not any(unit.posts for unit in units):
        return odds
    fates = []
    for unit, left in zip(units, states, strict=True):
        for post in posts_of(unit):
            away = float(runs[post.alive].sum()) if unit.side == "b" else 0.0
            told = PostFate(post, left, away, 0.0)
            fates.append(told.with_trap(away, trap if unit.side == "b" else None))
    return with_told(odds, fates)


@dataclass(frozen=True, slots=True, eq=False)
class PostFate:
    """The states of the unit of a post at the end, and how often it fell back alive."""

    post: FatedPost
    states: Floats
    away: float
    run_down: float
    trapped: float | None = None

    def with_trap(
        self, fled: float, share: float | None, before: float = 0.0
    ) -> "PostFate":
        """Return it with those who are trapped: a share of those who fled in the end.

        ``share`` is none where nobody asked; ``before`` were trapped earlier [chance].
        """
        if share is None:
            return self
        away, trapped = self.away - fled * share, fled * share + before
        return replace(self, away=away, trapped=trapped)

    def chances(self) -> dict[str, float]:
        """Return the chance of each of `FATES`."""
        alive = float(self.states[self.post.alive].sum())
        gone = self.away + self.run_down + (self.trapped or 0.0)
        found = {
            "stands": max(alive - gone, 0.0),
            "slain": float(self.states[~self.post.alive].sum()),
            "away": self.away,
            "run-down": self.run_down,
        }
        return found if self.trapped is None else {**found, "trapped": self.trapped}


def with_told(odds: Odds, fates: Iterable[PostFate]) -> Odds:
    """Return an answer with the events, words and wounds left of each post."""
    events: dict[str, float] = {}
    words: dict[str, str] = {}
    left: dict[str, Distribution] = {}
    for one in fates:
        post = one.post
        own = Subject(post.name)
        for fate, chance in one.chances().items():
            events[f"{post.key}-{fate}"] = chance
            words[f"{post.key}-{fate}"] = FATES[fate].format(own=own)
        left[f"{post.key}-left"] = _left(post, one.states)
    return replace(
        odds,
        events={**odds.events, **events},
        labels={**words, **odds.labels},
        event_labels=event_words(odds.outcomes, words),
        distributions={**odds.distributions, **left},
    )


def _broke(
    post: FatedPost,
    fought: FightResult,
    columns: dict[str, list[int]],
    ends: tuple[str, ...],
) -> float:
    """Return the chance that the side of a post who is left breaks in the combat."""
    cases = [not case or case[post.at] for case in lefts(post.unit)[0]]
    counted = fought.outcomes[[columns[f"{post.unit.side}-{end}"] for end in ends]]
    return float(counted.sum(axis=0)[cases].sum())


def _ended(post: FatedPost, along: dict[str, Floats], ends: tuple[str, ...]) -> float:
    """Return the chance that it ends so before contact and he is left."""
    keys = [f"{post.unit.side}-{end}" for end in ends]
    return sum(float(along[key][post.alive].sum()) for key in keys if key in along)


def _left(post: FatedPost, states: Floats) -> Distribution:
    """Return the wounds left of a post."""
    company = post.unit.company
    wounds = company.pools[:, post.groups].sum(axis=1)
    chances = np.bincount(wounds, weights=states)
    chances[-1] += max(0.0, 1.0 - float(chances.sum()))
    label = f"Wounds left of {post.name}"
    return Distribution(label, "wounds", tuple(chances.tolist()))
