"""An impact as a document, as the chunks of a job pass it on, and back."""

from collections.abc import Iterable, Mapping
from typing import Any

from rulesets.checks.impact import Cases, Impact, MessageKind, Sample, VerdictChange
from rulesets.core.points import points_number, to_points


def impact_document(impact: Impact) -> dict[str, Any]:
    """Return the document of an impact; `read_impact` gives the same one back."""
    return {
        "outcomes": [
            {
                "before": outcome.before,
                "after": outcome.after,
                "same": outcome.same,
                "cases": _cases_document(cases),
            }
            for outcome, cases in impact.outcomes.items()
        ],
        "points": [
            [points_number(change), armies] for change, armies in impact.points.items()
        ],
        "appearing": _messages_document(impact.appearing),
        "vanishing": _messages_document(impact.vanishing),
        "lost": _cases_document(impact.lost),
        "unreadable": _cases_document(impact.unreadable),
    }


def read_impact(document: Any) -> Impact:
    """Return the impact of a document that `impact_document` made."""
    return Impact(
        outcomes={
            VerdictChange(one["before"], one["after"], one["same"]): _cases(
                one["cases"]
            )
            for one in document["outcomes"]
        },
        points={to_points(change): armies for change, armies in document["points"]},
        appearing=_messages(document["appearing"]),
        vanishing=_messages(document["vanishing"]),
        lost=_cases(document["lost"]),
        unreadable=_cases(document["unreadable"]),
    )


def _messages_document(messages: Mapping[MessageKind, Cases]) -> list[dict[str, Any]]:
    return [
        {
            "code": kind.code,
            "severity": kind.severity,
            "cases": _cases_document(cases),
        }
        for kind, cases in messages.items()
    ]


def _messages(documents: Iterable[Any]) -> dict[MessageKind, Cases]:
    return {
        MessageKind(one["code"], one["severity"]): _cases(one["cases"])
        for one in documents
    }


def _cases_document(cases: Cases) -> dict[str, Any]:
    return {
        "armies": cases.armies,
        "samples": [
            {
                "id": one.id,
                "before": points_number(one.before),
                "after": points_number(one.after),
                "limit": points_number(one.limit),
                "rule": one.rule,
                "text": one.text,
            }
            for one in cases.samples
        ],
    }


def _cases(document: Any) -> Cases:
    return Cases(document["armies"], tuple(map(_sample, document["samples"])))


def _sample(document: Any) -> Sample:
    limit = document["limit"]
    return Sample(
        id=document["id"],
        before=to_points(document["before"]),
        after=to_points(document["after"]),
        limit=None if limit is None else to_points(limit),
        rule=document["rule"],
        text=document["text"],
    )
