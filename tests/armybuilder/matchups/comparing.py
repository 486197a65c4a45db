"""Asks the comparison page about two books of Charge."""

from typing import Any

from django.test import Client

PAGE = "/match-ups/compare/"
A, B = "charge-skaven@1/ratmen", "charge-orcs@1/orcs"
SKAVEN, ORCS = "charge-skaven@1", "charge-orcs@1"


def show(client: Client, query: str) -> str:
    answer = client.get(f"{PAGE}?{query}")
    assert answer.status_code == 200, answer.headers
    return answer.content.decode()


def table(client: Client, query: str, name: str = "table") -> Any:
    return client.get(f"{PAGE}?{query}").context[name]
