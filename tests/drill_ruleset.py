"""A ruleset with one bound for everything, for tests of the screen: unknown to every screen.

Figures walk, fire in several ways, watch ground, change modes, and load before the battle; who
watches asks its owner before it fires.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from attrs import evolve, frozen

from skirmish.core.codec import Shape
from skirmish.core.dice import Dice
from skirmish.core.events import Bound, Counted, Fired, Hurt, Moved, Struck, Unzoned, Zoned
from skirmish.core.figures import Counter, Declared, Figure, Phase, Posture, Weapon, ZoneKind
from skirmish.core.geometry import parse_path
from skirmish.core.knowledge import with_updated_sight
from skirmish.core.orders import Field, Order, Purpose, Question, Refusal, Verb
from skirmish.core.setup import MUSTER, Setup
from skirmish.core.state import Clock, Objective, State
from skirmish.core.view import View
from skirmish.game import Game
from skirmish.rulesets.attack import Attack
from skirmish.rulesets.common import areas, walking
from skirmish.rulesets.common.reactions import REPLY, WHEN
from skirmish.rulesets.families import Count, Family, One, Shares, Some, Spots
from skirmish.rulesets.measures import AMOUNT, HITS, Measure
from skirmish.rulesets.scene import Scene
from tests.toy_ruleset import LANE, SIDES, Toy, toy

LIMIT = 10
WEAPON = Field("weapon", Shape.WORD, "which weapon")
FIRE = Verb(
    "fire",
    "shoots at an enemy",
    target=Shape.FIGURE,
    fields=(
        WEAPON,
        Field("mode", Shape.WORD, "how", "single", ("single", "burst")),
        Field("rounds", Shape.NUMBER, "how many", "1"),
        Field("aid", Shape.FIGURES, "who helps"),
        Field("split", Shape.SPLIT, "dice on each"),
    ),
    dice=True,
)
WATCH = Verb(
    "overwatch",
    "watches ground",
    target=Shape.TILE,
    fields=(WHEN, REPLY),
    purpose=Purpose.WATCH,
)
MODE = Verb("mode", "sets the mode", target=Shape.WORD)
LOAD = Verb("load", "before the battle: loads", target=Shape.WORD, muster=True)
SWAP = Verb("swap_sights", "has no key of its own", target=Shape.WORD)
DECLARED = Declared(
    counters={
        "moved": Counter("half tiles moved", resets="act"),
        "shots": Counter("shots", resets="act"),
        "mode": Counter("mode", words=("single", "long_burst")),
        "shaken": Counter("shaken", open=True, high=1),
        "dazed": Counter("dazed", open=True, point=True),
    },
    postures={
        "standing": Posture("standing"),
        "prone": Posture("prone"),
        "out_cold": Posture("out cold", blinds=True),
    },
    zones={"overwatch": ZoneKind("overwatch", "^")},
    phases={"act": Phase("action", moves=True)},
)
ARMS = (Weapon("rifle", "rifle"), Weapon("hand_gun", "hand gun"))


def wounds(dice: Dice, sides: int) -> tuple[int, ...]:
    """Hits on 3 and more, then damage, counted up to the limit."""
    if dice.die(6, "to hit") < 3:
        return (0,)
    return (min(LIMIT, dice.die(sides, "damage")),)


@frozen
class Drill(Toy):
    """Walk, shoot, watch, load."""

    verbs: Mapping[str, Verb] = {
        v.name: v for v in (walking.MOVE, walking.TURN, FIRE, WATCH, MODE, LOAD, SWAP)
    }
    declared: Declared = DECLARED

    def musters(self, setup: Setup) -> bool:
        return True

    def moment(self, clock: Clock) -> str:
        return f"pass {clock.step}"

    def pace(self, figure: Figure) -> walking.Pace:
        return walking.Pace(8 - figure.count("moved"))

    def refusal(self, view: View, order: Order) -> Refusal | None:
        figure = view.state.figures[order.figure]
        if order.verb == "move":
            return walking.path_refusal(view.state, figure, order, self.pace(figure))
        if order.verb in ("fire", "overwatch") and figure.count("shots"):
            return Refusal("it has shot", "DRILL-01")
        return None

    def options(self, view: View, figure: str) -> tuple[Family, ...]:
        state, mine = view.state, view.state.figures[figure]
        if state.clock.phase == MUSTER:
            return (Family("load", figure, One(("tracer", "hollow_point"))),)
        pace = self.pace(mine)
        found = [*walking.walks(state, mine, pace), walking.turns(mine)]
        enemies = tuple(enemy.id for enemy in view.enemies())
        if enemies and not mine.count("shots"):
            found += self._shots(figure, enemies)
        if not mine.count("shots"):
            everywhere = state.board.seen_from(mine.tile) & ~state.board.bit(mine.tile)
            standing = (
                (WHEN.name, One(tuple(f"{n}%" for n in range(0, 101, 10)))),
                (REPLY.name, One(("fire", "ask"))),
            )
            found.append(Family("overwatch", figure, Spots(everywhere, state.board), standing))
        words = One(("single", "long_burst"))
        return (*found, Family("mode", figure, words), Family("swap_sights", figure, words))

    def _shots(self, figure: str, enemies: tuple[str, ...]) -> list[Family]:
        one = One(enemies)
        return [
            Family("fire", figure, one),
            Family("fire", figure, one, (("rounds", Count(2, 40)),), fixed=(("mode", "burst"),)),
            Family(
                "fire",
                figure,
                one,
                (("split", Shares(enemies, 4, 3)), ("aid", Some(("b2",), 1))),
                fixed=(("mode", "burst"), ("weapon", "hand_gun")),
            ),
            Family("fire", figure, one, fixed=(("weapon", "hand_gun"),)),
        ]

    def attack(self, state: State, order: Order) -> Attack | None:
        if order.verb != "fire":
            return None
        sides = 6 if order.get("weapon") == "hand_gun" else 20
        return Attack(wounds, (sides,), (order.target,), order.target)

    def cost(self, state: State, order: Order) -> Fraction:
        return Fraction(order.verb in ("fire", "overwatch"), 2)

    def carry_out(self, scene: Scene, order: Order) -> None:
        figure = scene.state.figures[order.figure]
        match order.verb:
            case "move":
                self._walk(scene, figure, order)
            case "mode":
                scene.emit(Counted(figure.id, "mode", int(order.target == "long_burst")))
            case "overwatch":
                mask = areas.cone(scene.state.board, figure.tile, order.target_tile, 9, 2)
                tiles = scene.state.board.tiles_of(mask)
                scene.emit(Zoned("watch_1", "overwatch", figure.side, tiles, owner=figure.id))
                scene.emit(Counted(figure.id, "shots", 1))
            case "fire":
                self._fire(scene, order)
            case _:
                pass

    def _walk(self, scene: Scene, figure: Figure, order: Order) -> None:
        end = parse_path(order.target)[-1]
        for zone in tuple(scene.state.zones.values()):
            if zone.side != figure.side and end in zone.tiles:
                order_of = f"fire {zone.owner} {figure.id} mode=burst weapon=hand_gun"
                options = (order_of, "hold")
                if scene.ask(Question(zone.side, "reaction", options, zone.owner)) != "hold":
                    scene.emit(Unzoned(zone.id))
                    self._fire(scene, Order.of("fire", zone.owner, figure.id))
        scene.emit(Moved(figure.id, (end,)))
        scene.emit(Counted(figure.id, "moved", 8))

    def _fire(self, scene: Scene, order: Order) -> None:
        (damage,) = wounds(scene.dice, 6)
        scene.emit(Fired(order.figure, order.get("weapon") or "rifle", target=order.target))
        effect, sums = ("hit", {"hits": 1, "damage": damage}) if damage else ("missed", {})
        scene.emit(Struck(order.target, effect, source=order.figure, sums=sums))
        scene.emit(Hurt(order.target, damage))
        scene.emit(Counted(order.figure, "shots", 1))

    def advance(self, scene: Scene) -> None:
        clock = scene.state.clock
        enemy = scene.state.setup.enemy(clock.side)
        scene.emit(Bound(clock.turn, clock.step + 1, "act", enemy))

    measures: Mapping[str, Measure] = {"hits": HITS, "damage": AMOUNT}

    def words(self, outcome: Any) -> Mapping[str, str | int]:
        return {"hits": int(outcome > 0), "damage": outcome}

    no_effect = 0

    def loss(self, state: State, figure: str, outcome: Any) -> Fraction:
        worth = state.figures[figure].who.kind.points
        return Fraction(worth * outcome, 2 * LIMIT) if outcome < LIMIT else Fraction(worth)


DRILL = Drill()


def drilled(
    red: str = "human",
    *,
    muster: bool = False,
    rules: Drill = DRILL,
    objectives: tuple[Objective, ...] = (),
) -> Game:
    """A game of the drill; at muster, or in the first bound."""
    opening = toy(LANE.replace(" watch hidden", ""), rules)
    state = opening.state
    figures = {
        name: evolve(figure, who=evolve(figure.who, weapons=ARMS))
        for name, figure in state.figures.items()
    }
    clock = Clock(0, 0, MUSTER, "blue") if muster else Clock(1, 1, "act", "blue")
    setup = evolve(state.setup, declared=rules.declared, objectives=objectives)
    state = evolve(state, figures=figures, setup=setup, clock=clock)
    return Game.new(
        evolve(opening, state=with_updated_sight(state, SIDES)), 1, {"blue": "human", "red": red}
    )
