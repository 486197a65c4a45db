"""What the rounds of a Warhammer combat hang on: what stays, and what changes."""

from dataclasses import dataclass, field

from rulesets.games.warhammer.combat.challenges import Duel, refuser
from rulesets.games.warhammer.combat.contact import Front
from rulesets.games.warhammer.combat.profile import WarhammerUnit
from rulesets.games.warhammer.combat.result import Score
from rulesets.games.warhammer.combat.strike_rules import StrikeMoment
from rulesets.games.warhammer.combat.strikes import Strikes, strikes_of
from rulesets.games.warhammer.special_rules import rules_that
from rulesets.odds.answer import Step
from rulesets.odds.settings import Settled
from rulesets.odds.volley import Dice

CALM = rules_that("skip", "test:fear")
"""Rules of units that fear nothing."""


@dataclass(frozen=True, slots=True)
class CombatState:
    """What a round hangs on besides the wounds that are left.

    Parameters
    ----------
    charge : str
        In the first round who has charged, ``a`` or ``b``; "" in all others.
    last_won : str
        Who won the round before; "" where nobody did or nothing hangs on it.
    frenzy : tuple of bool
        Whether a and b are in a frenzy.
    defended : bool
        An obstacle still keeps side a off.
    afraid : tuple of bool
        Whether a and b have failed a test of fear: only in the first round.
    duel : Duel, optional
        A challenge, and how it goes in this round.
    fallen : tuple of bool
        Whether the champions of a and b have fallen in a challenge.
    turn : str
        Whose turn it is, ``a`` or ``b``; "" where nothing hangs on it.
    dull : tuple of bool
        Whether a and b have failed their last test of stupidity.
    """

    charge: str = ""
    last_won: str = ""
    frenzy: tuple[bool, bool] = (False, False)
    defended: bool = False
    afraid: tuple[bool, bool] = (False, False)
    duel: Duel | None = None
    fallen: tuple[bool, bool] = (False, False)
    turn: str = ""
    dull: tuple[bool, bool] = (False, False)


@dataclass(frozen=True, slots=True, eq=False)
class Setting:
    """Everything about a combat that stays as it is from round to round.

    ``known`` keeps the blows that were worked out, by side and moment; ``counted`` how
    many they are, and ``judged`` the points of both sides.
    """

    fronts: tuple[Front, Front]
    situation: Settled
    readings: Settled
    known: dict[
        tuple[int, StrikeMoment], tuple[tuple[Strikes, ...], tuple[Step, ...]]
    ] = field(default_factory=dict)
    counted: dict[tuple[int, str, int, bool, bool, str, str], Dice] = field(
        default_factory=dict
    )
    judged: list[tuple[Score, Score]] = field(default_factory=list)

    @property
    def profiles(self) -> tuple[WarhammerUnit, WarhammerUnit]:
        """Return both units."""
        return self.fronts[0].profile, self.fronts[1].profile

    @property
    def refuser(self) -> str:
        """Return who refuses a challenge, "" where nobody does."""
        return refuser(self.profiles, self.situation)

    @property
    def at_once(self) -> bool:
        """Return whether all blows of a round fall at once."""
        return self.readings["blows"] == "at-once"


def frenzied(profile: WarhammerUnit) -> bool:
    """Return whether a unit begins in a frenzy."""
    return profile.has("frenzy")


def is_feared(own: WarhammerUnit, enemy: WarhammerUnit, situation: Settled) -> bool:
    """Return whether a unit fears its enemy while it is not in a frenzy."""
    if own.has(*CALM):
        return False
    if enemy.has("terror") or situation[f"{own.side}.fears"]:
        return True
    return enemy.has("fear") and not own.has("fear")


def moment_of(setting: Setting, state: CombatState, place: int) -> StrikeMoment:
    """Return what the blows of a side (0 or 1) hang on in a state."""
    own = setting.profiles[place]
    hates = own.has("hatred") or bool(setting.situation[f"{own.side}.hates"])
    return StrikeMoment(
        first=bool(state.charge),
        charging=state.charge == own.side,
        frenzied=state.frenzy[place],
        hates=hates and bool(state.charge),
        sixes_only=state.afraid[place] or (state.defended and place == 0),
    )


def blows_of(
    setting: Setting, state: CombatState, place: int, steps: list[Step]
) -> tuple[Strikes, ...]:
    """Return all blows of a side in a state, in no order."""
    moment = moment_of(setting, state, place)
    known = setting.known.get((place, moment))
    if known is None:
        own, other = setting.profiles[place], setting.profiles[1 - place]
        said: list[Step] = []
        asked = (setting.situation, setting.readings)
        known = strikes_of(own, other, moment, *asked, said), tuple(said)
        setting.known[place, moment] = known
    steps += known[1]
    return known[0]


def follows(state: CombatState, won: str, *, ties: bool) -> CombatState:
    """Return the state after a round that somebody won and nobody left.

    Who won is remembered only if blows may fall at the same time.
    """
    frenzy = (state.frenzy[0] and won != "b", state.frenzy[1] and won != "a")
    defended = state.defended and won != "a"
    duel, fallen = state.duel, state.fallen
    if duel is not None:
        left = duel.after
        fallen = (fallen[0] or not left[0], fallen[1] or not left[1])
        duel = Duel(left) if all(left) else None
    return CombatState(
        last_won=won if ties else "",
        frenzy=frenzy,
        defended=defended,
        duel=duel,
        fallen=fallen,
        turn={"a": "b", "b": "a"}.get(state.turn, ""),
        dull=state.dull,
    )
