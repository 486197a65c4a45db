"""Every operation of the API with a request that it answers, read from its schema."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.test import Client
from django.utils import timezone

from armybuilder.api.reference import described

Document = dict[str, Any]
METHODS = ("get", "post", "put", "patch", "delete")
NOWHERE = {
    "key": "no-such-key",
    **{"number": 77, "edition": 77, "test": 77},
    "public_id": "none",
    "bulk": "none",
    "job": 10**8,
    "token": "x",
    **{"slug": "no-such-event", "code": "AAAAAAAA"},
}
"""What no path leads to."""


def _to_come(body: Any) -> Any:
    """Return an example whose time is to come, whenever it is sent."""
    if "due_at" not in body:
        return body
    soon = timezone.now() + timedelta(days=30)
    noon = soon.replace(hour=12, minute=0, second=0, microsecond=0)
    return {**body, "due_at": noon.isoformat()}


@dataclass(frozen=True)
class Operation:
    """One operation; `places` fill its path."""

    id: str
    method: str
    path: str
    stated: Document

    @property
    def open(self) -> bool:
        """Return whether it may be asked without an account."""
        return {} in self.stated.get("security", [])

    @property
    def bodies(self) -> list[Any]:
        """Return the examples of what is sent."""
        content = self.stated.get("requestBody", {}).get("content", {})
        examples = content.get("application/json", {}).get("examples", {})
        return [_to_come(example["value"]) for example in examples.values()]

    @property
    def has_body(self) -> bool:
        return "requestBody" in self.stated

    @property
    def statuses(self) -> set[int]:
        return {int(status) for status in self.stated["responses"]}

    def takes(self, header: str) -> bool:
        return any(one["name"] == header for one in self.stated.get("parameters", ()))

    @property
    def kind(self) -> str:
        """Return what a key in its path is of."""
        kinds = (
            kind for kind in ("game", "draft", "pack") if f"/{kind}s/" in self.path
        )
        return next(kinds, "book")

    def address(self, places: Mapping[str, Any]) -> str:
        return self.path.format(**{"key": places[self.kind], **places})

    def nowhere(self) -> str:
        return self.path.format(**NOWHERE)


@dataclass
class Sent:
    """A request to an operation that is right until somebody changes it."""

    operation: Operation
    address: str
    body: bytes
    headers: dict[str, str] = field(default_factory=dict)
    media: str = "application/json"
    method: str = ""

    def by(self, client: Client) -> Any:
        return client.generic(
            self.method or self.operation.method.upper(),
            self.address,
            self.body,
            self.media if self.body else "",
            headers=self.headers,
        )


def operations() -> list[Operation]:
    """Return all of them, in the order of the schema."""
    return [
        Operation(stated["operationId"], method, path, stated)
        for path, methods in described()["paths"].items()
        for method, stated in methods.items()
        if method in METHODS
    ]


def named(name: str) -> Operation:
    return next(one for one in operations() if one.id == name)


def right(operation: Operation, places: Mapping[str, Any], body: Any = None) -> Sent:
    """Return a request that is answered with 2xx where the army is at revision 1."""
    sent = operation.bodies[0] if body is None and operation.bodies else body
    # A step of a draft is the one that is done only at its newest revision.
    named = "*" if operation.id == "step_draft" else '"1"'
    headers = {"If-Match": named} if operation.takes("If-Match") else {}
    raw = json.dumps(sent).encode() if operation.has_body else b""
    return Sent(operation, operation.address(places), raw, headers)
