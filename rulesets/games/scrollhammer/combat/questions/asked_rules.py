"""Special rules of Scrollhammer that count only where the situation says so."""

from dataclasses import dataclass

COMBATS = ("fight", "charge", "engagement", "battle-line")
"""Kinds of match-up in which blows fall."""

VOLLEYS = ("shooting", "engagement")
"""Kinds of match-up in which a side shoots in its own turn."""

ALL = (*COMBATS, "shooting")
"""Kinds of match-up in which two units meet."""


@dataclass(frozen=True, slots=True)
class Unasked:
    """A rule that counts only where the situation says so.

    Parameters
    ----------
    questions : tuple of str
        Any of which makes it count.
    kinds : tuple of str
        Kinds of match-up in which it would count.
    why : str
    of_other : bool
        True if the questions are about whom it strikes.
    """

    questions: tuple[str, ...]
    kinds: tuple[str, ...]
    why: str
    of_other: bool = False


UNASKED = {
    "unseen": Unasked(
        ("unseen",), ALL, "it counts only in a combat where it is said to be invisible"
    ),
    "leaves": Unasked(
        ("leaves",), COMBATS, "it counts only where it is said to leave the combat"
    ),
    "from-cover": Unasked(
        ("from-cover", "unseen"),
        COMBATS,
        "it counts only where its bearer is said to come out of cover or unseen",
    ),
    "paralyzed": Unasked(
        ("paralyzed",),
        ALL,
        "it counts only in a combat where its target is said to be paralyzed",
        of_other=True,
    ),
    "lowered": Unasked(
        ("lowered",),
        ALL,
        "it counts only where its target's resists are said to be lowered",
        of_other=True,
    ),
    "oiled": Unasked(
        ("oiled",),
        ALL,
        "it counts only where the situation says that it is on the weapons, for a turn",
    ),
    "draughts": Unasked(
        ("draughts",),
        ALL,
        "it counts only where the situation says that it is drunk before magic is cast",
    ),
    "scrolls": Unasked(
        ("scrolls",),
        ALL,
        "it counts only where the situation says that it is read, and its bearer knows "
        "a spell that it may hold",
    ),
    "cover": Unasked(
        ("cover",),
        ALL,
        "it counts only where the situation says that who is shot at has soft cover",
    ),
    "heals": Unasked(
        ("heals",),
        ALL,
        "it counts only where the situation says of a spell that is cast on which roll "
        "it heals",
    ),
    "healing-draughts": Unasked(
        ("healing-draughts",),
        ALL,
        "it counts only where the situation says that it is drunk in a combat",
    ),
    "foe": Unasked(
        ("foe",),
        ALL,
        "it counts only where the enemy is said to be the one it names",
    ),
}
"""Rules that are asked, by the question."""
