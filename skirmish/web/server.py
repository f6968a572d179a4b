"""The web server: the page, its files, and a websocket to a game for each tab.

Everything comes from this machine, and only requests that `access` lets pass are answered. There
are no accounts: anyone who reaches the port plays, and sees the records that are kept here.
"""

from __future__ import annotations

import asyncio
import errno
import html
import json
import logging
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from http import HTTPStatus
from pathlib import Path
from string import Template

import textual_serve
from aiohttp import WSCloseCode, WSMsgType, web
from textual_serve.download_manager import DownloadManager

from skirmish.core.gate import shown
from skirmish.errors import UsageProblem
from skirmish.web.access import rejection, url_of
from skirmish.web.tab import Tab

PAGE = Path(__file__).parent / "page"
STATIC = Path(textual_serve.__file__).parent / "static"
MAX_TABS = 12
"""Games at once: a page that reloads itself must not fill the machine."""
SIZE_LIMITS = (20, 500)
"""Columns or rows that a window may have."""
FONT_LIMITS = (8, 40)
MAX_MESSAGE = 2**20
"""Bytes of one message of a browser, such as a pasted text."""
MAX_PATH = 300
"""Characters of a path with its query; ours have fewer than 100."""
CLOSE_TIMEOUT = 2.0
"""Seconds that a browser has to agree that its line is closed."""
KEEPALIVE_TIMEOUT = 20.0
"""Seconds that a connection is kept for another request."""
SHUTDOWN_TIMEOUT = 12.0
"""Seconds that the games have at the end."""
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
_MAX_LOG_LINE = 150
_MAX_LOG_LINES = 100
"""Different lines that are written; a flood of requests must not be one of lines."""
_written: set[str] = set()


