"""A pack of an event: the game's own rules, with its additions and replacements."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Protocol, TypeVar

from rulesets.books.checks.finding import ROUGHLY, Found, did_you_mean
from rulesets.books.checks.numbers import bounds_below_nothing, ranges_backwards
from rulesets.core.query import ADDED, Limit
from rulesets.documents.problem import Problem
from rulesets.games import GAMES, find_game
from rulesets.packs.pack import Pack, PackError, read_pack


class Keyed(Protocol):
    """A rule of a pack: a limit, a switch or a tally."""

    @property
    def key(self) -> str:
        """Return its key in the pack."""


Rule = TypeVar("Rule", bound=Keyed)


def read_event_pack(document: Any) -> Pack:
    """Return the pack of a document together with the rules of its game.

    Raises
    ------
    PackError
        If it is no pack, or has faults (see `event_faults`): names the first place.
    """
    pack = read_pack(document)
    faults = event_faults(pack)
    if faults:
        first, others = faults[0], len(faults) - 1
        more = f" (and {others} more such)" if others else ""
        raise PackError(first.where, f"{first.text}{more}", faults)
    return _extended(pack, GAMES[pack.game].pack)


def event_faults(pack: Pack) -> tuple[Problem, ...]:
    """Return what keeps a pack from standing beside the rules of its game.

    Two of its rules have one key, a bound is below nothing or a minimum above its
    maximum, its game is not known, it has the key of the game's own pack, replaces what
    the game does not have, or has a rule of the game's without replacing it.
    """
    limits = [
        (f"/limits/{index}", limit)
        for index, limit in enumerate(pack.document.get("limits", ()))
    ]
    found = [*_same_keys(pack), *bounds_below_nothing(limits)]
    found += ranges_backwards(limits)
    faults = [Problem(one.pointer, one.sentence) for one in found]
    game = find_game(pack.game)
    if game is None:
        known = ", ".join(GAMES)
        faults.append(Problem("/game", f"the game {pack.game!r} is none of {known}"))
    else:
        faults += _against_the_game(pack, game.pack)
    return tuple(faults)


def _against_the_game(pack: Pack, own: Pack) -> Iterator[Problem]:
    """Yield what a pack says against its game's own without replacing it."""
    if pack.key == own.key:
        text = f"{own.key!r} is the game's own pack; give yours another key"
        yield Problem("/key", text)
    parts: dict[str, Sequence[Keyed]] = {
        "limits": own.limits,
        "switches": own.switches,
        "tallies": own.tallies,
    }
    own_rules = {rule.key for rules in parts.values() for rule in rules}
    known = {own.key, *own_rules}
    for index, key in enumerate(pack.replaces):
        if key not in known:
            hint = did_you_mean(key, known, ROUGHLY)
            text = f"the game has no rule {key!r}{hint}"
            yield Problem(f"/replaces/{index}", text)
    if own.key in pack.replaces:
        return
    standing = own_rules - {*pack.replaces}
    for name in parts:
        for index, rule in enumerate(pack.document.get(name, ())):
            if rule["key"] in standing:
                text = f"the game has a rule {rule['key']!r}; name it in replaces, or"
                where = f"/{name}/{index}/key"
                yield Problem(where, f"{text} give yours another key")


def _extended(pack: Pack, own: Pack) -> Pack:
    """Return a pack with the rules of its game's own pack that it does not replace."""
    pack = replace(pack, limits=tuple(_added(one, pack) for one in pack.limits))
    if own.key in pack.replaces:
        return pack
    return replace(
        pack,
        limits=_merged(own.limits, pack.limits, pack.replaces),
        changes=(*own.changes, *pack.changes),
        switches=_merged(own.switches, pack.switches, pack.replaces),
        tallies=_merged(own.tallies, pack.tallies, pack.replaces),
    )


def _added(limit: Limit, pack: Pack) -> Limit:
    """Return a limit that a pack adds; its source is the pack where it names none."""
    source = limit.source or pack.source or pack.name
    return replace(limit, source=source, origin=ADDED)


def _same_keys(pack: Pack) -> Iterator[Found]:
    """Yield keys that two rules have: a switch and a limit may be switched by it."""
    first: dict[str, str] = {}
    for of in ("limits", "switches", "tallies", "house_readings", "penalties"):
        for index, rule in enumerate(pack.document.get(of, ())):
            place = f"/{of}/{index}"
            before = first.setdefault(rule["key"], place)
            if before != place:
                sentence = f"the key {rule['key']!r} stands at {before} too"
                yield Found(f"{place}/key", sentence)


def _merged(
    own: Sequence[Rule], added: Sequence[Rule], replaced: Sequence[str]
) -> tuple[Rule, ...]:
    """Return the rules of both; one that is replaced by its own key keeps its place."""
    placed: list[Rule] = []
    for rule in own:
        new = [one for one in added if one.key == rule.key]
        placed += new if rule.key in replaced else [rule]
    taken = {rule.key for rule in own}
    return (*placed, *(rule for rule in added if rule.key not in taken))
