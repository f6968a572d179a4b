"""The exam for the systems in which figures walk and attack in one bound; blue is to act.

What holds is asked of all orders that regular gives in the bound, one after the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import pytest
from attrs import evolve, field, frozen

from skirmish.ai import Choice, Stream, key_of, think
from skirmish.ai.actions import judge_action
from skirmish.ai.explanation import Weighed
from skirmish.ai.provoked import ANSWER
from skirmish.ai.situation import Situation
from skirmish.analysis.self_play import play
from skirmish.core.dice import Roller
from skirmish.core.events import Zoned
from skirmish.core.geometry import within
from skirmish.core.orders import Order, Refusal
from skirmish.core.state import Contact, Objective, in_area
from skirmish.core.view import View
from skirmish.rulesets.common.reactions import WHEN, WORTH_FIRING
from skirmish.rulesets.d100.shooting import set_mode, weapon_for
from skirmish.rulesets.engine import carry_out, refusal
from skirmish.rulesets.registry import RULESETS
from tests.ai.ranking import rank_options
from tests.ai.test_signs import going
from tests.ai.test_terms import seen
from tests.position import Position, position
from tests.village import village

SYSTEMS = tuple(name for name in RULESETS if name != "opposed_d6")
SOLDIERS = {"dice_pool": "soldier", "d20": "guard", "d100": "trooper", "trait_die": "trooper"}
GUNNER, BOMBER = "gunner", "grenadier"
LOADS = {"dice_pool": "rounds", "d20": "rounds", "d100": "rounds", "trait_die": "tokens"}
MOST = 40
each_system = pytest.mark.parametrize("ruleset", SYSTEMS)


def bound_of(battle: Position) -> list[tuple[Order, Position]]:
    """All that regular orders in blue's bound, each with the battle after it."""
    given: list[tuple[Order, Position]] = []
    previous: Choice | None = None
    while len(given) < MOST and battle.acting == "blue":
        known = battle.view()
        previous = think(battle.ruleset, known, "regular", Stream("exam"), previous=previous)
        if previous.order.verb == "end":
            break
        dice = Roller(f"exam {len(given) + 1}")
        done = carry_out(battle.ruleset, battle.state, "blue", previous.order, dice)
        battle = evolve(battle, state=done.state)
        given.append((previous.order, battle))
    return given


def orders_of(battle: Position) -> tuple[list[Order], Position]:
    """All that regular orders in blue's bound, and the battle after it."""
    given = bound_of(battle)
    return [order for order, _ in given], given[-1][1] if given else battle


def verbs(orders: Sequence[Order]) -> list[str]:
    """What was ordered, in short."""
    return [order.verb for order in orders]


@each_system
def test_it_shoots_at_who_stands_in_the_open(ruleset: str) -> None:
    """An enemy in the open at six tiles is fired at in that very bound."""
    battle = position("a>. . . . . R<", ruleset=ruleset, kind=SOLDIERS[ruleset])

    orders, _ = orders_of(battle)

    assert {"fire", "bombard"} & set(verbs(orders))


@each_system
def test_it_goes_for_a_free_objective(ruleset: str) -> None:
    """With nobody about, a figure walks to what pays, and keeps walking as far as it can."""
    yard = Objective("yard", "blue", "hold", 2, area=(8, 0, 9, 2))
    drawing = ". . . . . . . . . .\na>. . . . . . . . .\n. . . . . . . . . ."
    battle = position(drawing, ruleset=ruleset, kind=SOLDIERS[ruleset], objectives=(yard,))

    _, end = orders_of(battle)

    assert end.figure("a").tile[0] >= 2


@each_system
def test_it_bombs_nobody_of_its_own(ruleset: str) -> None:
    """Among three friends a single cheap enemy is no target for a blast that reaches them."""
    battle = position(
        """\
. . . . . . . . . . .
. . . . . . . b>. . .
a>. . . . . . R<c>. .
. . . . . . . d>. . .""",
        ruleset=ruleset,
        kind=SOLDIERS[ruleset],
        kinds={"a": BOMBER},
    )

    friends = [battle.figure(name).tile for name in "bcd"]
    aims = [o.target_tile for o in orders_of(battle)[0] if o.verb == "bombard" and o.figure == "a"]

    assert [aim for aim in aims if any(within(aim, friend, 2) for friend in friends)] == []


