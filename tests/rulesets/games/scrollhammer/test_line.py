"""Combats of several units of Scrollhammer against fights played out die by die."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from rulesets.games.scrollhammer.combat.answers import odds
from rulesets.odds.answer import Odds
from rulesets.odds.match_up import Fighter, MatchUp, MatchUpError
from tests.rulesets.games.scrollhammer.blades_match_ups import BLADE_FIGHTS
from tests.rulesets.games.scrollhammer.joined_match_ups import JOINED
from tests.rulesets.games.scrollhammer.line_match_ups import (
    BANNER,
    CASTING,
    LINES,
    MENDING,
    beside,
    in_it,
    line,
)
from tests.rulesets.games.scrollhammer.simulator_line import play
from tests.rulesets.games.scrollhammer.simulator_line_units import Scene
from tests.rulesets.games.scrollhammer.simulator_sides import Bools
from tests.rulesets.games.scrollhammer.test_simulator import GRID, agrees
from tests.rulesets.games.scrollhammer.units import (
    CATS,
    DAGI,
    LANCERS,
    LEGION,
    SLAYERS,
    unit,
)

FEW = 20_000
MANY = 200_000
MILLION = 1_000_000


def disagreements(question: MatchUp, fights: int, seed: int) -> list[str]:
    """Return what a combat tells otherwise than so many fights."""
    told, scene = odds(question), play(question, fights, seed)
    ended = Counter(scene.endings())
    seen = [
        (key, ended[key], told.outcomes.get(key, 0.0))
        for key in sorted({*ended, *told.outcomes})
    ]
    for side in ("a", "b"):
        for name, wounds, chances in (
            ("left", scene.left(side), told.survivors[side].chances),
            (
                "lost",
                scene.lost_first[side],
                told.wounds["ba"["ab".index(side)]].chances,
            ),
        ):
            counts = np.bincount(wounds, minlength=len(chances)).tolist()
            seen += [
                (f"{side} {name} {number}", count, chances[number])
                for number, count in enumerate(counts)
            ]
    for key, there in posts(scene).items() if question.further else ():
        seen += [
            (f"{key} {fate}", int(here.sum()), told.events.get(f"{key}-{fate}", 0.0))
            for fate, here in fates_of(scene, key, there).items()
        ]
    for key, one in scene.units.items():
        for end, here in (("test", one.rear.tested), ("panic", one.rear.panicked)):
            name = f"{key}-friends-{end}"
            if name in told.events:
                seen.append((name, int(here.sum()), told.events[name]))
    return [
        f"{name}: {count / fights} is not {chance}"
        for name, count, chance in seen
        if not agrees(count, chance, fights) and off(count, chance, fights, told.error)
    ]


def off(count: int, chance: float, fights: int, error: float) -> bool:
    """Return whether a count is off by more than a drawn answer tells of itself."""
    return not error or not agrees(
        count,
        chance + np.clip(count / fights - chance, -error, error),
        fights,
    )


def posts(scene: Scene) -> dict[str, Bools]:
    """Return whether any is left of each unit, and of each character."""
    found: dict[str, Bools] = {}
    for key, one in scene.units.items():
        for kind in one.body.kinds:
            name = kind.post or key
            found[name] = found.get(name, False) | (kind.alive > 0)
    return found


def fates_of(scene: Scene, post: str, there: Bools) -> dict[str, Bools]:
    """Return in which fights each fate is that of a post."""
    unit = next(
        one
        for key, one in scene.units.items()
        if key == post or post in [kind.post for kind in one.body.kinds]
    )
    runs = {key: there & (unit.fate == key) for key in ("away", "run-down", "trapped")}
    runs["run-down"] |= there & (unit.fate == "caught")
    stands = there & ~np.any([*runs.values()], axis=0)
    return {"stands": stands, "slain": ~there, **runs}


@pytest.mark.sweep(8)
@pytest.mark.parametrize("name", LINES)
def test_battle_lines_agree_with_thousands_of_fights(name: str) -> None:
    seed = list(LINES).index(name) + 4000
    assert disagreements(LINES[name], 2 * FEW, seed) == []


@pytest.mark.sweep(3)
@pytest.mark.parametrize("name", MENDING)
def test_wounds_that_come_back_agree_with_thousands_of_fights(name: str) -> None:
    seed = list(MENDING).index(name) + 7000
    assert disagreements(MENDING[name], 2 * FEW, seed) == []


@pytest.mark.sweep(4)
@pytest.mark.parametrize("name", CASTING)
def test_weapons_of_magic_agree_with_thousands_of_fights(name: str) -> None:
    seed = list(CASTING).index(name) + 7500
    assert disagreements(CASTING[name], 2 * FEW, seed) == []


@pytest.mark.million
@pytest.mark.parametrize("name", LINES)
def test_battle_lines_agree_with_a_million_fights(name: str) -> None:
    question, seed = LINES[name], 6000 + 10 * list(LINES).index(name)
    for part in range(MILLION // MANY):
        assert disagreements(question, MANY, seed + part) == []


COARSE = "one on each side"
"""Too many states for the kind of two units: it counts those who can fight now."""

FIGHTS = {
    name: question
    for name, question in {**GRID, **JOINED, **BLADE_FIGHTS}.items()
    if question.kind == "fight" and name != COARSE
}


def as_line(question: MatchUp) -> MatchUp:
    """Return a combat of two units as a battle line."""
    situation = dict(question.situation)
    charger = situation.pop("charger", "a")
    if charger != "none":
        situation[f"{charger}.charges"] = True
    return replace(question, kind="battle-line", situation=situation)


def fallen(told: Odds) -> float:
    """Return the chance that somebody is destroyed in the first round."""
    first = told.by_round[0].items()
    return 1e-7 + sum(chance for key, chance in first if key.endswith("destroyed"))


@pytest.mark.sweep(6)
@pytest.mark.parametrize("name", FIGHTS)
def test_one_unit_a_side_is_a_combat_of_two(name: str) -> None:
    question = replace(FIGHTS[name], rounds=FIGHTS[name].rounds or 8, explained=True)
    told, of_two = odds(as_line(question)), odds(question)
    within = max(told.error, 1e-9)
    for one, other in (
        (told.outcomes, of_two.outcomes),
        (told.events, of_two.events),
        *zip(told.by_round, of_two.by_round, strict=True),
    ):
        for key in {**one, **other}:
            assert abs(one.get(key, 0) - other.get(key, 0)) <= within, key
    for side in ("a", "b"):
        both = told.survivors[side].chances, of_two.survivors[side].chances
        left = zip(*both, strict=True)
        assert all(abs(one - other) <= within for one, other in left)
    if of_two.deciding is not None and told.method == "exact":
        assert told.deciding is not None
        points = zip(told.deciding.parts, of_two.deciding.parts, strict=True)
        for mine, theirs in points:
            assert (mine.key, mine.label) == (theirs.key, theirs.label)
            # A standard that has fallen with its unit counts there, and not here.
            within = fallen(told) if mine.key == "standard" else 1e-7
            assert (mine.a, mine.b) == pytest.approx((theirs.a, theirs.b), abs=within)


def exchanged(question: MatchUp) -> MatchUp:
    """Return a combat with both sides exchanged; side a keeps the turn it had."""
    other = {"a": "b", "b": "a", "": ""}

    def key(name: str) -> str:
        return other[name[0]] + name[1:] if name else ""

    return replace(
        question,
        a=question.b,
        b=question.a,
        situation={key(name): said for name, said in question.situation.items()},
        further=tuple(
            replace(
                one,
                side="b" if one.side == "a" else "a",
                touches=key(one.touches),
                joins=key(one.joins),
            )
            for one in question.further
        ),
    )


@pytest.mark.parametrize(
    "name", ["two on one in ranks", "both slip away", "losses before"]
)
def test_exchanged_sides_mirror(name: str) -> None:
    told, turned = odds(LINES[name]), odds(exchanged(LINES[name]))
    within = max(told.error + turned.error, 1e-12)
    other = {"a": "b", "b": "a"}
    for outcome, chance in told.outcomes.items():
        key = other[outcome[0]] + outcome[1:] if outcome[1] == "-" else outcome
        assert turned.outcomes[key] == pytest.approx(chance, abs=within), outcome
    for event, chance in told.events.items():
        key = other[event[0]] + event[1:] if event != "both-gone" else event
        assert turned.events[key] == pytest.approx(chance, abs=within), event


# A man who cannot be hurt and hurts nobody.
ROCK = unit("Rock", 1, ws=0, s=1, t=10, a=0, i=1, ld=10, formation="Skirmish")


def drill(**figures: int) -> Fighter:
    """Return one man with a standard who hurts nobody and cannot be hurt."""
    told = {"s": 1, "t": 10, "i": 1, "ld": 10, **figures}
    return unit("Drill", 1, "standard-bearer", formation="Skirmish", **told)


def test_a_unit_that_neither_strikes_nor_can_be_hurt_changes_no_wounds() -> None:
    alone = odds(line(SLAYERS, LANCERS, rounds=1))
    said = {"b.strikes-at": "first"}
    beside_rock = odds(line(SLAYERS, LANCERS, beside("a", ROCK), said=said, rounds=1))
    for side in ("a", "b"):
        more = 1 if side == "a" else 0
        one, other = alone.survivors[side].chances, beside_rock.survivors[side].chances
        assert other[more:] == pytest.approx(one, abs=1e-12)


def test_both_losers_test_at_the_same_penalty_by_hand() -> None:
    """Lost by the standard's 1: 2D6 on 4 or less, and on 7 or less."""
    weak = unit("Weak", 1, ws=0, s=1, t=10, a=0, i=1, ld=5, formation="Skirmish")
    firm = unit("Firm", 1, ws=0, s=1, t=10, a=0, i=1, ld=8, formation="Skirmish")
    told = odds(line(weak, drill(), beside("a", firm), rounds=1))
    ran = {
        key: told.events[f"{key}-away"] + told.events[f"{key}-run-down"]
        for key in ("a", "a2")
    }
    assert ran["a"] == pytest.approx(1 - 6 / 36)
    assert ran["a2"] == pytest.approx(1 - 21 / 36)


