"""What figures threaten each other with, and what outcomes cost."""

from __future__ import annotations

from fractions import Fraction

from attrs import evolve

from skirmish.rulesets.opposed_d6.dice import Effect
from tests.position import Position
from tests.rulesets.opposed_d6.blocks import GUN, MORTAR, SMOKE, TROOPER, scene


def menace(game: Position, shooter: str = "a", target: str = "r") -> Fraction:
    """What one figure threatens another with."""
    return game.ruleset.estimates.menace(game.state, shooter, target)


def test_it_is_the_expected_loss_of_the_best_shot() -> None:
    """The same points as the odds of the order say."""
    game = scene("a>. . . R<", weapons={"a": (evolve(GUN, id="old", factor=1), GUN)})
    odds = game.odds("fire a R weapon=gun")
    lost = odds.expected_loss(
        lambda name, out: game.ruleset.outcomes.loss(game.state, name, out), {"r": "red"}
    )

    assert menace(game) == lost["red"] > 0


def test_clock_facing_and_comrades_do_not_matter() -> None:
    """It asks what could be done from there, not what may be done now."""
    plain = scene("a>. . . R<")
    turned = scene("a<b>. . R<", phase="move", counters={"a": {"shot": 1}})

    assert menace(turned) == menace(plain)


def test_no_menace_without_sight_or_range() -> None:
    """A wall in between, a gun that does not reach, a weapon that harms nobody."""
    assert menace(scene("a># . . R<")) == 0
    assert menace(scene("a>. . . R<", weapons={"a": (evolve(GUN, range=3),)})) == 0
    assert menace(scene("a>. . . R<", weapons={"a": (SMOKE,)})) == 0
    assert menace(scene("a>. . . R<", weapons={"a": ()})) == 0


def test_indirect_fire_reaches_behind_walls() -> None:
    """Less so than what it sees, as it scatters."""
    hidden = menace(scene("a>. # . . R<", weapons={"a": (MORTAR,)}))
    seen = menace(scene("a>. . . . R<", weapons={"a": (MORTAR,)}))

    assert 0 < hidden < seen


def test_in_contact_they_fight() -> None:
    """The expected loss of close combat, which cover does not help against."""
    game = scene("a>R<", kinds={"R": evolve(TROOPER, physical=0)})

    assert menace(game) > menace(game, "r", "a") > 0


def test_outcomes_cost_a_share_of_the_points() -> None:
    """Downed all, suppressed a quarter, flight half; less for who is so already."""
    game = scene("a>. . . R<")
    lost = [game.ruleset.outcomes.loss(game.state, "r", effect) for effect in Effect]

    assert lost == [0, 3, 6, 12]
    again = scene("a>. . . R<", counters={"R": {"suppressed": 1, "fleeing": 1}})
    lost = [game.ruleset.outcomes.loss(again.state, "r", effect) for effect in Effect]
    assert lost == [0, 0, Fraction(12, 8), 12]
    assert game.ruleset.outcomes.words(Effect.FLEE) == {"effect": "flee"}
    assert game.ruleset.outcomes.no_effect == Effect.NOTHING
