"""Packs of events: the game's rules hold beside them, and what they name is there."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rulesets.books.bookshelf import BookFolder
from rulesets.core.query import ADDED, WRITTEN
from rulesets.documents.json import parse
from rulesets.games import GAMES
from rulesets.legality import review
from rulesets.packs.event_pack import read_event_pack
from rulesets.packs.pack import PackError
from rulesets.packs.pack_checks import check_pack, pack_slips
from tests.real_books import FIXTURES
from tests.rulesets.books.test_sample_armies import (
    FILES,
    books_of,
    sample_armies,
)

BOOKSHELF = BookFolder(FIXTURES / "books")
EVENTS = sorted((FIXTURES / "packs").glob("*.json"))
ILLEGAL = sorted((FIXTURES / "illegal-armies").glob("*.json"))
RULE = {"key": "house-rule", "title": "Few units", "of": "kind:unit", "max": 200}


def pack(game: str = "charge", **more: Any) -> dict[str, Any]:
    return {
        "format": "armybuilder.pack/1",
        "key": "spring-open",
        "name": "Spring Open",
        "game": game,
        "limits": [RULE],
        **more,
    }


# -- the game's own rules -----------------------------------------------------------


@pytest.mark.sweep(20)
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_under_one_house_rule_an_army_is_as_it_is_without(path: Path) -> None:
    """Every sample army of every book, judged by its game and by a pack of one rule."""
    tests = sample_armies(path)
    books = books_of(tests)
    for army in tests.armies:
        house = read_event_pack(pack(army.roster.game))
        alone, together = (review(army.roster, books, rules) for rules in (None, house))
        assert together.messages == alone.messages
        assert together.points == alone.points
        titles = {ruling.title for ruling in together.rulings}
        assert titles == {ruling.title for ruling in alone.rulings} | {"Few units"}


def test_a_rule_is_replaced_by_its_name_alone() -> None:
    game = GAMES["warhammer"].pack
    one_core = {"key": "core", "title": "Core", "of": "#core", "min": 1}
    taken = read_event_pack(
        pack("warhammer", limits=[RULE, one_core], replaces=["core", "rare"])
    )
    before = [limit.key for limit in game.limits]
    after = [limit.key for limit in taken.limits]
    assert after == [*(key for key in before if key != "rare"), "house-rule"]
    assert taken.limits[after.index("core")].title == "Core"
    assert taken.limits[after.index("core")].source == "Spring Open"


def test_all_of_the_games_rules_are_replaced_by_the_name_of_its_pack() -> None:
    own = GAMES["charge"].pack
    taken = read_event_pack(pack(replaces=[own.key]))
    assert [limit.key for limit in taken.limits] == ["house-rule"]


@pytest.mark.parametrize(
    ("changed", "where", "said"),
    [
        ({"game": "chess"}, "/game", "'chess' is none of charge, mordheim"),
        (
            {"replaces": ["corre"]},
            "/replaces/0",
            "no rule 'corre'; did you mean 'core'",
        ),
        ({"limits": [{**RULE, "key": "core"}]}, "/limits/0/key", "name it in replaces"),
        ({"key": "warhammer-composition"}, "/key", "give yours another key"),
        (
            {"limits": [RULE, {**RULE, "of": "#core"}]},
            "/limits/1/key",
            "the key 'house-rule' stands at /limits/0 too$",
        ),
        (
            {"switches": [{"key": "house-rule", "title": "Rain"}]},
            "/switches/0/key",
            "the key 'house-rule' stands at /limits/0 too",
        ),
        (
            {"limits": [RULE, {**RULE, "key": "few", "min": 300}]},
            "/limits/1/min",
            "Few units: at least 300, but at most 200$",
        ),
        ({"limits": [{**RULE, "max": -1}]}, "/limits/0/max", "Few units: at most -1$"),
        (
            {"limits": [RULE, {**RULE, "min": 300}, RULE]},
            "/limits/1/key",
            r"\(and 2 more such\)$",
        ),
        ({"editions": "sometimes"}, "/editions", "expected"),
        ({"editions": "2026-02-30"}, "/editions", "expected any, newest, or a day"),
    ],
)
def test_what_cannot_be_meant_is_refused_at_its_place(
    changed: dict[str, Any], where: str, said: str
) -> None:
    with pytest.raises(PackError, match=said) as refused:
        read_event_pack({**pack("warhammer"), **changed})
    assert refused.value.where == where


@pytest.mark.parametrize("key", GAMES)
def test_the_games_own_pack_can_be_read_and_changed(key: str) -> None:
    """Whoever downloads it and gives it a key of his own has the same rules."""
    own = GAMES[key].pack
    document = {**own.document, "key": "mine", "replaces": [own.key]}
    mine = read_event_pack(document)
    assert {limit.origin for limit in mine.limits} == {ADDED}
    limits = tuple(replace(limit, origin=WRITTEN) for limit in mine.limits)
    assert replace(mine, key=own.key, replaces=(), limits=limits) == own
    check_pack(mine, BOOKSHELF.newest_books(key).values())


# -- what a pack names --------------------------------------------------------------


@pytest.mark.parametrize("path", EVENTS, ids=lambda path: path.stem)
def test_a_pack_of_the_project_names_what_there_is(path: Path) -> None:
    event = read_event_pack(parse(path.read_bytes()))
    check_pack(event, BOOKSHELF.newest_books(event.game).values())


@pytest.mark.parametrize(
    ("part", "where", "said"),
    [
        ({"of": "#corr"}, "/limits/0/of", "'#corr' finds nothing .* mean '#core'"),
        ({"of": ["#core", "rule:fier"]}, "/limits/0/of/1", "'rule:fier' finds nothing"),
        ({"in": "unti"}, "/limits/0/in", "'unti' is no place .* mean 'unit'"),
        ({"each": "kind:unnit"}, "/limits/0/each", "did you mean 'kind:unit'"),
        ({"count": "highest:xx"}, "/limits/0/count", "'xx' is no characteristic"),
        (
            {"when": {"all": [{"of": "#core", "at_least": 1}, {"switch": "rian"}]}},
            "/limits/0/when/all/1/switch",
            "'rian' is no switch",
        ),
        (
            {"max": {"terms": [{"of": "lordd"}]}},
            "/limits/0/max/terms/0/of",
            "'lordd' finds nothing",
        ),
    ],
)
def test_what_nothing_answers_to_is_an_error_at_its_place(
    part: dict[str, Any], where: str, said: str
) -> None:
    event = read_event_pack(pack("warhammer", limits=[{**RULE, **part}]))
    with pytest.raises(PackError, match=said) as refused:
        check_pack(event, BOOKSHELF.newest_books("warhammer").values())
    assert refused.value.where == where


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"change": "max:charracters", "op": "add", "value": 1}, "/changes/0/change"),
        ({"change": "figure:speed", "op": "add", "value": 1}, "/changes/0/change"),
        ({"change": "gear", "op": "add", "value": "jetpack"}, "/changes/0/value"),
        ({"change": "points", "op": "add", "value": 1, "to": "orx"}, "/changes/0/to"),
    ],
)
def test_a_change_of_what_is_not_there_is_an_error(
    change: dict[str, Any], where: str
) -> None:
    event = read_event_pack(pack("warhammer", changes=[change]))
    slips = [*pack_slips(event, BOOKSHELF.newest_books("warhammer").values())]
    assert [slip.where for slip in slips] == [where]


def named(value: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the place of every target and scope of a document."""
    if isinstance(value, dict):
        for key, part in value.items():
            if key in ("of", "to", "each", "in"):
                several = enumerate(part) if isinstance(part, list) else [(None, part)]
                yield from ((*place, key, index) for index, _ in several)
            else:
                yield from named(part, (*place, key))
    elif isinstance(value, list):
        for index, part in enumerate(value):
            yield from named(part, (*place, index))


