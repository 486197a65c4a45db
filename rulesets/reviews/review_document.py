"""A review and its messages as documents (``schemas/review.schema.json``)."""

from collections.abc import Iterable
from typing import Any

from rulesets.core.points import points_number
from rulesets.core.values import Gear
from rulesets.reviews.figures import Equipment, ReviewedProfile
from rulesets.reviews.review import Fix, ForceReview, Line, Message, Review
from rulesets.reviews.verdict import verdict_text
from rulesets.rosters.edit_document import edit_document

FORMAT = "armybuilder.review/1"


def message_document(message: Message) -> dict[str, Any]:
    """Return the document of a message."""
    return {
        "code": message.code,
        "severity": message.severity,
        "where": message.where,
        "text": message.text,
        "rule": message.rule,
        "source": message.source,
        "marks": list(message.marks),
        "fixes": [_fix_document(fix) for fix in message.fixes],
        "waivers": [_fix_document(waiver) for waiver in message.waivers],
    }


def _fix_document(fix: Fix) -> dict[str, Any]:
    return {
        "text": fix.text,
        "edits": [edit_document(edit) for edit in fix.edits],
        "points": points_number(fix.points),
        "legal": fix.legal,
        "errors": fix.errors,
    }


def waived_documents(review: Review) -> list[dict[str, str]]:
    """Return the rules that the players do without, as documents."""
    return [
        {"key": one.key, "title": one.title, "source": one.source}
        for one in review.waived
    ]


def review_document(review: Review) -> dict[str, Any]:
    """Return the document of a review (``schemas/review.schema.json``)."""
    return {
        "format": FORMAT,
        "game": review.game.key,
        "name": review.roster.name,
        "legal": review.legal,
        "verdict": review.verdict,
        "verdict_text": verdict_text(review),
        "waived": waived_documents(review),
        "points": points_number(review.points),
        "limit": points_number(review.limit),
        "left": points_number(review.left),
        "models": review.models,
        "forces": [_force_document(force) for force in review.forces],
        "gauges": [
            {
                "where": gauge.where,
                "key": gauge.key,
                "title": gauge.title,
                "counts": gauge.noun,
                "count": points_number(gauge.count),
                "min": points_number(gauge.low),
                "max": points_number(gauge.high),
            }
            for gauge in review.gauges
        ],
        "tallies": [
            {
                "key": tally.key,
                "title": tally.title,
                "value": points_number(tally.value),
                "source": tally.source,
            }
            for tally in review.tallies
        ],
        "messages": [message_document(message) for message in review.messages],
        "more": review.more,
        "rules": [
            {
                "key": ruling.key,
                "title": ruling.title,
                "source": ruling.source,
                "status": ruling.status,
                "switchable": ruling.switchable,
            }
            for ruling in review.rulings
        ],
    }


def _force_document(force: ForceReview) -> dict[str, Any]:
    return {
        "id": force.id,
        "book": force.book,
        "book_name": force.book_name,
        "edition": force.edition,
        "sha256": force.sha256,
        "points": points_number(force.points),
        "categories": [
            {
                "key": category.key,
                "name": category.name,
                "units": category.units,
                "points": points_number(category.points),
            }
            for category in force.categories
        ],
        "units": [_line_document(line) for line in force.units],
    }


def _line_document(line: Line) -> dict[str, Any]:
    return {
        "where": line.path,
        "entry": line.entry,
        "name": line.name,
        "own_name": line.own_name,
        "kind": line.kind,
        "category": line.category,
        "count": line.count,
        "models": line.models,
        "each": points_number(line.each),
        "points": points_number(line.points),
        "profiles": [_profile_document(profile) for profile in line.profiles],
        "rules": [{"key": rule.key, "x": rule.x} for rule in line.rules],
        "gear": _gear_documents(line.gear),
        **(
            {"equipment": _equipment_document(line.equipment)} if line.equipment else {}
        ),
        "selections": [_line_document(below) for below in line.lines],
    }


def _profile_document(profile: ReviewedProfile) -> dict[str, Any]:
    return {
        "key": profile.key,
        "name": profile.name,
        "kind": profile.kind,
        "characteristics": {
            key: {
                "printed": figure.printed,
                "now": figure.now,
                "changed_by": list(figure.changed_by),
            }
            for key, figure in profile.figures.items()
        },
    }


def _gear_documents(gear: Iterable[Gear]) -> list[dict[str, Any]]:
    return [{"key": one.key, "name": one.name, "count": one.count} for one in gear]


def _equipment_document(equipment: Equipment) -> dict[str, Any]:
    return {
        "hands": equipment.hands,
        "worn": _gear_documents(equipment.worn),
        "loadouts": [
            {
                "name": one.name,
                "held": _gear_documents(one.held),
                "notes": list(one.notes),
                "profiles": [_profile_document(profile) for profile in one.profiles],
            }
            for one in equipment.loadouts
        ],
        "refused": [
            {"held": _gear_documents(one.held), "why": one.why}
            for one in equipment.refused
        ],
        "set_aside": [
            {"held": _gear_documents(one.held), "why": one.why}
            for one in equipment.set_aside
        ],
        "named": [
            {"name": one.name, "items": list(one.items), "why_not": one.why_not}
            for one in equipment.named
        ],
        "more": equipment.more,
    }
