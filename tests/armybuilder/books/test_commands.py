"""Importing, exporting and publishing from the command line."""

import json
from collections.abc import Iterator
from contextlib import nullcontext, suppress
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from armybuilder.accounts.models import User
from armybuilder.books.book_tests import import_tests
from armybuilder.books.drafts import draft_document, save_draft
from armybuilder.books.editions import judged_tests, publish
from armybuilder.books.models import Book, Edition
from armybuilder.books.parts import as_file, normal
from rulesets.books.checks.texts import FOR_ALL
from rulesets.books.sample_armies import read_book_tests
from rulesets.documents.yaml_text import yaml_text
from tests.armybuilder.books.documents import (
    BOOKS,
    CHARGE_BOOKS,
    RICH,
    charge_army,
    printed_book,
    small_book,
    small_tests,
    small_unit,
)
from tests.real_books import FIXTURES
from tests.rulesets.books.mistakes import ALONE, MISTAKES

pytestmark = pytest.mark.django_db


def run(*words: Any, **options: Any) -> str:
    out: StringIO = options.pop("stdout", StringIO())
    call_command(*map(str, words), stdout=out, **options)
    return out.getvalue()


def write(folder: Path, document: Any, name: str = "book.json") -> Path:
    path = folder / name
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


def test_a_dry_run_tells_everything_and_does_nothing(tmp_path: Path) -> None:
    book = save_draft(small_book())
    path = write(tmp_path, small_book(units=[small_unit(points=130, source="")]))
    told = run("import_book", path, "--dry-run")
    assert told.splitlines() == [
        "Testers changes in 2 places.",
        "  Spears: points 100 → 130.",
        "  Spears: source “Test, page 1” → -.",
        f"  warning: /units/0 Spears has no source; {FOR_ALL}",
        "Nothing was changed.",
    ]
    assert draft_document(book) == small_book()


def test_the_books_of_the_demonstration_are_imported_and_published() -> None:
    told = run("import_book", *CHARGE_BOOKS, "--publish", "--notes", "As printed.")
    assert "Published Skaven, edition 1." in told
    assert Edition.objects.filter(number=1, notes="As printed.").count() == 5


def test_who_imports_a_new_book_is_its_author(tmp_path: Path, alice: User) -> None:
    run("import_book", write(tmp_path, small_book()), "--user", "alice")
    assert list(Book.objects.get().people.all()) == [alice]
    with pytest.raises(CommandError, match="There is no user 'zoe'"):
        run("import_book", write(tmp_path, small_book()), "--user", "zoe")


BAD: list[tuple[bytes, str]] = [
    (b"{", "/: not JSON"),
    (b"\xff\xfe", "/: not UTF-8"),
    (b"[" * 5000, "/: nested deeper"),
    (b'{"format": "armybuilder.roster/1"}', "/"),
    (
        json.dumps(small_book(units=[small_unit(points=1e9)])).encode(),
        "/units/0/points: expected at most 100000",
    ),
    (
        json.dumps(small_book(units=[small_unit(items=["bow"])])).encode(),
        "/units/0/items/0: the book has no item 'bow'",
    ),
    (b" " * 4_000_001, "/: the document is larger than"),
]


@pytest.mark.parametrize(("raw", "words"), BAD)
def test_an_unreadable_document_ends_with_2_and_its_place(
    raw: bytes, words: str, tmp_path: Path
) -> None:
    bad = tmp_path / "bad.json"
    bad.write_bytes(raw)
    errors = StringIO()
    with pytest.raises(SystemExit) as ended:
        run("import_book", write(tmp_path, small_book()), bad, stderr=errors)
    assert ended.value.code == 2
    assert f"{bad}: {words}" in errors.getvalue()
    assert not Book.objects.exists()


def test_wrong_names_are_told_beside_what_breaks_the_schema(tmp_path: Path) -> None:
    units = [small_unit(points="dear"), small_unit(key="bows", rules=["flying"])]
    errors = StringIO()
    with pytest.raises(SystemExit) as ended:
        run("import_book", write(tmp_path, small_book(units=units)), stderr=errors)
    assert ended.value.code == 2
    for place in ("/units/0/points", "/units/1/rules/0"):
        assert place in errors.getvalue()


def test_a_file_that_is_not_there_ends_with_2(tmp_path: Path) -> None:
    errors = StringIO()
    with pytest.raises(SystemExit) as ended:
        run("import_book", tmp_path / "none.json", stderr=errors)
    assert ended.value.code == 2
    assert "No such file" in errors.getvalue()


