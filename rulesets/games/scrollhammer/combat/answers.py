"""Scrollhammer's answers about odds: each kind of match-up, and the preview."""

from dataclasses import replace
from itertools import chain

from rulesets.games.scrollhammer.combat.casting import casting
from rulesets.games.scrollhammer.combat.charge import charge
from rulesets.games.scrollhammer.combat.context import (
    ScrollhammerReadings,
    ScrollhammerSituation,
)
from rulesets.games.scrollhammer.combat.engagement import engagement
from rulesets.games.scrollhammer.combat.fight import combat
from rulesets.games.scrollhammer.combat.gear import OMISSIONS
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
from rulesets.odds.combat import Combat, GameOdds, MatchUpCase, by_either

__all__ = ["COMBAT", "odds", "preview"]


def _complete(
    case: MatchUpCase[ScrollhammerUnit, ScrollhammerSituation, ScrollhammerReadings],
    odds: Odds,
) -> Odds:
    """Name what the numbers leave out."""
    match_up, a, b, context = case.match_up, case.a, case.b, case.context
    sides = (match_up.a, a, b), (match_up.b, b, a)
    asked = (
        Asking(*side, match_up.kind, context.situation, context.readings)
        for side in sides
    )
    left = (*chain(*map(left_out, asked)), *odds.not_modelled)
    return replace(odds, not_modelled=left)


odds = GameOdds(
    questions=(KINDS, READINGS),
    situation=ScrollhammerSituation,
    readings=ScrollhammerReadings,
    read=read_profile,
    compute={
        "fight": combat,
        "charge": charge,
        "shooting": shooting,
        "engagement": engagement,
        "casting": casting,
    },
    complete=_complete,
    omissions=OMISSIONS,
    preview=preview,
).odds

COMBAT = Combat(
    kinds=KINDS,
    openings=by_either("fight"),
    readings=READINGS,
    odds=odds,
    preview=preview,
    words=WORDS,
    outcomes=ENDINGS,
    of_books=keys_of("counted", "asked", "in the figures") - RULES.keys(),
    no_dice=OMISSIONS.quiet,
)
"""The odds of the game: what may be asked, and who answers."""
