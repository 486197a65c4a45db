"""Spells and prayers of Mordheim, rolled die by die."""

from collections import Counter
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np

from rulesets.core.values import Gear
from rulesets.documents.json import parse
from rulesets.libraries import whole_document
from rulesets.odds.match_up import Answers, Fighter, MatchUp
from tests.rulesets.games.mordheim.charts import TO_WOUND, WORSE_SAVE
from tests.rulesets.games.mordheim.fighters import BOOKS, match_up
from tests.rulesets.games.mordheim.fighters import fighter as f
from tests.rulesets.games.mordheim.simulator import (
    DOWN,
    OUT,
    STUNNED,
    Hand,
    Man,
    Table,
)


@cache
def spell(warband: str, key: str) -> Gear:
    """Return a spell as a book has it."""
    document: Any = parse((BOOKS / f"mordheim-{warband}.json").read_bytes())
    found = next(
        one
        for one in whole_document(document)["items"]
        if one["key"] == key and one.get("kind") == "spell"
    )
    return Gear(
        key=key, name=found["name"], kind="spell", stats=found["stats"], hands=0
    )


def knows(who: Fighter, warband: str, *keys: str) -> Fighter:
    """Return a fighter who knows spells beside what he has."""
    return replace(who, gear=(*who.gear, *(spell(warband, key) for key in keys)))


def m(a: Fighter, b: Fighter, situation: Answers | None = None) -> MatchUp:
    return match_up(a, b, situation, kind="casting")


def wizard(gear: str, warband: str, key: str, rules: str = "wizard") -> Fighter:
    return knows(f(gear, rules, name="A"), warband, key)


def priest(gear: str, warband: str, key: str) -> Fighter:
    return wizard(gear, warband, key, "prayers")


SPELLS: dict[str, MatchUp] = {
    "a bolt": m(wizard("dagger", "hired-swords", "fires-of-uzhul"), f(name="B", sv=4)),
    "silver arrows with a familiar": m(
        wizard("familiar", "hired-swords", "silver-arrows-of-arha", "wizard sorcery"),
        f("helmet", name="B", w=3, sv=5),
        {"distance": 20},
    ),
    "soulfire on a daemon": m(
        priest("holy-tome rosary", "sisters", "soulfire"),
        f("", "no-pain", name="B", w=2, t=4),
        {"distance": 4},
    ),
    "zap with gubbinz": m(
        wizard("magic-gubbinz", "orcs", "zzap"),
        f("lucky-charm", "regeneration", name="B", w=2, sv=3),
    ),
    "squirrels on who shakes them off": m(
        priest("", "ostlanders", "summon-squirrels"),
        f("peg-leg", "daemon-soul", name="B"),
    ),
    "a word of pain on a fey": m(
        wizard("", "possessed", "word-of-pain"),
        f("enchanted-skins", "fey", name="B"),
        {"distance": 3},
    ),
    "pestilence on a sister": m(
        wizard("", "carnival", "pestilence"),
        f("", "protection-of-sigmar excellent-reflexes", name="B"),
    ),
    "dark blood in armour": m(
        wizard("shield", "possessed", "dark-blood", "wizard warrior-wizard"),
        f(name="B", w=3),
    ),
    "a shield spoils it": m(
        wizard("shield", "skaven", "gnawdoom"), f(name="B"), {"difficulty": 2}
    ),
    "gnawing on one who lies": m(
        wizard("", "skaven", "gnawdoom"),
        f("", "hard-to-kill", name="B", t=2),
        {"b.posture": "knocked-down", "difficulty": 5},
    ),
    "warpfire": m(
        wizard("", "skaven", "warpfire"), f(name="B", w=2), {"b.wounds-lost": 1}
    ),
    "a foot in the second roll": m(
        wizard("rabbits-foot", "hired-swords", "fires-of-uzhul"),
        f(name="B", w=2),
        {"foot": True},
    ),
    "a foot beside a familiar": m(
        wizard("familiar rabbits-foot", "hired-swords", "fires-of-uzhul"),
        f(name="B"),
        {"foot": True, "difficulty": 9},
    ),
    "too far": m(wizard("", "possessed", "word-of-pain"), f(name="B"), {"distance": 4}),
    "wings": m(wizard("", "possessed", "wings-of-darkness"), f(name="B")),
}


