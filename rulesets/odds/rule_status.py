"""What becomes of all that a fighter has: counted, without dice, or not worked out.

A game counts what it knows. Of what is left it says which keys roll no dice of a
match-up; every option of which nothing but words is known, and which is none of those,
is named as not worked out. So nothing that was bought is passed over in silence.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from rulesets.core.values import Gear
from rulesets.odds.answer import NoDice, NotModelled, Odds, Preview
from rulesets.odds.array_cache import kept_by_identity
from rulesets.odds.match_up import Fighter, MatchUp

IN_WORDS = "what it does stands in words that the odds do not read"
"""Why an option is left out of which no figure, rule or gear tells."""


@dataclass(frozen=True, slots=True)
class RuleStatus:
    """What of a game rolls no dice.

    Parameters
    ----------
    quiet : frozenset of str
        Rules, gear and options by key that have no part in any number.
    name_of : callable
        What a rule is called, by its key.
    """

    quiet: frozenset[str]
    name_of: Callable[[str], str]

    def told(self, odds: Odds, match_up: MatchUp) -> Odds:
        """Return an answer that names what it has no dice for, and mere words."""
        left, silent = self.named(odds.not_modelled, match_up)
        return replace(odds, not_modelled=left, no_dice=silent)

    def named(
        self, left: Iterable[NotModelled], match_up: MatchUp
    ) -> tuple[tuple[NotModelled, ...], tuple[NoDice, ...]]:
        """Return what is left out with mere words, and what rolls no dice."""
        words_a, silent_a = _both(match_up.a, "a", self)
        words_b, silent_b = _both(match_up.b, "b", self)
        every = tuple(dict.fromkeys((*left, *words_a, *words_b)))
        known = {(one.side, one.rule) for one in every}
        silent = (*silent_a, *silent_b)
        return every, tuple(x for x in silent if (x.side, x.rule) not in known)

    def told_of(
        self, previews: tuple[Preview, ...], fighter: Fighter
    ) -> tuple[Preview, ...]:
        """Return previews of side A that name the same."""
        words, silent = _both(fighter, "a", self)
        return tuple(
            replace(
                one,
                not_modelled=tuple(dict.fromkeys((*one.not_modelled, *words))),
                no_dice=silent,
            )
            for one in previews
        )

    def in_words(self, fighter: Fighter, side: str) -> Iterator[NotModelled]:
        """Yield options of which nothing but words is known."""
        for one in fighter.in_words:
            if one.key not in self.quiet:
                yield NotModelled(one.name, side, IN_WORDS)

    def no_dice(self, fighter: Fighter, side: str) -> Iterator[NoDice]:
        """Yield what of a fighter rolls no dice."""
        pieces = [*_gear(fighter)]
        named = [(one.key, one.name) for one in fighter.in_words]
        named += [(piece.key, piece.name) for piece in pieces]
        for key, name in named:
            if key in self.quiet:
                yield NoDice(name, side)
        for key in _rules(fighter, pieces):
            if key in self.quiet:
                yield NoDice(self.name_of(key), side)


@kept_by_identity(most=512)
def _both(
    fighter: Fighter, side: str, standing: RuleStatus
) -> tuple[tuple[NotModelled, ...], tuple[NoDice, ...]]:
    """Return what of a fighter stands in words alone, and what rolls no dice."""
    words = tuple(standing.in_words(fighter, side))
    return words, tuple(dict.fromkeys(standing.no_dice(fighter, side)))


def _gear(fighter: Fighter) -> Iterator[Gear]:
    yield from fighter.gear
    for part in fighter.parts:
        yield from part.gear


def _rules(fighter: Fighter, pieces: list[Gear]) -> Iterator[str]:
    uses = [*fighter.rules]
    for part in fighter.parts:
        uses += part.rules
    for piece in pieces:
        uses += piece.rules
    yield from (rule.key for rule in uses)
