"""A check at the start: the odds' kernel is compiled from its present sources."""

from typing import Any

from django.core import checks

from rulesets.odds.native.bindings import is_ready, is_switched_off
from rulesets.odds.native.build import BUILT

HINT = "Run `python -m rulesets.odds.native.build`, and start again."


def check_kernel(**_options: Any) -> list[checks.CheckMessage]:
    """Return a message where NumPy works the odds out and nobody asked it to."""
    if is_switched_off() or is_ready():
        return []
    if any(BUILT.glob("*.so")):
        text = "The odds' kernel was compiled from other sources: NumPy stands in."
        return [checks.Warning(text, hint=HINT, id="matchups.W001")]
    text = "The odds' kernel is not compiled: NumPy stands in."
    return [checks.Info(text, hint=HINT, id="matchups.I001")]
