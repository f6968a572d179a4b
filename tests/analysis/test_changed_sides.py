"""A report on a battle in which a figure changes sides: each attack counts for its side then."""

from __future__ import annotations

from skirmish.analysis.luck_ledger import ledger_of
from skirmish.game import Game, open_text
from tests.game.test_scripted_events import BATTLE, over

JOINS = '[[events]]\nwhen = { turn = 2 }\njoin = [{ figures = ["b2"], side = "red" }]\n'


def played() -> Game:
    """b2 shoots at r2 in turn 1 and at b1, its former friend, in turn 2."""
    text = BATTLE.replace("[17, 2]", "[8, 2]").replace("[17, 4]", "[8, 4]") + JOINS
    game = Game.new(open_text(text), 3, {"blue": "human", "red": "human"})
    while not over(game) and game.state.clock.turn < 4:
        side = game.to_act
        later = ("turn b2 N", "fire b2 b1") if game.state.clock.turn > 1 else ()
        for shot in ("fire b2 r2", "fire r2 b1", *later):
            if not over(game) and game.to_act == side and game.refusal(side, shot) is None:
                game.order(side, shot)
        if not over(game) and game.to_act == side:
            game.order(side, "end")
    if not over(game):
        game.order(game.to_act, "resign")
    return game


def test_the_attackers_of_a_side_add_up_to_it() -> None:
    """Also where a figure attacked for both; a former friend is an enemy."""
    ledger = ledger_of(played())

    sides = {attack.side for attack in ledger.attacks if attack.figure == "b2"}
    assert sides == {"blue", "red"}
    for side in ("blue", "red"):
        whole, parts = ledger.of_side(side), ledger.by_figure(side).values()
        assert sum(one.attacks for one in parts) == whole.attacks
        assert sum(one.dealt - one.cost for one in parts) == whole.dealt - whole.cost
    for attack in ledger.attacks:
        if attack.side == "red":
            assert not attack.targets(ledger.sides, own=True)
