"""Orders where a figure stands that players called stupid: one small position each."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from attrs import evolve

from skirmish.ai import Stream, think
from skirmish.ai.actions import judge_action
from skirmish.ai.choose import _doubted
from skirmish.ai.explanation import Weighed
from skirmish.core.events import Hurt, Left, Posed, Scored
from skirmish.core.geometry import Facing, Tile
from skirmish.core.orders import Order
from skirmish.core.state import Objective
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.presentation.reasons.ai_reasons import candidate_lines
from skirmish.rulesets.attack import Attack
from skirmish.rulesets.common.harm import DOWNED
from skirmish.rulesets.d20.figures import kind_of
from skirmish.rulesets.registry import RULESETS
from tests.ai.ranking import rank_options
from tests.ai.test_faults import ends_facing, weighed
from tests.ai.test_systems import orders_of, remembering, verbs
from tests.ai.test_terms import LANE, moving, seen, terms
from tests.position import Position, field_of, position

LANDING = """\
. . . . . . a>. . .
. . . . . . . . . .
. R>. . . . . . . .
. . . . . . . . . ."""
GATE = Objective("gate", "blue", "reach", 3, area=(6, 0, 9, 0), decisive=True)
"""Who ends a bound there wins."""


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("level", ["recruit", "regular"])
def test_it_ends_the_bound_that_wins(ruleset: str, level: str) -> None:
    """The figure stands where it wins: no shot at anybody comes first."""
    battle = position(LANDING, ruleset=ruleset, objectives=(GATE,))
    reasons = think(battle.ruleset, battle.view(), level, Stream("x")).explanation

    assert reasons.chosen.order.verb == "end"
    told = candidate_lines(LegalOrders(battle.ruleset, battle.view()), reasons.chosen)
    assert any("ends the battle: victory" in line for line in told)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_it_goes_where_it_wins_before_it_shoots(ruleset: str) -> None:
    """One step from there it takes that step first, though an enemy stands before it.

    Its remark has no risk, as no enemy acts before the end; under opposed d6 enemies fire first.
    """
    phase = {"phase": "move"} if ruleset == "opposed_d6" else {}
    drawing = LANDING.replace(". a>. . .", "a>. . . .")
    battle = position(drawing, ruleset=ruleset, objectives=(GATE,), **phase)  # type: ignore[arg-type]
    reasons = think(battle.ruleset, battle.view(), "regular", Stream("x")).explanation
    told = candidate_lines(LegalOrders(battle.ruleset, battle.view()), reasons.chosen)

    assert reasons.chosen.order.target_path[-1] in {(6, 0), (7, 0), (8, 0), (9, 0)}
    risky = any("may move first" in line for line in told)
    assert risky == (ruleset == "opposed_d6"), told


@pytest.mark.parametrize(("turns", "won"), [(1, True), (2, False)])
def test_with_the_lead_it_ends_the_last_turn(turns: int, won: bool) -> None:
    """What it holds is paid for, and no shot can add to that."""
    yard = Objective("yard", "blue", "hold", 2, area=(0, 0, 2, 2))
    drawing = "a>. . . . R<\n. . . . . . \n. . . . . . "
    opening = position(drawing, ruleset="trait_die", first="red", objectives=(yard,), turns=turns)
    battle = opening.bound("act", "blue", 1, 2)
    reasons = think(battle.ruleset, battle.view(), "regular", Stream("x")).explanation

    assert (reasons.chosen.order.verb == "end") is won


def test_the_step_into_a_place_that_wins_comes_first_in_the_last_bound() -> None:
    """Before any attack."""
    yard = Objective("yard", "blue", "hold", 2, area=(4, 0, 4, 0))
    opening = position(
        "a>. . . . . R<\n" + ". " * 7, ruleset="trait_die", first="red", objectives=(yard,), turns=1
    )
    battle = opening.bound("act", "blue", 1, 2)
    best = [made.best[0].order for made in rank_options(seen(battle))]

    assert [order.target_path[-1] for order in best] == [(4, 0)]


def test_the_last_enemy_is_worth_the_battle() -> None:
    """If the shot rather puts it out than not; with another one about it is a shot like others."""
    ends = []
    for other in (". ", "Q<"):
        drawing = f"a>R<. . . {other}\n. . . . . . "
        battle = position(drawing, ruleset="d20", kind="guard")
        down = battle.after(Hurt("r", kind_of(battle.figure("r")).hp - 1))
        shot = next(one for name, one in weighed(down).items() if name.startswith("fire a r"))
        ends.append(dict(shot.terms)["victory"])

    assert ends[0] > 0 == ends[1]


def test_a_fall_that_only_draws_the_battle_is_not_called_a_victory() -> None:
    """In the last bound: one point behind, a fall pays one, and the one before has been paid."""
    goal = Objective("all", "blue", "destroy", 1)
    opening = position(
        "a>R<. . G<H<\n" + ". " * 6, ruleset="d20", first="red", objectives=(goal,), turns=1
    )
    fell = (Left("g", DOWNED), Scored("blue", 1, "all", figure="g"), Scored("red", 2, "other"))
    hurt = Hurt("r", kind_of(opening.figure("r")).hp - 1)
    battle = opening.bound("act", "blue", step=2).after(*fell, hurt)
    shot = next(one for name, one in weighed(battle).items() if name.startswith("fire a r"))
    told = candidate_lines(LegalOrders(battle.ruleset, battle.view()), shot)

    assert dict(shot.terms)["draw"] > 0
    assert "ends the battle: a draw, not a defeat" in " ".join(told), told


def test_scratches_do_not_stop_an_attack() -> None:
    """No fragment stops a man in a shell, and the thrower is struck as well: it is not worth it."""
    drawing, arms = "a>. . . . R<", {"a": ("frag_grenade",)}
    battle = position(drawing, ruleset="d100", kind="trooper", kinds={"R": "shell"}, weapons=arms)
    throw = weighed(battle)["bombard a 5,0"]

    assert dict(throw.terms)["threat"] == 0
    assert throw.gain < 100


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_stops_an_attack_counts_for_it(ruleset: str) -> None:
    """Being out, or stunned, Shaken, suppressed; nothing that leaves the figure its weapon."""
    battle = position("a>. . R<. . .\n. . . . . Q<.", ruleset=ruleset)
    shot = judge_action(seen(battle), battle.figure("a"), battle.line("fire a r"))
    (struck,) = shot.expected_losses
    plan, rules = battle.ruleset.attack(battle.state, shot.order), battle.ruleset.outcomes
    assert isinstance(plan, Attack)

    assert 0 < struck.stops <= struck.hit
    stopped = plan.odds_on("r").chance(lambda out: rules.stops(battle.state, "r", out))
    assert struck.stops == stopped


@pytest.mark.parametrize(("acts", "tokens"), [(2, 0), (3, 0), (3, 1)])
def test_an_empty_weapon_is_loaded_as_the_last_action(acts: int, tokens: int) -> None:
    """Nothing is rolled for it, so that a fourth action is as good as a first."""
    kept = {"tokens": tokens, "spare": 4, "acts": acts}
    battle = position("a>. . . . . R<", ruleset="trait_die", kind="trooper", counters={"a": kept})

    given = verbs(orders_of(battle)[0])
    assert ("reload" in given) is (tokens == 0 or "fire" in given)  # the last token may be fired


def test_a_recruit_misjudges_its_moves_alike() -> None:
    """Many ways to walk are not many chances to think too well of one, so it shoots as well."""
    battle = position(
        f"{LANE}\n{LANE}".replace("R<", ". ", 1).replace("a>", ". ", 1), ruleset="d100"
    )
    situation = seen(battle, "recruit")
    (options,) = rank_options(situation)
    signs = set[tuple[bool, ...]]()
    for number in range(20):
        doubted = _doubted(situation, Stream(f"{number}"), options).best
        walks = [one for one in doubted if one.order.verb == "move"]
        signs.add(tuple({dict(one.terms)["doubt"] > 0 for one in walks}))

    assert signs <= {(False,), (True,), ()}


def test_a_recruit_does_what_gains_anything() -> None:
    """It takes less for more, but never something for nothing."""
    battle = position("a>R<", ruleset="d100", kind="recruit")
    for number in range(20):
        order = think(battle.ruleset, battle.view(), "recruit", Stream(f"{number}")).order
        assert order.verb != "end"


def test_an_aim_is_for_the_next_shot_alone() -> None:
    """The second shot of a phase has none of it, so that two shots now are better."""
    battle = position("a>. . R<\n. . . . . ", ruleset="d100", kind="recruit")

    assert [str(order) for order in orders_of(battle)[0]][:2] == ["fire a r", "fire a r"]


def test_an_attack_does_not_keep_the_aim_that_it_ends() -> None:
    """An aim counts for the burst after it by what it adds to that: here for less than a walk."""
    drawing = "a>" + 20 * ". " + "R<\n" + 23 * ". "
    battle = position(drawing, ruleset="trait_die", kind="walker")
    aim, *_ = (one for name, one in weighed(battle).items() if name.startswith("aim"))
    best = max(one.plan for name, one in weighed(battle).items() if name.startswith("fire"))

    assert 0 < aim.plan < best
    assert "aim" not in verbs(orders_of(battle)[0])


FIGHT = """\
. . . . . . . . . .
. . . b>R<. . . . .
. . . . . . . . . .
. . . . . . a<. . ."""


def walks_of(battle: Position) -> Mapping[Tile, Weighed]:
    """The walks that are weighed, by where they lead."""
    walks = (one for one in weighed(battle).values() if one.order.verb == "move")
    return {one.order.target_path[-1]: one for one in walks}


def test_a_figure_joins_a_fight_where_the_enemy_cannot_recoil() -> None:
    """From behind, a lost fight downs it; beside it, it would only be pushed back."""
    battle = position(FIGHT, phase="move", kind="rifleman")
    walks = walks_of(battle)
    fights = {tile: dict(one.terms)["fight"] for tile, one in walks.items()}

    assert fights[5, 1] > fights[5, 2] > 0 == fights[6, 2]
    assert orders_of(battle)[0][0].target_path[-1] == (5, 1)


def test_a_figure_does_not_make_a_fight_worse() -> None:
    """By the edge of the map it could not recoil itself; a wall already stops the enemy."""
    drawing = FIGHT.replace("R<. ", "R<# ").replace("a<", ". ").replace(". . . .", ". a>. .", 1)
    battle = position(drawing, phase="move", kind="rifleman")
    walks = walks_of(battle)

    assert dict(walks[3, 0].terms)["fight"] < 0 > walks[3, 0].gain


FINISHED = """\
. . . . . . . . . . . a^. . . . . . . . . . .
Q>. . . . . . . . . . . . . . . . . . . . . R<
. . . . . . . . . . . b>. . . . . . . . . . ."""
HURT: Mapping[str, object] = {
    "kinds": {"a": "veteran", "b": "heavy_gun_team"},
    "counters": {"R": {"injury": 1}},
}


def test_an_enemy_that_a_friend_will_finish_draws_no_others() -> None:
    """The gun looks at it: another one is better for the rest, though it is whole."""
    guarded = moving(FINISHED, **HURT)
    alone = moving(FINISHED.replace("b>", ". "), **HURT)

    assert ends_facing(alone, (11, 0)) is Facing.E
    assert ends_facing(guarded, (11, 0)) is Facing.W


CHARGED = """\
. . . . . . . . . . .
. . . . a>R<. . . . .
. . . . . . . . . . .
. . c>. . . . . . . .
. . . . . . . . . . ."""


def test_an_enemy_that_a_friend_holds_need_not_be_held_again() -> None:
    """It can shoot at nobody else as it is."""
    situation = seen(moving(CHARGED))
    beside, aside = (terms(situation, tile, "c")["reply"] for tile in ((4, 2), (3, 3)))

    assert beside < aside == 0


BEHIND = """\
. . . . . . . # . . . . . . . . . . . .
. . . . . . . # . . . . . . . . # . . .
a>. . . . . . # . . . . . . . . # R<. .
b>. . . . . . # . . . . . . . . # . . .
. . . . . . . . . . . . . . . . # Q<. ."""
YARD = Objective("yard", "blue", "hold", 1, area=(11, 1, 13, 3))


