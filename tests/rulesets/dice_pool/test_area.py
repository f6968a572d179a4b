"""Blasts, blows."""

from __future__ import annotations

from fractions import Fraction
from typing import cast

import pytest

from skirmish.core.events import Counted
from skirmish.rulesets.attack import Aim, Attack
from skirmish.rulesets.dice_pool.dice import Target
from skirmish.rulesets.dice_pool.estimates import Outlook
from skirmish.rulesets.dice_pool.kinds import Weapon
from tests.position import Position
from tests.rulesets.dice_pool.blocks import gun, man, scene

FIELD = "\n".join(["a>" + ". " * 10, *[". " * 11] * 4, ". . . . . R<Q<. . . . "])


def bomb(**changed: object) -> Weapon:
    return gun(**{"dv": 5, "blast": 3, "modes": (), "magazine": 2, "lobbed": True, **changed})


def thrown(**more: object) -> Position:
    return scene(FIELD, bomb(), **more)  # type: ignore[arg-type]


def test_a_blast_scatters_less_for_each_hit() -> None:
    """POOL-F16: two hits take four tiles off a 9; the odds of where it lands add up."""
    game = thrown()
    landed = game.order("bombard a 5,5", [*(5, 6, 2, 2), 4, *(1, 1), *(1, 1)])
    assert landed.news("burst") == ("burst 5,5 gun",)
    assert (landed.figure("r").damage, landed.figure("q").damage) == (5, 4)
    odds = game.odds("bombard a 5,5")
    assert sum(odds.landing.values()) == 1
    assert odds.named == "r"


def test_a_blast_is_resisted_once_and_falls_off_by_a_tile() -> None:
    """POOL-F16, POOL-33, POOL-35: base damage less distance, armour, one Body roll."""
    game = thrown(rules={"scatter": False}, kinds={"Q": man(av=2)})
    game = game.order("bombard a 5,5", [*(5, 1), *(1, 1)])

    assert (game.figure("r").damage, game.figure("q").damage) == (4, 2)


ROW = "a>" + ". " * 5 + "R<" + ". " * 4 + "Q<P<"


def test_a_blast_runs_out_by_its_own_fall_off() -> None:
    """POOL-F16: damage 5 reaches four tiles and a bit, and no farther."""
    rocket = bomb(explosive=True, blast=0, modes=("ss",))
    game = scene(ROW, rocket, rules={"scatter": False})
    plan = game.ruleset.attack(game.state, game.line("bombard a 7,0"))
    assert isinstance(plan, Attack)
    assert plan.subjects == ("r", "q")
    assert [target.dv for target in cast("tuple[Target, ...]", plan.args[0])] == [4, 1]
    covered = game.state.board.tiles_of(plan.area)
    assert [x for x, y in covered if y == 0] == [*range(3, 12)]


@pytest.mark.parametrize(
    ("limit", "met"), [(1, ("r",)), (3, ("r",)), (4, ("r", "q")), (20, ("r", "q"))]
)
def test_a_weapon_may_end_its_blast_earlier(limit: int, met: tuple[str, ...]) -> None:
    """POOL-F16: `blast` alone makes an explosive, of which so many tiles are the most."""
    game = scene(ROW, bomb(blast=limit), rules={"scatter": False})
    plan = game.ruleset.attack(game.state, game.line("bombard a 7,0"))
    assert isinstance(plan, Attack)
    assert plan.subjects == met


def test_what_its_armour_stops_altogether_nobody_notices() -> None:
    """POOL-F16: who lies hidden at the rim of a blast stays hidden."""
    kinds = {"Q": man(av=3), "R": man(av=3)}
    hidden = {"Q": {"hidden": 1}, "R": {"hidden": 1}}
    game = scene(ROW, bomb(), rules={"scatter": False}, kinds=kinds, counters=hidden)
    game = game.order("bombard a 7,0", [1, 1])

    assert game.news("struck") == ("struck r damaged source=a sums=hits:1+damage:1",)
    assert (game.figure("r").count("hidden"), game.figure("q").count("hidden")) == (0, 1)


def test_a_grenade_is_gone_when_thrown_and_the_next_made_ready() -> None:
    """POOL-04, POOL-F16: it is aimed at a tile, and one shooter has so many."""
    game = thrown()
    assert game.rule("fire a R") == "POOL-F16"
    game = game.order("bombard a 5,5", [*(5, 6, 6, 6), 4, *(1, 1), *(1, 1)])
    assert game.figure("a").count("rounds") == 1
    assert game.rule("bombard a 5,5") == "POOL-04"


def test_what_lobs_needs_no_sight() -> None:
    """POOL-F16: over a wall; a rocket needs to see where it goes."""
    walled = "a>. # . . R<\n. . # . . . \n. . # . . . "
    assert scene(walled, bomb()).rule("bombard a 4,0") == "legal"
    assert scene(walled, bomb(lobbed=False)).rule("bombard a 4,0") == "POOL-F5"
    assert isinstance(
        scene(walled, bomb()).ruleset.attack(
            scene(walled, bomb()).state, scene(walled, bomb()).line("bombard a 4,0")
        ),
        Aim,
    )


