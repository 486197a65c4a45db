"""Words and figures of options and limits, the same on every page of armies."""

from collections.abc import Iterator

from rulesets.books.book import Entry
from rulesets.core.points import Points, points_text
from rulesets.core.subject import with_capital
from rulesets.core.values import Gear, Scalar
from rulesets.odds.match_up import Question
from rulesets.reviews.review import Line, Review


def bounds_text(count: Points, low: Points | None, high: Points | None) -> str:
    """Return how many there are of how many there may be: `1 of at most 2`."""
    is_now = points_text(count)
    if high is None:
        return f"{is_now} of at least {points_text(low)}" if low else ""
    if not low:
        return f"{is_now} of at most {points_text(high)}"
    if low == high:
        return f"{is_now} of {points_text(high)}"
    return f"{is_now} of {points_text(low)} to {points_text(high)}"


def answer_words(question: Question, answer: Scalar) -> str:
    """Return the answer to a question of a match-up in words."""
    if isinstance(answer, bool):
        return "yes" if answer else "no"
    if answer == 0 and question.help.startswith("0 "):
        return "as usual"
    labels = {choice.key: choice.label for choice in question.choices}
    return labels.get(str(answer), str(answer))


def bought_text(line: Line) -> str:
    """Return a selection with its count, and in brackets its own selections."""
    inside = ", ".join(bought_text(part) for part in line.lines)
    return _counted(line, inside)


def chosen_text(line: Line) -> str:
    """Return a selection as `bought_text` does, without those shown as gear."""
    parts = (part for part in line.lines if not is_gear(part))
    return _counted(line, ", ".join(chosen_text(part) for part in parts))


def carried_text(unit: Line) -> str:
    """Return what was bought for a unit in short words: `Shield, War Banner`.

    Its usual models go without saying; those of another unit in it are counted.
    """
    return ", ".join(dict.fromkeys(_carried(unit)))


def _carried(line: Line) -> Iterator[str]:
    bodies = [part for part in line.lines if part.kind == "model" and part.count > 1]
    for part in line.lines:
        if part.kind == "unit":
            yield f"{part.models} {part.title}" if part.models > 1 else part.title
            continue
        if part.kind != "model":
            yield f"{part.count} {part.title}" if part.count > 1 else part.title
        elif part.count == 1:
            yield part.title
        elif len(bodies) > 1:
            yield f"{part.count} {part.title}"
        yield from _carried(part)


def is_gear(line: Line) -> bool:
    """Return whether a piece that models carry says all there is to say of a choice."""
    return not line.lines and any(
        is_named_alike(line.title, piece.name) and not piece.is_of_unit
        for piece in line.gear
    )


def _counted(line: Line, inside: str) -> str:
    counted = line.count > 1 or (line.kind == "model" and line.models > 0)
    count = f"{line.count} × " if counted else ""
    return f"{count}{line.title}{f' ({inside})' if inside else ''}"


def is_named_alike(title: str, piece: str) -> bool:
    """Return whether a choice is called as its gear is: `Shields`, `Shield`."""
    return title.lower() in (piece.lower(), f"{piece.lower()}s")


def piece_text(piece: Gear) -> str:
    """Return a piece of gear with how many of it one model has: `2 × Dagger`."""
    return piece.name if piece.count == 1 else f"{piece.count} × {piece.name}"


def price_text(entry: Entry, points: Points, bearers: int) -> str:
    """Return a price as it stands beside an option: `+2 a model = +30`."""
    by_model = entry.per == "model" and bearers > 1 and entry.points
    if by_model and entry.points * bearers == points:
        return f"{signed(entry.points)} a model = {signed(points)}"
    return signed(points)


def signed(points: Points) -> str:
    if points == 0:
        return "free"
    sign = "−" if points < 0 else "+"
    return f"{sign}{points_text(max(points, -points))}"


def points_over(now: Review, points: Points) -> Points:
    """Return by how many points more the limit is passed, 0 if it is not."""
    if now.left is None or points <= max(now.left, 0):
        return 0
    return points - max(now.left, 0)


def total_text(review: Review) -> str:
    """Return an army's points beside its limit: `490 of 500 points`."""
    currency = review.game.currency
    if review.limit is None:
        return currency.text(review.points)
    return f"{points_text(review.points)} of {currency.text(review.limit)}"


def without_name(title: str, text: str) -> str:
    """Return a text as a sentence without the name before it, said twice or not."""
    if not title:
        return text
    return with_capital(text.removeprefix(f"{title}: ").removeprefix(f"{title} "))
