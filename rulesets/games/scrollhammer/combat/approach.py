"""Before contact: volleys state by state, the tests after them, reaches and flights."""

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, lru_cache
from itertools import pairwise, product

import numpy as np

from rulesets.games.scrollhammer.combat.attack_values import ScrollhammerMoment
from rulesets.games.scrollhammer.combat.context import (
    ScrollhammerReadings,
    ScrollhammerSituation,
)
from rulesets.games.scrollhammer.combat.profile import ScrollhammerUnit, start_state
from rulesets.games.scrollhammer.combat.result import (
    leadership,
    morale,
    passes_morale,
)
from rulesets.games.scrollhammer.combat.side import fighters
from rulesets.games.scrollhammer.combat.sight import seen_and_unsighted
from rulesets.games.scrollhammer.combat.survivors import moods, shared_in
from rulesets.games.scrollhammer.combat.terms import effects_of
from rulesets.games.scrollhammer.combat.volley import (
    RANKS_THAT_SHOOT,
    ScrollhammerVolley,
    cover_of,
    struck,
    volleys_of,
)
from rulesets.games.scrollhammer.combat.weapons import lays_blasts
from rulesets.odds.approach import Approach, add_chances, seen_by
from rulesets.odds.array_cache import kept_arrays, kept_by_identity
from rulesets.odds.attack import Attack, effect
from rulesets.odds.company import Hurt, transitions
from rulesets.odds.dice import ALWAYS, Chances, dice_sum
from rulesets.odds.sides import Side
from rulesets.odds.volley import Floats

WORSE_WHEN_CHARGED = 1
"""Taken off the roll to hit of those who stand and shoot [pips]."""


@cache
def reach(*, difficult: bool) -> Chances:
    """Return the distribution of a charge's reach [inches].

    Examples
    --------
    >>> reach(difficult=False)[12], reach(difficult=True)[12]
    (Fraction(1, 36), Fraction(1, 216))
    """
    if not difficult:
        return dice_sum(2)
    chances = [Fraction(0)] * 13
    for dice in product(range(1, 7), repeat=3):
        chances[sum(dice) - max(dice)] += Fraction(1, 216)
    return tuple(chances)


def move_dice(profile: ScrollhammerUnit) -> int:
    """Return the dice of a move in difficult terrain, of which the highest counts."""
    effects = effects_of(dict(profile.shared), "unit")
    return 2 + sum(int(one.amount) for one in effects if one.effect.on == "move-dice")


@lru_cache(maxsize=8)
def highest(dice: int, sides: int) -> tuple[Fraction, ...]:
    """Return the distribution of the highest of some dice.

    Examples
    --------
    >>> [str(chance) for chance in highest(2, 3)]
    ['0', '1/9', '1/3', '5/9']
    """
    upto = [Fraction(face, sides) ** dice for face in range(sides + 1)]
    return (Fraction(0), *(after - before for before, after in pairwise(upto)))


@kept_by_identity(most=16)
def by_leadership(profile: ScrollhammerUnit, test: Callable[[int], Fraction]) -> Floats:
    """Return the chance to pass a test, by state [chance]."""
    pairs, which = moods(profile)
    return np.array([float(test(figure)) for figure, _ in pairs])[which]


def steadiness(profile: ScrollhammerUnit, readings: ScrollhammerReadings) -> Floats:
    """Return the chance to pass a morale check, by state [chance]."""
    if passes_morale(profile, readings):
        return np.ones(profile.company.states)
    return by_leadership(profile, morale)


def tests_for_casualties(
    profile: ScrollhammerUnit, readings: ScrollhammerReadings
) -> Floats:
    """Return ``[before, after]``: 1 where a volley's losses ask for a morale check."""
    return _casualties(profile, full=readings.quarter_of == "full")


@kept_arrays(megabytes=4)
def _casualties(profile: ScrollhammerUnit, *, full: bool) -> Floats:
    counts = profile.company.counts
    gone = counts[:, None] - counts[None, :]
    measured = np.full_like(counts, profile.models) if full else counts
    asked = (gone > 0) & (4 * gone >= measured[:, None]) & (counts[None, :] > 0)
    tests: Floats = asked.astype(np.float64)
    return tests


