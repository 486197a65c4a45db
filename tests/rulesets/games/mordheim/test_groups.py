"""Mordheim's groups against groups: by hand, and against clashes that were rolled."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest

from rulesets.books.book import Entry
from rulesets.games.mordheim.combat.answers import odds
from rulesets.games.mordheim.combat.groups import groups
from rulesets.games.mordheim.combat.groups import report as group_report
from rulesets.games.mordheim.combat.groups.clashes import Budget, Walk
from rulesets.matchups.fighter import book_fighter
from rulesets.odds.match_up import Answers, Fighter, MatchUp, MatchUpError
from rulesets.odds.sides import Side
from rulesets.odds.volley import Ints
from tests.real_books import KEYS, real_books
from tests.rulesets.games.mordheim.fighters import fighter as f
from tests.rulesets.games.mordheim.fighters import match_up
from tests.rulesets.games.mordheim.grouping import ALL, FEW, play_groups
from tests.rulesets.games.mordheim.test_properties import swapped
from tests.rulesets.games.mordheim.test_simulator import close


def hero(gear: str, rules: str = "") -> Fighter:
    """Return a hero of the best figures."""
    return f(gear, rules, "Hero", ws=5, s=4, t=4, w=3, i=5, a=4, ld=8)


HEROES: dict[str, Fighter] = {
    "plate and shield": hero("sword axe heavy-armour shield"),
    "two swords and a charm": hero(
        "2*sword heavy-armour helmet lucky-charm", "step-aside"
    ),
    "frenzy and a charm": hero("sword dagger lucky-charm", "frenzy strike-to-injure"),
    "frenzy, stupidity and a charm": hero(
        "sword club-mace-or-hammer lucky-charm", "frenzy stupidity"
    ),
}
"""Heroes that no book has, of the best figures and gear."""


def fights(unit: Entry) -> bool:
    return bool(unit.profiles or any(one.profiles for one in unit.entries.values()))


def test_two_against_two_are_two_duels_and_then_one() -> None:
    a, b = f("sword", name="A"), f("axe", name="B")
    told = odds(match_up(a, b, {"a.fighters": 2, "b.fighters": 2}))
    duel = odds(match_up(a, b)).events["a-wins"]
    assert told.survivors["a"].chances[2] >= duel**2 - 1e-12
    both = duel**2 + 2 * duel * (1 - duel) * duel
    assert told.events["a-wins"] == pytest.approx(both)


def test_the_last_of_a_group_has_no_friend_near() -> None:
    a, b = f("axe", name="A"), f("axe", name="B", ld=3)
    counts = {"a.fighters": 4, "b.fighters": 1}
    alone = odds(match_up(a, b, counts)).events["a-wins"]
    helped = odds(match_up(a, b, {**counts, "b.friend-near": True})).events["a-wins"]
    assert alone > helped


def test_the_scattered_are_all_alone() -> None:
    """Two who lead 2 fight four, two each: apart each of them flees, together none."""
    a, b = f("axe", name="A", a=0), f("axe", name="B", ld=1, a=0)
    counts: Answers = {"a.fighters": 4, "b.fighters": 2}
    near = odds(match_up(a, b, counts))
    assert near.outcomes["undecided"] == pytest.approx(1)
    apart = odds(match_up(a, b, {**counts, "b.scattered": True}))
    assert apart.events["a-wins"] == pytest.approx(1)


@pytest.mark.sweep(9)
@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("opened", [300, 1_000, 4_000])
def test_what_is_not_followed_is_told_and_nothing_is_further_off(
    name: str, opened: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    exact = odds(ALL[name])
    monkeypatch.setattr(groups, "FEW", 0)
    monkeypatch.setattr(groups, "OPENED", opened)
    monkeypatch.setattr(groups, "ROLLED_ABOVE", 1.0)
    monkeypatch.setattr(group_report, "TOO_MUCH", 0.999)
    bounded = odds(ALL[name])
    assert exact.method == "exact"
    assert bounded.method in ("exact", "bounded")
    assert bounded.outcomes == pytest.approx(exact.outcomes, abs=bounded.error + 1e-9)
    for side in ("a", "b"):
        for one, other in zip(
            bounded.survivors[side].chances, exact.survivors[side].chances, strict=True
        ):
            assert abs(one - other) <= bounded.error + 1e-9
    assert (bounded.method == "bounded") == (bounded.error >= 1e-9)
    if bounded.method == "bounded":
        told = [note for note in bounded.notes if "no chance is further off" in note]
        assert len(told) == 1


@pytest.mark.slow
def test_what_could_hardly_be_followed_is_refused() -> None:
    a, b = f("sword", name="A", w=20, a=3, t=5), f("axe", name="B", w=20, a=3, t=5)
    with pytest.raises(MatchUpError, match="ask about fewer"):
        odds(match_up(a, b, {"a.fighters": 5, "b.fighters": 5}))


def strength(own: Fighter) -> int:
    """Return how strong somebody is: by his wounds, then by his attacks."""
    figures = own.parts[0].characteristics if own.parts else own.characteristics
    wounds, attacks = figures.get("w"), figures.get("a")
    if not isinstance(wounds, int) or not isinstance(attacks, int):
        return 0
    return 100 * wounds + attacks if figures.get("ws") else 0


@cache
def strongest() -> dict[str, Fighter]:
    """Return the strongest fighter of every book."""
    found = {}
    for book in real_books("mordheim-*").values():
        fighters = (
            book_fighter(book, key) for key, unit in book.units.items() if fights(unit)
        )
        best = max(fighters, key=strength, default=None)
        if best is not None and strength(best):
            found[book.key] = replace(best, alternatives=())
    return found


@pytest.fixture
def ways(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the ways that are followed, noted as states are opened."""
    found: list[int] = []
    open_all = Walk._open_all

    def counted(walk: Walk, active: Side, here: Ints, budget: Budget) -> None:
        known = len(walk.shares)
        open_all(walk, active, here, budget)
        found.append(len(walk.shares) - known)

    monkeypatch.setattr(Walk, "_open_all", counted)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("key", [one for one in KEYS if one.startswith("mordheim-")])
