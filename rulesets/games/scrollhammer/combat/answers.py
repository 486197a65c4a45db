"""Scrollhammer's answers about odds: each kind of match-up, and the preview."""

from collections.abc import Callable
from dataclasses import replace
from itertools import chain

from rulesets.games.scrollhammer.combat.casting import casting
from rulesets.games.scrollhammer.combat.charge import charge
from rulesets.games.scrollhammer.combat.context import (
    ScrollhammerContext,
    ScrollhammerReadings,
    ScrollhammerSituation,
)
from rulesets.games.scrollhammer.combat.engagement import engagement
from rulesets.games.scrollhammer.combat.fight import combat
from rulesets.games.scrollhammer.combat.gear import STANDING
from rulesets.games.scrollhammer.combat.glossary import ENDINGS, WORDS
from rulesets.games.scrollhammer.combat.kinds import KINDS
from rulesets.games.scrollhammer.combat.left_out import (
    Asking,
    left_out,
)
from rulesets.games.scrollhammer.combat.preview import preview
from rulesets.games.scrollhammer.combat.profile import ScrollhammerUnit, read_profile
from rulesets.games.scrollhammer.combat.readings import READINGS
from rulesets.games.scrollhammer.combat.shooting import shooting
from rulesets.games.scrollhammer.special_rules import RULES, keys_of
from rulesets.odds.answer import Odds
from rulesets.odds.closing import who_closes
from rulesets.odds.combat import Combat, by_either
from rulesets.odds.context import Context, read_answers
from rulesets.odds.match_up import MatchUp
from rulesets.odds.settings import settled, told_apart

Answer = Callable[
    [ScrollhammerUnit, ScrollhammerUnit, ScrollhammerContext, int | None], Odds
]

ANSWERS: dict[str, Answer] = {
    "fight": combat,
    "charge": charge,
    "shooting": shooting,
    "engagement": engagement,
    "casting": casting,
}
"""What works out each kind of match-up."""


def odds(match_up: MatchUp) -> Odds:
    """Return the odds of a Scrollhammer match-up.

    Raises
    ------
    MatchUpError
        If the kind, an answer, a figure or the number of rounds is impossible; it
        names the place.
    """
    situation, readings = settled(match_up, KINDS, READINGS)
    a, b = told_apart(read_profile(match_up.a, "a"), read_profile(match_up.b, "b"))
    ground, said = who_closes(match_up, situation, odds, preview)
    context = Context(
        read_answers(ScrollhammerSituation, ground),
        read_answers(ScrollhammerReadings, readings),
    )
    answered = ANSWERS[match_up.kind](a, b, context, match_up.rounds)
    sides = (match_up.a, a, b), (match_up.b, b, a)
    asked = (
        Asking(*side, match_up.kind, context.situation, context.readings)
        for side in sides
    )
    left = (*chain(*map(left_out, asked)), *answered.not_modelled)
    named, silent = STANDING.named(left, match_up)
    return replace(
        answered,
        notes=(*said, *answered.notes),
        not_modelled=named,
        no_dice=silent,
        situation=situation,
        readings=readings,
    )


__all__ = ["odds", "preview"]


COMBAT = Combat(
    kinds=KINDS,
    openings=by_either("fight"),
    readings=READINGS,
    odds=odds,
    preview=preview,
    words=WORDS,
    outcomes=ENDINGS,
    of_books=keys_of("counted", "asked", "in the figures") - RULES.keys(),
    no_dice=STANDING.quiet,
)
"""The odds of the game: what may be asked, and who answers."""
