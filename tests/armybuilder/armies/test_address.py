"""Addresses of units, books and armies, as queries and sessions write them."""

import pytest

from armybuilder.armies.address import (
    Address,
    ArmyAddress,
    BookAddress,
    is_change,
    read_address,
    split_change,
)

ADDRESSES: dict[str, Address] = {
    "skaven": BookAddress("skaven"),
    "skaven@2": BookAddress("skaven", 2),
    "skaven/clanrats": BookAddress("skaven", unit="clanrats"),
    "skaven@2/clanrats": BookAddress("skaven", 2, "clanrats"),
    "army:a_B-9": ArmyAddress("a_B-9"),
    "army:a_B-9/f1/s2": ArmyAddress("a_B-9", "f1/s2"),
}


@pytest.mark.parametrize("text", ADDRESSES)
def test_an_address_is_read_and_written_alike(text: str) -> None:
    assert read_address(text) == ADDRESSES[text]
    assert str(read_address(text)) == text


def test_only_one_with_a_unit_or_a_path_is_a_units() -> None:
    units = [text for text, address in ADDRESSES.items() if address.is_unit]
    assert units == ["skaven/clanrats", "skaven@2/clanrats", "army:a_B-9/f1/s2"]


@pytest.mark.parametrize(
    "text",
    [
        *("", "Skaven", "skaven@0/rats", "skaven@x/rats", "skaven@1000000", "skaven/"),
        *("skaven/rats/s1", "army:", "army:a/f1", "army:a/f1/", "army:a/f1/s~", "a b"),
        *(
            "skaven/clanrats~better:strength",
            "skaven\n",
            "army:a/" + "/".join("f" * 11),
        ),
    ],
)
def test_any_other_text_is_no_address(text: str) -> None:
    assert read_address(text) is None


def test_a_change_stands_behind_its_unit() -> None:
    assert split_change("a/b~better:strength") == ("a/b", "better:strength")
    assert split_change("a/b~") == ("a/b", "")
    assert split_change("a/b") == ("a/b", None)
    assert is_change("with:s1:shield")
    assert not is_change("better")
