"""What is told of a way is what happens on it: who fires, at which step, with which odds."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import prod
from typing import Any

import pytest
from attrs import evolve

from skirmish.core import events as ev
from skirmish.core.dice import Roller
from skirmish.core.events import Counted
from skirmish.presentation.odds.forecast import forecast_order
from skirmish.presentation.odds.forecast_rows import first_rows, forecast_rows
from skirmish.presentation.wording import percent
from skirmish.rulesets.attack import Attack, odds_of
from skirmish.rulesets.engine import carry_out
from skirmish.rulesets.foresight import Danger, dangers
from tests.position import Position, position
from tests.rulesets.d20 import blocks as d20
from tests.rulesets.d100 import blocks as d100
from tests.rulesets.dice_pool import blocks as dice_pool
from tests.rulesets.opposed_d6 import blocks as opposed_d6
from tests.rulesets.trait_die import blocks as trait_die

SEEDS = 300
MANY = 400
FIELD = """
    . . . . . . . . . .
    a>. . . . . . . R<.
    . . . . . . . . Q<.
    . . . . . . . . . ."""
ALONG, ASIDE = "move a 3,1", "move a 0,3"


def battle(ruleset: str, drawing: str, blocks: Any, **more: Any) -> Position:
    """Two enemies with a gun each, and a, who is hard to put out; red's bound."""
    arms = {letter: more.pop(letter, (blocks.gun(),)) for letter in "RQ" if letter in drawing}
    kinds = {letter: blocks.man() for letter in arms}
    tough = more.pop("tough")
    return position(
        drawing,
        ruleset=ruleset,
        side="red",
        first="red",
        weapons={"a": (), **arms},
        kinds={"a": tough, **kinds},
        **more,
    )


def overwatch() -> Position:
    """d20: two watchers, who fire as long as they have points; bursts kick, shots do not."""
    arm = d20.gun(fire_rate=1, ap_single=0)
    begun = battle("d20", FIELD, d20, tough=d20.man(hp=90), R=(arm,))
    return begun.order("overwatch r mode=burst").order("overwatch q").order("end")


def held() -> Position:
    """Dice pool: two held shots, each fired once."""
    arm = dice_pool.gun(modes=("sa",))
    tough = dice_pool.man(body=9, reaction=5)
    begun = battle("dice_pool", FIELD, dice_pool, tough=tough, R=(arm,), Q=(arm,))
    return begun.order("hold r").order("hold q").order("end")


def told(begun: Position, order: str) -> tuple[Danger, ...]:
    """What blue is told of a move."""
    return dangers(begun.ruleset, begun.view("blue"), begun.line(order))


@pytest.mark.slow
@pytest.mark.parametrize("begun", [overwatch(), held()], ids=["d20", "dice_pool"])
@pytest.mark.parametrize("order", [ALONG, ASIDE])
def test_what_is_told_of_watched_ground_is_what_is_rolled_there(
    begun: Position, order: str
) -> None:
    """D20-41 to D20-45, POOL-F14: as long as nothing comes of the attacks, the next is the next.

    Each is rolled on the very odds that are told; where nothing came of any, all were told.
    """
    foretold, spared = told(begun, order), begun.ruleset.outcomes.no_effect
    through = 0
    for seed in range(SEEDS):
        done = carry_out(begun.ruleset, begun.state, "blue", begun.line(order), Roller(str(seed)))
        left = list(foretold)
        for attempt in done.attempts:
            danger = next(one for one in left if one.enemy == attempt.figure)
            left.remove(danger)
            assert danger.shot is not None
            there = odds_of(attempt.plan(), spared).figures["a"]
            assert there == danger.shot.odds.figures["a"]
            if attempt.outcomes["a"] != spared:
                break
        else:
            assert left == []
            through += 1

    assert foretold
    assert through


ACROSS = """
    P3. . Rv. . . . . . . . . .
    . . . . . . . . . . . . . .
    a>. . . . . . . . . . . . .
    . . . . . . . . . . . . . .
    . . . . . . . . . Q7. . . ."""
WALKS = [(moves, end) for moves in (6, 8, 10, 12) for end in range(2, moves + 1, 2)]


