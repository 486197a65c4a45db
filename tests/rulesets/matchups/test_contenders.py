"""Contenders: units of a book and of an army, loadouts, changes."""

import pytest

from rulesets.books.book import Book
from rulesets.combats import combat_of
from rulesets.games import GAMES
from rulesets.legality import new_selection, review
from rulesets.matchups.contenders import (
    Contender,
    loadouts_of_unit,
    units_of_army,
    units_of_book,
)
from rulesets.matchups.fighter import book_fighter, unit_review
from rulesets.matchups.measures import cell_of
from rulesets.matchups.unit_edits import MODELS, OPTIONS
from rulesets.matchups.variants import (
    CHARACTERISTICS,
    changed_unit,
    changes_of_unit,
    with_better,
)
from rulesets.odds.match_up import Fighter, MatchUp
from rulesets.packs.pack import read_pack
from rulesets.reviews.review import Review
from rulesets.rosters.edits import SetCount, apply
from tests.real_books import real_book, real_books, sample_army


def army(name: str, key: str) -> tuple[Review, dict[tuple[str, int], Book]]:
    books = real_books(key)
    return review(sample_army(name), books), books


@pytest.fixture(scope="module")
def empire() -> tuple[Review, dict[tuple[str, int], Book]]:
    return army("empire-2000", "warhammer-empire")


@pytest.fixture(scope="module")
def legion() -> tuple[Review, dict[tuple[str, int], Book]]:
    return army("imperial-legion-1000", "scrollhammer-imperial-legion")


def fighter_of(one: Contender) -> Fighter:
    assert one.fighter is not None
    return one.fighter


def of_group(found: tuple[Contender, ...], group: str) -> dict[str, Contender]:
    return {one.label: one for one in found if one.group == group}


def test_every_unit_of_a_book_with_a_stat_line_is_a_contender() -> None:
    bretonnia = real_book("warhammer-bretonnia")
    found = units_of_book(bretonnia)

    assert [one.unit for one in found] == list(bretonnia.units)
    assert all(one.points == fighter_of(one).points for one in found)


def test_equal_units_of_an_army_stand_for_one() -> None:
    reviewed, _ = army("orcs-500", "charge-orcs")

    assert [(one.label, one.count) for one in units_of_army(reviewed)] == [
        ("Old Stamper", 1),
        ("Orcs", 5),
    ]


def test_units_that_differ_and_are_called_the_same_are_told_apart() -> None:
    reviewed, _ = army("mordheim-reikland-500", "mordheim-reikland")
    labels = [one.label for one in units_of_army(reviewed)]

    assert labels[1:4] == ["Champion (1)", "Champion (2)", "Youngblood"]


def test_each_loadout_of_a_unit_is_a_contender(
    legion: tuple[Review, dict[tuple[str, int], Book]],
) -> None:
    line = legion[0].forces[0].units[0]
    found = loadouts_of_unit(line)

    names = [one.loadout for one in found]
    assert len(names) > 1
    assert names == list(fighter_of(found[0]).loadouts)
    assert [fighter_of(one).parts[0].loadout for one in found] == names


def test_a_unit_of_a_game_without_hands_has_one_loadout_of_its_own_name() -> None:
    orcs = real_book("charge-orcs")
    line = unit_review(orcs, new_selection(orcs, "orcs")).forces[0].units[0]

    assert [one.label for one in loadouts_of_unit(line)] == ["Orcs"]


# -- changes ------------------------------------------------------------------------


def test_the_first_of_the_changes_is_the_unit_as_it_is(
    legion: tuple[Review, dict[tuple[str, int], Book]],
) -> None:
    reviewed, books = legion
    base = changes_of_unit(reviewed, books, "f1/s8")[0]

    line = reviewed.line("f1/s8")
    assert line is not None
    assert (base.label, base.difference, base.points) == ("As it is", 0, line.points)


def test_one_model_more_and_one_fewer_have_the_points_of_the_engine(
    legion: tuple[Review, dict[tuple[str, int], Book]],
) -> None:
    reviewed, books = legion
    found = of_group(changes_of_unit(reviewed, books, "f1/s8"), MODELS)

    assert list(found) == ["Legionnaire: one more", "Legionnaire: one fewer"]
    for label, count in zip(found, (11, 9), strict=True):
        then = review(apply(reviewed.roster, SetCount("s7", count)), books)
        assert found[label].difference == then.points - reviewed.points
        assert fighter_of(found[label]).models == count


def test_what_the_rules_forbid_is_shown_with_its_reason(
    legion: tuple[Review, dict[tuple[str, int], Book]],
) -> None:
    reviewed, books = legion
    found = of_group(changes_of_unit(reviewed, books, "f1/s8"), MODELS)

    fewer = found["Legionnaire: one fewer"]
    assert "9 of at least 10" in fewer.why_not
    assert fewer.fighter
    assert found["Legionnaire: one more"].why_not == ""


def test_every_option_is_taken_or_dropped_at_the_points_of_the_engine(
    empire: tuple[Review, dict[tuple[str, int], Book]],
) -> None:
    reviewed, books = empire
    found = of_group(changes_of_unit(reviewed, books, "f1/s14"), OPTIONS)

    assert found["without Dispel Scroll"].difference == -50
    assert all(one.difference is not None for one in found.values() if one.fighter)
    line = reviewed.line("f1/s14")
    assert line is not None
    assert all(
        one.points - line.points == one.difference
        for one in found.values()
        if one.fighter
    )