@each_system
def test_it_loads_what_is_empty_when_nobody_is_about(ruleset: str) -> None:
    """An empty weapon is loaded before its owner goes looking for trouble."""
    battle = position(
        "a>. . . # . . . R<",
        ruleset=ruleset,
        kind=SOLDIERS[ruleset],
        counters={"a": {LOADS[ruleset]: 0}},
    )

    orders, _ = orders_of(remembering(battle))

    assert "reload" in verbs(orders)


@pytest.mark.parametrize(
    ("ruleset", "weapon", "empty"),
    [
        ("dice_pool", "grenade", {"rounds": 0}),
        ("d20", "frag_grenade", {"rounds": 0, "tokens": 0}),
        ("d100", "plasma_grenade", {"rounds": 0}),
        ("trait_die", "machine_gun", {"tokens": 0, "spare": 0}),
    ],
)
def test_a_spent_weapon_threatens_nobody(ruleset: str, weapon: str, empty: dict[str, int]) -> None:
    """What is empty for good is no reason to go anywhere."""

    def menace(counters: dict[str, int]) -> Fraction:
        battle = position(
            "a>. . . . . R<",
            ruleset=ruleset,
            kind=SOLDIERS[ruleset],
            weapons={"a": (weapon,)},
            counters={"a": counters},
        )
        return battle.ruleset.estimates.menace(battle.state, "a", "r")

    assert menace(empty) == 0 < menace({})


def test_the_last_tokens_are_dear_while_the_battle_lasts() -> None:
    """What they could do later counts against fire; in the last turn, or with plenty, nothing."""

    def kept(turns: int, counters: dict[str, int]) -> int:
        battle = position(
            "a>. . . . . R<",
            ruleset="trait_die",
            kind="trooper",
            weapons={"a": ("machine_gun",)},
            counters={"a": counters},
            turns=turns,
        )
        return judge_action(seen(battle), battle.figure("a"), battle.line("fire a r")).saved

    few = {"tokens": 1, "spare": 0}
    assert kept(8, few) > 0
    assert kept(8, few) > kept(8, {}) > 0
    assert kept(1, few) == kept(8, {"spare": 40}) == 0


def test_what_nearly_gained_is_told_at_the_end_of_a_bound() -> None:
    """An end has the orders beside it that came nearest, each of another figure, with terms."""
    battle = position("a>b># R<", ruleset="d20", kind="guard", counters={"a": {}, "b": {}})
    previous: Choice | None = None
    for _ in range(MOST):
        previous = think(battle.ruleset, battle.view(), "regular", Stream("x"), previous=previous)
        if previous.order.verb == "end":
            break
        done = carry_out(battle.ruleset, battle.state, "blue", previous.order, Roller("x"))
        battle = evolve(battle, state=done.state)

    assert previous is not None
    rejected = previous.explanation.rejected
    assert len({one.order.figure for one in rejected}) == len(rejected) <= 2
    assert all(one.gain <= 0 and one.terms for one in rejected)


def remembering(battle: Position, *names: str) -> Position:
    """The battle, blue having seen r and others where they stand a while ago."""
    state = battle.state
    shown, point = state.setup.declared.shown, state.clock.point
    seen = {name: Contact(shown(battle.figure(name)), point) for name in ("r", *names)}
    known = evolve(state.known["blue"], contacts=seen, shown=seen)
    return evolve(battle, state=evolve(state, known={**state.known, "blue": known}))


def test_it_clears_a_jam() -> None:
    """A jammed weapon is cleared, and then fired with what is left of the pass."""
    battle = position(
        "a>. . . . . . R<", ruleset="dice_pool", kind="soldier", counters={"a": {"jammed": 1}}
    )

    orders, _ = orders_of(battle)

    assert verbs(orders)[:2] == ["unjam", "fire"]


