"""Orders that players called stupid: what makes each of them lose, one small position each."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import pytest
from attrs import evolve

from skirmish.ai import Stream, think
from skirmish.ai.actions import _hopeless, candidate_actions, judge_action
from skirmish.ai.cache import ThoughtCache
from skirmish.ai.choose import _told
from skirmish.ai.drafts import draft
from skirmish.ai.end_positions import end_position
from skirmish.ai.explanation import Weighed
from skirmish.ai.goals import prize
from skirmish.ai.levels import LEVELS
from skirmish.ai.situation import Situation
from skirmish.core.events import Bound, Event, Fired, Left, Moved, Placed, Zoned
from skirmish.core.geometry import Facing, Tile, chebyshev
from skirmish.core.orders import Order
from skirmish.core.state import Objective
from skirmish.core.view import News
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.presentation.reasons.ai_reasons import term_lines
from tests.ai.ranking import rank_options
from tests.ai.test_systems import LOADS, SOLDIERS, each_system, orders_of, remembering, verbs
from tests.ai.test_terms import moving, seen, terms
from tests.position import Position, field_of, position


def weighed(battle: Position) -> Mapping[str, Weighed]:
    """Everything that regular weighs for blue, by its order."""
    return {str(one.order): one for made in rank_options(seen(battle)) for one in made.best}


def pistol(tiles: int, spare: int) -> Mapping[str, Weighed]:
    """A trooper with a pistol so far from an enemy, and so many tokens for it."""
    lane = "a>" + ". " * tiles + "R<"
    tokens = {"a": {"tokens": 2, "spare": spare}}
    arms = {"a": ("pistol",)}
    return weighed(position(lane, ruleset="trait_die", weapons=arms, counters=tokens))


def test_a_poor_shot_is_not_worth_the_last_rounds() -> None:
    """What they do from nearby counts, not what they do from here; with plenty it is fired."""
    rapid = "fire a r mode=rapid weapon=pistol"
    few, many = pistol(12, 1)[rapid], pistol(12, 20)[rapid]

    assert dict(few.terms)["enemy loss"] == dict(many.terms)["enemy loss"]
    assert few.gain < 0 < many.gain
    assert pistol(3, 1)[rapid].gain > 0


def test_a_shot_that_hits_nobody_is_hopeless_whatever_follows() -> None:
    """The further bursts of a split burst hit as seldom as the first."""
    battle = position("a>" + 40 * ". " + "R<", ruleset="dice_pool", under={"R": "&"})
    shot = judge_action(seen(battle), battle.figure("a"), battle.line("fire a r burst=short"))
    (struck,) = shot.expected_losses
    rare = evolve(shot, expected_losses=(evolve(struck, hit=struck.hit / 100),))

    shooter = battle.figure("a")

    assert not _hopeless(seen(battle), shooter, shot)
    assert _hopeless(seen(battle), shooter, evolve(rare, prospect=20))
    assert not _hopeless(seen(battle), shooter, evolve(rare, prospect=2000))


@each_system
@pytest.mark.parametrize("left", [0, 1])
def test_it_loads_with_no_enemy_about(ruleset: str, left: int) -> None:
    """Those who are known are far off, and none can come so soon: there is time to load."""
    kept = {LOADS[ruleset]: left}
    if ruleset == "trait_die":
        kept["spare"] = 4
    drawing = "a>. . # # # " + ". " * 40 + "R<"
    battle = position(drawing, ruleset=ruleset, kind=SOLDIERS[ruleset], counters={"a": kept})

    assert "reload" in verbs(orders_of(remembering(battle))[0])


def test_it_loads_with_no_enemy_about_where_shots_have_their_own_bounds() -> None:
    """The same under opposed d6, where tokens are counted."""
    drawing = "a>. . # # # " + ". " * 40 + "R<"
    rules = {"ammunition": "tokens"}
    battle = position(drawing, rules=rules, phase="fire", counters={"a": {"tokens": 0}})

    assert verbs(orders_of(remembering(battle))[0]) == ["reload"]


def test_a_hold_is_not_broken_in_the_same_bound() -> None:
    """A figure that holds its action does nothing else: it would give up what it has paid for."""
    battle = position("a>. . . . . . R<", ruleset="dice_pool", kind="soldier")
    held = battle.order("hold a when=20%")

    assert weighed(battle)["hold a when=20%"].plan == weighed(battle)["hold a when=20%"].gain
    assert weighed(held) == {}


CHARGE = """\
. . . . . . . . . . .
a>. . . . . R<. . . .
. . . . . . . . . . ."""


def test_a_rider_charges_a_lone_enemy_that_is_worth_most() -> None:
    """It stays with the one hand to hand instead of a shot at what may be gone by then."""
    silence = Objective("silence", "blue", "destroy", 8, figures=("r",))
    battle = moving(
        CHARGE, kinds={"a": "cavalry", "R": "rifleman"}, objectives=(silence,), weapons={"R": ()}
    )
    order = think(battle.ruleset, battle.view(), "regular", Stream("x")).order

    assert chebyshev(order.target_path[-1], (6, 1)) == 1


def test_a_fight_counts_for_both_of_those_who_fight() -> None:
    """The enemy is in it as long: whoever loses more gains nothing by it."""
    battle = moving(CHARGE, kinds={"a": "rifleman", "R": "heavy_infantry"})
    beside, apart = (terms(seen(battle), (x, 1)) for x in (5, 4))

    assert beside["reply"] < apart["reply"] < 0


def walked(*tiles: Tile, ruleset: str = "opposed_d6") -> Mapping[Tile, int]:
    """What a walk to each of three tiles must gain for a figure that came this way."""
    phase, kind = ("move", "rifleman") if ruleset == "opposed_d6" else ("act", SOLDIERS[ruleset])
    at = {"a": (*tiles[-1], ">")}
    battle = position(field_of(20, 1), ruleset=ruleset, kind=kind, at=at, phase=phase)
    events: list[Event] = [Placed("a", tiles[0], Facing.E)]
    for turn, tile in enumerate(tiles[1:], start=1):
        events += [Bound(turn, 1, phase, "blue"), Moved("a", (tile,))]
    events.append(Bound(len(tiles), 1, phase, "blue"))
    known = evolve(battle.view("blue"), news=tuple(News(event) for event in events))
    situation = Situation(battle.ruleset, known, LEVELS["regular"], ThoughtCache(known.state.board))
    return {(x, 0): terms(situation, (x, 0))["effort"] for x in (0, 4, 8, 16)}


def test_to_go_round_in_three_turns_is_to_go_to_and_fro() -> None:
    """A tile that was left two movements ago costs less than the last one, more than a new one."""
    effort = walked((0, 0), (4, 0), (8, 0), (12, 0))

    assert effort[8, 0] < effort[4, 0] < effort[0, 0] < effort[16, 0] < 0


def test_to_go_back_costs_more_where_figures_move_and_attack_in_one_bound() -> None:
    """A figure that fires from cover in the same bound need not step out of it and back."""
    weights = LEVELS["regular"].weights

    assert walked((0, 0), (4, 0))[0, 0] == -weights.effort - weights.back
    assert walked((0, 0), (4, 0), ruleset="d20")[0, 0] == -weights.effort - weights.again


def test_to_turn_is_not_to_go_back() -> None:
    """A figure that has come one tile may look round as cheaply as any other."""
    battle = moving(field_of(20, 1), at={"a": (1, 0, "<"), "R": (9, 0)})
    events = (
        Placed("a", (0, 0), Facing.E),
        Bound(1, 1, "move", "blue"),
        Moved("a", ((1, 0),)),
        Bound(2, 1, "move", "blue"),
    )
    known = evolve(battle.view("blue"), news=tuple(News(event) for event in events))
    situation = Situation(battle.ruleset, known, LEVELS["regular"], ThoughtCache(known.state.board))

    assert situation.earlier_places["a"][0] == (0, 0)
    (options,) = rank_options(situation)
    turns = [dict(one.terms)["effort"] for one in options.best if one.order.verb == "turn"]
    assert set(turns) == {-150}


def clouded(side: str, until: int) -> Position:
    """A cloud of gas of a side on the three tiles before a figure."""
    numbers = {"factor": 3, "skill": 0, "x": 3, "y": 1}
    tiles = ((2, 1), (3, 1), (4, 1))
    return moving("a>. . . . . . . . . . .\n" * 3).after(
        Zoned("gas_1", "gas", side, tiles, numbers=numbers, until=until)
    )


@pytest.mark.parametrize("side", ["blue", "red"])
def test_gas_is_no_place_to_end_a_move_in(side: str) -> None:
    """Whoever fired it, it harms figures that begin their next bound in it."""
    situation = seen(clouded(side, 301))

    assert terms(situation, (3, 1))["zone"] < 0
    assert terms(situation, (6, 1))["zone"] == 0
    assert terms(seen(clouded(side, 201)), (3, 1))["zone"] == 0


def test_to_watch_in_vain_counts_for_less_each_turn() -> None:
    """Where nobody has come for some turns, being ready for whom one does not see is worth less."""
    battle = position("a>. . . . . . # . . R<\n. . . . . . . . . . .", ruleset="d20", kind="guard")

    def watch(turn: int) -> int:
        later = battle.bound("act", "blue", turn, 1)
        situation = seen(later)
        watches = [
            one.prospect
            for one in candidate_actions(situation, later.figure("a"))
            if one.order.verb == "overwatch"
        ]
        return max(watches)

    first, second, fifth = (watch(turn) for turn in (1, 2, 5))
    assert first > second > fifth > 0


def test_a_way_that_a_friend_stands_in_costs_what_it_takes() -> None:
    """Ways as long as a refused one are not free."""
    drawing = "a>{}. . . .\n. . . . . . "
    costs = [
        {place.tile: place.cost for place in draft(seen(battle), battle.figure("a")).places}
        for battle in (
            position(drawing.format(friend), ruleset="d20", kind="guard") for friend in (". ", "b>")
        )
    ]

    assert costs[0] == costs[1]
    assert all(cost > 0 for tile, cost in costs[1].items() if tile != (0, 0))


def ends_facing(battle: Position, *path: Tile) -> Facing:
    """Where blue's figure a looks after a walk."""
    order = Order.of("move", "a", path)
    return end_position(seen(battle), battle.figure("a"), path, order, "face").facing


