"""Checks of the names in a book: rules, targets, gear, kinds, categories, switches."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from rulesets.books.checks.draft import BookDraft, targets_of
from rulesets.books.checks.finding import (
    Found,
    meant,
    misnamed,
    replace_by,
    take_out,
)
from rulesets.books.checks.renaming import renamed_category
from rulesets.game import Game
from rulesets.legality import IMPLIED, POINTS_AGREED

PLACES = {"self", "parent", "unit", "joined", "force", "army", "bearer"}
KINDS = (
    *("unit", "model", "option", "item", "mount", "spell"),
    *("single", "force", "own", "ally", "companion", "army"),
)
ITEM_KINDS = (
    *("melee", "ranged", "shield", "buckler", "staff", "spell", "armour", "helmet"),
    *("mount", "barding", "ring", "talisman", "banner", "consumable", "other"),
)
"""Kinds of items that the games know."""

BOUGHT = ("units", "models", "options", "items")
"""Lists of what an army may hold."""

NAMING = ("tags", "category", "type")


@dataclass(frozen=True, slots=True)
class UseAt:
    """A special rule that something carries: its place, that of its key, its X."""

    pointer: str
    key_at: str
    key: str
    x: int | None


def rule_uses(draft: BookDraft) -> Iterator[UseAt]:
    """Yield every special rule that something carries, or that a change gives."""
    for where, part in draft.parts:
        rules = part.get("rules") if where else ()
        for index, rule in enumerate(rules if isinstance(rules, list) else ()):
            yield _use_at(f"{where}/rules/{index}", rule)
        if part.get("change") == "rules" and part.get("value") is not None:
            yield _use_at(f"{where}/value", part["value"])


def _use_at(pointer: str, use: Any) -> UseAt:
    if isinstance(use, str):
        return UseAt(pointer, pointer, use, None)
    return UseAt(pointer, f"{pointer}/key", use["key"], use.get("x"))


def unknown_rules(draft: BookDraft) -> Iterator[Found]:
    """Yield the special rules that are carried and nobody has."""
    known = {*draft.game.rules, *draft.keys("rules")}
    for use in rule_uses(draft):
        if use.key not in known:
            who = f"neither {draft.game.name} nor the book"
            sentence = f"{who} has a special rule {use.key!r}"
            found = misnamed(use.key_at, sentence, use.key, known)
            yield replace(found, pointer=use.pointer)


def rules_with_wrong_x(draft: BookDraft) -> Iterator[Found]:
    """Yield the game's rules that lack their X, or have one that is not printed."""
    for use in rule_uses(draft):
        rule = draft.game.rules.get(use.key)
        if rule is not None and rule.takes_x and use.x is None:
            yield Found(use.pointer, f"{rule.name} needs its X")
        elif rule is not None and not rule.takes_x and use.x is not None:
            mend = replace_by(use.pointer, use.key)
            yield Found(use.pointer, f"{rule.name} has no X", mend=mend)


# -- targets ----------------------------------------------------------------------


def named_targets(draft: BookDraft) -> Iterator[tuple[str, str, Any]]:
    """Yield place, target and part of everything that something asks for."""
    for where, part in draft.parts:
        for member, target in targets_of(part):
            yield f"{where}/{member}", target, part


def unknown_targets(draft: BookDraft) -> Iterator[Found]:
    """Yield targets that find nothing and are surely mistakes."""
    yield from (found for found, is_sure in _lost_targets(draft) if is_sure)


def targets_elsewhere(draft: BookDraft) -> Iterator[Found]:
    """Yield targets that find nothing and may be of a book that is not here."""
    yield from (found for found, is_sure in _lost_targets(draft) if not is_sure)


def _lost_targets(draft: BookDraft) -> Iterator[tuple[Found, bool]]:
    known = known_targets(draft)
    named = known | (draft.others.keys - {draft.document["key"]})
    for where, target, part in named_targets(draft):
        if target in named:
            continue
        sentence = f"{target!r} finds nothing in this book"
        found = misnamed(where, sentence, target, known)
        is_plain = target[0].isalnum() and ":" not in target
        is_sure = bool(found.did_you_mean) or not is_plain
        yield found, is_sure or _finds_nothing(part, named)


def _finds_nothing(part: Any, named: set[str]) -> bool:
    """Return whether a limit demands something that nothing offers."""
    of = part.get("of", ())
    targets = {of} if isinstance(of, str) else set(of)
    is_limit = "title" in part and "key" in part
    return is_limit and part.get("max") != 0 and not targets & named


