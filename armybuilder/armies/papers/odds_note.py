"""The target of a paper's odds, and what they assume."""

from dataclasses import dataclass, replace

from armybuilder.armies.odds.loadout_odds import Target
from armybuilder.armies.papers.paper_unit import PaperUnit
from armybuilder.armies.papers.sections import Section
from armybuilder.armies.text import answer_words
from rulesets.combats import combat_of
from rulesets.game import Game
from rulesets.odds.match_up import Question


@dataclass(frozen=True, slots=True)
class OddsNote:
    """The target of a paper's odds, and their assumptions.

    `situation` and `readings` are (question, answer) of the fight, without what is
    seldom asked of it; `left_out` is what no figure counts of the target; `why_not`
    says why there are no odds.
    """

    target: str
    kind: str
    situation: tuple[tuple[str, str], ...] = ()
    readings: tuple[tuple[str, str], ...] = ()
    why_not: str = ""
    left_out: tuple[str, ...] = ()


def odds_note(game: Game, target: Target, sections: tuple[Section, ...]) -> OddsNote:
    """Return what the odds of a paper are told of."""
    if not combat_of(game).kinds or not combat_of(game).openings:
        why_not = f"The odds of {game.name} are not worked out here."
        return OddsNote(target.name, "", why_not=why_not)
    asked = {
        question.key: question
        for kind in combat_of(game).kinds
        for question in kind.situation
        if not question.seldom
        and any(opening.kind == kind.key for opening in combat_of(game).openings)
    }
    return OddsNote(
        target.name,
        " and ".join(opening.name.lower() for opening in combat_of(game).openings),
        tuple(_usual(question) for question in asked.values()),
        tuple(_usual(question) for question in combat_of(game).readings),
        target.why_not,
        _left_out_by_all(sections),
    )


def _left_out_by_all(sections: tuple[Section, ...]) -> tuple[str, ...]:
    """Return what the figures of every unit leave out of the target."""
    told = [
        unit.odds.left_out_of_target
        for section in sections
        for each in section.units
        for unit in (each, *each.under)
        if unit.odds is not None and not unit.odds.why_not
    ]
    if not told:
        return ()
    return tuple(name for name in told[0] if all(name in one for one in told))


def without_told(section: Section, note: OddsNote) -> Section:
    """Return a section whose units say no more of the target than the note does not."""
    units = (_without(unit, note.left_out) for unit in section.units)
    return replace(section, units=tuple(units))


def _without(unit: PaperUnit, names: tuple[str, ...]) -> PaperUnit:
    under = tuple(_without(one, names) for one in unit.under)
    if unit.odds is None:
        return replace(unit, under=under)
    left = tuple(one for one in unit.odds.left_out_of_target if one not in names)
    return replace(unit, odds=replace(unit.odds, left_out_of_target=left), under=under)


def _usual(question: Question) -> tuple[str, str]:
    """Return a question with its usual answer in words."""
    return question.label, answer_words(question, question.default)
