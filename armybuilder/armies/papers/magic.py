"""Magic on papers: lores and spells to tick, room for spells, dice of an army."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from armybuilder.armies.units import inside, rules_within
from rulesets.books.book import Entry
from rulesets.core.values import RuleUse
from rulesets.game import Game
from rulesets.reviews.review import Line, Review

OPEN, TAKEN = "☐", "☑"
"""Boxes of what may be ticked, and of what was bought."""


@dataclass(frozen=True, slots=True)
class Ticks:
    """Words with a box each, under a name."""

    name: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DicePool:
    """Dice of an army before items: to cast, and to dispel."""

    power: int
    dispel: int
    casts: bool


def used_in_play(game: Game, rules: Iterable[tuple[str, str]]) -> Iterator[Ticks]:
    """Yield what special rules, as (key, name), let a unit use."""
    for key, name in rules:
        if key in game.paper.ticks:
            yield Ticks(name, tuple(f"{OPEN} {word}" for word in game.paper.ticks[key]))


def learnt_in_play(game: Game, unit: Line, entry: Entry | None) -> Iterator[Ticks]:
    """Yield the lores that a caster chooses from, and the spells that he may learn."""
    if entry is None:
        return
    lores = [word for target, word in game.paper.lores.items() if target in entry.keys]
    if len(lores) > 1:
        yield Ticks("Lore", tuple(f"{OPEN} {word}" for word in lores))
    taken = {part.entry for part in inside(unit)}
    for slot in entry.slots:
        offered = [entry.entries[key] for key in slot.entries]
        spells = [one for one in offered if game.paper.learnt in one.keys]
        if spells:
            words = (_spell(game, one, is_taken=one.key in taken) for one in spells)
            yield Ticks(slot.name, tuple(words))


def _spell(game: Game, spell: Entry, *, is_taken: bool) -> str:
    """Return a spell with its box and the roll that casts it: `☐ Gnawdoom 7+`."""
    needs = (gear.stats.get(game.paper.needed) for gear in spell.gear)
    roll = "".join(f" {need}+" for need in needs if isinstance(need, int))
    return f"{TAKEN if is_taken else OPEN} {spell.name}{roll}"


def spells_written(game: Game, uses: Iterable[RuleUse]) -> int:
    """Return for how many spells there is room to write."""
    return max(_levels(game, uses), default=0)


def dice_pool(review: Review) -> DicePool | None:
    """Return the dice of an army's magic; none where no game prints them."""
    dice = review.game.paper.dice
    if dice is None:
        return None
    power = dispel = dice.basic
    for unit in (unit for force in review.forces for unit in force.units):
        uses = [*rules_within(unit)]
        level = spells_written(review.game, uses)
        power += level
        dispel += dice.dispel[min(level, len(dice.dispel) - 1)]
        dispel += len({use.key for use in uses} & dice.dispellers)
    return DicePool(power, dispel, casts=power > dice.basic)


def _levels(game: Game, uses: Iterable[RuleUse]) -> Iterator[int]:
    return (use.x or 1 for use in uses if use.key in game.paper.casters)
