"""Figures of a unit's odds against a target: its attacks, and its fights."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rulesets.core.percent import (
    SMALL,
    percent,
    times,
    whole_percent,
    whole_percents,
)
from rulesets.core.points import Points
from rulesets.matchups.losses import loss_of
from rulesets.matchups.openings import Opened
from rulesets.odds.answer import Need, Preview

TELLING = (0.5, 0.1)
"""Chances for which the most wounds that are at least so likely are told [chance]."""

BAR = 100
"""Width of the bar of a fight [user units]."""

MOST_TAILS = 6
"""Chances of "at least so many wounds" that are shown in a row."""

SHOOTING = "shooting"
"""Key of the attacks from afar, in every game that has them."""

RARE = 0.005
"""Chances below this are not shown [chance]."""


@dataclass(frozen=True, slots=True)
class AttackFigures:
    """One way of attacking: its rolls, wounds on average, and "at least" so many.

    Attacks of one phase happen together, such as those of several kinds of models.
    `held` is what is in hand where that is not what its unit's other figures are told
    with; `was` what `expected` was before the last change, "" where it did not change.
    `rolled` says how many dice, and how many of them the needs are told of.
    """

    key: str
    name: str
    dice: int
    needs: tuple[Need, ...]
    wounds: float
    phase: str
    at_least: tuple[tuple[int, str], ...]
    tails: tuple[tuple[int, str], ...]
    was: str = ""
    held: str = ""
    rolled: str = ""

    @property
    def expected(self) -> str:
        return _average(self.wounds)

    @property
    def rolls(self) -> str:
        """Return `3 dice, to hit 5+, to save none`."""
        needs = (
            f"{need.label[:1].lower()}{need.label[1:]} {need.text()}"
            for need in self.needs
        )
        return _of_them(self.rolled, ", ".join(needs))

    @property
    def needed(self) -> str:
        """Return `To hit 4+ (50%), Save none`; a need is not broken at a line."""
        needs = ", ".join(_unbroken(_need(need)) for need in self.needs)
        some = self.rolled.partition(", ")[2]
        return f"{some}: {needs}" if some else needs

    @property
    def chances(self) -> str:
        """Return `1+ 92% · 2+ 69%`; "" where it never wounds."""
        return " · ".join(
            _unbroken(f"{count}+ {chance}") for count, chance in self.tails
        )


@dataclass(frozen=True, slots=True)
class PhaseFigures:
    """All that a unit does in one phase: wounds on average."""

    name: str
    wounds: float

    @property
    def expected(self) -> str:
        return _average(self.wounds)


@dataclass(frozen=True, slots=True)
class FightFigures:
    """The end of a fight with the target [chances]; `was` is that of before a change.

    `name` says how it begins, `held` what the unit has in hand where that differs from
    what its other figures are told with. `against` is `Charging Orc Boyz`, `loss` what
    the unit loses in words, "" where the game does not say.
    """

    key: str
    name: str
    wins: float
    loses: float
    exact: bool
    error: float
    held: str = ""
    was: "FightFigures | None" = None
    against: str = ""
    loss: str = ""

    @property
    def often(self) -> str:
        """Return how often it wins in words, such as ``wins 3 of 4``."""
        won, of = times(self.wins)
        if not won:
            return "never wins"
        return "always wins" if won == of else f"wins {won} of {of:,}"

    @property
    def sentence(self) -> str:
        """Return the whole fight: `Charging Orc Boyz: wins 3 of 4, loses 2 models`."""
        return f"{self.against}: {', '.join(filter(None, (self.often, self.loss)))}"

    @property
    def legend(self) -> tuple[tuple[str, str, str], ...]:
        """Return (tone, word, whole per cents) of the bar's parts that there are."""
        rows = (
            ("a1", "wins", self.wins),
            ("open", "neither", self.neither),
            ("b1", "loses", self.loses),
        )
        return tuple(
            (tone, word, whole_percent(share, chance))
            for (tone, word, chance), share in zip(rows, self._shares, strict=True)
            if share or chance >= SMALL
        )

    @property
    def _shares(self) -> tuple[int, ...]:
        return whole_percents((self.wins, self.neither, self.loses))

    @property
    def rounded(self) -> str:
        """Return the chance to win in whole per cents, never a false nothing or all."""
        return whole_percent(self.whole, self.wins)

    @property
    def whole(self) -> int:
        """Return the chance to win as the legend has it [per cent]."""
        return self._shares[0]

    @property
    def neither(self) -> float:
        return max(0.0, 1 - self.wins - self.loses)

    @property
    def winning(self) -> str:
        return percent(self.wins)

    @property
    def losing(self) -> str:
        return percent(self.loses)

    @property
    def open(self) -> str:
        return percent(self.neither) if self.neither >= 1e-9 else "0%"

    @property
    def was_winning(self) -> str:
        """Return the chance to win before the change, "" where it reads the same."""
        return self._was(self.was.winning if self.was else "", self.winning)

    @property
    def was_losing(self) -> str:
        return self._was(self.was.losing if self.was else "", self.losing)

    @staticmethod
    def _was(before: str, now: str) -> str:
        return before if before != now else ""

    @property
    def badge(self) -> str:
        """Return how sure the chances are, in a word or two."""
        return "exact" if self.exact else f"±{100 * self.error:.2g}%"

    @property
    def bar(self) -> tuple[tuple[str, float, float], ...]:
        """Return (tone, from, width) of the parts of a bar over all that may come."""
        shares = (("a1", self.wins), ("open", self.neither), ("b1", self.loses))
        parts = []
        left = 0.0
        for tone, chance in shares:
            parts.append((tone, round(left, 2), round(BAR * chance, 2)))
            left += BAR * chance
        return tuple(parts)


