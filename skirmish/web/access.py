"""Access control of the server: accepts or rejects requests by `Host` and `Origin`.

Two attacks are stopped here. A foreign web page in the same browser may send requests to this
machine, but the browser names that page as their `Origin`. And a foreign host name may resolve to
this machine (DNS rebinding), so that its page has our origin; then `Host` is that name.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from ipaddress import ip_address

LOCALHOST = "localhost"
_HOST = re.compile(r"(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::[0-9]{1,5})?", re.ASCII)


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach a host."""
    if host.lower() == LOCALHOST:
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def url_of(host: str, port: int) -> str:
    """The URL of the page."""
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def rejection(
    hosts: Sequence[str], origins: Sequence[str], served: str, *, websocket: bool = False
) -> str:
    """Why a request is rejected; empty if it is accepted.

    Args:
        hosts: Its `Host` headers.
        origins: Its `Origin` headers; a browser sends none when it only opens a page.
        served: The host that is served.
        websocket: Whether it opens a websocket, for which every browser sends its origin.
    """
    if len(hosts) != 1 or not _is_own_host(hosts[0], served):
        return "not served under this name"
    if len(origins) > 1 or (websocket and not origins):
        return "one origin is needed"
    # Scheme, name and port must match: another server on this machine is foreign, too.
    if origins and origins[0].lower() != f"http://{hosts[0].lower()}":
        return "not from a page of this server"
    return ""


def _is_own_host(host: str, served: str) -> bool:
    """Whether a `Host` header is safe: an IP address, or a name that is served here."""
    match = _HOST.fullmatch(host.lower())
    if match is None:
        return False
    name = match[1] or match[2]
    if name in (LOCALHOST, served.lower()):
        return True
    try:
        return ip_address(name).is_loopback or not is_loopback(served)
    except ValueError:
        return False