def known_targets(draft: BookDraft) -> set[str]:
    """Return every target that finds something in a book."""
    return targets_found(draft.document, draft.game, draft.parts)


def targets_found(
    document: Any, game: Game, parts: Iterable[tuple[str, Any]]
) -> set[str]:
    """Return every target that finds something in a document of these parts."""
    known = {"*", "same", *(f"kind:{kind}" for kind in KINDS)}
    known |= {f"rule:{key}" for key in game.rules}
    known |= {f"rule:{rule['key']}" for rule in document.get("rules", ())}
    for where, part in parts:
        if where.rpartition("/")[0].rpartition("/")[2] in BOUGHT:
            known |= {part[name] for name in ("key", "item") if name in part}
        known |= {f"#{tag}" for tag in part.get("tags", ())}
        known |= {f"#{part[name]}" for name in ("category", "type") if name in part}
        if where.rpartition("/")[0].endswith("/slots"):
            known.add(f"slot:{part['key']}")
        if part.get("change") in NAMING and isinstance(part.get("value"), str):
            known.add(f"#{part['value']}")
    return known


def unknown_places(draft: BookDraft) -> Iterator[Found]:
    """Yield the places in which something is counted and that are none."""
    known = known_targets(draft) | PLACES
    for where, part in draft.parts:
        within = part.get("in", "army")
        if isinstance(within, str) and within not in known:
            sentence = f"{within!r} is no place in the book"
            yield misnamed(f"{where}/in", sentence, within, PLACES)


def targets_of_the_game(game: Any) -> set[str]:
    """Return the tags that the composition rules of a game ask for, without `#`."""
    return {text[1:] for text in _texts(game.pack) if text.startswith("#")}


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from _texts(part)
    elif is_dataclass(value):
        for one in fields(value):
            yield from _texts(getattr(value, one.name))


# -- gear, kinds, categories, switches, limits ------------------------------------


def gear_that_is_not_there(draft: BookDraft) -> Iterator[Found]:
    """Yield gear that a change gives and the book does not have."""
    yield from _gear(draft, removed=False)


def gear_that_is_not_lost(draft: BookDraft) -> Iterator[Found]:
    """Yield gear that a change takes away and the book does not have."""
    yield from _gear(draft, removed=True)


def _gear(draft: BookDraft, *, removed: bool) -> Iterator[Found]:
    items = draft.keys("items")
    for where, part in draft.parts:
        value = part.get("value")
        is_asked = part.get("change") == "gear" and (part["op"] == "remove") == removed
        if is_asked and isinstance(value, str) and value not in items:
            sentence = f"the book has no item {value!r}"
            gone = take_out(where) if removed else ()
            at = f"{where}/value"
            yield misnamed(at, sentence, value, items, otherwise=gone)


def unknown_kinds(draft: BookDraft) -> Iterator[Found]:
    """Yield kinds of items that no game knows."""
    for index, item in enumerate(draft.document.get("items", ())):
        kind = item.get("kind", "")
        if kind and kind not in ITEM_KINDS:
            sentence = f"no game knows the kind {kind!r}"
            yield misnamed(f"/items/{index}/kind", sentence, kind, ITEM_KINDS)


def unknown_bases(draft: BookDraft) -> Iterator[Found]:
    """Yield base types of items that neither the game nor the book knows."""
    known = draft.game.bases | draft.keys("items")
    for index, item in enumerate(draft.document.get("items", ())):
        base = item.get("base", "")
        if base and base not in known:
            who = f"neither {draft.game.name} nor the book knows the base"
            sentence = f"{who} {base!r} of {item['name']}"
            yield misnamed(f"/items/{index}/base", sentence, base, known)


def limits_beside_the_games(draft: BookDraft) -> Iterator[Found]:
    """Yield limits with the key of one of the game's, which holds beside them."""
    titles = {limit.key: limit.title for limit in draft.game.pack.limits}
    titles |= {POINTS_AGREED.key: POINTS_AGREED.title}
    titles |= dict.fromkeys(IMPLIED, "what ranges ask for")
    for index, limit in enumerate(draft.document.get("limits", ())):
        if limit["key"] in titles:
            text = f"{draft.game.name} has a limit {limit['key']!r} too"
            theirs = f"{text} ({titles[limit['key']]})"
            words = f"{theirs}: both hold, this one does not replace it"
            yield Found(f"/limits/{index}/key", words)


