import io
import struct
import zipfile
from typing import BinaryIO

import pytest

from rulesets.checks import files
from rulesets.checks.files import (
    BULK,
    MOST_BYTES,
    ArmyFile,
    UnpackError,
    unpack,
    with_twins,
)
from tests.work import calls_of


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


def test_what_is_no_list_by_its_name_is_named_and_folders_are_nothing() -> None:
    members = dict.fromkeys(
        ("x/", "__MACOSX/._a.json", ".DS_Store", "Readme.TXT", "a/b.PNG", "list.txt"),
        b"1",
    )
    members["x/"] = b""
    found = unpack([packed(members)])
    assert [(file.name, file.problem, file.is_list) for file in found] == [
        ("armies.zip/__MACOSX/._a.json", "no list: left by a file manager", False),
        ("armies.zip/.DS_Store", "no list: left by a file manager", False),
        ("armies.zip/Readme.TXT", "no list: a note", False),
        ("armies.zip/a/b.PNG", "no list: a picture", False),
        ("armies.zip/list.txt", "", True),
    ]
    (picture,) = unpack([("map.gif", io.BytesIO(b"GIF89a"))])
    assert not picture.is_list


def test_empty_files_are_named() -> None:
    found = unpack([packed({"a.json": b""}), ("b.json", io.BytesIO(b""))])
    assert [file.problem for file in found] == ["the file is empty"] * 2


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_files_of_one_name_are_told_apart() -> None:
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w") as archive:
        archive.writestr("a.json", b"{}")
        archive.writestr("a.json", b"[]")
    raw.seek(0)
    twice = (("a.json", io.BytesIO(text)) for text in (b"1", b"2"))
    found = unpack([("z.zip", raw), *twice])
    assert [(file.name, file.raw) for file in found] == [
        ("z.zip/a.json", b"{}"),
        ("z.zip/a.json (2)", b"[]"),
        ("a.json", b"1"),
        ("a.json (2)", b"2"),
    ]


def test_the_same_bytes_again_are_said() -> None:
    texts = ("{}", "[]", "{}", "", "", "{}")
    files = [ArmyFile(f"{n}.json", text.encode()) for n, text in enumerate(texts)]
    told = [file.same_as for file in with_twins(files)]
    assert told == ["", "", "0.json", "", "", "0.json"]


def test_a_million_entries_are_refused_before_they_are_read() -> None:
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w") as archive:
        archive.writestr("a", b"{}")
    one = raw.getvalue()
    start, end = one.find(b"PK\x01\x02"), one.find(b"PK\x05\x06")
    entry, tail = one[start:end], bytearray(one[end:])
    entries = 400_000
    for at, form, value in (
        (8, "<H", entries & 0xFFFF),
        (10, "<H", entries & 0xFFFF),
        (12, "<L", entries * len(entry)),
    ):
        struct.pack_into(form, tail, at, value)
    many = io.BytesIO(one[:start] + entry * entries + bytes(tail))

    def refuse() -> None:
        with pytest.raises(UnpackError, match="More than 20,000 files"):
            unpack([("many.zip", many)], BULK)

    assert calls_of(refuse) < 1_000_000


def test_names_that_are_no_utf_8_are_words_or_one_clear_error() -> None:
    old = packed({"xxxx.json": b"{}"})[1].read().replace(b"xxxx", b"M\xfcll")
    (found,) = unpack([("old.zip", io.BytesIO(old))])
    assert (found.raw, found.name.endswith("ll.json")) == (b"{}", True)
    new = bytearray(old)
    for at in (old.find(b"PK\x03\x04") + 7, old.find(b"PK\x01\x02") + 9):
        new[at] |= 0x08
    with pytest.raises(UnpackError, match=r"new\.zip: the archive cannot be read"):
        unpack([("new.zip", io.BytesIO(bytes(new)))])


def test_control_codes_in_names_are_not_shown() -> None:
    (found,) = unpack([packed({"a\x1b[2Jb\n.json": b"{}"})])
    assert found.name == "armies.zip/a\ufffd[2Jb\ufffd.json"


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


def test_a_damaged_member_stops_none_of_the_others() -> None:
    members = {"a.json": b"{}" * 100, "b.json": b"[]"}
    name, raw = packed(members, zipfile.ZIP_STORED)
    content = raw.read().replace(b"{}{}", b"[][]", 1)
    damaged, whole = unpack([(name, io.BytesIO(content))])
    assert damaged.problem.startswith("it cannot be read: Bad CRC-32")
    assert (whole.raw, whole.problem) == (b"[]", "")
