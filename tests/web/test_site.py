"""The page as a browser gets it, and the game behind its websocket."""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import AsyncIterator, Mapping
from html.parser import HTMLParser
from pathlib import Path

import pytest
from aiohttp import ClientWebSocketResponse, WSMsgType, WSServerHandshakeError
from aiohttp.test_utils import TestClient, TestServer

from skirmish.web import server, tab
from skirmish.web.server import MAX_TABS, PAGE, STATIC, Site

PATIENCE = 30.0
EVIL = "http://evil.example"


class Named(HTMLParser):
    """The URLs in a page: the values of all attributes that a browser would load."""

    def __init__(self, text: str) -> None:
        """Parse a page."""
        super().__init__()
        self.assets: list[str] = []
        self.line = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect the URLs of a tag."""
        for name, value in attrs:
            if name in ("src", "href", "srcset", "action"):
                self.assets.append(value or "")
            if name == "data-session-websocket-url":
                self.line = value or ""


def guarded(headers: Mapping[str, str]) -> str:
    """The policy of a response; checks its other security headers as well."""
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["X-Content-Type-Options"] == "nosniff"
    return headers["Content-Security-Policy"]


@pytest.fixture
async def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[TestClient]:  # type: ignore[type-arg]  # its parameters came later
    """A client of a server on a free port."""
    monkeypatch.setenv("SKIRMISH_HOME", str(tmp_path))
    async with TestClient(TestServer(Site("127.0.0.1").app())) as found:
        yield found


async def test_the_page_loads_nothing_foreign(client: TestClient) -> None:  # type: ignore[type-arg]  # as above
    """All files that it names are served here, and its policy forbids any others."""
    answer = await client.get("/")
    text = await answer.text()
    page = Named(text)
    assets = [asset for asset in page.assets if asset != "data:,"]
    style = (PAGE / "page.css").read_text()
    assets += re.findall(r"url\(\"([^\"]*)\"\)", style)
    policy = guarded(answer.headers)

    assert answer.status == 200
    assert page.line == f"ws://127.0.0.1:{client.port}/ws"
    assert len(assets) == 6
    for asset in assets:
        assert re.fullmatch(r"/(page|static)/[A-Za-z/_.-]+", asset)
        found = await client.get(asset)
        assert (found.status, found.headers["Cache-Control"]) == (200, "no-cache")
    assert "default-src 'none'" in policy
    assert "//" not in policy.replace(f"ws://127.0.0.1:{client.port};", "")
    for file in (STATIC / "css/xterm.css", STATIC / "js/textual.js", PAGE / "page.css"):
        assert not re.search(r"url\([\"']?https?:|import\([\"']https?:", file.read_text())


@pytest.mark.parametrize("path", ["/", "/ws", "/page/page.js", "/static/js/textual.js"])
@pytest.mark.parametrize("header", [{"Origin": EVIL}, {"Host": "evil.example"}])
async def test_foreign_requests_get_nothing(
    client: TestClient,  # type: ignore[type-arg]  # as above
    path: str,
    header: dict[str, str],
) -> None:
    """Neither page nor files nor websocket, with a foreign origin or host name."""
    answer = await client.get(path, headers=header)

    assert answer.status == 403
    assert "evil" not in guarded(answer.headers)
    assert (await answer.text()).startswith("not ")


async def test_only_known_paths_are_served(client: TestClient) -> None:  # type: ignore[type-arg]  # as above
    """The page, its files and the websocket."""
    for path in ("/static/", "/page", "/download/abc", "/page/..%2fserver.py"):
        answer = await client.get(path)
        assert answer.status in (403, 404)
        assert guarded(answer.headers)
    assert (await client.post("/")).status == 405


async def test_a_foreign_websocket_is_refused(client: TestClient) -> None:  # type: ignore[type-arg]  # as above
    """With another origin, or without one."""
    for headers in ({"Origin": EVIL}, {"Origin": "null"}, {}):
        with pytest.raises(WSServerHandshakeError) as refused:
            await client.ws_connect("/ws", headers=headers)
        assert refused.value.status == 403


async def test_a_game_that_dies_closes_its_websocket(
    client: TestClient,  # type: ignore[type-arg]  # as above
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Before its first output; the next game can begin."""
    monkeypatch.setattr(tab, "COMMAND", (sys.executable, "-c", "raise SystemExit(3)"))
    origin = {"Origin": f"http://127.0.0.1:{client.port}"}
    for _ in range(2):
        line = await client.ws_connect("/ws", headers=origin)
        assert await until(line, None) == b""


async def test_a_game_runs_over_the_websocket(client: TestClient) -> None:  # type: ignore[type-arg]  # as above
    """It draws its title, refuses to open a file by name, and closes the websocket at its end."""
    origin = {"Origin": f"http://127.0.0.1:{client.port}"}
    line = await client.ws_connect("/ws?width=80&height=24", headers=origin)
    title = await until(line, b"New game")
    assert "┬" not in title.decode("utf-8", "ignore")
    await line.send_str("no message")
    await line.send_json(["resize", {"width": 10**9, "height": "none"}])
    await line.send_json(["stdin", "n"])
    await until(line, b"The section")  # a side of the scenario that is marked first
    await line.send_json(["stdin", "o"])
    await until(line, b"off in the browser")
    await line.send_json(["stdin", "\x11"])

    assert await until(line, None) == b""


class SlowTab:
    """A game that ends slowly."""

    leave = asyncio.Event()
    open = 0
    most = 0

    def __init__(self, *_: object, **__: object) -> None:
        """Do nothing: the websocket exists, the game does not yet."""

    async def start(self, _columns: int, _rows: int) -> None:
        SlowTab.open += 1
        SlowTab.most = max(SlowTab.most, SlowTab.open)

    async def end(self) -> None:
        await self.leave.wait()
        SlowTab.open -= 1


async def test_the_number_of_games_is_limited(
    client: TestClient,  # type: ignore[type-arg]  # as above
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Games that have not ended yet count as well as those with an open websocket."""
    monkeypatch.setattr(server, "Tab", SlowTab)
    monkeypatch.setattr(SlowTab, "leave", asyncio.Event())
    origin = {"Origin": f"http://127.0.0.1:{client.port}"}
    refused: list[tuple[int, str]] = []
    for _ in range(MAX_TABS + 8):
        try:
            line = await client.ws_connect("/ws", headers=origin)
        except WSServerHandshakeError as error:
            refused.append((error.status, dict(error.headers or {}).get("X-Frame-Options", "")))
        else:
            # It gets no answer: the server waits for the game to end.
            line._response.close()  # noqa: SLF001 - a tab that is closed says nothing
    SlowTab.leave.set()

    assert (refused, SlowTab.most) == ([(503, "DENY")] * 8, MAX_TABS)


async def until(line: ClientWebSocketResponse, wanted: bytes | None) -> bytes:
    """Read output up to a text; with None up to the end."""
    shown = b""
    while wanted is None or wanted not in shown:
        message = await line.receive(PATIENCE)
        if message.type in (WSMsgType.CLOSE, WSMsgType.CLOSED, WSMsgType.CLOSING):
            assert wanted is None, shown[-500:]
            return b""
        if message.type is WSMsgType.BINARY:
            shown += message.data
    return shown
