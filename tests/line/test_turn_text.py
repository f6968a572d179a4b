"""Unrequested output: newly visible enemies, changes after an order, losses."""

from __future__ import annotations

from attrs import evolve

from skirmish.core import events as ev
from skirmish.core.orders import parse_order
from skirmish.game import Game
from skirmish.line import turn_text
from skirmish.line.figure_text import own_words
from skirmish.line.turn_text import full_recap_lines, recap_lines
from skirmish.presentation.orders.legal_orders import LegalOrders
from tests.line.scripted import line_game, of
from tests.position import position
from tests.test_hidden import played
from tests.village import village


def test_newly_visible_enemies_are_listed() -> None:
    """The nearest first, with bearings from the figure that sees them."""
    game = played("opposed_d6", 1)
    views = (game.view_at(line, "blue") for line in range(len(game.lines)))
    view = next(view for view in views if any(view.enemies()))
    legal = LegalOrders(game.ruleset, view)
    figure = legal.own_figures()[0]

    new = turn_text.newly_visible_lines(legal, figure, ())

    assert len(new) == len(tuple(view.enemies()))
    assert all(line.startswith("Now in sight: r") and " tile" in line for line in new)
    assert turn_text.newly_visible_lines(legal, figure, turn_text.visible_enemies(legal)) == []


def test_a_figure_without_a_name_is_not_named_twice() -> None:
    """It has the name of its kind."""
    game = played("opposed_d6", 1)
    view = game.view_at(0, "blue")
    legal = LegalOrders(game.ruleset, view)
    figure = view.state.figures["b1"]
    named, plain = (
        own_words(legal, evolve(figure, who=evolve(figure.who, name=name)))
        for name in ("Marten", "sergeant")
    )

    assert named.startswith("b1 Marten, sergeant, at ")
    assert plain.startswith("b1 sergeant, at ")


def test_recap_of_losses_and_points() -> None:
    """Own and enemy losses by name, and points; nothing if there were none."""
    game = played("opposed_d6", 0)
    legal = LegalOrders(game.ruleset, game.view("blue"))
    known = legal.view.news
    lost = [one.event.figure for one in known if isinstance(one.event, ev.Left)]
    (line,) = recap_lines(legal, 0)

    assert line.startswith("Since your last order: ")
    assert all(name in line for name in lost)
    assert recap_lines(legal, len(known)) == []
    assert full_recap_lines(legal)


def test_changes_after_an_order() -> None:
    """The changed facts of the figure's card."""
    game = played("trait_die", 1)
    lines = game.lines
    at = next(n for n, one in enumerate(lines) if (one.side, one.verb) == ("blue", "move"))
    before = LegalOrders(game.ruleset, game.view_at(at, "blue"))
    after = LegalOrders(game.ruleset, game.view_at(at + 1, "blue"))

    told = turn_text.change_lines(before, after, parse_order(lines[at].order, before.known_verbs))

    assert " now has: " in told[-1]
    assert "may move " in told[-1]


def test_the_text_of_a_rule_is_quoted_once() -> None:
    """The second refusal gives only its id."""
    game = Game.new(village("trait_die"), 1, {"red": "recruit"})
    play, console = line_game(game, of(["ready", "reload", "reload"]))
    play.run()
    refused = [n for n, line in enumerate(console.said) if line.startswith("Not allowed: ")]
    first, second = (console.said[at : at + 2] for at in refused)
    rule = first[1].partition(":")[0]

    assert first[1].startswith("AMMO-")
    assert second[0] == f"{first[0].removesuffix('.')} ({rule})."
    assert second[1].endswith("> None")


def test_undo_describes_the_figure() -> None:
    """The reply says more than that the order was undone."""
    game = Game.new(village("trait_die"), 1, {"red": "recruit"})
    figure = game.view("blue").own()
    first = next(figure)
    play, console = line_game(game, of([first.id, "deploy e1", "undo"]))
    play.run()

    at = next(n for n, line in enumerate(console.said) if line.startswith("Taken back. "))
    assert console.said[at + 1].startswith(f"{first.id} ")


def test_who_can_act_is_counted_as_at_the_end_of_the_bound() -> None:
    """A figure that could only throw smoke is named apart, as the line of hints leaves it out."""
    weapons = dict.fromkeys("ab", ("rifle",)) | {"c": ("smoke_grenade",)}
    battle = position("a>. . . . R<\nb>. . . . . .\nc>. . . . . .", phase="fire", weapons=weapons)
    legal = LegalOrders(battle.ruleset, battle.view())

    assert turn_text.status_words(legal, "a").endswith("; b can act too; c can do little more.")
    assert turn_text.status_words(legal, "d").endswith("(2 can act, 1 little more).")
