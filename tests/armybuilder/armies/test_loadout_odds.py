"""The lines of each unit of the builder that say what it does to the target."""

from dataclasses import replace

import pytest

from armybuilder.armies.odds.figures import LoadoutOdds, few_tails
from armybuilder.armies.odds.loadout_odds import (
    Target,
    book_target,
    loadout_odds,
    with_previous,
)
from armybuilder.armies.odds.unit_odds import OddsBasis, unit_odds
from rulesets.combats import combat_of
from rulesets.games import GAMES
from rulesets.legality import new_selection, review, with_defaults
from rulesets.matchups.best_loadout import settle
from rulesets.matchups.fighter import book_fighter
from rulesets.odds.match_up import MatchUp
from rulesets.reviews.review import Line, Review
from rulesets.rosters.edits import Add, SetLoadouts, apply
from rulesets.rosters.roster import Force, Loadout, Roster
from tests.real_books import real_books

ORCS = "charge-orcs@1/orcs"
BOYZ = "warhammer-orcs-and-goblins@1/orc-boyz"
MEN = "warhammer-bretonnia@1/men-at-arms"


def army(key: str, unit: str) -> Review:
    book = real_books()[key, 1]
    force = Force("f1", key, 1, (new_selection(book, unit),))
    return review(Roster(book.game, "Army", forces=(force,)), real_books())


def unit_of(now: Review) -> Line:
    return now.forces[0].units[0]


def told(key: str, unit: str, target: str) -> LoadoutOdds | None:
    now = army(key, unit)
    return loadout_odds(now.game, unit_of(now), book_target(target, real_books()))


def known(found: LoadoutOdds | None) -> LoadoutOdds:
    assert found is not None
    return found


def test_what_kinds_of_models_do_in_one_phase_adds_up() -> None:
    rowers = "scrollhammer-saltmere-league", "rowers"
    found = known(told(*rowers, "scrollhammer-saltmere-league@1/quay-guard"))
    charging = [one for one in found.attacks if one.name.startswith("Charging: ")]
    assert len(charging) > 1
    assert found.most is not None
    assert found.most.name == "Charging"
    assert found.most.wounds == pytest.approx(sum(one.wounds for one in charging))


def test_a_unit_that_shoots_tells_melee_and_shooting() -> None:
    found = known(told("charge-skaven", "jezzails", ORCS))
    assert [(one.name, one.rolls, one.expected) for one in found.attacks] == [
        ("Melee", "3 dice, to hit 5+, to save none", "1.0"),
        ("Shooting", "6 dice, to hit 5+, to save none", "2.0"),
    ]


def test_needs_are_told_of_the_dice_that_have_them() -> None:
    """Five knights ride five horses that strike with a Strength of their own."""
    found = known(told("warhammer-empire", "knights-white-wolf", BOYZ))
    rolls = {one.key: one.rolls for one in found.attacks}
    assert rolls["charge"].startswith("10 dice, 5 of them: to hit 3+, to wound 3+")
    needed = {one.key: one.needed for one in found.attacks}
    assert needed["charge"].startswith("5 of them: To\xa0hit\xa0")
    wizard = known(told("warhammer-empire", "battle-wizard", BOYZ))
    assert wizard.attacks[0].rolls.startswith("1 die, to hit 4+")


def test_at_least_one_even_chances_and_one_in_ten_are_told() -> None:
    # 10 dice, 5+ to hit, save 5+: each wounds with 2/9.
    (melee,) = known(told("charge-skaven", "ratmen", ORCS)).attacks
    assert melee.expected == "2.2"
    assert melee.at_least == ((1, "91.9%"), (2, "68.8%"), (4, "16.3%"))


