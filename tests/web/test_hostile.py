"""Malformed requests: each is refused and its connection closed, with a short log line."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tests.cli.virtual_terminal import COMMAND, PATIENCE

WAIT = 10.0
LONG = 2**20 + 10
ODD: Mapping[str, tuple[bytes, int]] = {
    "long path": (b"GET /" + b"a" * 7000 + b" HTTP/1.1\r\nHOST\r\n", 414),
    "long file": (b"GET /static/" + b"a" * 270 + b" HTTP/1.1\r\nHOST\r\n", 404),
    "longer path": (b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\nHOST\r\n", 400),
    "long query": (b"GET /?fontsize=" + b"9" * 3000 + b" HTTP/1.1\r\nHOST\r\n", 414),
    "no file": (b"GET /page/%00 HTTP/1.1\r\nHOST\r\n", 404),
    "no text": (b"GET /page/%ff%fe HTTP/1.1\r\nHOST\r\n", 404),
    "elsewhere": (b"GET /page/..%2fserver.py HTTP/1.1\r\nHOST\r\n", 404),
    "long header": (b"GET / HTTP/1.1\r\nHOSTX: " + b"a" * 9000 + b"\r\n\r\n", 400),
    "garbage": (b"\x16\x03\x01\x02\x00\xff garbage\r\n\r\n", 400),
    "no host": (b"GET / HTTP/1.1\r\n\r\n", 400),
    "two lengths": (b"POST / HTTP/1.1\r\nHOSTContent-Length: 5\r\nContent-Length: 6\r\n\r\n", 400),
    "no socket": (b"GET /ws HTTP/1.1\r\nHOSTORIGIN\r\n", 400),
    "range": (b"GET /page/page.css HTTP/1.1\r\nHOSTRange: bytes=zz\r\n\r\n", 416),
}
FRAMES: Mapping[str, bytes] = {
    "too long": b"\x81\xff" + LONG.to_bytes(8, "big") + b"mask" + b"x" * LONG,
    "length alone": b"\x82\xff\x7f" + b"\xff" * 7 + b"mask",
    "reserved bits": b"\xf1\x80mask",
    "no such kind": b"\x83\x80mask",
    "no text": b"\x81\x82\0\0\0\0\xff\xff",
    "bad end": b"\x88\x81\0\0\0\0a",
}
UPGRADE = (
    b"GET /ws HTTP/1.1\r\nHOSTORIGINConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """The port of a server; its whole log is checked at the end."""
    home = tmp_path_factory.mktemp("served")
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port: int = probe.getsockname()[1]
    said = Path(home) / "said"
    with (
        said.open("wb") as out,
        subprocess.Popen(
            [COMMAND, "serve", "--port", str(port)],
            stdout=subprocess.PIPE,
            stderr=out,
            env={**os.environ, "SKIRMISH_HOME": str(home)},
        ) as server,
    ):
        assert server.stdout is not None
        server.stdout.readline()
        yield port
        server.send_signal(signal.SIGINT)
        assert server.wait(PATIENCE) == 0
    lines = said.read_text(encoding="utf-8").splitlines()
    assert lines
    assert len(lines) == len(set(lines)) <= len(ODD) + len(FRAMES)
    assert max(map(len, lines)) <= 150
    assert not [line for line in lines if "Traceback" in line or line.startswith(" ")]


def answer(port: int, *sent: bytes) -> bytes:
    """The response to a request, up to the end of the connection."""
    host = f"127.0.0.1:{port}"
    with socket.create_connection(("127.0.0.1", port), WAIT) as line:
        for data in sent:
            named = data.replace(b"HOST", f"Host: {host}\r\n".encode())
            line.sendall(named.replace(b"ORIGIN", f"Origin: http://{host}\r\n".encode()))
        got = b""
        try:
            while more := line.recv(1 << 16):
                got += more
        except ConnectionResetError:  # It was closed before all had been read.
            pass
        return got


@pytest.mark.parametrize("name", ODD)
def test_a_malformed_request_is_refused_and_closed(served: int, name: str) -> None:
    """With the right status."""
    request, code = ODD[name]

    assert answer(served, request).split(b" ", 2)[1] == str(code).encode()


@pytest.mark.parametrize("name", FRAMES)
def test_a_malformed_message_closes_its_websocket(served: int, name: str) -> None:
    """Even if the browser does not confirm."""
    assert b" 101 " in answer(served, UPGRADE, FRAMES[name])[:20]
