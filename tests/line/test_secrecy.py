"""Line mode shows a side nothing that it does not know."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest

from skirmish.core.view import View, view
from skirmish.game import Game
from skirmish.line.interpreter import respond
from skirmish.line.turn_text import question_lines
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.rulesets.engine import to_act
from skirmish.rulesets.registry import RULESETS
from tests.line.scripted import by_computer, line_game
from tests.test_hidden import otherwise, played
from tests.village import village

ASKED = (
    *("look", "figures", "who", "foes", "map", "orders", "next", "log all", "score", "briefing"),
    *("threats", "odds", "recap", "objectives", "log turn 1"),
    *("", "end", "help", "map objectives", "look ne", "map 0,0,8,8", "odds end", "rules cover"),
)
ABOUT = (
    *("look {}", "who {}", "why {}", "fire {}", "odds fire {}", "why move towards {}", "map {}"),
    *("odds move towards {}", "threats {}", "objectives {}", "{} look"),
    *("bombard {}", "turn {}", "{}", "figures {}", "orders {}", "strike {} weapon=x", "answer {}"),
)
NAMES = ("r1", "r4", "b2", "x9", "5,5", "11,3", "0,0", "99,99", "ne3")
MOMENTS = 3


def answers(ruleset: str, known: View) -> Iterator[tuple[str, object]]:
    """The replies to a side's questions."""
    legal = LegalOrders(RULESETS[ruleset], known)
    mine = next(iter(legal.own_figures()), "")
    for line in (*ASKED, *(about.format(name) for about in ABOUT for name in NAMES)):
        yield line, respond(legal, mine, line)
    yield "?", question_lines(legal)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_unseen_figures_change_no_reply(ruleset: str) -> None:
    """Figures that the side does not see are moved, changed or absent: every reply is the same."""
    game, chance = played(ruleset, 1), Random(5)
    lines = range(len(game.lines) // 4, len(game.lines), len(game.lines) // MOMENTS)
    for line in lines:
        state = game.state_at(line)
        side = to_act(state)
        other = otherwise(state, side, chance)

        news = game.view_at(line, side).news
        told = dict(answers(ruleset, view(state, side, news)))
        assert dict(answers(ruleset, view(other, side, news))) == told


def unknown(game: Game, side: str) -> list[str]:
    """Ids of the enemies of whom a side knows nothing; names may be words of the rules as well."""
    known = game.view(side)
    # Those who are out are contacts no more, but there was news of them.
    seen = {**known.contacts, **known.state.figures, **{n.event.subject: n for n in known.news}}
    return [f.id for f in game.state.figures.values() if f.side != side and f.id not in seen]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_game_names_no_unseen_figure(ruleset: str) -> None:
    """Between two people at one console, from the first line to the report."""
    game = Game.new(village(ruleset), 3, {"blue": "human", "red": "human"})
    orders, chance, asks = (
        by_computer("random"),
        Random(3),
        [line for line in (*ASKED, "undo") if line != "help"],
    )
    play, console = line_game(
        game, lambda game: chance.choice(asks) if chance.random() < 0.3 else orders(game)
    )
    found: list[tuple[str, str]] = []
    heard: list[str] = []

    def listen(lines: list[str]) -> None:
        heard.extend(lines)
        if play.seat and not game.over:
            hidden = [rf"\b{re.escape(name)}\b" for name in unknown(game, play.seat)]
            found.extend((h, line) for h in hidden for line in lines if re.search(h, line))

    console.heard = listen
    play.run()

    assert game.over
    assert len(heard) > 100
    assert found == []