def cast(question: MatchUp, size: int, seed: int) -> Counter[str]:
    """Return how often a spell works, and what becomes of whom it strikes."""
    asked: Any = question.situation
    table = Table(seed, size, question.readings)
    a, b = (
        Man(question.a, "a", asked, size),
        Man(question.b, "b", asked, size),
    )
    known = next(piece for piece in question.a.gear if piece.kind == "spell")
    stats: Any = known.stats
    need = asked.get("difficulty") or stats["difficulty"]
    works = rolled(table, a, stats, need, foot=asked.get("foot", False))
    if asked.get("distance", 6) > stats.get("range", 99):
        works = works & False
    struck = works & ~shaken_off(table, b)
    found = Counter(
        {
            "works": int(struck.sum()),
            "shaken-off": int((works & ~struck).sum()),
            "not-cast": int((~works).sum()),
        }
    )
    if "strength" in stats:
        found.update(harmed(table, a, b, stats, struck))
    return found


def rolled(table: Table, a: Man, stats: Any, need: int, *, foot: bool = False) -> Any:
    """Roll to cast a spell."""
    need -= {"sorcery", "wizard"} <= a.rules
    need -= "holy-tome" in a.keys
    one, other = table.die(), table.die()
    works = one + other >= need
    if foot and not {"familiar", "rosary"} & a.keys:
        works = works | (np.maximum(one, other) + table.die() >= need)
    if {"familiar", "rosary"} & a.keys:
        works = works | (table.die() + table.die() >= need)
    if "magic-gubbinz" in a.keys:
        works = works | ((table.die() >= 4) & (table.die() + table.die() >= need))
    blocked = "shield" in a.keys and "warrior-wizard" not in a.rules
    return works & (not blocked or "prayers" in a.rules)


def shaken_off(table: Table, b: Man) -> Any:
    """Roll to shake a spell off."""
    able = bool({"daemon-soul", "fey", "protection-of-sigmar"} & b.rules)
    return (table.die() >= 4) & able


def cast_now(table: Table, by: Man, him: Man, mask: Any) -> None:
    """Let a fighter cast the spell that he casts in each of his turns."""
    spells = [piece for piece in by.gear if piece.kind == "spell"]
    stats: Any = spells[by.casts - 1].stats
    works = rolled(table, by, stats, stats["difficulty"]) & ~shaken_off(table, him)
    if him.shielded and "wizard" in by.rules:
        works = works & False
    harmed(table, by, him, stats, mask & works)


def harmed(table: Table, a: Man, b: Man, stats: Any, struck: Any) -> Counter[str]:
    """Roll the hits of a spell: none of them is a critical one."""
    begun = b.posture.copy()
    hits = {
        "1": np.ones(table.size, int),
        "D3": (table.die() + 1) // 2,
        "2D6": table.die() + table.die(),
        "D6+2": table.die() + 2,
    }[stats.get("hits", "1")]
    hard = stats.get("strength-unholy", 0) if b.unholy else 0
    hard = hard or stats["strength"]
    hand = Hand(set(), "spell", hard, 1)
    any_wound = np.zeros(table.size, bool)
    for number in range(int(hits.max())):
        on = table.landed(b, hand, struck & (number < hits) & (b.posture < OUT))
        wounds = on & (table.die() >= TO_WOUND[hard - 1][b.t - 1])
        if stats.get("armour-saves") != "none":
            need = max(2, b.save + WORSE_SAVE.get(hard, 0))
            wounds = wounds & (table.die() < need)
        left = table.warded(b, hand, wounds.astype(int))
        any_wound = any_wound | (left > 0)
        was = b.posture.copy()
        table.wound(b, left > 0, left, hand, a, np.zeros(table.size, int))
        table.slip(b, was)
    changed = b.posture != begun
    return Counter(
        {
            "b-out": int((b.posture == OUT).sum()),
            "b-stunned": int(((b.posture == STUNNED) & changed).sum()),
            "b-knocked-down": int(((b.posture == DOWN) & changed).sum()),
            "b-loses-a-wound": int(any_wound.sum()),
            "b-falls": int((b.low & (b.posture < OUT)).sum()),
        }
    )
