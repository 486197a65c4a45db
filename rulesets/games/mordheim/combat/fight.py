"""A Mordheim combat: one against one or several, from the charge to the end."""

from collections.abc import Mapping
from dataclasses import replace

from rulesets.games.mordheim.combat.chain import fight
from rulesets.games.mordheim.combat.clashes import MOST_AT_ONE
from rulesets.games.mordheim.combat.fight_answer import answer, no_charge, together
from rulesets.games.mordheim.combat.groups import group_fight
from rulesets.games.mordheim.combat.leadership import fear
from rulesets.games.mordheim.combat.parties import beginning, opening, party, seed_of
from rulesets.games.mordheim.combat.profile import Warrior
from rulesets.games.mordheim.combat.turn import Melee
from rulesets.odds.answer import Odds, Step
from rulesets.odds.match_up import MatchUpError
from rulesets.odds.settings import Settled
from rulesets.odds.volley import binomial

NOTES = (
    "The sides take turns; both strike in each.",
    "A fighter at 0 wounds fights on: each further wound is one more injury roll.",
)


def combat(
    a: Warrior,
    b: Warrior,
    situation: Settled,
    readings: Settled,
    rounds: int | None,
) -> Odds:
    """Return the odds of a hand-to-hand combat.

    Raises
    ------
    MatchUpError
        If groups are limited in turns, who charges lies, or has lost all his wounds.
    """
    counts = {side: int(situation[f"{side}.fighters"]) for side in ("a", "b")}
    grouped = min(counts.values()) > 1 or max(counts.values()) > MOST_AT_ONE
    if grouped and rounds is not None:
        raise MatchUpError("/rounds", "groups are fought to the end, without a limit")
    steps: list[Step] = []
    warriors = {"a": a, "b": b}
    holds, shakes = _afraid(warriors, situation, readings, steps)
    if grouped:
        fears = holds, shakes
        found = group_fight(warriors, counts, fears, situation, readings, steps)
        return replace(found, trace=tuple(dict.fromkeys(steps)))
    told: list[tuple[float, Odds]] = []
    charger = str(situation["charge"])
    several = counts.get(charger, 1)
    for charging in range(several, -1, -1) if holds else (several,):
        share = binomial(several, 1 - holds)[charging]
        if not charging:
            told.append((share, no_charge(warriors, charger, counts, situation)))
            continue
        now = {**counts, charger: charging} if charger in counts else counts
        stays = (charger, several - charging)
        fought = _fought(
            warriors, now, stays, shakes, situation, readings, rounds, steps
        )
        told.append((share, fought))
    return replace(
        together([(share, odds) for share, odds in told if share]),
        trace=tuple(dict.fromkeys(steps)),
        notes=NOTES,
    )


def _afraid(
    warriors: Mapping[str, Warrior],
    situation: Settled,
    readings: Settled,
    steps: list[Step],
) -> tuple[float, float]:
    charger = situation["charge"]
    if charger == "none":
        return 0.0, 0.0
    other = "b" if charger == "a" else "a"
    if situation[f"{charger}.posture"] != "standing":
        raise MatchUpError(f"/situation/{charger}.posture", "who lies does not charge")
    return fear(warriors[str(charger)], warriors[other], situation, readings, steps)


def _fought(
    warriors: Mapping[str, Warrior],
    counts: Mapping[str, int],
    stays: tuple[str, int],
    shakes: float,
    situation: Settled,
    readings: Settled,
    rounds: int | None,
    steps: list[Step],
) -> Odds:
    many, one = ("b", "a") if counts["b"] > 1 else ("a", "b")
    parties = {
        side: party(warriors[side], warriors[other], counts, situation, readings, steps)
        for side, other in ((many, one), (one, many))
    }
    fray = Melee(parties[many], parties[one], readings, steps)
    begin = {
        side: beginning(warriors[side], parties[side].body, situation)
        for side in (many, one)
    }
    start = (*(begin[many] for _ in range(counts[many])), begin[one])
    charger = str(situation["charge"])
    turns = opening(charger, counts, shakes)
    seed = seed_of(warriors, counts, situation, readings)
    tale = fight(fray, start, turns, rounds, f"{seed} {rounds}")
    return answer(tale, warriors, (many, one), stays)
