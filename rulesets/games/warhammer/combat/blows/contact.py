"""Models in contact: frontage, ranks that reach, and blows lost to casualties."""

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, TypeVar

import numpy as np

from rulesets.games.warhammer.combat.blows.front_figures import (
    FrontLine,
    FrontRanks,
    lapped_round,
    lappers,
    lapping_round,
    models_along,
)
from rulesets.games.warhammer.combat.blows.strikes import Strikes
from rulesets.games.warhammer.combat.context import (
    Flank,
    WarhammerReadings,
    WarhammerSituation,
)
from rulesets.games.warhammer.combat.profile import (
    BASES,
    LONG_BASES,
    MAN_SIZED_BASE,
    WarhammerUnit,
)
from rulesets.odds.array_cache import kept_arrays
from rulesets.odds.volley import Dice, Ints

USUAL_WIDTH = 5
"""Models of a front rank without another answer [models]; house."""


LANCE_WIDTH = 3
"""Models of a rank of a lance formation [models]."""


CORNERS = 2
"""Models of a wider front that touch the enemy at its corners [models]."""


ODD_FIGHTS, ODD_STANDS = "odd-fights", "odd-stands"
"""The odd model of a stupid unit of which half fights: it fights, or stands."""


class BlowCount(NamedTuple):
    """The figures of one kind of blows that decide how many are struck.

    Parameters
    ----------
    who : str
    attacks : int
        Of each [dice].
    two_ranks, loses_one : bool
        True if the second rank strikes as well; true if one of them all is lost.
    """

    who: str
    attacks: int
    two_ranks: bool
    loses_one: bool


@dataclass(frozen=True, slots=True)
class Front:
    """The front of a unit.

    Parameters
    ----------
    profile : WarhammerUnit
    width : int
        Models in its front rank [models].
    base : int
        Width of a base [mm].
    touched : Flank
        Where the enemy touches it: ``front``, ``flank`` or ``rear``.
    lapping : int
        Most models of its rear ranks that lap round the enemy [models].
    """

    profile: WarhammerUnit
    width: int
    base: int
    touched: Flank
    lapping: int = 0

    @property
    def line(self) -> FrontLine:
        """Return the figures that decide who touches whom."""
        return self._line_at(self.touched)

    def _line_at(self, touched: Flank) -> FrontLine:
        flank = touched == "flank"
        deep = 2 if flank and self.profile.kind in LONG_BASES else 1
        return FrontLine(self.profile.models, self.width, deep * self.base, flank)

    @property
    def is_lance(self) -> bool:
        """Return whether it stands in a lance formation."""
        return self.profile.has("lance-formation") and self.width == LANCE_WIDTH

    @property
    def ranks(self) -> FrontRanks:
        """Return the figures that decide how many strike."""
        own, touched = self.profile, self.touched
        return FrontRanks(
            self.line,
            own.wounds,
            own.champion,
            lance=self.is_lance,
            front=touched == "front",
            lapping=self.lapping,
            beside=self._line_at("front" if touched == "flank" else "flank"),
        )


def front_of(
    profile: WarhammerUnit, situation: WarhammerSituation, touched: Flank
) -> Front:
    """Return how a unit stands, its usual width where none is given."""
    usual = LANCE_WIDTH if profile.has("lance-formation") else USUAL_WIDTH
    width = situation.of(profile.side).width or usual
    base = situation.of(profile.side).base
    return Front(
        profile=profile,
        width=min(width, profile.models),
        base=base or BASES.get(profile.kind, MAN_SIZED_BASE),
        touched=touched,
    )


def models_left(profile: WarhammerUnit) -> Ints:
    """Return how many models a unit has, by the wounds that it has left [models]."""
    return _models_left(profile.models, profile.wounds)


