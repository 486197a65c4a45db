"""The draft check: what is wrong with a book document, and what is missing in it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from rulesets.documents import problems
from rulesets.game import Game
from rulesets.games import find_game
from rulesets.legality import POINTS_AGREED
from rulesets.reading import BookError, read_book

ERROR, WARNING = "error", "warning"
PLACES = {"self", "parent", "unit", "force", "army", "bearer"}
KINDS = (
    *("unit", "model", "option", "item", "mount", "spell"),
    *("force", "own", "ally", "army"),
)
NAMING = ("tags", "category")


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing about a draft; an error keeps it from being published."""

    severity: str
    where: str
    text: str


def check_draft(document: Any) -> tuple[Finding, ...]:
    """Return every finding about a book document, errors first."""
    broken = [
        Finding(ERROR, found.where, found.text) for found in problems("book", document)
    ]
    if broken:
        return tuple(broken)
    game = find_game(document["game"])
    if game is None:
        text = f"there is no game {document['game']!r}"
        return (Finding(ERROR, "/game", text),)
    try:
        read_book(document)
    except BookError as problem:
        return (Finding(ERROR, problem.where, problem.text),)
    found = [finding for check in CHECKS for finding in check(document, game)]
    return tuple(sorted(found, key=lambda finding: finding.severity != ERROR))


def walk(value: Any, where: str = "") -> Iterator[tuple[str, Any]]:
    """Yield every object of a document with its place."""
    if isinstance(value, dict):
        yield where, value
        for key, part in value.items():
            yield from walk(part, f"{where}/{key}")
    elif isinstance(value, list):
        for index, part in enumerate(value):
            yield from walk(part, f"{where}/{index}")


def _rule_uses(document: Any) -> Iterator[tuple[str, str, int | None]]:
    """Yield place, key and X of every special rule that something carries."""
    for where, part in walk({k: v for k, v in document.items() if k != "rules"}):
        rules = part.get("rules")
        for index, rule in enumerate(rules if isinstance(rules, list) else ()):
            use: Any = {"key": rule} if isinstance(rule, str) else rule
            yield f"{where}/rules/{index}", use["key"], use.get("x")
        if part.get("change") == "rules" and part.get("value") is not None:
            value = part["value"]
            use = {"key": value} if isinstance(value, str) else value
            yield f"{where}/value", use["key"], use.get("x")


def _special_rules(document: Any, game: Game) -> Iterator[Finding]:
    own = {rule["key"] for rule in document.get("rules", ())}
    for where, key, x in _rule_uses(document):
        rule = game.rules.get(key)
        if rule is None and key not in own:
            text = f"neither {game.name} nor the book has a special rule {key!r}"
            yield Finding(ERROR, where, text)
        elif rule is not None and rule.takes_x and x is None:
            yield Finding(ERROR, where, f"{rule.name} needs its X")
        elif rule is not None and not rule.takes_x and x is not None:
            yield Finding(ERROR, where, f"{rule.name} has no X")


def _stat_lines(document: Any, game: Game) -> Iterator[Finding]:
    known = {
        characteristic.key: characteristic for characteristic in game.characteristics
    }
    for where, part in walk(document):
        figures = part.get("characteristics")
        if not isinstance(figures, dict):
            continue
        at = f"{where}/characteristics"
        for key, value in figures.items():
            if key not in known:
                text = f"{game.name} has no characteristic {key!r}"
                yield Finding(ERROR, f"{at}/{key}", text)
            elif known[key].unit == "need" and not _is_need(value):
                text = "expected the lowest roll that succeeds, 1 to 12, or nothing"
                yield Finding(ERROR, f"{at}/{key}", text)


def _is_need(value: Any) -> bool:
    return value is None or (isinstance(value, int) and 1 <= value <= 12)


def _unit_types(document: Any, game: Game) -> Iterator[Finding]:
    for index, unit in enumerate(document["units"]):
        places = [(f"/units/{index}", unit)]
        places += [
            (f"/units/{index}/profiles/{number}", profile)
            for number, profile in enumerate(unit.get("profiles", ()))
        ]
        for where, part in places:
            kind = part.get("type", "")
            if kind and game.unit_types and kind not in game.unit_types:
                text = f"{game.name} has no type of unit {kind!r}"
                yield Finding(ERROR, f"{where}/type", text)


