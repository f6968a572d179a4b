"""Words for the computer's reasons."""

from __future__ import annotations

import pytest

from skirmish.ai import Weighed
from skirmish.ai.explanation import points
from skirmish.ai.remarks import Answered, AtPlace, Attacked, Note, Remark, Started, Struck
from skirmish.core.geometry import Facing
from skirmish.core.orders import END, Order
from skirmish.presentation.ai_reasons import chance_words, weightiest

BURST = Order.of("fire", "b1", "r7", mode="burst")
TO = Order.of("move", "b2", ((4, 6), (5, 6)))
TURN = Order.of("turn", "b2", "NE")
START = Order.of("deploy", "b1", (3, 1))
R7 = Struck("r7", tuple(((("damage", n),), 20) for n in range(1, 6)), 82)
OUT = Struck("r7", (((("effect", "knocked_out"),), 8), ((("hits", 1),), 0)), 9)


@pytest.mark.parametrize(
    ("order", "remark", "words", "told"),
    [
        (BURST, Attacked(BURST, (R7,)), f"{BURST}, r7: 82% struck", "r7: 82% struck"),
        (
            BURST,
            Attacked(BURST, (OUT, Struck("b3", (), 1)), 2),
            f"{BURST}, r7: 8% knocked_out; b3: 1% struck; two more",
            "r7: 8% knocked out; b3: 1% struck; two more",
        ),
        (BURST, Attacked(BURST), str(BURST), ""),
        (
            TO,
            AtPlace("b2", (5, 6), Facing.E, "brush", guns=1, risk=11),
            "b2 to 5,6, brush, 11% of its worth at risk from one enemy",
            "brush, 11% of its worth at risk from one enemy",
        ),
        (TO, AtPlace("b2", (5, 6), Facing.E), "b2 to 5,6", ""),
        (
            TURN,
            AtPlace("b2", None, Facing.NE, target="r3"),
            "b2 looks NE, can shoot r3",
            "can shoot r3",
        ),
        (START, Started("b1", (3, 1)), "b1 starts at 3,1", ""),
        (
            Order("answer", target="take_it"),
            Answered("wild_die", "take_it"),
            "wild_die: take_it",
            "wild die: take it",
        ),
        (Order.of(END.name), Note("nothing gains"), "nothing gains", "nothing gains"),
    ],
)
def test_chance_words_leave_out_the_order(
    order: Order, remark: Remark, words: str, told: str
) -> None:
    """The order itself is in words, with its place and target."""
    weighed = Weighed(order, 0, remark=remark)

    assert weighed.data["words"] == words
    assert chance_words(weighed) == told


@pytest.mark.parametrize(
    ("values", "shown"),
    [
        ((1250, 850, 450), (1300, 900, 400)),
        ((1240, 840, 440), (1300, 800, 400)),
        ((-1250, -850, -450), (-1200, -900, -500)),
        ((40, 40, 40), (100,)),
        ((30, -30), ()),
        ((2000, -960, -20), (2000, -1000)),
    ],
)
def test_shown_terms_add_up_to_the_shown_gain(
    values: tuple[int, ...], shown: tuple[int, ...]
) -> None:
    """Rounding each term by itself would leave a rest between them and their total."""
    terms = tuple((f"term {at}", value) for at, value in enumerate(values))
    told = [value for _, value in weightiest(Weighed(BURST, sum(values), terms))]
    assert tuple(sorted(told, key=lambda value: -abs(value))) == shown
    assert points(sum(told))[1:] == points(sum(values))[1:]
