"""Bounds on calls of the API; its reference page says them to its users.

What costs work is counted in the database, exactly; reading is counted in the memory
of each process, which is enough to keep a loop that ran wild away.
"""

from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle, SimpleRateThrottle

from armybuilder.accounts.throttle import Allowance, client_address, take

SIGNED_IN = Allowance("api", burst=120, refill_seconds=0.5)
ANONYMOUS = Allowance("api-anonymous", burst=40, refill_seconds=2)
READS = "600/min"


class WorkThrottle(BaseThrottle):
    """Requests that write or compute: a burst, then a steady rate."""

    def allow_request(self, request: Request, view: object) -> bool:
        if request.method in ("GET", "HEAD", "OPTIONS"):
            return True
        if request.user.is_authenticated:
            return take(SIGNED_IN, str(request.user.pk))
        return take(ANONYMOUS, client_address(request._request))

    def wait(self) -> float:
        return ANONYMOUS.refill_seconds


class ReadThrottle(SimpleRateThrottle):
    """Requests that only read."""

    scope = "read"
    rate = READS

    def get_cache_key(self, request: Request, view: object) -> str | None:
        if request.method not in ("GET", "HEAD", "OPTIONS"):
            return None
        who = client_address(request._request)
        if request.user.is_authenticated:
            who = f"user-{request.user.pk}"
        return f"api-read-{who}"
