"""Faults put into a copy of the program, one at a time: the soak must find each of them.

`python -m tests.soak.planted` takes a while. Of each kind it first runs the fixed cases on an
unchanged copy, which must have no fault; then for each planted fault the cases of its kind until
the first fault is found, five minutes at most. It prints how long that took and what was found.
"""

from __future__ import annotations

import sys
import time

import click
from attrs import frozen

from tests.soak.crew import KEPT, KINDS
from tools.command import copied_checkout, run_in, write_source

MINUTES = 5
WIDTH = 150
"""Characters of a fault that are printed."""


@frozen
class Planted:
    """A fault: the kind of case that must find it, and a text of a file that another replaces."""

    kind: str
    what: str
    file: str
    old: str
    new: str


FAULTS = (
    Planted(
        "kills",
        "a line is written with the line after it",
        "skirmish/record/files.py",
        "            _write(self._descriptor, text)\n            self._flush()",
        '            late = getattr(self, "_late", b"")\n            self._late = text\n'
        "            text = late\n            _write(self._descriptor, text)",
    ),
    Planted(
        "kills",
        "an order counts although the disk is full",
        "skirmish/record/files.py",
        "            if isinstance(error, OSError):\n                raise _unwritable",
        "            if isinstance(error, OSError):\n                return\n"
        "                raise _unwritable",
    ),
    Planted(
        "files",
        "one digit of a line's check is compared",
        "skirmish/record/format.py",
        "    if line_check(before, body) != check:",
        "    if line_check(before, body)[0] != check[0]:",
    ),
    Planted(
        "files",
        "a map that is no text ends the loader",
        "skirmish/scenario/files.py",
        "    except UnicodeDecodeError as error:",
        "    except ZeroDivisionError as error:",
    ),
    Planted(
        "secrets",
        "undo is open where an enemy in hiding was not met",
        "skirmish/record/undo.py",
        "    if unknown.hidden or (verb.dice and unknown.away):",
        "    if verb.dice and unknown.away:",
    ),
    Planted(
        "secrets",
        "the enemy's closed counters are in the view",
        "skirmish/core/view.py",
        "            figures[name] = known.shown[name].figure",
        "            figures[name] = state.figures[name]",
    ),
    Planted(
        "play",
        "who went out of sight is still seen",
        "skirmish/core/knowledge.py",
        "        return fast_evolve(known, visible=tuple(other for other in known.visible "
        "if other != name))",
        "        return known",
    ),
    Planted(
        "play",
        "an order given again rolls other dice",
        "skirmish/game/game.py",
        "        key = state.pending.number if state.pending else number",
        "        key = state.pending.number if state.pending else len(self.lines)",
    ),
    Planted(
        "screen",
        "a list pages before it is laid out",
        "skirmish/tui/guard.py",
        "        if (self.highlighted or 0) in self._index_to_line:",
        "        if self.option_count >= 0:",
    ),
    Planted(
        "screen",
        "bytes that are no text are decoded strictly",
        "skirmish/tui/driver.py",
        '(errors="replace").decode',
        '(errors="strict").decode',
    ),
    Planted(
        "serve",
        "the name of a file may be longer than a file can have",
        "skirmish/web/server.py",
        "        except (OSError, ValueError):",
        "        except ZeroDivisionError:",
    ),
    Planted(
        "serve",
        "a message may have any length",
        "skirmish/web/server.py",
        "max_msg_size=MAX_MESSAGE",
        "max_msg_size=0",
    ),
)


@click.command()
@click.option("--only", type=click.Choice(sorted(KINDS)), help="The faults of one kind alone.")
def main(only: str | None) -> None:
    """Plant each fault in a copy of the checkout and run the soak on it until it is found."""
    missed = 0
    for kind in KINDS:
        faults = [fault for fault in FAULTS if fault.kind == kind and only in (None, kind)]
        if faults and (other := _first_fault(kind, "--fixed")):
            raise click.ClickException(f"{kind}: it finds a fault without one planted: {other}")
        for fault in faults:
            begun = time.monotonic()
            found = _first_fault(kind, "--minutes", str(MINUTES), fault=fault)
            missed += not found
            after = f"found after {time.monotonic() - begun:4.0f} s" if found else "NOT FOUND"
            click.echo(f"{kind:8} {after}: {fault.what}")
            click.echo(f"{'':9}{found[:WIDTH]}")
    sys.exit(1 if missed else 0)


def _first_fault(kind: str, *arguments: str, fault: Planted | None = None) -> str:
    """The first fault that the soak finds in a copy of the checkout; empty if it finds none."""
    with copied_checkout(KEPT.name) as copy:
        if fault is not None:
            file = copy / fault.file
            text = file.read_text(encoding="utf-8")
            if text.count(fault.old) != 1:
                raise click.ClickException(f"{fault.file} does not hold once: {fault.old}")
            write_source(file, text.replace(fault.old, fault.new))
        run_in(copy, ["-m", "tests.soak", "--only", kind, "--stop", *arguments])
        kept = copy / KEPT.name
        return kept.read_text(encoding="utf-8").partition("\n")[0] if kept.exists() else ""


if __name__ == "__main__":
    main()
