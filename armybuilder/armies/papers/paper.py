"""A printed paper of an army, built as values before anything is drawn."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date

from django.utils.formats import date_format
from django.utils.safestring import SafeString

from armybuilder.armies.appendix import Explained
from armybuilder.armies.budgets import shown_tallies
from armybuilder.armies.odds.unit_odds import OddsBasis, unit_odds
from armybuilder.armies.papers.casualties import BoxLine, PaperBox, drawn_boxes
from armybuilder.armies.papers.letters import text_width
from armybuilder.armies.papers.magic import dice_pool
from armybuilder.armies.papers.odds_note import OddsNote, odds_note, without_told
from armybuilder.armies.papers.paper_unit import OddsOf, PaperUnit, figure_columns
from armybuilder.armies.papers.secret import open_messages, open_roster
from armybuilder.armies.papers.sections import (
    Section,
    numbered_sections,
    with_items,
)
from armybuilder.armies.papers.setup import PaperSetup
from armybuilder.armies.presentation import ShownArmy, show
from armybuilder.armies.text import total_text
from armybuilder.armies.units import rules_within
from armybuilder.books.crests import Crest, crest_of
from rulesets.books.book import Books
from rulesets.core.points import points_text
from rulesets.core.values import Gear
from rulesets.game import Column
from rulesets.legality import review as review_of
from rulesets.packs.pack import Pack
from rulesets.paper import Campaign
from rulesets.reviews.review import Category, Line, Message, Review
from rulesets.reviews.verdict import verdict_text, waived_titles
from rulesets.rosters.roster import roster_document

FOOT, FOOT_SIZE = 150.0, 7.5
"""Width of the words in the foot [mm], and their size [points]."""

HEAD, HEAD_SIZE = 86.0, 22.0
"""Width of the army's name in the head [mm], and its usual size [points]."""

TURNS = 8
"""Boxes of turns: where a game lasts fewer, some stay empty."""

MOST_FACTS = 10
"""Most facts of an army in a row."""