def test_a_shield_is_turned_to_the_enemy_that_pierces_it() -> None:
    """A raider is nearer, but only the rocket behind it does anything to the car."""
    car = moving(
        "Q>. . . . . . . . . . . .\n. . . . a>. . . . . . R<.",
        kinds={"a": "armoured_car", "Q": "gun_crew", "R": "rocketeer"},
        weapons={"a": (), "Q": ()},
    )

    assert ends_facing(car, (5, 1)) is Facing.E


@pytest.mark.parametrize("ruleset", ["d100", "trait_die", "opposed_d6"])
def test_it_looks_out_of_the_window_that_it_has_gone_to(ruleset: str) -> None:
    """No enemy is known: one is expected outside, not along the wall."""
    room = """\
# # # # # . . . . . . . . . . . .
# . . . # . . . . . . . . . . . .
# . . . | . . . . . . . . . . . .
# . . . # . . . . . . . . . . . .
# . . a># . . . . . . . . . . . .
# # # # # . . . . . . . . . . . ."""
    phase = {"phase": "move"} if ruleset == "opposed_d6" else {}
    battle = position(room, ruleset=ruleset, **phase)  # type: ignore[arg-type]

    assert ends_facing(battle, (3, 3), (3, 2)) is Facing.E


def test_it_looks_where_a_remembered_enemy_comes_round_the_corner() -> None:
    """Not at the wall in between."""
    corner = """\
. . . . . . . . .
. # # # # . . . .
a># . . # . R<. .
. # # # # . . . .
. # # # # . . . .
. # # # # . . . ."""
    battle = remembering(position(corner, ruleset="d100", kind="trooper"))

    assert ends_facing(battle, (0, 3)) is Facing.N


