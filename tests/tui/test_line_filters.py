"""The ASCII filter: lines and bars are ASCII, words keep their letters."""

from __future__ import annotations

import pytest
from rich.segment import Segment
from rich.style import Style
from textual.app import ComposeResult
from textual.color import Color
from textual.containers import VerticalScroll
from textual.widgets import Static

from skirmish.tui.line_filters import AsciiFilter
from skirmish.tui.map.glyphs import ASCII_SWITCH
from skirmish.tui.settings import Settings
from skirmish.tui.settings_app import SettingsApp
from tests.tui.picture import characters_of

BLACK = Color.parse("black")


@pytest.mark.parametrize(
    ("drawn", "shown"),
    [("╭──╮", "+--+"), ("▏│▕", "|||"), ("▁▂█", "-##"), ("Žofie, ok", "Žofie, ok")],
)
def test_what_draws_is_ascii_and_names_are_not(drawn: str, shown: str) -> None:
    """Each sign is as wide as what it stands for, in the same style."""
    bold = Style(bold=True)

    assert AsciiFilter().apply([Segment(drawn, bold)], BLACK) == [Segment(shown, bold)]


class Tall(SettingsApp):
    """More text than there is room for, in a border of every kind that the screens use."""

    CSS = """
    VerticalScroll { border: round white; }
    Static { border-left: vkey white; border-bottom: hkey white; }
    """

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield Static("\n".join("text" for _ in range(40)))


async def test_borders_and_scrollbars_follow_the_setting_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Not one character of a screen is anything else, and the handle can be seen."""
    monkeypatch.delenv(ASCII_SWITCH, raising=False)
    app = Tall(Settings(glyphs="ascii"))
    async with app.run_test(size=(30, 12)) as pilot:
        first = "".join(characters_of(app))
        app.apply_settings(Settings(glyphs="blocks"))
        await pilot.pause()
        second = "".join(characters_of(app))
        app.apply_settings(Settings(glyphs="ascii"))
        await pilot.pause()

        assert first.isascii()
        assert "#" in first
        assert not second.isascii()
        assert "".join(characters_of(app)) == first
