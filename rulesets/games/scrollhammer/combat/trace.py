"""The trace of a combat: which rule gave which number."""

from collections.abc import Iterator
from fractions import Fraction

from rulesets.games.scrollhammer.combat.attack import (
    DRAGON_SKIN,
    Terms,
    as_struck,
    hit_chance,
    immunities,
    save_again,
    save_need,
    wound_chances,
)
from rulesets.games.scrollhammer.combat.leadership import (
    blow_initiative,
    initiative_of,
    leadership_of,
)
from rulesets.games.scrollhammer.combat.profile import (
    ScrollhammerGroup,
    ScrollhammerUnit,
    rule_step,
)
from rulesets.games.scrollhammer.combat.questions import COMBAT, FORMATIONS, MORALE
from rulesets.games.scrollhammer.combat.ranks import bonus
from rulesets.games.scrollhammer.combat.round import (
    Planned,
    ScrollhammerBlows,
    first_mark,
    useless,
)
from rulesets.games.scrollhammer.combat.side import FLANK, ScrollhammerSide
from rulesets.games.scrollhammer.combat.target_figures import (
    FROST_WEAK,
    Mark,
    full_mark,
)
from rulesets.games.scrollhammer.combat.weapons import ScrollhammerWeapon, dual_wields
from rulesets.odds.answer import Need, Step
from rulesets.odds.attack import passes
from rulesets.odds.dice import NEVER
from rulesets.odds.settings import Settled
from rulesets.odds.volley import Ints

WEAPON_RULES = {
    "blast": "hits every model that it touches, as many as was said",
    "large-blast": "hits every model that it touches, as many as was said",
    "template": "hits every model that it touches, as many as was said",
    "assassins-weapon": "slays on a 6 to wound where its bearer came unseen",
    "easily-overwhelmed": "bearers of shields roll failed saves again",
    "poisoned": "wounds on a fixed roll where that is better",
    "precision": "a 6 to hit is aimed at a leader, who passes it on with 3+",
    "rending": "a 6 to wound always wounds, with 5 of piercing",
    "killing-blow": "a 6 to wound always wounds, with 5 of piercing, and slays",
    "instant-death": "every unsaved wound slays",
    "master-crafted": "one miss of each bearer is rolled again",
    "multiple-wounds": "unsaved wounds are more, on the same model",
    "multiple-wounds-d3": "unsaved wounds are D3, on the same model",
    "multiple-wounds-d6": "unsaved wounds are D6, on the same model",
    "strikes-last": "strikes after all others",
    "ignores-cover": "no cover save",
    "dark-coral": "1 more Strength",
    "moonsteel": "2 more piercing",
    "autohit": "hits without a roll",
    "twisted-souls": "hates every enemy",
}
"""What rules of a weapon or its user did, by key."""


def printed(need: int) -> str:
    """Return a need as it is printed; "none" past 6."""
    return f"{need}+" if need < NEVER else "none"


def each(count: int, noun: str) -> str:
    """Return how many of something every model has: "2 shots each"."""
    return f"{count} {noun}{'' if count == 1 else 's'} each"


def attack_needs(
    group: ScrollhammerGroup,
    weapon: ScrollhammerWeapon,
    target: ScrollhammerUnit,
    mark: Mark,
    terms: Terms,
    readings: Settled,
) -> tuple[Need, Need, Need]:
    """Return the rolls of one attack on the first models of a target."""
    hit, hits, _ = hit_chance(group, weapon, mark, terms, readings)
    wound, wounds, _ = wound_chances(weapon, mark, terms, readings)
    first = as_struck(target.groups[0], weapon)
    save, kind = save_need(first, weapon.ap, terms, readings)
    again = save_again(first, weapon)
    if immunities(first, weapon, lowered=terms.lowered):
        wound, wounds = NEVER, Fraction(0)
    return (
        Need("hit", "to hit", hit, float(hits)),
        Need("wound", "to wound", wound, float(wounds)),
        Need("save", f"to save ({kind})", save, float(passes(save, again))),
    )


