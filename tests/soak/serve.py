"""`skirmish serve` under a flood of hostile requests: it answers, forgets and stays."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from random import Random

import aiohttp

from tests.cli.virtual_terminal import COMMAND
from tests.soak.case import Case, chance_of

REQUESTS = 200
LINES = 3
"""Web sockets opened in a case, each with a game behind it."""
GROWTH = 200 * 2**20
"""Bytes that the server may grow by."""
PATIENCE = 30.0
PATHS = (
    *("/", "/ws", "/page/page.js", "/static/", "/../etc/passwd", "/page/..%2f..%2fsetup", "//"),
    *("/%00", "/ws?width=-1&height=99999999", "/?fontsize=1e999", "*", "http://evil/", ""),
)


def run(seed: int, folder: Path) -> Case:
    """One server, flooded and then ended."""
    case, chance = Case(), chance_of("serve", seed)
    port = _free_port()
    log = folder / "server.txt"
    with (
        log.open("wb") as output,
        subprocess.Popen(
            [COMMAND, "serve", "--port", str(port)],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            env={**os.environ, "SKIRMISH_HOME": str(folder)},
            start_new_session=True,
        ) as server,
    ):
        try:
            if case.check(_answers(port), "does not answer at the start"):
                _flood(case, chance, server, port)
        finally:
            _end(case, server)
    said = log.read_text(encoding="utf-8", errors="replace")
    case.check("Traceback" not in said, f"traceback on the server's terminal: {said[-400:]!r}")
    return case


def _flood(case: Case, chance: Random, server: subprocess.Popen[bytes], port: int) -> None:
    before = _resident(server.pid)
    for _ in range(REQUESTS):
        _request(case, chance, port)
    asyncio.run(_lines(case, chance, port))
    case.check(server.poll() is None, "the server ended")
    case.check(_answers(port), "does not answer after the flood")
    grown = _resident(server.pid) - before
    case.check(grown < GROWTH, f"grew by {grown >> 20} MiB")


def _end(case: Case, server: subprocess.Popen[bytes]) -> None:
    """Ctrl-C ends the server, and every game with it."""
    if server.poll() is None:
        server.send_signal(signal.SIGINT)
        try:
            code = server.wait(PATIENCE)
            case.check(code == 0, f"ended with {code} after Ctrl-C")
        except subprocess.TimeoutExpired:
            case.faults.append("Ctrl-C does not end it")
    left = _of_session(server.pid)
    case.check(not left, f"processes left behind: {left}")
    with suppress(ProcessLookupError):
        os.killpg(server.pid, signal.SIGKILL)


def _request(case: Case, chance: Random, port: int) -> None:
    """A request that no browser sends; whatever is answered is no fault of the server."""
    case.counts["requests"] += 1
    data = _hostile(chance, port)
    answer = b""
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as line:
        line.sendall(data)
        line.shutdown(socket.SHUT_WR)
        while part := line.recv(1 << 16):
            answer += part
    status = answer.split(b" ", 2)[1:2]
    case.check(status != [b"500"], f"answered 500: {data[:60]!r} ({len(data)} bytes)")


def _hostile(chance: Random, port: int) -> bytes:
    path = chance.choice(PATHS) + "a" * chance.choice((0, 0, 10, 280, 7_000, 70_000))
    hosts = (
        *(f"127.0.0.1:{port}", f"127.0.0.1:{port}", f"127.0.0.1:{port}", f"localhost:{port}"),
        *("evil.example", "", "127.0.0.1:99999999"),
    )
    head = [
        f"{chance.choice(('GET', 'GET', 'POST', 'HEAD', 'OPTIONS', 'BREW', ''))} {path} HTTP/1.1",
        f"Host: {chance.choice(hosts)}",
        *(f"X-{n}: {'x' * chance.randrange(2000)}" for n in range(chance.choice((0, 0, 3, 300)))),
    ]
    if chance.randrange(3) == 0:
        head.append(f"Content-Length: {chance.choice(('5', '-1', '99999999999', 'x'))}")
    if chance.randrange(3) == 0:
        head += ["Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13"]
        head.append(f"Sec-WebSocket-Key: {chance.choice(('x', 'dGhlIHNhbXBsZSBub25jZQ=='))}")
    data = ("\r\n".join(head) + "\r\n\r\n").encode()
    if chance.randrange(5) == 0:
        return chance.randbytes(chance.randrange(5000)) + b"\r\n\r\n"
    return data[: chance.randrange(len(data))] if chance.randrange(6) == 0 else data


async def _lines(case: Case, chance: Random, port: int) -> None:
    """Web sockets as the page opens them, which then talk nonsense."""
    origin = f"http://127.0.0.1:{port}"
    async with aiohttp.ClientSession() as session:
        for _ in range(LINES):
            case.counts["web sockets"] += 1
            with suppress(aiohttp.ClientError, ConnectionError, TimeoutError):
                line = await session.ws_connect(f"{origin}/ws", origin=origin, max_msg_size=0)
                large = chance.randrange(2) == 0
                await _talk(line, chance, large=large)
                if large:
                    await _must_end(case, line)
                await line.close()


async def _talk(line: aiohttp.ClientWebSocketResponse, chance: Random, *, large: bool) -> None:
    said = (
        '["stdin", "\\u0010\\u001b[6~"]',
        '["stdin", "qqqq\\u001b"]',
        '["resize", {"width": -5, "height": 1e9}]',
        '["resize", {"width": 100000, "height": 100000}]',
        '["stdin", 5]',
        "[" * 10_000,
        "{}",
        "",
    )
    for _ in range(chance.randrange(40)):
        await line.send_str(chance.choice(said))
    if chance.randrange(2):
        await line.send_bytes(chance.randbytes(1000))
    if large:
        await line.send_str("x" * (2**20 + 100))


async def _must_end(case: Case, line: aiohttp.ClientWebSocketResponse) -> None:
    """A message over the limit ends its line."""
    try:
        async with asyncio.timeout(PATIENCE):
            async for _ in line:
                pass
    except TimeoutError:
        case.faults.append("a message over the limit does not end its line")


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port: int = probe.getsockname()[1]
        return port


def _answers(port: int) -> bool:
    """Whether the page comes, within the time that a server may take to begin."""
    ask = f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n".encode()
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as line:
                line.sendall(ask)
                if line.recv(100).startswith(b"HTTP/1.1 200"):
                    return True
        except OSError:
            pass
        time.sleep(0.1)
    return False


def _resident(pid: int) -> int:
    pages = Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def _of_session(session: int) -> list[str]:
    """The processes that still live in a session."""
    left = []
    for place in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            line = (place / "stat").read_text(encoding="utf-8", errors="replace")
            state, _, _, own, *_ = line.rpartition(")")[2].split()
            if int(own) == session and state != "Z":
                left.append(place.name)
    return left
