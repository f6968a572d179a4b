"""Area weapons and suppressive fire in play."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from attrs import evolve

from skirmish.core.dice import Script, odds, parse_faces
from skirmish.rulesets.attack import Aim, Attack, odds_of
from skirmish.rulesets.trait_die.area import BurstAttack
from skirmish.rulesets.trait_die.dice import SPARED, Guard, Harm, Outcome, suffered
from tests.position import Position, field_of
from tests.rulesets.trait_die.blocks import BOMB, EXTRA, GUN, scene, sums

FIELD = field_of(25, 15)
PLACES = {"a": (2, 7, ">"), "R": (8, 7), "Q": (8, 8)}


def thrown(*, heroes: str = "", **arm: Any) -> Position:
    """A throws a bomb; R and Q stand six tiles off, one beside the other."""
    kinds = {letter: evolve(EXTRA, id=letter) for letter in PLACES}
    weapons = {letter: (GUN, evolve(BOMB, **arm)) for letter in PLACES}
    return scene(FIELD, heroes=heroes, kinds=kinds, weapons=weapons, at=PLACES)


def plan_of(game: Position, text: str) -> Aim:
    """Where a bomb may come down."""
    plan = game.ruleset.attack(game.state, game.line(text))
    assert isinstance(plan, Aim)
    return plan


@pytest.mark.parametrize(
    ("faces", "tile"),
    [
        ("6:6 6:1", (8, 7)),
        ("6:2 10:1 6:1", (10, 7)),
        ("6:2 10:2 6:2", (11, 7)),
        ("6:2 10:3 6:6", (10, 9)),
        ("6:2 10:6 6:1", (6, 7)),
        ("6:5 10:4 6:1", (8, 9)),
    ],
)
def test_where_a_bomb_comes_down(faces: str, tile: tuple[int, int]) -> None:
    """AMMO-F15: d10 for the way, d6 twice at medium range, at most half of the six tiles."""
    plan = plan_of(thrown(), "bombard a 8,7")

    assert plan.rule(Script(parse_faces(faces)), *plan.args) == tile


def test_half_of_an_odd_distance_is_rounded_down() -> None:
    """AMMO-F15: of five tiles two, though the die shows six."""
    plan = plan_of(thrown(), "bombard a 7,7")

    assert plan.rule(Script(parse_faces("6:2 10:1 6:6")), *plan.args) == (9, 7)


def test_a_launched_one_scatters_by_a_d10() -> None:
    """AMMO-F15: and by shooting; short range counts the die once."""
    game = thrown(flight="launched", short=12, medium=24, long=48)
    fallen = plan_of(game, "bombard a 8,7").landing()

    # A d6 of 4 at short range: half come down where they were aimed.
    assert fallen.probability((8, 7)) == Fraction(1, 2)
    # Straight on is 1 or 2 of the d10; 3 tiles on 3 to 10 of the other, for half is 3.
    assert fallen.probability((11, 7)) == Fraction(1, 2) * Fraction(2, 10) * Fraction(8, 10)


def test_the_odds_of_where_it_lands_add_up() -> None:
    """Exact, off the map included."""
    fallen = odds_of(plan_of(thrown(), "bombard a 8,7"), SPARED)

    assert sum(fallen.landing.values()) == 1
    assert all(sum(chances.values()) == 1 for chances in fallen.figures.values())


def test_a_raise_adds_a_die_to_the_burst() -> None:
    """AMMO-F24: in odds, where it comes down as aimed, weighed by how likely a raise is there."""
    plan = plan_of(thrown(short=10), "bombard a 8,7")
    burst = plan.at((8, 7))
    assert isinstance(burst, BurstAttack)

    # A d6 reaches 4 one time in two, and 8 five times in 36.
    better = Fraction(5, 36) / Fraction(1, 2)
    harm, guard = Harm(3, 6), Guard(5, 1)
    out = Outcome(True, 1, True, 1)
    assert burst.odds_on("r").probability(out) == better * odds(
        suffered, (True,), harm, guard
    ).probability(out)
    assert burst.odds_on("r").chance(lambda o: o.raises == 1) == better  # type: ignore[attr-defined]


def test_everybody_under_the_template_is_struck() -> None:
    """AMMO-F24: each by dice of its own, friends too; pieces are counted (AMMO-07)."""
    game = thrown(short=10).order("bombard a 8,7", [4, 1, 1, 2, 3, 4, 5])

    assert game.news("struck") == (
        "struck q unhurt source=a how=burst",
        "struck r downed source=a how=burst sums=wounds:1",
    )
    assert game.figure("a").count("rounds_2") == 1
    last = game.order("bombard a 20,7", [1, 4, 1])
    assert last.rule("bombard a 8,7") == "AMMO-07"


@pytest.mark.parametrize(("template", "tiles"), [("small", 5), ("medium", 13), ("large", 29)])
def test_templates(template: str, tiles: int) -> None:
    """AMMO-F24: 1, 2 and 3 tiles round the middle."""
    attack = plan_of(thrown(template=template), "bombard a 8,7").at((8, 7))

    assert attack.area.bit_count() == tiles


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("bombard a 2,7", "?"),
        ("bombard a 24,7", "AMMO-F3"),
        ("bombard a 30,7", "?"),
        ("bombard a 8,7 weapon=gun", "AMMO-F15"),
        ("bombard a 22,7", "legal"),
    ],
)
def test_what_may_be_bombarded(text: str, rule: str) -> None:
    """AMMO-F3, AMMO-F15."""
    assert thrown().rule(text) == rule


def test_a_wall_spares_who_stands_behind_it() -> None:
    """AMMO-F24: a burst strikes along clear lines; one aims only where one sees (AMMO-F15)."""
    game = scene("a>. . . . . R # Q\n. . . . . . . # .")

    assert game.rule("bombard a 8,0") == "AMMO-F15"
    attack = plan_of(game, "bombard a 6,0").at((6, 0))
    assert attack.subjects == ("r",)


def sweep(game: Position, text: str) -> Attack:
    """Suppressive fire."""
    attack = game.ruleset.attack(game.state, game.line(text))
    assert isinstance(attack, Attack)
    return attack


def test_suppressive_fire_on_a_template() -> None:
    """AMMO-F14: one die, a token on 1 to 3, everybody under it; the whole bound."""
    game = thrown().order("suppress a 8,7", [6, 6, 1, 5, 5, 2])

    # Medium range and recoil take 4 off 12. Q shows a 1 and is hit, R fails with a 2.
    assert game.news("struck", "left") == (
        "struck q downed source=a how=suppress sums=wounds:1",
        "struck r shaken source=a how=suppress",
        "left q downed",
    )
    assert (game.figure("a").count("tokens"), game.rule("fire a R")) == (2, "AMMO-F5")


def test_who_fires_at_his_own_feet_ducks_too() -> None:
    """AMMO-F14: everybody under the template tests Spirit, the shooter no less."""
    game = scene("a>. R<").order("suppress a 2,0", [6, 2, 2, 5])

    assert game.news("struck") == (
        "struck a shaken source=a how=suppress",
        "struck r missed source=a how=suppress",
    )


def test_the_odds_of_suppressive_fire() -> None:
    """AMMO-F14: against a d6 of Spirit by hand; cover is added to it."""
    arms = {"a": (evolve(GUN, short=10),), "R": (GUN,)}
    game = scene("a>. . . . R<", weapons=arms, under={"R": "&"})
    chances = game.odds("suppress a 5,0").figures["r"]
    pinned = sum(p for total, p in sums(6, 30).items() if total - 2 >= 4)
    # Heavy cover adds 4: a 2 is a success, and a 1 is a hit.
    hits = odds(suffered, (False,), Harm(2, 8), Guard(5, 1))

    struck = sum(p for outcome, p in chances.items() if getattr(outcome, "hit"))  # noqa: B009
    assert struck == pinned / 6
    out = sum(p for outcome, p in chances.items() if getattr(outcome, "wounds"))  # noqa: B009
    assert out == pinned / 6 * hits.chance(lambda o: o.wounds > 0)


def test_suppressive_fire_with_hollow_points() -> None:
    """AMMO-F14, AMMO-F21: a hit does the damage of a single shot, 2 more on bare skin."""
    words = scene("a>. R<").state.setup.declared.counters["ammo"].words
    loaded = {"a": {"ammo": words.index("hollow_point")}}
    chances = scene("a>. R<", counters=loaded).odds("suppress a 2,0").figures["r"]
    hits = odds(suffered, (False,), Harm(2, 8), Guard(5 - 2, 1))

    struck = {o: p for o, p in chances.items() if isinstance(o, Outcome) and o.hit}
    out = sum(p for o, p in struck.items() if o.wounds)
    assert out / sum(struck.values()) == hits.chance(lambda o: o.wounds > 0)


def test_what_suppressive_fire_needs() -> None:
    """AMMO-F14: an automatic weapon, ammunition, and a figure that has not acted yet."""
    semi = evolve(GUN, modes=("single",), rof=1)

    assert scene("a>. . R<", weapons={"a": (semi,)}).rule("suppress a 3,0") == "AMMO-F14"
    assert scene("a>. . R<", counters={"a": {"tokens": 0}}).rule("suppress a 3,0") == "AMMO-A4"
    assert scene("a>. . R<", counters={"a": {"acts": 1}}).rule("suppress a 3,0") == "AMMO-F5"
    assert scene("a>. . R<").rule("suppress a 3,0") == "legal"


def test_who_is_unseen_is_struck_all_the_same() -> None:
    """Areas strike whoever is there; a hidden figure that is struck shows itself."""
    game = scene("a>. . . R<", counters={"R": {"hidden": 1}})
    done = game.order("suppress a 4,0", [6, 2, 2])

    assert sweep(game, "suppress a 4,0").subjects == ("r",)
    assert done.news("revealed") == ("revealed r",)
