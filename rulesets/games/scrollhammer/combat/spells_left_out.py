"""Reasons for which a spell is not cast in a match-up."""

from rulesets.core.values import Gear
from rulesets.games.scrollhammer.combat.asking import Asking
from rulesets.games.scrollhammer.combat.blows.leeches import absorbs
from rulesets.games.scrollhammer.combat.blows.weapons import (
    is_poisoned,
    lays_blast,
    reach_of,
    spell_blades,
)
from rulesets.games.scrollhammer.combat.power_dice import FACES
from rulesets.games.scrollhammer.combat.profile import casts_of
from rulesets.games.scrollhammer.combat.questions.asked_rules import VOLLEYS
from rulesets.games.scrollhammer.combat.questions.sides import LINE
from rulesets.games.scrollhammer.combat.spell_blades import BY_ABSORBING
from rulesets.games.scrollhammer.weapon_rules import is_blade

COSTLESS = "its casting cost is not printed"
UNPLACED = "how many models it touches is not said, so it is not cast"
UNCAST = "no match-up casts it: what it does is not in figures of a shot"
NO_HAND = "no hand is set to spells, so it is not cast"
IN_SOME_TURNS = "it is cast only in turns in which what is in hand casts spells"
NOT_ON_CARD = "a match-up of shooting tells what it does, no card"
ONLY_SHOT = "it shoots, and so it is not cast in close combat"
ONLY_BLADE = "it is a weapon of close combat, and it is not cast from a distance"
FEW_DICE = "who casts it has too few power dice"
NO_BLOW = "no combat casts it: what it does is not in figures of a blow"
NO_CARD_OF_BLADES = "a match-up of close combat tells what it does, no card"
LATE = "its caster holds a weapon that strikes at a time of its own, and casts none"


def why_not_cast(asking: Asking, piece: Gear) -> str:
    """Return the part of a spell that a match-up leaves out, or ""."""
    shoots_here = asking.kind in VOLLEYS
    if asking.kind == "casting":
        return COSTLESS if piece.stats.get("cost") is None else ""
    if asking.on_card:
        return NOT_ON_CARD if shoots_here else _on_card_of_blows(piece)
    if not shoots_here:
        return _of_blade(asking, piece) if is_blade(piece) else _no_blade(piece)
    if not is_blade(piece):
        return _of_spell(asking, piece)
    if asking.kind == "shooting":
        return _of_spell(asking, piece) if shoots(piece) else ONLY_BLADE
    shot = _of_spell(asking, piece) if shoots(piece) else ""
    return shot or _of_blade(asking, piece)


def _on_card_of_blows(piece: Gear) -> str:
    return NO_CARD_OF_BLADES if is_blade(piece) else _no_blade(piece)


def _no_blade(piece: Gear) -> str:
    return ONLY_SHOT if shoots(piece) else NO_BLOW


def _of_blade(asking: Asking, piece: Gear) -> str:
    """Return why a spell is no weapon in a combat, or ""."""
    own = asking.own
    cost = piece.stats.get("cost")
    casters = [group for group in own.groups if piece.name in group.casts]
    if not isinstance(cost, int):
        return COSTLESS
    if not casters:
        return _no_hand(asking, piece)
    casters = [group for group in casters if FACES * group.mg >= cost]
    if not casters:
        return FEW_DICE
    if asking.kind != LINE and (absorbs(own) or absorbs(asking.other)):
        return BY_ABSORBING
    blades = (spell_blades(own, group, charging=False) for group in casters)
    cast = any(blade.key == piece.key for one in blades for blade, _ in one)
    return "" if cast else LATE


def _no_hand(asking: Asking, piece: Gear) -> str:
    """Return why a spell is not cast that nothing in hand at first casts."""
    switches = asking.situation.of(asking.own.side).hands != "same"
    sets = asking.own.sets if switches else ()
    casts = any(piece.name in casts_of(part) for one in sets for part in one.parts)
    return IN_SOME_TURNS if casts else NO_HAND


def _of_spell(asking: Asking, piece: Gear) -> str:
    """Return the part of a spell that a volley leaves out, or ""."""
    if not shoots(piece):
        return UNCAST
    if not any(piece.name in group.casts for group in asking.own.groups):
        return _no_hand(asking, piece)
    situation = asking.situation
    touched = situation.of(asking.own.side).touched or situation.touched
    if lays_blast(piece) and not touched:
        return UNPLACED
    if asking.kind == "shooting" and (why := _out_of_reach(piece, situation.distance)):
        return why
    return ""


def _out_of_reach(piece: Gear, distance: int) -> str:
    """Return that a spell does not reach so far, or no target so near, or ""."""
    least, most = reach_of(piece.stats.get("range")) or (0, distance)
    if least <= distance <= most:
        return ""
    reach = f"{least}-{most}" if least else f"{most}"
    return f'it reaches {reach}" and is not cast from {distance}"'


def shoots(piece: Gear) -> bool:
    """Return whether a spell has the figures of a shot; poison needs no Strength."""
    needed = ("cost", "range", "shots", *(() if is_poisoned(piece) else ("strength",)))
    return all(piece.stats.get(key) is not None for key in needed)
