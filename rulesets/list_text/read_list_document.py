"""The document of a list that was read."""

from typing import Any

from rulesets.core.points import points_number
from rulesets.list_text.list_values import Candidate, Part, ReadLine, ReadList
from rulesets.rosters.roster import roster_document


def read_list_document(read: ReadList) -> dict[str, Any]:
    """Return a list that was read as a document."""
    return {
        "name": read.name,
        "game": read.game,
        "book": read.book,
        "edition": read.edition,
        "book_confidence": read.book_confidence,
        "books": [
            {
                "game": one.game,
                "book": one.book,
                "edition": one.edition,
                "name": one.name,
                "lines": one.lines,
            }
            for one in read.books
        ],
        "limit": points_number(read.limit),
        "stated": points_number(read.stated),
        "points": points_number(read.ours),
        "total_differs": read.total_differs,
        "is_settled": read.is_settled,
        "lines": [_line(line) for line in read.lines],
        "roster": None if read.army is None else roster_document(read.army),
    }


def _line(line: ReadLine) -> dict[str, Any]:
    return {
        "number": line.number,
        "text": line.text,
        "role": line.role,
        "confidence": line.confidence,
        "understood": line.understood,
        "stated": points_number(line.stated),
        "points": points_number(line.ours),
        "why": line.why,
        "above": line.above,
        "left_out": line.left_out,
        "selections": list(line.units),
        "parts": [_part(part) for part in line.parts],
    }


def _part(part: Part) -> dict[str, Any]:
    return {
        "key": part.key,
        "text": part.text,
        "confidence": part.confidence,
        "understood": part.understood,
        "target": part.target,
        "count": part.count,
        "answered": part.answered,
        "asked_at": part.asked_at,
        "candidates": [_candidate(one) for one in part.candidates],
    }


def _candidate(one: Candidate) -> dict[str, Any]:
    return {"key": one.key, "name": one.name, "points": points_number(one.points)}
