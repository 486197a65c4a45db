"""The check of an army book: errors that keep it back, warnings, and hints.

Each row of `CHECKS` is one thing that is asked of every book. Errors block, warnings
are mended or accepted, hints are folded; all are found at once.
"""
# ruff: noqa: E501 - a table reads best with a row a line

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rulesets.books.checks import (
    acceptance,
    arms,
    bounds,
    defaults,
    demands,
    effect_clashes,
    equipment,
    figures,
    inheritance,
    match_ups,
    names,
    needless,
    numbers,
    own_rules,
    prices,
    reach,
    refusals,
    scopes,
    texts,
    translations,
    uses,
)
from rulesets.books.checks.acceptance import AskedApart
from rulesets.books.checks.draft import BookDraft, Check, OtherBooks
from rulesets.books.checks.finding import (
    ERROR,
    HINT,
    LEVELS,
    WARNING,
    Finding,
    Found,
)
from rulesets.books.checks.schema_faults import rest_of
from rulesets.books.load import FORMAT, BookError, read_book
from rulesets.documents.json import problems
from rulesets.documents.places import keyed_place
from rulesets.documents.problem import Problem
from rulesets.documents.schema import is_valid
from rulesets.games import find_game
from rulesets.libraries import PARTS, whole_document

# fmt: off
CHECKS: tuple[Check, ...] = (
    Check("key-twice", ERROR, "Two units have the key “orcs”", refusals.same_keys),
    Check("item-unknown", ERROR, "A unit carries a “spera”; the book has none", refusals.unknown_items),
    Check("stat-line-unknown", ERROR, "A model has the stat line “rider”; its unit has none", refusals.unknown_stat_lines),
    Check("list-unknown", ERROR, "A slot offers the list “relics”; no such list stands before it", refusals.unknown_lists),
    Check("option-unknown", ERROR, "A slot takes along a “horn” that it does not offer", refusals.unknown_options),
    Check("option-twice", ERROR, "Two slots of a unit offer “horn”", refusals.options_of_two_slots),
    Check("rule-unknown", ERROR, "Nobody has a special rule “terrifing”", names.unknown_rules),
    Check("rule-x", ERROR, "Armour Piercing needs its X; Fearsome has none", names.rules_with_wrong_x),
    Check("key-taken", ERROR, "The own rule Dread has the key of the game's rule Fear", own_rules.rules_that_take_the_games_key),
    Check("key-of-other-book", ERROR, "The key “crazed” brings the dice of another book's rule", own_rules.rules_that_take_another_books_key),
    Check("key-of-game", WARNING, "The own rule Fear takes the game's key and its dice", own_rules.rules_of_the_game),
    Check("effect-unknown", ERROR, "Charge has no roll “to-wound”; an effect adds 99 to a roll", own_rules.effects_that_are_not_counted),
    Check("effect-key", ERROR, "The own rule Frenzy has effects, and a key that the odds know", own_rules.effects_beside_the_games),
    Check("effect-x", ERROR, "An X of 40 is added to a roll to hit", own_rules.values_past_their_term),
    Check("effect-never", WARNING, "An effect asks for shooting in close combat", needless.effects_that_never_count),
    Check("figure-unknown", ERROR, "The game has no characteristic “luck”", figures.unknown_figures),
    Check("figure-no-number", ERROR, "Strength is “four”, or set to it; Wounds are 9,999; a need is 13", figures.figures_that_are_no_number),
    Check("figure-far", WARNING, "Strength is 140", figures.far_figures),
    Check("figure-missing", WARNING, "A unit has no stat line, or no Weapon Skill", figures.missing_figures),
    Check("odds-refused", WARNING, "A steam tank prints no Wounds, so it has no match-up", match_ups.units_without_odds, of_document=False),
    Check("type-unknown", ERROR, "The game has no type of unit “boat”", figures.unknown_types),
    Check("stat-unknown", ERROR, "Items of the game have no figure “colour”", figures.unknown_stats),
    Check("stat-no-number", ERROR, "A sword's Strength is “four”, a shield's save -5", figures.item_figures_that_are_no_number),
    Check("price-negative", ERROR, "A unit, a model or an item costs -5, or is set to it", numbers.negative_prices),
    Check("price-below", ERROR, "A change takes 999 from a unit that is worth 300 at most", prices.prices_made_negative, of_document=False),
    Check("price-rebate", WARNING, "An option costs -50", numbers.rebates),
    Check("price-far", WARNING, "A unit costs 99,999", figures.far_prices),
    Check("unit-free", WARNING, "A unit and its models cost nothing", numbers.free_units),
    Check("unit-without-models", WARNING, "Nothing says how many models a unit has", numbers.units_without_models),
    Check("free-among-priced", WARNING, "Only the shortbow of all bows costs nothing", prices.free_among_priced),
    Check("bound-negative", ERROR, "At most -3", numbers.negative_bounds),
    Check("range-backwards", ERROR, "At least 30, but at most 20; a roll of 12 to 2", numbers.backward_ranges),
    Check("gear-loop", ERROR, "A gives B, and B gives A", numbers.gear_in_a_ring),
    Check("slot-short", ERROR, "Three to choose, one on offer", numbers.short_slots),
    Check("slot-empty", HINT, "A slot offers nothing", numbers.empty_slots),
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
    Check("tag-of-nothing", WARNING, "There are characters, and none can be the general", demands.tags_that_nothing_has),
    Check("kind-unknown", ERROR, "No game knows the kind “sheild”", names.unknown_kinds),
    Check("base-unknown", ERROR, "Neither the game nor the book knows the base “sowrd”", names.unknown_bases),
    Check("limit-idle", ERROR, "A limit counts what its unit cannot have, or a rule that nobody carries", reach.idle_limits, of_document=False),
    Check("ban-idle", WARNING, "The same of a limit that forbids: nothing is there to forbid", reach.idle_bans, of_document=False),
    Check("change-idle", WARNING, "A change finds nobody to change, or a later one overrules it", reach.idle_changes, of_document=False),
    Check("change-overruled", WARNING, "Two changes set one figure, and the later one always wins", scopes.overruled_changes),
    Check("never-legal", ERROR, "A limit forbids the cannon that the unit offers, whatever else is bought", bounds.forbidden_entries, of_document=False),
    Check("limit-unmet", ERROR, "Five shields are asked for, and two can be had", bounds.unmet_limits, of_document=False),
    Check("limits-clash", ERROR, "One leader is asked for, and no heroes are allowed", bounds.clashing_limits, of_document=False),
    Check("limit-never-broken", HINT, "At most five shields are allowed, and two can be had", bounds.limits_never_broken, of_document=False),
    Check("condition-idle", WARNING, "“At least 0” holds always", needless.idle_conditions),
    Check("counts-models", WARNING, "0-1 Orcs counts the 20 models Orc, too", scopes.limits_that_count_models),
    Check("allowance-of-army", WARNING, "100 points of magic items, shared by all Lords", scopes.allowances_of_the_army),
    Check("list-of-armies", HINT, "17 armies are named that may not have it", scopes.lists_of_armies),
    Check("limit-of-game", WARNING, "The book's limit “core” stands beside the game's", names.limits_beside_the_games),
    Check("bound-unknown", WARNING, "A change moves the limit “champions”; there is none", names.unknown_limits),
    Check("claimed", WARNING, "A printed rule is said to be in the odds", own_rules.claims),
    Check("rule-not-in-odds", HINT, "Spines is in no number", own_rules.rules_in_no_number),
    Check("library-unknown", ERROR, "The book says library 9; the game has none of that number", inheritance.unknown_libraries),
    Check("library-older", HINT, "The book says library 1, and there is library 2", inheritance.older_libraries),
    Check("library-unused", HINT, "The book says a library and takes nothing from it", inheritance.unused_libraries),
    Check("overrules-library", HINT, "The book's own Handgun stands for the library's", inheritance.overruled_parts),
    Check("list-unused", HINT, "No slot offers a list", uses.unused_lists),
    Check("unused", HINT, "Nobody can have an item, nobody carries a rule", uses.unused_parts),
    Check("save-dash-improved", WARNING, "Heavy armour improves a save of “-”, which stays none", equipment.dashes_that_stay, of_document=False),
    Check("mount-without-stat-line", WARNING, "A warhorse has no figures to fight with", equipment.mounts_without_stat_line, of_document=False),
    Check("stat-line-of-nobody", WARNING, "A griffon has figures and is no mount, so that it does not fight", equipment.stat_lines_of_nobody),
    Check("armour-without-effect", WARNING, "A shield that is bought improves no save", equipment.armour_without_effect),
    Check("champion-adds-model", WARNING, "A champion is an eleventh model of ten", equipment.champions_that_add_a_model),
    Check("effects-clash", WARNING, "Two rules of one unit set the same roll", effect_clashes.clashing_effects),
    Check("defaults-illegal", WARNING, "What comes along with a unit breaks its own limit", defaults.illegal_defaults, of_document=False),
    Check("words-number", WARNING, "The words say 3, the bound is 4", texts.wrong_numbers),
    Check("words-needless", HINT, "The words say what is said without them", needless.needless_words),
    Check("crest-dim", ERROR, "Both colours of the crest are metals, or neither is", arms.dim_colours),
    Check("language-unknown", WARNING, "“xx” is no language", texts.unknown_languages),
    Check("translation-unknown-place", WARNING, "A text of no place in the book is translated", translations.unknown_places),
    Check("translation-missing", HINT, "3 of 12 texts are not in de", translations.missing_texts),
    Check("text-missing", WARNING, "A rule has no summary, a unit or an item no source", texts.missing_texts),
    Check("not-printed", HINT, "The book lists it as not printed", texts.not_printed),
)
"""The checks of every draft that is a book at all."""
# fmt: on


