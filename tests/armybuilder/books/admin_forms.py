"""What a browser sends for a page of the admin left as it is."""

from typing import Any

from django.test import Client
from django.urls import reverse


def form_of(client: Client, address: str) -> dict[str, Any]:
    """Return what a browser would send for a page of the admin left as it is."""
    response = client.get(address)
    assert response.status_code == 200, response.status_code
    return sent_by(response)


def sent_by(response: Any) -> dict[str, Any]:
    """Return what a browser would send for a page that it was given."""
    data: dict[str, Any] = {}
    if "seen" in response.context:
        data["_seen"] = response.context["seen"]
    for form in forms_on(response):
        for bound in form:
            value = bound.value()
            if bound.field.disabled or value is None or value is False:
                continue
            data[bound.html_name] = "on" if value is True else value
    return data


def forms_on(response: Any) -> list[Any]:
    """Return every form of a page, those of its tables too."""
    context = response.context
    forms = [context["adminform"].form]
    for inline in context["inline_admin_formsets"]:
        forms += [inline.formset.management_form, *inline.formset.forms]
    return forms


def change(row: Any) -> str:
    return reverse(f"admin:books_{row._meta.model_name}_change", args=[row.pk])


def errors_of(response: Any) -> Any:
    return response.context["errors"]
