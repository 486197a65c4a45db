"""Everything that the numbers of a match-up leave out, named beside them."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from rulesets.core.values import Gear
from rulesets.games.scrollhammer.combat.asking import Asking
from rulesets.games.scrollhammer.combat.blows.weapons import (
    holds_to_parry,
    parries_by_its_book,
)
from rulesets.games.scrollhammer.combat.fights.defeats import pays
from rulesets.games.scrollhammer.combat.fights.leadership import passes_morale
from rulesets.games.scrollhammer.combat.profile import (
    ScrollhammerUnit,
    why_left_out,
)
from rulesets.games.scrollhammer.combat.questions.asked_rules import (
    COMBATS,
    UNASKED,
    VOLLEYS,
)
from rulesets.games.scrollhammer.combat.questions.sides import LINE
from rulesets.games.scrollhammer.combat.spells_left_out import why_not_cast
from rulesets.games.scrollhammer.special_rules import (
    SPECIAL_RULES,
    keys_of,
    rule_of,
    rules_that,
)
from rulesets.games.scrollhammer.unit_types import UNIT_TYPES
from rulesets.games.scrollhammer.weapon_rules import ELEMENTS
from rulesets.odds.answer import NotModelled
from rulesets.odds.array_cache import kept_by_identity
from rulesets.odds.match_up import Fighter
from rulesets.odds.omissions import Omissions

OMISSIONS = Omissions(
    quiet=keys_of("no dice")
    | {"general", "lodestone-charm", "potion-of-buoyancy", "walk-on-waves"}
    | {"bilge-cure", "false-colours"},
    name_of=lambda key: rule_of(key).name,
)
"""Rules and gear without dice in a match-up; who the general is rolls none either.

The charm is about reserves, the potion and the spell of waves about water; no poison
and no disease lasts in a match-up, and who is shot at is chosen before it.
"""

IN_FIGURES = frozenset(
    ("", "armour", "buckler", "melee", "mount", "ranged", "shield", "spell", "spells")
)
"""Kinds of gear whose figures and rules are read: "" for what no book sorts."""

WORDS: dict[str, str] = {
    "chain-lightning": "its strikes after the first are left out",
    "great-weapon": "which weapon it is stays open",
    "icy-spear": "that whom it hits strikes at Initiative 1 is left out",
    "katana": "that what adds to its Strength adds to Initiative instead is left out",
    "necromancers-robes": "what they do is not known",
    "oblates-robes": "what they do is not known",
    "priest-robes": "what they do is not known",
    "single-bolt": "its entry breaks off",
}
"""Gear with figures, and what of its words is not in them."""

CHOSEN = "its player chooses one of its elements: none counts here, its poison always"
"""Of a piece whose element is none of those that there are."""

UNTOLD = "what it does stands in words that the odds do not read"


def untold(piece: Gear) -> str:
    """Return the part of a piece in use that the numbers leave out, or ""."""
    if str(piece.stats.get("element") or "").capitalize() not in {"", *ELEMENTS}:
        return CHOSEN
    if piece.key in WORDS and not _is_figured(piece):
        return WORDS[piece.key]
    if _paired_crossbow(piece):
        return "that it is a hand weapon as well, and slower after a shot, is left out"
    if piece.base == "spear" and "strength" not in piece.stats:
        return "what else its entry says is not known"
    return "" if piece.kind in IN_FIGURES else untold_words(piece)


def untold_words(piece: Gear) -> str:
    """Return the words for a piece without a figure, rule or change, or ""."""
    told = piece.acts or piece.rules or piece.key in OMISSIONS.quiet
    return "" if told or piece.kind in IN_FIGURES else UNTOLD


def _is_figured(piece: Gear) -> bool:
    """Return whether a weapon that words are known of prints all its figures."""
    return piece.kind == "melee" and {"strength", "ap"} <= set(piece.stats)


def _paired_crossbow(piece: Gear) -> bool:
    return piece.kind == "ranged" and piece.base == "hand-weapon"


BROAD = frozenset(
    {
        "artillery",
        "monstrous-cavalry",
        "monstrous-creature",
        "monstrous-fast-cavalry",
        "monstrous-flier",
    }
)
"""Types of unit whose bases are wider than those of others."""

KNOWN_TYPES = frozenset({"", "artillery", "infantry"})
"""Types of unit whose rules are known, or that no book sorts."""


def left_out(asking: Asking) -> tuple[NotModelled, ...]:
    """Return everything of one side that the numbers leave out."""
    always = _always(asking.fighter, asking.own, asking.kind)
    found = [*always.left]
    if asking.readings.beta_texts:
        found = [one for one in found if one.rule not in _of_beta()]
    found += _in_hand(asking)
    if always.unasked:
        found += _unasked(asking, always.unasked)
    if asking.own.spells:
        found += _spells(asking)
    if asking.kind == "engagement":
        found += _sights(asking)
    if asking.kind in COMBATS:
        found += _bases(asking)
        found += _counter_attacks(asking)
        found += _dangerous_ground(asking)
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Always:
    """The omissions of one side whatever the situation is.

    Parameters
    ----------
    left : tuple of NotModelled
    unasked : tuple of str
        Its rules that count only where the situation says so, by key.
    """

    left: tuple[NotModelled, ...]
    unasked: tuple[str, ...]


@kept_by_identity(most=512)
def _always(fighter: Fighter, own: ScrollhammerUnit, kind: str) -> Always:
    left = list(own.left_out)
    left += [*_characters(own, kind), *_types(own, kind), *_gear(fighter, own)]
    left += [*_parries(own, kind), *_elements(own)]
    unasked = (key for key in _keys(own) if rule_of(key).fate.kind == "asked")
    return Always(tuple(dict.fromkeys(left)), tuple(unasked))


@cache
def _of_beta() -> frozenset[str]:
    """Return the names of the rules that the beta alone prints."""
    rules = SPECIAL_RULES.values()
    return frozenset(r.name for r in rules if r.fate.question == "beta-texts")


def _keys(own: ScrollhammerUnit) -> tuple[str, ...]:
    """Return the rules of a unit's models and of all that they use."""
    keys: dict[str, None] = {}
    for group in own.groups:
        keys |= dict.fromkeys(group.rules)
        keys |= {rule.key: None for piece in group.gear for rule in piece.rules}
    keys |= {rule.key: None for piece in own.spells for rule in piece.rules}
    return tuple(keys)