def test_to_step_out_of_a_friends_line_of_fire_is_no_better_shot() -> None:
    """The figure itself has no target: what its friend gains is `lane`."""
    drawing = "a>. b>. . . . R<\n. . . . . . . . "
    battle = moving(drawing, kinds={"a": "machine_gunner"}, weapons={"b": ()})
    before, beside = (terms(seen(battle), tile, "b") for tile in ((3, 0), (3, 1)))

    assert before["fire"] == beside["fire"] == 0
    assert before["lane"] < beside["lane"] == 0


def test_no_shot_is_named_where_no_enemy_can_be_shot_at() -> None:
    """What a remembered enemy is counted for is no shot from there."""
    corner = "a># . . R<. . . \n. . . . . . . ."
    battle = remembering(position(corner, ruleset="d100", kind="trooper"))
    legal, situation = LegalOrders(battle.ruleset, battle.view()), seen(battle)
    (options,) = rank_options(situation)
    told = {
        words.rpartition(": ")[0]
        for one in options.best
        if one.order.verb == "move" and dict(one.terms)["fire"] > 100
        for words in term_lines(legal, _told(situation, one))
    }

    assert "may have a shot from there later" in told
    assert "better shots from there" not in told


def strolling(*, shot: bool = False, met: bool = False) -> Mapping[str, Weighed]:
    """What a figure may do that has gone two tiles in this bound, and what came of it."""
    battle = position("a>. . . . . . . . .\n" + ". " * 10, ruleset="d20", kind="guard")
    gone = battle.order("move a 1,0>2,0 face=E")
    known = gone.view("blue")
    more = [Fired("a", "carbine", at=(9, 0))] if shot else []
    seen_now = (("r", (9, 1)),) if met else ()
    news = (News(Bound(1, 1, "act", "blue")), News(Moved("a", ((1, 0), (2, 0))), sighted=seen_now))
    known = evolve(known, news=(*news, *(News(event) for event in more)))
    situation = Situation(battle.ruleset, known, LEVELS["regular"], ThoughtCache(known.state.board))
    return {str(one.order): one for made in rank_options(situation) for one in made.best}


