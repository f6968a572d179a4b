"""The way in for the `skirmish` command and for `python -m skirmish`."""

import sys

from skirmish import __version__


def main() -> None:
    """Answer `--version` at once; hand everything else to the command line."""
    if sys.argv[1:] == ["--version"]:
        sys.stdout.write(f"skirmish {__version__}\n")
        return
    # Behind the answer: importing click alone takes longer than all of the above.
    from skirmish.cli import main as command_line

    command_line()


if __name__ == "__main__":
    main()
