"""Hints on moves, attacks and other orders."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TypeVar

import pytest
from attrs import evolve

from skirmish.core.events import Counted, Moved
from skirmish.core.geometry import Facing, parse_path
from skirmish.core.orders import Order, Purpose, Verb
from skirmish.core.state import Objective, State
from skirmish.core.view import View
from skirmish.presentation.odds.attack_gain import BETTER_WAY, net_gain
from skirmish.presentation.odds.attack_hints import attack_hints, called_hints, changed_details
from skirmish.presentation.odds.forecast import forecast_order
from skirmish.presentation.odds.hint_kinds import (
    BetterAttack,
    BetterCover,
    BetterShooter,
    CalledShot,
    EmptyGround,
    FriendlyFire,
    HardlyAnyEffect,
    Hint,
    NearlyEmpty,
    NeedsShelter,
    NoHarm,
    NothingLeftThere,
    NothingNew,
    OutOfCover,
    StillLoaded,
    TooLateToShoot,
    UselessSmoke,
    WrongFacing,
)
from skirmish.presentation.odds.hint_words import (
    TEMPLATES,
    begins_with_id,
    end_hint_words,
    hint_words,
)
from skirmish.presentation.odds.hints import (
    SHELTER,
    end_hints,
    exposed_to,
    move_hints,
    stationary_hints,
)
from skirmish.presentation.odds.odds_summary import summarize_outcomes
from skirmish.presentation.visibility import observers
from skirmish.presentation.wording import percent
from skirmish.rulesets.attack import odds_of
from skirmish.rulesets.foresight import best_shot, shots
from skirmish.rulesets.registry import RULESETS
from tests.position import Position, field_of, position
from tests.rulesets.d100.blocks import KNIFE, SEMI, SOLDIER, scene
from tests.rulesets.dice_pool.blocks import gun, man
from tests.rulesets.dice_pool.blocks import scene as pool_scene


def moved(battle: Position, path: str, facing: Facing = Facing.E) -> list[Hint]:
    """The hints on a move of a."""
    order = Order.of("move", "a", parse_path(path))
    return list(move_hints(battle.ruleset, battle.view(), order, facing))


def attacked(battle: Position, text: str) -> list[Hint]:
    """The hints on an attack."""
    return list(attack_hints(battle.ruleset, battle.view(), battle.line(text)))


Kind = TypeVar("Kind", bound=Hint)


def of_kind(found: Iterable[Hint], kind: type[Kind]) -> list[Kind]:
    """The hints of one kind."""
    return [hint for hint in found if isinstance(hint, kind)]


def better_attacks(found: Iterable[Hint]) -> list[BetterAttack]:
    """The hints at another attack."""
    return of_kind(found, BetterAttack)


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

    assert isinstance(said, BetterAttack)
    assert (said.way, said.foe, said.times) == (best.way, "", 2)
    assert said.changes == (("limb", "nowhere"),)
    assert hint_words(said).startswith("better: no called shot, twice: average loss worth about ")
    assert list(attack_hints(battle.ruleset, battle.view(), best.order)) == []


def test_a_better_attack_keeps_the_friends_that_aid_it() -> None:
    """One roll is better than three, with or without aid: the aid is no part of the change."""
    text = "a>. . . . & Q<\nb>. . . . . ."
    kinds = {"a": "sergeant", "b": "rifleman"}
    battle = position(text, ruleset="opposed_d6", kinds=kinds, phase="fire")

    (said,) = better_attacks(
        attack_hints(battle.ruleset, battle.view(), Order.of("fire", "a", "q", aid="b", rolls="3"))
    )

    assert said.changes == (("rolls", "1"),)
    assert said.order == Order.of("fire", "a", "q", aid="b")


def test_a_better_shooter_is_named_where_a_side_makes_one_attack_on_an_enemy() -> None:
    """Not once it has the shot itself, and not in a ruleset in which both may shoot."""
    text = "a>. . . . . Q<\n. . . . b>. . ."
    battle = position(text, ruleset="opposed_d6", kinds={"b": "sergeant"}, phase="fire")
    mine, friend = Order.of("fire", "a", "q"), Order.of("fire", "b", "q")

    found = {
        order.figure: of_kind(attack_hints(battle.ruleset, battle.view(), order), BetterShooter)
        for order in (mine, friend)
    }

    (better,) = found["a"]
    assert (better.friend, better.foe) == ("b", "q")
    assert better.gain > better.own_gain > 0
    assert hint_words(better).startswith("better: b, average loss worth ")
    assert hint_words(better).endswith("; your side makes one attack on q")
    assert found["b"] == []
    d20 = position(text, ruleset="d20", kind="guard")
    assert not of_kind(attack_hints(d20.ruleset, d20.view(), mine), BetterShooter)


def test_fire_at_the_ground_does_not_take_the_only_attack_on_an_enemy() -> None:
    """A friend's mortar may fire as well (BAY-31)."""
    text = "a>. . . . . . . . . . . . Q<\nb>. . . . . . . . . . . . ."
    kinds = {"a": "conscript", "b": "mortar_team"}
    battle = position(text, ruleset="opposed_d6", kinds=kinds, phase="fire")
    hints = attack_hints(battle.ruleset, battle.view(), Order.of("fire", "a", "q"))

    assert battle.rule("bombard b 13,0") == "legal"
    assert not of_kind(hints, BetterShooter)


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

    assert isinstance(said, BetterAttack)
    assert (said.own_gain, said.times, said.own_times) == (mean, 1, 1)
    assert hint_words(said).startswith("better: at r: ")
    assert hint_words(said).endswith(f" (this attack: {float(mean):.2f})")
    assert hint_words(said, numbers=False) == "better: at r"


