"""Translations of the names and texts of a book, by place and language."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rulesets.documents.places import names_of
from rulesets.documents.problem import pointer

TEXTS = frozenset({"name", "title", "summary", "note", "message", "text", "left_out"})
"""Members of parts that players read."""

KEPT = frozenset(
    {"translations", "accepted", "missing", "origin", "stats", "characteristics"}
)
"""Members that hold nothing to translate."""

DONE, STALE, MISSING = "done", "stale", "missing"
"""States of a text: translated; changed since it was translated; not translated."""

Path = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TranslatedText:
    """A text of a book at its place, with its translation, "" where there is none."""

    at: str
    source: str
    translation: str
    state: str


def texts_of(document: Any) -> dict[str, str]:
    """Return the names and texts of a book document by their places.

    Parts of lists go by their names, as in `keyed_place`.

    Examples
    --------
    >>> texts_of({"name": "Rats", "units": [{"key": "ogres", "name": "Ogres"}]})
    {'/name': 'Rats', '/units/ogres/name': 'Ogres'}
    """
    return {pointer(at): text for at, text in _texts(document, ())}


def _texts(part: Any, at: Path) -> Iterator[tuple[Path, str]]:
    if isinstance(part, dict):
        for key, value in part.items():
            if key in TEXTS and isinstance(value, str) and value:
                yield (*at, key), value
            elif key not in KEPT:
                yield from _texts(value, (*at, key))
    elif isinstance(part, list):
        for index, (name, value) in enumerate(zip(names_of(part), part, strict=True)):
            yield from _texts(value, (*at, name or str(index)))


def translations_of(document: Any, language: str) -> tuple[TranslatedText, ...]:
    """Return every text of a book with its translation into a language."""
    known = _known(document, language)
    return tuple(
        TranslatedText(at, text, *_state(text, known.get(at)))
        for at, text in texts_of(document).items()
    )


def _state(text: str, known: Mapping[str, str] | None) -> tuple[str, str]:
    if known is None:
        return "", MISSING
    return known["translation"], DONE if known["original"] == text else STALE


def _known(document: Any, language: str) -> Mapping[str, Mapping[str, str]]:
    found: Mapping[str, Mapping[str, str]] = document.get("translations", {}).get(
        language, {}
    )
    return found


def with_translations(
    document: Any, language: str, texts: Mapping[str, str]
) -> dict[str, Any]:
    """Return a book document with translations at some places; "" takes one away.

    Places without a text of the book are left out.
    """
    sources = texts_of(document)
    known = dict(_known(document, language))
    for at, text in texts.items():
        if at not in sources:
            continue
        if text:
            known[at] = {"original": sources[at], "translation": text}
        else:
            known.pop(at, None)
    languages = {**document.get("translations", {}), language: known}
    kept = {name: places for name, places in languages.items() if places}
    made = {key: part for key, part in document.items() if key != "translations"}
    return {**made, "translations": kept} if kept else made


def languages_of(document: Any) -> tuple[str, ...]:
    """Return the languages that a book is translated into."""
    return tuple(sorted(document.get("translations", ())))


def translated(document: Any, language: str) -> dict[str, Any]:
    """Return a book document with its texts in a language, and no translations.

    A text that is not translated, or changed since, stays as it is.
    """
    known = {
        one.at: one.translation
        for one in translations_of(document, language)
        if one.state == DONE
    }
    made = {key: part for key, part in document.items() if key != "translations"}
    found: dict[str, Any] = _replaced({**made, "language": language}, (), known)
    return found


def _replaced(part: Any, at: Path, known: Mapping[str, str]) -> Any:
    if isinstance(part, dict):
        return {key: _replaced(value, (*at, key), known) for key, value in part.items()}
    if isinstance(part, list):
        return [
            _replaced(value, (*at, name or str(index)), known)
            for index, (name, value) in enumerate(
                zip(names_of(part), part, strict=True)
            )
        ]
    return known.get(pointer(at), part) if isinstance(part, str) else part
