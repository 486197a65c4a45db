"""Battle lines that are rolled: their time, and how surely they tell.

The lines are those of the table in `docs/performance.md`, of printed units.

    .venv/bin/python -m benchmarks.rolled_lines [ROUNDS]
"""

import json
import sys
import time

from benchmarks.measuring import RESULTS, machine
from rulesets.combats import combat_of
from rulesets.games import GAMES
from rulesets.odds.match_up import MatchUp
from tests.rulesets.games.charge.grid_combat import COMBATS
from tests.rulesets.games.scrollhammer.line_match_ups import CASTING, MENDING
from tests.rulesets.simulators.battle_line.large_lines import EIGHT, SIDE_BY_SIDE
from tests.rulesets.simulators.battle_line.match_ups import line
from tests.rulesets.simulators.battle_line.scene import Scene, question_of
from tests.rulesets.simulators.battle_line.units import (
    BIG_BOSS,
    BLACK_ORCS,
    CAPTAIN,
    COUNT,
    GOBLIN_BOSS,
    GOBLINS,
    HALBERDIERS,
    KNIGHTS,
    ORCS,
    PRIEST,
    RIDING_CAPTAIN,
    SAVAGE_ORCS,
    SPEARMEN,
    SWORDSMEN,
    WARBOSS,
    WOLF_RIDERS,
)

CROSSED = ("a b", "a2 b flank", "b2 a flank")

SCENES: dict[str, Scene] = {
    "six who fight, each front unit with a character": line(
        (HALBERDIERS, CAPTAIN), (ORCS, BIG_BOSS), *CROSSED, a2=KNIGHTS, b2=WOLF_RIDERS
    ),
    "two units a side, each with a character": line(
        (HALBERDIERS, CAPTAIN),
        (ORCS, BIG_BOSS),
        "a b",
        "a2 b2",
        a2=(SWORDSMEN, PRIEST),
        b2=(SAVAGE_ORCS, GOBLIN_BOSS),
    ),
    "the same, two of the units in flanks": line(
        (HALBERDIERS, CAPTAIN),
        (ORCS, BIG_BOSS),
        *CROSSED,
        charges="a2 b2",
        a2=(KNIGHTS, RIDING_CAPTAIN),
        b2=(SAVAGE_ORCS, GOBLIN_BOSS),
    ),
    "nine posts": line(
        (HALBERDIERS, CAPTAIN, PRIEST),
        (ORCS, BIG_BOSS),
        *CROSSED,
        a2=(KNIGHTS, RIDING_CAPTAIN),
        b2=(SAVAGE_ORCS, GOBLIN_BOSS),
    ),
    "twelve posts": line(
        (HALBERDIERS, CAPTAIN, PRIEST),
        (ORCS, BIG_BOSS, GOBLIN_BOSS),
        *CROSSED,
        a2=(KNIGHTS, RIDING_CAPTAIN, COUNT),
        b2=(SAVAGE_ORCS, WARBOSS, GOBLIN_BOSS),
    ),
    "three units a side, four of them with a character": line(
        (HALBERDIERS, CAPTAIN),
        (ORCS, BIG_BOSS),
        *SIDE_BY_SIDE,
        a2=(SWORDSMEN, PRIEST),
        b2=(SAVAGE_ORCS, GOBLIN_BOSS),
        a3=SPEARMEN,
        b3=BLACK_ORCS,
    ),
    "four units a side": line(
        HALBERDIERS,
        ORCS,
        *SIDE_BY_SIDE,
        "a4 b4",
        a2=SWORDSMEN,
        b2=SAVAGE_ORCS,
        a3=SPEARMEN,
        b3=BLACK_ORCS,
        a4=KNIGHTS,
        b4=GOBLINS,
    ),
    "eight units with two characters each": EIGHT,
}

QUESTIONS: dict[str, MatchUp] = {
    **{name: question_of(scene) for name, scene in SCENES.items()},
    **{
        f"Charge, {name}": COMBATS[name]
        for name in (
            "two blocks against two",
            "a captain and a warlord among blocks",
        )
    },
    "Scrollhammer, many grow back": MENDING["many grow back"],
    "Scrollhammer, two units of casters on one": CASTING["two units of casters on one"],
}


def _processor(question: MatchUp) -> float:
    """Return the time of the processor of an answer, on all its threads [ms]."""
    begun = time.process_time()
    combat_of(GAMES[question.game]).odds(question)
    return (time.process_time() - begun) * 1000


def main() -> None:
    """Print a row for each line, and write all down."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    found = {}
    for name, question in QUESTIONS.items():
        told = combat_of(GAMES[question.game]).odds(question)
        found[name] = {
            "fights": told.samples,
            "told": round(told.error, 6),
            "processor": round(min(_processor(question) for _ in range(rounds)), 1),
        }
        print(f"{name:55}", found[name])
    text = json.dumps({"machine": machine(), "lines": found}, indent=1)
    (RESULTS / "rolled_lines.json").write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
