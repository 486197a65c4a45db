"""Many fights at once have the figures of single answers."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from rulesets.games.warhammer.combat.answers import COMBAT, odds
from rulesets.games.warhammer.combat.engagements.alike import before_contact
from rulesets.games.warhammer.combat.pairs.many import KEYS, fight_many
from rulesets.games.warhammer.combat.profile import read_profile
from rulesets.matchups.fighter import book_fighter
from rulesets.odds.many import Contestant, ManyMatchUps, ManyOdds
from rulesets.odds.match_up import Answers, Fighter, MatchUp, MatchUpError
from rulesets.odds.native.bindings import SWITCH, ranked_kernel
from rulesets.odds.sides import SIDES
from tests.real_books import real_books
from tests.rulesets.games.warhammer import units
from tests.rulesets.games.warhammer.units import (
    CANNON,
    CHARIOT,
    DULL_TROLLS,
    GIANT,
    GOBLINS,
    HALBERDIERS,
    KNIGHTS,
    ORCS,
    SAVAGE_ORCS,
    SWORDSMEN,
)

EQUAL, MIRRORED = 1e-12, 1e-14
PAIRS = 67
BESIDE = tuple(
    f"{side}-{event}"
    for side in SIDES
    for event in ("friends-test", "reaches-fresh", "reaches-fresh-first")
)
"""Events of battle lines that no row has."""
KINDS = ("fight", "charge", "battle-line", "engagement")
needs_kernel = pytest.mark.skipif(
    ranked_kernel() is None, reason="only the kernel answers many together"
)
WRITTEN_OUT = [one for one in vars(units).values() if isinstance(one, Fighter)]


@cache
def printed() -> list[Fighter]:
    """Return every unit of the Warhammer books that can fight."""
    found = []
    for book in real_books("warhammer-*").values():
        for key in book.units:
            fighter = book_fighter(book, key)
            try:
                odds(MatchUp("warhammer", "fight", fighter, fighter, {}, {}, 1))
            except MatchUpError:
                continue
            found.append(fighter)
    return found


def asked(
    a: Sequence[Fighter | Contestant],
    b: Sequence[Fighter | Contestant] = (),
    kind: str = "fight",
    *,
    pairs: Sequence[tuple[int, int]] = ((0, 0),),
    situation: Answers | None = None,
    readings: Answers | None = None,
    rounds: int | None = None,
) -> ManyMatchUps:
    return ManyMatchUps(
        game="warhammer",
        kind=kind,
        a=contestants(a),
        b=contestants(b or a),
        pairs=pairs,
        situation=situation or {},
        readings=readings or {},
        rounds=rounds,
    )


def contestants(some: Sequence[Fighter | Contestant]) -> list[Contestant]:
    return [one if isinstance(one, Contestant) else Contestant(one) for one in some]


def drawn(count: int, among: int, seed: int) -> list[tuple[int, int]]:
    """Return pairs by lot, always the same."""
    found = np.random.default_rng(seed).integers(among, size=(count, 2))
    return [(a, b) for a, b in found.tolist()]


def assert_as_single(question: ManyMatchUps, least: float = 0.5) -> ManyOdds:
    """Compare rows with the answers of the same match-ups, one by one.

    ``least`` is the share of pairs that must be answered together.
    """
    found = COMBAT.many(question)
    answered = np.flatnonzero(found.answered).tolist()
    if ranked_kernel() is not None:
        assert len(answered) >= least * len(question.pairs)
    for place in answered:
        one = odds(question.match_up(question.pairs[place]))
        assert one.method == "exact"
        single = {**one.outcomes, **one.events, **one.expected}
        for key in BESIDE:
            single.pop(key, None)
        row = found.figures(place)
        far = {
            key: (single.get(key, 0.0), row.get(key, 0.0))
            for key in single.keys() | row.keys()
            if abs(single.get(key, 0.0) - row.get(key, 0.0))
            > EQUAL * max(1.0, abs(row.get(key, 0.0)))
        }
        assert far == {}, question.pairs[place]
    return found


@needs_kernel
def test_a_row_has_the_figures_of_the_answer() -> None:
    question = asked([HALBERDIERS], [ORCS])
    one, row = odds(question.match_up((0, 0))), fight_many(question).figures(0)

    assert row["a-wins"] == pytest.approx(one.events["a-wins"], abs=EQUAL)
    assert row["rounds"] == pytest.approx(one.expected["rounds"], abs=EQUAL)


@needs_kernel
def test_a_charge_ends_before_contact_as_often_as_its_answer_says() -> None:
    question = asked([GOBLINS, KNIGHTS], [GIANT], "charge", pairs=[(0, 0), (1, 0)])
    assert assert_as_single(question, 1).figures(0)["no-charge"] > 0
    turned = asked([GIANT], [GOBLINS], "charge")
    assert assert_as_single(turned, 1).figures(0)["b-flees"] > 0


@pytest.mark.sweep(3)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("rounds", [1, 10, None])
def test_printed_units_by_lot(kind: str, rounds: int | None) -> None:
    some = printed()
    pairs = drawn(PAIRS, len(some), seed=rounds or 0)
    question = asked(some, kind=kind, pairs=pairs, rounds=rounds)
    assert_as_single(question, 0.6 if kind == "engagement" else 0.75)


@pytest.mark.sweep(5)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "readings",
    [
        {},
        {"step-up": True, "ranks-counted": "end"},
        {"blows": "at-once", "frontage": "all", "musician-wins": False},
        {"last-rank": "full", "rank-width": 5, "flank-strength": 1},
        {"killing-blow": "on-foot", "stupid-tests": "never"},
    ],
    ids=lambda readings: " ".join(readings) or "usual",
)
def test_units_written_out_by_every_reading(kind: str, readings: Answers) -> None:
    pairs = drawn(60, len(WRITTEN_OUT), seed=len(str(readings)))
    question = asked(WRITTEN_OUT, kind=kind, pairs=pairs, readings=readings, rounds=6)
    assert_as_single(question, 0.0)


SITUATIONS: list[tuple[str, Answers]] = [
    ("fight", {"last-won": "b", "a.touched-in": "flank", "b.bonus": 2}),
    ("fight", {"b.touched-in": "rear", "higher-ground": "a", "a.general": 9}),
    ("fight", {"defended": True, "a.pursuit": "restrains", "b.battle-standard": True}),
    ("fight", {"a.wounds-lost": 3, "b.hates": True, "a.fears": True, "b.width": 3}),
    ("fight", {"challenge": True}),
    ("battle-line", {"last-won": "b", "a.touched-in": "flank", "b.bonus": 2}),
    ("battle-line", {"b.touched-in": "rear", "a.width": 9, "turn": "b"}),
    ("battle-line", {"defended": True, "b.fresh-enemy": 6, "turn": "b"}),
    ("battle-line", {"last-won": "a", "defended": True, "b.vomits": True}),
    ("battle-line", {"a.wounds-lost": 3, "b.hates": True, "a.fears": True}),
    ("battle-line", {"a.aims": "characters", "b.blessed": True, "a.base": 40}),
    ("battle-line", {"a.charges": True, "b.touched-in": "flank", "last-won": "b"}),
    ("battle-line", {"b.charges": True, "defended": True, "a.fears": True}),
    ("battle-line", {"a.charges": True, "defended": True, "b.hates": True}),
    ("battle-line", {"b.charges": True, "a.touched-in": "rear", "b.wounds-lost": 2}),
    ("battle-line", {"a.charges": True, "b.charges": True, "a.hates": True}),
    ("battle-line", {"a.charges": True, "b.charges": True, "last-won": "b"}),
    ("battle-line", {"a.charges": True, "b.charges": True, "a.fears": True}),
    ("charge", {"contact": "flank", "defended": True, "b.pursuit": "restrains"}),
    ("charge", {"contact": "rear", "distance": 3, "a.base": 40, "b.blessed": True}),
    ("charge", {"terror-tested": True, "a.vomits": True, "b.wounds-lost": 2}),
    ("charge", {"reaction": "shoots"}),
    ("charge", {"reaction": "flees", "distance": 10}),
    ("engagement", {"closing": "both", "first": "b", "contact": "flank"}),
    ("engagement", {"distance": 9, "a.reaction": "shoots", "defended": True}),
    ("engagement", {"b.reaction": "flees", "a.wounds-lost": 2, "turns": 3}),
]


@pytest.mark.sweep(4)
@pytest.mark.parametrize(("kind", "situation"), SITUATIONS)
def test_units_written_out_in_every_situation(kind: str, situation: Answers) -> None:
    pairs = drawn(60, len(WRITTEN_OUT), seed=len(str(situation)))
    question = asked(WRITTEN_OUT, kind=kind, pairs=pairs, situation=situation, rounds=5)
    assert_as_single(question, 0.0)


def mirrored(key: str) -> str:
    """Return the key of the same with the sides exchanged."""
    other = {"a-": "b-", "b-": "a-"}.get(key[:2])
    return f"{other}{key[2:]}" if other and other + key[2:] in KEYS else key


def test_exchanged_sides_mirror() -> None:
    some = printed()
    pairs = drawn(300, len(some), seed=14)
    there = fight_many(asked(some, pairs=pairs, rounds=10))
    turned = asked(
        some, pairs=[pair[::-1] for pair in pairs], situation={"turn": "b"}, rounds=10
    )
    back = fight_many(turned)
    for place in range(len(pairs)):
        if not (there.answered[place] and back.answered[place]):
            continue
        one, other = there.figures(place), back.figures(place)
        far = {
            key: (one[key], other[mirrored(key)])
            for key in KEYS
            if abs(one[key] - other[mirrored(key)]) > MIRRORED * max(1.0, one[key])
        }
        assert far == {}


@needs_kernel
def test_each_side_has_answers_of_its_own() -> None:
    narrow, wide = (Contestant(SWORDSMEN, {"width": width}) for width in (4, 10))
    found = assert_as_single(asked([narrow, wide], [ORCS], pairs=[(0, 0), (1, 0)]), 1)
    assert found.figures(0)["a-wins"] != found.figures(1)["a-wins"]


def test_without_the_kernel_nothing_is_answered_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(SWITCH, "0")
    for kind in KINDS:
        question = asked([SAVAGE_ORCS], [KNIGHTS], kind)
        assert not COMBAT.many(question).answered.any()


@needs_kernel
def test_a_pair_that_cannot_be_worked_out_is_left_to_others() -> None:
    bare = Fighter("Nobody", "infantry", 5, 0, {})
    found = fight_many(asked([bare, ORCS], [ORCS], pairs=[(0, 0), (1, 0)]))
    assert found.answered.tolist() == [False, True]


@needs_kernel
def test_blocks_say_nothing_of_the_stupid() -> None:
    found = fight_many(asked([DULL_TROLLS, ORCS], [ORCS], pairs=[(0, 0), (1, 0)]))
    assert found.answered.tolist() == [False, True]


@needs_kernel
@pytest.mark.parametrize("side", ["a", "b"])
def test_a_line_of_two_of_whom_one_charges_is_a_fight_that_begins_so(side: str) -> None:
    question = asked(
        [ORCS, KNIGHTS, GIANT, GOBLINS],
        kind="battle-line",
        pairs=[(a, b) for a in range(4) for b in range(4)],
        situation={f"{side}.charges": True, "a.fears": True, "b.fears": True},
    )
    found = assert_as_single(question, 1)
    other = "b" if side == "a" else "a"
    assert found.column(f"{other}-flees").max() > 0
    assert found.column(f"{side}-flees").max() == 0


@needs_kernel
def test_each_of_a_line_of_two_says_whether_it_charges() -> None:
    stands, comes = Contestant(KNIGHTS), Contestant(KNIGHTS, {"charges": True})
    pairs = [(0, 0), (0, 1), (1, 0), (1, 1)]
    question = asked([stands, comes], kind="battle-line", pairs=pairs, rounds=3)
    found = assert_as_single(question, 1)
    wins = found.column("a-wins")
    assert wins[1] < wins[0] < wins[2]
    assert wins[1] < wins[3] < wins[2]


@needs_kernel
def test_blocks_say_nothing_of_chariots_that_charge() -> None:
    asks = {"a.charges": True}
    line = asked(
        [CHARIOT], [ORCS], "battle-line", pairs=[(0, 0)], situation=asks, rounds=2
    )
    assert not fight_many(line).answered.any()


@needs_kernel
def test_an_engagement_tells_of_the_turns_before_contact() -> None:
    question = asked([KNIGHTS], [ORCS], "engagement")
    row = assert_as_single(question, 1).figures(0)
    assert row["a-charges"] + row["b-charges"] == pytest.approx(row["contact"])
    assert row["contact"] > 0


def test_units_that_differ_in_blows_alone_are_one_before_contact() -> None:
    orcs = read_profile(ORCS, "a")
    apart = before_contact(orcs)
    assert before_contact(replace(orcs, name="Others", ws=6)) is apart
    assert before_contact(replace(orcs, stride=orcs.stride + 1)) is not apart
    assert apart.leadership == orcs.leadership
    assert before_contact(replace(orcs, leadership=10)) is not apart


@needs_kernel
def test_an_engagement_that_is_refused_is_left_to_others() -> None:
    question = asked([CANNON], [ORCS], "engagement", situation={"closing": "a"})
    assert not COMBAT.many(question).answered.any()


def test_no_pairs_have_no_rows() -> None:
    assert fight_many(asked([ORCS], pairs=[])).rows.shape == (0, len(KEYS))


def test_what_the_numbers_leave_out_is_that_of_the_answer() -> None:
    some = printed()
    question = asked(some, pairs=drawn(40, len(some), seed=3), rounds=1)
    found = COMBAT.many(question)
    for place, pair in enumerate(question.pairs):
        assert found.left_out(place) == odds(question.match_up(pair)).not_modelled
