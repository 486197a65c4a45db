"""A sentence with blanks, and a statement: a sentence whose blanks are filled.

A row of the table of sentences reads a part of a document and writes it back. What a
statement holds is all that the part says, but for its key, title, source and words.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

Value = Any
"""The filling of a blank: a number, a text, none (a dash), a tuple of targets, a
special rule as documents write it, a statement, or a tuple of statements."""

Path = tuple[str | int, ...]
"""The way to a blank of a statement: names of blanks and lines, and positions."""

BLANK = re.compile(r"\{(\w+)\}")

MONEY = "money"
"""The word of a text that is no blank: what the game calls its points."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A row of the table: a text with blanks, and a fragment with the same blanks.

    Parameters
    ----------
    key : str
        Stable, once in the table.
    part : str
        ``limit``, ``change``, ``condition``, ``when`` or ``where`` (conditions that are
        told so only there), ``amount``, ``term``, ``query``, ``whom`` or ``effect``.
    text : str
        Words of the author's voice; ``{name}`` is a blank, whose name is its kind.
    fragment : mapping
        What the document says: ``?name`` stands for a blank; the member ``...`` for
        all that a blank of several members, such as ``?whom``, says.
    summed : str
        The text where an amount that depends on the army fills a blank; "" if the same.
    is_ready : bool
        False for the plain grammar, which reads what no ready sentence does.
    """

    key: str
    part: str
    text: str
    fragment: Mapping[str, Any]
    summed: str = ""
    is_ready: bool = True

    @property
    def blanks(self) -> tuple[str, ...]:
        """Return the names of its blanks, in the order of the text."""
        return tuple(name for name in BLANK.findall(self.text) if name != MONEY)


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence with its blanks filled, and the lines under it.

    Parameters
    ----------
    sentence : Sentence
    blanks : mapping
        What fills each blank, by its name.
    lines : mapping
        What is said beside the sentence, by the member of the document: ``when`` and
        ``where`` (statements; of effects ``when`` and ``unless`` are moments), ``each``
        (targets), ``deep``, ``least``, ``most``, ``round``, ``group``. Only what is not
        the default.
    """

    sentence: Sentence
    blanks: Mapping[str, Value] = field(default_factory=dict)
    lines: Mapping[str, Value] = field(default_factory=dict)

    @property
    def parts(self) -> dict[str, Value]:
        """Return what fills its blanks and its lines, by name; no name is in both."""
        return {**self.blanks, **self.lines}


def every_blank(statement: Statement) -> Iterator[tuple[Path, Value]]:
    """Yield every blank and line of a statement that holds no statement itself."""
    for name, value in statement.parts.items():
        if isinstance(value, Statement):
            yield from _below((name,), value)
        elif isinstance(value, tuple) and value and isinstance(value[0], Statement):
            for index, one in enumerate(value):
                yield from _below((name, index), one)
        else:
            yield (name,), value


def every_statement(statement: Statement) -> Iterator[Statement]:
    """Yield a statement and all that fill its blanks and lines."""
    yield statement
    for value in statement.parts.values():
        several = value if isinstance(value, tuple) else (value,)
        for one in several:
            if isinstance(one, Statement):
                yield from every_statement(one)


def filled(statement: Statement, path: Path, value: Value) -> Statement:
    """Return a statement with another value in one blank or line.

    The sentence stays, though another row may say it better: read it anew for that.

    Raises
    ------
    KeyError
        If the statement has no such blank.
    """
    name, *rest = path
    if name not in statement.parts:
        raise KeyError(name)
    held = statement.parts[str(name)]
    if rest and isinstance(held, tuple):
        index, *rest = rest
        one = filled(held[int(index)], tuple(rest), value) if rest else value
        value = (*held[: int(index)], one, *held[int(index) + 1 :])
    elif rest:
        value = filled(held, tuple(rest), value)
    if name in statement.blanks:
        return replace(statement, blanks={**statement.blanks, str(name): value})
    return replace(statement, lines={**statement.lines, str(name): value})


def _below(path: Path, statement: Statement) -> Iterator[tuple[Path, Value]]:
    for below, value in every_blank(statement):
        yield (*path, *below), value
