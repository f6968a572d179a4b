"""The legend of the painted map."""

from __future__ import annotations

from skirmish.presentation.legal_orders import LegalOrders
from skirmish.tui.map.painted_legend import painted_lines
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