@lru_cache(maxsize=512)
def _models_left(models: int, wounds: int) -> Ints:
    pool = np.arange(models * wounds + 1)
    left: Ints = -(-pool // wounds)
    left.setflags(write=False)
    return left


def unit_strength(profile: WarhammerUnit) -> Ints:
    """Return a unit's Unit Strength by the wounds that it has left."""
    models = models_left(profile)
    strength: Ints = models * profile.unit_strength + np.where(
        models > 0, profile.crew_strength, 0
    )
    return strength


def in_contact(own: Front, other: Front, readings: WarhammerReadings) -> Ints:
    """Return ``[own, other]``: models of one unit that touch the other, by models.

    Notes
    -----
    Both fronts are centred. A front of F bases of width w meets one of G bases of
    width v with at most floor(G v / w) + 2 of them: one more at each corner. A flank
    is a front of one base a rank, each as wide as a base is deep.
    """
    return _in_contact(own.line, other.line, whole=readings.frontage == "all")


@kept_arrays(4)
def _in_contact(own: FrontLine, other: FrontLine, *, whole: bool) -> Ints:
    mine, theirs = models_along(own)[:, None], models_along(other)[None, :]
    if whole:
        return np.broadcast_to(mine, (own.models + 1, other.models + 1)).copy()
    met: Ints = np.minimum(mine, theirs * other.base // own.base + CORNERS)
    return met


def fighters(
    own: FrontRanks,
    other: FrontRanks,
    *,
    whole: bool,
    two_ranks: bool,
    charging: bool,
) -> Ints:
    """Return ``[own, other]``: models of one unit that may strike, by models."""
    met = _in_contact(own.line, other.line, whole=whole)
    reach = 1
    if own.front and own.lance and charging:
        met = met + flank_files(own.line.models)[:, None]
    elif own.front and two_ranks:
        behind = np.arange(own.line.models + 1) - own.line.width - lappers(own)
        met, reach = met + np.clip(behind[:, None], 0, met), 2
    if own.lapping:
        met = met + lapping_round(own, other)
    if other.lapping:
        met = met + lapped_round(own, other, reach=reach)
    return met


def flank_files(models: int) -> Ints:
    """Return how many knights stand at the flanks behind the first rank."""
    behind = np.maximum(np.arange(models + 1) - LANCE_WIDTH, 0)
    ranks, rest = np.divmod(behind, LANCE_WIDTH)
    files: Ints = 2 * ranks + np.minimum(rest, 2)
    return files


def dice_of(
    strikes: Strikes,
    own: Front,
    other: Front,
    readings: WarhammerReadings,
    *,
    charging: bool,
    at_once: bool,
    champion: str = "alive",
    odd: str = "",
) -> Dice:
    """Return ``[own, other, now]``: attacks by the wounds left of both.

    The champion is the last to fall. Ordinary models lose a blow for every model that
    fell before they struck, unless others step up.

    Parameters
    ----------
    champion : str
        ``alive``, ``gone``, ``behind`` the others for refusing a challenge, or
        ``apart`` from them in one: then he takes a place in contact, and strikes no
        blows here.
    odd : str
        "" where all fight; ``odd-fights`` or ``odd-stands`` where half do.
    """
    loses = _loses_one(strikes, own.profile, other.profile)
    each = strikes.attack.attacks
    return _dice(
        BlowCount(strikes.who, each, strikes.two_ranks, loses),
        own.ranks,
        other.ranks,
        readings,
        charging=charging,
        at_once=at_once,
        champion=champion,
        odd=odd,
    )


@kept_arrays(32)
def _dice(
    blows: BlowCount,
    own: FrontRanks,
    other: FrontRanks,
    readings: WarhammerReadings,
    *,
    charging: bool,
    at_once: bool,
    champion: str,
    odd: str,
) -> Dice:
    whole, two_ranks = readings.frontage == "all", blows.two_ranks
    able = fighters(own, other, whole=whole, two_ranks=two_ranks, charging=charging)
    met: Dice = able.astype(np.int32)
    if champion == "behind":
        met = _without_last(met)
    early, late = (odd, "") if readings.stupid_half == "start" else ("", odd)
    met = half_of(met, early)
    step_up = readings.step_up
    left = _striking(met, step_up=step_up, at_once=at_once)
    if own.champion:
        one = _champion(left, met, champion, at_once=at_once)
        if champion == "behind" and step_up and not at_once:
            left[2:] = np.minimum(left[2:], _others(len(met)))
        left = half_of(np.maximum(left, one), late)
        left = _of_kind(blows.who, left, one, apart=champion == "apart")
    else:
        left = half_of(left, late)
    if blows.attacks != 1:
        left = np.multiply(left, blows.attacks, dtype=np.int32)
    if blows.loses_one:
        left = np.maximum(left - 1, 0)
    if own.wounds == other.wounds == 1:
        return left
    mine = _models_left(own.line.models, own.wounds)
    theirs = _models_left(other.line.models, other.wounds)
    dice: Dice = left[np.ix_(mine, theirs, mine)]
    return dice


def _loses_one(strikes: Strikes, own: WarhammerUnit, other: WarhammerUnit) -> bool:
    """Return whether one of several models in contact makes one attack less."""
    of_ranks = strikes.who == "models" and not strikes.extra and own.models > 1
    return of_ranks and other.has("shield-of-the-gorgon")


def _others(size: int) -> Dice:
    """Return the number of models in front of a hidden one, by models."""
    others: Dice = np.maximum(np.arange(size, dtype=np.int32) - 1, 0)
    return others


def _without_last(met: Dice) -> Dice:
    """Return the models that may strike with one hidden; alone he cannot hide."""
    before = _others(len(met))
    before[1:2] = 1
    return np.minimum(met, before[:, None])


Models = TypeVar("Models", Dice, Ints)


def half_of(models: Models, odd: str) -> Models:
    """Return half of the models, the odd one rounded as ``odd`` says; all if ""."""
    if not odd:
        return models
    some: Models = (models + (odd == ODD_FIGHTS)) // 2
    return some


def _striking(met: Dice, *, step_up: bool, at_once: bool) -> Dice:
    """Return ``[own, other, now]``: models that may strike, by models."""
    models = np.arange(len(met), dtype=np.int32)
    if at_once:
        return np.broadcast_to(met[:, :, None], (*met.shape, len(met)))
    if step_up:
        behind = np.minimum(models[:, None], models[None, :])
        return met[behind].transpose(0, 2, 1)
    fallen = np.maximum(models[:, None] - models[None, :], 0)
    left: Dice = met[:, :, None] - fallen[:, None, :]
    np.maximum(left, 0, out=left)
    return left


def _champion(left: Dice, met: Dice, champion: str, *, at_once: bool) -> Dice:
    """Return 1 where a unit has its champion and an enemy, else 0.

    He is the first of those who fight; who hides behind others is not among them.
    """
    found = np.zeros(left.shape, dtype=np.int32)
    if champion != "gone":
        most = 2 if champion == "behind" else len(met)
        found[1:most, 1:, 0 if at_once else 1 :] = 1
    return np.minimum(found, met[:, :, None], dtype=np.int32)


def _of_kind(who: str, left: Dice, champion: Dice, *, apart: bool) -> Dice:
    """Return how many of a kind strike, where one of the models is the champion.

    Parameters
    ----------
    left : ndarray of int
        How many strike in all.
    champion : ndarray of int
        1 where he may be one of them.
    apart : bool
        True if he strikes nobody here, but his rival in a challenge.
    """
    mine = np.minimum(champion, left)
    if who == "leader":
        return np.zeros_like(left) if apart else mine
    if who == "mount" and not apart:
        return left
    others: Dice = left - mine
    return others
