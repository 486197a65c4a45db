"""Shooting in Mordheim: what counts, and the odds against shots that were rolled."""

import math
from fractions import Fraction

import pytest

from rulesets.games.mordheim.combat.answers import odds
from rulesets.odds.match_up import Answers, Fighter, MatchUp, MatchUpError
from tests.rulesets.games.mordheim.fighters import fighter as f
from tests.rulesets.games.mordheim.fighters import match_up
from tests.rulesets.games.mordheim.volleys import shoot

VOLLEYS = 40_000
STANDARD_ERRORS = 4


def m(
    a: Fighter,
    b: Fighter,
    situation: Answers | None = None,
    readings: Answers | None = None,
) -> MatchUp:
    return match_up(a, b, situation, readings, kind="shooting")


SHOTS: dict[str, MatchUp] = {
    "a bow": m(f("bow", name="A"), f(name="B")),
    "a long bow far away in cover": m(
        f("long-bow", name="A", bs=4),
        f("helmet", name="B", sv=5),
        {"distance": 20, "cover": True},
    ),
    "a foot for a crossbow in cover": m(
        f("crossbow rabbits-foot", name="A"),
        f(name="B", w=2),
        {"foot": True, "cover": True, "shooters": 2},
    ),
    "a foot for the first of two": m(
        f("repeater-crossbow rabbits-foot", name="A"),
        f(name="B", w=2),
        {"foot": True, "twice": True},
    ),
    "a foot, one critical hit only": m(
        f("bow rabbits-foot", "quick-shot", name="A"),
        f(name="B", w=3),
        {"foot": True, "twice": True},
        {"shot-criticals": "one"},
    ),
    "a foot that nobody spends": m(f("bow rabbits-foot", name="A"), f(name="B")),
    "five crossbows": m(
        f("crossbow", name="A"), f(name="B", w=2, t=4), {"shooters": 5}
    ),
    "a repeater twice": m(
        f("repeater-crossbow", name="A", bs=5), f(name="B"), {"twice": True}
    ),
    "a sling twice": m(f("sling", name="A", bs=4), f(name="B"), {"twice": True}),
    "a sling that moved": m(
        f("sling", name="A", bs=4), f(name="B"), {"twice": True, "moved": True}
    ),
    "a blowpipe": m(f("blowpipe", name="A", bs=4), f(name="B")),
    "a handgun": m(f("handgun", name="A"), f(name="B", sv=4), {"distance": 10}),
    "a handgun that moved": m(f("handgun", name="A"), f(name="B"), {"moved": True}),
    "a nimble handgun": m(
        f("handgun", "nimble", name="A"), f(name="B"), {"moved": True}
    ),
    "a handgun that rests": m(
        f("handgun", "gun-rest", name="A"),
        f(name="B", sv=5, w=2),
        {"rests": True, "distance": 20},
    ),
    "shots at the hero that was picked": m(
        f("crossbow", "capture", name="A"), f(name="B", t=4), {"a.foe": True}
    ),
    "knives on the move": m(
        f("throwing-knives-stars", name="A", s=4), f(name="B"), {"moved": True}
    ),
    "throwing axes": m(
        f("throwing-knives-stars", "throwing-axe", name="A"), f(name="B", sv=5)
    ),
    "a bolt with venom": m(
        f("crossbow", "venom-bearer", name="A"), f(name="B", t=4, sv=5)
    ),
    "quick shots": m(
        f("bow hunting-arrows", "quick-shot", name="A", bs=4),
        f("", "dodge", name="B", w=2),
        {"twice": True},
    ),
    "one critical hit only": m(
        f("bow", "quick-shot", name="A", bs=5),
        f(name="B", w=3),
        {"twice": True},
        {"shot-criticals": "one"},
    ),
    "a trick shooter with eagle eyes": m(
        f("bow", "trick-shooter eagle-eyes", name="A"),
        f("elven-cloak", name="B"),
        {"distance": 27, "cover": True},
    ),
    "a brace": m(f("pistol-brace", "pistolier", name="A"), f(name="B", w=2)),
    "a duelling pistol at what is large": m(
        f("duelling-pistol", name="A"), f("", "large regeneration", name="B", w=3)
    ),
    "two barrels": m(
        f("ostlander-double-barrelled-pistol", name="A", bs=4),
        f("lucky-charm", name="B", w=2),
    ),
    "a blunderbuss": m(f("blunderbuss", name="A"), f("wolfcloak", name="B")),
    "too far": m(f("short-bow", name="A"), f(name="B"), {"distance": 17}),
    "seven to hit": m(
        f("bow", name="A", bs=2),
        f(name="B"),
        {"cover": True, "distance": 24},
        {"sevens": "six-and-more"},
    ),
    "hard cover": m(
        f("bow", name="A", bs=4), f(name="B"), {"hard-cover": True, "distance": 10}
    ),
    "a handgun of its Strength alone": m(
        f("handgun", name="A"), f(name="B", sv=4), {}, {"black-powder": "strength"}
    ),
    "elven arrows": m(f("elf-bow", name="A", bs=4), f(name="B", sv=4)),
    "three knives": m(
        f("throwing-knives-stars", "knife-fighter", name="A", bs=4),
        f("", "thiefs-cloak", name="B", w=2),
        {"twice": True},
    ),
    "a highwayman's brace in the saddle": m(
        f(
            "pistol-brace warhorse superior-blackpowder",
            "expert-pistolier steady-rider",
            name="A",
            bs=4,
        ),
        f(name="B", t=4),
        {"moved": True, "cover": True},
    ),
    "a roadwarden's crossbow": m(
        f("crossbow warhorse", "nimble-rider lethal-marksman", name="A", bs=4),
        f("peg-leg", name="B", w=2),
        {"moved": True, "cover": True, "distance": 34},
    ),
    "a marksman of Tilea": m(
        f("crossbow", "steady-hands dead-eye-shot", name="A"),
        f("enchanted-skins", name="B"),
        {"cover": True, "distance": 28},
    ),
    "a handgun that may misfire": m(
        f("handgun", name="A"),
        f(name="B", sv=4, w=2, t=4),
        {"shooters": 3},
        {"misfires": True},
    ),
    "two barrels that may misfire": m(
        f("ostlander-double-barrelled-pistol", name="A"),
        f(name="B", sv=5, w=3),
        {},
        {"misfires": True},
    ),
    "one who lies": m(f("bow", name="A", bs=5), f(name="B"), {"b.posture": "stunned"}),
}


