"""Receipts: whatever is changed in one is seen, here and by another program."""

import json
import shutil
import subprocess
import sys
from base64 import b64decode, b64encode
from pathlib import Path
from typing import Any

import pytest

from rulesets.documents.json import canonical, sha256
from rulesets.receipts import (
    ReceiptError,
    check_receipt,
    new_key,
    public_key_of,
    read_receipt,
    sign,
)
from rulesets.receipts.__main__ import main
from rulesets.rosters.roster import roster_document
from tests.real_books import FIXTURES, sample_army

PRIVATE = "nWGxne/9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A="
PUBLIC = "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo="
"""The first key of RFC 8032, section 7.1."""


def a_receipt(private: str = PRIVATE) -> dict[str, Any]:
    roster = roster_document(sample_army("skaven-500"))
    frozen = {
        "format": "armybuilder.receipt/1",
        "code": "ABCD2345",
        "version": 1,
        "event": {"slug": "spring-open", "name": "Spring Öpen"},
        "handed_in_at": "2027-04-01T12:00:00+00:00",
        "roster": roster,
        "roster_sha256": sha256(roster),
        "editions": [{"book": "charge-skaven", "number": 1, "sha256": "0" * 64}],
        "pack": None,
        "verdict": {"army": "“Rats”", "points": 499.5, "verdict_text": "Legal"},
    }
    signature = sign(frozen, private)
    return {"list": frozen, "signature": signature, "key": public_key_of(private)}


def test_the_key_of_the_standard_has_the_public_key_of_the_standard() -> None:
    assert public_key_of(PRIVATE) == PUBLIC


def test_every_byte_of_a_list_counts() -> None:
    receipt = a_receipt()
    raw = canonical(receipt["list"])
    passed = unreadable = 0
    for at in range(len(raw)):
        for flip in (1, 0x20):
            changed = raw[:at] + bytes([raw[at] ^ flip]) + raw[at + 1 :]
            text = b'{"list":%b,"signature":"%b","key":"%b"}' % (
                changed,
                receipt["signature"].encode(),
                receipt["key"].encode(),
            )
            try:
                read = read_receipt(text)
            except ReceiptError:
                unreadable += 1
                continue
            if canonical(read["list"]) == raw:
                continue  # another way to write the same value
            assert not check_receipt(read).is_valid, (at, flip)
            passed += 1
    assert passed + unreadable > len(raw)


@pytest.mark.parametrize("name", ["signature", "key"])
def test_every_byte_of_the_signature_and_the_key_counts(name: str) -> None:
    receipt = a_receipt()
    text = receipt[name]
    for at in range(len(b64decode(text))):
        changed = {**receipt, name: _flipped(text, at)}
        assert not check_receipt(changed).is_valid
        assert not check_receipt(changed, receipt["key"]).is_valid
    for broken in ("", "=", "ä" * 44, text[:-4], text + "AAAA", " " + text):
        assert not check_receipt({**receipt, name: broken}).is_valid


def _flipped(text: str, at: int) -> str:
    raw = bytearray(b64decode(text))
    raw[at] ^= 1
    return b64encode(bytes(raw)).decode()


def test_a_receipt_of_another_key_is_not_of_this_event() -> None:
    other = a_receipt(new_key())
    assert check_receipt(other).is_valid
    refused = check_receipt(other, PUBLIC)
    assert not refused.is_valid
    assert "another key" in refused.text


@pytest.mark.parametrize(
    "raw",
    [
        *("", "null", "[]", "{}", "NaN", '{"list": 1}', "[" * 5000, "\x00", "{" * 9),
        '{"list":{},"signature":"","key":""}',
        b"\xff\xfe",
        '{"list":{"a":1,"a":1}}',
    ],
)
def test_what_is_no_receipt_is_one_clear_error(raw: Any) -> None:
    with pytest.raises(ReceiptError):
        read_receipt(raw)


def test_the_command_tells_by_its_exit_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    receipt = a_receipt()
    good = _written(tmp_path / "good.json", receipt)
    assert main([good, "--key", PUBLIC]) == 0
    assert "ABCD2345" in capsys.readouterr().out
    assert main([good, "--key", public_key_of(new_key())]) == 1
    receipt["list"]["verdict"]["points"] = 1
    assert main([_written(tmp_path / "bad.json", receipt)]) == 1
    assert main([str(tmp_path / "none.json")]) == 2
    (tmp_path / "text.json").write_text("no receipt")
    assert main([str(tmp_path / "text.json")]) == 2


def _written(path: Path, receipt: Any) -> str:
    path.write_text(json.dumps(receipt))
    return str(path)


def test_the_command_runs_without_the_site(tmp_path: Path) -> None:
    file = _written(tmp_path / "receipt.json", a_receipt())
    command = [sys.executable, "-m", "rulesets.receipts", file, "--key", PUBLIC]
    done = subprocess.run(
        command, cwd=FIXTURES.parent, capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("Valid")


@pytest.mark.skipif(shutil.which("openssl") is None, reason="no openssl here")
def test_another_program_finds_the_same_signature_right(tmp_path: Path) -> None:
    receipt = a_receipt()
    message, signature = tmp_path / "message", tmp_path / "signature"
    key = tmp_path / "key.der"
    # What RFC 8410 puts before the bytes of a public key.
    key.write_bytes(bytes.fromhex("302a300506032b6570032100") + b64decode(PUBLIC))
    signature.write_bytes(b64decode(receipt["signature"]))
    plain = json.dumps(
        receipt["list"], sort_keys=True, separators=(",", ":"), ensure_ascii=False
    ).encode()
    command = [
        *("openssl", "pkeyutl", "-verify", "-pubin", "-keyform", "DER", "-rawin"),
        *("-inkey", str(key), "-sigfile", str(signature), "-in", str(message)),
    ]
    message.write_bytes(plain)
    assert subprocess.run(command, capture_output=True, check=False).returncode == 0
    message.write_bytes(plain.replace(b"499.5", b"499.6"))
    assert subprocess.run(command, capture_output=True, check=False).returncode != 0


def test_the_canonical_form_and_its_signature_stay() -> None:
    document = {"b": [1, 2.5, None, True], "a": "Ö “x” \n", "ü": {"": -0.25}}
    text = '{"a":"Ö “x” \\n","b":[1,2.5,null,true],"ü":{"":-0.25}}'
    assert canonical(document) == text.encode()
    # Deterministic by RFC 8032: another Python, another day, the same bytes.
    assert sign(document, PRIVATE) == sign(json.loads(text), PRIVATE)
