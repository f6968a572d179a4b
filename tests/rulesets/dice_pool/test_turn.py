"""Passes, moves, and what a figure does with itself."""

from __future__ import annotations

from fractions import Fraction

from skirmish.core.events import Counted, Linked, Posed
from skirmish.rulesets.dice_pool.counters import LOST
from tests.rulesets.dice_pool.blocks import gun, man, scene

FIELD = "a>. . . . . . . . . . . R<"


def test_a_turn_has_as_many_passes_as_the_quickest_figure() -> None:
    """POOL-F4: each a bound of either side; one in which nobody acts passes by itself."""
    game = scene(FIELD, gun(), kinds={"a": man(passes=3)})
    bounds = []
    clock = game.state.clock
    for _ in range(5):
        game = game.order("end")
        clock = game.state.clock
        bounds.append((clock.turn, clock.step, clock.side))

    assert bounds == [(1, 2, "red"), (1, 3, "blue"), (1, 5, "blue"), (2, 1, "blue"), (2, 2, "red")]
    assert game.ruleset.turn.moment(clock) == "pass 1"


def test_moves_are_shared_out_and_running_doubles_them() -> None:
    """POOL-F4: 4, 3 and 3 tiles of ten; twice that at a run."""
    game = scene(FIELD, gun(), kinds={"a": man(passes=3)})

    assert [game.rule(f"move a 0,0>{n},0") for n in (4, 5)] == ["legal", "POOL-F4"]
    assert [game.rule(f"run a 0,0>{n},0") for n in (8, 9)] == ["legal", "POOL-F4"]
    game = game.order("run a 0,0>6,0")
    assert [game.rule(f"move a 6,0>{n},0") for n in (8, 9)] == ["legal", "POOL-F4"]
    assert game.order("end").order("end").figure("a").count("ran") == 0


def test_who_lies_down_crawls() -> None:
    """POOL-F18: a step costs twice as much, and nobody runs; turning is free."""
    game = scene(FIELD, gun()).order("pose a prone")

    assert [game.rule(f"move a 0,0>{n},0") for n in (5, 6)] == ["legal", "POOL-F4"]
    assert game.rule("run a 0,0>1,0") == "POOL-F18"
    assert game.order("turn a N").ruleset.estimates.budget_left(game.state, "a") == Fraction(1, 2)


def test_nobody_runs_who_has_fired() -> None:
    """POOL-F18: the two dice of running can't be saved by shooting first."""
    game = scene(FIELD, gun()).order("fire a R", [2] * 3)

    assert (game.rule("run a 0,0>3,0"), game.rule("move a 0,0>3,0")) == ("POOL-F18", "legal")


def test_a_pass_is_a_complex_or_two_simple_actions() -> None:
    """POOL-F4: costs as the table has them."""
    game = scene(FIELD, gun())
    costs = {
        text: game.ruleset.cost(game.state, game.line(text))
        for text in ("aim a", "defend a", "fire a R", "mode a fa", "pose a prone", "turn a N")
    }

    assert costs == {
        "aim a": Fraction(1, 2),
        "defend a": 1,
        "fire a R": Fraction(1, 2),
        "mode a fa": Fraction(1, 2),
        "pose a prone": Fraction(1, 2),
        "turn a N": 0,
    }
    assert game.order("aim a").rule("defend a") == "POOL-F4"


def test_aim_is_three_dice_at_most_and_lost_on_moving() -> None:
    """POOL-F4, POOL-F7: one an action; over passes too, until the figure moves."""
    game = (
        scene(FIELD, gun()).order("aim a").order("aim a").order("end").order("end").order("aim a")
    )

    assert (game.figure("a").count("aim"), game.rule("aim a")) == (3, "POOL-F4")
    assert game.order("move a 0,0>1,0").figure("a").count("aim") == 0


def test_a_figure_that_lost_its_pass_has_no_movement_on_its_card() -> None:
    """POOL-F2: what it has left is what it can use."""
    game = scene(FIELD, gun())
    before, after = (
        {one.label: one.left for one in game.ruleset.card.budgets(state, state.figures["a"])}
        for state in (game.state, game.after(Counted("a", "used", LOST)).state)
    )
    assert before["actions left"]
    assert before["may move"]
    assert after == dict.fromkeys(before, 0)


def test_full_defence_lasts_until_its_next_pass() -> None:
    """POOL-F3: dodge counts in the defence, and both sides see it."""
    game = scene("A<. . . r>", weapons={"A": (gun(),), "r": ()}, side="red").order("defend a")
    enemy = game.view("blue").state.figures["a"]
    assert enemy.count("defending") == 1
    game = game.order("end").order("end")
    assert game.figure("a").count("defending") == 0


def test_magazines_are_filled_and_belts_take_longer() -> None:
    """POOL-F19, POOL-F4: a full one needs nothing; a belt is a Complex action."""
    game = scene(FIELD, gun(reload="complex"))
    assert game.rule("reload a") == "POOL-F4"
    used = game.after(Counted("a", "rounds", 3))
    assert used.order("aim a").rule("reload a") == "POOL-F4"
    assert used.order("reload a").figure("a").count("rounds") == 30


def test_a_weapon_starts_full_in_its_first_mode() -> None:
    """POOL-F19: and at medium choke, which is nothing to count."""
    game = scene(FIELD, gun(modes=("bf", "sa"), choke=True))

    assert dict(game.figure("a").counters) == {"rounds": 30, "mode": 3}


def test_cards_tell_the_enemy_nothing_of_rounds() -> None:
    """Rounds, mode and what is left of the pass are the own side's alone."""
    game = scene(FIELD, gun())
    lines = game.ruleset.card.lines(game.state, game.figure("a"))

    assert [line.value for line in lines if line.label == "health"] == ["9 of 9"]
    assert [line.label for line in lines if not line.open] == ["gun", "actions left", "may move"]


def test_who_is_surprised_wakes_when_its_pass_is_over() -> None:
    """POOL-F15: till then it can't act against that enemy, though against others."""
    game = scene("a>. . . R<Q<", gun()).after(Linked("surprised", "a", "r"))

    assert (game.rule("fire a R"), game.rule("fire a Q")) == ("POOL-F15", "legal")
    assert game.order("end").order("end").rule("fire a R") == "legal"


def test_postures_are_two() -> None:
    """POOL-F4: prone or standing, each told from the other."""
    game = scene(FIELD, gun()).after(Posed("a", "prone"))

    assert [game.rule(f"pose a {p}") for p in ("prone", "standing", "kneeling")] == [
        "?",
        "legal",
        "POOL-F4",
    ]


def test_a_run_goes_on_after_a_shot() -> None:
    """POOL-F18: its two dice were paid before the shot."""
    game = scene(FIELD, gun()).order("run a 0,0>1,0").order("fire a R", [2])

    assert game.rule("run a 1,0>2,0") == "legal"
