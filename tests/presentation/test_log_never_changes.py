"""A line of the log is written from what was known at its moment, and never changes."""

from pathlib import Path

import pytest

from skirmish.game import Game, open_text
from skirmish.presentation.log.event_sentences import log_sentences
from skirmish.record import parse_record

GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.skr"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_the_log_of_a_longer_battle_begins_with_that_of_a_shorter_one(path: Path) -> None:
    """For each side, whatever it has lost from sight since; only the last line may go on."""
    record = parse_record(path.read_bytes(), path.stem)
    game = Game.new(open_text(record.head.scenario), record.head.seed, record.head.players)
    written: dict[str, list[str]] = {side: [] for side in game.sides}
    with game:
        for number, entry in enumerate(record.entries, 1):
            game.order(entry.side, entry.order)
            if number % 10 and number != len(record.entries):
                continue
            for side, before in written.items():
                known = game.view(side)
                told = log_sentences(known, known.news, game.ruleset)
                written[side] = [sentence.words for sentence in told]
                fixed = before[:-1]
                assert written[side][: len(fixed)] == fixed