def test_attacks_count_as_often_as_the_bound_allows() -> None:
    """Two cheap shots both count, the second with its own penalties."""
    battle = position("a>. . . R<", ruleset="d20", kind="veteran", weapons={"a": ["rifle"]})
    known = battle.view()
    (better,) = better_attacks(attacked(battle, "fire a r limb=head"))

    assert (better.way, better.times) == ("single", 2)
    spent = left(known, spent=5)
    tired = better_attacks(attack_hints(battle.ruleset, spent, battle.line("fire a r limb=head")))
    assert [hint for hint in tired if hint.times > 1 or hint.way == "burst"] == []


def test_what_the_rest_of_the_bound_pays_for_counts_on_both_sides() -> None:
    """Two throws are compared with a burst and the single shot that can still follow it."""

    def better(arm: str) -> list[BetterAttack]:
        arms = {"a": [arm, "frag_grenade"]}
        battle = position("a>. . . R<", ruleset="d20", kind="marksman", weapons=arms)
        return better_attacks(attacked(battle, "fire a r mode=burst"))

    (said,) = better("pistol")
    assert (said.verb, said.times, said.own_times, said.own_rest) == ("bombard", 2, 1, "single")
    assert said.gain > said.own_gain * BETTER_WAY
    assert "(this attack, then single: 3.0)" in hint_words(said)
    assert better("carbine") == []


def test_the_weapon_of_a_better_attack_is_named() -> None:
    """It is named where it is not the figure's first weapon."""
    battle = position("a>. . R<", ruleset="d20", kind="marksman", weapons={"a": ["knife", "rifle"]})

    (said,) = attacked(battle, "fire a r limb=left_arm")

    assert isinstance(said, BetterAttack)
    assert (said.weapon, said.way) == ("rifle", "single")
    assert "with rifle" in hint_words(said)


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

    assert isinstance(said, BetterCover)
    assert (said.foe, said.cover, said.here) == ("r", "+2", "0")
    assert hint_words(said) == "2,2 gives cover +2 against r (hedge at 3,2), 2,1 gives 0"


def test_no_hint_gives_up_an_objective_that_the_move_enters() -> None:
    """Cover outside it is not proposed, cover on it is; and the figure is not to stop short."""
    rows = """\
. . . . . . . . R<
. . . . . . . . .
a>. . % . . . . .
. . . . . . . . ."""
    small, large = (Objective("yard", "blue", "hold", 2, (2, 1, 2, y)) for y in (1, 2))
    battle, covered = (
        position(rows, ruleset="d20", kind="guard", objectives=(goal,)) for goal in (small, large)
    )
    late = forecast_order(
        battle.ruleset, left(battle.view(), spent=4), battle.line("move a 1,2>2,1")
    )

    assert of_kind(moved(battle, "1,2>2,1"), BetterCover) == []
    assert [one.tile for one in of_kind(moved(covered, "1,2>2,1"), BetterCover)] == [(2, 2)]
    assert late is not None
    assert hint_words(late.hints[0]).endswith("will see it in the open: attack first")


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

    (hint,) = of_kind(moved(battle, "2,1"), OutOfCover)
    assert hint == OutOfCover(("q", "r"))
    assert hint_words(hint) == "it leaves cover: q, r will see it in the open"
    assert not of_kind(moved(alone, "2,1"), OutOfCover)
    assert not of_kind(moved(in_open, "2,1"), OutOfCover)


