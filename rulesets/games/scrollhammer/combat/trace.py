"""The trace of a combat: which rule gave which number."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction

from rulesets.core.percent import percent
from rulesets.core.subject import so_many, verb_for
from rulesets.games.scrollhammer.combat.blows.attack import (
    attack_of,
    hit_chance,
    immunities,
    wound_chances,
)
from rulesets.games.scrollhammer.combat.blows.attack_values import (
    Mark,
    ScrollhammerAttack,
    ScrollhammerMoment,
)
from rulesets.games.scrollhammer.combat.blows.blows import ScrollhammerBlows, blows_of
from rulesets.games.scrollhammer.combat.blows.saves import (
    cover_against,
    save_again,
    save_need,
    save_of,
)
from rulesets.games.scrollhammer.combat.blows.struck_models import struck_models
from rulesets.games.scrollhammer.combat.blows.terms import printed
from rulesets.games.scrollhammer.combat.blows.weapons import (
    ScrollhammerWeapon,
    dual_wields,
)
from rulesets.games.scrollhammer.combat.contact import engaged
from rulesets.games.scrollhammer.combat.context import ScrollhammerReadings
from rulesets.games.scrollhammer.combat.fights.bonus import bonus
from rulesets.games.scrollhammer.combat.fights.round import Planned, useless
from rulesets.games.scrollhammer.combat.profile import (
    ScrollhammerGroup,
    ScrollhammerUnit,
    rule_step,
)
from rulesets.games.scrollhammer.combat.side import (
    FLANK,
    ScrollhammerSide,
    blow_initiative,
    first_turn,
    initiative_of,
    leadership_of,
)
from rulesets.games.scrollhammer.combat.spell_blades import (
    CastersPart,
    casts_blades,
    in_the_turn,
)
from rulesets.games.scrollhammer.sources import (
    COMBAT,
    EQUIPPED,
    FORMATIONS,
    MAGIC,
    MORALE,
    SHOOTING,
)
from rulesets.games.scrollhammer.special_rules import rule_of, rules_that
from rulesets.odds.answer import Need, Step
from rulesets.odds.attack import passes
from rulesets.odds.dice import NEVER
from rulesets.odds.sides import OTHER
from rulesets.odds.volley import Ints


def each(count: int, noun: str) -> str:
    """Return how many of something every model has: "2 shots each"."""
    return f"{so_many(count, noun)} each"


def attack_trace(
    side: ScrollhammerUnit,
    target: ScrollhammerUnit,
    group: ScrollhammerGroup,
    weapon: ScrollhammerWeapon,
    mark: Mark,
    moment: ScrollhammerMoment,
    readings: ScrollhammerReadings,
    extra: str = "",
) -> tuple[tuple[Need, Need, Need], tuple[Step, ...]]:
    """Return the rolls of one attack on a target's first models, and its trace.

    Parameters
    ----------
    side, target : ScrollhammerUnit
    group, weapon
        Of the attacker.
    mark, moment, readings
    extra : str
        What else is told of it.
    """
    attack, applied = attack_of(group, weapon, mark, moment, readings)
    needs = _needs(target, attack, moment, readings)
    hit, wound, save = needs
    text = (
        f"{group.name} with {weapon.name} (Strength {attack.strength}, AP {attack.ap}"
        f"): {printed(hit.need)} to hit, {printed(wound.need)} to wound, against a "
        f"save of {printed(save.need)}{extra}"
    )
    source = COMBAT if moment.melee else SHOOTING
    steps = [Step("To hit, to wound, save", source, text, side.side)]
    for one in applied:
        bearer = target if one.whose == "against" else side
        steps.append(rule_step(bearer, one.rule, one.text))
    for each_group in target.groups:
        steps += _struck_steps(
            target, each_group, weapon.name, attack, moment, readings
        )
    return needs, tuple(steps)


def _needs(
    target: ScrollhammerUnit,
    attack: ScrollhammerAttack,
    moment: ScrollhammerMoment,
    readings: ScrollhammerReadings,
) -> tuple[Need, Need, Need]:
    hit, hits, _ = hit_chance(attack, moment, readings)
    wound, wounds, _ = wound_chances(attack, moment, readings)
    first = target.groups[0]
    saves, _ = save_of(first, attack, moment, readings)
    save, kind = save_need(saves, attack.ap, cover_against(attack, moment))
    if immunities(first, attack, lowered=moment.lowered):
        wound, wounds = NEVER, Fraction(0)
    saved = float(passes(save, save_again(first, attack)))
    return (
        Need("hit", "to hit", hit, float(hits)),
        Need("wound", "to wound", wound, float(wounds)),
        Need("save", f"to save ({kind})", save, saved),
    )


def _struck_steps(
    target: ScrollhammerUnit,
    group: ScrollhammerGroup,
    weapon: str,
    attack: ScrollhammerAttack,
    moment: ScrollhammerMoment,
    readings: ScrollhammerReadings,
) -> Iterator[Step]:
    """Yield the trace of the rules of a target's models; the beta's are not told."""
    for key in immunities(group, attack, lowered=moment.lowered):
        yield rule_step(target, key, f"{weapon} does nothing to {group.name}")
    for one in save_of(group, attack, moment, readings)[1]:
        rule = rule_of(one.rule)
        if rule.fate.kind == "counted":
            yield rule_step(target, one.rule, rule.trace or one.text)


def melee_steps(
    side: ScrollhammerSide,
    other: ScrollhammerSide,
    blows: Planned,
    fighting: Ints,
    readings: ScrollhammerReadings,
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
    count = int(fighting[-1, -1])
    fights = (
        f"{count} of {so_many(profile.models, 'model')} {verb_for(count, 'fights')}"
    )
    text = f"{profile.formation}: {fights} at full strength{_width(side)}"
    source = f"{COMBAT}: Who can Fight?"
    steps.append(Step("Who can Fight?", source, text, profile.side))
    for one in struck:
        steps += _blows_steps(side, other, one, readings)
    if side.struck_aside:
        where = "flank" if side.struck == FLANK else "rear"
        text = (
            f"struck in its {where}: Initiative 1, no bonus for ranks, until it turns "
            "at the start of one of its turns, on a test of "
            f"{leadership_of(profile)}"
        )
        steps.append(Step("Flanks", f"{FORMATIONS}: Flanks", text, profile.side))
    steps += _uncast_steps(side, struck)
    steps += [*_useless_step(side, other, struck, later), *_chosen_steps(side)]
    if side.paralyzed:
        steps.append(rule_step(profile, "paralyze", "Weapon Skill 1, Initiative 1"))
    return steps


def later_steps(
    sides: tuple[ScrollhammerSide, ScrollhammerSide], readings: ScrollhammerReadings
) -> Iterator[Step]:
    """Yield the trace of the blows after the first round, of who takes other weapons.

    References
    ----------
    Scrollhammer Rulebook, Equipped Items: once each turn ends, each model may switch.
    """
    a, b = (replace(side.after(), charged=False) for side in sides)
    now = in_the_turn((a, b), OTHER[first_turn(sides)])
    for side, own, other in zip(sides, now, reversed(now), strict=True):
        if side.later is not None:
            struck = struck_models(other, engaged(other, own, readings))
            blows = blows_of(own, other, struck, readings, first=False)
            yield from switched_steps(own, other, blows, readings)


def switched_steps(
    own: ScrollhammerSide,
    other: ScrollhammerSide,
    blows: Iterable[ScrollhammerBlows],
    readings: ScrollhammerReadings,
) -> Iterator[Step]:
    """Yield the trace of the blows of a side with what it takes in hand."""
    text = "from the second round on it has in hand what fights best"
    yield Step("Equipped Items", EQUIPPED, text, own.profile.side)
    for one in blows:
        yield from _blows_steps(own, other, one, readings)


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
    if side.holds_blows or not useless(later):
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
    for key in sorted(rules_that("roll", "attacks") & profile.rules):
        text = "D3 attacks more for each model while the enemies are more"
        yield rule_step(profile, key, text)
    if side.unseen != "none":
        when = {
            "first": "Initiative 10 in the first round, and seen from then on",
            "last": "Initiative 1 in the first round; a 4+ cover save until then",
            **dict.fromkeys(
                ("holds", "slips"), "it strikes nobody; a 4+ cover save in every round"
            ),
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
    may = side.holds_blows or side.profile.does("may", "act:leave")
    return text if may else f"{text}, 1 less"


def _blows_steps(
    side: ScrollhammerSide,
    other: ScrollhammerSide,
    blows: ScrollhammerBlows,
    readings: ScrollhammerReadings,
) -> tuple[Step, ...]:
    why = [f"{blows.group.a} printed"]
    if side.charged:
        why.append("1 for the charge, in the first round")
    part = blows.part
    if dual_wields(blows.group) or (part and part.cast and part.blade.pairs):
        why.append("1 for two weapons")
    why += [f"{one.text} by {rule_of(one.rule).name}" for one in blows.more]
    step, because = blow_initiative(side, blows.place, blows.attack, first=True)
    extra = (
        f"; at Initiative {step} ({because}), {each(blows.attacks, 'attack')} "
        f"({', '.join(why)}){_cast_told(part)}"
    )
    aim = blows.group, blows.weapon, blows.mark, blows.moment
    return attack_trace(side.profile, other.profile, *aim, readings, extra)[1]


def _cast_told(part: CastersPart | None) -> str:
    """Return when these blows are made, of a group that casts a weapon."""
    if part is None:
        return ""
    blade = part.blade
    if not part.cast:
        return f"; where {blade.weapon.name} is not cast"
    dice = "1 power die" if blade.dice == 1 else f"{blade.dice} power dice"
    return (
        f"; where {blade.weapon.name} is cast: each casts it ({blade.weapon.cost}+) "
        f"with a chance of {percent(blade.chance)} with {dice} for the fight of this "
        "turn"
    )


def _uncast_steps(
    side: ScrollhammerSide, blows: list[ScrollhammerBlows]
) -> Iterator[Step]:
    """Yield that a side that knows weapons of magic casts none in the first round."""
    casts = side.power != "none" and casts_blades(side.profile)
    if not casts or any(one.part for one in blows):
        return
    text = (
        "no weapon of magic that it has dice for does more than what is in hand: "
        "nobody casts it"
    )
    if side.power == "spent":
        text = "its power dice went into shots: nobody casts it in the first round"
    source = f"{MAGIC}: Casting a Spell"
    yield Step("Weapons of magic", source, text, side.profile.side)


def morale_steps(
    sides: Iterable[ScrollhammerSide], readings: ScrollhammerReadings
) -> list[Step]:
    """Return the trace of the combat result and the break test."""
    steps = []
    for side in sides:
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
        less = "" if profile.does("ignore", "test:break") else " less the difference"
        text = (
            f"2D6 against {leadership_of(profile)}{less}, a double 1 "
            f"holds; sweeps and runs with D6 and {initiative_of(profile)}, unmodified"
        )
        source = f"{MORALE}: Break Test; Sweeping Advances"
        steps.append(Step("Break test", source, text, profile.side))
    return steps
