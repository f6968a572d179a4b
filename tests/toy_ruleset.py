"""A toy ruleset and its scenarios: as small as can be, and yet with everything a record must keep.

Dice and none, questions to either side, answers with dice of their own, hidden figures, zones that
come and go, counters that only their side sees, bounds that roll, deployment.

A scenario is a title, the turns, the map, then the figures: `b1 blue 1,1 hidden watch`; one whose
tile is `-` is deployed by its player (blue's in the first column).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from random import Random

from attrs import frozen

from skirmish.core.board import Board
from skirmish.core.codec import Shape
from skirmish.core.dice import Dice
from skirmish.core.events import (
    Bound,
    Counted,
    Fired,
    Left,
    Moved,
    Posed,
    Revealed,
    Stopped,
    Struck,
    Tested,
    Turned,
    Unzoned,
    Zoned,
)
from skirmish.core.figures import (
    DEPLOYS,
    Counter,
    Declared,
    Figure,
    Kind,
    Phase,
    Posture,
    Weapon,
    Who,
    ZoneKind,
)
from skirmish.core.geometry import Facing, adjacent, parse_tile
from skirmish.core.knowledge import with_updated_sight
from skirmish.core.orders import Field, Order, Question, Refusal, Verb
from skirmish.core.state import Clock, Setup, Side, State
from skirmish.core.view import View
from skirmish.game import Game, Opening
from skirmish.rulesets.common import victory
from skirmish.rulesets.common.deploy import PHASE as DEPLOYMENT
from skirmish.rulesets.handbook import HouseRule
from skirmish.rulesets.ruleset import Statement
from skirmish.rulesets.scene import Scene
from tests.least_ruleset import Least

SIDES = ("blue", "red")
KIND = Kind("man", "man", glyph="m", points=10)
VERBS = {
    verb.name: verb
    for verb in (
        Verb("turn", "faces another way", fields=(Field("face", Shape.FACING, "where to"),)),
        Verb("step", "goes to a tile beside it", target=Shape.TILE, exposed=True),
        Verb("shoot", "shoots at a figure", target=Shape.FIGURE, dice=True),
        Verb("smoke", "lays smoke", target=Shape.TILE),
    )
}
DECLARED = Declared(
    counters={
        "watch": Counter("watches"),
        "stepped": Counter("steps made", resets="act"),
        "shaken": Counter("shaken", open=True, high=1),
    },
    postures={"prone": Posture("prone")},
    zones={"smoke": ZoneKind("smoke", "%", opaque=True)},
    phases={"act": Phase("act", moves=True)},
)
LANE = """\
title The lane
turns 3
map
.........
....#....
.........
figures
b1 blue 1,0
b2 blue 1,2
r1 red 7,0
r2 red 6,2 watch hidden
"""
DEPLOYED = LANE.replace("b2 blue 1,2", "b2 blue -")


def to_hit(dice: Dice) -> int:
    """One die."""
    return dice.die(6, "to hit")


@frozen
class Toy(Least):
    """Step, shoot, duck."""

    id: str = "toy"
    name: str = "Toy"
    version: int = 1
    verbs: Mapping[str, Verb] = VERBS
    declared: Declared = DECLARED
    house_rules: Mapping[str, HouseRule] = {"fog": HouseRule(default=True, text="fog of war")}
    statements: Mapping[str, Statement] = {}
    hit_on: int = 4

    def kinds(self) -> Mapping[str, Kind]:
        return {"man": KIND}

    def weapons(self) -> Mapping[str, Weapon]:
        return {"rifle": Weapon("rifle", "rifle")}

    def idle(self, view: View) -> bool:
        return not any(view.own())

    def refusal(self, view: View, order: Order) -> Refusal | None:
        state = view.state
        figure = state.figures[order.figure]
        if order.verb == "step":
            free = state.board.inside(order.target_tile) and state.board.passable(order.target_tile)
            if not free or not adjacent(figure.tile, order.target_tile):
                return Refusal("it cannot go there")
            if figure.count("stepped") >= 2 or state.standing(order.target_tile):
                return Refusal("it can go no further")
        if order.verb == "shoot":
            target = state.figures.get(order.target)
            if target is None or target.at is None or target.side == view.side:
                return Refusal("there is no such target", "TOY-01", "shoot at an enemy in sight")
        if order.verb == "smoke" and not state.board.inside(order.target_tile):
            return Refusal("that is off the map")
        return None

    def carry_out(self, scene: Scene, order: Order) -> None:
        match order.verb:
            case "turn":
                scene.emit(Turned(order.figure, order.facing("face") or Facing.N))
            case "smoke":
                x, y = order.target_tile
                tiles = tuple(t for t in ((x, y), (x, y + 1)) if scene.state.board.inside(t))
                name = f"s{len(scene.state.zones) + 1}"
                until = scene.state.clock.point + 2
                scene.emit(Zoned(name, "smoke", scene.side, tiles, owner=order.figure, until=until))
            case "step":
                self._step(scene, order)
            case _:
                self._shoot(scene, order.figure, order.target)

    def _step(self, scene: Scene, order: Order) -> None:
        there = scene.state.standing(order.target_tile)
        if there is not None:
            scene.emit(Revealed(there.id), sides=SIDES)
            scene.emit(Stopped(order.figure, "met"))
            return
        steps = scene.state.figures[order.figure].count("stepped") + 1
        scene.emit(Counted(order.figure, "stepped", steps))
        scene.emit(Moved(order.figure, (order.target_tile,)))
        for watcher in tuple(scene.state.of_side(scene.state.setup.enemy(scene.side))):
            mover = scene.state.figures[order.figure]
            in_sight = mover.at and scene.state.board.sees(watcher.tile, mover.at)
            if watcher.count("watch") and in_sight:
                asked = Question(watcher.side, "watch", ("fire", "hold"), watcher.id)
                if scene.ask(asked) == "fire":
                    scene.emit(Revealed(watcher.id))
                    self._shoot(scene, watcher.id, order.figure)

    def _shoot(self, scene: Scene, shooter: str, target: str) -> None:
        face = scene.dice.sub(to_hit)
        scene.emit(Fired(shooter, "rifle", target=target))
        if face < self.hit_on:
            if face == 1:
                scene.emit(Posed(target, "prone"))
            return
        side = scene.state.figures[target].side
        ducks = scene.ask(Question(side, "hit", ("duck", "stand fast"), target))
        saved = ducks == "duck" and scene.dice.die(6, "duck") > 3
        scene.emit(Struck(target, "missed" if saved else "hit", source=shooter))
        scene.emit(Counted(target, "shaken", 1) if saved else Left(target, "downed"))

    def advance(self, scene: Scene) -> None:
        clock = scene.state.clock
        for zone in tuple(scene.state.zones.values()):
            if zone.until <= clock.point:
                scene.emit(Unzoned(zone.id))
        for figure in tuple(scene.state.of_side(clock.side)):
            if figure.count("shaken"):
                rallied = scene.dice.die(6, "rally") > 3
                scene.emit(Tested(figure.id, "rally", "passed" if rallied else "failed"))
                if rallied:
                    scene.emit(Counted(figure.id, "shaken", 0))
        setup = scene.state.setup
        last = clock.side != setup.first
        if last:
            victory.end_of_turn(scene)
        if not scene.state.tally.over:
            turn, step = (clock.turn + 1, 1) if last else (clock.turn, clock.step + 1)
            scene.emit(Bound(turn, step, "act", setup.enemy(clock.side)))


TOY = Toy()


def toy(text: str = LANE, rules: Toy = TOY) -> Opening:
    """A scenario of the toy ruleset, made ready."""
    head, _, rest = text.partition("map\n")
    rows, _, listed = rest.partition("figures\n")
    words = dict(line.split(" ", 1) for line in head.splitlines())
    figures = [_figure(line.split()) for line in listed.splitlines()]
    worth = {side: sum(f.who.kind.points for f in figures if f.side == side) for side in SIDES}
    sides = {
        s: Side(s, s, deploy=(0, 0, 0, 2) if s == "blue" else None, worth=worth[s]) for s in SIDES
    }
    setup = Setup(words["title"], "toy", sides, "blue", int(words["turns"]), DECLARED)
    clock = Clock(0, 0, DEPLOYMENT, "blue")
    state = State(setup, clock, Board.parse(rows), {figure.id: figure for figure in figures})
    digest = hashlib.sha256(text.encode()).hexdigest()[:16]
    return Opening(rules.value, with_updated_sight(state, SIDES), text, digest, "0" * 16)


def _figure(words: list[str]) -> Figure:
    name, side, tile, *counters = words
    counted = dict.fromkeys(counters, 1)
    if tile == "-":
        counted[DEPLOYS] = 1
        tile = "0,2"
    who = Who(name, side, name, KIND, (), None)
    return Figure(who, parse_tile(tile), Facing.E, counters=counted)


def legal(game: Game) -> Iterator[str]:
    """Every order that the side to act may give, by trying."""
    side = game.to_act
    question = game.view(side).question
    if question:
        yield from (f"answer {option}" for option in question.options)
        return
    if game.turn == 0:
        yield from ("ready", "deploy b2 0,1 face=S", "deploy b2 0,0")
        return
    for figure in game.view(side).own():
        for text in _tries(game, figure):
            if game.refusal(side, text) is None:
                yield text
    yield "end"


def _tries(game: Game, figure: Figure) -> Iterator[str]:
    x, y = figure.tile
    yield f"turn {figure.id} face=S"
    yield f"smoke {figure.id} {x},{y}"
    for facing in Facing:
        tile = (x + facing.delta[0], y + facing.delta[1])
        if min(tile) >= 0:
            yield f"step {figure.id} {tile[0]},{tile[1]}"
    for enemy in game.view(figure.side).enemies():
        yield f"shoot {figure.id} {enemy.id}"


def play(game: Game, orders: int, seed: int = 0, undo: bool = False) -> Game:
    """Play on with so many drawn orders, or to the end."""
    chance = Random(seed)
    for _ in range(orders):
        side = game.to_act
        if game.over:
            break
        if undo and chance.random() < 0.3 and game.undo_refusal(side) is None:
            game.undo(side)
        else:
            game.order(side, chance.choice(list(legal(game))))
    return game