SHADE = """
    . . . Rv. . . . . . . . . b<
    # # # . . . . . . . . . . .
    a>. . . . . . . . . . . . .
    # # # # # . . . . . . . . .
    . . . . . . . . . . . . . ."""
"""Nobody sees where a begins, and b sees the gun."""


def crossing(drawing: str, moves: int, reach: int) -> Position:
    """Opposed d6: a may go so far, past three guns that reach so far."""
    return position(
        drawing,
        kinds={"a": evolve(opposed_d6.TROOPER, move=moves)},
        kind=opposed_d6.TROOPER,
        weapons={x: (evolve(opposed_d6.GUN, range=reach, arc=180),) * x.isupper() for x in "abPQR"},
        phase="move",
    )


def opportunity(over: Position, name: str) -> Any:
    """The odds of a figure's opportunity fire at a; None where it may do no such thing."""
    if over.rule(f"fire {name} a") != "legal":
        return None
    plan = over.ruleset.attack(over.view().state, over.line(f"fire {name} a"))
    assert isinstance(plan, Attack)
    late = any(line.name == "opportunity" for line in plan.modifiers)
    return plan.odds_on("a") if late else None


def lost(over: Position, chances: Mapping[Any, Fraction]) -> Fraction:
    """Points that a can expect to lose by these chances."""
    loss = over.ruleset.outcomes.loss
    return sum((p * loss(over.state, "a", out) for out, p in chances.items()), Fraction(0))


@pytest.mark.parametrize("reach", [5, 6])
@pytest.mark.parametrize(
    ("drawing", "pinned"), [(ACROSS, ""), (ACROSS, "p"), (SHADE, "")], ids=["", "pinned", "shade"]
)
def test_who_may_fire_at_the_way_is_who_may_do_so_when_it_is_over(
    drawing: str, pinned: str, reach: int
) -> None:
    """BAY-21 to BAY-23, BAY-31: the one attack that costs most, with its odds and its aid.

    At most one is told although three guns may see the way: friends that shoot at the same enemy
    aid one attack, so in each shooting a side makes one direct attack on an enemy. Where that one
    is an ordinary shot at where the move ended, nothing is told of the way.
    """
    found = aided = 0
    for moves, end in WALKS:
        begun, order = crossing(drawing, moves, reach), f"move a {end},2"
        if pinned:
            begun = begun.after(Counted(pinned, "suppressed", 1))
        foretold = told(begun, order)
        over = begun.order(order).order("end")
        # Where nobody may shoot that bound passes by itself.
        shooters = "pqr" if over.state.clock.phase == "fire" else ""
        names = [n for n in shooters if n in over.state.figures]
        may = {n: odds for n in names if (odds := opportunity(over, n)) is not None}
        assert len(foretold) <= 1
        for danger in foretold:
            assert danger.shot is not None
            text = str(danger.shot.order)
            assert danger.enemy in may
            assert over.rule(text) == "legal"
            assert danger.shot.odds.figures["a"] == dict(over.odds(text).figures["a"])
            alone = [over.odds(f"fire {name} a").figures["a"] for name in may]
            worth = [lost(over, chances) for chances in alone]
            assert danger.shot.lost >= max(worth)
            aided += "aid=" in text
        # None is told where an ordinary shot at where the move ended costs more.
        there = any(over.rule(f"fire {name} a") == "legal" for name in names if name not in may)
        assert foretold or there or not may
        found += len(foretold)

    assert found
    assert aided or pinned or drawing == SHADE


def test_a_burst_where_it_ends_leaves_the_shot_at_its_way() -> None:
    """BAY-31 is about direct fire: one figure fires at the way, and another's mortar as well."""
    begun = position(
        ACROSS,
        kinds={"a": evolve(opposed_d6.TROOPER, move=8)},
        kind=opposed_d6.TROOPER,
        weapons={
            "a": (),
            "P": (evolve(opposed_d6.MORTAR, factor=19, min_range=1, arc=360),),
            "Q": (),
            "R": (evolve(opposed_d6.GUN, range=5, arc=180),),
        },
        phase="move",
    )
    order = "move a 8,2"
    over = begun.order(order).order("end")
    (danger,) = told(begun, order)

    assert danger.shot is not None
    assert str(danger.shot.order) == "fire r a"
    both = over.order("fire r a", faces=[1, 6])
    assert both.rule("bombard p 8,2") == "legal"
    burst = over.odds("bombard p 8,2").figures["a"]
    assert lost(over, burst) > danger.shot.lost


