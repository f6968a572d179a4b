"""Attacks of a figure: the best on each enemy, and empty weapons."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from skirmish.core.events import Bound, Left, Moved
from skirmish.core.orders import parse_order
from skirmish.core.state import Objective, Step, Track
from skirmish.core.view import News, view
from skirmish.game import Game
from skirmish.line import figure_text
from skirmish.line.interpreter import respond
from skirmish.line.turn_text import change_lines
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.rulesets.engine import verbs_of
from tests.position import Position, position
from tests.rulesets.opposed_d6.test_opportunity import OPEN, lane

GOLDEN = Path(__file__).parents[1] / "golden"
DUEL = "a>. . . . . . . . . . R<"
SPENT = {"a": {"tokens": 0, "spare": 0}}


def gunner(drawing: str = DUEL, **about: Any) -> Position:
    """A machine gunner with a pistol, and an enemy."""
    return position(drawing, ruleset="trait_die", kinds={"a": "gunner", "R": "trooper"}, **about)


def asked(battle: Position, line: str, figure: str = "a") -> tuple[str, ...]:
    """The lines of a reply."""
    return respond(LegalOrders(battle.ruleset, battle.view()), figure, line).lines


def worth(battle: Position, text: str) -> Fraction:
    """Expected loss of the enemy from an order, in points."""
    odds, state = battle.odds(text).figures["r"], battle.state
    return sum(
        (p * battle.ruleset.outcomes.loss(state, "r", out) for out, p in odds.items()), Fraction(0)
    )


def test_odds_use_a_loaded_weapon() -> None:
    """The odds are of a loaded weapon, and the empty one is named."""
    first, typed, *_, last = asked(gunner(counters=SPENT), "odds")

    assert first.startswith("a fire at r R with pistol")
    assert typed.startswith("  type: fire a r ")
    assert "weapon=pistol" in typed
    assert last == "Empty: machine gun."


def test_odds_list_a_target_of_opportunity_fire() -> None:
    """It is out of sight where it ended its move, and is shot at on its way."""
    battle = lane(OPEN, 11)
    assert battle.view().state.figures["r"].at is None

    first, *_ = asked(battle, "odds")
    assert first.startswith("a fire at r R")


def test_empty_weapons_are_named_without_any_attack() -> None:
    """The reply says more than that no attack is possible."""
    battle = gunner(counters={"a": {**SPENT["a"], "tokens_2": 0, "spare_2": 0}})

    assert asked(battle, "odds") == (
        "a has no target now; 'orders' lists what it can do.",
        "Empty: machine gun and pistol.",
    )


def test_refused_odds_suggest_a_loaded_weapon() -> None:
    """The refusal of an order with an empty weapon is followed by one that is possible."""
    told = asked(gunner(counters=SPENT), "odds fire r")

    assert told[0] == (
        "Not allowed: a has no ammunition in machine gun; it carries no more ammunition for it."
    )
    assert told[-2].startswith("a fire at r R with pistol")
    assert told[-1].startswith("  type: fire a r ")
    assert asked(gunner(), "odds fire r")[0] == "a fire at r R with machine gun, mode auto:"


def test_a_close_combat_tells_a_tie_by_its_name_and_the_own_danger_as_such() -> None:
    """A tie locks both, a won fight does nothing to the winner; there is no line of fire in it."""
    battle = position("a>R<. .", ruleset="opposed_d6", kind="rifleman", phase="fire")

    told = asked(battle, "odds fight r")

    assert "  r R 42% effect: downed 6%; recoil 36%; no effect 42%; locked 17%." in told
    at = told.index("  in return:")
    assert told[at + 1].startswith("    a a 42% effect: YOURS ")
    assert not any("line of fire" in line for line in told)


def test_an_order_without_its_target_names_the_nearest_enemy() -> None:
    """A close combat is never ordered, so no target is listed; its odds are asked for so."""
    battle = position("a>R<. . . Q<", ruleset="opposed_d6", kind="rifleman", phase="fire")

    (said,) = asked(battle, "odds fight")

    assert said.startswith("Not understood: 'fight' needs a target; such as 'fight r'; ")


def test_the_odds_of_a_move_name_the_enemies_that_they_leave_out() -> None:
    """One that was seen and is out of sight now may fire, too, and no chance of it is known."""
    rows = "a>. . R<\n# # # .\n# # # ."
    battle = position(rows, ruleset="opposed_d6", kind="rifleman", phase="move", side="red")
    hidden = battle.after(Moved("r", ((3, 1), (3, 2)))).bound("move", "blue")

    alone = asked(hidden, "odds move 1,0")
    assert "  no enemy in sight sees it; r is out of sight." in alone
    assert not any("not counted" in line for line in alone)
    assert not any(
        "out of sight" in line for line in asked(battle.bound("move", "blue"), "odds move 1,0")
    )


def test_the_odds_of_a_move_name_the_enemy_whose_last_tile_is_empty() -> None:
    """Where it went is not known, and it may fire all the same."""
    game = Game.replay(GOLDEN / "dice_pool-low_water_dice_pool.skr")
    legal = LegalOrders(game.ruleset, view(game.state_at(226), "red"))
    assert "b8" not in legal.view.last_seen
    name = next(n for n in legal.active_figures() if "move" in legal.verbs(n))
    assert any("no longer there" in line for line in respond(legal, name, "threats").lines)
    x, y = legal.view.state.figures[name].tile
    told = respond(legal, name, f"odds move {x - 1},{y}").lines
    (left_out,) = (line for line in told if "out of sight, not counted" in line)
    assert "b8" in left_out


def test_the_odds_of_a_move_and_its_answer_name_the_facing_that_it_leaves_open() -> None:
    """A typed move faces the way it went; one that names its facing repeats nothing."""
    battle = position("a>. . . .\n. . . . .", ruleset="opposed_d6", phase="move")
    before = LegalOrders(battle.ruleset, battle.view())

    def answer(line: str) -> list[str]:
        after = LegalOrders(battle.ruleset, battle.order(line).view())
        return change_lines(before, after, battle.line(line))

    assert asked(battle, "odds move 0,1")[0] == "a move to 0,1, face S:"
    assert asked(battle, "odds move 0,1 face=w")[0] == "a move to 0,1, face W:"
    assert "a now faces S." in answer("move a 0,1")
    assert not any("faces" in one for one in answer("move a 0,1 face=W"))
    assert not any("faces" in one for one in answer("move a 1,0"))


def test_a_move_out_of_reach_is_refused_for_its_way_round_what_is_between() -> None:
    """Not for the wall on the straight line, as if there was no way."""
    rows = ["a>. . . . . . . . . . . .", *[". . # . . . . . . . . . ."] * 2]
    battle = position("\n".join(rows), at={"R": (12, 0)}, ruleset="opposed_d6", kind="rifleman")
    told = asked(battle.bound("move", "blue"), "odds move 11,2")

    assert told[0].startswith("Not allowed: too far: needs ")


def test_a_move_out_of_reach_names_the_shut_door_on_the_shorter_way() -> None:
    """As on the screen, however the order is asked about; a path that is written is judged."""
    rows = "a>. + . \n" + ". . # . \n" * 5 + ". . . . "
    battle = position(rows, ruleset="d20", kind="guard")
    shut = "the shorter way is shut by the door on 2,0; open it with 'door'"

    for line in ("move 3,0", "why move 3,0", "odds move 3,0"):
        assert shut in asked(battle, line)[0], line
    written = asked(battle, "move 1,0>3,0")[0]
    assert written == "Not allowed: the door on 2,0 is shut; open it with 'door'."


def test_an_enemy_ahead_beyond_the_weapon_is_out_of_range_not_outside_the_arc() -> None:
    """`look` at a figure or a tile says which of the two limits the weapon exceeds."""
    battle = position("a>" + ". " * 15 + "R<", ruleset="opposed_d6", weapons={"a": ["pistol"]})
    behind = position("a<" + ". " * 15 + "R<", ruleset="opposed_d6", weapons={"a": ["pistol"]})

    assert "in a's arc, but out of range" in asked(battle, "look r")[0]
    assert "a sees it, in its arc, but out of range." in asked(battle, "look 14,0")
    assert "a sees it, in its arc." in asked(battle, "look 5,0")
    assert "outside a's arc" in asked(behind, "look r")[0]


def test_smoke_is_told_with_its_end_and_as_the_reason_that_a_tile_is_not_seen() -> None:
    """A tile inside the cloud is out of sight, so only the smoke before it is known."""
    kit = {"a": ["smoke_grenade"]}
    battle = position("a>" + ". " * 9 + "R<", weapons=kit).order("bombard a 4,0")

    assert "smoke of a until your turn 3" in asked(battle, "look 3,0")[0]
    assert asked(battle, "look 4,0")[-1] == (
        "It is out of your side's sight: smoke at 3,0 blocks the line."
    )


def test_figures_list_empty_weapons() -> None:
    """Only while they are empty."""
    assert ", machine gun empty, can " in asked(gunner(counters=SPENT), "figures")[0]
    assert "empty" not in asked(gunner(), "figures")[0]


def test_the_best_mode_is_shown_as_an_order() -> None:
    """Of all ways to attack an enemy the one with the highest expected loss, ready to type."""
    battle = position(DUEL, ruleset="trait_die", kind="trooper")
    first, typed = asked(battle, "odds")[:2]
    order = parse_order(typed.removeprefix("  type: "), verbs_of(battle.ruleset))
    best = worth(battle, str(order))

    assert order.get("mode") == "burst"
    assert "mode burst" in first
    assert f"average loss, the enemy worth {float(best):.2f}" in first
    assert best > worth(battle, "fire a R mode=single")


def out_in(battle: Position, turn: int) -> Position:
    """The same battle after r was put out in a turn."""
    return battle.bound("act", "blue", turn=turn).after(Left("r", "downed"))


@pytest.mark.parametrize(
    "line",
    ["r", "fire r", "odds fire r", "look r", "who r", "why r", "fire b r mode=single", "map r"],
)
def test_a_figure_out_of_battle_is_known(line: str) -> None:
    """Every question about it says that it is out, how and when."""
    battle = position("a>. . R<\nb>. . Q<", ruleset="trait_die")
    done = out_in(battle, 2)
    news = (News(Bound(2, 1, "act", "blue")), News(Left("r", "downed")))
    known = evolve(done.view("blue"), news=news)

    told = respond(LegalOrders(done.ruleset, known), "a", line).lines

    assert told == ("r is out of the battle: downed in turn 2; 'foes' lists the known enemies.",)


def test_figures_out_of_battle_are_not_suggested() -> None:
    """A misspelt id gets no suggestion of a figure that is out."""
    battle = position("a>. . R<\nb>. . Q<", ruleset="trait_die").after(Left("b", "downed"))

    assert asked(battle, "look r77")[0].startswith("Not understood: 'r77' is not a place")
    assert asked(battle, "who r77") == (
        "Not understood: there is no known figure 'r77'; known: q, r and a.",
    )


def test_an_own_figure_out_of_battle_has_no_attacks() -> None:
    """The reply says how it was put out, and lists no other orders."""
    battle = position("a>. . R<\nb>. . Q<", ruleset="trait_die").after(Left("b", "downed"))

    assert asked(battle, "odds b") == ("b is out of the battle: downed.",)


def test_a_shared_objective_is_listed_once() -> None:
    """Both sides may have the same objective."""
    mine = Objective("one", "blue", "hold", 1, area=(0, 0, 1, 0), text="Hold the place")
    theirs = evolve(mine, id="two", side="red")
    alone = position(DUEL, objectives=(theirs,))
    both = position(DUEL, objectives=(mine, theirs))
    hold = "Hold the place (1 point, counted when each turn ends)."

    assert f", an objective of both sides: {hold}" in asked(both, "look 1,0")[0]
    assert f", the enemy's objective: {hold}" in asked(alone, "look 1,0")[0]
    assert ", your objective: Hold" in asked(position(DUEL, objectives=(mine,)), "look 1,0")[0]


def test_likely_loss_of_a_blast_comes_first() -> None:
    """Before the lines of the targets, and only once."""
    battle = position("a>. . . . . R<Q<", ruleset="d100", kinds={"a": "trooper"}, kind="trooper")
    told = asked(battle, "odds bombard 6,0 weapon=frag_grenade")

    assert told[1].startswith("  average loss, the enemy worth ")
    assert told[2].startswith("  average loss, you worth ")
    assert sum(line.startswith("  average loss") for line in told) == 2
    assert told[4] == "  harm, wherever it lands:"
    assert told[5].startswith("  r ")


@pytest.mark.parametrize("word", ["throw", "grenade", "bomb"])
def test_another_word_for_an_order_is_known_in_a_question_too(word: str) -> None:
    """As in the order itself: `odds throw 6,0` is `odds bombard 6,0`."""
    battle = position("a>. . . . . R<", ruleset="d100", kinds={"a": "trooper"}, kind="trooper")

    assert asked(battle, f"odds {word} 6,0") == asked(battle, "odds bombard 6,0")
    assert asked(battle, f"help {word}") == asked(battle, "help bombard")


def test_attack_odds_match_the_order_shown() -> None:
    """Of two grenades with equal scatter the one that is used for the odds is named."""
    two = {"a": ["frag_grenade", "plasma_grenade"]}
    kinds = {"a": "trooper", "R": "trooper"}
    battle = position("a>. . . . . . . . R<", ruleset="d100", kinds=kinds, weapons=two)

    told = [line for line in asked(battle, "odds") if line.startswith("  type: ")]

    assert told == ["  type: bombard a 9,0 weapon=plasma_grenade"]


def test_odds_of_a_later_shot() -> None:
    """An attack that only the clock forbids still shows its chances."""
    battle = position("a>. . . R<", phase="move")

    told = asked(battle, "odds fire a r")

    assert told[0].startswith("Not allowed: shooting comes after the enemy's move")
    assert "In the present situation, a fire at r R:" in told
    assert any(line.startswith("  attack against r ") for line in told)


@pytest.mark.parametrize(("drawing", "told"), [("a>R<", True), ("a>. R<", False)])
def test_close_combat_has_odds_without_an_order(drawing: str, told: bool) -> None:
    """For figures in contact; for others the reply says that they are not."""
    said = asked(position(drawing, phase="fire"), "odds fight a r")

    assert any("downed" in line for line in said) is told
    assert ("a is not in contact with r" in said[0]) is not told


def test_many_numbers_are_shown_as_ranges() -> None:
    """Amounts that may be loaded are shown as a range instead of a list of twenty."""
    told = asked(position("a>. R<", ruleset="trait_die", phase="muster"), "orders a carry")

    assert re.fullmatch(r"carry: 0 to \d+( or \d+( to \d+)?)*; weapon=.*", told[0])


def test_threats_count_aid_as_the_forecast_of_a_move_does() -> None:
    """Both tell what the enemies can do next on the same tile."""
    drawing = "a>. . . R<\n. . . . Q<"
    alone = position("a>. . . R<", kind="rifleman", phase="move")
    aided = position(drawing, kind="rifleman", phase="move")

    assert "aided" not in asked(alone, "threats")[0]
    first = asked(aided, "threats 1,0")[0]
    (effect,) = re.findall(r"aided by q: (\d+)% effect", first)
    told = "\n".join(asked(aided, "odds move 1,0"))
    assert f"{effect}%" in next(line for line in told.splitlines() if "aided by q" in line)


def test_a_tile_beyond_the_range_of_sight_is_not_seen() -> None:
    """The line is free all the same, and fire at what a friend sees goes along it."""
    near = position("a>. . . . . ", ruleset="d100", kind="trooper", rules={"sight": 3})

    assert any(line.startswith("a sees it") for line in asked(near, "look 3,0"))
    far = asked(near, "look 4,0")
    assert "a does not see so far; the line is free for fire at what a friend sees." in far


def test_threats_name_an_enemy_that_has_passed_by() -> None:
    """It was seen in this bound and is out of sight now, so its fire is not in the numbers."""
    battle = position("a>. . . R<", kind="rifleman", phase="move")
    view = battle.view()
    gone = evolve(view.state.figures["r"], at=None)
    figures = {**view.state.figures, "r": gone}
    tracks = {"r": Track("r", (Step((4, 0), 0),))}
    passed = evolve(view, state=evolve(view.state, figures=figures, tracks=tracks))
    lines = respond(LegalOrders(battle.ruleset, passed), "a", "threats").lines

    assert lines[-1] == "Out of sight, not included: r R, passed 4,0."


def test_a_throw_is_called_what_the_panel_calls_it() -> None:
    """Of a figure whose only attack on a tile is a throw, by its weapon."""
    battle = position("a>. . R<", weapons={"a": ["grenade"]}, kind="rifleman")
    legal = LegalOrders(battle.ruleset, battle.view())

    assert figure_text.ability_words(legal, "a") == "can throw hand grenade"
    assert respond(legal, "a", "why bombard").lines[0].startswith("a can throw hand grenade now")


def test_the_score_tells_the_known_losses_of_both_sides() -> None:
    """And the share of its worth at which each of them breaks."""
    battle = position("a>. . R<\nb>. . Q<", ruleset="trait_die").after(Left("r", "downed"))

    said = asked(battle, "score")
    points = battle.state.figures["r"].who.kind.points
    assert any(one.startswith("You lost 0 of 2 figures, worth 0 of ") for one in said)
    assert f"Known losses of the enemy: worth {points}." in said