@pytest.mark.sweep(4)
@pytest.mark.parametrize("key", GAMES)
def test_a_slip_of_the_pen_anywhere_in_a_games_pack_is_found(key: str) -> None:
    own = GAMES[key].pack
    books = [*BOOKSHELF.newest_books(key).values()]
    places = [*named(own.document)]
    assert len(places) > 1
    for *way, last, index in places:
        # Parts that the game's own document shares are apart in this copy.
        document = json.loads(json.dumps(own.document))
        document |= {"key": "x", "replaces": [own.key]}
        at: Any = document
        for step in way:
            at = at[step]
        if index is None:
            at[last] = f"{at[last]}-slip" if at[last] != "*" else "slip"
        else:
            at[last][index] = f"{at[last][index]}-slip"
        slips = [*pack_slips(read_event_pack(document), books)]
        place = ("", *way, last, *([] if index is None else [index]))
        assert ["/".join(map(str, place))] == [s.where for s in slips]


def test_of_very_many_slips_only_the_one_that_is_told_is_looked_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What may have been meant takes milliseconds to find, and a pack holds 80,000."""
    asked: list[str] = []

    def near(word: str, *more: Any) -> str:
        asked.append(word)
        return ""

    monkeypatch.setattr("rulesets.packs.pack_checks.did_you_mean", near)
    names = [f"nobody-{number}" for number in range(100)]
    limits = [{**RULE, "key": f"k{number}", "of": names} for number in range(5)]
    event = read_event_pack(pack("warhammer", limits=limits))
    with pytest.raises(PackError, match="and 499 more such"):
        check_pack(event, BOOKSHELF.newest_books("warhammer").values())
    assert asked == ["nobody-0"]
