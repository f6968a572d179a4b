"""The screens over a battle."""

from __future__ import annotations

from skirmish.tui.app import SkirmishApp
from skirmish.tui.screen_stack import ScreenStack


async def test_the_settings_are_open_once() -> None:
    """Whoever asks for them again, over whatever is shown, gets no second screen of them."""
    app = SkirmishApp()
    async with app.run_test() as pilot:
        stack = ScreenStack(app)
        stack.show_settings()
        stack.show_settings()
        await pilot.pause()

        names = [type(screen).__name__ for screen in app.screen_stack]
        assert names.count("SettingsScreen") == 1