@pytest.mark.parametrize("name", SHOTS)
def test_shots_that_were_rolled_agree(name: str) -> None:
    question = SHOTS[name]
    told = odds(question)
    counted = shoot(question, VOLLEYS, seed=1999)
    assert sum(counted.values()) == VOLLEYS
    for key, chance in told.outcomes.items():
        error = math.sqrt(max(chance * (1 - chance), 1 / VOLLEYS) / VOLLEYS)
        assert abs(counted[key] / VOLLEYS - chance) <= STANDARD_ERRORS * error, key


def test_a_bow_at_a_human() -> None:
    told = odds(SHOTS["a bow"])
    assert told.events["b-loses-a-wound"] == pytest.approx(1 / 4)
    assert told.outcomes["b-stands"] == pytest.approx(3 / 4)


def test_a_blowpipe_wounds_with_its_sixes_and_with_few_others() -> None:
    told = odds(m(f("blowpipe", name="A"), f(name="B"), {"distance": 4}))
    wounded = 1 / 6 + 2 / 6 * 1 / 6
    assert told.events["b-loses-a-wound"] == pytest.approx(wounded * 5 / 6)


def test_who_cannot_shoot_is_told_so() -> None:
    with pytest.raises(MatchUpError, match="nothing to shoot with"):
        odds(m(f("sword", name="A"), f(name="B")))


def test_a_gun_that_explodes_may_take_its_firer_out_of_action() -> None:
    """A 1 to hit and a 1 after it, wounds on 3+, out of action on 5 and 6."""
    told = odds(m(f("pistol", name="A"), f(name="B"), {}, {"misfires": True}))
    assert told.events["a-out-by-misfire"] == pytest.approx(1 / 36 * 4 / 6 * 2 / 6)
    assert told.events["a-gun-explodes"] == pytest.approx(1 / 36)
    plain = odds(m(f("pistol", name="A"), f(name="B")))
    more = told.events["b-loses-a-wound"] - plain.events["b-loses-a-wound"]
    assert more == pytest.approx(1 / 36 * 5 / 6)


