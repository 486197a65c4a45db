"""The count of files that a command has judged, told meanwhile and at the end."""

import time
from collections import Counter
from typing import Protocol

from rulesets.checks.printout import Printout
from rulesets.checks.verdicts import WORDS
from rulesets.core.subject import so_many

BETWEEN = 0.5
"""Between two looks at how far it is [seconds]."""


class Stream(Protocol):
    """Something that lines are written to."""

    def write(self, text: str, /) -> object:
        """Write a text."""

    def flush(self) -> object:
        """Flush the output."""


class Counted:
    """The output for complaints, with a line of progress where it is a terminal."""

    def __init__(self, err: Stream) -> None:
        self._err = err
        self._words: Counter[str] = Counter()
        asked = getattr(err, "isatty", None)
        self._is_watched = bool(asked and asked())
        self._begun = self._told = time.monotonic()

    @property
    def files(self) -> int:
        """Return the number of files so far."""
        return self._words.total()

    def complain(self, one: Printout) -> None:
        """Count a printout, and write what it complains of."""
        self._words[one.word] += 1
        now = time.monotonic()
        if one.err:
            self.say(one.err.removesuffix("\n"))
        elif self._is_watched and now - self._told >= BETWEEN:
            self._told = now
            pace = self.files / (now - self._begun)
            self._write(f"\r\x1b[K{self.files:,} judged, {pace:,.0f} a second")

    def say(self, text: str) -> None:
        """Write a line, in the place of the one that tells the progress."""
        self._write(("\r\x1b[K" if self._is_watched else "") + text + "\n")

    def text(self) -> str:
        """Return the number of files of each word."""
        each = [f"{self._words[word]:,} {word}" for word in WORDS if self._words[word]]
        return f"{so_many(self.files, 'file')}: {', '.join(each) or 'none'}"

    def _write(self, text: str) -> None:
        self._err.write(text)
        self._err.flush()
