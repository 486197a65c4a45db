"""Mordheim's answers about odds: each kind of match-up, previews, what is left out."""

from dataclasses import replace

from rulesets.core.special_rule import EXACT
from rulesets.games.mordheim.book_rules import OF_BOOKS
from rulesets.games.mordheim.combat.blows.attack import harm
from rulesets.games.mordheim.combat.blows.attack_rules import VOCABULARY, BlowMoment
from rulesets.games.mordheim.combat.blows.blows import BlowGroup, MordheimBlow
from rulesets.games.mordheim.combat.blows.mounts import mounted
from rulesets.games.mordheim.combat.blows.weapons import WeaponStrike, parries, strikes
from rulesets.games.mordheim.combat.casting import casting
from rulesets.games.mordheim.combat.context import (
    MordheimContext,
    MordheimReadings,
    MordheimSituation,
)
from rulesets.games.mordheim.combat.enchantments import lasting, under_spell
from rulesets.games.mordheim.combat.fight import combat
from rulesets.games.mordheim.combat.fights.potions import after_vodka, under_shade
from rulesets.games.mordheim.combat.glossary import ENDINGS, WORDS
from rulesets.games.mordheim.combat.groups.engagements import engaged
from rulesets.games.mordheim.combat.leadership import rout
from rulesets.games.mordheim.combat.left_out import not_modelled, used_in
from rulesets.games.mordheim.combat.many import duels_of_many
from rulesets.games.mordheim.combat.profile import Warrior, read_warrior
from rulesets.games.mordheim.combat.questions.questions import KINDS
from rulesets.games.mordheim.combat.questions.readings import READINGS
from rulesets.games.mordheim.combat.questions.sentences import SENTENCES
from rulesets.games.mordheim.combat.report import wounds_before
from rulesets.games.mordheim.combat.said import as_said
from rulesets.games.mordheim.combat.shots.shooting import (
    endless_striking,
    shooting,
    unhurt,
    unsaved,
    volley,
    wounds_lost,
)
from rulesets.games.mordheim.combat.torches import with_torch
from rulesets.games.mordheim.special_rules import (
    GEAR,
    SPECIAL_RULES,
    keys_of,
    row_of,
)
from rulesets.odds.answer import Need, Odds, Preview
from rulesets.odds.array_cache import kept_by_identity
from rulesets.odds.combat import Compute, GameOdds, MatchUpCase, by_either
from rulesets.odds.context import Context
from rulesets.odds.decisions import Decisions
from rulesets.odds.dice import chance
from rulesets.odds.many import ManyMatchUps, ManyOdds, Omitted
from rulesets.odds.match_up import Fighter, MatchUpError
from rulesets.odds.omissions import Omissions
from rulesets.odds.sides import SIDES, Side
from rulesets.odds.vocabulary import written_out

OPTIONS = frozenset({"record", "promoted"})
"""Options of any fighter that are of the campaign."""

OMISSIONS = Omissions(
    quiet=keys_of((*SPECIAL_RULES.values(), *GEAR.values()), "no dice") | OPTIONS,
    name_of=lambda key: row_of(key).name,
)
"""Rules, gear and options without dice in any match-up."""

COUNTED_OF_BOOKS = frozenset(row.key for row in OF_BOOKS if row.status == EXACT)
"""Rules of single books that the odds count wholly: of hatred, where it is said."""

TURNS = (
    ("melee", "Hand-to-hand", BlowMoment()),
    ("charge", "Charging", BlowMoment(charging=True, first=True)),
)
"""The turns of previews: any of a combat, and that of a charge."""


def preview(fighter: Fighter, target: Fighter) -> tuple[Preview, ...]:
    """Compute the damage of a fighter to one who stands, in each way to attack.

    The readings and the situation are the defaults; a fighter who shoots does so once,
    at the distance that is asked about first.

    Raises
    ------
    MatchUpError
        If a figure is missing or impossible.
    """
    context: MordheimContext = Context(MordheimSituation(), MordheimReadings())
    own = under_shade(_read(fighter, "a"), context)
    other = under_shade(_read(target, "b"), context)
    previews = [_melee(own, other, key, name, moment) for key, name, moment in TURNS]
    if own.bs and (own.missiles or any(one.range for one in own.carried)):
        previews.append(_shots(own, other))
    return OMISSIONS.complete_previews(tuple(previews), fighter)


