"""Orders to fire: modes, bursts, chokes, rounds, and what counts in the dice."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any, cast

import pytest
from attrs import evolve

from skirmish.core.events import Counted, Hurt, Linked, Posed
from skirmish.rulesets.attack import Attack
from skirmish.rulesets.dice_pool.dice import Harm, Target
from skirmish.rulesets.dice_pool.kinds import Weapon
from skirmish.rulesets.dice_pool.reactions import replies
from skirmish.rulesets.dice_pool.rolling import dice_of, targets_of
from tests.position import Position
from tests.rulesets.dice_pool.blocks import gun, man, scene

SS, SA, BF, FA = 1, 2, 3, 4
MODE = {"ss": SS, "sa": SA, "bf": BF, "fa": FA}
CHOKE = {"medium": 0, "narrow": 1, "wide": 2}
DUEL = "a>. . . R<"


def armed(
    mode: str,
    choke: str = "",
    drawing: str = DUEL,
    *,
    weapon: Mapping[str, Any] | None = None,
    **more: Any,
) -> Position:
    """Blue's figures with the rifle in a mode, and with a choke where one is said."""
    letters = [x for x in drawing if x.isalpha() and x.islower() and x not in "ov"]
    set_to = {"mode": MODE[mode], "choke": CHOKE.get(choke, 0)}
    stock = gun(choke=bool(choke), **(weapon or {}))
    return scene(drawing, stock, counters=dict.fromkeys(letters, set_to), **more)


def attack(game: Position, order: str) -> Attack:
    plan = game.ruleset.attack(game.view().state, game.line(order))
    assert isinstance(plan, Attack)
    return plan


def first(plan: Attack) -> Target:
    """The numbers of the first subject."""
    return cast("tuple[Target, ...]", plan.args[3])[0]


def sums(plan: Attack) -> dict[tuple[str, str], int]:
    """The totals of a breakdown, by what they are on."""
    found: dict[tuple[str, str], int] = defaultdict(int)
    for line in plan.modifiers:
        found[line.on, line.figure] += line.value
    return dict(found)


def pool(game: Position, order: str) -> int:
    plan = attack(game, order)
    assert sums(plan)["attack", plan.named or "a"] == plan.args[0]
    return dice_of(plan)


@pytest.mark.parametrize("mode", ["ss", "sa"])
def test_a_single_shot_is_one_round_at_one_figure(mode: str) -> None:
    """POOL-06, POOL-09, POOL-10: SS and SA alike; no burst can be said, no tile aimed at."""
    game = armed(mode)
    plan = attack(game, "fire a R")

    assert (plan.args[1], plan.subjects, plan.at) == (1, ("r",), None)
    assert game.rule("fire a R burst=short") == "POOL-06"
    assert game.rule("bombard a 3,0") == "POOL-10"


def test_ss_locks_its_weapon_until_the_next_pass() -> None:
    """POOL-07, POOL-A2: once a pass, whatever the mode is changed to; the lock is the weapon's."""
    two = evolve(gun(modes=("sa",)), id="two")
    game = armed("ss", weapons={"a": (gun(), two)})
    fired = game.order("fire a R", [2, 2, 2, 2])

    assert fired.rule("fire a R") == "POOL-07"
    assert fired.rule("fire a R weapon=two") == "legal"
    assert fired.order("mode a sa").figure("a").count("locked") == 1
    assert fired.order("end").order("end").figure("a").count("locked") == 0


def test_sa_fires_with_every_action() -> None:
    """POOL-08, POOL-F4: twice in a pass, and no third time."""
    game = armed("sa").order("fire a R", [2, 2, 2, 2]).order("fire a R", [2, 2, 2, 2])

    assert game.figure("a").count("rounds") == 28
    assert game.rule("fire a R") == "POOL-F4"


def test_a_burst_is_an_area_of_several_rounds() -> None:
    """POOL-11, POOL-12, POOL-18, POOL-22: all on its line, nearest first, friends as well."""
    game = armed("bf", drawing="a>. b>. R<Q<")
    plan = attack(game, "fire a Q burst=short")

    assert (plan.args[1], plan.subjects, plan.at) == (3, ("b", "r", "q"), (5, 0))
    assert plan.area == game.state.board.mask_of((x, 0) for x in range(1, 6))


