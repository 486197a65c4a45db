"""War machines against every roll of their dice, counted with fractions."""

from fractions import Fraction
from itertools import product
from math import comb

import numpy as np
import pytest

from rulesets.games.warhammer.combat.answers import odds
from rulesets.games.warhammer.combat.shots.landings import (
    Layout,
    Shot,
    ball_landings,
    stone_landings,
)
from rulesets.games.warhammer.combat.shots.templates import stones_landed
from rulesets.odds.answer import Odds
from rulesets.odds.match_up import Answers, Fighter
from rulesets.odds.native.bindings import SWITCH
from tests.rulesets.games.warhammer.units import (
    ARCHERS,
    BOLT_THROWER,
    CANNON,
    DIVER,
    HALBERDIERS,
    HANDGUNNERS,
    HELBLASTER,
    HERO,
    KNIGHTS,
    LOBBER,
    MORTAR,
    TREBUCHET,
    TROLLS,
    match_up,
    unit,
)

FACES = (2, 4, 6, 8, 10, None)
"""Of the artillery die; None for a misfire."""

LINE = unit("Line", 5)
BLOCK = unit("Block", 20)
SHIELDED = unit("Shielded", 20, sv=2)


def shot(a: Fighter, b: Fighter, distance: int = 24, **answers: str | int) -> Odds:
    asked = {key.replace("_", "-"): value for key, value in answers.items()}
    return odds(match_up("shooting", a, b, {"distance": distance, **asked}))


def lost(told: Odds) -> tuple[float, ...]:
    """Return the chances of wounds lost by side B, from 0."""
    return told.survivors["b"].chances[::-1]


# -- cannons ------------------------------------------------------------------------


def test_a_ball_hits_a_line_that_it_comes_down_on_or_bounces_into() -> None:
    # Ten inches short: 6 + 5 + 4 + 3 + 2 of 36 rolls come into the line.
    told = shot(CANNON, LINE)
    assert lost(told)[1] == pytest.approx(float(Fraction(20, 36) * Fraction(5, 6)))
    assert "aimed 10" in told.trace[0].text


def ranks_hit(short: int, ranks: int) -> list[Fraction]:
    """Return the chances of hits on ranks of 25 mm, one roll after the other."""
    found = [Fraction(0)] * (ranks + 1)
    depth = Fraction(250, 254)
    for flown, bounced in product(FACES, repeat=2):
        hits = 0
        if flown is not None:
            begin = flown - short
            end = begin + (bounced or 0)
            touched = [
                rank
                for rank in range(ranks)
                if begin <= (rank + 1) * depth and end >= rank * depth
            ]
            hits = len(touched) if bounced else min(len(touched), 1)
        found[hits] += Fraction(1, 36)
    return found


@pytest.mark.parametrize("ranks", [1, 2, 4, 7])
def test_a_ball_goes_through_as_many_ranks_as_the_dice_say(ranks: int) -> None:
    layout = Layout(5 * ranks, 5, 25, 25)
    found = ball_landings(layout, Shot(0 - 24, 36), 1 / 6)
    assert found.hits == pytest.approx([*map(float, ranks_hit(found.short, ranks))])
    means = [
        sum(k * chance for k, chance in enumerate(ranks_hit(short, ranks)))
        for short in range(11)
    ]
    assert means[found.short] == max(means)


def test_a_ball_takes_no_heed_of_armour_and_d6_wounds_of_a_monster() -> None:
    assert lost(shot(CANNON, SHIELDED)) == pytest.approx(lost(shot(CANNON, BLOCK)))
    giant = unit("Beast", 1, kind="monster", t=5, w=6)
    told = shot(CANNON, giant)
    # A wound on 2+, then each number of the die is as likely.
    assert lost(told)[1:] == pytest.approx([told.expected["dice"] * 5 / 36] * 6)


def test_a_ball_deals_a_man_no_more_wounds_than_he_has() -> None:
    told = shot(CANNON, BLOCK)
    assert told.expected["a-unsaved-wounds"] == pytest.approx(
        told.expected["b-wounds-lost"]
    )
    assert told.expected["b-wounds-lost"] == pytest.approx(
        told.expected["dice"] * 5 / 6
    )


