"""Fighters for the tests of Mordheim's odds, armed from the armoury of the books."""

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from rulesets.core.query import read_rule_use
from rulesets.core.values import Gear, RuleUse
from rulesets.libraries import whole_document
from rulesets.odds.match_up import Answers, Fighter, MatchUp

BOOKS = Path(__file__).parents[4] / "fixtures" / "books"
HUMAN = {
    **{"m": 4, "ws": 3, "bs": 3, "s": 3, "t": 3, "w": 1, "i": 3, "a": 1},
    **{"ld": 7, "sv": 7},
}


@cache
def armoury() -> dict[str, Any]:
    document = json.loads((BOOKS / "mordheim-armoury.json").read_text(encoding="utf-8"))
    return {item["key"]: item for item in whole_document(document)["items"]}


def item(key: str, count: int = 1) -> Gear:
    found = armoury()[key]
    return Gear(
        key=key,
        name=found["name"],
        stats=found.get("stats", {}),
        kind=found["kind"],
        hands=found.get("hands"),
        base=found.get("base", ""),
        rules=tuple(read_rule_use(rule) for rule in found.get("rules", ())),
        count=count,
    )


def fighter(
    gear: str = "ladle", rules: str = "", name: str = "Fighter", **figures: int
) -> Fighter:
    """Return a human with gear and rules by key, a blank between two of them.

    A ladle is a weapon without rules of its own; ``2*sword`` are two swords.
    """
    pieces = [key.rpartition("*") for key in gear.split()]
    return Fighter(
        name=name,
        kind="",
        models=1,
        points=0,
        characteristics={**HUMAN, **figures},
        rules=tuple(RuleUse(key) for key in rules.split()),
        gear=tuple(item(key, int(count or 1)) for count, _, key in pieces),
    )


def forged(gear: str, rule: str, name: str = "Fighter") -> Fighter:
    """Return a fighter whose only weapon has one more rule, of its metal."""
    made = fighter(gear, name=name)
    piece = replace(made.gear[0], rules=(*made.gear[0].rules, RuleUse(rule)))
    return replace(made, gear=(piece,))


def match_up(
    a: Fighter,
    b: Fighter,
    situation: Answers | None = None,
    readings: Answers | None = None,
    *,
    kind: str = "fight",
    rounds: int | None = None,
) -> MatchUp:
    """Return a question; side A closes in unless it says who does."""
    usual: Answers = {"closing": "a"} if kind == "engagement" else {}
    asked = {**usual, **(situation or {})}
    return MatchUp("mordheim", kind, a, b, asked, readings or {}, rounds)