def test_bf_has_no_full_burst_and_fa_has() -> None:
    """POOL-14, POOL-A1, POOL-V22: the table, and two long bursts in FA are 12 rounds."""
    assert armed("bf").rule("fire a R burst=full") == "POOL-14"
    assert armed("bf").rule("fire a R burst=split") == "POOL-14"
    fa = armed("fa")
    assert fa.order("fire a R burst=full", [2] * 4).figure("a").count("rounds") == 20
    miss = [2] * 4
    twice = fa.order("fire a R burst=long", miss).order("fire a R burst=long", miss)
    assert twice.figure("a").count("rounds") == 18
    assert twice.rule("fire a R burst=short") == "POOL-F4"


def test_a_long_burst_is_complex_in_bf() -> None:
    """POOL-14: it takes the whole pass, a short one half of it."""
    game = armed("bf").order("fire a R burst=short", [2] * 4)

    assert game.rule("fire a R burst=long") == "POOL-F4"
    assert game.rule("fire a R burst=short") == "legal"


def test_a_split_burst_is_three_orders_under_one_action() -> None:
    """POOL-16, POOL-A15, POOL-F7: 9 rounds, recoil goes on, -2 for each other target."""
    game = armed("fa", drawing="a>. . . R<Q<\n. . . . P<. ", weapon={"compensation": 0})
    pools = [pool(game, "fire a R burst=split")]
    game = game.order("fire a R burst=split", [2, 2])
    pools.append(pool(game, "fire a P burst=split"))
    pools.append(pool(game, "fire a R burst=split"))
    assert game.rule("fire a R burst=short") == "POOL-F4"
    game = game.order("fire a P burst=split", [2]).order("fire a R burst=split", [2])

    assert pools == [2, 1, 1]  # 4 dice less 2; less 5 and 2; less 5: never fewer than one
    assert (game.figure("a").count("rounds"), game.figure("a").count("split")) == (21, 0)
    assert game.rule("fire a R burst=split") == "POOL-F4"


def test_other_targets_of_a_split_cost_two_dice_each() -> None:
    """POOL-F7: none for the same one again, 2 for a second, 4 for a third."""
    game = armed(
        "fa",
        drawing="a>. . . R<. \n. . . . P<. \n. . . . Q<. ",
        kinds={"a": man(skill=8)},
    )
    assert pool(game, "fire a R burst=split") == 10
    game = game.order("fire a R burst=split", [2] * 10)
    assert [pool(game, f"fire a {x} burst=split") for x in "RPQ"] == [10, 8, 8]
    game = game.order("fire a P burst=split", [2] * 8)
    assert [pool(game, f"fire a {x} burst=split") for x in "RPQ"] == [8, 8, 6]


def test_a_burst_needs_all_its_rounds() -> None:
    """POOL-A14: too few for a long burst are enough for a short one; a split needs nine."""
    game = armed("fa").after(Counted("a", "rounds", 5))

    assert game.rule("fire a R burst=long") == "POOL-A14"
    refused = game.refusal("fire a R burst=long")
    assert refused is not None
    assert refused.reason.startswith("the gun has ")
    assert refused.reason.endswith(" and needs 6")
    assert game.rule("fire a R burst=split") == "POOL-A14"
    few, none = (
        one.refusal("fire a R burst=long") for one in (game, game.after(Counted("a", "rounds", 0)))
    )
    assert few is not None
    assert none is not None
    assert (few.remedy, none.remedy) == ("fire a shorter burst, or 'reload' it", "'reload' it")
    assert game.rule("fire a R burst=short") == "legal"


def test_a_weapon_without_modes_is_made_ready_after_each_attack() -> None:
    """POOL-04, POOL-05: a volley leaves at once; then it must be made ready, while it has any."""
    fan = gun(modes=(), magazine=6, volley=3)
    game = scene(DUEL, fan)
    plan = attack(game, "fire a R")
    game = game.order("fire a R", [2] * 4)

    assert (plan.args[1], plan.subjects, plan.at) == (3, ("r",), None)
    assert (game.rule("fire a R"), game.figure("a").count("rounds")) == ("POOL-04", 3)
    ready = game.order("reload a")
    assert ready.bound("act", "blue").rule("fire a R") == "legal"
    empty = ready.bound("act", "blue").order("fire a R", [2] * 4)
    assert empty.bound("act", "blue").rule("reload a") == "POOL-04"


