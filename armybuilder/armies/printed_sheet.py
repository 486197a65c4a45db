"""The printed sheet of an army, as a page and as a PDF."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from django.conf import settings
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string

from armybuilder.armies.appendix import ADVISORY
from armybuilder.armies.odds.loadout_odds import Target
from armybuilder.armies.odds.unit_odds import OddsBasis, unit_odds
from armybuilder.armies.presentation import (
    ShownArmy,
    show,
)
from armybuilder.armies.render_pdf import LIBRARIES_MISSING
from armybuilder.armies.text import answer_words, total_text
from rulesets.books.book import Books
from rulesets.combats import combat_of
from rulesets.game import Game
from rulesets.odds.match_up import Question
from rulesets.reviews.review import Review
from rulesets.reviews.verdict import verdict_text, waived_titles

PAPERS = {"a4": "A4", "letter": "Letter"}
"""Paper sizes by the word in addresses; the first is the default."""

PACKAGES = "libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"
"""Debian's and Ubuntu's names of the libraries that WeasyPrint needs."""

SECONDS = 20
"""The longest that a PDF takes [seconds]; servers give a whole answer 30 or more."""

MOST_LINES = 200
"""Most selections of a PDF: some 7 of the seconds above on an idle machine."""

SHOWN_NAME = 48
"""Letters of the army's name in the running head."""

_ENVIRONMENT = (
    "PATH",
    "HOME",
    "LANG",
    "TMPDIR",
    "XDG_CACHE_HOME",
    "FONTCONFIG_PATH",
    "FONTCONFIG_FILE",
    "LD_LIBRARY_PATH",
    "DYLD_FALLBACK_LIBRARY_PATH",
)


class PdfUnavailable(RuntimeError):
    """PDFs cannot be drawn on this machine; says which packages are missing."""

    def __init__(self) -> None:
        super().__init__(
            "PDFs need the Pango libraries, which are not installed here. "
            f"On Debian and Ubuntu: apt-get install {PACKAGES}"
        )


class PdfFailed(RuntimeError):
    """An army cannot be drawn as a PDF; says why."""


class PdfTooLarge(PdfFailed):
    """An army has more than a PDF holds; says how much that is."""


@dataclass(frozen=True, slots=True)
class SheetOdds:
    """The target of a sheet's odds, and their assumptions.

    `situation` and `readings` are (question, answer) of the fight; `why_not` says why
    there are no odds.
    """

    target: str
    kind: str
    situation: tuple[tuple[str, str], ...] = ()
    readings: tuple[tuple[str, str], ...] = ()
    why_not: str = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The parts of a sheet beyond the army itself.

    `owner` is who plays it, "" for nobody; `printed` the day that it was printed;
    `odds` is none where nobody asked for them.
    """

    army: ShownArmy
    printed: date
    owner: str = ""
    address: str = ""
    odds: SheetOdds | None = None

    @property
    def head(self) -> str:
        """Return the army's name, short enough for the running head."""
        name = self.army.review.roster.name
        return name if len(name) <= SHOWN_NAME else f"{name[: SHOWN_NAME - 1]}…"

    @property
    def total(self) -> str:
        """Return `1,250 of 1,500 points`."""
        return total_text(self.army.review)

    @property
    def verdict(self) -> str:
        """Return the verdict with the rules that are waived: nobody points at paper."""
        waived = waived_titles(self.army.review)
        verdict = verdict_text(self.army.review)
        return f"{verdict}: {waived}" if waived else verdict

    @property
    def books(self) -> str:
        """Return `Skaven, edition 1`."""
        forces = (shown.force for shown in self.army.forces)
        names = (f"{force.book_name}, edition {force.edition}" for force in forces)
        return "; ".join(names)

    @property
    def rulings(self) -> tuple[tuple[str, str], ...]:
        """Return the statuses of printed rules, each with their titles.

        Those to mind stand with their text above.
        """
        found: dict[str, list[str]] = {}
        for ruling in self.army.review.rulings:
            if ruling.status == ADVISORY:
                continue
            status = "waived" if ruling.is_waived else ruling.status
            titles = found.setdefault(status, [])
            if ruling.title not in titles:
                titles.append(ruling.title)
        words = {
            "enforced": "rules checked",
            "waived": "waived by the players",
            "off": "optional and not played",
        }
        return tuple(
            (words.get(status, status), "; ".join(titles))
            for status, titles in found.items()
        )