def attack_step(
    name: str,
    source: str,
    side: ScrollhammerUnit,
    weapon: ScrollhammerWeapon,
    needs: tuple[Need, Need, Need],
    extra: str = "",
) -> Step:
    """Return the trace of one kind of attack."""
    hit, wound, save = needs
    text = (
        f"{name} with {weapon.name} (Strength {weapon.strength}, AP {weapon.ap}): "
        f"{printed(hit.need)} to hit, {printed(wound.need)} to wound, against a save "
        f"of {printed(save.need)}{extra}"
    )
    return Step("To hit, to wound, save", source, text, side.side)


def weapon_steps(
    side: ScrollhammerUnit,
    weapon: ScrollhammerWeapon,
    terms: Terms,
    target: ScrollhammerUnit,
) -> Iterator[Step]:
    """Yield the trace of the rules that changed an attack on a target."""
    for key, text in WEAPON_RULES.items():
        if key == "poisoned" and full_mark(target).poison_proof:
            text = "does nothing to this target"
        if key in weapon.rules:
            yield rule_step(side, key, text)
    if terms.hates:
        yield rule_step(side, "hatred", "misses are rolled again")
    if terms.prefers:
        yield rule_step(side, "preferred-enemy", "1s to hit and wound are rolled again")
    if terms.hunts:
        yield rule_step(side, "monster-hunter", "against monstrous creatures")
    for group in target.groups:
        yield from _struck_steps(target, group, weapon, terms)


def _struck_steps(
    target: ScrollhammerUnit,
    group: ScrollhammerGroup,
    weapon: ScrollhammerWeapon,
    terms: Terms,
) -> Iterator[Step]:
    """Yield what the rules of a target's models do to an attack."""
    for key in immunities(group, weapon, lowered=terms.lowered):
        yield rule_step(target, key, f"{weapon.name} does nothing to {group.name}")
    struck = as_struck(group, weapon)
    if struck.sv != group.sv:
        text = "frost passes its armour and wounds it 1 better"
        yield rule_step(target, FROST_WEAK, text)
    if struck.ward != group.ward:
        yield rule_step(target, DRAGON_SKIN, "a better ward against spells")


def melee_steps(
    side: ScrollhammerSide,
    other: ScrollhammerSide,
    blows: Planned,
    fighting: Ints,
    readings: Settled,
) -> list[Step]:
    """Return the trace of a side's blows in the first round.

    Parameters
    ----------
    side, other : ScrollhammerSide
    blows : tuple of lists of ScrollhammerBlows
        By the side: in the first round, and in every later one.
    fighting : ndarray of int
        ``[own, other]``: how many of its models fight [models].
    readings
    """
    steps = []
    profile = side.profile
    struck, later = blows
    fights = f"{int(fighting[-1, -1])} of {profile.models} models"
    text = f"{profile.formation}: {fights} fight at full strength{_width(side)}"
    source = f"{COMBAT}: Who can Fight?"
    steps.append(Step("Who can Fight?", source, text, profile.side))
    for one in struck:
        steps.append(_blows_step(side, other, one, readings))
        steps += weapon_steps(profile, one.weapon, one.terms, other.profile)
    if side.struck_aside:
        where = "flank" if side.struck == FLANK else "rear"
        text = (
            f"struck in its {where}: Initiative 1, no bonus for ranks, until it turns "
            "at the start of one of its turns, on a test of "
            f"{leadership_of(profile)}"
        )
        steps.append(Step("Flanks", f"{FORMATIONS}: Flanks", text, profile.side))
    steps += [*_useless_step(side, other, struck, later), *_chosen_steps(side)]
    if side.paralyzed:
        steps.append(rule_step(profile, "paralyze", "Weapon Skill 1, Initiative 1"))
    return steps


