"""The way in for the `skirmish` command and for `python -m skirmish`."""

import atexit
import gc
import sys

from skirmish import __version__

_STOPPED = 130
"""What a shell expects of a command that Ctrl-C ended."""
_LITTER = 50_000
"""New things after which Python looks for litter: whatever is loaded at the start is none."""


def main() -> None:
    """Answer `--version` at once; hand everything else to the command line."""
    if sys.argv[1:] == ["--version"]:
        sys.stdout.write(f"skirmish {__version__}\n")
        return
    gc.set_threshold(_LITTER, *gc.get_threshold()[1:])
    # Nor is what is left at the end: it goes with the process, without being looked through.
    atexit.register(gc.freeze)
    # Behind the answer: importing click alone takes longer than all of the above.
    try:
        from skirmish.cli import main as command_line

        command_line()
    except KeyboardInterrupt:  # Ctrl-C while the program is still being loaded.
        sys.exit(_STOPPED)


if __name__ == "__main__":
    main()
