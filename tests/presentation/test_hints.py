"""What could be done better, said before it is done."""

from __future__ import annotations

from attrs import evolve

from skirmish.core.events import Counted
from skirmish.core.geometry import Facing, parse_path
from skirmish.core.orders import Order
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.presentation.forecast import forecast_order
from skirmish.presentation.hints import attack_hints, end_hint, move_hints, stationary_hints
from skirmish.rulesets.attack import odds_of
from skirmish.rulesets.foresight import best_shot, shots
from tests.position import Position, field_of, position


def moved(battle: Position, path: str, facing: Facing = Facing.E) -> list[str]:
    """What is said of a move of a."""
    order = Order.of("move", "a", parse_path(path))
    return list(move_hints(battle.ruleset, battle.view(), order, facing))


def attacked(battle: Position, text: str) -> list[str]:
    """What is said of an attack."""
    return list(attack_hints(battle.ruleset, battle.view(), battle.line(text)))


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

    (said,) = attack_hints(
        battle.ruleset, battle.view(), Order.of("fire", "a", "r", limb="left_arm")
    )

    assert said.startswith(f"{best.way}, twice, would do more: about ")
    assert list(attack_hints(battle.ruleset, battle.view(), best.order)) == []


def test_what_is_compared_is_the_number_on_the_screen() -> None:
    """Of an attack that can be made but once what its odds say is told, to the same places."""
    battle = position("a>. . . . & Q<\n. . . . . R<. .", ruleset="opposed_d6", phase="fire")
    order = Order.of("fire", "a", "q")
    plan = battle.ruleset.attack(battle.view().state, order)
    assert plan is not None
    odds = odds_of(plan, battle.ruleset.spared()).figures["q"]
    mean = sum(p * battle.ruleset.loss(battle.view().state, "q", out) for out, p in odds.items())

    (said,) = attack_hints(battle.ruleset, battle.view(), order)

    assert said.startswith("r by single would do more: ")
    assert said.endswith(f" points, not {float(mean):.2f}")


def test_ways_are_weighed_by_what_the_bound_has_room_for() -> None:
    """Of a cheap shot that can be made twice both count, the second with its own penalties."""
    battle = position("a>. . . R<", ruleset="d20", kind="veteran", weapons={"a": ["rifle"]})
    known = battle.view()
    burst = [hint for hint in attacked(battle, "fire a r limb=head") if "would do more" in hint]

    assert [hint for hint in burst if hint.startswith("single, twice,")] == burst != []
    spent = left(known, spent=5)
    tired = list(attack_hints(battle.ruleset, spent, battle.line("fire a r limb=head")))
    assert [hint for hint in tired if "twice" in hint or "burst" in hint] == []


def test_the_weapon_of_a_better_way_is_named() -> None:
    """Where it is another than the first one that the figure carries."""
    battle = position("a>. . R<", ruleset="d20", kind="marksman", weapons={"a": ["knife", "rifle"]})

    (said,) = attacked(battle, "fire a r limb=left_arm")

    assert "rifle, single" in said


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

    low = list(attack_hints(battle.ruleset, left(known, rounds=5), order))
    enough = list(attack_hints(battle.ruleset, left(known, rounds=12), order))

    assert low[0].startswith("only 5 of 24 left in it: 'reload' takes ")
    assert [hint for hint in enough if "left in it" in hint] == []


def test_who_stands_open_as_the_bound_ends_is_named_with_what_it_could_do() -> None:
    """Only who is seen without cover, and only what would help."""
    battle = position("a>. . . . R<\n. . . . . #\nb>. . . # . ", ruleset="d20", kind="guard")
    verbs = {"a": ("move", "pose", "overwatch"), "b": ("move", "pose")}

    assert end_hint(battle.view(), {"a": verbs["a"]}) == (
        "a stands open to r and could lie down by 'pose' or go on 'overwatch'"
    )
    assert end_hint(battle.view(), {"a": ("move",)}) == ""
    assert end_hint(position(field_of(3, 1), at={"a": (0, 0)}).view(), {"a": verbs["a"]}) == ""


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

    (better,) = (
        s for s in attack_hints(battle.ruleset, known, single.order) if "would do more" in s
    )

    assert worst.way == "burst"
    assert better.startswith("double tap, twice, would do more")


