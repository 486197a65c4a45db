"""The check of rules of one bearer that set the same roll to different values."""

from collections.abc import Iterator

from rulesets.books.checks.draft import BookDraft
from rulesets.books.checks.finding import Found
from rulesets.books.checks.names import UseAt, rule_uses
from rulesets.core.effects import RuleEffect
from rulesets.core.special_rule import SpecialRule


def clashing_effects(draft: BookDraft) -> Iterator[Found]:
    """Yield rules that set a roll which an earlier rule of the same bearer sets."""
    bearer, before = "", list[UseAt]()
    for use in rule_uses(draft):
        owner = use.pointer.rpartition("/rules/")[0] or use.pointer
        if owner != bearer:
            bearer, before = owner, []
        for other in before:
            clash = _clash(_set_by(draft, other), _set_by(draft, use))
            if clash:
                names = " and ".join(_rule(draft, one).name for one in (other, use))
                sentence = f"{names} both set {clash}: only one can count"
                yield Found(use.pointer, sentence)
        before.append(use)


def _set_by(draft: BookDraft, use: UseAt) -> list[tuple[RuleEffect, int | str]]:
    effects = _rule(draft, use).effects
    return [(one, one.amount(use.x or 0)) for one in effects if one.op == "set"]


def _rule(draft: BookDraft, use: UseAt) -> SpecialRule:
    """Return a rule that is used: the book's own, the game's, or one that is none."""
    own, nobody = draft.book.rules.get(use.key), SpecialRule(use.key, use.key, "", "")
    if own is not None and own.is_written_out:
        return own
    return draft.game.rules.get(use.key, nobody)


def _clash(
    these: list[tuple[RuleEffect, int | str]], those: list[tuple[RuleEffect, int | str]]
) -> str:
    """Return the term that two rules set differently at one moment, "" for none."""
    for one, value in these:
        for other, otherwise in those:
            moment = (one.on, one.whose, one.when, one.unless)
            same = moment == (other.on, other.whose, other.when, other.unless)
            grouped = one.group and one.group == other.group
            if same and value != otherwise and not grouped:
                return one.on
    return ""