def test_a_ball_in_the_flank_meets_a_rank_for_each_file() -> None:
    assert len(shot(CANNON, BLOCK).survivors["b"].chances) == 21
    front, flank = shot(CANNON, LINE), shot(CANNON, LINE, shot_from="flank")
    assert flank.expected["dice"] > 1.5 > front.expected["dice"]


def test_a_guess_that_may_be_off_hits_less() -> None:
    told = [shot(CANNON, BLOCK, guess_within=n).expected["dice"] for n in (0, 3, 6)]
    assert told[0] > told[1] > told[2] > 0


def test_a_target_beyond_the_longest_guess_is_reached_by_the_die_alone() -> None:
    # The ball is guessed 60 inches far, and hits a line at 70 only by a 10 and what
    # bounces into it: one roll and its bounces as at 10 inches short.
    near, far = shot(CANNON, LINE, 60), shot(CANNON, LINE, 70)
    assert far.expected["dice"] == pytest.approx(near.expected["dice"])
    assert shot(CANNON, LINE, 81).expected["dice"] == 0


def test_grapeshot_hits_as_often_as_the_die_says() -> None:
    told = shot(CANNON, BLOCK, 8, grapeshot=True)
    chances = [Fraction(0)] * 11
    for hits in FACES:
        chances[hits or 0] += Fraction(1, 6)
    assert told.expected["dice"] == pytest.approx(5)
    # Strength 4 against Toughness 3: 3+.
    none = sum(p * Fraction(1, 3) ** k for k, p in enumerate(chances))
    assert lost(told)[0] == pytest.approx(float(none))
    # Save 2+: 1 worse by Strength, 1 by the shot.
    hurt = shot(CANNON, SHIELDED, 8, grapeshot=True).expected["b-wounds-lost"]
    assert hurt == pytest.approx(5 * 2 / 3 * 3 / 6)
    far = shot(CANNON, BLOCK, 9, grapeshot=True)
    assert far.expected["dice"] == 0
    assert any("out of range" in note for note in far.notes)


# -- misfires -----------------------------------------------------------------------


def test_a_misfire_may_cost_the_machine_or_its_next_turn() -> None:
    told = shot(CANNON, BLOCK)
    assert told.events["a-misfires"] == pytest.approx(1 / 6)
    assert told.events["a-machine-destroyed"] == pytest.approx(1 / 36)
    assert told.events["a-silent-next-turn"] == pytest.approx(2 / 36)
    assert told.survivors["a"].chances == pytest.approx((1 / 36, 0, 0, 35 / 36))


def test_a_stone_thrower_that_is_disabled_loses_one_of_its_crew() -> None:
    told = shot(LOBBER, BLOCK)
    assert told.survivors["a"].chances == pytest.approx((1 / 36, 0, 2 / 36, 33 / 36))


def test_a_master_engineer_rolls_a_misfire_again() -> None:
    usual, helped = shot(CANNON, LINE), shot(CANNON, LINE, engineer=True)
    assert helped.events["a-misfires"] == pytest.approx(1 / 36)
    assert helped.expected["dice"] == pytest.approx(
        usual.expected["dice"] * (35 / 36) / (5 / 6)
    )


def test_a_bolt_thrower_never_misfires() -> None:
    told = shot(BOLT_THROWER, BLOCK)
    assert "a-misfires" not in told.events
    assert told.survivors["a"].chances[-1] == 1


@pytest.mark.parametrize("own", [CANNON, LOBBER, BOLT_THROWER, HELBLASTER])
def test_a_war_machine_that_moved_is_silent(own: Fighter) -> None:
    told = shot(own, BLOCK, moved=True)
    assert told.expected["dice"] == 0
    assert "not in a turn of moving" in told.notes[-1]


# -- stone throwers -----------------------------------------------------------------


