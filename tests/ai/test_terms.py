"""What places and orders are weighed by: the sign of each term, and what makes it more or less."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy

import pytest
from attrs import evolve

from skirmish.ai.cache import ThoughtCache
from skirmish.ai.choose import _why_over
from skirmish.ai.end_positions import MIDDLE, end_position
from skirmish.ai.evaluation import Evaluator
from skirmish.ai.explanation import Weighed
from skirmish.ai.goals import goals
from skirmish.ai.levels import LEVELS
from skirmish.ai.situation import Situation
from skirmish.core.geometry import Tile, in_arc
from skirmish.core.orders import Order
from skirmish.core.state import Objective
from skirmish.rulesets.registry import ruleset as ruleset_of
from tests.ai.ranking import rank_options
from tests.position import Position, position

LANE = """\
. . . . . . . . . . . .
a>. . . . . . . . . R<.
. . . . . . . . . . . ."""
CORNER = """\
. . . # . . . .
a>. . # . . . .
. . . # . . . .
. . . . . R<. ."""


def seen(battle: Position, level: str = "regular") -> Situation:
    """What blue makes of a battle."""
    known = battle.view("blue")
    return Situation(battle.ruleset, known, LEVELS[level], ThoughtCache(known.state.board))


def with_strangers(situation: Situation) -> Situation:
    """The same with an enemy force of which nothing is known."""
    strangers = copy(situation)
    strangers.unknown = 1000
    return strangers


def terms(situation: Situation, tile: Tile, name: str = "a") -> Mapping[str, int]:
    """What a figure would be weighed by on a tile, all others where they are."""
    figure = situation.view.state.figures[name]
    order = Order.of("move", name, (tile,))
    place = end_position(situation, figure)
    if tile != figure.tile:
        place = end_position(situation, figure, (tile,), order)
    return Evaluator(situation, figure).weigh(place)


def moving(drawing: str, **about: object) -> Position:
    """A position of opposed d6 as blue moves."""
    return position(drawing, phase="move", **about)  # type: ignore[arg-type]


def hold(x: int, turns: int = 20) -> Mapping[str, object]:
    """That blue is paid for a column of tiles."""
    area = (x, 0, x, 2)
    return {"objectives": (Objective("yard", "blue", "hold", 2, area=area),), "turns": turns}


def test_goal_grows_on_the_way_and_most_in_the_place() -> None:
    """Nearer is worth more, and being there most."""
    situation = seen(moving(LANE, **hold(6)))
    far, near, there = (terms(situation, (x, 1))["goal"] for x in (1, 5, 6))

    assert 0 < far < near < there


def test_near_to_a_place_is_worth_little_in_the_last_turn() -> None:
    """What is not entered by then pays nothing; its own side gains nothing by being near."""
    early, late = (seen(moving(LANE, **hold(6, turns))) for turns in (20, 1))

    def share(situation: Situation) -> float:
        return terms(situation, (5, 1))["goal"] / terms(situation, (6, 1))["goal"]

    assert share(late) == 0 < share(early)


@pytest.mark.parametrize(
    ("turns", "x", "expected"), [(9, 5, False), (2, 5, True), (2, 0, False), (1, 5, False)]
)
def test_a_side_that_is_not_ahead_late_looks_for_the_enemy(
    turns: int, x: int, *, expected: bool
) -> None:
    """Also where it has ground to take; not in the last turn, when nothing follows."""
    known = seen(moving(LANE, **hold(x, turns))).goals

    assert any(goal.id == "contact" for goal in known) is expected


def test_a_step_counts_for_more_where_little_time_is_left_for_the_way() -> None:
    """Who dawdles in the last turns comes too late."""
    early, late = (seen(moving(LANE, **hold(6, turns))) for turns in (20, 2))

    def step(situation: Situation) -> float:
        near, far = (terms(situation, (x, 1))["goal"] for x in (3, 2))
        return (near - far) / terms(situation, (6, 1))["goal"]

    assert step(late) > 1.2 * step(early)


def test_hunting_is_worth_no_more_than_there_is_to_hunt_with() -> None:
    """A side that has lost most is drawn less to the enemy."""
    one = moving(LANE)
    three = moving(LANE.replace(". . . .", "b>c>. .", 1), kinds={"R": "gun_crew"})
    few = moving(LANE, kinds={"R": "gun_crew"})

    worth = [
        goals(b.view(), seen(b).foes, ThoughtCache(b.state.board))[0].worth for b in (three, few)
    ]

    assert worth[0] > worth[1] > 0
    assert terms(seen(one), (5, 1))["goal"] > terms(seen(one), (1, 1))["goal"]


def test_fire_is_for_who_can_be_seen() -> None:
    """A place with an enemy in sight has something to shoot at, one behind a wall has nothing."""
    situation = seen(moving(LANE.replace(". . . .", ". # # .", 1)))

    assert terms(situation, (0, 1))["fire"] > 0
    assert terms(seen(moving("a>. # . R<\n. . . . .")), (0, 0))["fire"] == 0


def test_reply_is_feared_in_the_open_and_not_behind_a_wall() -> None:
    """What the enemy can do next counts against a place in its sight, less in cover."""
    bare, covered = (seen(moving(LANE.replace("a>. .", f"a>. {c}"))) for c in ".&")
    wall = seen(moving(". . . . .\na>. # . R<"))

    assert terms(bare, (2, 1))["reply"] < terms(covered, (2, 1))["reply"] < 0
    assert terms(wall, (0, 1))["reply"] == 0


def test_an_enemy_shoots_at_one_only() -> None:
    """Who stands beside one that is in as much danger adds little to it."""
    alone = terms(seen(moving(LANE)), (0, 1))["reply"]
    both = terms(seen(moving(LANE.replace(". . . .", "b>. . .", 1))), (0, 1))["reply"]

    assert alone < both < 0


@pytest.mark.parametrize(("level", "fears"), [("recruit", False), ("regular", True)])
def test_a_regular_reckons_with_who_walks_up(level: str, *, fears: bool) -> None:
    """Behind a corner that the enemy can walk round a recruit feels safe, a regular doesn't."""
    situation = seen(position(CORNER + "\nb>. . . . . . .", ruleset="d20", kind="guard"), level)

    assert bool(terms(situation, (0, 1))["reply"]) is fears


