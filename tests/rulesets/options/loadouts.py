"""Rules and gear that a purchase brings to a unit, and the same given to others."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rulesets.core.values import Gear, RuleUse
from rulesets.matchups.fighter import MOST_TRIED, fighter
from rulesets.odds.match_up import Fighter
from rulesets.reviews.review import Line
from tests.rulesets.options.purchases import Purchase

Delta = tuple[str, ...]
Kind = tuple[str, bool, bool, tuple[str, ...]]
"""Its unit type, whether it has several models, several parts, and what of `TELLS`."""

TELLS = {"ranged", "mount", "spell", "spells", "shield", "staff"}
"""Kinds of gear by which bearers differ for what they buy."""

CASTS = "casts "
"""The beginning of a note that lists the spells of a loadout: each is gear as well."""


@dataclass(frozen=True)
class Brought:
    """Rules and gear that a unit has by a purchase, and those that its parts have.

    What stands at the unit alone, as a banner does, must count from there.
    """

    rules: tuple[RuleUse, ...] = ()
    gear: tuple[Gear, ...] = ()
    part_rules: tuple[RuleUse, ...] = ()
    part_gear: tuple[Gear, ...] = ()


def everywhere(rules: tuple[RuleUse, ...] = (), gear: tuple[Gear, ...] = ()) -> Brought:
    """Return what a unit and each of its parts have."""
    return Brought(rules, gear, rules, gear)


def brought(old: list[Fighter], new: list[Fighter]) -> Brought:
    """Return the rules and gear of a unit that it has with no loadout of another."""
    known = {repr(x) for one in old for x in _of(one)}
    last = new[-1]
    fresh = {repr(x): x for x in _of(last) if repr(x) not in known}
    within = {repr(x) for part in last.parts for x in (*part.rules, *part.gear)}
    rules = tuple(x for x in fresh.values() if isinstance(x, RuleUse))
    gear = tuple(x for x in fresh.values() if isinstance(x, Gear))
    return Brought(
        rules,
        gear,
        tuple(x for x in rules if repr(x) in within),
        tuple(x for x in gear if repr(x) in within),
    )


def given(one: Fighter, more: Brought) -> Fighter:
    """Return somebody else with some rules and gear besides his own."""
    parts = tuple(
        replace(
            part,
            rules=(*part.rules, *more.part_rules),
            gear=(*part.gear, *more.part_gear),
        )
        if part.role != "mount"
        else part
        for part in one.parts
    )
    return replace(
        one,
        rules=(*one.rules, *more.rules),
        gear=(*one.gear, *more.gear),
        parts=parts,
    )


def _of(one: Fighter) -> Iterator[RuleUse | Gear]:
    yield from one.rules
    yield from one.gear
    for part in one.parts:
        yield from part.rules
        yield from part.gear


def kind_of(those: list[Fighter]) -> Kind:
    """Return what kind of bearer a unit is, whatever of its loadouts is in hand."""
    kinds = {
        piece.kind
        for one in those
        for gear in (one.gear, *(part.gear for part in one.parts))
        for piece in gear
    }
    first = those[0]
    several = any(len(one.parts) > 1 for one in those)
    return first.kind, first.models > 1, several, tuple(sorted(kinds & TELLS))


def held(line: Line) -> list[Fighter]:
    """Return a unit once with each of its loadouts, without points."""
    first = fighter(line)
    names = first.loadouts[:MOST_TRIED] or ("",)
    return [replace(fighter(line, name), points=0) for name in names]


def bare(one: Fighter) -> str:
    """Return a fighter as text without the names of what is in hand."""
    parts = tuple(replace(part, loadout="", name="") for part in one.parts)
    return repr(replace(one, loadouts=(), parts=parts))


def alone(
    old: list[Fighter], new: list[Fighter]
) -> tuple[list[Fighter], list[Fighter]]:
    """Return units with the spells that were bought, and without any.

    Of several spells a caster casts the best, and the others are none the
    less worked out.
    """
    known = {piece.key for one in old for piece in one.gear}
    spells = {
        piece.name
        for one in new
        for piece in one.gear
        if piece.kind == "spell" and piece.key not in known
    }
    if not spells:
        return old, new
    return (
        [_casting(one, set()) for one in old],
        [_casting(one, spells) for one in new],
    )


def _casting(one: Fighter, spells: set[str]) -> Fighter:
    """Return a unit that casts only some spells."""
    parts = []
    for part in one.parts:
        notes = []
        for note in part.notes:
            if note.startswith(CASTS):
                cast = note.removeprefix(CASTS).split(", ")
                note = CASTS + ", ".join(name for name in cast if name in spells)
            if note != CASTS:
                notes.append(note)
        parts.append(replace(part, notes=tuple(notes)))
    return replace(one, parts=tuple(parts))


def difference(bought: Purchase, old: list[Fighter], new: list[Fighter]) -> Delta:
    """Return what a purchase adds to and takes from a unit, as sorted text."""
    was, now = _traits(old), _traits(new)
    changed = [f"+{one}" for one in now - was] + [f"-{one}" for one in was - now]
    own = sorted(changed) or ["nothing"]
    return (bought.entry.key, *own)


def _traits(fighters: list[Fighter]) -> set[str]:
    found: set[str] = set()
    for one in fighters:
        found |= {f"rule {rule}" for rule in one.rules}
        found |= {f"gear {piece}" for piece in one.gear}
        found |= {f"words {words}" for words in one.in_words}
        for part in one.parts:
            found |= {f"{part.role} rule {rule}" for rule in part.rules}
            found |= {f"{part.role} gear {piece}" for piece in part.gear}
            told = (note for note in part.notes if not note.startswith(CASTS))
            found |= {f"{part.role} note {note}" for note in told}
    return found
