"""Problems: places of a document where something is wrong, in words."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Problem:
    """A place where a document is wrong.

    Parameters
    ----------
    where : str
        JSON pointer (RFC 6901).
    text : str
        What is wrong there, or was expected.
    rank : tuple
        Orders problems, the telling ones first: a wrong format or a missing part near
        the root before a detail far down; in the order of the document.
    did_you_mean : tuple of str
        Known keys or words that are close to what was found.
    line : int
        The line of the text at which the place begins; 0 where nobody looked.
    code : str
        Of the check that found it, "" where none did.
    """

    where: str
    text: str
    rank: tuple[int, int, str] = (1, 0, "")
    did_you_mean: tuple[str, ...] = ()
    line: int = 0
    code: str = ""

    @property
    def sentence(self) -> str:
        """Return what is wrong, with the question what was meant, and the line."""
        several = " or ".join(map(repr, self.did_you_mean))
        meant = f"; did you mean {several}?" if several else ""
        at = f" (line {self.line})" if self.line else ""
        return f"{self.text}{meant}{at}"


def pointer(path: Iterable[Any]) -> str:
    """Return the JSON pointer of a path of keys and indexes."""
    steps = (str(step).replace("~", "~0").replace("/", "~1") for step in path)
    return "".join(f"/{step}" for step in steps)
