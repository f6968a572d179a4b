"""Close combat: Fighting against Parry."""

from __future__ import annotations

from attrs import evolve

from skirmish.core.dice import odds
from skirmish.rulesets.trait_die.dice import Guard, Harm, Outcome, suffered
from tests.rulesets.trait_die.blocks import BLADE, EXTRA, scene, sums

TOUCH = "a>R<. Q<"


def test_the_odds_of_a_blow() -> None:
    """AMMO-F19: d6 against Parry 5; strength and weapon against toughness; a raise adds a d6."""
    chances = scene(TOUCH).odds("strike a R").figures["r"]
    harm, guard = Harm(1, 6, 0, 6), Guard(5, 1)
    hit = sum(p for total, p in sums(6, 30).items() if 5 <= total < 9)
    better = sum(p for total, p in sums(6, 30).items() if total >= 9)

    for outcome in (Outcome(True, 0, True, 1), Outcome(True, 0), Outcome(True, 0, True)):
        expected = hit * odds(suffered, (False,), harm, guard).probability(outcome)
        assert chances.get(outcome, 0) == expected
    out = Outcome(True, 1, True, 1)
    assert chances[out] == better * odds(suffered, (True,), harm, guard).probability(out)


def test_parry_is_two_and_half_of_fighting() -> None:
    """AMMO-F19: a d10 parries with 7."""
    game = scene(TOUCH, kinds={"R": evolve(EXTRA, fighting=10)})

    assert game.order("strike a R", [6, 1, 1, 1]).news("struck") == ("struck r unhurt source=a",)
    assert game.order("strike a R", [5]).news("struck") == ("struck r missed source=a",)


def test_a_blow_needs_an_enemy_in_reach() -> None:
    """AMMO-F19: a step must lead from one to the other."""
    game = scene(TOUCH)

    assert game.rule("strike a Q") == "AMMO-F19"
    assert game.rule("strike a R weapon=gun") == "AMMO-F19"
    assert game.rule("strike a R limb=head") == "legal"


def test_bare_hands() -> None:
    """AMMO-F19: who has no weapon for it adds nothing to its strength."""
    game = scene(TOUCH, weapons={"a": ()})

    assert game.order("strike a R", [5, 4]).news("fired", "struck") == (
        "fired a fists target=r how=strike",
        "struck r unhurt source=a",
    )


def test_a_blow_costs_no_ammunition() -> None:
    """AMMO-08 is about shooting: a natural 1 in close combat costs nothing and strays nowhere."""
    game = scene("a>R<Q<", weapons={"a": (BLADE,)}).order("strike a R", [1])

    assert game.news("struck", "counted") == ("counted a acts 1", "struck r missed source=a")