def foreign_categories(draft: BookDraft) -> Iterator[Found]:
    """Yield categories that the game does not count, close to one that it counts."""
    counted = targets_of_the_game(draft.game)
    for index, category in enumerate(draft.document.get("categories", ())):
        key = category["key"]
        found = meant(key, counted)
        if key not in counted and found:
            sentence = f"{draft.game.name} counts no {key!r}"
            is_free = found not in draft.keys("categories")
            mend = renamed_category(draft, key, found) if is_free else ()
            yield Found(f"/categories/{index}/key", sentence, (found,), mend)


def uncounted_categories(draft: BookDraft) -> Iterator[Found]:
    """Yield categories that neither the game nor the book asks for."""
    counted = targets_of_the_game(draft.game)
    asked = {target.lstrip("#") for _, target, _ in named_targets(draft)}
    for index, category in enumerate(draft.document.get("categories", ())):
        key = category["key"]
        if not counted or key in counted | asked or meant(key, counted):
            continue
        # An empty one is as yet a shelf, and nothing to count.
        if not all(counted & set(unit.get("tags", ())) for unit in _of(draft, key)):
            sentence = f"neither {draft.game.name} nor the book counts {key!r}"
            yield Found(f"/categories/{index}/key", sentence)


def _of(draft: BookDraft, category: str) -> list[Any]:
    return [u for u in draft.document["units"] if u.get("category") == category]


def units_without_their_tag(draft: BookDraft) -> Iterator[Found]:
    """Yield units without a tag that the game counts and all like them have."""
    counted = targets_of_the_game(draft.game)
    for category in draft.keys("categories"):
        units = _of(draft, category)
        for unit in units if len(units) > 2 else ():
            others = [
                set(other.get("tags", ())) for other in units if other is not unit
            ]
            lacks = set.intersection(counted, *others) - set(unit.get("tags", ()))
            if lacks:
                tags = sorted(lacks)
                where = f"/units/{draft.document['units'].index(unit)}/tags"
                named = ", no ".join(map(repr, tags))
                sentence = f"{unit['name']} is no {named}, as all others of {category}"
                mend = replace_by(where, [*unit.get("tags", ()), *tags])
                yield Found(where, sentence, (tags[0],) if len(tags) == 1 else (), mend)


def unknown_categories(draft: BookDraft) -> Iterator[Found]:
    """Yield categories of a unit, or given by a change, that the book has not."""
    known = draft.keys("categories")
    for where, part in draft.parts:
        value = part.get("value")
        if part.get("change") == "category" and value not in known:
            yield _unknown_category(f"{where}/value", value, known)
    for index, unit in enumerate(draft.document["units"]):
        key = unit.get("category", "")
        if key and key not in known:
            yield _unknown_category(f"/units/{index}/category", key, known)


def _unknown_category(pointer: str, key: Any, known: set[str]) -> Found:
    return misnamed(pointer, f"the book has no category {key!r}", str(key), known)


def unknown_switches(draft: BookDraft) -> Iterator[Found]:
    """Yield switches that a condition asks for and nobody has."""
    pack = draft.game.pack
    known = draft.keys("switches") | {switch.key for switch in pack.switches}
    known |= {limit.key for limit in pack.limits if limit.switchable}
    known |= {part["key"] for _, part in draft.parts if part.get("switchable") is True}
    for where, part in draft.parts:
        if "switch" in part and part["switch"] not in known:
            sentence = f"no switch is called {part['switch']!r}"
            yield misnamed(f"{where}/switch", sentence, part["switch"], known)


def unknown_limits(draft: BookDraft) -> Iterator[Found]:
    """Yield limits of no book here whose bound a change moves."""
    known = {
        part["key"] for _, part in draft.parts if "title" in part and "key" in part
    }
    known |= {limit.key for limit in (POINTS_AGREED, *draft.game.pack.limits)}
    known |= set(IMPLIED)
    for where, part in draft.parts:
        kind, _, key = part.get("change", "").partition(":")
        stays_here = part.get("in", "self") != "army"
        if kind in ("min", "max") and key not in known and stays_here:
            at, form = f"{where}/change", f"{kind}:{{}}"
            yield misnamed(
                at,
                f"no limit is called {key!r}",
                key,
                known,
                form=form,
                otherwise=take_out(where),
            )
