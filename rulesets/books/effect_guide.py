"""The guide to effects that rules of books may have, as a Markdown page."""

from collections.abc import Iterable, Iterator

from rulesets.combats import combat_of
from rulesets.core.subject import with_capital
from rulesets.game import Game

_HEAD = """\
# Effects that rules of books may have

What a special rule of a book may say about dice, by game, with the words of its
document ([formats.md](formats.md#effects-on-dice)). A row is one change; its moments
are those that `when` and `unless` may name, and one that ends in a colon takes a word
behind it. `./run manage write_guides` writes this page.
"""


def effect_guide(games: Iterable[Game]) -> str:
    """Return the vocabulary of every game that counts effects of books."""
    parts = [_HEAD]
    for game in games:
        rows = [*_rows(game)]
        if rows:
            head = "| | `on` | `op` | `value` | `whose` | Moments |"
            lines = "\n".join((head, "| --- | --- | --- | --- | --- | --- |", *rows))
            parts.append(f"## {game.name}\n\n{lines}\n")
    return "\n".join(parts)


def _rows(game: Game) -> Iterator[str]:
    for one in combat_of(game).vocabulary.offered:
        whose = ", ".join(f"`{word}`" for word in one.whose)
        moments = ", ".join(f"`{word}`" for word in one.moments) or "at any time"
        name = with_capital(one.name)
        cells = (
            name,
            f"`{one.on}`",
            f"`{one.op}`",
            one.values.text,
            whose,
            moments,
        )
        yield f"| {' | '.join(cells)} |"
