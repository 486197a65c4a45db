"""Answers to a game's questions in an address: read from a query and written back.

An answer to the situation is named ``s.KEY``, a reading ``r.KEY``, and a question that
is asked of each side ``s.a.KEY`` and ``s.b.KEY``. Defaults are left out.
"""

from collections.abc import Iterable, Iterator, Mapping

from rulesets.combats import combat_of
from rulesets.game import Game
from rulesets.odds.match_up import Choice, Question
from rulesets.odds.settings import MatchUpKind

Answer = str | int | bool
SITUATION, READING = "s", "r"
YES_NO = (Choice("yes", "Yes"), Choice("no", "No"))


class QueryError(ValueError):
    """A query that asks nothing that can be answered; names its field."""

    def __init__(self, field: str, text: str) -> None:
        super().__init__(f"{field}: {text}")
        self.field = field
        self.text = text


def names(prefix: str, question: Question) -> tuple[tuple[str, str], ...]:
    """Return (name in the query, key of the answer) of a question."""
    if not question.side:
        return ((f"{prefix}.{question.key}", question.key),)
    return tuple(
        (f"{prefix}.{side}.{question.key}", f"{side}.{question.key}") for side in "ab"
    )


def asked(game: Game, kind: MatchUpKind) -> Iterator[tuple[str, str, str, Question]]:
    """Yield (prefix, name, key, question) of all that this kind asks, in order."""
    for prefix, questions in (
        (SITUATION, kind.situation),
        (READING, combat_of(game).readings),
    ):
        for question in questions:
            for name, key in names(prefix, question):
                yield prefix, name, key, question


def known_names(game: Game) -> set[str]:
    """Return every name that some kind of match-up of the game asks for."""
    return {
        name for kind in combat_of(game).kinds for _, name, _, _ in asked(game, kind)
    }


def read_answers(
    game: Game, kind: MatchUpKind, query: Mapping[str, str]
) -> tuple[dict[str, Answer], dict[str, Answer]]:
    """Return the situation and the readings that differ from their defaults.

    Raises
    ------
    QueryError
        If an answer is none of those that its question allows.
    """
    parts: dict[str, list[tuple[str, str, Question]]] = {SITUATION: [], READING: []}
    for prefix, name, key, question in asked(game, kind):
        parts[prefix].append((name, key, question))
    return answers_given(parts[SITUATION], query), answers_given(parts[READING], query)


def answers_given(
    questions: Iterable[tuple[str, str, Question]], query: Mapping[str, str]
) -> dict[str, Answer]:
    """Return the answers that differ from their defaults, by key.

    Each question comes with its name in the query and the key of its answer.

    Raises
    ------
    QueryError
        If an answer is none of those that its question allows.
    """
    found = {}
    for name, key, question in questions:
        if text := query.get(name, ""):
            answer = _read(name, question, text)
            if answer != question.default:
                found[key] = answer
    return found


def _read(name: str, question: Question, text: str) -> Answer:
    if question.choices:
        return _one_of(name, question.choices, text)
    if isinstance(question.default, bool):
        return _one_of(name, YES_NO, text) == "yes"
    if isinstance(question.default, int):
        return read_number(name, text, question.low, question.high)
    return text


def _one_of(name: str, choices: Iterable[Choice], text: str) -> str:
    keys = [choice.key for choice in choices]
    if text not in keys:
        wanted = ", ".join(keys)
        raise QueryError(name, f"expected one of {wanted}, found “{text[:40]}”.")
    return text


def read_number(name: str, text: str, low: int | None, high: int | None) -> int:
    """Return a whole number of a query within its bounds, both included."""
    digits = text.strip().removeprefix("-")
    number = (
        int(text) if digits.isascii() and digits.isdigit() and len(text) < 9 else None
    )
    if (
        number is None
        or (low is not None and number < low)
        or (high is not None and number > high)
    ):
        bounds = _bounds(low, high)
        found = text[:40]
        raise QueryError(name, f"expected {bounds}, found “{found}”.")
    return number


def _bounds(low: int | None, high: int | None) -> str:
    if low is not None and high is not None:
        return f"a whole number from {low} to {high}"
    if low is not None:
        return f"a whole number, at least {low}"
    if high is not None:
        return f"a whole number, at most {high}"
    return "a whole number"


def answer_text(answer: Answer) -> str:
    """Return an answer as it stands in a query."""
    if isinstance(answer, bool):
        return "yes" if answer else "no"
    return str(answer)


def query_pairs(
    game: Game,
    kind: MatchUpKind,
    situation: Mapping[str, Answer],
    readings: Mapping[str, Answer],
) -> tuple[tuple[str, str], ...]:
    """Return the answers as pairs of a query, in the order in which they are asked."""
    given = {SITUATION: situation, READING: readings}
    return tuple(
        (name, answer_text(given[prefix][key]))
        for prefix, name, key, _ in asked(game, kind)
        if key in given[prefix]
    )
