"""The cards of further fighters on the match-up page, and of places that are free."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from armybuilder.books.stat_lines import StatLine
from armybuilder.matchups.answers import QueryError
from armybuilder.matchups.forms import (
    ALONE,
    Ask,
    AskGroup,
    ask_of,
    group_of,
    is_called_for,
)
from armybuilder.matchups.further_fighters import (
    PLACES,
    FurtherFighter,
    Slot,
    question_name,
    slots,
    titles_apart,
)
from armybuilder.matchups.side_choices import SideGroup
from armybuilder.matchups.side_figures import stat_lines
from armybuilder.matchups.sides import Side
from armybuilder.matchups.situation import IDLE, Words, words_of
from rulesets.game import Game
from rulesets.odds.match_up import Choice, Fighter, Role
from rulesets.odds.posts import Encounter, post_key, side_of
from rulesets.odds.relevance import concerns, offered
from rulesets.odds.sentences import Sentences, spoken
from rulesets.odds.settings import MatchUpKind
from rulesets.odds.sides import OTHER
from rulesets.odds.sides import Side as Letter

HEADINGS: Mapping[Role, str] = {"unit": "Another unit", "character": "A character"}
PLACE_LABELS: Mapping[Role, str] = {"unit": "Fights", "character": "Stands in"}
PHRASES: Mapping[Role, str] = {
    "unit": "{own} {own[fights]} {other} too",
    "character": "{own} {own[stands]} in {other}",
}
"""Phrases that tell of a further fighter."""


@dataclass(frozen=True, slots=True)
class FurtherCard:
    """A further fighter as the form shows him, or a place that is free.

    Parameters
    ----------
    field, heading : str
        His name in the query; what he is called above his choices.
    letter : {"a", "b"}
    nobody : str
        What the choice of nobody is called.
    groups : tuple of SideGroup
    address : str
        That of the fighter; "" for a free place.
    side : Side, optional
    lines : tuple of StatLine
    places : tuple of Choice
        Units that he may touch or join; empty where there is one alone.
    place_field, place_label, place : str
    group : AskGroup, optional
        The questions about him.
    error : str
    is_misplaced : bool
        His place is wrong.
    is_last : bool
        The last fighter of his side: his questions are not folded.
    """

    field: str
    heading: str
    letter: Letter
    nobody: str
    groups: tuple[SideGroup, ...]
    address: str = ""
    side: Side | None = None
    lines: tuple[StatLine, ...] = ()
    places: tuple[Choice, ...] = ()
    place_field: str = ""
    place_label: str = ""
    place: str = ""
    group: AskGroup | None = None
    error: str = ""
    is_misplaced: bool = False
    is_last: bool = False

    @property
    def placed(self) -> str:
        """Return the unit that he touches or stands in; "" where there is one alone."""
        return next((one.label for one in self.places if one.key == self.place), "")

    @property
    def told(self) -> tuple[Ask, ...]:
        """Return the questions about him that are not answered as usual."""
        return tuple(ask for ask in self.asks if ask.changed)

    @property
    def wrong(self) -> bool:
        """Return whether anything said of him is wrong."""
        return self.is_misplaced or any(ask.wrong for ask in self.asks)

    @property
    def asks(self) -> tuple[Ask, ...]:
        """Return every question about him."""
        return (*self.group.asks, *self.group.seldom) if self.group else ()

    @property
    def changed(self) -> int:
        """Return how many answers about him are not the usual ones."""
        return sum(ask.changed for ask in self.asks)


@dataclass(frozen=True, slots=True)
class Beside:
    """The cards of those beside A and B, by side."""

    a: Sequence[FurtherCard]
    b: Sequence[FurtherCard]

    @property
    def cards(self) -> tuple[FurtherCard, ...]:
        """Return the cards of both sides."""
        return (*self.a, *self.b)

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of all who fight beside A and B."""
        return tuple(one.side.title for one in self.cards if one.side)

    @property
    def changed(self) -> int:
        """Return how many answers about them are not the usual ones."""
        return sum(card.changed for card in self.cards)

    @property
    def asked(self) -> int:
        """Return how many questions are asked about them."""
        return sum(len(card.asks) for card in self.cards)


@dataclass(frozen=True, slots=True)
class Line:
    """All who fight, as the cards of one page need them."""

    game: Game
    kind: MatchUpKind
    sides: Mapping[str, Side]
    further: tuple[FurtherFighter, ...]

    def units_of(self, letter: Letter) -> tuple[Choice, ...]:
        """Return the units of a side, by their key."""
        units = [one for one in self.further if one.role == "unit"]
        keys = (letter, *(one.key for one in units if one.letter == letter))
        titles = self.titles
        return tuple(Choice(key, titles[key]) for key in keys)

    @property
    def titles(self) -> dict[str, str]:
        """Return what each who fights is called, by his key; equal names apart."""
        return titles_apart(self.sides["a"], self.sides["b"], self.further)

    @property
    def encounter(self) -> Encounter:
        """Return the units that meet, and the sides that have characters."""
        beside = (
            (one.key, one.place or one.first_place)
            for one in self.further
            if one.role == "unit"
        )
        having = (one.letter for one in self.further if one.role == "character")
        return Encounter((*ALONE.touching, *beside), frozenset(having))

    def fighters_of(self, letter: Letter) -> tuple[Fighter, ...]:
        """Return all who fight on a side, its first unit first."""
        others = (one.side for one in self.further if one.letter == letter)
        return tuple(one.fighter for one in (self.sides[letter], *others))

    def title_at(self, key: str) -> str:
        """Return the name of the unit of a key."""
        known = {one.key: one.label for one in self.units_of(side_of(key))}
        return known[key]


