"""Trials of the options of a slot; made on demand, since each costs a review."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from armybuilder.armies.odds.figures import LoadoutOdds
from armybuilder.armies.odds.unit_odds import OddsBasis, UnitOdds, unit_odds
from armybuilder.armies.places import Place, find_place
from armybuilder.armies.review import ReviewedArmy, review_roster
from armybuilder.armies.text import signed
from rulesets.books.book import Entry
from rulesets.core.points import Points
from rulesets.legality import with_defaults
from rulesets.reviews.review import Line
from rulesets.rosters.edits import Add, Choose, Edit, EditError, Remove, SetCount, apply

MOST_TRIALS = 40
"""Options of one slot that are tried."""

EQUAL_DIGITS = 9
"""Digits in which equal numbers are the same: the rest is rounding."""


@dataclass(frozen=True, slots=True)
class OptionTrial:
    """One option of a slot tried on the army: the differences, or why there are none.

    `points` are those of the whole army, `a_model` those for each model of the unit, ""
    where they are no whole number of them; wounds are of the phase that does most.
    `left_out` is what the trial is about and no number has in it, `no_dice` what of it
    has no part in any number; `equal` is true where every number is the very same.
    """

    label: str
    points: str = ""
    a_model: str = ""
    wounds: str = ""
    wins: str = ""
    in_hand: str = ""
    why_not: str = ""
    left_out: tuple[str, ...] = ()
    no_dice: tuple[str, ...] = ()
    equal: bool = False

    @property
    def is_same(self) -> bool:
        return not (self.wounds or self.wins or self.why_not)

    @property
    def said(self) -> str:
        """Return the text in place of numbers where none differs."""
        if self.left_out:
            return f"not worked out: {', '.join(self.left_out)}"
        if not self.equal:
            return "less than is shown"
        return "no dice" if self.no_dice else "makes no difference"


def option_trials(
    reviewed: ReviewedArmy, path: str, slot: str, basis: OddsBasis
) -> tuple[OptionTrial, ...] | None:
    """Return a trial of each option of a slot; none without such a slot.

    `path` is that of a unit or of a selection within it, `slot` the key of one of its
    slots, "" for its types of models.
    """
    unit = reviewed.review.line("/".join(path.split("/")[:2]))
    place = find_place(reviewed.review, reviewed.books, path)
    if unit is None or place is None:
        return None
    trials = [*_trials(place, slot)][:MOST_TRIALS]
    now = unit_odds(reviewed.review.game, unit, basis)
    return tuple(_tried(reviewed, unit, basis, now, trial) for trial in trials)


@dataclass(frozen=True, slots=True)
class _Trial:
    """An edit in words, and the name of its subject."""

    label: str
    about: str
    edit: Edit


def _trials(place: Place, slot: str) -> Iterator[_Trial]:
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
            edit: Edit = Choose(place.id, with_defaults(entry), found.entries)
            yield _Trial(entry.name, entry.name, edit)
        else:
            yield _Trial(entry.name, entry.name, Add(place.id, with_defaults(entry)))


def _of_taken(entry: Entry, line: Line) -> Iterator[_Trial]:
    if entry.high is None or entry.high > line.count:
        edit = SetCount(line.id, line.count + 1)
        yield _Trial(f"One more {line.title}", line.title, edit)
    elif not entry.low:
        yield _Trial(f"Without {line.title}", line.title, Remove(line.id))


def _tried(
    reviewed: ReviewedArmy,
    unit: Line,
    basis: OddsBasis,
    now: UnitOdds,
    trial: _Trial,
) -> OptionTrial:
    try:
        roster = apply(reviewed.roster, trial.edit)
    except EditError as problem:
        return OptionTrial(trial.label, why_not=str(problem))
    then = review_roster(roster, reviewed.books, reviewed.pack)
    line = then.line(unit.path)
    if line is None:
        return OptionTrial(trial.label, why_not="The unit would be gone.")
    since = replace(basis, before=reviewed.review)
    after = unit_odds(reviewed.review.game, line, since)
    points = then.points - reviewed.review.points
    before, now_then = now.against or LoadoutOdds(), after.against or LoadoutOdds()
    return OptionTrial(
        trial.label,
        points=signed(points),
        a_model=_a_model(points, line.models),
        wounds=_wounds(now, after),
        wins=_wins(now, after),
        in_hand=after.taken,
        why_not=now_then.why_not,
        left_out=(
            *_concerned(trial.about, before.left_out, now_then.left_out),
            *(f"{name}: {why}" for name, why in now_then.no_fights),
        ),
        no_dice=_concerned(trial.about, before.no_dice, now_then.no_dice),
        equal=_numbers(before) == _numbers(now_then),
    )


def _numbers(odds: LoadoutOdds) -> tuple[tuple[str, float], ...]:
    """Return every number that a trial compares, but for rounding."""
    wounds = ((one.key, one.wounds) for one in odds.attacks)
    wins = ((one.key, one.wins) for one in odds.fights)
    return tuple((key, round(value, EQUAL_DIGITS)) for key, value in (*wounds, *wins))


def _concerned(
    about: str, before: tuple[str, ...], after: tuple[str, ...]
) -> tuple[str, ...]:
    """Return the names noted with a trial or without it, and the trial's own name."""
    told = dict.fromkeys((*before, *after))
    return tuple(
        name
        for name in told
        if name == about or (name in before) is not (name in after)
    )


def _a_model(points: Points, models: int) -> str:
    """Return `+3` for 30 points more of a unit of ten."""
    if models < 2 or not points or points % models:
        return ""
    return signed(points // models)


def _wounds(now: UnitOdds, after: UnitOdds) -> str:
    before = now.against.most if now.against else None
    most = after.against.most if after.against else None
    if before is None or most is None:
        return ""
    return _difference(most.wounds - before.wounds, 1)


def _wins(now: UnitOdds, after: UnitOdds) -> str:
    """Return how each fight changes: `+3.1% charging, +0.4% charged`."""
    if now.against is None or after.against is None:
        return ""
    said = []
    for fight in after.against.fights:
        before = now.against.begun(fight.key)
        text = _difference(100 * (fight.wins - before.wins), 1) if before else ""
        said += [f"{text}% {fight.name.lower()}"] if text else []
    return ", ".join(said)


def _difference(much: float, digits: int) -> str:
    """Return a difference with its sign; "" where it rounds to nothing."""
    if not round(much, digits):
        return ""
    return f"{'−' if much < 0 else '+'}{abs(much):.{digits}f}"