def check_book(
    document: Any,
    others: OtherBooks | None = None,
    apart: Callable[[Any], AskedApart] | None = None,
) -> tuple[Finding, ...]:
    """Return every finding about a book document, the gravest first.

    Those that the document accepts carry the reason. ``apart`` finds what only its
    caller can know, in a document that keeps the schema.
    """
    if not is_valid("book", document):
        return _of_broken(document)
    game = find_game(document["game"])
    if game is None:
        text = f"there is no game {document['game']!r}"
        return (Finding("game-unknown", ERROR, "/game", text, "/game"),)
    refusal = None
    try:
        book = read_book(document)
    except BookError as problem:
        refusal, book = problem, read_book({**_head(document), "units": []})
    whole = whole_document(document, own_first=PARTS)
    draft = BookDraft(whole, game, book, others or OtherBooks(), document)
    names: dict[int, list[str]] = {}
    found = [
        Finding(
            each.code,
            each.level,
            one.pointer,
            one.sentence,
            keyed_place(document, one.pointer, names),
            one.did_you_mean,
            one.mend if _is_own(document, one) else (),
        )
        for each in CHECKS
        if each.of_document or refusal is None
        for one in {
            (one.pointer, one.sentence): one for one in each.ask(draft)
        }.values()
        if not inheritance.is_inherited(document, one.pointer)
    ]
    if refusal and refusal.where not in {one.pointer for one in found}:
        at = keyed_place(document, refusal.where)
        found.append(Finding("book", ERROR, refusal.where, refusal.text, at))
    more = apart(document) if apart is not None else AskedApart()
    found += more.findings
    accepted = acceptance.accepted(document, found, more.codes)
    return tuple(sorted(accepted, key=lambda finding: LEVELS.index(finding.level)))


def _of_broken(document: Any) -> tuple[Finding, ...]:
    """Return where a document breaks its schema, and what the rest of it names wrongly."""
    broken = problems("book", document)
    rest = rest_of(document, broken)
    found = check_book(rest.document) if rest is not None else ()
    told = [
        replace(one, pointer=rest.place(one.pointer), mend=())
        for one in found
        if rest is not None and rest.told(one)
    ]
    return (*map(_broken, broken), *told)


def _broken(problem: Problem) -> Finding:
    where, text = problem.where, problem.text
    return Finding("schema", ERROR, where, text, "", problem.did_you_mean)


def _is_own(document: Any, found: Found) -> bool:
    """Return whether a mend changes the book alone, and nothing of a library."""
    steps = found.mend
    return not any(inheritance.is_inherited(document, step.pointer) for step in steps)


def _head(document: Any) -> dict[str, Any]:
    named = {key: document[key] for key in ("key", "game", "name")}
    return {"format": FORMAT, **named}