def further_cards(
    line: Line,
    groups: tuple[SideGroup, ...],
    query: Mapping[str, str],
    error: QueryError | None,
) -> Beside:
    """Return the cards of each side: of those who fight, and the next free places."""
    found: dict[Letter, list[FurtherCard]] = {"a": [], "b": []}
    by_slot = {(one.letter, one.role, one.number): one for one in line.further}
    free = set()
    for slot in slots(line.kind):
        letter, role, _ = slot
        if slot in by_slot:
            card = _card(line, by_slot[slot], groups, query, error)
        elif query.get(post_key(*slot)) or (letter, role) not in free:
            free.add((letter, role))
            card = _free(slot, groups, query, error)
        else:
            continue
        found[letter].append(card)
    return Beside(_with_last(found["a"]), _with_last(found["b"]))


def _with_last(cards: Sequence[FurtherCard]) -> list[FurtherCard]:
    """Return the cards of a side, the last of those who fight marked."""
    fields = [card.field for card in cards if card.side]
    return [replace(card, is_last=card.field in fields[-1:]) for card in cards]


def _free(
    slot: Slot,
    groups: tuple[SideGroup, ...],
    query: Mapping[str, str],
    error: QueryError | None,
) -> FurtherCard:
    """Return a place without a fighter, or with one who could not be found."""
    letter, role, _ = slot
    key = post_key(*slot)
    return FurtherCard(
        key,
        f"Add {HEADINGS[role].lower()}",
        letter,
        "Nobody else",
        groups,
        address=query.get(key, ""),
        error=error.text if error and error.field == key else "",
    )


def _card(
    line: Line,
    one: FurtherFighter,
    groups: tuple[SideGroup, ...],
    query: Mapping[str, str],
    error: QueryError | None,
) -> FurtherCard:
    asks = _asks(line, one, query, error.field if error else "")
    places = line.units_of(one.first_place)
    place_field = f"{one.key}.{PLACES[one.role]}"
    return FurtherCard(
        field=one.key,
        heading=HEADINGS[one.role],
        letter=one.letter,
        nobody="Nobody",
        groups=groups,
        address=one.side.address,
        side=one.side,
        lines=stat_lines(line.game, one.side),
        places=places if len(places) > 1 else (),
        place_field=place_field,
        place_label=PLACE_LABELS[one.role],
        place=one.place or one.first_place,
        group=group_of(one.key, asks, HEADINGS[one.role]),
        error=error.text if error and error.field == one.key else "",
        is_misplaced=error is not None and error.field == place_field,
    )


def _asks(
    line: Line, one: FurtherFighter, query: Mapping[str, str], refused: str = ""
) -> list[Ask]:
    """Return what is asked about a fighter; as it was entered, if that is refused."""
    own, others = one.side.fighter, line.fighters_of(OTHER[one.letter])
    unit = one.key if one.role == "unit" else one.place or one.first_place
    given = query if refused else dict(one.pairs(line.kind))
    enemies = line.encounter.enemies_of(unit)
    asked = (
        (question, question_name(one.key, question))
        for question in line.kind.asked_of(one.role, one.letter)
    )
    asks = (
        (
            question,
            ask_of(
                name, offered(question, enemies, given.get(name, "")), given, refused
            ),
        )
        for question, name in asked
    )
    told = []
    for question, ask in asks:
        counts = any(concerns(question, own, enemy) for enemy in others)
        counts = counts and is_called_for(question, unit, line.encounter, given)
        told.append(replace(ask, idle=not counts))
    return [ask for ask in told if ask.changed or ask.wrong or not ask.idle]


def further_words(line: Line, sentences: Sentences) -> tuple[Words, ...]:
    """Return the end of the sentence of a situation: who else fights, and how."""
    words: list[Words] = []
    for one in line.further:
        for clause in _clauses(line, one, sentences):
            words += [Words("; "), *clause]
    return tuple(words)


def _clauses(
    line: Line, one: FurtherFighter, sentences: Sentences
) -> Iterator[Sequence[Words]]:
    other = line.title_at(one.place or one.first_place)
    names: dict[str, str] = {
        one.letter: line.titles[one.key],
        OTHER[one.letter]: other,
    }
    asks = {ask.key.partition(".")[2]: ask for ask in _asks(line, one, {})}
    placed = _said(line, sentences, "contact", asks.get("contact"), names, one.letter)
    yield placed or [
        Words(text) for text, _ in spoken(PHRASES[one.role], names, one.letter)
    ]
    for key, ask in asks.items():
        if key != "contact" and ask.changed:
            yield _said(line, sentences, key, ask, names, one.letter) or [
                Words(f"{ask.label}: "),
                Words(ask.answer, ask.place, changed=True),
                *((Words(IDLE),) if ask.idle else ()),
            ]


def _said(
    line: Line,
    sentences: Sentences,
    key: str,
    ask: Ask | None,
    names: Mapping[str, str],
    letter: Letter,
) -> Sequence[Words]:
    if ask is None:
        return ()
    phrase = sentences.phrase(line.kind.key, key, ask.value, usual=not ask.changed)
    return words_of(phrase or "", ask, names, letter)


def question_of(cards: Iterable[FurtherCard], field: str) -> tuple[str, str]:
    """Return (label, id of the control) of a field of these cards; "" for none.

    The label of what is asked about a fighter begins with his name.
    """
    for card in cards:
        name = f"{card.side.title}: " if card.side else ""
        if field == card.field:
            return card.heading, f"side-{card.field}"
        if card.side and field == f"{card.field}.loadout":
            return f"{name}in hand", f"loadout-{card.field}"
        if field == card.place_field:
            return f"{name}{card.place_label}", f"place-{card.field}"
        for ask in card.asks:
            if ask.name == field:
                return f"{name}{ask.label}", ask.place
    return "", ""
