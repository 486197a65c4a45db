"""Cards of a unit's attacks on a target, as the builder shows them."""

import re
from dataclasses import dataclass

from django.utils.safestring import SafeString

from armybuilder.armies.odds.figures import few_tails
from armybuilder.matchups.charts import small_bars
from armybuilder.matchups.result import Figure
from rulesets.core.percent import percent
from rulesets.odds.answer import NotModelled, Preview, Step


@dataclass(frozen=True, slots=True)
class PreviewCard:
    """One way of attacking: its rolls, its wounds, and small bars."""

    key: str
    name: str
    rolled: str
    needs: tuple[Figure, ...]
    expected: str
    bars: SafeString | None
    none: str
    others: tuple[Figure, ...]
    steps: tuple[Step, ...]
    left_out: tuple[NotModelled, ...]
    no_dice: tuple[str, ...]
    notes: tuple[str, ...]


def preview_cards(
    address: str, previews: tuple[Preview, ...]
) -> tuple[PreviewCard, ...]:
    """Return a card for each way of attacking of the side at an address.

    The address makes the drawings' ids unique on a page with many of them.
    """
    name = re.sub("[^A-Za-z0-9]+", "-", address)
    return tuple(_card(f"bars-{name}-{preview.key}", preview) for preview in previews)


def _card(name: str, preview: Preview) -> PreviewCard:
    tails = preview.wounds.at_least()
    shown = few_tails(tails)
    title = f"{preview.name}: chance of at least so many wounds"
    return PreviewCard(
        key=preview.key,
        name=preview.name,
        rolled=preview.rolled(),
        needs=tuple(
            Figure(need.label, f"{need.text()} ({percent(need.chance)})")
            for need in preview.needs
        ),
        expected=f"{preview.wounds.expected():.2f}",
        bars=small_bars(name, title, shown) if shown else None,
        none=percent(preview.wounds.chances[0]),
        others=tuple(
            Figure(one.label, f"{one.expected():.2f} {one.unit}")
            for one in preview.distributions.values()
        ),
        steps=preview.trace,
        left_out=preview.not_modelled,
        no_dice=tuple(one.rule for one in preview.no_dice),
        notes=preview.notes,
    )
