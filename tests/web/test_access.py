"""Who may talk to the server of the game."""

from __future__ import annotations

import pytest

from skirmish.web.access import is_loopback, rejection, url_of

HERE = "127.0.0.1"


@pytest.mark.parametrize(
    "host", ["127.0.0.1:8000", "localhost:8000", "LOCALHOST", "[::1]:9000", "127.0.0.1"]
)
def test_this_machine_may_be_called_what_it_is_called(host: str) -> None:
    """By number or as localhost, on any port, so that it can be reached through a tunnel."""
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
def test_a_name_from_elsewhere_is_refused(host: str) -> None:
    """A stranger's name may be made to lead here, so that his page would count as ours."""
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
def test_a_page_from_elsewhere_is_refused(origin: str) -> None:
    """Scheme, name and port must be those of the page that was given out."""
    host = "127.0.0.1:8000"

    assert rejection([host], [origin], HERE, websocket=True) == "not from a page of this server"
    assert rejection([host], [origin], HERE) == "not from a page of this server"


def test_headers_come_once_and_a_line_needs_an_origin() -> None:
    """Two headers would be read one way here and another way elsewhere."""
    host, origin = "127.0.0.1:8000", "http://127.0.0.1:8000"

    assert rejection([], [], HERE) == "not served under this name"
    assert rejection([host, host], [], HERE) == "not served under this name"
    assert rejection([host], [origin, origin], HERE, websocket=True) == "one origin is needed"
    assert rejection([host], [], HERE, websocket=True) == "one origin is needed"


def test_where_others_may_come_names_still_must_be_known() -> None:
    """Served to a network: any number leads nowhere else; of names only the one that was given."""
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