@pytest.mark.parametrize(
    ("unit", "target"),
    [
        ("charge-skaven/ratmen", "charge-orcs/orcs"),
        ("warhammer-empire/knightly-orders", "warhammer-bretonnia/men-at-arms"),
        ("warhammer-empire/pistoliers", "warhammer-bretonnia/knights-of-the-realm"),
        ("scrollhammer-saltmere-league/rowers", "scrollhammer-saltmere-league/rowers"),
    ],
)
def test_a_charge_by_either_side_is_that_of_the_match_up_page(
    unit: str, target: str
) -> None:
    (book, own), (other, enemy) = unit.split("/"), target.split("/")
    now = army(book, own)
    foe = book_target(f"{other}@1/{enemy}", real_books())
    found = known(loadout_odds(now.game, unit_of(now), foe))

    assert foe.fighter is not None
    mine = book_fighter(real_books()[book, 1], own)
    kind = combat_of(now.game).kinds[0].key
    asked = MatchUp(now.game.key, kind, mine, foe.fighter, {}, {})
    _, charging = settle(combat_of(now.game).odds, asked)
    turned = replace(asked, a=foe.fighter, b=mine)
    _, charged = settle(combat_of(now.game).odds, turned)
    assert [(one.name, one.wins, one.loses) for one in found.fights] == [
        ("Charging", charging.events["a-wins"], charging.events["b-wins"]),
        ("Charged", charged.events["b-wins"], charged.events["a-wins"]),
    ]
    assert found.fights[0].badge == "exact"


def test_knights_charge_with_lances_and_name_what_they_hold_when_charged() -> None:
    found = known(told("warhammer-empire", "knightly-orders", BOYZ))
    assert found.loadout == "Lance and Shield"
    charging, charged = found.fights
    assert (charging.winning, charging.held) == ("96.3%", "")
    assert charging.sentence.startswith("Charging Orc Boyz: wins 96 of 100, ")
    assert charged.sentence.startswith("Charged by Orc Boyz: ")
    assert sum(int(share.strip("%")) for _, _, share in charging.legend) == 100
    assert charging.rounded == "96%"
    assert charged.held == "Hand weapon and Shield"
    assert charged.wins < charging.wins


def test_shots_are_told_though_something_else_serves_better_in_the_fight() -> None:
    wardens = "scrollhammer-saltmere-league", "wall-wardens"
    found = known(told(*wardens, "scrollhammer-saltmere-league@1/rowers"))
    (shots,) = (one for one in found.attacks if one.phase == "Shooting")
    assert (found.loadout, shots.held) in (("Dagger", "Crossbow"), ("Crossbow", ""))


@pytest.mark.parametrize(
    ("unit", "target", "said"),
    [
        (
            "warhammer-bretonnia/knights-of-the-realm",
            "warhammer-bretonnia@1/men-at-arms",
            ("It has the Blessing of the Lady",),
        ),
        (
            "warhammer-bretonnia/men-at-arms",
            "warhammer-bretonnia@1/knights-of-the-realm",
            ("Knights of the Realm: It has the Blessing of the Lady",),
        ),
        (
            "charge-orcs/orcs",
            "charge-cathay@1/jade-warriors",
            ("How the charged unit reacts", "The charger uses Fearsome"),
        ),
        (
            "charge-skaven/ratmen",
            "charge-cathay@1/grand-cannon",
            ('Another unit of the same name within 6"',),
        ),
        ("charge-cathay/grand-cannon", "charge-cathay@1/grand-cannon", ()),
    ],
)
def test_what_counts_only_where_it_is_asked_is_named(
    unit: str, target: str, said: tuple[str, ...]
) -> None:
    book, _, own = unit.partition("/")
    assert known(told(book, own, target)).unasked == said


def test_who_cannot_charge_says_so_and_is_charged() -> None:
    found = known(told("warhammer-empire", "great-cannon", BOYZ))
    assert [name for name, _ in found.no_fights] == ["Charging"]
    assert "cannot charge: it does not move in battle" in found.no_fights[0][1]
    assert [one.name for one in found.fights] == ["Charged"]


def test_the_bar_of_a_fight_fills_its_width() -> None:
    fight = known(told("charge-skaven", "ratmen", ORCS)).fight
    assert fight is not None
    assert sum(wide for _, _, wide in fight.bar) == pytest.approx(100, abs=0.02)


def test_the_chance_to_win_is_told_for_a_hundred_points() -> None:
    found = known(told("charge-skaven", "ratmen", ORCS))
    assert found.fight is not None
    each = replace(found, points=50)
    assert each.per_hundred == f"{2 * found.fight.wins:.2f}"
    assert replace(found, points=0).per_hundred == ""


@pytest.mark.parametrize(
    "address",
    ["", "charge-orcs", "charge-orcs@x/orcs", "charge-orcs@7/orcs", "charge-orcs@1/no"],
)
def test_a_target_that_is_not_there_tells_nothing(address: str) -> None:
    assert told("charge-skaven", "ratmen", address) is None


