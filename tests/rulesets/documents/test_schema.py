"""Validation: what is wrong is explained in few steps, however much is wrong."""

import copy
from typing import Any

import pytest

from rulesets.documents import judge
from rulesets.documents.json import DocumentError, check, parse, problems
from tests.real_books import BOOKS, KEYS

ROSTER = {"format": "armybuilder.roster/1", "game": "charge", "name": "x"}
PACK = {"format": "armybuilder.pack/1", "key": "p", "name": "P", "game": "charge"}


def nested(levels: int) -> dict[str, Any]:
    """Return a condition of very many conditions, none of them right."""
    condition: dict[str, Any] = {"x": 1}
    for _ in range(levels):
        condition = {"any": [condition] * 12}
    return condition


def force(units: Any) -> dict[str, Any]:
    return {"id": "f1", "book": "b", "edition": 1, "units": units}


def selection(inside: Any) -> dict[str, Any]:
    return {"id": "s", "entry": "x", "selections": inside}


HOSTILE: dict[str, tuple[str, Any, str]] = {
    "zeros alone": ("roster", [0] * 140_000, ""),
    "zeros for forces": ("roster", {**ROSTER, "forces": [0] * 140_000}, "/forces"),
    "zeros for selections": (
        "roster",
        {**ROSTER, "forces": [force([selection([0] * 200)] * 70)] * 10},
        "/forces/0/units/0/selections/0",
    ),
    "unknown keys": ("roster", {f"k{number}": 0 for number in range(90_000)}, ""),
    "conditions": (
        "pack",
        {
            **PACK,
            "limits": [
                {"key": "k", "title": "K", "of": "*", "max": 1, "when": nested(4)}
            ],
        },
        "/limits/0/when" + "/any/0" * 4,
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_document_with_very_many_faults_is_explained_in_few_steps(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind, document, where = HOSTILE[name]
    steps: list[int] = []
    counted = judge._steps_left.set

    def count(left: int | None) -> Any:
        steps.append(1)
        return counted(left)

    class Steps:
        get = judge._steps_left.get
        set = staticmethod(count)
        reset = judge._steps_left.reset

    monkeypatch.setattr(judge, "_steps_left", Steps)

    with pytest.raises(DocumentError) as caught:
        check(kind, document)

    assert caught.value.where == where
    assert len(steps) <= 2 * judge.MOST_STEPS + 2
    assert len(problems(kind, document)) <= judge.MOST_ERRORS


@pytest.mark.sweep(20)
@pytest.mark.parametrize("key", KEYS)
def test_one_fault_at_the_end_of_a_book_is_found_at_its_place(key: str) -> None:
    """The last entry of every list of a book gets a key that nothing knows."""
    book = parse((BOOKS / f"{key}.json").read_bytes())
    for name in [name for name, part in book.items() if isinstance(part, list)]:
        wrong = copy.deepcopy(book)
        if not wrong[name] or not isinstance(wrong[name][-1], dict):
            continue
        wrong[name][-1]["strange-thing"] = 1

        found = problems("book", wrong)

        assert [problem.where for problem in found] == [
            f"/{name}/{len(book[name]) - 1}"
        ]
        assert "strange-thing" in found[0].text


def test_too_many_values_are_refused_before_any_is_made() -> None:
    with pytest.raises(DocumentError, match="more than 150,000 values"):
        parse(b"[" + b"0," * 490_000 + b"0]")
