"""What becomes of all that is bought: a figure, a number, no dice, or left out."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from rulesets.books.book import Book
from rulesets.combats import combat_of
from rulesets.game import Game
from rulesets.odds.match_up import Fighter
from rulesets.reviews.review import Line, Review
from rulesets.rosters.edits import EditError, apply
from rulesets.rosters.roster import Roster
from tests.rulesets.options.battery import (
    SLOW,
    TELLING,
    Place,
    carriers,
    figures,
    game_of,
    named,
    places,
    question_of,
    questions_raised,
    quick_places,
)
from tests.rulesets.options.loadouts import (
    Delta,
    Kind,
    alone,
    bare,
    brought,
    difference,
    given,
    held,
    kind_of,
)
from tests.rulesets.options.purchases import (
    Purchase,
    companions,
    purchases,
    reviewed,
    unit_in,
)

FIGURE, NUMBER = "stat line", "number"
NO_DICE, LEFT_OUT = "no dice", "not worked out"
HAD, ASKED = "had already", "number once it is asked"
REFUSED, NEVER_HELD = "no odds, and why", "never in hand, and why"

COMPANIONS = {
    "mordheim": (
        *("light-armour", "warhorse", "double-handed-weapon", "sword"),
        *("bow", "handgun", "pistol"),
    ),
    "warhammer": (
        *("bretonnian-warhorse", "warhorse", "war-boar", "giant-wolf", "shield"),
        *("long-bow", "bow", "handgun", "great-weapon", "lance", "battle-standard"),
    ),
    "scrollhammer": (
        *("hand-weapon", "bow", "horse", "warhorse", "sword", "dagger"),
        *("rime-rune", "weapon-of-frost"),
    ),
}
"""What else a unit buys where an option shows with something beside it alone."""

Pair = tuple[list[Fighter], list[Fighter]]
"""Loadouts before and after."""

_KNOWN: dict[str, dict[Delta, str]] = {}
"""What became of the same purchase before, in any book of a game."""

_JUDGED: dict[str, set[tuple[Kind, Delta]]] = {}
"""The purchases that were tried on each kind of bearer."""

_QUICK: dict[str, list[Place]] = {}
"""Where numbers are asked for first: where others have shown stands in front."""


@dataclass
class Found:
    """What became of the purchases of a book, and those of which nothing is known."""

    counts: Counter[str] = field(default_factory=Counter)
    open: dict[Delta, list[Purchase]] = field(default_factory=dict)
    idle: dict[str, list[Purchase]] = field(default_factory=dict)
    """By key, what shows in nothing of one kind of bearer and is not named."""

    def __str__(self) -> str:
        total = sum(self.counts.values())
        parts = ", ".join(f"{n} {what}" for what, n in sorted(self.counts.items()))
        return f"{total} options: {parts}"


class Sweep:
    """The purchases of one book, each of which must show or be named."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.game: Game = game_of(book.game)
        self.quick = _QUICK.setdefault(book.game, [*quick_places(self.game)])
        self.known = _KNOWN.setdefault(book.game, {})
        self.judged = _JUDGED.setdefault(book.game, set())
        self.found = Found()

    def run(self) -> Found:
        for bought in purchases(self.book):
            self._judge(bought)
        for delta, waiting in [*self.found.open.items()]:
            if delta not in self.known and (what := self._shows_at_last(waiting)):
                self.known[delta] = what
            if delta in self.known:
                self.found.counts[self.known[delta]] += len(waiting)
                del self.found.open[delta]
        return self.found

    def _judge(self, bought: Purchase) -> None:
        before, after = self._reviewed(bought.before), self._reviewed(bought.after)
        if what := _at_sight(before, after):
            self.found.counts[what] += 1
            return
        try:
            old, new = held(unit_in(before)), held(unit_in(after))
        except ValueError:
            self.found.counts[REFUSED] += 1
            return
        delta = difference(bought, old, new)
        case = kind_of(old), delta
        if case not in self.judged:
            self.judged.add(case)
            what = _had(bought, delta, old) or self._named(bought, old, new)
            if what in ("", LEFT_OUT):
                asks = bool(what) and delta not in self.known
                what = self._changes(old, new, asks=asks) or what
            what = what or self._shows_in_hand(bought, old, new)
            if what:
                self.known.setdefault(delta, what)
            else:
                self.found.idle.setdefault(bought.entry.key, []).append(bought)
        if delta in self.known:
            self.found.counts[self.known[delta]] += 1
        else:
            self.found.open.setdefault(delta, []).append(bought)

    def _shows_in_hand(
        self, bought: Purchase, old: list[Fighter], new: list[Fighter]
    ) -> str:
        """Return what a purchase does for the unit that bought it, "" for nothing.

        It is looked for where it is asked about, then with something else beside it,
        and at last where it takes long to work out.
        """
        own = alone(old, new)
        raised = questions_raised(self.game, own[0][0], own[1][-1], slow_against=2)
        asked = [*raised]
        for slow in (False, True):
            those = [place for place in asked if (place.kind == SLOW) == slow]
            if any(self._differs(place, *own) for place in those):
                return ASKED
            likely = (p for p in TELLING[self.game.key] if (p.kind == SLOW) == slow)
            if any(self._differs(place, *own) for place in likely):
                return NUMBER
            if not slow and (what := self._shows_beside(bought)):
                return what
        return ""

    def _shows_beside(self, bought: Purchase) -> str:
        """Return what a purchase does once the unit has something else as well."""
        for before, after in self._pairs(bought):
            what = _at_sight(before, after)
            old, new = held(unit_in(before)), held(unit_in(after))
            if what == FIGURE or self._counted(old, new):
                return what or NUMBER
        return ""

    def _reviewed(self, roster: Roster) -> Review:
        return reviewed(self.book, roster)

    def _named(self, bought: Purchase, old: list[Fighter], new: list[Fighter]) -> str:
        held_before = {one.loadout: one for one in old}
        left, silent = named(self.game, new[-1])
        left_before, silent_before = named(
            self.game, held_before.get(new[-1].loadout, old[0])
        )
        own = {bought.entry.name, *(piece.name for piece in bought.entry.gear)}
        if not (left or silent) and self._is_refused(new):
            return REFUSED
        if left ^ left_before or left & own:
            return LEFT_OUT
        rules = {rule.key for rule in bought.entry.rules}
        quiet = bool(rules) and rules <= combat_of(self.game).no_dice
        if silent - silent_before or silent & own or (quiet and silent):
            return NO_DICE
        return ""

    def _is_refused(self, new: list[Fighter]) -> bool:
        """Return whether nothing at all is told of a unit but why."""
        told = (figures(self.game, place, new[0]) for place in self.quick)
        return all(isinstance(one, str) for one in told)

    def _asked(self, pairs: list[Pair]) -> str:
        """Return whether an answer to a question that a purchase raises is counted."""
        for old, new in pairs:
            raised = questions_raised(self.game, old[0], new[-1], slow_against=2)
            if any(self._differs(place, old, new) for place in raised):
                return ASKED
        return ""

    def _changes(self, old: list[Fighter], new: list[Fighter], *, asks: bool) -> str:
        """Return whether a number changes; with `asks`, also once it is asked.

        What is named as not worked out may count in another kind of match-up, where
        it is asked, in part, or for others of the game to whom it is of use.
        """
        if what := self._counted(old, new):
            return what
        if not asks:
            return ""
        return self._asked(self._bearing(old, new)) or self._answered(old, new)

    def _answered(self, old: list[Fighter], new: list[Fighter]) -> str:
        """Return whether the answer that a purchase waits for changes a number.

        Of a rule that counts only where the situation says so, and that is asked about
        whoever has it.
        """
        more = brought(*alone(old, new))
        of_gear = (rule for one in more.gear for rule in one.rules)
        keys = [use.key for use in (*more.rules, *of_gear)]
        questions = {question_of(self.game, key) for key in keys} - {""}
        for place in places(self.game) if questions else ():
            asked = {key.split(".")[-1] for key, _ in place.situation}
            if asked and asked <= questions:
                usual = replace(place, situation=())
                told = (figures(self.game, one, new[-1]) for one in (place, usual))
                if len({repr(one) for one in told}) > 1:
                    return ASKED
        return ""

    def _bearing(self, old: list[Fighter], new: list[Fighter]) -> list[Pair]:
        """Return a unit without and with what it bought, then others with the same."""
        old, new = alone(old, new)
        gone, fresh = brought(new, old), brought(old, new)
        pairs = [(old[:1], new[-1:])]
        return pairs + [
            ([given(x, gone)], [given(x, fresh)]) for x in carriers(self.game.key)
        ]

    def _counted(self, old: list[Fighter], new: list[Fighter]) -> str:
        old, new = alone(old, new)
        for place in [*self.quick]:
            if self._differs(place, old, new):
                self.quick.remove(place)
                self.quick.insert(0, place)
                return NUMBER
        return ""

    def _differs(self, place: Place, old: list[Fighter], new: list[Fighter]) -> bool:
        by_name = {one.loadout: one for one in old}
        known = {bare(one) for one in old}
        for one in new[:2] + new[-2:]:
            if bare(one) in known:
                continue
            other = by_name.get(one.loadout, old[0])
            if figures(self.game, place, one) != figures(self.game, place, other):
                return True
        return False

    def _shows_at_last(self, waiting: list[Purchase]) -> str:
        """Return what becomes of a purchase that shows in no hands of its bearers.

        The rules and gear that it brings are given to others of the game, in the
        usual situations, and at last in every one that differs in one answer.
        """
        first = waiting[-1]
        pairs = self._bearing(
            held(unit_in(self._reviewed(first.before))),
            held(unit_in(self._reviewed(first.after))),
        )
        if what := self._asked(pairs):
            return what
        shows = (
            self._differs(place, *pair) for place in places(self.game) for pair in pairs
        )
        return NUMBER if any(shows) else ""

    def _pairs(self, bought: Purchase) -> Iterator[tuple[Review, Review]]:
        """Yield the unit before and after a purchase with something beside it."""
        keys = COMPANIONS.get(self.game.key, ())
        for edit in companions(self.book, bought, keys):
            try:
                beside = apply(bought.before, edit)
                yield self._reviewed(beside), self._reviewed(apply(beside, bought.edit))
            except (EditError, ValueError):
                continue


def _at_sight(before: Review, after: Review) -> str:
    """Return what became of a purchase that shows in the review itself."""
    if stat_lines(unit_in(before)) != stat_lines(unit_in(after)):
        return FIGURE
    return NEVER_HELD if _refusals(after) - _refusals(before) else ""


def _had(bought: Purchase, delta: Delta, old: list[Fighter]) -> str:
    """Return whether a unit had before what is sold to it once more."""
    known = {rule.key for one in old for part in one.parts for rule in part.rules}
    rules = {rule.key for rule in bought.entry.rules}
    return HAD if delta[1:] == ("nothing",) and rules and rules <= known else ""


def stat_lines(line: Line) -> list[tuple[str, str]]:
    """Return every stat line of a unit as text, those of its loadouts too."""
    found = [
        (profile.key, f"{profile.kind} {profile.values()}") for profile in line.profiles
    ]
    for kit in line.equipment.loadouts if line.equipment else ():
        found += [(kit.name, str(profile.values())) for profile in kit.profiles]
    for part in line.lines:
        found += stat_lines(part)
    return found


def _refusals(found: Review) -> set[str]:
    """Return what the review says that can never be in hand."""
    return {one.text for one in found.messages if one.code == "never-equipped"}
