"""A Scrollhammer unit as the combat reads it: groups of models, figures checked."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import prod

from rulesets.core.effects import Op
from rulesets.core.subject import clause, so_many
from rulesets.core.values import Gear, RuleUse
from rulesets.games.scrollhammer.combat.context import Front, ScrollhammerSituation
from rulesets.games.scrollhammer.special_rules import rule_of
from rulesets.odds.answer import NotModelled, Step
from rulesets.odds.array_cache import kept_by_identity
from rulesets.odds.company import MOST_STATES, Company, stacked_company
from rulesets.odds.match_up import Fighter, FighterPart, FigureMissing, MatchUpError
from rulesets.odds.sides import Side
from rulesets.odds.stat_line import StatLine

MOST_WOUNDS = 120
"""Most wounds of one group of models that are worked out."""

FORMATION_NAMES = {"ranks": "Ranks", "horde": "Horde", "skirmish": "Skirmish"}


@dataclass(frozen=True, slots=True)
class ScrollhammerGroup:
    """Models with one stat line and the same in hand.

    Parameters
    ----------
    name, role, kind : str
    models : int
        [models]
    ws, bs, s, t, w, i, a, ld, mg : int
        As printed; 0 where a dash is printed for what is not needed.
    sv, ward : int
        Lowest roll that saves, 7 for none [pips].
    rules : mapping
        X by the rule's key; 0 for a rule without X.
    gear : tuple of Gear
    casts : tuple of str
        Names of the spells that its hands cast.
    post : str
        Of a character who joined the unit: the key of his post; "" for its own models.
    lost : int
        Wounds that such a character has lost already [wounds].
    """

    name: str
    role: str
    kind: str
    models: int
    ws: int
    bs: int
    s: int
    t: int
    w: int
    i: int
    a: int
    ld: int
    mg: int
    sv: int
    ward: int
    rules: Mapping[str, int]
    gear: tuple[Gear, ...]
    casts: tuple[str, ...]
    post: str = field(default="", repr=False)
    lost: int = field(default=0, repr=False)


@dataclass(frozen=True, eq=False)
class ScrollhammerUnit:
    """One side of a match-up.

    Parameters
    ----------
    side : {"a", "b"}
    name : str
    groups : tuple of ScrollhammerGroup
        In the order in which they take wounds: leaders last.
    formation : str
        ``Ranks``, ``Horde`` or ``Skirmish``.
    spells : tuple of Gear
        That some of its models know.
    left_out : tuple of NotModelled
    front : str
        Who of its ordinary models stand in front, as `standing` has it.
    sets : tuple of Fighter
        It with each other thing that it may have in hand.
    takes : ScrollhammerUnit, optional
        It with what it takes in hand for blows, if that is something else.
    unhurt : int, optional
        The one state that it is in, where nothing hurts it.
    """

    side: Side
    name: str
    groups: tuple[ScrollhammerGroup, ...]
    formation: str
    spells: tuple[Gear, ...]
    left_out: tuple[NotModelled, ...]
    front: Front = "list"
    sets: tuple[Fighter, ...] = field(default=(), repr=False)
    takes: "ScrollhammerUnit | None" = field(default=None, repr=False)
    unhurt: int | None = field(default=None, repr=False)

    @cached_property
    def company(self) -> Company:
        """Return its groups as pools of wounds."""
        leaders = tuple(group.role == "leader" for group in self.groups)
        models = tuple(group.models for group in self.groups)
        wounds = tuple(group.w for group in self.groups)
        return stacked_company(models, wounds, leaders, self.unhurt)

    @cached_property
    def models(self) -> int:
        """Return its models at full strength [models]."""
        return sum(group.models for group in self.groups)

    @cached_property
    def posts(self) -> tuple[str, ...]:
        """Return "" for its own models and the posts of characters; none alone."""
        posts = tuple(dict.fromkeys(group.post for group in self.groups))
        return posts if any(posts) else ()

    @cached_property
    def rules(self) -> frozenset[str]:
        """Return the keys of all rules of its models."""
        return frozenset(key for group in self.groups for key in group.rules)

    @cached_property
    def shared(self) -> tuple[tuple[str, int], ...]:
        """Return the rules of its models that change dice, by key with their X."""
        every = {k: x for group in self.groups for k, x in group.rules.items()}
        return tuple((k, x) for k, x in every.items() if rule_of(k).effects)

    def has(self, keys: frozenset[str]) -> bool:
        """Return whether any of its models has one of some rules."""
        return not keys.isdisjoint(self.rules)

    def does(self, op: Op, on: str) -> bool:
        """Return whether one of its rules says such a thing of a test or an act."""
        return any(rule_of(key).says(op, on) for key in self.rules)


@kept_by_identity(most=512)
def read_profile(fighter: Fighter, side: Side) -> ScrollhammerUnit:
    """Return a fighter's figures.

    Raises
    ------
    MatchUpError
        If nobody in it has the figures that a fight needs.
    """
    parts = fighter.parts or (fighter.as_part(),)
    left = [*_without_figures(parts, side), *_apart(fighter, parts, side)]
    groups = [_group(part, side) for part in parts if _can_fight(part)]
    if not groups:
        raise FigureMissing(
            f"/{side}/fighter/characteristics",
            f"{clause(fighter.name, 'has')} no printed figures to fight with",
            tuple((parts[0].name, key) for key in _NEEDED),
        )
    ordered = _in_order(_merged(groups))
    ordered, others = _few(ordered)
    left += [
        NotModelled(name, side, f"too many kinds of models: as {ordered[0].name}")
        for name in others
    ]
    if any(group.models * group.w > MOST_WOUNDS for group in ordered):
        raise MatchUpError(
            f"/{side}/fighter", f"more than {MOST_WOUNDS} wounds are not worked out"
        )
    left += _unknown_rules(ordered, side)
    return ScrollhammerUnit(
        side=side,
        name=fighter.name,
        groups=ordered,
        formation=_formation(fighter, parts, side),
        spells=tuple(piece for piece in fighter.gear if piece.kind == "spell"),
        left_out=tuple(dict.fromkeys(left)),
        sets=fighter.with_other_hands(),
    )


_NEEDED = ("ws", "s", "t", "w", "i", "a", "ld")


def _can_fight(part: FighterPart) -> bool:
    figures = [part.characteristics.get(key) for key in _NEEDED]
    return part.role != "mount" and part.models > 0 and None not in figures


def _without_figures(parts: Iterable[FighterPart], side: Side) -> Iterator[NotModelled]:
    for part in parts:
        if part.role == "mount":
            why = "a stat line of its own beside its rider"
            yield NotModelled(part.name, side, why)
        elif part.models and not _can_fight(part):
            why = "figures of its stat line are not printed"
            yield NotModelled(part.name, side, why)


def _apart(
    fighter: Fighter, parts: Iterable[FighterPart], side: Side
) -> Iterator[NotModelled]:
    """Yield the stat lines that are none of the unit's models in this match-up."""
    known = {part.name for part in parts}
    for name in fighter.left_out:
        if name not in known:
            why = "a further stat line or a unit of its own, none of the models here"
            yield NotModelled(name, side, why)


