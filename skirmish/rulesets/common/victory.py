"""Objectives, break points, and the end of a battle."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from skirmish.core.events import Ended, Joined, Left, Scored
from skirmish.core.figures import Figure
from skirmish.core.state import STEPS, Objective, State, in_area
from skirmish.core.text import by_id
from skirmish.core.view import Contest, View
from skirmish.rulesets.scene import Scene

SCORE = "score"
"""Reason of a battle that ends with its last turn: the higher score wins."""


def judge(scene: Scene) -> None:
    """Judge an order: score figures put out; a broken or destroyed side loses at once.

    Does nothing if no figure left the battle or its side in this order.
    """
    gone = any(isinstance(one.event, Left | Joined) for one in scene.told)
    if scene.state.tally.over or not gone:
        return
    for objective in _of_kind(scene.state, "destroy"):
        for figure in _targets(scene.state, objective):
            if figure.fate:
                _pay(scene, objective, figure.id)
    _end_when_broken(scene)


def end_of_bound(scene: Scene) -> None:
    """Score `reach` for figures that end a bound in the area; rulesets call it after each bound."""
    for objective in _of_kind(scene.state, "reach"):
        if any(_there(objective, figure) for figure in _named(scene.state, objective)):
            _pay(scene, objective)


def end_of_turn(scene: Scene) -> None:
    """Score `hold`, and end the battle after its last turn."""
    state = scene.state
    if state.tally.over:
        return
    for objective in _of_kind(state, "hold"):
        if _held(state, objective):
            _pay(scene, objective, again=True)
    if not scene.state.tally.over and state.clock.turn >= state.setup.turns:
        _end(scene, "", SCORE)


def seen_this_turn(state: State, side: str) -> Iterator[Figure]:
    """Yield the enemies that a side saw in this turn and has not seen leaving, as last seen.

    `state`: the true one or that of the side's view.
    """
    known = state.known[side]
    for name, contact in known.contacts.items():
        if contact.point // STEPS == state.clock.turn and name not in known.left:
            yield contact.figure


def contests(known: View, paid: Collection[tuple[str, str]]) -> tuple[Contest, ...]:
    """Return the `hold` objectives with both sides on the ground as a turn ends; few of them pay.

    Those of the view's own side come last: the end of a log stays in sight.

    `paid`: the sides and objectives that were scored. Only the view's knowledge is used: an
    objective of the other side that did not pay needs a figure of that side in sight on the ground.
    """
    found = []
    goals = _of_kind(known.state, "hold")
    for goal in sorted(goals, key=lambda goal: goal.side == known.side):
        mine = any(_there(goal, figure) for figure in _named(known.state, goal))
        if goal.side == known.side:
            others = _known_there(known.state, goal)
        else:
            others = by_id(figure.id for figure in known.own() if _there(goal, figure))
        counted = (goal.side, goal.id) in paid
        if goal.points and others and (counted or mine):
            found.append(Contest(goal.side, goal.id, others, counted))
    return tuple(found)


def lost_points(state: State, side: str) -> int:
    """Return the points of a side's figures that are out."""
    return sum(f.who.kind.points for f in state.figures.values() if f.who.side == side and f.fate)


def known_lost(known: View, side: str) -> int:
    """Return the points of a side's figures that the view's side knows to be out."""
    own = (figure for figure in known.state.figures.values() if figure.fate)
    fallen = {figure.id: figure.who for figure in (*own, *known.gone.values())}
    return sum(who.kind.points for who in fallen.values() if who.side == side)


def is_paid(known: View, goal: Objective) -> bool:
    """Return whether an objective that pays once is known to have paid."""
    return goal.kind == "reach" and f"{goal.side}:{goal.id}:" in known.state.tally.paid


def paid_falls(state: State, figures: Mapping[str, Figure]) -> Iterator[str]:
    """Yield the `Tally.paid` keys of `destroy` objectives for those figures that are out."""
    for objective in _of_kind(state, "destroy"):
        for figure in figures.values():
            if figure.fate:
                yield f"{objective.side}:{objective.id}:{figure.id}"


def worth_of(state: State, side: str) -> int:
    """Return the points of a side's figures at the start, as events have changed them since."""
    came = (
        figure.who.kind.points
        for figure in state.figures.values()
        if figure.who.side == side and _came_by_event(state, figure)
    )
    joined = state.script.joined.items()
    left = sum(points for _, (before, points) in joined if before == side)
    gained = sum(points for _, (before, points) in joined if before != side)
    return state.setup.sides[side].worth + sum(came) + gained - left


