"""Odds of a unit against a target, with one loadout or with the best one.

The same question is answered once a process: a page asks for all units of an army, and
an edit changes one of them.
"""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial

from armybuilder.accounts.cpu_budget import Purse, SpentError
from armybuilder.armies.address import BookAddress, read_address
from armybuilder.armies.odds.figures import (
    SHOOTING,
    FightFigures,
    LoadoutOdds,
    attack_figures,
    fight_figures,
)
from armybuilder.armies.odds.first_round import RoundTable, hint_of, round_table
from armybuilder.armies.odds.result_cache import ResultCache
from rulesets.books.book import Books
from rulesets.combats import combat_of
from rulesets.core.caching import Remembered
from rulesets.core.subject import clause
from rulesets.game import Game
from rulesets.matchups.fighter import MOST_TRIED, book_fighter, fighter
from rulesets.matchups.openings import Opened, opened, unasked
from rulesets.matchups.unit_worth import has_shots
from rulesets.odds.answer import NoDice, NotModelled, Preview
from rulesets.odds.match_up import Fighter, MatchUpError
from rulesets.reviews.review import Line

MOST_KEPT = 500
"""Answers that a process keeps; each is some 10 kB with its question."""

MOST_DECIDED = 200
"""Answers to what decides a fight that a process keeps."""

MOST_READ = 1_000
"""Units whose loadouts a process keeps: reviews have the same ones while they stay."""


@dataclass(frozen=True, slots=True)
class Target:
    """The unit that odds are computed against; no fighter, no odds.

    `why_not` says why a unit that was asked for cannot be one.
    """

    address: str = ""
    name: str = ""
    fighter: Fighter | None = None
    why_not: str = ""


@dataclass(frozen=True, slots=True)
class Decided:
    """The reasons of the end of a fight: a table with the unit first, and a hint.

    `not_told` is true where the parts of the first round are not worked out.
    """

    deciding: RoundTable | None
    hint: tuple[str, ...]

    @property
    def not_told(self) -> bool:
        return self.deciding is None


def book_target(address: str, books: Books) -> Target:
    """Return the unit at an address as target; one without a stat line says so."""
    place = read_address(address)
    if not isinstance(place, BookAddress) or not place.edition:
        return Target(address)
    book = books.get((place.book, place.edition))
    if book is None:
        return Target(address)
    read = partial(book_fighter, book, place.unit)
    try:
        found = _fighters.get((book,), place.unit, read)
    except ValueError as problem:
        return Target(address, why_not=str(problem))
    return Target(address, found.name, found)


_fighters = Remembered[Fighter](most=MOST_READ)


def loadout_odds(
    game: Game,
    line: Line,
    target: Target,
    loadout: str = "",
    purse: Purse | None = None,
) -> LoadoutOdds | None:
    """Return the odds of a unit with a loadout; none without a target.

    Groups without that loadout have in hand what the player named first, else what the
    review lists first. Where no loadout is asked for and the player named none, the
    unit has its best loadout in hand against this target. Where the purse is spent
    that is told instead of figures.
    """
    if target.fighter is None or not combat_of(game).kinds:
        return None
    try:
        ways = _ways(line, loadout)
    except ValueError as problem:
        return LoadoutOdds(loadout, why_not=str(problem))
    try:
        found = _cached_odds(_Question(game, ways, target.fighter), purse)
    except SpentError as problem:
        return LoadoutOdds(loadout, why_not=str(problem))
    return replace(found, points=ways[0].fighter.points)


def decided(
    game: Game,
    line: Line,
    target: Target,
    loadout: str,
    opening: str,
    purse: Purse | None,
) -> Decided | None:
    """Return what decides the fight of a unit that begins so; none if nothing is told.

    It costs the trial of every loadout and one explained fight, unless they are
    remembered, so it is asked of a single unit.
    """
    if target.fighter is None:
        return None
    asked = _Question(game, _ways(line, loadout), target.fighter)
    words = f"{opening} {asked.words}"
    work = partial(_compute_decided, asked, opening)
    try:
        return _kept_decided.answer(words, work, purse)
    except (SpentError, MatchUpError):
        return None


def _ways(line: Line, loadout: str) -> "tuple[_Held, ...]":
    """Return a unit with each loadout that may be the best, the first of them first."""
    return _known_ways.get((line,), loadout, partial(_read_ways, line, loadout))


