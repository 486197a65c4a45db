"""The check of printed dashes without which the odds refuse a unit."""

from collections.abc import Iterator

from rulesets.books.book import Entry
from rulesets.books.checks.draft import BookDraft
from rulesets.books.checks.finding import Found
from rulesets.combats import combat_of
from rulesets.matchups.fighter import book_fighter
from rulesets.odds.match_up import FigureMissing


def units_without_odds(draft: BookDraft) -> Iterator[Found]:
    """Yield units that no match-up can be made of, because a dash is printed.

    Each is tried as it is added, against its like. Figures that are silent are told by
    `missing_figures`.
    """
    combat = combat_of(draft.game)
    for index, unit in enumerate(draft.document["units"] if combat.kinds else ()):
        entry = draft.book.units[unit["key"]]
        if not entry.profiles or not _has_dash(entry):
            continue
        try:
            own = book_fighter(draft.book, entry.key)
            combat.preview(own, own)
        except FigureMissing as problem:
            sentence = f"no match-up can be made of {entry.name}: {problem.text}"
            yield Found(f"/units/{index}", sentence)
        except ValueError:
            continue


def _has_dash(entry: Entry) -> bool:
    """Return whether an entry or something below it prints a dash for a figure."""
    dashes = (None in one.characteristics.values() for one in entry.profiles)
    return any(dashes) or any(map(_has_dash, entry.entries.values()))