BLADE = Weapon("blade", "blade", dv=3, ap=-1)


def test_a_blow_is_close_combat_and_agility_against_reaction_and_close_combat() -> None:
    """POOL-F10, POOL-31: damage as of one hit, armour and Body as usual; a whole pass."""
    game = scene("a>R<. ", BLADE, kinds={"R": man(av=2)})
    plan = game.ruleset.attack(game.state, game.line("strike a R"))
    assert plan is not None
    assert (plan.args[0], plan.args[3][0].guard) == (3, 3)  # type: ignore[index]
    game = game.order("strike a R", [*(6, 6, 2), *(2, 2, 2), *(5, 1)])
    assert game.figure("r").damage == 3
    assert game.rule("strike a R") == "POOL-F4"


def test_a_blow_reaches_who_is_beside() -> None:
    """POOL-F10: nobody farther off; with what it carries, or bare hands for half of Body."""
    game = scene("a>. R<", BLADE)
    assert game.rule("strike a R") == "POOL-F10"
    near = scene("a>R<. ", BLADE)
    assert [near.rule(f"strike a R weapon={w}") for w in ("blade", "fists", "gun")] == [
        "legal",
        "legal",
        "POOL-F10",
    ]
    plan = near.ruleset.attack(near.state, near.line("strike a R weapon=fists"))
    assert plan is not None
    assert plan.args[3][0].dv == 1  # type: ignore[index]


def test_a_blow_jams_nothing_but_may_cost_the_pass() -> None:
    """POOL-F2: with half ones and no hit the rest of the pass is gone."""
    game = scene("a>R<. ", BLADE).order("strike a R", [1, 1, 2])

    assert game.rule("move a 0,0>1,0") == "POOL-F2"
    assert game.figure("a").count("jammed") == 0


def test_the_odds_of_a_blow_tell_that_the_pass_may_be_lost() -> None:
    """POOL-F2: of three dice two or three 1s, and no hit: 3 x 3 / 216 and 1 / 216."""
    game = scene("a>R<. ", BLADE)

    told = game.ruleset.mishaps(game.state, game.line("strike a R"))
    assert told == (("pass lost", Fraction(10, 216)),)


def test_a_held_shot_may_jam_and_loses_no_pass() -> None:
    """POOL-F2: in the enemy's bound there is none to lose; one chance in all."""
    game = scene("a>. R<", gun())
    own, held = (
        dict(game.ruleset.mishaps(game.state, game.line(f"fire a R{how}")))
        for how in ("", " held=yes")
    )

    assert [*own] == ["weapon jams", "weapon jams, pass lost"]
    assert [*held] == ["weapon jams"]


def test_the_worth_of_a_shot_counts_what_its_mishaps_cost() -> None:
    """POOL-F2: half a pass of the best fire to clear the weapon, and the rest of a pass lost."""
    game = scene("a>. . . R<", gun())
    order = game.line("fire a R")
    rules, view = game.ruleset, game.view()
    lost = dict(rules.mishaps(game.state, order))
    best = Outlook.of(view.state, game.figure("a")).harms["r"]

    both = sum(lost.values()) + lost["weapon jams, pass lost"]
    assert rules.prospect(view, order) == -best * both / 2


def test_the_words_for_a_jam_fit_what_is_thrown() -> None:
    """POOL-F2: a grenade goes off as rolled; the next one is stuck until it is cleared."""
    game, order = thrown(), "bombard a 5,5"
    told = dict(game.ruleset.mishaps(game.state, game.line(order)))
    assert [*told] == ["next one stuck", "next one stuck, pass lost"]

    stuck = thrown(counters={"a": {"jammed": 1}}).refusal(order)
    assert stuck is not None
    assert stuck.reason == "the next gun is stuck"


@pytest.mark.parametrize(("face", "lost"), [(5, False), (1, True)])
def test_the_last_grenade_jams_nothing(face: int, lost: bool) -> None:
    """POOL-F2: no other one is there to be stuck; without a success its pass is lost."""
    game = thrown(counters={"a": {"rounds": 1}})
    assert [*dict(game.ruleset.mishaps(game.state, game.line("bombard a 5,5")))] == ["pass lost"]

    game = game.order("bombard a 5,5", [1, 1, face, 2, 10])

    assert (game.figure("a").count("jammed"), game.rule("unjam a")) == (0, "POOL-F2")
    assert not [one for one in game.news("tested") if "weapon" in one]
    assert (game.figure("a").count("used") > 1) is lost
    lines = game.ruleset.card.lines(game.state, game.figure("a"))
    assert ("gun", "0 of 2 rounds") in [(one.label, one.value) for one in lines]


@pytest.mark.parametrize(("weapon", "rule"), [("", "POOL-F17"), ("gun", "POOL-F17")])
def test_who_carries_nothing_to_shoot_with_is_told_so(weapon: str, rule: str) -> None:
    """POOL-F17: blades are for blows."""
    game = scene("a>R<. ", BLADE)

    assert game.rule("fire a R" + (f" weapon={weapon}" if weapon else "")) == rule
    assert game.after(Counted("a", "aim", 1)).rule("reload a") == rule
