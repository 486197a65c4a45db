"""A Mordheim combat: one against one or several, from the charge to the end."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial

from rulesets.games.mordheim.combat.blows.body import BodyState
from rulesets.games.mordheim.combat.blows.heights import (
    Dive,
    climbs,
    dive_of,
)
from rulesets.games.mordheim.combat.blows.injuries import STANDING
from rulesets.games.mordheim.combat.casting import spell_hits
from rulesets.games.mordheim.combat.context import (
    Charger,
    MordheimContext,
    MordheimSituation,
)
from rulesets.games.mordheim.combat.fights.chain import fight, opening
from rulesets.games.mordheim.combat.fights.charges import fallen
from rulesets.games.mordheim.combat.fights.first_round import without_armour
from rulesets.games.mordheim.combat.fights.melee import Melee
from rulesets.games.mordheim.combat.fights.sampling import seed_of
from rulesets.games.mordheim.combat.fights.side import Party, beginning, party
from rulesets.games.mordheim.combat.goods import held_off
from rulesets.games.mordheim.combat.groups.fight import group_fight
from rulesets.games.mordheim.combat.groups.meetings import MOST_AT_ONE
from rulesets.games.mordheim.combat.leadership import fear
from rulesets.games.mordheim.combat.newcomers import NOTE as NEWCOMER_NOTE
from rulesets.games.mordheim.combat.newcomers import (
    JoinedMelee,
    Newcomer,
    newcomer_of,
    with_newcomer,
)
from rulesets.games.mordheim.combat.profile import Warrior
from rulesets.games.mordheim.combat.rally import followed, running
from rulesets.games.mordheim.combat.report import (
    melee_odds,
    mix_charges,
    no_charge,
    no_dive,
)
from rulesets.odds.answer import Odds
from rulesets.odds.match_up import MatchUpError
from rulesets.odds.sides import OTHER, SIDES, Side
from rulesets.odds.volley import binomial

NOTES = (
    "The sides take turns; both strike in each.",
    "A fighter at 0 wounds fights on: each further wound is one more injury roll.",
    "Nobody leaves the combat, also when all his enemies lie; the stunned do not crawl "
    "away.",
)


def combat(
    a: Warrior, b: Warrior, context: MordheimContext, rounds: int | None
) -> Odds:
    """Return the odds of a hand-to-hand combat.

    Raises
    ------
    MatchUpError
        If who charges lies, or has lost all his wounds, if a dive cannot be, or if it
        is said where groups would run; see also `group_fight`.
    """
    counts: dict[Side, int] = {
        side: context.situation.of(side).fighters for side in SIDES
    }
    grouped = min(counts.values()) > 1 or max(counts.values()) > MOST_AT_ONE
    warriors: dict[Side, Warrior] = {
        side: without_armour(one) if f"{side}.save" in context.without else one
        for side, one in zip(SIDES, (a, b), strict=True)
    }
    new = newcomer_of(warriors, counts, context)
    holds, shakes = _afraid(warriors, context)
    charger = context.situation.charge
    several = 1 if charger == "none" else counts[charger]
    dive = _dive(warriors, context)
    if grouped or (dive and several > 1):
        _refuse_rallies(context)
        fears = holds, shakes
        found = group_fight(warriors, counts, fears, dive, context, rounds)
        return replace(found, trace=tuple(dict.fromkeys(context.trace.steps)))
    bystanders = with_newcomer(counts, new)
    parts: list[tuple[float, Odds]] = []
    for charging in range(several, -1, -1) if holds else (several,):
        share = binomial(several, 1 - holds)[charging]
        if not charging:
            parts.append(
                (share, no_charge(warriors, charger, bystanders, context.situation))
            )
            continue
        now = counts if charger == "none" else {**counts, charger: charging}
        parties = _parties(warriors, now, new, context)
        stays = charger, several - charging
        battle = _Battle(warriors, now, parties, stays, shakes, new, context)
        parts += [(share * of, odds) for of, odds in _after_dive(battle, dive, rounds)]
    found = mix_charges([(share, odds) for share, odds in parts if share])
    return replace(
        found,
        trace=tuple(dict.fromkeys(context.trace.steps)),
        notes=(*NOTES, *((NEWCOMER_NOTE,) if new else ()), *found.notes),
    )


def _afraid(
    warriors: Mapping[Side, Warrior], context: MordheimContext
) -> tuple[float, float]:
    charger = context.situation.charge
    if charger == "none":
        return 0.0, 0.0
    if context.situation.of(charger).posture != "standing":
        raise MatchUpError(f"/situation/{charger}.posture", "who lies does not charge")
    one, charged = warriors[charger], warriors[OTHER[charger]]
    holds, shakes = fear(one, charged, context)
    holds = 1 - (1 - holds) * (1 - held_off(one, charged, context))
    if context.situation.ladder:
        holds = 1 - (1 - holds) * climbs(warriors[charger], context)
    return holds, shakes


def _dive(warriors: Mapping[Side, Warrior], context: MordheimContext) -> Dive | None:
    """Return the diving charge that is asked about, if one is.

    Raises
    ------
    MatchUpError
        If nobody charges, or the charge goes up a ladder.
    """
    charger, height = context.situation.charge, context.situation.dive
    if not height:
        return None
    if charger == "none":
        raise MatchUpError("/situation/dive", "nobody charges, so nobody dives")
    if context.situation.ladder:
        raise MatchUpError("/situation/dive", "a charge goes down or up, not both")
    return dive_of(warriors[charger], height, context)


@dataclass(frozen=True, slots=True)
class _Battle:
    """A combat that begins: who fights, who stays behind, how likely fear shakes."""

    warriors: Mapping[Side, Warrior]
    counts: Mapping[Side, int]
    parties: Mapping[Side, Party]
    stays: tuple[Charger, int]
    shakes: float
    newcomer: Newcomer | None
    context: MordheimContext

    @property
    def bystanders(self) -> Mapping[Side, int]:
        """Return the fighters of each side, who joins among them."""
        return with_newcomer(self.counts, self.newcomer)

    def beginning(self, side: Side) -> BodyState:
        """Return how each fighter of a side begins."""
        body = self.parties[side].body
        return beginning(self.warriors[side], body, self.context.situation)


def _parties(
    warriors: Mapping[Side, Warrior],
    counts: Mapping[Side, int],
    new: Newcomer | None,
    context: MordheimContext,
) -> dict[Side, Party]:
    """Return the sides of a combat, that of the several, or whom one joins, first."""
    many: Side = "b" if counts["b"] > 1 else "a"
    many = new.side if new else many
    return {
        own: replace(
            party(warriors[own], warriors[enemy], counts, context),
            casts=spell_hits(warriors[own], warriors[enemy], context),
        )
        for own, enemy in ((many, OTHER[many]), (OTHER[many], many))
    }


def _after_dive(
    battle: _Battle, dive: Dive | None, rounds: int | None
) -> Iterator[tuple[float, Odds]]:
    """Yield the odds of a combat with their chance, by how a diving charge ended."""
    if dive is None:
        yield 1.0, _fought(battle, rounds)
        return
    yield dive.lands, _fought(battle, rounds, dive=dive.strength)
    if dive.lands == 1:
        return
    charger = battle.context.situation.charge
    side: Side = "a" if charger == "a" else "b"
    falls = fallen(
        battle.warriors[side],
        battle.parties[side].body,
        battle.beginning(side),
        dive.height,
        battle.context,
    )
    for state, share in falls.items():
        share *= 1 - dive.lands
        charges = battle.context.readings.failed_dive == "charges"
        if charges and state.posture == STANDING:
            yield share, _fought(battle, rounds, begins={side: state})
        else:
            yield (
                share,
                no_dive(
                    battle.warriors,
                    side,
                    battle.bystanders,
                    state,
                    battle.context.situation,
                ),
            )


def _fought(
    battle: _Battle,
    rounds: int | None,
    *,
    dive: int = 0,
    begins: Mapping[Side, BodyState] | None = None,
) -> Odds:
    """Return the odds of a combat.

    Parameters
    ----------
    battle : _Battle
    rounds : int, optional
        Turns at most [turns].
    dive : int
        What a diving charge adds to the Strength of the charger [pips].
    begins : mapping, optional
        How a side begins where a fall has changed it.
    """
    many, one = battle.parties
    context, counts = battle.context, battle.counts
    melee = Melee(battle.parties[many], battle.parties[one], context)
    begin = {side: battle.beginning(side) for side in (many, one)} | dict(begins or {})
    start = (*(begin[many] for _ in range(counts[many])), begin[one])
    charger = context.situation.charge
    charged = 0 if charger == "none" else counts[OTHER[charger]]
    sides = (*(many for _ in range(counts[many])), one)
    dives = tuple(dive if side == charger else 0 for side in sides)
    turns = {
        replace(turn, dives=dives): share
        for turn, share in opening(charger, (battle.shakes,) * charged).items()
    }
    seed = partial(seed_of, "fight", battle.warriors, counts, context, rounds)
    told = partial(
        melee_odds,
        warriors=battle.warriors,
        sides=(many, one),
        explained=context.explained,
    )
    if new := battle.newcomer:
        joined = _joined(battle, melee, new).fight(start, turns, rounds, seed)
        parts = [(1 - new.fears.held, told(joined, stays=battle.stays))]
        if new.fears.held:
            away = 1 + (battle.stays[1] if battle.stays[0] == new.side else 0)
            without = fight(melee, start, turns, rounds, seed)
            parts.append((new.fears.held, told(without, stays=(new.side, away))))
        return mix_charges([(share, odds) for share, odds in parts if share])
    odds = told(fight(melee, start, turns, rounds, seed), stays=battle.stays)
    if not melee.parting:
        return odds
    own_first = next(iter(turns)).active == one
    runs = running(battle.warriors[one], context, own_first=own_first)
    return followed(odds, runs, endless=rounds is None)


def _joined(battle: _Battle, before: Melee, new: Newcomer) -> JoinedMelee:
    """Return a combat with one who joins it, alike to the others and fresh."""
    context = battle.context
    own, enemy = battle.parties
    parties = _parties(battle.warriors, battle.bystanders, new, context)
    melee = Melee(parties[own], parties[enemy], context)
    warrior, body = battle.warriors[own], parties[own].body
    fresh = beginning(warrior, body, MordheimSituation())
    return JoinedMelee(before, melee, new, fresh)


def _refuse_rallies(context: MordheimContext) -> None:
    """Refuse to follow who breaks where groups fight.

    Raises
    ------
    MatchUpError
        If it is said of a side how far away the edge of the table is.
    """
    for side in SIDES:
        if context.situation.of(side).table_edge:
            text = "who breaks is followed in a combat of one against several only"
            raise MatchUpError(f"/situation/{side}.table-edge", text)
