"""Odds per second of every game, with the times that they are meant to keep.

The units are those of the army books in `fixtures/books`.

    .venv/bin/python -m benchmarks.odds [ROUNDS]
"""

import sys

from benchmarks import odds_charge, odds_mordheim, odds_scrollhammer, odds_warhammer
from benchmarks.measuring import Figures, report

GAMES = (odds_charge, odds_warhammer, odds_mordheim, odds_scrollhammer)

VOLLEY, RANKED, WOUNDS, DUEL = 0.3, 2.0, 50.0, 3.0
RANKED_IN_WARHAMMER = 0.4
"""Times that are aimed at, at the median on one core [ms]."""

TARGETS = {
    "answer about 20 attacks": VOLLEY,
    "Charge: volley, every pair": VOLLEY,
    "Warhammer: volley": VOLLEY,
    "Scrollhammer: volley": VOLLEY,
    "Mordheim: a marksman's shot at every fighter": VOLLEY,
    "Warhammer: 20 against 20 in ranks, ten rounds": RANKED_IN_WARHAMMER,
    "Scrollhammer: 20 against 20 in ranks, ten rounds": RANKED,
    "Warhammer: several wounds each, trolls charge halberdiers": WOUNDS,
    "Scrollhammer: several wounds each": WOUNDS,
    "Mordheim: a captain charges a vampire": DUEL,
    "Mordheim: duel to the end, every pair": DUEL,
}
"""The same, by what is measured [ms]."""


def measure(rounds: int) -> dict[str, Figures]:
    """Return all times [ms], each the median of some rounds, with its target."""
    found: dict[str, Figures] = {}
    for game in GAMES:
        found |= game.measure(rounds)
    for title, target in TARGETS.items():
        found[title] = {**found[title], "target": target}
    return found


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 11
    units = len(odds_charge.fighters())
    report("odds", measure(rounds), {"rounds": rounds, "units": units})


if __name__ == "__main__":
    main()