class Site:
    """What is served under a host."""

    def __init__(self, host: str) -> None:
        """Begin without games."""
        self._host = host
        self._lines: list[web.WebSocketResponse] = []
        self._ends: list[asyncio.Future[None]] = []
        self._downloads = DownloadManager()

    def app(self) -> web.Application:
        """The page, its parts and its line, behind the gate."""
        app = web.Application(middlewares=[self._gate])
        app.add_routes(
            [
                web.get("/", self._page),
                web.get("/ws", self._line),
                web.static("/page", PAGE),
                web.static("/static", STATIC),
            ]
        )
        app.on_response_prepare.append(self._guard)
        app.on_shutdown.append(self._close)
        app.on_cleanup.append(self._wait)
        return app

    @web.middleware
    async def _gate(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        hosts = request.headers.getall("Host", [])
        origins = request.headers.getall("Origin", [])
        if why := rejection(hosts, origins, self._host, talks=request.path == "/ws"):
            raise web.HTTPForbidden(text=f"{why}\n")
        if len(request.raw_path) > MAX_PATH:
            raise web.HTTPRequestURITooLong(text="the path is too long\n")
        try:
            return await handler(request)
        except (OSError, ValueError):  # Such as the name of a file that no file can have.
            raise web.HTTPNotFound(text="there is no such page\n") from None

    async def _guard(self, request: web.Request, response: web.StreamResponse) -> None:
        """Whatever is answered, refusals included, tells the browser what it must not do."""
        allowed = response.status < HTTPStatus.BAD_REQUEST
        response.headers.update(_security_headers(request.host if allowed else ""))
        if not allowed:
            # Whoever was refused begins again: what follows may be the rest of a bad request.
            response.force_close()
            response.headers["Connection"] = "close"
            _log_once(f"{request.remote}: refused, {response.status} {response.reason}")

    async def _page(self, request: web.Request) -> web.Response:
        page = Template((PAGE / "index.html").read_text(encoding="utf-8"))
        size = _number(request.query.get("fontsize", ""), 16, FONT_LIMITS)
        text = page.substitute(host=html.escape(request.host), size=size)
        return web.Response(text=text, content_type="text/html")

    async def _line(self, request: web.Request) -> web.StreamResponse:
        """A tab came: its game lasts as long as its line."""
        # A game that is still putting its record away takes as much room as one that is played.
        if len(self._lines) + len(self._ends) >= MAX_TABS:
            raise web.HTTPServiceUnavailable(text="too many games at once\n")
        line = web.WebSocketResponse(timeout=CLOSE_TIMEOUT, heartbeat=15, max_msg_size=MAX_MESSAGE)
        self._lines.append(line)
        tab = Tab(
            "skirmish",
            write_bytes=line.send_bytes,
            write_str=line.send_str,
            close=_closer(line),
            download_manager=self._downloads,
        )
        try:
            await line.prepare(request)
            columns = _number(request.query.get("width", ""), 80, SIZE_LIMITS)
            rows = _number(request.query.get("height", ""), 24, SIZE_LIMITS)
            await tab.start(columns, rows)
            await _listen(line, tab)
        finally:
            self._lines.remove(line)
            # Whatever becomes of the line, its game puts its record away.
            end = asyncio.ensure_future(tab.end())
            self._ends.append(end)
            end.add_done_callback(self._ends.remove)
            await asyncio.shield(end)
        return line

    async def _close(self, _app: web.Application) -> None:
        for line in tuple(self._lines):
            await line.close(code=WSCloseCode.GOING_AWAY, message=b"the server stops")

    async def _wait(self, _app: web.Application) -> None:
        await asyncio.gather(*self._ends, return_exceptions=True)


async def _listen(line: web.WebSocketResponse, tab: Tab) -> None:
    """Pass on what a browser says; what is no message of its page is passed over."""
    async for message in line:
        if message.type is WSMsgType.ERROR:  # Too long, or no message at all; it is closed now.
            _log_once(f"a line was closed: {line.exception()}")
            return
        if message.type is not WSMsgType.TEXT:
            continue
        try:
            said = json.loads(message.data)
        except (ValueError, RecursionError):
            continue
        match said:
            case ["stdin", str(keys)]:
                await tab.send_bytes(keys.encode("utf-8", "ignore"))
            case ["resize", {"width": int(width), "height": int(height)}]:
                await tab.set_terminal_size(
                    _clamped(width, SIZE_LIMITS), _clamped(height, SIZE_LIMITS)
                )
            case ["ping", str(when)]:
                await line.send_json(["pong", when])
            case ["blur"]:
                await tab.blur()
            case ["focus"]:
                await tab.focus()
            case _:
                pass


def _closer(line: web.WebSocketResponse) -> Callable[[], Awaitable[None]]:
    async def close() -> None:
        # Whoever went away first needs no word of it.
        with suppress(ConnectionError, RuntimeError):
            await line.close()

    return close


def _security_headers(host: str) -> dict[str, str]:
    """Headers by which a browser asks nobody else for anything, and frames the page nowhere."""
    line = f"connect-src 'self' ws://{host}; " if host else ""
    own = (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
        f"font-src 'self'; img-src 'self' data:; {line}"
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    return {
        # After an update of the program no old part of the page is taken for its own.
        "Cache-Control": "no-cache",
        "Content-Security-Policy": own,
        "Cross-Origin-Resource-Policy": "same-origin",
        "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
    }


def _number(text: str, usual: int, limits: tuple[int, int]) -> int:
    return _clamped(int(text), limits) if text.isdecimal() and len(text) < len("10000") else usual


def _clamped(number: int, limits: tuple[int, int]) -> int:
    return min(max(limits[0], number), limits[1])


def serve(host: str, port: int, tell: Callable[[str], None]) -> None:
    """Serve the game until Ctrl-C; `tell` is told the address as soon as it answers.

    Raises:
        UsageProblem: The port is taken, or there is no such host.
    """
    _set_up_logging()
    try:
        web.run_app(
            Site(host).app(),
            host=host,
            port=port,
            print=lambda _: tell(url_of(host, port)),
            access_log=None,
            keepalive_timeout=KEEPALIVE_TIMEOUT,
            shutdown_timeout=SHUTDOWN_TIMEOUT,
        )
    except OSError as error:
        where = f"{shown(host)}:{port}"
        if error.errno == errno.EADDRINUSE:
            raise UsageProblem("the port is taken", where, "choose another with --port") from None
        why = error.strerror or "cannot be served"
        raise UsageProblem(why, where, "choose another --host or --port") from None


def _log_once(text: str) -> None:
    """Write a line, unless the same has been written before."""
    line = shown(" ".join(text.split()), _MAX_LOG_LINE)
    if line in _written or len(_written) > _MAX_LOG_LINES:
        return
    _written.add(line)
    sys.stderr.write(
        line + "\n" if len(_written) <= _MAX_LOG_LINES else "no more faults are shown\n"
    )
    sys.stderr.flush()


class _OneLineHandler(logging.Handler):
    """Log entries of the libraries as one line each, without tracebacks."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write an entry, with the kind of error that it is about."""
        error = record.exc_info[1] if record.exc_info else None
        what = f": {type(error).__name__}" if error else ""
        _log_once(f"{record.getMessage()}{what}")


def _set_up_logging() -> None:
    """Let all log entries of this process be single lines."""
    logging.basicConfig(handlers=[_OneLineHandler()], level=logging.WARNING, force=True)