def _unasked(asking: Asking, keys: tuple[str, ...]) -> Iterator[NotModelled]:
    side = asking.own.side
    for key in keys:
        rule = rule_of(key)
        one = UNASKED[rule.fate.question]
        asked = (asking.asked(q, of_other=one.of_other) for q in one.questions)
        if asking.kind in one.kinds and not any(asked):
            for name in dict.fromkeys([rule.name, *_bearers(asking.own, key)]):
                yield NotModelled(name, side, one.why)


def _bearers(own: ScrollhammerUnit, key: str) -> list[str]:
    """Return the names of the spells that have a rule."""
    spells = (one for one in own.spells if any(rule.key == key for rule in one.rules))
    return [one.name for one in spells]


def _characters(own: ScrollhammerUnit, kind: str) -> Iterator[NotModelled]:
    """Yield that an independent character joins and leaves nobody on the way."""
    if "independent-character" in own.rules and kind == "engagement":
        why = "that it joins and leaves other units is left out: it fights as told here"
        yield NotModelled(rule_of("independent-character").name, own.side, why)


def _bases(asking: Asking) -> Iterator[NotModelled]:
    """Yield that bases are taken to be of one size where their types differ."""
    own, other = asking.own, asking.other
    if not _is_broad(own) or _is_broad(other):
        return
    sides = own.side, other.side
    if any(asking.situation.of(side).meets != 1 for side in sides):
        return
    why = (
        "its base is taken to be as wide as those of the enemy, unless it is said how "
        "many it meets"
    )
    yield NotModelled("Large base", own.side, why)


def _dangerous_ground(asking: Asking) -> Iterator[NotModelled]:
    """Yield who takes no test of dangerous ground: those who pile in.

    Nor who takes wounds for a lost combat before it goes away from it.

    References
    ----------
    Scrollhammer Rulebook, The Close Combat Phase: Pile In; Dangerous Terrain.
    """
    situation = asking.situation
    if situation.dangerous or situation.dangerous_ground:
        why = "those who pile in over dangerous ground take no test: the charge alone"
        yield NotModelled("Pile In", asking.own.side, why)
    if situation.dangerous_ground and asking.kind != LINE and _pays_and_goes(asking):
        why = "who takes wounds for a lost combat does not test the ground after it"
        yield NotModelled("Fall Back", asking.own.side, why)


def _pays_and_goes(asking: Asking) -> bool:
    """Return whether a side that takes wounds for a lost combat may go away from it."""
    told = asking.situation.of(asking.own.side)
    leaves = told.leaves or told.unseen == "slips"
    return pays(asking.own) and (
        leaves or not passes_morale(asking.own, asking.readings)
    )


