"""The open options of a unit as the builder shows them, and how they are changed."""

from collections.abc import Iterator
from typing import Any

from django.test import Client

from armybuilder.armies.builder import Builder, ForceCard
from armybuilder.armies.controls import Control, Group, Panel
from armybuilder.armies.models import Army
from armybuilder.armies.unit_card import UnitCard
from rulesets.reviews.review import Line
from tests.armybuilder.armies.books import now
from tests.armybuilder.armies.builder_forms import address

BAND, CAPTAIN = "f1/b1", "f1/c1"


def page(client: Client, army: Army, unit: str = "") -> Any:
    return client.get(address(army), {"unit": unit} if unit else {})


def builder(client: Client, army: Army, unit: str = "") -> Builder:
    shown: Builder = page(client, army, unit).context["builder"]
    return shown


def opened(client: Client, army: Army, unit: str) -> UnitCard:
    """Return the open unit."""
    found = builder(client, army, unit).open
    assert found is not None
    return found


def shop(client: Client, army: Army) -> ForceCard:
    """Return the first force with its offers, as the open shop shows them."""
    shown: Builder = client.get(address(army), {"add": "1"}).context["builder"]
    return shown.forces[0]


def panel(client: Client, army: Army, unit: str) -> Panel:
    """Return the open options of a unit."""
    found = opened(client, army, unit).panel
    assert found is not None
    return found


def group(shown: Panel, title: str) -> Group:
    return next(group for group in shown.groups if group.title == title)


def controls(shown: Panel) -> Iterator[Control]:
    """Yield every control of a panel, those below others among them."""
    for one in (control for group in shown.groups for control in group.controls):
        yield one
        if one.panel is not None:
            yield from controls(one.panel)


def control(shown: Panel, label: str) -> Control:
    return next(one for one in controls(shown) if one.label == label)


def post(client: Client, army: Army, **fields: Any) -> Any:
    answer = client.post(address(army, "edit"), {"revision": army.revision, **fields})
    army.refresh_from_db()
    return answer


def choose(client: Client, army: Army, unit: str, **fields: Any) -> Any:
    return post(client, army, options=unit, **fields)


def press(client: Client, army: Army, edits: str) -> None:
    assert post(client, army, edits=edits).status_code == 302


def fighters(army: Army) -> list[tuple[int, list[str]]]:
    """Return the groups of the band: how many, and what was bought for each."""
    band = now(army).forces[0].units[0]
    return [
        (part.count, [choice.entry for choice in part.lines])
        for part in band.lines
        if part.entry == "fighter"
    ]


def line(army: Army, path: str) -> Line:
    found = now(army).line(path)
    assert found is not None
    return found
