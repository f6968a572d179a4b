"""Carrying orders out: who may say what when, half-done orders, bounds that pass by themselves."""

from __future__ import annotations

import pytest
from attrs import evolve, frozen

from skirmish.core.dice import Roller
from skirmish.core.events import Bound, Ended, Moved, Stopped, Struck, event_text
from skirmish.core.figures import Arrival, Figure
from skirmish.core.orders import Order, Question, Refusal, parse_order
from skirmish.core.view import View, view
from skirmish.game import Game, verify_record
from skirmish.rulesets.engine import MAX_IDLE, carry_out, given_faces, refusal, to_act, verbs_of
from skirmish.rulesets.scene import Scene
from tests.position import position
from tests.seams.thin import Play, Thin, battle
from tests.toy_ruleset import toy

FIGURES = [("b1", "blue", (0, 1)), ("b2", "blue", (0, 0)), ("r1", "red", (4, 1))]
DUCK = ("duck", "stand")


def fires(scene: Scene, order: Order) -> None:
    """Rolls, asks the target's side, rolls again, asks its own side."""
    scene.emit(Stopped(order.figure, "six" if scene.dice.die(6, "aim") == 6 else "less"))
    if scene.ask(Question("red", "hit", DUCK, "r1")) == "duck":
        scene.emit(Struck("r1", "ducked", sums={"die": scene.dice.die(6, "duck")}))
    more = scene.ask(Question("blue", "again", ("yes", "no")))
    scene.emit(Struck("r1", more))


def asked(order: str = "fire b1 r1") -> Play:
    """A battle in which the red side is asked."""
    return battle(fires, FIGURES).order(order, "6:6")


def refused(play: Play, side: str, text: str) -> Refusal | None:
    """Why a side may not give an order, as far as it can tell."""
    order = parse_order(text, verbs_of(play.ruleset))
    return refusal(play.ruleset, view(play.state, side), order)


def test_an_order_halts_at_a_question_and_what_happened_stands() -> None:
    """The side that is asked acts next, whoever's bound it is."""
    play = asked()

    assert play.news == ("stopped b1 six", "asked red hit duck|stand figure=r1")
    assert play.question == ("red", "hit", DUCK)
    assert to_act(play.state) == "red"


def test_an_answer_goes_on_and_tells_only_what_is_new() -> None:
    """Each thing is told once, over however many questions; the first faces are not rolled anew."""
    once = asked().order("answer duck", "6:3")
    twice = once.order("answer no")

    assert once.news == ("struck r1 ducked sums=die:3", "asked blue again yes|no")
    assert [str(face) for face in given_faces(once.state)] == ["6:6", "6:3"]
    assert twice.news == ("struck r1 no",)
    assert twice.state.pending is None
    assert to_act(twice.state) == "blue"


def test_all_faces_of_the_order_are_with_each_of_its_lines() -> None:
    """So that an event finds its dice whichever line tells of it."""
    play = asked()
    dice = Roller("key", given_faces(play.state))
    done = carry_out(play.ruleset, play.state, "red", Order.of("answer", target="duck"), dice)
    told = next(one for one in done.told if isinstance(one.event, Struck))

    assert [str(face) for face in done.faces][:1] == ["6:6"]
    assert told.faces(done.faces) == done.faces[1:]


def test_rolling_and_answering_is_as_if_never_interrupted() -> None:
    """The dice of an answer are those that would have come anyway."""
    play = battle(fires, FIGURES)
    whole = Roller("key")
    first = carry_out(play.ruleset, play.state, "blue", play_order("fire b1 r1"), whole)
    again = Roller("key", given_faces(first.state))
    second = carry_out(play.ruleset, first.state, "red", Order.of("answer", target="duck"), again)
    plain = Roller("key")

    assert [f.face for f in second.faces] == [plain.die(6), plain.die(6)]


def play_order(text: str) -> Order:
    return parse_order(text, verbs_of(Thin(fires).value))


@pytest.mark.parametrize(
    ("side", "text", "words"),
    [
        ("red", "answer run", "not one of the answers: one of: duck, stand"),
        ("red", "end", "a question is open: answer it first"),
        ("blue", "answer duck", "there is no question"),
        ("red", "resign", "None"),
        ("blue", "resign", "None"),
    ],
)
def test_while_a_question_is_open(side: str, text: str, words: str) -> None:
    """It is answered by whom it is for, with one of its options; giving up is always open."""
    assert str(refused(asked(), side, text)) == words


