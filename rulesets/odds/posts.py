"""The posts of a match-up of several fighters: who stands where, and whom he faces."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from rulesets.core.subject import clause, so_many
from rulesets.odds.context import AnswerValue, read_answers
from rulesets.odds.match_up import Further, MatchUp, MatchUpError, Question, Role
from rulesets.odds.settings import MatchUpKind, Settled, settle
from rulesets.odds.sides import OTHER, SIDES, Side

U = TypeVar("U")
V = TypeVar("V")
N = TypeVar("N", bound=AnswerValue)

MOST_CHARACTERS = 2
"""Most characters in a unit."""


def name_of_party(first: str, beside: Iterable[tuple[Role, str]] = ()) -> str:
    """Return what a side is called, by all of its units, then by its characters.

    The first unit takes the verb.

    Examples
    --------
    >>> name_of_party("Orcs"), name_of_party("Orcs", [("character", "Boss")])
    ('Orcs', 'Orcs with Boss')
    >>> name_of_party("Orcs", [("character", "Boss"), ("unit", "Boars")])
    'Orcs with Boars and Boss'
    """
    those = sorted(beside, key=lambda one: one[0] == "character")
    others = [name for _, name in those]
    if not others:
        return first
    *more, last = others
    told = f"{', '.join(more)} and {last}" if more else last
    return f"{first} with {told}"


def post_key(side: Side, role: Role, number: int) -> str:
    """Return the key of a further fighter, the first, second … of his side and role.

    Examples
    --------
    >>> post_key("a", "unit", 1), post_key("b", "character", 1)
    ('a2', 'b-character')
    >>> post_key("b", "character", 2)
    'b-character-2'
    """
    if role == "unit":
        return f"{side}{number + 1}"
    return f"{side}-character" + (f"-{number}" if number > 1 else "")


def numbered(those: Iterable[tuple[Side, Role]]) -> list[int]:
    """Return the number of each among those of his side and role, from 1.

    Examples
    --------
    >>> numbered([("a", "unit"), ("b", "character"), ("b", "character")])
    [1, 1, 2]
    """
    counts: Counter[tuple[Side, Role]] = Counter()
    found = []
    for one in those:
        counts[one] += 1
        found.append(counts[one])
    return found


def side_of(key: str) -> Side:
    """Return the side of a post by its key."""
    return "a" if key.startswith("a") else "b"


def first_place(side: Side, role: Role) -> Side:
    """Return the unit that a unit touches, or a character joins, if nothing is said."""
    return OTHER[side] if role == "unit" else side


@dataclass(frozen=True, slots=True)
class Post(Generic[U]):
    """A unit or a character at its place.

    Parameters
    ----------
    key : str
        Units ``a``, ``a2``, ``a3``, ``b``, ``b2``; characters ``a-character``,
        ``a-character-2`` by their side.
    unit : U
        As its game's odds read it.
    side : {"a", "b"}
    role : {"unit", "character"}
    joins : str
        Of a character: the key of his unit; "" for a unit.
    touches : str
        The key of the enemy unit that it touches; "" of a character: as his unit does.
    answers : mapping
        To the questions about it alone; those about A and B stand in the situation.
    """

    key: str
    unit: U
    side: Side
    role: Role = "unit"
    joins: str = ""
    touches: str = ""
    answers: Settled = field(default_factory=dict)


def signs_of(posts: Iterable[Post[Any]]) -> tuple[int, ...]:
    """Return 1 for each post of side A, and -1 for each of B."""
    return tuple(1 if post.side == "a" else -1 for post in posts)


def with_unit(post: Post[Any], unit: V) -> Post[V]:
    """Return a post with its fighter as the odds of a game read him."""
    return Post(
        post.key, unit, post.side, post.role, post.joins, post.touches, post.answers
    )


def unless_no(post: Post[U], key: str) -> Post[U]:
    """Return a post without an answer that is no, or none: as if it were not asked.

    A question that came later chooses no other dice so, where nobody says yes to it.
    """
    said = {one: answer for one, answer in post.answers.items() if answer or one != key}
    return replace(post, answers=said)


def answers_about(kind: type[N], post: Post[Any], of_side: AnswerValue) -> N:
    """Return the answers about a post; about A and B those of the whole side.

    Parameters
    ----------
    kind : type
        Dataclass of the answers about a post.
    post : Post
    of_side : dataclass
        The answers about its side.
    """
    if post.key in SIDES:
        told = {name: getattr(of_side, name) for name in of_side.__dataclass_fields__}
        return kind(**told)
    return read_answers(kind, post.answers)


def posts_of(match_up: MatchUp, kind: MatchUpKind) -> tuple[Post[Further], ...]:
    """Return the posts of all further fighters, checked, with their answers settled.

    Raises
    ------
    MatchUpError
        If the kind takes none, if there are too many, or if one joins or touches
        somebody who is not there; it names the place.
    """
    if match_up.further and not kind.takes_further:
        raise MatchUpError("/further", f"{kind.name} takes nobody but A and B")
    if not match_up.further:
        return ()
    for place, one in enumerate(match_up.further):
        if not kind.asked_of(one.role, one.side):
            text = f"{kind.name} takes no {one.role} beside A and B"
            raise MatchUpError(f"/further/{place}/role", text)
    roles = [(one.side, one.role) for one in match_up.further]
    keys = [
        post_key(*one, number)
        for one, number in zip(roles, numbered(roles), strict=True)
    ]
    units = {*SIDES} | {
        key for key, (_, role) in zip(keys, roles, strict=True) if role == "unit"
    }
    found = tuple(
        _post(one, place, key, units, kind)
        for place, (key, one) in enumerate(zip(keys, match_up.further, strict=True))
    )
    _refuse_crowds(found, kind.most_units)
    _refuse_apart(found)
    return found


def _post(
    one: Further, place: int, key: str, units: set[str], kind: MatchUpKind
) -> Post[Further]:
    where = f"/further/{place}"
    is_unit, first = one.role == "unit", first_place(one.side, one.role)
    joins = "" if is_unit else one.joins or first
    touches = one.touches or (first if is_unit else "")
    for name, word, side in (
        (joins, "joins", one.side),
        (touches, "touches", OTHER[one.side]),
    ):
        known = sorted(unit for unit in units if side_of(unit) == side)
        if name and name not in known:
            raise MatchUpError(f"{where}/{word}", f"expected one of {', '.join(known)}")
    if not is_unit and one.fighter.models != 1:
        models = so_many(one.fighter.models, "model")
        text = f"a character is one model, {clause(one.fighter.name, 'has')} {models}"
        raise MatchUpError(f"{where}/fighter", text)
    if is_unit and one.joins:
        raise MatchUpError(f"{where}/joins", "a unit joins none")
    answers = settle(
        kind.asked_of(one.role, one.side), one.situation, f"{where}/situation"
    )
    return Post(key, one, one.side, one.role, joins, touches, answers)


def _refuse_crowds(posts: Sequence[Post[Further]], most_units: int) -> None:
    """Refuse more units of a side, or characters of a unit, than are worked out."""
    units = [post.side for post in posts if post.role == "unit"]
    if any(units.count(side) >= most_units for side in SIDES):
        text = f"at most {most_units} units of a side are worked out"
        raise MatchUpError("/further", text)
    joined = [post.joins for post in posts if post.joins]
    if any(joined.count(key) > MOST_CHARACTERS for key in joined):
        text = f"at most {MOST_CHARACTERS} characters of a unit are worked out"
        raise MatchUpError("/further", text)


def _refuse_apart(posts: Sequence[Post[Further]]) -> None:
    """Refuse units that fight a combat of their own, apart from that of A and B."""
    links = contacts(posts)
    reached = {"a", "b"}
    for _ in links:
        reached |= {end for link in links if set(link) & reached for end in link}
    for place, post in enumerate(posts):
        if post.role == "unit" and post.key not in reached:
            text = "it would fight a combat of its own, apart from A and B"
            raise MatchUpError(f"/further/{place}/touches", text)


def posts_by_side(a: U, b: U, further: Iterable[Post[U]]) -> tuple[Post[U], ...]:
    """Return the posts of a combat: A, those beside A, B, those beside B."""
    posts = (Post("a", a, "a", touches="b"), Post("b", b, "b", touches="a"), *further)
    return tuple(sorted(posts, key=lambda post: (post.side, len(post.key))))


def links_of(
    posts: Sequence[Post[Any]], contact: Sequence[V], struck: Sequence[V]
) -> dict[tuple[int, int], V]:
    """Return where each unit is touched by each that touches it, A and B first.

    Parameters
    ----------
    posts : sequence of Post
    contact, struck : sequence
        By post: where a further unit touches its enemy, and where it is touched.
    """
    keys = [post.key for post in posts]
    a, b = keys.index("a"), keys.index("b")
    found = {(a, b): struck[a], (b, a): struck[b]}
    for own, post in enumerate(posts):
        if post.role == "unit" and post.key not in SIDES:
            foe = keys.index(post.touches)
            found.setdefault((foe, own), contact[own])
            found.setdefault((own, foe), struck[own])
    return found


@dataclass(frozen=True, slots=True)
class Encounter:
    """Units that meet, and the sides that have characters.

    Parameters
    ----------
    touching : tuple of (str, str)
        The units that touch, by their keys.
    characters : frozenset of {"a", "b"}
        The sides that have a character.
    """

    touching: tuple[tuple[str, str], ...] = (("a", "b"),)
    characters: frozenset[Side] = frozenset()

    def enemies_of(self, key: str) -> int:
        """Return how many enemy units a unit touches.

        Examples
        --------
        >>> encounter = Encounter((("a", "b"), ("a", "b2")))
        >>> encounter.enemies_of("a"), encounter.enemies_of("b2")
        (2, 1)
        """
        return len({frozenset(pair) for pair in self.touching if key in pair})

    def calls_for(self, question: Question, key: str) -> bool:
        """Return whether a question counts for a unit, by the enemies whom it meets.

        Parameters
        ----------
        question : Question
        key : str
            Of a unit; of a side for what is asked of both.
        """
        needed: dict[str, set[Side]] = {
            "": set(),
            "enemy": {OTHER[side_of(key)]},
            "both": {*SIDES},
        }
        some = needed[question.characters] <= self.characters
        return some and self.enemies_of(key) >= question.enemies


def encounter_of(posts: Sequence[Post[Any]]) -> Encounter:
    """Return the encounter of the posts of further fighters."""
    having = frozenset(post.side for post in posts if post.role == "character")
    return Encounter(contacts(posts), having)


def contacts(posts: Sequence[Post[U]]) -> tuple[tuple[str, str], ...]:
    """Return the pairs of units that touch, A's first: A and B, then further ones."""
    found: dict[tuple[str, str], None] = {("a", "b"): None}
    for post in posts:
        if post.role == "unit" and post.key not in SIDES:
            pair = (post.key, post.touches)
            found[pair if post.side == "a" else pair[::-1]] = None
    return tuple(found)