def back(options: Mapping[str, Weighed]) -> bool:
    """Whether any of them leads back to where the figure came from."""
    return any(
        one.order.verb == "move" and one.order.target_path[-1] in {(0, 0), (1, 0)}
        for one in options.values()
    )


def test_it_does_not_go_back_in_the_same_bound_for_nothing() -> None:
    """It may if it has attacked, or an enemy has come into sight."""
    assert not back(strolling())
    assert back(strolling(shot=True))
    assert back(strolling(met=True))


def test_a_figure_that_has_long_seen_nobody_moves_for_less() -> None:
    """Else the last ones stay where they began though nothing holds them."""
    battle = position("a>. . . . . . # R<\n. . . . . . . # . ", ruleset="d20", kind="guard")

    def effort(turn: int) -> int:
        return terms(seen(battle.bound("act", "blue", turn, 1)), (3, 0))["effort"]

    assert effort(1) < effort(2) < effort(4) < 0


def test_a_figure_on_its_way_does_not_aim_at_nobody() -> None:
    """It would walk on in its next bound, and the aim be lost; one that stays may aim."""
    wall = ". . a>. . . . # . R<\n. . . . . . . # . . \n. . . . . . . . . . "
    battle = remembering(position(wall, ruleset="d100", kind="trooper"))

    def aim(battle: Position) -> int:
        situation = seen(battle)
        able = candidate_actions(situation, situation.view.state.figures["a"])
        return max(one.prospect for one in able if one.order.verb == "aim")

    assert aim(battle) > 0 == aim(battle.order("move a 3,0 face=E"))


AMBUSH = """\
. . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . .
. . . . . . . . . . . . . . . . . . . . . . . . . . . . # . . . . .
b>. . . . . . . . . . . . . . . . . . . . . . . . . . . # . . . . .
. . . . . . . . . . . . . . . . . . . . . . . . . . . . # . . . . .
a>. . . . . . . . . . . . . . . . . . . . . . . . . . . # R<. . . .
. . . . . . . . . . . . . . . . . . . . . . . . . . . . # Q<. . . .
c>. . . . . . . . . . . . . . . . . . . . . . . . . . . # . . . . .
. . . . . . . . . . . . . . . . . . . . . . . . . . . . # . . . . ."""


def lone(battle: Position, name: str, tile: Tile) -> int:
    """What it counts against a tile that it is far ahead of the others."""
    return terms(seen(battle), tile, name)["lone"]


