"""Random armies of the project's own books, made from what the books offer."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from rulesets.books.book import Entry
from rulesets.legality import with_defaults
from rulesets.rosters.edits import Add, apply
from rulesets.rosters.roster import Force, Loadout, Roster, Selection
from tests.real_books import KEYS, real_book

GAMES = tuple(sorted({real_book(key).game for key in KEYS}))
BY_GAME = {game: [key for key in KEYS if real_book(key).game == game] for game in GAMES}
SWITCHES = {"mordheim": ("campaign", "misfire"), "scrollhammer": ("core-points",)}
DEEPEST = 3
"""Levels of options below a unit that are bought at random."""

Draw = Callable[[st.SearchStrategy[Any]], Any]
UNKNOWN = Selection("new", "stranger", 2)


@st.composite
def bought(draw: Draw, entry: Entry, depth: int = DEEPEST) -> Selection:
    """Return a selection of an entry: its defaults or none, and some of its offers."""
    count = draw(_counts(entry))
    start = with_defaults(entry).selections if draw(st.booleans()) else ()
    below = [*start, *draw(_choices(entry.entries, depth))]
    return Selection(
        "new",
        entry.key,
        count,
        roll=draw(st.sampled_from([None, 2, 7, 12])) if entry.roll else None,
        selections=tuple(below),
        loadouts=draw(_loadouts(entry, below)),
    )


@st.composite
def _choices(draw: Draw, offered: Mapping[str, Entry], depth: int) -> list[Selection]:
    keys = list(offered)
    if not keys or not depth:
        return []
    picked = draw(
        st.lists(st.sampled_from(keys), max_size=5 if depth == DEEPEST else 2)
    )
    parts = [draw(bought(offered[key], depth - 1)) for key in picked]
    if draw(st.integers(0, 20)) == 20:
        parts.append(UNKNOWN)
    return parts


def _counts(entry: Entry) -> st.SearchStrategy[int]:
    if entry.kind == "model":
        return st.sampled_from([1, max(1, entry.low), entry.high or 20, 12])
    return st.sampled_from([1, 1, 1, 1, 2])


@st.composite
def _loadouts(draw: Draw, entry: Entry, below: list[Selection]) -> tuple[Loadout, ...]:
    """Return sets that a player may name: of what is carried, and of what is not."""
    if entry.kind not in ("unit", "model") or draw(st.integers(0, 2)):
        return ()
    keys = [gear.key for gear in entry.gear]
    keys += [entry.entries[s.entry].item for s in below if s.entry in entry.entries]
    known = st.sampled_from([key for key in keys if key] or ["sword"])
    items = draw(st.lists(known, min_size=1, max_size=3))
    return (Loadout("Mine", tuple(items)),)


@st.composite
def armies(draw: Draw, most_units: int = 5, game: str | None = None) -> Roster:
    """Return a random army of any book, now and then with a second force."""
    of = draw(st.sampled_from(GAMES)) if game is None else game
    roster = Roster(
        of,
        "Random",
        draw(st.sampled_from([None, 0, 500, 1000, 2000])),
        switches={key: draw(st.booleans()) for key in SWITCHES.get(of, ())},
    )
    for number in range(1, draw(st.sampled_from([1, 1, 2, 3])) + 1):
        key = draw(st.sampled_from(BY_GAME[of]))
        force = Force(f"f{number}", key, 1)
        roster = replace(roster, forces=(*roster.forces, force))
        entries = real_book(key).entries
        for name in draw(st.lists(st.sampled_from(list(entries)), max_size=most_units)):
            unit = draw(bought(entries[name]))
            roster = apply(roster, Add(force.id, unit))
    return roster
