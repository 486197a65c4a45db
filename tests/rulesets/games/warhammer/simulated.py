"""Units and tables as a simulated Warhammer table sees them, typed from the rules."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rulesets.core.values import Gear, RuleUse
from rulesets.odds.match_up import Fighter, FighterPart, MatchUp

Numbers = NDArray[np.int64]
Flags = NDArray[np.bool_]

TO_HIT = """
4 4 5 5 5 5 5 5 5 5
3 4 4 4 5 5 5 5 5 5
3 3 4 4 4 4 5 5 5 5
3 3 3 4 4 4 4 4 5 5
3 3 3 3 4 4 4 4 4 4
3 3 3 3 3 4 4 4 4 4
3 3 3 3 3 3 4 4 4 4
3 3 3 3 3 3 3 4 4 4
3 3 3 3 3 3 3 3 4 4
3 3 3 3 3 3 3 3 3 4
"""
TO_WOUND = """
4 5 6 6 N N N N N N
3 4 5 6 6 N N N N N
2 3 4 5 6 6 N N N N
2 2 3 4 5 6 6 N N N
2 2 2 3 4 5 6 6 N N
2 2 2 2 3 4 5 6 6 N
2 2 2 2 2 3 4 5 6 6
2 2 2 2 2 2 3 4 5 6
2 2 2 2 2 2 2 3 4 5
2 2 2 2 2 2 2 2 3 4
"""
IMPOSSIBLE = 99

FURTHER = {"steel-standard": 3, "virtue-of-the-impetuous-knight": 6}
"""The sides of the die that an item adds to the inches of a charge."""

FIRST_ALONE = ("virtue-of-the-impetuous-knight",)
"""Items that do so in the first charge alone."""

FEARLESS = (
    "immune-to-psychology",
    "unbreakable",
    "crazed",
    "grail-vow",
    "grand-master",
)


def table(text: str) -> list[list[int]]:
    rows = [line.split() for line in text.strip().splitlines()]
    return [[IMPOSSIBLE if cell == "N" else int(cell) for cell in row] for row in rows]


HITS, WOUNDS = table(TO_HIT), table(TO_WOUND)
SAVE_MODIFIER = {1: 0, 2: 0, 3: 0, 4: 1, 5: 2, 6: 3, 7: 4, 8: 5, 9: 6, 10: 7}


def parts_of(fighter: Fighter) -> tuple[FighterPart, ...]:
    if fighter.parts:
        return fighter.parts
    whole = FighterPart(
        fighter.name,
        "models",
        fighter.models,
        fighter.kind,
        fighter.characteristics,
        fighter.rules,
        fighter.gear,
    )
    return (whole,)


@dataclass
class Unit:
    """One side as the table sees it."""

    fighter: Fighter
    side: str
    question: MatchUp
    wider: int = 0
    lapping: int = 0

    def __post_init__(self) -> None:
        parts = parts_of(self.fighter)
        self.body = next(part for part in parts if part.role == "models")
        self.leaders = [part for part in parts if part.role == "leader"]
        self.mounts = [part for part in parts if part.role == "mount"]
        self.models = self.body.models + len(self.leaders)
        self.per_model = self.number("w")
        self.rides = bool(self.mounts) or "cavalry" in self.body.kind

    def number(self, key: str, part: FighterPart | None = None) -> int:
        value = (part or self.body).characteristics.get(key)
        return int(str(value)) if value is not None else {"sv": 7, "ward": 7}[key]

    def has(self, key: str) -> bool:
        return any(has(part, key) for part in (self.body, *self.leaders))

    def says(self, on: str, op: str) -> bool:
        """Return whether a rule of a book says such a thing of a test or an act."""
        used = [use for part in (self.body, *self.leaders) for use in part.rules]
        every = [one for use in used if use.rule for one in use.rule.effects]
        return any((one.on, one.op) == (on, op) for one in every)

    @property
    def rules(self) -> list[RuleUse]:
        """Return the rules of all its parts and of what they have in hand."""
        parts = (self.body, *self.leaders, *self.mounts)
        pieces = [piece for part in parts for piece in part.gear]
        own = [use for part in parts for use in part.rules]
        return [*own, *(use for piece in pieces for use in piece.rules)]

    @property
    def fearless(self) -> bool:
        """Return whether it knows neither panic nor stupidity, nor flees by choice."""
        return self.says("test:panic", "skip") or any(map(self.has, FEARLESS))

    def bears(self, key: str) -> bool:
        """Return whether it has a piece."""
        return key in {piece.key for piece in (*self.fighter.gear, *self.body.gear)}

    def dice_of_charge(self, *, first: bool) -> list[int]:
        """Return the sides of the dice that are added to its charge."""
        return [
            sides
            for key, sides in FURTHER.items()
            if self.bears(key) and (first or key not in FIRST_ALONE)
        ]

    def asked(self, key: str) -> Any:
        return self.question.situation.get(f"{self.side}.{key}")

    @property
    def leadership(self) -> int:
        return max(self.number("ld", part) for part in (self.body, *self.leaders))

    @property
    def hides(self) -> bool:
        """Return whether its champion refuses a challenge."""
        situation = self.question.situation
        foe = self.question.b if self.side == "a" else self.question.a
        met = foe.models == 1 or any(one.role == "leader" for one in foe.parts)
        asked = situation.get("challenge") and situation.get("refuses") == self.side
        return bool(asked and met and self.leaders)

    @property
    def nerve(self) -> int:
        """Return the Leadership after the blows."""
        return self.number("ld") if self.hides else self.leadership

    @property
    def general(self) -> int:
        return int(self.asked("general") or 0)

    @property
    def width(self) -> int:
        asked = int(self.asked("width") or 0)
        usual = 3 if self.has("lance-formation") else 5
        return min((asked or usual) + self.wider, self.models)

    @property
    def base(self) -> int:
        wide = {"monstrous-infantry": 40, "swarm": 40, "monster": 50, "chariot": 50}
        return int(self.asked("base") or wide.get(self.body.kind, 25))

    @property
    def side_taken(self) -> int:
        """Return the millimetres that a base takes up of the side that is touched."""
        long = self.body.kind in ("cavalry", "fast-cavalry", "chariot")
        return self.base * 2 if long and self.touched == "flank" else self.base

    @property
    def touched(self) -> str:
        if self.question.kind == "charge":
            hit = str(self.question.situation.get("contact", "front"))
            return hit if self.side == "b" else "front"
        return str(self.asked("touched-in") or "front")

    def alive(self, wounds: Numbers) -> Numbers:
        return -(-wounds // self.per_model)

    def strength(self, wounds: Numbers) -> Numbers:
        return self.alive(wounds) * self.number("us")


def has(part: FighterPart, key: str) -> bool:
    return rule_x(part, key) is not None


def rule_x(part: FighterPart, key: str) -> int | None:
    """Return the X of a rule, none where there is no such rule in close combat."""
    pieces = (piece for piece in part.gear if piece.kind != "ranged")
    used = [*part.rules, *(rule for piece in pieces for rule in piece.rules)]
    return next((rule.x or 0 for rule in used if rule.key == key), None)


def held(part: FighterPart) -> list[Gear]:
    return [piece for piece in part.gear if piece.kind == "melee"]


def stat(piece: Gear, key: str) -> int:
    return int(str(piece.stats.get(key) or 0))


def melee_save(unit: Unit, strength: int, *, piercing: int, denied: bool) -> int:
    """Return the save in close combat; a hand weapon and shield improve it on foot."""
    if denied:
        return IMPOSSIBLE
    weapons = held(unit.body)
    plain = len(weapons) == 1 and weapons[0].base == "hand-weapon"
    plain = plain and not any(has_key(piece, "magic-weapon") for piece in weapons)
    shield = any(piece.kind == "shield" for piece in unit.body.gear)
    better = 1 if plain and shield and not unit.rides else 0
    return unit.number("sv") - better + SAVE_MODIFIER[strength] + piercing


def has_key(piece: Gear, key: str) -> bool:
    return any(rule.key == key for rule in piece.rules)


def touching(own: Unit, enemy: Unit, mine: int, theirs: int) -> int:
    """Lay both sides out in millimetres; count the most bases that can touch."""
    along = mine if own.touched != "flank" else -(-mine // own.width)
    along = along if own.touched == "flank" else min(along, own.width)
    across = theirs if enemy.touched != "flank" else -(-theirs // enemy.width)
    across = across if enemy.touched == "flank" else min(across, enemy.width)
    if not theirs:
        return min(along, 2)
    length, each = across * enemy.side_taken, own.side_taken
    best = 0
    for shift in range(each):
        lefts = range(shift - each * 4, length + each * 4, each)
        best = max(best, sum(-each <= x <= length for x in lefts))
    return min(along, best)


def fighting(
    own: Unit, enemy: Unit, mine: int, theirs: int, *, reach: int, charging: bool
) -> int:
    """Return how many models may strike: in contact, and behind them with spears."""
    if own.question.readings.get("frontage") == "all":
        along = -(-mine // own.width) if own.touched == "flank" else mine
        met = along if own.touched == "flank" else min(along, own.width)
    else:
        met = touching(own, enemy, mine, theirs)
    if own.touched != "front":
        return met
    if charging and own.has("lance-formation") and own.width == 3:
        rows = [min(3, mine - start) for start in range(3, mine, 3)]
        return met + sum(min(row, 2) for row in rows)
    if reach > 1:
        return met + min(met, max(mine - own.width, 0))
    return met


def ranks(unit: Unit, wounds: Numbers) -> Numbers:
    """Count full ranks behind the first, and a last one of four."""
    readings = unit.question.readings
    if unit.body.kind in ("skirmishers", "fast-cavalry", "flying-cavalry", "chariot"):
        return np.zeros_like(wounds)
    lance = unit.has("lance-formation") and unit.width == 3
    least = 3 if lance else int(readings.get("rank-width", 4))
    if unit.width < least:
        return np.zeros_like(wounds)
    alive = unit.alive(wounds)
    ranked: Numbers = np.maximum(alive - unit.lapping, np.minimum(alive, unit.width))
    counted = ranked // unit.width
    if readings.get("last-rank", "four") == "four":
        counted = counted + (ranked % unit.width >= 4)
    return np.asarray(np.minimum(np.maximum(counted - 1, 0), 3))
