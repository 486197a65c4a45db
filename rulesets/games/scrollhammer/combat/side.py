"""One side of a combat: how it stands, who fights, when it strikes."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Literal

import numpy as np

from rulesets.games.scrollhammer.combat.blows.attack_values import (
    FIRST,
    LAST,
    ScrollhammerAttack,
)
from rulesets.games.scrollhammer.combat.context import ScrollhammerSituation
from rulesets.games.scrollhammer.combat.power_dice import Manner
from rulesets.games.scrollhammer.combat.profile import (
    ScrollhammerGroup,
    ScrollhammerUnit,
)
from rulesets.odds.array_cache import kept_by_identity
from rulesets.odds.company import Company
from rulesets.odds.sides import Side
from rulesets.odds.volley import Ints

Power = Literal["none", "own", "kept", "spent"]
"""The power dice of casters in a fight."""

FRONT, FLANK, REAR = "front", "flank", "rear"
"""The sides on which a unit in ranks is struck."""


@dataclass(frozen=True, slots=True)
class ScrollhammerSide:
    """One side of a combat.

    Parameters
    ----------
    profile : ScrollhammerUnit
    files : int
        Models side by side, if in ranks [models].
    struck : str
        `FRONT`, or where it does not face: `FLANK` or `REAR`.
    charged, paralyzed, foe : bool
        ``foe``: the enemy is one that its rules name.
    leaves : bool
        True if it leaves the combat as soon as a rule lets it.
    yields : bool
        True if it falls back from an enemy that it cannot hurt.
    split : int
        Attacks that each model makes with its second weapon [dice].
    unseen : str
        ``first`` or ``last`` for invisible models and when they strike, ``holds`` or
        ``slips`` for those who strike nobody, or ``none``.
    ambushes : bool
        True if it charged out of cover.
    oiled : bool
        True if an oil is on its weapons in the turn of the first round.
    lowered : bool
        True if its resists are lowered.
    draughts : int
        Healing draughts that each bearer has to drink.
    meets : int
        Enemies that one of its bases is wide enough to meet [models].
    without : frozenset of str
        Parts of a round's result that do not count, as ``a.ranks``.
    power : str
        The dice that its casters have for the fight of a turn: those of the ``own``
        turn, those that were ``kept`` for the enemy's, none after all were ``spent`` on
        shots; ``none`` for a side that casts nothing in close combat.
    manner : Manner
        In which they spend them.
    later : ScrollhammerUnit, optional
        It with what it takes in hand after the first round, if that is something else.
    treads : bool
        True if it is told apart what it comes to that goes away over dangerous ground.
    """

    profile: ScrollhammerUnit
    files: int
    struck: str = FRONT
    charged: bool = False
    paralyzed: bool = False
    foe: bool = False
    leaves: bool = False
    yields: bool = False
    split: int = 0
    unseen: str = "none"
    ambushes: bool = False
    oiled: bool = False
    lowered: bool = False
    draughts: int = 0
    meets: int = 1
    without: frozenset[str] = field(default=frozenset(), repr=False)
    power: Power = field(default="none", repr=False)
    manner: Manner = field(default=Manner(), repr=False)
    later: ScrollhammerUnit | None = field(default=None, repr=False)
    treads: bool = field(default=False, repr=False)

    def __hash__(self) -> int:
        """Return the hash of what mostly tells sides of a combat apart."""
        return hash((self.profile, self.files, self.struck, self.charged, self.power))

    @property
    def units(self) -> tuple[ScrollhammerUnit, ...]:
        """Return it with all that it has in hand in one round or another."""
        return (self.profile,) if self.later is None else (self.profile, self.later)

    def after(self) -> "ScrollhammerSide":
        """Return it with what it has in hand after the first round."""
        if self.later is None:
            return self
        return replace(self, profile=self.later, later=None)

    def charge_over(self) -> "ScrollhammerSide":
        """Return it as it fights once the round of a charge is over."""
        return _charge_over(self) if self.charged or self.ambushes else self

    @property
    def struck_aside(self) -> bool:
        """Return whether it is struck where it does not face: only ranks can be."""
        return self.struck != FRONT and self.profile.formation == "Ranks"

    @property
    def holds_blows(self) -> bool:
        """Return whether it strikes nobody, so as to stay invisible."""
        return self.unseen in ("holds", "slips")

    def line(self) -> Ints:
        """Return the models that the enemy finds side by side, by state.

        Along its front and its rear a unit in ranks is as wide as its files; along its
        side it is as wide as it has ranks.

        References
        ----------
        Scrollhammer Rulebook, Flanks; Moving Charging Models: charges are against one
        arc, and nobody wraps around ranks.
        """
        return line_of(
            self.profile.company, self.profile.formation, self.struck, self.files
        )

    def faces(self, files: int) -> "ScrollhammerSide":
        """Return it when every model has turned where it stands, so many side by side.

        References
        ----------
        Scrollhammer Rulebook, Flanks: each model is turned to face the enemy.
        """
        return replace(self, struck=FRONT, files=files or self.files)


@kept_by_identity(most=256)
def _charge_over(side: ScrollhammerSide) -> ScrollhammerSide:
    """Return a side that charged without its charge, the same one each time."""
    return replace(side, charged=False, ambushes=False)


@kept_by_identity(most=256, objects=2)
def with_profile(side: ScrollhammerSide, profile: ScrollhammerUnit) -> ScrollhammerSide:
    """Return a side that stands the same with other models, the same one each time."""
    return side if profile is side.profile else replace(side, profile=profile)


def line_of(company: Company, formation: str, struck: str, files: int) -> Ints:
    """Return the line of a side that stands so, see `ScrollhammerSide.line`."""
    if formation != "Ranks":
        return company.counts
    if struck == FLANK:
        return ranks(company.counts, files)
    return np.minimum(company.counts, files)


def ranks(models: Ints, files: int) -> Ints:
    """Return how many ranks so many models form; the last may be short."""
    found: Ints = -(-models // files)
    return found


def first_turn(sides: tuple[ScrollhammerSide, ScrollhammerSide]) -> Side:
    """Return whose turn the first round is fought in: who charged, or side a."""
    return "b" if sides[1].charged else "a"


@kept_by_identity(most=256, objects=2)
def contender(
    profile: ScrollhammerUnit,
    situation: ScrollhammerSituation,
    *,
    charged: bool = False,
) -> ScrollhammerSide:
    """Return a side of a combat as the situation has it, the same one each time."""
    side = profile.side
    flank = FLANK if situation.of(side).flanked else FRONT
    return ScrollhammerSide(
        profile,
        situation.of(side).files,
        REAR if situation.of(side).rear else flank,
        charged=charged,
        paralyzed=situation.of(side).paralyzed,
        foe=situation.of(side).foe,
        leaves=situation.of(side).leaves or situation.of(side).unseen == "slips",
        yields=situation.of(side).yields,
        split=situation.of(side).split,
        unseen=situation.of(side).unseen,
        oiled=situation.of(side).oiled,
        lowered=situation.of(side).lowered,
        draughts=situation.of(side).healing_draughts,
        ambushes=charged and situation.of(side).from_cover,
        meets=situation.of(side).meets,
        later=profile.takes,
    )


MOST = 10
"""The highest Initiative."""

PARALYZED = 1
"""Weapon Skill and Initiative that a paralyzed model is reduced to."""

Figure = Callable[[ScrollhammerGroup], int]


@lru_cache(maxsize=512)
def leadership_of(profile: ScrollhammerUnit) -> str:
    """Return the Leadership of a unit's tests, whose it is, and what follows it.

    References
    ----------
    Scrollhammer Rulebook, Characters: a unit tests on its highest Leadership.
    """
    return _highest(profile, "Leadership", lambda group: group.ld)


@lru_cache(maxsize=512)
def initiative_of(profile: ScrollhammerUnit) -> str:
    """Return the Initiative of a unit's sweeps and flights, and whose it is.

    References
    ----------
    Scrollhammer Rulebook, Sweeping Advances: unmodified, the highest of the unit.
    """
    return _highest(profile, "Initiative", lambda group: group.i)


def _highest(profile: ScrollhammerUnit, name: str, figure: Figure) -> str:
    """Return the highest figure of a unit, and that of those without its bearers."""
    groups = profile.groups
    best = max(groups, key=figure)
    value = figure(best)
    if len({figure(group) for group in groups}) == 1:
        return f"{name} {value}" + (f" of {best.name}" if len(groups) == 1 else "")
    rest = max((g for g in groups if figure(g) < value), key=figure)
    without = f"{figure(rest)} of {rest.name} when it is gone"
    return f"{name} {value} of {best.name}, the highest there is ({without})"


def blow_initiative(
    side: ScrollhammerSide, place: int, attack: ScrollhammerAttack, *, first: bool
) -> tuple[int, str]:
    """Return the step in which a group's models strike, and why.

    11 is before all others, 0 after them. A weapon makes no Initiative less than 1
    (house), and changes none that another rule sets.

    References
    ----------
    Scrollhammer Rulebook, Initiative Steps; Flanks; Special rules H to Q: Invisibility,
    Paralyze.
    """
    printed = side.profile.groups[place].i
    if attack.order == LAST:
        return 0, f"{printed} printed, its weapon strikes after all others"
    if attack.order == FIRST:
        return MOST + 1, f"{printed} printed, it strikes before all others"
    if first and side.unseen != "none":
        return (10 if side.unseen == "first" else 1), f"{printed} printed, invisible"
    if side.struck_aside:
        where = "flank" if side.struck == FLANK else "rear"
        return 1, f"{printed} printed, struck in its {where}"
    if side.paralyzed:
        return min(printed, PARALYZED), f"{printed} printed, paralyzed"
    if printed and attack.sooner:
        step = min(max(printed + attack.sooner, 1), MOST)
        return step, f"{printed} printed, {attack.sooner:+} by its weapon or a rule"
    return printed, "printed" if printed else "0 printed, after all others"
