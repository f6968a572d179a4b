"""Two players at one terminal: of what one of them saw nothing is left for the other."""

from __future__ import annotations

from pathlib import Path

from tests.cli.virtual_terminal import AppTerminal, Cell, seated

SIZE = (100, 30)
ALONE = "when only you can see the screen, press enter"
BOTH = ("--player", "blue=human", "--player", "red=human")


def test_a_curtain_leaves_no_cell_of_the_other_side(tmp_path: Path) -> None:
    """Sign and colour are what a terminal shows that never had a view; none is scrolled back to."""
    homes = {name: str(tmp_path) for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")}
    record = tmp_path / "hot.skr"
    started = ("play", "first_steps", "--seed", "11", *BOTH, "--record", record)
    with seated(started, homes, SIZE) as (seat, _):
        seat.see("seed")
        seat.press("s", "\r")
        seat.see("The section: your turn", ALONE)
        seat.press("\r")
        seat.see("b1 ")
        seat.steady()
        assert not seat.writes(1.0), "a battle at rest writes to the terminal"
        # Over the map come another screen, the palette, another size and a redrawing.
        seat.press("\t", "b", "\x1b", "\x10", "\x1b", "\x0c")
        seat.resize(SIZE[0] - 20, SIZE[1] - 4)
        seat.resize(*SIZE)
        seat.press("e")
        lads = curtain(seat, "The lads")
        seat.press("\r")
        seat.see("r1 ")
        seat.press("\t", "e")
        section = curtain(seat, "The section")
        assert seat.screen.gone == []
    with seated(("play", record), homes, SIZE) as (seat, _):
        untouched = curtain(seat, "The section")

    assert section == untouched
    assert without("The lads", lads) == without("The section", untouched)


def curtain(seat: AppTerminal, player: str) -> tuple[tuple[Cell, ...], ...]:
    """The cells of a curtain before a player, once it can be lifted."""
    seat.see(f"{player}: your turn", ALONE)
    seat.press()
    return seat.screen.cells


def without(player: str, cells: tuple[tuple[Cell, ...], ...]) -> list[tuple[Cell, ...]]:
    """A curtain but for the row that calls for a player."""
    return [row for row in cells if player not in "".join(sign for sign, _ in row)]
