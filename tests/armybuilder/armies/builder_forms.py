"""The builder's addresses and forms, as its page would send them."""

import json
from typing import Any

from django.test import Client
from django.urls import reverse

from armybuilder.armies.models import Army

HTMX = {"HX-Request": "true", "HX-Target": "builder"}


def address(army: Army, name: str = "show") -> str:
    return reverse(f"armies:{name}", args=[army.public_id])


def edit(client: Client, army: Army, **fields: Any) -> Any:
    """Send a form of the builder as the page would."""
    headers = fields.pop("headers", {})
    panes = fields.pop("query", "")
    data = {"revision": army.revision, **fields}
    if "edits" in data:
        data["edits"] = json.dumps(data["edits"])
    where = address(army, "edit") + panes
    answer = client.post(where, data, headers=headers)
    army.refresh_from_db()
    return answer


ADD_RATMEN = {
    "edit": "add",
    "parent": "f1",
    "selection": {"id": "new", "entry": "ratmen"},
}
