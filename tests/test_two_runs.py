"""An order tells its side nothing of what it cannot see, and undo cannot be used to look for it."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

from skirmish.analysis.play import play
from skirmish.core.orders import READY
from skirmish.game import Game, open_text
from skirmish.rulesets.common import reactions
from skirmish.rulesets.registry import RULESETS
from skirmish.rulesets.scene import Scene
from skirmish.rulesets.trait_die import holding
from tests.two_runs import battle, pairs
from tests.village import CASTS, VILLAGE, village

GOLDEN = Path(__file__).parent / "golden"
SHARES = {"opposed_d6-night_pumps": 10, "d20-water_station": 20, "trait_die-hill_chapel": 45}
"""Of 100 orders without dice in a recorded game in fog, after how many undo is open at least."""


@pytest.mark.parametrize("ruleset", RULESETS)
def test_two_battles_that_look_alike_answer_alike(ruleset: str) -> None:
    """The same order on both: the same news, view and undo, or an enemy was met."""
    assert pairs(ruleset, 3) == []


def open_share(game: Game) -> tuple[int, int]:
    """After how many orders in turns that rolled no dice undo was open, and of how many."""
    taken = given = 0
    again = Game.new(game._opening, game.seed, game.record.head.players)  # noqa: SLF001 - again
    for entry in game.lines[len(again.lines) :]:
        again.order(entry.side, entry.order)
        if again.turn and not entry.faces and entry.verb not in ("end", READY.name, "resign"):
            given += 1
            taken += again.undo_refusal(entry.side) is None
    return taken, given


@pytest.mark.parametrize("name", SHARES)
def test_undo_stays_useful_in_fog(name: str) -> None:
    """It is open after a fair share of the orders that roll no dice, and closed after others."""
    taken, given = open_share(Game.replay(GOLDEN / f"{name}.skr"))

    assert SHARES[name] <= 100 * taken // given < 100, f"{taken} of {given}"


def test_undo_is_open_after_every_order_where_nothing_is_hidden() -> None:
    """No fog, no hidden figures, no reinforcements, no enemy that waits: nothing can be found."""
    text = VILLAGE.format(
        ruleset="opposed_d6", cast=evolve(CASTS["opposed_d6"], rules="fog = false")
    )
    text = text.replace("hidden = true", "")
    opening = open_text(text[: text.index("[[reinforcements]]")] + text[text.index("[[obj") :])
    taken, given = open_share(play(opening, dict.fromkeys(("blue", "red"), "random"), 1))

    assert taken == given > 50


@pytest.mark.parametrize("ruleset", RULESETS)
def test_verbs_that_can_be_answered_say_so(ruleset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Undo goes by this word; a verb that lacks it would let a side look for who waits."""
    asked: set[str] = set()
    real = reactions.react

    def noted(scene: Scene, actor: str, *rest: object) -> None:
        if scene.state.figures[actor].side == scene.side:
            asked.add(scene.order.verb)
        real(scene, actor, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(reactions, "react", noted)
    monkeypatch.setattr(holding, "react", noted)
    battle(ruleset, 2)

    verbs = village(ruleset).ruleset.verbs
    assert [verb for verb in asked if not (verbs[verb].exposed or verbs[verb].dice)] == []
    assert asked or ruleset in ("opposed_d6", "d100")