CODE_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Letters and digits of a short code that nobody takes for one another."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A number of the army, with what bounds it in small print."""

    title: str
    value: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper: what stands on it, and how it is set up.

    `owner` is who plays the army, "" for nobody; `address` its shared link, "" for
    none; `printed` the day of the verdict; `judged_by` the version of a pack that it is
    by, "" for the game's own rules. Without a book there is no `crest`, and no `odds`
    where nobody asked.
    """

    setup: PaperSetup
    review: Review
    army: ShownArmy
    printed: date
    owner: str
    address: str
    code: str
    facts: tuple[Fact, ...]
    sections: tuple[Section, ...]
    messages: tuple[Message, ...]
    rules: tuple[Explained, ...]
    odds: OddsNote | None = None
    crest: Crest | None = None
    judged_by: str = ""

    @property
    def foot(self) -> str:
        """Return army, editions and day in one line: of a long name its beginning."""
        day = date_format(self.printed, "j F Y")
        rest = f"   ·   {self.editions}   ·   worked out on {day}"
        name = self.review.roster.name
        for end in range(len(name), 0, -1):
            shown = name if end == len(name) else f"{name[:end].rstrip()}…"
            if text_width(shown + rest, FOOT_SIZE) <= FOOT:
                return shown + rest
        return f"{name[:1]}…{rest}"

    @property
    def has_long_name(self) -> bool:
        """Return whether the name takes more than one line at the usual size."""
        name = self.review.roster.name
        return text_width(name, HEAD_SIZE, "SourceSerifPro-Black") > HEAD

    @property
    def total(self) -> str:
        """Return `1,250 of 1,500 points`."""
        return total_text(self.review)

    @property
    def verdict(self) -> str:
        """Return the verdict with the rules that are waived: nobody points at paper."""
        waived = waived_titles(self.review)
        verdict = verdict_text(self.review)
        return f"{verdict}: {waived}" if waived else verdict

    @property
    def books(self) -> str:
        """Return `The Empire`, of every force."""
        return ", ".join(f.force.book_name for f in self.army.forces)

    @property
    def editions(self) -> str:
        """Return `The Empire, edition 1`."""
        forces = (f.force for f in self.army.forces)
        return "; ".join(f"{f.book_name}, edition {f.edition}" for f in forces)

    @property
    def units(self) -> tuple[PaperUnit, ...]:
        """Return every unit, those within others behind them."""
        every = (unit for section in self.sections for unit in section.units)
        return tuple(part for unit in every for part in (unit, *unit.under))

    @property
    def waived(self) -> str:
        """Return the rules that the players do without, "" for none."""
        return waived_titles(self.review)

    @property
    def ranks(self) -> bool:
        return self.review.game.paper.ranks is not None

    @property
    def general(self) -> tuple[Message, ...]:
        """Return the messages that stand at no unit."""
        told = {message for unit in self.units for message in unit.messages}
        return tuple(message for message in self.messages if message not in told)

    @property
    def prices(self) -> bool:
        """Return whether units say what they are worth."""
        return self.setup.points and not self.setup.secret

    @property
    def columns(self) -> tuple[Column, ...]:
        return figure_columns(self.review.game)

    @property
    def turns(self) -> SafeString:
        """Return boxes to cross out turns."""
        numbered = tuple(PaperBox(str(number)) for number in range(1, TURNS + 1))
        return drawn_boxes((BoxLine("", numbered),), title=f"Turns 1 to {TURNS}")

    @property
    def blank_boxes(self) -> SafeString:
        """Return the boxes of a card that is filled in by hand."""
        return drawn_boxes((BoxLine("", (PaperBox(),) * 10),) * 2)

    @property
    def has_magic(self) -> bool:
        """Return whether somebody casts spells."""
        return any(unit.writes for unit in self.units)

    @property
    def notes(self) -> tuple[str, ...]:
        """Return the sentences about break points that units name."""
        facts = [fact for unit in self.units for fact in unit.facts]
        return tuple(
            one.note
            for one in self.review.game.paper.thresholds
            if any(fact.startswith(one.text.partition("{")[0]) for fact in facts)
        )

    @property
    def thirds(self) -> tuple[tuple[Explained, ...], ...]:
        """Return the rules in three columns of about equal length."""
        return _in_columns(self.rules, 3)

    @property
    def untold(self) -> int:
        """Return how many errors of a secret army would give its secrets away."""
        told = sum(m.severity == "error" for m in self.messages)
        return max(0, self.review.errors - told)


def paper(
    review: Review,
    books: Books,
    setup: PaperSetup,
    *,
    printed: date,
    owner: str = "",
    address: str = "",
    basis: OddsBasis | None = None,
    pack: Pack | None = None,
    judged_by: str = "",
) -> Paper:
    """Return a paper of a reviewed army, with odds where there is a basis.

    A secret one is of the army without its secrets; points and verdict are the army's.
    """
    seen = review
    messages = review.messages
    if setup.secret:
        roster = open_roster(review.roster, books, review.game.paper.secrets)
        seen = (
            review_of(roster, books) if pack is None else review_of(roster, books, pack)
        )
        messages = open_messages(review, seen)
        seen = replace(seen, messages=messages)
    army = show(seen, books)
    sections = numbered_sections(seen, army, books, setup, _odds_of(seen, basis))
    words = {item.name: item.summary for item in army.items}
    sections = tuple(with_items(section, words) for section in sections)
    note = None
    if basis is not None:
        note = odds_note(review.game, basis.target, sections)
        sections = tuple(without_told(section, note) for section in sections)
    return Paper(
        setup=setup,
        review=review,
        army=army,
        printed=printed,
        owner=owner,
        address=address,
        code=short_code(review),
        facts=(*_facts(review, sections), *_dice(seen))[:MOST_FACTS],
        sections=sections,
        messages=messages,
        rules=tuple(_explained(army)),
        odds=note,
        crest=_crest(review, books),
        judged_by=judged_by,
    )


def _crest(review: Review, books: Books) -> Crest | None:
    """Return the crest of the army's first book, none of one that is not there."""
    found = (books.get((force.book, force.edition)) for force in review.forces)
    return next((crest_of(book) for book in found if book is not None), None)


def short_code(review: Review) -> str:
    """Return `K7QX-4M2P`: the same for the same list of the same editions alone."""
    told = [roster_document(review.roster), [f.sha256 for f in review.forces]]
    digest = hashlib.sha256(json.dumps(told, sort_keys=True).encode()).digest()
    letters = "".join(CODE_LETTERS[byte % 32] for byte in digest[:8])
    return f"{letters[:4]}-{letters[4:]}"