@dataclass(frozen=True, slots=True, eq=False)
class ScrollhammerFire:
    """The shots of one unit at another, whoever is left of both.

    Parameters
    ----------
    shooter, target : ScrollhammerUnit
    volleys : list of ScrollhammerVolley
    files : int
        Shooters side by side, if in ranks [models].
    readings
    all_ranks : bool
    unsighted : int
        Shooters who do not see the target; their volleys are numbered last [models].
    fewer : tuple of lists of ScrollhammerVolley
        The same where 1, 2 … models are all that blasts can touch.
    known : dict
        The moves worked out so far, by the models that shoot.
    """

    shooter: ScrollhammerUnit
    target: ScrollhammerUnit
    volleys: list[ScrollhammerVolley]
    files: int
    readings: ScrollhammerReadings
    all_ranks: bool = False
    unsighted: int = 0
    fewer: tuple[list[ScrollhammerVolley], ...] = ()
    known: dict[tuple[int, ...], Floats] = field(default_factory=dict)


def models_that_shoot(fire: ScrollhammerFire) -> list[tuple[int, ...]]:
    """Return how many of each group shoot, by the shooter's state [models].

    Those who see the target come first where not all do.
    """
    able = fire.shooter.company.counts
    if fire.shooter.formation == "Ranks" and not fire.all_ranks:
        able = np.minimum(able, RANKS_THAT_SHOOT * fire.files)
    counts = fighters(fire.shooter, able[:, None])
    rows = np.concatenate(counts, axis=1).tolist()
    if not fire.unsighted:
        return [tuple(row) for row in rows]
    return [
        tuple(seen_and_unsighted(fire.shooter, row, fire.unsighted)) for row in rows
    ]


def moves_of(fire: ScrollhammerFire, models: tuple[int, ...]) -> Floats:
    """Return ``[wound, before, after]`` of `struck` for so many models."""
    if models not in fire.known:
        moves = struck(fire.volleys, list(models), fire.target)
        for count, volleys in enumerate(fire.fewer, start=1):
            here = fire.target.company.counts == count
            moves[:, here] = struck(volleys, list(models), fire.target)[:, here]
        fire.known[models] = moves
    return fire.known[models]


def shot_at(fire: ScrollhammerFire, live: Floats, *weights: Floats) -> list[Floats]:
    """Return ``[shooter, target]`` after a volley, once for each weight of its moves.

    Parameters
    ----------
    fire : ScrollhammerFire
    live : ndarray
        ``[shooter, target]`` [chance].
    weights : ndarray
        ``[before, after]``, or ``[wound, before, after]`` as `struck` has it: what
        share of a move is asked for.
    """
    found = [np.zeros_like(live) for _ in weights]
    models = models_that_shoot(fire)
    rows: dict[tuple[int, ...], list[int]] = {}
    for state in np.flatnonzero(live.any(axis=1)).tolist():
        rows.setdefault(models[state], []).append(state)
    for row, states in rows.items():
        moves = moves_of(fire, row)
        for after, weight in zip(found, weights, strict=True):
            after[states] = live[states] @ (moves * weight).sum(axis=0)
    return found


def reaction_fire(
    charger: ScrollhammerUnit,
    target: ScrollhammerUnit,
    situation: ScrollhammerSituation,
    readings: ScrollhammerReadings,
    distance: int,
) -> ScrollhammerFire:
    """Return the shots of a charged unit in ranks at its chargers.

    References
    ----------
    Scrollhammer Rulebook, Stand and Shoot: every model, no spells, at -1 to hit.
    """
    moment = ScrollhammerMoment(
        melee=False,
        foe=situation.of(target.side).foe,
        worse=WORSE_WHEN_CHARGED,
        cover=cover_of(charger, situation.of(charger.side).cover, grounded=False),
        lowered=situation.of(charger.side).lowered,
        unit=shared_in(target, start_state(target, situation)),
    )
    volleys, *fewer = (
        volleys_of(
            target,
            charger,
            readings,
            moment,
            distance=distance,
            touched=touched,
        )
        for touched in touches(target, charger, situation)
    )
    files = situation.of(target.side).files
    return ScrollhammerFire(
        target, charger, volleys, files, readings, all_ranks=True, fewer=tuple(fewer)
    )


def touches(
    shooter: ScrollhammerUnit,
    target: ScrollhammerUnit,
    situation: ScrollhammerSituation,
) -> tuple[int, ...]:
    """Return how many models each blast touches, then 1, 2 … while no more are left."""
    asked = situation.of(shooter.side).touched or situation.touched
    most = min(asked, target.models)
    return (most, *range(1, most)) if lays_blasts(shooter) else (0,)


def stood_and_shot(fire: ScrollhammerFire, going: Floats) -> Floats:
    """Return ``[charger, target]`` after the charged unit's test and its shots."""
    passes = by_leadership(fire.shooter, leadership)
    whole = np.ones((going.shape[0], going.shape[0]))
    (shot,) = shot_at(fire, (going * passes).T, whole)
    after: Floats = going * (1 - passes) + shot.T
    return after


