"""A figure's card: each thing once, nothing of an enemy that is not open."""

from attrs import frozen

from skirmish.core.figures import Figure
from skirmish.core.state import State
from skirmish.presentation.figure_status import card_facts
from skirmish.rulesets.protocol import Line
from tests.tui.drill_ruleset import Drill, drilled


@frozen
class Carded(Drill):
    """A card with a weapon in two lines and two states."""

    def card(self, state: State, figure: Figure) -> tuple[Line, ...]:
        return (
            Line("rifle", "2 dice"),
            Line("is", "prone"),
            Line("is", "shaken"),
            Line("rifle, rounds", "3 of 6", open=False),
        )


def test_what_belongs_together_stands_together_and_weapons_last() -> None:
    """Of an enemy without what only its own side may read."""
    game = drilled(rules=Carded())
    view = game.view("blue")
    told = {name: card_facts(game.ruleset, view, view.state.figures[name]) for name in ("b1", "r1")}
    assert told == {
        "b1": (("is", "prone, shaken"), ("rifle", "2 dice, rounds 3 of 6")),
        "r1": (("is", "prone, shaken"), ("rifle", "2 dice")),
    }
