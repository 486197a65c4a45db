"""The site's faces: small fonts that every page can have from the site itself."""

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from fontTools.ttLib import TTFont

from armybuilder.faces import FACES, FaceFinder, made_faces


def test_each_face_is_small_and_has_the_letters_of_the_site() -> None:
    for name in FACES:
        file = made_faces() / f"{name}.woff2"
        assert file.stat().st_size < 40_000
        letters = TTFont(file).getBestCmap()
        assert {ord(letter) for letter in "Aßé–×≥→"} <= set(letters)


def test_the_figures_of_a_face_are_of_one_width() -> None:
    for name in FACES:
        font = TTFont(made_faces() / f"{name}.woff2")
        letters = font.getBestCmap()
        assert len({font["hmtx"][letters[ord(one)]][0] for one in "0123456789"}) == 1


def test_faces_are_found_as_static_files() -> None:
    found = finders.find("faces/serif-700.woff2")
    assert isinstance(found, str)
    assert Path(found).read_bytes()[:4] == b"wOF2"
    assert finders.find("faces/../settings.py") is None
    assert FaceFinder().find("faces/other.woff2", find_all=True) == []


@pytest.mark.django_db
def test_a_page_asks_for_no_face_that_is_not_there(client: Client) -> None:
    page = client.get("/").content.decode()
    asked = re.findall(r'href="(/static/faces/[^"]+)"', page)
    assert len(asked) == 2
    for address in asked:
        answer = client.get(address)
        assert answer.getvalue()[:4] == b"wOF2"
        answer.close()
        assert answer.headers["Content-Type"] == "font/woff2"
