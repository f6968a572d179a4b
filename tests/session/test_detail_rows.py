"""The details of an order: every change stays within what the family allows."""

from hypothesis import given
from hypothesis import strategies as st

from skirmish.core.codec import Shape
from skirmish.core.orders import Field, Order, Verb
from skirmish.rulesets.families import Count, Family, One, Shares, Some
from skirmish.session.detail_rows import (
    detail_rows,
    more_figures,
    with_next_value,
    with_shifted_share,
    with_valid_fields,
)

VERB = Verb(
    "fire",
    "fires",
    target=Shape.FIGURE,
    fields=(
        Field("aid", Shape.FIGURES, "who helps"),
        Field("face", Shape.FACING, "where to look"),
        Field("mode", Shape.WORD, "how", "single", ("single", "burst")),
        Field("rolls", Shape.NUMBER, "how often", "1"),
        Field("split", Shape.SPLIT, "shares"),
    ),
)
FAMILY = Family(
    "fire",
    "b1",
    One(("r1",)),
    (
        ("aid", Some(("b2", "b3", "b4"), 2)),
        ("face", One(("N", "E"))),
        ("mode", One(("single", "burst"))),
        ("rolls", Count(1, 3)),
        ("split", Shares(("r1", "r2", "r3"), 5, 3, lambda a, b: {a, b} == {"r1", "r3"})),
    ),
)
ORDER = Order("fire", "b1", "r1")
STEPS = st.lists(
    st.tuples(st.integers(0, 20), st.sampled_from([-1, 1]), st.booleans()), max_size=30
)


def test_a_default_is_shown_and_never_said() -> None:
    """Untouched details show their default, and the order stays as short as it was."""
    rows = detail_rows(VERB, FAMILY, ORDER)

    assert [(row.label, row.value) for row in rows] == [
        *(("aid b2", "no"), ("aid b3", "no"), ("aid b4", "no")),
        *(("face", "auto"), ("mode", "single"), ("rolls", "1"), ("split 1", "auto")),
    ]
    assert [row.field for row in rows if row.turns] == ["face"]


@given(STEPS)
def test_no_change_leaves_the_family(steps: list[tuple[int, int, bool]]) -> None:
    """Any key on any row gives an order that the family would keep as it is."""
    order = ORDER
    for number, by, share in steps:
        rows = detail_rows(VERB, FAMILY, order)
        row = rows[number % len(rows)]
        order = (
            with_shifted_share(VERB, FAMILY, order, row, by)
            if share
            else with_next_value(VERB, FAMILY, order, row, by)
        )
        assert with_valid_fields(FAMILY, order) == order
        split = order.split("split")
        assert sum(share for _, share in split) in (0, 5)
        assert all(share > 0 for _, share in split)
        assert not {"r1", "r3"} <= {name for name, _ in split}


def test_who_could_still_help_is_known_until_the_set_is_full() -> None:
    """Those are named beside the order."""
    one = ORDER.with_field("aid", ("b3",))
    assert more_figures(FAMILY, ORDER) == {"aid": ("b2", "b3", "b4")}
    assert more_figures(FAMILY, one) == {"aid": ("b2", "b4")}
    assert more_figures(FAMILY, one.with_field("aid", ("b2", "b3"))) == {}


def test_a_full_set_takes_the_new_one_in() -> None:
    """At most so many may help: the one chosen last is among them."""
    order = ORDER
    for number in (0, 1, 2):
        row = detail_rows(VERB, FAMILY, order)[number]
        order = with_next_value(VERB, FAMILY, order, row, 1)

    assert order.figures("aid") == ("b2", "b4")