def _group(part: FighterPart, side: Side) -> ScrollhammerGroup:
    where = f"/{side}/fighter/characteristics"
    line = StatLine(part.characteristics, where, part.name, {"mg": "Magicka"})

    def figure(key: str, low: int, high: int, dash: int = 0) -> int:
        return line.number(key, low, high, dash)

    return ScrollhammerGroup(
        name=part.name,
        role=part.role,
        kind=part.kind,
        models=part.models,
        ws=figure("ws", 0, 10),
        bs=figure("bs", 0, 10),
        s=figure("s", 1, 10),
        t=figure("t", 1, 10),
        w=figure("w", 1, 30),
        i=figure("i", 0, 10),
        a=figure("a", 0, 10),
        ld=figure("ld", 0, 10),
        mg=figure("mg", 0, 60),
        sv=figure("sv", 1, 7, dash=7),
        ward=_ward(part) or figure("ward", 1, 7, dash=7),
        rules=_rules(part, side),
        gear=part.gear,
        casts=casts_of(part),
    )


def _ward(part: FighterPart) -> int:
    """Return the ward save that a rule sets, 0 for none [pips]."""
    effects = (effect for use in part.rules for effect in rule_of(use.key).effects)
    set_to = (int(one.value) for one in effects if (one.on, one.op) == ("ward", "set"))
    return min(set_to, default=0)


def _has(part: FighterPart, key: str) -> bool:
    return any(rule.key == key for rule in part.rules)


def _rules(part: FighterPart, side: Side) -> dict[str, int]:
    """Return a part's rules; those of its weapons count with the weapons alone."""
    of_weapons = {
        rule.key
        for piece in part.gear
        if piece.kind in ("melee", "ranged", "spell")
        for rule in piece.rules
    }
    return {use.key: _x(use, side) for use in part.rules if use.key not in of_weapons}


