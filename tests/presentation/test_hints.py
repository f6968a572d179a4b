"""Hints on moves, attacks and other orders."""

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
    """The hints on a move of a."""
    order = Order.of("move", "a", parse_path(path))
    return list(move_hints(battle.ruleset, battle.view(), order, facing))


def attacked(battle: Position, text: str) -> list[str]:
    """The hints on an attack."""
    return list(attack_hints(battle.ruleset, battle.view(), battle.line(text)))


def left(known: View, **counters: int) -> View:
    """A view in which a has other counters."""
    figure = known.state.figures["a"]
    figure = evolve(figure, counters={**figure.counters, **counters})
    state: State = evolve(known.state, figures={**known.state.figures, "a": figure})
    return evolve(known, state=state)


def test_a_better_attack_is_named() -> None:
    """The best attack gets no hint."""
    battle = position("a>. . R<", ruleset="d20", kind="guard")
    best = best_shot(battle.ruleset, battle.view().state, "a", "r")
    assert best is not None

    (said,) = attack_hints(
        battle.ruleset, battle.view(), Order.of("fire", "a", "r", limb="left_arm")
    )

    assert said.startswith(f"{best.way}, twice, would do more: about ")
    assert list(attack_hints(battle.ruleset, battle.view(), best.order)) == []


def test_the_hint_compares_the_numbers_on_the_screen() -> None:
    """The gain of a single attack is rounded as in its odds."""
    battle = position("a>. . . . & Q<\n. . . . . R<. .", ruleset="opposed_d6", phase="fire")
    order = Order.of("fire", "a", "q")
    plan = battle.ruleset.attack(battle.view().state, order)
    assert plan is not None
    odds = odds_of(plan, battle.ruleset.outcomes.no_effect).figures["q"]
    mean = sum(
        p * battle.ruleset.outcomes.loss(battle.view().state, "q", out) for out, p in odds.items()
    )

    (said,) = attack_hints(battle.ruleset, battle.view(), order)

    assert said.startswith("r by single would do more: ")
    assert said.endswith(f" points, not {float(mean):.2f}")


def test_attacks_count_as_often_as_the_bound_allows() -> None:
    """Two cheap shots both count, the second with its own penalties."""
    battle = position("a>. . . R<", ruleset="d20", kind="veteran", weapons={"a": ["rifle"]})
    known = battle.view()
    burst = [hint for hint in attacked(battle, "fire a r limb=head") if "would do more" in hint]

    assert [hint for hint in burst if hint.startswith("single, twice,")] == burst != []
    spent = left(known, spent=5)
    tired = list(attack_hints(battle.ruleset, spent, battle.line("fire a r limb=head")))
    assert [hint for hint in tired if "twice" in hint or "burst" in hint] == []


def test_the_weapon_of_a_better_attack_is_named() -> None:
    """It is named where it is not the figure's first weapon."""
    battle = position("a>. . R<", ruleset="d20", kind="marksman", weapons={"a": ["knife", "rifle"]})

    (said,) = attacked(battle, "fire a r limb=left_arm")

    assert "rifle, single" in said


def test_cover_near_the_end_of_a_path_is_named() -> None:
    """A path that ends in cover gets no hint."""
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


def test_no_cover_hint_without_enemies_in_sight() -> None:
    """Cover only counts against a known enemy."""
    battle = position("a>. . % . . # R<", ruleset="d20", kind="guard")

    assert moved(battle, "1,0") == []


def test_leaving_cover_before_several_enemies_is_named() -> None:
    """One enemy, or a path in the open, gets no hint."""
    behind = "- . . . . . . R<\na>. . . . . . .\n- . . . . . . Q<"
    battle = position(behind, ruleset="d20", kind="guard", under={"a": "-"})
    alone = position(behind.replace("Q<", ". "), ruleset="d20", kind="guard", under={"a": "-"})
    in_open = position(behind, ruleset="d20", kind="guard")

    assert moved(battle, "2,1")[0] == "out of cover: q, r see it there in the open"
    assert "out of cover" not in " ".join(moved(alone, "2,1"))
    assert "out of cover" not in " ".join(moved(in_open, "2,1"))


def test_a_wrong_facing_gets_a_hint() -> None:
    """Only where nothing but the facing prevents the shot."""
    battle = position("a>. . . R<", kind="rifleman", phase="move")

    assert moved(battle, "1,0", Facing.N) == [
        "looking N it cannot shoot at r: let it look E",
    ]
    assert moved(battle, "1,0") == []


