"""Orders that were weighed, in words."""

from __future__ import annotations

from skirmish.ai.choose import describe_order
from skirmish.ai.drafts import draft
from skirmish.ai.remarks import AtPlace, remark_words
from skirmish.ai.situation import Situation
from skirmish.core.orders import Order
from tests.ai.test_terms import moving, seen

FOES = ("P<", "Q<", "R<", "U<")


def risk(foes: int) -> int:
    """Of a step towards so many enemies in a row, each as good a shot as the other."""
    rows = [f". . . . . . {FOES[n] if n < foes else '. '}" for n in range(len(FOES))]
    rows[1] = rows[1].replace(". ", "a>", 1)
    situation: Situation = seen(moving("\n".join(rows)))
    made = draft(situation, situation.view.state.figures["a"])
    ways = {place.order: sum(place.suffers) for place in made.places if place.order is not None}
    said = describe_order(situation, max(ways, key=lambda order: ways[order]))
    assert isinstance(said, AtPlace)
    assert len(said.guns) == foes
    return said.risk


def test_the_risk_from_many_is_no_sum() -> None:
    """Each takes a share of what the others leave, so that it is never more than all of it."""
    one, many = risk(1), risk(4)

    assert 0 < one < many < 4 * one
    assert many < 100


def test_an_attack_is_told_with_all_of_its_order() -> None:
    """Two modes of a weapon are not told as the same."""
    situation = seen(moving("a>. . . R<"))
    order = Order.of("fire", "a", "r", mode="burst")

    assert remark_words(describe_order(situation, order)).startswith("fire a r mode=burst")