def test_a_shot_at_where_it_ends_is_not_told_of_the_way_as_well() -> None:
    """BAY-21: half of a move in sight of all draws nothing on the way; they fire where it ends."""
    begun = opposed_d6.scene(FIELD, phase="move")

    led = forecast_order(begun.ruleset, begun.view("blue"), begun.line(ALONG))

    assert led is not None
    assert led.path_threats == ()
    assert led.unhurt_chance == 1
    assert [one.enemy for one in led.return_fire] == ["q", "r"]


def test_who_is_pinned_down_does_nothing_back() -> None:
    """BAY-12: a suppressed enemy misses the shooting that follows the move."""
    begun = opposed_d6.scene(FIELD, phase="move")
    begun = begun.after(Counted("q", "suppressed", 1))

    led = forecast_order(begun.ruleset, begun.view("blue"), begun.line(ALONG))

    assert led is not None
    assert [one.enemy for one in led.return_fire] == ["r"]


SHELTER = """
    . . . . . . . . . . . .
    R>. . . . . . & a>. . .
    . . . . . . . . . . . ."""
OPEN = """
    . . . . . . . . . . . .
    R>. . . . . . & . a>. .
    . . . . . . . . . . . ."""


def suppressed(drawing: str) -> Position:
    """d100: r keeps the ground under fire on which a is."""
    begun = position(
        drawing,
        ruleset="d100",
        side="red",
        first="red",
        kinds={"a": evolve(d100.SOLDIER, walk=20, dur=90)},
        kind=d100.SOLDIER,
        weapons={"a": (), "R": (d100.FULL,)},
    )
    return begun.order("suppress r 11,1").bound("act", "blue")


@pytest.mark.parametrize(
    ("drawing", "path", "lasting"),
    [
        (SHELTER, "8,2", [False]),
        (SHELTER, "9,1>10,1", [False]),
        (OPEN, "10,1", [True]),
        (OPEN, "8,1", []),
    ],
)
def test_who_keeps_ground_under_fire_is_told_as_it_fires(
    drawing: str, path: str, lasting: list[bool]
) -> None:
    """EP-33, EP-34: as it leaves cover in the cone, else as its bound ends; once."""
    begun = suppressed(drawing)
    foretold, spared = told(begun, f"move a {path}"), begun.ruleset.outcomes.no_effect
    order, end = begun.line(f"move a {path}"), begun.line("end")

    assert [danger.lasting for danger in foretold] == lasting
    for seed in range(10):
        moved = carry_out(begun.ruleset, begun.state, "blue", order, Roller(str(seed)))
        ended = carry_out(begun.ruleset, moved.state, "blue", end, Roller(str(seed)))
        made = [odds_of(one.plan(), spared) for one in (*moved.attempts, *ended.attempts)]
        shots = [danger.shot for danger in foretold]
        assert [o.figures["a"] for o in made] == [s.odds.figures["a"] for s in shots if s]


def test_the_hits_of_suppressive_fire_are_not_known_and_all_are_reckoned_with() -> None:
    """POOL-F13: over many tests of it the move goes wrong as often as is told."""
    drawing = "R>. . . . . . . \n. . . . . . . . \n. . . . . . . . \n. . . . . a^. . "
    begun = battle("dice_pool", drawing, dice_pool, tough=dice_pool.man(body=3))
    begun = begun.after(Counted("r", "mode", 4))
    order, spared = begun.line("move a 5,2"), begun.ruleset.outcomes.no_effect
    laid = [
        carry_out(
            begun.ruleset, begun.state, "red", begun.line("suppress r 7,0"), Roller(str(seed))
        )
        for seed in range(MANY)
    ]
    blue = [evolve(begun, state=one.state).bound("act", "blue") for one in laid]
    (danger,) = told(blue[0], "move a 5,2")
    assert danger.shot is not None
    hurt = 0
    for seed, one in enumerate(blue):
        done = carry_out(one.ruleset, one.state, "blue", order, Roller(f"move {seed}"))
        (attempt,) = done.attempts
        hurt += attempt.outcomes["a"] != spared
    chance = 1 - danger.shot.odds.figures["a"].get(spared, Fraction(0))
    spread = float(chance * (1 - chance) * MANY) ** 0.5

    assert (danger.enemy, danger.tile) == ("r", (5, 3))
    assert abs(hurt - float(chance * MANY)) < 3 * spread


