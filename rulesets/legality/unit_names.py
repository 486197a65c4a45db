"""Names of units among equals, in messages and in fixes alike."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rulesets.legality.tree import Node
from rulesets.reviews.review import Line, Review

_ORDINALS = (
    *("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"),
    *("ninth", "tenth", "eleventh", "twelfth"),
)


@dataclass(frozen=True, slots=True)
class Titled:
    """Something with a title, at its path; ``models`` distinguish equals."""

    path: str
    title: str
    models: int = 0


def distinct_names(those: Iterable[Titled]) -> dict[str, str]:
    """Return the name of each of some equals by path.

    That is its own title where nothing else has it, else its number among those
    that do, with its models where it has several.

    Examples
    --------
    >>> mobs = [Titled("f1/a", "Orc Boyz", 20), Titled("f1/b", "Orc Boyz", 9)]
    >>> distinct_names([*mobs, Titled("f1/c", "Grak")])["f1/b"]
    'the second Orc Boyz (9 models)'
    """
    these = [*those]
    many = Counter(one.title for one in these)
    seen: Counter[str] = Counter()
    names: dict[str, str] = {}
    for one in these:
        names[one.path] = one.title
        if many[one.title] > 1:
            seen[one.title] += 1
            size = f" ({one.models} models)" if one.models > 1 else ""
            number = _ordinal(seen[one.title])
            names[one.path] = f"the {number} {one.title}{size}"
    return names


def _ordinal(number: int) -> str:
    if number <= len(_ORDINALS):
        return _ORDINALS[number - 1]
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{'th' if number % 100 in (11, 12, 13) else ending}"


def opening(text: str) -> str:
    """Return a text that may begin with `the second …` as a sentence begins."""
    return f"T{text[1:]}" if text.startswith("the ") else text


def unit_name(unit: Node) -> str:
    """Return the name of a unit, or of a choice of a force, among its equals."""
    army = unit
    while army.parent is not None:
        army = army.parent
    if army.called is None:
        units = (other for force in army.children for other in force.children)
        titled = (Titled(one.path, one.name, one.all_models) for one in units)
        army.called = distinct_names(titled)
    return army.called.get(unit.path, unit.name)


class UnitNames:
    """The names of the lines of a review, each among its equals.

    What an army had before it was edited is called as it was.
    """

    def __init__(self, now: Review, before: "UnitNames | None" = None) -> None:
        self._known = _line_names(_units(now))
        if before is not None:
            self._known |= before._known
        self._lines = {line.path: line for line in now.lines()}

    def line(self, line: Line) -> str:
        """Return the name of a line among those beside it."""
        above = self._lines.get(line.path.rpartition("/")[0])
        if line.path not in self._known and above is not None:
            self._known |= _line_names(above.lines)
        return self._known.get(line.path, line.title)

    def place(self, line: Line) -> str:
        """Return a line with its unit before it: `Falmer Warriors, Raid Leader`."""
        top = self._lines["/".join(line.path.split("/")[:2])]
        unit = opening(self.line(top))
        if line is top or line.title == top.title:
            return unit
        return f"{unit}, {self.line(line)}"


def _units(now: Review) -> Iterator[Line]:
    """Yield the units that count as the tree has them: forces of a book are one."""
    foreign = {m.where for m in now.messages if m.code == "other-game"}
    filled = [one for one in now.forces if one.units and one.id not in foreign]
    books = list(dict.fromkeys(force.book for force in filled))
    for force in sorted(filled, key=lambda force: books.index(force.book)):
        yield from force.units


def _line_names(lines: Iterable[Line]) -> dict[str, str]:
    return distinct_names(Titled(line.path, line.title, line.models) for line in lines)
