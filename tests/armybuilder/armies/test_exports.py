from dataclasses import replace

from armybuilder.armies.exports import escaped, markdown, one_line_each, plain_text
from armybuilder.armies.units import gear_texts
from rulesets.core.values import Gear
from rulesets.games import GAMES
from rulesets.legality import review
from rulesets.reviews.review import Review
from rulesets.rosters.roster import Roster
from tests.real_books import real_books, sample_army


def reviewed(army: Roster) -> Review:
    return review(army, real_books())


def test_the_plain_text_says_all_of_a_unit() -> None:
    text = plain_text(reviewed(sample_army("skaven-500")), real_books())
    assert text.splitlines()[:3] == [
        "Under the Granary",
        "Charge v2 0.1 beta · Skaven, edition 1",
        "500 of 500 points · 132 models · legal",
    ]
    assert "First Long Barrels (Jezzails), 6 models: 100 points" in text
    assert "   Melee 3 / 5+, Shoot 6 / 5+, Save 6+, Wounds 6" in text
    assert "Carries: Jezzail Rifles (" in text
    assert "Rules: Stand and shoot, Armour Piercing" in text


def test_markdown_draws_stat_lines_as_tables() -> None:
    text = markdown(reviewed(sample_army("orcs-500")), real_books())
    assert text.startswith("# ")
    assert "| Melee | Shoot | Save | Wounds | Push | Morale | Speed |\n| --- |" in text


def test_the_short_text_has_a_line_for_every_unit() -> None:
    text = one_line_each(reviewed(sample_army("skaven-500")), real_books())
    assert text.splitlines()[3:5] == ["Ratmen, 20 models: 50 points"] * 2
    assert len(text.splitlines()) == 3 + 8


def test_what_is_wrong_is_told_in_every_text() -> None:
    now = reviewed(sample_army("../illegal-armies/two-factions"))
    for text in (plain_text(now, real_books()), markdown(now, real_books())):
        assert "not legal" in text
        assert "Error: The army is of 2 factions" in text
    assert "not legal" in one_line_each(now, real_books())


def test_players_cannot_break_out_of_a_line() -> None:
    army = sample_army("orcs-500")
    unit = replace(army.forces[0].units[0], name="A\n# B", note="[x](http://y)\n- z")
    force = replace(army.forces[0], units=(unit,))
    now = reviewed(replace(army, name="*Big*\n## Army", forces=(force,)))
    text = markdown(now, real_books())
    assert text.startswith("# \\*Big\\* \\#\\# Army\n")
    assert "### A \\# B (Badlands Beast)" in text
    assert "- Note: \\[x\\](http://y) - z" in text
    assert "A # B (Badlands Beast)" in plain_text(now, real_books())


def test_a_mount_with_a_name_of_two_lines_breaks_no_line_of_the_text() -> None:
    army = sample_army("bretonnia-2000")
    lord = army.forces[0].units[0]
    named = tuple(replace(one, name="A\n# B") for one in lord.selections)
    force = replace(army.forces[0], units=(replace(lord, selections=named),))
    text = plain_text(reviewed(replace(army, forces=(force,))), real_books())
    assert "Changed: " in text
    assert "A # B" in text
    assert not [line for line in text.splitlines() if line.startswith("# B")]


def test_every_mark_of_markdown_is_escaped() -> None:
    assert escaped("a_b|c<d>`e`") == "a\\_b\\|c\\<d\\>\\`e\\`"
    assert escaped("1. Hold") == "1\\. Hold"
    assert escaped("12) Hold") == "12\\) Hold"
    assert escaped("1.5 lances") == "1\\.5 lances"


def test_gear_is_named_once_with_how_many_one_carries() -> None:
    sword = Gear("sword", "Sword", {})
    game = GAMES["charge"]
    found = gear_texts(game, (replace(sword, count=2), sword, Gear("bow", "Bow", {})))
    assert [piece.name for piece in found] == ["2 × Sword", "Bow"]
