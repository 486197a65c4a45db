"""The site's settings, with what only tests need."""

from armybuilder.settings import *  # noqa: F403
from armybuilder.settings import INSTALLED_APPS, MIDDLEWARE

# A page that asks the database once per row raises.
INSTALLED_APPS = [*INSTALLED_APPS, "zeal"]
MIDDLEWARE = ["zeal.middleware.zeal_middleware", *MIDDLEWARE]
# Jobs are done where they are started, and nothing happens by the clock.
JOB_ENGINE = "armybuilder.jobs.inline.enqueue"
JOB_SWEEP = None
CLOCK_SECONDS = None
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
# What Django does itself: it reads a session again to end it, and its admin looks up
# the choice of every row of a form, and whose password is set beside who sets it.
ZEAL_ALLOWLIST = [
    {"model": "sessions.Session", "field": "get()*"},
    {"model": "accounts.User", "field": "get()*"},
    {"model": "books.*", "field": "get()*"},
]
