"""Lists as text among the files of a check."""

from rulesets.books.bookshelf import Bookshelf
from rulesets.documents.json import DocumentError
from rulesets.list_text import ListTextError, read_list
from rulesets.list_text.text_files import list_text, unsettled_text
from rulesets.rosters.roster import Roster

A_WORD = 150
"""The work of understanding a word, as `review_cost` counts it."""


def words_in(raw: bytes) -> int:
    """Return about how many words a list has that is text; 0 for a document."""
    if list_text(raw) is None:
        return 0
    return sum(raw.count(mark) for mark in (b" ", b"\n", b","))


def roster_of_text(raw: bytes, bookshelf: Bookshelf) -> Roster | DocumentError | None:
    """Return the roster of a list that is text, or why it is not judged.

    None for a document, which is read as such. A list of which a line is not understood
    is never judged in silence.
    """
    text = list_text(raw)
    if text is None:
        return None
    try:
        read = read_list(text, bookshelf)
    except ListTextError as problem:
        return DocumentError("", f"as a list: {problem}")
    if read.army is None or not read.is_settled:
        return DocumentError("", unsettled_text(read))
    return read.army
