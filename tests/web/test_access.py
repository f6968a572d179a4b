"""Access control of the web server."""

from __future__ import annotations

import pytest

from skirmish.web.access import is_loopback, rejection, url_of

HERE = "127.0.0.1"


@pytest.mark.parametrize(
    "host", ["127.0.0.1:8000", "localhost:8000", "LOCALHOST", "[::1]:9000", "127.0.0.1"]
)
def test_own_host_names_pass(host: str) -> None:
    """By number or as localhost, on any port, so that a tunnel works."""
    assert rejection([host], [], HERE) == ""
    assert rejection([host], [f"http://{host}"], HERE, websocket=True) == ""


@pytest.mark.parametrize(
    "host",
    [
        "evil.example:8000",
        "127.0.0.1.evil.example",
        "localhost.evil.example:8000",
        "evil.example@127.0.0.1",
        "127.0.0.1:8000/",
        "192.168.1.5:8000",
        "[::1",
        "",
        "١٢٧.0.0.1",
    ],
)
def test_a_foreign_host_name_is_rejected(host: str) -> None:
    """A foreign name may resolve to this machine, so that its page would have our origin."""
    assert rejection([host], [], HERE) == "not served under this name"


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "http://127.0.0.1:3000",
        "http://localhost:8000",
        "https://127.0.0.1:8000",
        "null",
        "",
    ],
)
def test_a_foreign_origin_is_rejected(origin: str) -> None:
    """Scheme, name and port must be those of the served page."""
    host = "127.0.0.1:8000"

    assert rejection([host], [origin], HERE, websocket=True) == "not from a page of this server"
    assert rejection([host], [origin], HERE) == "not from a page of this server"


def test_headers_are_single_and_a_websocket_needs_an_origin() -> None:
    """Programs disagree about which of two equal headers counts."""
    host, origin = "127.0.0.1:8000", "http://127.0.0.1:8000"

    assert rejection([], [], HERE) == "not served under this name"
    assert rejection([host, host], [], HERE) == "not served under this name"
    assert rejection([host], [origin, origin], HERE, websocket=True) == "one origin is needed"
    assert rejection([host], [], HERE, websocket=True) == "one origin is needed"


def test_a_network_server_accepts_only_known_names() -> None:
    """Any IP address passes; of names only the served one."""
    for served in ("0.0.0.0", "192.168.1.5", "gamehost.lan"):  # noqa: S104 - nothing is opened
        assert rejection(["192.168.1.5:8000"], [], served) == ""
        assert rejection(["evil.example:8000"], [], served) == "not served under this name"
    assert rejection(["gamehost.lan:8000"], [], "gamehost.lan") == ""


def test_loopback_and_addresses() -> None:
    """What only this machine reaches, and how its page is called."""
    assert [is_loopback(h) for h in ("127.0.0.1", "localhost", "::1", "127.9.9.9")] == [True] * 4
    assert [is_loopback(h) for h in ("0.0.0.0", "::", "gamehost.lan")] == [False] * 3  # noqa: S104
    assert url_of("127.0.0.1", 8000) == "http://127.0.0.1:8000/"
    assert url_of("::1", 8000) == "http://[::1]:8000/"
