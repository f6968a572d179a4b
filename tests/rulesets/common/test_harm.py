"""Damage up to a limit: what is told, who is out, and what it costs, to the fraction."""

from __future__ import annotations

from fractions import Fraction

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from skirmish.core.dice import Script
from skirmish.core.events import event_text
from skirmish.core.orders import Order
from skirmish.rulesets.common.harm import hurt, loss
from skirmish.rulesets.scene import Scene
from tests.position import position


def told(*amounts: int, limit: int = 10) -> list[str]:
    """What is told when R is hurt so, again and again."""
    scene = Scene(position("a>. R").state, "blue", Order("fire", "a"), Script(()), ())
    for amount in amounts:
        hurt(scene, "r", amount, limit)
    return [event_text(one.event) for one in scene.told]


def test_who_reaches_the_limit_is_out_and_hurt_no_more() -> None:
    """Damage is added up; nothing is told of none, nor of what befalls one that is out."""
    assert told(4, 0, 5) == ["hurt r 4", "hurt r 5"]
    assert told(4, 6, 3) == ["hurt r 4", "hurt r 6", "left r downed"]


def test_who_is_struck_out_of_hiding_is_seen() -> None:
    """It is revealed before it is told of."""
    state = position("a>. R", counters={"R": {"hidden": 1}}).state
    scene = Scene(state, "blue", Order("fire", "a"), Script(()), ())

    assert not hurt(scene, "r", 1, 10)
    assert [one.event.verb for one in scene.told] == ["revealed", "hurt"]


@given(st.integers(0, 60), st.integers(1, 40), st.lists(st.integers(0, 50), max_size=6))
def test_losses_add_up_to_what_a_figure_is_worth(start: int, limit: int, hits: list[int]) -> None:
    """However it is divided: each blow costs something, all of them half by shares, or all."""
    figure = evolve(position("a>").figure("a"), damage=start)
    points = figure.who.kind.points
    whole = loss(figure, sum(hits), limit)
    parts = []
    for hit in hits:
        if figure.damage >= limit:
            break
        parts.append(loss(figure, hit, limit))
        figure = evolve(figure, damage=figure.damage + hit)

    assert all((part > 0) == (hit > 0) for part, hit in zip(parts, hits, strict=False))
    assert not parts or sum(parts) == whole
    assert 0 <= whole <= points
    if start == 0:
        out = figure.damage >= limit
        assert whole == points * (1 if out else Fraction(figure.damage, 2 * limit))
