"""Findings: what a check of a book says, where, and the edit that mends it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import takewhile
from typing import Any

ERROR, WARNING, HINT = "error", "warning", "hint"
LEVELS = (ERROR, WARNING, HINT)
"""Levels of a finding, the gravest first; only an error keeps a book back."""

IDLE, OF_ERROR = "acceptance-idle", "acceptance-of-error"
"""Codes of findings about acceptances, which nobody accepts."""

CLOSE = 0.8
"""Likeness at which one key is taken for a slip of another, 0 to 1."""

ROUGHLY = 0.6
"""The same where something is wrong anyway, and the word only helps to find it."""

SHORTEST = 4
"""Letters from which on a word is taken for one that differs by a letter."""


@dataclass(frozen=True, slots=True)
class Replacement:
    """One step of a mend: the new value of a place, or that it is taken out.

    ``pointer`` is a JSON pointer; a member of an object that is not there is added,
    and so is the index behind the last of a list.
    """

    pointer: str
    value: Any = None
    is_removal: bool = False


Mend = tuple[Replacement, ...]
"""An edit of a document, step by step; empty where only the author can know it."""


@dataclass(frozen=True, slots=True)
class Found:
    """A place where something is wrong, the fault in words, what may be meant."""

    pointer: str
    sentence: str
    did_you_mean: tuple[str, ...] = ()
    mend: Mend = ()


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing about a draft.

    Parameters
    ----------
    code : str
        Of the row of `CHECKS` that asked; never renamed.
    level : str
        One of `LEVELS`.
    pointer : str
        JSON pointer of the place in the document; "" is the whole.
    sentence : str
        The fault in words.
    at : str
        The place by keys, as `places.keyed_place` writes it: it lasts while parts
        come and go around it, so acceptances name it.
    did_you_mean : tuple of str
        Values that may have been meant, the likeliest first.
    mend : Mend
    because : str
        The reason why its author accepts it; "" for a finding that is open.
    """

    code: str
    level: str
    pointer: str
    sentence: str
    at: str = ""
    did_you_mean: tuple[str, ...] = ()
    mend: Mend = ()
    because: str = ""

    @property
    def text(self) -> str:
        """Return the sentence, with the question what was meant."""
        return f"{self.sentence}{question(self.did_you_mean)}"

    @property
    def is_acceptable(self) -> bool:
        """Return whether its author may say that it is as it should be."""
        fixed = self.level == ERROR or self.code in (IDLE, OF_ERROR)
        return self.is_open and not fixed

    @property
    def is_open(self) -> bool:
        """Return whether nobody accepted it."""
        return not self.because


def finding_document(finding: Finding) -> dict[str, Any]:
    """Return a finding as a document, as `docs/formats.md` shows it."""
    document: dict[str, Any] = {
        "code": finding.code,
        "level": finding.level,
        "pointer": finding.pointer,
        "at": finding.at,
        "sentence": finding.sentence,
    }
    if finding.did_you_mean:
        document["did_you_mean"] = list(finding.did_you_mean)
    if finding.mend:
        document["mend"] = [_step_document(step) for step in finding.mend]
    if finding.because:
        document["because"] = finding.because
    return document


def _step_document(step: Replacement) -> dict[str, Any]:
    if step.is_removal:
        return {"pointer": step.pointer, "remove": True}
    return {"pointer": step.pointer, "value": step.value}


def replace_by(pointer: str, value: Any) -> Mend:
    """Return the mend that puts a value at a place."""
    return (Replacement(pointer, value),)


def take_out(pointer: str) -> Mend:
    """Return the mend that takes a place out."""
    return (Replacement(pointer, is_removal=True),)


def misnamed(
    pointer: str,
    sentence: str,
    word: str,
    known: Iterable[str],
    *,
    close: float = CLOSE,
    form: str = "{}",
    otherwise: Mend = (),
) -> Found:
    """Return the fault of a name that is not known, mended by the known one meant.

    ``form`` is what stands at the place around the name; ``otherwise`` the mend where
    no known name is close.
    """
    found = meant(word, known, close)
    if not found:
        return Found(pointer, sentence, mend=otherwise)
    return Found(pointer, sentence, (found,), replace_by(pointer, form.format(found)))


def meant(word: str, known: Iterable[str], close: float = CLOSE) -> str:
    """Return which known word was meant, "" where none is close.

    Examples
    --------
    >>> meant("lords", ["lord", "core"]), meant("magic", ["#magic"]), meant("x", ["y"])
    ('lord', '#magic', '')
    >>> meant("feer", ["fear", "free-company"])
    'fear'
    """
    names = sorted(set(known) - {word})
    bare = word.lstrip("#").rpartition(":")[2]
    same = [name for name in names if name.lstrip("#").rpartition(":")[2] == bare]
    if same:
        return same[0]
    near = (name for name in names if abs(len(name) - len(word)) < 2)
    slip = next((name for name in near if _is_slip(word, name)), "")
    return slip or "".join(get_close_matches(word, names, n=1, cutoff=close))


def _is_slip(word: str, name: str) -> bool:
    """Return whether two words differ by one letter, or by two that changed places."""
    if min(len(word), len(name)) < SHORTEST:
        return False
    ahead = _alike(word, name)
    behind = _alike(word[ahead:][::-1], name[ahead:][::-1])
    one, other = word[ahead : len(word) - behind], name[ahead : len(name) - behind]
    return max(len(one), len(other)) < 2 or (len(one) == 2 and one == other[::-1])


def _alike(word: str, name: str) -> int:
    """Return how many letters two words begin with alike."""
    pairs = takewhile(lambda pair: pair[0] == pair[1], zip(word, name, strict=False))
    return sum(1 for _ in pairs)


def question(meant: Iterable[str]) -> str:
    """Return the question behind a sentence, "" where nothing may be meant."""
    several = " or ".join(map(repr, meant))
    return f"; did you mean {several}?" if several else ""


def did_you_mean(word: str, known: Iterable[str], close: float = CLOSE) -> str:
    """Return the question behind a sentence, "" where nothing is close."""
    found = meant(word, known, close)
    return question((found,) if found else ())


def name_of(part: Mapping[str, Any]) -> str:
    """Return what a part of a document calls itself."""
    return str(
        part.get("title") or part.get("name") or part.get("key") or part.get("item")
    )
