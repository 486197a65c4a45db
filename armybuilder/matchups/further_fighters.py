"""Fighters beside A and B: read from a query, and written back into one.

They are named by their posts: units ``a2``, ``a3`` and ``b2``, characters
``a-character`` and ``a-character-2``. ``a2.touches`` and ``a-character.joins`` say
where one stands, and ``s.a2.KEY`` answers a question about one alone.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpRequest

from armybuilder.armies.address import BookAddress
from armybuilder.matchups.answers import (
    SITUATION,
    Answer,
    QueryError,
    answer_text,
    answers_given,
)
from armybuilder.matchups.sides import Side, shown_side
from armybuilder.matchups.unit_fields import KEPT, LOADOUT, in_hand
from rulesets.combats import combat_of
from rulesets.core.subject import clause
from rulesets.game import Game
from rulesets.odds.match_up import Further, Question, Role
from rulesets.odds.posts import (
    MOST_CHARACTERS,
    first_place,
    name_of_party,
    numbered,
    post_key,
    side_of,
)
from rulesets.odds.settings import MOST_UNITS, MatchUpKind, names_apart
from rulesets.odds.sides import OTHER, SIDES
from rulesets.odds.sides import Side as Letter

Slot = tuple[Letter, Role, int]
"""Side, role and number among those of both."""

ROLES: tuple[Role, ...] = ("unit", "character")
PLACES: Mapping[Role, str] = {"unit": "touches", "character": "joins"}
"""Names of a fighter’s place in a query, by role."""


@dataclass(frozen=True, slots=True)
class FurtherFighter:
    """A unit or a character beside A and B.

    Parameters
    ----------
    letter : {"a", "b"}
        His side.
    role : {"unit", "character"}
    number : int
        His place among those of his side and role, from 1.
    side : Side
        The fighter, with where he comes from.
    place : str
        The unit that he touches or joins, by its key; "" for the first.
    situation : mapping
        The answers about him that are not usual.
    """

    letter: Letter
    role: Role
    number: int
    side: Side
    place: str
    situation: Mapping[str, Answer]

    @property
    def key(self) -> str:
        """Return his name in a query."""
        return post_key(self.letter, self.role, self.number)

    @property
    def first_place(self) -> Letter:
        """Return the unit where he stands if nothing is said."""
        return first_place(self.letter, self.role)

    def further(self) -> Further:
        """Return him as the odds take him."""
        joins, touches = ("", self.place) if self.role == "unit" else (self.place, "")
        return Further(
            fighter=self.side.fighter,
            side=self.letter,
            role=self.role,
            joins=joins,
            touches=touches,
            situation=self.situation,
        )

    def document(self) -> dict[str, Any]:
        """Return him as he stands in a match-up document."""
        return {
            "who": self.side.document,
            "side": self.letter,
            "role": self.role,
            **({PLACES[self.role]: self.place} if self.place else {}),
            **({"situation": dict(self.situation)} if self.situation else {}),
        }

    def swapped(self) -> "FurtherFighter":
        """Return him as the sides have changed places."""
        place = self.place and OTHER[side_of(self.place)] + self.place[1:]
        return replace(self, letter=OTHER[self.letter], place=place)

    def pairs(self, kind: MatchUpKind) -> list[tuple[str, str]]:
        """Return him as pairs of a query."""
        pairs = _pairs_of(self.key, self.role, self.side.chosen, self.place)
        asked = kind.asked_of(self.role, self.letter)
        return [*pairs, *_answer_pairs(self.key, asked, self.situation)]


def party_titles(a: Side, b: Side, further: Iterable[FurtherFighter]) -> dict[str, str]:
    """Return what the sides are called, each by all who fight for it."""
    those = [*further]
    names = titles_apart(a, b, those)
    told: dict[str, str] = {}
    for letter in SIDES:
        beside = [(one.role, names[one.key]) for one in those if one.letter == letter]
        told[letter] = name_of_party(names[letter], beside)
    return told


def titles_apart(a: Side, b: Side, further: Iterable[FurtherFighter]) -> dict[str, str]:
    """Return what each who fights is called, by his key; of equal names with it."""
    titles = {"a": a.title, "b": b.title}
    titles |= {one.key: one.side.title for one in further}
    apart = names_apart([*titles.values()], [*titles])
    return dict(zip(titles, apart, strict=True))


def pairs_of_document(
    kind: MatchUpKind, further: Iterable[Mapping[str, Any]]
) -> list[tuple[str, str]]:
    """Return those beside A and B of a match-up document as pairs of a query.

    Each is a unit of a book; its newest edition is meant.
    """
    those = [*further]
    roles: list[tuple[Letter, Role]] = [
        (one["side"], one.get("role", "unit")) for one in those
    ]
    pairs: list[tuple[str, str]] = []
    for one, (side, role), number in zip(those, roles, numbered(roles), strict=True):
        who, key = one["who"], post_key(side, role, number)
        chosen = str(BookAddress(who["book"], unit=who["unit"])), who.get("loadout", "")
        place = one.get(PLACES[role], "")
        told = one.get("situation", {})
        pairs += _pairs_of(key, role, chosen, place)
        pairs += _answer_pairs(key, kind.asked_of(role, side), told)
    return pairs


def _pairs_of(
    key: str, role: Role, chosen: tuple[str, str], place: str
) -> list[tuple[str, str]]:
    address, loadout = chosen
    named = (("", address), (".loadout", loadout), (f".{PLACES[role]}", place))
    return [(f"{key}{name}", text) for name, text in named if text]


def _answer_pairs(
    key: str, asked: Iterable[Question], situation: Mapping[str, Answer]
) -> list[tuple[str, str]]:
    return [
        (question_name(key, question), answer_text(situation[question.key]))
        for question in asked
        if question.key in situation
    ]


def question_name(key: str, question: Question) -> str:
    """Return the name in a query of a question about the fighter of a key."""
    return f"{SITUATION}.{key}.{question.key}"


def slots(kind: MatchUpKind) -> Iterator[Slot]:
    """Yield (side, role, number) of everybody who may fight beside A and B."""
    for letter in SIDES:
        for role in ROLES:
            if kind.asked_of(role, letter):
                yield from ((letter, role, n + 1) for n in range(_most(kind, role)))


def _most(kind: MatchUpKind, role: Role) -> int:
    """Return how many further fighters of a side and role there may be."""
    units = kind.most_units
    return units - 1 if role == "unit" else units * MOST_CHARACTERS


def further_names(game: Game) -> frozenset[str]:
    """Return every name that further fighters may have in a query of a game."""
    found = set()
    for kind in combat_of(game).kinds:
        for letter, role, number in slots(kind):
            key = post_key(letter, role, number)
            found |= {key, *_names_about((letter, role, number), kind)}
    return frozenset(found)


def _names_about(slot: Slot, kind: MatchUpKind) -> Iterator[str]:
    """Yield the names of all that a query may say about one further fighter."""
    letter, role, _ = slot
    key = post_key(*slot)
    yield from (f"{key}.{name}" for name in (LOADOUT, KEPT, PLACES[role]))
    for question in kind.asked_of(role, letter):
        yield question_name(key, question)


def read_further(
    request: HttpRequest, game: Game, kind: MatchUpKind, query: Mapping[str, str]
) -> tuple[tuple[FurtherFighter, ...], QueryError | None]:
    """Return whom a query names beside A and B, and the error of the first wrong one.

    Gaps between them close, unless something is wrong: then the fields stay.
    """
    named = [slot for slot in slots(kind) if query.get(post_key(*slot))]
    found: list[FurtherFighter] = []
    problems = [*_idle_names(game, kind, query)]
    for slot in named:
        side, problem = _side(request, game, post_key(*slot), query)
        if side is not None:
            found.append(FurtherFighter(*slot, side=side, place="", situation={}))
        problems += [problem] if problem else []
    units = {*SIDES} | {one.key for one in found if one.role == "unit"}
    for at, one in enumerate(found):
        try:
            found[at] = _placed(one, units, kind, query)
        except QueryError as problem:
            problems.append(problem)
    if problems:
        return tuple(found), problems[0]
    return _closed_up(found), None


def _idle_names(
    game: Game, kind: MatchUpKind, query: Mapping[str, str]
) -> Iterator[QueryError]:
    """Yield what a query says of fighters whom the kind does not take, or it not name.

    A form names each fighter, by nothing where nobody is chosen.
    """
    taken = [*slots(kind)]
    known = {slot: None for one in combat_of(game).kinds for slot in slots(one)}
    for key in (post_key(*slot) for slot in known if slot not in taken):
        if query.get(key):
            yield QueryError(key, f"{kind.name} takes nobody at this place.")
    for slot in taken:
        key = post_key(*slot)
        for name in _names_about(slot, kind) if key not in query else ():
            if query.get(name):
                yield QueryError(name, f"said of nobody: the address names no “{key}”.")


def _closed_up(those: Sequence[FurtherFighter]) -> tuple[FurtherFighter, ...]:
    """Return fighters numbered without gaps, each at the place that was his."""
    numbers = numbered((one.letter, one.role) for one in those)
    moved = [
        replace(one, number=number) for one, number in zip(those, numbers, strict=True)
    ]
    keys = {was.key: now.key for was, now in zip(those, moved, strict=True)}
    return tuple(replace(one, place=keys.get(one.place, one.place)) for one in moved)


def _placed(
    one: FurtherFighter, units: set[str], kind: MatchUpKind, query: Mapping[str, str]
) -> FurtherFighter:
    """Return a fighter with what a query says about him."""
    asked = (
        (question_name(one.key, question), question.key, question)
        for question in kind.asked_of(one.role, one.letter)
    )
    return replace(
        one,
        place=_place(one, units, query),
        situation=answers_given(asked, query),
    )


def _side(
    request: HttpRequest, game: Game, key: str, query: Mapping[str, str]
) -> tuple[Side | None, QueryError | None]:
    """Return the fighter to show, and what is wrong with what was asked for."""
    side, problem = shown_side(request, key, query[key], in_hand(query, key))
    if side is None or side.game == game.key:
        return side, problem
    words = f"{clause(side.fighter.name, 'is')} not of the same game."
    return None, QueryError(key, words)


def _place(one: FurtherFighter, units: set[str], query: Mapping[str, str]) -> str:
    """Return the unit that a fighter touches or joins; "" for the first or one gone.

    One that a form has just sent away is gone: the query names it by nothing.
    """
    name = f"{one.key}.{PLACES[one.role]}"
    text, first = query.get(name, ""), one.first_place
    others = [post_key(first, "unit", number) for number in range(1, MOST_UNITS)]
    known = [key for key in (first, *others) if key in units]
    gone = text in others and query.get(text) == ""
    if text and not gone and text not in known:
        wanted = ", ".join(known)
        raise QueryError(name, f"expected one of {wanted}, found “{text[:40]}”.")
    return text if text in known and text != first else ""


def field_of(where: str, further: Iterable[FurtherFighter]) -> str:
    """Return the name in a query of a place in a match-up document.

    Parameters
    ----------
    where : str
        A JSON pointer: ``/situation/a.width``, ``/further/0/situation/contact``.
    further : iterable of FurtherFighter
        As they stand in the document.

    A place that is none of a query is side A's.
    """
    part, _, rest = where.lstrip("/").partition("/")
    if part == "further":
        number, _, inner = rest.partition("/")
        if not number.isdigit():
            return part
        key = [one.key for one in further][int(number)]
        word, _, question = inner.partition("/")
        if word == "situation":
            return f"{SITUATION}.{key}.{question}"
        return f"{key}.{word}" if word in PLACES.values() else key
    prefix = {"situation": "s.", "readings": "r."}.get(part)
    return prefix + rest if prefix and rest else part or "a"