def test_enemies_beyond_the_limit_of_sight_are_not_said_to_see_it_in_the_open() -> None:
    """The hint names no enemy that the panel's line on who sees the tile leaves out."""
    drawing = "- . . . . . . R<\na>. . . . b>. .\n- . . . . . . Q<"
    for reach, foes in ((4, ()), (0, ("q", "r"))):
        rules, under = {"sight": reach}, {"a": "-"}
        battle = position(drawing, ruleset="d20", kind="guard", under=under, rules=rules)

        assert [enemy.id for enemy in battle.view().enemies()] == ["q", "r"]
        assert exposed_to(battle.view(), (2, 1)) == observers(battle.view(), (2, 1)) == foes
        assert bool(of_kind(moved(battle, "2,1"), OutOfCover)) == bool(foes)


def test_a_wrong_facing_gets_a_hint() -> None:
    """Only where nothing but the facing prevents the shot."""
    battle = position("a>. . . R<", kind="rifleman", phase="move")

    better = Order("move", "a", "1,0", (("face", "E"),))
    assert moved(battle, "1,0", Facing.N) == [WrongFacing(Facing.N, "r", Facing.E, order=better)]
    assert hint_words(WrongFacing(Facing.N, "r", Facing.E)) == (
        "facing N it cannot shoot r: face E"
    )
    assert moved(battle, "1,0") == []


def test_own_figures_at_risk_are_named() -> None:
    """They are sorted by their chance of harm."""
    drawn = ". . . . . . .\na>. . . b<R<.\n. . . . . . ."
    battle = position(drawn, weapons={"a": ["grenade"]}, kind="veteran")
    safe = position(drawn.replace("b<", ". "), weapons={"a": ["grenade"]}, kind="veteran")

    said, better = attacked(battle, "bombard a 5,1")

    assert isinstance(said, FriendlyFire)
    assert isinstance(better, BetterAttack)  # At a tile beside the enemy, farther from b.
    assert [name for name, _ in said.risks] == ["b"]
    assert attacked(safe, "bombard a 5,1") == []


def test_a_nearly_empty_weapon_gets_a_reload_hint() -> None:
    """Only where the reload is cheap."""
    battle = position("a>. . . . R<", ruleset="d20", kind="veteran")
    order, known = battle.line("fire a r"), battle.view()

    low = list(attack_hints(battle.ruleset, left(known, rounds=5), order))
    enough = list(attack_hints(battle.ruleset, left(known, rounds=12), order))

    assert isinstance(low[0], NearlyEmpty)
    assert (low[0].left, low[0].full, low[0].verb) == (5, 24, "reload")
    assert hint_words(low[0]).startswith(
        "the assault rifle has only 5 of 24 rounds left: 'reload' takes "
    )
    assert not of_kind(enough, NearlyEmpty)


def test_exposed_figures_are_named_at_the_end_of_a_bound() -> None:
    """Only figures without cover, with the orders that would help."""
    battle = position("a>. . . . R<\n. . . . . #\nb>. . . # . ", ruleset="d20", kind="guard")
    known = battle.ruleset.verbs
    move, pose, watch = known["move"], known["pose"], known["overwatch"]

    found = end_hints(battle.view(), {"a": (move, watch, pose)})
    assert found == (NeedsShelter("a", ("r",), (pose, watch)),)
    assert end_hint_words(found) == (
        "a is exposed to r: it could lie down by 'pose' or go on 'overwatch'"
    )
    assert end_hints(battle.view(), {"a": (move,)}) == ()
    assert end_hints(position(field_of(3, 1), at={"a": (0, 0)}).view(), {"a": (move, pose)}) == ()