def test_own_figures_at_risk_are_named() -> None:
    """They are sorted by their chance of harm."""
    drawn = ". . . . . . .\na>. . . b<R<.\n. . . . . . ."
    battle = position(drawn, weapons={"a": ["grenade"]}, kind="veteran")
    safe = position(drawn.replace("b<", ". "), weapons={"a": ["grenade"]}, kind="veteran")

    (said,) = attacked(battle, "bombard a 5,1")

    assert said.startswith("it may hurt your own b (")
    assert attacked(safe, "bombard a 5,1") == []


def test_a_nearly_empty_weapon_gets_a_reload_hint() -> None:
    """Only where the reload is cheap."""
    battle = position("a>. . . . R<", ruleset="d20", kind="veteran")
    order, known = battle.line("fire a r"), battle.view()

    low = list(attack_hints(battle.ruleset, left(known, rounds=5), order))
    enough = list(attack_hints(battle.ruleset, left(known, rounds=12), order))

    assert low[0].startswith("only 5 of 24 left in it: 'reload' takes ")
    assert [hint for hint in enough if "left in it" in hint] == []


def test_exposed_figures_are_named_at_the_end_of_a_bound() -> None:
    """Only figures without cover, with the orders that would help."""
    battle = position("a>. . . . R<\n. . . . . #\nb>. . . # . ", ruleset="d20", kind="guard")
    verbs = {"a": ("move", "pose", "overwatch"), "b": ("move", "pose")}

    assert end_hint(battle.view(), {"a": verbs["a"]}) == (
        "a stands open to r and could lie down by 'pose' or go on 'overwatch'"
    )
    assert end_hint(battle.view(), {"a": ("move",)}) == ""
    assert end_hint(position(field_of(3, 1), at={"a": (0, 0)}).view(), {"a": verbs["a"]}) == ""


def test_an_attack_that_costs_friends_more_is_not_recommended() -> None:
    """A blast counts the losses of both sides."""
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
    """The hints on an order that neither moves nor attacks."""
    return list(stationary_hints(battle.ruleset, known or battle.view(), battle.line(text)))


def test_aiming_without_points_left_to_shoot_gets_a_hint() -> None:
    """Only where it could shoot instead of aiming."""
    battle = position("a>. . . R<", ruleset="d20", kind="guard")

    (said,) = stood(battle, "aim a", left(battle.view(), spent=4))

    assert said.startswith("it cannot shoot after that in this bound")
    assert stood(battle, "aim a") == []


def test_watching_empty_ground_gets_a_facing_hint() -> None:
    """The suggested facing covers an enemy."""
    battle = position(". . . . . \n. . . . . \na^. . . R<", ruleset="d20", kind="guard")

    assert stood(battle, "overwatch a face=N") == [
        "no enemy in sight stands on that ground: looking E it covers r"
    ]
    assert stood(battle, "overwatch a face=E") == []


def test_reloading_a_nearly_full_weapon_gets_a_hint() -> None:
    """A half-empty weapon gets none."""
    battle = position("a>. . . R<", ruleset="d20", kind="veteran")

    assert stood(battle, "reload a", left(battle.view(), rounds=20)) == [
        "there are still 20 of 24 in it"
    ]
    assert stood(battle, "reload a", left(battle.view(), rounds=8)) == []


def test_a_much_better_target_is_named() -> None:
    """A target in the open is better than one in cover; a small difference gets no hint."""
    drawn = "a>. . . - R<\n. . . . . . \n. . . Q<. . "
    battle = position(drawn, ruleset="d20", kind="guard")

    (said,) = [hint for hint in attacked(battle, "fire a r") if "would do" in hint]

    assert said.startswith("q by single, twice, would do more: about ")
    assert said.endswith(" by this twice")
    assert [hint for hint in attacked(battle, "fire a q") if " by " in hint] == []


def test_a_move_that_leaves_nothing_to_attack_with_gets_a_hint() -> None:
    """Only where the figure could attack now and is exposed at the end."""
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


def test_smoke_that_blocks_no_line_gets_a_hint() -> None:
    """Smoke between the sides gets none."""
    drawn = "\n".join(["a>. . . . . R<", *[". . . . . . . "] * 5])
    arms = {"a": ["submachine_gun", "smoke_grenade"]}
    battle = position(drawn, weapons=arms, phase="fire")

    beside = attacked(battle, "bombard a 4,3 weapon=smoke_grenade")
    between = attacked(battle, "bombard a 3,0 weapon=smoke_grenade")

    assert [hint for hint in beside if hint.startswith("that smoke hides none")] == beside != []
    assert between == []


def test_a_repeated_effect_gets_a_hint() -> None:
    """Suppressing a suppressed target gains nothing."""
    battle = position("a>. . . - R<", kind="rifleman", phase="fire")
    beset = battle.after(Counted("r", "suppressed", 1))

    said = attacked(beset, "fire a r")

    assert said == ["what this is likely to do is so of r already: choose another"]
    assert attacked(battle, "fire a r") != said