def test_no_figure_runs_far_ahead_of_the_others_into_the_unknown() -> None:
    """As far as enemies are not known; near its friends, and back to them, it goes freely."""
    battle = position(AMBUSH, ruleset="d100", kind="trooper")
    joined = position(
        AMBUSH.replace("b>. . . . . . . . . ", ". . . . . . . . . b>").replace(
            "c>. . . . . . . . . ", ". . . . . . . . . c>"
        ),
        ruleset="d100",
        kind="trooper",
    )
    known = position(AMBUSH.replace("# R<", "R># ").replace("# Q<", "Q># "), ruleset="d100")

    assert lone(battle, "a", (18, 4)) < lone(battle, "a", (12, 4)) < 0
    assert lone(battle, "a", (5, 4)) == lone(joined, "a", (12, 4)) == 0
    assert lone(known, "a", (18, 4)) == 0


def test_a_short_advance_of_several_beats_a_run_of_one() -> None:
    """A place that pays far ahead, near the enemy, is no reason to run towards it by itself."""
    yard = Objective("yard", "blue", "hold", 1, area=(30, 2, 33, 6))
    battle = position(AMBUSH, ruleset="d100", kind="trooper", objectives=(yard,))
    best = [made.best[0].order.target_path[-1] for made in rank_options(seen(battle))]

    assert max(tile[0] for tile in best) <= 10


def test_behind_a_wall_it_does_not_turn_its_back_to_the_enemy() -> None:
    """The first tile in sight that the enemy may enter lies behind it, where others stand."""
    nook = """\
. . . . # . . . . .
. . a>. # . . . R<.
. . . . # . . . . .
. # # # # . . . . .
. . . . . . . . . ."""
    battle = remembering(position(nook, ruleset="d100", kind="trooper"))

    assert ends_facing(battle, (3, 1)) is Facing.E


STREET = """\
# # # . . . . . . . . . # # # #
# # # . . . . . . . . . # # # #
a>. . . . . . . . . . . . . # #
# # # . . . . . . . . # # # # #
# # # . . . . . . . . # # # # #
# # # . . . . . . . . # # # # #
# # # . . . . . . . . # # # # #
# # # . . . . . R^. . . # # # #
# # # b>. . . . . . . . # # # #"""


def test_a_run_that_may_stop_short_is_judged_by_where_it_stops() -> None:
    """The house across the street is out of the gun's sight, but only a 6 leads there."""
    yard = Objective("yard", "blue", "hold", 3, area=(12, 2, 13, 2))
    arms: Mapping[str, tuple[str, ...]] = {"a": (), "b": ()}
    kinds = {"R": "gun_crew"}
    battle = position(STREET, ruleset="trait_die", kinds=kinds, weapons=arms, objectives=(yard,))
    across = weighed(battle)["run a 1,2>12,2 face=SW"]
    ((_, short),) = battle.ruleset.mishaps(battle.state, across.order)

    assert short == Fraction(5, 6)
    assert dict(across.terms)["reply"] < 0
    assert across.gain < 0


LAST_MAN = """\
. . . . . . # . . . . . . . . . . .
a>. . . . . # . . . . . . . . . . .
. . . . . . # . . . . . . . . . . .
. . . . . . # . . . . . . . . . . .
b>. . . . . . . . . . . . . . . R<."""


def broken_at(battle: Position, **percents: int) -> Position:
    """The battle with break points, in percent."""
    setup = battle.state.setup
    sides = {
        name: evolve(side, break_point=percents.get(name, 0)) for name, side in setup.sides.items()
    }
    return evolve(battle, state=evolve(battle.state, setup=evolve(setup, sides=sides)))


def test_a_side_that_the_next_loss_breaks_takes_care_of_its_figures() -> None:
    """With many more to lose nothing of that is weighed; one of two of them is weighed in part."""
    yard = Objective("yard", "blue", "hold", 1, area=(8, 2, 12, 4))
    battle = position(LAST_MAN, ruleset="d20", kind="guard", objectives=(yard,))

    def reply(percent: int) -> int:
        return terms(seen(broken_at(battle, blue=percent)), (9, 3), "a")["reply"]

    assert reply(50) < reply(100) < reply(0) < 0


