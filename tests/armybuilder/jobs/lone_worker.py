"""A process that works on jobs from their rows until it is killed."""

import time

import django

ATTEMPTS = 20
"""At a chunk. Here a test kills the workers, not the chunk that they work on."""


def main() -> None:
    django.setup()
    from armybuilder.jobs import chunks
    from armybuilder.jobs.cleanup import sweep
    from armybuilder.jobs.threads import wait_until_idle, wake

    chunks.MOST_ATTEMPTS = ATTEMPTS
    while True:
        sweep()
        wake()
        wait_until_idle()
        time.sleep(0.05)


if __name__ == "__main__":
    main()
