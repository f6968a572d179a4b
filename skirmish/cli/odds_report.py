"""The exact odds of an order on a scenario, as plain data: what `skirmish odds --json` prints."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from fractions import Fraction
from math import lcm
from typing import Any

from attrs import evolve

from skirmish.core.dice import Roller, Script, read_faces
from skirmish.core.figures import Figure
from skirmish.core.gate import shown
from skirmish.core.orders import END, READY, Order, parse_order
from skirmish.core.setup import BEFORE
from skirmish.core.state import State
from skirmish.core.text import by_id
from skirmish.core.view import view
from skirmish.errors import DiceProblem, OrderRefused, UsageProblem
from skirmish.rulesets.attack import Odds, odds_of
from skirmish.rulesets.carry import carry, given_faces, refusal, to_act, verbs_of
from skirmish.rulesets.protocol import Ruleset, chance_to_touch, mishaps

DIGITS = 4


def begun(ruleset: Ruleset, state: State) -> State:
    """The state at the start of the first turn, everybody deployed as they stand."""
    while state.clock.phase in BEFORE:
        state = carry(ruleset, state, state.clock.side, Order(READY.name), Roller("odds")).state
    return state


def step(ruleset: Ruleset, state: State, line: str) -> State:
    """The state after an order given as `ORDER | FACES`; the faces must be just those rolled.

    Raises:
        OrderRefused: It may not be given then.
        DiceProblem: The faces do not fit.
    """
    text, _, faces = line.partition("|")
    order = parse_order(text.strip(), verbs_of(ruleset))
    side = to_act(state)
    _refuse(refusal(ruleset, view(state, side), order), text.strip())
    try:
        dice = Script((*given_faces(state), *read_faces(faces)))
        after = carry(ruleset, state, side, order, dice).state
        dice.check_used_up()
    except DiceProblem as problem:
        where = f"{order}: {problem.where}" if problem.where else str(order)
        raise DiceProblem(problem.what, where, problem.remedy) from None
    return after


def _refuse(refused: Any, where: str) -> None:  # noqa: ANN401 - a Refusal or None
    if refused is not None:
        raise OrderRefused(refused.reason, where, refused.remedy, refused.rule)


def lit(state: State) -> State:
    """The state with every enemy in sight of both sides: odds ask no fog unless told to."""
    known = {
        side: evolve(
            mine,
            visible=by_id(f.id for f in state.figures.values() if f.at and f.side != side),
        )
        for side, mine in state.known.items()
    }
    return evolve(state, known=known)


def report(
    ruleset: Ruleset, state: State, text: str, *, side: str = "", strict: bool = False
) -> Mapping[str, Any]:
    """The odds of an order as plain data.

    Args:
        ruleset: Whose rules.
        state: The battle; not lit yet.
        text: The order.
        side: Draw on this side's view; the truth when empty.
        strict: Ask the clock and the fog too, as in play.

    Raises:
        OrderRefused: The order can't be read, has no dice, or the rules forbid it.
    """
    order = parse_order(text, verbs_of(ruleset))
    if order.verb == END.name or order.verb not in ruleset.verbs:
        raise OrderRefused(f"'{order.verb}' has no dice of its own", remedy=_with_dice(ruleset))
    if side and side not in state.setup.sides:
        known = ", ".join(state.setup.sides)
        raise UsageProblem(f"no side '{shown(side)}'", remedy=f"one of: {known}")
    figure = _acting(state, order, side)
    if strict:
        _refuse(refusal(ruleset, view(state, figure.side), order), text)
    asked = view(state, side).state if side else state if strict else lit(state)
    _refuse(ruleset.barred(asked, order), text)
    plan = ruleset.attack(asked, order)
    if plan is None:
        verb = ruleset.verbs[order.verb]
        remedy = "its outcome is certain" if verb.dice else _with_dice(ruleset)
        raise OrderRefused(f"'{order}' rolls no dice", remedy=remedy)
    return as_data(ruleset, asked, order, odds_of(plan, ruleset.spared()))


def _acting(state: State, order: Order, side: str) -> Figure:
    """The figure that acts; a side is not told which others there are."""
    figure = state.figures.get(order.figure)
    if figure is not None and side in ("", figure.side):
        return figure
    mine = by_id(f.id for f in state.figures.values() if side in ("", f.side))
    who = f"{side} has no figure" if side else "no figure"
    raise UsageProblem(f"{who} '{shown(order.figure)}'", remedy="known: " + ", ".join(mine))


def _with_dice(ruleset: Ruleset) -> str:
    return "orders with dice: " + ", ".join(v.name for v in ruleset.verbs.values() if v.dice)


def as_data(ruleset: Ruleset, state: State, order: Order, odds: Odds) -> Mapping[str, Any]:
    """Odds in the form of `--json`."""
    sides = {name: figure.side for name, figure in state.figures.items()}
    lost = odds.expected_loss(lambda name, out: ruleset.loss(state, name, out), sides)
    named = odds.named or (next(iter(odds.figures)) if len(odds.figures) == 1 else "")
    figures = {
        name: {
            "chance_to_be_struck": str(chance_to_touch(ruleset, chances)),
            "outcomes": _outcomes(ruleset, chances),
        }
        for name, chances in odds.figures.items()
    }
    data: dict[str, Any] = {
        "order": str(order),
        "policy": odds.policy,
        "modifiers": [
            {"on": m.on, "figure": m.figure, "name": m.name, "value": m.value, "rule": m.rule}
            for m in odds.modifiers
        ],
        "outcomes": figures[named]["outcomes"] if named in figures else [],
        "figures": figures,
        "landing": [
            {"at": None if tile is None else list(tile), "probability": str(p), "p": _p(p)}
            for tile, p in odds.landing.items()
        ],
        "expected_loss": {side: _p(lost.get(side, Fraction(0))) for side in state.setup.sides},
    }
    if wrong := mishaps(ruleset, state, order):
        data["mishaps"] = [{"what": w, "probability": str(p), "p": _p(p)} for w, p in wrong]
    return data


def _p(value: Fraction) -> float:
    return round(float(value), DIGITS)


def _outcomes(ruleset: Ruleset, chances: Mapping[Hashable, Fraction]) -> list[dict[str, Any]]:
    """Outcomes with the same result are one, the likeliest first."""
    merged: dict[tuple[tuple[str, str | int], ...], Fraction] = {}
    for outcome, p in chances.items():
        key = tuple(ruleset.result(outcome).items())
        merged[key] = merged.get(key, Fraction(0)) + p
    # Compared as whole numbers: fractions take twenty times as long.
    common = lcm(*(p.denominator for p in merged.values()))
    ranked = sorted(merged.items(), key=lambda pair: (-int(pair[1] * common), str(pair[0])))
    return [{"probability": str(p), "p": _p(p), "result": dict(key)} for key, p in ranked if p]
