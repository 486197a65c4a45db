"""Fights of many units at once, each built from two blocks by the compiled kernel."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from rulesets.games.warhammer.combat.blows.vocabulary import VOCABULARY
from rulesets.games.warhammer.combat.context import (
    Flank,
    WarhammerReadings,
    WarhammerSituation,
)
from rulesets.games.warhammer.combat.engagements.reach import dice_of_reach
from rulesets.games.warhammer.combat.fights.psychology import (
    Flags,
    flight,
    may_move,
    tests_terror,
)
from rulesets.games.warhammer.combat.fights.states import CombatState
from rulesets.games.warhammer.combat.glossary import ENDINGS
from rulesets.games.warhammer.combat.pairs.blocks import WarhammerBlock, block_of
from rulesets.games.warhammer.combat.pairs.plans import (
    CHARGERS,
    StrikeSets,
    plan,
    stacked,
)
from rulesets.games.warhammer.combat.profile import WarhammerUnit, read_profile
from rulesets.games.warhammer.combat.questions.kinds import LINE
from rulesets.games.warhammer.combat.questions.questions import KINDS
from rulesets.games.warhammer.combat.questions.readings import READINGS
from rulesets.odds.context import read_answers
from rulesets.odds.many import Contestant, ManyMatchUps, ManyOdds, unanswered
from rulesets.odds.match_up import MatchUpError
from rulesets.odds.native.bindings import ranked_kernel
from rulesets.odds.native.ranked_fights import (
    COLUMNS,
    FEARS_TERROR,
    MOST_ROUNDS,
    NOT_SAID,
    Numbers,
    RankedFights,
    Rows,
    solve_ranked,
)
from rulesets.odds.settings import settled
from rulesets.odds.sides import SIDES, Side
from rulesets.odds.vocabulary import written_out
from rulesets.odds.volley import Floats, Ints

EVENTS = (
    *("a-wins", "b-wins", "both-gone", "a-wins-first-round", "b-wins-first-round"),
    *("a-slays-all-at-once", "b-slays-all-at-once", "a-breaks", "b-breaks", "contact"),
)
EXPECTED = (
    "rounds",
    *(f"{side}-wounds-{noun}" for noun in ("left", "dealt") for side in SIDES),
)
KEYS = (*ENDINGS, *EVENTS, *EXPECTED)
"""Figures of each pair: outcomes, events and means."""

PART = 6000
"""Most pairs that are planned at once."""

Pairs = tuple[tuple[WarhammerBlock, ...], tuple[WarhammerBlock, ...]]
Sides = tuple[list[WarhammerBlock | None], list[WarhammerBlock | None]]
Figures = dict[str, Floats]


def fight_many(asked: ManyMatchUps, threads: int = 0) -> ManyOdds:
    """Return the figures of fights or charges, of those pairs that blocks can say.

    A battle line of two units alone is their fight; where they charge, one that begins
    so.

    Parameters
    ----------
    asked : ManyMatchUps
    threads : int
        Threads of the kernel; 0 for as many as there are processors.
    """
    found = unanswered(asked, KEYS)
    if not may_be_blocks(asked) or asked.kind not in ("fight", "charge", LINE):
        return found
    sides = (
        [_block(asked, "a", one) for one in asked.a],
        [_block(asked, "b", one) for one in asked.b],
    )
    found = with_pools(found, sides)
    _answer(found, sides, threads)
    return found


def may_be_blocks(asked: ManyMatchUps) -> bool:
    """Return whether blocks may say what is asked of pairs, and can be solved here."""
    rounds = asked.rounds is None or 1 <= asked.rounds <= MOST_ROUNDS
    usual = readings_of(asked).flank_bonus == "end"
    return rounds and usual and ranked_kernel() is not None


def with_pools(found: ManyOdds, sides: Sides) -> ManyOdds:
    """Return room for figures with the wounds of all who have a block."""
    a, b = ([one.profile.pool if one else 0 for one in own] for own in sides)
    x, y = ([int(one.row["begins"][0]) if one else 0 for one in own] for own in sides)
    return replace(found, pools=(a, b), began=(x, y))


def _answer(found: ManyOdds, sides: Sides, threads: int) -> None:
    """Write the rows of pairs that blocks can say."""
    blocks, numbers = [], []
    for own in sides:
        blocks.append(tuple(one for one in own if one is not None))
        is_said = np.array([one is not None for one in own], dtype=np.bool_)
        numbers.append(np.where(is_said, np.cumsum(is_said) - 1, -1))
    every = np.array(found.asked.pairs, dtype=np.int64).reshape(-1, 2)
    pairs = np.stack([numbers[0][every[:, 0]], numbers[1][every[:, 1]]], axis=1)
    said = np.flatnonzero((pairs >= 0).all(axis=1))
    if not len(said):
        return
    both, pairs, asked = (blocks[0], blocks[1]), pairs[said], found.asked
    sets, who = StrikeSets(readings_of(asked)), _chargers(asked.kind, both, pairs)
    for charger in CHARGERS:
        here = np.flatnonzero(who == charger)
        if len(here):
            _answer_alike(
                found, said[here], (both, pairs[here]), charger, sets, threads
            )


def _answer_alike(
    found: ManyOdds,
    said: Numbers,
    blocks: tuple[Pairs, Numbers],
    charger: str,
    sets: StrikeSets,
    threads: int,
) -> None:
    """Write the rows of pairs of whom the same charge.

    ``blocks`` are those of both sides, and the places of each pair among them.
    """
    (both, pairs), asked = blocks, found.asked
    start, before = _before(asked.kind, charger, both, pairs)
    states = _begun(asked.kind, charger, both[0][0].situation)
    rows, status = np.zeros((len(said), len(COLUMNS))), np.zeros(len(said), np.int32)

    def solve(part: Numbers, fights: RankedFights) -> None:
        rows[part], status[part] = solve_ranked(fights, threads)

    with ThreadPoolExecutor(1) as solver:
        solved = []
        for part in _parts(pairs):
            fights = plan(both, pairs[part], states, start[part], sets)
            fights = replace(fights, rounds=asked.rounds)
            solved.append(solver.submit(solve, part, fights))
        for one in solved:
            one.result()
    begins = [[one.row["begins"][0] for one in own] for own in both]
    begun = np.stack([np.array(begins[n])[pairs[:, n]] for n in (0, 1)], axis=1)
    apart = 1.0 - start.sum(axis=1)
    write_rows(found, said, rows, before, apart[:, None] * begun)
    found.answered[said] = status != NOT_SAID


def _parts(pairs: Numbers) -> Sequence[Numbers]:
    """Return the places of pairs in parts: one is planned while others are solved.

    Units of side A stay together, since what strikes alike is planned once a part.
    """
    places = np.argsort(pairs[:, 0], kind="stable")
    return np.array_split(places, -(-len(pairs) // PART))


def readings_of(asked: ManyMatchUps) -> WarhammerReadings:
    """Return how the rules are read."""
    return read_answers(WarhammerReadings, dict(asked.readings))


def _block(asked: ManyMatchUps, side: Side, one: Contestant) -> WarhammerBlock | None:
    """Return the block of a fighter of a side; none if none can say it."""
    read = read_contestant(asked, side, one)
    if read is None:
        return None
    own, situation = read
    touched: Flank = situation.of(side).touched_in
    if situation.of(side).charges and own.has("impact-hits"):
        return None
    if asked.kind == "charge":
        touched = "front" if side == "a" else situation.contact
        if situation.overrun or situation.reaction != "holds":
            return None
        if side == "a" and not _always_arrives(own):
            return None
    return block_of(own, situation, readings_of(asked), touched)


def read_contestant(
    asked: ManyMatchUps, side: Side, one: Contestant
) -> tuple[WarhammerUnit, WarhammerSituation] | None:
    """Return a fighter as the odds read it, in its situation; none if it is refused."""
    try:
        answers, _ = settled(asked.of_one(side, one), KINDS, READINGS)
        own = read_profile(written_out(one.fighter, VOCABULARY), side)
    except MatchUpError:
        return None
    return own, read_answers(WarhammerSituation, answers)


def _always_arrives(own: WarhammerUnit) -> bool:
    """Return whether a charger comes as blocks do: at once, and to blows alone."""
    return may_move(own) and not own.has("impact-hits") and not dice_of_reach(own)


def _chargers(kind: str, blocks: Pairs, pairs: Numbers) -> NDArray[np.str_]:
    """Return the sides that charge in each pair: "" for none, ``ab`` for both."""
    if kind != LINE:
        return np.full(len(pairs), "a" if kind == "charge" else "")
    told = []
    for place, (side, own) in enumerate(zip(SIDES, blocks, strict=True)):
        charges = [side * one.situation.of(side).charges for one in own]
        told.append(np.array(charges)[pairs[:, place]])
    return np.char.add(*told)


def _begun(
    kind: str, charger: str, situation: WarhammerSituation
) -> tuple[CombatState, ...]:
    """Return the states that a fight may begin in, but for the frenzy of both."""
    won = (
        "" if situation.last_won == "nobody" or kind == "charge" else situation.last_won
    )
    calm = CombatState(
        charge=charger, last_won=won, defended=situation.defended and won != "a"
    )
    afraid = charger == "b", charger == "a"
    return (calm, replace(calm, afraid=afraid)) if charger in SIDES else (calm,)


def _before(
    kind: str, charger: str, blocks: Pairs, pairs: Numbers
) -> tuple[Floats, Figures]:
    """Return the chances to begin in each state, and of ends before contact.

    Who charges in a battle line has come to contact, and dared to.
    """
    start = np.zeros((len(pairs), 2))
    start[:, 0] = 1.0
    if charger not in SIDES:
        return start, {}
    place = SIDES.index(charger)
    (a, dares), (b, stands) = (
        _minds(blocks[one], pairs[:, one]) for one in (place, 1 - place)
    )
    situation, comes = blocks[0][0].situation, kind == "charge"
    fears = _fears(a, b) & (a["impetuous"] == 0) & comes
    begins = np.where(fears, dares, 1.0)
    dreads = _dreads(
        (blocks[place], blocks[1 - place]),
        (pairs[:, place], pairs[:, 1 - place]),
        tested=situation.terror_tested and comes,
    )
    afraid = ~dreads & _fears(b, a)
    weaker = _strength(b) < _strength(a)
    flees = np.where(dreads | (afraid & weaker), begins * (1.0 - stands), 0.0)
    start[:, 1] = np.where(afraid & ~weaker, begins * (1.0 - stands), 0.0)
    start[:, 0] = begins - flees - start[:, 1]
    if not comes:
        return start, {f"{SIDES[1 - place]}-flees": flees}
    overtaken = flees * _overtaken(blocks, pairs, situation.distance)
    ends = {
        "no-charge": 1.0 - begins,
        "b-flees": flees - overtaken,
        "b-caught": overtaken,
    }
    return start, {**ends, "contact": start.sum(axis=1)}


def _minds(blocks: Sequence[WarhammerBlock], places: Numbers) -> tuple[Rows, Floats]:
    """Return the blocks of pairs, and their chances to pass a test of psychology."""
    rows = stacked(blocks)
    passes = np.array([one.passes for one in blocks])
    return rows[places], passes[places]


def _fears(own: Rows, other: Rows) -> Flags:
    """Return whether sides of pairs fear each other: in a frenzy they do not."""
    dread = (other["terror"] | own["told-to-fear"] | (other["fear"] & ~own["fear"])) > 0
    dread &= own["calm"] == 0
    dread |= (own["calm"] == FEARS_TERROR) & (other["terror"] > 0)
    found: Flags = dread & (own["frenzied"] == 0)
    return found


def _dreads(blocks: Pairs, places: tuple[Ints, Ints], *, tested: bool) -> Flags:
    """Return whether who is charged in each pair, the second, tests for terror."""
    a, b = (np.array([one.profile for one in own]) for own in blocks)
    known = [[tests_terror(own, enemy, tested=tested) for own in b] for enemy in a]
    found: Flags = np.array(known)[places]
    return found


def _strength(rows: Rows) -> Ints:
    """Return the Unit Strengths in which blocks begin."""
    found: Ints = rows["strength"][np.arange(len(rows)), rows["begins"]]
    return found


def _overtaken(blocks: Pairs, pairs: Numbers, distance: int) -> Floats:
    """Return the chance that a charge from afar reaches a unit that flees [chance]."""
    reach = np.array([2 * one.profile.stride for one in blocks[0]])
    flights = [dict(flight(one.profile)) for one in blocks[1]]
    runs = np.array([[one.get(far, 0.0) for far in range(19)] for one in flights])
    further = np.clip(reach[pairs[:, 0]] - distance, -1, 18)
    found: Floats = np.cumsum(runs, axis=1)[pairs[:, 1], further]
    return np.where(further < 0, 0.0, found)


def write_rows(
    found: ManyOdds, places: Numbers, rows: Floats, before: Figures, apart: Floats
) -> None:
    """Write the rows of the kernel, and what ended before contact, as figures.

    ``apart`` are the mean wounds left where it ended so ``[pair, side]`` [wounds].
    """
    told = {key: rows[:, place] for place, key in enumerate(COLUMNS)}
    for key, figures in before.items():
        told[key] = told[key] + figures if key in told else figures
    gone = {"a": told["a-gone-first"], "b": told["b-gone-first"]}
    for place, (side, other) in enumerate((("a", "b"), ("b", "a"))):
        told[f"{side}-wins-first-round"] = (
            told[f"{side}-wins-first-round"] + gone[other]
        )
        told[f"{side}-slays-all-at-once"] = gone[other]
        told[f"{side}-breaks"] = told[f"{side}-broken"] + told[f"{side}-run-down"]
        told[f"{side}-wounds-left"] = told[f"{side}-wounds-left"] + apart[:, place]
    nobody = np.zeros(len(rows))
    for key, lost in (("a-wins", "b"), ("b-wins", "a"), ("both-gone", "both")):
        ends = [key for key, end in ENDINGS.items() if end.gone == lost]
        told[key] = sum((told.get(end, nobody) for end in ends), nobody)
    found.rows[places] = np.stack([told.get(key, nobody) for key in found.keys], axis=1)
    found.errors[places] = told["dropped"]
