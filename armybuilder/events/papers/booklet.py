"""The booklet: every list of an event, by name, one after another."""

from django.template.loader import render_to_string

from armybuilder.events.papers.collection import Collection
from armybuilder.events.papers.judge_pack import refuse_large


def booklet_page(found: Collection) -> str:
    """Return the page that a booklet is drawn from.

    Raises
    ------
    PaperRefused
        If it has more units than a PDF holds.
    """
    refuse_large(found)
    return render_to_string("events/papers/booklet.html", {"found": found})