@pytest.mark.parametrize(("gap", "fears"), [(2, True), (40, False)])
def test_whoever_is_too_far_to_walk_up_is_not_feared(gap: int, *, fears: bool) -> None:
    """A figure fears who can come round the corner in a bound, not who cannot come so far."""
    drawing = "a>. . # " + ". " * gap + "R<\n. . . .\nb>. . ." + " ." * gap
    situation = seen(position(drawing, ruleset="d20", kind="guard"))

    assert [foe.figure.id for foe in situation.foes] == ["r"]
    assert bool(terms(situation, (0, 0))["reply"]) is fears


@pytest.mark.parametrize(("level", "watches"), [("regular", False), ("veteran", True)])
def test_a_veteran_watches_the_ground_that_the_enemy_may_want(level: str, *, watches: bool) -> None:
    """A tile that looks over the enemy's surroundings is worth more than one behind a wall."""
    walled = LANE[: LANE.rindex("\n")] + "\n. # # # . . . . . . . ."
    situation = seen(moving(walled), level)
    blind, looking = terms(situation, (0, 2))["watch"], terms(situation, (0, 0))["watch"]

    assert 0 <= blind <= looking
    assert (looking > blind) is watches


def test_cover_is_liked_and_crowds_are_not() -> None:
    """Each degree of cover adds a little; each friend beside takes some away before strangers."""
    situation = seen(moving(LANE.replace("a>. . . ", "a>: o b>")))
    strangers = with_strangers(situation)

    assert terms(situation, (1, 1))["cover"] > terms(situation, (2, 1))["cover"] > 0
    assert terms(strangers, (2, 1))["crowd"] < terms(strangers, (1, 1))["crowd"] == 0
    assert terms(situation, (2, 1))["crowd"] == 0


def test_a_crowd_before_shells_is_worse() -> None:
    """Crowding costs more near an enemy whose weapon also strikes the friend beside the target."""
    drawing = "\n".join(["a>. . . " + ". " * 14, "b>. . . " + ". " * 13 + "R<"])
    rifle = seen(moving(drawing))
    gun = seen(moving(drawing, kinds={"R": "gun_crew"}))

    assert terms(gun, (0, 0))["crowd"] < terms(rifle, (0, 0))["crowd"] == 0


def test_new_ground_is_worth_seeing_while_nobody_is_known() -> None:
    """Scouting counts as long as no enemy is known."""
    hidden = seen(moving(". . . # . .\na>. . # . R<\n. . . . . ."))

    assert terms(hidden, (3, 2))["scout"] > terms(hidden, (0, 1))["scout"] == 0
    assert terms(seen(moving(LANE)), (5, 1))["scout"] == 0


