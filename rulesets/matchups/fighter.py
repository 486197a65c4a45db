"""Fighters: a unit of an army or of a book, ready for the odds."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from rulesets.books.book import Book
from rulesets.core.subject import clause
from rulesets.core.values import IN_ONE_MODEL, Gear, RuleUse, together
from rulesets.legality import new_selection, review
from rulesets.odds.array_cache import kept_by_identity
from rulesets.odds.match_up import Fighter, FighterPart, InWords
from rulesets.reviews.figures import Equipment, Held, ReviewedProfile
from rulesets.reviews.review import Line, Review
from rulesets.rosters.roster import Force, Roster, Selection

MOST_TRIED = 12
"""Most loadouts of a unit that are tried where none is chosen."""


def fighter(line: Line, loadout: str = "") -> Fighter:
    """Return the fighter of a reviewed unit, with its gear and options.

    The unit's own stat line counts, else that of its first group of models. Rules of
    all that was bought, and gear of its groups of models, are the unit's too. Of equal
    gear there is as much as one group has with what the unit gives it. A unit within
    it, such as a detachment, keeps its own models, points, rules and gear. Stat lines
    and units that the fighter does without are named.

    Parameters
    ----------
    line : Line
        Of a unit.
    loadout : str
        Name of what its models have in hand, the player's own or as the review lists
        it. Groups that have no such loadout take the first that the player named, else
        the first of all.

    Raises
    ------
    ValueError
        If the line is no unit with a stat line, or no group has that loadout.
    """
    parts = [*_within(line)]
    own = [part for part in line.lines if part.kind != "unit"]
    profiles = (*line.profiles, *(p for part in own for p in part.profiles))
    if not profiles:
        raise ValueError(f"{clause(line.title, 'has')} no stat line.")
    rules: dict[str, RuleUse] = {rule.key: rule for rule in line.rules}
    for part in parts:
        rules.update({rule.key: rule for rule in part.rules})
    groups = [part for part in parts if part.kind == "model"]
    apart = [*_units_within(line)]
    every = (*profiles, *(p for part in parts for p in part.profiles))
    return Fighter(
        name=line.title,
        kind=profiles[0].kind,
        models=line.models - sum(unit.models for unit in apart),
        points=line.points - sum(unit.points for unit in apart),
        characteristics=profiles[0].values(),
        rules=tuple(rules.values()),
        gear=tuple(_finished(_gear(line, groups), line, *groups)),
        left_out=_left_out(profiles[0], every, apart),
        in_words=tuple(dict.fromkeys(_in_words(parts))),
        parts=_parts_of(line, loadout),
        loadouts=_loadouts_of(line),
    )


def fighter_with_alternatives(line: Line, loadout: str = "") -> Fighter:
    """Return the fighter of a reviewed unit, with its alternatives if none is named.

    Of very many loadouts the first `MOST_TRIED` are alternatives.

    Raises
    ------
    ValueError
        If the line is no unit with a stat line, or no group has that loadout.
    """
    first = fighter(line, loadout)
    sets = _sets_of(line, first)
    first = replace(first, sets=sets)
    if loadout:
        return first
    others = (replace(first, parts=parts) for parts in sets)
    different = tuple(other for other in others if other.parts != first.parts)
    return replace(first, alternatives=different)


def _sets_of(line: Line, first: Fighter) -> tuple[tuple[FighterPart, ...], ...]:
    """Return the parts of a unit with each thing in hand; none if there is one alone.

    Of very many loadouts these are the first `MOST_TRIED`.
    """
    found: list[tuple[FighterPart, ...]] = []
    for name in first.loadouts[:MOST_TRIED]:
        parts = _parts_of(line, name)
        if parts not in found:
            found.append(parts)
    return tuple(found) if len(found) > 1 else ()


def _gear(line: Line, groups: Iterable[Line]) -> tuple[Gear, ...]:
    """Return the gear of a unit and its groups, as much of each as one group has."""
    most = {piece.key: piece for piece in line.gear}
    for group in groups:
        for piece in together((*line.gear, *group.gear)):
            known = most.get(piece.key)
            if known is None or known.count < piece.count:
                most[piece.key] = piece
    return tuple(most.values())


def _left_out(
    used: ReviewedProfile, every: Iterable[ReviewedProfile], apart: Iterable[Line]
) -> tuple[str, ...]:
    """Return the names of the stat lines and the units that do not fight."""
    others = [p.name for p in every if (p.key, p.name) != (used.key, used.name)]
    return tuple(dict.fromkeys([*others, *(unit.title for unit in apart)]))


def _in_words(parts: Iterable[Line]) -> Iterator[InWords]:
    """Yield options bought or chosen that show in nothing else of the fighter."""
    for part in parts:
        shows = part.rules or part.gear or part.profiles or part.models or part.acts
        if part.kind not in ("model", "unknown") and not shows:
            yield InWords(part.entry, part.title)


def _units_within(line: Line) -> Iterator[Line]:
    for part in (line, *_within(line)):
        yield from (child for child in part.lines if child.kind == "unit")


def _within(line: Line) -> Iterator[Line]:
    for part in line.lines:
        if part.kind != "unit":
            yield part
            yield from _within(part)


def unit_review(book: Book, selection: Selection) -> Review:
    """Return the review of an army that is one unit of a book and nothing else."""
    force = Force("f1", book.key, book.edition, (selection,))
    roster = Roster(book.game, selection.entry, forces=(force,))
    return review(roster, {(book.key, book.edition): book})


def selection_fighter(book: Book, selection: Selection, loadout: str = "") -> Fighter:
    """Return the fighter of a selection from a book, with its alternatives.

    Raises
    ------
    ValueError
        If the book has no such unit, or it has no stat line.
    """
    if selection.entry not in book.units:
        raise ValueError(f"{book.name} has no unit {selection.entry!r}.")
    return fighter_with_alternatives(
        unit_review(book, selection).forces[0].units[0], loadout
    )


@kept_by_identity(most=512)
def book_fighter(book: Book, entry: str, loadout: str = "") -> Fighter:
    """Return the fighter of a book's unit with its default choices, and alternatives.

    Raises
    ------
    ValueError
        If the book has no such unit, or it has no stat line.
    """
    if entry not in book.units:
        raise ValueError(f"{book.name} has no unit {entry!r}.")
    return selection_fighter(book, new_selection(book, entry), loadout)


def _parts_of(unit: Line, loadout: str = "") -> tuple[FighterPart, ...]:
    """Return the parts of a reviewed unit, its ordinary models first.

    A leader who is one of the unit's models is a part of his own, and one model less
    stands among the others. Units within the unit are no parts of it.

    Raises
    ------
    ValueError
        If a loadout is named that no group has.
    """
    groups = [*_groups(unit)]
    if loadout and loadout not in _loadouts_of(unit):
        raise ValueError(f"{clause(unit.title, 'has')} no loadout {loadout!r}.")
    leaders = [group for group in groups if not group.models]
    led = sum(leader.count for leader in leaders)
    found: list[FighterPart] = []
    for group in groups:
        if group.models:
            models = group.models - (led if not found else 0)
            found.append(_part(unit, group, max(0, models), loadout))
            found += _further_lines(unit, group, max(0, models))
            found += _mounts(group, group.models)
    found += [_part(unit, one, one.count, loadout, "leader") for one in leaders]
    if all(group is not unit for group in groups):
        found += _mounts(unit, sum(group.models for group in groups))
    return tuple(found)


def _further_lines(unit: Line, group: Line, models: int) -> Iterator[FighterPart]:
    """Yield the other lines that stand in each model, such as a machine of a crew.

    One of which nobody prints how many, where the first says it of itself, has none.
    """
    lines = group.profiles or unit.profiles
    counted = any(map(_in_one_model, lines[:1]))
    for profile in lines[1:]:
        each = _in_one_model(profile)
        if each or counted:
            yield FighterPart(
                name=profile.name or group.title,
                role="models",
                models=models * each,
                kind=profile.kind or lines[0].kind,
                characteristics=profile.values(),
                rules=_rules(unit, group, ()),
            )


def _in_one_model(profile: ReviewedProfile) -> int:
    """Return how many of a line stand in one model, 0 where it does not say so."""
    count = profile.values().get(IN_ONE_MODEL)
    return count if isinstance(count, int) else 0


def _loadouts_of(unit: Line) -> tuple[str, ...]:
    """Return the names of all that the groups of a unit may have in hand."""
    names = (name for group in _groups(unit) for name in _loadouts(group))
    return tuple(dict.fromkeys(names))


def _groups(unit: Line) -> Iterator[Line]:
    """Yield the nodes with hands: the unit, its groups, and those below its options."""
    if unit.equipment is not None:
        yield unit
    for line in unit.lines:
        if line.kind != "unit":
            yield from _groups(line)


def _loadouts(group: Line) -> dict[str, Held]:
    """Return the possible loadouts by name, the player's own first."""
    kit = group.equipment or Equipment(0)
    named = {one.name: one.full for one in kit.named if one.full is not None}
    listed = {full.name: full for full in kit.loadouts if full.name not in named}
    return {**named, **listed}


