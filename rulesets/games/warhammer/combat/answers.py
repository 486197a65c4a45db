"""Warhammer's answers about odds: each kind of match-up, and the builder's preview."""

from collections.abc import Callable
from dataclasses import replace

from rulesets.games.warhammer.combat.charge import charge
from rulesets.games.warhammer.combat.engagement import engagement
from rulesets.games.warhammer.combat.fight import combat
from rulesets.games.warhammer.combat.glossary import WORDS
from rulesets.games.warhammer.combat.left_out import (
    COUNTED_OF_BOOKS,
    NO_DICE,
    STANDING,
    not_modelled,
    unasked,
)
from rulesets.games.warhammer.combat.preview import previews
from rulesets.games.warhammer.combat.profile import WarhammerUnit, read_profile
from rulesets.games.warhammer.combat.psychology import may_move
from rulesets.games.warhammer.combat.questions import KINDS
from rulesets.games.warhammer.combat.readings import READINGS
from rulesets.games.warhammer.combat.shooting import shooting
from rulesets.odds.answer import Odds, Preview
from rulesets.odds.closing import who_closes
from rulesets.odds.combat import Combat, by_either
from rulesets.odds.match_up import Fighter, MatchUp
from rulesets.odds.settings import Settled, settled, told_apart

Answer = Callable[[WarhammerUnit, WarhammerUnit, Settled, Settled, int | None], Odds]

ANSWERS: dict[str, Answer] = {
    "fight": combat,
    "charge": charge,
    "shooting": shooting,
    "engagement": engagement,
}
"""What works out each kind of match-up."""


def odds(match_up: MatchUp) -> Odds:
    """Return the odds of a Warhammer match-up.

    Raises
    ------
    MatchUpError
        If the kind, an answer, a figure or the number of rounds is impossible; it
        names the place.
    """
    situation, readings = settled(match_up, KINDS, READINGS)
    a, b = told_apart(read_profile(match_up.a, "a"), read_profile(match_up.b, "b"))
    still = [own.side for own in (a, b) if not may_move(own)]
    ground, said = who_closes(match_up, situation, odds, preview, still)
    answered = ANSWERS[match_up.kind](a, b, ground, readings, match_up.rounds)
    left = [
        each
        for own in (a, b)
        for each in (*not_modelled(own, match_up.kind), *unasked(own, situation))
    ]
    answered = replace(
        answered,
        notes=(*said, *answered.notes),
        not_modelled=tuple(left),
        situation=situation,
        readings=readings,
    )
    return STANDING.told(answered, match_up)


def preview(fighter: Fighter, target: Fighter) -> tuple[Preview, ...]:
    """Return what a unit does to another: charging, in later rounds, and by shots.

    Both are at full strength and at their usual width, front to front, and the
    readings are the defaults.

    Raises
    ------
    MatchUpError
        If a figure is missing or impossible.
    """
    found = previews(read_profile(fighter, "a"), read_profile(target, "b"))
    return STANDING.told_of(found, fighter)


COMBAT = Combat(
    kinds=KINDS,
    openings=by_either("charge"),
    readings=READINGS,
    odds=odds,
    preview=preview,
    words=WORDS,
    of_books=COUNTED_OF_BOOKS,
    no_dice=NO_DICE,
)
"""The odds of the game: what may be asked, and who answers."""
