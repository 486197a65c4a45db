"""A multiple combat as it is laid out: who touches whom, and where."""

from dataclasses import dataclass, field, replace
from functools import cached_property

from rulesets.games.scrollhammer.combat.context import (
    Arc,
    ScrollhammerContext,
    ScrollhammerPostAnswers,
    ScrollhammerReadings,
    ScrollhammerSideAnswers,
    ScrollhammerSituation,
)
from rulesets.games.scrollhammer.combat.fights.defeats import pays
from rulesets.games.scrollhammer.combat.fights.draughts import stock_of
from rulesets.games.scrollhammer.combat.fights.regeneration import regenerates
from rulesets.games.scrollhammer.combat.power_dice import manner_of
from rulesets.games.scrollhammer.combat.profile import ScrollhammerUnit
from rulesets.games.scrollhammer.combat.side import (
    FRONT,
    Power,
    ScrollhammerSide,
    contender,
)
from rulesets.games.scrollhammer.combat.spell_blades import casts_blades
from rulesets.odds.context import beside
from rulesets.odds.match_up import MatchUpError
from rulesets.odds.posts import Post, answers_about, links_of, posts_by_side
from rulesets.odds.sides import Side

IN, LEFT, FLED, RUN_DOWN, DESTROYED = "", "leaves", "flees", "run-down", "destroyed"
TRAPPED, CAUGHT, SHORT = "trapped", "caught-fleeing", "short"
FALLEN = "fallen"
"""Fates of a unit: it fights or stands, or left the combat in one of these ways.

Or its charge fell short, and it stands outside. Who is fallen fell back, and dangerous
ground took all that was left of it.
"""

RECOVERED = 2
"""Rounds after which nobody is paralyzed any more."""

NEXT_TURN = {"a": "b", "b": "a", "": ""}
"""The side whose turn follows, as far as it matters."""

PRICE = -1
"""Step after all blows, in which units take wounds for a lost combat."""

MOST_PRICED = 4_000_000
"""Chances of such wounds of one unit above which they are left out and named."""

Pair = tuple[int, int]
"""A unit, and an enemy that it touches."""


@dataclass(frozen=True, slots=True)
class MultipleMode:
    """The state of a multiple combat besides the wounds that are left.

    Parameters
    ----------
    fates : tuple of str
        What became of each unit.
    number : int
        Rounds fought before, as many as matter.
    turn : {"a", "b", ""}
        Whose turn it is, while somebody may still turn to face an enemy.
    turned : tuple of bool
        Of each unit, whether it has turned to face the only enemy that it has left.
    files : tuple of int
        Models side by side of each unit since it has turned; 0 for as before [models].
    draughts : tuple of int
        Healing draughts that each bearer of each unit has left; empty for none.
    thirsty : tuple of bool
        Of each unit, whether its bearers drink one as the round begins.
    """

    fates: tuple[str, ...]
    number: int = 0
    turn: str = ""
    turned: tuple[bool, ...] = ()
    files: tuple[int, ...] = ()
    draughts: tuple[int, ...] = ()
    thirsty: tuple[bool, ...] = ()


