"""Orders as text: one spelling that parses and prints; nothing else comes of a hostile line."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from skirmish.core.codec import Shape
from skirmish.core.geometry import Facing
from skirmish.core.orders import ENGINE_VERBS, Field, Order, Verb, parse_order, usage
from skirmish.errors import OrderRefused
from skirmish.rulesets.engine import verbs_of
from skirmish.rulesets.registry import RULESETS
from tests.core.test_codec import VALUES

WATCH = Verb(
    "watch",
    "watches a cone",
    target=Shape.TILE,
    target_optional=True,
    fields=(
        Field("aid", Shape.FIGURES, "friends"),
        Field("extra", Shape.WORD, "extra hits", "most", ("most", "least", "ask")),
        Field("face", Shape.FACING, "where to"),
        Field("rolls", Shape.NUMBER, "rolls", "1"),
        Field("split", Shape.SPLIT, "shares"),
        Field("when", Shape.CHANCE, "least chance"),
    ),
)
VERBS = {**ENGINE_VERBS, WATCH.name: WATCH, "go": Verb("go", "goes", target=Shape.PATH)}
FOUND_IN_LINES = ("watch", "b1", "=", "+", ":", ",", ">", "%", " ", "aid", "3,4", "answer", "\x1b")
LINES = st.one_of(
    st.text(st.characters(exclude_categories=()), max_size=60),
    st.lists(st.sampled_from(FOUND_IN_LINES), max_size=12).map("".join),
)


Verbs = Mapping[str, Verb]
LANGUAGES: list[Verbs] = [*(verbs_of(rules) for rules in RULESETS.values()), VERBS]


@st.composite
def orders(draw: st.DrawFn) -> tuple[Order, Verbs]:
    """Any order of any verb with any of its fields, and the verbs of its ruleset."""
    known = draw(st.sampled_from(LANGUAGES))
    verb = draw(st.sampled_from(list(known.values())))
    figure = draw(VALUES[Shape.FIGURE]) if verb.figure else ""
    said = verb.target is not None and (not verb.target_optional or draw(st.booleans()))
    target = draw(VALUES[verb.target]) if said and verb.target else ""
    if verb.target is Shape.LINE:
        target = " ".join(str(target).split())
    fields = {
        f.name: draw(st.sampled_from(f.options)) if f.options else draw(VALUES[f.shape])
        for f in verb.fields
        if draw(st.booleans())
    }
    return Order.of(verb.name, str(figure), target, **fields), known


@given(orders())
def test_an_order_parses_from_what_it_prints(drawn: tuple[Order, Verbs]) -> None:
    """Up to defaults, which are left out: from then on text and order are the same both ways."""
    order, known = drawn
    once = parse_order(str(order), known)

    assert parse_order(str(once), known) == once
    assert str(parse_order(str(once), known)) == str(once)
    assert (once.verb, once.figure, once.target) == (order.verb, order.figure, order.target)
    assert set(once.fields) <= set(order.fields)


@given(LINES)
@example("watch b1 3,4 =x")
@example("watch b1 aid=")
@example("answer \ud800")
@example("go b1 0,0>999999999,0")
def test_a_hostile_line_is_an_order_or_refused(line: str) -> None:
    """`OrderRefused` and nothing else, in one printable line."""
    try:
        order = parse_order(line, VERBS)
    except OrderRefused as refused:
        told = str(refused)
    else:
        assert parse_order(str(order), VERBS) == order
        told = ""
    assert all(char.isprintable() for char in told)
    assert len(told) < 600


@pytest.mark.parametrize(
    ("line", "canonical"),
    [
        ("  watch   b1  ", "watch b1"),
        ("watch b1 3,4 when=30% aid=b10+b2", "watch b1 3,4 aid=b2+b10 when=30%"),
        ("watch aid=b2 b1 extra=most rolls=1", "watch b1 aid=b2"),
        ("watch b1 split=r3:3+r4:2 face=NE", "watch b1 face=NE split=r3:3+r4:2"),
        ("answer stand  fast", "answer stand fast"),
        ("end", "end"),
    ],
)
def test_canonical_spelling(line: str, canonical: str) -> None:
    """Fields in order, sets in order, defaults left out, one blank between words."""
    assert str(parse_order(line, VERBS)) == canonical


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("wacth b1", "no order 'wacth' (did you mean 'watch'?)"),
        ("xyzzy", "no order 'xyzzy' (known: end, answer, resign, deploy, ready, watch, go)"),
        ("watch b1 adi=b2", "'watch' has no 'adi=' (did you mean 'aid'?)"),
        ("end now=1", "'end' has no 'now=' (it takes none)"),
        ("watch b1 extra=mots", "'extra=mots' is no choice (did you mean 'most'?)"),
        ("watch b1 face=N face=S", "'face=' twice (write it once)"),
        ("", "the order is empty (type a verb, such as 'end', or 'help')"),
        ("end " + "x" * 2000, "an order of 2004 characters (2000 is the most)"),
        ("end b1", "'b1' is one word too many (write: end)"),
        ("go b1", "'go' needs a path such as 3,4>5,4 (write: go FIGURE PATH)"),
        ("go", "'go' needs a figure (write: go FIGURE PATH)"),
        ("go B1 0,0>1,1", "figure 'B1' is not a figure (write: go FIGURE PATH)"),
    ],
)
def test_a_refusal_says_what_is_wrong_and_the_likely_remedy(line: str, message: str) -> None:
    """Did-you-mean where something is near, else how it is written."""
    with pytest.raises(OrderRefused) as caught:
        parse_order(line, VERBS)

    assert str(caught.value) == message


def test_parts_of_an_order_come_back_as_values() -> None:
    """Fields and targets are read from the canonical text they are kept in."""
    order = parse_order("watch b1 3,4 aid=b2+b4 face=NE rolls=3 split=r1:2+r2:1", VERBS)

    assert order.target_tile == (3, 4)
    assert order.figures("aid") == ("b2", "b4")
    assert order.facing("face") is Facing.NE
    assert order.number("rolls", 1) == 3
    assert order.split("split") == (("r1", 2), ("r2", 1))
    assert parse_order("go b1 0,0>2,2", VERBS).target_path == ((0, 0), (2, 2))
    assert str(order.with_field("aid", ()).with_field("rolls", 2)) == (
        "watch b1 3,4 face=NE rolls=2 split=r1:2+r2:1"
    )


def test_usage_names_every_part() -> None:
    """What may be left out is in brackets; options are listed."""
    assert usage(WATCH) == (
        "write: watch FIGURE [TILE] [aid=FIGURE+FIGURE] [extra=most|least|ask] "
        "[face=DIRECTION] [rolls=NUMBER] [split=FIGURE:2+FIGURE:1] [when=30%]"
    )
