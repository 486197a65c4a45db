"""One side of a combat: how it stands, where it is struck, and what it was asked."""

from dataclasses import dataclass, replace

import numpy as np

from rulesets.games.scrollhammer.combat.context import ScrollhammerSituation
from rulesets.games.scrollhammer.combat.profile import ScrollhammerUnit
from rulesets.odds.volley import Ints

FRONT, FLANK, REAR = "front", "flank", "rear"
"""Where a unit in ranks is struck."""


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
        ``first`` or ``last`` for invisible models and when they strike, or ``none``.
    ambushes : bool
        True if it charged out of cover.
    lowered : bool
        True if its resists are lowered.
    meets : int
        Enemies that one of its bases is wide enough to meet [models].
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
    lowered: bool = False
    meets: int = 1

    @property
    def struck_aside(self) -> bool:
        """Return whether it is struck where it does not face: only ranks can be."""
        return self.struck != FRONT and self.profile.formation == "Ranks"

    def line(self) -> Ints:
        """Return the models that the enemy finds side by side, by state.

        Along its front and its rear a unit in ranks is as wide as its files; along its
        side it is as wide as it has ranks.

        References
        ----------
        Scrollhammer Rulebook, Flanks; Moving Charging Models: charges are against one
        arc, and nobody wraps around ranks.
        """
        models = self.profile.company.counts
        if self.profile.formation != "Ranks":
            return models
        if self.struck == FLANK:
            return ranks(models, self.files)
        return np.minimum(models, self.files)

    def faces(self, files: int) -> "ScrollhammerSide":
        """Return it when every model has turned where it stands, so many side by side.

        References
        ----------
        Scrollhammer Rulebook, Flanks: each model is turned to face the enemy.
        """
        return replace(self, struck=FRONT, files=files or self.files)


def ranks(models: Ints, files: int) -> Ints:
    """Return how many ranks so many models form; the last may be short."""
    found: Ints = -(-models // files)
    return found


def contender(
    profile: ScrollhammerUnit,
    situation: ScrollhammerSituation,
    *,
    charged: bool = False,
) -> ScrollhammerSide:
    """Return a side of a combat as the situation has it."""
    side = profile.side
    flank = FLANK if situation.of(side).flanked else FRONT
    return ScrollhammerSide(
        profile,
        situation.of(side).files,
        REAR if situation.of(side).rear else flank,
        charged=charged,
        paralyzed=situation.of(side).paralyzed,
        foe=situation.of(side).foe,
        leaves=situation.of(side).leaves,
        yields=situation.of(side).yields,
        split=situation.of(side).split,
        unseen=situation.of(side).unseen,
        lowered=situation.of(side).lowered,
        ambushes=charged and situation.of(side).from_cover,
        meets=situation.of(side).meets,
    )
