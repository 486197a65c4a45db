"""Independent Characters in units: against dice, by limits, and by hand."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest

from rulesets.games.scrollhammer.combat.answers import odds
from rulesets.odds.answer import Odds
from rulesets.odds.match_up import Fighter, MatchUp, MatchUpError
from tests.rulesets.games.scrollhammer.casters_match_ups import BATTLE_MAGI
from tests.rulesets.games.scrollhammer.joined_match_ups import (
    CHIEF,
    JOINED,
    in_ranks,
    joined,
)
from tests.rulesets.games.scrollhammer.simulator import Table, simulate
from tests.rulesets.games.scrollhammer.simulator_engagement import engaged
from tests.rulesets.games.scrollhammer.simulator_shots import charged, shot
from tests.rulesets.games.scrollhammer.test_simulator import agrees, disagreements
from tests.rulesets.games.scrollhammer.units import (
    CATS,
    COHORT,
    DAGI,
    FALMER,
    HERO,
    LED,
    PEASANTS,
    match_up,
    unit,
)

FIGHTS = 40_000
PLAYS: dict[str, Callable[[MatchUp, int, int], Table]] = {
    "fight": simulate,
    "charge": charged,
    "shooting": shot,
    "engagement": engaged,
}
FATES = ("stands", "slain", "away", "run-down")


@pytest.mark.sweep(3)
@pytest.mark.parametrize("name", JOINED)
def test_units_with_characters_agree_with_dice(name: str) -> None:
    question = JOINED[name]
    table = PLAYS[question.kind](question, FIGHTS, list(JOINED).index(name) + 900)
    told = odds(question)
    assert disagreements(question, table, FIGHTS) == []
    for post in table.there:
        seen = Counter(table.fate(post).tolist())
        for fate in FATES:
            chance = told.events[f"{post}-{fate}"]
            assert agrees(seen[fate], chance, FIGHTS), (post, fate)


def same(one: Odds, other: Odds) -> bool:
    found = pytest.approx(dict(one.outcomes), abs=1e-12) == dict(other.outcomes)
    rounds = zip(one.by_round, other.by_round, strict=True)
    return bool(found) and all(a == pytest.approx(b, abs=1e-12) for a, b in rounds)


def apart(led: Fighter) -> tuple[Fighter, Fighter]:
    """Return a unit without its leader, and the leader as a character."""
    men = tuple(part for part in led.parts if part.role != "leader")
    (chief,) = (part for part in led.parts if part.role == "leader")
    alone = replace(
        led,
        name="Chief",
        models=1,
        parts=(replace(chief, role="models"),),
        characteristics=chief.characteristics,
        rules=chief.rules,
        gear=chief.gear,
        kind=chief.kind,
    )
    return replace(led, parts=men, models=sum(part.models for part in men)), alone


@pytest.mark.parametrize("kind", ["fight", "charge", "shooting", "engagement"])
@pytest.mark.parametrize("enemy", [CATS, DAGI, FALMER])
def test_a_leader_who_joins_is_as_one_who_is_written(kind: str, enemy: Fighter) -> None:
    men, chief = apart(LED)
    written = odds(match_up(kind, LED, enemy))
    beside = odds(joined(match_up(kind, men, enemy), in_ranks(chief, "a")))
    assert same(written, beside)


def test_a_caster_may_join_casters_of_the_same_spell() -> None:
    alone = replace(BATTLE_MAGI.parts[0], models=1)
    sage = replace(BATTLE_MAGI, name="Sage", models=1, parts=(alone,))
    told = odds(joined(match_up("fight", BATTLE_MAGI, CATS), in_ranks(sage, "a")))
    fates = [told.events[f"a-character-{fate}"] for fate in FATES]
    assert sum(fates) == pytest.approx(1, abs=1e-9)


def test_nobody_beside_changes_nothing_and_tells_no_fates() -> None:
    question = match_up("fight", COHORT, CATS)
    assert odds(joined(question)) == odds(question)
    assert "a-stands" not in odds(question).events


def test_sides_that_change_places_change_their_fates() -> None:
    question = joined(
        match_up("fight", PEASANTS, DAGI, {"charger": "none"}), in_ranks(CHIEF, "a")
    )
    turned = joined(
        match_up("fight", DAGI, PEASANTS, {"charger": "none"}), in_ranks(CHIEF, "b")
    )
    told, other = odds(question).events, odds(turned).events
    for fate in FATES:
        assert told[f"a-{fate}"] == pytest.approx(other[f"b-{fate}"], abs=1e-12)
        key = f"character-{fate}"
        assert told[f"a-{key}"] == pytest.approx(other[f"b-{key}"], abs=1e-12)


def test_fates_sum_to_one_and_the_whole_is_gone_when_both_are() -> None:
    told = odds(JOINED["two in one unit, one of them hurt"])
    for post in ("a", "b", "b-character", "b-character-2"):
        chances = [told.events[f"{post}-{fate}"] for fate in FATES]
        assert sum(chances) == pytest.approx(1, abs=1e-9)
        left = told.distributions[f"{post}-left"].chances
        assert left[0] == pytest.approx(told.events[f"{post}-slain"], abs=1e-12)
    slain = [told.events[f"{post}-slain"] for post in ("b", "b-character")]
    assert told.outcomes["b-destroyed"] <= min(slain)


def test_he_lends_his_leadership_by_hand() -> None:
    """A man who strikes at nobody who can be hurt, beside a lord who cannot either."""
    men = unit("Men", 1, ws=0, s=1, t=10, a=0, ld=5, i=1, formation="Skirmish")
    lord = unit("Lord", 1, ws=0, s=1, t=10, a=0, ld=8, i=1, formation="Skirmish")
    enemy = unit("Drill", 1, "standard-bearer", s=1, t=10, formation="Skirmish")
    question = match_up("fight", men, enemy, {"charger": "none"}, {}, 1)
    alone, led = odds(question), odds(joined(question, in_ranks(lord, "a")))
    # Lost by the standard's 1: 2D6 on 4 or less, on 7 or less.
    assert alone.events["a-breaks"] == pytest.approx(1 - 6 / 36)
    assert led.events["a-breaks"] == pytest.approx(1 - 21 / 36)


def test_the_last_in_line_is_hurt_by_the_second_wound_by_hand() -> None:
    """Two blows that wound on 4+ after 4+: 1/4 each; one man, then his captain."""
    men = unit("Man", 1, ws=3, s=1, t=3, a=0, i=1, formation="Skirmish")
    lord = unit("Lord", 1, ws=3, s=1, t=3, w=1, a=0, i=1, formation="Skirmish")
    enemy = unit("Foe", 2, s=3, t=10, i=5, formation="Skirmish")
    question = match_up("fight", men, enemy, {"charger": "none"}, {}, 1)
    told = odds(joined(question, in_ranks(lord, "a")))
    assert told.distributions["a-left"].chances[0] == pytest.approx(7 / 16)
    assert told.events["a-character-slain"] == pytest.approx(1 / 16)


@pytest.mark.parametrize(
    ("question", "where"),
    [
        (
            joined(match_up("fight", COHORT, CATS), in_ranks(DAGI, "a")),
            "/further/0/fighter",
        ),
        (
            joined(match_up("fight", COHORT, CATS), in_ranks(HERO, "b", 2)),
            "/situation/b-character.wounds-lost",
        ),
        (
            joined(
                match_up("fight", COHORT, CATS),
                replace(in_ranks(HERO, "a"), role="unit"),
            ),
            "/further/0/role",
        ),
        (joined(match_up("casting", COHORT, CATS), in_ranks(HERO, "b")), "/further"),
    ],
)
def test_who_cannot_join_is_refused(question: object, where: str) -> None:
    with pytest.raises(MatchUpError) as refused:
        odds(question)  # type: ignore[arg-type]
    assert refused.value.where.startswith(where)
