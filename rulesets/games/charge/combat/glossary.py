"""The words of Charge's answers: outcomes, events and figures."""

from rulesets.games.charge.sources import DOCUMENT, MELEE, MORALE, STATES
from rulesets.odds.combat import Word
from rulesets.odds.report import HEADLINES, FightWords, Outcome, outcomes_by_key
from rulesets.odds.volley import Floats

_OF_A_SIDE = ("holds", "falls-back", "broken", "destroyed")

_TOGETHER = {
    "falls-back": "both-fall-back",
    "broken": "both-broken",
    "destroyed": "both-destroyed",
}


def outcome_key(a: str, b: str) -> str:
    """Return the key of an outcome from the fates of both sides.

    Examples
    --------
    >>> outcome_key("holds", "broken"), outcome_key("broken", "broken")
    ('b-broken', 'both-broken')
    >>> outcome_key("falls-back", "broken")
    'a-falls-back-b-broken'
    """
    if a == b:
        return _TOGETHER[a]
    parts = [f"{side}-{state}" for side, state in (("a", a), ("b", b))]
    return "-".join(part for part in parts if not part.endswith("holds"))


FATES: dict[str, tuple[str, str]] = {
    outcome_key(a, b): (a, b)
    for a in _OF_A_SIDE
    for b in _OF_A_SIDE
    if (a, b) != ("holds", "holds")
}
"""The fates of both sides in a melee, by outcome, in the order of its table."""

CHARGE_HEADLINES = (*HEADLINES, "b-pushed-back", "b-at-half-strength")
"""Events that come first and large."""


_FATE_WORDS = {
    "destroyed": "{{{0}}}: destroyed",
    "broken": "{{{0}}}: broken",
    "falls-back": "{{{0}}} {{{0}[falls]}} back",
    "flees": "{{{0}}} {{{0}[flees]}}",
}

_AWAY_FROM = {
    outcome_key(a, "flees"): (a, "flees") for a in ("falls-back", "broken", "destroyed")
}
"""Fates of both sides where B fled from a charge and A was beaten by another unit."""


def _of_both(key: str, fates: tuple[str, str]) -> Outcome:
    told = (
        _FATE_WORDS[fate].format(side) for side, fate in zip("ab", fates, strict=True)
    )
    return Outcome(key, ", ".join(told), befalls="both")


OUTCOMES = outcomes_by_key(
    Outcome("*-destroyed", "{own}: destroyed"),
    Outcome("*-broken", "{own}: broken"),
    Outcome("*-flees", "{own} {own[flees]}"),
    Outcome("*-falls-back", "{own} {own[falls]} back"),
    *(
        _of_both(key, fates)
        for key, fates in {**FATES, **_AWAY_FROM}.items()
        if "holds" not in fates
    ),
    Outcome("no-charge", "{a}: may not charge"),
    Outcome("falls-short", "{a} {a[falls]} short"),
    Outcome("parted", "They part, both still standing", is_over=False),
    Outcome("apart", "They never meet"),
    Outcome("undecided", "Still undecided", is_over=False),
    Outcome("b-stands", "{b} {b[stands]}", is_over=False),
)
"""Outcomes of match-ups, the gravest first."""

ALWAYS_REPORTED = (
    "a-destroyed",
    "b-destroyed",
    "a-falls-back",
    "b-falls-back",
    "both-fall-back",
    "a-broken",
    "b-broken",
    "both-broken",
    "a-falls-back-b-broken",
    "a-broken-b-falls-back",
    "undecided",
)
"""Outcomes that every fight reports, also where their chance is 0."""


def named(chances: Floats) -> dict[str, float]:
    """Return the outcomes of a melee by their keys, rare ones where they happen.

    Parameters
    ----------
    chances : ndarray
        In the order of `FATES` [chance].
    """
    found = dict.fromkeys(ALWAYS_REPORTED, 0.0)
    for key, chance in zip(FATES, chances.tolist(), strict=True):
        if chance or key in found:
            found[key] = chance
    return found


FIGHT = FightWords(
    outcomes=OUTCOMES,
    named=named,
    labels={
        "*-wins": "{own} left standing, {other} gone",
        "*-fails-alone": "Only {own} failing the Morale test",
        "*-breaks": "{own} Broken (natural 2)",
        "*-rallies": "{own}, if Broken, rallying in the next own turn",
        "*-wounds-left": "Wounds left of {own}",
        "*-wounds-dealt": "Wounds by {own} in the first round",
        "both-gone": "Both are gone",
        "both-fail": "Both failing the Morale test",
        "rounds": "Rounds fought",
    },
    note="A side wins when the other falls back, breaks, flees or is destroyed and it "
    f"does not itself ({DOCUMENT}, Morale).",
    stalled="neither side can hurt the other: there the fight",
)

FATE_HEADINGS = {
    "stands": "Still stands",
    "falls-back": "Fell back",
    "broken": "Broken",
    "destroyed": "Destroyed",
}
"""Headings of what becomes of each in a combat of several."""

LINE_FATES = {
    "stands": "{own} still standing",
    "falls-back": "{own} fallen back",
    "broken": "{own} broken",
    "destroyed": "{own} destroyed",
}
"""Words of what becomes of a unit in a combat of several."""

FLED_WORDS = "{own} fled from a charge"
"""Words of a unit that fired and fled, in a combat of several."""

WORDS = (
    Word(
        "Wins",
        "Stands when the fight is over, and the other does not: it has fallen "
        "back, broken, fled or been destroyed.",
        MORALE,
    ),
    Word(
        "Loses",
        "The other side wins. Where both are gone, neither does.",
        MORALE,
    ),
    Word(
        "Falls back",
        "Failed the Morale test after losing wounds, and leaves contact. Nobody"
        " pursues it.",
        MORALE,
    ),
    Word(
        "Broken",
        "Rolled exactly two on the Morale test: worse than falling back. It flees "
        "until it rallies.",
        MORALE,
    ),
    Word(
        "Destroyed",
        "Has no wounds left and is removed at once.",
        STATES,
    ),
    Word(
        "Wounds too many",
        "Damage beyond the wounds that a unit has left is lost.",
        MELEE,
    ),
)
"""In the order in which they are explained."""
