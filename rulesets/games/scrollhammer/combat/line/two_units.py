"""Battle lines of two units alone: they are their fights."""

from dataclasses import replace

from rulesets.games.scrollhammer.combat.blows.leeches import absorbs
from rulesets.games.scrollhammer.combat.fights.defeats import MOST, pays
from rulesets.games.scrollhammer.combat.fights.regeneration import regenerates
from rulesets.games.scrollhammer.combat.line.field import MOST_PRICED
from rulesets.games.scrollhammer.combat.profile import ScrollhammerUnit
from rulesets.games.scrollhammer.combat.questions.questions import KINDS
from rulesets.games.scrollhammer.combat.questions.readings import READINGS
from rulesets.games.scrollhammer.combat.questions.sides import LINE
from rulesets.odds.battle_line.two_units import answers_of_two, keys_of_both
from rulesets.odds.match_up import MatchUp
from rulesets.odds.sides import SIDES

OF_BOTH = keys_of_both(KINDS, LINE)
"""Keys of the questions of fights that battle lines ask as well."""

AS_LISTED = {f"{side}.front": "list" for side in SIDES}
"""Answers about who stands in front, which a battle line does not ask."""

NO_FIGHT = ("charge-distance", "fleeing", "healing-draughts")
"""Questions about each side that make a battle line more than a fight."""


def fight_of(asked: MatchUp) -> MatchUp | None:
    """Return the fight that a battle line is; none where it may be more than that.

    Raises
    ------
    MatchUpError
        If an answer or the number of rounds is impossible.
    """
    told = answers_of_two(asked, LINE, KINDS, READINGS)
    if told is None:
        return None
    if any(told[f"{side}.{key}"] for side in SIDES for key in NO_FIGHT):
        return None
    if told["dangerous-ground"]:
        return None
    if any(told[f"{side}.hands"] != "same" for side in SIDES):
        return None
    charged = [side for side in SIDES if told[f"{side}.charges"]]
    if len(charged) > 1:
        return None
    situation = {key: told[key] for key in asked.situation if key in OF_BOTH}
    situation |= {**AS_LISTED, "charger": "".join(charged) or "none"}
    return replace(asked, kind="fight", situation=situation)


def lose_alike(a: ScrollhammerUnit, b: ScrollhammerUnit) -> bool:
    """Return whether wounds of two units come and go in a line as in a fight.

    Both leave out what is too much work for them, and that differs.
    """
    if any(absorbs(own) or regenerates(own) for own in (a, b)):
        return False
    if not (pays(a) or pays(b)):
        return True
    states = a.company.states * b.company.states
    return states**2 <= MOST and all(
        int(own.company.wounds[-1]) * own.company.states**2 <= MOST_PRICED
        for own in (a, b)
        if pays(own)
    )
