"""The log of a finished battle leads to the record, line by line."""

from __future__ import annotations

from pathlib import Path

import pytest

from skirmish.core.events import Fired, Left, Moved
from skirmish.errors import UsageProblem
from skirmish.game import Game, open_text
from skirmish.session.omniscient import omniscient_view
from skirmish.tui.battle_log import battle_log, log_content
from skirmish.tui.panel_lines import side_colour

GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.skr"))
MILL = Path(__file__).parent / "data" / "mill.toml"


@pytest.mark.parametrize("path", GOLDEN[:3], ids=lambda path: path.stem)
def test_every_line_knows_where_it_was_told(path: Path) -> None:
    """In the order of the record, and by the line in which it truly happened."""
    game = Game.replay(path)
    log = battle_log(game)
    lines = [entry.place for entry in log]

    assert lines == sorted(lines)
    for entry in log:
        told = [one.event for one in game.lines[entry.place - 1].told]
        said = entry.said.event
        walks = isinstance(said, Moved) and said.figure in [one.subject for one in told]
        assert said in told or walks, entry.said.words


def test_ids_and_results_have_their_colours() -> None:
    """An id that of its side; what came of an attack that of how bad it is; the words stay."""
    game = Game.replay(GOLDEN[0])
    view = omniscient_view(game)
    seen: set[str] = set()
    for said in (entry.said for entry in battle_log(game)):
        line = log_content(said, view, len(said.text + said.dice))
        assert line.plain.startswith(said.text)
        for span in line.spans:
            word = line.plain[span.start : span.end]
            if word in view.state.figures:
                assert span.style == side_colour(view, view.state.figures[word].who.side)
                seen.add(str(span.style))
            elif span.style == "$error":
                assert any(isinstance(one, Left) for one in said.events)
                seen.add("$error")

    assert seen == {"$first-side", "$second-side", "$error"}


def test_figures_have_their_names_where_there_is_room() -> None:
    """At the first mention of each; not where the sentence would then take more rows."""
    game = Game.replay(GOLDEN[0])
    view = omniscient_view(game)
    said, fired = next(
        (one.said, one.said.event) for one in battle_log(game) if isinstance(one.said.event, Fired)
    )
    shooter = view.state.figures[fired.figure]
    named = log_content(said, view).plain

    assert named.startswith(f"{shooter.id} {shooter.who.name} ")
    assert log_content(said, view, len(named)).plain == named
    assert log_content(said, view, len(said.text + said.dice)).plain == said.text + said.dice


def test_no_story_is_told_of_a_battle_that_lasts() -> None:
    """It would tell what nobody may know."""
    with Game.new(open_text(MILL.read_text()), 1) as game, pytest.raises(UsageProblem):
        battle_log(game)
