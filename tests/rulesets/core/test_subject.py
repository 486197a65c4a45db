"""Verbs agree with every name of every book, in every sentence that is kept as text."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import rulesets
from rulesets.combats import COMBATS
from rulesets.core.subject import Subject, clause, is_plural, verb_of
from tests.real_books import real_books

SEVERAL = """
Archers; Battle Magi; Black Orcs; Brethren; Brine Hounds; Caballarii; Coast Outriders;
Crossbowmen; Dagi; Deckhands; Falmer Warriors; Field Ballistae; Field Trebuchets;
Flagellants; Galley Rowers; Gate Wardens; Goblin Wolf Riders; Goblins; Grail Knights;
Great House Agents; Greatswords; Guild Forces; Guild Magicians; Halberdiers;
Handgunners;
Hold Riders; Huntsmen; Jade Warriors; Jaguar Men (Cathay); Jezzails;
Kevorki Boar Riders; Knights Errant; Knights of the Knightly Orders;
Knights of the Realm; Knights of the White Wolf; Lantern Priests; League Lancers;
Legionnaires; Men-at-arms; Milites; Mounted Yeomen; Night Goblins; Oathsworn Marines;
Orc Arrer Boyz; Orc Boar Boyz; Orc Boyz; Orcs; Peasant Bowmen; Pegasus Knights;
Pistoliers; Questing Knights; Ratmen; Savage Orc Boar Boyz; Savage Orc Boyz; Slaves;
Spearmen; Spellcasters; Spellswords; Storm Adepts; Streltsi; Swordsmen; Temple Priests;
Trolls; Verminkin; Wall Wardens
"""
"""The names of books that are of several; all others are of one."""

SEVERAL_NAMES = {" ".join(name.split()) for name in SEVERAL.split(";")}

VERB = re.compile(
    r"^:? (is|has|was|does|[a-z]+(?<!s)s)\b(?!:)",
)
NO_VERBS = {"as", "charges", "wounds", "rules", "models", "points"}
"""Words in s that follow a name and are no verbs."""


def unit_names() -> list[str]:
    books = real_books("*").values()
    return sorted({unit.name for book in books for unit in book.units.values()})


@pytest.mark.parametrize("name", unit_names())
def test_a_name_of_a_book_is_of_one_or_of_several(name: str) -> None:
    assert is_plural(name) == (name in SEVERAL_NAMES)


@pytest.mark.parametrize(
    ("name", "several"),
    [
        ("The Blazing Sun", False),
        ("Orc Boyz (A)", True),
        ("25 Boyz", True),
        ("Gutsnatch's Ladz", False),
        ("Boss and Boyz", True),
        ("Knights (with shields)", True),
        ("Sons of Talos", True),
        ("Son of Talos", False),
        ("", False),
        ("Łódź", False),
    ],
)
def test_a_name_that_a_player_wrote_is_read_by_its_head(
    name: str, *, several: bool
) -> None:
    assert is_plural(name) is several


@pytest.mark.parametrize(
    ("one", "several"),
    [
        ("wins", "win"),
        ("loses", "lose"),
        ("flees", "flee"),
        ("is", "are"),
        ("has", "have"),
        ("does", "do"),
        ("passes", "pass"),
        ("lies", "lie"),
        ("catches", "catch"),
    ],
)
def test_every_verb_has_its_plural(one: str, several: str) -> None:
    assert verb_of("Giant", one) == one
    assert verb_of("Trolls", one) == several


def kept_sentences() -> list[str]:
    """Return the texts of all outcomes of all games that name a side."""
    return sorted(
        {
            outcome.label
            for combat in COMBATS.values()
            for outcome in combat.outcomes.values()
            if "{" in outcome.label
        }
    )


def test_no_sentence_of_an_outcome_has_the_verb_of_another_number() -> None:
    """All unit names times all sentences."""
    sentences = kept_sentences()
    assert len(sentences) > 30
    for name in unit_names():
        wrong = re.compile(
            rf"^{re.escape(name)} "
            + (
                r"(is|has|was|does|(?!as\b)[a-z]+(?<!s)s)\b"
                if is_plural(name)
                else r"(are|have|were|do|win|lose|flee|fall|break|leave|stand|charge)\b"
            )
        )
        for sentence in sentences:
            told = sentence.format(a=Subject(name), b=Subject(name))
            assert not wrong.match(told), told


def texts_of_names() -> Iterator[tuple[str, str]]:
    """Yield (place, words after it) of every name in a text made by code."""
    folders = ("games", "odds", "matchups")
    root = Path(rulesets.__file__).parent
    site = root.parent / "armybuilder" / "matchups"
    for path in sorted(
        one
        for folder in (*(root / f for f in folders), site)
        for one in folder.rglob("*.py")
    ):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.JoinedStr):
                before = [None, *node.values]
                for of, part, words in zip(
                    before, node.values, node.values[1:], strict=False
                ):
                    if _is_of(of):
                        continue
                    if _is_name(part) and isinstance(words, ast.Constant):
                        yield f"{path.name}:{node.lineno}", str(words.value)


def _is_of(part: ast.expr | None) -> bool:
    return isinstance(part, ast.Constant) and str(part.value).endswith(" of ")


def _is_name(part: ast.expr) -> bool:
    if not isinstance(part, ast.FormattedValue):
        return False
    value = part.value
    named = ("a", "b", "own", "other", "enemy", "shooter", "profile", "warrior")
    if not isinstance(value, ast.Attribute) or value.attr not in ("name", "title"):
        return False
    owner = value.value
    last = owner.attr if isinstance(owner, ast.Attribute) else getattr(owner, "id", "")
    return last in named


def test_code_takes_every_verb_behind_a_name_from_the_name() -> None:
    found = [(place, text) for place, text in texts_of_names() if VERB.match(text)]
    assert [
        row
        for row in found
        if VERB.match(row[1])[1] not in NO_VERBS  # type: ignore[index]
    ] == []


def test_a_clause_is_a_name_and_its_verb() -> None:
    assert clause("Orc Boyz", "wins") == "Orc Boyz win"
