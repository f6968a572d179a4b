"""What counts no more in the last bound; what precious figures and grenades are kept for."""

from __future__ import annotations

import pytest

from skirmish.ai.choose import choose
from skirmish.ai.stream import Stream
from skirmish.core.events import Scored
from skirmish.core.state import Objective
from tests.ai.ranking import rank_options
from tests.ai.test_terms import seen, terms
from tests.position import Position, position

LANE = "a>. . . . . R<"
ROWS = ". . . . . . . . . . . . . . . .\n" * 6
HUNTED = Objective("hunted", "red", "destroy", 20, figures=("a",))


def verbs(battle: Position) -> set[str]:
    """The verbs among the options of figure a."""
    (made,) = rank_options(seen(battle))
    return {one.order.verb for one in made.best}


def test_nothing_can_be_shot_at_later_in_the_last_turn() -> None:
    """A side without another bound gains nothing by a place to shoot from in the next one."""
    fire = {
        turns: terms(seen(position(LANE, ruleset="d20", turns=turns)), (1, 0))["fire"]
        for turns in (1, 9)
    }

    assert fire[1] == 0 < fire[9]


def test_an_empty_weapon_is_not_loaded_when_no_attack_can_follow() -> None:
    """A reload takes the whole bound: in the last turn there is nothing to load for."""

    def options(turns: int) -> set[str]:
        empty = {"a": {"rounds": 0}}
        return verbs(position(LANE, ruleset="d100", counters=empty, turns=turns))

    assert "reload" in options(9)
    assert "reload" not in options(1)


def test_a_precious_figure_moves_after_the_others() -> None:
    """What objectives lay on one of two alike makes the other one move first."""
    yard = Objective("yard", "blue", "hold", 2, area=(12, 0, 15, 6))
    row = "{}. . . . . . . # . . . . . . {}\n"
    walls = "".join(row.format(*ends) for ends in (("a>", ". "), ("b>", ". "), (". ", "R<")))

    def first(*objectives: Objective) -> str:
        battle = position(walls, ruleset="d20", turns=9, objectives=(yard, *objectives))
        return choose(seen(battle), Stream("x"))[0].chosen.order.figure

    assert first() == "a"
    assert first(HUNTED) == "b"


@pytest.mark.parametrize(("paid", "expected"), [((), ["a"]), (("blue:safe:",), [])])
def test_the_only_figure_that_can_reach_a_place_moves_after_the_others(
    paid: tuple[str, ...], expected: list[str]
) -> None:
    """Until the place has paid."""
    safe = Objective("safe", "blue", "reach", 20, area=(6, 0, 6, 0), figures=("a",))
    battle = position("a>. . b>. . . . R<", ruleset="trait_die", objectives=(safe,))
    known = battle.after(Scored("blue", 20, "safe")) if paid else battle

    assert [*seen(known).moves_last] == expected


def test_friends_of_a_precious_figure_lose_no_more_by_a_blast_beside_it() -> None:
    """A blast takes of a friend a part of its own worth, not of what objectives lay on another."""
    crowd = {}
    for name, objectives in (("plain", ()), ("precious", (HUNTED,))):
        kinds = {"a": "guard", "b": "guard", "R": "grenadier"}
        drawing = f"{ROWS}a>. . . . . . . . . . . . . . R<\nb>. ."
        battle = position(drawing, ruleset="d20", kinds=kinds, objectives=objectives)
        crowd[name] = terms(seen(battle), (0, 4), "a")["crowd"]

    assert crowd["precious"] == pytest.approx(crowd["plain"], abs=2)
    assert crowd["plain"] < 0


@pytest.mark.parametrize(("turns", "thrown"), [(9, False), (1, True)])
def test_a_throw_with_next_to_no_chance_is_kept_for_later(turns: int, thrown: bool) -> None:
    """A grenade that would hurt anybody with less than 10% is thrown only in the last turn."""
    drawing = f"a>{'. ' * 12}R<"
    battle = position(drawing, ruleset="trait_die", kinds={"a": "grenadier"}, turns=turns)
    (made,) = rank_options(seen(battle))
    throws = {one.order.get("weapon") for one in made.best if one.order.verb == "bombard"}

    assert "grenade_launcher" in throws
    assert ("grenade" in throws) is thrown


def test_a_figure_without_another_pass_looks_for_no_place_to_shoot_from() -> None:
    """In the last turn one of two passes shoots again; a comrade of one pass does not."""

    def fire(name: str, turns: int) -> int:
        kinds = {"a": "veteran", "b": "guard", "R": "guard"}
        battle = position(f"{LANE}\nb>", ruleset="dice_pool", kinds=kinds, turns=turns)
        x, y = battle.view("blue").state.figures[name].tile
        return terms(seen(battle), (x + 1, y), name)["fire"]

    assert fire("a", 9) > 0 < fire("b", 9)
    assert fire("a", 1) > 0 == fire("b", 1)


CLOSE = """\
. . . . . . . . . . . . . . . .
. . . . . . . . . b>Q<. . . . .
. . a>. . . . . . . R<. . . . .
. . . . . . . . . . U<. . . . .
. . . . . . . . . . . . . . . ."""


def test_a_friend_acts_before_an_attack_that_may_harm_it() -> None:
    """A shell waits for a friend in its blast that has something better to do; else it is first."""
    yard = Objective("yard", "blue", "reach", 8, area=(0, 0, 0, 0))
    kinds = {"a": "grenadier", **dict.fromkeys("RQU", "gunner")}

    def first(drawing: str) -> str:
        known = {**kinds, "b": "hound"} if "b" in drawing else kinds
        battle = position(drawing, ruleset="d20", kinds=known, turns=3, objectives=(yard,))
        return choose(seen(battle), Stream("x"))[0].chosen.order.figure

    assert first(CLOSE) == "b"
    assert first(CLOSE.replace("b>", ". ")) == "a"
