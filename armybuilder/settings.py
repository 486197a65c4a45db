"""Settings; differences between machines come from the environment.

All variables that are read here and in `environment` are described in
docs/operation.md.
"""

import os
from pathlib import Path

from armybuilder.environment import (
    database,
    flag,
    mail,
    secret_key,
    whole_number,
    words,
)

# Odds multiply small matrices, for which threads of OpenBLAS only wait for each other.
# It reads this as NumPy is first imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

BASE_DIR = Path(__file__).resolve().parent.parent
VAR = Path(os.environ.get("VAR", BASE_DIR / "var"))
STATIC_ROOT = VAR / "static"
STATIC_ROOT.mkdir(parents=True, exist_ok=True)

DEBUG = flag("DEBUG")
SECRET_KEY = secret_key(VAR / "secret-key")
SECRET_KEY_FALLBACKS = words("SECRET_KEY_FALLBACKS")
ALLOWED_HOSTS = words("ALLOWED_HOSTS", ("localhost", "127.0.0.1", "[::1]"))
CSRF_TRUSTED_ORIGINS = words("TRUSTED_ORIGINS")

INSTALLED_APPS = [
    "armybuilder.accounts",
    "armybuilder.jobs",
    "armybuilder.books",
    "armybuilder.packs",
    "armybuilder.armies",
    "armybuilder.matchups",
    "armybuilder.events",
    "armybuilder.api",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "rest_framework",
    "rest_framework.authtoken",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_htmx",
    "django.forms",
]
MIDDLEWARE = [
    "armybuilder.jobs.clock.keep_clock",
    "armybuilder.api.errors.problem_answers",
    "django.middleware.security.SecurityMiddleware",
    "armybuilder.security.security_headers",
    "armybuilder.security.bounded_requests",
    "armybuilder.security.private_answers",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "armybuilder.security.compressed_pages",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "armybuilder.books.viewers.remember_viewer",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]
ROOT_URLCONF = "armybuilder.urls"
WSGI_APPLICATION = "armybuilder.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
            "builtins": ["armybuilder.books.templatetags.pictures"],
        },
    },
]
# Fields are drawn by templates/django/forms.
FORM_RENDERER = "armybuilder.missing_words.FormRenderer"

DATABASES = {
    "default": database(
        os.environ.get("DATABASE_URL", f"sqlite:///{VAR / 'armybuilder.sqlite3'}")
    )
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}

AUTH_USER_MODEL = "accounts.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "accounts:sign_in"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
PASSWORD_RESET_TIMEOUT = 2 * 60 * 60

# Mail is sent for new passwords and to entrants of events; without a server it is
# written to the console.
_MAIL = mail(os.environ.get("EMAIL_URL", "console:"))
EMAIL_BACKEND = _MAIL.backend
EMAIL_HOST, EMAIL_PORT = _MAIL.host, _MAIL.port
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = _MAIL.user, _MAIL.password
EMAIL_USE_TLS, EMAIL_USE_SSL = _MAIL.tls, _MAIL.ssl
EMAIL_TIMEOUT = 20
DEFAULT_FROM_EMAIL = os.environ.get("MAIL_FROM", "armybuilder@localhost")

# Called with the request after somebody signs in or up; accounts may not import armies.
SIGNED_IN_HOOKS = ["armybuilder.armies.claims.adopt"]

# Asked why an account cannot be switched off, "" where it can; accounts may not import
# events.
WHY_ACTIVE = ["armybuilder.events.organisers.why_active"]

# Kinds of heavy work, by the dotted paths of their values; jobs may not import them.
JOB_KINDS = [
    "armybuilder.armies.bulk.job.BULK_CHECK",
    "armybuilder.armies.impact_job.IMPACT",
    "armybuilder.books.example_armies.EXAMPLES",
    "armybuilder.books.fairness.FAIRNESS",
    "armybuilder.events.field_job.EVENT_FIELD",
    "armybuilder.events.papers.judge_table.JUDGE_TABLE",
    "armybuilder.matchups.comparison_job.COMPARISON",
]
# What is to be done when its time comes, and how often each web process looks.
DUE_WORK = [
    "armybuilder.books.publications.publish_due",
    "armybuilder.events.states.move_due",
    "armybuilder.events.mails.send_due",
    "armybuilder.armies.bulk.retention.sweep_checks",
]
CLOCK_SECONDS: int | None = 15
CELERY_BROKER_URL = os.environ.get("CELERY_BROKER_URL", "")
JOB_ENGINE = f"armybuilder.jobs.{'broker' if CELERY_BROKER_URL else 'threads'}.enqueue"
JOB_QUEUE = os.environ.get("JOB_QUEUE", "armybuilder.jobs")
JOB_THREADS = whole_number("JOB_THREADS", 2)
# Seconds: how long one step of a chunk may take before somebody else begins the chunk,
# until a worker ends it whatever it does (less than the broker's consumer_timeout),
# after which a message counts as lost, between two sweeps, until a job must be done,
# and until it is dropped.
JOB_LEASE = whole_number("JOB_LEASE", 120)
JOB_LIMIT = 20 * 60
JOB_LOST = 10 * 60
JOB_SWEEP: int | None = 30
JOB_PATIENCE = 24 * 60 * 60
JOB_KEPT = 7 * 24 * 60 * 60
JOB_MOST_OF_ONE = 4
JOB_MOST_OPEN = 100
JOB_MOST_CHUNKS = 1000
# Of an input, and of all the inputs of its chunks.
JOB_MOST_BYTES = 1_000_000
JOB_MOST_CUT_BYTES = 16_000_000

