"""Groups of Mordheim that fight for so many turns, to be played out."""

from dataclasses import replace

from rulesets.odds.match_up import MatchUp
from tests.rulesets.games.mordheim import group_engagements, group_heights, grouping

FEW: dict[str, MatchUp] = {
    "six turns of two at two bowmen": replace(
        group_engagements.FEW["two run at two bowmen"], rounds=6
    ),
    "three turns of two against two": replace(
        grouping.FEW["two against two"], rounds=3
    ),
}
"""A few that run every time."""


def _for(turns: int, name: str) -> MatchUp:
    """Return a question of another grid, cut short."""
    known = {**group_engagements.ALL, **group_heights.ALL, **group_heights.FOUGHT}
    return replace({**known, **grouping.ALL}[name], rounds=turns)


ALL: dict[str, MatchUp] = {
    **FEW,
    "one turn of two against two": _for(1, "two against two"),
    "two turns of five against one who may flee": _for(
        2, "five against one who may flee"
    ),
    "four turns of two against five": _for(4, "two of two wounds against five"),
    "seven turns of the scattered": _for(7, "two who are scattered against five"),
    "five turns of who know no charger": _for(5, "three who know no charger"),
    "eight turns after fear": _for(8, "who frightens charges"),
    "nine turns of four against two": _for(
        9, "four against two who fight side by side"
    ),
    "three turns of two wizards": _for(3, "two wizards charge two"),
    "six turns in which both sides cast": _for(6, "both sides cast"),
    "one turn in which nobody arrives": _for(1, "two run at two bowmen"),
    "five turns of one at two bowmen": _for(5, "one runs at two bowmen"),
    "eight turns of three at two": _for(8, "three run at two"),
    "seven turns of four at one": _for(7, "four run at one"),
    "six turns of two at five": _for(6, "two run at five"),
    "nine turns of pistols": _for(9, "empty pistols"),
    "ten turns of handguns": _for(10, "handguns that misfire"),
    "seven turns of the frightened": _for(7, "three afraid to charge two"),
    "five turns of the stupid": _for(5, "both stupid, both close"),
    "six turns of divers": _for(6, "two dive at two bowmen"),
    "seven turns of climbers": _for(7, "two climb to two bowmen"),
    "eight turns of bolts": _for(8, "two run at two who cast"),
}
"""All of them."""
