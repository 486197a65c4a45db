"""Types and steps around a signed-in person that several apps use."""

from django.conf import settings
from django.contrib.auth import login
from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.module_loading import import_string

from armybuilder.accounts.models import User


class SignedInRequest(HttpRequest):
    """A request behind `login_required`, for annotations."""

    user: User


def enter(request: HttpRequest, user: User) -> None:
    """Sign somebody in, then let other apps take over the visitor's things."""
    login(request, user)
    for name in settings.SIGNED_IN_HOOKS:
        import_string(name)(request)


def next_address(request: HttpRequest, default: str) -> str:
    """Return where to go next: the address asked for, if it is one of ours."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    ours = url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return wanted if ours else default
