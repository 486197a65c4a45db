"""Mistakes that authors of books make, each in a small document.

A row is a line of `docs/mistakes.md`. Whoever adds a check adds a mistake.
"""
# ruff: noqa: E501 - a table reads best with a row a line

from dataclasses import dataclass
from typing import Any

from rulesets.books.checks.draft import OtherBooks
from rulesets.books.checks.texts import FOR_ALL
from rulesets.libraries import library_of
from tests.armybuilder.books.documents import FIGURES, small_book, small_unit

SOURCE = "Test, page 1"
BOW = {"key": "bow", "name": "Bow", "kind": "ranged", "source": SOURCE}
SHIELD = {"key": "shield", "name": "Shield", "kind": "shield", "source": SOURCE}
HORN = {"key": "horn", "name": "Horn", "points": 5}
DRUM = {"key": "drum", "name": "Drum", "points": 5}
FLUTE = {"key": "flute", "name": "Flute", "points": 5}
LIMIT = {"key": "few", "title": "Few", "of": "spears", "max": 1}
JAVELINS = library_of("charge", 1).items["javelins"]  # type: ignore[union-attr]
"""As the library of Charge has them."""

LINE = {"key": "spears", "characteristics": dict(FIGURES)}
KNIGHT = {
    **{"m": 4, "ws": 4, "bs": 3, "s": 3, "t": 3, "w": 1, "i": 3, "a": 1},
    **{"ld": 8, "sv": 6, "us": 1},
}

ALONE = OtherBooks()


@dataclass(frozen=True, slots=True)
class Mistake:
    """A mistake: what the author did, and what is found of it, where.

    ``also`` are codes of what follows from it and is found, too.
    """

    what: str
    code: str
    level: str
    pointer: str
    words: str
    document: Any
    others: OtherBooks = ALONE
    also: tuple[str, ...] = ()


def unit(**changes: Any) -> Any:
    return small_book(units=[small_unit(**changes)])


def slot(**changes: Any) -> Any:
    return unit(
        slots=[{"key": "extras", "name": "Extras", "options": [HORN, DRUM]} | changes]
    )


def option(**changes: Any) -> Any:
    return slot(options=[HORN | changes])


def models(*several: Any, **changes: Any) -> Any:
    return unit(models=list(several), **changes)


def model(**changes: Any) -> Any:
    return {"key": "man", "name": "Man", "points": 5, "min": 5, "max": 10} | changes


def figures(**changes: Any) -> Any:
    named = {key.replace("_", "-"): value for key, value in changes.items()}
    return unit(profiles=[LINE | {"characteristics": FIGURES | named}])


def slot_and_limit(*others: Any, **changes: Any) -> Any:
    one = {"key": "few", "title": "Few", "in": "self"} | changes
    extras = {"key": "extras", "name": "Extras", "options": [HORN, DRUM]}
    return unit(slots=[extras], limits=[one, *others])


def limit(**changes: Any) -> Any:
    return small_book(limits=[LIMIT | changes])


def change(**changes: Any) -> Any:
    return unit(changes=[{"op": "set"} | changes])


def carried(*items: Any, **changes: Any) -> Any:
    keys = list(dict.fromkeys(item["key"] for item in items))
    return unit(items=keys, **changes) | {"items": list(items)}


def rules(rule: Any, **changes: Any) -> Any:
    own = {"key": "dread", "name": "Dread", "summary": "."} | rule
    return unit(rules=[own["key"]]) | {"rules": [own]} | changes


def knights(*several: Any, **changes: Any) -> Any:
    """Return a book of Warhammer."""
    units = [
        small_unit(
            **{
                "key": "knights",
                "name": "Knights",
                "rules": [],
                "profiles": [{"key": "knight", "characteristics": dict(KNIGHT)}],
            }
            | one
        )
        for one in several or ({},)
    ]
    return small_book(game="warhammer", units=units, **changes)


def accepted(**changes: Any) -> Any:
    reason = {"code": "unit-free", "at": "/units/spears/points", "because": "So it is."}
    return small_book(accepted=[reason | changes])


def gives(item: str) -> Any:
    return {"change": "gear", "op": "add", "value": item}


def lords(*tags: list[str]) -> Any:
    several = [
        {"key": key, "name": key.upper(), "category": "lord", "tags": named}
        for key, named in zip("abc", tags, strict=True)
    ]
    return knights(*several, categories=[{"key": "lord", "name": "Lords"}])


EXTRAS = "/units/0/slots/0"
LINE_AT = "/units/0/profiles/0/characteristics"