def test_the_loss_that_breaks_the_enemy_is_worth_more() -> None:
    """It ends the battle."""
    battle = position(LAST_MAN, ruleset="d20", kind="guard")
    stakes = [
        max(dict(one.terms)["enemy stake"] for name, one in weighed(b).items() if "fire" in name)
        for b in (battle, broken_at(battle, red=100))
    ]

    assert stakes[0] == 0 < stakes[1]


QUAY = """\
. . . . . . . . . . . . . . . . . . . . . .
. . . . . . . . . . . . . . . . . . . . . .
a>b>c>. . . . . . . . . . . . . . . . . R<.
. . . . . . . . . . . . . . . . . . . . . .
. . . . . . . . . . . . . . . . . . . . . ."""


def drawn(battle: Position, name: str) -> tuple[int, int]:
    """What draws a figure to the edge of the quay, and to a tile six tiles before it."""
    situation = seen(battle)
    edge, before = (terms(situation, (x, 2), name)["goal"] for x in (4, 10))
    return edge, before


def test_some_stay_where_the_enemy_would_leave_the_field() -> None:
    """Nothing is paid to the side itself there, but the battle is lost where the enemy gets in.

    The two nearest are to stay, the others go on.
    """
    ferry = Objective("ferry", "red", "reach", 6, area=(0, 1, 4, 3), figures=("r",), decisive=True)
    battle = moving(QUAY, objectives=(ferry,))
    edge, before = drawn(battle, "c")
    other_edge, other_before = drawn(battle, "a")

    assert edge > before + 400
    assert other_edge < other_before


def test_a_place_that_only_the_fallen_could_be_paid_for_draws_nobody() -> None:
    """Once the figure that was to get there is out, there is nothing to guard."""
    ferry = Objective("ferry", "red", "reach", 6, area=(0, 1, 4, 3), figures=("q",), decisive=True)
    battle = moving(QUAY.replace(". R<", "Q<R<"), objectives=(ferry,))
    before, after = (
        [goal.id for goal in seen(one).goals] for one in (battle, battle.after(Left("q", "downed")))
    )

    assert before == ["ferry", "ferry", "contact"]
    assert after == ["contact"]


def test_an_enemy_one_step_from_the_gate_counts_almost_all_it_would_score() -> None:
    """A little farther away half of it, and nothing if it cannot come soon."""
    gate = Objective("gate", "red", "reach", 6, area=(0, 1, 0, 3))
    battle = moving(QUAY, objectives=(gate,))
    situation = seen(battle)
    near, soon, far = (
        prize(situation.view, situation.cache, "r", tile) for tile in ((1, 2), (5, 2), (12, 2))
    )

    assert near > soon > far == 0
    assert near * 500 == soon * 900


OFFICE = """\
. # # # + # # . .
. # . . V<. # . .
. + . . . . # . .
. # . . . . # . .
. # . . . . # . .
. # . . R<U<# . .
. # . . . Q<# . .
. # # # . # # . .
. . . . a^. . . .
. . . . . . . . ."""


def test_a_blast_is_aimed_by_where_it_may_land() -> None:
    """Under d100: at the tile that costs the enemy most over all landings, of all that are near."""
    arms, kinds = {"a": ("frag_grenade",)}, dict.fromkeys("aRQUV", "trooper")
    battle = position(OFFICE, ruleset="d100", weapons=arms, kinds=kinds)
    situation, figure = seen(battle), battle.figure("a")
    known = battle.ruleset.suggestions.actions(battle.view("blue"), "a")
    first = next(one for one in known if one.verb == "bombard")

    def gain(order: Order) -> Fraction:
        struck = judge_action(situation, figure, order).expected_losses
        own = [one.lost for one in struck if one.figure == "a"]
        return sum((one.lost for one in struck), Fraction(0)) - 2 * sum(own, Fraction(0))

    others = [battle.line("bombard a {},{}".format(*battle.figure(name).tile)) for name in "RQUV"]
    assert gain(first) >= max(map(gain, others))