def test_no_shelter_is_recommended_beside_an_enemy() -> None:
    """Cover does not count hand to hand, neither where a figure stands nor where it goes."""
    rows = ". . . . . . \n. a>R<. . Q<\n. # . . . . "
    battle = position(rows, ruleset="d20", kind="guard")
    known = battle.ruleset.verbs
    apart = position(rows.replace("a>R<", "a>. "), ruleset="d20", kind="guard")

    assert end_hints(apart.view(), {"a": (known["move"], known["pose"])})
    assert end_hints(battle.view(), {"a": (known["move"], known["pose"])}) == ()
    assert of_kind(moved(battle, "1,0"), BetterCover) == []
    assert of_kind(moved(battle, "1,0"), OutOfCover) == []


def test_a_change_of_a_burst_says_what_becomes_of_it() -> None:
    """`rolls 1` is no sentence."""

    def said(name: str, text: str) -> str:
        better = BetterAttack("burst", "", "", "", ((name, text),), HALF, 1, HALF, 1)
        return hint_words(better, numbers=False)

    assert said("rolls", "1") == "better: the whole burst as one roll"
    assert said("rolls", "3") == "better: the burst divided equally over 3 rolls"
    assert said("split", "") == "better: the whole burst at one target"
    assert said("split", "2 dice at r and 1 at q") == (
        "better: the burst divided, 2 dice at r and 1 at q"
    )
    assert said("dice", "") == "better: with all dice"
    assert said("aid", "") == "better: without the aid of others"


def test_one_share_of_a_divided_burst_is_one_die() -> None:
    """The first share has the noun with it."""
    battle = position("a>. . . R<\n. . . . Q<", ruleset="trait_die", kind="trooper")
    single = battle.line("fire a r mode=single")
    spread = battle.line("fire a r mode=auto split=r:1+q:2")

    details = dict(changed_details(battle.ruleset, single, spread))
    assert details["split"] == "1 die at r and 2 at q"


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

    (better,) = better_attacks(attack_hints(battle.ruleset, known, single.order))

    assert worst.way == "blast"
    assert (better.way, better.times) == ("double tap", 2)


def stood(battle: Position, text: str, known: View | None = None) -> list[Hint]:
    """The hints on an order that neither moves nor attacks."""
    return list(stationary_hints(battle.ruleset, known or battle.view(), battle.line(text)))


def test_aiming_without_points_left_to_shoot_gets_a_hint() -> None:
    """Only where it could shoot instead of aiming."""
    battle = position("a>. . . R<", ruleset="d20", kind="guard")

    (said,) = stood(battle, "aim a", left(battle.view(), spent=4))

    assert said == TooLateToShoot()
    assert stood(battle, "aim a") == []


def test_watching_empty_ground_gets_a_facing_hint() -> None:
    """The suggested facing covers an enemy."""
    battle = position(". . . . . \n. . . . . \na^. . . R<", ruleset="d20", kind="guard")

    better = Order("overwatch", "a", fields=(("face", "E"),))
    assert stood(battle, "overwatch a face=N") == [EmptyGround(Facing.E, "r", order=better)]
    assert hint_words(EmptyGround(Facing.E, "r")) == (
        "no enemy in sight is in that area: facing E it covers r"
    )
    assert stood(battle, "overwatch a face=E") == []


def test_reloading_a_nearly_full_weapon_gets_a_hint() -> None:
    """A half-empty weapon gets none."""
    battle = position("a>. . . R<", ruleset="d20", kind="veteran")

    assert stood(battle, "reload a", left(battle.view(), rounds=20)) == [
        StillLoaded("assault rifle", "rounds", 20, 24)
    ]
    assert stood(battle, "reload a", left(battle.view(), rounds=8)) == []


def test_a_much_better_target_is_named() -> None:
    """A target in the open is better than one in cover; a small difference gets no hint."""
    drawn = "a>. . . - R<\n. . . . . . \n. . . Q<. . "
    battle = position(drawn, ruleset="d20", kind="guard")

    (said,) = better_attacks(attacked(battle, "fire a r"))

    assert (said.foe, said.way, said.times, said.own_times) == ("q", "single", 2, 2)
    assert hint_words(said).startswith("better: at q, twice: average loss worth about ")
    assert " (this attack made twice: " in hint_words(said)
    assert [hint for hint in better_attacks(attacked(battle, "fire a q")) if hint.foe] == []