def test_a_winner_locked_with_another_makes_no_advance_by_hand() -> None:
    """One who falls back beside one who holds always gets away."""
    weak = unit("Weak", 1, ws=0, s=1, t=10, a=0, i=1, ld=1, formation="Skirmish")
    firm = unit("Firm", 1, ws=0, s=1, t=10, a=0, i=1, ld=8, formation="Skirmish")
    told = odds(line(weak, drill(), beside("a", firm), rounds=1))
    # It holds on a double 1; the other with 21 of 36, and then nobody is followed. Two
    # of Initiative 1: caught with 21 of 36.
    runs = 35 / 36
    assert told.events["a-run-down"] == pytest.approx(runs * 15 / 36 * 21 / 36)
    assert told.events["a-away"] == pytest.approx(runs * (1 - 15 / 36 * 21 / 36))


def test_one_roll_catches_both_by_hand() -> None:
    """One D6 of the winner against one of each: a mean of squares, not a square."""
    weak = unit("Weak", 1, ws=0, s=1, t=10, a=0, i=1, ld=1, formation="Skirmish")
    told = odds(line(weak, drill(), beside("a", weak), rounds=1))
    both_run = (35 / 36) ** 2
    both_caught = sum((roll / 6) ** 2 for roll in range(1, 7)) / 6
    assert told.outcomes["a-run-down"] == pytest.approx(both_run * both_caught)


