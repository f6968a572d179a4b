"""`skirmish unpack`: each fault of a text says where it is and what to do."""

from __future__ import annotations

import base64
import io
import sys
import zlib
from pathlib import Path

import pytest

from tests.cli.cli_runner import Run

LIMIT = 1 << 20


def block(content: bytes) -> bytes:
    """A block of text around packed bytes."""
    code = base64.b64encode(zlib.compress(content, 9))
    head = b"-----BEGIN SKIRMISH SCENARIO-----\ncheck: 0123456789abcdef\n\n"
    return head + code + b"\n-----END SKIRMISH SCENARIO-----\n"


FAULTS = {
    b"hello": "there is no scenario in this text",
    b"\xff\xfe": "not UTF-8 text (save it as UTF-8)",
    b"\0" * (LIMIT + 1): "larger than 1 MiB (such a ",
    block(b"x" * 50 * LIMIT): "larger than 1 MiB (a scenario needs far less)",
    block(b"\0" * 100): "pasted text:1:1: U+0000, a control character (remove it)",
}


@pytest.mark.parametrize("content", FAULTS)
def test_faults_of_a_file(content: bytes, run: Run, tmp_path: Path) -> None:
    """By its name; nothing is kept."""
    (tmp_path / "mail.txt").write_bytes(content)

    said = run("unpack", "mail.txt")

    assert FAULTS[content] in said.fault
    assert "pasted text" in said.fault or said.fault.startswith("mail.txt: ")
    assert said.code in (1, 2)
    assert [path.name for path in tmp_path.iterdir()] == ["mail.txt"]


@pytest.mark.parametrize("content", FAULTS)
def test_faults_of_standard_input(
    content: bytes, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of which no more is read than the limit."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))

    said = run("unpack")

    assert FAULTS[content] in said.fault
    assert "pasted text" in said.fault or said.fault.startswith("standard input: ")
    assert said.code in (1, 2)
