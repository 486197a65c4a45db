"""Every example of the guide to messages is a text that an army is really told."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rulesets.books.book import Books
from rulesets.books.sample_armies import read_book_tests
from rulesets.documents.json import parse
from rulesets.games import GAMES
from rulesets.legality import review
from rulesets.rosters.edits import Join, apply
from rulesets.rosters.roster import (
    Force,
    Roster,
    Selection,
    at_editions,
    read_roster,
)
from tests.real_books import FIXTURES, real_book
from tests.rulesets.legality.real import books_of, roster_of

GUIDE = Path(__file__).resolve().parents[3] / "docs" / "messages.md"
LEAGUE = "scrollhammer-saltmere-league"
SHARES = ("core-points", "heroes-points", "elite-points", "support-points")

HEADINGS_AND_EXAMPLES = re.compile(r"^### `(.+)`$|^\*([^* ].*)\*$", re.MULTILINE)


def examples() -> list[tuple[str, str]]:
    """Return the code and the text of every example of the guide."""
    found: list[tuple[str, str]] = []
    code = ""
    for heading, example in HEADINGS_AND_EXAMPLES.findall(GUIDE.read_text()):
        code = heading or code
        if example:
            found.append((code, example))
    return found


# -- armies that no book has among its samples ----------------------------------------


def of_four_elite_units() -> Roster:
    return roster_of(LEAGUE, *["gate-wardens"] * 4)


def of_two_allies() -> Roster:
    army = roster_of(
        LEAGUE, "reefback", allies=("scrollhammer-falmer", "falmer-warriors")
    )
    dragon = Force("f3", "scrollhammer-dragons", 1, (Selection("d", "dragon-priest"),))
    return replace(army, forces=(*army.forces, dragon))


def of_other_games() -> Roster:
    return roster_of(LEAGUE, allies=("charge-skaven",))


def of_two_editions() -> Roster:
    army = roster_of("charge-orcs", "orcs", allies=("charge-orcs", "orcs"))
    return replace(army, forces=(army.forces[0], replace(army.forces[1], edition=2)))


def of_an_edition_that_nobody_has() -> Roster:
    return at_editions(roster_of("charge-orcs", "orcs"), {"charge-orcs": 9})


def second_edition() -> Books:
    orcs = real_book("charge-orcs")
    return {(orcs.key, 2): replace(orcs, edition=2)}


def on_trial() -> Books:
    skaven = real_book("charge-skaven")
    return {(skaven.key, 2): replace(skaven, edition=2, on_trial=True)}


def of_a_trial() -> Roster:
    return at_editions(roster_of("charge-skaven", "ratmen"), {"charge-skaven": 2})


def of_shares() -> Iterator[Roster]:
    """Yield armies of 1,000 points whose players agreed to the shares of points."""
    agreed: Any = {"limit": 1000, "switches": dict.fromkeys(SHARES, True)}
    yield roster_of(LEAGUE, *["magister"] * 4, **agreed)
    yield roster_of(LEAGUE, *[("tidewrought", "8 tidewrought-model")] * 2, **agreed)
    yield roster_of(LEAGUE, *["reefback"] * 3, **agreed)


def of_six_hundred_unknown_units() -> Roster:
    units = tuple(Selection(f"s{n}", "nobody") for n in range(60))
    forces = (
        Force(
            f"f{n}",
            "charge-orcs",
            1,
            tuple(replace(u, id=f"{u.id}-{n}") for u in units),
        )
        for n in range(10)
    )
    return Roster("charge", "Nobody", forces=tuple(forces))


def of_a_thirteen_with_two_dice() -> Roster:
    armies = parse((FIXTURES / "book-tests" / "mordheim-reikland.json").read_bytes())
    (army,) = [
        one["roster"]
        for one in armies["armies"]
        if [said["code"] for said in one["messages"]] == ["roll-missing"]
    ]
    rolled = json.dumps(army).replace(
        '"entry": "healing-herbs"', '"entry": "healing-herbs", "roll": 13'
    )
    return read_roster(json.loads(rolled))


def of_joins() -> Iterator[Roster]:
    """Yield armies in which a unit joins another that it may not."""
    for key, who, unit in (
        ("warhammer-empire", "halberdiers", "swordsmen"),
        ("warhammer-empire", "captain", "warrior-priest"),
        ("warhammer-empire", "captain", "flagellants"),
        ("warhammer-orcs-and-goblins", "orc-big-boss", "giant"),
        ("scrollhammer-great-houses-of-morrowind", "noble", "warrior-priest"),
    ):
        yield apply(roster_of(key, who, unit), Join(who, unit))


def made() -> Iterator[Roster]:
    yield of_four_elite_units()
    yield of_two_allies()
    yield of_two_editions()
    yield of_an_edition_that_nobody_has()
    yield roster_of("charge-skaven", "ratmen", allies=("charge-orcs",))
    yield roster_of(
        "mordheim-reikland", "captain", allies=("mordheim-skaven", "assassin-adept")
    )
    yield roster_of(
        "warhammer-empire",
        "greatswords",
        allies=("warhammer-orcs-and-goblins", "orc-big-boss"),
    )
    yield from of_joins()
    yield of_other_games()
    yield from of_shares()
    yield of_six_hundred_unknown_units()
    yield of_a_thirteen_with_two_dice()


def samples() -> Iterator[Roster]:
    for path in sorted((FIXTURES / "book-tests").glob("*.json")):
        for army in read_book_tests(parse(path.read_bytes())).armies:
            yield army.roster


@pytest.fixture(scope="module")
def told() -> set[tuple[str, str]]:
    """Return the code and the text of every message of every army."""
    reviews = [
        review(roster, {**books_of(roster), **second_edition()})
        for roster in (*samples(), *made())
    ]
    reviews.append(review(of_a_trial(), on_trial()))
    of_the_first = roster_of("charge-orcs", "orcs")
    second_counts = replace(GAMES["charge"].pack, counting={"charge-orcs": 2})
    for pack in (second_counts, GAMES["warhammer"].pack):
        reviews.append(review(of_the_first, books_of(of_the_first), pack))
    return {(message.code, message.text) for now in reviews for message in now.messages}


@pytest.mark.parametrize(
    ("code", "text"), examples(), ids=[code for code, _ in examples()]
)
def test_an_example_is_what_an_army_is_told(
    told: set[tuple[str, str]], code: str, text: str
) -> None:
    assert (code, text) in told, sorted(one for of, one in told if of == code)


def test_every_code_has_an_example_and_says_what_to_do() -> None:
    guide = GUIDE.read_text()
    entries = re.split(r"^### ", guide, flags=re.MULTILINE)[1:]

    assert {code for code, _ in examples()} == set(
        re.findall(r"^### `(.+)`$", guide, re.MULTILINE)
    )
    assert not [entry for entry in entries if "**What to do:** " not in entry]


ENGINE_WORDS = re.compile(r"kind:|slot:|rule:|#|[{}]|\bselections?\b|  |\b1 models\b")


def test_no_message_speaks_the_words_of_documents(told: set[tuple[str, str]]) -> None:
    assert not sorted(text for _, text in told if ENGINE_WORDS.search(text))


def test_every_message_is_a_sentence(told: set[tuple[str, str]]) -> None:
    assert not sorted(text for _, text in told if not text.endswith("."))