def test_a_wide_burst_fills_a_cone() -> None:
    """POOL-17, POOL-23, POOL-48, POOL-V21: bearing 22 degrees is in, 23 is out."""
    at = {"a": (0, 10, ">"), "R": (5, 12, "<"), "Q": (7, 13, "<"), "P": (8, 10, "<")}
    game = armed("bf", drawing="\n".join([". " * 12] * 21), at=at, weapons={"a": (gun(),)})
    game = game.after(Counted("a", "mode", BF))

    assert attack(game, "fire a P spread=wide").subjects == ("r", "p")
    assert attack(game, "fire a P").subjects == ("p",)


def test_wide_burst_and_wide_choke_may_make_a_right_angle() -> None:
    """POOL-47, POOL-V20, POOL-V21: bearing 45 is in, 46 and more is out; to the 2nd increment."""
    at = {"a": (0, 10, ">"), "R": (5, 15, "<"), "Q": (5, 16, "<"), "P": (8, 10, "<")}
    board = "\n".join([". " * 24] * 21)
    game = armed("bf", "wide", drawing=board, at=at, weapons={"a": (gun(choke=True),)})
    game = game.after(Counted("a", "mode", BF), Counted("a", "choke", 2))

    assert attack(game, "fire a P spread=wide cone=90").subjects == ("r", "p")
    assert attack(game, "fire a P spread=wide").subjects == ("p",)
    assert game.rule("fire a P cone=90") == "POOL-47"
    assert game.rule("bombard a 20,10") == "legal"
    assert game.rule("bombard a 21,10") == "POOL-F5"


@pytest.mark.parametrize(
    ("choke", "dice", "dv", "av", "halves"),
    [("narrow", 1, 4, 2, 4), ("medium", 3, 4, 3, 2), ("wide", 5, 3, 4, 2)],
)
def test_a_choke_changes_the_weapon(choke: str, dice: int, dv: int, av: int, halves: int) -> None:
    """POOL-42 to POOL-44, POOL-A8, POOL-V10, POOL-V11, POOL-V19: dice, damage, armour, division.

    Four dice less recoil of two further rounds at rate 1, or 2 when narrow, compensated by 1, or 2
    when wide, which is a die more besides.
    """
    game = armed("bf", choke, weapon={"compensation": 1}, kinds={"R": man(av=3)})
    plan = attack(game, "fire a R")
    target = first(plan)

    assert (plan.args[0], target.dv, target.av, target.halves) == (dice, dv, av, halves)


@pytest.mark.parametrize(("choke", "reach"), [("narrow", 15), ("medium", 10), ("wide", 4)])
def test_a_choke_changes_how_far_it_goes(choke: str, reach: int) -> None:
    """POOL-42, POOL-A4, POOL-F12: increment 2 becomes 3; a wide one ends at the second."""
    tiles = [f"bombard a {reach + n},0" for n in (0, 1)]
    game = armed("sa", choke, drawing="a>" + ". " * 20 + "R<", weapon={"increment": 2})

    assert [game.rule(tile) for tile in tiles] == ["legal", "POOL-F5"]


def test_a_choke_lifts_the_threshold_of_a_wide_burst() -> None:
    """POOL-24, POOL-25, POOL-V18: two at the third increment without a choke, none with one."""
    drawing = "a>" + ". " * 24 + "R<"
    plain = armed("bf", drawing=drawing)
    assert first(attack(plain, "fire a R spread=wide")).threshold == 2
    choked = armed("bf", "medium", drawing=drawing)
    assert first(attack(choked, "fire a R spread=wide")).threshold == 0


