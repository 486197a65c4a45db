"""The items that units of a battle line have in hand after its first round."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from rulesets.games.scrollhammer.combat.context import ScrollhammerContext
from rulesets.games.scrollhammer.combat.engagements.in_hand import taking
from rulesets.games.scrollhammer.combat.line.field import MultipleCombat
from rulesets.games.scrollhammer.combat.profile import ScrollhammerUnit
from rulesets.odds.context import beside
from rulesets.odds.posts import with_unit

Joined = Callable[[ScrollhammerUnit, str], ScrollhammerUnit]
"""Returns a unit with those in it who have joined a post."""


def with_switching(
    field: MultipleCombat, context: ScrollhammerContext, joined: Joined
) -> tuple[MultipleCombat, tuple[str, ...]]:
    """Return a combat whose units take what fights best, and what is said of it.

    What fights best is found against the first enemy that a unit touches, as in a
    combat of two units (house).

    References
    ----------
    Scrollhammer Rulebook, Equipped Items: once each turn ends, each model may switch.
    """
    opening = field.opening()
    said: list[str] = []
    for unit, answers in enumerate(field.answers):
        foes = field.foes(unit, opening)
        if answers.hands == "same" or not foes:
            continue
        post, foe = field.posts[unit], field.posts[foes[0]]
        situation = beside(field.situation, post.side, answers)
        situation = beside(situation, foe.side, field.answers[foes[0]])
        asked = replace(context, situation=situation)
        stands = partial(_standing, joined, post.key)
        taken, notes = taking(post.unit, foe.unit, stands, asked)
        posts = [*field.posts]
        posts[unit] = with_unit(post, taken)
        field = field.with_posts(tuple(posts))
        said += notes
    return field, tuple(said)


def _standing(joined: Joined, key: str, unit: ScrollhammerUnit) -> ScrollhammerUnit:
    return joined(unit, key)