def test_two_standards_of_a_side_add_once() -> None:
    one = odds(line(drill(), ROCK, beside("a", ROCK), rounds=1, readings={}))
    two = odds(line(drill(), ROCK, beside("a", drill()), rounds=1))
    assert one.events["b-breaks"] == pytest.approx(two.events["b-breaks"], abs=1e-12)


def test_who_is_engaged_with_both_may_strike_at_either_by_hand() -> None:
    """A man with one blow between two of one wound each: a quarter falls to it."""
    man = unit("Man", 1, ws=3, s=3, t=10, i=9, ld=10, formation="Skirmish")
    foe = unit("Foe", 1, ws=3, s=1, t=3, a=0, i=1, ld=10, formation="Skirmish")
    for strikes_at, struck, spared in (("first", "b", "b2"), ("second", "b2", "b")):
        said = {"a.strikes-at": strikes_at}
        told = odds(line(man, foe, beside("b", foe), said=said, rounds=1))
        assert told.events[f"{struck}-slain"] == pytest.approx(1 / 4)
        assert told.events[f"{spared}-slain"] == 0


@pytest.mark.parametrize(
    ("question", "where"),
    [
        (
            line(
                LEGION,
                BANNER,
                beside("b", DAGI, charges=True),
                said={"a.charges": True},
            ),
            "/situation/b2.charges",
        ),
        (
            line(LEGION, BANNER, beside("a", DAGI, lost=10)),
            "/situation/a2.models-lost",
        ),
        (line(LEGION, BANNER, in_it(CATS, "a")), "/further/0/fighter"),
    ],
)
def test_what_cannot_be_is_refused_by_its_place(question: MatchUp, where: str) -> None:
    with pytest.raises(MatchUpError) as refused:
        odds(question)
    assert refused.value.where == where


def test_casters_without_power_dice_fight_otherwise_and_castings_are_told() -> None:
    """The same unit of Magicka 0 casts nothing."""
    question = CASTING["casters beside others"]
    plain = replace(
        question.a,
        parts=tuple(
            replace(one, characteristics={**one.characteristics, "mg": 0})
            for one in question.a.parts
        ),
    )
    told, without = odds(question), odds(replace(question, a=plain))
    off = [abs(told.outcomes[key] - without.outcomes[key]) for key in told.outcomes]
    assert max(off) > 0.01
    assert any("Blade" in step.text for step in told.trace)
    assert "Blade" not in {one.rule for one in told.not_modelled}


def test_the_trace_tells_where_each_strikes_and_when_a_flank_turns() -> None:
    told = odds(LINES["one in the flank"])
    said = [f"{step.rule}: {step.text}" for step in told.trace]
    assert "Contact: Cohort: touched by Lancers in its flank" in said
    assert any(
        one.startswith("Directing Attacks: Cohort: of 18 models") for one in said
    )
    assert "Flanks: Cohort turns only while no other enemy is in contact" in said
