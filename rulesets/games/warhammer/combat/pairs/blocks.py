"""Blocks: a unit in its situation, written down once for fights with many others."""

from dataclasses import dataclass

import numpy as np

from rulesets.core.special_rule import COUNTED, SpecialRule
from rulesets.games.warhammer.combat.asked_rules import OF_SHOTS
from rulesets.games.warhammer.combat.blows.attack import close_save
from rulesets.games.warhammer.combat.blows.contact import (
    Front,
    flank_files,
    front_of,
    models_left,
    unit_strength,
)
from rulesets.games.warhammer.combat.blows.front_figures import models_along
from rulesets.games.warhammer.combat.blows.leadership import passes_leadership
from rulesets.games.warhammer.combat.blows.terms import COUNTS, DICE
from rulesets.games.warhammer.combat.context import (
    Flank,
    WarhammerReadings,
    WarhammerSituation,
)
from rulesets.games.warhammer.combat.fights.nerve import nerve_of
from rulesets.games.warhammer.combat.fights.psychology import frenzied, is_stupid
from rulesets.games.warhammer.combat.fights.ranks import ranks_of
from rulesets.games.warhammer.combat.fights.result import (
    TWICE,
    bonuses_of,
    contact_bonus,
)
from rulesets.games.warhammer.combat.fights.states import CombatState, Setting
from rulesets.games.warhammer.combat.profile import WarhammerGroup, WarhammerUnit
from rulesets.games.warhammer.item_effects import REACH
from rulesets.games.warhammer.item_rules import ITEMS
from rulesets.odds.array_cache import kept_by_identity
from rulesets.odds.native.ranked_fights import (
    FEARS_NOTHING,
    FEARS_TERROR,
    MOST,
    UNIT,
    Rows,
)
from rulesets.odds.sides import SIDES
from rulesets.odds.volley import Ints

SAID = frozenset(
    {
        *(*DICE, *COUNTS, "result", "leadership", "movement"),
        *("test:break", "test:psychology", "test:restraint", "test:rally"),
    }
)
"""Terms of items that a row or the strikes of a block say."""

SAID_BY_ROW = frozenset(
    {
        ("test:fear", "skip"),
        ("test:terror", "read"),
        ("result:ranks", "multiply"),
        ("act:pursue", "may-not"),
    }
)
"""Terms of items, and what these do of them, that the row of a block says."""

BEFORE_CONTACT = frozenset(
    {
        (REACH, "roll"),
        ("act:stand-and-shoot", "may-not"),
        ("test:animosity", "pass"),
        ("test:impetuous", "add"),
        ("test:losses", "skip"),
        ("test:panic", "re-roll"),
    }
)
"""The same of those that tell of nothing after contact."""

UNSAID_MOMENTS = ("state:", "enemy:stronger", "enemy:shoots")
"""Moments, or how they begin, that depend on more than the strikes of a block."""


def _is_said(row: SpecialRule) -> bool:
    """Return whether a block says all that an item does."""
    if not row.effects:
        asked = row.fate.question
        return row.fate != COUNTED and (not asked or asked in OF_SHOTS)
    moments = {word for one in row.effects for word in (*one.when, *one.unless)}
    said = all(
        one.on in SAID or (one.on, one.op) in SAID_BY_ROW | BEFORE_CONTACT
        for one in row.effects
    )
    return said and not any(map(_depends, moments))


def _depends(moment: str) -> bool:
    return moment.startswith(UNSAID_MOMENTS)


UNSAID = frozenset(key for key, row in ITEMS.items() if not _is_said(row))
"""Items of which a block says nothing."""


@dataclass(frozen=True, slots=True, eq=False)
class WarhammerBlock:
    """A unit in its situation, ready for a fight with any other.

    Parameters
    ----------
    profile : WarhammerUnit
    situation : WarhammerSituation
        In which its own answers count.
    row : ndarray
        One number of each kind, of the type `UNIT`.
    line, target : str
        Blocks with the same line strike alike at the same enemy, and those with the
        same target are struck alike.
    hates : bool
        True if it hates its enemies in the first round.
    passes : float
        Chance to pass a Leadership test of psychology [chance].
    """

    profile: WarhammerUnit
    situation: WarhammerSituation
    row: Rows
    line: str
    target: str
    hates: bool
    passes: float