def test_a_side_that_wins_by_staying_does_not_go_out_to_see() -> None:
    """The enemy has to come to a place that pays the side each turn."""
    drawing = ". . . # . .\na>. . # . R<\n. . . . . ."
    holding, waiting = (seen(moving(drawing, **hold(x))) for x in (0, 5))

    assert terms(holding, (3, 2))["scout"] == 0 < terms(waiting, (3, 2))["scout"]


def test_walking_is_an_effort() -> None:
    """A walk has to gain something; staying costs nothing."""
    situation = seen(moving(LANE))

    assert terms(situation, (1, 1))["effort"] < terms(situation, (0, 1))["effort"] == 0


def attack(battle: Position, text: str, level: str = "regular") -> Mapping[str, int]:
    """What an attack is weighed by."""
    order = battle.line(text)
    options = [one for made in rank_options(seen(battle, level)) for one in made.best]
    return next(dict(one.terms) for one in options if one.order == order)


def test_an_attack_is_worth_what_the_enemy_loses_and_could_have_done() -> None:
    """A dear target costs the enemy more; who does more harm, or is easier hit, is more to stop."""
    rifle = attack(position(LANE), "fire a R")
    gun = attack(position(LANE, kinds={"R": "machine_gunner"}), "fire a R")
    covered = attack(position(LANE, under={"R": "&"}), "fire a R")

    assert 0 < rifle["enemy loss"] < gun["enemy loss"]
    assert 0 < covered["threat"] < rifle["threat"] < gun["threat"]


def test_a_prize_makes_a_target() -> None:
    """An enemy that is about to be paid for where it stands counts for more."""
    gate = Objective("gate", "red", "reach", 5, area=(0, 0, 0, 2))
    far = moving("a>. . . . . . . . . . . R<\n. . . . . . . . . . . . .", objectives=(gate,))
    near = moving("a>. . . R<. . . . . . . .\n. . . . . . . . . . . . .", objectives=(gate,))

    weights = [seen(b).weight(b.figure("r")) for b in (far, near)]

    assert weights[0] == 1000 < weights[1]