def sheet(
    review: Review,
    books: Books,
    *,
    printed: date,
    owner: str = "",
    address: str = "",
    basis: OddsBasis | None = None,
) -> Sheet:
    """Return the sheet of a reviewed army, with odds where there is a basis."""
    army = show(review, books)
    if basis is None:
        return Sheet(army, printed, owner, address)
    told = _with_odds(army, basis)
    odds = _sheet_odds(review.game, basis.target)
    return Sheet(told, printed, owner, address, odds)


def _with_odds(army: ShownArmy, basis: OddsBasis) -> ShownArmy:
    """Return an army whose units have odds against the target."""
    game = army.review.game
    forces = tuple(
        replace(
            force,
            units=tuple(
                replace(unit, against=unit_odds(game, unit.line, basis).against)
                for unit in force.units
            ),
        )
        for force in army.forces
    )
    return replace(army, forces=forces)


def _sheet_odds(game: Game, target: Target) -> SheetOdds:
    if not combat_of(game).kinds or not combat_of(game).openings:
        why_not = f"The odds of {game.name} are not worked out here."
        return SheetOdds(target.name, "", why_not=why_not)
    asked = {
        question.key: question
        for kind in combat_of(game).kinds
        for question in kind.situation
        if any(opening.kind == kind.key for opening in combat_of(game).openings)
    }
    return SheetOdds(
        target.name,
        " and ".join(opening.name.lower() for opening in combat_of(game).openings),
        tuple(_usual(question) for question in asked.values()),
        tuple(_usual(question) for question in combat_of(game).readings),
        target.why_not,
    )


def _usual(question: Question) -> tuple[str, str]:
    """Return a question with its usual answer in words."""
    return question.label, answer_words(question, question.default)


def sheet_pdf(drawn: Sheet, *, paper: str = "a4") -> bytes:
    """Return a sheet as a tagged PDF.

    Raises
    ------
    PdfUnavailable
        If the libraries are not installed: names the packages.
    PdfTooLarge
        If the army is too large.
    PdfFailed
        If drawing takes too long, or fails.
    """
    lines = sum(1 for _ in drawn.army.review.lines())
    if lines > MOST_LINES:
        raise PdfTooLarge(
            f"A PDF holds at most {MOST_LINES} selections, and this army has {lines}. "
            "Print the page from your browser instead."
        )
    page = render_to_string("armies/sheet_pdf.html", {"sheet": drawn})
    styles = [stylesheet(), f"@page {{ size: {PAPERS[paper]} }} body {{ margin: 0 }}"]
    return _drawn({"page": page, "styles": styles})


def stylesheet() -> str:
    found = finders.find("armies/sheet.css")
    if not isinstance(found, str):
        raise FileNotFoundError("static/armies/sheet.css")
    with open(found, encoding="utf-8") as file:  # noqa: PTH123
        return file.read()


def _drawn(asked: dict[str, Any]) -> bytes:
    command = [sys.executable, "-m", "armybuilder.armies.render_pdf"]
    try:
        done = subprocess.run(  # noqa: S603
            command,
            input=json.dumps(asked).encode(),
            capture_output=True,
            cwd=settings.BASE_DIR,
            env={key: os.environ[key] for key in _ENVIRONMENT if key in os.environ},
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise PdfFailed(f"Drawing it took longer than {SECONDS} seconds.") from None
    if done.returncode == LIBRARIES_MISSING:
        raise PdfUnavailable
    if done.returncode:
        last = done.stderr.decode(errors="replace").strip().rpartition("\n")[2]
        raise PdfFailed(f"Drawing it failed: {last[:200] or done.returncode}")
    return done.stdout
