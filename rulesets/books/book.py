"""An army book: units and options on offer, their prices and their limits.

These are the compiled values that the engine works on; `rulesets.books.load` makes them
from a book document.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rulesets.books.heraldry import Arms
from rulesets.core.points import Points
from rulesets.core.query import Change, Limit, SwitchRule, TallyRule
from rulesets.core.special_rule import SpecialRule
from rulesets.core.values import Gear, RuleUse, Scalar

ENGLISH = "en"
"""The language of a book that says none."""


@dataclass(frozen=True, slots=True)
class BookProfile:
    """A stat line as printed: characteristics by key, none where a dash stands."""

    key: str
    name: str
    kind: str
    characteristics: Mapping[str, Scalar]


@dataclass(frozen=True, slots=True)
class Slot:
    """A group of options that belong together: ``entries`` are their keys, in order.

    ``low`` and ``high`` are how many may be taken where that is a plain number; the
    limits of the unit say it in full. ``listed`` is the key of the list that its
    options are from, "" where they are its own.
    """

    key: str
    name: str
    entries: tuple[str, ...]
    low: int = 0
    high: int | None = None
    listed: str = ""


_ACTING = frozenset({"figure", "gear", "rules", "type"})
"""Attributes whose changes can be seen on a unit that fights."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that may be bought at its place.

    Parameters
    ----------
    key, name : str
    kind : str
        ``unit``, ``model``, ``option``, ``item``, ``mount`` or ``spell``.
    keys : tuple of str
        Every target that finds it (see `Query.of`).
    item : str
        Key of the item that it is; "" if it is none of the book's items.
    points : Points
        Price of one [points].
    per : str
        ``each``, or ``model``: the price counts once for every model of the bearer.
    models : int
        Models in one of it [models]; 0 for what is no model.
    start : int
        How many are taken along when its parent is added.
    low, high : int, optional
        How many its parent may have, where that is a plain number.
    slots_taken : mapping
        How many slots one of it takes, by tag; 1 where it is silent.
    per_slot : int
        How many of it make one choice.
    roll : tuple of int, optional
        Lowest and highest dice result that its price adds [points].
    category : str
        Key of a unit's category.
    note, source, summary : str
    footprint : str
        As printed, such as ``5x4``.
    profiles, rules, gear, entries, slots, limits, changes
        Its stat lines; special rules; what it carries without asking, with the item
        that it is; what may be bought for it, by key; the groups of these; what is
        demanded of it; what it changes.
    maxima : mapping
        Those of its limits that only bound from above what is bought directly, by
        their target: there are very many, and few are asked.
    others : tuple of Limit
        The rest of its limits.
    acts : bool
        True if it changes a stat line, rules, gear or the type of a unit.
    former : tuple of str
        Keys that it had in former editions.
    """

    key: str
    name: str
    kind: str
    keys: tuple[str, ...]
    item: str = ""
    points: Points = 0
    per: str = "each"
    models: int = 0
    start: int = 0
    low: int = 0
    high: int | None = None
    slots_taken: Mapping[str, int] = field(default_factory=dict)
    per_slot: int = 1
    roll: tuple[int, int] | None = None
    category: str = ""
    note: str = ""
    source: str = ""
    summary: str = ""
    footprint: str = ""
    profiles: tuple[BookProfile, ...] = ()
    rules: tuple[RuleUse, ...] = ()
    gear: tuple[Gear, ...] = ()
    entries: Mapping[str, "Entry"] = field(default_factory=dict)
    slots: tuple[Slot, ...] = ()
    limits: tuple[Limit, ...] = ()
    changes: tuple[Change, ...] = ()
    former: tuple[str, ...] = ()
    maxima: Mapping[str, tuple[Limit, ...]] = field(
        init=False, repr=False, compare=False
    )
    others: tuple[Limit, ...] = field(init=False, repr=False, compare=False)
    acts: bool = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Sort the limits: plain maxima of options bought directly, and the others."""
        maxima: dict[str, tuple[Limit, ...]] = {}
        for one in self.limits:
            if _is_maximum(one):
                of = one.query.of[0]
                maxima[of] = (*maxima.get(of, ()), one)
        others = tuple(one for one in self.limits if not _is_maximum(one))
        acts = any(one.attribute.partition(":")[0] in _ACTING for one in self.changes)
        object.__setattr__(self, "acts", acts)
        object.__setattr__(self, "maxima", maxima)
        object.__setattr__(self, "others", others)


