"""Digests of documents: their words as a hash, their figures as a few sums.

A golden file keeps digests and not documents, so that thousands of answers fit into it.
Two documents agree when all that is no figure is the same and each sum differs by no
more than the figures may. What is different is seen by showing the document of one key
at both commits: ``python -m pytest tests/golden --show KEY``.
"""

import json
from hashlib import sha256
from math import cos, sin
from typing import Any

EXACT = 1e-12
"""How far a figure may be off [its own unit]."""


def digest(document: Any) -> dict[str, Any]:
    """Return the digest of a JSON document.

    Returns
    -------
    dict
        ``words`` (hash of everything but fractions), ``figures`` (how many fractions)
        and ``sums`` of them: plain, and weighted by cosine and sine of their place.
    """
    figures: list[float] = []
    words = json.dumps(_without_figures(document, figures), ensure_ascii=False)
    return {
        "words": sha256(words.encode()).hexdigest()[:16],
        "figures": len(figures),
        "sums": [
            sum(figures),
            sum(one * cos(place) for place, one in enumerate(figures)),
            sum(one * sin(place) for place, one in enumerate(figures)),
        ],
    }


def agree(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Return whether two digests are of documents that say the same."""
    if one["words"] != other["words"] or one["figures"] != other["figures"]:
        return False
    most = EXACT * max(one["figures"], 1)
    pairs = zip(one["sums"], other["sums"], strict=True)
    return all(abs(a - b) <= most * max(1.0, abs(a)) for a, b in pairs)


def _without_figures(value: Any, figures: list[float]) -> Any:
    """Return a value with a mark in the place of every fraction, which is collected."""
    if isinstance(value, float):
        figures.append(value)
        return "#"
    if isinstance(value, dict):
        return {key: _without_figures(one, figures) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_without_figures(one, figures) for one in value]
    return value
