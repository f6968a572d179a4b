"""Ground to hold that does not count in a turn, for both sides are on it: the line of the log."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from skirmish.core.events import Bound, Ended, Scored
from skirmish.core.figures import Figure
from skirmish.core.setup import Objective
from skirmish.core.state import STEPS, State, in_area
from skirmish.core.view import Contest, News, view
from skirmish.game import Game, open_text
from skirmish.game.battle import Battle
from skirmish.presentation.log.event_sentences import log_sentences
from skirmish.record import parse_record
from skirmish.rulesets.common.victory import contests
from tests.position import position

GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.skr"))


def played(path: Path) -> Game:
    """A kept battle, played again."""
    record = parse_record(path.read_bytes(), path.stem)
    game = Game.new(open_text(record.head.scenario), record.head.seed, record.head.players)
    for entry in record.entries:
        game.order(entry.side, entry.order)
    return game


def on_ground(state: State, goal_id: str, figure: Figure) -> bool:
    """Whether a figure is in the area of an objective."""
    area = next(one.area for one in state.objectives if one.id == goal_id)
    return area is not None and figure.at is not None and in_area(area, figure.at)


def unpaid(battle: Battle) -> Iterator[tuple[int, str, str]]:
    """By line: a side with a figure on ground to hold as a turn ends, which is not paid for it."""
    for line, entry in battle.standing_lines:
        before, events = battle.state_at(line - 1), [told.event for told in entry.told]
        bounds = [one for one in events if isinstance(one, Bound | Ended)][:1]
        ends = [
            one
            for one in bounds
            if (one.turn != before.clock.turn if isinstance(one, Bound) else one.reason == "score")
        ]
        paid = [(one.side, one.why) for one in events if isinstance(one, Scored)]
        for goal in before.objectives if ends and before.clock.turn else ():
            if goal.kind != "hold" or (goal.side, goal.id) in paid or goal.figures:
                continue
            if any(on_ground(before, goal.id, one) for one in before.of_side(goal.side)):
                yield line, goal.side, goal.id


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_side_learns_why_ground_that_it_holds_does_not_count(path: Path) -> None:
    """Each time, and at no other; the enemies that are named were seen there in this turn."""
    with played(path) as battle:
        expected = {side: list[tuple[int, str]]() for side in battle.sides}
        for line, side, goal in unpaid(battle):
            expected[side].append((line, goal))
        for side, missed in expected.items():
            found = []
            for line, _ in battle.standing_lines:
                view = battle.view_at(line - 1, side)
                mine = [
                    one
                    for news in battle.news_from(line, side)
                    for one in news.contests
                    if one.side == side
                ]
                found += [(line, one.objective) for one in mine]
                for one in mine:
                    assert one.others
                    for foe in one.others:
                        contact = view.contacts[foe]
                        assert contact.point // STEPS == view.state.clock.turn
                        assert on_ground(view.state, one.objective, contact.figure)
            assert found == missed


def test_the_log_says_it_before_the_next_turn() -> None:
    """In a battle for a pump house, in the words of the scenario; of the enemy's objective, too."""
    with played(next(path for path in GOLDEN if "night_pumps" in path.stem)) as battle:
        view = battle.view("blue")
        told = [one.text for one in log_sentences(view, view.news, battle.ruleset)]
    first = told.index(
        "no points for The committee, b2 or b3 was seen there in this turn:"
        " Keep the pump house: 1 a turn"
    )

    # The own side's is last: it stays in sight.
    assert told[first + 1] == (
        "no points for Night party, r13 was seen there in this turn: Hold the pump house: 2 a turn"
    )
    assert "turn 8" in told[first + 2]


def test_ground_that_counts_beside_enemies_says_why() -> None:
    """A side that saw none of them is paid: the other one, which is there, learns the reason."""
    goal = Objective("o1", "red", "hold", 2, area=(0, 0, 3, 0), text="Keep the yard")
    state = position("b>R<. . . .", objectives=(goal,)).state
    news = contests(view(state, "blue"), [("red", "o1")])

    assert news == (Contest("red", "o1", ("b",), paid=True),)
    assert not contests(view(state, "blue"), [])[0].paid
    told = News(Bound(2, 0, "fire", "blue"), contests=news)
    assert next(one.text for one in log_sentences(view(state, "blue"), [told])) == (
        "Keep the yard: b is not known to be there, so it counts"
    )
