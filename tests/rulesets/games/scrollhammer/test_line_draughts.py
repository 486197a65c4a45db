"""Draughts that are drunk in battle lines, against dice, and by hand."""

from fractions import Fraction
from itertools import product

import pytest

from rulesets.games.scrollhammer.combat.answers import odds
from rulesets.odds.match_up import Answers, Fighter, MatchUp
from tests.rulesets.games.scrollhammer.draught_match_ups import (
    BRASS_QUAFFER,
    HALE,
    LED_QUAFFERS,
    QUAFFER,
)
from tests.rulesets.games.scrollhammer.line_match_ups import (
    BANNER,
    GROWING,
    beside,
    in_it,
    line,
)
from tests.rulesets.games.scrollhammer.test_line import disagreements
from tests.rulesets.games.scrollhammer.test_rules_of_the_league import CALM, ruled
from tests.rulesets.games.scrollhammer.units import (
    CATS,
    DAGI,
    HERO,
    LANCERS,
    LEGION,
    OGRES,
    SLAYERS,
    TROLLS,
    fighter,
    part,
    unit,
)

DRINKING: dict[str, MatchUp] = {
    "a captain drinks beside others": line(
        QUAFFER,
        LEGION,
        beside("a", DAGI),
        said={"a.healing-draughts": 2},
        rounds=5,
    ),
    "two drink on one side": line(
        QUAFFER,
        BANNER,
        beside("a", HALE, healing_draughts=1),
        said={"a.healing-draughts": 3},
        rounds=5,
    ),
    "both sides drink": line(
        HALE,
        QUAFFER,
        beside("b", SLAYERS),
        said={"a.healing-draughts": 2, "b.healing-draughts": 1, "b.charges": True},
        rounds=4,
    ),
    "some of them grow back before they drink": line(
        LED_QUAFFERS,
        TROLLS,
        beside("b", DAGI),
        said={"a.healing-draughts": 2},
        rounds=4,
    ),
    "they drink beside those who grow back": line(
        HALE,
        SLAYERS,
        beside("a", GROWING),
        said={"a.healing-draughts": 2},
        rounds=4,
    ),
    "who drinks joins a unit": line(
        BANNER,
        SLAYERS,
        beside("a", DAGI),
        in_it(
            unit(
                "Joined",
                1,
                *("independent-character", "healing-draught"),
                **{"ws": 5, "s": 4, "t": 4, "w": 3, "a": 3, "i": 4, "ld": 9},
                formation="Skirmish",
            ),
            "a",
            lost=1,
        ),
        said={"a.healing-draughts": 3},
        rounds=4,
    ),
    "they drink to the end": line(
        HALE,
        CATS,
        beside("a", DAGI),
        said={"a.healing-draughts": 3},
        rounds=None,
    ),
    "they pay for a lost combat, and drink": line(
        ruled(LED_QUAFFERS, *CALM),
        SLAYERS,
        beside("b", LANCERS),
        said={"a.healing-draughts": 3},
        rounds=5,
    ),
    "they turn to face a flank": line(
        HERO,
        fighter(
            part("Ranks", 4, "draught-of-health", w=2, t=4, ld=8, sv=5),
            part("Captain", 1, "healing-draught", role="leader", w=2, t=4, a=2, ld=9),
        ),
        beside("a", OGRES, at="flank", charges=True),
        said={"b.files": 3, "b.healing-draughts": 2},
        rounds=6,
    ),
    "nothing heals brass": line(
        BRASS_QUAFFER, CATS, beside("a", DAGI), said={"a.healing-draughts": 3}
    ),
    "three a side": line(
        QUAFFER,
        LANCERS,
        beside("a", BANNER),
        beside("b", SLAYERS, "a2"),
        beside("a", DAGI, "b2"),
        beside("b", HALE, "a", healing_draughts=3),
        said={"a.healing-draughts": 2},
    ),
}


@pytest.mark.sweep(4)
@pytest.mark.parametrize("name", DRINKING)
def test_draughts_heal_in_lines_as_dice_say(name: str) -> None:
    seed = 36_000 + list(DRINKING).index(name)
    assert disagreements(DRINKING[name], 40_000, seed) == []


def nobody(**figures: int) -> Fighter:
    """Return one who hurts nobody and cannot be hurt, nor is afraid."""
    told = {"ws": 0, "s": 1, "t": 10, "a": 0, "i": 1, "ld": 10, **figures}
    return unit("Nobody", 1, formation="Skirmish", **told)


def hurt(*rules: str | tuple[str, int], name: str = "Hurt") -> Fighter:
    """Return one who has wounds to get back, and does nothing else."""
    still: dict[str, int] = {"ws": 0, "s": 1, "t": 10, "a": 0, "i": 1, "ld": 10, "w": 3}
    key = "independent-character"
    return unit(name, 1, key, *rules, formation="Skirmish", **still)


def left(question: MatchUp) -> tuple[float, ...]:
    return odds(question).survivors["a"].chances


@pytest.mark.parametrize("stock", [0, 1, 2, 3])
def test_each_turn_who_is_hurt_drinks_one_by_hand(stock: int) -> None:
    """Two wounds of three are lost; in three turns each draught heals on 5 or 6."""
    sorely = in_it(hurt("healing-draught"), "a", lost=2)
    question = line(
        nobody(),
        nobody(),
        beside("b", nobody()),
        sorely,
        said={"a.healing-draughts": stock},
        rounds=4,
    )
    chances = dict.fromkeys(range(1, 4), Fraction(0))
    for rolls in product(range(1, 7), repeat=stock):
        wounds = 1
        for roll in rolls:
            wounds += wounds < 3 and roll >= 5
        chances[wounds] += Fraction(1, 6**stock)
    # The unit that it has joined has one wound more.
    told = left(question)
    assert [told[1 + wounds] for wounds in chances] == pytest.approx(
        [float(chance) for chance in chances.values()], abs=1e-12
    )


def test_who_grows_back_first_saves_a_draught_by_hand() -> None:
    """Of the charged side b is the second turn, and of side a the third.

    In the second one drinks, in the third a wound that is left grows back on 4 and
    more before it would drink.
    """
    growing = hurt("draught-of-health", ("regeneration", 4))
    question = line(
        nobody(),
        nobody(),
        in_it(growing, "a", lost=1),
        said={"a.healing-draughts": 2},
        rounds=3,
    )
    heals, grows = Fraction(5, 6), Fraction(1, 2)
    sore = (1 - heals) * (1 - grows) * (1 - heals)
    assert left(question)[3] == pytest.approx(float(sore), abs=1e-12)
    assert left(question)[4] == pytest.approx(float(1 - sore), abs=1e-12)


def test_draughts_are_named_until_they_are_asked() -> None:
    question = line(HALE, BANNER, beside("a", DAGI), rounds=1)
    asked = line(
        HALE, BANNER, beside("a", DAGI), said={"a.healing-draughts": 1}, rounds=1
    )
    name = "Draught of health"
    assert name in {one.rule for one in odds(question).not_modelled}
    told = odds(asked)
    assert name not in {one.rule for one in told.not_modelled}
    assert name in {step.rule for step in told.trace}


def test_who_absorbs_health_drinks_none_and_says_so() -> None:
    both = ("absorb-health", 5), "healing-draught"
    leeches = unit("Leeches", 3, *both, w=2, formation="Skirmish")
    said: Answers = {"a.healing-draughts": 1}
    told = odds(line(leeches, BANNER, beside("a", DAGI), said=said, rounds=1))
    assert "Healing draughts" in {one.rule for one in told.not_modelled}
    assert "Absorb Health" not in {one.rule for one in told.not_modelled}