def test_giving_up_needs_no_answer_first() -> None:
    """The question falls away, and the enemy has won."""
    play = asked()
    dice = Roller("key", given_faces(play.state))
    done = carry_out(play.ruleset, play.state, "blue", Order.of("resign"), dice)

    assert done.state.pending is None
    assert [one.event for one in done.told] == [Ended("resigned", winner="red")]
    words = refusal(play.ruleset, view(done.state, "red"), Order.of("end"))
    assert str(words) == "the battle is over: read the report or start another battle"


def test_a_record_of_a_battle_given_up_at_a_question_verifies() -> None:
    """No face of the order that waited is counted twice."""
    game = Game.new(toy(), 0)
    for seed in range(40):
        game = Game.new(toy(), seed)
        game.order("blue", "shoot b1 r1")
        if game.view("red").question:
            break
    assert game.view("red").question
    game.order(game.to_act, "resign")

    assert game.over
    assert verify_record(game.record.text, toy).difference is None


def test_out_of_turn_and_unknown_figures() -> None:
    """An enemy's figure, one that nobody has and one's own fallen: each in plain words."""
    play = battle(fires, FIGURES)
    state = play.state
    fallen = evolve(state.figures["b2"], at=None, fate="downed")
    late = evolve(state.figures["b1"], at=None, who=evolve(state.figures["b1"].who, arrival=LATE))
    gone = evolve(play, state=evolve(state, figures={**state.figures, "b2": fallen}))
    waits = evolve(play, state=evolve(state, figures={**state.figures, "b1": late}))

    assert (
        str(refused(play, "red", "end"))
        == "it is not your turn to give orders: wait for the other side"
    )
    assert (
        str(refused(play, "blue", "fire r1 b1"))
        == "you have no figure r1: see the list of your figures"
    )
    assert (
        str(refused(play, "blue", "fire zz b1"))
        == "you have no figure zz: see the list of your figures"
    )
    assert str(refused(gone, "blue", "fire b2 r1")) == "b2 is out of the battle"
    assert str(refused(waits, "blue", "fire b1 r1")) == "b1 is not on the map yet"
    assert str(refused(play, "blue", "deploy b1 1,1")) == "deployment is over"
    assert str(refused(play, "blue", "ready")) == "deployment is over"


LATE = Arrival(3, "E")


@pytest.mark.parametrize("order", ["fire a {}", "fire a {} combat=yes", "fire a {} weapon=rifle"])
def test_the_unseen_the_unborn_and_the_late_are_refused_in_the_same_words(order: str) -> None:
    """A refusal is no detector: hidden in the open, behind a wall, not arrived, made up."""
    game = position("a>. . . R<# Q<", counters={"R": {"hidden": 1}})
    figures = {**game.state.figures}
    behind: Figure = figures["q"]
    figures["u"] = evolve(behind, at=None, who=evolve(behind.who, id="u", arrival=LATE))
    game = evolve(game, state=evolve(game.state, figures=figures))
    words = {str(game.refusal(order.format(name))) for name in "rquz"}

    assert len(words) == 1
    assert "None" not in words


@frozen
class Idle(Thin):
    """A ruleset in which nobody has anything to do before turn 1's bound of so many."""

    until: int = 5

    def idle(self, view: View) -> bool:
        return view.state.clock.step < self.until


def walks(scene: Scene, order: Order) -> None:
    """A step that leaves nothing more to do."""
    scene.emit(Moved(order.figure, ((1, 1),)))


def test_idle_bounds_pass_by_themselves_and_only_behind_an_end() -> None:
    """An order in the bound does not end it, even where nothing is left to do."""
    play = evolve(battle(walks, FIGURES), ruleset=Idle(walks).value)
    moved = play.order("move b1 0,1>1,1")
    ended = moved.order("end")

    assert moved.news == ("moved b1 1,1",)
    assert ended.news == tuple(
        event_text(Bound(1, step, "act", side))
        for step, side in ((2, "red"), (3, "blue"), (4, "red"), (5, "blue"))
    )


def test_a_ruleset_that_lets_nobody_act_is_a_bug_not_a_hang() -> None:
    """After so many bounds in a row it is said which."""
    play = evolve(battle(walks, FIGURES), ruleset=Idle(walks, until=10**6).value)

    with pytest.raises(RuntimeError, match=f"thin: {MAX_IDLE} idle bounds in a row"):
        play.order("end")