def _read_ways(line: Line, loadout: str) -> "tuple[_Held, ...]":
    first = fighter(line, loadout)
    name = loadout or next(iter(first.loadouts), "")
    if loadout or has_named(line):
        return (_Held(name, first),)
    ways = [_Held(name, first)]
    for other in first.loadouts[:MOST_TRIED]:
        held = fighter(line, other)
        if all(held.parts != way.fighter.parts for way in ways):
            ways.append(_Held(other, held))
    return tuple(ways)


def has_named(line: Line) -> bool:
    """Return whether the player named a loadout of some models of a unit."""
    kit = line.equipment
    return bool(kit and kit.named) or any(has_named(part) for part in line.lines)


def loadouts(line: Line) -> tuple[str, ...]:
    """Return the names of a unit's loadouts, the player's own first."""
    return _known_loadouts.of(line, _loadouts)


def _loadouts(line: Line) -> tuple[str, ...]:
    try:
        return fighter(line).loadouts
    except ValueError:
        return ()


_known_loadouts = Remembered[tuple[str, ...]](most=MOST_READ)


def with_previous(
    now: LoadoutOdds | None, before: LoadoutOdds | None
) -> LoadoutOdds | None:
    """Return odds in which each figure that reads otherwise has its value before."""
    if now is None or before is None:
        return now
    were = {one.key: one.expected for one in before.attacks}
    attacks = tuple(
        replace(one, was=were[one.key])
        if were.get(one.key, one.expected) != one.expected
        else one
        for one in now.attacks
    )
    fights = {one.key: one for one in before.fights}
    return replace(
        now,
        attacks=attacks,
        fights=tuple(replace(one, was=fights.get(one.key)) for one in now.fights),
    )


# -- asking once --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Held:
    """A unit with one loadout, and the name of that."""

    name: str
    fighter: Fighter


@dataclass(frozen=True, slots=True)
class _Question:
    game: Game
    ways: tuple[_Held, ...]
    target: Fighter

    @property
    def words(self) -> str:
        """Return the hash of the question; the unit's points are no part of it."""
        return _signs.get((self.ways, self.target), self.game.key, self._sign)

    def _sign(self) -> str:
        ways = [(one.name, replace(one.fighter, points=0)) for one in self.ways]
        words = f"{self.game.key} {ways!r} {self.target!r}"
        return hashlib.sha256(words.encode()).hexdigest()

    @property
    def own(self) -> Fighter:
        """Return the unit with every loadout that it may take."""
        first, *others = (one.fighter for one in self.ways)
        return replace(first, alternatives=tuple(others))

    def way(self, held: Fighter) -> _Held:
        """Return with which loadout the unit is."""
        return next(one for one in self.ways if one.fighter.parts == held.parts)


_known_ways = Remembered[tuple[_Held, ...]](most=MOST_READ)
_signs = Remembered[str](most=MOST_READ)
_kept: ResultCache[LoadoutOdds] = ResultCache(MOST_KEPT)
_kept_decided: ResultCache[Decided | None] = ResultCache(MOST_DECIDED)


def _cached_odds(asked: _Question, purse: Purse | None) -> LoadoutOdds:
    return _kept.answer(asked.words, partial(_compute_odds, asked), purse)


def _compute_odds(asked: _Question) -> LoadoutOdds:
    """Return the fights of a unit, and its attacks with the loadout of the first.

    A way to attack that it lacks then, such as shots, is told with what does most.
    """
    preview = combat_of(asked.game).preview
    found, no_fights = _opened(asked)
    way = asked.way(found[0].own) if found else asked.ways[0]
    try:
        previews = {
            one.name: preview(one.fighter, asked.target)
            for one in (way, *(other for other in asked.ways if other != way))
        }
    except MatchUpError as problem:
        return LoadoutOdds(way.name, why_not=_reason(problem, asked))
    shown = [*_shown(previews)]
    if not shown:
        return LoadoutOdds(
            way.name, why_not=f"{clause(asked.own.name, 'has')} no way to attack."
        )
    left = [(x, x.side) for _, one in shown for x in one.not_modelled]
    left += [(x, _side(one, x)) for one in found for x in one.odds.not_modelled]
    silent = [(x, x.side) for _, one in shown for x in one.no_dice]
    silent += [(x, _side(one, x)) for one in found for x in one.odds.no_dice]
    return LoadoutOdds(
        way.name,
        attacks=tuple(
            replace(attack_figures(one), held=name if name != way.name else "")
            for name, one in shown
        ),
        fights=tuple(_fights(asked, way, found)),
        no_fights=no_fights,
        left_out=tuple(dict.fromkeys(x.rule for x, side in left if side != "b")),
        left_out_of_target=tuple(
            dict.fromkeys(x.rule for x, side in left if side == "b")
        ),
        no_dice=tuple(dict.fromkeys(x.rule for x, side in silent if side == "a")),
        unasked=unasked(asked.game, asked.own, asked.target),
        is_silent=has_shots(asked.own) and all(x.key != SHOOTING for _, x in shown),
    )


