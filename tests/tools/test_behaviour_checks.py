"""What nobody should be seen doing is seen, and what may look like it is not."""

from __future__ import annotations

import pytest

from skirmish.analysis.intervals import Share
from skirmish.analysis.self_play import play
from skirmish.game import Game, opening_of
from skirmish.scenario import parse
from tools.behaviour_checks import (
    Finding,
    Findings,
    check_game,
    check_games,
    merged,
)

HEAD = """
format = 1
title = "A trial"
turns = {turns}
ruleset = "{ruleset}"
first = "blue"

[map]
rows = '''
{rows}
'''
"""
SIDE = """
[sides.{side}]
name = "{side}"
"""
FIGURE = """
[[sides.{side}.figures]]
id = "{id}"
kind = "{kind}"
at = [{x}, {y}]
facing = "{facing}"
"""
YARD = """
[[objectives]]
side = "blue"
kind = "hold"
area = [{x}, 0, {x}, 2]
points = 1
"""


def trial(rows: str, kinds: dict[str, str], *, ruleset: str = "opposed_d6", more: str = "") -> str:
    """A scenario from a drawing: small letters are blue's figures, capitals red's."""
    clean = "".join("." if letter in kinds else letter for letter in rows)
    text = HEAD.format(turns=6, ruleset=ruleset, rows=clean)
    for side, facing in (("blue", "E"), ("red", "W")):
        text += SIDE.format(side=side)
        for y, row in enumerate(rows.split("\n")):
            for x, letter in enumerate(row):
                if letter in kinds and letter.islower() == (side == "blue"):
                    about = {"id": letter.lower(), "kind": kinds[letter], "x": x, "y": y}
                    text += FIGURE.format(side=side, facing=facing, **about)
    return text + more


def begun(text: str, seed: int) -> Game:
    """A game that people play."""
    return Game.new(parse(text), seed, {"blue": "human", "red": "human"})


def played(text: str, turns: list[list[str]], seed: int = 1) -> Game:
    """A game in which blue gives the orders of one bound after the other, and red none."""
    game = begun(text, seed)
    for orders in turns:
        while game.to_act != "blue":
            game.order("red", "end")
        for order in (*orders, "end"):
            game.order("blue", order)
    while not game.over:
        game.order(game.to_act, "end")
    return game


def kinds(found: Findings) -> list[str]:
    """The lapses of a game, by kind and figure, each once."""
    return list(
        dict.fromkeys(f"{finding.kind} {finding.figure}".strip() for finding in found.findings)
    )


FIELD = "a.........\n..........\n.........R"
BOTH = {"a": "rifleman", "R": "conscript"}


def test_who_goes_back_is_seen() -> None:
    """A move that leads to where the last one began is one of so many moves."""
    text = trial(FIELD, BOTH)

    there = check_game(played(text, [["move a 0,0>3,0"], [], ["move a 3,0>5,0"]]), ["blue"])
    back = check_game(played(text, [["move a 0,0>3,0"], [], ["move a 3,0>0,0"]]), ["blue"])

    assert (kinds(there), there.share("to and fro")) == ([], Share(0, 2))
    assert (kinds(back), back.share("to and fro")) == (["to and fro a"], Share(1, 2))
    assert str(back.findings[0]) == "to and fro: seed 1, turn 2, blue a: 0,0 to 3,0 and back to 0,0"


OPEN = (
    "......................\n..##..................\n...a................R.\n....................Q."
)


@pytest.mark.parametrize(
    ("orders", "expected"),
    [([], ["exposed a"]), (["move a 3,2>2,2>1,1"], []), (["move a 3,2>4,2"], ["exposed a"])],
)
def test_who_stands_before_two_guns_is_seen(orders: list[str], expected: list[str]) -> None:
    """In the open before two guns, with a wall in reach, for nothing; not behind the wall."""
    armed = {"a": "sergeant", "R": "machine_gunner", "Q": "machine_gunner"}
    game = played(trial(OPEN, armed), [orders])

    assert kinds(check_game(game, ["blue"]))[:1] == expected


def test_no_figure_is_exposed_when_the_battle_is_over() -> None:
    """No enemy acts after the order that ends it."""
    armed = {"a": "sergeant", "R": "machine_gunner", "Q": "machine_gunner"}
    game = begun(trial(OPEN, armed), 1)
    game.order("blue", "resign")

    assert kinds(check_game(game, ["blue"])) == []


def test_who_bears_on_somebody_has_gained_something() -> None:
    """The same place is one to shoot from for whoever has the range."""
    armed = {"a": "rifleman", "R": "machine_gunner", "Q": "machine_gunner"}

    assert kinds(check_game(played(trial(OPEN, armed), [[]]), ["blue"])) == []


def test_an_objective_that_nobody_takes_is_seen() -> None:
    """Five steps away, nobody near it: two turns of doing nothing are too many."""
    text = trial(FIELD.replace(".R", "R."), BOTH, more=YARD.format(x=1))
    idle = check_game(played(text, []), ["blue"])
    gone = check_game(played(text, [["move a 0,0>1,0"]]), ["blue"])

    assert (kinds(idle), kinds(gone)) == (["ignored"], [])
    assert [finding.turn for finding in idle.findings] == [3, 4, 5]


def test_a_contested_objective_is_left_in_peace() -> None:
    """With an enemy in sight beside it, to wait may be wise."""
    text = trial(FIELD, BOTH, more=YARD.format(x=6))

    assert kinds(check_game(played(text, []), ["blue"])) == []


def test_a_shot_at_nothing_is_seen_where_there_was_a_better_one() -> None:
    """Under 5% at one, while another stands in the open; not where there is nobody else."""
    rows = "a" + 10 * "." + "R" + 40 * "." + "&Q"
    armed = {"a": "recruit", "R": "trooper", "Q": "trooper"}
    game = next(
        game
        for game in (begun(trial(rows, armed, ruleset="d100"), seed) for seed in range(1, 20))
        if game.to_act == "blue"
    )
    game.order("blue", "fire a q")
    game.order("blue", "resign")
    found = check_game(game, ["blue"])

    assert (kinds(found), found.share("poor shot")) == (["poor shot a"], Share(1, 1))


def test_the_same_games_behave_the_same() -> None:
    """Games that were played somewhere else are the games that one plays oneself."""
    opening = opening_of(parse(trial(FIELD, BOTH)))
    levels = {"blue": "regular", "red": "recruit"}

    apart = merged(check_game(play(opening, levels, seed)) for seed in range(1, 8))

    assert check_games(opening, levels, range(1, 8)).findings == apart
    assert apart.games == 7


def test_games_add_up() -> None:
    """Shares of many games are of all that happened in them."""
    finding = Finding("exposed", 1, 2, "blue", "b1", "at 4,5 before r1, r2, safe at 3,5")
    both = merged([Findings(1, {"exposed": 3}, (finding,)), Findings(2, {"exposed": 5}, ())])

    assert (both.games, both.share("exposed")) == (3, Share(1, 8))
    assert both.data["lapses"] == [str(finding)]
    assert "  exposed     1 of 8 ends of bounds" in both.text
