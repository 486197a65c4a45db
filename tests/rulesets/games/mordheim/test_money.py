"""Gold crowns: what a warband's points are called wherever somebody reads of them."""

from rulesets.games.mordheim import MORDHEIM
from rulesets.legality import points_agreed, with_fixes
from rulesets.sentences.book_words import reader_words
from rulesets.sentences.engine_rules import limit_text
from rulesets.sentences.places import ARMY
from tests.real_books import real_book
from tests.rulesets.games.mordheim.warbands import hero, judged


def test_a_warband_past_its_gold_is_told_so_in_gold_crowns() -> None:
    books = {("mordheim-reikland", 1): real_book("mordheim-reikland")}
    now = with_fixes(
        judged(
            "reikland",
            hero("captain"),
            *map(hero, ("champion", "youngblood", "youngblood")),
            limit=115,
        ),
        books,
    )

    (message,) = [one for one in now.messages if one.code == "points-limit"]
    assert message.rule == "Gold crowns agreed on"
    assert message.text == (
        "The army is worth 125 of at most 115 gold crowns, 10 too many."
    )
    fixes = [fix.text for fix in message.fixes]
    assert "Remove the first Youngblood (15 gold crowns)" in fixes
    assert "Agree on a limit of 125 gold crowns" in fixes
    assert "points-limit" not in [gauge.key for gauge in now.gauges]


def test_what_a_warband_may_not_have_counts_no_gold_crowns() -> None:
    now = judged("reikland", hero("nobody"))

    (message,) = [one for one in now.messages if one.code == "unknown-entry"]
    assert message.text.endswith("it counts no gold crowns.")


def test_a_limit_of_a_warband_is_worded_in_gold_crowns() -> None:
    worth = points_agreed(MORDHEIM.currency)

    assert limit_text(worth, reader_words(MORDHEIM), ARMY) == (
        "Gold crowns of anything in the army: at most as many as gold crowns agreed on"
    )


def test_the_rules_of_a_warband_speak_of_gold_crowns_once() -> None:
    titles = [rule.title for rule in judged("reikland", hero("captain")).rulings]

    assert "Gold crowns agreed on" in titles
    assert not any("Points" in title for title in titles)
    assert len({*titles}) == len(titles)