def test_a_gun_may_take_out_who_has_lost_all_but_his_last_wound() -> None:
    a, b = f("pistol", name="A", w=2), f(name="B")
    misfires: Answers = {"misfires": True}
    unhurt = odds(m(a, b, {}, misfires))
    assert unhurt.events["a-out-by-misfire"] == 0.0
    hurt = odds(m(a, b, {"a.wounds-lost": 1}, misfires))
    assert hurt.events["a-out-by-misfire"] == pytest.approx(1 / 36 * 4 / 6 * 2 / 6)


@pytest.mark.parametrize("posture", ["knocked-down", "stunned"])
@pytest.mark.parametrize(
    ("kind", "doing"), [("shooting", "shoot"), ("casting", "cast")]
)
def test_who_lies_or_is_stunned_neither_shoots_nor_casts(
    kind: str, doing: str, posture: str
) -> None:
    asked: Answers = {"difficulty": 7} if kind == "casting" else {}
    a = f("bow", "wizard", name="A")
    assert odds(match_up(a, f(name="B"), asked, kind=kind)).outcomes
    with pytest.raises(MatchUpError) as caught:
        odds(match_up(a, f(name="B"), {**asked, "a.posture": posture}, kind=kind))
    text = f"/situation/a.posture: who lies or is stunned does not {doing}"
    assert str(caught.value) == text


def test_a_shooter_who_has_lost_more_wounds_than_he_has_is_refused() -> None:
    with pytest.raises(MatchUpError, match=r"^/situation/a\.wounds-lost"):
        odds(m(f("bow", name="A"), f(name="B"), {"a.wounds-lost": 3}))


def test_a_bow_never_misfires() -> None:
    told = odds(m(f("bow", name="A"), f(name="B"), {}, {"misfires": True}))
    assert told.outcomes == odds(SHOTS["a bow"]).outcomes
    assert "a-gun-explodes" not in told.events


@pytest.mark.parametrize(
    ("ones_miss", "hits", "wounds"), [(True, "2+", 5 / 12), (False, "1+", 1 / 2)]
)
def test_the_trace_tells_whether_a_1_hits(
    ones_miss: bool, hits: str, wounds: float
) -> None:
    a = f("bow", name="A", bs=6)
    told = odds(m(a, f(name="B"), {}, {"ones-miss": ones_miss}))
    assert any(f": hits {hits}, wounds 4+" in step.text for step in told.trace)
    assert told.events["b-loses-a-wound"] == pytest.approx(wounds)


def test_ballistic_skill_0_shoots_nothing() -> None:
    told = odds(m(f("bow", name="A", bs=0), f(name="B")))
    assert told.outcomes["b-stands"] == 1.0


@pytest.mark.parametrize(
    ("read", "saves"), [("total", Fraction(1, 6)), ("strength", Fraction(2, 6))]
)
def test_the_handgun_of_the_source_may_leave_a_save_of_5(
    read: str, saves: Fraction
) -> None:
    """Unsaved in 28.7 % by the printed modifier, in 24.1 % by its Strength alone.

    A save of 4+ is 6+ or 5+; of the critical hits two thirds let nobody save.
    """
    told = odds(
        m(f("handgun", name="A"), f(name="B", sv=4), {}, {"black-powder": read})
    )
    critical = Fraction(1, 6) * (Fraction(1, 3) * (1 - saves) + Fraction(2, 3))
    wound = Fraction(1, 2) * (Fraction(3, 6) * (1 - saves) + critical)
    assert told.events["b-loses-a-wound"] == pytest.approx(float(wound))


def test_hard_cover_takes_two_off_the_roll_to_hit() -> None:
    """A bow of Ballistic Skill 3 hits on 5+ behind soft cover, on a 6 behind hard."""
    for asked, hits in (({"cover": True}, 2), ({"hard-cover": True}, 1)):
        told = odds(m(f("bow", name="A"), f(name="B"), asked))
        assert told.events["b-loses-a-wound"] == pytest.approx(hits / 6 / 2)