@dataclass(frozen=True, slots=True)
class LoadoutOdds:
    """The odds of a unit with one loadout against a target.

    `why_not` says why there are no figures at all, `no_fights` (how it begins, why) of
    the fights that are not worked out; `left_out` is what the unit has and the figures
    do without, `left_out_of_target` the same of the target, `no_dice` what of the unit
    has no part in any figure, `unasked` what counts only where somebody asks for it;
    `is_silent` is true where it has something to shoot with, and no shots are told.
    """

    loadout: str = ""
    attacks: tuple[AttackFigures, ...] = ()
    fights: tuple[FightFigures, ...] = ()
    why_not: str = ""
    no_fights: tuple[tuple[str, str], ...] = ()
    left_out: tuple[str, ...] = ()
    left_out_of_target: tuple[str, ...] = ()
    no_dice: tuple[str, ...] = ()
    unasked: tuple[str, ...] = ()
    is_silent: bool = False
    points: Points = 0

    @property
    def fight(self) -> FightFigures | None:
        """Return the first of the fights."""
        return self.fights[0] if self.fights else None

    def begun(self, key: str) -> FightFigures | None:
        """Return the fight of one of the game's openings; none if there is none."""
        return next((one for one in self.fights if one.key == key), None)

    @property
    def per_hundred(self) -> str:
        """Return the wins of the first fight that 100 points buy; "" for no points."""
        if self.fight is None or not self.points:
            return ""
        wins = 100 * self.fight.wins / float(self.points)
        return f"{wins:.2f}" if wins >= 0.005 else "<0.01"

    @property
    def but_for(self) -> str:
        """Return the rules that no figure counts: `but for: Night Banner (not …)`."""
        parts = [f"{', '.join(self.left_out)} (not worked out)"] * bool(self.left_out)
        if self.left_out_of_target:
            names = ", ".join(self.left_out_of_target)
            parts.append(f"{names} of the target (not worked out)")
        return f"but for: {'; '.join(parts)}" if parts else ""

    @property
    def most(self) -> PhaseFigures | None:
        """Return the phase in which it wounds most."""
        return _best(self._phases)

    @property
    def _phases(self) -> tuple[PhaseFigures, ...]:
        wounds: dict[str, float] = {}
        for one in self.attacks:
            wounds[one.phase] = wounds.get(one.phase, 0.0) + one.wounds
        return tuple(PhaseFigures(name, total) for name, total in wounds.items())

    @property
    def volley(self) -> PhaseFigures | None:
        """Return its shooting, where that is what it does best.

        It wounds more than it does hand to hand, or as much where its fight is lost.
        """
        phases = self._phases
        shots = {one.phase for one in self.attacks if one.key == SHOOTING}
        best = _best(one for one in phases if one.name in shots)
        blows = _best(one for one in phases if one.name not in shots)
        if best is None or blows is None:
            return best
        more = round(best.wounds - blows.wounds, 9)
        return best if more > 0 or (more == 0 and self._is_lost) else None

    @property
    def is_out_of_place(self) -> bool:
        """Return whether its fight says nothing of it, as of a cannon that is charged.

        The fight is lost, and its shots, which it is there for, are not worked out.
        """
        return self.is_silent and self._is_lost

    @property
    def _is_lost(self) -> bool:
        return self.fight is not None and self.fight.wins < self.fight.loses

    @property
    def changed(self) -> bool:
        return any(one.was for one in self.attacks) or any(
            fight.was_winning or fight.was_losing for fight in self.fights
        )

    @property
    def change(self) -> str:
        """Return the effect of a change in one sentence; "" where it reads the same."""
        said = [
            f"{one.name}, {one.was} to {one.expected} wounds on average"
            for one in self.attacks
            if one.was
        ]
        said += [
            f"to win, {fight.name.lower()}, {fight.was_winning} to {fight.winning}"
            for fight in self.fights
            if fight.was_winning
        ]
        return "; ".join(said)


