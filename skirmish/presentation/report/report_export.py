"""Export of a battle report as text, SVG, HTML or JSON, never over an existing file."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from attrs import asdict

from skirmish.analysis.luck_ledger import AttackLuck, Balance, Ledger
from skirmish.core.sanitize import escaped
from skirmish.errors import UsageProblem, os_reason
from skirmish.presentation.battle_totals import Losses
from skirmish.presentation.report.battle_report import battle_report
from skirmish.presentation.report.battle_summary import BattleSummary, CasualtyOutcome, KeyMoment
from skirmish.presentation.report.report_html import render_html
from skirmish.presentation.report.report_svg import render_svg
from skirmish.presentation.report.report_text import render_text
from skirmish.presentation.user_files import need_own_terminal, replace_file, write_new

LONGEST_PATH = 400


def render_json(summary: BattleSummary) -> str:
    """A summary as JSON."""
    return json.dumps(summary_data(summary), indent=2, ensure_ascii=False) + "\n"


FORMATS: Mapping[str, Callable[[BattleSummary], str]] = {
    "text": lambda summary: render_text(battle_report(summary)),
    "svg": lambda summary: render_svg(battle_report(summary)),
    "html": lambda summary: render_html(battle_report(summary)),
    "json": render_json,
}
SUFFIXES: Mapping[str, str] = {
    ".txt": "text",
    ".text": "text",
    ".svg": "svg",
    ".html": "html",
    ".htm": "html",
    ".json": "json",
}


class FileTaken(UsageProblem):
    """A file of this name exists; it was left alone."""


def format_for(path: Path, wanted: str = "") -> str:
    """The format of a file: the one wanted, else that of its suffix.

    Raises:
        UsageProblem: The format is unknown.
    """
    found = wanted or SUFFIXES.get(path.suffix.lower(), "")
    if found not in FORMATS:
        ends = ", ".join(suffix for suffix in SUFFIXES if suffix not in (".text", ".htm"))
        raise UsageProblem(
            "unknown format",
            escaped(str(path), LONGEST_PATH),
            f"use a name that ends in {ends}",
        )
    return found


def export_report(
    summary: BattleSummary, path: Path, wanted: str = "", *, over: bool = False
) -> str:
    """Write a report to a file; `over` allows it to replace an existing file.

    Returns:
        The path of the file, safe to show.

    Raises:
        FileTaken: The file exists and `over` is false.
        UsageProblem: The file cannot be written, or the player is in a browser.
    """
    return write_report(FORMATS[format_for(path, wanted)](summary), path, over=over)


def write_report(text: str, path: Path, *, over: bool) -> str:
    """Write a text to a file; arguments and errors are those of `export_report`."""
    need_own_terminal("writing files")
    where = escaped(str(path), LONGEST_PATH)
    try:
        if over and path.exists() and not path.is_file():
            raise UsageProblem("no file", where, "name a file")
        (replace_file if over else write_new)(path, text)
    except FileExistsError:
        raise FileTaken("exists already", where, "choose another name") from None
    except (OSError, ValueError) as error:
        why = os_reason(error)
        raise UsageProblem(f"cannot be written: {why}", where, "choose another name") from None
    return where


def summary_data(summary: BattleSummary) -> Mapping[str, Any]:
    """The summary as plain data for JSON; ledger points are rounded to four places."""
    data: dict[str, Any] = {
        "title": summary.title,
        "rules": summary.rules,
        "over": summary.over,
        "told_for": summary.side or "all",
        "turn": summary.turn,
        "turns": summary.turns,
        "winner": summary.winner,
        "verdict": list(summary.verdict) if summary.over else None,
        "names": dict(summary.names),
        "score": dict(summary.score),
        "losses": [_losses_data(one, enemy=one.side != summary.side) for one in summary.losses],
        "losses_by_turn": {side: list(sums) for side, sums in summary.losses_by_turn.items()},
        "fire": [asdict(one) for one in summary.fire],
        "fell": [
            {"at": list(tile), "times": n} for tile, n in sorted(summary.fire_by_tile.items())
        ],
        "objectives": [asdict(goal) for goal in summary.goals],
        "moments": list(map(_moment_data, summary.moments)),
        "afterwards": [_casualty_data(one) for one in summary.casualties],
    }
    if summary.over:
        played = {side: [asdict(one) for one in stints] for side, stints in summary.stints.items()}
        data |= {"players": dict(summary.players), "played": played, "seed": summary.seed}
    if summary.ledger is not None:
        data["ledger"] = _ledger_data(summary, summary.ledger)
    return data


def _moment_data(one: KeyMoment) -> Mapping[str, Any]:
    return {"side": one.side, "line": one.attack.number, "swing": _rounded(one.swing)}


def _casualty_data(one: CasualtyOutcome) -> Mapping[str, Any]:
    return {"figure": one.figure, "name": one.name, "side": one.side, "lot": one.outcome}


def _losses_data(one: Losses, *, enemy: bool) -> Mapping[str, Any]:
    out = [{"figure": f.id, "name": f.who.name, "fate": f.fate} for f in one.out]
    known = {"figures": one.figures, "worth": one.worth} if one.figures or not enemy else {}
    absent = [{"figure": f.id, "name": f.who.name} for f in one.absent]
    return {"side": one.side, **known, "lost": one.lost, "out": out, "absent": absent}


def _ledger_data(summary: BattleSummary, ledger: Ledger) -> Mapping[str, Any]:
    return {
        "lines_left_out": ledger.left_out,
        "sides": {side: _balance_data(ledger.of_side(side)) for side in summary.sides},
        "figures": {name: _balance_data(one) for name, one in ledger.by_figure().items()},
        "suffered": {
            name: {"expected": _rounded(expected), "actual": _rounded(actual)}
            for name, (expected, actual) in ledger.suffered().items()
        },
        "attacks": [_attack_data(one) for one in ledger.attacks],
    }


def _balance_data(one: Balance) -> Mapping[str, Any]:
    rest = {name: _rounded(getattr(one, name)) for name in ("hoped", "dealt", "feared", "cost")}
    return {
        "attacks": one.attacks,
        "hits_expected": _rounded(one.chance),
        "hits": one.effects,
        **rest,
        "luck": _rounded(one.luck),
    }


def _attack_data(one: AttackLuck) -> Mapping[str, Any]:
    return {
        "line": one.number,
        "turn": one.turn,
        "side": one.side,
        "figure": one.figure,
        "weapon": one.weapon,
        "how": one.how,
        "hits_expected": _rounded(one.chance),
        "hits": one.effect,
        "expected": {name: _rounded(points) for name, points in one.expected.items()},
        "actual": {name: _rounded(points) for name, points in one.actual.items()},
    }


def _rounded(number: Fraction) -> float:
    return round(number.numerator / number.denominator, 4)