def _counter_attacks(asking: Asking) -> Iterator[NotModelled]:
    """Yield that skirmishers may counter-attack a charge through difficult ground.

    References
    ----------
    Scrollhammer Rulebook, Charging Through Difficult Terrain; Special rules H to Q:
    Invisibility.
    """
    situation = asking.situation
    is_hindered = situation.difficult or situation.rough
    is_charged = {
        "charge": asking.own.side == "b",
        "engagement": situation.closing in (asking.other.side, "both"),
    }.get(asking.kind, False)
    if asking.own.formation != "Skirmish" or not (is_hindered and is_charged):
        return
    if not asking.asked("unseen", of_other=True):
        why = "charged through difficult terrain it may try to; its text is not known"
        yield NotModelled("Counter-attack", asking.own.side, why)


def _is_broad(profile: ScrollhammerUnit) -> bool:
    return all(group.kind in BROAD for group in profile.groups)


def _types(own: ScrollhammerUnit, kind: str) -> Iterator[NotModelled]:
    """Yield the types of unit whose own rules are not known."""
    kinds = {group.kind: None for group in own.groups}
    for key in kinds if kind != "casting" else ():
        if key not in KNOWN_TYPES:
            known = UNIT_TYPES.get(key)
            name = known.name if known else key
            why = "what the rulebook says of this type of unit is not known"
            yield NotModelled(name, own.side, why)


def _gear(fighter: Fighter, own: ScrollhammerUnit) -> Iterator[NotModelled]:
    """Yield gear that does more than its figures say."""
    used = {piece.key: piece for group in own.groups for piece in group.gear}
    for piece in (*used.values(), *fighter.gear):
        why = untold(piece) if piece.key in used else untold_words(piece)
        if why and piece.kind != "spell":
            yield NotModelled(piece.name, own.side, why)


def _spells(asking: Asking) -> Iterator[NotModelled]:
    """Yield the spells that are known and not cast, and what is left out of others."""
    told = (one for one in asking.own.spells if one.key not in OMISSIONS.quiet)
    for piece in told:
        why = "" if _is_asked(piece) else why_not_cast(asking, piece)
        if asking.kind in VOLLEYS:
            why = why or untold(piece)
        if why:
            yield NotModelled(piece.name, asking.own.side, why)
        for rule in piece.rules:
            if left := why_left_out(rule.key):
                yield NotModelled(rule_of(rule.key).name, asking.own.side, left)


def _is_asked(piece: Gear) -> bool:
    """Return whether the situation says what a spell does, and nothing else does."""
    fates = (rule_of(rule.key).fate.kind for rule in piece.rules)
    return "asked" in fates and "shots" not in piece.stats


def _parries(own: ScrollhammerUnit, kind: str) -> Iterator[NotModelled]:
    """Yield that hand weapon and shield parry, whose text only the beta has."""
    unread = (one for one in own.groups if not parries_by_its_book(one))
    if kind in COMBATS and any(map(holds_to_parry, unread)):
        yield NotModelled(rule_of("parry").name, own.side, why_left_out("parry"))


def _elements(own: ScrollhammerUnit) -> Iterator[NotModelled]:
    """Yield what gives a weapon an element beside another, which alone counts."""
    for group in own.groups:
        given = sorted(rules_that("set", "element") & group.rules.keys())
        always = [key for key in given if rule_of(key).fate.kind != "asked"]
        for key in always[:-1]:
            why = f"{rule_of(always[-1]).name} alone counts, on whatever is in hand"
            yield NotModelled(rule_of(key).name, own.side, why)


def _in_hand(asking: Asking) -> Iterator[NotModelled]:
    """Yield that what is in hand stays there from turn to turn, unless it is asked.

    References
    ----------
    Scrollhammer Rulebook, Equipped Items: once each turn ends, each model may switch.
    """
    own = asking.own
    if asking.on_card or asking.situation.of(own.side).hands != "same":
        return
    if asking.kind in COMBATS and len(asking.fighter.loadouts) > 1:
        why = "it keeps the same in hand unless it is asked to take what fights best"
        yield NotModelled("Equipped Items", own.side, why)


def _sights(asking: Asking) -> Iterator[NotModelled]:
    """Yield that all models of ranks are taken to see what they shoot at.

    References
    ----------
    Scrollhammer Rulebook, Fight in Ranks: Cohesive Fire.
    """
    own = asking.own
    held = (piece.kind for group in own.groups for piece in group.gear)
    if own.formation != "Ranks" or "ranged" not in held:
        return
    if not asking.asked("unsighted"):
        why = (
            "all its models are taken to see what they shoot at, unless it is said how "
            "many do not"
        )
        yield NotModelled("Cohesive Fire", own.side, why)
