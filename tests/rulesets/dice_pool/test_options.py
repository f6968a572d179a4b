"""What a figure may do, what is sensible, and what the computer reckons with."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from attrs import evolve

from skirmish.core.dice import Face, Roller
from skirmish.core.events import Counted, Hurt, Struck
from skirmish.core.geometry import Facing
from skirmish.rulesets.attack import Attack, odds_of
from skirmish.rulesets.dice_pool.figures import guns
from skirmish.rulesets.dice_pool.reactions import watched, watched_tiles
from skirmish.rulesets.dice_pool.ruleset import RULESET
from skirmish.rulesets.engine import refusal, suggested
from skirmish.scenario.examples import examples_of
from tests.position import Position
from tests.rulesets.dice_pool.blocks import gun, man, scene

OPEN = "a>. . b>. . . R<Q<. \n. . . . . . . . . P<"
CASES = {
    "single": scene(OPEN, gun()),
    "auto": scene(OPEN, gun(modes=("fa", "bf"), choke=True)),
    "wide": scene(OPEN, gun(modes=("fa",), choke=True)).after(Counted("a", "choke", 2)),
    "jammed": scene(OPEN, gun()).after(Counted("a", "jammed", 1)),
    "split": scene(OPEN, gun(modes=("fa",))).order("fire a R burst=split", [2] * 4),
    "bomb": scene(OPEN, gun(blast=3, modes=(), magazine=2)),
    "beside": scene("a>R<. ", gun()),
}


@pytest.mark.parametrize("name", CASES)
def test_whatever_is_drawn_or_typical_is_legal(name: str) -> None:
    """Families and the short list hold nothing that is refused."""
    game, dice = CASES[name], Roller("draws")
    view = game.view()
    orders = [*suggested(game.ruleset, view, "a")]
    for family in game.ruleset.options(view, "a"):
        orders += [family.draw(lambda n: dice.die(n) - 1) for _ in range(12)]

    assert len(orders) > 20
    assert [str(order) for order in orders if refusal(game.ruleset, view, order)] == []


@pytest.mark.parametrize("name", CASES)
def test_breakdowns_add_up(name: str) -> None:
    """The lines on the attack, the guard and the armour are the numbers rolled with."""
    game = CASES[name]
    for order in suggested(game.ruleset, game.view(), "a"):
        plan = game.ruleset.attack(game.view().state, order)
        if isinstance(plan, Attack) and order.verb == "fire":
            numbers = dict(zip(plan.subjects, plan.args[3], strict=True))  # type: ignore[call-overload]
            lines = [(m.on, m.figure, m.value) for m in plan.modifiers]
            for who, target in numbers.items():
                assert sum(v for on, f, v in lines if (on, f) == ("guard", who)) == target.guard
                assert sum(v for on, f, v in lines if (on, f) == ("armour", who)) == target.av
                assert sum(v for on, f, v in lines if (on, f) == ("damage", who)) == target.dv
            assert sum(v for on, _, v in lines if on == "attack") == plan.args[0]


def test_losses_grow_with_the_boxes() -> None:
    """Half of the points by boxes, all of them when it is down; the last box costs the rest."""
    game = scene("a>. . R<", gun())
    outcomes = game.odds("fire a R").figures["r"]
    losses = {o.damage: game.ruleset.outcomes.loss(game.state, "r", o) for o in outcomes}  # type: ignore[attr-defined]

    assert losses[0] == 0
    assert sorted(losses.values()) == [losses[n] for n in sorted(losses)]
    hurt = game.after(Hurt("r", 8))
    odds = hurt.odds("fire a R").figures["r"]
    worst = max(odds, key=lambda o: o.damage)  # type: ignore[attr-defined]
    assert worst.damage == 1  # type: ignore[attr-defined]
    assert hurt.ruleset.outcomes.loss(hurt.state, "r", worst) == 10 - Fraction(40, 9)


def test_menace_is_what_the_best_attack_takes() -> None:
    """The same points as the odds of that attack say, where nobody else is about."""
    game = scene("a>. . . R<", gun(modes=("sa",)))
    plan = game.ruleset.attack(game.state, game.line("fire a R"))
    assert isinstance(plan, Attack)
    odds = odds_of(plan, game.ruleset.outcomes.no_effect)
    lost = odds.expected_loss(
        lambda n, o: game.ruleset.outcomes.loss(game.state, n, o), {"r": "red"}
    )

    assert game.ruleset.estimates.menace(game.state, "a", "r") == lost["red"]


def prospect(game: Position, text: str) -> Fraction:
    return game.ruleset.prospect(game.view(), game.line(text))


def test_prospects_are_of_the_enemies_in_sight() -> None:
    """Aim, a clear breech, a faster mode, a low posture, a held shot: each is worth something."""
    game = scene("a>" + ". " * 11 + "R<", gun(), weapons={"R": (gun(),)})
    jammed = game.after(Counted("a", "jammed", 1))
    empty = game.after(Counted("a", "rounds", 0))

    assert prospect(game, "aim a") > 0
    assert prospect(game, "pose a prone") > 0
    assert prospect(game, "hold a") > 0
    assert prospect(jammed, "unjam a") > prospect(game, "aim a")
    assert prospect(empty, "reload a") > prospect(game, "aim a")
    assert prospect(game, "hold a face=W") == 0
    assert prospect(game, "turn a N") == 0


def test_prospects_of_what_is_begun_already() -> None:
    """The rest of a split burst is free, but may jam; a held shot is not gained a second time."""
    auto = scene("a>. . . R<", gun(modes=("fa",)))
    begun = auto.order("fire a R burst=split", [2] * 4)
    held = auto.order("hold a")

    assert prospect(auto, "fire a R burst=split") > 0
    assert prospect(begun, "fire a R burst=split") < 0
    assert prospect(auto, "hold a") > prospect(held, "hold a") == 0


def test_prospects_of_whom_others_see() -> None:
    """Behind a corner a shot is held for less, and a weapon is seen to all the same."""
    game = scene("a>. # R<\n. . . . \nb>. . . ", gun()).after(Counted("a", "rounds", 5))
    near = scene("a>. . R<\n. . . . \nb>. . . ", gun())

    assert 0 < prospect(game, "hold a") < prospect(near, "hold a")
    assert prospect(game, "reload a") > 0


def test_a_blast_may_be_aimed_between_two() -> None:
    """POOL-F16: half-way between them it strikes both."""
    bomb = gun(blast=3, modes=(), magazine=2)
    game = scene("a>. . . . . R<. . . Q<", bomb)
    orders = suggested(game.ruleset, game.view(), "a")

    assert "bombard a 8,0" in [str(order) for order in orders]


def test_every_way_to_use_a_weapon_has_a_name() -> None:
    """Those of its mode that are possible from there, and no other."""
    game = scene("a>. . . R<", gun(modes=("bf",)))
    modes = game.ruleset.weapon_modes(game.state, "a", "gun", "r")
    assert list(modes) == [
        *("BF: short burst, narrow", "BF: short burst, wide"),
        *("BF: long burst, narrow", "BF: long burst, wide"),
    ]
    assert all(game.ruleset.impossible(game.state, order) is None for order in modes.values())
    far = scene("a>. . . R<", gun(modes=("bf",), increment=1))
    assert far.ruleset.weapon_modes(far.state, "a", "gun", "r") != {}
    short = scene("a>. . . . . . . R<", gun(increment=1))
    assert short.ruleset.weapon_modes(short.state, "a", "gun", "r") == {}


def test_the_statements_have_no_gap() -> None:
    """POOL-01 to POOL-48 in our own words, the readings and the fills after them."""
    numbers = [f"POOL-{n:02d}" for n in range(1, 49)]
    readings = [f"POOL-A{n}" for n in range(1, 17)]
    fills = [f"POOL-F{n}" for n in range(1, 21)]

    assert list(RULESET.statements) == [*numbers, *readings, *fills]
    assert all(one.text and one.where for one in RULESET.statements.values())


def test_a_test_counts_fives_and_sixes() -> None:
    """POOL-F1: 1 net success strikes, 0 do not."""
    game = scene("a>. . . R<", gun(dv=2), kinds={"R": man()})
    struck = game.order("fire a R", [5, 6, 4, 3, *(5, 4), *(1, 1)])
    missed = game.order("fire a R", [5, 6, 4, 3, *(5, 6)])

    assert (struck.figure("r").damage, missed.figure("r").damage) == (3, 0)


@pytest.mark.parametrize("place", ["a>. . \n. . . ", ". . . \n. a>. "])
def test_who_sees_a_tile_that_way_may_hold(place: str) -> None:
    """POOL-F14: there is something to watch exactly where the arc has a tile in sight."""
    game = scene(place, gun())
    figure = game.state.figures["a"]
    looks = [
        facing for facing in Facing if watched_tiles(game.state, figure, facing, guns(figure)[0])
    ]

    assert list(watched(game.state, figure)) == looks
    assert (game.refusal("hold a face=NW") is None) == (Facing.NW in looks)


def test_a_die_brings_successes_and_a_round_hits() -> None:
    """No text for players calls dice hits: rules, examples, words, the dice of the odds."""
    texts = [rule.text for rule in RULESET.statements.values()]
    texts += [example.text for example in examples_of(RULESET.id)]
    texts += [term.text for term in RULESET.terms]
    texts += RULESET.handbook.rolls.values()
    texts += [rule.text for rule in RULESET.handbook.house_rules.values()]
    dice_as_hits = re.compile(r"net hits|fewer hits|is a hit\b|are hits\b|hits? of (the|its) test")

    assert [text for text in texts if dice_as_hits.search(text)] == []


@pytest.mark.parametrize(
    ("armour", "damage", "said"),
    [
        (0, 8, "first round 5 + net successes, each other 5"),
        (0, 9, "first round 5 + net successes, each other 5; no more boxes were free"),
        (3, 7, "first round 5 + net successes - 3 armour, each other 5 - 3 = 2"),
        (6, 4, "first round 5 + net successes - 6 armour, each other nothing"),
    ],
)
def test_the_log_says_how_several_rounds_add_up(armour: int, damage: int, said: str) -> None:
    """POOL-31 to POOL-34; one round, and a choke that the log does not know, say nothing.

    A man has nine boxes.
    """
    extras, man_hit = RULESET.outcomes.extras, scene("r", kinds={"r": man(av=armour)}).figure("r")
    three = Struck("r", "damaged", source="a", sums={"hits": 3, "damage": damage})
    one = Struck("r", "damaged", source="a", sums={"hits": 1, "damage": 4})

    assert extras((), three, gun(dv=5), man_hit, None) == said
    wounded, less = evolve(man_hit, damage=2), {"hits": 3, "damage": damage - 2}
    full = damage >= 9
    assert extras((), evolve(three, sums=less), gun(dv=5), wounded, None).endswith("free") is full
    assert extras((), one, gun(dv=5), man_hit, None) == ""
    assert extras((), three, gun(dv=5, choke=True), man_hit, None) == ""


def test_the_log_says_how_the_damage_of_a_blast_adds_up() -> None:
    """POOL-F16: less by distance and armour, before the Body roll; and what its die means."""
    struck, bomb = scene("r", kinds={"r": man(av=3)}).figure("r"), gun(dv=10, blast=8)
    hit = Struck("r", "damaged", source="a", sums={"hits": 1, "damage": 4})
    extras, (x, y) = RULESET.outcomes.extras, struck.tile

    assert extras((), hit, bomb, struck, (x + 2, y)) == "damage 10 - 2 distance - 3 armour = 5"
    near = "damage 10 - 3 armour = 7; no more boxes were free"
    assert extras((), evolve(hit, sums={"hits": 1, "damage": 9}), bomb, struck, (x, y)) == near
    assert extras((), hit, bomb, struck, None) == ""
    carried = "7 tiles, 2 less for each success"
    assert RULESET.outcomes.tally((Face(10, 7, "scatter"),)) == carried
