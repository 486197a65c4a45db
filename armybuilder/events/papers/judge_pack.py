"""The judge pack: every list under a code, in one format, as a page."""

from django.template.loader import render_to_string

from armybuilder.events.papers.collection import MOST_UNITS, Collection, PaperRefused


def judge_page(found: Collection) -> str:
    """Return the page that a judge pack is drawn from.

    Raises
    ------
    PaperRefused
        If it has more units than a PDF holds.
    """
    refuse_large(found)
    return render_to_string("events/papers/judge_pack.html", {"found": found})


def refuse_large(found: Collection) -> None:
    """Refuse lists that are more than one PDF holds.

    Raises
    ------
    PaperRefused
        If they have too many units.
    """
    units = sum(1 for one in found.lists for _ in one.units)
    if units > MOST_UNITS:
        text = f"These lists have {units:,} units, and a PDF holds {MOST_UNITS:,}"
        raise PaperRefused(f"{text}. Take the table for spreadsheets instead.")
