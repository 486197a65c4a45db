"""The rules that count by choice alone, and that nobody chose in a match-up."""

from collections.abc import Iterator, Sequence

from rulesets.core.special_rule import SpecialRule
from rulesets.games.charge.combat.context import ChargeReadings, ChargeSituation
from rulesets.games.charge.combat.profile import ChargeUnit, works
from rulesets.games.charge.combat.questions import LINE
from rulesets.games.charge.special_rules import row_of
from rulesets.odds.sides import OTHER

COMERS = {"a": "a", "b": "b", "both": "ab"}
"""Sides that close in, by the answer about it."""

SHOTS = ("stand-and-shoot", "fire-and-flee")
"""Reactions that shoot."""


def note_unchosen(
    kind: str,
    units: Sequence[tuple[ChargeUnit, ChargeSituation]],
    readings: ChargeReadings,
) -> tuple[str, ...]:
    """Return the note on rules that would count if the situation asked for them.

    Parameters
    ----------
    kind : str
        The kind of match-up.
    units : sequence of (ChargeUnit, ChargeSituation)
        Each with the situation as it is for that unit.
    readings : ChargeReadings
        ``abilities`` is used: what it leaves out is named elsewhere.
    """
    comers = _comers(kind, units)
    names = [
        f"{rule.name} of {unit.name}"
        for unit, situation in units
        for rule in _chosen_rules(unit, readings)
        if _matters(question_of(rule), unit, (kind, comers), situation)
        and not _is_chosen(rule, unit, situation)
    ]
    if not names:
        return ()
    return (f"Not counted, since the situation does not say so: {', '.join(names)}.",)


def _chosen_rules(unit: ChargeUnit, readings: ChargeReadings) -> Iterator[SpecialRule]:
    """Yield the rules of a unit that count by an answer alone."""
    for key in unit.rules:
        rule = row_of(key)
        if rule and question_of(rule) and works(unit, key, readings):
            yield rule


def question_of(rule: SpecialRule) -> str:
    """Return the question without which a rule does not count, "" if there is none.

    Examples
    --------
    >>> from rulesets.games.charge.special_rules import RULES
    >>> question_of(RULES["volley-fire"]), question_of(RULES["terrifying"])
    ('volley-fire', '')
    """
    if rule.fate.question:
        return rule.fate.question
    asked = [
        next((word for word in one.when if word.startswith("asked:")), "")
        for one in rule.effects
    ]
    return asked[0].removeprefix("asked:") if asked and all(asked) else ""


def _is_chosen(rule: SpecialRule, unit: ChargeUnit, situation: ChargeSituation) -> bool:
    answer = situation.answer(question_of(rule), unit.side)
    return answer == rule.key if isinstance(answer, str) else bool(answer)


def _comers(kind: str, units: Sequence[tuple[ChargeUnit, ChargeSituation]]) -> str:
    """Return the sides of which a unit charges in a kind of match-up, in a row."""
    if kind == "engagement":
        return COMERS.get(units[0][1].closing, "")
    if kind == LINE:
        return "a" * any(_charges_in(*one) for one in units)
    return "a" if kind == "charge" else ""


def _charges_in(unit: ChargeUnit, situation: ChargeSituation) -> bool:
    """Return whether a unit charges into a combat of several."""
    return bool(situation.answer("charges-from", unit.side))


def _matters(
    question: str,
    unit: ChargeUnit,
    charging: tuple[str, str],
    situation: ChargeSituation,
) -> bool:
    """Return whether a unit does what a question is about in a kind of match-up."""
    kind, comers = charging
    if question == "use-fearsome":
        comes = kind != LINE or _charges_in(unit, situation)
        return unit.side in comers and comes
    if question == "reaction":
        return OTHER[unit.side] in comers
    if question == "volley-fire":
        return unit.side in shooters(kind, situation) and unit.shoot_dice > 0
    return kind != "shooting"


def shooters(kind: str, situation: ChargeSituation) -> str:
    """Return the sides that may shoot in a kind of match-up, in a row."""
    if kind in ("charge", LINE):
        return "b" if situation.answer("reaction", "b") in SHOTS else ""
    return {"shooting": "a", "engagement": "ab"}.get(kind, "")
