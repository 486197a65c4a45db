"""What a new warband may keep in store: what its own lists sell, and what is common."""

import json
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

from rulesets.libraries import whole_document
from tests.real_books import BOOKS
from tests.rulesets.games.mordheim.warbands import (
    WARBANDS,
    codes,
    hero,
    judged,
)

ARMOURY = "mordheim-armoury"


@cache
def document(key: str) -> Any:
    text = (BOOKS / f"{key}.json").read_text(encoding="utf-8")
    return whole_document(json.loads(text))


def rare_goods() -> list[str]:
    """Return what the sources print with a rarity, and a price for itself."""
    made = {"gromril-weapon", "ithilmar-weapon", "obsidian-weapon"}
    return [
        item["key"]
        for item in document(ARMOURY)["items"]
        if item.get("stats", {}).get("rarity") and item["key"] not in made
    ]


def options(book: Any, slot: Any) -> Iterator[Any]:
    """Yield what a slot of a book's document offers to a new warband."""
    lists = {one["key"]: one["options"] for one in book.get("lists", ())}
    for option in slot.get("options", lists.get(slot.get("list"), ())):
        key = option.get("item", option.get("key"))
        left_out = key not in slot.get("only", (key,)) or key in slot.get("except", ())
        if not left_out and "campaign-only" not in option.get("tags", ()):
            yield option


def items(book: Any, part: Any) -> Iterator[str]:
    for slot in part.get("slots", ()):
        for option in options(book, slot):
            yield option.get("item", "")
            yield from items(book, option)
    models = part.get("models")
    for model in models if isinstance(models, list) else ():
        yield from items(book, model)


def sold_by(warband: str) -> set[str]:
    """Return what the lists of a warband sell before its first game, as documents."""
    book = document(warband)
    return {item for one in book["units"] for item in items(book, one)}


@pytest.mark.parametrize("warband", WARBANDS)
def test_a_new_warband_keeps_no_rare_goods_but_those_of_its_own_lists(
    warband: str, covered: Callable[[int, str], None]
) -> None:
    """Sweep: every thing with a rarity in the store of every warband."""
    goods, known = rare_goods(), sold_by(warband)
    name = warband.removeprefix("mordheim-")
    fighter = document(warband)["units"][0]["key"]
    refused: set[str] = set()
    for some in (goods[:150], goods[150:]):
        now = judged(name, hero(fighter), stash=tuple(some), limit=100_000)
        marks = {m for s in now.messages if s.code == "campaign-only" for m in s.marks}
        store = now.forces[1].units
        refused |= {line.entry for line in store if line.path in marks}
    assert refused == set(goods) - known
    covered(len(goods), "rare goods in store")


@pytest.mark.parametrize("thing", ["sword", "rope-hook", "lantern", "pistol"])
def test_what_is_common_or_on_the_list_may_be_kept(thing: str) -> None:
    now = judged("reikland", hero("captain"), stash=(thing,), limit=500)
    assert "campaign-only" not in codes(now)


def test_a_running_campaign_keeps_what_it_found() -> None:
    kept = ("elven-cloak", "crossbow-pistol", "lucky-charm")
    new = judged("reikland", hero("captain"), stash=kept, limit=900)
    running = judged("reikland", hero("captain"), stash=kept, switches=("campaign",))
    assert "campaign-only" in codes(new)
    assert "campaign-only" not in codes(running)


@pytest.mark.parametrize(("warband", "rare"), [("reikland", True), ("dwarfs", False)])
def test_an_axe_of_gromril_is_rare_but_for_dwarfs(warband: str, rare: bool) -> None:
    leader = document(f"mordheim-{warband}")["units"][0]["key"]
    axe = {"entry": "gromril-weapon", "selections": [{"entry": "axe"}]}
    now = judged(warband, hero(leader), stash=(axe,), limit=500)
    assert ("campaign-only" in codes(now)) is rare
    assert "unknown-entry" not in codes(now)