def _compute_decided(asked: _Question, key: str) -> Decided | None:
    combat = combat_of(asked.game)
    opening = next(one for one in combat.openings if one.key == key)
    one = opened(asked.game, opening, asked.own, asked.target)
    if one is None:
        return None
    match_up = replace(one.match_up, explained=True)
    odds = combat.odds(match_up)
    titles = {"a": match_up.a.name, "b": match_up.b.name}
    kind = next(kind for kind in combat.kinds if kind.key == opening.kind)
    table = round_table(odds, kind.round_name or "Round")
    hint = hint_of(match_up, odds, titles, combat.odds)
    return Decided(table.turned() if table and opening.turned else table, hint)


def _opened(asked: _Question) -> tuple[list[Opened], tuple[tuple[str, str], ...]]:
    """Return the fights, and (name, reason) of openings that are not worked out."""
    found: list[Opened] = []
    refused: list[tuple[str, str]] = []
    for opening in combat_of(asked.game).openings:
        try:
            one = opened(asked.game, opening, asked.own, asked.target)
        except MatchUpError as problem:
            said = _reason(problem, asked, turned=opening.turned)
            refused.append((opening.name, said))
        else:
            found += [one] if one is not None else []
    return found, tuple(refused)


def _fights(
    asked: _Question, way: _Held, found: list[Opened]
) -> Iterator[FightFigures]:
    for one in found:
        fight, held = fight_figures(one), asked.way(one.own).name
        if fight is not None:
            yield replace(fight, held=held if held != way.name else "")


def _side(found: Opened, told: NotModelled | NoDice) -> str:
    """Return the side of a note on a fight: ``a`` the unit's, ``b`` the target's."""
    return {"": "", found.side: "a"}.get(told.side, "b")


def _shown(
    previews: Mapping[str, tuple[Preview, ...]],
) -> Iterator[tuple[str, Preview]]:
    """Yield (loadout, way to attack): those of the first loadout, then others.

    A phase that it lacks is told with the loadout that does most in it.
    """
    first, *others = previews
    for one in previews[first]:
        yield first, one
    known = {_phase(one) for one in previews[first]}
    best: dict[str, tuple[float, str]] = {}
    for name in others:
        for phase, wounds in _by_phase(previews[name]).items():
            if phase not in known and wounds > best.get(phase, (-1.0, ""))[0]:
                best[phase] = wounds, name
    for phase, (_, name) in best.items():
        yield from ((name, one) for one in previews[name] if _phase(one) == phase)


def _phase(one: Preview) -> str:
    return one.phase or one.name


def _by_phase(several: tuple[Preview, ...]) -> dict[str, float]:
    """Return the wounds on average in each phase."""
    wounds: dict[str, float] = {}
    for one in several:
        wounds[_phase(one)] = wounds.get(_phase(one), 0.0) + one.wounds.expected()
    return wounds


def _reason(problem: MatchUpError, asked: _Question, *, turned: bool = False) -> str:
    """Return an error with its side and figure: `Orcs, Wounds: expected a number`."""
    side, _, place = problem.where.lstrip("/").partition("/")
    sides = (asked.target, asked.own) if turned else (asked.own, asked.target)
    names = dict(zip("ab", (one.name for one in sides), strict=True))
    figures = {one.key: one.name for one in asked.game.characteristics}
    figure = figures.get(place.rpartition("/")[2], "")
    about = ", ".join(filter(None, (names.get(side, ""), figure)))
    if not about or problem.text.startswith(names.get(side, about)):
        return problem.text
    return f"{about}: {problem.text}"