def _odds_of(review: Review, basis: OddsBasis | None) -> OddsOf:
    if basis is None:
        return lambda line: None
    return lambda line: unit_odds(review.game, line, basis).against


# -- facts and words -------------------------------------------------------------------


def _facts(review: Review, sections: tuple[Section, ...]) -> Iterator[Fact]:
    """Yield the numbers of an army that its rules bound or name."""
    bounded = {
        gauge.title: gauge
        for gauge in review.gauges
        if not gauge.where and gauge.noun == "slots"
    }
    for gauge in bounded.values():
        note = f"of {points_text(gauge.high)}" if gauge.high is not None else ""
        note = note or (f"at least {points_text(gauge.low)}" if gauge.low else "")
        yield Fact(gauge.title, points_text(gauge.count), note)
    for tally in shown_tallies(review):
        yield Fact(tally.title, tally.value)
    for category in (c for force in review.forces for c in force.categories):
        if category.name not in bounded and category.units:
            yield Fact(category.name, points_text(_many(review, category)))
    tallied = {tally.value for tally in review.tallies}
    if review.models and review.models not in tallied:
        yield Fact("Models", points_text(review.models))
    total = sum(
        part.strength
        for section in sections
        for unit in section.units
        for part in (unit, *unit.under)
    )
    if total:
        names = {one.key: one.name for one in review.game.characteristics}
        yield Fact(names[review.game.paper.strength], points_text(total))
    yield from _of_campaign(review)


def _dice(review: Review) -> Iterator[Fact]:
    """Yield the dice of an army's magic where somebody casts."""
    pool = dice_pool(review)
    if pool is not None and pool.casts:
        yield Fact("Power dice", points_text(pool.power), "+ items")
        yield Fact("Dispel dice", points_text(pool.dispel), "+ items")


def _many(review: Review, category: Category) -> int:
    """Return how many units of a category there are, of a warband how many fighters."""
    if review.game.paper.campaign is None:
        return category.units
    units = (unit for force in review.forces for unit in force.units)
    return sum(unit.models for unit in units if unit.category == category.key)


def _of_campaign(review: Review) -> Iterator[Fact]:
    campaign = review.game.paper.campaign
    if campaign is None:
        return
    if review.models:
        yield Fact("Rout test from", _rout(review, campaign), "out of action")
    if review.left is not None and review.left >= 0:
        yield Fact("Left", review.game.currency.brief(review.left))


def _rout(review: Review, campaign: Campaign) -> str:
    """Return the losses from which a rout test is due: `3`, `3½`."""
    units = [unit for force in review.forces for unit in force.units]
    halved = sum(
        u.models for u in units if not campaign.rout_half.isdisjoint(_rules(u))
    )
    halves = -(-(2 * review.models - halved) // campaign.rout_share)
    if not halved:
        halves += halves % 2
    return f"{halves // 2 or ''}{'½' * (halves % 2)}"


def _rules(unit: Line) -> set[str]:
    return {use.key for use in rules_within(unit)}


def _figures_alone(line: Line) -> Iterator[Gear]:
    """Yield gear of which the figures of its bearer and its own say everything."""
    for gear in line.gear:
        if not gear.rules and (gear.acts or gear.stats):
            yield gear


def _in_columns(
    rules: tuple[Explained, ...], many: int
) -> tuple[tuple[Explained, ...], ...]:
    """Return rules in columns: one place for all is slow to balance in drawing."""
    lengths = [1 + (len(one.name) + len(one.summary)) // 56 for one in rules]
    columns: list[list[Explained]] = [[] for _ in range(many)]
    so_far, at, total = 0, -1, sum(lengths) or 1
    for one, length in zip(rules, lengths, strict=True):
        at = min(many - 1, at + 1, (so_far + length // 2) * many // total)
        columns[at].append(one)
        so_far += length
    return tuple(tuple(column) for column in columns)


def _explained(army: ShownArmy) -> Iterator[Explained]:
    """Yield rules, items and choices in short, by name, each once."""
    hands = army.review.game.hands
    of_hands = hands.rules if hands is not None else frozenset()
    found = {
        rule.name: Explained(rule.name, rule.summary, rule.source)
        for rule in army.rules
        if rule.summary and rule.key not in of_hands
    }
    told = {gear.name for line in army.review.lines() for gear in _figures_alone(line)}
    for item in army.items:
        if item.name not in told:
            found.setdefault(item.name, item)
    yield from (found[name] for name in sorted(found))
