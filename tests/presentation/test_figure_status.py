"""Conditions and cards of a figure in words."""

from collections.abc import Mapping
from typing import Any

from attrs import evolve, frozen

from skirmish.core.figures import Figure
from skirmish.core.knowledge import refreshed
from skirmish.core.state import State
from skirmish.core.view import view
from skirmish.presentation.figure_status import card_facts, condition_words
from skirmish.rulesets.protocol import Line
from skirmish.tui.map.glyphs import ASCII, UNICODE, stance
from tests.position import position
from tests.toy_ruleset import SIDES
from tests.tui.drill_ruleset import DECLARED, Drill, drilled

STATE = drilled().state
NOW = STATE.clock.point


def with_one(name: str, posture: str = "standing", **counters: int) -> State:
    """The lane with one figure in another state."""
    figure = evolve(STATE.figures[name], posture=posture, counters=counters)
    return refreshed(evolve(STATE, figures={**STATE.figures, name: figure}), SIDES)


def words(name: str, posture: str = "standing", **counters: int) -> tuple[str, ...]:
    """What blue reads of a figure."""
    known = view(with_one(name, posture, **counters), "blue")
    return condition_words(known, known.state.figures[name])


def told_of(counters: Mapping[str, int]) -> tuple[str, ...]:
    """What is read of one's own figure with two guns."""
    about: dict[str, Any] = {"kinds": {"a": "shell"}, "counters": {"a": counters}}
    known = position("a>. R<", ruleset="d100", **about).view("blue")
    return condition_words(known, known.state.figures["a"])


def sign(posture: str = "standing", **counters: int) -> str:
    """The second sign of a figure that faces east."""
    return stance(DECLARED, with_one("b1", posture, **counters).figures["b1"], UNICODE, NOW)


def test_a_mode_is_told_by_its_word_and_only_to_its_side() -> None:
    """An enemy's is not known; bookkeeping is told to nobody."""
    assert words("b1", mode=1, moved=4) == ("long burst",)
    assert words("r1", mode=1) == ()


def test_of_two_weapons_it_is_told_which_is_in_which_mode() -> None:
    """Only where it could be either of them."""
    assert told_of({"mode": 1, "mode_2": 0}) == ("semi",)
    assert told_of({"mode": 1, "mode_2": 1}) == ("assault rifle semi", "beam pistol semi")


def test_what_ends_at_a_clock_point_is_told_while_it_lasts() -> None:
    """Not by its number, and not when it is over."""
    assert words("r1", dazed=NOW + 100) == ("dazed",)
    assert words("r1", dazed=NOW) == ()


def test_postures_are_called_by_their_labels() -> None:
    """Before all else."""
    assert words("b1", "out_cold", shaken=1) == ("out cold", "shaken")


def test_who_lies_still_shows_where_it_looks() -> None:
    """By arrows of its own; whoever is helpless or shaken shows that instead."""
    assert sign() == "→"
    assert sign("prone") == "⇒"
    assert sign("prone", shaken=1) == UNICODE.conditions[0]
    assert sign(dazed=NOW + 1) == UNICODE.conditions[1]
    assert sign("out_cold", dazed=NOW + 1) == UNICODE.conditions[2]


def test_the_marks_of_a_plain_terminal_are_ascii() -> None:
    """Those of postures too."""
    assert (ASCII.low + ASCII.conditions + ASCII.area).isascii()


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
