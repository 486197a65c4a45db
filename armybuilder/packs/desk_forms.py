"""The forms beside the sentences of a draft, each with the edit that it asks for."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django import forms

from armybuilder.books.sentence_editor.draft_words import DraftWords
from armybuilder.packs.drafts import STALE, StaleDraftError
from armybuilder.packs.forms import (
    DAY,
    BasicsForm,
    PenaltyForm,
    ReadingForm,
    ScoreForm,
)
from armybuilder.packs.pack_page import reading_answers, score_things
from armybuilder.packs.part_edits import (
    Document,
    with_basics,
    with_penalty,
    with_reading,
    with_score,
)
from rulesets.packs.pack import ANY, NEWEST, day_of


@dataclass(frozen=True, slots=True)
class DeskForms:
    """The forms of a page, by their parts."""

    basics: BasicsForm
    score: ScoreForm
    reading: ReadingForm
    penalty: PenaltyForm
    answers: Mapping[str, Mapping[str, Any]]

    def of(self, part: str) -> forms.Form | None:
        """Return the form of a part, or none."""
        known: dict[str, forms.Form] = {
            "basics": self.basics,
            "score": self.score,
            "reading": self.reading,
            "penalty": self.penalty,
        }
        return known.get(part)

    def edit(self, part: str) -> Callable[[Any], Document]:
        """Return the edit that a valid form of a part asks for."""
        edits: dict[str, Callable[[Any], Document]] = {
            "basics": self._with_basics,
            "score": lambda it: with_score(it, self.score.cleaned_data),
            "reading": lambda it: with_reading(
                it, self.reading.cleaned_data, self.answers
            ),
            "penalty": lambda it: with_penalty(it, self.penalty.cleaned_data),
        }
        return edits[part]

    def _with_basics(self, document: Any) -> Document:
        if self.basics.clashes():
            raise StaleDraftError(STALE)
        answers = self.basics.cleaned_data
        return with_basics(document, answers, self.basics.touched())


def desk_forms(
    document: Any, words: DraftWords, part: str = "", said: Any = None
) -> DeskForms:
    """Return the forms of a draft; the one of ``part`` is filled with what was said."""
    answers = reading_answers(document["game"])
    told = [(key, one["text"]) for key, one in answers.items()]
    return DeskForms(
        BasicsForm(
            said if part == "basics" else None,
            initial=_basics(document),
            prefix="basics",
        ),
        ScoreForm(
            said if part == "score" else None,
            things=score_things(words),
            prefix="score",
        ),
        ReadingForm(
            said if part == "reading" else None, answers=told, prefix="reading"
        ),
        PenaltyForm(said if part == "penalty" else None, prefix="penalty"),
        answers,
    )


def over_draft(document: Any, words: DraftWords, part: str, said: Any) -> DeskForms:
    """Return the forms of a draft that was changed, with what was said in ``part``."""
    forms = desk_forms(document, words, part, said)
    if part != "basics":
        return forms
    return desk_forms(document, words, part, forms.basics.rebased())


def _basics(document: Any) -> dict[str, Any]:
    editions = document.get("editions", ANY)
    is_day = editions not in (ANY, NEWEST)
    limit = document.get("limit")
    return {
        "name": document["name"],
        "limit": None if limit is None else Decimal(str(limit)),
        "editions": DAY if is_day else editions,
        "day": day_of(editions) if is_day else None,
        "fixed": document.get("fixed", False),
    }