def farthest(battle: Position, turn: int) -> int:
    """How far a side that is one point behind goes, as far as dice let it."""
    late = battle.after(Scored("red", 1, "other")).bound(battle.state.clock.phase, "blue", turn, 1)
    given, _ = orders_of(remembering(late, "q"))
    moves = (order for order in given if order.verb in ("move", "run"))
    return max(order.target_path[-1][0] for order in moves)


@pytest.mark.parametrize(
    ("ruleset", "goal"),
    [("d100", Objective("slay", "blue", "destroy", 1)), ("trait_die", YARD)],
)
def test_who_is_behind_goes_out_while_there_is_time(ruleset: str, goal: Objective) -> None:
    """Behind the wall nothing can happen to it, and nothing can be won."""
    battle = position(BEHIND, ruleset=ruleset, kind="trooper", objectives=(goal,), turns=8)

    assert farthest(battle, 3) < 7 < farthest(battle, 7)


def test_nobody_waits_for_an_enemy_that_need_not_come() -> None:
    """To be ready for it and to be safe count for less, the fewer turns are left."""
    battle = position(BEHIND, ruleset="trait_die", kind="trooper", turns=8)

    def safety(score: int, turn: int) -> int:
        lead = battle.after(Scored("blue", score, "other"), Scored("red", 1, "other"))
        return seen(lead.bound("act", "blue", turn, 1)).safety

    behind = [safety(0, turn) for turn in (5, 6, 7, 8)]
    assert behind == sorted(behind, reverse=True)
    assert behind[0] == safety(2, 8) == safety(1, 7) == 1000
    assert behind[-1] == safety(1, 8) < behind[-2] < 1000


