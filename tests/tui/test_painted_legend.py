"""The legend of the painted map."""

from __future__ import annotations

from fractions import Fraction

import pytest

from skirmish.core.setup import Side
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.presentation.visibility import WatchedGround
from skirmish.tui.map.cells import Overlay
from skirmish.tui.map.glyphs import ASCII, UNICODE
from skirmish.tui.map.painted_legend import order_key, painted_lines, reach_key, watch_key
from skirmish.tui.map.terrain_looks import look_id, map_theme
from tests.position import position


def test_the_legend_shows_each_ground_of_the_board_in_its_own_colour() -> None:
    """And no sign that only a map in letters has."""
    game = position("a>. % # R<", ruleset="d20", kind="guard")
    theme = map_theme("dark")
    lines = painted_lines(LegalOrders(game.ruleset, game.view("blue")), theme)
    text = "\n".join(line.plain for line in lines)
    styles = " ".join(str(span.style) for line in lines for span in line.spans)

    for x in range(game.state.board.width):
        kind = game.state.board.terrain((x, 0))
        red, green, blue = (round(float(part)) for part in theme.looks[look_id(kind)][0])
        assert kind.name in text
        assert f"#{red:02x}{green:02x}{blue:02x}" in styles
    assert "enemies in sight can fire there" in text


@pytest.mark.parametrize("name", ["dark", "light", "contrast", "red-green", "blue-yellow"])
def test_the_chances_at_enemies_stand_there_in_the_colours_of_the_theme(name: str) -> None:
    """No word for a colour: in another theme it is another one."""
    game, theme = position("a>. . R<", ruleset="d20", kind="guard"), map_theme(name)
    lines = painted_lines(LegalOrders(game.ruleset, game.view("blue")), theme)
    found = [line for line in lines if line.plain.startswith("58% at an enemy: ")]

    assert len(found) == 4
    for line, tone in zip(found, ("good", "middling", "bad", "later"), strict=True):
        red, green, blue = (round(float(part)) for part in theme.colours[tone])
        assert f"#{red:02x}{green:02x}{blue:02x}" in str(line.spans[0].style)
    assert not any(colour in line.plain for line in lines for colour in ("green:", "grey %"))


def test_an_order_at_an_area_says_what_its_colours_mean() -> None:
    """What lies on the map and no more, in the colours of the map; letters have their signs."""
    theme, tile = map_theme("light"), (3, 3)
    aimed = Overlay(area=1, strengths=((tile, 100),), falls=((tile, Fraction(1, 3)),))
    area, blast, cloud = order_key(aimed, theme, UNICODE)
    for line, colour in ((area, "area"), (blast, "area"), (cloud, "scatter")):
        red, green, blue = (round(float(part)) for part in theme.colours[colour])
        assert f"#{red:02x}{green:02x}{blue:02x}" in str(line.spans[0].style)
    assert "loses more" in blast.plain
    assert "with the chance" in cloud.plain
    assert "more likely" in cloud.plain

    ungraded = order_key(Overlay(falls=((tile, None),)), theme, UNICODE)
    assert [line.plain[3:] for line in ungraded] == ["where it may come down"]
    cone = order_key(Overlay(area=1), None, ASCII)
    assert [line.plain for line in cone] == [f"{ASCII.area} area of the order"]
    assert order_key(Overlay(ground=7, path=(tile,)), theme, UNICODE) == []


def test_words_about_the_reach_stand_behind_what_marks_it() -> None:
    """In the colour of its rim, and wrapped below their beginning; not for a map in letters."""
    words = ("rim: where b1 can go", "dashed: can still act there")
    lines = reach_key(words, map_theme("dark"), 20)

    assert [line.plain for line in lines] == [
        *("▛▜  rim: where b1", "    can go", "▛▜  dashed: can", "    still act there")
    ]
    assert reach_key(words, None, 20) == []


def test_ticks_on_the_map_are_named_with_their_side() -> None:
    """On a painted map, while there are any."""
    sides = {"blue": Side("blue", "The post"), "red": Side("red", "The gang")}
    grounds = tuple(WatchedGround(*one, 1) for one in (("red", False), ("blue", True)))
    lines = watch_key(sides, Overlay(watched=grounds), map_theme("dark"), 40)
    assert [line.plain.rstrip() for line in lines] == [
        "╎╎  ticks: watched by The gang",
        "╌╌  ticks: under fire from The post",
    ]
    assert watch_key(sides, Overlay(), map_theme("dark"), 40) == []
    assert watch_key(sides, Overlay(watched=grounds), None, 40) == []
