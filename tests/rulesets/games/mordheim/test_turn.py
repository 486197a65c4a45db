"""Turns of many states at once lead where each turn by itself leads."""

from itertools import combinations_with_replacement, islice, product

import numpy as np
import pytest

from rulesets.games.mordheim.combat.answers import odds
from rulesets.games.mordheim.combat.clashes import Walk
from rulesets.games.mordheim.combat.orders import MordheimTurn, States
from rulesets.games.mordheim.combat.turn import Melee
from rulesets.games.mordheim.combat.turn_batch import TurnBatch
from rulesets.games.mordheim.combat.turn_tables import numbered
from rulesets.odds.match_up import MatchUp
from tests.rulesets.games.mordheim.critical_grid import GROUPS as BY_WEAPON
from tests.rulesets.games.mordheim.fighters import fighter as f
from tests.rulesets.games.mordheim.fighters import match_up as m
from tests.rulesets.games.mordheim.group_heights import FOUGHT
from tests.rulesets.games.mordheim.grouping import ALL

TURNS = (
    MordheimTurn("a"),
    MordheimTurn("b"),
    MordheimTurn("a", "a", 1),
    MordheimTurn("b", "b", 2),
    MordheimTurn("a", "a", 0, (2, 0, 3, 1)),
)

GROUPS = {"a.fighters": 3, "b.fighters": 2}

QUESTIONS: dict[str, MatchUp] = {
    **ALL,
    **BY_WEAPON,
    **FOUGHT,
    "parries, two weapons and frenzy": m(
        f("2*sword", "frenzy stupidity", name="A", a=2, w=2, ld=6),
        f("sword buckler lucky-charm", name="B", a=2, w=2),
        GROUPS,
    ),
    "spines of both, and a brazier iron": m(
        f("brazier-iron", "spines", name="A"),
        f("axe lucky-charm", "spines", name="B", w=2, t=2),
        GROUPS,
    ),
    "tests in every turn, criticals by weapon": m(
        f("club-mace-or-hammer dagger", name="A"),
        f("spear quarter-staff", name="B", a=2, w=2),
        GROUPS,
        {"alone": "every", "criticals": "by-weapon"},
    ),
}


def states(melee: Melee, number: int) -> list[States]:
    """Return some states of a combat that goes on, spread over all of them."""
    sizes = [len(side.states) for side in melee.sides]
    several = combinations_with_replacement(range(sizes[0]), melee.lone)
    found = [
        (*many, one)
        for many, one in product(several, range(sizes[-1]))
        if not melee.over((*many, one))
    ]
    return list(islice(found, 0, None, 1 + len(found) // number))


def check(melee: Melee) -> None:
    batch = TurnBatch(melee)
    begun = states(melee, 120)
    for turn in TURNS:
        came = batch.turns(np.array(begun), turn)
        rows: list[dict[States, float]] = [{} for _ in begun]
        for at, after, share in zip(
            came.origin.tolist(), came.states.tolist(), came.share.tolist(), strict=True
        ):
            assert tuple(after) not in rows[at]
            rows[at][tuple(after)] = share
        for one, row in zip(begun, rows, strict=True):
            assert row == pytest.approx(melee.turn(one, turn), abs=1e-14)


def melees(question: MatchUp, monkeypatch: pytest.MonkeyPatch) -> list[Melee]:
    """Return the combats of a question that are worked out for many states at once."""
    found: list[Melee] = []
    begin = Walk.__init__

    def noted(walk: Walk, melee: Melee) -> None:
        found.append(melee)
        begin(walk, melee)

    monkeypatch.setattr(Walk, "__init__", noted)
    odds(question)
    assert found
    return found


@pytest.mark.sweep(9)
@pytest.mark.parametrize("name", QUESTIONS)
def test_many_states_at_once_lead_where_each_leads_by_itself(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for melee in melees(QUESTIONS[name], monkeypatch):
        check(melee)


def test_rows_are_numbered_in_order_even_where_a_number_would_be_too_large() -> None:
    rng = np.random.default_rng(7)
    columns = [rng.integers(0, 3, 200) * (10**12) for _ in range(6)]
    found = numbered((column, 10**13) for column in columns).tolist()
    rows = list(zip(*(column.tolist() for column in columns), strict=True))
    assert [rows[at] for at in np.argsort(found, kind="stable")] == sorted(rows)
    assert len(set(found)) == len(set(rows))
