"""Mordheim's answers about odds: each kind of match-up."""

from collections.abc import Callable
from dataclasses import replace

from rulesets.games.mordheim.combat.casting import casting
from rulesets.games.mordheim.combat.context import (
    MordheimContext,
    MordheimReadings,
    MordheimSituation,
)
from rulesets.games.mordheim.combat.engagement import engagement
from rulesets.games.mordheim.combat.fight import combat
from rulesets.games.mordheim.combat.glossary import ENDINGS, WORDS
from rulesets.games.mordheim.combat.left_out import (
    COUNTED_OF_BOOKS,
    STANDING,
    not_modelled,
)
from rulesets.games.mordheim.combat.mounts import mounted
from rulesets.games.mordheim.combat.preview import preview
from rulesets.games.mordheim.combat.profile import Warrior, read_warrior
from rulesets.games.mordheim.combat.questions import KINDS
from rulesets.games.mordheim.combat.readings import READINGS
from rulesets.games.mordheim.combat.rout import rout
from rulesets.games.mordheim.combat.shooting import shooting
from rulesets.odds.answer import Odds
from rulesets.odds.closing import who_closes
from rulesets.odds.combat import Combat, by_either
from rulesets.odds.context import Context, read_answers
from rulesets.odds.match_up import MatchUp
from rulesets.odds.settings import settled, told_apart

NO_MISFIRES = "Misfires count where a turn's shots are asked about, not here."

NOTES_BY_WEAPON = (
    "Beside wounds a critical hit stops, disarms or knocks down whether or not armour "
    "saves. A ricochet strikes nobody else here.",
)

FALLS = (
    "All stand away from edges: falls of who is put down within an inch of one are not "
    "worked out."
)
DIVES = (
    "Nobody charges from above: diving charges (an Initiative test for each 2 inches, "
    "then a bonus to hit and to Strength) are not worked out."
)
HEIGHTS = {
    "fight": (DIVES, FALLS),
    "engagement": (DIVES, FALLS),
    "shooting": (FALLS,),
    "casting": (FALLS,),
}
"""What each kind of match-up does without because all stand on level ground."""

Answer = Callable[[Warrior, Warrior, MordheimContext, int | None], Odds]

ANSWERS: dict[str, Answer] = {
    "fight": combat,
    "shooting": shooting,
    "engagement": engagement,
    "casting": casting,
    "rout": rout,
}
"""What works out each kind of match-up."""


def odds(match_up: MatchUp) -> Odds:
    """Return the odds of a Mordheim match-up.

    Raises
    ------
    MatchUpError
        If the kind, an answer, a figure or the number of rounds is impossible; it
        names the place.
    """
    situation, readings = settled(match_up, KINDS, READINGS)
    a, b = told_apart(
        mounted(read_warrior(match_up.a, "a")), mounted(read_warrior(match_up.b, "b"))
    )
    still = [own.side for own in (a, b) if own.m is None]
    ground, said = who_closes(match_up, situation, odds, preview, still)
    context = Context(
        read_answers(MordheimSituation, ground),
        read_answers(MordheimReadings, readings),
    )
    answered = ANSWERS[match_up.kind](a, b, context, match_up.rounds)
    if context.readings.misfires and match_up.kind in ("fight", "engagement"):
        answered = replace(answered, notes=(*answered.notes, NO_MISFIRES))
    if context.readings.criticals == "by-weapon":
        notes = (*answered.notes, *NOTES_BY_WEAPON, *_without_table(a, b))
        answered = replace(answered, notes=notes)
    answered = replace(
        answered,
        notes=(*said, *answered.notes, *HEIGHTS.get(match_up.kind, ())),
        situation=situation,
        readings=readings,
        not_modelled=(
            *answered.not_modelled,
            *not_modelled(a, casts=match_up.kind == "casting"),
            *not_modelled(b),
        ),
    )
    return STANDING.told(answered, match_up)


def _without_table(a: Warrior, b: Warrior) -> tuple[str, ...]:
    """Return in words which weapons keep the general table."""
    weapons = (one for who in (a, b) for one in (*who.weapons, *who.missiles))
    names = sorted({one.name for one in weapons if not one.table})
    if not names:
        return ()
    return (f"General table, as their kind is not printed: {', '.join(names)}.",)


COMBAT = Combat(
    kinds=KINDS,
    openings=by_either("fight"),
    readings=READINGS,
    odds=odds,
    preview=preview,
    words=WORDS,
    outcomes=ENDINGS,
    of_books=COUNTED_OF_BOOKS,
    no_dice=STANDING.quiet,
)
"""The odds of the game: what may be asked, and who answers."""
