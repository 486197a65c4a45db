"""A plan: steps that lead from an army to a better one, each tried on the engine."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from rulesets.books.book import Books
from rulesets.core.points import Points
from rulesets.legality.engine import Verdict, verdict
from rulesets.packs.pack import Pack
from rulesets.rosters.edits import (
    Add,
    Choose,
    Edit,
    EditError,
    Remove,
    SetCount,
    SetLoadouts,
    apply,
    apply_all,
)
from rulesets.rosters.roster import Roster, Selection, walk
from rulesets.rosters.roster_tree import fresh, ids_of


@dataclass(frozen=True, slots=True)
class PlanStep:
    """One step of a plan: edits that belong together.

    Parameters
    ----------
    text : str
        What the edits do, in a player's words.
    why : str
        What it is good for: the message that it mends, or what is gained.
    edits : tuple of Edit
        New selections have the ids that they will have, so that a later step finds
        them though an earlier one is left out.
    change : Points
        What the army's points change by [points].
    points : Points
        What the army is worth after it and all before it [points].
    errors : int
        How many errors the army then has.
    gain : float, optional
        By how much the worth of units grows; none where nobody measured it.
    """

    text: str
    why: str
    edits: tuple[Edit, ...]
    change: Points = 0
    points: Points = 0
    errors: int = 0
    gain: float | None = None


@dataclass(frozen=True, slots=True)
class ArmyPlan:
    """Steps from an army to another, and the verdict on that.

    Parameters
    ----------
    steps : tuple of PlanStep
    roster : Roster
        The army after all steps.
    after : Verdict
        The engine's verdict on it.
    tried : int
        How many armies were reviewed to find it.
    complete : bool
        True if nothing was left untried for want of work.
    """

    steps: tuple[PlanStep, ...]
    roster: Roster
    after: Verdict
    tried: int = 0
    complete: bool = True

    @property
    def legal(self) -> bool:
        """Return whether the army is legal after all steps."""
        return self.after.legal

    @property
    def edits(self) -> tuple[Edit, ...]:
        """Return the edits of all steps in their order."""
        return tuple(edit for step in self.steps for edit in step.edits)


def settled(roster: Roster, steps: Iterable[PlanStep]) -> list[PlanStep]:
    """Return steps whose new selections have ids that nothing else had or will have.

    In the order of the steps an id may be free again and be given anew; a step that is
    left out would then give it to another.
    """
    used, names = ids_of(roster), dict[str, str]()
    found = []
    for step in steps:
        edits = []
        for edit in step.edits:
            own = _renamed(edit, names)
            if isinstance(edit, Add | Choose) and isinstance(own, Add | Choose):
                plain = fresh(edit.selection, ids_of(roster))
                own = replace(own, selection=fresh(edit.selection, used))
                names.update(_pairs(plain, own.selection))
            roster = apply(roster, edit)
            edits.append(own)
        found.append(replace(step, edits=tuple(edits)))
    return found


def _renamed(edit: Edit, names: Mapping[str, str]) -> Edit:
    """Return an edit of the selections that have other ids by now."""
    if isinstance(edit, Add | Choose):
        return replace(edit, parent=names.get(edit.parent, edit.parent))
    if isinstance(edit, Remove | SetCount | SetLoadouts):
        return replace(edit, id=names.get(edit.id, edit.id))
    return edit


def _pairs(plain: Selection, own: Selection) -> Iterator[tuple[str, str]]:
    """Yield the ids of two selections that differ in nothing else."""
    for one, other in zip(walk((plain,)), walk((own,)), strict=True):
        yield one.id, other.id


def counted_out(
    roster: Roster, steps: Iterable[PlanStep], books: Books, pack: Pack | None
) -> tuple[list[PlanStep], Roster, Verdict]:
    """Return steps with the points and errors after each, and where they lead."""
    told = []
    then = verdict(roster, books, pack)
    for step in steps:
        before = then.points
        for edit in step.edits:
            roster = apply(roster, edit)
        then = verdict(roster, books, pack)
        change = then.points - before
        points, errors = then.points, then.errors
        told.append(replace(step, change=change, points=points, errors=errors))
    return told, roster, then


def taken(
    roster: Roster, steps: Iterable[tuple[Edit, ...]]
) -> tuple[Roster, tuple[bool, ...]]:
    """Return an army after some steps of a plan, and which of them were made.

    What needs a step that is left out, such as gear for a unit that is not bought,
    cannot be made and changes nothing.
    """
    made = []
    for edits in steps:
        try:
            roster = apply_all(roster, edits)
        except EditError:
            made.append(False)
        else:
            made.append(True)
    return roster, tuple(made)


def outcome(
    roster: Roster, edits: Iterable[Edit], books: Books, pack: Pack | None
) -> Verdict | None:
    """Return the verdict on an army after edits; none if they cannot be made."""
    try:
        for edit in edits:
            roster = apply(roster, edit)
    except EditError:
        return None
    return verdict(roster, books, pack)
