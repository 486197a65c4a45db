"""The arms of a book: two tinctures, a division of the field and an emblem.

Words are those of heraldry. A book that says nothing of its arms has some all the same,
always the same ones: its key decides.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

METALS = ("or", "argent")
COLOURS = ("gules", "azure", "vert", "sable", "purpure", "tenne", "murrey")
TINCTURES = (*METALS, *COLOURS)

FIELDS = (
    "plain",
    "per-pale",
    "per-fess",
    "per-bend",
    "per-chevron",
    "quarterly",
    "paly",
    "barry",
    "chequy",
)
"""Divisions; of "plain" all takes the first tincture."""

EMBLEMS = (
    "anchor",
    "axe",
    "chalice",
    "claw",
    "comet",
    "compass",
    "crescent",
    "crown",
    "eye",
    "flame",
    "fleur",
    "gate",
    "gear",
    "hammer",
    "horns",
    "mask",
    "mountain",
    "paw",
    "skull",
    "star",
    "sun",
    "sword",
    "tower",
    "trident",
    "tusks",
    "wolf",
)


@dataclass(frozen=True, slots=True)
class Arms:
    """The drawing of a book's crest in words: ``colours`` are two tinctures."""

    colours: tuple[str, str]
    field: str
    emblem: str


def arms_of(
    key: str, colours: Sequence[str] = (), field: str = "", emblem: str = ""
) -> Arms:
    """Return the arms of a book; what is not said is decided by its key.

    One of the tinctures that the key decides is a metal, and the other none. A book
    that says something of its arms, and nothing of a division, has none.

    Examples
    --------
    >>> arms_of("riverfolk", ["azure", "argent"], "barry", "anchor")
    Arms(colours=('azure', 'argent'), field='barry', emblem='anchor')
    >>> arms_of("riverfolk") == arms_of("riverfolk")
    True
    """
    first, second, third, fourth = sha256(key.encode()).digest()[:4]
    own = COLOURS[first % len(COLOURS)], METALS[second % len(METALS)]
    return Arms(
        colours=(colours[0], colours[1]) if len(colours) == 2 else own,
        field=field or ("plain" if colours or emblem else FIELDS[third % len(FIELDS)]),
        emblem=emblem or EMBLEMS[fourth % len(EMBLEMS)],
    )


def reads_well(colours: Sequence[str]) -> bool:
    """Return whether one of two tinctures is a metal and the other a colour."""
    return len([one for one in colours if one in METALS]) == 1
