"""Figures that no book prints, as a player says them."""

import pytest

from rulesets.combats import combat_of
from rulesets.games import GAMES
from rulesets.legality import new_selection
from rulesets.matchups.fighter import book_fighter, fighter, unit_review
from rulesets.matchups.said_figures import missing_figures
from rulesets.matchups.variants import Changed, changed_unit
from rulesets.odds.answer import Odds
from rulesets.odds.match_up import Fighter, FigureMissing, MatchUp
from tests.real_books import real_book, real_books

SAVE, BOARS = "figure:boar-chariot:sv:4", "figure:chariot-boar:count:2"
ORCS, HOLDS = "warhammer-orcs-and-goblins", "scrollhammer-holds-of-skyrim"


def changed(unit: str, *changes: str, book: str = ORCS) -> Changed:
    """Return a unit as its book adds it, with changes."""
    found = real_book(book)
    now = unit_review(found, new_selection(found, unit))
    books = {(found.key, found.edition): found}
    path = now.forces[0].units[0].path
    return changed_unit(now, books, path, changes, alone=True)


def missing(unit: str, *changes: str, book: str = ORCS) -> list[str]:
    """Return the words for the figures that are asked for."""
    one = changed(unit, *changes, book=book)
    line = one.review.forces[0].units[0]
    return [one.label for one in missing_figures(one.review, one.books, line)]


def charge(unit: Fighter) -> Odds:
    """Return the odds of a charge at ten Halberdiers."""
    odds = combat_of(GAMES["warhammer"]).odds
    men = book_fighter(real_book("warhammer-empire"), "halberdiers")
    return odds(MatchUp("warhammer", "charge", unit, men, {}, {}))


def told(unit: Changed) -> list[str]:
    found = unit.contender.fighter
    assert found is not None
    return [step.text for step in charge(found).trace]


def test_a_chariot_is_asked_for_what_nobody_prints() -> None:
    asked = ["Armour save of Chariot", "Number of War boar"]
    assert missing("orc-boar-chariot") == asked
    assert missing("orc-boar-chariot", SAVE) == asked[1:]
    assert missing("orc-boar-chariot", SAVE, BOARS) == []
    with pytest.raises(FigureMissing, match="its armour save and the number of its"):
        charge(book_fighter(real_book(ORCS), "orc-boar-chariot"))


def test_a_chariot_fights_with_the_figures_that_were_said() -> None:
    one = changed("orc-boar-chariot", SAVE, BOARS)
    assert one.said_words == "Armour save of Chariot: 4, Number of War boar: 2"
    steps = told(one)
    assert "D6 hits without a roll, Strength 5: 2+ to wound, save none" in steps
    assert any(step.startswith("Orc Boar Chariot: 2 attacks each") for step in steps)
    assert any(step.startswith("War boar: 2 attacks each") for step in steps)
    assert any(step.endswith("6+ to wound, save 4+") for step in steps)


def test_a_better_save_that_is_said_never_loses_more() -> None:
    losing = []
    for save in range(2, 8):
        one = changed("orc-boar-chariot", f"figure:boar-chariot:sv:{save}", BOARS)
        assert one.contender.fighter is not None
        losing.append(charge(one.contender.fighter).outcomes["a-destroyed"])
    assert losing == sorted(losing)
    assert losing[0] < losing[-1]


def test_who_is_bought_for_a_chariot_strikes() -> None:
    crew = told(changed("orc-boar-chariot", SAVE, BOARS, "with:new:extra-orc"))
    assert any(step.startswith("Orc Boar Chariot: 3 attacks each") for step in crew)
    figures = "figure:wolf-chariot:sv:5", "figure:chariot-wolf:count:2"
    team = told(changed("goblin-wolf-chariots", *figures, "with:new:extra-wolf"))
    assert any(step.startswith("Giant wolf: 3 attacks each") for step in team)


def test_the_book_of_others_is_not_touched() -> None:
    changed("orc-boar-chariot", SAVE, BOARS)
    profiles = real_book(ORCS).units["orc-boar-chariot"].profiles
    assert profiles[1].characteristics["sv"] is None


def test_a_hero_whose_stat_line_breaks_off_fights_with_one_that_was_said() -> None:
    figures = {"ws": 5, "s": 4, "t": 4, "w": 2, "i": 4, "a": 3, "ld": 9}
    assert len(missing("jarl", book=HOLDS)) == len(figures)
    changes = [f"figure:jarl:{key}:{value}" for key, value in figures.items()]
    one = changed("jarl", *changes, book=HOLDS)
    assert one.contender.fighter is not None
    assert one.contender.fighter.characteristics["ws"] == 5
    assert missing("jarl", *changes, book=HOLDS) == []


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ("figure:boar-chariot:t:9", "no empty figure 't'"),
        ("figure:chariot:sv:4", "no empty figure 'sv' of a line 'chariot'"),
        ("figure:boar-chariot:luck:4", "no empty figure 'luck'"),
        ("figure:boar-chariot:sv:21", "expected a whole number from -5 to 20"),
        ("figure:boar-chariot:sv:-6", "expected a whole number from -5 to 20"),
        ("figure:boar-chariot:sv:-", "expected a whole number from -5 to 20"),
        ("figure:boar-chariot:sv:4x", "expected a whole number from -5 to 20"),
        ("figure:boar-chariot:sv:" + 60 * "1", "expected a whole number from -5"),
        ("figure:boar-chariot", "no empty figure ''"),
    ],
)
def test_a_figure_that_cannot_be_said_is_refused(change: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        changed("orc-boar-chariot", change)


def test_of_every_unit_that_lacks_a_figure_something_is_asked() -> None:
    refused = {}
    for key, game in GAMES.items():
        combat = combat_of(game)
        for book in real_books(f"{key}-*").values():
            for unit in book.units:
                now = unit_review(book, new_selection(book, unit))
                line = now.forces[0].units[0]
                try:
                    own = fighter(line)
                    combat.preview(own, own)
                except FigureMissing as problem:
                    asked = missing_figures(now, {(book.key, book.edition): book}, line)
                    refused[unit] = bool(asked) and bool(problem.figures)
                except ValueError:
                    continue
    assert all(refused.values())
    assert set(refused) == {
        *("orc-boar-chariot", "goblin-wolf-chariots", "pump-wagon", "giant"),
        *("steam-tank", "chaurus", "jarl", "holdcarl", "plague-cart"),
    }