def test_a_stone_that_is_on_target_crushes_the_middle_model() -> None:
    # Two sides of the scatter die of six, and no misfire; stray stones miss a lone man
    # by 2 inches and more, whose template is an inch and a half around.
    man = unit("Man", 1, w=3, t=4)
    told = shot(LOBBER, man)
    direct = Fraction(5, 6) * Fraction(2, 6)
    assert told.expected["dice"] > float(direct)
    none, one = stone_landings(Layout(1, 1, 25, 25), Shot(12 - 24, 36), 3, 1 / 6)
    assert sum(one) == pytest.approx(float(direct))
    assert sum(none) + sum(one) == pytest.approx(1)


def test_who_lies_wholly_under_a_template_is_hit_and_who_does_partly_on_4() -> None:
    # A template of 38.1 mm around on the middle of five times five bases of 25 mm. It
    # reaches eight around the middle one and the four next but one (37.5 mm away), and
    # covers none of them: the far corners of the nearest are 39.5 mm away.
    layout = Layout(25, 5, 25, 25)
    _, one = stone_landings(layout, Shot(12 - 24, 36), 3, 0.0, steers=10)
    expected = [Fraction(comb(12, k), 2**12) for k in range(13)]
    assert one[:13] == pytest.approx([*map(float, expected)])


@pytest.mark.parametrize("switch", ["0", "1"])
@pytest.mark.parametrize("gap", [0, 25])
@pytest.mark.parametrize(
    ("shot", "diameter", "steers"),
    [(Shot(-8, 40), 3, 0), (Shot(2, 2), 5, 0), (Shot(-8, 40, 3), 3, 4)],
)
def test_targets_of_every_size_together_are_hit_as_each_alone(
    monkeypatch: pytest.MonkeyPatch,
    shot: Shot,
    diameter: int,
    steers: int,
    gap: int,
    switch: str,
) -> None:
    monkeypatch.setenv(SWITCH, switch)
    layouts = [Layout(n, min(n, 6), 25, 50, gap) for n in range(1, 24)]
    layouts += [one.turned() for one in layouts]
    together = stones_landed(layouts, [shot] * len(layouts), diameter, 1 / 6, steers)
    for place, layout in enumerate(layouts):
        alone = stone_landings(layout, shot, diameter, 1 / 6, steers)
        for centre, row in enumerate(alone):
            told = together[centre, place]
            assert told[: len(row)] == pytest.approx(
                np.array(row)[: len(told)], abs=1e-12
            )
            assert not told[len(row) :].any()


def test_a_wider_template_hits_more_men() -> None:
    small = shot(LOBBER, BLOCK).expected["dice"]
    assert shot(MORTAR, BLOCK).expected["dice"] > 1.5 * small


def test_a_stone_is_twice_as_strong_in_its_middle() -> None:
    # Nobody but the one in the middle can be hurt: Toughness 8 and Strength 4 or 8.
    tough = unit("Golem", 1, kind="monster", t=8, w=6)
    told = shot(LOBBER, tough)
    _, one = stone_landings(Layout(1, 1, 50, 50), Shot(12 - 24, 36), 3, 1 / 6)
    assert lost(told)[1:] == pytest.approx([sum(one) / 2 / 6] * 6)


def test_a_trebuchet_and_a_mortar_have_their_printed_strength() -> None:
    for own, words in ((TREBUCHET, "Strength 5"), (MORTAR, "Strength 3")):
        assert any(words in step.text for step in shot(own, BLOCK).trace)


def test_a_shell_leaves_armour_one_worse_but_for_its_middle() -> None:
    bare, armoured = shot(MORTAR, BLOCK), shot(MORTAR, SHIELDED)
    assert 0 < armoured.expected["b-wounds-lost"] < bare.expected["b-wounds-lost"]
    assert shot(LOBBER, SHIELDED).expected["b-wounds-lost"] == pytest.approx(
        shot(LOBBER, BLOCK).expected["b-wounds-lost"]
    )


def test_a_stone_cannot_be_thrown_nearer_than_twelve_inches() -> None:
    assert (
        shot(LOBBER, LINE, 2).expected["dice"] < shot(LOBBER, LINE, 12).expected["dice"]
    )


