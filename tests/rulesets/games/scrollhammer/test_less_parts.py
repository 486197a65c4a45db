"""A combat asked without a part of its result leaves that part out of all it tells."""

import numpy as np
import pytest

from rulesets.games.scrollhammer.combat.context import (
    ScrollhammerReadings,
    ScrollhammerSituation,
)
from rulesets.games.scrollhammer.combat.fights.fight import (
    chance_of,
    fought_out,
)
from rulesets.games.scrollhammer.combat.profile import read_profile
from rulesets.games.scrollhammer.combat.side import ScrollhammerSide
from rulesets.odds.context import Context
from rulesets.odds.report import Prelude
from tests.rulesets.games.scrollhammer.units import COHORT, PEASANTS


def test_the_chance_to_regroup_leaves_it_out_too() -> None:
    sides = (
        ScrollhammerSide(read_profile(COHORT, "a"), 5),
        ScrollhammerSide(read_profile(PEASANTS, "b"), 5),
    )
    start = np.zeros((sides[0].profile.company.states, sides[1].profile.company.states))
    start[-1, -1] = 1.0
    before, found = Prelude(np.zeros_like(start)), []
    for without in (frozenset[str](), frozenset({"a.ranks", "a.standard"})):
        context = Context(ScrollhammerSituation(), ScrollhammerReadings(), without)
        told = fought_out(sides, start, before, context, 4)
        alone = chance_of("b-regroups", sides, start, context, 4)
        assert alone == pytest.approx(told.events["b-regroups"], abs=1e-12)
        found.append(alone)
    assert found[0] != pytest.approx(found[1], abs=1e-3)