def test_a_move_that_leaves_nothing_to_attack_with_gets_a_hint() -> None:
    """Only where the figure could attack now and is exposed at the end."""
    battle = position("a>. . . . R<\n. . . . . .", ruleset="d20", kind="guard")
    known = left(battle.view(), spent=4)
    far, near = battle.line("move a 2,0"), battle.line("move a 1,0")

    late, early = (
        forecast_order(battle.ruleset, v, o) for v, o in ((known, far), (battle.view(), near))
    )

    assert late is not None
    assert late.hints[0] == NothingLeftThere(("r",))
    assert hint_words(late.hints[0]).startswith("it cannot attack after this move, and r will see")
    assert early is not None
    assert not of_kind(early.hints, NothingLeftThere)


def test_a_move_after_which_a_jam_can_be_cleared_leaves_an_attack() -> None:
    """So does one after which it can load; what it does hand to hand now is not all that it has."""
    beside = position("a>R<. . . .\n. . . . . .\n. . . . . .", ruleset="dice_pool")
    for what in ("jammed", "rounds"):
        battle = beside.after(Counted("a", what, 1))
        forecast = forecast_order(battle.ruleset, battle.view(), battle.line("move a 0,2"))
        assert forecast is not None
        assert not of_kind(forecast.hints, NothingLeftThere)
    gone = beside.after(Counted("a", "jammed", 1)).order("move a 0,2")
    assert gone.refusal("fire a r") is not None
    assert gone.order("unjam a").refusal("fire a r") is None


def test_the_risk_of_the_thrower_is_that_of_the_odds() -> None:
    """Also where it suffers the likely effect already."""
    drawn = "\n".join(["a>. R<. . . ", *[". . . . . . "] * 4])
    battle = position(drawn, weapons={"a": ["grenade"]}, phase="fire")
    for one in (battle, battle.after(Counted("a", "suppressed", 1))):
        odds = one.odds("bombard a 2,0").figures["a"]
        told = summarize_outcomes(one.ruleset, one.state, "a", odds)
        (hint,) = of_kind(attacked(one, "bombard a 2,0"), FriendlyFire)
        assert hint.risks == (("a", told.effect_chance),)
        said = hint_words(hint)
        assert said.startswith(f"a may be caught in its own blast ({percent(told.effect_chance)})")
        assert "them" not in said


def test_smoke_that_blocks_no_line_gets_a_hint() -> None:
    """Smoke between the sides gets none."""
    drawn = "\n".join(["a>. . . . . R<", *[". . . . . . . "] * 5])
    arms = {"a": ["submachine_gun", "smoke_grenade"]}
    battle = position(drawn, weapons=arms, phase="fire")

    beside = attacked(battle, "bombard a 4,3 weapon=smoke_grenade")
    between = attacked(battle, "bombard a 3,0 weapon=smoke_grenade")

    assert beside == [UselessSmoke()]
    assert between == []


def test_a_repeated_effect_gets_a_hint() -> None:
    """Suppressing a suppressed target gains nothing."""
    battle = position("a>. . . - R<", kind="rifleman", phase="fire")
    beset = battle.after(Counted("r", "suppressed", 1))

    said = attacked(beset, "fire a r")

    assert said == [NothingNew("r")]
    assert attacked(battle, "fire a r") != said


def test_armour_that_keeps_out_every_hit_gets_a_hint_of_its_own() -> None:
    """The target suffers nothing yet: another weapon may harm it where another target may not."""
    battle = pool_scene("a>. . . R<", gun(modes=("sa",)), kinds={"R": man(av=20)})

    assert attacked(battle, "fire a r") == [NoHarm("r")]


HALF = Fraction(1, 2)
EVERY_HINT: tuple[Hint, ...] = (
    NothingLeftThere(("r", "q")),
    NothingLeftThere(("r",)),
    OutOfCover(("r", "q")),
    WrongFacing(Facing.N, "r", Facing.E),
    BetterCover((1, 2), "3", "r", "wall", (1, 3), (2, 2), "1"),
    NeedsShelter(
        "a", ("r",), tuple(Verb(str(purpose), "", purpose=purpose) for purpose in SHELTER)
    ),
    UselessSmoke(),
    FriendlyFire((("b", Fraction(12, 100)), ("c", Fraction(1, 500)))),
    FriendlyFire((("a", HALF),), thrower="a"),
    NearlyEmpty("rifle", "rounds", 1, 6, HALF, "reload"),
    StillLoaded("rifle", "rounds", 5, 6),
    BetterAttack("burst", "r", "", "", (), HALF, 2, Fraction(0), 1),
    BetterShooter("b", "r", Fraction(3), Fraction(1)),
    CalledShot("left_arm", HALF, Fraction(1, 4), HALF, Fraction(1, 4)),
    NothingNew("r"),
    NoHarm("r"),
    HardlyAnyEffect(),
    TooLateToShoot(),
    EmptyGround(Facing.E, "r"),
    EmptyGround(),
)


