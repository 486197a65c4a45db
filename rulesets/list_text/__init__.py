"""Lists as text: any builder's, or plain lines, read into a roster by our books."""

from rulesets.list_text.list_values import (
    BookChoice,
    Candidate,
    Part,
    ReadLine,
    ReadList,
)
from rulesets.list_text.raw_lines import ListTextError
from rulesets.list_text.read_list_document import read_list_document
from rulesets.list_text.reader import read_list

__all__ = [
    "BookChoice",
    "Candidate",
    "ListTextError",
    "Part",
    "ReadLine",
    "ReadList",
    "read_list",
    "read_list_document",
]