def test_a_book_that_cannot_be_published_is_not_imported_either(tmp_path: Path) -> None:
    broken = small_book(key="broken", units=[small_unit(rules=["flying"])])
    good = write(tmp_path, small_book(), "good.json")
    with pytest.raises(CommandError, match=r"Nothing was changed\. /units/0/rules/0"):
        run("import_book", good, write(tmp_path, broken), "--publish")
    assert not Book.objects.exists()


def test_a_book_does_not_change_its_game(tmp_path: Path) -> None:
    save_draft(small_book())
    Book.objects.update(game="chess")
    errors = StringIO()
    with pytest.raises(SystemExit):
        run("import_book", write(tmp_path, small_book()), stderr=errors)
    assert "/game: the book 'testers' is of the game 'chess'" in errors.getvalue()


def test_the_export_can_be_imported_again(tmp_path: Path) -> None:
    save_draft(RICH)
    path = tmp_path / "out.json"
    run("export_book", "rich", "-o", path)
    assert run("import_book", path).startswith("Rich Book stays as it is.")


def test_an_edition_is_exported_as_it_was_published() -> None:
    save_draft(small_book())
    run("publish_book", "testers", "--notes", "First.")
    save_draft(small_book(name="Renamed"))
    assert json.loads(run("export_book", "testers"))["name"] == "Renamed"
    frozen = json.loads(run("export_book", "testers", "--edition", 1))
    assert frozen == small_book()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("export_book", "nobody"), "There is no book 'nobody'."),
        (
            ("export_book", "testers", "--edition", 7),
            "There is no edition 7 of 'testers'.",
        ),
        (("publish_book", "nobody"), "There is no book 'nobody'."),
        (
            ("export_book", "testers", "-o", "/nowhere/at/all.json"),
            "No such file or directory",
        ),
    ],
)
def test_what_there_is_not_ends_with_2(words: Any, message: str) -> None:
    save_draft(small_book())
    with pytest.raises(CommandError, match=message) as caught:
        run(*words)
    assert caught.value.returncode == 2


def test_publishing_twice_says_that_nothing_changed() -> None:
    save_draft(small_book())
    assert run("publish_book", "testers").startswith("Published Testers, edition 1")
    with pytest.raises(CommandError, match="Nothing changed since edition 1"):
        run("publish_book", "testers")


# -- writing documents in one way ---------------------------------------------------


def test_a_document_is_rewritten_as_the_export_writes_it(tmp_path: Path) -> None:
    wordy = {**small_book(), "note": "", "items": []}
    path = write(tmp_path, wordy)
    assert f"{path} was rewritten" in run("format_book", path)
    assert json.loads(path.read_text(encoding="utf-8")) == small_book()
    assert run("format_book", path, "--check") == ""


def test_a_printed_book_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "orcs.json"
    path.write_bytes(CHARGE_BOOKS[3].read_bytes())
    assert run("format_book", path) == ""
    assert json.loads(path.read_bytes()) == printed_book("charge-orcs")


def test_a_check_changes_nothing(tmp_path: Path) -> None:
    path = write(tmp_path, small_book())
    before = path.read_bytes()
    with pytest.raises(SystemExit) as stopped:
        run("format_book", path, "--check")
    assert stopped.value.code == 1
    assert path.read_bytes() == before


def test_what_is_no_book_is_not_rewritten(tmp_path: Path) -> None:
    path = tmp_path / "broken.json"
    path.write_text("{", encoding="utf-8")
    with pytest.raises(SystemExit) as stopped:
        run("format_book", path, stderr=StringIO())
    assert stopped.value.code == 2
    assert path.read_text(encoding="utf-8") == "{"


# -- the report on a book -----------------------------------------------------------


def test_the_report_says_what_is_done_about_each_rule() -> None:
    told = run("book_report", "charge-cathay")
    head, *lines = told.splitlines()
    assert head.startswith("Cathay (charge-cathay): ")
    assert any(
        line.startswith("  enforced: Charge house composition: At most one general.")
        for line in lines
    )
    assert any(line.startswith("  advisory: ") for line in lines)


def test_the_report_is_of_the_newest_edition_where_there_is_one() -> None:
    book = save_draft({**printed_book("charge-orcs"), "name": "Greenskins"})
    publish(book, None)
    assert run("book_report", "charge-orcs", "--totals").startswith("Greenskins (")
    (document,) = json.loads(run("book_report", "charge-orcs", "--json"))
    assert (document["book"], document["edition"]) == ("charge-orcs", 1)
    assert {line["status"] for line in document["rules"]} <= set(document["totals"])


def test_the_report_is_of_every_book_of_the_fixtures() -> None:
    told = run("book_report", "--totals").splitlines()
    assert len(told) == len(BOOKS)


