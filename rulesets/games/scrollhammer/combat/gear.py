"""What gear does beyond its figures, and what of it the numbers leave out."""

from rulesets.core.values import Gear
from rulesets.games.scrollhammer.combat.weapons import is_poisoned
from rulesets.games.scrollhammer.special_rules import keys_of, rule_of
from rulesets.odds.omissions import Omissions

OMISSIONS = Omissions(
    quiet=keys_of("no dice") | {"general"}, name_of=lambda key: rule_of(key).name
)
"""Rules without dice in a match-up; who the general is rolls none either."""

IN_FIGURES = frozenset(
    {
        "",
        "armour",
        "buckler",
        "melee",
        "mount",
        "ranged",
        "shield",
        "spell",
        "spells",
    }
)
"""Kinds of gear whose figures and rules are read: "" for what no book sorts."""

WORDS: dict[str, str] = {
    "adepts-robes": "one more Magicka is in no stat line",
    "chain-lightning": "its strikes after the first are left out",
    "great-weapon": "which weapon it is stays open",
    "greatsword": "that it strikes at 1 less Initiative is left out",
    "halberd": "1 more Strength against cavalry in the first round is left out",
    "icy-spear": "that whom it hits strikes at Initiative 1 is left out",
    "katana": "that what adds to its Strength adds to Initiative instead is left out",
    "magick-robes": "one more Magicka is in no stat line",
    "masters-robes": "two more Magicka are in no stat line",
    "necromancers-robes": "what they do is not known",
    "oblates-robes": "what they do is not known",
    "priest-robes": "what they do is not known",
    "single-bolt": "its entry breaks off",
    "wizard-robes": "what they add to Magicka is in no stat line",
}
"""Gear with figures, and what of its words is not in them."""

AS_HAND_WEAPON = frozenset(
    {"black-hand", "bound-cutlass", "flames", "frostbite", "spark-lash", "sparks"}
)
"""Spells that are hand weapons in close combat as well."""

UNTOLD = "what it does stands in words that the odds do not read"
COSTLESS = "its casting cost is not printed"
BY_SPELL = "as a hand weapon of magic in close combat it is left out"
UNPLACED = "how many models it touches is not said, so it is not cast"
UNCAST = "no match-up casts it: what it does is not in figures of a shot"
NO_HAND = "no hand is set to spells, so it is not cast"
NOT_ON_CARD = "a match-up of shooting tells what it does, no card"
NOT_IN_COMBAT = "spells are not cast in close combat here"


def untold(piece: Gear) -> str:
    """Return what of a piece in use the numbers leave out, "" for nothing."""
    if piece.key in WORDS and not _is_figured(piece):
        return WORDS[piece.key]
    if _paired_crossbow(piece):
        return "that it is a hand weapon as well, and slower after a shot, is left out"
    if piece.key == "lance" and "ap" not in piece.stats:
        return "2 of piercing when it charges are left out"
    if piece.base == "spear" and "strength" not in piece.stats:
        return "what else its entry says is not known"
    return "" if piece.kind in IN_FIGURES else untold_words(piece)


def untold_words(piece: Gear) -> str:
    """Return what of a piece is left out that no figure, rule or change tells of."""
    told = piece.acts or piece.rules or piece.key in OMISSIONS.quiet
    return "" if told or piece.kind in IN_FIGURES else UNTOLD


def _is_figured(piece: Gear) -> bool:
    """Return whether a weapon that words are known of prints all its figures."""
    return piece.kind == "melee" and {"strength", "ap"} <= set(piece.stats)


def _paired_crossbow(piece: Gear) -> bool:
    return piece.kind == "ranged" and piece.base == "hand-weapon"


def shoots(piece: Gear) -> bool:
    """Return whether a spell has the figures of a shot; poison needs no Strength."""
    needed = ("cost", "range", "shots", *(() if is_poisoned(piece) else ("strength",)))
    return all(piece.stats.get(key) is not None for key in needed)
