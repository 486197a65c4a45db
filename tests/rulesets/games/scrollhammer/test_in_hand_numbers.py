"""Loadouts that are said to have the same numbers have the same answers."""

import json
from collections.abc import Hashable
from dataclasses import replace
from itertools import product

import pytest

from rulesets.combats import combat_of
from rulesets.games import GAMES
from rulesets.games.scrollhammer.combat.engagements import contact_fights
from rulesets.games.scrollhammer.combat.in_hand_numbers import (
    KINDS,
    asks_for_shields,
    fights_alike,
)
from rulesets.games.scrollhammer.combat.profile import (
    ScrollhammerUnit,
    read_profile,
)
from rulesets.legality import review
from rulesets.matchups.best_loadout import CountedTrials, alone, choose_loadouts
from rulesets.matchups.contenders import units_of_army, units_of_book
from rulesets.odds.answer import Odds
from rulesets.odds.match_up import Answers, Fighter, MatchUp, MatchUpError
from tests.real_books import KEYS, real_book, real_books, sample_army
from tests.rulesets.games.scrollhammer.units import SHIELD, unit, weapon

COMBAT = combat_of(GAMES["scrollhammer"])
NAMES = [key for key in KEYS if key.startswith("scrollhammer-")]
ARMIES = "saltmere-league-1500", "imperial-legion-1000"


def fighters(name: str) -> list[Fighter]:
    """Return the units of a book or of a sample army that have odds."""
    if name in ARMIES:
        books = real_books("scrollhammer-*")
        units = units_of_army(review(sample_army(name), books))
    else:
        units = units_of_book(real_book(name))
    return [one.fighter for one in units if one.fighter and is_whole(one.fighter)]


def is_whole(own: Fighter) -> bool:
    """Return whether no figure of a unit that numbers depend on is empty."""
    try:
        COMBAT.in_hand(asked("fight", own, own), "a")
    except MatchUpError:
        return False
    return True


def asked(kind: str, own: Fighter, enemy: Fighter) -> MatchUp:
    """Return a question about two units with what they have in hand alone."""
    return MatchUp("scrollhammer", kind, alone(own), alone(enemy), {}, {})


LEAGUE, LEGION = map(
    fighters, ("scrollhammer-saltmere-league", "scrollhammer-imperial-legion")
)
ENEMIES = LEGION[0], LEAGUE[-1]
BREAKER = {
    "key": "breaker",
    "name": "Breaker",
    "effects": [{"on": "rule:easily-overwhelmed", "op": "start"}],
}


def sharing(kind: str, own: Fighter, enemy: Fighter) -> list[list[MatchUp]]:
    """Return the questions about a unit's loadouts by their numbers, if several."""
    found: dict[Hashable, list[MatchUp]] = {}
    for one in (own, *own.alternatives):
        question = asked(kind, one, enemy)
        found.setdefault(COMBAT.in_hand(question, "a"), []).append(question)
    return [some for some in found.values() if len(some) > 1]


@pytest.mark.parametrize("name", [*NAMES, *ARMIES])
@pytest.mark.parametrize("kind", KINDS)
def test_loadouts_of_the_same_numbers_have_the_same_answer(
    name: str, kind: str
) -> None:
    for own, enemy in product(fighters(name), ENEMIES):
        for some in sharing(kind, own, enemy):
            first, *others = [COMBAT.odds(one) for one in some]
            for other in others:
                assert other.events == first.events
                assert other.outcomes == first.outcomes
                assert other.wounds == first.wounds
                assert other.expected == first.expected
                assert other.work == first.work


def test_several_units_of_an_army_have_loadouts_of_the_same_numbers() -> None:
    some = [own for own in fighters(ARMIES[0]) if sharing("fight", own, LEGION[0])]
    assert len(some) >= 4


def test_combats_fought_as_those_of_another_unit_are_those_of_each_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    others = 0
    for own, enemy in product(fighters(ARMIES[0]), fighters(ARMIES[1])[:3]):
        for one in (own, *own.alternatives)[:4]:
            question = asked("engagement", one, enemy)
            profiles = (read_profile(alone(one), "a"), read_profile(alone(enemy), "b"))
            others += fights_alike(*profiles, beta=False) is not profiles[0]
            shared = COMBAT.odds(question)
            words = [*shared.trace]
            with monkeypatch.context() as patched:
                patched.setattr(contact_fights, "fights_alike", _itself)
                each = COMBAT.odds(question)
                assert words == [*each.trace]
            assert shared.not_modelled == each.not_modelled
            assert shared.notes == each.notes
            assert shared.events == pytest.approx(each.events, rel=0, abs=1e-12)
            assert shared.outcomes == pytest.approx(each.outcomes, rel=0, abs=1e-12)
            assert shared.expected == pytest.approx(each.expected, rel=0, abs=1e-12)
    assert others >= 4