# Bulk checks are kept so long, with their files and verdicts.
BULK_KEPT_DAYS = whole_number("BULK_KEPT_DAYS", 7)

# Seconds of the processor that one account, or one address, may have odds worked out
# for on pages: so many at once, and so many more in each minute.
ODDS_AT_ONCE = whole_number("ODDS_AT_ONCE", 60)
ODDS_PER_MINUTE = whole_number("ODDS_PER_MINUTE", 20)

# The same for large pages of the builder, and how many bytes of armies and their states
# one account, or one address, may have written down in a day.
BUILDER_AT_ONCE = whole_number("BUILDER_AT_ONCE", 60)
BUILDER_PER_MINUTE = whole_number("BUILDER_PER_MINUTE", 30)
KEPT_BYTES_PER_DAY = whole_number("KEPT_BYTES_PER_DAY", 50_000_000)

LANGUAGE_CODE = "en-gb"
TIME_ZONE = "UTC"
USE_TZ = True
USE_I18N = False

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "armybuilder.faces.FaceFinder",
]
HASHED_STATIC = flag("HASHED_STATIC")
WHITENOISE_USE_FINDERS = not HASHED_STATIC
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "armybuilder.static_files.HashedFiles"
        if HASHED_STATIC
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}

DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 10_000
DATA_UPLOAD_MAX_NUMBER_FILES = 500
FILE_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
# Files are not among the sizes above; the check page takes the largest ones.
MOST_REQUEST_BYTES = 32 * 1024 * 1024

SECURE_CSP = {
    "default-src": ["'none'"],
    "script-src": ["'self'"],
    "style-src": ["'self'"],
    "img-src": ["'self'", "data:"],
    "font-src": ["'self'"],
    "connect-src": ["'self'"],
    "manifest-src": ["'self'"],
    "form-action": ["'self'"],
    "base-uri": ["'none'"],
    "frame-ancestors": ["'none'"],
}
PERMISSIONS_POLICY = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_AGE = 60 * 24 * 60 * 60
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"

HTTPS = flag("HTTPS")
SECURE_SSL_REDIRECT = HTTPS
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60 if HTTPS else 0
# A club's other subdomains are not ours to decide about.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
BEHIND_PROXY = flag("BEHIND_PROXY")
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_PROXY else None

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "rest_framework.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": [
        "rest_framework.permissions.IsAuthenticatedOrReadOnly"
    ],
    "DEFAULT_THROTTLE_CLASSES": [
        "armybuilder.api.throttles.WorkThrottle",
        "armybuilder.api.throttles.ReadThrottle",
    ],
    "DEFAULT_PARSER_CLASSES": ["armybuilder.api.request_data.DocumentParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "armybuilder.api.errors.answer_error",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
    "URL_FORMAT_OVERRIDE": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Armybuilder",
    "DESCRIPTION": "Books, armies, reviews and odds as documents.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "POSTPROCESSING_HOOKS": ["armybuilder.api.components.add_components"],
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}
    },
    "handlers": {
        "stderr": {"class": "logging.StreamHandler", "formatter": "line"},
    },
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": ["stderr"], "level": "WARNING", "propagate": False},
        # Below an error these are visitors' mistakes: 404, 400, 405.
        "django.request": {"level": "ERROR"},
        # So are forms that are too large: the visitor is answered 413.
        "django.security.RequestDataTooBig": {"level": "CRITICAL"},
        "django.security.TooManyFieldsSent": {"level": "CRITICAL"},
        "django.security.TooManyFilesSent": {"level": "CRITICAL"},
        # It warns of every request that waits for another one, however short.
        "waitress.queue": {"level": "ERROR"},
    },
}
