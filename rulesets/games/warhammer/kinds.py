"""Warhammer's kinds of match-ups, and what each asks."""

from rulesets.game import MatchUpKind
from rulesets.games.warhammer.questions import (
    ALL_SHOTS,
    APART,
    BASE,
    BLESSED,
    BONUS,
    CHALLENGE,
    CHARGE_DISTANCE,
    CHARGING,
    CLOSING,
    CONTACT,
    COVER,
    DEFENDED,
    DISTANCE,
    FEARS,
    GENERAL,
    GROUND,
    HATES,
    HILL,
    LAST_WON,
    MOVED,
    MOVES_FIRST,
    ON_HILL,
    PACE,
    PURSUIT,
    REACTION,
    REFUSES,
    RESPONSE,
    STANDARD_NEAR,
    TARGET_COVER,
    TERROR_TESTED,
    TOUCHED_IN,
    TURN,
    TURNS,
    VOMITS,
    WIDTH,
    WOUNDS_LOST,
)

_UNITS = (WIDTH, WOUNDS_LOST)
_MINDS = (GENERAL, STANDARD_NEAR, PURSUIT, HATES, FEARS)
_PLACE = (CHALLENGE, REFUSES, GROUND, DEFENDED, BONUS, BLESSED, VOMITS, BASE)

KINDS = (
    MatchUpKind(
        "fight",
        "Close combat",
        "Two units fight on in a combat in which nobody charged this turn.",
        (*_UNITS, TOUCHED_IN, LAST_WON, TURN, *_MINDS, *_PLACE),
    ),
    MatchUpKind(
        "charge",
        "Charge",
        "Side A charges side B: tests of fear, impact hits, then the combat.",
        (
            *_UNITS,
            CONTACT,
            REACTION,
            CHARGE_DISTANCE,
            TERROR_TESTED,
            *_MINDS,
            *_PLACE,
        ),
    ),
    MatchUpKind(
        "shooting",
        "Shooting",
        "Side A shoots one volley at side B.",
        (DISTANCE, COVER, MOVED, CHARGING, ALL_SHOTS, HILL, *_UNITS, BLESSED),
    ),
    MatchUpKind(
        "engagement",
        "Engagement",
        "Turn by turn: they shoot, close in, charge, react, panic, rally and fight on.",
        (
            APART,
            MOVES_FIRST,
            CLOSING,
            TURNS,
            RESPONSE,
            PACE,
            *_UNITS,
            CONTACT,
            TARGET_COVER,
            ON_HILL,
            ALL_SHOTS,
            *_MINDS,
            *_PLACE,
        ),
    ),
)
