import io
import zipfile
from typing import BinaryIO

import pytest

from rulesets.checks import files
from rulesets.checks.files import MOST_BYTES, ArmyFile, UnpackError, unpack


def packed(
    members: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED
) -> tuple[str, BinaryIO]:
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w", method) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    raw.seek(0)
    return "armies.zip", raw


def test_plain_files_and_members_become_files() -> None:
    found = unpack([("a.json", io.BytesIO(b"{}")), packed({"x/b.json": b"[]"})])
    assert found == (ArmyFile("a.json", b"{}"), ArmyFile("armies.zip/x/b.json", b"[]"))


def test_folders_and_what_file_managers_add_are_left_out() -> None:
    archive = packed({"x/": b"", "__MACOSX/._a.json": b"1", ".DS_Store": b"2"})
    assert unpack([archive]) == ()


def test_names_in_an_archive_are_only_words() -> None:
    (found,) = unpack([packed({"../../etc/passwd": b"{}"})])
    assert found.raw == b"{}"


def test_a_bomb_is_read_no_further_than_the_limit() -> None:
    (found,) = unpack([packed({"bomb.json": b" " * 50_000_000})])
    assert len(found.raw) == MOST_BYTES + 1


def test_many_bombs_are_stopped_by_what_they_are_in_all() -> None:
    bombs = {f"{number}.json": b" " * 2_000_000 for number in range(30)}
    with pytest.raises(UnpackError, match="24,000,000 bytes"):
        unpack([packed(bombs)])


def test_too_many_members_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MOST_FILES", 3)
    with pytest.raises(UnpackError, match="More than 3 files"):
        unpack([packed({f"{number}.json": b"{}" for number in range(4)})])
    with pytest.raises(UnpackError, match="More than 3 files"):
        unpack([(f"{number}.json", io.BytesIO(b"{}")) for number in range(4)])


def test_uncommon_compression_is_refused() -> None:
    (file,) = unpack([packed({"a.json": b"{}"}, zipfile.ZIP_LZMA)])
    assert file.problem.startswith("only plain zip compression")


def test_an_archive_inside_an_archive_stops_none_of_the_others() -> None:
    _, inner = packed({"a.json": b"{}"})
    files = unpack([packed({"in.zip": inner.read(), "b.json": b"{}"})])
    assert [file.problem for file in files] == [
        "archives inside archives are not opened",
        "",
    ]
    assert files[1].raw == b"{}"


def test_an_encrypted_member_is_refused() -> None:
    name, raw = packed({"a.json": b"{}"}, zipfile.ZIP_STORED)
    content = bytearray(raw.read())
    local, central = content.find(b"PK\x03\x04"), content.find(b"PK\x01\x02")
    content[local + 6] |= 1
    content[central + 8] |= 1
    (file,) = unpack([(name, io.BytesIO(bytes(content)))])
    assert file.problem == "it is encrypted"


@pytest.mark.parametrize("keep", [4, 30, 60])
def test_a_torn_archive_is_named(keep: int) -> None:
    name, raw = packed({"a.json": b"{}" * 100})
    with pytest.raises(UnpackError, match=r"armies\.zip: the archive cannot be read"):
        unpack([(name, io.BytesIO(raw.read()[:keep]))])


def test_a_damaged_member_is_named() -> None:
    name, raw = packed({"a.json": b"{}" * 100}, zipfile.ZIP_STORED)
    content = raw.read().replace(b"{}{}", b"[][]", 1)
    with pytest.raises(UnpackError, match="Bad CRC-32"):
        unpack([(name, io.BytesIO(content))])
