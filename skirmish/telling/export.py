"""Reports as files: text, SVG, HTML and JSON, written where a player says and over nothing else."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path

from skirmish.core.gate import shown
from skirmish.errors import UsageProblem
from skirmish.telling.account import Account
from skirmish.telling.account_data import data_of
from skirmish.telling.dispatch_html import html_of
from skirmish.telling.dispatch_parts import dispatch_of
from skirmish.telling.dispatch_svg import svg_of
from skirmish.telling.dispatch_text import text_of
from skirmish.telling.served import need_own_terminal
from skirmish.telling.whole_files import write_new, write_over

LONGEST = 400


def json_of(account: Account) -> str:
    """An account as JSON."""
    return json.dumps(data_of(account), indent=2, ensure_ascii=False) + "\n"


FORMATS: Mapping[str, Callable[[Account], str]] = {
    "text": lambda account: text_of(dispatch_of(account)),
    "svg": lambda account: svg_of(dispatch_of(account)),
    "html": lambda account: html_of(dispatch_of(account)),
    "json": json_of,
}
SUFFIXES: Mapping[str, str] = {
    ".txt": "text",
    ".text": "text",
    ".svg": "svg",
    ".html": "html",
    ".htm": "html",
    ".json": "json",
}


class Taken(UsageProblem):
    """There is a file of this name; it was left alone."""


def format_for(path: Path, wanted: str = "") -> str:
    """The format of a file: the one wanted, else by the end of its name.

    Raises:
        UsageProblem: Neither says.
    """
    found = wanted or SUFFIXES.get(path.suffix.lower(), "")
    if found not in FORMATS:
        ends = ", ".join(suffix for suffix in SUFFIXES if suffix not in (".text", ".htm"))
        raise UsageProblem(
            "no format for this name", shown(str(path), LONGEST), f"end it in {ends}"
        )
    return found


def export(account: Account, path: Path, wanted: str = "", *, over: bool = False) -> str:
    """Write a report to a file; with `over` in place of one that is there.

    Returns:
        The path of the file, safe to show.

    Raises:
        Taken: There is a file of this name, and it is not to be written over.
        UsageProblem: The file cannot be written, or the player is in a browser.
    """
    need_own_terminal("writing files")
    text = FORMATS[format_for(path, wanted)](account)
    where = shown(str(path), LONGEST)
    try:
        if over and path.exists() and not path.is_file():
            raise UsageProblem("no file", where, "give the name of a file")
        (write_over if over else write_new)(path, text)
    except FileExistsError:
        raise Taken("is there already", where, "choose another name") from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "not a file's name"
        raise UsageProblem(f"cannot be written: {why}", where) from None
    return where
