"""What special rules make of the blows of a unit, with the trace."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from rulesets.games.warhammer.combat.attack import WarhammerAttack
from rulesets.games.warhammer.combat.profile import (
    BASES,
    MAN_SIZED_BASE,
    WarhammerGroup,
    WarhammerUnit,
    is_paired,
)
from rulesets.games.warhammer.combat.terms import (
    DICE,
    HITTING,
    NORMAL,
    WOUNDING,
    AttackMoment,
    count,
    effects_of,
    now,
    troll_vomit,
)
from rulesets.games.warhammer.special_rules import title_of
from rulesets.odds.answer import Step
from rulesets.odds.effects import AppliedRule, Holds, apply_effects
from rulesets.odds.settings import Settled

CHARGERS = 0
"""When chargers strike: before all others."""


IN_HAND = {"extra-hand-weapon": 0}
"""Rules that hold for whoever has such weapons in hand, written on him or not."""


@dataclass(frozen=True, slots=True)
class StrikeMoment:
    """What a side's blows hang on in one stage of a fight.

    Parameters
    ----------
    first : bool
        The first round of the combat.
    charging : bool
        It charged this turn.
    frenzied, hates : bool
    sixes_only : bool
        It hits on 6 only: for fear, or over an obstacle.
    """

    first: bool = False
    charging: bool = False
    frenzied: bool = False
    hates: bool = False
    sixes_only: bool = False


def counted(
    own: WarhammerUnit,
    group: WarhammerGroup,
    at: Holds,
    key: str,
    number: int,
    steps: list[Step],
) -> int:
    """Return a number of a group with the effects of rules, and tell what they do."""
    carried = [
        *effects_of(own.rules, "unit"),
        *effects_of({**IN_HAND, **group.rules}),
    ]
    number, told = apply_effects(number, carried, at, count(key))
    for one in told:
        tell(own, one.rule, f"{group.name}: {one.text}", steps)
    return number


def moment_of(
    own: WarhammerUnit,
    group: WarhammerGroup,
    other: WarhammerUnit,
    moment: StrikeMoment,
    readings: Settled,
) -> AttackMoment:
    """Return when a group strikes, as the moments of effects are asked of it."""
    return AttackMoment(
        first=moment.first,
        charging=moment.charging,
        frenzied=moment.frenzied,
        mounted=own.mounted,
        mount=group.role == "mount",
        weapons=2 if is_paired(group) else 1,
        large=not can_be_slain(other, readings),
    )


def with_rules(
    swing: WarhammerAttack,
    own: WarhammerUnit,
    other: WarhammerUnit,
    rules: Mapping[str, int],
    moment: StrikeMoment,
    at: Holds,
    steps: list[Step],
) -> WarhammerAttack:
    """Return one attack of a group with all rules that change it, each told.

    Parameters
    ----------
    rules : mapping
        Rules of the group that count now; X by key.
    """
    effects = effects_of(rules)
    swing, told = apply_effects(swing, effects, at, HITTING)
    _tell_all(own, told, steps)
    if "killing-blow" in rules and at("enemy:large"):
        tell(own, "killing-blow", f"{other.name} is too large for it", steps)
    swing, told = apply_effects(swing, effects, at, WOUNDING)
    _tell_all(own, told, steps)
    if "troll-vomit" in rules:
        swing, text = troll_vomit(swing)
        tell(own, "troll-vomit", text, steps)
    if moment.hates:
        hatred = effects_of({"hatred": 0}, "unit")
        swing, told = apply_effects(swing, hatred, at, HITTING)
        _tell_all(own, told, steps, " in the first round")
    if moment.sixes_only:
        swing = replace(swing, sixes_only=True)
    return with_rules_of_target(swing, own, other, steps)


def with_rules_of_target(
    swing: WarhammerAttack, own: WarhammerUnit, other: WarhammerUnit, steps: list[Step]
) -> WarhammerAttack:
    """Return one attack with the rules of its target that change it, each told."""
    effects = effects_of(other.rules, "against")
    swing, told = apply_effects(swing, effects, now(AttackMoment()), DICE)
    for one in told:
        tell(other, one.rule, f"blows of {own.name}: {one.text}", steps)
    return swing


def can_be_slain(target: WarhammerUnit, readings: Settled) -> bool:
    """Return whether a killing blow slays such a target."""
    if readings["killing-blow"] == "on-foot" and target.mounted:
        return False
    return BASES.get(target.kind, MAN_SIZED_BASE) <= MAN_SIZED_BASE


def when_struck(
    group: WarhammerGroup, rules: Mapping[str, int], at: Holds
) -> tuple[int, int]:
    """Return when blows fall: class of order, then Initiative, the least first."""
    usual = CHARGERS if at("charging") else NORMAL
    place, _ = apply_effects(usual, effects_of(rules), at, count("order"))
    return place, -group.initiative


def strikes_in_two_ranks(rules: Mapping[str, int], at: Holds) -> bool:
    """Return whether the second rank strikes as well."""
    ranks, _ = apply_effects(1, effects_of(rules), at, count("ranks"))
    return ranks > 1


def _tell_all(
    own: WarhammerUnit, told: Iterable[AppliedRule], steps: list[Step], when: str = ""
) -> None:
    for one in told:
        tell(own, one.rule, f"{one.text}{when}", steps)


def tell(own: WarhammerUnit, key: str, text: str, steps: list[Step]) -> None:
    """Add a step of the trace that names a rule and its source."""
    title, source = title_of(key)
    steps.append(Step(title, source, text, own.side))
