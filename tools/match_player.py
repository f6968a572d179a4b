"""Player of one side for `tools.match`, run in a process of its own by another checkout's package.

Started as `python match_player.py CHECKOUT`. It follows games by their orders and answers requests,
a line of JSON each, on its standard output. It uses only what every version of the package has.

* `{"open": TEXT, "seed": N, "players": {SIDE: LEVEL}}`: begin a game; answers `{"hash": HASH}`.
* `{"think": SIDE}`: choose the side's next order; answers `{"order": TEXT, "ms": PROCESSOR TIME}`.
* `{"order": [SIDE, TEXT]}`: an order was given; answers `{"hash": HASH}` of the state after it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from time import process_time
from typing import Any


class Follower:
    """A game that the other process plays, and the computer player of this checkout."""

    def __init__(self, text: str, seed: int, players: Mapping[str, str]) -> None:
        """Begin a game."""
        from skirmish.ai import Stream, key_of
        from skirmish.game import Game, open_text

        self._levels = players
        self._game = Game.new(open_text(text), seed, players)
        self._streams = {side: Stream(key_of(seed, side)) for side in self._game.sides}
        self._last: dict[str, Any] = {}

    def think(self, side: str) -> dict[str, Any]:
        """Choose the next order of a side."""
        from skirmish.ai import think

        begun = process_time()
        choice = think(
            self._game.ruleset,
            self._game.view(side),
            self._levels[side],
            self._streams[side],
            previous=self._last.get(side),
        )
        self._last[side] = choice
        return {"order": str(choice.order), "ms": round((process_time() - begun) * 1000, 1)}

    def order(self, side: str, text: str) -> dict[str, Any]:
        """Give an order that was given in the other process."""
        self._game.order(side, text)
        return self.standing()

    def standing(self) -> dict[str, Any]:
        """The hash of the state."""
        from skirmish.core.state import state_hash

        return {"hash": state_hash(self._game.state)}


def main() -> None:
    """Answer requests until the standard input ends."""
    sys.path.insert(0, sys.argv[1])
    game: Follower | None = None
    for line in sys.stdin:
        asked = json.loads(line)
        if "open" in asked:
            game = Follower(asked["open"], asked["seed"], asked["players"])
            answer = game.standing()
        elif game is None:
            answer = {"error": "no game was begun"}
        elif "think" in asked:
            answer = game.think(asked["think"])
        else:
            answer = game.order(*asked["order"])
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