def test_the_report_prints_the_rules_of_a_book_as_sentences() -> None:
    head, *lines = run("book_report", "mordheim-reikland", "--sentences").splitlines()
    assert head == "Reiklanders (mordheim-reikland)"
    text = "  Reiklanders: At most 15 models of Heroes or Henchmen in the force."
    assert text in lines


def test_the_sentences_are_of_the_newest_edition_where_there_is_one() -> None:
    publish(save_draft({**printed_book("charge-orcs"), "name": "Greenskins"}), None)
    head, *lines = run("book_report", "charge-orcs", "--sentences").splitlines()
    assert head == "Greenskins (charge-orcs)"
    assert len(lines) == sum(len(part) for part in _rules(printed_book("charge-orcs")))


def _rules(value: Any) -> Iterator[list[Any]]:
    """Yield every list of limits or changes of a document."""
    parts = value.values() if isinstance(value, dict) else value
    if isinstance(value, dict):
        yield from (value[key] for key in ("limits", "changes") if key in value)
    for part in parts:
        if isinstance(part, dict | list):
            yield from _rules(part)


def test_the_report_names_a_book_that_there_is_not() -> None:
    with pytest.raises(CommandError, match="No such file") as caught:
        run("book_report", "nobody")
    assert caught.value.returncode == 2


CHECKED: list[tuple[Any, int, str]] = [
    (small_book(), 0, "0 errors, 0 warnings"),
    (small_book(units=[]), 1, "error book-empty: /units Testers is empty"),
    ([1], 1, "error schema: "),
    ({"rules": 1, "key": 2}, 1, "error schema: "),
]


@pytest.mark.parametrize(("document", "code", "words"), CHECKED)
def test_books_are_checked_without_a_database(
    document: Any, code: int, words: str, tmp_path: Path
) -> None:
    file = tmp_path / "book.json"
    file.write_text(json.dumps(document))
    out = StringIO()
    with pytest.raises(SystemExit) if code else nullcontext() as ended:
        call_command("check_book", str(file), str(CHARGE_BOOKS[0]), stdout=out)
    assert words in out.getvalue()
    if ended is not None:
        assert ended.value.code == code


def test_every_mistake_is_told_as_a_document(tmp_path: Path) -> None:
    alone = [one for one in MISTAKES if one.others == ALONE]
    for index, mistake in enumerate(alone):
        book = {**mistake.document, "key": f"testers-{index}"}
        (tmp_path / f"{index}.json").write_text(json.dumps(book))
    files = [str(tmp_path / f"{index}.json") for index in range(len(alone))]
    out = StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("check_book", "--json", *files, stdout=out)
    assert ended.value.code == 1
    books = json.loads(out.getvalue())["books"]
    assert [book["path"] for book in books] == files
    for mistake, book in zip(alone, books, strict=True):
        told = [(one["code"], one["pointer"], one["level"]) for one in book["findings"]]
        assert (mistake.code, mistake.pointer, mistake.level) in told
        assert book["errors"] + book["warnings"] + book["hints"] == len(told)


def test_a_file_is_mended_whole_and_told(tmp_path: Path) -> None:
    file = tmp_path / "book.json"
    file.write_text(json.dumps(small_book(units=[small_unit(rules=["terrifing"])])))
    out, err = StringIO(), StringIO()
    call_command(
        "check_book", str(file), "--mend", "rule-unknown", stdout=out, stderr=err
    )
    mended = small_book(units=[small_unit(rules=["terrifying"])])
    assert file.read_text() == as_file(normal(mended))
    assert f"{file}: mended rule-unknown at /units/0/rules/0" in err.getvalue()
    assert "0 errors, 0 warnings, 0 hints, 0 accepted" in out.getvalue()
    assert [one.name for one in tmp_path.iterdir()] == ["book.json"]


def test_a_file_without_anything_to_mend_stays_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "book.json"
    text = json.dumps(small_book(units=[small_unit(points=0)]))
    file.write_text(text)
    call_command("check_book", str(file), "--mend", "unit-free", stdout=StringIO())
    assert file.read_text() == text


def test_a_mended_book_that_cannot_be_written_stays_whole(tmp_path: Path) -> None:
    file = tmp_path / "book.json"
    unit = small_unit(points=1.23456, rules=["terrifing"])
    text = json.dumps(small_book(units=[unit]))
    file.write_text(text)
    err = StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command(
            "check_book",
            str(file),
            "--mend",
            "rule-unknown",
            stdout=StringIO(),
            stderr=err,
        )
    assert ended.value.code == 2
    assert "at most three decimal places" in err.getvalue()
    assert file.read_text() == text