@kept_by_identity(most=512)
def block_of(
    own: WarhammerUnit,
    situation: WarhammerSituation,
    readings: WarhammerReadings,
    touched: Flank,
) -> WarhammerBlock | None:
    """Return the block of a unit that is touched there; none if none can say it.

    A block says nothing of stupidity, of ridden monsters, challenges, redressed ranks
    and a charge of chariots; nor of a unit that has lost all its wounds, or more than
    all; nor of items whose effect depends on the enemy, on an answer or on the round
    before.
    """
    left = own.pool - situation.of(own.side).wounds_lost
    stupid = is_stupid(own) and readings.stupid_tests != "never"
    unsaid = stupid or situation.challenge or not UNSAID.isdisjoint(own.rules)
    unsaid = unsaid or own.apart is not None
    unsaid = unsaid or situation.of(own.side).redress != "keeps"
    if unsaid or left < 1 or own.pool > MOST:
        return None
    front = front_of(own, situation, touched)
    row = np.zeros(1, dtype=UNIT)
    _write_numbers(row, front, situation, left)
    _write_nerve(row, front, situation, readings)
    _write_tables(row, front, readings)
    hates = own.has("hatred") or situation.of(own.side).hates
    answers = situation.of(own.side)
    return WarhammerBlock(
        profile=own,
        situation=situation,
        row=row,
        line=repr((_groups(own), own.rules, own.mounted, answers.vomits, hates)),
        target=repr((_struck(own), own.rules, answers.blessed)),
        hates=hates,
        passes=passes_leadership(own, situation),
    )


def _groups(own: WarhammerUnit) -> tuple[object, ...]:
    return tuple(map(_group, own.groups))


def _group(group: WarhammerGroup) -> tuple[object, ...]:
    figures = group.ws, group.strength, group.initiative, group.attacks
    return group.role, figures, group.rules, group.gear, group.wounds_of_216


def _struck(own: WarhammerUnit) -> tuple[object, ...]:
    return own.ws, own.toughness, close_save(own), own.ward, own.kind, own.mounted


def _write_numbers(
    row: Rows, front: Front, situation: WarhammerSituation, left: int
) -> None:
    own, line = front.profile, front.line
    numbers = {
        "pool": own.pool,
        "begins": left,
        "wounds": own.wounds,
        "models": own.models,
        "base": line.base,
        "champion": own.champion,
        "musician": own.has("musician"),
        "touched": contact_bonus(front),
        "fixed": sum(bonuses_of(own, situation).values()),
        "frenzied": frenzied(own),
        "impetuous": own.has("impetuous"),
        "fear": own.has("fear"),
        "terror": own.has("terror"),
        "calm": _calm(own),
        "told-to-fear": situation.of(own.side).fears,
    }
    for name, number in numbers.items():
        row[name] = number


def _calm(own: WarhammerUnit) -> int:
    if not own.does("skip", "test:fear"):
        return 0
    return FEARS_TERROR if own.does("read", "test:terror") else FEARS_NOTHING


def _write_nerve(
    row: Rows, front: Front, situation: WarhammerSituation, readings: WarhammerReadings
) -> None:
    alone = Setting((front, front), situation, readings)
    place = SIDES.index(front.profile.side)
    calm = nerve_of(alone, CombatState(), place)
    wild = nerve_of(alone, CombatState(frenzy=(True, True)), place)
    row["holds-back"] = calm.holds_back, wild.holds_back
    row["leadership"], row["general"] = calm.own, calm.general
    row["stubborn"], row["unbreakable"] = calm.stubborn, calm.unbreakable
    row["again"], row["runs"] = calm.again, calm.runs


def _write_tables(row: Rows, front: Front, readings: WarhammerReadings) -> None:
    own = front.profile
    ranks = ranks_of(front, readings)
    if own.does("multiply", "result:ranks"):
        ranks = TWICE * ranks
    by_start = readings.ranks_counted == "start"
    _write(row, "models-left", models_left(own))
    _write(row, "strength", unit_strength(own))
    _write(row, "ranks-at-start" if by_start else "ranks-at-end", ranks)
    _write(row, "along", models_along(front.line))
    if front.touched == "front":
        behind = np.arange(own.models + 1) - front.width
        _write(row, "second", np.maximum(behind, 0))
        if front.is_lance:
            _write(row, "files", flank_files(MOST))


def _write(row: Rows, name: str, numbers: Ints) -> None:
    row[name][0, : len(numbers)] = numbers