def _item_stats(document: Any, game: Game) -> Iterator[Finding]:
    for index, item in enumerate(document.get("items", ())):
        for key in item.get("stats", {}):
            if key not in game.item_stats:
                text = f"items of {game.name} have no figure {key!r}"
                yield Finding(ERROR, f"/items/{index}/stats/{key}", text)


def _targets(document: Any, game: Game) -> Iterator[Finding]:
    known = _known_targets(document, game)
    for where, part in walk(document):
        for key in ("of", "to", "each"):
            value = part.get(key, ())
            several = [value] if isinstance(value, str) else value
            for target in several if isinstance(several, list) else ():
                if target not in known:
                    severity = ERROR if target.startswith("rule:") else WARNING
                    text = f"{target!r} finds nothing in this book"
                    yield Finding(severity, f"{where}/{key}", text)
        within = part.get("in", "army")
        if isinstance(within, str) and within not in known | PLACES:
            yield Finding(WARNING, f"{where}/in", f"{within!r} is no place in the book")


def _known_targets(document: Any, game: Game) -> set[str]:
    known = {"*", "same", *(f"kind:{kind}" for kind in KINDS)}
    own = [rule["key"] for rule in document.get("rules", ())]
    known |= {f"rule:{key}" for key in (*game.rules, *own)}
    for where, part in walk(document):
        known |= {part[name] for name in ("key", "item") if name in part}
        known |= {f"#{tag}" for tag in part.get("tags", ())}
        known |= {f"#{part[name]}" for name in ("category", "type") if name in part}
        if "options" in part:
            known.add(f"slot:{part['key']}")
        if part.get("change") in NAMING and isinstance(part.get("value"), str):
            known.add(f"#{part['value']}")
        if where == "":
            known -= {part["key"]}
    return known


def _changes(document: Any, game: Game) -> Iterator[Finding]:
    figures = {
        f"figure:{characteristic.key}" for characteristic in game.characteristics
    }
    limits = {
        limit["key"]
        for _, limit in walk(document)
        if "title" in limit and "key" in limit
    }
    limits |= {limit.key for limit in (POINTS_AGREED, *game.pack.limits)}
    for where, part in walk(document):
        change = part.get("change", "")
        kind, _, key = change.partition(":")
        if kind == "figure" and change not in figures:
            text = f"{game.name} has no characteristic {key!r}"
            yield Finding(ERROR, f"{where}/change", text)
        elif kind in ("min", "max") and key not in limits:
            yield Finding(WARNING, f"{where}/change", f"no limit is called {key!r}")


def _missing_figures(document: Any, game: Game) -> Iterator[Finding]:
    for index, unit in enumerate(document["units"]):
        where = f"/units/{index}"
        if not unit.get("profiles"):
            yield Finding(WARNING, where, f"{unit['name']} has no stat line")
        for number, profile in enumerate(unit.get("profiles", ())):
            kind = profile.get("type", unit.get("type", ""))
            figures = game.with_type(kind, profile["characteristics"])
            absent = [
                characteristic.name
                for characteristic in game.characteristics
                if characteristic.key not in figures
            ]
            if absent:
                text = f"{unit['name']} has no figure for: {', '.join(absent)}"
                at = f"{where}/profiles/{number}/characteristics"
                yield Finding(WARNING, at, text)


def _missing_texts(document: Any, game: Game) -> Iterator[Finding]:
    for index, rule in enumerate(document.get("rules", ())):
        if not rule.get("summary"):
            yield Finding(WARNING, f"/rules/{index}", f"{rule['name']} has no summary")
    for index, unit in enumerate(document["units"]):
        if not unit.get("source"):
            yield Finding(WARNING, f"/units/{index}", f"{unit['name']} has no source")
    for index, text in enumerate(document.get("missing", ())):
        yield Finding(WARNING, f"/missing/{index}", f"not printed: {text}")


CHECKS: tuple[Callable[[Any, Game], Iterator[Finding]], ...] = (
    _special_rules,
    _stat_lines,
    _unit_types,
    _item_stats,
    _changes,
    _targets,
    _missing_figures,
    _missing_texts,
)
"""What is asked of every draft that is a book at all."""
