"""The web server: the page, its files, and a websocket to a game for each tab.

All files come from this machine, and only requests that `access` accepts are answered. There are no
accounts: anyone who reaches the port plays, and sees the records that are kept here.
"""

from __future__ import annotations

import asyncio
import errno
import html
import json
import logging
import signal
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from http import HTTPStatus
from pathlib import Path
from string import Template

import textual_serve
from aiohttp import WSCloseCode, WSMsgType, web
from textual_serve.download_manager import DownloadManager

from skirmish.core.sanitize import escaped
from skirmish.errors import UsageProblem
from skirmish.shutdown import SIGNALLED, Shutdown, ending_signals, heeded
from skirmish.web.access import rejection, url_of
from skirmish.web.tab import Tab

PAGE = Path(__file__).parent / "page"
STATIC = Path(textual_serve.__file__).parent / "static"
MAX_TABS = 12
"""Games at once: a page that reloads itself must not exhaust the machine."""
_SIZE_LIMITS = (20, 500)
"""Least and greatest number of columns or rows of a window."""
_FONT_LIMITS = (8, 40)
MAX_MESSAGE = 2**20
"""Bytes of a message from a browser, such as a pasted text."""
_MAX_PATH = 300
"""Characters of a path with its query; valid ones have fewer than 100."""
_CLOSE_TIMEOUT = 2.0
"""Seconds that a browser has to confirm that its websocket is closed."""
_KEEPALIVE_TIMEOUT = 20.0
"""Seconds that a connection is kept open for another request."""
_SHUTDOWN_TIMEOUT = 12.0
"""Seconds that the games have to end when the server stops."""
_MAX_END = 25.0
"""Seconds after which a server that was asked to stop is ended by force."""
_ASKS = (signal.SIGINT, signal.SIGTERM)
"""Signals by which a server is usually stopped; they do not count as a failure."""

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
_MAX_LOG_LINE = 150
_MAX_LOG_LINES = 100
"""Different lines that are written at most, so that a flood of requests does not flood the log."""
_written: set[str] = set()


