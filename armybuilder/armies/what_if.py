"""What the options of a slot would change; asked for, since each costs a trial."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from armybuilder.armies.judging import Judged, judged_roster
from armybuilder.armies.measuring import Measured, Yardstick, measured
from armybuilder.armies.places import Place, find_place
from armybuilder.armies.wording import signed
from rulesets.book import Entry
from rulesets.edit import Add, Choose, Edit, EditError, Remove, SetCount, apply
from rulesets.legality import filled
from rulesets.points import Points
from rulesets.review import Line

MOST_TRIALS = 40
"""Options of one slot that are tried."""


@dataclass(frozen=True, slots=True)
class WhatIf:
    """One option of a slot tried on the army: what it would change, or why not.

    `points` are those of the whole army, `a_model` those for each model of the unit, ""
    where they are no whole number of them; wounds are of the phase that does most.
    """

    label: str
    points: str = ""
    a_model: str = ""
    wounds: str = ""
    wins: str = ""
    in_hand: str = ""
    why_not: str = ""

    @property
    def is_same(self) -> bool:
        return not (self.wounds or self.wins or self.why_not)


def what_if(
    judged: Judged, path: str, slot: str, yardstick: Yardstick
) -> tuple[WhatIf, ...] | None:
    """Return what each option of a slot would change; none without such a slot.

    `path` is that of a unit or of a selection within it, `slot` the key of one of its
    slots, "" for its types of models.
    """
    unit = judged.review.line("/".join(path.split("/")[:2]))
    place = find_place(judged.review, judged.books, path)
    if unit is None or place is None:
        return None
    trials = [*_trials(place, slot)][:MOST_TRIALS]
    now = measured(judged.review.game, unit, yardstick)
    return tuple(
        _tried(judged, unit, yardstick, now, label, edit) for label, edit in trials
    )


def _trials(place: Place, slot: str) -> Iterator[tuple[str, Edit]]:
    slotted = {key for one in place.slots for key in one.entries}
    found = next((one for one in place.slots if one.key == slot), None)
    keys = found.entries if found else [k for k in place.entries if k not in slotted]
    if slot and found is None:
        return
    is_choice = found is not None and place.is_choice(found)
    for key in keys:
        entry, taken = place.entries[key], place.taken(key)
        if taken:
            yield from _of_taken(entry, taken[0])
        elif is_choice and found is not None:
            yield entry.name, Choose(place.id, filled(entry), found.entries)
        else:
            yield entry.name, Add(place.id, filled(entry))


def _of_taken(entry: Entry, line: Line) -> Iterator[tuple[str, Edit]]:
    if entry.high is None or entry.high > line.count:
        yield f"One more {line.title}", SetCount(line.id, line.count + 1)
    elif not entry.low:
        yield f"Without {line.title}", Remove(line.id)


def _tried(
    judged: Judged,
    unit: Line,
    yardstick: Yardstick,
    now: Measured,
    label: str,
    edit: Edit,
) -> WhatIf:
    try:
        roster = apply(judged.roster, edit)
    except EditError as problem:
        return WhatIf(label, why_not=str(problem))
    then = judged_roster(roster, judged.books)
    line = then.line(unit.path)
    if line is None:
        return WhatIf(label, why_not="The unit would be gone.")
    since = replace(yardstick, before=judged.review)
    after = measured(judged.review.game, line, since)
    points = then.points - judged.review.points
    return WhatIf(
        label,
        points=signed(points),
        a_model=_a_model(points, line.models),
        wounds=_wounds(now, after),
        wins=_wins(now, after),
        in_hand=after.taken,
        why_not=after.against.why_not if after.against else "",
    )


def _a_model(points: Points, models: int) -> str:
    """Return `+3` for 30 points more of a unit of ten."""
    if models < 2 or not points or points % models:
        return ""
    return signed(points // models)


def _wounds(now: Measured, after: Measured) -> str:
    before = now.against.most if now.against else None
    most = after.against.most if after.against else None
    if before is None or most is None:
        return ""
    return _difference(most.wounds - before.wounds, 1)


def _wins(now: Measured, after: Measured) -> str:
    before = now.against.fight if now.against else None
    fight = after.against.fight if after.against else None
    if before is None or fight is None:
        return ""
    text = _difference(100 * (fight.wins - before.wins), 1)
    return f"{text}%" if text else ""


def _difference(much: float, digits: int) -> str:
    """Return a difference with its sign; "" where it rounds to nothing."""
    if not round(much, digits):
        return ""
    return f"{'−' if much < 0 else '+'}{abs(much):.{digits}f}"
