"""Fear of an enemy: who would charge it must dare to."""

import numpy as np

from rulesets.games.scrollhammer.combat.blows.survivors import by_leadership, has_bearer
from rulesets.games.scrollhammer.combat.fights.leadership import leadership
from rulesets.games.scrollhammer.combat.profile import ScrollhammerUnit
from rulesets.odds.array_cache import kept_by_identity
from rulesets.odds.volley import Floats


@kept_by_identity(most=16)
def dares(own: ScrollhammerUnit, foe: ScrollhammerUnit) -> Floats:
    """Return ``[own, foe]``: the chance to pass what fear of an enemy asks [chance].

    A Leadership test, where somebody is left of the enemy who is feared, unless a rule
    makes it afraid of nobody.
    """
    feared = has_bearer(foe, "start", "test:fear")
    calm = has_bearer(own, "skip", "test:fear")
    passes = np.where(calm, 1.0, by_leadership(own, leadership))
    found: Floats = np.where(feared[None, :], passes[:, None], 1.0)
    return found
