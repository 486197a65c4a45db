"""Compute the odds of a match-up document."""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from armybuilder.matchups.document_decisions import document_decisions
from armybuilder.matchups.document_odds import document_odds
from armybuilder.matchups.result import method
from rulesets.core.percent import percent
from rulesets.documents.json import MAX_BYTES, DocumentError, parse
from rulesets.matchups.reference_cases import EXACT, compare, read_cases
from rulesets.odds.answer import Distribution, Odds
from rulesets.odds.match_up import MatchUpError
from rulesets.odds.sides import SIDES, Side

SHIPPED = settings.BASE_DIR / "fixtures" / "reference-cases"
"""The reference cases of the project."""

UNREADABLE = 2
"""Exit status for a document that is no match-up."""


class Command(BaseCommand):
    help = (
        "Work out the odds of a match-up document, of a bare volley or of a bare roll."
        " Exit 2, with one line on standard error that names the place, if it is none."
        " With --cases, compare ours with those that are known; exit 1 if one is off."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", nargs="?", help="a match-up document; - reads standard input"
        )
        parser.add_argument("--json", action="store_true", help="print the document")
        parser.add_argument(
            "--decide",
            choices=SIDES,
            help="try what this side decides: which answer is best for it",
        )
        parser.add_argument(
            "--cases",
            nargs="*",
            metavar="PATH",
            help="files or folders of reference cases; if none is named, ours",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["cases"] is not None:
            named = [name for name in (options["file"],) if name]
            self._compare([*named, *options["cases"]] or [str(SHIPPED)])
            return
        name = options["file"]
        if name is None:
            raise CommandError("name a match-up document", returncode=UNREADABLE)
        if options["decide"] is not None:
            self._decide(name, options["decide"], as_json=options["json"])
            return
        with named_in(name):
            odds = document_odds(parse(read_bytes(name)))
        if options["json"]:
            self.stdout.write(json.dumps(odds.to_document(), indent=2, allow_nan=False))
        else:
            self.stdout.write("\n".join(_lines(odds)))

    def _decide(self, name: str, side: Side, *, as_json: bool) -> None:
        """Print what a side decides, each answer with what it makes of the odds."""
        with named_in(name):
            told = document_decisions(parse(read_bytes(name)), side)
        if as_json:
            self.stdout.write(json.dumps(told, indent=2, allow_nan=False))
        else:
            self.stdout.write("\n".join(_decided(told)))

    def _compare(self, paths: list[str]) -> None:
        """Print a table of how far our answers are from those that are known."""
        off = 0
        self.stdout.write(HEADING)
        for path in _files(paths):
            self.stdout.write(path.removeprefix(f"{settings.BASE_DIR}/"))
            for row, agrees in _rows(path):
                self.stdout.write(row)
                off += not agrees
        if off:
            self.stdout.write(f"{off} further off than {EXACT:g}")
            raise CommandError(f"{off} of the cases are off", returncode=1)


HEADING = f"{'case':<44} {'method':<8} {'figures':>7} {'difference':>11}"


def _files(paths: list[str]) -> Iterator[str]:
    for path in paths:
        folder = Path(path)
        if folder.is_dir():
            yield from map(str, sorted(folder.glob("*.json")))
        else:
            yield path


def _rows(path: str) -> Iterator[tuple[str, bool]]:
    """Yield a row for every case of a file, and whether it agrees."""
    with named_in(path):
        cases = read_cases(parse(read_bytes(path)))
    for place, case in enumerate(cases):
        if case.match_up is None:
            yield f"  {case.name:<42} not said: {case.why}", True
            continue
        with named_in(path, f"/cases/{place}/match_up"):
            told = compare(case, document_odds(case.match_up).to_document())
        said = "ok" if told.agrees else f"off at {told.where}"
        row = f"  {case.name:<42} {told.method:<8} {told.figures:>7}"
        yield f"{row} {told.difference:>11.1e}  {said}", told.agrees


@contextmanager
def named_in(name: str, inside: str = "") -> Iterator[None]:
    """Turn an error of a document into one that names its place."""
    try:
        yield
    except (DocumentError, MatchUpError) as problem:
        where = f"{inside}{problem.where}" or "/"
        text = f"{name}: {where}: {problem.text}"
        raise CommandError(text, returncode=UNREADABLE) from None
    except DatabaseError:
        text = (
            f"{name}: the database does not hold any army books yet; run"
            " “manage.py migrate” and “manage.py load_demo”, or publish your own"
        )
        raise CommandError(text, returncode=UNREADABLE) from None


def read_bytes(name: str) -> bytes:
    """Return the bytes of a file, or as many as show that it is too large."""
    try:
        if name == "-":
            return sys.stdin.buffer.read(MAX_BYTES + 1)
        with Path(name).open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except OSError as problem:
        text = f"{name}: {problem.strerror or problem}"
        raise CommandError(text, returncode=UNREADABLE) from None


def _lines(odds: Odds) -> Iterator[str]:
    yield from _table("How it ends", _chances(odds.outcomes, odds.labels))
    if odds.events:
        yield from _table(
            "Among these", _chances(odds.events, {**odds.labels, **odds.event_labels})
        )
    means = [
        (odds.labels.get(key, key), f"{value:,.4g}")
        for key, value in odds.expected.items()
    ]
    if means:
        yield from _table("Figures", means)
    for group in (odds.wounds, odds.distributions, odds.survivors):
        for one in group.values():
            yield from _table(f"{one.label} ({one.unit})", _at_least(one))
    for title, said in (
        ("Why", _trace(odds)),
        ("Not worked out, and in none of these numbers", _left(odds)),
        ("No dice", _silent(odds)),
    ):
        if said:
            yield title
            yield from (f"  {line}" for line in said)
            yield ""
    yield from odds.notes
    yield method(odds)


def _decided(told: Mapping[str, Any]) -> Iterator[str]:
    """Yield a table for each decision: both chances to win, or the wounds dealt."""
    for one in told["decisions"]:
        rows = [_trial(one, trial) for trial in one["trials"]]
        title = f"{one['key']}: {one['label']}"
        yield from _table(title, rows or [("not tried", "it would take too long")])
    if told["together"] is not None:
        yield from _table("Together", [("the best of each", _said(told["together"]))])


def _trial(one: Mapping[str, Any], trial: Mapping[str, Any]) -> tuple[str, str]:
    marks = [
        mark
        for mark, key in (("as asked", "answer"), ("best", "best"))
        if trial["answer"] == one[key] and (one["matters"] or key == "answer")
    ]
    label = trial["label"] + (f" ({', '.join(marks)})" if marks else "")
    return label, trial["refused"] or _said(trial)


def _said(trial: Mapping[str, Any]) -> str:
    chances = [trial["events"].get(f"{side}-wins") for side in SIDES]
    if None in chances:
        return ", ".join(
            f"{side} {dealt:.3f}" for side, dealt in trial["wounds"].items()
        )
    a, b = (percent(chance) for chance in chances)
    return f"A wins {a}, B {b}"


def _chances(
    chances: Mapping[str, float], labels: Mapping[str, str]
) -> list[tuple[str, str]]:
    ordered = sorted(chances.items(), key=lambda pair: -pair[1])
    return [(labels.get(key, key), percent(chance)) for key, chance in ordered]


def _at_least(one: Distribution) -> list[tuple[str, str]]:
    tails = [
        (f"at least {count}", percent(tail))
        for count, tail in enumerate(one.at_least())
        if count and tail >= 0.0005
    ]
    return [("average", f"{one.expected():.3f}"), *tails]


def _table(title: str, rows: list[tuple[str, str]]) -> Iterator[str]:
    wide = max(len(name) for name, _ in rows)
    yield title
    yield from (f"  {name.ljust(wide)}  {text:>8}" for name, text in rows)
    yield ""


def _trace(odds: Odds) -> list[str]:
    return [f"{step.side or '-'}  {step.rule}: {step.text}" for step in odds.trace]


def _silent(odds: Odds) -> list[str]:
    return [f"{one.side or '-'}  {one.rule}" for one in odds.no_dice]


def _left(odds: Odds) -> list[str]:
    return [
        f"{rule.side or '-'}  {rule.rule}: {rule.why}" for rule in odds.not_modelled
    ]
