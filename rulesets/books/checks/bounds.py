"""Checks of limits by their bounds: never met, never broken, never kept together.

All of it holds whatever an army buys. What depends on the army, on a condition or on
players, and bounds that a change may move, are left out: nothing is said of those.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import inf

from rulesets.books.book import Entry
from rulesets.books.checks.draft import BookDraft
from rulesets.books.checks.finding import ERROR, Found, replace_by, take_out
from rulesets.books.checks.numbers import is_limit
from rulesets.books.checks.reach import branch_at, given_targets, is_in_unit
from rulesets.books.entries import Branch
from rulesets.core.query import Amount, Limit, read_limit
from rulesets.legality import IMPLIED

COUNTED = ("selections", "kinds")
"""Counts that can be added up from the most that may be bought."""

OPEN = ("*", "same", "kind:", "rule:")
"""Beginnings of targets that more than what is bought may be."""

GROWING = ("selections", "kinds", "models")
"""Counts that are never less in a wider place."""


@dataclass(frozen=True, slots=True)
class PlacedLimit:
    """A limit of a draft, or of its game's pack, with what it stands at.

    ``where`` is "" of a limit of the pack. ``branch`` is the entry that brings it,
    behind those above; empty of the book and of the pack.
    """

    where: str
    owner: str
    branch: Branch
    limit: Limit

    @property
    def least(self) -> float | None:
        """Return its minimum where that is a number, else none."""
        return _number(self.limit.min)

    @property
    def most(self) -> float | None:
        """Return its maximum where that is a number, else none."""
        return _number(self.limit.max)

    @property
    def place(self) -> str:
        """Return the place that it counts in, of whoever brings it."""
        within = self.limit.query.within
        return "force" if within == "self" and not self.branch else within


def _number(amount: Amount | None) -> float | None:
    return None if amount is None or amount.terms else float(amount.base)


def unmet_limits(draft: BookDraft) -> Iterator[Found]:
    """Yield limits that demand more than can be bought at their place."""
    maxima = _Maxima(draft)
    for one in limits_of(draft):
        least = one.least
        if least is None or not is_always_asked(draft, one.limit):
            continue
        most = maxima.counted(one)
        if 0 < most < least:
            sentence = (
                f"at least {least:,.0f} are asked for, and {most:,.0f} can be had"
            )
            at = f"{one.where}/min"
            mend = replace_by(at, int(most))
            yield Found(at, f"{one.limit.title}: {sentence}", mend=mend)


def limits_never_broken(draft: BookDraft) -> Iterator[Found]:
    """Yield maxima that nobody can pass, for all that may be bought at their place."""
    maxima = _Maxima(draft)
    for one in limits_of(draft):
        most, limit = one.most, one.limit
        if most is None or limit.min is not None or _is_moved(draft, limit):
            continue
        had = maxima.counted(one)
        if 0 < had <= most:
            what = f"at most {most:,.0f} are allowed, and {had:,.0f} can be had"
            mend = take_out(one.where)
            yield Found(one.where, f"{limit.title}: {what}", mend=mend)


def clashing_limits(draft: BookDraft) -> Iterator[Found]:
    """Yield limits that demand what another limit forbids in the same armies."""
    several = [
        *limits_of(draft),
        *(PlacedLimit("", "", (), limit) for limit in draft.game.pack.limits),
    ]
    maxima = [
        one
        for one in several
        if one.most is not None
        and one.limit.query.where is None
        and is_always_asked(draft, one.limit)
    ]
    for one in several:
        least = one.least
        if not one.where or least is None or not is_always_asked(draft, one.limit):
            continue
        for other in maxima:
            most = other.most or 0
            if most < least and other != one and _counts_in(other, one):
                sentence = (
                    f"{one.limit.title} asks for at least {least:,.0f}, and "
                    f"{other.limit.title} allows at most {most:,.0f}"
                )
                yield Found(f"{one.where}/min", sentence)


def forbidden_entries(draft: BookDraft) -> Iterator[Found]:
    """Yield what units offer and no army can have: a limit or a range forbids it."""
    bans = [
        one
        for one in limits_of(draft)
        if one.most == 0
        and one.limit.query.count in COUNTED
        and one.limit.query.where is None
        and is_always_asked(draft, one.limit)
    ]
    ranges_move = moves_ranges(draft)
    told = set[str]()
    for where, branch in _own(draft):
        if any(where.startswith(f"{above}/") for above in told):
            continue
        entry = branch[-1]
        ban = next((one for one in bans if _forbids(one, where, branch)), None)
        if ban is not None:
            told.add(where)
            yield Found(where, f"no army can have {entry.name}: {_allows_none(ban)}")
        elif entry.high == 0 and entry.kind != "unit" and not ranges_move:
            told.add(where)
            yield Found(where, f"no army can have {entry.name}: at most 0 of it")


def _allows_none(ban: PlacedLimit) -> str:
    return f"the limit “{ban.limit.title}” allows none"


def _forbids(ban: PlacedLimit, where: str, branch: Branch) -> bool:
    """Return whether a maximum of nothing is about a branch wherever that is."""
    query = ban.limit.query
    if set(query.of).isdisjoint(branch[-1].keys):
        return False
    if not _is_above(ban.owner, where):
        return False
    direct = ban.place == "self" and ban.branch == branch[:-1]
    in_place = ban.place in ("force", "army", "self")
    return direct or (query.deep and (in_place or _is_of_unit(ban)))


def _is_of_unit(one: PlacedLimit) -> bool:
    return one.place == "unit" and is_in_unit(one.branch)


def _is_above(owner: str, where: str) -> bool:
    """Return whether who brings a limit is there wherever a place is had."""
    return not owner or owner == where or where.startswith(f"{owner}/")


def _counts_in(wide: PlacedLimit, narrow: PlacedLimit) -> bool:
    """Return whether a maximum counts at least what a minimum counts, always."""
    most, least = wide.limit.query, narrow.limit.query
    alike = most.count == least.count and most.count in GROWING
    if not alike and (most.count, least.count) != ("selections", "kinds"):
        return False
    named = set(least.of) <= set(most.of) or "*" in most.of
    if not named or "same" in (*least.of, *most.of):
        return False
    if not _is_above(wide.owner, narrow.owner):
        return False
    if not most.deep:
        same = wide.owner == narrow.owner and wide.place == narrow.place
        return same and not least.deep
    return _is_wider(wide, narrow)


def _is_wider(wide: PlacedLimit, narrow: PlacedLimit) -> bool:
    """Return whether the place of a limit holds that of another at or below it."""
    if wide.place == "army":
        return True
    if wide.place == "force":
        return narrow.place in ("self", "unit", "force")
    if _is_of_unit(wide):
        return narrow.place in ("self", "unit")
    is_unit = is_in_unit(wide.branch) and len(wide.branch) == 1
    inner = ("self", "unit") if is_unit else ("self",)
    return wide.place == "self" and narrow.place in inner


# -- which limits, and what of them can move -----------------------------------------


def limits_of(draft: BookDraft) -> Iterator[PlacedLimit]:
    """Yield the limits of a draft that somebody always brings: not those of items."""
    for where, part in draft.parts:
        if is_limit(where) and not where.startswith("/items/"):
            owner = where.rpartition("/limits/")[0]
            branch = branch_at(draft, owner)
            yield PlacedLimit(where, owner, branch, read_limit(part))


def is_always_asked(draft: BookDraft, limit: Limit) -> bool:
    """Return whether an army that breaks a limit is illegal, whatever else it is."""
    depends = limit.when is not None or limit.each or limit.switchable
    return not depends and limit.severity == ERROR and not _is_moved(draft, limit)


def _is_moved(draft: BookDraft, limit: Limit) -> bool:
    """Return whether a change of the book or the game moves a bound of a limit."""
    return limit.key in draft.moved_bounds


def moves_ranges(draft: BookDraft) -> bool:
    """Return whether a change moves what ranges of models, slots or options imply."""
    return not draft.moved_bounds.isdisjoint(IMPLIED)


def _own(draft: BookDraft) -> Iterator[tuple[str, Branch]]:
    """Yield the places of units, models and options, but for those of lists."""
    for where, _ in draft.parts:
        of = where.rpartition("/")[0].rpartition("/")[2]
        if where.startswith("/units/") and of in ("units", "models", "options"):
            yield where, branch_at(draft, where)


# -- adding up ------------------------------------------------------------------------


class _Maxima:
    """The most that can be bought at each place of a draft."""

    def __init__(self, draft: BookDraft) -> None:
        self.book = draft.book
        self.given = {*given_targets(draft)}
        self.ranges_move = moves_ranges(draft)

    def counted(self, one: PlacedLimit) -> float:
        """Return the most that a limit can count; infinite where nobody can say."""
        query = one.limit.query
        base = _base(one)
        if base is None or one.limit.each or query.count not in COUNTED:
            return inf
        of = frozenset(query.of)
        is_open = any(target.startswith(OPEN) for target in of) or of & self.given
        if is_open or self.ranges_move or not of.isdisjoint(base.keys):
            return inf
        return self._below(base, of, deep=query.deep)

    def _below(self, entry: Entry, of: frozenset[str], *, deep: bool) -> float:
        if deep and self._carries(entry, of):
            return inf
        each = {
            key: self._of_one(child, of, deep=deep)
            for key, child in entry.entries.items()
        }
        single = dict(each)
        total = 0.0
        for slot in entry.slots:
            here = {key: single.pop(key) for key in slot.entries if key in single}
            high = inf if slot.high is None else slot.high
            by_slot = _times(high, max(here.values(), default=0))
            total += min(self._bought(entry, here), by_slot)
        return total + self._bought(entry, single)

    def _bought(self, entry: Entry, each: Mapping[str, float]) -> float:
        return sum(_times(_high(entry.entries[key]), one) for key, one in each.items())

    def _of_one(self, entry: Entry, of: frozenset[str], *, deep: bool) -> float:
        found = 0.0 if of.isdisjoint(entry.keys) else 1.0
        return found + (self._below(entry, of, deep=True) if deep else 0)

    def _carries(self, entry: Entry, of: frozenset[str]) -> bool:
        """Return whether an entry carries what a target finds, and nobody bought."""
        return any(
            not of.isdisjoint(self.book.items[piece.key].carried.keys)
            for piece in entry.gear
            if piece.key != entry.item
        )


def _base(one: PlacedLimit) -> Entry | None:
    """Return the entry that a limit counts in, none of a wider place."""
    if not one.branch:
        return None
    if one.place == "self":
        return one.branch[-1]
    return one.branch[0] if _is_of_unit(one) else None


def _high(entry: Entry) -> float:
    return inf if entry.high is None else entry.high


def _times(many: float, each: float) -> float:
    return many * each if many and each else 0
