"""Other engines for dice on the same works as ours, and how exact each is.

Work A: 20 attacks that need 4+ to hit and to wound against a save of 5+. Work B: Orcs
against Jade Warriors to the end, Orcs active in every round. Work C: 20 against 20 in
ranks with break tests, ten rounds. The known answers are the project's reference cases.
What an engine has no way to say is left out for it.

    .venv/bin/python -m benchmarks.peers [ROUNDS]
"""

import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

from benchmarks import peers_dyce, peers_icepool, peers_warhammer_stats
from benchmarks.measuring import RESULTS, ROOT, machine, median_of
from rulesets.combats import combat_of
from rulesets.games import GAMES
from rulesets.matchups.match_up_document import read_match_up
from rulesets.matchups.reference_cases import ReferenceCase, read_cases
from rulesets.odds.attack import Attack, effect
from rulesets.odds.plain_rolls import bare_odds
from rulesets.odds.volley import unsaved

CASES = ROOT / "fixtures" / "reference-cases"
Answer = Mapping[str, float]
"""Chances by the name of what they are the chance of."""

ENGINES = {
    "icepool": peers_icepool.WORKS,
    "dyce": peers_dyce.WORKS,
    "warhammer-stats": peers_warhammer_stats.WORKS,
}


@dataclass(frozen=True, slots=True)
class Work:
    """One work: its document, and where our answer and the known one have a chance."""

    name: str
    case: ReferenceCase
    places: Mapping[str, str]

    def ours(self) -> Answer:
        """Return our answer to the document."""
        odds = bare_odds(self.case.match_up)
        if odds is None:
            match_up = read_match_up(self.case.match_up, {})
            odds = combat_of(GAMES[match_up.game]).odds(match_up)
        if self.name == "A":
            return odds.outcomes
        told = {"outcomes": odds.outcomes, "events": odds.events}
        parts = {key: place.split("/") for key, place in self.places.items()}
        return {key: told[part][name] for key, (_, part, name) in parts.items()}

    def known(self) -> Answer:
        """Return the chances that are known."""
        if self.name == "A":
            chances = self.case.expected["/wounds/a/exactly"]
            return {str(wounds): chance for wounds, chance in enumerate(chances)}
        return {key: self.case.expected[at][0] for key, at in self.places.items()}


def works() -> tuple[Work, ...]:
    """Return the three works."""
    fates = ("a-destroyed", "b-destroyed")
    return (
        Work("A", _case("volleys", "A"), {}),
        Work(
            "B",
            _case("charge", "B, Orcs active every round"),
            {
                **{key: f"/outcomes/{key}" for key in fates},
                "a-fails": "/events/a-fails-alone",
                "b-fails": "/events/b-fails-alone",
                "both-fail": "/events/both-fail",
            },
        ),
        Work(
            "C",
            _case("ranked", "C, main"),
            {
                **{key: f"/outcomes/{key}" for key in fates},
                "a-breaks": "/events/a-breaks",
                "b-breaks": "/events/b-breaks",
                "undecided": "/outcomes/undecided",
            },
        ),
    )


def _case(file: str, name: str) -> ReferenceCase:
    document = json.loads((CASES / f"{file}.json").read_text(encoding="utf-8"))
    return next(case for case in read_cases(document) if case.name == name)


def dice_alone() -> Answer:
    """Return work A without words, trace and other figures, as the peers do."""
    chances = unsaved(effect(Attack(to_hit=4, to_wound=4, save=5)), 20).tolist()
    return {str(wounds): chance for wounds, chance in enumerate(chances)}


def furthest(answer: Answer, known: Answer) -> float:
    """Return the largest error of an answer; what it does not tell counts as 0."""
    return max(abs(answer.get(key, 0.0) - chance) for key, chance in known.items())


def measure(rounds: int) -> dict[str, dict[str, dict[str, float]]]:
    """Return time [ms] and largest error [chance] by work and engine."""
    found: dict[str, dict[str, dict[str, float]]] = {}
    for work in works():
        asked: dict[str, Callable[[], Answer]] = {"ours": work.ours}
        if work.name == "A":
            asked["ours, dice alone"] = dice_alone
        asked |= {
            name: answers[work.name]
            for name, answers in ENGINES.items()
            if work.name in answers
        }
        found[work.name] = {}
        for name, answer in asked.items():
            error = furthest(answer(), work.known())
            times = rounds if name.startswith("ours") else max(rounds // 4, 1)
            found[work.name][name] = {
                "milliseconds": round(median_of(answer, times), 4),
                "error": error,
            }
    return found


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    figures = measure(rounds)
    for work, engines in figures.items():
        for name, told in engines.items():
            speed = f"{told['milliseconds']:12.3f} ms"
            print(f"{work}  {name:<16} {speed}  largest error {told['error']:.1e}")
    about: dict[str, Any] = {"rounds": rounds}
    about |= {name: version(name) for name in ENGINES}
    found = {"machine": machine(), "about": about, "works": figures}
    RESULTS.mkdir(exist_ok=True)
    text = json.dumps(found, indent=1, ensure_ascii=False)
    (RESULTS / "peers.json").write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