@dataclass(frozen=True, eq=False)
class MultipleCombat:
    """Everything about a combat that stays as it is from round to round.

    Units are numbered; a number is that of their pool, which counts their states.

    Parameters
    ----------
    posts : tuple of Post
        Units, with the characters who have joined them.
    answers : tuple of ScrollhammerPostAnswers
        About each unit.
    situation, readings
    without : frozenset of str
        Parts of a round's result that do not count, as ``a.ranks``.
    touched : dict
        ``[x, y]``: where unit x is touched by unit y when the combat begins.
    """

    posts: tuple[Post[ScrollhammerUnit], ...]
    answers: tuple[ScrollhammerPostAnswers, ...]
    situation: ScrollhammerSituation
    readings: ScrollhammerReadings
    without: frozenset[str]
    touched: dict[Pair, Arc]
    sides: dict[tuple[Pair, int, str, bool, int], ScrollhammerSide] = field(
        default_factory=dict, repr=False
    )
    met: dict[tuple[str, ...], tuple[tuple[int, ...], ...]] = field(
        default_factory=dict, repr=False
    )
    there: dict[tuple[str, ...], tuple[int, ...]] = field(
        default_factory=dict, repr=False
    )

    def with_posts(self, posts: tuple[Post[ScrollhammerUnit], ...]) -> "MultipleCombat":
        """Return the same combat of other figures."""
        return replace(self, posts=posts, sides={}, met={}, there={})

    @cached_property
    def profiles(self) -> tuple[ScrollhammerUnit, ...]:
        """Return the figures of each unit."""
        return tuple(post.unit for post in self.posts)

    def profile_in(self, unit: int, mode: MultipleMode) -> ScrollhammerUnit:
        """Return the figures of a unit with what it has in hand in a round.

        References
        ----------
        Scrollhammer Rulebook, Equipped Items: once each turn ends, each model may
        switch.
        """
        profile = self.profiles[unit]
        return profile if profile.takes is None or not mode.number else profile.takes

    @cached_property
    def units(self) -> range:
        """Return the numbers of all units."""
        return range(len(self.posts))

    @cached_property
    def stocks(self) -> tuple[int, ...]:
        """Return the draughts of each bearer as the combat begins; empty for none."""
        found = tuple(stock_of(self._contender(unit)) for unit in self.units)
        return found if any(found) else ()

    @cached_property
    def payers(self) -> tuple[int, ...]:
        """Return the units that take wounds for a lost combat, if that is no work."""
        return tuple(
            unit
            for unit in self.units
            if self.pays(unit) and self._price(unit) <= MOST_PRICED
        )

    def pays(self, unit: int) -> bool:
        """Return whether a unit takes wounds for a lost combat."""
        profile = self.profiles[unit]
        return pays(profile) or (profile.takes is not None and pays(profile.takes))

    def _price(self, unit: int) -> int:
        """Return about how many chances tell the wounds that a unit takes."""
        own, company = self.posts[unit].side, self.profiles[unit].company
        wounds = (
            int(profile.company.wounds[-1])
            for post, profile in zip(self.posts, self.profiles, strict=True)
            if post.side == own
        )
        return sum(wounds) * company.states**2

    @property
    def last_number(self) -> int:
        """Return the rounds after which all further ones are alike."""
        return RECOVERED if any(one.paralyzed for one in self.answers) else 1

    def foes(self, unit: int, mode: MultipleMode) -> tuple[int, ...]:
        """Return the enemies that a unit still touches, in their order."""
        return self.foes_of(mode.fates)[unit]

    def foes_of(self, fates: tuple[str, ...]) -> tuple[tuple[int, ...], ...]:
        """Return the enemies that each unit still touches, by the fates of all."""
        if fates not in self.met:
            pairs = [
                (own, foe)
                for own, foe in sorted(self.touched)
                if fates[own] == IN and fates[foe] == IN
            ]
            self.met[fates] = tuple(
                tuple(foe for own, foe in pairs if own == unit) for unit in self.units
            )
        return self.met[fates]

    def engaged(self, mode: MultipleMode) -> tuple[int, ...]:
        """Return the units that still touch an enemy."""
        if mode.fates not in self.there:
            foes = self.foes_of(mode.fates)
            self.there[mode.fates] = tuple(unit for unit in self.units if foes[unit])
        return self.there[mode.fates]

    def of_side(self, side: Side, mode: MultipleMode) -> tuple[int, ...]:
        """Return the units of a side that still touch an enemy."""
        return tuple(
            unit for unit in self.engaged(mode) if self.posts[unit].side == side
        )

    def side(self, unit: int, foe: int, mode: MultipleMode) -> ScrollhammerSide:
        """Return a unit as it faces an enemy in a round."""
        sick, turn = mode.number < RECOVERED, mode.turn if self.casters[unit] else ""
        switched = self.profile_in(unit, mode) is not self.profiles[unit]
        armed = int(sick) + 2 * switched
        key = (unit, foe), armed, turn, mode.turned[unit], mode.files[unit]
        if key not in self.sides:
            self.sides[key] = self._side(unit, foe, mode, sick=sick)
        return self.sides[key]

    @cached_property
    def casters(self) -> tuple[bool, ...]:
        """Return of each unit whether any in it may cast a spell as a weapon."""
        return tuple(
            any(map(casts_blades, (profile, profile.takes or profile)))
            for profile in self.profiles
        )

    def _power(self, unit: int, mode: MultipleMode) -> Power:
        """Return the power dice that casters of a unit have in a round.

        References
        ----------
        Scrollhammer Rulebook, Power Dice: filled at the start of each of its own turns.
        """
        if not self.casters[unit]:
            return "none"
        return "own" if self.posts[unit].side == mode.turn else "kept"

    def _side(
        self, unit: int, foe: int, mode: MultipleMode, *, sick: bool
    ) -> ScrollhammerSide:
        own = self._contender(unit)
        own = own.after() if mode.number else own
        faced = mode.turned[unit]
        return replace(
            own,
            struck=FRONT if faced else self.touched[unit, foe],
            files=mode.files[unit] or own.files,
            paralyzed=own.paralyzed and sick,
            without=self.without,
            power=self._power(unit, mode),
            manner=manner_of(self.situation, self.readings),
        )

    def _contender(self, unit: int) -> ScrollhammerSide:
        """Return a unit as it is said to stand."""
        answers, side = self.answers[unit], self.posts[unit].side
        situation = beside(self.situation, side, answers)
        return contender(self.profiles[unit], situation, charged=answers.charges)

    def is_aside(self, unit: int, mode: MultipleMode) -> bool:
        """Return whether a unit is struck where it does not face."""
        return any(
            self.side(unit, foe, mode).struck_aside for foe in self.foes(unit, mode)
        )

    def opening(self) -> MultipleMode:
        """Return the mode of the first round."""
        none = tuple(0 for _ in self.posts)
        mode = MultipleMode(
            tuple(IN for _ in self.posts),
            turned=tuple(False for _ in self.posts),
            files=none,
            draughts=self.stocks,
        )
        return self.with_turn(mode, self._first_turn())

    def begun_in(self, fates: tuple[str, ...]) -> MultipleMode:
        """Return the mode of the first round where some are not in the combat."""
        mode = replace(self.opening(), fates=fates)
        return self.with_turn(mode, self._first_turn())

    def _first_turn(self) -> Side:
        return "b" if any(self._charges("b")) else "a"

    def with_turn(self, mode: MultipleMode, turn: str) -> MultipleMode:
        """Return a mode in a side's turn, if that still matters."""
        matters = any(
            self.is_aside(unit, mode)
            or self.casters[unit]
            or regenerates(self.profiles[unit])
            for unit in self.engaged(mode)
        )
        return replace(mode, turn=turn if matters else "")

    def _charges(self, side: Side) -> list[bool]:
        pairs = zip(self.posts, self.answers, strict=True)
        return [answers.charges for post, answers in pairs if post.side == side]

    def refuse_two_turns(self) -> None:
        """Refuse charges by both sides in one turn.

        Raises
        ------
        MatchUpError
            If units of both sides are said to have charged.
        """
        if any(self._charges("a")) and any(self._charges("b")):
            pairs = zip(self.posts, self.answers, strict=True)
            key = next(p.key for p, one in pairs if p.side == "b" and one.charges)
            text = "both sides cannot have charged in one turn"
            raise MatchUpError(f"/situation/{key}.charges", text)


def field_of(
    a: ScrollhammerUnit,
    b: ScrollhammerUnit,
    further: tuple[Post[ScrollhammerUnit], ...],
    context: ScrollhammerContext,
) -> MultipleCombat:
    """Return a combat as it is laid out: A, those beside A, B, those beside B."""
    ordered = posts_by_side(a, b, further)
    answers = tuple(post_answers(post, context.situation) for post in ordered)
    field_ = MultipleCombat(
        ordered,
        answers,
        context.situation,
        context.readings,
        context.without,
        links_of(ordered, [one.contact for one in answers], [*map(_struck, answers)]),
    )
    field_.refuse_two_turns()
    return field_


def post_answers(
    post: Post[ScrollhammerUnit], situation: ScrollhammerSituation
) -> ScrollhammerPostAnswers:
    """Return the answers about a unit."""
    found = answers_about(ScrollhammerPostAnswers, post, situation.of(post.side))
    return replace(found, charges=True) if found.charge_distance else found


def _struck(answers: ScrollhammerSideAnswers) -> Arc:
    """Return where a unit is said to be struck."""
    return "rear" if answers.rear else "flank" if answers.flanked else "front"