def _is_maximum(limit: Limit) -> bool:
    """Return whether a limit is only a maximum of options that are bought directly."""
    is_plain = limit.when is None and not limit.each and not limit.switchable
    return is_plain and limit.min is None and limit.query.is_range


@dataclass(frozen=True, slots=True)
class Item:
    """A piece of equipment of the book; ``hands`` it fills, none if not printed.

    ``carried`` is what it is for a bearer who has it without buying it: an entry
    without points that brings the item's rules, limits and changes.
    """

    key: str
    name: str
    kind: str
    hands: int | None
    base: str
    points: Points
    stats: Mapping[str, Scalar]
    rules: tuple[RuleUse, ...]
    tags: tuple[str, ...]
    summary: str
    source: str
    limits: tuple[Limit, ...]
    changes: tuple[Change, ...]
    carried: Entry
    former: tuple[str, ...] = ()

    @property
    def gear(self) -> Gear:
        """Return one of it in use."""
        return Gear(
            self.key,
            self.name,
            self.stats,
            kind=self.kind,
            hands=self.hands,
            base=self.base,
            rules=self.rules,
            acts=self.carried.acts,
        )


@dataclass(frozen=True, slots=True)
class Printed:
    """A printed rule that the engine does not enforce.

    ``status`` is ``advisory`` (shown to the player), ``exact`` or ``sampled`` (counts
    in the odds) or ``not modelled``.
    """

    title: str
    status: str
    text: str
    source: str


@dataclass(frozen=True, slots=True)
class ListOfOptions:
    """Options that several slots offer, as one list and by key."""

    key: str
    name: str
    entries: Mapping[str, Entry]


@dataclass(frozen=True, slots=True)
class CategoryName:
    """A category of units, in the order of the book."""

    key: str
    name: str


@dataclass(frozen=True, slots=True)
class Book:
    """A whole army book of one edition.

    Parameters
    ----------
    key, game, name, source, note : str
    categories : tuple of CategoryName
    items, rules, units : mapping
        By key, in the order of the book.
    limits, changes : tuple
        What holds for a whole force of the book.
    printed : tuple of Printed
        Rules of the book that are not enforced.
    missing : tuple of str
        Figures that the sources do not give.
    entries : mapping
        Everything that a force may buy directly: the units and the choices of the
        whole army, by key.
    slots : tuple of Slot
        The groups of the choices of the whole army.
    lists : mapping
        The lists of options that slots take from, by key.
    switches : tuple of SwitchRule
        Rules of a campaign that players may have on or off.
    tallies : tuple of TallyRule
        Numbers of the army that are shown.
    edition : int
        Number of the edition; 0 for a draft.
    sha256 : str
        Hash of the document.
    arms : Arms
        What its crest shows.
    licence, attribution : str
        What others may do with it, and who is to be named.
    language : str
        The language of its names and texts, as BCP 47 writes it.
    on_trial : bool
        Whether it is a draft that the book's people try, and no published edition.
    """

    key: str
    game: str
    name: str
    source: str
    note: str
    categories: tuple[CategoryName, ...]
    items: Mapping[str, Item]
    rules: Mapping[str, SpecialRule]
    units: Mapping[str, Entry]
    entries: Mapping[str, Entry]
    slots: tuple[Slot, ...]
    lists: Mapping[str, ListOfOptions]
    switches: tuple[SwitchRule, ...]
    tallies: tuple[TallyRule, ...]
    limits: tuple[Limit, ...]
    changes: tuple[Change, ...]
    printed: tuple[Printed, ...]
    missing: tuple[str, ...]
    edition: int
    sha256: str
    arms: Arms
    licence: str = ""
    attribution: str = ""
    language: str = ENGLISH
    on_trial: bool = False

    @property
    def is_foreign(self) -> bool:
        """Return whether its names and texts are not English."""
        return self.language.partition("-")[0] != ENGLISH


Books = Mapping[tuple[str, int], Book]
"""Books by key and number of the edition."""
