"""What a battle that is over came to, in sentences."""

from __future__ import annotations

from fractions import Fraction

from skirmish.game import Game
from skirmish.telling import reckoning
from skirmish.telling.prose import many


def report(game: Game) -> list[str]:
    """Who won and why, points, losses, dice, the lot of the fallen."""
    state = game.state
    who, why = reckoning.verdict(state)
    lines = [f"{who}.", f"In turn {state.clock.turn} of {state.setup.turns}: {why}."]
    names = {side: setup.name for side, setup in state.setup.sides.items()}
    for side, name in names.items():
        lines.append(f"{name}: {many(state.tally.score.get(side, 0), 'point')}.")
        lines += [
            f"  {many(one.points, 'point')} for: {one.why}"
            + (f" ({one.times} times)." if one.times > 1 else ".")
            for one in reckoning.points(game)
            if one.side == side
        ]
    for lost in reckoning.losses(state):
        lines.append(
            f"{names[lost.side]} lost {len(lost.out)} of {many(lost.figures, 'figure')},"
            f" {lost.lost} of {many(lost.worth, 'point')}."
        )
        lines += [f"  {f.id} {f.who.name}, {f.who.kind.name}: {f.fate}." for f in lost.out]
    lines += [
        f"{names[one.side]} threw {_two_places(one.average)} on average with"
        f" {many(one.dice, f'd{one.die}')}; {_two_places(one.expected)} is fair."
        for one in reckoning.luck(game)
    ]
    return lines + [f"{f.id} {f.who.name}: {lot}." for f, lot in reckoning.aftermath(game)]


def _two_places(number: Fraction) -> str:
    return f"{number.numerator / number.denominator:.2f}"