def _melee(
    own: Warrior, other: Warrior, key: str, name: str, moment: BlowMoment
) -> Preview:
    context: MordheimContext = Context(MordheimSituation(), MordheimReadings())
    struck = strikes(own, other, moment, context)
    blows = sum(group.blows for strike in struck for group in strike.groups)
    size = max(1, sum(_most(strike) for strike in struck))
    endless = endless_striking(other, size)
    untried, tried = endless.same, 0 * endless.same
    for strike in struck:
        kept, spent = endless.strike(strike.groups, parries(other))
        tried = tried @ endless.strike(strike.groups, None)[0] + untried @ spent
        untried = untried @ kept
    states = len(endless.states)
    row = (
        (untried + tried)[endless.index[unhurt(endless)]].reshape(2, states).sum(axis=0)
    )
    groups = [group for strike in struck for group in strike.groups]
    needs = _needs(max(groups, key=_number_of_blows).blow)
    alike = [group for group in groups if _needs(group.blow) == needs]
    return Preview(
        key=key,
        name=name,
        dice=blows,
        alike=sum(group.blows for group in alike),
        needs=needs,
        chance=harm(alike[0].blow),
        wounds=wounds_lost(endless, row.tolist(), size),
        trace=tuple(dict.fromkeys(context.trace.steps)),
        not_modelled=not_modelled(own),
    )


def _most(strike: WeaponStrike) -> int:
    """Return the most wounds of a strike: only its first critical hit has two."""
    return sum((3 if group.blow.d3 else 1) * group.blows for group in strike.groups) + 1


def _number_of_blows(group: BlowGroup) -> int:
    return group.blows


def _shots(own: Warrior, other: Warrior) -> Preview:
    context: MordheimContext = Context(MordheimSituation(), MordheimReadings())
    one = volley(own, other, context)
    return Preview(
        key="shooting",
        name="Shooting",
        dice=one.shots,
        needs=_needs(one.blow),
        chance=harm(one.blow),
        wounds=unsaved(one, other, 1, context.readings),
        trace=tuple(dict.fromkeys(context.trace.steps)),
        not_modelled=not_modelled(own),
    )


def _needs(one: MordheimBlow) -> tuple[Need, ...]:
    faces = [face for face, share in enumerate(one.faces, start=1) if share]
    return (
        Need("hit", "To hit", min(faces, default=7), one.hits),
        Need("wound", "To wound", one.to_wound, float(chance(one.to_wound))),
        Need("save", "Save", one.save, float(chance(one.save))),
    )


MISFIRES_IN_COMBAT = (
    "A pistol's blow in hand-to-hand combat misfires as a shot does. One that explodes "
    "does so before its firer's other blows of that moment; whom it puts down counts "
    "in that phase as if he stood. Jammed or not, it strikes in the first turn alone."
)

NOTES_BY_WEAPON = (
    "Beside wounds a critical hit stops, disarms or knocks down whether or not armour "
    "saves. A ricochet strikes nobody else here.",
)

HEIGHTS = {
    "engagement": (
        "Nobody jumps down but to charge. Who is said to stand at the edge may fall "
        "until they meet; from then on all stand away from edges, and nobody falls.",
    ),
}
"""Notes by kind of match-up: what is left out of heights."""


KEPT_EDGE = (
    "Nobody jumps down but to charge. Who is charged at the edge where he stands may "
    "fall from it until the fight is over; he is away from it then, and nobody has won."
)


def _of_heights(
    case: MatchUpCase[Warrior, MordheimSituation, MordheimReadings],
) -> tuple[str, ...]:
    """Return the notes of heights in a match-up."""
    if any(case.context.situation.of(side).keeps_edge for side in SIDES):
        return (KEPT_EDGE,)
    return HEIGHTS.get(case.match_up.kind, ())


def _read(fighter: Fighter, side: Side) -> Warrior:
    return mounted(read_warrior(fighter, side))


FIRST_TURN_OF_ENGAGEMENT = (
    "who charges, after which turn and in what state differs from case to case, and the"
    " first turn of each such combat is not kept apart from its later turns."
)
FIRST_TURN_OF_GROUPS = (
    "what befalls each of several fighters in the first turn is not summed up."
)
"""Reasons why an answer does not tell the parts of the first turn of a combat."""


def _first_turn_left_out(
    case: MatchUpCase[Warrior, MordheimSituation, MordheimReadings], odds: Odds
) -> str:
    """Return why the parts of the first turn are not told; "" where they are."""
    if not case.context.explained or odds.deciding or "a-wins" not in odds.events:
        return ""
    several = max(case.context.situation.of(side).fighters for side in SIDES) > 1
    return FIRST_TURN_OF_GROUPS if several else FIRST_TURN_OF_ENGAGEMENT


