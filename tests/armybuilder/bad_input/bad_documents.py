"""Documents and texts that must be refused, each with the place that is wrong.

A row is (what is wrong, the document, the place as a JSON pointer).
"""

import json
from typing import Any

FORCE = {"id": "f1", "book": "charge-skaven", "edition": 1, "units": []}
UNIT = {"id": "s1", "entry": "ratmen"}
HUGE = 10**30

UNREADABLE: dict[str, bytes] = {
    "nothing": b"",
    "blanks": b" \n\t ",
    "half a document": b'{"format": "armybuilder.roster/1", ',
    "two documents": b"{}{}",
    "not UTF-8": b'{"name": "\xff\xfe"}',
    "UTF-16": '{"name": "x"}'.encode("utf-16"),
    "a picture": b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR",
    "a page": b"<!DOCTYPE html><script>alert(1)</script>",
    "XML with an entity": b'<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a/>',
    "not a number": b'{"limit": NaN}',
    "infinity": b'{"limit": -Infinity}',
    "1e400": b'{"limit": 1e400}',
    "ten thousand digits": b'{"limit": ' + b"9" * 10_000 + b"}",
    "a key twice": b'{"name": "a", "name": "b"}',
    "a NUL": rb'{"name": "a\u0000b"}',
    "half a surrogate pair": rb'{"name": "a\ud83d"}',
    "half a surrogate pair in a key": rb'{"\udc00": 1}',
    "nested arrays": b"[" * 500 + b"]" * 500,
    "very deeply nested arrays": b"[" * 200_000,
    "nested objects": b'{"a":' * 500 + b"1" + b"}" * 500,
}
"""What is no document of any kind; "/" is the place of all."""


def roster(**changes: Any) -> dict[str, Any]:
    return {
        "format": "armybuilder.roster/1",
        "game": "charge",
        "name": "Bad",
        "limit": 500,
        "forces": [FORCE],
        **changes,
    }


def of_units(*units: Any) -> dict[str, Any]:
    return roster(forces=[{**FORCE, "units": list(units)}])


def of_unit(**changes: Any) -> dict[str, Any]:
    return of_units({**UNIT, **changes})


def nested(levels: int) -> dict[str, Any]:
    selection: dict[str, Any] = {"id": "s0", "entry": "ratmen"}
    for level in range(1, levels):
        selection = {"id": f"s{level}", "entry": "ratmen", "selections": [selection]}
    return of_units(selection)


def without(key: str) -> dict[str, Any]:
    document = roster()
    del document[key]
    return document


F = "/forces/0"
U = "/forces/0/units/0"
ROSTERS: tuple[tuple[str, Any, str], ...] = (
    ("a number", 7, ""),
    ("a text", "roster", ""),
    ("an array", [roster()], ""),
    ("nothing at all", None, ""),
    ("an empty object", {}, ""),
    ("another format", roster(format="armybuilder.book/1"), "/format"),
    ("a later format", roster(format="armybuilder.roster/2"), "/format"),
    ("no format", without("format"), ""),
    ("no forces", without("forces"), ""),
    ("an unknown field", roster(points=499), ""),
    ("a prototype", roster(__proto__={"legal": True}), ""),
    ("an unknown game", roster(game="chess"), "/game"),
    ("a path as the game", roster(game="../../etc/passwd"), "/game"),
    ("no name", roster(name=""), "/name"),
    ("a name of objects", roster(name={"$ne": ""}), "/name"),
    ("a very long name", roster(name="x" * 100_000), "/name"),
    ("a negative limit", roster(limit=-1), "/limit"),
    ("a limit as text", roster(limit="500"), "/limit"),
    ("a limit of 400 digits", roster(limit=HUGE), "/limit"),
    ("forces as text", roster(forces="f1"), "/forces"),
    ("a thousand forces", roster(forces=[FORCE] * 1000), "/forces"),
    ("a force as text", roster(forces=["f1"]), F),
    ("a path as the book", roster(forces=[{**FORCE, "book": "../x"}]), f"{F}/book"),
    ("a book with a line end", roster(forces=[{**FORCE, "book": "x\n"}]), f"{F}/book"),
    ("edition 0", roster(forces=[{**FORCE, "edition": 0}]), f"{F}/edition"),
    ("edition as text", roster(forces=[{**FORCE, "edition": "1"}]), f"{F}/edition"),
    ("edition true", roster(forces=[{**FORCE, "edition": True}]), f"{F}/edition"),
    ("a huge edition", roster(forces=[{**FORCE, "edition": HUGE}]), f"{F}/edition"),
    ("units as an object", roster(forces=[{**FORCE, "units": {}}]), f"{F}/units"),
    ("a switch as text", roster(switches={"a": "yes"}), "/switches/a"),
    ("a unit as a number", of_units(3), U),
    ("a unit without an entry", of_units({"id": "s1"}), U),
    ("a unit with a price", of_unit(points=1), U),
    ("an id with a slash", of_unit(id="s1/s2"), f"{U}/id"),
    ("an id of markup", of_unit(id="<b>"), f"{U}/id"),
    ("an id with a line end", of_unit(id="s1\n"), f"{U}/id"),
    ("an entry in capitals", of_unit(entry="Ratmen"), f"{U}/entry"),
    ("count 0", of_unit(count=0), f"{U}/count"),
    ("count -1", of_unit(count=-1), f"{U}/count"),
    ("count 1.5", of_unit(count=1.5), f"{U}/count"),
    ("count as text", of_unit(count="1"), f"{U}/count"),
    ("count true", of_unit(count=True), f"{U}/count"),
    ("a huge count", of_unit(count=HUGE), f"{U}/count"),
    ("a long note", of_unit(note="n" * 5000), f"{U}/note"),
    ("selections as text", of_unit(selections="s2"), f"{U}/selections"),
    ("an id twice", of_units(UNIT, UNIT), "/forces/0/units/1/id"),
    ("too many units", of_units(*({**UNIT, "id": f"s{i}"} for i in range(700))), F),
    ("too deep for an army", nested(13), ""),
)
NAMES = [name for name, _, _ in ROSTERS]

