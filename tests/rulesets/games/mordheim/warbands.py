"""Warbands for the tests: a few words become a roster of the project's own books."""

from typing import Any

from rulesets.core.values import Scalar
from rulesets.legality import review
from rulesets.reviews.review import Line, Review
from rulesets.rosters.roster import read_roster
from tests.real_books import KEYS, real_book

WARBANDS = tuple(
    key
    for key in KEYS
    if key.startswith("mordheim-")
    and key not in ("mordheim-armoury", "mordheim-hired-swords")
)


def hero(entry: str, *gear: Any) -> dict[str, Any]:
    """Return a fighter with what he has: keys, or selections written out."""
    return {"entry": entry, "selections": [_chosen(piece) for piece in gear]}


def group(entry: str, models: int, *gear: Any) -> dict[str, Any]:
    """Return a group of henchmen with what each of them has."""
    return hero(entry, {"entry": "fighter", "count": models}, *gear)


def record(*gained: Any) -> dict[str, Any]:
    """Return the record of a campaign."""
    return {"entry": "record", "selections": [_chosen(one) for one in gained]}


def several(entry: str, count: int) -> dict[str, Any]:
    """Return so many of a choice."""
    return {"entry": entry, "count": count}


def _chosen(piece: Any) -> dict[str, Any]:
    return {"entry": piece} if isinstance(piece, str) else piece


def judged(
    warband: str,
    *units: dict[str, Any],
    hired: tuple[dict[str, Any], ...] = (),
    stash: tuple[Any, ...] = (),
    switches: tuple[str, ...] = (),
    limit: int | None = None,
) -> Review:
    """Return the review of a warband, with its hired swords and what it keeps."""
    parts = [(f"mordheim-{warband}", units)]
    if hired:
        parts.append(("mordheim-hired-swords", hired))
    if stash:
        parts.append(("mordheim-armoury", tuple(_chosen(one) for one in stash)))
    roster: dict[str, Any] = {
        "format": "armybuilder.roster/1",
        "game": "mordheim",
        "name": "A warband",
        "forces": [
            {
                "id": f"f{number}",
                "book": key,
                "edition": 1,
                "units": [
                    _with_ids(unit, f"{number}-{place}")
                    for place, unit in enumerate(bought)
                ],
            }
            for number, (key, bought) in enumerate(parts)
        ],
        "switches": dict.fromkeys(switches, True),
    }
    if limit is not None:
        roster["limit"] = limit
    return review(read_roster(roster), {(key, 1): real_book(key) for key, _ in parts})


def _with_ids(selection: dict[str, Any], id: str) -> dict[str, Any]:
    below = [
        _with_ids(part, f"{id}-{place}")
        for place, part in enumerate(selection.get("selections", ()))
    ]
    return {**selection, "id": id, "selections": below}


def unit(now: Review, place: int = 0, force: int = 0) -> Line:
    """Return a unit of a review."""
    return now.forces[force].units[place]


def figures(line: Line) -> dict[str, Scalar]:
    """Return the figures of the first stat line as they are now."""
    return {key: figure.now for key, figure in line.profiles[0].figures.items()}


def tally(now: Review, key: str) -> Any:
    """Return a number that every page shows."""
    (found,) = [one.value for one in now.tallies if one.key == key]
    return found


def codes(now: Review) -> list[str]:
    """Return the codes of the messages."""
    return [message.code for message in now.messages]
