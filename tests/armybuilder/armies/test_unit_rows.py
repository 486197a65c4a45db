"""The one figure of a unit in its row: a fight, a volley, or nothing that is told."""

import pytest

from armybuilder.armies.odds.figures import (
    SHOOTING,
    AttackFigures,
    FightFigures,
    LoadoutOdds,
)
from armybuilder.armies.odds.loadout_odds import book_target, loadout_odds
from armybuilder.armies.unit_rows import RowFigure, row_figure
from rulesets.books.book import Book
from rulesets.combats import COMBATS
from rulesets.games import GAMES
from rulesets.legality import new_selection, review
from rulesets.matchups.best_loadout import choose_loadouts
from rulesets.matchups.fighter import fighter_with_alternatives
from rulesets.matchups.openings import opened
from rulesets.matchups.unit_worth import has_shots
from rulesets.odds.match_up import Fighter, MatchUp, MatchUpError
from rulesets.reviews.review import Line
from rulesets.rosters.roster import Force, Roster
from tests.real_books import real_books

KNIGHTS = "warhammer-bretonnia@1/knights-of-the-realm"
EMPIRE = real_books()["warhammer-empire", 1]


def line_of(book: Book, unit: str) -> Line:
    force = Force("f1", book.key, book.edition, (new_selection(book, unit),))
    now = review(Roster(book.game, "Army", forces=(force,)), real_books())
    return now.forces[0].units[0]


def figure_of(book: Book, unit: str) -> RowFigure:
    target = book_target(KNIGHTS, real_books())
    odds = loadout_odds(GAMES[book.game], line_of(book, unit), target)
    found = row_figure(odds)
    assert found is not None
    return found


def attack(key: str, wounds: float) -> AttackFigures:
    return AttackFigures(key, key, 1, (), wounds, key, (), ())


def fought(wins: float) -> FightFigures:
    return FightFigures("charging", "Charging", wins, 1 - wins, exact=True, error=0.0)


@pytest.mark.parametrize("unit", ["great-cannon", "mortar", "helblaster"])
def test_a_war_machine_is_told_by_its_shots(unit: str) -> None:
    found = figure_of(EMPIRE, unit)
    assert found.is_shooting
    assert float(found.text) > 0


@pytest.mark.parametrize(
    ("wins", "shots", "blows", "shown"),
    [
        (0.1, 2.0, 1.0, "2.0"),
        (0.9, 2.0, 1.0, "2.0"),
        (0.1, 1.0, 1.0, "1.0"),
        (0.9, 1.0, 1.0, "90%"),
        (0.1, 0.5, 1.0, "10%"),
    ],
)
def test_shots_are_shown_where_they_wound_more_or_as_much_and_its_fight_is_lost(
    wins: float, shots: float, blows: float, shown: str
) -> None:
    attacks = (attack("melee", blows), attack(SHOOTING, shots))
    found = row_figure(LoadoutOdds(attacks=attacks, fights=(fought(wins),)))
    assert found is not None
    assert found.text == shown
    assert found.is_shooting == (found.percent is None)


def test_a_fight_that_is_won_is_shown_though_shots_are_not_worked_out() -> None:
    odds = LoadoutOdds(attacks=(attack("melee", 1.0),), fights=(fought(0.8),))
    for silent in (False, True):
        told = LoadoutOdds(odds.loadout, odds.attacks, odds.fights, is_silent=silent)
        assert row_figure(told) == RowFigure("80%", "wins 80.0%, charging", 80)


def shots_are_known(own: Fighter, enemy: Fighter) -> bool:
    """Return whether the match-up of a volley has an answer."""
    volley = MatchUp("warhammer", "shooting", own, enemy, {}, {})
    try:
        choose_loadouts(COMBATS["warhammer"].odds, volley)
    except MatchUpError:
        return False
    return True


def wins_more(own: Fighter, enemy: Fighter) -> bool | None:
    """Return whether a unit wins its first fight that has an answer; none for none."""
    for opening in COMBATS["warhammer"].openings:
        try:
            found = opened(GAMES["warhammer"], opening, own, enemy)
        except MatchUpError:
            continue
        assert found is not None
        return (found.wins or 0.0) >= (found.loses or 0.0)
    return None


@pytest.mark.sweep(6)
@pytest.mark.parametrize("unit", EMPIRE.units)
def test_a_unit_has_no_figure_if_it_loses_and_no_match_up_answers_for_its_shots(
    unit: str,
) -> None:
    line, target = line_of(EMPIRE, unit), book_target(KNIGHTS, real_books())
    assert target.fighter is not None
    own = fighter_with_alternatives(line)
    wins = wins_more(own, target.fighter)
    unknown = has_shots(own) and not shots_are_known(own, target.fighter)
    assert (figure_of(EMPIRE, unit).text == "–") == (
        wins is None or (unknown and not wins)
    )
