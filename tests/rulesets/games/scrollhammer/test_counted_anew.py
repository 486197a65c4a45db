"""Each table of a step tells by itself who was engaged as a round began."""

from dataclasses import replace
from typing import Any

import pytest

from rulesets.games.scrollhammer.combat import contact
from rulesets.games.scrollhammer.combat.answers import odds
from rulesets.games.scrollhammer.combat.fights import strikers
from rulesets.games.scrollhammer.combat.fights.fight import COUNTED_ANEW
from rulesets.odds.answer import Odds
from rulesets.odds.match_up import Fighter, MatchUp
from tests.rulesets.games.scrollhammer.units import fighter, match_up, part, weapon

COMPANY = fighter(
    part("Cutlass", 4, ws=4, i=4, a=2, sv=6, formation="Skirmish", gear=(weapon(),)),
    part("Bulwark", 3, ws=4, t=4, sv=3, formation="Skirmish", gear=(weapon(),)),
    part("Diver", 2, ws=2, i=2, ld=8, sv=6, formation="Skirmish", gear=(weapon(),)),
)
"""60 states whose marks differ by who is engaged, in three steps."""

RANKS = fighter(
    part("Legionnaire", 9, ws=4, i=3, ld=8, sv=4, gear=(weapon(),)),
    part("Centurion", 1, ws=5, i=5, a=2, t=4, ld=9, sv=4, gear=(weapon(),)),
)
"""20 states."""

TABLES, BOTH = 20 * 60 * 60, 60 * 20 * 60 * 20
"""Cases of the largest table of a step, and those of both tables together."""


def with_room_for(cases: int, monkeypatch: pytest.MonkeyPatch, asked: MatchUp) -> Odds:
    """Return the answer about units that were never asked before."""
    for module in (contact, strikers):
        monkeypatch.setattr(module, "MOST_CASES", cases)
    return odds(replace(asked, a=_anew(asked.a, cases), b=_anew(asked.b, cases)))


def _anew(one: Fighter, cases: int) -> Fighter:
    return replace(one, name=f"{one.name} of {cases}")


@pytest.mark.parametrize("said", [{}, {"charger": "a"}, {"charger": "b", "a.files": 3}])
@pytest.mark.parametrize("pair", [(COMPANY, RANKS), (RANKS, COMPANY)])
def test_tables_with_room_for_each_are_told_though_not_for_both_together(
    said: dict[str, Any],
    pair: tuple[Fighter, Fighter],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = match_up("fight", *pair, said)
    whole = with_room_for(BOTH, monkeypatch, asked)
    each = with_room_for(TABLES, monkeypatch, asked)
    anew = with_room_for(60, monkeypatch, asked)
    assert COUNTED_ANEW not in (*whole.notes, *each.notes)
    assert each.outcomes == pytest.approx(whole.outcomes, abs=1e-13)
    assert COUNTED_ANEW in anew.notes
    assert anew.outcomes != pytest.approx(whole.outcomes, abs=1e-6)