def _itself(
    own: ScrollhammerUnit, enemy: ScrollhammerUnit, *, beta: bool
) -> ScrollhammerUnit:
    """Return a unit as it is."""
    del enemy, beta
    return own


@pytest.mark.parametrize("what", ["strength", "shield asked for", "takes"])
def test_units_that_differ_in_a_number_of_blows_fight_each_for_itself(
    what: str,
) -> None:
    plain = unit("Guards", 5, gear=(weapon(), SHIELD))
    other = unit("Guards", 5, gear=(weapon(strength="user +1"), SHIELD))
    rule = f"shatters {json.dumps(SHATTERS)}"
    enemy = unit("Breakers", 5, *((rule,) if what == "shield asked for" else ()))
    if what != "strength":
        lantern = replace(SHIELD, key="lantern", kind="other", base="")
        other = unit("Guards", 5, gear=(weapon(), lantern))
    a, b = (read_profile(one, "a") for one in (plain, other))
    foe = read_profile(enemy, "b")
    if what == "takes":
        assert fights_alike(b, foe, beta=False) is fights_alike(a, foe, beta=False)
        b = replace(b, takes=a)
    assert fights_alike(b, foe, beta=False) is not fights_alike(a, foe, beta=False)


SHATTERS = {
    "key": "shatters",
    "name": "Shatters",
    "effects": [{"on": "save:shield", "op": "re-roll", "value": "successes"}],
}


def test_what_is_alike_is_tried_once_and_counted_each_time() -> None:
    own = next(one for one in LEAGUE if sharing("fight", one, LEGION[0]))
    tried: list[MatchUp] = []

    def work_out(match_up: MatchUp) -> Odds:
        tried.append(match_up)
        return COMBAT.odds(match_up)

    loadouts = (own, *own.alternatives)
    question = replace(asked("fight", own, LEGION[0]), a=own)
    _, odds = choose_loadouts(work_out, question)
    assert len(tried) < len(loadouts)
    counted = CountedTrials(COMBAT.odds)
    for one in loadouts:
        counted(asked("fight", one, LEGION[0]))
    assert odds.work == counted.work


PARRY = {
    "key": "our-parry",
    "name": "Our Parry",
    "effects": [
        {"on": "ward", "op": "add", "when": ["parrying"], "whose": "against"},
    ],
}
OPEN_HANDED = {
    "key": "open-handed",
    "name": "Open-Handed",
    "effects": [
        {"on": "ward", "op": "add", "unless": ["parrying"], "whose": "against"},
    ],
}


@pytest.mark.parametrize(
    ("rules", "readings", "tells"),
    [
        ((), {}, False),
        ((), {"beta-texts": True}, True),
        ((f"our-parry {json.dumps(PARRY)}",), {}, True),
        ((f"open-handed {json.dumps(OPEN_HANDED)}",), {}, True),
    ],
)
def test_parrying_tells_loadouts_apart_only_where_something_looks_for_it(
    rules: tuple[str, ...], readings: Answers, tells: bool
) -> None:
    parrying, other = (
        unit("Guards", 5, *rules, gear=(weapon(), piece))
        for piece in (SHIELD, replace(SHIELD, key="lantern", kind="other", base=""))
    )

    def numbers(one: Fighter) -> Hashable:
        question = asked("fight", one, LEGION[0])
        return COMBAT.in_hand(replace(question, readings=readings), "a")

    assert (numbers(parrying) != numbers(other)) is tells


def test_who_may_switch_is_not_told() -> None:
    """Whatever it takes later is chosen among all that it may have."""
    question = asked("fight", LEAGUE[0], LEGION[0])
    switching = replace(question, situation={"b.hands": "best"})
    assert COMBAT.in_hand(question, "a") is not None
    assert COMBAT.in_hand(switching, "a") is None


@pytest.mark.parametrize(
    ("rule", "asks"),
    [
        ("against-cavalry", False),
        ("easily-overwhelmed", True),
        (f"breaker {json.dumps(BREAKER)}", True),
    ],
)
def test_shields_are_looked_for_by_a_rule_or_by_one_that_it_brings(
    rule: str, asks: bool
) -> None:
    enemy = unit("Enemies", 5, gear=(weapon("user", 0, rule),))
    assert asks_for_shields(read_profile(enemy, "b")) is asks