def test_a_code_that_no_check_has_is_refused() -> None:
    with pytest.raises(CommandError, match=r"no check 'unit-fre'.*mean 'unit-free'"):
        call_command("check_book", str(CHARGE_BOOKS[0]), "--mend", "unit-fre")


def test_accepted_findings_are_told_behind_the_open_ones(tmp_path: Path) -> None:
    reason = {"code": "unit-free", "at": "/units/spears/points", "because": "A gift."}
    units = [small_unit(points=0, source="")]
    file = tmp_path / "book.json"
    file.write_text(json.dumps(small_book(units=units, accepted=[reason])))
    out = StringIO()
    call_command("check_book", str(file), stdout=out)
    assert out.getvalue().splitlines() == [
        f"{file}: 0 errors, 1 warnings, 0 hints, 1 accepted",
        f"  warning text-missing: /units/0 Spears has no source; {FOR_ALL}",
        "  accepted unit-free: /units/0/points Spears costs nothing (A gift.)",
    ]


def test_a_book_that_cannot_be_read_does_not_hide_the_others(tmp_path: Path) -> None:
    file = tmp_path / "book.json"
    file.write_text("{")
    out, err = StringIO(), StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command(
            "check_book", str(file), str(CHARGE_BOOKS[0]), stdout=out, stderr=err
        )
    assert ended.value.code == 2
    assert "not JSON" in err.getvalue()
    assert CHARGE_BOOKS[0].name in out.getvalue()


# -- book tests ---------------------------------------------------------------------


def test_books_and_their_tests_are_imported_and_published_together(
    tmp_path: Path, alice: User
) -> None:
    book = write(tmp_path, small_book())
    tests = write(tmp_path, small_tests(charge_army("spears")), "tests.json")
    told = run("import_book", book, "--tests", tests, "--publish", user="alice")
    assert told.splitlines()[-2:] == [
        "Book tests of Testers: 1 new, 0 changed, 0 as before.",
        "Published Testers, edition 1.",
    ]
    assert Book.objects.get().tests.get().made_by == alice
    told = run("import_book", "--tests", tests)
    assert told == "Book tests of Testers: 0 new, 0 changed, 1 as before.\n"


def test_books_whose_tests_take_from_each_other_are_published_together() -> None:
    keys = ("mordheim-hired-swords", "mordheim-middenheim", "mordheim-reikland")
    tests = [FIXTURES / "book-tests" / f"{key}.json" for key in keys]
    books = [FIXTURES / "books" / f"{key}.json" for key in keys]
    run("import_book", *books, "--tests", *tests, "--publish")
    assert Edition.objects.count() == 3
    for book in Book.objects.all():
        judged = judged_tests(book, draft_document(book))
        assert {test.state for test in judged} == {"green"}, book


def test_nothing_is_imported_where_a_test_is_red_or_of_no_book(tmp_path: Path) -> None:
    book = write(tmp_path, small_book())
    red = small_tests(charge_army("spears"), points=99)
    tests = write(tmp_path, red, "tests.json")
    with pytest.raises(CommandError, match="1 book test is red: “One”"):
        run("import_book", book, "--tests", tests, "--publish")
    assert not Book.objects.exists()
    with pytest.raises(CommandError, match="there is no book 'testers'"):
        run("import_book", "--tests", tests)
    with pytest.raises(CommandError, match="Name a book, book tests behind --tests"):
        run("import_book")
    run("import_book", book, "--tests", tests)
    with pytest.raises(CommandError, match="1 book test is red: “One”"):
        run("publish_book", "testers")


def test_a_dry_run_brings_no_tests(tmp_path: Path) -> None:
    save_draft(small_book())
    tests = write(tmp_path, small_tests(charge_army("spears")), "tests.json")
    assert run("import_book", "--tests", tests, "--dry-run") == "Nothing was changed.\n"
    assert not Book.objects.get().tests.exists()


def test_unreadable_tests_are_named_with_their_place(tmp_path: Path) -> None:
    path = write(tmp_path, small_tests(charge_army("spears"), points="x"))
    err = StringIO()
    with pytest.raises(SystemExit) as stopped:
        run("import_book", "--tests", path, stderr=err)
    assert stopped.value.code == 2
    assert "/armies/0/points" in err.getvalue()


def test_the_tests_of_a_book_are_written(tmp_path: Path) -> None:
    book = save_draft(small_book())
    with pytest.raises(CommandError, match="has no tests"):
        run("export_book", "testers", "--tests")
    with pytest.raises(CommandError, match="There is no book 'nobody'"):
        run("export_book", "nobody", "--tests")
    document = small_tests(charge_army("spears"))
    import_tests(read_book_tests(document), book, None)
    run("export_book", "testers", "--tests", "--output", tmp_path / "out.json")
    written = json.loads((tmp_path / "out.json").read_bytes())
    assert read_book_tests(written) == read_book_tests(document)


