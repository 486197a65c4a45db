"""The field of an event: lists against lists, beside a slow second way."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import product

import pytest

from rulesets.combats import combat_of
from rulesets.games import GAMES
from rulesets.legality import review
from rulesets.matchups.event_field import (
    NO_STAT_LINE,
    SHOT_SECONDS,
    EventField,
    Exchange,
    FieldUnit,
    ListMeeting,
    blocks_of,
    event_field,
    exchange,
    exchanges,
    meeting,
    meetings,
    pairs_met,
    without_odds,
)
from rulesets.matchups.field_cells import APART, known_cells
from rulesets.matchups.fighter import fighter_with_alternatives
from rulesets.matchups.unit_worth import has_shots
from rulesets.odds.answer import Odds
from rulesets.odds.match_up import Fighter, MatchUp, MatchUpError
from rulesets.odds.native.bindings import is_ready
from rulesets.odds.sides import SIDES
from rulesets.reviews.review import Review
from tests.real_books import real_books, sample_army

SMALL = {
    "charge": (
        ("elves-500", 0, 2),
        ("orcs-500", 0, 2),
        ("skaven-1000", 0, 4),
        ("cathay-1000", 2, 4),
    ),
    "mordheim": (
        ("mordheim-reikland-500", 0, 2),
        ("mordheim-skaven-500", 4, 6),
        ("mordheim-undead-500", 2, 3),
        ("mordheim-reikland-500", 6, 7),
    ),
    "scrollhammer": (
        ("saltmere-league-750", 2, 3),
        ("saltmere-league-750", 3, 4),
        ("saltmere-league-750", 2, 4),
        ("saltmere-league-750", 4, 5),
    ),
    "warhammer": (
        ("empire-2000", 5, 7),
        ("bretonnia-2000", 4, 6),
        ("orcs-and-goblins-2000", 4, 6),
        ("orcs-and-goblins-2000", 14, 17),
    ),
}
"""Four lists of each game that has odds: some units of a sample army."""


def is_alike(one: Exchange, other: Exchange) -> bool:
    """Return whether two fights end alike, but for rounding."""
    gone = (one.own_gone, one.enemy_gone), (other.own_gone, other.enemy_gone)
    if None in gone[0] + gone[1]:
        return one == other
    return gone[0] == pytest.approx(gone[1], abs=1e-12)


@cache
def lists_of(game: str) -> tuple[Review, ...]:
    books = real_books(f"{game}*")
    found = []
    for name, first, end in SMALL[game]:
        whole = sample_army(name)
        units = whole.forces[0].units[first:end]
        forces = (replace(whole.forces[0], units=units),)
        found.append(review(replace(whole, forces=forces), books))
    return tuple(found)


@cache
def field_of(game: str) -> EventField:
    return event_field(GAMES[game], lists_of(game))


@cache
def answers_of(game: str) -> dict[tuple[int, int], Exchange]:
    field = field_of(game)
    met = pairs_met(field)
    found: dict[tuple[int, int], Exchange] = {}
    for rows, columns in blocks_of(len(field.fighters)):
        found |= exchanges(field, rows, columns, met)
    return found


def test_the_games_with_odds_are_all_here() -> None:
    assert set(SMALL) == {key for key in GAMES if combat_of(GAMES[key]).kinds}


@pytest.mark.parametrize("game", SMALL)
def test_a_field_is_what_every_pair_asked_by_hand_gives(game: str) -> None:
    found = meetings(field_of(game), answers_of(game))
    lists = lists_of(game)
    for own, other in product(range(len(lists)), repeat=2):
        if own != other:
            by_hand = edge_by_hand(game, lists[own], lists[other])
            assert found[own][other].edge == pytest.approx(by_hand, abs=1e-9)


@pytest.mark.parametrize("game", SMALL)
def test_with_shots_pairs_that_shoot_begin_apart_and_the_others_charge(
    game: str,
) -> None:
    lists = lists_of(game)[:2]
    field = event_field(GAMES[game], lists, shots=True)
    found = meetings(field, answers_over(field))
    by_hand = edge_by_hand(game, lists[0], lists[1], shots=True)
    assert found[0][1].edge == pytest.approx(by_hand, abs=1e-9)
    assert found[1][0].edge == pytest.approx(-by_hand, abs=1e-9)


@pytest.mark.parametrize("game", SMALL)
def test_shots_change_nothing_but_pairs_that_shoot(game: str) -> None:
    field = field_of(game)
    shooting = {place for place, one in enumerate(field.fighters) if carries_a_bow(one)}
    changed = set()
    for pair, known in list(answers_of(game).items())[:12]:
        own, enemy = (field.fighters[place] for place in pair)
        found = exchange(field.game, own, enemy, shots=True)
        if not shooting & set(pair):
            assert is_alike(found, known)
        elif not is_alike(found, known):
            changed.add(pair)
    assert bool(changed) == bool(shooting)


@pytest.mark.parametrize("game", SMALL)
def test_every_game_has_fights_that_begin_apart(game: str) -> None:
    kinds = {one.key: one for one in combat_of(GAMES[game]).kinds}
    first = next(one for one in kinds[APART].situation if one.key == "first")
    distance = next(one for one in kinds[APART].situation if one.key == "distance")
    assert {choice.key for choice in first.choices} == {"a", "b"}
    assert distance.default == 24
    assert game in SHOT_SECONDS


@pytest.mark.parametrize("game", SMALL)
def test_a_list_against_another_is_the_other_against_it_turned(game: str) -> None:
    field, known = field_of(game), answers_of(game)
    for own, other in product(field.lists, repeat=2):
        there, back = meeting(own, other, known), meeting(other, own, known)
        if there.edge is not None and back.edge is not None:
            assert there.edge == pytest.approx(-back.edge, abs=1e-12)
        assert there.known == pytest.approx(back.known, abs=1e-12)
    table = meetings(field, known)
    for own_place, other_place in product(range(len(table)), repeat=2):
        back = table[other_place][own_place].turned
        assert table[own_place][other_place] == back


@pytest.mark.parametrize("game", SMALL)
def test_equal_lists_have_no_edge(game: str) -> None:
    one = lists_of(game)[0]
    field = event_field(GAMES[game], (one, one))
    assert not pairs_met(field)
    assert meetings(field, {})[0][1] == ListMeeting(0.0, 1.0)
    known = {
        (a, b): exchange(field.game, field.fighters[a], field.fighters[b])
        for a, b in product(range(len(field.fighters)), repeat=2)
        if a <= b
    }
    counted = meeting(field.lists[0], field.lists[1], known)
    assert counted.edge == pytest.approx(0.0, abs=1e-9)


def test_equal_fighters_are_asked_about_once() -> None:
    field = field_of("scrollhammer")
    assert sum(map(len, field.lists)) > len(field.fighters)
    assert field.lists[0][0].fighter == field.lists[2][0].fighter


def test_lists_of_the_same_units_at_other_points_do_not_count_as_equal() -> None:
    field = field_of("charge")
    dearer = tuple(
        replace(one, points=2 * one.points, stake=2 * one.stake)
        for one in field.lists[0]
    )
    both = replace(field, lists=(field.lists[0], dearer))
    assert pairs_met(both)
    table = meetings(both, answers_over(both))
    assert (table[0][1].edge or 0.0) > 0


def test_a_unit_without_odds_is_named_and_counts_as_unknown() -> None:
    field, known = field_of("warhammer"), answers_of("warhammer")
    missing = without_odds(field, known)
    assert not any(missing[:3])
    names = {field.lists[3][place].name for place in missing[3]}
    assert names
    assert all(missing[3].values())
    table = meetings(field, known)
    assert table[0][3].known < 1
    assert table[0][1].known == pytest.approx(1)


def test_lists_without_any_odds_have_no_figure() -> None:
    banner = FieldUnit("Banner", 50.0, 50.0, why_not=NO_STAT_LINE)
    field = EventField(GAMES["charge"], ((banner,), (banner,), ()), ())
    table = meetings(field, {})
    assert {one.edge for row in table for one in row} == {None}
    assert without_odds(field, {}) == ({0: NO_STAT_LINE}, {0: NO_STAT_LINE}, {})


def test_blocks_hold_every_pair_once() -> None:
    for count in (0, 1, 8, 9, 41, 700):
        blocks = blocks_of(count)
        assert len(blocks) <= 1000
        if count < 50:
            pairs = [(a, b) for own, other in blocks for a in own for b in other]
            assert len(set(pairs)) == len(pairs)
            every = {(a, b) for a in range(count) for b in range(a, count)}
            assert every <= set(pairs)


def answers_over(field: EventField) -> dict[tuple[int, int], Exchange]:
    everybody = range(len(field.fighters))
    return dict(exchanges(field, everybody, everybody, pairs_met(field)))


def carries_a_bow(one: Fighter) -> bool:
    pieces = [*one.gear, *(piece for part in one.parts for piece in part.gear)]
    return any(piece.kind == "ranged" for piece in pieces)


def edge_by_hand(
    game: str, own: Review, other: Review, *, shots: bool = False
) -> float:
    """Return the edge of a list, every pair of units asked for in plain loops."""
    gains = stakes = 0.0
    for unit, enemy in product(units_of(own), units_of(other)):
        ends = []
        apart = shots and (carries_a_bow(unit) or carries_a_bow(enemy))
        turns = ((unit, enemy, "a"), (unit, enemy, "b"))
        for a, b, first in turns if apart else ((unit, enemy, ""), (enemy, unit, "")):
            odds = best_by_hand(game, a, b, first)
            if odds is not None:
                both = odds.events.get("both-gone", 0.0)
                b_gone, a_gone = odds.events["a-wins"], odds.events["b-wins"]
                pair = (a_gone + both, b_gone + both)
                ends.append(pair if a is unit else (pair[1], pair[0]))
        if not ends:
            continue
        unit_gone = sum(one for one, _ in ends) / len(ends)
        enemy_gone = sum(one for _, one in ends) / len(ends)
        mine, theirs = stake_by_hand(game, unit), stake_by_hand(game, enemy)
        weight = float(unit.points) * float(enemy.points)
        gains += weight * (enemy_gone * theirs - unit_gone * mine)
        stakes += weight * (mine + theirs)
    return 100 * gains / stakes


def units_of(one: Review) -> Sequence[Fighter]:
    lines = list(one.forces[0].units)
    for line in lines:
        lines += [part for part in line.lines if part.kind == "unit"]
    return [fighter_with_alternatives(line) for line in lines]


def stake_by_hand(game: str, unit: Fighter) -> float:
    points = float(unit.points)
    return points / unit.models if game == "mordheim" else points


def best_by_hand(game: str, a: Fighter, b: Fighter, first: str) -> Odds | None:
    """Return the first kind of match-up, first A and then B with its best in hand.

    It is an engagement where a side moves first.
    """
    ask = combat_of(GAMES[game]).odds
    kind = "engagement" if first else combat_of(GAMES[game]).kinds[0].key
    situation = {"first": first} if first else {}
    best: dict[str, Fighter] = {"a": a, "b": b}
    found: Odds | None = None
    for side, sign in (("a", 1.0), ("b", -1.0)):
        tried = []
        for hand in (best[side], *best[side].alternatives):
            sides = {**best, side: hand}
            if side == "a":
                sides["b"] = b
            try:
                odds = ask(MatchUp(game, kind, sides["a"], sides["b"], situation, {}))
            except MatchUpError:
                continue
            edge = odds.events["a-wins"] - odds.events["b-wins"]
            tried.append((sign * edge, hand, odds))
        if not tried:
            return None
        chosen = tried[0]
        for one in tried[1:]:
            if one[0] > chosen[0] + 1e-12:
                chosen = one
        best[side], found = chosen[1], chosen[2]
    return found


@pytest.mark.parametrize("shots", [False, True])
def test_fights_that_are_answered_together_end_as_those_asked_one_by_one(
    *, shots: bool
) -> None:
    field = field_of("warhammer")
    pairs = sorted(pairs_met(field))
    known = known_cells(field.game, field.fighters, pairs, shots=shots)
    assert known or not is_ready()
    for (a, b), cells in known.items():
        own, enemy = field.fighters[a], field.fighters[b]
        together = exchange(field.game, own, enemy, shots=shots, known=cells)
        alone = exchange(field.game, own, enemy, shots=shots)
        assert is_alike(together, alone)


@pytest.mark.skipif(not is_ready(), reason="only the kernel answers many together")
def test_pairs_that_begin_apart_are_answered_together_whoever_moves_first() -> None:
    field = field_of("warhammer")
    pairs = sorted(pairs_met(field))
    shooters = {place for place, one in enumerate(field.fighters) if has_shots(one)}
    known = known_cells(field.game, field.fighters, pairs, shots=True)
    apart = [cells for pair, cells in known.items() if shooters & {*pair}]
    assert apart
    assert all({*cells} == {*SIDES} for cells in apart)
    assert any(cells["a"].wins != cells["b"].wins for cells in apart)
