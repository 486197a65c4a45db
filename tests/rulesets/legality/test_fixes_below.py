"""Fixes that buy something for a part of a unit: a mount, a skill of a record."""

from dataclasses import replace

from rulesets.legality import review, with_fixes
from rulesets.reviews.review import Message
from rulesets.rosters.roster import Force, Roster, Selection
from tests.real_books import real_books

BOOKS = real_books("mordheim-*")
ALL = {"campaign": True, "misfire": True, "mounted": True}


def told(book: str, unit: Selection, code: str) -> Message:
    """Return what is said of a warband of one warrior, with its fixes."""
    roster = Roster("mordheim", "", 2000, forces=(Force("f1", book, 1, (unit,)),))
    now = review(replace(roster, switches=ALL), BOOKS)
    found = with_fixes(now, BOOKS)
    return next(one for one in found.messages if one.code == code)


def test_a_lance_in_a_record_is_mended_by_a_horse_of_that_record() -> None:
    record = Selection("s2", "record", selections=(Selection("s3", "lance"),))
    captain = Selection("s1", "captain", selections=(record,))
    message = told("mordheim-reikland", captain, "never-equipped")
    texts = [fix.text for fix in message.fixes]
    assert any(text.endswith("add Warhorse") for text in texts), texts


def test_a_mutation_is_mended_by_a_record_with_the_skill_that_allows_it() -> None:
    chief = Selection("s1", "chief", selections=(Selection("s2", "tentacle"),))
    message = told("mordheim-beastmen", chief, "mutant-skill")
    texts = [fix.text for fix in message.fixes]
    assert any(text.endswith("with Mutant") for text in texts), texts
