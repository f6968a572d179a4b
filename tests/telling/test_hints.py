"""What could be done better, said before it is done."""

from __future__ import annotations

from attrs import evolve

from skirmish.core.geometry import Facing, parse_path
from skirmish.core.orders import Order
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.rulesets.foresight import best_shot, shots
from skirmish.telling.hints import of_attack, of_end, of_move
from tests.position import Position, field_of, position


def moved(battle: Position, path: str, facing: Facing = Facing.E) -> list[str]:
    """What is said of a move of a."""
    order = Order.of("move", "a", parse_path(path))
    return list(of_move(battle.ruleset, battle.view(), order, facing))


def attacked(battle: Position, text: str) -> list[str]:
    """What is said of an attack."""
    return list(of_attack(battle.ruleset, battle.view(), battle.line(text)))


def left(known: View, **counters: int) -> View:
    """A view in which a has other counters."""
    figure = known.state.figures["a"]
    figure = evolve(figure, counters={**figure.counters, **counters})
    state: State = evolve(known.state, figures={**known.state.figures, "a": figure})
    return evolve(known, state=state)


def test_a_better_way_to_fire_is_named() -> None:
    """Who aims at a hand is told what would do more; the best way needs no word."""
    battle = position("a>. . R<", ruleset="d20", kind="guard")
    best = best_shot(battle.ruleset, battle.view().state, "a", "r")
    assert best is not None

    (said,) = of_attack(battle.ruleset, battle.view(), Order.of("fire", "a", "r", limb="left_arm"))

    assert said.startswith(f"{best.way} would do more: ")
    assert list(of_attack(battle.ruleset, battle.view(), best.order)) == []


def test_cover_beside_the_end_of_a_way_is_named() -> None:
    """Against the nearest enemy that will see it there; behind cover already nothing is said."""
    battle = position(
        """\
. . . . . . . . R<
. . . . . . . . .
a>. . % . . . . .
. . . . . . . . .""",
        ruleset="d20",
        kind="guard",
    )
    (said,) = moved(battle, "1,2>2,1")

    assert "has cover" in said
    assert "against r" in said
    assert said.endswith("here is 0")


def test_out_of_sight_nothing_is_said_of_cover() -> None:
    """Nobody is there to fire."""
    battle = position("a>. . % . . # R<", ruleset="d20", kind="guard")

    assert moved(battle, "1,0") == []


def test_a_step_out_of_cover_before_several_is_named() -> None:
    """Not one before a single enemy, and not one from open ground to open ground."""
    behind = "- . . . . . . R<\na>. . . . . . .\n- . . . . . . Q<"
    battle = position(behind, ruleset="d20", kind="guard", under={"a": "-"})
    alone = position(behind.replace("Q<", ". "), ruleset="d20", kind="guard", under={"a": "-"})
    in_open = position(behind, ruleset="d20", kind="guard")

    assert moved(battle, "2,1")[0] == "out of cover: q, r see it there in the open"
    assert "out of cover" not in " ".join(moved(alone, "2,1"))
    assert "out of cover" not in " ".join(moved(in_open, "2,1"))


def test_who_would_look_the_wrong_way_is_told_which_is_right() -> None:
    """Where nothing else keeps it from shooting; where it can shoot nothing is said."""
    battle = position("a>. . . R<", kind="rifleman", phase="move")

    assert moved(battle, "1,0", Facing.N) == [
        "looking N it cannot shoot at r: let it look E",
    ]
    assert moved(battle, "1,0") == []


def test_who_may_be_hurt_among_the_own_is_named() -> None:
    """By how likely it is; where nobody is near nothing is said."""
    drawn = ". . . . . . .\na>. . . b<R<.\n. . . . . . ."
    battle = position(drawn, weapons={"a": ["grenade"]}, kind="veteran")
    safe = position(drawn.replace("b<", ". "), weapons={"a": ["grenade"]}, kind="veteran")

    (said,) = attacked(battle, "bombard a 5,1")

    assert said.startswith("it may hurt your own b (")
    assert attacked(safe, "bombard a 5,1") == []


def test_a_nearly_empty_weapon_is_to_be_filled_first() -> None:
    """Where that takes little; with rounds enough nothing is said."""
    battle = position("a>. . . . R<", ruleset="d20", kind="veteran")
    order, known = battle.line("fire a r"), battle.view()

    low = list(of_attack(battle.ruleset, left(known, rounds=5), order))
    enough = list(of_attack(battle.ruleset, left(known, rounds=12), order))

    assert low[0].startswith("only 5 of 24 left in it: 'reload' takes ")
    assert [hint for hint in enough if "left in it" in hint] == []


def test_who_stands_open_as_the_bound_ends_is_named_with_what_it_could_do() -> None:
    """Only who is seen without cover, and only what would help."""
    battle = position("a>. . . . R<\n. . . . . #\nb>. . . # . ", ruleset="d20", kind="guard")
    verbs = {"a": ("move", "pose", "overwatch"), "b": ("move", "pose")}

    assert of_end(battle.view(), {"a": verbs["a"]}) == (
        "a stands open to r and could lie down by 'pose' or go on 'overwatch'"
    )
    assert of_end(battle.view(), {"a": ("move",)}) == ""
    assert of_end(position(field_of(3, 1), at={"a": (0, 0)}).view(), {"a": verbs["a"]}) == ""


def test_a_way_that_costs_friends_more_is_not_recommended() -> None:
    """A blast that would hurt the enemy more and friends as well is weighed as a whole."""
    battle = position(
        "a>. . . . b>R<\n. . . . . c>. ",
        ruleset="trait_die",
        kind="trooper",
        kinds={"a": "grenadier"},
    )
    known = battle.view()
    all_ways = list(shots(battle.ruleset, known.state, "a", "r"))
    worst = max(all_ways, key=lambda shot: shot.lost)
    single = next(shot for shot in all_ways if shot.way == "single shot")

    (better,) = (s for s in of_attack(battle.ruleset, known, single.order) if "would do more" in s)

    assert worst.way == "burst"
    assert better.startswith("double tap would do more")
