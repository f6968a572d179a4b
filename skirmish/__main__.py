"""The entry point of the `skirmish` command and of `python -m skirmish`."""

import _signal  # type: ignore[import-not-found]  # built in; `signal` would import enum first
import atexit
import gc
import sys

from skirmish import __version__

_LITTER = 50_000
"""Allocations between two garbage collections: objects loaded at the start are no garbage."""


def main() -> None:
    """Run the command line in a process that signals may end at any moment."""
    if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
        # An import may swallow KeyboardInterrupt; until more is loaded the system handles the
        # signal.
        _signal.signal(_signal.SIGINT, _signal.SIG_DFL)
    from skirmish.shutdown import guarded

    guarded(answer)


def answer() -> None:
    """Answer `--version` and show the title at once; everything else is up to the command line."""
    if sys.argv[1:] == ["--version"]:
        sys.stdout.write(f"skirmish {__version__}\n")
        return
    gc.set_threshold(_LITTER, *gc.get_threshold()[1:])
    # Objects left at the end need no collection either: they go with the process.
    atexit.register(gc.freeze)
    from skirmish.streams import can_draw

    if not sys.argv[1:] and can_draw():
        _show_title()
        return
    # Last, because importing click alone takes longer than all of the above.
    from skirmish.cli import main as command_line

    command_line()


def _show_title() -> None:
    """Start the game as the command line does without a command, but without its imports."""
    from skirmish.errors import SkirmishError
    from skirmish.streams import escape_unknown_letters
    from skirmish.tui.app import play

    escape_unknown_letters()
    try:
        play()
    except (SkirmishError, OSError) as error:
        from skirmish.cli import report_error

        sys.exit(report_error(error))


if __name__ == "__main__":
    main()
