"""What smoke and terrain cost while a record is loaded: bounded, and far above any battle."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from time import process_time

import pytest

from skirmish.core.geometry import tile_text
from skirmish.errors import RecordProblem
from skirmish.game import Game
from skirmish.game.opening import open_text
from skirmish.record import parse_record, restore_history
from skirmish.record.format import with_check
from skirmish.record.limits import MAX_SIGHT
from skirmish.record.reader import head_text
from skirmish.rulesets.engine import verbs_of
from tests.soak.limits import floor

Events = Callable[[], Iterator[str]]
GOLDEN = Path(__file__).parents[1] / "golden"
SIZE, FIGURES = 200, 200
EVENTS = 17_000
TIMES = 10
PART = 4
"""The tests try a limit so many times as low, so that they are done sooner."""
LOOPS = 20
"""Loops of ten million steps that a hostile record may take until it is refused at that limit; to
read it takes a few of them at any limit."""


def scenario(share: float = 0.0) -> str:
    """Two sides of 100 on 200 x 200 tiles, with trees on a share of them."""
    random = Random(1)
    rows = "\n".join(
        "".join("T" if random.random() < share else "." for _ in range(SIZE)) for _ in range(SIZE)
    )
    text = 'format = 1\ntitle = "x"\nturns = 9\nruleset = "opposed_d6"\n'
    text += f'[map]\nrows = """\n{rows}\n"""\n'
    for side, columns in (("blue", "0, 0, 9, 199"), ("red", "190, 0, 199, 199")):
        text += f'[sides.{side}]\nname = "{side}"\ndeploy = [{columns}]\n'
        for number in range(1, FIGURES // 2 + 1):
            text += f'[[sides.{side}.figures]]\nid = "{side[0]}{number}"\nkind = "conscript"\n'
    return text


def places() -> dict[str, str]:
    """Where each figure stands, spread over the map."""
    random = Random(2)
    return {
        f"{side}{number}": tile_text((random.randrange(SIZE), random.randrange(SIZE)))
        for side in "br"
        for number in range(1, FIGURES // 2 + 1)
    }


@cache
def head(text: str) -> tuple[str, str]:
    """What a record of a scenario begins with, and its check."""
    return head_text(open_text(text).head(1, None))


def record(text: str, events: Iterable[str], in_line: int = 40) -> str:
    """A record of the scenario in which these events happen after all figures were placed."""
    told = [f"placed {name} {at} E" for name, at in places().items()]
    told.append("bound 1 1 move blue")
    told.extend(events)
    begin, check = head(text)
    lines = [begin]
    for number, start in enumerate(range(0, len(told), in_line), 1):
        body = "; ".join(told[start : start + in_line])
        line = with_check(check, f"{number} blue end | - | {body}")
        check = line.rpartition("#")[2]
        lines.append(f"{line}\n")
    return "".join(lines)


def clouds() -> Iterator[str]:
    """Clouds that come and go, one tile each, all over the map."""
    random = Random(3)
    for number in range(EVENTS // 2):
        at = random.randrange(SIZE), random.randrange(SIZE)
        yield f"zoned z{number} smoke blue {at[0]},{at[1]}*1"
        if number >= 10:
            yield f"unzoned z{number - 10}"


def pile() -> Iterator[str]:
    """A few hundred large clouds on the same tiles: sight changes once."""
    for number in range(180):
        yield f"zoned z{number} smoke blue " + "+".join(f"0,{y}*200" for y in range(5))
    for number in range(EVENTS):
        yield f"zoned y{number} smoke blue 0,0*1"


def trees() -> Iterator[str]:
    """One tile after another changes its terrain."""
    for number in range(EVENTS):
        yield f"changed {number % SIZE},{number // SIZE} {'wood' if number % 3 else 'wall'}"


@pytest.mark.slow
@pytest.mark.parametrize("events", [clouds, pile, trees])
def test_a_record_that_changes_sight_without_end_is_refused_in_time(
    events: Events, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each is within the limits of bytes, events and tiles; the message names the line."""
    most_sight = MAX_SIGHT // PART
    monkeypatch.setattr("skirmish.record.limits.MAX_SIGHT", most_sight)
    text = record(scenario(), events())
    parse_record(text.encode())
    begun = process_time()
    with pytest.raises(RecordProblem, match=f"more than {most_sight} tiles of sight") as caught:
        Game.replay(text)

    assert (process_time() - begun) / floor() < LOOPS
    assert int(caught.value.where.rpartition(":")[2]) > text[: text.index("\nbegin")].count("\n")


def test_what_stands_before_that_line_can_be_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    """The battle up to there, with a notice."""
    monkeypatch.setattr("skirmish.record.limits.MAX_SIGHT", 20_000_000)
    saved = Game.replay(record(scenario(), islice(clouds(), 200)), salvage=True)

    assert 5 <= len(saved.lines) < 10
    assert "tiles of sight" in saved.notices[-1]


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.skr")), ids=lambda path: path.stem)
def test_ten_times_a_shipped_battle_is_loaded(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its own smoke and doors take less than a tenth of the limit."""
    monkeypatch.setattr("skirmish.record.limits.MAX_SIGHT", MAX_SIGHT // TIMES)

    assert Game.replay(path).lines


def test_an_order_that_changes_too_much_is_not_carried_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Playing and loading count alike, so that what was played can be loaded."""
    source = GOLDEN / "opposed_d6-night_pumps.skr"
    path = tmp_path / "copy.skr"
    monkeypatch.setattr("skirmish.record.limits.MAX_SIGHT", most(source))
    lines = source.read_text().splitlines(keepends=True)
    smoke = max(number for number, line in enumerate(lines) if "zoned" in line)
    path.write_text("".join(lines[:smoke]))
    entry = Game.replay(source).lines[smoke - len(lines)]
    with Game.load(path, sync=False) as game:
        before = game.state
        with pytest.raises(RecordProblem, match="is full; the order was not carried out"):
            game.order(entry.side, entry.order)

        assert game.state is before


def most(source: Path) -> int:
    """The tiles of sight that a record changes."""
    reading = parse_record(source.read_bytes())
    opening = open_text(reading.head.scenario)
    return restore_history(reading, opening.state, verbs_of(opening.ruleset))[0].sight
