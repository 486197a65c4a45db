"""A unit of a draft against units of other books, beside its last edition."""

from collections.abc import Sequence
from dataclasses import dataclass

from armybuilder.books import editions
from armybuilder.books.preview.unit_preview import PreviewedBooks
from rulesets.books.book import Book
from rulesets.core.percent import whole_percents
from rulesets.core.subject import as_sentence, so_many
from rulesets.game import Game
from rulesets.matchups.fairness.entrants import Entrant
from rulesets.matchups.openings import Opened
from rulesets.matchups.rivals import (
    RivalFight,
    rival_fight,
    rivals,
    usual_entrant,
)

MOST_BOOKS = 3
"""Other books of the game that rivals are taken from."""

TICK = 0.8
"""The width of the tick of the last edition [of 100]."""


@dataclass(frozen=True, slots=True)
class ShownDuel:
    """A fight as a bar shows it: of 100 fights.

    Parameters
    ----------
    enemy : str
        In words, with its models and points.
    begins : str
        The part of the unit as the fight begins: ``Charging``.
    sizes : str
        Models on both sides, the unit's first: ``20 models against 10``.
    wins, open, loses : float
        Of 100; ``open`` are those that nobody wins.
    was : float, optional
        Wins of 100 of the last edition.
    then : int, optional
        The same as a whole number, beside the others that it had.
    about : str
        How far a sampled number may be off; "" where it is exact.
    problem : str
        Why there is no fight; "" where there is.
    """

    enemy: str
    begins: str = ""
    sizes: str = ""
    wins: float = 0
    open: float = 0
    loses: float = 0
    was: float | None = None
    then: int | None = None
    about: str = ""
    problem: str = ""

    @property
    def whole(self) -> tuple[int, ...]:
        """Return wins, fights that nobody wins, losses in whole numbers, 100 in all."""
        return whole_percents((self.wins, self.open, self.loses))

    @property
    def lost_from(self) -> float:
        """Return where the bar of lost fights begins [of 100]."""
        return 100 - self.loses

    @property
    def was_at(self) -> float:
        """Return where the tick of the last edition begins [of 100]."""
        return min(max((self.was or 0.0) - TICK / 2, 0.0), 100 - TICK)

    @property
    def has_moved(self) -> bool:
        """Return whether the last edition had other chances, as far as one can see."""
        return self.then is not None and self.then != self.whole[0]


@dataclass(frozen=True, slots=True)
class ShownMatchUps:
    """A unit against its rivals; ``problem`` says why there are none."""

    own: str = ""
    duels: tuple[ShownDuel, ...] = ()
    problem: str = ""


def match_ups(books: PreviewedBooks, key: str) -> ShownMatchUps:
    """Return the match-ups of a unit of a draft; at most three queries.

    Raises
    ------
    KeyError
        If the draft has no such unit.
    """
    own = usual_entrant(books.draft, key)
    if own.fighter is None:
        return ShownMatchUps(problem=own.why_not)
    had, then = books.former_key(key), None
    if books.before is not None and had:
        then = usual_entrant(books.before, had, own.models)
    found = []
    for against in rivals(rival_books(books), own):
        now = rival_fight(books.game, own.fighter, against)
        old = None
        if then is not None and then.fighter is not None:
            old = rival_fight(books.game, then.fighter, against)
        found.append(_shown(books.game, own, now, old))
    problem = "" if found else "This site has no other unit of this game to fight."
    return ShownMatchUps(_said(books.game, own), tuple(found), problem)


def rival_books(books: PreviewedBooks) -> Sequence[Book]:
    """Return the newest editions of other books of the game, and the draft last."""
    offered = editions.newest(books.game.key)
    keys = [(one.book.key, one.number) for one in offered]
    others = [one for one in keys if one[0] != books.draft.key][:MOST_BOOKS]
    return (*editions.editions_for(others).values(), books.draft)


def _shown(
    game: Game, own: Entrant, now: RivalFight, then: RivalFight | None
) -> ShownDuel:
    enemy = _said(game, now.rival)
    fight = now.fight
    if fight is None or fight.wins is None or fight.loses is None:
        problem = now.problem or "Nobody wins such a fight."
        return ShownDuel(enemy, problem=as_sentence(problem))
    old = then.fight if then is not None else None
    if old is not None and old.opening != fight.opening:
        old = None
    wins, loses = 100 * fight.wins, 100 * fight.loses
    odds = fight.odds
    about = f"sampled, ± {100 * odds.error:.1f}" if odds.method == "sampled" else ""
    return ShownDuel(
        enemy=enemy,
        begins=fight.opening.name,
        sizes=f"{so_many(own.models, 'model')} against {now.rival.models}",
        wins=round(wins, 1),
        open=round(max(0.0, 100 - wins - loses), 1),
        loses=round(loses, 1),
        was=None if old is None or old.wins is None else round(100 * old.wins, 1),
        then=None if old is None else _whole_wins(old),
        about=about,
    )


def _whole_wins(fight: Opened) -> int | None:
    """Return the wins of 100 fights as a whole number beside the other two."""
    if fight.wins is None or fight.loses is None:
        return None
    open_ = max(0.0, 1 - fight.wins - fight.loses)
    return whole_percents((fight.wins, open_, fight.loses))[0]


def _said(game: Game, one: Entrant) -> str:
    models, points = so_many(one.models, "model"), game.currency.text(one.points)
    return f"{one.name}, {models}, {points}"
