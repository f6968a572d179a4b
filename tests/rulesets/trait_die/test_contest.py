"""The opposed agility roll of an interrupt: no total is too high, and its odds are exact."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from skirmish.core.dice import Dice, odds, open_ended
from skirmish.rulesets.trait_die.dice import Agile
from skirmish.rulesets.trait_die.kinds import DICE
from skirmish.rulesets.trait_die.odds import chance_first
from tests.rulesets.trait_die.blocks import scene

CAP = 60


def test_totals_above_twenty_are_compared() -> None:
    """AMMO-F16: 20 loses to 21, as 2 loses to 3."""
    game = scene("a>. . . . . .\n. . . . . R<.").order("hold a").order("end")
    after = game.order("move R 5,1>5,0", [6, 6, 6, 2, 6, 6, 6, 3, 3])
    assert after.news("tested") == ("tested a agility acts_right_after",)


def test_two_equal_dice() -> None:
    """AMMO-F16: they tie with a chance of 1/(s+1), and ties are the holder's."""
    assert chance_first(Agile(6), Agile(6)) == Fraction(4, 7)
    for sides in DICE:
        tie = Fraction(1, sides + 1)
        assert chance_first(Agile(sides), Agile(sides)) == tie + (1 - tie) / 2


def told_to(dice: Dice, who: Agile) -> int:
    """A total that is only told up to a cap."""
    return max(dice.sub(open_ended, sides, CAP) for sides in who.dice) + who.modifier


def open_or_decided(dice: Dice, holder: Agile, actor: Agile) -> bool | None:
    """Who goes first, where totals up to a cap decide it; None where both may be above it."""
    mine, theirs = dice.sub(told_to, holder), dice.sub(told_to, actor)
    if min(mine, theirs) >= CAP + min(holder.modifier, actor.modifier):
        return None
    return mine >= theirs


AGILE = st.builds(Agile, st.sampled_from(DICE), st.booleans(), st.integers(-3, 0))


@given(AGILE, AGILE)
def test_the_closed_form_agrees_with_a_walk_up_to_a_cap(holder: Agile, actor: Agile) -> None:
    """AMMO-F16: the walk leaves less than one in ten thousand open, and the odds lie within."""
    walked = odds(open_or_decided, holder, actor)
    sure, unsure = walked.probability(True), walked.probability(None)
    assert unsure < Fraction(1, 10_000)
    assert sure < chance_first(holder, actor) < sure + unsure


def test_the_card_of_who_holds_tells_the_odds() -> None:
    """AMMO-F16: two d6 are 4/7; the enemy does not see the line."""
    game = scene("a>. . . . . .\n. . . . . R<.").order("hold a")
    card = game.ruleset.card.lines(game.view("blue").state, game.figure("a"))
    assert [(one.value, one.open) for one in card if one.label == "goes before"] == [
        ("r 57%", False)
    ]
