"""Chariots whose body, crew and beasts have a stat line each."""

from dataclasses import replace

import pytest

from rulesets.core.values import RuleUse, Scalar
from rulesets.games.warhammer.combat.answers import odds
from rulesets.odds.match_up import (
    Fighter,
    FighterPart,
    FigureMissing,
    MatchUp,
)
from tests.rulesets.games.warhammer.units import HAND_WEAPON, HORSE, unit

CREW = {"m": None, "ws": 3, "bs": 3, "s": 3, "t": None, "w": None, "i": 2, "a": 1}
BODY = {"s": 5, "t": 5, "w": 4, "us": 4, "sv": 4, "ws": None, "a": None, "ld": None}
BOAR = {"m": 7, "ws": 3, "bs": 0, "s": 3, "t": 4, "w": 1, "i": 3, "a": 1, "ld": 3}
RULES = (RuleUse("impact-hits"), RuleUse("tusker-charge"))
MEN = unit("Men", 20, "standard-bearer", ld=8)


def line(name: str, models: int, figures: dict[str, Scalar]) -> FighterPart:
    gear = (HAND_WEAPON,) if figures.get("ws") and "ld" in figures else ()
    return FighterPart(name, "models", models, "chariot", figures, RULES, gear)


def chariot(save: int | None = 4, crew: int = 2, boars: int = 2) -> Fighter:
    """Return a chariot as a book prints it whose lines say how many are in a model."""
    parts = (
        line("Crew", crew, {**CREW, "ld": 7, "sv": None, "us": 4}),
        line("Chariot", 1, {**BODY, "sv": save}),
        line("Boar", boars, {**BOAR}),
    )
    first = parts[0]
    figures = first.characteristics
    return Fighter("Boars", "chariot", 1, 0, figures, RULES, (), (), parts)


def written_out(crew: int = 2, boars: int = 2) -> Fighter:
    """Return the same chariot as one line with a mount, every figure of one model."""
    return unit(
        "Boars",
        1,
        RuleUse("impact-hits", 5),
        "tusker-charge",
        kind="chariot",
        mount={**HORSE, **BOAR, "a": boars},
        mount_rules=("tusker-charge",),
        ws=3,
        s=3,
        t=5,
        w=4,
        i=2,
        a=crew,
        ld=7,
        sv=4,
        us=4,
    )


@pytest.mark.parametrize("kind", ["charge", "fight"])
@pytest.mark.parametrize(("crew", "boars"), [(2, 2), (3, 2), (2, 4)])
def test_a_chariot_of_three_lines_is_one_model(
    kind: str, crew: int, boars: int
) -> None:
    for turned in (False, True):
        told, one = (
            odds(MatchUp("warhammer", kind, *pair, {}, {}))
            for fighter in (chariot(4, crew, boars), written_out(crew, boars))
            for pair in [(MEN, fighter) if turned else (fighter, MEN)]
        )
        assert told.outcomes == pytest.approx(one.outcomes, abs=1e-12)
        assert told.survivors["a"].chances == pytest.approx(one.survivors["a"].chances)
        assert told.not_modelled == one.not_modelled


def test_its_impact_hits_have_the_strength_of_the_chariot() -> None:
    told = odds(MatchUp("warhammer", "charge", chariot(), MEN, {}, {}))
    steps = [step.text for step in told.trace if step.rule == "Impact hits"]
    assert steps[0].startswith("D6 hits without a roll, Strength 5")


def test_a_chariot_without_a_printed_save_is_refused() -> None:
    with pytest.raises(FigureMissing, match="Boars: nobody prints its armour save"):
        odds(MatchUp("warhammer", "fight", chariot(None), MEN, {}, {}))


def test_without_beasts_it_needs_a_movement_of_its_own() -> None:
    whole = chariot()
    body = replace(whole, parts=whole.parts[:2])
    with pytest.raises(FigureMissing, match="prints no Movement"):
        odds(MatchUp("warhammer", "fight", body, MEN, {}, {}))
