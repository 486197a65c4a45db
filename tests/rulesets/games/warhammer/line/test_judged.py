"""Items that ask who leads, who is near or who struck: rolled, drawn, and in two."""

from dataclasses import replace
from itertools import zip_longest

import pytest

from rulesets.games.warhammer.combat.answers import odds
from rulesets.games.warhammer.combat.line import answer
from rulesets.games.warhammer.combat.questions.kinds import LINE
from rulesets.odds.answer import Odds
from rulesets.odds.battle_line.drawn import draw_line
from rulesets.odds.battle_line.rolls import roll_line
from rulesets.odds.battle_line.step_recorder import Untraceable
from rulesets.odds.match_up import Answers, Fighter, Further, MatchUp
from rulesets.odds.native.bindings import SWITCH
from tests.rulesets.games.warhammer.bearers import hero, sword, with_piece, worn
from tests.rulesets.games.warhammer.line.test_drawn import chances_in, furthest
from tests.rulesets.games.warhammer.line.test_one_unit_a_side import as_line
from tests.rulesets.games.warhammer.units import (
    KNIGHTS,
    SWORDSMEN,
    TROLLS,
    match_up,
    unit,
)
from tests.rulesets.simulators.battle_line.judged_lines import JUDGED
from tests.rulesets.simulators.battle_line.scene import question_of

ROLLED = 8_000
SAME = 1e-12

BEARERS: dict[str, Fighter] = {
    "hammer": hero(sword("hammer-of-judgement"), a=3, w=4),
    "collar": with_piece(hero(a=3, w=4), worn("the-collar-of-zorga")),
    "shield": with_piece(hero(a=3, w=4), worn("shield-of-the-gorgon", "armour")),
    "laurels": with_piece(hero(a=3, w=4), worn("laurels-of-victory")),
    "speculum": with_piece(hero(a=1, w=4, s=3), worn("van-horstmanns-speculum")),
}
ENEMIES: dict[str, Fighter] = {
    "swordsmen": SWORDSMEN,
    "knights": KNIGHTS,
    "trolls": TROLLS,
    "a man": unit("Man", 1, ws=4, s=4, t=4, w=3, i=7, a=3, ld=6),
    "a rider": unit("Rider", 1, kind="cavalry", s=4, w=2, a=2, ld=6, mount={}),
    "a shield": BEARERS["shield"],
    "laurels": BEARERS["laurels"],
}


def parts_of(told: Odds) -> list[float]:
    wounds = [told.wounds[side].chances for side in "ab"]
    pairs = [one for row in wounds for one in (*row, *[0.0] * (20 - len(row)))]
    events = [told.events[f"{side}-wins-first-round"] for side in "ab"]
    kept = {key: told.outcomes.get(key, 0.0) for key in sorted(told.outcomes)}
    return [*pairs, *events, *(kept[key] for key in kept if key != "undecided")]


@pytest.mark.parametrize("item", BEARERS)
@pytest.mark.parametrize("enemy", ENEMIES)
def test_an_item_counts_in_a_line_of_two_to_the_last_digit(
    item: str, enemy: str
) -> None:
    own, other = BEARERS[item], ENEMIES[enemy]
    for side, (a, b) in (("a", (own, other)), ("b", (other, own))):
        asked: Answers = {f"{side}.uses-item": True}
        for readings in ({}, {"blows": "at-once"}, {"step-up": True}):
            fight = match_up("fight", a, b, asked, rounds=2)
            fight = replace(fight, readings=readings)
            line, combat = as_line(fight), odds(replace(fight, explained=True))
            pairs = zip_longest(parts_of(line), parts_of(combat), fillvalue=0.0)
            assert max(abs(one - other) for one, other in pairs) < SAME
            assert line.not_modelled == combat.not_modelled or item == "speculum"


@pytest.mark.sweep(5)
@pytest.mark.parametrize("name", JUDGED)
def test_a_rolled_line_is_as_far_from_the_exact_one_as_it_says(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    exact = odds(question_of(JUDGED[name]))
    assert exact.method == "exact"
    for solve in (
        lambda line, _: roll_line(line, name, ROLLED),
        draw_line,
    ):
        monkeypatch.setattr(answer, "solve_line", solve)
        told = odds(question_of(JUDGED[name]))
        assert furthest(told, exact) <= told.error + SAME


@pytest.mark.sweep(5)
@pytest.mark.parametrize("name", JUDGED)
def test_a_rolled_line_is_laid_out_in_steps_as_numpy_plays_it(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rolled = lambda line, _: roll_line(line, name, ROLLED)  # noqa: E731
    monkeypatch.setattr(answer, "solve_line", rolled)
    refuse = Untraceable.__init__
    refused = []

    def count(self: Untraceable, *why: object) -> None:
        refused.append(why)
        refuse(self, *why)

    monkeypatch.setattr(Untraceable, "__init__", count)
    native = odds(question_of(JUDGED[name]))
    assert refused == []
    monkeypatch.setenv(SWITCH, "0")
    assert chances_in(odds(question_of(JUDGED[name]))) == chances_in(native)


MEN = unit("Men", 5, ws=3, s=3, t=3, i=3, a=0, ld=5)
LEADER = unit("Leader", 1, ws=3, s=3, t=3, w=1, i=1, a=0, ld=9)


def wounds_by(own: Fighter, enemy: Fighter, *joined: Fighter) -> float:
    """Return the wounds that a hero takes of an enemy unit in one round."""
    further = tuple(Further(one, "b", "character") for one in joined)
    told = odds(MatchUp("warhammer", LINE, own, enemy, {}, {}, 1, further=further))
    return told.wounds["a"].expected()


def test_men_test_on_the_leadership_of_who_leads_them() -> None:
    # Two of three blows hit; two dice show more than 5 on 26 of 36, than 9 on 6.
    own = hero(sword("hammer-of-judgement"), i=9)
    assert wounds_by(own, MEN) == pytest.approx(2 / 3 * 26 / 36, abs=SAME)
    assert wounds_by(own, MEN, LEADER) == pytest.approx(2 / 3 * 6 / 36, abs=SAME)


def duel(own: Fighter, rival: Fighter, *, challenge: bool = True) -> float:
    """Return the wounds that a character of A takes of his rival in one round."""
    further = (
        Further(own, "a", "character", situation={"aims": "characters"}),
        Further(rival, "b", "character"),
    )
    asked: Answers = {"challenge": challenge}
    told = odds(MatchUp("warhammer", LINE, MEN, MEN, asked, {}, 1, further=further))
    left = told.distributions["b-character-left"].chances
    return sum((len(left) - 1 - n) * chance for n, chance in enumerate(left))


RIVAL = unit("Rival", 1, ws=4, s=3, t=4, w=9, i=2, a=0, ld=8)


def test_what_counts_in_a_challenge_counts_in_that_of_a_line() -> None:
    plain = hero(i=9)
    sure = with_piece(plain, worn("virtue-of-confidence", "virtue"))
    # 3+ to hit, then Strength 4 against Toughness 4 on 4+; failures are rolled again.
    assert duel(plain, RIVAL) == pytest.approx(1 / 3, abs=SAME)
    assert duel(sure, RIVAL) == pytest.approx(8 / 9 * 3 / 4, abs=SAME)
    assert duel(sure, RIVAL, challenge=False) == pytest.approx(1 / 3, abs=SAME)


def test_a_hat_butts_in_the_challenge_of_a_line() -> None:
    own = with_piece(hero(i=9), worn("eadbuttin-at"))
    assert duel(own, RIVAL) > duel(own, RIVAL, challenge=False)
