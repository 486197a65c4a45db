"""Tracks of a multiple combat: of losses, of bites, and of wounds that come back."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LossTrack:
    """Counts the losses of a unit.

    Parameters
    ----------
    unit : int
    step : int, optional
        The step whose losses are counted apart; none for all others.
    """

    unit: int
    step: int | None = None


@dataclass(frozen=True, slots=True)
class BiteTrack:
    """Tells what comes of the bite of a group at an enemy.

    Of a unit with one enemy it counts 1 if a wound will come back. Of one with several
    it counts 1 if the model struck at this one, and 2 if a wound will come back.

    Parameters
    ----------
    unit, place, foe : int
    """

    unit: int
    place: int
    foe: int


@dataclass(frozen=True, slots=True)
class MealTrack:
    """Counts the wounds that came back to a group that absorbs health.

    Parameters
    ----------
    unit, place : int
    """

    unit: int
    place: int


Track = LossTrack | BiteTrack | MealTrack
