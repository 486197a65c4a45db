"""The items that a side has in hand from turn to turn, as its policy has it.

In each player turn a model has the same in hand, and may take something else in the
next one (Equipped Items). Before contact a side shoots with what it has in hand; for
blows it may take what fights best, in any turn in which it has not shot.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace

from rulesets.core.subject import clause
from rulesets.games.scrollhammer.combat.context import (
    ScrollhammerContext,
    ScrollhammerSituation,
)
from rulesets.games.scrollhammer.combat.engagements.approach import Plan
from rulesets.games.scrollhammer.combat.fights.combat import combat
from rulesets.games.scrollhammer.combat.profile import ScrollhammerUnit, read_profile
from rulesets.games.scrollhammer.combat.ranks import in_order
from rulesets.odds.answer import Odds
from rulesets.odds.array_cache import kept_by_identity
from rulesets.odds.context import Trace
from rulesets.odds.match_up import Fighter, MatchUpError

TIE = 1e-12
"""The least by which something in hand is better than what is kept [chance]."""

Stands = Callable[[ScrollhammerUnit], ScrollhammerUnit]
"""Returns a unit with the characters in it, as its models stand."""


def taking(
    own: ScrollhammerUnit,
    enemy: ScrollhammerUnit,
    stands: Stands,
    context: ScrollhammerContext,
) -> tuple[ScrollhammerUnit, tuple[str, ...]]:
    """Return a unit with what it takes in hand for blows, and what is said of it.

    It takes that with which its chance to win less that to lose is highest, in a combat
    to its end that nobody charged into, against the enemy with what he takes if that is
    settled, else with what he has in hand; of equal things what it has.

    References
    ----------
    Scrollhammer Rulebook, Equipped Items: once each turn ends, each model may switch.
    """
    if context.situation.of(own.side).hands == "same" or not own.sets:
        return own, ()
    best, worth, name = own, _worth(own, enemy, context) + TIE, ""
    for held, unit in _others(own, stands):
        try:
            value = _worth(unit, enemy, context)
        except MatchUpError:
            continue
        if value > worth:
            best, worth, name = unit, value, held.loadout
    if best is own:
        return own, (f"{clause(own.name, 'keeps')} in hand what fights best already.",)
    text = f"{clause(own.name, 'takes')} in hand for blows what fights best: {name}."
    return replace(own, takes=best), (text,)


def _others(
    own: ScrollhammerUnit, stands: Stands
) -> Iterator[tuple[Fighter, ScrollhammerUnit]]:
    """Yield a unit with all that it may take so that its models stand as they do."""
    for fighter in own.sets:
        unit = stands(read_profile(fighter, own.side))
        if _form(unit) == _form(own):
            yield fighter, unit


def _form(unit: ScrollhammerUnit) -> object:
    """Return how a unit's models stand: their kinds, in their order."""
    kinds = [(one.name, one.models, one.w, one.lost, one.post) for one in unit.groups]
    return kinds, unit.formation, in_order(unit, unit.front)


def _worth(
    own: ScrollhammerUnit, enemy: ScrollhammerUnit, context: ScrollhammerContext
) -> float:
    """Return the chance to win less that to lose, in a combat that goes on."""
    asked = replace(
        context,
        situation=replace(context.situation, charger="none"),
        explained=False,
        trace=Trace(),
    )
    enemy = with_blows(enemy)
    a, b = (own, enemy) if own.side == "a" else (enemy, own)
    told: Odds = combat(a, b, asked, None)
    edge = told.events["a-wins"] - told.events["b-wins"]
    return edge if own.side == "a" else -edge


def with_blows(unit: ScrollhammerUnit) -> ScrollhammerUnit:
    """Return a unit with what it takes in hand for blows."""
    return unit if unit.takes is None else unit.takes


def waiting(
    unit: ScrollhammerUnit, situation: ScrollhammerSituation
) -> ScrollhammerUnit:
    """Return a unit with what it has in hand in the enemy's turns, before contact.

    That is what it shoots with if it means to stand and shoot, else what fights best.
    """
    shoots = situation.reaction == "stand-and-shoot" and unit.formation == "Ranks"
    keeps = shoots and situation.of(unit.side).hands == "shoots"
    return unit if keeps else with_blows(unit)


def with_ready(plan: Plan) -> Plan:
    """Return the turns of a side, with those in which it does not shoot."""
    if plan.own.takes is None:
        return plan
    ready = replace(
        plan,
        own=plan.own.takes,
        fires={},
        armed=False,
    )
    return replace(plan, ready=ready)


@kept_by_identity(most=64)
def scattered(unit: ScrollhammerUnit) -> ScrollhammerUnit:
    """Return a unit as skirmishers, whatever it takes in hand."""
    takes = None if unit.takes is None else scattered(unit.takes)
    return replace(unit, formation="Skirmish", takes=takes)
