"""Rules taken from those who have them: what counts changes a number, quiet none."""

from collections.abc import Iterator

from rulesets.core.values import Gear
from rulesets.game import Game
from rulesets.odds.match_up import Fighter
from tests.rulesets.options.battery import (
    SLOW,
    TELLING,
    Place,
    carriers,
    figures,
    named,
    places,
    questions_raised,
    quick_places,
)
from tests.rulesets.options.bearers import rules_of, without
from tests.rulesets.options.loadouts import everywhere, given

Pair = tuple[Fighter, Fighter]

MOST_ASKED = 2
"""Bearers who are asked in every situation that differs in one answer."""


MOST_QUIET = 2
"""Bearers of whom it is asked whether what rolls no dice changes nothing."""


class Taking:
    """Rules of one game, taken away: where one has shown is asked first next time."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.quick = [*quick_places(game)]
        self.deep = [place for place in places(game) if place.kind != SLOW]

    def shows(self, key: str, those: list[Fighter]) -> Place | None:
        """Return where some number of a bearer changes as a rule is taken away."""
        for place, pair in self._tried(key, those):
            if self._differs(place, *pair):
                if place in self.quick:
                    self.quick.remove(place)
                    self.quick.insert(0, place)
                return place
        return None

    def _tried(self, key: str, those: list[Fighter]) -> Iterator[tuple[Place, Pair]]:
        """Yield where to look, the likely places first."""
        pairs = [(one, without(one, key)) for one in those]
        for place in [*self.quick]:
            yield from ((place, pair) for pair in pairs)
        use = next(rule for rule in rules_of(those[0]) if rule.key == key)
        others = carriers(self.game.key)
        pieces = [x for x in those[0].gear if any(r.key == key for r in x.rules)]
        plain = [x for x in without(those[0], key).gear if x.key in _keys(pieces)]
        lent = [(given(one, everywhere((use,))), one) for one in others]
        lent += [
            (
                given(one, everywhere(gear=tuple(pieces))),
                given(one, everywhere(gear=tuple(plain))),
            )
            for one in others
            if pieces
        ]
        for one, other in (*pairs, *lent):
            for place in questions_raised(self.game, other, one):
                yield place, (one, other)
        few = [*lent, *pairs[:MOST_ASKED]]
        for place in TELLING[self.game.key]:
            yield from ((place, pair) for pair in few)
        for place in self.deep:
            yield from ((place, pair) for pair in few)

    def names(self, key: str, one: Fighter) -> bool:
        """Return whether a card names what it does not name of one without it."""
        (left, silent), (other, quiet) = (
            named(self.game, each) for each in (one, without(one, key))
        )
        return bool((left | silent) - (other | quiet))

    def is_refused(self, those: list[Fighter]) -> bool:
        """Return whether nothing is told of any of them but why."""
        told = (figures(self.game, at, one) for one in those for at in self.quick)
        return all(isinstance(one, str) for one in told)

    def stirs(self, key: str, those: list[Fighter]) -> Place | None:
        """Return where what is said to roll no dice changes a number, if anywhere."""
        for one in those[:MOST_QUIET]:
            other = without(one, key)
            for place in quick_places(self.game):
                if self._differs(place, one, other):
                    return place
        return None

    def _differs(self, place: Place, one: Fighter, other: Fighter) -> bool:
        return bool(figures(self.game, place, one) != figures(self.game, place, other))


def _keys(pieces: list[Gear]) -> set[str]:
    return {piece.key for piece in pieces}
