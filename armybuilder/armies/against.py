"""Units of an army against a target: with which loadout, and what an edit changed.

The same question is answered once a process: a page asks for all units of an army, and
an edit changes one of them.
"""

from dataclasses import dataclass, replace
from functools import partial

from armybuilder.accounts.spending import Purse, SpentError
from armybuilder.armies.effects import Against, Fight, effect, fought
from armybuilder.armies.kept import Kept
from rulesets.book import Books
from rulesets.fighters import book_fighter, fighter
from rulesets.game import Game
from rulesets.matchup import Fighter, MatchUp, MatchUpError
from rulesets.odds.answer import NotModelled
from rulesets.review import Line

MOST_KEPT = 500
"""Answers that a process keeps; each is some 10 kB with its question."""


@dataclass(frozen=True, slots=True)
class Target:
    """Whom effects are worked out against; no fighter, no effects.

    `why_not` says why a unit that was asked for cannot be one.
    """

    address: str = ""
    name: str = ""
    fighter: Fighter | None = None
    why_not: str = ""


def book_target(address: str, books: Books) -> Target:
    """Return the unit at ``book@edition/unit``; one without a stat line is told so."""
    edition, _, unit = address.partition("/")
    key, _, number = edition.partition("@")
    book = books.get((key, int(number))) if number.isdecimal() else None
    if book is None:
        return Target(address)
    try:
        found = book_fighter(book, unit)
    except ValueError as problem:
        return Target(address, why_not=str(problem))
    return Target(address, found.name, found)


def against(
    game: Game,
    line: Line,
    target: Target,
    loadout: str = "",
    purse: Purse | None = None,
) -> Against | None:
    """Return what a unit does to a target with a loadout; none without a target.

    Groups without that loadout have in hand what the player named first, else what the
    review lists first. Where the purse is spent that is told instead of figures.
    """
    if target.fighter is None or game.preview is None:
        return None
    try:
        own = fighter(line, loadout)
    except ValueError as problem:
        return Against(loadout, why_not=str(problem))
    try:
        found = _told(_Asked(game, own, target.fighter), purse)
    except SpentError as problem:
        return Against(loadout, why_not=str(problem))
    held = loadout or next(iter(own.loadouts), "")
    return replace(found, loadout=held, points=own.points)


def loadouts(line: Line) -> tuple[str, ...]:
    """Return the names of what a unit may have in hand, the player's own first."""
    try:
        return fighter(line).loadouts
    except ValueError:
        return ()


def compared(now: Against | None, before: Against | None) -> Against | None:
    """Return what is now, each figure that reads otherwise with what it was."""
    if now is None or before is None:
        return now
    were = {one.key: one.expected for one in before.effects}
    effects = tuple(
        replace(one, was=were[one.key])
        if were.get(one.key, one.expected) != one.expected
        else one
        for one in now.effects
    )
    fight = now.fight and replace(now.fight, was=before.fight)
    return replace(now, effects=effects, fight=fight)


# -- asking once --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Asked:
    game: Game
    own: Fighter
    target: Fighter


_kept: Kept[Against] = Kept(MOST_KEPT)


def _told(asked: _Asked, purse: Purse | None) -> Against:
    words = f"{asked.game.key} {replace(asked.own, points=0)!r} {asked.target!r}"
    return _kept.answer(words, partial(_worked_out, asked), purse)


def _worked_out(asked: _Asked) -> Against:
    if asked.game.preview is None:
        return Against()
    try:
        previews = asked.game.preview(asked.own, asked.target)
    except MatchUpError as problem:
        return Against(why_not=_reason(problem, asked))
    if not previews:
        return Against(why_not=f"{asked.own.name} has no way to attack.")
    told = [left for one in previews for left in one.not_modelled]
    fight, no_fight = None, ""
    try:
        fight = _fight(asked, told)
    except MatchUpError as problem:
        no_fight = _reason(problem, asked)
    return Against(
        effects=tuple(effect(preview) for preview in previews),
        fight=fight,
        no_fight=no_fight,
        left_out=tuple(dict.fromkeys(x.rule for x in told if x.side in ("a", ""))),
    )


def _fight(asked: _Asked, told: list[NotModelled]) -> Fight | None:
    """Return how the game's first kind of match-up ends; adds what it leaves out."""
    game = asked.game
    if game.odds is None or not game.kinds:
        return None
    kind = game.kinds[0]
    odds = game.odds(MatchUp(game.key, kind.key, asked.own, asked.target, {}, {}))
    told += odds.not_modelled
    return fought(kind.name, odds)


def _reason(problem: MatchUpError, asked: _Asked) -> str:
    """Return what is wrong with whose figure: `Orcs, Wounds: expected a number`."""
    side, _, place = problem.where.lstrip("/").partition("/")
    names = {"a": asked.own.name, "b": asked.target.name}
    figures = {one.key: one.name for one in asked.game.characteristics}
    figure = figures.get(place.rpartition("/")[2], "")
    about = ", ".join(filter(None, (names.get(side, ""), figure)))
    if not about or problem.text.startswith(names.get(side, about)):
        return problem.text
    return f"{about}: {problem.text}"
