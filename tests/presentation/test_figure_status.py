"""Conditions and cards of a figure in words."""

from collections.abc import Mapping
from typing import Any

import pytest
from attrs import evolve, frozen

from skirmish.core.events import Counted
from skirmish.core.figures import Figure
from skirmish.core.knowledge import with_updated_sight
from skirmish.core.state import State
from skirmish.core.view import view
from skirmish.presentation.figure_rows import card_rows
from skirmish.presentation.figure_status import Health, card_facts, condition_words, health_of
from skirmish.rulesets.opposed_d6.card import conditions
from skirmish.rulesets.registry import RULESETS
from skirmish.rulesets.ruleset import Line
from skirmish.tui.map.glyphs import ASCII, UNICODE, mark_of, stance
from tests.drill_ruleset import Drill, drilled
from tests.position import position
from tests.toy_ruleset import SIDES
from tests.village import village

STATE = drilled().state
NOW = STATE.clock.point


def with_one(name: str, posture: str = "standing", **counters: int) -> State:
    """The lane with one figure in another state."""
    figure = evolve(STATE.figures[name], posture=posture, counters=counters)
    return with_updated_sight(evolve(STATE, figures={**STATE.figures, name: figure}), SIDES)


def words(name: str, posture: str = "standing", **counters: int) -> tuple[str, ...]:
    """The condition words that blue reads of a figure."""
    known = view(with_one(name, posture, **counters), "blue")
    return condition_words(known, known.state.figures[name])


def told_of(counters: Mapping[str, int]) -> tuple[str, ...]:
    """The condition words of an own figure with two guns."""
    about: dict[str, Any] = {"kinds": {"a": "shell"}, "counters": {"a": counters}}
    known = position("a>. R<", ruleset="d100", **about).view("blue")
    return condition_words(known, known.state.figures["a"])


def sign(posture: str = "standing", **counters: int) -> str:
    """The second character of a figure that faces east, in a system with several states."""
    figure = evolve(position("a>. R<").state.figures["a"], posture=posture, counters=counters)
    return stance(RULESETS["d100"].handbook.declared, figure, UNICODE, NOW)


def test_a_mode_is_shown_by_its_word_to_its_own_side() -> None:
    """Modes of enemies are hidden; internal counters are never shown."""
    assert words("b1", mode=1, moved=4) == ("mode long burst",)
    assert words("r1", mode=1) == ()


def test_a_mode_names_its_weapon_if_two_weapons_have_modes() -> None:
    """With one such weapon the name is left out."""
    assert told_of({"mode": 1, "mode_2": 0}) == ("mode semi",)
    assert told_of({"mode": 1, "mode_2": 1}) == (
        "assault rifle mode semi",
        "beam pistol mode semi",
    )


def test_the_title_of_a_card_has_the_kind_once() -> None:
    """A figure without a name of its own is called by its kind."""
    battle = position("a>. . R<")
    figure = battle.view().state.figures["a"]
    titles = [
        card_rows(
            battle.ruleset,
            battle.view(),
            evolve(figure, who=evolve(figure.who, name=name)),
        ).title
        for name in ("Marten", figure.who.kind.name)
    ]

    assert titles == [f"a Marten, {figure.who.kind.name}", f"a {figure.who.kind.name}"]


def test_a_timed_state_is_shown_while_it_lasts() -> None:
    """It is shown without its number."""
    assert words("r1", dazed=NOW + 100) == ("dazed",)
    assert words("r1", dazed=NOW) == ()


def test_postures_are_called_by_their_labels() -> None:
    """They come before all other conditions."""
    assert words("b1", "out_cold", shaken=1) == ("out cold", "shaken")


def test_the_gravest_state_comes_first_and_settings_last() -> None:
    """A crippled limb before an effect, a posture, a hurt limb; the last is minor."""
    hurt = {"left_arm": 99, "head": 1, "bleed": 2}
    battle = position("a>. R<", ruleset="d20", counters={"a": hurt})
    known = battle.view("blue")
    figure = evolve(known.state.figures["a"], posture="prone")

    told = condition_words(known, figure, battle.ruleset)
    assert told == ("left arm crippled", "bleeds 2", "prone", "head hurt 1 of 8")
    assert condition_words(known, figure, battle.ruleset, minor=False) == told[:3]


@pytest.mark.parametrize(("phase", "told"), [("move", ()), ("fire", ("has shot",))])
def test_a_shot_is_told_only_where_it_matters(phase: str, told: tuple[str, ...]) -> None:
    """In opposed d6 it bars a second shot in the same shooting, and nothing in a movement."""
    known = position("a>. R<", phase=phase, counters={"a": {"shot": 1}}).view("blue")

    assert condition_words(known, known.state.figures["a"]) == told


