"""What a Mordheim fighter does to another, for the builder."""

from rulesets.games.mordheim.combat.attack import harm
from rulesets.games.mordheim.combat.attack_rules import BlowMoment
from rulesets.games.mordheim.combat.blows import BlowGroup, MordheimBlow
from rulesets.games.mordheim.combat.context import (
    MordheimContext,
    MordheimReadings,
    MordheimSituation,
)
from rulesets.games.mordheim.combat.left_out import STANDING, not_modelled
from rulesets.games.mordheim.combat.mounts import mounted
from rulesets.games.mordheim.combat.profile import Warrior, read_warrior
from rulesets.games.mordheim.combat.shooting import (
    endless_striking,
    lost,
    unsaved,
    volley,
    whole,
)
from rulesets.games.mordheim.combat.weapons import WeaponStrike, parries, strikes
from rulesets.odds.answer import Need, Preview
from rulesets.odds.context import Context
from rulesets.odds.dice import chance
from rulesets.odds.match_up import Fighter

TURNS = (
    ("melee", "Hand-to-hand", BlowMoment()),
    ("charge", "Charging", BlowMoment(charging=True, first=True)),
)
"""The turns that are told: any of a combat, and that of a charge."""


def preview(fighter: Fighter, target: Fighter) -> tuple[Preview, ...]:
    """Return what a fighter does to another who stands, in one phase of combat.

    The readings and the situation are the defaults; a fighter who shoots does so once,
    at the distance that is asked about first.

    Raises
    ------
    MatchUpError
        If a figure is missing or impossible.
    """
    own, other = mounted(read_warrior(fighter, "a")), mounted(read_warrior(target, "b"))
    told = [_melee(own, other, key, name, moment) for key, name, moment in TURNS]
    if own.bs and (own.missiles or any(one.range for one in own.carried)):
        told.append(_shots(own, other))
    return STANDING.told_of(tuple(told), fighter)


def _melee(
    own: Warrior,
    other: Warrior,
    key: str,
    name: str,
    moment: BlowMoment,
) -> Preview:
    context: MordheimContext = Context(MordheimSituation(), MordheimReadings())
    struck = strikes(own, other, moment, context)
    blows = sum(lot.blows for strike in struck for lot in strike.lots)
    size = max(1, sum(_most(strike) for strike in struck))
    endless = endless_striking(other, size)
    parry = parries(other)
    matrix = endless.same
    for strike in struck:
        matrix = matrix @ endless.strike(strike.lots, parry)
        parried = any(lot.blow.may_parry for lot in strike.lots)
        parry = None if parried else parry
    states = len(endless.states)
    row = matrix[endless.index[whole(endless)]].reshape(2, states).sum(axis=0)
    lots = [lot for strike in struck for lot in strike.lots]
    told = _needs(max(lots, key=_weight).blow)
    alike = [lot for lot in lots if _needs(lot.blow) == told]
    return Preview(
        key=key,
        name=name,
        dice=blows,
        alike=sum(lot.blows for lot in alike),
        needs=told,
        chance=harm(alike[0].blow),
        wounds=lost(endless, row.tolist(), size),
        trace=tuple(dict.fromkeys(context.trace.steps)),
        not_modelled=not_modelled(own),
    )


def _most(strike: WeaponStrike) -> int:
    """Return the most wounds of a strike: only its first critical hit has two."""
    return sum((3 if lot.blow.d3 else 1) * lot.blows for lot in strike.lots) + 1


def _weight(lot: BlowGroup) -> int:
    return lot.blows


def _shots(own: Warrior, other: Warrior) -> Preview:
    context: MordheimContext = Context(MordheimSituation(), MordheimReadings())
    one = volley(own, other, context)
    return Preview(
        key="shooting",
        name="Shooting",
        dice=one.shots,
        needs=_needs(one.blow),
        chance=harm(one.blow),
        wounds=unsaved(one, other, 1, context.readings),
        trace=tuple(dict.fromkeys(context.trace.steps)),
        not_modelled=not_modelled(own),
    )


def _needs(one: MordheimBlow) -> tuple[Need, ...]:
    faces = [face for face, share in enumerate(one.faces, start=1) if share]
    return (
        Need("hit", "To hit", min(faces, default=7), one.hits),
        Need("wound", "To wound", one.to_wound, float(chance(one.to_wound))),
        Need("save", "Save", one.save, float(chance(one.save))),
    )