class Site:
    """The web application for one host."""

    def __init__(self, host: str) -> None:
        """Prepare a site without games."""
        self._host = host
        self._websockets: list[web.WebSocketResponse] = []
        self._ending: list[asyncio.Future[None]] = []
        self._downloads = DownloadManager()

    def app(self) -> web.Application:
        """The page, its files and the websocket, behind the access check."""
        app = web.Application(middlewares=[self._check_access])
        app.add_routes(
            [
                web.get("/", self._page),
                web.get("/ws", self._websocket),
                web.static("/page", PAGE),
                web.static("/static", STATIC),
            ]
        )
        app.on_response_prepare.append(self._add_headers)
        app.on_shutdown.append(self._close)
        app.on_cleanup.append(self._wait)
        return app

    @web.middleware
    async def _check_access(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        hosts = request.headers.getall("Host", [])
        origins = request.headers.getall("Origin", [])
        if why := rejection(hosts, origins, self._host, websocket=request.path == "/ws"):
            raise web.HTTPForbidden(text=f"{why}\n")
        if len(request.raw_path) > _MAX_PATH:
            raise web.HTTPRequestURITooLong(text="the path is too long\n")
        try:
            return await handler(request)
        except (OSError, ValueError):  # Such as the name of a file that no file can have.
            raise web.HTTPNotFound(text="there is no such page\n") from None

    async def _add_headers(self, request: web.Request, response: web.StreamResponse) -> None:
        """Add the security headers to every response, errors included."""
        allowed = response.status < HTTPStatus.BAD_REQUEST
        response.headers.update(_security_headers(request.host if allowed else ""))
        if not allowed:
            # Close the connection: what follows may be the rest of a bad request.
            response.force_close()
            response.headers["Connection"] = "close"
            _log_once(f"{request.remote}: refused, {response.status} {response.reason}")

    async def _page(self, request: web.Request) -> web.Response:
        page = Template((PAGE / "index.html").read_text(encoding="utf-8"))
        size = _number(request.query.get("fontsize", ""), 16, _FONT_LIMITS)
        text = page.substitute(host=html.escape(request.host), size=size)
        return web.Response(text=text, content_type="text/html")

    async def _websocket(self, request: web.Request) -> web.StreamResponse:
        """Serve one tab: its game lasts as long as its websocket."""
        # A game that is still saving its record takes as much memory as one that is played.
        if len(self._websockets) + len(self._ending) >= MAX_TABS:
            raise web.HTTPServiceUnavailable(text="too many games at once\n")
        socket = web.WebSocketResponse(
            timeout=_CLOSE_TIMEOUT, heartbeat=15, max_msg_size=MAX_MESSAGE
        )
        self._websockets.append(socket)
        tab = Tab(
            "skirmish",
            write_bytes=socket.send_bytes,
            write_str=socket.send_str,
            close=_closer(socket),
            download_manager=self._downloads,
        )
        try:
            await socket.prepare(request)
            columns = _number(request.query.get("width", ""), 80, _SIZE_LIMITS)
            rows = _number(request.query.get("height", ""), 24, _SIZE_LIMITS)
            await tab.start(columns, rows)
            await _forward_messages(socket, tab)
        finally:
            self._websockets.remove(socket)
            # However the websocket ends, the game saves its record.
            end = asyncio.ensure_future(tab.end())
            self._ending.append(end)
            end.add_done_callback(self._ending.remove)
            await asyncio.shield(end)
        return socket

    async def _close(self, _app: web.Application) -> None:
        for socket in tuple(self._websockets):
            await socket.close(code=WSCloseCode.GOING_AWAY, message=b"the server stops")

    async def _wait(self, _app: web.Application) -> None:
        await asyncio.gather(*self._ending, return_exceptions=True)


async def _forward_messages(socket: web.WebSocketResponse, tab: Tab) -> None:
    """Pass the messages of a browser to its game; ignore any others."""
    async for message in socket:
        if message.type is WSMsgType.ERROR:  # Too long or malformed; the websocket is closed now.
            _log_once(f"a websocket was closed: {socket.exception()}")
            return
        if message.type is not WSMsgType.TEXT:
            continue
        try:
            content = json.loads(message.data)
        except (ValueError, RecursionError):
            continue
        match content:
            case ["stdin", str(keys)]:
                await tab.send_bytes(keys.encode("utf-8", "ignore"))
            case ["resize", {"width": int(width), "height": int(height)}]:
                await tab.set_terminal_size(
                    _clamped(width, _SIZE_LIMITS), _clamped(height, _SIZE_LIMITS)
                )
            case ["ping", str(when)]:
                await socket.send_json(["pong", when])
            case ["blur"]:
                await tab.blur()
            case ["focus"]:
                await tab.focus()
            case _:
                pass


def _closer(socket: web.WebSocketResponse) -> Callable[[], Awaitable[None]]:
    async def close() -> None:
        # The browser may have closed it already.
        with suppress(ConnectionError, RuntimeError):
            await socket.close()

    return close


def _security_headers(host: str) -> dict[str, str]:
    """Headers that keep a browser from loading foreign content and from framing the page."""
    line = f"connect-src 'self' ws://{host}; " if host else ""
    own = (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
        f"font-src 'self'; img-src 'self' data:; {line}"
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    return {
        # After an update of the program the browser must not use old files.
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
    """Serve the game until Ctrl-C; `tell` is called with the address once it can be opened.

    Raises:
        UsageProblem: The port is taken, or there is no such host.
    """
    _set_up_logging()
    loop = asyncio.new_event_loop()
    shutdown = Shutdown(lambda: _asked_to_end(loop), _signals(), terminal=None, grace=_MAX_END)
    try:
        with shutdown:
            _run(loop, host, port, tell)
    except OSError as error:
        where = f"{escaped(host)}:{port}"
        if error.errno == errno.EADDRINUSE:
            raise UsageProblem("the port is taken", where, "choose another with --port") from None
        why = error.strerror or "cannot be served"
        raise UsageProblem(why, where, "choose another --host or --port") from None
    if shutdown.number not in (0, *_ASKS):
        raise SystemExit(SIGNALLED + shutdown.number)


def _run(
    loop: asyncio.AbstractEventLoop, host: str, port: int, tell: Callable[[str], None]
) -> None:
    web.run_app(
        Site(host).app(),
        host=host,
        port=port,
        print=lambda _: tell(url_of(host, port)),
        access_log=None,
        keepalive_timeout=_KEEPALIVE_TIMEOUT,
        shutdown_timeout=_SHUTDOWN_TIMEOUT,
        handle_signals=False,
        loop=loop,
    )


def _signals() -> tuple[signal.Signals, ...]:
    """Signals that end the server; under nohup, SIGHUP is not among them."""
    known = heeded(ending_signals())
    return (*_ASKS, *(one for one in known if one not in _ASKS)) if ending_signals() else ()


def _asked_to_end(loop: asyncio.AbstractEventLoop) -> bool:
    """Make the loop end its games and itself; False if it has ended already."""
    try:
        loop.call_soon_threadsafe(_stop)
    except RuntimeError:
        return False
    return True


def _stop() -> None:
    raise web.GracefulExit


def _log_once(text: str) -> None:
    """Write a line to the log, unless the same line was written before."""
    line = escaped(" ".join(text.split()), _MAX_LOG_LINE)
    if line in _written or len(_written) > _MAX_LOG_LINES:
        return
    _written.add(line)
    sys.stderr.write(
        line + "\n" if len(_written) <= _MAX_LOG_LINES else "no more faults are shown\n"
    )
    sys.stderr.flush()


class _OneLineHandler(logging.Handler):
    """A handler that writes log records of the libraries as one line each, without tracebacks."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write a log record, with the type of its error."""
        error = record.exc_info[1] if record.exc_info else None
        what = f": {type(error).__name__}" if error else ""
        _log_once(f"{record.getMessage()}{what}")


def _set_up_logging() -> None:
    """Write all log records of this process as single lines."""
    logging.basicConfig(handlers=[_OneLineHandler()], level=logging.WARNING, force=True)
