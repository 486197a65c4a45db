"""The components of the API's schema: our own, and the schemas of documents."""

from typing import Any

from armybuilder.api.answers import add_headers
from armybuilder.api.bulk_schemas import BULK_SCHEMAS
from armybuilder.api.decision_schemas import DECISION_SCHEMAS
from armybuilder.api.draft_schemas import DRAFT_SCHEMAS
from armybuilder.api.event_schemas import EVENT_SCHEMAS
from armybuilder.api.list_schemas import LIST_SCHEMAS
from armybuilder.api.openapi import OWN, Schema
from armybuilder.api.pack_schemas import PACK_SCHEMAS
from rulesets.documents.schema import schema

EMBEDDED = {
    "Roster": "roster",
    "Edit": "edit",
    "Pack": "pack",
    "MatchUp": "match-up",
    "Comparison": "comparison",
    "Review": "review",
    "Receipt": "receipt",
    "BookDocument": "book",
    "BookTests": "book-tests",
}
"""Components that are schemas of `rulesets`."""


def add_components(
    result: dict[str, Any], generator: Any, request: Any, public: object
) -> dict[str, Any]:
    """Put our components into a schema that was generated from the views."""
    result.pop("servers", None)
    for path in result["paths"].values():
        for operation in path.values():
            add_headers(operation)
            if "requestBody" in operation:
                operation["requestBody"]["required"] = True
    components = result.setdefault("components", {})
    schemas = components.setdefault("schemas", {})
    schemas.update(OWN | DRAFT_SCHEMAS | EVENT_SCHEMAS | PACK_SCHEMAS)
    schemas.update(BULK_SCHEMAS | DECISION_SCHEMAS | LIST_SCHEMAS)
    for name, source in EMBEDDED.items():
        schemas.update(embedded(name, schema(source)))
    return result


def embedded(name: str, source: Schema) -> dict[str, Schema]:
    """Return a schema of ours as components, its definitions beside it."""
    kept = {key: part for key, part in source.items() if key not in ("$schema", "$id")}
    parts = kept.pop("$defs", {})
    found = {name: _moved(kept, name)}
    for key, part in parts.items():
        found[_component(name, key)] = _moved(part, name)
    return found


def _spelt_out(properties: dict[str, Any]) -> dict[str, Any]:
    """Return fields that may hold anything as {}; some generators do not know true."""
    return {key: {} if one is True else one for key, one in properties.items()}


def _component(name: str, key: str) -> str:
    return name + "".join(
        word.capitalize() for word in key.replace("_", "-").split("-")
    )


def _moved(part: Any, name: str) -> Any:
    if isinstance(part, list):
        return [_moved(one, name) for one in part]
    if not isinstance(part, dict):
        return part
    moved = {key: _moved(one, name) for key, one in part.items()}
    if isinstance(part.get("properties"), dict):
        moved["properties"] = _spelt_out(moved["properties"])
    target = part.get("$ref")
    if isinstance(target, str):
        prefix = "#/$defs/"
        inner = target.removeprefix(prefix)
        moved["$ref"] = (
            f"#/components/schemas/{name if target == '#' else _component(name, inner)}"
        )
    return moved