def _part(
    unit: Line, group: Line, models: int, loadout: str, role: str = "models"
) -> FighterPart:
    known = _loadouts(group)
    name = loadout if loadout in known else next(iter(known), "")
    held = known.get(name)
    kit = group.equipment or Equipment(0)
    profile = _profile(unit, group, held)
    in_use = (*kit.worn, *(held.held if held is not None else ()))
    gear = tuple(_finished(in_use, *_bearers(unit, group)))
    return FighterPart(
        name=group.title,
        role=role,
        models=models * (_in_one_model(profile) or 1),
        kind=profile.kind or (unit.profiles[0].kind if unit.profiles else ""),
        characteristics=profile.values(),
        rules=_rules(unit, group, gear),
        gear=gear,
        loadout=name,
        notes=held.notes if held is not None else (),
    )


def _profile(unit: Line, group: Line, held: Held | None) -> ReviewedProfile:
    """Return the stat line while a loadout is held, else as it is with everything."""
    lines = (*(held.profiles if held else ()), *group.profiles, *unit.profiles)
    if not lines:
        raise ValueError(f"{clause(group.title, 'has')} no stat line.")
    return lines[0]


def _rules(unit: Line, group: Line, gear: tuple[Gear, ...]) -> tuple[RuleUse, ...]:
    """Return the rules of a group: its unit's, its own, and those of gear in use.

    What lies idle brings none; a banner is in use, whoever bears it.
    """
    every = (*unit.gear, *group.gear)
    in_use = (*gear, *(piece for piece in every if piece.is_of_unit))
    used_keys = {piece.key for piece in in_use}
    idle = (piece for piece in every if piece.key not in used_keys)
    brought = {rule.key for piece in idle for rule in piece.rules}
    own = [rule for rule in (*unit.rules, *group.rules) if rule.key not in brought]
    bought = [rule for line in _options(unit, group) for rule in line.rules]
    used = [rule for piece in in_use for rule in piece.rules]
    return tuple({rule.key: rule for rule in (*own, *bought, *used)}.values())