def _best(phases: Iterable[PhaseFigures]) -> PhaseFigures | None:
    return max(phases, key=lambda phase: phase.wounds, default=None)


def fight_figures(found: Opened) -> FightFigures | None:
    """Return the end of a fight; none where the game does not say."""
    if found.wins is None or found.loses is None:
        return None
    loss = loss_of(found.odds, found.side, found.own)
    by = " by" if found.opening.turned else ""
    return FightFigures(
        key=found.opening.key,
        name=found.opening.name,
        wins=found.wins,
        loses=found.loses,
        exact=found.odds.method == "exact",
        error=found.odds.error,
        against=f"{found.opening.name}{by} {found.enemy.name}",
        loss=loss.text if loss else "",
    )


def attack_figures(preview: Preview) -> AttackFigures:
    """Return one way of attacking in figures to read."""
    return AttackFigures(
        key=preview.key,
        name=preview.name,
        dice=preview.dice,
        rolled=preview.rolled(),
        needs=preview.needs,
        wounds=preview.wounds.expected(),
        phase=preview.phase or preview.name,
        at_least=tuple(_at_least(preview)),
        tails=tuple(
            (wounds, percent(chance))
            for wounds, chance in few_tails(preview.wounds.at_least())
        ),
    )


def _of_them(rolled: str, needs: str) -> str:
    """Return `3 dice, to hit 5+`, or `10 dice, 5 of them: to hit 5+`."""
    return f"{rolled}{': ' if ', ' in rolled else ', '}{needs}"


def _average(wounds: float) -> str:
    return f"{wounds:.1f}"


def _at_least(preview: Preview) -> Iterator[tuple[int, str]]:
    tails = preview.wounds.at_least()
    likely = (max(k for k, c in enumerate(tails) if c >= one) for one in TELLING)
    for wounds in sorted({1, *likely} - {0}):
        if wounds < len(tails):
            yield wounds, percent(tails[wounds])


def few_tails(chances: Sequence[float]) -> list[tuple[int, float]]:
    """Return a few chances of at least so many wounds, evenly spaced, from 1 on."""
    tails = [(k, chance) for k, chance in enumerate(chances) if k and chance >= RARE]
    if len(tails) <= MOST_TAILS:
        return tails
    last = len(tails) - 1
    steps = MOST_TAILS - 1
    return [tails[round(step * last / steps)] for step in range(MOST_TAILS)]


def _need(need: Need) -> str:
    chance = f" ({percent(need.chance)})" if need.chance else ""
    return f"{need.label} {need.text()}{chance}"


def _unbroken(text: str) -> str:
    """Return a text that is not broken at the end of a line."""
    return text.replace(" ", "\u00a0")
