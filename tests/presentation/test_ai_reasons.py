"""Words for the computer's reasons."""

from __future__ import annotations

import pytest

from skirmish.ai import Weighed
from skirmish.core.orders import END, Order
from skirmish.presentation.ai_reasons import chance_words

BURST = Order.of("fire", "b1", "r7", mode="burst")
TO = Order.of("move", "b2", ((4, 6), (5, 6)))
TURN = Order.of("turn", "b2", "NE")
START = Order.of("deploy", "b1", (3, 1))


@pytest.mark.parametrize(
    ("order", "words", "told"),
    [
        (BURST, f"{BURST}, r7: 82% struck", "r7: 82% struck"),
        (BURST, f"{BURST}, r7: 8% knocked_out; b3: 1% struck", "r7: 8% knocked out; b3: 1% struck"),
        (BURST, str(BURST), ""),
        (TO, "b2 to 5,6, brush, risk 11% from one", "brush, risk 11% from one"),
        (TO, "b2 to 5,6", ""),
        (TURN, "b2 looks NE, bears on r3", "bears on r3"),
        (START, "b1 starts at 3,1", ""),
        (Order.of(END.name), "nothing gains anything now", "nothing gains anything now"),
    ],
)
def test_chance_words_leave_out_the_order(order: Order, words: str, told: str) -> None:
    """The order itself is in words, with its place and target."""
    assert chance_words(Weighed(order, 0, words=words)) == told
