"""The answers of a match-up when its sides change places."""

import pytest

from armybuilder.matchups.answers import Answer
from armybuilder.matchups.match_up_settings import swapped_answers
from rulesets.combats import combat_of
from rulesets.games import GAMES


@pytest.mark.parametrize(
    ("game", "kind", "said", "then"),
    [
        ("charge", "shooting", {"a.wounds-lost": 2}, {"b.wounds-lost": 2}),
        ("warhammer", "fight", {"higher-ground": "a"}, {"higher-ground": "b"}),
        ("warhammer", "charge", {"distance": 7}, {"distance": 7}),
        ("warhammer", "engagement", {"first": "b"}, {"first": "b"}),
        ("scrollhammer", "fight", {"charger": "none"}, {"charger": "none"}),
    ],
)
def test_what_is_a_unit_s_goes_with_it_and_who_acts_stays_with_the_place(
    game: str, kind: str, said: dict[str, Answer], then: dict[str, Answer]
) -> None:
    asked = next(one for one in combat_of(GAMES[game]).kinds if one.key == kind)

    assert swapped_answers(asked, said) == then
    assert swapped_answers(asked, then) == said