def test_a_prone_figure_shows_its_facing() -> None:
    """It has arrows of its own; the worst lasting state is shown instead."""
    assert sign() == "→"
    assert sign("prone") == "⇒"
    assert sign("prone", defending=1) == mark_of("defending", UNICODE)
    assert sign("stunned") == mark_of("stunned", UNICODE)
    assert sign(defending=1, stunned=NOW) == mark_of("defending", UNICODE)
    assert sign(stunned=NOW + 1, shocked=NOW + 1) == mark_of("shocked", UNICODE)


def test_a_suppressed_figure_has_the_same_mark_in_all_sets() -> None:
    """It is unlike that of a fallen figure."""
    assert {mark_of("suppressed", glyphs) for glyphs in (UNICODE, ASCII)} == {"!"}


def test_the_marks_of_a_plain_terminal_are_ascii() -> None:
    """This includes the marks of postures."""
    assert (ASCII.low + ASCII.conditions + ASCII.area).isascii()


@frozen
class Carded(Drill):
    """A ruleset whose card has a weapon in two lines and two states."""

    def card(self, state: State, figure: Figure) -> tuple[Line, ...]:
        return (
            Line("rifle", "2 dice"),
            Line("state", "prone", status=True),
            Line("state", "shaken", status=True),
            Line("rounds", "3 of 6", open=False, weapon="rifle"),
        )


def test_card_lines_of_one_label_are_merged_and_weapons_last() -> None:
    """Of an enemy only open lines are shown."""
    game = drilled(rules=Carded())
    view = game.view("blue")
    told = {name: card_facts(game.ruleset, view, view.state.figures[name]) for name in ("b1", "r1")}
    assert told == {
        "b1": (("state", "prone, shaken"), ("rifle", "2 dice, rounds 3 of 6")),
        "r1": (("state", "prone, shaken"), ("rifle", "2 dice")),
    }
    lying = evolve(view.state.figures["b1"], posture="prone")
    assert card_facts(game.ruleset, view, lying, posed=False)[0] == ("state", "shaken")
    rows = [(row.label, row.value) for row in card_rows(game.ruleset, view, lying).rows]
    assert ("state", "shaken") in rows
    assert sum("prone" in label for label, _ in rows) == 1


@pytest.mark.parametrize("ruleset", RULESETS)
def test_health_falls_with_damage(ruleset: str) -> None:
    """A fresh figure has all of it; a hurt one has less where the system counts damage."""
    opening = village(ruleset)
    for figure in opening.state.figures.values():
        whole = health_of(opening.ruleset, figure)
        assert whole.left == whole.full > 0
        assert whole.percent == 100
        hurt = health_of(opening.ruleset, evolve(figure, damage=1))
        assert hurt.full == whole.full
        assert hurt.left == whole.left - (ruleset != "opposed_d6")


def test_what_is_left_of_health_is_never_rounded_to_nothing() -> None:
    """The last of 300 points is 1 percent; without any it is 0."""
    assert Health(1, 300).percent == 1
    assert Health(0, 300).percent == 0
    assert Health(150, 300).percent == 50


def test_a_figure_that_is_suppressed_again_is_not_called_recovered() -> None:
    """Neither in the list nor on its card, though the rules still know that it was."""
    battle = position("a>. . . R<", ruleset="opposed_d6", phase="move")
    for states, said in (
        ({"recovered": 1}, ("recovered",)),
        ({"recovered": 1, "suppressed": 1}, ("suppressed",)),
        ({"rallied": 1, "fleeing": 1}, ("flees",)),
    ):
        one = battle.after(*(Counted("a", name, value) for name, value in states.items()))
        known = one.view()
        figure = known.state.figures["a"]
        assert condition_words(known, figure) == said
        assert tuple(conditions(known.state, figure)) == said


def test_a_jam_is_a_state_that_its_own_side_reads_and_running_comes_last() -> None:
    """What a figure is in full defence for matters more than how it came there."""
    state = {"jammed": 1, "ran": 1, "defending": 1}
    battle = position("a>. R<", ruleset="dice_pool", counters={"a": state})
    figure = battle.state.figures["a"]
    assert condition_words(battle.view("blue"), figure) == (
        "jammed",
        "full defence",
        "has run",
        "mode BF",
    )
    assert condition_words(battle.view("red"), figure) == ("full defence", "has run")
