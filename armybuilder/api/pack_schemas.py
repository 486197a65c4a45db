"""Schemas of the answers about packs."""

from armybuilder.api.openapi import INTEGER, TEXT, TIME, URL, Schema, array, closed, ref

_VERSION: Schema = {
    "key": TEXT,
    "name": TEXT,
    "game": TEXT,
    "version": INTEGER,
    "sha256": {"type": "string", "pattern": "^[0-9a-f]{64}$"},
    "published_at": TIME,
    "asked_by": {**TEXT, "description": "Its name wherever a pack is asked for."},
    "url": URL,
}

PACK_SCHEMAS: dict[str, Schema] = {
    "PackVersionSummary": closed(**_VERSION),
    "PackVersion": closed(**_VERSION, document=ref("Pack")),
    "KeptPack": closed(**_VERSION, versions=array(ref("PackVersionSummary"))),
}
