"""Makes the golden records again: `python -m tests.golden [--same-orders] [NAME...]`.

To be run after a change of a ruleset that its `version` counts: with the orders that are in the
records if they are still possible (`--same-orders`), else as new games. Tests that look at single
lines of these records say so when a new game lacks what they look for: then choose another seed.
"""

from __future__ import annotations

import sys
from pathlib import Path

from skirmish.analysis.self_play import play
from skirmish.game import Game, open_text, opening_of
from skirmish.record import parse_record
from skirmish.scenario import find, load

HERE = Path(__file__).parent
RECORDS = {
    "d100-ring_section": ("ring_section", "regular", "recruit", 11),
    "d100-ring_section_long": ("ring_section", "recruit", "recruit", 2),
    "d20-water_station": ("water_station", "regular", "recruit", 11),
    "dice_pool-low_water_dice_pool": ("low_water_dice_pool", "regular", "recruit", 12),
    "opposed_d6-first_steps": ("first_steps", "regular", "regular", 4),
    "opposed_d6-night_pumps": ("night_pumps", "regular", "regular", 6),
    "trait_die-hill_chapel": ("hill_chapel", "regular", "recruit", 11),
}
"""By name: the scenario, who plays blue and red, and the seed."""


def new_game(name: str) -> Game:
    """A game of the computer against itself."""
    scenario, blue, red, seed = RECORDS[name]
    return play(opening_of(load(find(scenario))), {"blue": blue, "red": red}, seed)


def same_orders(name: str) -> Game:
    """The game of the record, with its orders carried out by the rules of today."""
    record = parse_record((HERE / f"{name}.skr").read_bytes(), name)
    game = Game.new(open_text(record.head.scenario), record.head.seed, record.head.players)
    for entry in record.entries:
        game.order(entry.side, entry.order)
    return game


def main() -> None:
    """Make each game again and write its record."""
    names = [word for word in sys.argv[1:] if not word.startswith("-")]
    made = same_orders if "--same-orders" in sys.argv else new_game
    for name in names or RECORDS:
        with made(name) as game:
            (HERE / f"{name}.skr").write_text(game.record.text, encoding="utf-8")
            sys.stdout.write(f"{name}: {len(game.lines)} lines\n")


if __name__ == "__main__":
    main()
