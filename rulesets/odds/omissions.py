"""Omissions of an answer: what rolls no dice, and what is known by words alone.

A game counts what it knows. Of what is left it says which keys roll no dice of a
match-up; every option of which nothing but words is known, and which is none of those,
is reported as left out. So nothing that was bought is passed over in silence.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from rulesets.core.values import Gear
from rulesets.odds.answer import NoDice, NotModelled, Odds, Preview
from rulesets.odds.array_cache import kept_by_identity
from rulesets.odds.match_up import Fighter, MatchUp

IN_WORDS = "what it does stands in words that the odds do not read"
"""The reason for leaving out an option of which no figure, rule or gear tells."""


@dataclass(frozen=True, slots=True)
class Omissions:
    """Rules, gear and options of a game that roll no dice.

    Parameters
    ----------
    quiet : frozenset of str
        Their keys.
    name_of : callable
        ``name_of(key) -> name`` of a rule.
    """

    quiet: frozenset[str]
    name_of: Callable[[str], str]

    def of_all(
        self, odds: Odds, match_up: MatchUp
    ) -> tuple[tuple[NotModelled, ...], tuple[NoDice, ...]]:
        """Return all that an answer leaves out, and what rolls no dice."""
        found = [_omitted(one, side, self) for side, one in match_up.fighters()]
        words = (one for some, _ in found for one in some)
        left = tuple(dict.fromkeys((*odds.not_modelled, *words)))
        known = {(one.side, one.rule) for one in left}
        silent = tuple(
            one
            for _, some in found
            for one in some
            if (one.side, one.rule) not in known
        )
        return left, silent

    def in_words(self, fighter: Fighter, side: str) -> tuple[NotModelled, ...]:
        """Return the options of a fighter of which nothing but words is known."""
        return _omitted(fighter, side, self)[0]

    def complete_previews(
        self, previews: tuple[Preview, ...], fighter: Fighter
    ) -> tuple[Preview, ...]:
        """Add the same to previews of side A."""
        words, silent = _omitted(fighter, "a", self)
        return tuple(
            replace(
                one,
                not_modelled=tuple(dict.fromkeys((*one.not_modelled, *words))),
                no_dice=silent,
            )
            for one in previews
        )


@kept_by_identity(most=512)
def _omitted(
    fighter: Fighter, side: str, omissions: Omissions
) -> tuple[tuple[NotModelled, ...], tuple[NoDice, ...]]:
    """Return what of a fighter is in words alone, and what rolls no dice."""
    words = tuple(
        NotModelled(one.name, side, IN_WORDS)
        for one in fighter.in_words
        if one.key not in omissions.quiet
    )
    return words, tuple(dict.fromkeys(_without_dice(fighter, side, omissions)))


def _without_dice(
    fighter: Fighter, side: str, omissions: Omissions
) -> Iterator[NoDice]:
    """Yield the options, pieces and rules of a fighter that roll no dice."""
    pieces = [*_gear(fighter)]
    named = [(one.key, one.name) for one in fighter.in_words]
    named += [(piece.key, piece.name) for piece in pieces]
    for key, name in named:
        if key in omissions.quiet:
            yield NoDice(name, side)
    for key in _rules(fighter, pieces):
        if key in omissions.quiet:
            yield NoDice(omissions.name_of(key), side)


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
