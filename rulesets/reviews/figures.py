"""Figures and loadouts of one group of models in a review."""

from collections.abc import Mapping
from dataclasses import dataclass

from rulesets.core.values import Gear, Scalar


@dataclass(frozen=True, slots=True)
class Figure:
    """One characteristic of a unit: as printed, as it is now, and its changes."""

    printed: Scalar
    now: Scalar
    changed_by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReviewedProfile:
    """A stat line of a unit with every change applied, by characteristic key."""

    key: str
    name: str
    kind: str
    figures: Mapping[str, Figure]

    def values(self) -> dict[str, Scalar]:
        """Return the characteristics as they are now."""
        return {key: figure.now for key, figure in self.figures.items()}


@dataclass(frozen=True, slots=True)
class Held:
    """A full loadout of a model, and its effects.

    Parameters
    ----------
    name : str
        ``Sword and Shield``.
    held : tuple of Gear
        What is in hand; a pair has the count 2.
    notes : tuple of str
        What holding these brings, as the game reads it.
    profiles : tuple of ReviewedProfile
        The model's stat lines while it holds them.
    """

    name: str
    held: tuple[Gear, ...]
    notes: tuple[str, ...]
    profiles: tuple[ReviewedProfile, ...]


@dataclass(frozen=True, slots=True)
class Refused:
    """Pieces that cannot be in hand together, and why; one piece alone never can."""

    held: tuple[Gear, ...]
    why: str


@dataclass(frozen=True, slots=True)
class NamedLoadout:
    """A loadout that the player named; ``why_not`` is "" if it is allowed.

    ``full`` is what it brings as `Held`, none where it is not allowed.
    """

    name: str
    items: tuple[str, ...]
    why_not: str
    full: Held | None = None


@dataclass(frozen=True, slots=True)
class Equipment:
    """The gear and the loadouts of a group of models.

    Parameters
    ----------
    hands : int
        Hands of one model [hands].
    worn : tuple of Gear
        In use without a hand.
    loadouts : tuple of Held
        Every full set that is allowed.
    refused : tuple of Refused
        Pieces that can never be equipped, and pairs that cannot be in hand together.
    set_aside : tuple of Refused
        Pieces that are not used while others are carried.
    named : tuple of NamedLoadout
    more : bool
        True if it carries more than is looked at.
    """

    hands: int
    worn: tuple[Gear, ...] = ()
    loadouts: tuple[Held, ...] = ()
    refused: tuple[Refused, ...] = ()
    set_aside: tuple[Refused, ...] = ()
    named: tuple[NamedLoadout, ...] = ()
    more: bool = False
