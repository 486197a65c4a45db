"""The pages and exports behind a share link, by the names of their addresses."""

from armybuilder.armies.exports import EXPORTS

JUDGED_PAGES = (
    "shared",
    "shared_print",
    *(f"shared_{one.key}" for one in EXPORTS if one.is_judged),
)
"""Those that say what the review says."""

SHARED_PAGES = ("shared", "shared_print", *(f"shared_{one.key}" for one in EXPORTS))

JUDGED_FILES = tuple(one.file for one in EXPORTS if one.is_judged)
"""Last parts of the addresses of exports that take a review."""
