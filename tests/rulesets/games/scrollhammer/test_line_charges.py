"""Battle lines that begin with charges, some at who falls back: by dice, by hand."""

import pytest

from rulesets.games.scrollhammer.combat.answers import odds
from rulesets.odds.match_up import Answers, MatchUp, MatchUpError
from tests.rulesets.games.scrollhammer.line_match_ups import beside, line
from tests.rulesets.games.scrollhammer.rules_match_ups import HIDDEN
from tests.rulesets.games.scrollhammer.test_line import disagreements
from tests.rulesets.games.scrollhammer.units import (
    CATS,
    COHORT,
    DAGI,
    FALMER,
    LANCERS,
    LEGION,
    OGRES,
    PEASANTS,
    SLAVES,
    match_up,
)

FIGHTS = 40_000

CHARGING: dict[str, MatchUp] = {
    "one charges two": line(
        CATS, LEGION, beside("b", PEASANTS), said={"a.charge-distance": 8}
    ),
    "two charge one, from near and from far": line(
        DAGI,
        COHORT,
        beside("a", CATS, charge_distance=10),
        said={"a.charge-distance": 5},
    ),
    "one comes to a fight that goes on": line(
        LEGION, FALMER, beside("a", LANCERS, charge_distance=7), rounds=4
    ),
    "one of two runs": line(
        CATS,
        LEGION,
        beside("b", PEASANTS, fleeing=True),
        said={"a.charge-distance": 6},
        rounds=None,
    ),
    "both of two run": line(
        LANCERS,
        COHORT,
        beside("b", SLAVES, fleeing=True, lost=3),
        said={"a.charges": True, "b.fleeing": True},
    ),
    "two charge who runs": line(
        DAGI,
        COHORT,
        beside("a", CATS, charge_distance=9, touches="b"),
        said={"a.charge-distance": 8, "b.fleeing": True},
        rounds=None,
    ),
    "b charges whom nobody sees": line(
        HIDDEN,
        OGRES,
        beside("b", PEASANTS, charge_distance=4),
        said={"a.unseen": "last", "b.charge-distance": 6},
    ),
    "one each, side by side": line(
        PEASANTS,
        CATS,
        beside("a", SLAVES, touches="b2"),
        beside("b", FALMER, charge_distance=7, touches="a"),
        said={"b.charge-distance": 9, "a.blocked": 6},
    ),
}
"""By what is told apart in them."""


@pytest.mark.sweep(3)
@pytest.mark.parametrize("name", CHARGING)
def test_lines_that_begin_with_charges_agree_with_dice(name: str) -> None:
    seed = list(CHARGING).index(name) + 14_000
    assert disagreements(CHARGING[name], FIGHTS, seed) == []


@pytest.mark.parametrize(("distance", "ways"), [(2, 36), (7, 21), (9, 10), (12, 1)])
def test_a_charge_arrives_by_hand(distance: int, ways: int) -> None:
    asked: Answers = {"a.charge-distance": distance}
    told = odds(match_up("battle-line", CATS, LEGION, asked, {}, 3))
    near = odds(match_up("battle-line", CATS, LEGION, {"a.charges": True}, {}, 3))
    share = ways / 36
    assert told.events["a-charge-arrives"] == pytest.approx(share, abs=1e-12)
    assert told.outcomes.get("no-contact", 0) == pytest.approx(1 - share, abs=1e-12)
    for key, chance in near.outcomes.items():
        assert told.outcomes[key] == pytest.approx(chance * share, abs=1e-12), key


def test_who_is_charged_as_it_runs_rallies_by_hand() -> None:
    """Leadership 6 is failed on 21 of 36; who passes fights as skirmishers."""
    asked: Answers = {"a.charges": True, "b.fleeing": True}
    told = odds(match_up("battle-line", CATS, PEASANTS, asked, {}, 3))
    assert told.outcomes["b-caught-fleeing"] == pytest.approx(21 / 36, abs=1e-12)
    assert told.events["b-caught"] == pytest.approx(21 / 36, abs=1e-12)


def test_a_line_of_two_charges_as_a_charge_does() -> None:
    asked: Answers = {"a.charge-distance": 7}
    told = odds(match_up("battle-line", CATS, LEGION, asked))
    charge = odds(match_up("charge", CATS, LEGION, {"distance": 7}))
    short = charge.outcomes["falls-short"]
    assert told.outcomes["no-contact"] == pytest.approx(short, abs=1e-12)
    for key in ("a-destroyed", "b-destroyed", "b-run-down", "a-flees"):
        assert told.outcomes[key] == pytest.approx(charge.outcomes[key], abs=1e-9)


def test_a_charge_goes_on_at_the_others_where_one_fails_to_rally() -> None:
    hopeless = odds(CHARGING["one of two runs"])
    alone = odds(line(CATS, LEGION, said={"a.charge-distance": 6}, rounds=None))
    assert hopeless.events["a-charge-arrives"] == alone.events["a-charge-arrives"]
    assert hopeless.events["b2-caught"] == pytest.approx(26 / 36 * 21 / 36, abs=1e-12)
    assert hopeless.outcomes["no-contact"] == pytest.approx(10 / 36, abs=1e-12)


@pytest.mark.parametrize(
    "question",
    [
        line(CATS, LEGION, said={"b.fleeing": True}),
        line(
            CATS,
            LEGION,
            beside("a", DAGI),
            said={"b.fleeing": True, "a.charges": True},
        ),
    ],
)
def test_who_is_locked_is_not_falling_back(question: MatchUp) -> None:
    with pytest.raises(MatchUpError, match="not falling back") as caught:
        odds(question)
    assert caught.value.where == "/situation/b.fleeing"
