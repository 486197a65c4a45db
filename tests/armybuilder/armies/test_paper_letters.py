"""Lines that a text takes on paper."""

import pytest

from armybuilder.armies.papers.letters import line_count, text_width


def test_wide_letters_are_wider_than_narrow_ones() -> None:
    assert text_width("MWMW", 10) > 3 * text_width("ilil", 10)
    assert text_width("halberd", 20) == pytest.approx(2 * text_width("halberd", 10))


def test_a_text_breaks_between_words_alone() -> None:
    wide = text_width("Shield, halberd", 9)
    assert line_count("Shield, halberd", 9, wide + 0.1) == 1
    assert line_count("Shield, halberd", 9, wide - 0.1) == 2
    assert line_count("Shield, halberd", 9, wide + 0.1, begun=1.0) == 2
    assert line_count("halberd", 9, 1.0) == 1