# fmt: off
MISTAKES: tuple[Mistake, ...] = (
    # -- keys --
    Mistake("Two units have one key", "key-twice", "error", "/units/1/key", "already used at /units/0", small_book(units=[small_unit(), small_unit(name="Pikes")])),
    Mistake("A unit is pasted twice", "key-twice", "error", "/units/1/key", "already used", small_book(units=[small_unit(), small_unit()])),
    Mistake("An option is offered twice in one slot", "key-twice", "error", f"{EXTRAS}/options/1/key", "'horn' is already used", slot(options=[HORN, {**HORN, "name": "Horn of war"}])),
    Mistake("Two slots of a unit offer one option", "option-twice", "error", "/units/0/slots/1", "'horn' stands in two slots", unit(slots=[{"key": key, "name": key, "options": [HORN]} for key in ("a", "b")])),
    Mistake("A carried item is misspelt", "item-unknown", "error", "/units/0/items/0", "no item 'bwo'", carried(BOW, slots=[{"key": "s", "name": "S", "options": [{"item": "bow"}]}]) | {"units": [small_unit(items=["bwo", "bow"])]}),
    Mistake("An option is an item that is not there", "item-unknown", "error", f"{EXTRAS}/options/0/item", "no item 'cannon'", slot(options=[{"item": "cannon", "points": 5}])),
    Mistake("A model names a stat line of no unit", "stat-line-unknown", "error", "/units/0/models/0/profile", "no profile 'spear'", models(model(profile="spear"))),
    Mistake("A slot offers a list that is misspelt", "list-unknown", "error", f"{EXTRAS}/list", "no list 'relic'", unit(slots=[{"key": "a", "name": "A", "list": "relic"}, {"key": "b", "name": "B", "list": "relics"}]) | {"lists": [{"key": "relics", "name": "Relics", "options": [HORN]}]}),
    Mistake("A slot takes along what it does not offer", "option-unknown", "error", f"{EXTRAS}/default/0", "no option 'hron'", slot(default=["hron"])),
    Mistake("Two stat lines of a unit have one key", "stat-line-twice", "error", "/units/0/profiles/1/key", "two stat lines 'spears'", unit(profiles=[LINE, LINE])),
    Mistake("A limit is written twice", "limit-twice", "error", "/limits/1/key", "stands at /limits/0 too", small_book(limits=[LIMIT, LIMIT])),
    Mistake("Two bounds of one thing have one key", "limit-twice", "error", "/limits/1/key", "stands at /limits/0 too", small_book(limits=[LIMIT, LIMIT | {"max": 2}])),
    Mistake("An own rule takes the key of another rule of the game", "key-taken", "error", "/rules/0/key", "that of the game's rule Fearsome", rules({"key": "fearsome", "name": "Dread"})),
    Mistake("An own rule is the game's", "key-of-game", "warning", "/rules/0/key", "takes the key of the game's own rule", rules({"key": "fearsome", "name": "Fearsome"})),
    Mistake("An own rule takes the key of another book's rule", "key-of-other-book", "error", "/rules/0/key", "dice of another book's rule", knights({"rules": ["crazed"]}, rules=[{"key": "crazed", "name": "Mad", "summary": "."}]), OtherBooks(rules={"crazed": frozenset({"Crazed"})})),
    # -- names --
    Mistake("A special rule is misspelt", "rule-unknown", "error", "/units/0/rules/0", "a special rule 'terrifing'", unit(rules=["terrifing"])),
    Mistake("A special rule with its X is misspelt", "rule-unknown", "error", "/units/0/rules/0", "a special rule 'armor-piercing'", unit(rules=[{"key": "armor-piercing", "x": 1}])),
    Mistake("A special rule has an X that nobody printed", "rule-x", "error", "/units/0/rules/0", "has no X", unit(rules=[{"key": "fearsome", "x": 2}])),
    Mistake("A special rule lacks its X", "rule-x", "error", "/units/0/rules/0", "needs its X", unit(rules=["armour-piercing"])),
    Mistake("A limit forgets the # of a tag", "target-unknown", "error", "/limits/0/of", "'infantry' finds nothing", limit(of="infantry")),
    Mistake("A limit misspells a unit among others", "target-unknown", "error", "/limits/0/of/1", "'speers' finds nothing", limit(of=["spears", "speers"])),
    Mistake("A limit names a book that is not there", "target-elsewhere", "warning", "/limits/0/of", "'undead' finds nothing", limit(of="undead", max=0)),
    Mistake("A limit asks at a place that is none", "place-unknown", "error", "/limits/0/in", "'units' is no place", limit(of="*", **{"in": "units"})),
    Mistake("A condition asks for a switch that is misspelt", "switch-unknown", "error", "/limits/0/when/switch", "no switch is called 'wra'", limit(when={"switch": "wra"}) | {"switches": [{"key": "war", "title": "War"}]}),
    Mistake("A change gives an item that is misspelt", "gear-missing", "error", "/units/0/changes/0/value", "no item 'bwo'", carried(BOW, changes=[gives("bwo")])),
    Mistake("A change takes away an item that the book has not", "gear-unknown", "warning", "/units/0/changes/0/value", "no item 'full-plate'", change(change="gear", op="remove", value="full-plate")),
    Mistake("A change moves a limit that is misspelt", "bound-unknown", "warning", "/units/0/changes/0/change", "no limit is called 'fwe'", limit() | {"units": [small_unit(changes=[{"change": "max:fwe", "op": "add", "value": 1}])]}),
    Mistake("A change moves a limit that is not there", "bound-unknown", "warning", "/units/0/changes/0/change", "no limit is called 'champions'", change(change="max:champions", op="add", value=1)),
    Mistake("A unit is of a category that is misspelt", "category-unknown", "error", "/units/0/category", "no category 'cor'", unit(category="cor") | {"categories": [{"key": "core", "name": "Core"}], "limits": [LIMIT | {"of": "#core"}]}, also=("target-unknown",)),
    Mistake("A category is not what the game calls it", "category-foreign", "error", "/categories/0/key", "counts no 'lords'", knights({"category": "lords"}, categories=[{"key": "lords", "name": "Lords"}])),
    Mistake("A category is one that nobody counts", "category-uncounted", "warning", "/categories/0/key", "counts 'magi'", knights({"category": "magi"}, categories=[{"key": "magi", "name": "Magi"}])),
    Mistake("A Lord is no character", "tag-expected", "warning", "/units/2/tags", "C is no 'character'", lords(["character"], ["character"], []), also=("tag-of-nothing",)),
    Mistake("None of the characters can be the general", "tag-of-nothing", "warning", "/units", "needs a 'general'", lords(["character"], ["character"], ["character"])),
    Mistake("The kind of an item is misspelt", "kind-unknown", "error", "/items/0/kind", "the kind 'sheild'", carried(BOW | {"kind": "sheild"})),
    Mistake("The base of an item is misspelt", "base-unknown", "error", "/items/0/base", "the base 'bwo'", carried(BOW | {"base": "bwo"})),
    Mistake("A type of unit is misspelt", "type-unknown", "error", "/units/0/type", "no type of unit 'infanty'", unit(type="infanty"), also=("figure-missing",)),
    Mistake("A limit has the key of one of the game's", "limit-of-game", "warning", "/limits/0/key", "both hold", limit(key="one-general")),
    # -- effects --
    Mistake("An effect is on a roll that the game has not", "effect-unknown", "error", "/rules/0/effects/0/on", "to-wound", rules({"effects": [{"on": "to-wound", "op": "add"}]})),
    Mistake("An own rule with effects has a key that the odds know", "effect-key", "error", "/rules/0/key", "dice of its own", rules({"key": "fearsome", "name": "Fearsome", "effects": [{"on": "to-hit", "op": "add"}]}), also=("key-of-game",)),
    Mistake("An effect by X is used without one", "effect-x", "error", "/units/0/rules/0", "needs its X", rules({"effects": [{"on": "to-hit", "op": "add", "value": "x"}]})),
    Mistake("Two rules of a unit set when it strikes", "effects-clash", "warning", "/units/0/rules/1", "both set order", knights({"rules": ["dread", "doom"]}, rules=[{"key": key, "name": key.title(), "summary": ".", "effects": [{"on": "order", "op": "set", "value": value}]} for key, value in (("dread", "first"), ("doom", "last"))])),
    Mistake("An effect asks for close combat and for shooting", "effect-never", "warning", "/rules/0/effects/0", "in-combat and shooting, of which only one holds", rules({"effects": [{"on": "to-hit", "op": "add", "when": ["in-combat", "shooting"]}]})),
    Mistake("The odds do not know an own rule", "rule-not-in-odds", "hint", "/rules/0", "Dread is in no number", rules({"effects": []})),
    # -- figures --
    Mistake("A characteristic is misspelt", "figure-unknown", "error", f"{LINE_AT}/moral", "no characteristic 'moral'", unit(profiles=[LINE | {"characteristics": {key: value for key, value in FIGURES.items() if key != "morale"} | {"moral": 7}}]), also=("figure-missing", "odds-refused")),
    Mistake("A change is of a characteristic that is misspelt", "figure-unknown", "error", "/units/0/changes/0/change", "no characteristic 'moral'", change(change="figure:moral", value=8)),
    Mistake("A figure is written as a word", "figure-no-number", "error", f"{LINE_AT}/wounds", "Wounds is 'four'", figures(wounds="four")),
    Mistake("A save is written with its plus", "figure-no-number", "error", f"{LINE_AT}/save", "expected the lowest roll", figures(save="4+")),
    Mistake("A figure has a nought too many", "figure-far", "warning", f"{LINE_AT}/wounds", "Wounds is 200", figures(wounds=200)),
    Mistake("A stat line lacks a figure", "figure-missing", "warning", LINE_AT, "no figure for: Morale", unit(profiles=[LINE | {"characteristics": {key: value for key, value in FIGURES.items() if key != "morale"}}]), also=("odds-refused",)),
    Mistake("A figure without which nobody fights is a dash", "odds-refused", "warning", "/units/0", "no match-up can be made of Spears", figures(wounds=None)),
    Mistake("A unit has no stat line", "figure-missing", "warning", "/units/0", "no stat line", unit(profiles=[])),
    Mistake("A figure of an item is misspelt", "stat-unknown", "error", "/items/0/stats/rang", "have no figure 'rang'", carried(BOW | {"stats": {"rang": 18}})),
    Mistake("The range of a bow is a word", "stat-no-number", "error", "/items/0/stats/range", "Range is 'far'", carried(BOW | {"stats": {"range": "far"}})),
    # -- prices --
    Mistake("A unit costs less than nothing", "price-negative", "error", "/units/0/points", "costs -5", unit(points=-5)),
    Mistake("A change sets a price below nothing", "price-negative", "error", "/units/0/changes/0/value", "makes a price negative", change(change="points", value=-20)),
    Mistake("A change takes more than the unit costs", "price-below", "error", "/units/0/changes/0/value", "the price is below nothing", change(change="points", op="add", value=-999)),
    Mistake("An option costs less than nothing", "price-rebate", "warning", f"{EXTRAS}/options/0/points", "Horn costs -50", option(points=-50)),
    Mistake("A price has noughts too many", "price-far", "warning", "/units/0/points", "costs 99,999", unit(points=99_999)),
    Mistake("A unit and its models cost nothing", "unit-free", "warning", "/units/0/points", "costs nothing", unit(points=0)),
    Mistake("One option among priced ones has no price", "free-among-priced", "warning", f"{EXTRAS}/options/3", "only Bell of Extras", slot(options=[HORN, DRUM, FLUTE, {"key": "bell", "name": "Bell"}])),
    # -- numbers --
    Mistake("A unit has no number of models", "unit-without-models", "warning", "/units/0/models", "no number of models", unit(models=0)),
    Mistake("A maximum is below nothing", "bound-negative", "error", "/limits/0/max", "at most -3", limit(max=-3)),
    Mistake("A minimum is above its maximum", "range-backwards", "error", "/units/0/models/0/min", "at least 30, but at most 20", models(model(min=30, max=20))),
    Mistake("A unit starts with more models than it may have", "range-backwards", "error", "/units/0/models/0/start", "30 at first, but at most 20", models(model(start=30, max=20))),
    Mistake("A roll is written backwards", "range-backwards", "error", f"{EXTRAS}/options/0/roll", "a roll of 12 to 2", option(roll=[12, 2])),
    Mistake("Three are to be chosen, two are on offer", "slot-short", "error", f"{EXTRAS}/min", "3 to choose, 2 on offer", slot(min=3)),
    Mistake("A slot offers nothing", "slot-empty", "hint", EXTRAS, "offers nothing", slot(options=[])),
    Mistake("The book offers nothing", "book-empty", "error", "/units", "offers nothing to buy", small_book(units=[])),
    Mistake("The words of a limit say another number", "words-number", "warning", "/limits/0/message", "the words say 3, the bound is 4", limit(max=4, message="At most three Spears.")),
    Mistake("The words of a limit say another number in capitals", "words-number", "warning", "/limits/0/message", "the words say 3, the bound is 4", limit(max=4, message="Große Straße: AT MOST Three Spears.")),
    Mistake("The words of a limit say what it says anyway", "words-needless", "hint", "/limits/0/message", "the words are those that it has anyway", limit(message="Few: {count} of at most {max}.")),
    # -- limits and changes that miss --
    Mistake("A limit counts what its unit cannot have", "limit-idle", "error", "/units/0/limits/0/of", "nothing in Spears is 'horn'", unit(limits=[LIMIT | {"of": "horn", "in": "self"}]) | {"slots": [{"key": "s", "name": "S", "options": [HORN]}]}),
    Mistake("A limit forbids what its unit cannot have", "ban-idle", "warning", "/units/0/limits/0/of", "nobody in Spears carries 'fearsome'", unit(limits=[LIMIT | {"of": "rule:fearsome", "in": "self", "max": 0}])),
    Mistake("A change finds nobody to change", "change-idle", "warning", "/units/0/changes/0/to", "finds nobody", small_book(units=[small_unit(changes=[{"change": "figure:push", "op": "add", "value": 1, "to": "bows"}]), small_unit(key="bows", name="Bows")])),
    Mistake("Two changes set one figure", "change-overruled", "warning", "/units/0/changes/0", "always overrules", unit(changes=[{"change": "figure:push", "op": "set", "value": number} for number in (5, 6)])),
    Mistake("A unit is offered what its limit forbids", "never-legal", "error", f"{EXTRAS}/options/0", "no army can have Horn: the limit “No horns” allows none", unit(slots=[{"key": "extras", "name": "Extras", "options": [HORN, DRUM]}], limits=[LIMIT | {"title": "No horns", "of": "horn", "in": "self", "max": 0}])),
    Mistake("A book offers a unit and forbids it", "never-legal", "error", "/units/1", "no army can have Pikes", small_book(units=[small_unit(), small_unit(key="pikes", name="Pikes")], limits=[LIMIT | {"of": "pikes", "max": 0}])),
    Mistake("An option may be had no times", "never-legal", "error", f"{EXTRAS}/options/0", "no army can have Horn: at most 0 of it", option(max=0)),
    Mistake("Five are asked for where two can be had", "limit-unmet", "error", "/units/0/limits/0/min", "at least 5 are asked for, and 2 can be had", slot_and_limit(of=["horn", "drum"], min=5)),
    Mistake("A limit asks for what another forbids", "limits-clash", "error", "/units/0/limits/0/min", "Horns first asks for at least 1, and No horns allows at most 0", slot_and_limit({"key": "none", "title": "No horns", "of": ["horn", "drum"], "in": "unit", "max": 0}, title="Horns first", of="horn", min=1), also=("never-legal",)),
    Mistake("More are allowed than can be had", "limit-never-broken", "hint", "/units/0/limits/0", "at most 5 are allowed, and 2 can be had", slot_and_limit(of=["horn", "drum"], max=5)),
    Mistake("A condition asks for at least nothing", "condition-idle", "warning", "/limits/0/when", "at least 0 always holds", limit(when={"of": "spears", "at_least": 0})),
    Mistake("A condition asks for more than it allows", "condition-idle", "warning", "/limits/0/when", "at least 3 and at most 2 never holds", limit(when={"of": "spears", "at_least": 3, "at_most": 2})),
    Mistake("A limit of units counts their models, too", "counts-models", "warning", "/limits/0/of", "counts the models of Spears", models(model(key="spears")) | {"limits": [LIMIT]}),
    Mistake("An allowance of one unit is shared by all", "allowance-of-army", "warning", "/units/0/limits/0/in", "all units of the army share it", slot(options=[HORN | {"tags": ["magic"]}]) | {"units": [small_unit(slots=[{"key": "extras", "name": "Extras", "options": [HORN | {"tags": ["magic"]}]}], limits=[{"key": "magic", "title": "Magic", "count": "points", "of": "#magic", "max": 50}])]}),
    Mistake("Many armies are named that may not have a thing", "list-of-armies", "hint", "/limits/0/of", "8 armies are named", limit(of=[f"army-{number}" for number in range(8)], max=0), OtherBooks(frozenset(f"army-{number}" for number in range(8)))),
    # -- gear --
    Mistake("Two items give each other", "gear-loop", "error", "/items/0/changes", "gives itself", carried(BOW | {"changes": [gives("shield")]}, SHIELD | {"changes": [gives("bow")]}), also=("gear-loop",)),
    Mistake("Armour improves a save of “-”", "save-dash-improved", "warning", f"{LINE_AT}/save", "a dash stays a dash", unit(profiles=[LINE | {"characteristics": FIGURES | {"save": None}}], slots=[{"key": "a", "name": "Armour", "options": [HORN | {"name": "Mail", "changes": [{"change": "figure:save", "op": "add", "value": -1, "in": "bearer"}]}]}])),
    Mistake("A mount is written as an option like any other", "stat-line-of-nobody", "warning", f"{EXTRAS}/options/0", "is no mount: it does not fight", option(name="Griffon", profiles=[LINE])),
    Mistake("A mount has no figures", "mount-without-stat-line", "warning", f"{EXTRAS}/options/0", "cannot fight", option(kind="mount", name="Warhorse")),
    Mistake("A shield that is bought does nothing", "armour-without-effect", "warning", f"{EXTRAS}/options/0", "Shield improves no save", slot(options=[{"item": "shield", "points": 5}]) | {"items": [SHIELD]}),
    Mistake("A champion is one model more", "champion-adds-model", "warning", f"{EXTRAS}/options/0/models", "on top of the models", option(kind="model", name="Champion")),
    Mistake("What comes along breaks the unit's own limit", "defaults-illegal", "warning", "/units/0", "breaks its own limit as it is added", unit(slots=[{"key": "extras", "name": "Extras", "options": [HORN, DRUM], "default": ["horn", "drum"]}], limits=[{"key": "one", "title": "One of both", "of": ["horn", "drum"], "in": "self", "max": 1}])),
    # -- what is left --
    Mistake("Nobody can have an item", "unused", "hint", "/items/0", "nobody can have Bow", small_book(items=[BOW])),
    Mistake("Nobody carries an own rule", "unused", "hint", "/rules/0", "nobody carries Dread", small_book(rules=[{"key": "dread", "name": "Dread", "summary": "."}])),
    Mistake("No slot offers a list", "list-unused", "hint", "/lists/0", "no slot offers", small_book(lists=[{"key": "relics", "name": "Relics", "options": [HORN]}])),
    Mistake("A book says a library that the game does not have", "library-unknown", "error", "/library", "has no library 9", small_book(library=9)),
    Mistake("A book takes nothing from its library", "library-unused", "hint", "/library", "takes nothing from library 1", small_book(library=1)),
    Mistake("An item stands for the library's", "overrules-library", "hint", "/items/0", "has source, kind and stats of its own", carried({"key": "javelins", "name": "Javelins", "source": SOURCE}) | {"library": 1}, also=("library-unused",)),
    Mistake("An item is written as the library has it", "overrules-library", "hint", "/items/0", "is written as the library has it", carried(dict(JAVELINS)) | {"library": 1}, also=("library-unused",)),
    Mistake("An own rule has no summary", "text-missing", "warning", "/rules/0", "Dread has no summary", rules({"summary": ""}), also=("rule-not-in-odds",)),
    Mistake("An item has no source", "text-missing", "warning", "/items/0", f"Bow has no source; {FOR_ALL}", carried(BOW | {"source": ""})),
    Mistake("A printed rule is said to be in the odds, and is not", "claimed", "warning", "/printed/0/status", "said to be in the odds", small_book(printed=[{"title": "Boats", "status": "exact"}])),
    Mistake("A figure is printed nowhere", "not-printed", "hint", "/missing/0", "not printed: its range", small_book(missing=["its range"])),
    Mistake("Both colours of a crest are metals", "crest-dim", "error", "/colours", "one not", small_book(colours=["or", "argent"])),
    Mistake("The language of a book is none", "language-unknown", "warning", "/language", "xx", small_book(language="xx")),
    Mistake("A text that the book does not have is translated", "translation-unknown-place", "warning", "/translations/de/~1units~1gone~1name", "no text at /units/gone/name", small_book(translations={"de": {"/units/gone/name": {"original": "Gone", "translation": "Fort"}}}), also=("translation-missing",)),
    Mistake("A translation is not whole", "translation-missing", "hint", "/translations/de", "texts are not in de", small_book(translations={"de": {"/name": {"original": "Testers", "translation": "Prüfer"}}})),
    # -- acceptances --
    Mistake("What is accepted is mended long since", "acceptance-idle", "warning", "/accepted/0", "nothing is found at /units/spears/points", accepted()),
    Mistake("An error is accepted", "acceptance-of-error", "error", "/accepted/0", "an error cannot be accepted", accepted(code="price-negative") | {"units": [small_unit(points=-5)]}, also=("price-negative",)),
)
# fmt: on