def test_a_shell_that_must_fly_over_a_near_target_does_less() -> None:
    told = [shot(MORTAR, BLOCK, n).expected["dice"] for n in (2, 5, 8, 11)]
    assert told == sorted(told)
    assert len(set(told)) == 4
    assert told[-1] == shot(MORTAR, BLOCK, 30).expected["dice"]


def test_a_doom_diver_that_steers_strays_less() -> None:
    told = [shot(DIVER, BLOCK, steers=n).expected["dice"] for n in (0, 4, 10)]
    assert told[0] < told[1] < told[2]
    assert shot(LOBBER, BLOCK, steers=4).expected["dice"] == told[0]


def test_skirmishers_are_hit_less_under_a_template() -> None:
    loose = unit("Loose", 20, "skirmishers", kind="skirmishers")
    assert shot(MORTAR, loose).expected["dice"] < shot(MORTAR, BLOCK).expected["dice"]


def test_wider_bases_leave_fewer_models_under_a_template() -> None:
    few = odds(match_up("shooting", MORTAR, BLOCK, {"distance": 24, "b.base": 40}))
    assert few.expected["dice"] < shot(MORTAR, BLOCK).expected["dice"]


# -- bolts --------------------------------------------------------------------------


def test_a_bolt_goes_on_as_long_as_it_slays_one_weaker_for_each_rank() -> None:
    # Ballistic Skill 3 hits on 4+; Toughness 3 falls to Strength 6, 5, 4 and 3.
    hit, falls = Fraction(3, 6), [Fraction(n, 6) for n in (5, 5, 4, 3)]
    expected = [1 - hit * falls[0]]
    slain = hit
    for rank, chance in enumerate(falls):
        slain *= chance
        onward = falls[rank + 1] if rank + 1 < len(falls) else Fraction(0)
        expected.append(slain * (1 - onward))
    told = shot(BOLT_THROWER, BLOCK)
    assert lost(told)[:5] == pytest.approx([*map(float, expected)])


def test_a_bolt_that_does_not_slay_a_troll_stops_in_it() -> None:
    # D3 wounds of three: it goes on by a 3 alone.
    trolls = unit("Brutes", 6, t=4, w=3)
    told = shot(BOLT_THROWER, trolls, **{"b.width": 3})
    first = Fraction(1, 2) * Fraction(5, 6)
    through = first * Fraction(1, 3)
    second = Fraction(4, 6)
    expected = [1 - first, first / 3, first / 3, through * (1 - second)]
    expected += [through * second / 3] * 3
    assert lost(told)[:7] == pytest.approx([*map(float, expected)])


def test_a_bolt_is_shot_as_a_bow_is() -> None:
    usual, far = shot(BOLT_THROWER, BLOCK, 24), shot(BOLT_THROWER, BLOCK, 25)
    covered = shot(BOLT_THROWER, BLOCK, 24, cover="soft")
    assert far.events["b-loses-a-wound"] == pytest.approx(2 / 6 * 5 / 6)
    assert covered.events == far.events
    assert usual.events["b-loses-a-wound"] == pytest.approx(3 / 6 * 5 / 6)
    assert shot(BOLT_THROWER, BLOCK, 49).expected["dice"] == 0


# -- volley guns --------------------------------------------------------------------


def hail(halves: bool) -> list[Fraction]:
    found = [Fraction(0)] * 31
    for dice in product(FACES, repeat=3):
        faces = [face for face in dice if face is not None]
        hits = sum(faces) // (2 if halves else 1) if len(faces) == 3 else 0
        found[hits] += Fraction(1, 216)
    return found


@pytest.mark.parametrize(
    ("distance", "halves", "falls"), [(12, False, 5), (13, True, 4)]
)
def test_a_volley_gun_hits_as_often_as_three_dice_say(
    distance: int, halves: bool, falls: int
) -> None:
    told = shot(HELBLASTER, BLOCK, distance)
    dice = sum(k * chance for k, chance in enumerate(hail(halves)))
    assert told.expected["dice"] == pytest.approx(float(dice))
    none = sum(p * Fraction(6 - falls, 6) ** k for k, p in enumerate(hail(halves)))
    assert lost(told)[0] == pytest.approx(float(none))
    assert told.events["a-misfires"] == pytest.approx(1 - (5 / 6) ** 3)


