"""Turns of many states at once lead where each by itself leads, and those of duels."""

from itertools import combinations_with_replacement, islice, product

import numpy as np
import pytest

from rulesets.games.mordheim.combat.answers import odds
from rulesets.games.mordheim.combat.fights import chain
from rulesets.games.mordheim.combat.fights.duel_turns import DuelTurns, melee_turns
from rulesets.games.mordheim.combat.fights.melee import Melee
from rulesets.games.mordheim.combat.fights.orders import MordheimTurn, States, Turns
from rulesets.games.mordheim.combat.fights.turn import MeleeTurns
from rulesets.games.mordheim.combat.fights.turn_tables import numbered
from rulesets.games.mordheim.combat.groups.clashes import Walk
from rulesets.odds.match_up import MatchUp
from rulesets.odds.native.bindings import SWITCH
from tests.rulesets.games.mordheim.critical_grid import GROUPS as BY_WEAPON
from tests.rulesets.games.mordheim.fighters import fighter as f
from tests.rulesets.games.mordheim.fighters import match_up as m
from tests.rulesets.games.mordheim.grid import ALL as FIGHTS
from tests.rulesets.games.mordheim.group_heights import FOUGHT
from tests.rulesets.games.mordheim.grouping import ALL
from tests.rulesets.games.mordheim.height_grid import ALL as HEIGHTS
from tests.rulesets.games.mordheim.under import UNDER

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
    over = MeleeTurns(melee).over
    found = [
        (*many, one)
        for many, one in product(several, range(sizes[-1]))
        if not over((*many, one))
    ]
    return list(islice(found, 0, None, 1 + len(found) // number))


def check(melee: Melee, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compare turns of some states together, by the kernel, with each's by NumPy."""
    together, single = MeleeTurns(melee), MeleeTurns(melee)
    begun = states(melee, 120)
    for turn in TURNS:
        monkeypatch.setenv(SWITCH, "1")
        rows = together.rows(begun, turn)
        monkeypatch.setenv(SWITCH, "0")
        for one, row in islice(zip(begun, rows, strict=True), 0, None, 5):
            assert sum(row.values()) == pytest.approx(1)
            assert row == pytest.approx(single.rows([one], turn)[0], abs=1e-14)


DUELS: dict[str, MatchUp] = {**FIGHTS, **HEIGHTS, **UNDER}
"""Fights, many of them duels."""


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
        check(melee, monkeypatch)


def test_stupidity_counts_until_the_own_next_turn_of_who_stands(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    question = QUESTIONS["parries, two weapons and frenzy"]
    for melee in melees(question, monkeypatch):
        turns, side = MeleeTurns(melee), melee.side("a")
        own = [one.party.warrior.side == "a" for one in melee.sides]
        forgotten = [side.before if mine else [] for mine in own]
        begun = states(melee, 200)
        wise = [
            tuple(of[at] if of else at for of, at in zip(forgotten, one, strict=True))
            for one in begun
        ]
        assert begun != wise
        mine, anew = (turns.rows(some, MordheimTurn("a")) for some in (begun, wise))
        for row, other in zip(mine, anew, strict=True):
            assert row == pytest.approx(other, abs=1e-14)
        for row in turns.rows(begun, MordheimTurn("b")):
            for after in row:
                assert not any(
                    side.states[at].dull
                    for at, is_own in zip(after, own, strict=True)
                    if is_own
                )


def duels(question: MatchUp, monkeypatch: pytest.MonkeyPatch) -> list[Melee]:
    """Return the duels of a question."""
    found: list[Melee] = []

    def noted(melee: Melee) -> Turns:
        found.append(melee)
        return melee_turns(melee)

    monkeypatch.setattr(chain, "melee_turns", noted)
    odds(question)
    return [melee for melee in found if melee.is_duel]


@pytest.mark.sweep(40)
@pytest.mark.parametrize("name", DUELS)
def test_turns_of_duels_lead_where_those_of_all_combats_lead(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for melee in duels(DUELS[name], monkeypatch):
        duel, usual = melee_turns(melee), MeleeTurns(melee)
        assert isinstance(duel, DuelTurns)
        begun = states(melee, 60)
        for turn in TURNS:
            wanted = usual.rows(begun, turn)
            for row, other in zip(duel.rows(begun, turn), wanted, strict=True):
                assert row == pytest.approx(other, abs=1e-14)


def test_rows_are_numbered_in_order_even_where_a_number_would_be_too_large() -> None:
    rng = np.random.default_rng(7)
    columns = [rng.integers(0, 3, 200) * (10**12) for _ in range(6)]
    found = numbered((column, 10**13) for column in columns).tolist()
    rows = list(zip(*(column.tolist() for column in columns), strict=True))
    assert [rows[at] for at in np.argsort(found, kind="stable")] == sorted(rows)
    assert len(set(found)) == len(set(rows))