def stood(battle: Position, text: str, known: View | None = None) -> list[str]:
    """What is said of an order that neither moves nor attacks."""
    return list(stationary_hints(battle.ruleset, known or battle.view(), battle.line(text)))


def test_who_aims_with_nothing_left_to_shoot_with_is_told() -> None:
    """Where it could have shot instead; with points for both nothing is said."""
    battle = position("a>. . . R<", ruleset="d20", kind="guard")

    (said,) = stood(battle, "aim a", left(battle.view(), spent=4))

    assert said.startswith("it cannot shoot after that in this bound")
    assert stood(battle, "aim a") == []


def test_a_watch_over_ground_without_enemies_is_told_where_they_are() -> None:
    """The facing that is named covers one of them."""
    battle = position(". . . . . \n. . . . . \na^. . . R<", ruleset="d20", kind="guard")

    assert stood(battle, "overwatch a face=N") == [
        "no enemy in sight stands on that ground: looking E it covers r"
    ]
    assert stood(battle, "overwatch a face=E") == []


def test_a_weapon_that_is_nearly_full_needs_no_filling() -> None:
    """One that is half empty may be filled without a word."""
    battle = position("a>. . . R<", ruleset="d20", kind="veteran")

    assert stood(battle, "reload a", left(battle.view(), rounds=20)) == [
        "there are still 20 of 24 in it"
    ]
    assert stood(battle, "reload a", left(battle.view(), rounds=8)) == []


def test_a_much_better_target_is_named() -> None:
    """One in the open before one behind cover; not where it is little better."""
    drawn = "a>. . . - R<\n. . . . . . \n. . . Q<. . "
    battle = position(drawn, ruleset="d20", kind="guard")

    (said,) = [hint for hint in attacked(battle, "fire a r") if "would do" in hint]

    assert said.startswith("q by single, twice, would do more: about ")
    assert said.endswith(" by this twice")
    assert [hint for hint in attacked(battle, "fire a q") if " by " in hint] == []


def test_who_would_arrive_with_nothing_left_to_attack_with_is_told() -> None:
    """Where it could attack now and stands open there; a step that leaves enough needs no word."""
    battle = position("a>. . . . R<\n. . . . . .", ruleset="d20", kind="guard")
    known = left(battle.view(), spent=4)
    far, near = battle.line("move a 2,0"), battle.line("move a 1,0")

    late, early = (
        forecast_order(battle.ruleset, v, o) for v, o in ((known, far), (battle.view(), near))
    )

    assert late is not None
    assert late.hints[0].startswith("nothing is left to attack with there, and r sees it")
    assert early is not None
    assert [hint for hint in early.hints if "nothing is left" in hint] == []


def test_smoke_that_hides_nobody_is_told_so() -> None:
    """Where it would come down beside the lines between the sides; between them nothing is said."""
    drawn = "\n".join(["a>. . . . . R<", *[". . . . . . . "] * 5])
    arms = {"a": ["submachine_gun", "smoke_grenade"]}
    battle = position(drawn, weapons=arms, phase="fire")

    beside = attacked(battle, "bombard a 4,3 weapon=smoke_grenade")
    between = attacked(battle, "bombard a 3,0 weapon=smoke_grenade")

    assert [hint for hint in beside if hint.startswith("that smoke hides none")] == beside != []
    assert between == []


def test_who_suffers_already_what_a_shot_is_likely_to_do_is_told() -> None:
    """One suppressed before is no better target for being suppressed again."""
    battle = position("a>. . . - R<", kind="rifleman", phase="fire")
    beset = battle.after(Counted("r", "suppressed", 1))

    said = attacked(beset, "fire a r")

    assert said == ["what this is likely to do is so of r already: choose another"]
    assert attacked(battle, "fire a r") != said