@pytest.mark.parametrize(
    ("ruleset", "waits"), [("dice_pool", "hold"), ("d20", "overwatch"), ("trait_die", "hold")]
)
def test_it_waits_for_who_must_come_through_the_door(ruleset: str, waits: str) -> None:
    """With the enemy behind the only door, whoever holds the yard makes ready for him."""
    yard = Objective("yard", "blue", "hold", 2, area=(0, 0, 0, 2))
    battle = position(
        """\
. . . . . # . .
a>. . . . + R<.
. . . . . # . .""",
        ruleset=ruleset,
        kind=SOLDIERS[ruleset],
        objectives=(yard,),
    )

    orders, end = orders_of(remembering(battle))

    assert waits in verbs(orders)
    assert in_area((0, 0, 0, 2), end.figure("a").tile)


GAP = """\
. . . . . # . . . .
. . . . . # . . . .
. . . . . . . . . .
. . . . . # . . . .
. . av. . # . . R<.
. . . . . # . . . ."""


@pytest.mark.parametrize(("ruleset", "waits"), [("dice_pool", "hold"), ("d20", "overwatch")])
def test_it_looks_where_the_enemy_can_walk_in(ruleset: str, waits: str) -> None:
    """An unknown enemy comes through the gap, and not through the wall before him."""
    orders, _ = orders_of(position(GAP, ruleset=ruleset, kind=SOLDIERS[ruleset]))

    assert [order.get("face") for order in orders if order.verb == waits] == ["NE"]


def test_it_loads_before_it_waits() -> None:
    """One round is left, and there is time both to load and to watch."""
    battle = position(GAP, ruleset="d20", kind="guard", counters={"a": {"rounds": 1}})

    orders, _ = orders_of(battle)

    assert verbs(orders)[0] == "reload"
    assert verbs(orders)[-1] == "overwatch"


@pytest.mark.parametrize(
    ("ruleset", "waits"), [("dice_pool", "hold"), ("d20", "overwatch"), ("trait_die", "hold")]
)
def test_it_waits_for_an_enemy_that_it_has_never_seen(ruleset: str, waits: str) -> None:
    """Who holds a yard and knows nothing of the enemy watches where he must come from."""
    yard = Objective("yard", "blue", "hold", 2, area=(0, 0, 0, 2))
    battle = position(
        """\
. . . . . . . # . .
a>. . . . . . # R<.
. . . . . . . # . .""",
        ruleset=ruleset,
        kind=SOLDIERS[ruleset],
        objectives=(yard,),
    )

    orders, _ = orders_of(battle)

    assert waits in verbs(orders)


@each_system
def test_it_opens_the_door_to_what_it_is_after(ruleset: str) -> None:
    """Where the only way leads through a closed door, it is opened."""
    yard = Objective("yard", "blue", "hold", 2, area=(10, 0, 11, 2))
    battle = position(
        """\
. . . # . . . . . . . .
. . a>+ . . . . . . . .
. . . # . . . . . . . .""",
        ruleset=ruleset,
        kind=SOLDIERS[ruleset],
        objectives=(yard,),
    )

    orders, _ = orders_of(battle)

    assert verbs(orders)[:1] == ["door"]


@each_system
def test_a_machine_gun_fires_bursts(ruleset: str) -> None:
    """At three in a knot a gunner fires no single rounds; with its pistol it may, later."""
    battle = position(
        """\
. . . . . . . . . .
. . . . . . . . R<.
a>. . . . . . . Q<.
. . . . . . . . P<.""",
        ruleset=ruleset,
        kind=SOLDIERS[ruleset],
        kinds={"a": GUNNER},
    )

    shots = [given for given in bound_of(battle) if given[0].verb in ("fire", "suppress")]
    assert shots[0][0].get("weapon") != "pistol"
    shots = [given for given in shots if given[0].get("weapon") != "pistol"]

    assert shots
    assert [str(order) for order, after in shots if not _many(order, after)] == []


