"""Units of a list while its lines are read: what each line says is bought for them."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from rulesets.books.book import Entry
from rulesets.list_text.clauses import Clause
from rulesets.list_text.head_numbers import models_said, only_number
from rulesets.list_text.list_units import Answers, ListUnit, asked
from rulesets.list_text.list_values import (
    LIKELY,
    OPEN,
    OPTION_KEY,
    OUT,
    SURE,
    YES,
    Candidate,
    Part,
)
from rulesets.list_text.meanings import Meaning, meanings
from rulesets.list_text.places import COMES_ALONG, Path, Place, UnitPlaces
from rulesets.list_text.purchases import (
    body_groups,
    buy,
    buy_for_some,
    drop_defaults,
    has,
    has_some,
    is_counted,
    models_of,
    namesake,
    set_models,
)
from rulesets.list_text.vocabulary import ALTERNATIVES, DENIALS, FULL_COMMAND
from rulesets.list_text.words import words_of

MOST_COPIES = 40
"""Most units that one line buys."""

_WITH_UNIT = "comes with it"


def add_clauses(
    unit: ListUnit, these: tuple[Clause, ...], answers: Answers, scope: Path = ()
) -> Iterator[Part]:
    """Buy what clauses say for a unit, and yield what each was understood as."""
    is_denied = False
    for meaning in meanings(without_slot_labels(these, unit.places), unit.places.names):
        if is_denied and meaning.targets:
            meaning = replace(meaning, confidence=OPEN)
        is_denied = meaning.confidence == OPEN and not DENIALS.isdisjoint(meaning.words)
        yield from _add(unit, meaning, answers, scope)


def without_slot_labels(
    these: tuple[Clause, ...], places: UnitPlaces
) -> tuple[Clause, ...]:
    """Return clauses without those before a colon that name groups of options."""
    return tuple(
        one
        for one in these
        if not (one.is_label and one.telling and {*one.telling} <= places.labels)
        or places.names.whole(one.telling)
    )


def _add(
    unit: ListUnit, meaning: Meaning, answers: Answers, scope: Path
) -> Iterator[Part]:
    if not meaning.targets and meaning.confidence == SURE:
        yield from _inner(unit, meaning, answers, scope)
        return
    key = answers.next_key()
    is_sure = meaning.confidence == SURE
    if is_sure and _is_full_command(meaning) and len(meaning.targets) > 1:
        for target in meaning.targets:
            buy(unit.bought, unit.places.places[target], None)
        yield Part(key, meaning.raw, SURE, "full command", count=meaning.count)
        yield from _inner(unit, meaning, answers, scope)
        return
    part, place = _resolved(unit, meaning, key, answers, scope)
    if place is None:
        if meaning.is_of_part and part.target and meaning.count != unit.strong:
            part = asked(unit, part, f"{meaning.count} are said: all models have it.")
        yield part
        yield from _inner(unit, meaning, answers, scope)
        return
    part = _bought(unit, meaning, part, place)
    yield part
    yield from _inner(unit, meaning, answers, place.path)


def line_parts(
    unit: ListUnit,
    these: tuple[Clause, ...],
    line: int,
    answers: Answers,
    scope: tuple[str, ...],
) -> list[Part]:
    """Return the parts of a line of options; an answer to the line is to its first."""
    answer = answers.given.get(str(line), "")
    if answer.startswith(OPTION_KEY):
        answers = replace(answers, given={**answers.given, f"{line}.1": answer})
    return list(add_clauses(unit, these, answers, scope))


def _is_full_command(meaning: Meaning) -> bool:
    words = meaning.words
    return words == FULL_COMMAND or FULL_COMMAND in ALTERNATIVES.get(words, ())


def _inner(
    unit: ListUnit, meaning: Meaning, answers: Answers, scope: Path
) -> Iterator[Part]:
    """Buy what stands in brackets, but for numbers, which were taken before."""
    rest = tuple(one for one in meaning.inner if only_number(one) is None)
    rest = tuple(one for one in rest if models_said(one) is None)
    if rest:
        yield from add_clauses(unit, rest, answers, scope)


def _resolved(
    unit: ListUnit, meaning: Meaning, key: str, answers: Answers, scope: Path
) -> tuple[Part, Place | None]:
    """Return what a piece was understood as, and the place where it is bought."""
    places = unit.places.places
    ranked = ranked_targets(unit, meaning, scope)
    shown = tuple(candidate_of(places, target) for target in ranked)
    sure = _confidence(unit, meaning, ranked, scope)
    first = ""
    if sure != SURE and meaning.words:
        first = answers.asked_before((meaning.words, *shown), key)
    answer = answers.of(key) or answers.held(first)
    part = Part(key, meaning.raw, OPEN, "", "", meaning.count, shown, asked_at=first)
    if answer == OUT:
        return replace(part, confidence=SURE, answered=True), None
    chosen = answer.removeprefix(OPTION_KEY)
    if chosen in places:
        return _taken(part, places[chosen], SURE, answered=True), places[chosen]
    if chosen == COMES_ALONG:
        return _comes_along(part, SURE, answered=True), None
    if sure == OPEN or not ranked:
        return part, None
    is_yes = answer == YES
    sure = SURE if is_yes else sure
    if ranked[0] == COMES_ALONG:
        return _comes_along(part, sure, answered=is_yes), None
    place = places[ranked[0]]
    return _taken(part, place, sure, answered=is_yes), place


def _taken(part: Part, place: Place, sure: str, *, answered: bool) -> Part:
    return replace(
        part,
        confidence=sure,
        understood=place.entry.name,
        target=f"{OPTION_KEY}{place.key}",
        answered=answered,
    )


def _comes_along(part: Part, sure: str, *, answered: bool) -> Part:
    target = f"{OPTION_KEY}{COMES_ALONG}"
    said = f"{part.text}: {_WITH_UNIT}"
    return replace(
        part, confidence=sure, understood=said, target=target, answered=answered
    )


def candidate_of(places: Mapping[str, Place], target: str) -> Candidate:
    """Return a target as a candidate, named with what it stands below."""
    if target == COMES_ALONG:
        return Candidate(f"{OPTION_KEY}{COMES_ALONG}", _WITH_UNIT, 0)
    place = places[target]
    above = [entry.name for entry in place.entries[:-1]]
    name = f"{place.entry.name} ({', '.join(above)})" if above else place.entry.name
    return Candidate(f"{OPTION_KEY}{target}", name, place.entry.points)


def ranked_targets(unit: ListUnit, meaning: Meaning, scope: Path) -> tuple[str, ...]:
    """Return targets by where they are: in scope, below what is bought, not deep."""
    return tuple(sorted(meaning.targets, key=lambda t: _rank(unit, meaning, t, scope)))


def _rank(
    unit: ListUnit, meaning: Meaning, target: str, scope: Path
) -> tuple[bool, bool, bool, int]:
    if target == COMES_ALONG:
        return (bool(scope), False, False, 0)
    place = unit.places.places[target]
    path = place.path
    in_scope = len(path) > len(scope) and path[: len(scope)] == scope
    is_bought = has(unit.bought, path[:-1])
    fits = (place.entry.kind == "unit") == _says_detachment(meaning)
    return (not in_scope, not is_bought, not fits, len(path))


def _says_detachment(meaning: Meaning) -> bool:
    said = {*words_of(meaning.raw), *(w for one in meaning.inner for w in one.telling)}
    return "detachment" in said


def _confidence(
    unit: ListUnit, meaning: Meaning, ranked: tuple[str, ...], scope: Path
) -> str:
    """Return how surely the first of ranked targets is meant."""
    if meaning.confidence != SURE or len(ranked) < 2:
        is_other = meaning.confidence == SURE and _is_other_item(unit, meaning, ranked)
        return LIKELY if is_other else meaning.confidence
    first, second = (_rank(unit, meaning, target, scope) for target in ranked[:2])
    if COMES_ALONG in ranked and not scope:
        places = unit.places.places
        starts = [places[t].entry.start for t in ranked if t != COMES_ALONG]
        return SURE if all(starts) else LIKELY
    return SURE if first < second else LIKELY


def _is_several(entry: Entry) -> bool:
    """Return whether an entry is a group of models of which there may be several."""
    return entry.kind == "model" and entry.high != 1


def _is_other_item(unit: ListUnit, meaning: Meaning, ranked: tuple[str, ...]) -> bool:
    """Return whether words for part of a name are all of the name of another item."""
    said = {
        item.key
        for item in unit.book.items.values()
        if words_of(item.name) == meaning.words
    }
    if not said or not ranked or ranked[0] == COMES_ALONG:
        return False
    place = unit.places.places[ranked[0]]
    return said.isdisjoint({place.entry.item, place.entry.key}) and (
        words_of(place.entry.name) != meaning.words
    )


def _bought(unit: ListUnit, meaning: Meaning, part: Part, place: Place) -> Part:
    """Buy what a piece means, as often as it says."""
    inner = [only_number(one) or models_said(one) for one in meaning.inner]
    count = meaning.count or next(filter(None, inner), None)
    entry = place.entry
    if entry.kind == "unit":
        new = buy(unit.bought, place, None, apart=True)
        if count is not None and not set_models(new, count):
            part = _asks(part)
        if unit.is_on_head and not _says_detachment(meaning):
            part = asked(unit, part, "It may be a detachment, or a unit of its own.")
        return replace(part, count=count)
    group = next((one for one in place.entries[:-1] if _is_several(one)), None)
    if group is not None and not _is_several(entry):
        return _bought_for_models(unit, part, place, group, count)
    is_some = count is not None and (count > 1 or meaning.is_of_part)
    if is_some and entry.high == 1:
        return _bought_for_all(unit, part, place, count or 1)
    has_own_gear = any(only_number(one) is None for one in meaning.inner)
    apart = _is_several(entry) and (has_own_gear or count is not None)
    buy(unit.bought, place, count, apart=apart)
    return replace(part, count=count)


def _bought_for_all(unit: ListUnit, part: Part, place: Place, count: int) -> Part:
    """Buy what all models take, or none; ask where the text says it of some."""
    buy(unit.bought, place, None)
    models = unit.strong or models_of(unit.bought)
    if count == models:
        return replace(part, count=None)
    name = place.entry.name
    why = f"{count} are said: all models have {name}, or none."
    return replace(asked(unit, part, why), count=count)


def _bought_for_models(
    unit: ListUnit, part: Part, place: Place, group: Entry, count: int | None
) -> Part:
    """Buy what models of a group take one by one: for so many of them, or for all."""
    if count is None:
        is_told_apart = has_some(unit.bought, group)
        buy(unit.bought, place, None)
        return _asks(part) if is_told_apart else part
    numbered = [one for one in unit.bought.inside if one.counted and not one.is_some]
    is_whole = unit.strong is not None and len(body_groups(unit.bought.entry)) == 1
    if count == unit.strong and is_whole:
        buy(unit.bought, place, None)
        return replace(part, count=count)
    fits = buy_for_some(unit.bought, group, place, count)
    if not fits or not (is_whole or numbered):
        part = asked(unit, part, f"{count} are said, but not of how many.")
    return replace(part, count=count)


def _asks(part: Part) -> Part:
    return part if part.answered else replace(part, confidence=LIKELY, asked_at="")


def set_number(
    unit: ListUnit, count: int | None, models: int | None, units: int | None = None
) -> int | None:
    """Set the models of a unit, and how many of it there are."""
    if is_counted(unit.bought.entry):
        unit.strong = count
        unit.weak = models
        unit.times = _copies(units or 1)
        return models if count is None else count
    if units is not None or (
        count is not None and count not in (1, models_of(unit.bought))
    ):
        unit.times = _copies((units or 1) * (count or 1))
        return unit.times
    return count


def _copies(number: int) -> int:
    return max(1, min(number, MOST_COPIES))


def finish(unit: ListUnit) -> str:
    """Give a unit its number of models; return what is asked of it, "" for nothing."""
    drop_defaults(unit.bought)
    group = namesake(unit.bought)
    if unit.strong is not None and not set_models(unit.bought, unit.strong):
        return f"{unit.strong} are said, {models_of(unit.bought)} are counted."
    if unit.strong is not None and group is not None:
        return f"{unit.strong} may be all of its models, or {group.name} alone."
    numbered = any(one.counted and one.entry.models for one in unit.bought.inside)
    if unit.strong is None and unit.weak is not None and not numbered:
        set_models(unit.bought, unit.weak)
    least = sum(one.low for one in body_groups(unit.bought.entry))
    if unit.times > 1 and unit.strong is not None and unit.strong < least:
        return (
            f"{unit.times} units of {unit.strong} are said; one has at least {least}."
        )
    return ""