def test_every_kind_of_hint_has_words() -> None:
    """Each is a sentence of its own, with or without numbers, and its id is found as its start."""
    kinds = {kind.partition(".")[0] for kind in TEMPLATES}
    assert {type(hint).__name__ for hint in EVERY_HINT} == kinds
    assert {kind.__name__ for kind in Hint.__subclasses__()} == kinds
    assert len({hint_words(hint) for hint in EVERY_HINT}) == len(EVERY_HINT)
    for hint in EVERY_HINT:
        starts = hint_words(hint).partition(" ")[0] in ("a", "b", "c", "q", "r")
        assert begins_with_id(hint) == starts


def test_hints_keep_their_numbers_to_those_who_want_them() -> None:
    """What to do instead is said all the same."""
    risk = FriendlyFire((("b", Fraction(12, 100)), ("c", Fraction(1, 500))))
    changes = (("mode", "burst"), ("limb", "nowhere"))
    better = BetterAttack("burst", "", "", "", changes, Fraction(24, 10), 2, Fraction(3, 2), 1)

    assert hint_words(risk) == (
        "it may hit your own b (12%), c (<1%): aim farther away, or move them first"
    )
    assert hint_words(risk, numbers=False) == (
        "it may hit your own b, c: aim farther away, or move them first"
    )
    assert hint_words(better) == (
        "better: mode burst, no called shot, twice:"
        " average loss worth about 2.4 (this attack: 1.50)"
    )
    assert hint_words(better, numbers=False) == ("better: mode burst, no called shot, twice")
    risky = evolve(better, risks=risk.risks)
    assert hint_words(risky) == (
        "better, though it may hit your own b (12%), c (<1%): mode burst, no called shot, twice: "
        "the enemy loses about 2.4 more than you on average (this attack: 1.50)"
    )
    assert hint_words(risky, numbers=False).startswith("better, though it may hit your own b, c: ")
    assert hint_words(evolve(risk, pays=True)).endswith(
        "c (<1%), though the enemy loses more on average"
    )
    assert hint_words(evolve(risk, thrower="b")) == (
        "b may be caught in its own blast (12%), and it may hit your own c (<1%):"
        " aim farther away, or move back first"
    )
    assert hint_words(evolve(risk, thrower="b", pays=True), numbers=False) == (
        "b may be caught in its own blast, and it may hit your own c,"
        " though the enemy loses more on average"
    )
    assert hint_words(evolve(risky, thrower="b")).startswith(
        "better, though b may be caught in its own blast (12%), and "
    )


def test_a_hint_names_an_order_as_it_is_asked_to() -> None:
    """In quotes for typed lines, with its key on the screen."""
    low = NearlyEmpty("rifle", "rounds", 1, 6, HALF, "reload")

    assert "'reload' takes 50%" in hint_words(low)
    assert "reload (z) takes 50%" in hint_words(low, lambda verb, _said="": f"{verb} (z)")


def test_orders_of_one_name_have_one_purpose_in_all_rulesets() -> None:
    """A hint on a verb of one ruleset is given on the same verb of another; none is left out."""
    found: dict[str, set[Purpose | None]] = {}
    for ruleset in RULESETS.values():
        for verb in ruleset.verbs.values():
            found.setdefault(verb.name, set()).add(verb.purpose)

    assert all(len(purposes) == 1 for purposes in found.values())
    assert {purpose for purposes in found.values() for purpose in purposes} == {None, *Purpose}


def test_a_called_shot_that_is_better_says_by_how_much() -> None:
    """By what it puts out, else by what it costs; one that is worse says nothing of the kind."""
    told = CalledShot("left_arm", HALF, Fraction(1, 4), Fraction(1), HALF)
    costs = CalledShot("head", Fraction(0), Fraction(0), Fraction(1), HALF)
    assert hint_words(told) == "called shot, left arm: puts it out 50%, uncalled 25%"
    assert hint_words(costs) == "called shot, head: average loss worth 1.00, uncalled 0.50"

    battle = position("a>. R<", ruleset="d20", kind="veteran")

    def called(weapon: str, limb: str) -> list[Hint]:
        order = battle.line(f"fire a R limb={limb} {weapon}".strip())
        plan = battle.ruleset.attack(battle.view().state, order)
        assert plan is not None
        odds = odds_of(plan, battle.ruleset.outcomes.no_effect)
        return list(called_hints(battle.ruleset, battle.view(), order, odds))

    (arm,) = called("mode=burst", "left_arm")
    assert hint_words(arm) == "called shot, left arm: average loss worth 2.90, uncalled 2.52"
    assert called("", "head") == []


