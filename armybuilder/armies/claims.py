"""Armies and checks made without an account become those of the person who signs in."""

from django.http import HttpRequest

from armybuilder.armies.access import SESSION_KEY, session_ids, signed_in
from armybuilder.armies.bulk.store import adopt_checks
from armybuilder.armies.models import Army


def adopt(request: HttpRequest) -> int:
    """Give the session's armies and checks to a person who has just signed in.

    Returns how many armies these are.
    """
    adopt_checks(request)
    user = signed_in(request)
    ids = session_ids(request)
    if user is None or not ids:
        return 0
    adopted = Army.objects.filter(owner=None, public_id__in=ids).update(owner=user)
    del request.session[SESSION_KEY]
    return adopted
