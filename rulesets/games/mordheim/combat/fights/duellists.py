"""Fighters of duels: what each is by himself, kept from one duel to the next.

Of his enemy a striker sees little: so he strikes many enemies alike, and what he does
to one who is `Seen` so is worked out once.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

from rulesets.core.special_rule import SpecialRule, written_rule
from rulesets.games.mordheim.combat.blows.attack import parry_strength
from rulesets.games.mordheim.combat.blows.attack_rules import BLOW, BlowMoment
from rulesets.games.mordheim.combat.blows.blows import BlowGroup, Parry
from rulesets.games.mordheim.combat.blows.body import Body
from rulesets.games.mordheim.combat.blows.injuries import OUT
from rulesets.games.mordheim.combat.blows.mounts import mounted
from rulesets.games.mordheim.combat.blows.weapons import WeaponStrike, parries, strikes
from rulesets.games.mordheim.combat.context import (
    MordheimContext,
    MordheimReadings,
    MordheimSituation,
)
from rulesets.games.mordheim.combat.fights.potions import under_shade
from rulesets.games.mordheim.combat.fights.side import (
    SCORED,
    TRIED,
    Kernel,
    Party,
    SideStates,
    beginning,
    body,
    kernel,
    unholy,
)
from rulesets.games.mordheim.combat.leadership import fails_fear, stupid
from rulesets.games.mordheim.combat.profile import NO_SAVE, Warrior, read_warrior
from rulesets.games.mordheim.special_rules import (
    GEAR,
    SPECIAL_RULES,
    WEAPON_RULES,
    rules_that,
)
from rulesets.odds.array_cache import kept_by_identity
from rulesets.odds.context import Context
from rulesets.odds.match_up import Fighter
from rulesets.odds.sides import Side
from rulesets.odds.vocabulary import Vocabulary, written_out

ASKED_BY_NAME = ("tentacle", "sign-of-sigmar", "poison-proof", "mandrake-root")
"""Rules and gear of an enemy that strikes ask for by name."""


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """An enemy as far as blows at him depend on him; alike enemies are one."""

    warrior: Warrior
    unholy: bool


@dataclass(frozen=True, slots=True, eq=False)
class Target:
    """A body that blows may hit, with its parry; equal ones are one."""

    body: Body
    parry: Parry | None


@dataclass(frozen=True, slots=True, eq=False)
class Blows:
    """Blows that are struck at once; equal ones are one."""

    groups: tuple[BlowGroup, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Duellist:
    """A fighter with all that duels ask of him alone.

    Parameters
    ----------
    warrior : Warrior
    context : MordheimContext
        What he was asked with.
    begins : int
        The place of his first state.
    states : SideStates
    left : tuple of int
        The wounds that he has left in each state, 1 at least unless he is out.
    target : Target
    seen : Seen
    fearsome : bool
    shaken, held : float
        Chances that who causes fear shakes him, and holds him back from a charge.
    """

    warrior: Warrior
    context: MordheimContext
    begins: int
    states: SideStates
    left: tuple[int, ...]
    target: Target
    seen: Seen
    fearsome: bool
    shaken: float
    held: float


@kept_by_identity(most=512, objects=2)
def duellist(
    fighter: Fighter,
    vocabulary: Vocabulary,
    side: Side,
    situation: MordheimSituation,
    readings: MordheimReadings,
) -> Duellist:
    """Return a fighter as one who fights duels.

    Raises
    ------
    MatchUpError
        If a figure is missing or impossible, or he cannot begin so.
    """
    context: MordheimContext = Context(situation, readings)
    read = mounted(read_warrior(written_out(fighter, vocabulary), side))
    own = under_shade(read, context)
    dull = stupid(own, context)
    of = body(own, context, stupid=dull > 0, fights=True)
    states = SideStates(Party(own, 1, of, BlowMoment(), stupid=dull))
    begin = beginning(own, of, situation)
    return Duellist(
        own,
        context,
        states.striking.index[begin],
        states,
        tuple(max(1, one.wounds) if one.posture != OUT else 0 for one in states.states),
        target_of(of, parries(own)),
        _as_seen(own, context),
        own.has(*rules_that("start", "test:fear")),
        fails_fear(own, context, charging=False),
        fails_fear(own, context, charging=True),
    )


@lru_cache(maxsize=512)
def target_of(of: Body, parry: Parry | None) -> Target:
    """Return a body with a parry; equal ones are one."""
    return Target(of, parry)


@lru_cache(maxsize=4096)
def _blows(groups: tuple[BlowGroup, ...]) -> Blows:
    return Blows(groups)


def _as_seen(own: Warrior, context: MordheimContext) -> Seen:
    counts = tuple((key, x) for key, x in own.rules.items() if _counts(key))
    return _seen(
        (own.ws, parry_strength(own, context.readings), own.t),
        (own.save, own.shot_save),
        counts,
        frozenset(filter(_counts, own.gear)),
        frozenset(filter(_counts, own.granted)),
        unholy=unholy(own, context.situation),
    )


@lru_cache(maxsize=512)
def _seen(
    figures: tuple[int, int, int],
    saves: tuple[int, int],
    rules: tuple[tuple[str, int], ...],
    gear: frozenset[str],
    granted: frozenset[str],
    *,
    unholy: bool,
) -> Seen:
    ws, strength, toughness = figures
    return Seen(
        Warrior(
            side="b",
            name="",
            m=None,
            ws=ws,
            bs=0,
            s=strength,
            t=toughness,
            w=1,
            i=0,
            a=0,
            ld=0,
            save=saves[0],
            shot_save=saves[1],
            weapons=(),
            missiles=(),
            carried=(),
            guards=frozenset(),
            helmet=NO_SAVE,
            mounted=False,
            rules=dict(rules),
            gear=gear,
            unknown=(),
            granted=granted,
        ),
        unholy,
    )


@lru_cache(maxsize=4096)
def _counts(key: str) -> bool:
    """Return whether blows at an enemy may depend on one of his rules or pieces."""
    if key in _asked_of_enemies():
        return True
    row = SPECIAL_RULES.get(key) or GEAR.get(key) or written_rule(key)
    return row is not None and any(
        one.whose == "against" and one.on in BLOW for one in row.effects
    )


@cache
def _asked_of_enemies() -> frozenset[str]:
    tables: tuple[Mapping[str, SpecialRule], ...] = (SPECIAL_RULES, GEAR, WEAPON_RULES)
    moments = (
        moment
        for table in tables
        for row in table.values()
        for one in row.effects
        for moment in (*one.when, *one.unless)
    )
    words = (moment.split(":", 1) for moment in moments)
    asked = (word[1] for word in words if word[0] == "enemy" and len(word) > 1)
    return frozenset((*asked, *ASKED_BY_NAME))


class DuelMoment(NamedTuple):
    """A turn as far as it counts for a striker."""

    charging: bool = False
    charged: bool = False
    afraid: bool = False
    calm: bool = False


class DuelArms(NamedTuple):
    """The strikes of a fighter in a phase: when each is, and its blows."""

    whens: tuple[tuple[int, int], ...]
    blows: tuple[Blows, ...]


@lru_cache(maxsize=1 << 13)
def arms(own: Duellist, enemy: Seen, at: DuelMoment) -> DuelArms:
    """Return what a fighter strikes an enemy with, the soonest first."""
    context = own.context.untold()
    situation = context.situation
    first = at.charging or at.charged
    moment = BlowMoment(
        charging=at.charging,
        charged=at.charged,
        first=first,
        calm=at.calm,
        afraid=at.afraid,
        hates=first and situation.of(own.warrior.side).hates,
        indoors=situation.indoors,
        holy=not own.seen.unholy,
        unholy=enemy.unholy,
    )
    return duel_arms(strikes(own.warrior, enemy.warrior, moment, context))


def duel_arms(struck: Sequence[WeaponStrike]) -> DuelArms:
    """Return strikes as those of a duel."""
    return DuelArms(
        tuple((one.order, -one.initiative) for one in struck),
        tuple(_blows(tuple(_nameless(one.groups))) for one in struck),
    )


def _nameless(groups: tuple[BlowGroup, ...]) -> Iterator[BlowGroup]:
    """Yield groups of blows without the name of what they are struck with."""
    for group in groups:
        yield BlowGroup(group.blows, group.blow, "")


@lru_cache(maxsize=1 << 13)
def struck_rows(
    target: Target, blows: Blows, view: int, *, guarded: bool, used: bool, keep: int
) -> Kernel:
    """Return how a body is after blows, by its states before.

    Parameters
    ----------
    target : Target
    blows : Blows
    view : int
        The posture that counts.
    guarded : bool
        True if his parry is not spent.
    used : bool
        True if the striker has had his critical hit.
    keep : int
        The marks of the blows that count afterwards.
    """
    parry = target.parry if guarded else None
    whole = kernel(target.body, blows.groups, view, parry, used=used)
    if keep == SCORED | TRIED:
        return whole
    found: Kernel = []
    for row in whole:
        sums: dict[tuple[int, int], float] = {}
        for after, marks, share in row:
            key = after, marks & keep
            sums[key] = sums.get(key, 0.0) + share
        found.append([(*key, share) for key, share in sums.items()])
    return found
