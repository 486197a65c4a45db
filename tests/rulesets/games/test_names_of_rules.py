"""Rules that roll no dice are called in the odds as their books call them."""

import json

import pytest

from rulesets.games.charge.combat.answers import OMISSIONS as OF_CHARGE
from rulesets.games.mordheim.combat.answers import OMISSIONS as OF_MORDHEIM
from rulesets.games.scrollhammer.combat.left_out import OMISSIONS as OF_SCROLLHAMMER
from rulesets.games.warhammer.combat.left_out import OMISSIONS as OF_WARHAMMER
from tests.real_books import FIXTURES, KEYS

OMISSIONS = {
    "charge": OF_CHARGE,
    "mordheim": OF_MORDHEIM,
    "scrollhammer": OF_SCROLLHAMMER,
    "warhammer": OF_WARHAMMER,
}


@pytest.mark.parametrize("key", KEYS)
def test_no_dice_names_a_rule_as_its_book_does(key: str) -> None:
    book = json.loads((FIXTURES / "books" / f"{key}.json").read_bytes())
    standing = OMISSIONS[book["game"]]

    printed = {rule["key"]: rule["name"] for rule in book.get("rules", ())}
    quiet = {rule: name for rule, name in printed.items() if rule in standing.quiet}
    assert {rule: standing.name_of(rule) for rule in quiet} == quiet
