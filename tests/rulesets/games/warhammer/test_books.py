"""All units of the Warhammer books are worked out, or refused with a reason."""

import pytest

from rulesets.games.warhammer.combat.answers import odds
from rulesets.odds.answer import Odds
from rulesets.odds.match_up import Fighter
from tests.rulesets.games.warhammer.sweep import answers, books, held
from tests.rulesets.games.warhammer.units import KNIGHTS, PISTOLMEN, match_up

UNITS = {
    f"{book.key}: {entry}": (book, entry) for book in books() for entry in book.units
}


def first(name: str) -> Fighter:
    return next(held(*UNITS[name]))


@pytest.mark.slow
def test_every_loadout_of_every_unit_is_worked_out_or_refused_with_a_reason() -> None:
    worked_out = 0
    for book, entry in UNITS.values():
        for own in held(book, entry):
            for _, told in answers(own, PISTOLMEN):
                if isinstance(told, Odds):
                    worked_out += 1
                    assert sum(told.outcomes.values()) == pytest.approx(1, abs=1e-9)
                else:
                    assert told.where.startswith(("/a/", "/b/", "/situation/"))
                    assert told.text
    assert worked_out > 500


@pytest.mark.parametrize(
    "name",
    [
        "warhammer-bretonnia: field-trebuchet",
        "warhammer-empire: great-cannon",
        "warhammer-empire: helblaster",
        "warhammer-empire: mortar",
    ],
)
def test_a_war_machine_shoots(name: str) -> None:
    told = odds(match_up("shooting", first(name), KNIGHTS))
    assert told.expected["b-wounds-lost"] > 0.1
    assert told.events["a-misfires"] > 0.1


def test_who_comes_at_a_war_machine_is_shot_at_on_the_way() -> None:
    cannon = first("warhammer-empire: great-cannon")
    told = odds(match_up("engagement", KNIGHTS, cannon, {"distance": 40}))
    assert told.distributions["a-lost-coming"].chances[0] < 0.5
    assert any("misfire" in left.why for left in told.not_modelled)
