"""The setting of a combat, and the states of its rounds."""

from dataclasses import dataclass, field, replace

from rulesets.games.warhammer.combat.blows.contact import Front
from rulesets.games.warhammer.combat.blows.striker import StrikeMoment
from rulesets.games.warhammer.combat.blows.strikes import Strikes, strikes_of
from rulesets.games.warhammer.combat.context import (
    WarhammerContext,
    WarhammerReadings,
    WarhammerSituation,
)
from rulesets.games.warhammer.combat.fights.result import Score
from rulesets.games.warhammer.combat.profile import WarhammerUnit, shoots
from rulesets.odds.answer import Step
from rulesets.odds.context import Context
from rulesets.odds.sides import Side

ALONE = ("infantry", "cavalry", "skirmishers")
"""Unit types of a single man that make him a character."""


@dataclass(frozen=True, slots=True)
class Duel:
    """A challenge in one round.

    How it goes is drawn as the round begins, so that all else can be computed for it.

    Parameters
    ----------
    left : tuple of int
        Wounds of both duellists as the round begins [wounds].
    lost : tuple of int
        Wounds that they lose in it [wounds].
    over : tuple of int
        Wounds that a and b deal beyond those of their enemy [wounds].
    first : str
        Whose blows fall first where both strike at the same time.
    """

    left: tuple[int, int]
    lost: tuple[int, int] = (0, 0)
    over: tuple[int, int] = (0, 0)
    first: str = "a"

    @property
    def after(self) -> tuple[int, int]:
        """Return the wounds of both after the round [wounds]."""
        return self.left[0] - self.lost[0], self.left[1] - self.lost[1]

    @property
    def overkill(self) -> int:
        """Return the points that wounds beyond add for a."""
        return self.over[0] - self.over[1]


def is_single(own: WarhammerUnit) -> bool:
    """Return whether a unit is one character alone."""
    return own.models == 1 and own.kind in ALONE


def may_duel(own: WarhammerUnit) -> bool:
    """Return whether a unit has somebody for a challenge."""
    return is_single(own) or (own.champion and own.wounds == 1)


def has_duellists(a: WarhammerUnit, b: WarhammerUnit) -> bool:
    """Return whether a challenge sets two of these units apart from the others."""
    return may_duel(a) and may_duel(b) and not (is_single(a) and is_single(b))


def is_challenge(
    profiles: tuple[WarhammerUnit, WarhammerUnit], situation: WarhammerSituation
) -> bool:
    """Return whether there is a challenge between two units."""
    return situation.challenge and has_duellists(*profiles)


def refuser(
    profiles: tuple[WarhammerUnit, WarhammerUnit], situation: WarhammerSituation
) -> Side | None:
    """Return the side that refuses a challenge, if any: a man alone cannot."""
    if not is_challenge(profiles, situation):
        return None
    sides = [
        own.side
        for own, other in zip(profiles, profiles[::-1], strict=True)
        if not is_single(own) and not other.does("may-not", "act:refuse")
    ]
    return next((side for side in sides if side == situation.refuses), None)


def with_flag(flags: tuple[bool, bool], side: Side, *, flag: bool) -> tuple[bool, bool]:
    """Return the flags of a and b with another one of one side."""
    return (flag, flags[1]) if side == "a" else (flags[0], flag)


@dataclass(frozen=True, slots=True)
class CombatState:
    """The state that a round depends on besides the wounds that are left.

    Parameters
    ----------
    charge : str
        In the first round who has charged, ``a``, ``b`` or both, ``ab``; "" in all
        others.
    last_won : str
        Who won the round before; "" where nobody did or nothing depends on it.
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
        Whose turn it is, ``a`` or ``b``; "" where nothing depends on it.
    stupid : tuple of bool
        Whether a and b have failed their last test of stupidity.
    spent : tuple of bool
        Whether a and b have used up what helps them in one Break test of the game.
    brought : tuple of int
        Models that a and b have brought up after rounds that they won [models].
    """

    charge: str = ""
    last_won: str = ""
    frenzy: tuple[bool, bool] = (False, False)
    defended: bool = False
    afraid: tuple[bool, bool] = (False, False)
    duel: Duel | None = None
    fallen: tuple[bool, bool] = (False, False)
    turn: str = ""
    stupid: tuple[bool, bool] = (False, False)
    spent: tuple[bool, bool] = (False, False)
    brought: tuple[int, int] = (0, 0)

    def is_led(self, place: int) -> bool:
        """Return whether no challenge has slain the champion of a side (0 or 1).

        One that goes on in this round is taken as it ends.
        """
        lives = self.duel is None or bool(self.duel.after[place])
        return lives and not self.fallen[place]

    def with_stupidity(self, side: Side, *, stupid: bool) -> "CombatState":
        """Return the state after a test of stupidity of one side."""
        return replace(self, stupid=with_flag(self.stupid, side, flag=stupid))


