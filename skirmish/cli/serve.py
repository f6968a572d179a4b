"""The command `serve`: the game as a page of the browser."""

from __future__ import annotations

import click

from skirmish.errors import UsageProblem

NEEDED = "textual_serve"
HOST = "127.0.0.1"
PORT = 8000


@click.command(short_help="Play in the browser of this machine.")
@click.option("--host", default=HOST, show_default=True, help="Where to be reached.")
@click.option(
    "--port", type=click.IntRange(1, 65535), default=PORT, show_default=True, help="And the port."
)
def serve(host: str, port: int) -> None:
    """Serve the game as a page for the browser of this machine, until Ctrl-C.

    There is no login: leave the host as it is, unless everybody who reaches it may play and see
    your records. Opening and writing files by name is off in the browser; records are kept.
    """
    from importlib.util import find_spec

    if find_spec(NEEDED) is None:
        raise UsageProblem(
            "the game in the browser needs textual-serve",
            remedy="install skirmish with its extra 'web', or: python -m pip install textual-serve",
        )
    from skirmish.web.access import is_loopback
    from skirmish.web.server import serve as start

    if not is_loopback(host):
        click.echo(
            "warning: everybody who reaches this machine can play here and see your records; "
            "there is no login, and nothing is encrypted",
            err=True,
        )
    start(host, port, _tell)
    click.echo("stopped")


def _tell(address: str) -> None:
    click.echo(f"skirmish is at {address} (Ctrl-C ends it)")
