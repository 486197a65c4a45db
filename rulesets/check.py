"""Check armies without a site: ``python -m rulesets.check PATH…``."""

import sys
from argparse import ArgumentParser
from collections.abc import Sequence

from rulesets.books.bookshelf import BookFolder
from rulesets.checks.command import (
    HELP,
    SHIPPED,
    CheckError,
    add_arguments,
    check_paths,
    shipped_pack,
)
from rulesets.checks.printout import UNREADABLE


def main(arguments: Sequence[str] | None = None) -> int:
    """Check the armies that arguments name, and return the exit status."""
    parser = ArgumentParser("python -m rulesets.check", description=HELP)
    add_arguments(parser, books=f"those in {SHIPPED}")
    options = vars(parser.parse_args(arguments))
    try:
        return check_paths(options, shipped_books, shipped_pack, sys.stdout, sys.stderr)
    except CheckError as problem:
        sys.stderr.write(f"{parser.prog}: {problem}\n")
        return UNREADABLE


def shipped_books() -> BookFolder:
    """Return the army books that come with the project."""
    if not SHIPPED.is_dir():
        text = (
            f"there are no army books in {SHIPPED}; name a folder of them with --books"
        )
        raise CheckError(text)
    return BookFolder(SHIPPED)


if __name__ == "__main__":
    sys.exit(main())