def _x(use: RuleUse, side: Side) -> int:
    if use.x is not None and not 0 <= use.x <= 30:
        raise MatchUpError(f"/{side}/fighter/rules", f"{use.key}: {use.x} is no X")
    return use.x or 0


def casts_of(part: FighterPart) -> tuple[str, ...]:
    """Return the names of the spells that its hands are set to."""
    for note in part.notes:
        if note.startswith("casts "):
            return tuple(note.removeprefix("casts ").split(", "))
    return ()


def _merged(groups: Iterable[ScrollhammerGroup]) -> list[ScrollhammerGroup]:
    """Return groups with those that are alike in everything but their name as one."""
    found: list[ScrollhammerGroup] = []
    for group in groups:
        for place, known in enumerate(found):
            if replace(group, name=known.name, models=known.models) == known:
                found[place] = replace(known, models=known.models + group.models)
                break
        else:
            found.append(group)
    return found


def _in_order(groups: list[ScrollhammerGroup]) -> tuple[ScrollhammerGroup, ...]:
    return tuple(sorted(groups, key=lambda group: group.role == "leader"))


def states_of(groups: Iterable[ScrollhammerGroup]) -> int:
    """Return how many states a unit of such groups has."""
    return prod(group.models * group.w + 1 for group in groups)


def _few(
    groups: tuple[ScrollhammerGroup, ...],
) -> tuple[tuple[ScrollhammerGroup, ...], list[str]]:
    """Return groups few enough to work out, and the names of those taken as others.

    Ordinary models are lumped together first, leaders only if that is not enough.
    """
    for lumped in (0, sum(g.role != "leader" for g in groups), len(groups)):
        rest = groups[max(lumped, 1) :]
        same = groups[: max(lumped, 1)]
        found = (replace(same[0], models=sum(g.models for g in same)), *rest)
        if states_of(found) <= MOST_STATES:
            break
    return found, [group.name for group in same[1:]]


def _formation(fighter: Fighter, parts: Iterable[FighterPart], side: Side) -> str:
    """Return how a unit stands; independent characters alone are always in skirmish.

    References
    ----------
    Scrollhammer Rulebook, Special rules H to Q: Independent Character.
    """
    if all(_has(part, "independent-character") for part in parts if _can_fight(part)):
        return "Skirmish"
    printed = fighter.characteristics.get("formation")
    for part in parts:
        printed = printed or part.characteristics.get("formation")
    if printed is None:
        return "Skirmish"
    known = FORMATION_NAMES.get(str(printed).lower())
    if known is None:
        raise MatchUpError(
            f"/{side}/fighter/characteristics/formation",
            f"expected one of {', '.join(FORMATION_NAMES.values())}",
        )
    return known


def _unknown_rules(
    groups: Iterable[ScrollhammerGroup], side: Side
) -> list[NotModelled]:
    keys = {
        key: None
        for group in groups
        for key in (
            *group.rules,
            *(rule.key for piece in group.gear for rule in piece.rules),
        )
    }
    left = []
    for key in keys:
        if why := why_left_out(key):
            left.append(NotModelled(rule_of(key).name, side, why))
    return left


UNREAD = "it stands in its book alone, in words that the odds do not read"
"""The reason for leaving out a rule of a book that has no row of its own."""


def why_left_out(key: str) -> str:
    """Return why the odds leave out a rule, or some of it, or ""."""
    rule = rule_of(key)
    return rule.left_out or (UNREAD if rule.fate.kind == "left out" else "")


def start_state(
    profile: ScrollhammerUnit, situation: ScrollhammerSituation, key: str = ""
) -> int:
    """Return the state that a side begins in, its losses taken off in order.

    Characters who joined it are none of those lost; ``key`` names a unit beside it.

    Raises
    ------
    MatchUpError
        If it has lost all its models.
    """
    lost = situation.of(profile.side).models_lost
    models = sum(group.models for group in profile.groups if not group.post)
    if lost >= models:
        raise MatchUpError(
            f"/situation/{key or profile.side}.models-lost",
            f"{clause(profile.name, 'has')} only {so_many(models, 'model')}",
        )
    pools = []
    for group in profile.groups:
        gone = 0 if group.post else min(lost, group.models)
        lost -= gone
        pools.append((group.models - gone) * group.w - group.lost)
    return profile.company.state(pools)


def rule_step(profile: ScrollhammerUnit, key: str, text: str) -> Step:
    """Return the trace of one of a unit's rules."""
    rule = rule_of(key)
    return Step(rule.name, rule.source, text, profile.side)