@pytest.mark.parametrize(("turns", "drawn_in"), [(9, False), (1, True)])
def test_a_place_that_pays_at_the_end_is_entered_at_the_end(turns: int, *, drawn_in: bool) -> None:
    """Before that it is enough to be near enough."""
    ramp = Objective("ramp", "blue", "escort", 4, area=(8, 0, 9, 4))
    situation = seen(moving(QUAY, objectives=(ramp,), turns=turns))
    outside, inside = (terms(situation, (x, 2), "c")["goal"] for x in (4, 8))

    assert (inside > outside) is drawn_in


SQUARE = """\
. . . # . . . . . . . . .
a>. . # . . . . . . R<. .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . Q<. .
b>. . . . . . . . . . . ."""


def test_nobody_walks_before_guns_for_a_shot_that_he_will_hardly_have() -> None:
    """They shoot first: what is left of the figure by then is all that its shot counts for."""
    battle = moving(
        SQUARE,
        kinds={"a": "rifleman", "b": "gun_crew", "R": "machine_gunner", "Q": "rifleman"},
        weapons={"b": ()},
        under={"b": "&"},
    )
    found = weighed(battle)
    bare, behind = (found[f"move a {way}"] for way in ("1,2>3,2 face=E", "1,1>2,1 face=SE"))

    assert bare.gain < 0 < behind.gain


@each_system
@pytest.mark.parametrize("shot", [False, True])
def test_to_pass_over_where_it_has_been_in_this_bound_is_to_go_back(
    ruleset: str, shot: bool
) -> None:
    """Though its way ends beyond: for nothing it may not, and after an attack it costs the same."""
    battle = position("R># . . . a>. . . . . . .", ruleset=ruleset, kind=SOLDIERS[ruleset])
    known = battle.order("move a 6,0 face=W").view("blue")
    gone, fired = Moved("a", ((6, 0),)), Fired("a", "carbine", at=(9, 0))
    events = (Bound(1, 1, known.state.clock.phase, "blue"), gone, *((fired,) if shot else ()))
    known = evolve(known, news=tuple(News(event) for event in events))
    situation = Situation(battle.ruleset, known, LEVELS["regular"], ThoughtCache(known.state.board))
    (options,) = rank_options(situation)
    moves = [one for one in options.best if one.order.verb == "move"]
    beyond = {
        dict(one.terms)["effort"] for one in moves if one.order.target_path[-1] in {(3, 0), (4, 0)}
    }

    assert beyond == ({-1650} if shot else set())


DEN = """\
. . . . . . . . . . . . . . . . . .
. . . # # # # # . . . . . . . . . .
. . . # . . . # . . . . . . . . . .
. a>. . . . R># . . . . . . . . . .
. . . # . . . # . . . . . . . . . .
. . . # # # # # . . . . . . . . Q<.
. . . . . . . . . . . . . . . . . ."""


def test_it_enters_a_place_that_pays_once_though_a_weak_enemy_is_in_it() -> None:
    """To stand before it is worth little beside that: what is paid is kept."""
    den = Objective("den", "blue", "reach", 2, area=(4, 2, 6, 4))
    slay = Objective("slay", "blue", "destroy", 1)
    yard = Objective("yard", "blue", "hold", 2, area=(14, 2, 16, 4))
    battle = position(
        DEN,
        ruleset="dice_pool",
        kind="soldier",
        weapons={"R": ()},
        objectives=(den, slay, yard),
        turns=8,
    )

    assert weighed(battle)["move a 2,3>4,3 face=E"].gain > 0


def test_some_stay_near_a_figure_on_which_objectives_lay() -> None:
    """The two nearest; the others go on, and so do all where objectives lay as much on each."""
    rows = f"{field_of(20, 1)}\na>b>c>d>. . . . . . . . . . . . . . . R<\n{field_of(20, 1)}"
    silence = Objective("silence", "red", "destroy", 8, figures=("a",))
    others = Objective("others", "red", "destroy", 1, figures=("b", "c", "d"))

    def onward(name: str, *objectives: Objective) -> int:
        situation = seen(moving(rows, objectives=objectives))
        near, far = (terms(situation, (x, 1), name)["goal"] for x in (5, 12))
        return far - near

    alone = {name: onward(name, silence, others) for name in "abcd"}
    equal = {name: onward(name, others) for name in "abcd"}

    assert alone["a"] == equal["a"]
    assert 0 < alone["b"] < alone["c"] < alone["d"] == equal["d"]
