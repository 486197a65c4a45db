"""Who of two units fights: frontage, ranks that reach, what casualties take away."""

from dataclasses import dataclass

import numpy as np

from rulesets.games.warhammer.combat_profile import BASES, MAN_SIZED_BASE, Profile
from rulesets.games.warhammer.combat_strikes import Strikes
from rulesets.odds.questions import Settled
from rulesets.odds.volley import Ints

USUAL_WIDTH = 5
"""Models of a front rank where nobody says otherwise [models]; house."""

LANCE_WIDTH = 3
"""Models of a rank of a lance formation [models]."""

CORNERS = 2
"""Models of a wider front that touch the enemy at its corners [models]."""

ENOUGH = 5
"""Unit Strength from which on a flank or rear attack counts."""


@dataclass(frozen=True, slots=True)
class Front:
    """How a unit stands.

    Parameters
    ----------
    profile : Profile
    width : int
        Models in its front rank [models].
    base : int
        Width of a base [mm].
    touched : str
        Where the enemy touches it: ``front``, ``flank`` or ``rear``.
    """

    profile: Profile
    width: int
    base: int
    touched: str

    @property
    def is_lance(self) -> bool:
        """Return whether it stands in a lance formation."""
        return self.profile.has("lance-formation") and self.width == LANCE_WIDTH


def front_of(profile: Profile, situation: Settled, touched: str) -> Front:
    """Return how a unit stands, its usual width where none is given."""
    usual = LANCE_WIDTH if profile.has("lance-formation") else USUAL_WIDTH
    width = int(situation[f"{profile.side}.width"]) or usual
    base = int(situation.get(f"{profile.side}.base", 0))
    return Front(
        profile=profile,
        width=min(width, profile.models),
        base=base or BASES.get(profile.kind, MAN_SIZED_BASE),
        touched=touched,
    )


def models_left(profile: Profile) -> Ints:
    """Return how many models a unit has, by the wounds that it has left [models]."""
    pool = np.arange(profile.pool + 1)
    models: Ints = -(-pool // profile.wounds)
    return models


def unit_strength(profile: Profile) -> Ints:
    """Return a unit's Unit Strength by the wounds that it has left."""
    models = models_left(profile)
    strength: Ints = models * profile.unit_strength + np.where(
        models > 0, profile.crew_strength, 0
    )
    return strength


def side_models(front: Front, models: Ints) -> Ints:
    """Return how many models a unit has along the side that is touched."""
    if front.touched == "flank":
        ranks: Ints = -(-models // front.width)
        return ranks
    return np.minimum(models, front.width)


def in_contact(own: Front, other: Front, readings: Settled) -> Ints:
    """Return ``[own, other]``: models of one unit that touch the other, by models.

    Notes
    -----
    Both fronts are centred. A front of F bases of width w meets one of G bases of
    width v with at most floor(G v / w) + 2 of them: one more at each corner.
    """
    mine = side_models(own, np.arange(own.profile.models + 1))
    theirs = side_models(other, np.arange(other.profile.models + 1))
    if readings["frontage"] == "all":
        whole: Ints = np.repeat(mine[:, None], len(theirs), axis=1)
        return whole
    reach = theirs * other.base // own.base + CORNERS
    met: Ints = np.minimum(mine[:, None], reach[None, :])
    return met


def fighters(
    own: Front, other: Front, readings: Settled, *, two_ranks: bool, charging: bool
) -> Ints:
    """Return ``[own, other]``: models of one unit that may strike, by models."""
    met = in_contact(own, other, readings)
    if own.touched != "front":
        return met
    behind = np.arange(own.profile.models + 1) - own.width
    if own.is_lance and charging:
        return met + _flank_files(own.profile.models)[:, None]
    if not two_ranks:
        return met
    second: Ints = met + np.clip(behind[:, None], 0, met)
    return second


def _flank_files(models: int) -> Ints:
    """Return how many knights stand at the flanks behind the first rank."""
    behind = np.maximum(np.arange(models + 1) - LANCE_WIDTH, 0)
    ranks, rest = np.divmod(behind, LANCE_WIDTH)
    files: Ints = 2 * ranks + np.minimum(rest, 2)
    return files


def dice_of(
    strikes: Strikes,
    own: Front,
    other: Front,
    readings: Settled,
    *,
    charging: bool,
    at_once: bool,
    champion: str = "alive",
) -> Ints:
    """Return ``[own, other, now]``: attacks by the wounds left of both.

    The champion is the last to fall. Ordinary models lose a blow for every model that
    fell before they struck, unless others step up.

    Parameters
    ----------
    champion : str
        ``alive``, ``gone``, or ``apart`` from the others in a challenge: then he takes
        a place in contact, and strikes no blows here.
    """
    met = fighters(own, other, readings, two_ranks=strikes.two_ranks, charging=charging)
    mine, theirs = models_left(own.profile), models_left(other.profile)
    start, enemy, now = mine[:, None, None], theirs[None, :, None], mine[None, None, :]
    if at_once:
        now = start
    able = met[start, enemy]
    if readings["step-up"]:
        left = met[np.minimum(now, start), enemy]
    else:
        left = np.maximum(able - np.maximum(start - now, 0), 0)
    led = own.profile.champion and champion != "gone"
    leader = ((now > 0) & (enemy > 0) & led).astype(np.int64)
    ordinary = np.maximum(left - leader, 0)
    here = leader if champion == "alive" else 0 * leader
    count = {
        "models": ordinary,
        "leader": here,
        "mount": np.maximum(left, leader) if champion == "alive" else ordinary,
    }[strikes.who]
    shape = (len(mine), len(theirs), len(mine))
    dice: Ints = np.broadcast_to(strikes.swing.attacks * count, shape)
    return dice
