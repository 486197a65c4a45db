"""Ready rules: those that organisers ask for most, to be put into a pack."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rulesets.books.book import Book
from rulesets.games import GAMES
from rulesets.packs.event_pack import read_event_pack
from rulesets.packs.pack import FORMAT, PackError
from rulesets.packs.pack_checks import pack_slips, words_of


@dataclass(frozen=True, slots=True)
class ReadyRule:
    """A rule, or a set of rules, that is put into a pack in one go.

    Parameters
    ----------
    key : str
        Stable; its limits have keys of their own.
    words : str
        The rule in plain words, as the pack's page offers it.
    document : mapping
        Members of a pack that it adds: ``limits`` and others are added, and what is no
        list, such as ``limit``, is set.
    game : str
        The only game that it is for; "" for all.
    needs : tuple of str
        Targets without which no army can break it, beside those that it names.
    """

    key: str
    words: str
    document: Mapping[str, Any]
    game: str = ""
    needs: tuple[str, ...] = ()


def _limit(key: str, title: str, **more: Any) -> dict[str, Any]:
    return {"limits": [{"key": key, "title": title, **more}]}


READY_RULES: tuple[ReadyRule, ...] = (
    ReadyRule(
        "unit-of-50",
        "No unit over 50 models",
        _limit(
            "unit-models",
            "Models of a unit",
            each="kind:unit",
            count="models",
            of="kind:model",
            **{"in": "self"},
            deep=False,
            max=50,
            message="{name}: {count} models of at most {max}.",
        ),
    ),
    ReadyRule(
        "three-alike",
        "At most three alike",
        _limit(
            "alike",
            "Units alike",
            each="kind:unit",
            of="same",
            **{"in": "army"},
            max=3,
            message="{name}: {count} of at most {max} in an army.",
        ),
    ),
    ReadyRule(
        "no-special-characters",
        "No special characters",
        _limit(
            "special-characters",
            "Special characters",
            of="#special-character",
            max=0,
            message="Special characters: {count}; none may be taken.",
        ),
    ),
    ReadyRule(
        "unit-of-500-points",
        "No unit over 500 points",
        _limit(
            "unit-points",
            "Points of a unit",
            each="kind:unit",
            count="points",
            of="*",
            **{"in": "self"},
            max=500,
            message="{name} is worth {count} points of at most {max}.",
        ),
        needs=("kind:model",),
    ),
    ReadyRule(
        "highlander",
        "Highlander: each choice once",
        _limit(
            "highlander",
            "Highlander",
            each="kind:unit",
            of="same",
            **{"in": "army"},
            max=1,
            message="{name}: {count}; each choice is taken once.",
        ),
    ),
    ReadyRule(
        "newest-editions",
        "The newest editions of the books count",
        {"editions": "newest"},
    ),
    ReadyRule(
        "late-lists",
        "Late lists cost 1 point for every 24 hours",
        {
            "penalties": [
                {
                    "key": "late",
                    "text": "A list that is late costs points of the event.",
                    "points": 1,
                    "hours": 24,
                }
            ]
        },
    ),
    ReadyRule(
        "composition-score",
        "A composition score",
        {
            "tallies": [
                {
                    "key": "composition",
                    "title": "Composition",
                    "amount": {
                        "base": 20,
                        "terms": [
                            {"count": "slots", "of": "#core", "times": 1},
                            {"count": "slots", "of": "#rare", "times": -3},
                            {"count": "slots", "of": "#lord", "times": -2},
                        ],
                    },
                }
            ]
        },
        game="warhammer",
    ),
)
"""Ready rules that any pack may begin with, in the order in which they are offered."""

WHOLE = ("limit", "replaces", "limits", "changes", "switches", "tallies")
"""Members that are taken from a whole pack."""


def whole_pack(document: Mapping[str, Any]) -> ReadyRule:
    """Return all rules of another pack as one ready rule."""
    name, points = document["name"], document.get("limit")
    told = f"All of {name}" + ("" if points is None else f", {points:,} points")
    parts = {member: document[member] for member in WHOLE if member in document}
    return ReadyRule(f"all-of-{document['key']}", told, parts, document["game"])


def with_ready_rule(document: Mapping[str, Any], rule: ReadyRule) -> dict[str, Any]:
    """Return a pack's document with a ready rule added.

    Rules whose keys it has already are told apart by a number at the end; what it
    replaces already stands once.
    """
    new = dict(document)
    for member, value in rule.document.items():
        if member == "replaces":
            new[member] = [*dict.fromkeys((*new.get(member, ()), *value))]
        elif isinstance(value, list):
            taken = {one["key"] for part in LISTS for one in new.get(part, ())}
            there = new.get(member, [])
            new[member] = [*there, *(_keyed(one, taken) for one in value)]
        else:
            new[member] = value
    return new


LISTS = ("limits", "switches", "tallies", "house_readings", "penalties")
"""Members whose parts have keys, which are once in a pack."""


def _keyed(part: Mapping[str, Any], taken: set[str]) -> dict[str, Any]:
    """Return a rule by a key that is not taken; a change has none."""
    if "key" not in part:
        return dict(part)
    key, number = part["key"], 1
    while key in taken:
        number += 1
        key = f"{part['key']}-{number}"
    taken.add(key)
    return {**part, "key": key}


def ready_rules(game: str, books: Iterable[Book]) -> tuple[ReadyRule, ...]:
    """Return the ready rules of a game that its books can break."""
    known = [*books]
    return tuple(
        rule
        for rule in READY_RULES
        if rule.game in ("", game) and _names_only(rule, game, known)
    )


def _names_only(rule: ReadyRule, game: str, books: list[Book]) -> bool:
    bare = {"format": FORMAT, "key": "new-pack", "name": "New", "game": game}
    try:
        pack = read_event_pack(with_ready_rule(bare, rule))
    except PackError:
        return False
    if any(pack_slips(pack, books)):
        return False
    has = words_of(GAMES[game], pack, books).targets if rule.needs else frozenset()
    return has.issuperset(rule.needs)