CELLAR = """\
. # # # # # # # . . . . . . . .
. # . . . . . # . . . . . . . .
. # . . . . . # . . . . . . . .
. # a>. . . . + . . . . R<. . .
. # . . . . . # . . . . Q<. . .
. # b>. . . . # . . . . . . . .
. # # # # # # # . . . . . . . ."""


def test_a_door_that_decides_the_battle_is_watched() -> None:
    """What an enemy that comes in would be paid counts for the shots at it in its bound."""
    well = Objective("well", "red", "reach", 10, area=(1, 2, 4, 5))
    keep = Objective("keep", "blue", "hold", 1, area=(1, 2, 4, 5))

    def battle(*goals: Objective) -> Position:
        start = position(CELLAR, ruleset="d20", kind="guard", objectives=goals, turns=9)
        return remembering(start.bound("act", "blue", 3, 1), "q")

    def watch(*goals: Objective) -> int:
        return dict(weighed(battle(*goals))["overwatch a when=20%"].terms)["prospect"]

    assert watch(well, keep) > watch(keep) > 0
    given = verbs(orders_of(battle(well, keep))[0])
    assert (given.count("overwatch"), given.count("aim")) == (2, 0)


@pytest.mark.parametrize("level", ["recruit", "regular"])
@pytest.mark.parametrize("weapon", ["frag_grenade", "plasma_grenade"])
@pytest.mark.parametrize("away", [1, 3])
def test_no_blast_that_loses_by_its_own_harm(level: str, weapon: str, away: int) -> None:
    """Where friends stand round an enemy; no level misjudges that."""
    friends = {
        "b": (9, 5 - away),
        "c": (9, 5 + away),
        "d": (9 + away, 5),
        "e": (9 + away, 5 - away),
    }
    places: Mapping[str, tuple[int, int]] = {"a": (1, 5), "R": (9, 5), **friends}
    arms = {"a": (weapon,)}
    battle = position(field_of(16, 11), ruleset="d100", kind="trooper", at=places, weapons=arms)
    told = [weighed(battle)[str(order)] for order in thrown(battle, level)]

    assert [str(one.order) for one in told if one.gain < 0] == []