SIDE = {"book": "charge-skaven", "edition": 1, "unit": "ratmen"}
FIGHTER = {
    "name": "x",
    "kind": "infantry",
    "models": 1,
    "points": 0,
    "characteristics": {"wounds": 1},
}


def match_up(**changes: Any) -> dict[str, Any]:
    return {
        "format": "armybuilder.match-up/1",
        "game": "charge",
        "kind": "fight",
        "a": SIDE,
        "b": SIDE,
        **changes,
    }


def volley(**changes: Any) -> dict[str, Any]:
    return {"format": "armybuilder.match-up/1", "attacks": changes}


def of_fighter(**changes: Any) -> dict[str, Any]:
    return match_up(a={"fighter": {**FIGHTER, **changes}}, b={"fighter": FIGHTER})


MATCH_UPS: tuple[tuple[str, Any, str], ...] = (
    ("a number", 7, ""),
    ("an array", [match_up()], ""),
    ("an empty object", {}, ""),
    ("a roster", roster(), "/format"),
    ("an unknown game", match_up(game="chess"), "/game"),
    ("an unknown kind", match_up(kind="duel-at-dawn"), "/kind"),
    ("a side as text", match_up(a="ratmen"), "/a"),
    ("no side", match_up(b={}), "/b"),
    ("an unknown edition", of_fighter() | {"b": SIDE}, "/b"),
    ("a huge edition", match_up(b={**SIDE, "edition": HUGE}), "/b"),
    ("a path as the book", match_up(b={**SIDE, "book": "../.."}), "/b"),
    ("no rounds", of_fighter() | {"rounds": 0}, "/rounds"),
    ("a million rounds", of_fighter() | {"rounds": 10**6}, "/rounds"),
    ("huge rounds", of_fighter() | {"rounds": HUGE}, "/rounds"),
    ("a situation as text", match_up(situation="flank"), "/situation"),
    ("an unknown field", match_up(dice=6), ""),
    ("models of text", of_fighter(models="ten"), "/a"),
    ("huge models", of_fighter(models=HUGE), "/a"),
    ("characteristics of text", of_fighter(characteristics="all"), "/a"),
    ("huge characteristics", of_fighter(characteristics={"wounds": HUGE}), "/a"),
    ("rules of numbers", of_fighter(rules=[7]), "/a"),
    ("a volley of nothing", volley(), "/attacks"),
    ("a volley of text", volley(dice="all"), "/attacks"),
    ("a huge volley", volley(dice=HUGE), "/attacks"),
)

EDITS: tuple[tuple[str, Any, str], ...] = (
    ("no list", {"edit": "rename-army", "name": "x"}, ""),
    ("an empty list", [], ""),
    ("too many", [{"edit": "rename-army", "name": "x"}] * 201, ""),
    ("a number", [7], "/0"),
    ("an unknown edit", [{"edit": "explode"}], "/0/edit"),
    ("no edit", [{"name": "x"}], "/0"),
    ("a missing field", [{"edit": "rename-army"}], "/0"),
    ("a field of another edit", [{"edit": "remove", "id": "s1", "count": 2}], "/0"),
    ("an unknown field", [{"edit": "rename-army", "name": "x", "by": "me"}], "/0"),
    ("a count as text", [{"edit": "set-count", "id": "s1", "count": "2"}], "/0/count"),
    ("a huge count", [{"edit": "set-count", "id": "s1", "count": HUGE}], "/0/count"),
    ("an id of markup", [{"edit": "remove", "id": "<b>"}], "/0/id"),
    ("the second is bad", [{"edit": "rename-army", "name": "x"}, {}], "/1"),
)

QUERIES: tuple[tuple[str, str], ...] = (
    ("an unknown book", "a=chaos/knights&b=charge-skaven/ratmen"),
    ("a path as the side", "a=../../etc/passwd&b=charge-skaven/ratmen"),
    ("markup as the side", "a=<script>alert(1)</script>"),
    ("a huge edition", "a=charge-skaven@" + "9" * 400 + "/ratmen"),
    ("an unknown edition", "a=charge-skaven@99999/ratmen"),
    ("bytes that are no text", "a=%ff%fe/ratmen"),
    ("an unknown game", "game=chess"),
    ("an unknown army", "a=army:nothing/f1/s1"),
    ("a very deep path", "a=army:x/" + "/".join(["s1"] * 500)),
    ("a very long side", "a=" + "x" * 20_000),
)


def as_json(document: Any) -> bytes:
    return json.dumps(document).encode()
