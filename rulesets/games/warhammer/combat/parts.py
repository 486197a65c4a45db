"""Parts of a unit of Warhammer: chariots, ridden monsters, and who does not fight."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from rulesets.core.values import IN_ONE_MODEL, RuleUse, Scalar
from rulesets.games.warhammer.combat.war_machine import is_machine
from rulesets.odds.answer import NotModelled
from rulesets.odds.match_up import Fighter, FighterPart, FigureMissing
from rulesets.odds.sides import Side
from rulesets.odds.stat_line import StatLine

CHARIOT = "chariot"
"""The unit type of chariots."""

OWN_WOUNDS = "its own wounds: all blows are struck at the rider"
"""The reason for leaving out the wounds of a mount."""


OF_ITS_OWN = "a stat line or a unit of its own, and it neither strikes nor shoots here"
"""The reason for leaving out what belongs to a unit and is nobody of it."""


def chariots_as_one(fighter: Fighter, side: Side) -> tuple[FighterPart, ...]:
    """Return the parts of a fighter, a chariot with lines of its own as one model.

    Its crew strike with their own figures, and its beasts with theirs; what is struck
    at has the Weapon Skill of the crew, and all else of the chariot.

    Raises
    ------
    FigureMissing
        If nobody prints the chariot's armour save, or how many beasts draw it.
    """
    parts = fighter.parts or (fighter.as_part(),)
    whole = next((part for part in parts if _is_chariot(part)), None)
    crew = next((part for part in parts if _is_crew(part)), None)
    if whole is None or crew is None:
        return parts
    beasts = [
        part
        for part in parts
        if part not in (whole, crew) and isinstance(part.characteristics.get("m"), int)
    ]
    where = f"/{side}/fighter/characteristics"
    _check_printed(whole, beasts, where, fighter.name)
    keys = ("t", "w", "sv", "ward", "us")
    own = {key: whole.characteristics.get(key) for key in keys}
    moving = beasts[0] if beasts else whole
    line = {**crew.characteristics, **own}
    line["m"] = moving.characteristics.get("m")
    strength = whole.characteristics.get("s")
    struck = replace(
        crew,
        models=whole.models,
        kind=CHARIOT,
        characteristics=_of_each(line, crew, whole, "chariot-crew"),
        rules=tuple(_hit_by(use, strength) for use in crew.rules),
    )
    drawn = tuple(
        replace(
            one,
            role="mount",
            characteristics=_of_each(one.characteristics, one, whole, "chariot-beast"),
        )
        for one in beasts[:1]
    )
    return struck, *drawn


def _check_printed(
    whole: FighterPart, beasts: Sequence[FighterPart], where: str, name: str
) -> None:
    """Refuse a chariot without an armour save, or drawn by nobody knows how many."""
    missing = {}
    if whole.characteristics.get("sv") is None:
        missing[whole.name, "sv"] = "its armour save"
    for one in beasts:
        if not one.models:
            missing[one.name, IN_ONE_MODEL] = f"the number of its beasts ({one.name})"
    if missing:
        text = f"{name}: nobody prints {' and '.join(missing.values())}"
        raise FigureMissing(where, text, tuple(missing))
    StatLine(whole.characteristics, where, whole.name).number("sv", -5, 7)


def _is_chariot(part: FighterPart) -> bool:
    """Return whether a part has Toughness and Wounds of a chariot and strikes not."""
    line = part.characteristics
    solid = isinstance(line.get("t"), int) and isinstance(line.get("w"), int)
    return part.kind == CHARIOT and solid and line.get("ws") is None


def _is_crew(part: FighterPart) -> bool:
    """Return whether a part strikes, and has not the Wounds of a body of its own."""
    line = part.characteristics
    return isinstance(line.get("ws"), int) and line.get("w") is None


def _of_each(
    line: Mapping[str, Scalar], part: FighterPart, whole: FighterPart, further: str
) -> dict[str, Scalar]:
    """Return a stat line with the Attacks of all of it that stand in one chariot.

    A rule of the key ``further`` says that there is one more.
    """
    attacks = line.get("a")
    count = part.models // max(whole.models, 1)
    count += any(use.key == further for use in part.rules)
    return {**line, "a": attacks * count if isinstance(attacks, int) else attacks}


def _hit_by(use: RuleUse, strength: Scalar) -> RuleUse:
    """Return a rule as a chariot has it: impact hits have its own Strength."""
    if use.key != "impact-hits" or use.x or not isinstance(strength, int):
        return use
    return replace(use, x=strength)


def is_ridden(main: FighterPart, models: int, mounts: Sequence[FighterPart]) -> bool:
    """Return whether one model rides a monster: a mount with wounds of its own."""
    if models != 1 or main.kind == CHARIOT or not mounts:
        return False
    wounds, toughness = (mounts[0].characteristics.get(key) for key in ("w", "t"))
    return isinstance(wounds, int) and wounds > 1 and isinstance(toughness, int)


def parts_left_out(
    fighter: Fighter, parts: tuple[FighterPart, ...], main: FighterPart, side: Side
) -> Iterator[NotModelled]:
    """Yield the parts of a unit that do not fight here."""
    told = {part.name for part in (*parts, *fighter.parts)}
    for name in fighter.left_out:
        if name not in told:
            yield NotModelled(name, side, OF_ITS_OWN)
    for part in parts:
        others = part.role == "models" and part is not main and part.models
        if others and not is_machine(part):
            why = f"other models of the same unit; the numbers are of {main.name}"
            yield NotModelled(part.name, side, why)
    yield from _leaders_left_out(parts, main, side)
    mounts = [part for part in parts if part.role == "mount"]
    for part in mounts[1:]:
        why = f"one kind of mount strikes; the numbers are of {mounts[0].name}"
        yield NotModelled(part.name, side, why)
    wounds = mounts[0].characteristics.get("w") if mounts else None
    several = isinstance(wounds, int) and wounds > 1
    leads = sum(part.models for part in parts if part.role == "leader")
    if several and not is_ridden(main, main.models + leads, mounts):
        yield NotModelled(mounts[0].name, side, OWN_WOUNDS)


def _leaders_left_out(
    parts: tuple[FighterPart, ...], main: FighterPart, side: Side
) -> Iterator[NotModelled]:
    """Yield leaders with another Toughness, other Wounds or saves than their unit."""
    keys = ("t", "w", "sv", "ward")
    ordinary = [main.characteristics.get(key) for key in keys]
    for part in parts:
        own = [part.characteristics.get(key) for key in keys]
        if part.role == "leader" and own != ordinary:
            why = "his own Toughness, Wounds and saves: he falls as one of the unit"
            yield NotModelled(part.name, side, why)
