"""Outcomes of attacks: in words, their cost in points, the fate of the Downed."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from fractions import Fraction
from typing import cast

from skirmish.core.dice import Dice
from skirmish.core.figures import Figure
from skirmish.core.state import State
from skirmish.rulesets.attack import Attack
from skirmish.rulesets.common.harm import DOWNED
from skirmish.rulesets.opposed_d6.counters import FLEEING, INJURY, SUPPRESSED
from skirmish.rulesets.opposed_d6.dice import Bout, Effect, Shot, afterwards, volley
from skirmish.rulesets.opposed_d6.figures import GO_TO_GROUND, kind_of, quality

SUPPRESSED_COSTS = Fraction(1, 4)
"""Share of a figure's points: it loses one shot and most of one move, out of about four turns in
which a figure gets to act."""
FLEE_COSTS = Fraction(1, 2)
"""Share of a figure's points: it is gone for two or three turns, gives up its ground, and one in a
few never comes back."""
RUNS_ON_COSTS = Fraction(1, 8)
"""Share of a figure's points if it flees already: it is a move farther away."""
COSTS: Mapping[Effect, Fraction] = {
    Effect.NOTHING: Fraction(0),
    Effect.SUPPRESSED: SUPPRESSED_COSTS,
    Effect.FLEE: FLEE_COSTS,
    Effect.DOWNED: Fraction(1),
}
RECOIL_COSTS = Fraction(1, 8)
"""Share of a figure's points: it has lost its place, and is a step nearer to being cornered."""
FIGHT_COSTS: Mapping[Bout, Fraction] = {
    Bout.NOTHING: Fraction(0),
    Bout.LOCKED: Fraction(0),
    Bout.RECOIL: RECOIL_COSTS,
    Bout.DOWNED: Fraction(1),
}
STOPPING = (Effect.SUPPRESSED, Effect.FLEE, Effect.DOWNED, Bout.DOWNED)
"""Effects after which a figure does not shoot in its next bound."""


def words(outcome: Hashable) -> Mapping[str, str | int]:
    """An outcome of shooting or of close combat, for odds and logs."""
    return {"effect": cast("Effect | Bout", outcome).word}


def share(outcome: Hashable) -> Fraction:
    """The share of a figure's points that an outcome costs."""
    if isinstance(outcome, Bout):
        return FIGHT_COSTS[outcome]
    return COSTS[cast("Effect", outcome)]


def has_effect(outcome: Hashable) -> bool:
    """Whether an outcome harms its figure; a tie in close combat locks both and harms neither."""
    return bool(share(outcome))


def loss(state: State, figure: str, outcome: Hashable) -> Fraction:
    """The cost of an outcome to the figure's side, in points; less if it has the effect already."""
    struck = state.figures[figure]
    cost = share(outcome)
    if outcome is Effect.SUPPRESSED and struck.count(SUPPRESSED):
        cost = Fraction(0)
    elif outcome is Effect.FLEE and struck.count(FLEEING):
        cost = RUNS_ON_COSTS
    return cost * struck.who.kind.points


def puts_out(_state: State, _figure: str, outcome: Hashable) -> bool:
    """Whether an outcome puts its figure out."""
    return outcome in (Effect.DOWNED, Bout.DOWNED)


def stops(_state: State, _figure: str, outcome: Hashable) -> bool:
    """Whether a figure does not shoot in its next bound."""
    return outcome in STOPPING


HELD_OUT = f"harder to suppress again: against suppression its total counts {GO_TO_GROUND} more"
"""Why a higher total did not suppress (BAY-F7)."""


def counted(attack: Attack) -> str:
    """The target's bonus to its guard against suppression or flight (BAY-F7)."""
    if attack.rule is not volley:
        return ""
    guard = cast("tuple[int, tuple[Shot, ...]]", attack.args)[1][0].guard
    against = "flight" if guard.flees else "suppression"
    return f"guard {guard.steady:+d} against {against}, not in its total" if guard.steady else ""


def fight_cause(effect: str, own: int, other: int) -> str:
    """Why a loser with more than half of the winner's total is downed; "" otherwise (BAY-F9)."""
    return "for it cannot recoil" if effect == Bout.DOWNED.word and 2 * own > other else ""


INJURIES: Mapping[str, int] = {"minor": 1, "major": 2, "severe": 3}
"""Levels that a survivor brings into its next battle (BAY-F14)."""


def aftermath(dice: Dice, figure: Figure) -> str:
    """A Downed figure's casualty in words; nothing for other figures (BAY-F14, BAY-F4)."""
    if figure.fate != DOWNED:
        return ""
    casualty = afterwards(dice, quality(kind_of(figure)))
    return f"{casualty} wound" if casualty in INJURIES or casualty == "trivial" else casualty


def recovery(dice: Dice, figure: Figure) -> Mapping[str, int] | None:
    """The injury that a Downed figure brings to its next battle; None for a dead one (BAY-F14)."""
    if figure.fate != DOWNED:
        return None
    casualty = afterwards(dice, quality(kind_of(figure)))
    if casualty == "dead":
        return None
    return {INJURY: max(figure.count(INJURY), INJURIES.get(casualty, 0))}
