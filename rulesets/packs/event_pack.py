"""A pack of an event: the game's own rules, with its additions and replacements."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Protocol, TypeVar

from rulesets.books.checks.finding import ROUGHLY, Found, did_you_mean
from rulesets.books.checks.numbers import bounds_below_nothing, ranges_backwards
from rulesets.core.query import ADDED, Limit
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
        If it is no pack, two of its rules have one key, a bound is below nothing or a
        minimum above its maximum, its game is not known, it replaces what the game does
        not have, or has a rule of the game's without replacing it: names the place.
    """
    pack = read_pack(document)
    _refuse_faults(pack)
    game = find_game(pack.game)
    if game is None:
        known = ", ".join(GAMES)
        raise PackError("/game", f"the game {pack.game!r} is none of {known}")
    return extended(pack, game.pack)


def extended(pack: Pack, own: Pack) -> Pack:
    """Return a pack with the rules of its game's own pack that it does not replace.

    Raises
    ------
    PackError
        As `read_event_pack`.
    """
    if pack.key == own.key:
        text = f"{own.key!r} is the game's own pack; give yours another key"
        raise PackError("/key", text)
    own_rules = {limit.key for limit in own.limits}
    own_rules |= {switch.key for switch in own.switches}
    own_rules |= {tally.key for tally in own.tallies}
    _refuse_unknown(pack, {own.key, *own_rules})
    pack = replace(pack, limits=tuple(_added(one, pack) for one in pack.limits))
    if own.key in pack.replaces:
        return pack
    standing = own_rules - {*pack.replaces}
    added: dict[str, Sequence[Keyed]] = {
        "limits": pack.limits,
        "switches": pack.switches,
        "tallies": pack.tallies,
    }
    for name, rules in added.items():
        for index, rule in enumerate(rules):
            if rule.key in standing:
                text = f"the game has a rule {rule.key!r}; name it in replaces, or give"
                raise PackError(f"/{name}/{index}/key", f"{text} yours another key")
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


def _refuse_faults(pack: Pack) -> None:
    """Refuse rules of one key and bounds that nothing can keep."""
    limits = [
        (f"/limits/{index}", limit)
        for index, limit in enumerate(pack.document.get("limits", ()))
    ]
    faults = [*_same_keys(pack), *bounds_below_nothing(limits)]
    faults += ranges_backwards(limits)
    if faults:
        more = f" (and {len(faults) - 1} more such)" if len(faults) > 1 else ""
        raise PackError(faults[0].pointer, f"{faults[0].sentence}{more}")


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


def _refuse_unknown(pack: Pack, known: set[str]) -> None:
    for index, key in enumerate(pack.replaces):
        if key not in known:
            hint = did_you_mean(key, known, ROUGHLY)
            raise PackError(f"/replaces/{index}", f"the game has no rule {key!r}{hint}")


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
