"""Askers of jobs: an account, or the session of a visitor without one."""

import hashlib

from django.http import HttpRequest


def asker_of(request: HttpRequest) -> str:
    """Return the name of the asker; a visitor without a session gets one."""
    if request.user.is_authenticated:
        return f"user {request.user.pk}"
    if request.session.session_key is None:
        request.session.create()
    key = str(request.session.session_key)
    return f"visitor {hashlib.sha256(key.encode()).hexdigest()[:32]}"