def _width(side: ScrollhammerSide) -> str:
    """Return how wide a side is where it is struck, if that is not its front."""
    if not side.struck_aside:
        return ""
    wide, where = int(side.line()[-1]), "side" if side.struck == FLANK else "rear"
    return f"; its {where} is {wide} models wide"


def _useless_step(
    side: ScrollhammerSide,
    other: ScrollhammerSide,
    struck: list[ScrollhammerBlows],
    later: list[ScrollhammerBlows],
) -> Iterator[Step]:
    """Yield that a side cannot hurt the other, and what it may do then."""
    if not useless(later):
        return
    when = "" if useless(struck) else "after the first round "
    does = "it fails" if side.yields else "if it is asked to, it may fail"
    text = (
        f"{when}its blows can take no wound from {other.profile.name}: {does} the "
        "break test of a round that it loses"
    )
    source = f"{COMBAT}: Our Weapons Are Useless"
    yield Step("Our Weapons Are Useless", source, text, side.profile.side)


def _chosen_steps(side: ScrollhammerSide) -> Iterator[Step]:
    """Yield the trace of what a side was asked to do."""
    profile = side.profile
    if profile.has("rampage"):
        text = "D3 attacks more for each model while the enemies are more"
        yield rule_step(profile, "rampage", text)
    if side.unseen != "none":
        when = {
            "first": "Initiative 10 in the first round, and seen from then on",
            "last": "Initiative 1 in the first round; a 4+ cover save until then",
        }
        yield rule_step(profile, "invisibility", when[side.unseen])
    if side.lowered:
        text = "no immunity keeps an element away from it"
        yield rule_step(profile, "lowered-resists", text)
    if side.leaves:
        yield rule_step(profile, "hit-and-run", _leaves(side))
    if side.split:
        text = f"{side.split} of each model's attacks with its second weapon"
        source = f"{COMBAT}: Which Weapons can be Used?"
        yield Step("Split attacks", source, text, profile.side)


def _leaves(side: ScrollhammerSide) -> str:
    """Return on which test a side leaves a combat."""
    text = (
        f"after a round in which both stand, on a test of {initiative_of(side.profile)}"
    )
    if side.paralyzed:
        return f"{text}, 1 while paralyzed"
    return text if side.profile.has("hit-and-run") else f"{text}, 1 less"


def _blows_step(
    side: ScrollhammerSide,
    other: ScrollhammerSide,
    blows: ScrollhammerBlows,
    readings: Settled,
) -> Step:
    needs = attack_needs(
        blows.group,
        blows.weapon,
        other.profile,
        first_mark(other),
        blows.terms,
        readings,
    )
    why = [f"{blows.group.a} printed"]
    if side.charged:
        why.append("1 for the charge, in the first round")
    if dual_wields(blows.group):
        why.append("1 for two weapons")
    step, because = blow_initiative(side, blows.place, blows.weapon, first=True)
    extra = (
        f"; at Initiative {step} ({because}), {each(blows.attacks, 'attack')} "
        f"({', '.join(why)})"
    )
    return attack_step(
        blows.group.name, COMBAT, side.profile, blows.weapon, needs, extra
    )


def morale_steps(
    a: ScrollhammerSide, b: ScrollhammerSide, readings: Settled
) -> list[Step]:
    """Return the trace of the combat result and the break test."""
    steps = []
    for side in (a, b):
        profile = side.profile
        added = int(bonus(side, readings)[-1])
        steps.append(
            Step(
                "Combat result",
                f"{COMBAT}: Determine Combat Results",
                f"wounds dealt, and {added} for formation and standard at full "
                f"strength",
                profile.side,
            )
        )
        text = (
            f"2D6 against {leadership_of(profile)} less the difference, a double 1 "
            f"holds; sweeps and runs with D6 and {initiative_of(profile)}, unmodified"
        )
        source = f"{MORALE}: Break Test; Sweeping Advances"
        steps.append(Step("Break test", source, text, profile.side))
    return steps
