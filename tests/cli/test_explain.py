"""`skirmish explain`: the computer's reasons, from a record alone, in words or as lines of JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from skirmish.ai import key_of
from skirmish.game import Game
from skirmish.presentation.setup.opponents import ComputerOpponent
from skirmish.scenario import find, load
from tests.cli.cli_runner import IDENTITY, Run


@pytest.fixture(scope="module")
def fought(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of a battle that the computer fought as on the screen, on both sides."""
    path = tmp_path_factory.mktemp("records") / "fought.skr"
    players = {"blue": "recruit", "red": "regular"}
    with Game.new(load(find("first_steps")), 5, players, record=path) as game:
        computers = {
            side: ComputerOpponent(game.ruleset, player, key_of(game.seed, side))
            for side, player in players.items()
        }
        while not game.over:
            game.order(game.to_act, computers[game.to_act](game.view(game.to_act)))
    return path


def test_each_order_is_a_line_of_json(run: Run, fought: Path) -> None:
    """With program, side, level, seed, order and terms; the thought comes to the same order."""
    told = run("explain", fought, "--json")
    orders = [json.loads(line) for line in told.out.splitlines()]

    assert (told.code, told.err) == (0, "")
    assert {one["side"]: one["level"] for one in orders} == {"blue": "recruit", "red": "regular"}
    assert {(one["seed"], one["same"]) for one in orders} == {(5, True)}
    assert all(IDENTITY.fullmatch(one["skirmish"]) for one in orders)
    weighed = next(one["explanation"] for one in orders if one["explanation"]["rejected"])
    assert weighed["chosen"].keys() == {"order", "gain", "plan", "terms", "words"}
    assert weighed["chosen"]["gain"] == sum(weighed["chosen"]["terms"].values())


def test_a_turn_of_a_side_is_told_in_words(run: Run, fought: Path) -> None:
    """The order, the rejected ones, what spoke for each of them."""
    told = run("explain", fought, "--turn", 1, "--side", "red")
    heads = [line for line in told.out.splitlines() if not line.startswith(" ")]

    assert told.code == 0
    assert {line.partition(" ")[2].partition(":")[0] for line in heads} == {"red (regular), turn 1"}
    assert "worth over doing nothing" in told.out
    assert "    2. " in told.out


def test_what_cannot_be_explained_is_said(run: Run, fought: Path) -> None:
    """A line, a side, a turn that are not there; a battle that lasts."""
    assert "no line 999 (the game has lines 0 to" in run("explain", fought, "--line", 999).fault
    assert "one of: blue, red" in run("explain", fought, "--side", "green").fault
    assert "no matching orders of the computer" in run("explain", fought, "--turn", 77).fault

    lasts = fought.with_name("lasts.skr")
    lasts.write_text("\n".join(fought.read_text().splitlines()[:-5]) + "\n")
    refused = run("explain", lasts)
    assert refused.code == 2
    assert "the battle is not over" in refused.fault
    assert run("explain", lasts, "--unfinished", "--json").code == 0
