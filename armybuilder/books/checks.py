"""The draft check: what is wrong with a book document, and what is missing in it."""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Any

from rulesets.documents import DocumentError, check, problems
from rulesets.game import Game
from rulesets.games import find_game
from rulesets.legality import IMPLIED, POINTS_AGREED
from rulesets.reading import BookError, read_book

ERROR, WARNING = "error", "warning"
PLACES = {"self", "parent", "unit", "force", "army", "bearer"}
KINDS = (
    *("unit", "model", "option", "item", "mount", "spell"),
    *("force", "own", "ally", "army"),
)
NAMING = ("tags", "category", "type")
TABLES = ("stats", "characteristics", "slots_taken")
FIGURE_COUNTS = ("highest", "sum")


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing about a draft; an error keeps it from being published."""

    severity: str
    where: str
    text: str


@dataclass(frozen=True, slots=True)
class Draft:
    """A book document to check: its parts with their places, its game, other books."""

    document: Any
    parts: tuple[tuple[str, Any], ...]
    game: Game
    others: frozenset[str]


def check_draft(document: Any, others: Collection[str] = ()) -> tuple[Finding, ...]:
    """Return every finding about a book document, errors first.

    ``others`` are the keys of other books that there are: a book may name them.
    """
    try:
        check("book", document)
    except DocumentError:
        broken = problems("book", document)
        return tuple(Finding(ERROR, found.where, found.text) for found in broken)
    game = find_game(document["game"])
    if game is None:
        text = f"there is no game {document['game']!r}"
        return (Finding(ERROR, "/game", text),)
    try:
        read_book(document)
    except BookError as problem:
        return (Finding(ERROR, problem.where, problem.text),)
    draft = Draft(document, tuple(walk(document)), game, frozenset(others))
    found = [finding for asked in CHECKS for finding in asked(draft)]
    return tuple(sorted(found, key=lambda finding: finding.severity != ERROR))


def walk(value: Any, where: str = "") -> Iterator[tuple[str, Any]]:
    """Yield every object of a document with its place, but for tables of figures."""
    if isinstance(value, dict):
        yield where, value
        for key, part in value.items():
            if key not in TABLES:
                yield from walk(part, f"{where}/{key}")
    elif isinstance(value, list):
        for index, part in enumerate(value):
            yield from walk(part, f"{where}/{index}")


def _rule_uses(draft: Draft) -> Iterator[tuple[str, str, int | None]]:
    """Yield place, key and X of every special rule that something carries."""
    for where, part in draft.parts:
        rules = part.get("rules") if where else ()
        for index, rule in enumerate(rules if isinstance(rules, list) else ()):
            use: Any = {"key": rule} if isinstance(rule, str) else rule
            yield f"{where}/rules/{index}", use["key"], use.get("x")
        if part.get("change") == "rules" and part.get("value") is not None:
            value = part["value"]
            use = {"key": value} if isinstance(value, str) else value
            yield f"{where}/value", use["key"], use.get("x")


def _special_rules(draft: Draft) -> Iterator[Finding]:
    own = {rule["key"] for rule in draft.document.get("rules", ())}
    for where, key, x in _rule_uses(draft):
        rule = draft.game.rules.get(key)
        if rule is None and key not in own:
            text = f"neither {draft.game.name} nor the book has a special rule {key!r}"
            yield Finding(ERROR, where, text)
        elif rule is not None and rule.takes_x and x is None:
            yield Finding(ERROR, where, f"{rule.name} needs its X")
        elif rule is not None and not rule.takes_x and x is not None:
            yield Finding(ERROR, where, f"{rule.name} has no X")


def _stat_lines(draft: Draft) -> Iterator[Finding]:
    known = {
        characteristic.key: characteristic
        for characteristic in draft.game.characteristics
    }
    for where, part in draft.parts:
        figures = part.get("characteristics")
        if not isinstance(figures, dict):
            continue
        at = f"{where}/characteristics"
        for key, value in figures.items():
            if key not in known:
                text = f"{draft.game.name} has no characteristic {key!r}"
                yield Finding(ERROR, f"{at}/{key}", text)
            elif known[key].unit == "need" and not _is_need(value):
                text = "expected the lowest roll that succeeds, 1 to 12, or nothing"
                yield Finding(ERROR, f"{at}/{key}", text)


def _is_need(value: Any) -> bool:
    return value is None or (isinstance(value, int) and 1 <= value <= 12)


def _unit_types(draft: Draft) -> Iterator[Finding]:
    if not draft.game.unit_types:
        return
    for where, part in draft.parts:
        kind, at = part.get("type", ""), f"{where}/type"
        if part.get("change") == "type":
            kind, at = part.get("value", ""), f"{where}/value"
        if isinstance(kind, str) and kind and kind not in draft.game.unit_types:
            yield Finding(ERROR, at, f"{draft.game.name} has no type of unit {kind!r}")


def _counts(draft: Draft) -> Iterator[Finding]:
    known = {characteristic.key for characteristic in draft.game.characteristics}
    for where, part in draft.parts:
        count = part.get("count", "")
        kind, _, key = count.partition(":") if isinstance(count, str) else ("", "", "")
        if kind in FIGURE_COUNTS and key not in known:
            text = f"{draft.game.name} has no characteristic {key!r}"
            yield Finding(ERROR, f"{where}/count", text)


def _item_stats(draft: Draft) -> Iterator[Finding]:
    for index, item in enumerate(draft.document.get("items", ())):
        for key in item.get("stats", {}):
            if key not in draft.game.item_stats:
                text = f"items of {draft.game.name} have no figure {key!r}"
                yield Finding(ERROR, f"/items/{index}/stats/{key}", text)


def _targets(draft: Draft) -> Iterator[Finding]:
    """Yield what queries, limits and changes name and nothing answers to."""
    known = _known_targets(draft)
    places = known | PLACES
    known |= draft.others - {draft.document["key"]}
    for where, part in draft.parts:
        for key in ("of", "to", "each"):
            value = part.get(key, ())
            several = [value] if isinstance(value, str) else value
            for target in several if isinstance(several, list) else ():
                if target not in known:
                    severity = ERROR if target.startswith("rule:") else WARNING
                    text = f"{target!r} finds nothing in this book"
                    yield Finding(severity, f"{where}/{key}", text)
        within = part.get("in", "army")
        if isinstance(within, str) and within not in places:
            yield Finding(WARNING, f"{where}/in", f"{within!r} is no place in the book")


def _known_targets(draft: Draft) -> set[str]:
    known = {"*", "same", *(f"kind:{kind}" for kind in KINDS)}
    own = [rule["key"] for rule in draft.document.get("rules", ())]
    known |= {f"rule:{key}" for key in (*draft.game.rules, *own)}
    for where, part in draft.parts:
        known |= {part[name] for name in ("key", "item") if name in part}
        known |= {f"#{tag}" for tag in part.get("tags", ())}
        known |= {f"#{part[name]}" for name in ("category", "type") if name in part}
        if where.rpartition("/")[0].endswith("/slots"):
            known.add(f"slot:{part['key']}")
        if part.get("change") in NAMING and isinstance(part.get("value"), str):
            known.add(f"#{part['value']}")
        if where == "":
            known -= {part["key"]}
    return known


def _named(draft: Draft) -> Iterator[Finding]:
    """Yield what changes and conditions name and the book does not have."""
    items = {item["key"] for item in draft.document.get("items", ())}
    categories = {category["key"] for category in draft.document.get("categories", ())}
    switches = {part["key"] for part in draft.document.get("switches", ())}
    switches |= {switch.key for switch in draft.game.pack.switches}
    switches |= {limit.key for limit in draft.game.pack.limits if limit.switchable}
    switches |= {
        part["key"] for _, part in draft.parts if part.get("switchable") is True
    }
    for where, part in draft.parts:
        value = part.get("value")
        if part.get("change") == "gear" and value not in items:
            yield Finding(WARNING, f"{where}/value", f"the book has no item {value!r}")
        if part.get("change") == "category" and value not in categories:
            text = f"the book has no category {value!r}"
            yield Finding(WARNING, f"{where}/value", text)
        if "switch" in part and part["switch"] not in switches:
            text = f"no switch is called {part['switch']!r}"
            yield Finding(WARNING, f"{where}/switch", text)


def _unused_lists(draft: Draft) -> Iterator[Finding]:
    used = {part["list"] for _, part in draft.parts if "list" in part}
    for index, part in enumerate(draft.document.get("lists", ())):
        if part["key"] not in used:
            text = f"no slot offers the list {part['name']}"
            yield Finding(WARNING, f"/lists/{index}", text)


def _changes(draft: Draft) -> Iterator[Finding]:
    figures = {
        f"figure:{characteristic.key}" for characteristic in draft.game.characteristics
    }
    limits = {
        limit["key"] for _, limit in draft.parts if "title" in limit and "key" in limit
    }
    limits |= {limit.key for limit in (POINTS_AGREED, *draft.game.pack.limits)}
    limits |= set(IMPLIED)
    for where, part in draft.parts:
        change = part.get("change", "")
        kind, _, key = change.partition(":")
        if kind == "figure" and change not in figures:
            text = f"{draft.game.name} has no characteristic {key!r}"
            yield Finding(ERROR, f"{where}/change", text)
        elif kind in ("min", "max") and key not in limits and _stays_here(part):
            yield Finding(WARNING, f"{where}/change", f"no limit is called {key!r}")


def _stays_here(change: Any) -> bool:
    """Return whether a change reaches what its own book says, and nothing else."""
    return bool(change.get("in", "self") != "army")


def _missing_figures(draft: Draft) -> Iterator[Finding]:
    for index, unit in enumerate(draft.document["units"]):
        where = f"/units/{index}"
        if not unit.get("profiles"):
            yield Finding(WARNING, where, f"{unit['name']} has no stat line")
        for number, profile in enumerate(unit.get("profiles", ())):
            kind = profile.get("type", unit.get("type", ""))
            figures = draft.game.with_type(kind, profile["characteristics"])
            absent = [
                characteristic.name
                for characteristic in draft.game.characteristics
                if characteristic.key not in figures
            ]
            if absent:
                text = f"{unit['name']} has no figure for: {', '.join(absent)}"
                at = f"{where}/profiles/{number}/characteristics"
                yield Finding(WARNING, at, text)


def _missing_texts(draft: Draft) -> Iterator[Finding]:
    for index, rule in enumerate(draft.document.get("rules", ())):
        if not rule.get("summary"):
            yield Finding(WARNING, f"/rules/{index}", f"{rule['name']} has no summary")
    for index, unit in enumerate(draft.document["units"]):
        if not unit.get("source"):
            yield Finding(WARNING, f"/units/{index}", f"{unit['name']} has no source")
    for index, text in enumerate(draft.document.get("missing", ())):
        yield Finding(WARNING, f"/missing/{index}", f"not printed: {text}")


CHECKS: tuple[Callable[[Draft], Iterator[Finding]], ...] = (
    _special_rules,
    _stat_lines,
    _unit_types,
    _item_stats,
    _counts,
    _changes,
    _targets,
    _named,
    _unused_lists,
    _missing_figures,
    _missing_texts,
)
"""What is asked of every draft that is a book at all."""