def test_a_rate_of_none_divides_as_a_half() -> None:
    """POOL-38, POOL-39, POOL-A7, POOL-V23: a half, 1.5, and 1 + 1 with a narrow choke."""
    plain = armed("bf", weapon={"rate": 0})
    halves = [first(attack(plain, f"fire a R{x}")).halves for x in ("", " spread=wide")]
    narrow = armed("bf", "narrow", weapon={"rate": 0})
    target = first(attack(narrow, "fire a R spread=wide"))

    assert (halves, target.halves, 4 * 2 // target.halves) == ([1, 3], 4, 2)


def test_one_shell_stops_in_the_first_it_hits() -> None:
    """POOL-03, POOL-43, POOL-A16: along the line, one hit with its own net hits."""
    game = armed("sa", "medium", drawing="a>. . R<Q<", weapon={"dv": 3})
    hit = game.order("fire a Q", [6, 6, 1, 1, *(1, 1), *(1, 1)])

    assert attack(game, "fire a Q").subjects == ("r", "q")
    assert (hit.figure("r").damage, hit.figure("q").damage) == (5, 0)


def test_one_shell_through_a_wide_choke_hits_everybody_once() -> None:
    """POOL-A16, POOL-44: the cap of rounds does not count; base damage 1 less, own net hits."""
    game = armed("sa", "wide", drawing="a>. . R<Q<", weapon={"dv": 3})
    hit = game.order("fire a Q", [6, 6, 1, 2, 3, *(1, 1, 1, 1), *(6, 1, 1, 1)])

    # Base damage 2 and AP +1: two net hits on the first, one on the second.
    assert (hit.figure("r").damage, hit.figure("q").damage) == (3, 2)


def test_only_some_weapons_have_a_choke() -> None:
    """POOL-40, POOL-41: a choke is in the stat block or it is not."""
    assert armed("sa").rule("choke a wide") == "POOL-40"
    game = armed("sa", "medium")
    assert game.rule("choke a sideways") == "POOL-41"
    assert game.order("choke a wide").figure("a").count("choke") == 2


def test_a_mode_is_set_with_a_simple_action() -> None:
    """POOL-01, POOL-02, POOL-F4: one that the weapon has, and not the one it is in."""
    game = armed("sa", weapon={"modes": ("sa", "bf")})

    assert [game.rule(f"mode a {m}") for m in ("fa", "sa", "bf")] == ["POOL-02", "?", "legal"]
    assert game.order("mode a bf").rule("fire a R burst=short") == "legal"


def test_everything_that_counts_is_in_the_dice() -> None:
    """POOL-F3, POOL-F5, POOL-F7, POOL-F9: skill and agility, range, running, aim, wounds."""
    far = "a>" + ". " * 11 + "R<"
    game = armed("sa", drawing=far, kinds={"a": man(skill=6)})

    assert pool(game, "fire a R") == 7
    assert pool(game.after(Counted("a", "ran", 1)), "fire a R") == 5
    assert pool(game.after(Counted("a", "aim", 3)), "fire a R") == 10
    assert pool(game.after(Hurt("a", 6)), "fire a R") == 5
    assert pool(game.after(Hurt("a", 8), Counted("a", "ran", 1)), "fire a R") == 3


def test_an_attack_has_a_die_at_least() -> None:
    """POOL-F3: whatever is taken away, one is left; a defence may have none."""
    game = armed("sa", kinds={"a": man(skill=0, agility=0), "R": man(reaction=0)})
    plan = attack(game, "fire a R")

    assert (plan.args[0], first(plan).guard) == (1, 0)


@pytest.mark.parametrize(("order", "weapon"), [("fire", "gun"), ("strike", "blade")])
def test_armour_is_never_less_than_none(order: str, weapon: str) -> None:
    """POOL-A3: the breakdown names the rule that keeps it there."""
    arms = gun(ap=-3), Weapon("blade", "blade", dv=4, ap=-3)
    game = scene("a>R<", *arms, kinds={"R": man(av=1)})
    lines = attack(game, f"{order} a R weapon={weapon}").modifiers

    told = [(line.value, line.rule) for line in lines if line.on == "armour"]
    assert told == [(1, "POOL-33"), (-3, "POOL-33"), (2, "POOL-A3")]


def test_firing_into_close_combat_costs_three_dice() -> None:
    """POOL-F7: at one that a friend, or the shooter, can reach."""
    near = armed("sa", drawing="a>. b>R<. . Q<", kinds={"a": man(skill=6)})

    assert (pool(near, "fire a R"), pool(near, "fire a Q")) == (5, 8)


@pytest.mark.parametrize(("cover", "dice"), [(".", 2), ("o", 4), (":", 6), ("&", 6)])
def test_cover_gives_the_defender_dice(cover: str, dice: int) -> None:
    """POOL-F8: partial 2, good 4; a fortification is good cover."""
    game = armed("sa", drawing=DUEL, under={"R": cover})
    plan = attack(game, "fire a R")

    assert first(plan).guard == dice == sums(plan)["guard", "r"]


def test_prone_figures_are_hard_to_hit_from_afar() -> None:
    """POOL-F8: 2 dice from 10 tiles on."""
    near, far = ("a>" + ". " * n + "R<" for n in (8, 9))
    dice = [
        first(attack(armed("sa", drawing=d).after(Posed("r", "prone")), "fire a R")).guard
        for d in (near, far)
    ]
    assert dice == [2, 4]


def test_recoil_gathers_over_the_pass_and_goes_with_the_next() -> None:
    """POOL-15, POOL-27, POOL-F6: the second burst has the first one's rounds in it."""
    game = armed("bf", weapon={"compensation": 1}, kinds={"a": man(skill=8)})
    first = pool(game, "fire a R burst=short")
    game = game.order("fire a R burst=short", [2] * first)
    second = pool(game, "fire a R burst=short")
    game = game.order("end").order("end")

    assert (first, second, pool(game, "fire a R burst=short")) == (9, 6, 9)
    assert game.figure("a").count("fired") == 0


def test_extra_hits_are_chosen_as_they_fall() -> None:
    """POOL-30, POOL-A10: nearest first; the roll waits for the answer and goes on with it."""
    game = armed("bf", drawing="a>. . R<Q<")
    game = game.order("fire a Q burst=short extra=ask", [6, 6, 6, 6, 1, 1])
    question = game.state.pending.question  # type: ignore[union-attr]
    assert (question.what, question.figure, question.options) == ("extra", "r", ("0", "1", "2"))
    game = game.order("answer 1", [1, 1, 1, 1, 1, 1])

    hits = [n.split("hits:")[1] for n in game.news("struck") if "hits:" in n]
    assert game.state.pending is None
    assert game.figure("r").fate == "downed"
    assert len(hits) == 2


def test_extra_hits_go_by_the_orders_word() -> None:
    """POOL-30: least takes none, limit= at most so many, else the most."""
    game = armed("bf")
    extras = [first(attack(game, f"fire a R {x}")).extra for x in ("extra=least", "limit=1", "")]

    assert extras == [0, 1, 9]


def test_limits_are_offered_that_make_a_difference() -> None:
    """A limit of none is the least; one of all rounds but the first is no limit."""
    offered = {}
    for mode in ("bf", "fa"):
        game = armed(mode)
        for family in game.ruleset.options(game.view(), "a"):
            if family.verb == "fire":
                limit = dict(family.fields)["limit"]
                offered[dict(family.fixed)["burst"]] = limit.every()

    assert offered == {
        "short": (1,),
        "split": (1,),
        "long": (1, 2, 3, 4),
        "full": (1, 2, 3, 4, 5, 6, 7, 8),
    }
    shots = [first(attack(armed("bf"), f"fire a R {said}")) for said in ("limit=0", "extra=least")]
    assert shots[0] == shots[1]


def test_extra_hits_may_be_for_enemies_alone() -> None:
    """POOL-30: a friend in the line stops one round, where by default it would stop all three."""
    game = armed("bf", drawing="a>b>. . R<")
    taken = [
        [target.extra for target in targets_of(attack(game, f"fire a R {said}"))]
        for said in ("", "extra=most", "extra=enemies", "extra=enemies limit=1")
    ]
    assert taken == [[9, 9], [9, 9], [0, 9], [0, 1]]

    friend, enemy = [1, 1, 1, 1], [1, 1, 1, 1]
    faces = {"extra=most": [6] * 4 + friend, "extra=enemies": [6] * 4 + friend + enemy}
    hits = [game.order(f"fire a R {said}", faces[said]).news("struck") for said in faces]
    assert hits == [
        ("struck b damaged source=a sums=hits:3+damage:9",),
        (
            "struck b damaged source=a sums=hits:1+damage:8",
            "struck r damaged source=a sums=hits:2+damage:9",
        ),
    ]


def test_a_held_burst_may_spare_its_own_side() -> None:
    """POOL-30, POOL-F14: what is said as it is held holds as it is fired."""
    game = armed("bf", drawing="a>b>. . R<")
    held = game.order("hold a extra=enemies").state

    (order,) = [one.order for one in replies(held, "a")]
    assert str(order) == "fire a r extra=enemies held=yes"
    assert game.rule("hold a extra=enemies") == "legal"
    assert armed("sa").rule("hold a extra=enemies") == "POOL-06"
    assert game.rule("fire a R limit=12") == "POOL-30"


def test_a_jam_comes_after_the_shot_and_is_cleared() -> None:
    """POOL-F2: the attack counts; the weapon is jammed till it is cleared, with a Simple action."""
    game = armed("sa", kinds={"a": man(skill=2)}).order("fire a R", [1, 1, 6, 6, 1, 1, 1, 1])

    assert (game.figure("r").damage, game.rule("fire a R")) == (6, "POOL-F2")
    assert game.rule("reload a") == "POOL-F2"
    cleared = game.order("unjam a")
    assert cleared.figure("a").count("jammed") == 0
    assert cleared.rule("unjam a") == "POOL-F2"


def test_a_jam_without_a_hit_loses_the_pass() -> None:
    """POOL-F2: neither action nor move is left."""
    game = armed("sa").order("fire a R", [1, 1, 2, 2])

    assert game.rule("unjam a") == "POOL-F2"
    assert game.rule("move a 0,0>1,0") == "POOL-F2"
    assert game.ruleset.options(game.view(), "a") == ()
    assert game.order("end").order("end").rule("unjam a") == "legal"


def test_shooting_takes_the_aim_and_turns_the_figure() -> None:
    """POOL-F7, POOL-F17: it shoots all round and looks where it shot; its aim is spent."""
    game = armed("sa", drawing="R>. . a>. ").after(Counted("a", "aim", 2))
    game = game.order("fire a R", [2] * 6)

    assert (game.figure("a").facing.name, game.figure("a").count("aim")) == ("W", 0)


def test_shots_end_at_what_blocks_sight_and_at_the_fifth_increment() -> None:
    """POOL-F5, POOL-F12: no line of sight, no shot; nor one tile beyond five increments."""
    walled = armed("sa", drawing="a>. # # R<\n. . . . b>")
    assert walled.rule("fire a R") == "POOL-F5"
    drawings = ["a>" + ". " * tiles + "R<" for tiles in (9, 10)]
    games = [armed("sa", drawing=drawing, weapon={"increment": 2}) for drawing in drawings]
    assert [game.rule("fire a R") for game in games] == ["legal", "POOL-F5"]


def test_the_unseen_are_refused_in_the_same_words_as_the_missing() -> None:
    """Neither one behind a wall nor a name that nobody has can be fired at, or told apart."""
    game = armed("sa", drawing="a>. # R<")
    seen, missing = game.refusal("fire a R"), game.refusal("fire a r9")

    assert (seen.reason.replace(" r ", " r9 "), seen.rule) == (missing.reason, missing.rule)  # type: ignore[union-attr]


def test_a_direct_shot_has_the_same_numbers_on_view_and_truth() -> None:
    """What a side does not see is in none of its numbers."""
    game = armed("sa", drawing="a>. . . R<Q<")
    game = game.after(Counted("q", "hidden", 1), Linked("surprised", "r", "a"))
    line = game.line("fire a R")

    assert game.ruleset.attack(game.state, line) == game.ruleset.attack(game.view().state, line)
    assert first(attack(game, "fire a R")).guard == 0


def test_a_burst_strikes_the_unseen_as_well() -> None:
    """What stands in the line is struck, seen or not; the view counts only who is seen."""
    game = armed("bf", drawing="a>. . Q<R<").after(Counted("q", "hidden", 1))
    line = game.line("fire a R burst=short")

    subjects = [game.ruleset.attack(s, line).subjects for s in (game.view().state, game.state)]  # type: ignore[union-attr]
    assert subjects == [("r",), ("q", "r")]


def test_an_odds_table_agrees_with_the_roll() -> None:
    """The chance of the faces of a shot is in its odds."""
    odds = armed("sa").odds("fire a R")

    assert sum(odds.figures["r"].values()) == 1
    assert odds.named == "r"
    told = armed("sa").ruleset.outcomes.words(
        next(o for o in odds.figures["r"] if cast("Harm", o).hits)
    )
    assert set(told) == {"hits", "damage"}


@pytest.mark.parametrize("said", ["", " spread=wide", " spread=wide cone=90"])
def test_who_is_struck_stands_in_the_area_that_is_drawn(said: str) -> None:
    """POOL-18, POOL-47, POOL-48: figure by figure or as a mask, a line and a cone are the same."""
    drawing = "b>. . . Q<. \n. . # . . P<\na>. . . R<. \n. c>. # . V<\n. . . U<. . \n. . . . . X<"
    game = armed("fa", "wide", drawing, weapon={"increment": 3})
    plan = attack(game, f"fire a R{said}")
    board = game.state.board
    inside = [f.id for f in game.state.figures.values() if plan.area & board.bit(f.tile)]

    assert sorted(plan.subjects) == sorted(inside)
    assert plan.area


def test_the_odds_say_what_net_successes_are_divided_by_for_extra_hits() -> None:
    """POOL-26 to 28, POOL-A6: recoil rate and range; a rate of 0 counts as a half."""
    near, far = "a>. . . R<", f"a>{'. ' * 14}R<"

    def assumed(drawing: str, text: str = "fire a r burst=short", **changed: int) -> str:
        game = scene(drawing, gun(modes=("bf",), **changed))
        plan = game.ruleset.attack(game.view().state, game.line(text))
        assert isinstance(plan, Attack)
        return plan.policy

    taken = "all extra hits are taken"
    assert assumed(near) == f"{taken}: 1 for each net success (recoil rate 1)"
    assert assumed(far) == f"{taken}: 1 for each 2 net successes (recoil rate 1 + range 1)"
    wide = "fire a r burst=short spread=wide"
    assert assumed(near, wide, rate=0) == (
        f"{taken}: 2 for each 3 net successes (recoil rate 1/2 + wide burst 1)"
    )
    assert assumed(near, "fire a r burst=short extra=least") == "no extra hits are taken"


def test_a_card_has_recoil_and_the_numbers_of_a_choke_as_it_is_set() -> None:
    """POOL-15, POOL-42, POOL-44: a narrow choke betters range and armour, and kicks more."""
    game = scene("a>. . . R<", gun(modes=("sa",), choke=True, increment=5, ap=1, compensation=2))
    card = game.ruleset.card

    def lines(position: Position) -> list[str]:
        return [line.value for line in card.lines(position.state, position.figure("a"))]

    assert any("each 5 tiles, recoil 1, 2 compensated, SA" in line for line in lines(game))
    assert sum("damage 4" in line for line in lines(game)) == 1, "a medium choke changes nothing"
    assert any(
        "narrow choke: damage 4, target's armour counts in full, a die less each 6 tiles, recoil 2"
        in line
        for line in lines(game.order("choke a narrow"))
    )
    wide = lines(game.order("choke a wide"))
    assert any("wide choke: damage 3" in line and "a cone of 10 tiles" in line for line in wide)


def test_a_split_burst_that_is_begun_says_how_much_of_it_is_left() -> None:
    """POOL-16: it takes no further action, so the actions alone would say that nothing is left."""
    game = scene("a>. . . R<", gun(modes=("fa",)))
    begun = game.order("fire a r burst=split", (3,) * 4)
    (actions, _) = begun.ruleset.card.budgets(begun.state, begun.figure("a"))
    assert (actions.left, actions.more) == (0, "2 bursts more")
