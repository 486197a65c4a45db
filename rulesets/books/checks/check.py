"""The check of an army book: errors that keep it from being published, and warnings.

Each row of `CHECKS` is one thing that is asked of every book. Errors block, warnings
tell; all are found at once.
"""
# ruff: noqa: E501 - a table reads best with a row a line

from typing import Any

from rulesets.books.checks import (
    arms,
    figures,
    names,
    numbers,
    own_rules,
    prices,
    reach,
)
from rulesets.books.checks.draft import (
    ERROR,
    WARNING,
    BookDraft,
    Check,
    Finding,
    OtherBooks,
)
from rulesets.books.load import BookError, read_book
from rulesets.documents.json import DocumentError, check, problems
from rulesets.games import find_game

__all__ = ["CHECKS", "ERROR", "WARNING", "Check", "Finding", "OtherBooks", "check_book"]

# fmt: off
CHECKS: tuple[Check, ...] = (
    Check("rule-unknown", ERROR, "Nobody has a special rule “terrifing”", names.unknown_rules),
    Check("rule-x", ERROR, "Armour Piercing needs its X; Fearsome has none", names.rules_with_wrong_x),
    Check("key-taken", ERROR, "The own rule Dread has the key of the game's rule Fear", own_rules.rules_that_take_the_games_key),
    Check("key-of-other-book", ERROR, "The key “crazed” brings the dice of another book's rule", own_rules.rules_that_take_another_books_key),
    Check("key-of-game", WARNING, "The own rule Fear takes the game's key and its dice", own_rules.rules_of_the_game),
    Check("figure-unknown", ERROR, "The game has no characteristic “luck”", figures.unknown_figures),
    Check("figure-no-number", ERROR, "Strength is “four”, or set to it; Wounds are 9,999; a need is 13", figures.figures_that_are_no_number),
    Check("figure-far", WARNING, "Strength is 140", figures.far_figures),
    Check("figure-missing", WARNING, "A unit has no stat line, or no Weapon Skill", figures.missing_figures),
    Check("type-unknown", ERROR, "The game has no type of unit “boat”", figures.unknown_types),
    Check("stat-unknown", ERROR, "Items of the game have no figure “colour”", figures.unknown_stats),
    Check("stat-no-number", ERROR, "A sword's Strength is “four”, a shield's save -5", figures.item_figures_that_are_no_number),
    Check("price-negative", ERROR, "A unit, a model or an item costs -5, or is set to it", numbers.negative_prices),
    Check("price-below", ERROR, "A change takes 999 from a unit that is worth 300 at most", prices.prices_made_negative),
    Check("price-rebate", WARNING, "An option costs -50", numbers.rebates),
    Check("price-far", WARNING, "A unit costs 99,999", figures.far_prices),
    Check("unit-free", WARNING, "A unit and its models cost nothing", numbers.free_units),
    Check("unit-without-models", WARNING, "Nothing says how many models a unit has", numbers.units_without_models),
    Check("bound-negative", ERROR, "At most -3", numbers.negative_bounds),
    Check("range-backwards", ERROR, "At least 30, but at most 20; a roll of 12 to 2", numbers.backward_ranges),
    Check("gear-loop", ERROR, "A gives B, and B gives A", numbers.gear_in_a_ring),
    Check("slot-short", ERROR, "Three to choose, one on offer", numbers.short_slots),
    Check("slot-empty", WARNING, "A slot offers nothing", numbers.empty_slots),
    Check("limit-twice", ERROR, "Two limits of one key about the same things", numbers.same_limits),
    Check("stat-line-twice", ERROR, "Two stat lines “rider”", numbers.same_stat_lines),
    Check("book-empty", ERROR, "The book offers nothing to buy", numbers.nothing_to_buy),
    Check("target-unknown", ERROR, "“magic” finds nothing; did you mean “#magic”?", names.unknown_targets),
    Check("target-elsewhere", WARNING, "“undead” finds nothing, and may be a book that is not here", names.targets_elsewhere),
    Check("place-unknown", ERROR, "“attic” is no place in the book", names.unknown_places),
    Check("switch-unknown", ERROR, "No switch is called “war”", names.unknown_switches),
    Check("gear-missing", ERROR, "A change gives a “bow”; the book has none", names.gear_that_is_not_there),
    Check("gear-unknown", WARNING, "A change takes away a “full-plate”; the book has none", names.gear_that_is_not_lost),
    Check("category-unknown", ERROR, "A change names the category “rare”; the book has none", names.unknown_categories),
    Check("category-foreign", ERROR, "Warhammer counts no “lords”; did you mean “lord”?", names.foreign_categories),
    Check("category-uncounted", WARNING, "Neither the game nor the book counts “magi”", names.uncounted_categories),
    Check("tag-expected", WARNING, "A Lord is no “character”, as all other Lords are", names.units_without_their_tag),
    Check("kind-unknown", ERROR, "No game knows the kind “sheild”", names.unknown_kinds),
    Check("base-unknown", ERROR, "Neither the game nor the book knows the base “sowrd”", names.unknown_bases),
    Check("limit-idle", ERROR, "A limit counts what its unit cannot have, or a rule that nobody carries", reach.idle_limits),
    Check("ban-idle", WARNING, "The same of a limit that forbids: nothing is there to forbid", reach.idle_bans),
    Check("limit-of-game", WARNING, "The book's limit “core” stands beside the game's", names.limits_beside_the_games),
    Check("bound-unknown", WARNING, "A change moves the limit “champions”; there is none", names.unknown_limits),
    Check("claimed", WARNING, "A printed rule is said to be in the odds", names.claims),
    Check("list-unused", WARNING, "No slot offers a list", names.unused_lists),
    Check("crest-dim", ERROR, "Both colours of the crest are metals, or neither is", arms.dim_colours),
    Check("text-missing", WARNING, "A rule has no summary, a unit no source", figures.missing_texts),
    Check("not-printed", WARNING, "The book lists it as not printed", figures.not_printed),
)
"""The checks of every draft that is a book at all."""
# fmt: on


def check_book(document: Any, others: OtherBooks | None = None) -> tuple[Finding, ...]:
    """Return every finding about a book document, errors first."""
    try:
        check("book", document)
    except DocumentError:
        broken = problems("book", document)
        return tuple(Finding(ERROR, one.where, one.text, "schema") for one in broken)
    game = find_game(document["game"])
    if game is None:
        text = f"there is no game {document['game']!r}"
        return (Finding(ERROR, "/game", text, "game-unknown"),)
    try:
        book = read_book(document)
    except BookError as problem:
        return (Finding(ERROR, problem.where, problem.text, "book"),)
    draft = BookDraft(document, game, book, others or OtherBooks())
    found = [
        Finding(each.severity, where, text, each.code)
        for each in CHECKS
        for where, text in dict.fromkeys(each.ask(draft))
    ]
    return tuple(sorted(found, key=lambda finding: finding.severity != ERROR))