@kept_by_identity(most=4)
def trodden(profile: ScrollhammerUnit) -> Floats:
    """Return ``[before, after]``: dangerous terrain under every model.

    References
    ----------
    Scrollhammer Rulebook, Dangerous Terrain: no armour saves.
    """
    company = profile.company
    effects = tuple(
        effect(Attack(to_hit=ALWAYS, ward=max(group.ward, 2)))
        for group in profile.groups
    )
    hurt = Hurt((5 / 6, 1 / 6), effects)
    counts = company.counts
    moves = transitions(company, hurt, range(int(counts.max()) + 1))
    by_state: Floats = moves[counts, np.arange(company.states)]
    return by_state


@cache
def stays_on_table(room: int) -> Fraction:
    """Return the chance that a unit this near its table edge falls back and is left.

    Examples
    --------
    >>> stays_on_table(12), stays_on_table(2)
    (Fraction(35, 36), Fraction(0, 1))
    """
    return sum(dice_sum(2)[:room], Fraction(0))


STEADY, GROUNDED, FALLING = range(3)
"""States of a unit: as usual, gone to ground, or falling back."""


@dataclass(frozen=True, slots=True)
class Spot:
    """The places of both: inches to the own table edge, and their states."""

    own_room: int
    other_room: int
    own_mood: int = STEADY
    other_mood: int = STEADY

    def turned(self) -> "Spot":
        """Return it as the other side sees it."""
        return Spot(self.other_room, self.own_room, self.other_mood, self.own_mood)


@dataclass(frozen=True, slots=True)
class ScrollhammerContact:
    """A way in which contact was made.

    ``scattered``: the other was caught falling back and fights as skirmishers.
    ``armed``: the charger has in hand what it shoots with.
    """

    charger: Side
    scattered: bool = False
    armed: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """The acts of one side in its turns; chances are ``[own, other]`` by state.

    Parameters
    ----------
    own, other : ScrollhammerUnit
        With what it has in hand in its own turn, and the other in its enemy's.
    closing : bool
        True if it comes nearer and charges.
    length : int
        From one table edge to the other, along the line between both [inches].
    situation, readings
    approach : Approach
        Both sides' turns.
    lost : list of dict
        Mean wounds lost before contact by side, of every turn [wounds].
    on_table : dict
        By contact and side, ``[a, b]``: the chance of contact where that side would
        not leave the table if it fell back at once [chance].
    fires : dict
        Volleys computed so far: by distance and manner, and by what shoots.
    ready : Plan, optional
        Its turns without shots, if it then has something else in hand.
    armed : bool
        True if it has in hand what it shoots with.
    """

    own: ScrollhammerUnit
    other: ScrollhammerUnit
    closing: bool
    length: int
    situation: ScrollhammerSituation
    readings: ScrollhammerReadings
    approach: Approach[Spot, ScrollhammerContact]
    lost: list[dict[Side, float]]
    on_table: dict[tuple[ScrollhammerContact, Side], Floats] = field(
        default_factory=dict
    )
    fires: dict[tuple[object, ...], ScrollhammerFire] = field(default_factory=dict)
    ready: "Plan | None" = None
    armed: bool = True

    @property
    def spares_shots(self) -> bool:
        """Return whether it charges without shots, for what it then has in hand."""
        policy = self.situation.of(self.own.side).hands
        return policy == "charges" and self.ready is not None

    def distance(self, spot: Spot) -> int:
        """Return how far they are apart [inches]."""
        return self.length - spot.own_room - spot.other_room

    def seen(self, spot: Spot) -> Spot:
        """Return a spot that side a sees as this side sees it, or the other way."""
        return spot if self.own.side == "a" else spot.turned()

    def keep(self, spot: Spot, live: Floats) -> None:
        """Leave both apart in a spot."""
        self.approach.keep(self.seen(spot), live, self.own.side)

    def end(self, outcome: str, live: Floats) -> None:
        """End before contact."""
        self.approach.end(outcome, live, self.own.side)

    def meet(self, spot: Spot, live: Floats, *, scattered: bool) -> None:
        """Bring both in contact, by a charge of this side from a spot."""
        side = self.own.side
        contact = ScrollhammerContact(side, scattered, self.armed)
        self.approach.meet(contact, live, side)
        rooms = spot.own_room + self.distance(spot), spot.other_room
        for one, room in zip((self.own, self.other), rooms, strict=True):
            kept = seen_by(side, live * float(stays_on_table(room)))
            add_chances(self.on_table, (contact, one.side), kept)

    def lose(self, profile: ScrollhammerUnit, before: Floats, after: Floats) -> None:
        """Note the wounds that a side loses in this turn."""
        gone = float((before - after) @ profile.company.wounds)
        self.lost[self.approach.turn][profile.side] += gone