def _many(order: Order, after: Position) -> bool:
    said = order.get("burst") or order.get("mode") or order.verb
    if (after.ruleset.id, said) == ("d100", "fire"):
        shooter = after.figure(order.figure)  # to fire leaves the mode of a weapon as it is
        weapon = weapon_for(shooter, order)
        said = "" if isinstance(weapon, Refusal) else set_mode(shooter, weapon)
    return said in ("short", "long", "full", "burst", "auto", "rapid", "suppress")


def watching(kind: str) -> Situation:
    """What blue makes of red's overwatch over all that is more than a step away."""
    battle = position(
        """\
. . . . . . . . . .
. . . . . . . . . .
a>. . . . . . . R<.
. . . . . . . . . .""",
        ruleset="d20",
        kind="guard",
        kinds={"R": kind},
    )
    lane = tuple((x, y) for x in range(2, 8) for y in range(4))
    return seen(battle.after(Zoned("overwatch_r", "overwatch", "red", lane, owner="r")))


@each_system
def test_suggested_waits_hold_fire_at_poor_chances(ruleset: str) -> None:
    """As a wait ordered by hand does, unless its player says otherwise (POOL-F14, AMMO-F16)."""
    battle = position("a>. . . . . . R<", ruleset=ruleset, kind=SOLDIERS[ruleset])
    verbs = battle.ruleset.verbs
    waits = [
        order
        for order in battle.ruleset.suggestions.actions(battle.view(), "a")
        if any(field.name == WHEN.name for field in verbs[order.verb].fields)
    ]

    assert all(order.get(WHEN.name) == WORTH_FIRING for order in waits)
    assert waits or ruleset == "d100"


def _charge(one: Weighed) -> int:
    """What a move is charged for attacks on the way, by its odds or as estimated."""
    terms = dict(one.terms)
    return terms[ANSWER] if ANSWER in terms else terms["way"]


def test_ways_through_watched_ground_are_charged() -> None:
    """What overwatch may cost on the way is a term of the move, and only where it leads there."""
    (options,) = rank_options(watching("guard"))
    charged = [
        (one.order.target_path[-1][0] >= 2, _charge(one) < 0)
        for one in options.best
        if one.order.verb == "move"
    ]

    assert {inside for inside, _ in charged} == {True, False}
    assert all(inside == paid for inside, paid in charged)


def test_watched_ground_is_dearer_the_longer_the_way_and_the_better_the_watcher() -> None:
    """Three tiles in it give occasion for more than a single one, and a gunner makes more of it."""
    way = ((1, 2), (2, 2), (3, 2), (4, 2))
    one, three = (going(watching("guard"), way[:end], "way") for end in (2, 4))

    assert three < one < 0
    assert going(watching("gunner"), way[:2], "way") < one


@frozen
class Watch:
    """What a game is looked at for as it is played."""

    thoughts: list[tuple[View, Choice]] = field(factory=list)

    def __call__(self, known: View, choice: Choice) -> None:
        """Keep it."""
        self.thoughts.append((known, choice))


@each_system
def test_a_game_in_the_village(ruleset: str) -> None:
    """All orders are legal, none is repeated without effect, and memory changes no answer."""
    rules, watch = RULESETS[ruleset], Watch()

    assert play(village(ruleset), {"blue": "regular", "red": "regular"}, 3, observer=watch).over

    last: dict[str, tuple[View, Choice]] = {}
    for number, (known, choice) in enumerate(watch.thoughts):
        assert refusal(rules, known, choice.order) is None, choice.order
        before = last.get(known.side)
        if before is not None and before[1].order == choice.order and choice.order.figure:
            assert before[0].state != known.state, choice.order
        if number % 9 == 0:
            stream = Stream(key_of(3, known.side))
            bare = None if before is None else evolve(before[1], cache=None)
            assert think(rules, known, "regular", stream, previous=bare) == choice
        last[known.side] = (known, choice)
