"""Parts as army lists print them: "10+ Pikemen 6", "Great weapon 6, Shield 1 each".

A number before a name is how many models there may be, one behind it the price.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

PRICE = re.compile(
    r"(?P<name>.*\S)\s+\(?\+?(?P<points>\d{1,4}(\.\d{1,3})?)"
    r"(\s*(points?|pts?|crowns?|gc)\.?)?"
    r"(?P<each>\s*(each|(per|a|/)\s*model))?\)?",
    re.IGNORECASE,
)
IN_ARMY = re.compile(r"0\s?[-–]\s?(?P<many>\d{1,2})\s+(?P<rest>\S.*)")
SIZE = re.compile(
    r"(?P<least>\d{1,3})((?P<more>\+)|\s?[-–]\s?(?P<most>\d{1,3}))?\s+(?P<name>\D.*)"
)
BETWEEN = re.compile(r",\s+|;\s*")


@dataclass(frozen=True, slots=True)
class TypedPart:
    """A part as it was typed: its name, and what stood before and behind it.

    ``points`` is none without a price, paid for each model if ``each``; ``least`` and
    ``most`` are none where no size was typed, ``most`` also where it is open; so many
    units may be ``in_army``, none for any number.
    """

    name: str
    points: int | float | None = None
    each: bool = False
    least: int | None = None
    most: int | None = None
    in_army: int | None = None


def read_priced(text: str) -> TypedPart:
    """Return a name and the price behind it.

    Examples
    --------
    >>> read_priced("Shield +1 point per model")
    TypedPart(name='Shield', points=1, each=True, least=None, most=None, in_army=None)
    """
    found = PRICE.fullmatch(text)
    if found is None:
        return TypedPart(text)
    number = float(found["points"])
    points = int(number) if number.is_integer() else number
    return TypedPart(found["name"].rstrip(",:"), points, each=found["each"] is not None)


def read_unit(text: str, *, by_models: bool) -> TypedPart:
    """Return a unit's name, what stood around it, and how many an army may have.

    Examples
    --------
    >>> found = read_unit("0-1 10+ Oathguard 9", by_models=True)
    >>> found.name, found.in_army, found.least, found.points
    ('Oathguard', 1, 10, 9)
    """
    found = IN_ARMY.fullmatch(text)
    rest = text if found is None else found["rest"]
    typed = read_sized(rest) if by_models else read_priced(rest)
    return typed if found is None else replace(typed, in_army=int(found["many"]))


def read_sized(text: str) -> TypedPart:
    """Return a name, the size before it and the price of a model behind it.

    Examples
    --------
    >>> read_sized("10+ Pikemen 6")
    TypedPart(name='Pikemen', points=6, each=False, least=10, most=None, in_army=None)
    >>> read_sized("3 Gunners")
    TypedPart(name='Gunners', points=None, each=False, least=3, most=3, in_army=None)
    """
    priced = read_priced(text)
    found = SIZE.fullmatch(priced.name)
    if found is None:
        return priced
    least = int(found["least"])
    most = None if found["more"] else int(found["most"] or least)
    return TypedPart(found["name"], priced.points, priced.each, least, most)


def split_names(text: str, is_known: Callable[[str], bool]) -> Iterator[str]:
    """Yield the parts of a text with commas between, each once; a known name whole."""
    texts = [text] if is_known(text) else BETWEEN.split(text)
    found = {one.casefold(): one for text in texts if (one := text.strip())}
    yield from found.values() or (text,)
