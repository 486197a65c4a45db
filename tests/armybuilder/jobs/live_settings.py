"""Settings of the processes that tests start and kill."""

from armybuilder.settings import *  # noqa: F403

ROOT_URLCONF = "tests.armybuilder.jobs.live_site"
JOB_KINDS = ["tests.armybuilder.jobs.live_kind.COUNTED"]
JOB_SWEEP = 1