def _complete(
    case: MatchUpCase[Warrior, MordheimSituation, MordheimReadings], odds: Odds
) -> Odds:
    """Tell how the sides begin, name what is left out, and note it of heights."""
    kind, readings, notes = case.match_up.kind, case.context.readings, [*odds.notes]
    told = case.situation
    if readings.misfires and kind in ("fight", "engagement"):
        notes.append(MISFIRES_IN_COMBAT)
    if readings.criticals == "by-weapon":
        notes += (*NOTES_BY_WEAPON, *_without_table(case.a, case.b))
    for one in (case.a, case.b):
        notes += lasting(one, case.context)
    return replace(
        odds,
        began=wounds_before({"a": case.a, "b": case.b}, case.context.situation),
        deciding_left_out=_first_turn_left_out(case, odds),
        notes=(*notes, *_of_heights(case)),
        not_modelled=(
            *odds.not_modelled,
            *not_modelled(
                case.a,
                casts=kind == "casting" or bool(told.get("a.casts")),
                hates=bool(told.get("a.hates")),
                alone=case.context.situation.b.fighters > 1,
                used=used_in(told, "a"),
            ),
            *not_modelled(
                case.b,
                casts=bool(told.get("b.casts")),
                hates=bool(told.get("b.hates")),
                alone=case.context.situation.a.fighters > 1,
                used=used_in(told, "b"),
            ),
        ),
    )


def _without_table(a: Warrior, b: Warrior) -> tuple[str, ...]:
    """Return in words which weapons keep the general table."""
    weapons = (one for who in (a, b) for one in (*who.weapons, *who.missiles))
    names = sorted({one.name for one in weapons if not one.table})
    if not names:
        return ()
    return (f"General table, as their kind is not printed: {', '.join(names)}.",)


MordheimCompute = Compute[Warrior, MordheimSituation, MordheimReadings]


def _with_potions(compute: MordheimCompute) -> MordheimCompute:
    """Return a computation of fighters as what they drank, and magic, makes them."""

    def computed(
        a: Warrior, b: Warrior, context: MordheimContext, rounds: int | None
    ) -> Odds:
        found = []
        for one, enemy in ((a, b), (b, a)):
            drunk = after_vodka(under_shade(one, context), context)
            said = as_said(under_spell(drunk, context), context)
            found.append(with_torch(said, enemy, context))
        return compute(found[0], found[1], context, rounds)

    return computed


def _rout(a: Warrior, b: Warrior, context: MordheimContext, rounds: int | None) -> Odds:
    """Return the odds of rout tests of leaders who may have drunk."""
    return rout(after_vodka(a, context), after_vodka(b, context), context, rounds)


def _many(asked: ManyMatchUps) -> ManyOdds:
    """Answer many duels, and name what their numbers leave out."""
    found = duels_of_many(asked)
    if not found.answered.any():
        return found
    told = asked.situation
    a = [_omitted(one.fighter, "a", hates=bool(told.get("a.hates"))) for one in asked.a]
    b = [_omitted(one.fighter, "b", hates=bool(told.get("b.hates"))) for one in asked.b]
    return replace(found, omitted=(a, b))


@kept_by_identity(most=512)
def _omitted(fighter: Fighter, side: Side, *, hates: bool) -> Omitted:
    """Return what the numbers of a duel leave out of a fighter."""
    written = written_out(fighter, VOCABULARY)
    try:
        own = _read(written, side)
    except MatchUpError:
        return (), ()
    return not_modelled(own, hates=hates), OMISSIONS.in_words(written, side)


COMBAT = replace(
    GameOdds(
        questions=(KINDS, READINGS),
        situation=MordheimSituation,
        readings=MordheimReadings,
        read=_read,
        compute={
            "fight": _with_potions(combat),
            "shooting": _with_potions(shooting),
            "engagement": _with_potions(engaged),
            "casting": casting,
            "rout": _rout,
        },
        complete=_complete,
        omissions=OMISSIONS,
        preview=preview,
        vocabulary=VOCABULARY,
        stands=lambda warrior: warrior.m is None,
    ).combat(),
    openings=by_either("fight"),
    words=WORDS,
    sentences=SENTENCES,
    outcomes=ENDINGS,
    of_books=COUNTED_OF_BOOKS,
    many=_many,
    counts_models=False,
    decisions=Decisions(
        of_each=frozenset({"casts"}), of_a=frozenset({"shooting.twice"})
    ),
)
"""The odds of the game: what may be asked, and who answers."""

odds = COMBAT.odds
