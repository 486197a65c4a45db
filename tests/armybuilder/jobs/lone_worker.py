"""A process that works on jobs from their rows until it is killed."""

import time

import django


def main() -> None:
    django.setup()
    from armybuilder.jobs.cleanup import sweep
    from armybuilder.jobs.threads import wait_until_idle, wake

    while True:
        sweep()
        wake()
        wait_until_idle()
        time.sleep(0.05)


if __name__ == "__main__":
    main()
