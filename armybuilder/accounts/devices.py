"""Browsers that somebody signed in with before: strangers cannot use up their tries.

The cookie proves only that; it opens nothing. It is signed for one account and its
password, so that a changed password forgets every browser.
"""

import secrets

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from armybuilder.accounts.models import User

COOKIE = "known-device"
KNOWN_FOR = 365 * 24 * 60 * 60


def known_device(request: HttpRequest, user: User | None) -> str:
    """Return the name of a browser that this person signed in with, or ""."""
    if user is None:
        return ""
    device = request.get_signed_cookie(
        COOKIE, default="", salt=_salt(user), max_age=KNOWN_FOR
    )
    return device or ""


def remember_device(request: HttpRequest, response: HttpResponse, user: User) -> None:
    """Have a browser remember that somebody signed in with it."""
    response.set_signed_cookie(
        COOKIE,
        known_device(request, user) or secrets.token_urlsafe(12),
        salt=_salt(user),
        max_age=KNOWN_FOR,
        path=settings.SESSION_COOKIE_PATH,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _salt(user: User) -> str:
    return f"known-device {user.pk} {user.get_session_auth_hash()}"