@dataclass(frozen=True, slots=True, eq=False)
class Setting:
    """Everything about a combat that stays as it is from round to round.

    ``without`` are parts of the result that do not count, as ``a.ranks``. ``known``
    keeps the blows that were computed, by side and moment, ``judged`` the points of
    both sides, and ``redressed`` the combat by the models that both have brought up.
    """

    fronts: tuple[Front, Front]
    situation: WarhammerSituation
    readings: WarhammerReadings
    without: frozenset[str] = frozenset()
    known: dict[
        tuple[int, StrikeMoment], tuple[tuple[Strikes, ...], tuple[Step, ...]]
    ] = field(default_factory=dict)
    judged: list[tuple[Score, Score]] = field(default_factory=list)
    redressed: dict[tuple[int, int], "Setting"] = field(default_factory=dict)

    def context(self) -> WarhammerContext:
        """Return the situation and the readings with a new trace."""
        return Context(self.situation, self.readings)

    def overkill(self, state: CombatState) -> int:
        """Return the points that wounds beyond add for a in a round."""
        if state.duel is None:
            return 0
        by_a, by_b = state.duel.over
        counted = (
            by_a if "a.overkill" not in self.without else 0,
            by_b if "b.overkill" not in self.without else 0,
        )
        return replace(state.duel, over=counted).overkill

    @property
    def profiles(self) -> tuple[WarhammerUnit, WarhammerUnit]:
        """Return both units."""
        return self.fronts[0].profile, self.fronts[1].profile

    @property
    def refuser(self) -> Side | None:
        """Return the side that refuses a challenge, if any."""
        return refuser(self.profiles, self.situation)

    @property
    def at_once(self) -> bool:
        """Return whether all blows of a round fall at once."""
        return self.readings.blows == "at-once"


def hates(setting: Setting, place: int) -> bool:
    """Return whether a side (0 or 1) hates its enemy."""
    own, other = setting.profiles[place], setting.profiles[1 - place]
    if own.has("hatred") or setting.situation.of(own.side).hates:
        return True
    return shoots(other) and own.does("start", "rule:hatred")


def moment_of(
    setting: Setting, state: CombatState, place: int, *, duel: bool = False
) -> StrikeMoment:
    """Return the moment of the blows of a side (0 or 1) in a state."""
    own = setting.profiles[place]
    alone = all(map(is_single, setting.profiles))
    return StrikeMoment(
        first=bool(state.charge),
        charging=own.side in state.charge,
        frenzied=state.frenzy[place],
        hates=bool(state.charge) and hates(setting, place),
        sixes_only=state.afraid[place] or (state.defended and place == 0),
        duel=duel or (alone and setting.situation.challenge),
    )


def blows_of(
    setting: Setting, state: CombatState, place: int, *, duel: bool = False
) -> tuple[Strikes, ...]:
    """Return all blows of a side (0 or 1) in a state, in no order.

    Those of a ``duel`` are struck at the enemy's champion.
    """
    return _blows(setting, moment_of(setting, state, place, duel=duel), place)[0]


def blow_steps(setting: Setting, state: CombatState, place: int) -> tuple[Step, ...]:
    """Return the trace of the blows of a side (0 or 1) in a state."""
    return _blows(setting, moment_of(setting, state, place), place)[1]


def _blows(
    setting: Setting, moment: StrikeMoment, place: int
) -> tuple[tuple[Strikes, ...], tuple[Step, ...]]:
    known = setting.known.get((place, moment))
    if known is None:
        own, other = setting.profiles[place], setting.profiles[1 - place]
        context = setting.context()
        strikes = strikes_of(own, other, moment, context)
        known = strikes, tuple(context.trace.steps)
        setting.known[place, moment] = known
    return known