def test_tests_are_checked_beside_their_books_without_a_database(
    tmp_path: Path,
) -> None:
    book = write(tmp_path, small_book())
    army = charge_army("spears")
    away = charge_army("spears")
    away["forces"].append({"id": "f2", "book": "others", "edition": 1})
    red = small_tests(army, away)
    red["armies"][0]["points"] = 99
    path = write(tmp_path, red, "tests.json")
    out = StringIO()
    with pytest.raises(SystemExit) as stopped:
        run("check_book", book, "--tests", path, stdout=out)
    assert stopped.value.code == 1
    assert out.getvalue().splitlines()[-3:] == [
        f"{path}: 0 green, 1 red, 1 waiting",
        "  red “One”: is worth 100 points, not 99",
        "  waiting “Two”: for others",
    ]
    green = write(tmp_path, small_tests(army), "green.json")
    told = run("check_book", book, "--tests", green)
    assert f"{green}: 1 green, 0 red, 0 waiting" in told
    whole = json.loads(run("check_book", book, "--tests", green, "--json"))
    assert whole["tests"] == [
        {"path": str(green), "green": 1, "red": [], "waiting": []}
    ]
    chess = small_tests({**charge_army("spears"), "game": "chess"})
    path = write(tmp_path, chess, "chess.json")
    out = StringIO()
    with pytest.raises(SystemExit) as stopped:
        run("check_book", book, "--tests", path, stdout=out)
    assert stopped.value.code == 1
    assert "red “One”: " in out.getvalue()


def test_a_book_goes_out_as_yaml_is_checked_and_comes_back(tmp_path: Path) -> None:
    book = save_draft(printed_book("warhammer-empire"))
    before = draft_document(book)
    path = tmp_path / "empire.yaml"
    run("export_book", "warhammer-empire", "--output", path)
    assert path.read_text(encoding="utf-8").startswith("format: armybuilder.book/1\n")
    assert run("export_book", "warhammer-empire", "--form", "yaml") == path.read_text(
        encoding="utf-8"
    )
    assert "0 errors" in run("check_book", path)
    assert run("format_book", path) == ""
    book.delete()
    run("import_book", path)
    assert draft_document(Book.objects.get()) == before


def test_every_fault_of_every_file_is_told(tmp_path: Path) -> None:
    first = small_book(units=[small_unit(points="x", pionts=3, name=4)])
    second = small_book(units=[small_unit(items=["bow"], category="core")])
    one = write(tmp_path, first, "one.json")
    two = tmp_path / "two.yaml"
    two.write_text(yaml_text(second), encoding="utf-8")
    bad = tmp_path / "tests.yaml"
    bad.write_text("format: armybuilder.book-tests/1\n", encoding="utf-8")
    errors = StringIO()
    with pytest.raises(SystemExit) as ended:
        run("import_book", one, two, "--tests", bad, stderr=errors)
    assert ended.value.code == 2
    told = errors.getvalue()
    assert f"{one}: /units/0/name: expected a text, found 4" in told
    assert f"{one}: /units/0/points: expected a number" in told
    assert "did you mean 'points'?" in told
    assert f"{two}: /units/0/items/0: " in told
    assert f"{two}: /units/0/category: " in told
    assert "(line " in told
    assert f"{bad}: /: missing: book, armies\n" in told
    assert told.count("missing: book") == 1
    assert not Book.objects.exists()


def test_every_book_that_cannot_be_published_is_told(tmp_path: Path) -> None:
    for key in ("one", "two"):
        document = small_book(key=key, units=[small_unit(rules=[f"{key}-flying"])])
        write(tmp_path, document, f"{key}.json")
    with pytest.raises(CommandError) as refused:
        run("import_book", tmp_path / "one.json", tmp_path / "two.json", "--publish")
    assert "one-flying" in str(refused.value)
    assert "two-flying" in str(refused.value)
    assert not Book.objects.exists()


def test_a_mend_keeps_the_form_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "book.yaml"
    units = [small_unit(rules=["fearsom"])]
    rules = [{"key": "fearsome", "name": "Fearsome"}]
    path.write_text(yaml_text(small_book(units=units, rules=rules)), encoding="utf-8")
    with suppress(SystemExit):
        run("check_book", path, "--mend", "rule-unknown", stderr=StringIO())
    assert "rules: [fearsome]" in path.read_text(encoding="utf-8")
