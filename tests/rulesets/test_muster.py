"""Muster: before they deploy, the sides choose what their figures carry, one after the other."""

from __future__ import annotations

import pytest
from attrs import evolve, frozen

from skirmish.core.figures import Arrival
from skirmish.core.geometry import Facing
from skirmish.core.orders import Order, Refusal
from skirmish.core.setup import MUSTER, Setup
from skirmish.core.state import Clock, state_hash
from skirmish.core.view import View
from skirmish.game import Game, Opening, verify_record
from tests.toy_ruleset import DEPLOYED, LANE, TOY, Toy, toy


@frozen
class Mustering(Toy):
    """The toy ruleset, whose figures choose which way to look before they deploy."""

    def musters(self, _setup: Setup) -> bool:
        return True

    def refusal(self, view: View, order: Order) -> Refusal | None:
        if view.state.clock.phase == MUSTER and order.verb != "turn":
            return Refusal("nothing to choose there")
        return super().refusal(view, order)


def mustering(text: str = LANE) -> Opening:
    """The lane before anybody has chosen; r2 comes late."""
    opening = toy(text, Mustering())
    figures = {**opening.state.figures}
    late = evolve(figures["r2"].who, arrival=Arrival(2, "E"))
    figures["r2"] = evolve(figures["r2"], who=late, at=None)
    state = evolve(opening.state, clock=Clock(0, 0, MUSTER, "blue"), figures=figures)
    return evolve(opening, state=state)


def lines(game: Game) -> list[str]:
    """What was ordered, by whom."""
    return [f"{entry.side} {entry.order}" for entry in game.lines]


def clocks(game: Game) -> list[tuple[int, int, str, str]]:
    """The bounds that the game went through."""
    states = [game.state_at(n) for n in range(len(game.lines) + 1)]
    return [(c.turn, c.step, c.phase, c.side) for c in (state.clock for state in states)]


def test_both_sides_muster_then_both_deploy_then_the_first_turn_begins() -> None:
    """Who moves first goes first; a side with nobody to place is ready by itself."""
    game = Game.new(mustering(DEPLOYED), 1)
    for side in ("blue", "red", "blue"):
        game.order(side, "ready")

    assert lines(game) == ["blue ready", "red ready", "blue ready", "red ready"]
    assert clocks(game) == [
        (0, 0, "muster", "blue"),
        (0, 1, "muster", "red"),
        (0, 2, "deploy", "blue"),
        (0, 3, "deploy", "red"),
        (1, 1, "act", "blue"),
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("turn b1 face=S", "None"),
        ("ready", "None"),
        ("resign", "None"),
        ("shoot b1 r1", "nothing to choose there"),
        ("deploy b2 0,0", "the sides are still mustering: choose your loads, then 'ready'"),
        ("end", "the sides are still mustering: choose your loads, then 'ready'"),
        ("answer yes", "there is no question"),
        ("turn r1 face=S", "you have no figure r1: see the list of your figures"),
    ],
)
def test_what_may_be_ordered_is_the_rulesets_word(text: str, words: str) -> None:
    """But for what ends the muster, and what belongs to later."""
    assert str(Game.new(mustering(DEPLOYED), 1).refusal("blue", text)) == words


def test_only_the_side_whose_muster_it_is_may_order() -> None:
    """The other waits; neither sees anything of the enemy."""
    game = Game.new(mustering(), 1)

    assert game.refusal("red", "turn r1 face=S") is not None
    assert [*game.view("blue").enemies()] == [*game.view("red").enemies()] == []


def test_who_comes_late_musters_with_the_others() -> None:
    """It is not on the map yet, and may be given nothing else."""
    game = Game.new(mustering(), 1)
    game.order("blue", "ready")
    entry = game.order("red", "turn r2 face=S")

    assert game.state.figures["r2"].facing is Facing.S
    assert [told.sides for told in entry.told] == [("red",)]
    game.order("red", "ready")
    game.order("blue", "end")
    assert str(game.refusal("red", "turn r2 face=N")) == "r2 is not on the map yet"


def test_a_battle_with_a_muster_is_replayed_from_its_record() -> None:
    """Its bounds stand in the record like any others."""
    game = Game.new(mustering(), 1)
    for side, order in (("blue", "turn b1 face=S"), ("blue", "ready"), ("red", "ready")):
        game.order(side, order)
    game.order("blue", "step b1 2,0")

    assert verify_record(game.record.text, mustering).difference is None
    again = Game.replay(game.record.text, open_scenario=mustering)
    assert state_hash(again.state) == state_hash(game.state)


def test_a_ruleset_that_says_nothing_of_a_muster_has_none() -> None:
    """By default there is none."""
    setup = toy().state.setup

    assert not TOY.value.handbook.musters(setup)
    assert Mustering().value.handbook.musters(setup)
