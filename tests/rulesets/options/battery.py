"""Opponents and situations in which an option may show: the likely ones first."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from itertools import product
from typing import Any

from rulesets.combats import combat_of
from rulesets.core.values import Gear, RuleUse
from rulesets.game import Game
from rulesets.games import GAMES
from rulesets.odds.match_up import Answers, Fighter, MatchUp, MatchUpError, Question
from tests.rulesets.games.charge import units as charge
from tests.rulesets.games.mordheim.fighters import fighter as warrior
from tests.rulesets.games.scrollhammer import units as scrollhammer
from tests.rulesets.games.scrollhammer.rules_match_ups import (
    FLAMES,
    ICE,
    RIMED,
    SPECTRES,
    VENOM,
)
from tests.rulesets.games.warhammer import units as warhammer

PREVIEW, SLOW = "preview", "engagement"
_LAST = ("shooting", "casting", "rout", "charge", "fight", "battle-line", SLOW)
"""Kinds of match-up, the quickest first."""
SHOCKING = scrollhammer.unit(
    "Shockers",
    8,
    "immune-to-shock",
    formation="Skirmish",
    gear=(scrollhammer.bow(4, 0, shots=2, element="Shock"),),
)
SAGES = scrollhammer.fighter(
    scrollhammer.part(
        *("Sages", 2),
        bs=4,
        mg=3,
        formation="Skirmish",
        gear=(scrollhammer.SPELLS,),
        casts=", ".join(f"Spell of {cost}" for cost in (4, 10, 15, 22, 28)),
    ),
    spells=tuple(
        scrollhammer.spell(cost, 5, name=f"Spell of {cost}")
        for cost in (4, 10, 15, 22, 28)
    ),
)
"""Casters of a spell for each kind of scroll, most of them beyond their dice."""

MAGE = warrior("club-mace-or-hammer", "wizard")
BOLT = Gear("bolt", "Bolt", {"difficulty": 7, "range": 12, "strength": 4}, "spell")
_FAR = (("distance", 5), ("touched", 3))


@dataclass(frozen=True)
class Place:
    """A kind of match-up, an enemy, a situation, and which side the unit is."""

    kind: str
    enemy: int
    side: str = "a"
    situation: tuple[tuple[str, str | int | bool], ...] = ()

    def __str__(self) -> str:
        asked = ", ".join(f"{key} {answer}" for key, answer in self.situation)
        return f"{self.kind} as {self.side} against {self.enemy} {asked}".strip()


def _with_rules(fighter: Fighter, *keys: str) -> Fighter:
    uses = tuple(RuleUse(key) for key in keys)
    parts = tuple(replace(p, rules=(*p.rules, *uses)) for p in fighter.parts)
    return replace(fighter, rules=(*fighter.rules, *uses), parts=parts)


@cache
def enemies(game: str) -> tuple[Fighter, ...]:
    """Return who is fought: plain, armoured, a monster, riders, shooters."""
    if game == "warhammer":
        found: tuple[Fighter, ...] = (
            warhammer.SWORDSMEN,
            _with_rules(warhammer.TROLLS, "large-target", "flammable"),
            warhammer.KNIGHTS,
            warhammer.HANDGUNNERS,
            warhammer.HERO,
            warhammer.SKELETONS,
        )
    elif game == "mordheim":
        found = (
            warrior("sword", sv=4, w=2, i=4),
            warrior("halberd", "fear hatred", t=5, s=5, w=3, a=3, ws=5, ld=8),
            warrior("2*dagger", "regeneration large", w=3, a=4),
            warrior("bow pistol sword", "poison-proof"),
            warrior("sword dark-venom", "animal"),
            replace(MAGE, gear=(*MAGE.gear, BOLT)),
        )
    elif game == "scrollhammer":
        found = (
            scrollhammer.LEGION,
            scrollhammer.BEAST,
            scrollhammer.LANCERS,
            scrollhammer.ARCHERS,
            scrollhammer.MAGES,
            VENOM,
            FLAMES,
            SHOCKING,
            SPECTRES,
            scrollhammer.LED,
            ICE,
        )
    elif game == "charge":
        found = (charge.GUARD, charge.BEAST, charge.ELVES, charge.ARCHERS, charge.JADE)
    else:
        raise KeyError(game)
    return found


@cache
def carriers(game: str) -> tuple[Fighter, ...]:
    """Return who may show a rule or a piece that one unit of a book never could."""
    if game == "mordheim":
        weapons = (
            *("bow", "crossbow", "handgun", "pistol", "2*pistol", "pistol-brace sword"),
            *("throwing-knives-stars", "double-handed-weapon", "sword", "2*sword"),
            "flail",
        )
        armed = [warrior(keys, bs=4) for keys in weapons]
        armed += [
            warrior("", "strongman"),
            warrior("warhorse"),
            warrior("warhorse bow"),
            warrior("sword", w=3),
        ]
        mages = (
            warrior("sword", "wizard"),
            warrior("sword light-armour", "wizard"),
            warrior("sword", "prayers"),
        )
        armed += [replace(mage, gear=(*mage.gear, BOLT)) for mage in mages]
        return tuple(armed)
    if game == "warhammer":
        return (
            warhammer.KNIGHTS,
            warhammer.HANDGUNNERS,
            warhammer.HERO,
            warhammer.RAUCOUS_ORCS,
        )
    if game == "scrollhammer":
        return (
            RIMED,
            scrollhammer.ARCHERS,
            scrollhammer.LEGION,
            scrollhammer.HERO,
            scrollhammer.MAGES,
            SAGES,
        )
    return ()


def quick_places(game: Game) -> tuple[Place, ...]:
    """Return the usual situations, where most of what counts shows at once."""
    fought = range(len(enemies(game.key)))
    previews = tuple(Place(PREVIEW, enemy) for enemy in fought)
    usual = tuple(
        Place(kind.key, enemy, side)
        for side, against in (("a", (0, 1)), ("b", (0, 1, 3)))
        for enemy in against
        for kind in combat_of(game).kinds
        if fought and kind.key != SLOW
    )
    return (*previews, *usual)


TELLING = {
    "mordheim": (
        Place("shooting", 0, "a", (("twice", True),)),
        Place("shooting", 0, "a", (("moved", True),)),
        Place("shooting", 0, "a", (("cover", True),)),
        Place("fight", 0, "a", (("indoors", True),)),
        Place("fight", 0, "a", (("b.fighters", 2),)),
        Place("casting", 0),
        Place("casting", 5, "b"),
        Place("fight", 4, "b"),
        Place("fight", 5, "b"),
        Place("rout", 0),
        Place(SLOW, 0, "a", (("closing", "a"),)),
        Place(SLOW, 0, "a", (("closing", "b"), ("distance", 34))),
    ),
    "scrollhammer": (
        Place("shooting", 0, "a", (("touched", 2),)),
        Place(SLOW, 0),
        *(Place("shooting", enemy, "b", _FAR) for enemy in range(4, 9)),
        Place("shooting", 10, "b", _FAR),
        Place("casting", 4, "b"),
        *(Place("fight", enemy, side) for enemy in range(5, 10) for side in "ab"),
        *(
            Place("shooting", enemy, "a", (*_FAR, more))
            for enemy in (0, 1, 9)
            for more in (("moved", True), ("cover", "4"))
        ),
        Place("fight", 0, "a", (("charger", "a"), ("a.from-cover", True))),
        Place(SLOW, 0, "a", (("rough", True), ("closing", "a"), ("distance", 12))),
        Place("charge", 0, "a", (("distance", 6), ("difficult", True))),
    ),
    "warhammer": (
        Place(SLOW, 0),
        Place(SLOW, 0, "b"),
        Place(SLOW, 3),
        Place("charge", 2, "b"),
        Place("fight", 0, "a", (("challenge", True), ("refuses", "b"))),
    ),
    "charge": (
        Place(
            "charge", 0, "b", (("contact", "flank"), ("reaction", "tactical-genius"))
        ),
    ),
}
"""Situations that tell where the usual ones do not, worth to be asked before others."""


def places(game: Game) -> tuple[Place, ...]:
    """Return the usual situations, and those that differ in one answer.

    What is slow to work out stands last.
    """
    kinds = sorted(combat_of(game).kinds, key=lambda kind: _LAST.index(kind.key))
    others = (
        Place(kind.key, enemy, side, ((key, answer),))
        for kind in kinds
        for enemy in (0, 1)
        for question in kind.situation
        for key in _keys(question)
        for answer in _answers(question)
        for side in ("a", "b")
    )
    meetings = (
        Place(SLOW, enemy, side)
        for enemy in range(len(enemies(game.key)))
        for side in ("a", "b")
    )
    return (*TELLING[game.key], *quick_places(game), *meetings, *others)


def questions_raised(
    game: Game, old: Fighter, new: Fighter, *, slow_against: int | None = None
) -> Iterator[Place]:
    """Yield every answer to each question that matters for one fighter and no other.

    What is slow to work out is asked against so many enemies, or against all.
    """
    kinds = sorted(combat_of(game).kinds, key=lambda kind: _LAST.index(kind.key))
    every = range(len(enemies(game.key)))
    for kind, enemy, side in product(kinds, every, "ab"):
        if kind.key == SLOW and enemy not in every[:slow_against]:
            continue
        other = enemies(game.key)[enemy]
        for question in kind.situation:
            asked_of = "ab" if question.side else "a"
            for key, of in zip(_keys(question), asked_of, strict=True):
                if _raised(question, (old, new), other, own=of == side):
                    for answer in _answers(question):
                        yield Place(kind.key, enemy, side, ((key, answer),))


def _raised(
    question: Question, own_two: tuple[Fighter, Fighter], other: Fighter, *, own: bool
) -> bool:
    """Return whether a question matters for the second of two alone."""
    if question.matters is None:
        return False
    old, new = ((one, other) if own else (other, one) for one in own_two)
    return question.matters(*new) and not question.matters(*old)


def _keys(question: Question) -> list[str]:
    sides = [f"a.{question.key}", f"b.{question.key}"]
    return sides if question.side else [question.key]


def _answers(question: Question) -> list[str | int | bool]:
    if question.choices:
        return [one.key for one in question.choices if one.key != question.default]
    if isinstance(question.default, bool):
        return [not question.default]
    most = question.high if question.high is not None else 99
    low = question.low or 0
    steps = {"distance": (-7, 6), "fighters": (1,)}.get(question.key, (2,))
    found = [min(most, max(low, int(question.default) + step)) for step in steps]
    return [*dict.fromkeys(found)]


def figures(game: Game, place: Place, own: Fighter) -> Any:
    """Return every number that is told there, or why there is none."""
    enemy = enemies(game.key)[place.enemy]
    try:
        if place.kind == PREVIEW:
            return [
                (one.key, one.dice, _rounded(one.wounds.chances))
                for one in combat_of(game).preview(own, enemy)
            ]
        a, b = (own, enemy) if place.side == "a" else (enemy, own)
        asked: Answers = dict(place.situation)
        told = combat_of(game).odds(MatchUp(game.key, place.kind, a, b, asked, {}))
    except MatchUpError as problem:
        return problem.text
    drawn = {**told.survivors, **told.wounds, **told.distributions}
    chances = {**told.outcomes, **told.events, **told.expected}
    return (
        {key: round(value, 9) for key, value in chances.items()},
        {key: _rounded(one.chances) for key, one in drawn.items()},
    )


def _rounded(chances: tuple[float, ...]) -> list[float]:
    return [round(chance, 9) for chance in chances]


def named(game: Game, own: Fighter) -> tuple[set[str], set[str]]:
    """Return what a card names of a unit: as not worked out, and as without dice."""
    left: set[str] = set()
    silent: set[str] = set()
    for enemy in enemies(game.key):
        told: list[Any] = []
        asked = MatchUp(game.key, combat_of(game).kinds[0].key, own, enemy, {}, {})
        with suppress(MatchUpError):
            told += combat_of(game).preview(own, enemy)
        with suppress(MatchUpError):
            told.append(combat_of(game).odds(asked))
        if told:
            for one in told:
                left |= {x.rule for x in one.not_modelled if x.side in ("a", "")}
                silent |= {x.rule for x in one.no_dice if x.side in ("a", "")}
            break
    return left, silent


def question_of(game: Game, key: str) -> str:
    """Return the question of a rule that counts only where it is asked, "" for none."""
    rules = import_module(f"rulesets.games.{game.key}.special_rules")
    known = rules.rule_of(key) if hasattr(rules, "rule_of") else None
    return known.fate.question if known and known.fate.kind == "asked" else ""


def game_of(key: str) -> Game:
    return GAMES[key]