def test_what_objectives_lay_on_an_enemy_is_no_expected_loss() -> None:
    """It stands by itself, and both are what the enemy's loss is weighed by."""
    gate = Objective("gate", "red", "reach", 5, area=(2, 0, 6, 2))
    plain, dear = (position(LANE, objectives=goals) for goals in ((), (gate,)))
    bare, paid = attack(plain, "fire a R"), attack(dear, "fire a R")

    assert bare["enemy stake"] == 0 < paid["enemy stake"]
    assert bare["enemy loss"] == paid["enemy loss"]
    weight = seen(dear).weight(dear.figure("r"))
    assert (
        abs(paid["enemy loss"] * weight // 1000 - sum((paid["enemy loss"], paid["enemy stake"])))
        <= 1
    )


def test_own_losses_count_against_an_attack() -> None:
    """What a friend would lose counts, a dear one's more, and more than twice what an enemy's does.

    In the burst the two are struck about as often.
    """
    crowd = ". . . . . . . . . .\na>. . . . . b>R<. ."
    guard = ruleset_of("d20").handbook.armoury.kinds()["guard"]
    cheap, alike = (
        attack(
            position(crowd, ruleset="d20", kind=guard, kinds={"a": "grenadier", "b": friend}),
            "bombard a 7,1",
        )
        for friend in (evolve(guard, points=guard.points // 2), guard)
    )

    assert alike["own loss"] < cheap["own loss"] < 0
    assert -alike["own loss"] > 2 * alike["enemy loss"] > 0


@pytest.mark.parametrize(("ruleset", "spoils"), [("dice_pool", True), ("d20", False)])
def test_a_run_spoils_the_shot_where_the_rules_say_so(ruleset: str, *, spoils: bool) -> None:
    """What is left of an attack after a gait is tried out, not written down."""
    battle = position(LANE, ruleset=ruleset)
    capabilities = seen(battle).matchups.capabilities(battle.figure("a"))

    assert (0 < capabilities.after("run") < 1000) is spoils
    assert capabilities.after("move") == 1000


BUNCH = {**dict.fromkeys("abcde", "guard"), "R": "grenadier"}
BLAST = "a>. . . . . . . . . . . . . . R<"


def test_a_crowd_counts_for_all_whom_one_blast_can_strike() -> None:
    """Before a grenadier two stay apart by twice a blast's reach; before a pistol they don't."""
    rows = ". . . . . . . . . . . . . . . .\n" * 6
    bomber, pistol = (
        seen(position(f"{rows}{BLAST}\nb>. .", ruleset="d20", kinds={"a": "guard", "R": kind}))
        for kind in ("grenadier", "recruit")
    )
    by_gap = [terms(bomber, (0, 7 - gap), "a")["crowd"] for gap in (2, 4, 6)]

    assert by_gap[0] < by_gap[1] < by_gap[2] == 0
    assert terms(pistol, (0, 5), "a")["crowd"] == 0


def test_who_leaves_a_bunch_spares_itself_alone() -> None:
    """Four friends within a blast count for no more than two: they stand there without it, too."""
    rows = ". . . . . . . . . . . . . . . .\n" * 6
    two, four = (
        seen(position(f"{rows}{BLAST}\n{bunch}", ruleset="d20", kinds=BUNCH))
        for bunch in ("b>c>", "b>c>d>e>")
    )
    # Two tiles from all of them, so that nobody stands beside it: that has a price of its own.
    assert terms(two, (1, 5), "a")["crowd"] == terms(four, (1, 5), "a")["crowd"] < 0


def test_the_end_of_a_bound_says_whether_the_enemy_or_nothing_holds_it_back() -> None:
    """The reason differs if only the enemy's reply takes the gain of a move."""
    step = Order("move", "b1", "2,0")
    shy = Weighed(step, -30, terms=(("goal", 20), ("fire", 5), ("reply", -55)))
    idle = Weighed(step, -15, terms=(("goal", 0), ("fire", 0), ("reply", -15)))

    nothing = "no order that it weighs gains anything now"
    assert "enemy" in _why_over([shy])
    assert _why_over([idle, shy]) == nothing, "the order that is shown next has no such term"
    assert _why_over([]) == nothing


@pytest.mark.parametrize(
    "drawing",
    [
        LANE,
        ". a>.\n. . .\n. . .\n. R<.",
        "a>. . .\n. . . .\n. . . .\n. . . R<",
        "R<. . .\n. . . .\n. . . .\n. . . a>",
    ],
)
def test_the_facing_looks_at_the_middle_of_what_it_can_shoot_at(drawing: str) -> None:
    """Not past it, though it would be within the arc as well."""
    situation = seen(moving(drawing))
    figure, (foe,) = situation.view.state.figures["a"], situation.foes
    place = end_position(situation, figure, order=Order.of("turn", "a", figure.facing))

    assert in_arc(figure.tile, place.facing, foe.tile, MIDDLE)


def test_a_place_before_a_friends_gun_costs_the_friend_the_shot() -> None:
    """Standing in the line of fire takes from the fire of the side, standing beside it does not."""
    situation = seen(moving(LANE.replace(". . . .", ". . b>.", 1), kinds={"a": "machine_gunner"}))
    before, beside = (terms(situation, tile, "b")["lane"] for tile in ((4, 1), (4, 0)))

    assert before < -1000 < beside == 0


def test_a_shot_past_a_friend_counts_for_less() -> None:
    """Behind a friend there is less to shoot at, but for a weapon that lobs over friends."""
    drawing = LANE.replace("a>. . .", "a>. b>.")
    behind, clear = (terms(seen(moving(drawing)), tile)["fire"] for tile in ((1, 1), (1, 0)))
    lobbing = seen(moving(drawing, kinds={"a": "mortar_team"}))
    over, beside = (terms(lobbing, tile)["fire"] for tile in ((1, 1), (1, 0)))

    assert 0 < behind <= clear // 2
    assert 0 < over == beside


def test_a_walk_to_the_goal_does_not_end_before_a_friends_gun() -> None:
    """It takes an open tile of the place rather than the covered one in the line of fire."""
    drawing = f"{LANE[:23]}\n{LANE}\n{LANE[:23]}".replace("a>. . . . . . ", "a>. . b>. . o ")
    yard = Objective("yard", "blue", "hold", 2, area=(6, 0, 6, 4))
    situation = seen(moving(drawing, kinds={"a": "machine_gunner"}, objectives=(yard,)))
    best = next(one for one in rank_options(situation) if one.figure == "b").best[0]

    assert best.order.target_path[-1] in {(6, 0), (6, 4)}
