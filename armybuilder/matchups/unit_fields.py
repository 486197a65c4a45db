"""Fields about a unit itself: models, options, figures. They go into its address.

Beside ``a``, the address of a unit, a form sends ``a.models.ID``, how many there are of
a group of models, ``a.figure.LINE:KEY``, a figure that no book prints, ``a.add`` and
``a.drop``, changes of its options, and ``a.of``, the address that all these are about:
who chooses another unit says nothing of that one. What a form says it has in hand is
read as ``a.kept``: it was chosen for the unit before and holds where it still may.
"""

from collections.abc import Mapping

from armybuilder.matchups.answers import QueryError
from rulesets.core.subject import clause
from rulesets.matchups.said_figures import FIGURE, is_figure
from rulesets.matchups.unit_edits import MODELS
from rulesets.odds.match_up import Fighter

ABOUT, ADDED, DROPPED = "of", "add", "drop"
LOADOUT, KEPT = "loadout", "kept"


def with_unit_choices(query: Mapping[str, str]) -> dict[str, str]:
    """Return a query in which each unit's address says what was chosen of it.

    Examples
    --------
    >>> with_unit_choices({"a": "b/u", "a.of": "b/u", "a.models.s1": "20"})
    {'a': 'b/u~models:s1:20'}
    >>> with_unit_choices({"a": "b/other", "a.of": "b/u", "a.models.s1": "20"})
    {'a': 'b/other'}
    >>> address = "b/u~figure:chariot:sv:4"
    >>> with_unit_choices({"a": address, "a.of": address, "a.figure.chariot:sv": "5"})
    {'a': 'b/u~figure:chariot:sv:5'}
    >>> with_unit_choices({"a": "b/u", "a.of": "b/u", "a.loadout": "Sword"})
    {'a': 'b/u', 'a.kept': 'Sword'}
    """
    rest = dict(query)
    for field in _fields_chosen(query):
        about = rest.pop(f"{field}.{ABOUT}")
        if f"{field}.{LOADOUT}" in rest:
            rest[f"{field}.{KEPT}"] = rest.pop(f"{field}.{LOADOUT}")
        changes = _changes_of(field, rest)
        if rest.get(field) == about:
            # A figure whose field was emptied is said no more.
            before = (one for one in about.split("~") if not is_figure(one))
            rest[field] = "~".join((*before, *changes))
    return rest


def in_hand(query: Mapping[str, str], field: str) -> tuple[str, str]:
    """Return what a unit is to have in hand, and what it keeps there if it may."""
    return query.get(f"{field}.{LOADOUT}", ""), query.get(f"{field}.{KEPT}", "")


def refuse_unknown_loadout(field: str, found: Fighter, loadout: str) -> None:
    """Refuse a loadout that a fighter cannot have in hand.

    Raises
    ------
    QueryError
    """
    if loadout and loadout not in found.loadouts:
        wanted = ", ".join(found.loadouts) or "nothing to choose from"
        name = clause(found.name, "has")
        text = f"{name} no loadout “{loadout[:40]}”; known are: {wanted}."
        raise QueryError(f"{field}.{LOADOUT}", text)


def _fields_chosen(query: Mapping[str, str]) -> list[str]:
    names = (name.rpartition(".") for name in query)
    return [field for field, _, last in names if last == ABOUT and field]


def _changes_of(field: str, rest: dict[str, str]) -> list[str]:
    """Take the changes of a unit out of a query, models and figures first."""
    changes = []
    for kind in (MODELS, FIGURE):
        before = f"{field}.{kind}."
        for name in [name for name in rest if name.startswith(before)]:
            text = rest.pop(name)
            if text:
                changes.append(f"{kind}:{name.removeprefix(before)}:{text}")
    for name in (ADDED, DROPPED):
        change = rest.pop(f"{field}.{name}", "")
        if change:
            changes.append(change)
    return changes
