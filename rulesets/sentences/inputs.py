"""Numbers that are typed into blanks."""

import re
from collections.abc import Callable, Mapping

from rulesets.sentences.sentence import Value

NUMBER = re.compile(r"[+-]?\d{1,6}(\.\d{1,3})?")
SIGNS = str.maketrans({"−": "-", "–": "-", ",": "", "%": "", " ": ""})
MOST_TEXT = 40
"""Most characters of a text in a blank."""


class TypedError(ValueError):
    """Something typed or chosen that fills no such blank; in words."""


def read_number(text: str) -> int | float:
    """Return a number that was typed; raises TypedError where it is none."""
    plain = text.translate(SIGNS)
    if not NUMBER.fullmatch(plain):
        raise TypedError(f"“{text[:MOST_TEXT]}” is no number")
    number = float(plain)
    if abs(number) > MOST:
        raise TypedError("that number is too large")
    return int(number) if number.is_integer() else number


MOST = 100_000


def _size(text: str) -> int | float:
    number = abs(read_number(text))
    if not number:
        raise TypedError("type a number above 0")
    return number


def _negative(text: str) -> int | float:
    return -_size(text)


def _share(text: str) -> int | float:
    number = read_number(text)
    if not 0 < number < 100:
        raise TypedError("type a number between 0 and 100")
    return round(number / 100, 6)


def _pips(text: str) -> int | float:
    return read_number(text.strip().removesuffix("+"))


def _level(text: str) -> int | str:
    plain = text.lower().removesuffix("+").removeprefix("+")
    return plain if plain in ("x", "-x") else int(read_number(plain))


READERS: Mapping[str, Callable[[str], Value]] = {
    **dict.fromkeys(("n", "low", "high", "number", "times", "step"), read_number),
    **dict.fromkeys(("least", "most"), read_number),
    **dict.fromkeys(("every", "worse", "more"), _size),
    **dict.fromkeys(("better", "less"), _negative),
    **dict.fromkeys(("bonus", "level", "success", "face"), _level),
    **{"share": _share, "pips": _pips, "deep": lambda _: False},
}
"""Readers of what is typed, by the blank or line."""
