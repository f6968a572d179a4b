"""The smallest complete ruleset: figures walk six tiles a turn and are hit on 4 or more of a d6.

It is an example to read and to copy, and is not in the registry.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from skirmish.core.codec import Shape
from skirmish.core.dice import Dice
from skirmish.core.events import Bound, Counted, Fired, Struck
from skirmish.core.figures import Counter, Declared, Figure, Phase
from skirmish.core.orders import Order, Refusal, Verb
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.rulesets.action import Action, Cost
from skirmish.rulesets.attack import Attack, Modifier
from skirmish.rulesets.common import harm, walking
from skirmish.rulesets.common.bounds import arrive, next_bound
from skirmish.rulesets.common.present import expose
from skirmish.rulesets.families import Family, One
from skirmish.rulesets.handbook import Handbook
from skirmish.rulesets.ruleset import Ruleset, Turn
from skirmish.rulesets.scene import Scene

ACT = "act"
MOVED = "moved"
SHOT = "shot"
TILES = 6
HIT_ON = 4


def _pace(_state: State, figure: Figure) -> walking.Pace:
    return walking.Pace(TILES * walking.HALVES - figure.count(MOVED), MOVED)


def _walk(scene: Scene, way: walking.Way) -> None:
    walking.walk_order(scene, way.order, way.pace)


MOVE = walking.to_walk(_pace, _walk)


def to_hit(dice: Dice) -> tuple[str]:
    """One d6 for the target: 4 or more puts it out."""
    return ("hit" if dice.die(6, "to hit") >= HIT_ON else "nothing",)


def _target(known: View, order: Order) -> Order | Refusal:
    shooter, target = known.state.figures[order.figure], known.state.figures.get(order.target)
    if target is None or target.at is None or target.side == shooter.side:
        return Refusal(
            f"no enemy {order.target} in sight",
            remedy="see the list of enemies in sight",
            concerns=order.target,
        )
    if not known.state.board.sees(shooter.tile, target.at):
        return Refusal(
            f"{shooter.id} does not see {target.id}",
            remedy="move into its sight",
            concerns=target.id,
        )
    return order


def _has_shot(_known: View, figure: Figure) -> Refusal | None:
    if figure.count(SHOT):
        return Refusal(f"{figure.id} has shot", remedy="wait for your next turn")
    return None


def _targets(known: View, figure: Figure) -> Iterator[Family]:
    sees = known.state.board.sees
    found = tuple(enemy.id for enemy in known.enemies() if sees(figure.tile, enemy.tile))
    if found:
        yield Family(FIRE.name, figure.id, One(found))


def _attack(_state: State, order: Order) -> Attack:
    hit_on = Modifier("hit on", order.target, "always", HIT_ON)
    return Attack(to_hit, (), (order.target,), order.target, (hit_on,))


def _shoot(scene: Scene, order: Order) -> None:
    attack = _attack(scene.state, order)
    scene.attempt(order.figure, lambda: attack)
    scene.emit(Counted(order.figure, SHOT, 1))
    expose(scene, order.figure)
    scene.emit(Fired(order.figure, "rifle", target=order.target))
    (outcome,) = scene.roll(attack)
    scene.note_outcomes(attack.subjects, (outcome,))
    scene.emit(Struck(order.target, str(outcome), source=order.figure))
    if outcome == "hit":
        harm.put_out(scene, order.target)


FIRE: Action[Order] = Action(
    verb=Verb("fire", "shoots at an enemy in sight", target=Shape.FIGURE, dice=True),
    plan=_target,
    cost=Cost(Fraction(1), able=_has_shot),
    options=_targets,
    attack=_attack,
    carry_out=_shoot,
)


def _opening(scene: Scene) -> None:
    scene.emit(Bound(1, 1, ACT, scene.state.setup.first))


def _advance(scene: Scene) -> None:
    if following := next_bound(scene):
        turn, step, side = following
        scene.emit(Bound(turn, step, ACT, side))
        arrive(scene, side)


SMALLEST = Ruleset(
    handbook=Handbook(
        "smallest",
        Declared(
            counters={
                MOVED: Counter("half tiles moved", resets=ACT),
                SHOT: Counter("has shot", high=1, resets=ACT),
            },
            phases={ACT: Phase("moving and shooting", moves=True)},
        ),
    ),
    name="Smallest",
    turn=Turn(_opening, _advance),
    actions=(MOVE, FIRE),
)