def _came_by_event(state: State, figure: Figure) -> bool:
    arrival = figure.who.arrival
    return arrival is not None and arrival.event != "" and not state.awaits_event(figure)


def broken(state: State, side: str) -> str:
    """Return why a side has lost: "destroyed", "broken", or "" if it has not lost."""
    mine = (f for f in state.figures.values() if f.who.side == side)
    if all(f.fate or state.awaits_event(f) for f in mine):
        return "destroyed"
    most = breaking_loss(state, side)
    return "broken" if most and lost_points(state, side) >= most else ""


def breaking_loss(state: State, side: str) -> int:
    """Return the points of figures whose loss breaks a side; 0 if none does."""
    return -(-state.setup.sides[side].break_point * worth_of(state, side) // 100)


def _of_kind(state: State, kind: str) -> Iterable[Objective]:
    return (o for o in state.objectives if o.kind == kind)


def _targets(state: State, objective: Objective) -> Iterable[Figure]:
    """The enemies that `destroy` names, by default all."""
    enemy = state.setup.enemy(objective.side)
    return (
        f
        for f in state.figures.values()
        if f.who.side == enemy and (not objective.figures or f.id in objective.figures)
    )


def _named(state: State, objective: Objective) -> Iterable[Figure]:
    """The own figures that an objective names, by default all."""
    return (
        f
        for f in state.figures.values()
        if f.who.side == objective.side and (not objective.figures or f.id in objective.figures)
    )


def _there(objective: Objective, figure: Figure) -> bool:
    return (
        figure.at is not None and objective.area is not None and in_area(objective.area, figure.at)
    )


def _held(state: State, objective: Objective) -> bool:
    """Whether the side has a figure there, and knows of no enemy there.

    Only the side's knowledge counts: points withheld for an unseen enemy would reveal it.
    """
    mine = any(_there(objective, figure) for figure in _named(state, objective))
    return mine and not _known_there(state, objective)


def _known_there(state: State, objective: Objective) -> tuple[str, ...]:
    """The enemies that the side of an objective saw there in this turn, and has not seen leave."""
    known = seen_this_turn(state, objective.side)
    return by_id(figure.id for figure in known if _there(objective, figure))


def _pay(scene: Scene, objective: Objective, figure: str = "", *, again: bool = False) -> None:
    state = scene.state
    if state.tally.over:
        return
    if not again and f"{objective.side}:{objective.id}:{figure}" in state.tally.paid:
        return
    paid = Scored(objective.side, objective.points, objective.id, figure=figure)
    scene.emit(paid, sides=_saw_leave(scene, figure))
    if objective.decisive and _met(scene.state, objective):
        _end(scene, objective.side, "objective")


def _saw_leave(scene: Scene, figure: str) -> tuple[str, ...]:
    """The sides that saw a figure leave in this order, and so know that it scores."""
    for told in scene.told:
        if isinstance(told.event, Left) and told.event.figure == figure:
            return told.sides
    return ()


def _met(state: State, objective: Objective) -> bool:
    """Whether a decisive objective is met; `destroy` needs every target out."""
    return objective.kind != "destroy" or all(f.fate for f in _targets(state, objective))


def _end_when_broken(scene: Scene) -> None:
    if scene.state.tally.over:
        return
    first, second = scene.state.setup.sides
    fallen = {side: broken(scene.state, side) for side in (first, second)}
    if fallen[first] and fallen[second]:
        _end(scene, "", "both_" + fallen[first])
    elif fallen[first] or fallen[second]:
        winner = second if fallen[first] else first
        _end(scene, winner, fallen[first] or fallen[second])


def _end(scene: Scene, winner: str, reason: str) -> None:
    """Score what is scored at the end; by `SCORE`, the higher score wins."""
    for objective in scene.state.objectives:
        if objective.kind in ("survive", "escort"):
            for figure in _named(scene.state, objective):
                if not figure.fate and (objective.kind == "survive" or _there(objective, figure)):
                    scene.emit(
                        Scored(objective.side, objective.points, objective.id, figure=figure.id)
                    )
    if reason == SCORE:
        first, second = scene.state.setup.sides
        score = scene.state.tally.score
        ahead = score.get(first, 0) - score.get(second, 0)
        winner = first if ahead > 0 else second if ahead < 0 else ""
    scene.emit(Ended(reason, winner=winner))