def test_what_cannot_be_worked_out_says_why() -> None:
    now = army("charge-skaven", "ratmen")
    target = book_target(ORCS, real_books())
    assert target.fighter is not None
    blank = replace(target, fighter=replace(target.fighter, characteristics={}))
    found = known(loadout_odds(now.game, unit_of(now), blank))
    assert found.attacks == ()
    assert found.fight is None
    assert found.why_not.startswith(
        "Orcs, Wounds: the stat line of Orcs prints no Wounds"
    )


# -- what an edit changed -----------------------------------------------------------


def captain(option: str = "") -> Review:
    now = army("warhammer-empire", "captain")
    if not option:
        return now
    entry = real_books()["warhammer-empire", 1].units["captain"].entries[option]
    roster = apply(now.roster, Add(unit_of(now).id, with_defaults(entry)))
    return review(roster, real_books())


def against_men(before: Review | None = None) -> OddsBasis:
    return OddsBasis(book_target(MEN, real_books()), {}, before)


def test_a_great_weapon_that_was_ticked_is_taken_in_hand_and_compared() -> None:
    now = captain("great-weapon")
    found = unit_odds(now.game, unit_of(now), against_men(captain()))
    assert found.taken == "Great weapon"
    one = known(found.against)
    assert one.loadout == "Great weapon"
    plain = captain()
    was = known(
        loadout_odds(plain.game, unit_of(plain), book_target(MEN, real_books()))
    )
    assert [attack.was for attack in one.attacks] == [
        attack.expected for attack in was.attacks
    ]
    assert one.changed
    assert (
        f"{was.attacks[0].expected} to {one.attacks[0].expected} wounds" in one.change
    )


def test_nothing_is_compared_where_nothing_changed() -> None:
    now = captain()
    one = known(unit_odds(now.game, unit_of(now), against_men(captain())).against)
    assert not one.changed
    assert one.change == ""


def test_a_loadout_that_the_player_named_is_not_put_down_for_a_new_one() -> None:
    now = captain("great-weapon")
    named = SetLoadouts(unit_of(now).id, (Loadout("Parade", ("hand-weapon",)),))
    after = review(apply(now.roster, named), real_books())
    found = unit_odds(after.game, unit_of(after), against_men(captain()))
    assert found.taken == ""
    assert known(found.against).loadout == "Parade"


def test_the_open_unit_compares_what_it_may_have_in_hand() -> None:
    now = captain("great-weapon")
    found = unit_odds(now.game, unit_of(now), against_men(), compare=True)
    names = [choice.name for choice in found.choices]
    assert names == ["Hand weapon", "Great weapon"]
    assert [choice.counts for choice in found.choices] == [False, True]
    assert [choice.best for choice in found.choices] == ["", "fights"]
    sword, great = (choice.fights for choice in found.choices)
    for one, other in zip(sword, great, strict=True):
        assert one is not None
        assert other is not None
        assert one.wins < other.wins


def test_what_was_chosen_counts() -> None:
    now = captain("great-weapon")
    unit = unit_of(now)
    chosen = OddsBasis(book_target(MEN, real_books()), {unit.id: "Great weapon"})
    assert known(unit_odds(now.game, unit, chosen).against).loadout == "Great weapon"
    gone = OddsBasis(book_target(MEN, real_books()), {unit.id: "Broom"})
    assert known(unit_odds(now.game, unit, gone).against).loadout == "Great weapon"
    plain = OddsBasis(book_target(MEN, real_books()), {unit.id: "Hand weapon"})
    assert known(unit_odds(now.game, unit, plain).against).loadout == "Hand weapon"


def test_a_game_without_odds_tells_nothing() -> None:
    now = army("charge-skaven", "ratmen")
    silent = replace(GAMES["charge"], key="silent")
    target = book_target(ORCS, real_books())
    assert loadout_odds(silent, unit_of(now), target) is None
    assert with_previous(None, None) is None
    assert loadout_odds(now.game, unit_of(now), Target()) is None


def test_a_few_telling_tails_are_shown() -> None:
    tails = tuple(1 - k / 40 for k in range(40))
    shown = few_tails(tails)
    assert len(shown) == 6
    assert shown[0] == (1, tails[1])
    assert shown[-1] == (39, tails[39])
    assert few_tails((1.0, 0.5, 0.001)) == [(1, 0.5)]