def _options(unit: Line, group: Line) -> Iterator[Line]:
    """Yield the plain options of a unit and of one of its groups, and theirs."""
    for line in _bearers(unit, group):
        yield from (part for part in _bought(line) if part.kind == "option")


def _bearers(unit: Line, group: Line) -> Iterator[Line]:
    yield unit
    if group is not unit:
        yield group


def _bought(line: Line) -> Iterator[Line]:
    """Yield all that was bought below a unit or group, without mounts."""
    for part in line.lines:
        if part.kind not in ("unit", "model", "mount"):
            yield part
            yield from _bought(part)


def _finished(gear: Iterable[Gear], *bearers: Line) -> Iterator[Gear]:
    """Yield gear with the rules of options bought for the pieces themselves.

    Of several equal pieces only as many have them as something was bought for, such as
    the metal of one of two swords.
    """
    bought = [
        (piece.key, line)
        for bearer in bearers
        for line in _bought(bearer)
        if line.kind == "item" and line.lines
        for piece in line.gear[:1]
    ]
    for piece in gear:
        plain = piece.count
        for key, line in bought:
            if key == piece.key and plain:
                many = min(plain, line.count)
                plain -= many
                rules = (*piece.rules, *(r for part in line.lines for r in part.rules))
                yield replace(piece, count=many, rules=rules)
        if plain:
            yield piece if plain == piece.count else replace(piece, count=plain)


def _mounts(owner: Line, models: int) -> Iterator[FighterPart]:
    """Yield the mounts: those that were bought, else one that the unit prints."""
    bought = [line for line in owner.lines if line.kind == "mount"]
    for line in bought:
        for profile in line.profiles:
            yield _mount(profile, models, line.title, line.rules, line.gear)
    ridden = tuple(piece for piece in owner.gear if piece.kind == "mount")
    for profile in owner.profiles[1:] if ridden and not bought else ():
        if any(piece.key.endswith(profile.key) for piece in ridden):
            yield _mount(profile, models, profile.name, (), ridden)


def _mount(
    profile: ReviewedProfile,
    models: int,
    title: str,
    rules: tuple[RuleUse, ...],
    gear: tuple[Gear, ...],
) -> FighterPart:
    return FighterPart(
        name=profile.name or title,
        role="mount",
        models=models,
        kind=profile.kind,
        characteristics=profile.values(),
        rules=rules,
        gear=gear,
    )