@pytest.mark.parametrize("order", ["fire a R weapon=carbine", "bombard a 8,0"])
def test_a_better_aim_between_two_enemies_is_a_hint(order: str) -> None:
    """A tile that holds no enemy, as the odds of all attacks list it."""
    battle = position(
        "a>. . . . . . . R<. Q<.",
        ruleset="trait_die",
        weapons={"a": ["carbine", "grenade_launcher"]},
    )
    found = attack_hints(battle.ruleset, battle.view(), battle.line(order))
    (better,) = (one for one in found if isinstance(one, BetterAttack))

    assert better.foe == "9,0"
    assert better.order == battle.line("bombard a 9,0 weapon=grenade_launcher")
    assert "at 9,0" in hint_words(better)


def test_a_throw_at_a_place_where_an_enemy_was_last_seen_has_its_use() -> None:
    """An enemy that was seen to go there may still be there; elsewhere the throw has no use."""
    arms = {"a": ["frag_grenade"]}
    battle = position("a>. . . R<\n. # # # #\n. . . . .", ruleset="d20", weapons=arms)
    known = battle.after(Moved("a", ((0, 1), (0, 2)))).view()
    assert not list(known.enemies())

    def hints_at(target: str) -> list[HardlyAnyEffect]:
        found = attack_hints(battle.ruleset, known, battle.line(f"bombard a {target}"))
        return of_kind(found, HardlyAnyEffect)

    assert known.contacts["r"].figure.at == (4, 0)
    assert not hints_at("4,0")
    assert hints_at("4,2")


def test_a_throw_is_named_by_what_is_thrown() -> None:
    """On the screen with its key, in line mode with the word to type."""
    better = BetterAttack(
        "bombard", "r", "bombard", "grenade", (), HALF, 1, HALF, 1, does="throw grenade"
    )
    assert hint_words(better).startswith("better: throw grenade ('bombard'), at r: ")

    def keyed(verb: str, said: str = "") -> str:
        return f"{said or verb} (B)"

    assert hint_words(better, keyed).startswith("better: throw grenade (B), at r: ")


def test_a_throw_in_place_of_fire_at_a_tile_is_named() -> None:
    """Both are one order; what is set of the gun does not matter for the grenade."""
    arms = {"a": ["submachine_gun", "grenade"]}
    battle = position("a>. . . . . . . . R<Q<", ruleset="dice_pool", weapons=arms)
    fire = battle.line("bombard a 9,0 weapon=submachine_gun burst=short")
    (hint,) = better_attacks(attack_hints(battle.ruleset, battle.view(), fire))

    assert hint_words(hint, numbers=False) == "better: throw hand grenade, at r"


def test_fire_that_is_no_longer_into_a_combat_is_said_in_words() -> None:
    better = BetterAttack("fire", "", "", "", (("combat", "no"),), HALF, 1, HALF, 1)
    assert "better: not into a close combat: " in hint_words(better)


def test_an_attack_that_rarely_has_any_effect_is_no_better_one() -> None:
    """A shot that only 00 hits gains more than a weak blow, and would have a hint of its own."""
    kind = evolve(SOLDIER, ranged=20, melee=30)
    weapons = {"a": (evolve(SEMI, dice=9), KNIFE), "R": (KNIFE,)}
    battle = scene("a R", kinds={"a": kind}, weapons=weapons)

    def hints(order: str) -> list[Hint]:
        return list(attack_hints(battle.ruleset, battle.view(), battle.line(order)))

    shot, blow = (
        net_gain(battle.ruleset, battle.view(), battle.odds(o)) for o in ("fire a R", "strike a R")
    )
    assert 2 * shot > BETTER_WAY * blow
    assert hints("fire a R") == [HardlyAnyEffect()]
    assert not of_kind(hints("strike a R"), BetterAttack)
