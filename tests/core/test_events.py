"""Events as text: each class reads back what it writes, and nothing else is an event."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from skirmish.core.codec import EventShape, Shape, row_by_row
from skirmish.core.dice import Face
from skirmish.core.events import (
    EVENTS,
    Asked,
    Event,
    Fired,
    Left,
    Moved,
    ToldEvent,
    Zoned,
    event_text,
    parse_event,
)
from skirmish.errors import RecordProblem
from tests.core.test_codec import TILES, VALUES, WORDS

OPTIONS = ("b1", "stand fast", "hold=yes", "30%", "1.5 tiles", "b1|b2", "50%25", "3,4")


@st.composite
def routes(draw: st.DrawFn) -> tuple[tuple[int, int], ...]:
    """Neighbouring tiles, as a figure enters them."""
    x, y = draw(st.integers(20, 30)), draw(st.integers(20, 30))
    path = [(x, y)]
    step = st.tuples(st.integers(-1, 1), st.integers(-1, 1)).filter(any)
    for dx, dy in draw(st.lists(step, max_size=12)):
        path.append((path[-1][0] + dx, path[-1][1] + dy))
    return tuple(path)


MADE: dict[Shape | EventShape, st.SearchStrategy[Any]] = {
    **dict(VALUES.items()),
    EventShape.ROUTE: routes(),
    EventShape.TILES: st.sets(TILES, max_size=12).map(row_by_row),
    EventShape.NUMBERS: st.dictionaries(WORDS, st.integers(-99, 999), max_size=4),
    EventShape.OPTIONS: st.lists(st.sampled_from(OPTIONS), min_size=1, max_size=4).map(tuple),
}


@st.composite
def events_of(draw: st.DrawFn, kind: type[Event]) -> Event:
    """Any event of a class, made from what its fields say of themselves."""
    values = {}
    for spec in attrs.fields(kind):  # type: ignore[arg-type]
        if spec.metadata.get("opt") and draw(st.booleans()):
            continue
        values[spec.name] = draw(MADE[spec.metadata["shape"]])
    return kind(**values)


@pytest.mark.parametrize("kind", EVENTS.values(), ids=list(EVENTS))
def test_every_event_reads_back_what_it_writes(kind: type[Event]) -> None:
    """`parse_event(event_text(e)) == e`, in one line without the marks that records use."""

    @settings(max_examples=25)
    @given(events_of(kind))
    def reads_back(event: Event) -> None:
        text = event_text(event)
        assert parse_event(text) == event
        assert text.isprintable()
        assert not any(mark in text for mark in (" | ", "; ", " ~", " @", " #"))

    reads_back()


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (Moved("b1", ((2, 2), (3, 2), (4, 3)), how="flee"), "moved b1 2,2>3,2>4,3 how=flee"),
        (Fired("b1", "rifle", at=(3, 4)), "fired b1 rifle at=3,4"),
        (Left("r1", "downed"), "left r1 downed"),
        (
            Zoned("z", "smoke", "blue", ((4, 1), (3, 1), (3, 2)), numbers={"factor": 2}),
            "zoned z smoke blue 3,1*2+3,2*1 numbers=factor:2",
        ),
        (Zoned("z", "smoke", "blue", ()), "zoned z smoke blue -"),
        (Asked("red", "hit", ("duck", "stand fast")), "asked red hit duck|stand.fast"),
    ],
)
def test_canonical_spelling(event: Event, text: str) -> None:
    """Arguments in order, then what differs from its default; tiles row by row, as runs."""
    assert event_text(event) == text
    assert parse_event(text) == event


EVENTFUL = st.lists(
    st.sampled_from([*EVENTS, "b1", "3,4", "3,4>9,4", "N", "3", "at=", "how=x", "sums=a:1", "-"]),
    max_size=6,
).map(" ".join)


@given(st.text(st.characters(exclude_categories=()), max_size=60) | EVENTFUL)
@example("")
@example("moved b1 0,0>")
@example("struck b1 hit sums=:1")
@example("fired b1 rifle how=")
@example("asked red hit ")
def test_nonsense_is_a_record_problem(text: str) -> None:
    """`RecordProblem` and nothing else; what is read has one spelling."""
    try:
        event = parse_event(text)
    except RecordProblem as problem:
        told = str(problem)
    else:
        assert parse_event(event_text(event)) == event
        told = ""
    assert all(char.isprintable() for char in told)


@pytest.mark.parametrize(
    "text",
    [
        "fried b1 rifle",
        "fired b1",
        "fired b1 rifle how=a how=b",
        "fired b1 rifle who=r1",
        "fired how=aid b1 rifle",
        "left b1 downed twice",
        "turned b1 UP",
        "struck b1 hit sums=\x1b:3",
        "struck b1 hit sums=a:1+a:2",
        "zoned z smoke blue 3,1*0",
        "zoned z smoke blue 3,1*201",
        "zoned z smoke blue " + "+".join(["0,0*200"] * 300),
        "moved b1 " + ">".join(["0,0", "9999,0"] * 100),
    ],
)
def test_what_is_no_event_is_refused(text: str) -> None:
    """Unknown verbs, missing, doubled and unknown parts, runs and routes without end."""
    with pytest.raises(RecordProblem):
        parse_event(text)


def test_told_finds_its_own_faces() -> None:
    """An event has a stretch of its order's dice."""
    rolled = (Face(6, 1), Face(6, 2), Face(6, 3))

    assert ToldEvent(Left("b1", "downed"), ("blue",), 1, 2).faces(rolled) == rolled[1:]
    assert ToldEvent(Left("b1", "downed"), ("blue",)).faces(rolled) == ()