def test_a_misfire_of_one_die_may_be_read_to_lose_that_die_alone() -> None:
    asked = match_up(
        "shooting", HELBLASTER, BLOCK, {"distance": 12}, {"volley-misfire": "die"}
    )
    assert odds(asked).expected["dice"] == pytest.approx(3 * 5)


# -- war machines as targets ----------------------------------------------------------


def test_a_hit_on_a_war_machine_strikes_it_on_1_to_4_and_its_crew_on_5_or_6() -> None:
    # Five shots, Strength 4: the crew falls on 3+, a machine of Toughness 7 on 6.
    told = shot(HANDGUNNERS, CANNON, 12)
    hits = 4 * Fraction(3, 6) + Fraction(4, 6)
    wounds = hits * (Fraction(4, 6) * Fraction(1, 6) + Fraction(2, 6) * Fraction(4, 6))
    assert told.expected["a-unsaved-wounds"] == pytest.approx(float(wounds))
    assert told.distributions["b-machine"].chances[0] == pytest.approx(
        told.events["b-machine-destroyed"]
    )
    assert told.outcomes["b-destroyed"] >= told.events["b-crew-slain"] > 0


def test_shots_at_a_machine_are_counted_die_by_die() -> None:
    two = odds(match_up("shooting", ARCHERS, CANNON, {"distance": 12, "a.width": 2}))
    dice = int(two.expected["dice"])
    hit = Fraction(3, 6)
    crew = hit * Fraction(2, 6) * Fraction(3, 6)
    # Strength 3 never wounds Toughness 7.
    expected = [Fraction(0)] * 4
    for falls in product((True, False), repeat=dice):
        chance = Fraction(1)
        for fallen in falls:
            chance *= crew if fallen else 1 - crew
        expected[min(sum(falls), 3)] += chance
    assert lost(two) == pytest.approx([*map(float, expected)])


def test_a_ball_that_strikes_a_machine_may_destroy_it() -> None:
    told = shot(CANNON, MORTAR)
    struck = told.expected["dice"] * 4 / 6 * 5 / 6
    # Three wounds or more of a D6.
    assert told.events["b-machine-destroyed"] == pytest.approx(struck * 4 / 6)


def test_who_fights_a_crew_is_told_that_the_machine_is_not_struck() -> None:
    told = odds(match_up("charge", KNIGHTS, CANNON))
    why = "blows are struck at its crew alone"
    assert why in {one.why for one in told.not_modelled if one.side == "b"}
    shots = shot(HANDGUNNERS, CANNON)
    assert why not in {one.why for one in shots.not_modelled}


@pytest.mark.parametrize("own", [CANNON, LOBBER, MORTAR, TREBUCHET, BOLT_THROWER])
@pytest.mark.parametrize("target", [HALBERDIERS, KNIGHTS, TROLLS, HERO, CANNON])
def test_all_chances_of_a_war_machine_sum_to_one(own: Fighter, target: Fighter) -> None:
    told = shot(own, target, 20, guess_within=2)
    assert sum(told.survivors["b"].chances) == pytest.approx(1, abs=1e-12)
    assert sum(told.wounds["a"].chances) == pytest.approx(1, abs=1e-12)
    assert min(told.survivors["b"].chances) >= 0


@pytest.mark.parametrize("kind", ["shooting", "engagement"])
def test_the_loss_of_crew_is_named(kind: str) -> None:
    asked: Answers = {"distance": 24}
    if kind == "engagement":
        asked = {"distance": 24, "closing": "b"}
    told = odds(match_up(kind, CANNON, HALBERDIERS, asked))
    assert ("Loss of crew", "a") in [(one.rule, one.side) for one in told.not_modelled]
    other = odds(match_up(kind, ARCHERS, HALBERDIERS, asked))
    assert "Loss of crew" not in [one.rule for one in other.not_modelled]