def test_five_against_five_of_the_strongest_are_worked_out_within_bounds(
    key: str, covered: Callable[[int, str], None], ways: list[int]
) -> None:
    """Work is counted and not timed; each goes a little beyond what is left of it."""
    own = strongest().get(key)
    if own is None:
        pytest.skip("nobody of it fights")
    for enemy in (own, strongest()["mordheim-orcs"]):
        ways.clear()
        told = odds(match_up(own, enemy, {"a.fighters": 5, "b.fighters": 5}))
        assert sum(told.outcomes.values()) == pytest.approx(1, abs=1e-9)
        assert told.error < 0.002
        assert sum(ways) < 120_000
        covered(1, f"groups of the strongest, {told.method}")


def test_five_trolls_against_five_are_told_to_two_in_a_thousand(
    ways: list[int],
) -> None:
    troll = strongest()["mordheim-orcs"]
    told = odds(match_up(troll, troll, {"a.fighters": 5, "b.fighters": 5}))
    assert told.method == "bounded"
    assert told.error < 0.002
    assert sum(ways) < 120_000


@pytest.mark.sweep(4)
@pytest.mark.parametrize("name", HEROES)
def test_five_against_five_made_up_heroes_are_told_to_a_hundredth(
    name: str, ways: list[int]
) -> None:
    hero = HEROES[name]
    for enemy in (hero, strongest()["mordheim-orcs"]):
        ways.clear()
        told = odds(match_up(hero, enemy, {"a.fighters": 5, "b.fighters": 5}))
        assert told.error < 0.01
        assert sum(ways) < 120_000


@pytest.mark.parametrize("name", ALL)
def test_groups_are_told_whole_and_mirror(name: str) -> None:
    told = odds(ALL[name])
    assert sum(told.outcomes.values()) == pytest.approx(1, abs=1e-9)
    for key in (*told.outcomes, *told.events):
        assert told.labels[key]
    if ALL[name].situation.get("charge") != "none":
        mirrored = odds(swapped(ALL[name]))
        assert mirrored.events["b-wins"] == pytest.approx(told.events["a-wins"])


def check(question: MatchUp, fights: int) -> None:
    told = odds(question)
    ends = play_groups(question, fights, seed=20020)
    assert sum(ends.values()) == fights
    held = sum(n for key, n in ends.items() if key.endswith("-holds-back"))
    charger = str(question.situation.get("charge", "a"))
    chance = told.outcomes.get(f"{charger}-holds-back", 0.0)
    assert close(chance, held, fights)
    for place, side in enumerate(("a", "b")):
        for left, share in enumerate(told.survivors[side].chances):
            if left == len(told.survivors[side].chances) - 1:
                share -= chance
            counted = sum(
                n
                for key, n in ends.items()
                if not key.endswith("-holds-back") and int(key.split()[place]) == left
            )
            assert close(share, counted, fights), (side, left, share, counted / fights)


@pytest.mark.sweep(2)
@pytest.mark.parametrize("name", FEW)
def test_groups_played_out_agree(name: str) -> None:
    check(FEW[name], 10_000)


@pytest.mark.million
@pytest.mark.parametrize("name", ALL)
def test_a_million_groups_played_out_agree(name: str) -> None:
    check(ALL[name], 1_000_000)
