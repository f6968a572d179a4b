"""Whoever watches may answer a step before it is made: who first, who not, and who is asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import partial

import pytest
from attrs import evolve

from skirmish.core.dice import Face, Roller, Script
from skirmish.core.events import Counted, Left, Struck
from skirmish.core.figures import HIDDEN
from skirmish.core.geometry import Tile
from skirmish.core.orders import Order
from skirmish.core.state import State
from skirmish.rulesets.common import reactions
from skirmish.rulesets.common.reactions import Reaction, asks, percent, react
from skirmish.rulesets.common.walking import Pace, walk_order
from skirmish.rulesets.engine import carry_out, given_faces
from skirmish.rulesets.scene import Scene
from tests.seams.thin import Play, battle

MOVER = ("b1", "blue", (0, 1))
WATCHERS = [MOVER, ("r1", "red", (9, 0)), ("r2", "red", (9, 1)), ("r10", "red", (9, 2))]
CHANCES = {"r1": 30, "r2": 60, "r10": 60}
NEVER_HOLD: Mapping[str, int] = {}


def offers(
    state: State,
    actor: str,
    _to: Tile | None,
    chances: Mapping[str, int],
    whens: Mapping[str, int] = NEVER_HOLD,
) -> Iterator[Reaction]:
    """Every watcher fires with its chance in percent; 1 more for each blow the actor took."""
    for name, chance in chances.items():
        better = chance + state.figures[actor].count("crippled")
        order = Order.of("fire", name, actor)
        asked = bool(state.figures[name].count("holding"))
        yield Reaction(name, order, Fraction(better, 100), whens.get(name, 0), ask=asked)


def fires(scene: Scene, reaction: Reaction) -> None:
    """A six puts the target out, a five cripples it, and all else misses."""
    face = scene.dice.die(6, "to hit")
    target = reaction.order.target
    scene.emit(Struck(target, "hit" if face > 4 else "missed", source=reaction.figure))
    if face == 6:
        scene.emit(Left(target, "downed"))
    elif face == 5:
        scene.emit(Counted(target, "crippled", 1))


def shots(
    faces: str, chances: Mapping[str, int] = CHANCES, *, hidden: bool = False, **whens: int
) -> list[str]:
    """Who fires at what b1 does where it stands, in this order; every face is used."""
    counters = {name: {HIDDEN: 1} for name in chances} if hidden else {}
    state = battle(lambda _scene, _order: None, WATCHERS, counters).state
    dice = Script([Face(6, int(face)) for face in faces.split()])
    scene = Scene(state, "blue", Order("move", "b1"), dice, ())
    react(scene, "b1", None, partial(offers, chances=chances, whens=whens), fires)
    dice.check_used_up()
    return [told.event.source for told in scene.told if isinstance(told.event, Struck)]


def test_the_best_chance_goes_first_then_the_lower_id() -> None:
    """Each of them once, as numbers count: r2 before r10."""
    assert shots("1 1 1") == ["r2", "r10", "r1"]


def test_who_is_out_is_shot_at_no_more() -> None:
    """The rest stay silent, and roll nothing."""
    assert shots("1 6") == ["r2", "r10"]


def test_a_standing_order_holds_fire_below_its_chance() -> None:
    """From so many percent on it fires."""
    assert shots("1 1", r2=61, r1=30) == ["r10", "r1"]


def test_what_one_answer_changes_counts_for_the_next() -> None:
    """A better chance after the first shot brings the last in."""
    assert shots("1 1", {"r2": 60, "r1": 30}, r1=30) == ["r2", "r1"]
    assert shots("1", {"r2": 60, "r1": 30}, r1=31) == ["r2"]
    assert shots("5 1", {"r2": 60, "r1": 30}, r1=31) == ["r2", "r1"]


def walks(scene: Scene, order: Order) -> None:
    """A walk of at most eight tiles through the fire of r1 and r2."""

    def watched(scene: Scene, name: str, tile: Tile) -> str:
        reactions.react(scene, name, tile, partial(offers, chances={"r1": 30, "r2": 60}), fires)
        return ""

    walk_order(scene, order, Pace(16), before=watched)


def asked(*, hidden: bool = False) -> Play:
    """b1 begins to walk, and red has r1 ask; r2 fires each time without asking."""
    counters = {"r1": {"holding": 1, HIDDEN: int(hidden)}}
    play = battle(walks, WATCHERS[:3], counters)
    state = evolve(play.state, setup=evolve(play.state.setup, rules={"stop_on_sight": False}))
    return evolve(play, state=state)


def test_an_owner_is_asked_before_each_step_and_answers_in_the_midst_of_the_move() -> None:
    """r1 holds its fire at the first step and not at the second, where it hits."""
    first = asked().order("move b1 0,1>2,1", "6:1")
    second = first.order("answer hold", "6:2")
    third = second.order("answer fire r1 b1", "6:6")

    assert first.question == ("red", "reaction", ("fire r1 b1", "hold"))
    assert first.news == (
        "struck b1 missed source=r2",
        "asked red reaction fire.r1.b1|hold figure=r1",
    )
    assert second.news[:2] == ("moved b1 1,1", "struck b1 missed source=r2")
    assert third.news[:2] == ("struck b1 hit source=r1", "left b1 downed")


def test_an_answer_goes_on_with_the_faces_that_fell() -> None:
    """The order is carried out again from its base: what was rolled before is not rolled anew."""
    play = asked()
    move, hold = Order.of("move", "b1", ((0, 1), (2, 1))), Order.of("answer", target="hold")
    halted = carry_out(play.ruleset, play.state, "blue", move, Roller("miss"))
    dice = Roller("miss", given_faces(halted.state))
    done = carry_out(play.ruleset, halted.state, "red", hold, dice)
    plain = Roller("miss")

    assert [face.face for face in done.faces] == [plain.die(6), plain.die(6)]
    assert done.faces[:1] == halted.faces


def test_no_question_tells_of_a_watcher_whom_the_mover_does_not_see() -> None:
    """It goes by its standing order."""
    play = asked(hidden=True).order("move b1 0,1>1,1", "6:1 6:1")

    assert play.state.pending is None
    assert play.news[1] == "struck b1 missed source=r1"


@pytest.mark.parametrize(
    ("line", "rule", "expected"),
    [
        ("ask", "standing", True),
        ("fire", "ask", False),
        ("", "ask", True),
        ("", "standing", False),
    ],
)
def test_a_standing_order_is_asked_about_as_it_says_or_by_the_house_rule(
    line: str, rule: str, *, expected: bool
) -> None:
    """What the order says counts first."""
    state = battle(walks, WATCHERS).state
    state = evolve(state, setup=evolve(state.setup, rules={"reactions": rule}))
    order = Order.of("overwatch", "r1", reply=line) if line else Order.of("overwatch", "r1")

    assert asks(state, order) is expected
    assert percent(order) == 0
    assert percent(order.with_field("when", "30%")) == 30
