"""The command `serve`: the game as a page in the browser."""

from __future__ import annotations

import click

from skirmish.cli.options import WholeNumber
from skirmish.errors import UsageProblem

_PACKAGE = "textual_serve"
_HOST = "127.0.0.1"
_PORT = 8000


@click.command(short_help="Play in the browser of this machine.")
@click.option(
    "--host", default=_HOST, show_default=True, metavar="ADDRESS", help="The address to listen on."
)
@click.option(
    "--port",
    type=WholeNumber(1, 65535),
    default=_PORT,
    show_default=True,
    help="The port to listen on.",
)
def serve(host: str, port: int) -> None:
    """Serve the game as a page for the browser of this machine, until Ctrl-C.

    There is no login: keep the default host, unless everyone who can reach the address may play
    and see your records. In the browser no file can be opened or written by its name; games are
    recorded as always.
    """
    from importlib.util import find_spec

    if find_spec(_PACKAGE) is None:
        raise UsageProblem(
            "the game in the browser needs textual-serve",
            remedy="install skirmish with its extra 'web', or: python -m pip install textual-serve",
        )
    from skirmish.web.access import is_loopback
    from skirmish.web.server import serve as start

    if not is_loopback(host):
        click.echo(
            "warning: anyone who can reach this machine can play here and see your records; "
            "there is no login and no encryption",
            err=True,
        )
    start(host, port, _tell)
    click.echo("stopped")


def _tell(address: str) -> None:
    click.echo(f"skirmish is at {address} (Ctrl-C ends it)")