def thrown(battle: Position, level: str) -> list[Order]:
    """The first orders in many thoughts, as far as they are throws."""
    known = battle.view()
    first = [think(battle.ruleset, known, level, Stream(f"{n}")).order for n in range(12)]
    return [order for order in first if order.verb == "bombard"]


@pytest.mark.parametrize("acts", [3, 4])
def test_an_attack_is_weighed_whatever_has_been_done_before(acts: int) -> None:
    """A fourth shot is harder to hit with, and better than none."""
    battle = position(
        "a>. . . . . R<", ruleset="trait_die", kind="trooper", counters={"a": {"acts": acts}}
    )

    assert "fire" in verbs(orders_of(battle)[0])


def test_every_target_is_weighed() -> None:
    """However many others are better to hit: objectives may lay on one of them."""
    battle = position(
        ". . . . . . . . . . P<\na>. . . . . . . . Q<. \n. . . . . . . . . . R<",
        ruleset="trait_die",
        kind="trooper",
        under={"P": "&"},
    )
    targets = {one.order.target for one in weighed(battle).values() if one.order.verb == "fire"}

    assert targets == {"p", "q", "r"}


FEW, HALF = {"rounds": 20, "spent": 5}, {"rounds": 12, "spent": 5}


@pytest.mark.parametrize("drawing", ["a>. . R<. . .", "a>. . . . # . R<"])
def test_a_magazine_that_is_nearly_full_is_not_loaded_instead_of_aiming(drawing: str) -> None:
    """The first rounds that are missing hardly matter, with an enemy in sight or without."""
    rounds = [
        weighed(
            remembering(
                position(
                    f"{drawing}\n. . . . # . . . . .",
                    ruleset="d20",
                    kind="veteran",
                    weapons={"a": ("assault_rifle",), "R": ()},
                    counters={"a": counters},
                )
            )
        )
        for counters in (FEW, HALF)
    ]
    few, half = (
        {one.order.verb: one.plan for one in found.values() if one.order.verb in ("aim", "reload")}
        for found in rounds
    )

    assert few["reload"] < few["aim"]
    assert half["reload"] > half["aim"]


def test_to_stand_up_for_what_pays_in_the_last_turn_is_not_to_be_safe() -> None:
    """To lie down is: that counts for less to a side that is not ahead."""
    battle = position("a>" + ". " * 14 + "R<\n" + ". " * 16, ruleset="d100", kind="trooper")
    lies = battle.after(Posed("a", "prone"))

    def prospect(start: Position, line: str, turns: int) -> int:
        setup = evolve(start.state.setup, turns=turns)
        then = evolve(start, state=evolve(start.state, setup=setup))
        return judge_action(seen(then), then.figure("a"), then.line(line)).prospect

    assert prospect(lies, "pose a standing", 1) == prospect(lies, "pose a standing", 9)
    assert prospect(battle, "pose a prone", 1) < prospect(battle, "pose a prone", 9)
