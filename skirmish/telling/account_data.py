"""The account of a battle as plain data, for programs."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from attrs import asdict

from skirmish.lab.ledger import Balance, Ledger, Struggle
from skirmish.telling.account import Account
from skirmish.telling.reckoning import Losses


def data_of(account: Account) -> Mapping[str, Any]:
    """The account as plain data for JSON; points of the ledger are rounded to four places."""
    data: dict[str, Any] = {
        "title": account.title,
        "rules": account.rules,
        "over": account.over,
        "told_for": account.side or "all",
        "turn": account.turn,
        "turns": account.turns,
        "winner": account.winner,
        "verdict": list(account.verdict) if account.over else None,
        "names": dict(account.names),
        "score": dict(account.score),
        "losses": [_lost(one, enemy=one.side != account.side) for one in account.losses],
        "losses_by_turn": {side: list(sums) for side, sums in account.over_time.items()},
        "fire": [asdict(one) for one in account.fire],
        "fell": [{"at": list(tile), "times": n} for tile, n in sorted(account.fell.items())],
        "objectives": [asdict(goal) for goal in account.goals],
        "moments": [
            {"side": one.side, "line": one.attack.line, "swing": _four(one.swing)}
            for one in account.moments
        ],
        "afterwards": [asdict(lot) for lot in account.afterwards],
    }
    if account.over:
        played = {side: [asdict(one) for one in stints] for side, stints in account.played.items()}
        data |= {"players": dict(account.players), "played": played, "seed": account.seed}
    if account.ledger is not None:
        data["ledger"] = _ledger_data(account, account.ledger)
    return data


def _lost(one: Losses, *, enemy: bool) -> Mapping[str, Any]:
    out = [{"figure": f.id, "name": f.who.name, "fate": f.fate} for f in one.out]
    known = {"figures": one.figures, "worth": one.worth} if one.figures or not enemy else {}
    return {"side": one.side, **known, "lost": one.lost, "out": out}


def _ledger_data(account: Account, ledger: Ledger) -> Mapping[str, Any]:
    return {
        "lines_left_out": ledger.left_out,
        "sides": {side: _balance(ledger.of_side(side)) for side in account.sides},
        "figures": {name: _balance(one) for name, one in ledger.by_figure().items()},
        "suffered": {
            name: {"expected": _four(expected), "actual": _four(actual)}
            for name, (expected, actual) in ledger.suffered().items()
        },
        "attacks": [_attack(one) for one in ledger.attacks],
    }


def _balance(one: Balance) -> Mapping[str, Any]:
    rest = {name: _four(getattr(one, name)) for name in ("hoped", "dealt", "feared", "cost")}
    return {
        "attacks": one.attacks,
        "hits_expected": _four(one.chance),
        "hits": one.effects,
        **rest,
        "luck": _four(one.luck),
    }


def _attack(one: Struggle) -> Mapping[str, Any]:
    return {
        "line": one.line,
        "turn": one.turn,
        "side": one.side,
        "figure": one.figure,
        "weapon": one.weapon,
        "how": one.how,
        "hits_expected": _four(one.chance),
        "hits": one.effect,
        "expected": {name: _four(points) for name, points in one.expected.items()},
        "actual": {name: _four(points) for name, points in one.actual.items()},
    }


def _four(number: Fraction) -> float:
    return round(number.numerator / number.denominator, 4)
