"""What is counted is missed when it is taken away; what rolls no dice never is."""

from collections.abc import Callable
from functools import cache

import pytest

from rulesets.combats import combat_of, status_of
from rulesets.game import Game
from rulesets.games.mordheim.special_rules import SPECIAL_RULES as OF_MORDHEIM
from rulesets.games.mordheim.special_rules import keys_of as mordheim_keys_of
from rulesets.games.scrollhammer.special_rules import keys_of as of_scrollhammer
from rulesets.games.warhammer.special_rules import keys_of
from tests.real_books import real_book
from tests.rulesets.options.battery import game_of
from tests.rulesets.options.bearers import Bearers, bearers
from tests.rulesets.options.purchases import CASES
from tests.rulesets.options.taken_away import Taking

_IN_HAND = ("extra-hand-weapon", "guess-range", "multiple-shots", "pistol")
SHOWN = {
    "charge": {"cannon"},
    "mordheim": {*mordheim_keys_of(OF_MORDHEIM.values(), "in the figures")},
    "scrollhammer": {*of_scrollhammer("in the figures")},
    "warhammer": {*keys_of("in the figures"), *_IN_HAND, "quell-animosity"},
}
"""Rules that say in words what figures or hands say too: the stat line, two weapons in
hand, shots, a pistol's base, how a war machine shoots, and that no range is printed for
a cannon. Black Orcs, who quell animosity, have none themselves: of those near them it
is asked."""

OUTDONE = {"scrollhammer-imperial-legion": ["blast"]}
"""Whose bearers have another rule that does the same: the Onager's barrage."""


@cache
def _taking(game: str) -> Taking:
    return Taking(game_of(game))


@cache
def _bearers(name: str) -> Bearers:
    return bearers(real_book(name))


@pytest.mark.sweep(len(CASES))
@pytest.mark.parametrize("name", CASES)
def test_a_rule_that_counts_is_missed_when_it_is_taken_away(
    name: str, covered: Callable[[int, str], None]
) -> None:
    game = game_of(real_book(name).game)
    taking = _taking(game.key)
    silent, shown = [], 0
    for key, those in _bearers(name).items():
        if status_of(game, key) not in ("exact", "sampled") or key in SHOWN[game.key]:
            continue
        shown += 1
        first = list(those.values())
        if taking.is_refused(first) or taking.names(key, first[0]):
            continue
        if not taking.shows(key, first):
            silent.append(key)
    covered(shown, "rules that count, taken away")
    assert silent == OUTDONE.get(name, [])


@pytest.mark.sweep(len(CASES))
@pytest.mark.parametrize("name", CASES)
def test_what_rolls_no_dice_changes_no_number(
    name: str, covered: Callable[[int, str], None]
) -> None:
    game = game_of(real_book(name).game)
    quiet = {key: those for key, those in _bearers(name).items() if _quiet(game, key)}
    found = {
        key: str(place)
        for key, those in quiet.items()
        if (place := _taking(game.key).stirs(key, list(those.values())))
    }
    covered(len(quiet), "rules, pieces and options without dice, taken away")
    assert not found


def _quiet(game: Game, key: str) -> bool:
    return key in combat_of(game).no_dice