def test_a_choice_of_one_among_several_says_what_it_replaces(
    legion: tuple[Review, dict[tuple[str, int], Book]],
) -> None:
    reviewed, books = legion
    every = units_of_army(reviewed)[-1]
    found = of_group(changes_of_unit(reviewed, books, every.unit), OPTIONS)

    swapped = found["with Altmer instead of Breton"]
    dropped = found["without Breton"]
    assert (swapped.difference, dropped.difference) == (0, -10)


def test_a_need_is_better_when_lower_and_a_text_is_never_better() -> None:
    orcs = real_book("charge-orcs")
    now = unit_review(orcs, new_selection(orcs, "orcs"))
    found = of_group(
        changes_of_unit(now, {("charge-orcs", 1): orcs}, "f1/new"), CHARACTERISTICS
    )

    assert "Melee to hit 4+ → 3+" in found
    assert "Melee attacks 10 → 11" in found
    assert not any(label.startswith("Shooting") for label in found)
    one = found["Save 5+ → 4+"]
    assert fighter_of(one).characteristics["save"] == 4
    assert one.difference is None


def test_a_save_past_the_last_is_none(
    empire: tuple[Review, dict[tuple[str, int], Book]],
) -> None:
    reviewed, books = empire
    found = of_group(changes_of_unit(reviewed, books, "f1/s14"), CHARACTERISTICS)

    assert "Armour save none → 6+" in found


def test_a_unit_without_an_army_is_not_told_what_an_army_lacks() -> None:
    empire = real_book("warhammer-empire")
    unit = unit_review(empire, new_selection(empire, "halberdiers"))
    books = {("warhammer-empire", 1): empire}
    few = {"key": "few", "title": "Few points", "count": "points", "of": "*", "max": 62}
    named = {"key": "few", "name": "Few points", "game": "warhammer"}
    pack = read_pack({"format": "armybuilder.pack/1", **named, "limits": [few]})
    now = review(unit.roster, books, pack)

    in_an_army = of_group(changes_of_unit(now, books, "f1/new", pack), OPTIONS)
    alone = of_group(changes_of_unit(now, books, "f1/new", pack, alone=True), OPTIONS)

    assert "65 of at most 62" in in_an_army["with Musician"].why_not
    assert alone["with Musician"].why_not == ""


def test_each_change_is_found_again_by_its_name(
    legion: tuple[Review, dict[tuple[str, int], Book]],
) -> None:
    reviewed, books = legion
    path = units_of_army(reviewed)[-1].unit
    for one in changes_of_unit(reviewed, books, path)[1:]:
        if one.fighter is not None:
            again = changed_unit(reviewed, books, path, [one.change])
            assert again.contender.fighter == one.fighter, one.change


def test_a_path_without_a_unit_is_refused(
    legion: tuple[Review, dict[tuple[str, int], Book]],
) -> None:
    with pytest.raises(ValueError, match="no unit with a stat line"):
        changes_of_unit(*legion, "f1/s99")


BETTER = {
    "charge": ("charge-skaven", "charge-orcs", ("melee-dice", "melee-need", "save")),
    "warhammer": ("warhammer-empire", "warhammer-bretonnia", ("s", "t", "sv", "a")),
    "mordheim": ("mordheim-reikland", "mordheim-skaven", ("s", "t", "sv", "w")),
    "scrollhammer": (
        "scrollhammer-imperial-legion",
        "scrollhammer-saltmere-league",
        ("s", "t", "sv", "a"),
    ),
}


@pytest.mark.parametrize("key", BETTER)
def test_a_better_figure_never_lowers_the_chance_to_win(key: str) -> None:
    game = GAMES[key]
    own, theirs, figures = BETTER[key]
    enemies = [*units_of_book(real_book(theirs))[-2:]]
    units = {one.key: one.unit for one in game.characteristics}
    for one in units_of_book(real_book(own))[:2]:
        for enemy in enemies:
            a, b = fighter_of(one), fighter_of(enemy)
            before = win_chance(key, a, b)
            for figure in figures:
                after = win_chance(key, with_better(a, figure, units[figure]), b)
                assert after >= before - 1e-9, (one.label, enemy.label, figure)


def win_chance(key: str, a: Fighter, b: Fighter) -> float:
    game = GAMES[key]
    chance = cell_of(
        combat_of(game).odds(MatchUp(key, combat_of(game).kinds[0].key, a, b, {}, {}))
    ).wins
    assert chance is not None
    return chance


def test_swapping_the_sides_mirrors_a_cell() -> None:
    empire, bretonnia = real_book("warhammer-empire"), real_book("warhammer-bretonnia")
    a = book_fighter(empire, "swordsmen")
    b = book_fighter(bretonnia, "men-at-arms")
    odds = combat_of(GAMES["warhammer"]).odds
    assert odds is not None
    there = cell_of(odds(MatchUp("warhammer", "fight", a, b, {}, {})))
    back = cell_of(odds(MatchUp("warhammer", "fight", b, a, {}, {})))

    assert there.wins == pytest.approx(back.loses, abs=1e-9)
    assert there.dealt == pytest.approx(back.taken, abs=1e-9)
    assert there.slain == pytest.approx(back.lost, abs=1e-9)
