"""Special rules and figures of equipment in words, the same on every page."""

from dataclasses import dataclass

from rulesets.books.book import Book
from rulesets.combats import status_of
from rulesets.core.values import Gear, RuleUse, Scalar
from rulesets.game import Game


@dataclass(frozen=True, slots=True)
class RuleText:
    """A special rule as a unit carries it: `Armour Piercing (2)`.

    `status` is what the odds make of it, "" where nobody knows the rule.
    """

    key: str
    name: str
    title: str
    summary: str
    source: str
    status: str


def rule_text(game: Game, book: Book | None, use: RuleUse) -> RuleText:
    """Return a rule in words: the book's own where it has some, else the game's."""
    own = book.rules.get(use.key) if book is not None else None
    printed = game.rules.get(use.key)
    known = own or printed
    name = known.name if known else use.key.replace("-", " ").capitalize()
    return RuleText(
        key=use.key,
        name=name,
        title=name if use.x is None else _with_x(name, use.x),
        summary=known.summary if known else "",
        source=known.source if known else "",
        status=status_of(game, use.key, own) if known else "",
    )


def _with_x(name: str, x: int) -> str:
    return name.replace("(X)", f" ({x})") if "(X)" in name else f"{name} ({x})"


def gear_figures(game: Game, gear: Gear) -> str:
    """Return the figures of a piece of equipment: `range 36″, push of each hit 2″`."""
    return ", ".join(
        _figure(_label(game, key), value)
        for key, value in gear.stats.items()
        if value is not None
    )


def _label(game: Game, key: str) -> str:
    stat = game.item_stats.get(key)
    return key if stat is None else stat.label or stat.name


def _figure(label: str, value: Scalar) -> str:
    """Return `range 18″` for the label `Range [inches]`; other units in full.

    `Strength +…` says where the figure stands; words before a colon are for forms.
    """
    if "…" in label:
        return label.rpartition(": ")[2].replace("…", _figure_text(value))
    name, _, unit = label.rstrip("]").partition(" [")
    said = (
        f"{value}″"
        if unit.startswith("inch")
        else f"{_figure_text(value)} {unit}".strip()
    )
    return f"{name.lower()} {said}"


def _figure_text(value: Scalar) -> str:
    """Return a figure in words: `as user +1` for the user's own and one more."""
    text = str(value)
    if not text.startswith("user"):
        return text
    more = text.removeprefix("user").strip().replace("-", "−")
    return f"as user {more}".strip()
