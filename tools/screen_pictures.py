"""`python -m tools.screen_pictures [FOLDER]` draws the pictures of the README from the program.

They are a battle on the painted map with the chances at the enemies, a briefing, and the picture
after a battle. The computer plays both sides on fixed seeds; the screens run without a terminal.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.style import Style
from textual.pilot import Pilot

from skirmish.analysis.self_play import play
from skirmish.game import HUMAN, Game
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.presentation.report.battle_story import story_of
from skirmish.presentation.report.battle_summary import summarize_battle
from skirmish.presentation.setup.game_setup import GameSetup
from skirmish.scenario import find, load
from skirmish.tui.app import SkirmishApp
from skirmish.tui.battle_picture import picture_console
from skirmish.tui.map.map_image import font_file, image_of, png_of
from skirmish.tui.screens.briefing import BriefingScreen
from skirmish.tui.settings import Settings
from skirmish.tui.settings_store import SettingsStore
from tools.command import opening_named, run_tool

if TYPE_CHECKING:
    from tcod.console import Console

FOLDER = Path("docs/pictures")
_BATTLE = "first_steps", 3, (132, 40)
_BRIEFING = "market_street", (132, 40)
_END = "market_street", 4
_SIDE = "blue"
_TEXT, _GROUND = (216, 216, 204), (27, 31, 35)
_STILL = Settings(theme="dark", map="painted", animation="off")
Scene = Callable[[Pilot[None]], Awaitable[None]]


def screen_console(app: SkirmishApp) -> Console:
    """The screen of an app, as cells."""
    from tcod.console import Console

    rows = app.screen._compositor.render_strips()  # noqa: SLF001 - no other way to its cells
    console = Console(app.size.width, app.size.height, order="C")
    for y, strip in enumerate(rows):
        x = 0
        for text, style, _ in strip:
            ink, ground = _colours(style)
            for char in text[: console.width - x]:
                console.rgb[y, x] = ord(char), ink, ground
                x += 1
    return console


def _colours(style: Style | None) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Foreground and background of a style."""
    if style is None:
        return _TEXT, _GROUND
    ink, ground = (
        tuple(colour.get_truecolor()) if colour is not None and not colour.is_default else usual
        for colour, usual in ((style.color, _TEXT), (style.bgcolor, _GROUND))
    )
    if style.reverse:
        ink, ground = ground, ink
    if style.dim:
        ink = tuple((a + b) // 2 for a, b in zip(ink, ground, strict=True))
    return ink, ground


async def _draw(app: SkirmishApp, size: tuple[int, int], scene: Scene) -> Console:
    async with app.run_test(size=size) as pilot:
        await scene(pilot)
        await _settled(pilot)
        return screen_console(app)


async def _settled(pilot: Pilot[None]) -> None:
    """Wait until background work is done."""
    await pilot.pause()
    while any(not worker.is_finished for worker in pilot.app.workers):
        await pilot.pause(0.05)
    await pilot.pause(0.3)


def _targets(game: Game, line: int) -> tuple[int, str]:
    """How many enemies one figure can fire at after a number of orders, and which figure."""
    legal = LegalOrders(game.ruleset, game.view_at(line, _SIDE))
    tiles = [enemy.at for enemy in legal.view.enemies() if enemy.at is not None]
    counts = [
        (sum(bool(legal.target_at(name, "fire", tile)) for tile in tiles), name)
        for name in legal.active_figures()
    ]
    return max(counts, default=(0, ""))


def battle_console() -> Console:
    """The battle when a figure can fire at the most enemies, with its shot drafted."""
    name, seed, size = _BATTLE
    played = play(opening_named(name), {_SIDE: "regular", "red": "regular"}, seed)
    (_, figure), line = max((_targets(played, n), -n) for n in range(1, len(played.lines)))
    game = played.fork(-line, seed, {_SIDE: HUMAN})
    place = [f.id for f in game.state.figures.values() if f.who.side == _SIDE].index(figure)

    async def scene(pilot: Pilot[None]) -> None:
        await _settled(pilot)
        await pilot.press(f"f{place + 1}")
        await _settled(pilot)
        await pilot.press("f")

    return asyncio.run(_draw(_app(game), size, scene))


def briefing_console() -> Console:
    """The briefing of a scenario."""
    name, size = _BRIEFING
    plan = GameSetup.of(load(find(name)), seed=1)

    async def scene(pilot: Pilot[None]) -> None:
        pilot.app.push_screen(BriefingScreen(plan, lambda _: None))

    return asyncio.run(_draw(_app(None), size, scene))


def end_console() -> Console:
    """The picture after a battle."""
    name, seed = _END
    game = play(opening_named(name), {_SIDE: "veteran", "red": "veteran"}, seed)
    return picture_console(game, story_of(game, summarize_battle(game)))


def _app(game: Game | None) -> SkirmishApp:
    home = Path(tempfile.mkdtemp())
    return SkirmishApp(game, pace=0, settings=_STILL, store=SettingsStore(home))


@click.command()
@click.argument("folder", type=click.Path(path_type=Path), default=FOLDER)
def command(folder: Path) -> None:
    """Draw the pictures of the README into FOLDER."""
    folder.mkdir(parents=True, exist_ok=True)
    font = font_file()
    for name, made in (
        ("battle", battle_console),
        ("briefing", briefing_console),
        ("end", end_console),
    ):
        path = folder / f"{name}.png"
        path.write_bytes(png_of(image_of(made(), font)))
        click.echo(f"{path}: {path.stat().st_size // 1000} kB")


if __name__ == "__main__":
    run_tool(command, "screen_pictures")
