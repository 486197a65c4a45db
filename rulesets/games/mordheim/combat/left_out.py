"""Rules and gear of a Mordheim fighter that the odds leave out, and why."""

from collections.abc import Container, Iterator, Mapping

from rulesets.core.special_rule import SpecialRule
from rulesets.games.mordheim.combat.blows.mounts import STEEDS, steed_of
from rulesets.games.mordheim.combat.goods import CHOSEN
from rulesets.games.mordheim.combat.profile import Warrior
from rulesets.games.mordheim.said_rules import BROUGHT
from rulesets.games.mordheim.special_rules import GEAR, RULES, UNCAST, row_of
from rulesets.games.mordheim.spell_rules import OF_SPELLS, PREFIX
from rulesets.odds.answer import NotModelled
from rulesets.odds.sides import OTHER, Side

WORDS_ONLY = {
    "chain-sticks": "its two more blows of the first turn",
    "man-catcher": "that it takes its victim captive",
    "blunderbuss": "whoever else stands on its line",
    "chaos-dwarf-blunderbuss": "whoever else stands on its line",
}
"""Weapons whose words say more than their rules, and what is left out."""

CASTERS = frozenset(RULES[key].name for key in ("wizard", "prayers"))
"""Names of the rules of those who cast."""

UPON = frozenset(row.key.removeprefix(PREFIX) for row in OF_SPELLS)
"""Spells and prayers that a situation may say somebody is under."""

AT_ENEMIES = frozenset({"blessed-ale", "stench-of-nurgle"})
"""Those of them that harm who is under them."""

UNREAD = "what it does stands in words that the odds do not read"
UNSAID = "it counts only where the situation says so"
UNASKED = "it counts only where the situation says that it hates this enemy"
UNUSED = "it counts only where the situation says that it is used"

IN_USE = tuple(
    key for key, row in GEAR.items() if row.fate.kind == "asked" and not row.left_out
)
"""Gear that counts wholly, and only where the situation says so."""


def not_modelled(
    warrior: Warrior,
    *,
    casts: bool = False,
    hates: bool = False,
    alone: bool = False,
    used: Container[str] = (),
) -> tuple[NotModelled, ...]:
    """List what the odds leave out of a fighter, with the reasons.

    Of one who casts his spells are not left out; of one who is said to hate the enemy
    his hatred is not. What gear would do in tests for stupidity and for being ``alone``
    is left out where there are such tests. Of goods those ``used`` are not left out.
    """
    tested = alone or warrior.has("stupidity")
    left = dict.fromkeys(_left_out(warrior, hates=hates, tested=tested))
    asked = (*CHOSEN, *UPON, *BROUGHT, *IN_USE)
    spent = {row_of(key).name for key in asked if key in used}
    left = {one: None for one in left if one.rule not in spent}
    if not casts:
        return tuple(left)
    magic = {*CASTERS, *(row_of(one.key).name for one in warrior.spells)}
    return tuple(one for one in left if one.rule not in magic)


def _of_mount(warrior: Warrior) -> Iterator[NotModelled]:
    """Yield what is left out of a rider: rider and mount are one model here."""
    why = "rider and mount are one; it does not fall by itself"
    if steed_of(warrior) is None:
        why = "rider and mount are one; the mount's own attacks are left out"
    if "rhinox" in warrior.gear:
        why = "rider and mount are one; what it tramples when it charges is left out"
    yield NotModelled("Mount", warrior.side, why)


def _of_rule(row: SpecialRule, *, hates: bool) -> str:
    """Return why a rule is left out, or what of it; "" where nothing is."""
    if row.fate.kind == "asked" and row.fate.question == "hates":
        return "" if hates else UNASKED
    if row.fate.kind == "asked":
        return UNSAID
    return row.left_out or (UNREAD if row.fate.kind == "left out" else "")


def _of_piece(key: str, *, hates: bool, tested: bool) -> str:
    """Return why a piece of gear is left out, or what of it; "" where nothing is.

    What is left out of gear that counts is of tests for being alone or stupidity.
    """
    if key in IN_USE and GEAR[key].fate.question == "hates":
        return "" if hates else UNASKED
    if key in CHOSEN or key in IN_USE:
        return UNUSED
    if key in GEAR:
        row = GEAR[key]
        return row.left_out if tested or row.fate.kind == "left out" else ""
    return "" if key in STEEDS else UNREAD


def _of_spell(key: str) -> str:
    """Return why a spell or prayer that nobody casts is left out."""
    under = "it counts in combats where the situation says who is under it"
    return under if key in UPON else UNCAST


def _left_out(warrior: Warrior, *, hates: bool, tested: bool) -> Iterator[NotModelled]:
    side = warrior.side
    for row in map(row_of, warrior.rules):
        if why := _of_rule(row, hates=hates):
            yield NotModelled(row.name, side, why)
    spells = {one.key for one in warrior.spells}
    for key in warrior.unknown:
        why = (
            _of_spell(key)
            if key in spells
            else _of_piece(key, hates=hates, tested=tested)
        )
        if why:
            yield NotModelled(row_of(key).name, side, why)
    for weapon in (*warrior.weapons, *warrior.missiles):
        if WORDS_ONLY.get(weapon.key):
            yield NotModelled(weapon.name, side, WORDS_ONLY[weapon.key])
    if warrior.mounted:
        yield from _of_mount(warrior)


def _is_said(told: Mapping[str, object], side: Side, row: SpecialRule) -> bool:
    """Return whether a situation says that an asked rule of a side counts."""
    question = row.fate.question
    answers = [told.get(f"{side}.{question}")]
    answers += [told.get(question)] if side == "a" else []
    return any(answer not in (None, False, "no") for answer in answers)


def used_in(told: Mapping[str, object], side: Side) -> frozenset[str]:
    """Return the goods, spells and rules of a side that the situation says count."""
    spells = {told.get(f"{side}.under")}
    spells |= {told.get(f"{OTHER[side]}.under")} & AT_ENEMIES
    return frozenset(
        (
            *(
                key
                for key, asked in CHOSEN.items()
                if told.get(f"{side}.{asked}") or (side == "a" and told.get(asked))
            ),
            *(key for key in UPON if key in spells),
            *(key for key in (*BROUGHT, *IN_USE) if _is_said(told, side, row_of(key))),
        )
    )