def test_all_that_may_happen_on_the_way_comes_together() -> None:
    """The chance to arrive as it left is that of every attack doing nothing."""
    begun = overwatch()

    led = forecast_order(begun.ruleset, begun.view("blue"), begun.line(ALONG))

    assert led is not None
    assert led.unhurt_chance == prod(
        1 - one.chance.effect_chance for one in led.path_threats if one.chance
    )


def test_a_held_action_is_told_with_the_chance_that_it_comes_first() -> None:
    """AMMO-F16: the attack before the first step, or the one right after it, on the odds told."""
    arm = evolve(trait_die.GUN, modes=("single",))
    arms = {"a": (), "R": (arm,), "Q": (arm,)}
    begun = trait_die.scene(FIELD, weapons=arms, side="red", first="red")
    begun = begun.order("hold r").order("end")
    (danger,) = told(begun, ALONG)
    made = {True: danger.shot, False: danger.late}
    order, firsts = begun.line(ALONG), 0
    for seed in range(MANY):
        done = carry_out(begun.ruleset, begun.state, "blue", order, Roller(str(seed)))
        tested = next(e.event for e in done.told if isinstance(e.event, ev.Tested))
        first = tested.result == "acts_first"
        firsts += first
        shot, spared = made[first], begun.ruleset.outcomes.no_effect
        assert shot is not None
        assert odds_of(done.attempts[0].plan(), spared).figures["a"] == shot.odds.figures["a"]
    spread = float(danger.first * (1 - danger.first) * MANY) ** 0.5

    assert (danger.enemy, danger.tile) == ("r", (0, 1))
    assert abs(firsts - float(danger.first * MANY)) < 3 * spread


def test_a_held_action_before_an_attack_is_told_apart_from_one_right_after() -> None:
    """AMMO-F16: what it does before the attack is above the odds, what it does in all below."""
    begun = trait_die.scene(FIELD, side="red", first="red").order("hold r").order("end")
    known, order = begun.view("blue"), begun.line("fire a r")

    led = forecast_order(begun.ruleset, known, order)

    assert led is not None
    (threat,) = led.path_threats
    assert threat.chance is not None
    assert 0 < threat.first < 1
    effect = threat.chance.effect_chance
    (above,) = first_rows(known, led).rows
    assert (above.label, above.value) == (
        "r may act first: effect",
        percent(threat.first * effect),
    )
    below = next(one for one in forecast_rows(known, led) if one.title.startswith("effect before"))
    assert below.title == "effect before or right after it acts"
    assert below.rows[0].value == percent(effect)
    assert (below.rows[-1].label, below.rows[-1].value) == ("no effect", percent(1 - effect))


def test_a_held_action_on_the_route_counts_both_attacks() -> None:
    """AMMO-F16: the panel says the chance of any effect, and how likely the enemy acts first."""
    begun = trait_die.scene(FIELD, side="red", first="red").order("hold r").order("end")
    (danger,) = told(begun, ALONG)
    known = begun.view("blue")

    led = forecast_order(begun.ruleset, known, begun.line(ALONG))

    assert led is not None
    (threat,) = led.path_threats
    spared = begun.ruleset.outcomes.no_effect
    before, after = (
        1 - shot.odds.figures["a"].get(spared, Fraction(0))
        for shot in (danger.shot, danger.late)
        if shot is not None
    )
    assert threat.chance is not None
    assert threat.chance.effect_chance <= danger.first * before + (1 - danger.first) * after
    rows = [row for block in forecast_rows(known, led) for row in block.rows]
    assert ("acts first, else right after", percent(danger.first)) in [
        (row.label, row.value) for row in rows
    ]
