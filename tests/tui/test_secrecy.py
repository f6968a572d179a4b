"""What a side cannot see changes nothing on its screen: panel, hint or refusal."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import cast

import pytest
from attrs import evolve
from textual.pilot import Pilot

from skirmish.core.figures import HIDDEN, Figure
from skirmish.core.geometry import Facing
from skirmish.core.knowledge import with_updated_sight
from skirmish.core.state import Clock, State
from skirmish.core.view import View, view
from skirmish.game import Game
from skirmish.line import interpreter, turn_text
from skirmish.line.turn_text import question_lines
from skirmish.presentation.log.clip_timeline import timeline_of
from skirmish.presentation.log.effects import Clip
from skirmish.presentation.log.event_sentences import log_sentences
from skirmish.presentation.objective_status import objective_grounds
from skirmish.presentation.odds.forecast import forecast_order
from skirmish.presentation.odds.target_chances import Stance, enemies_near, target_chances
from skirmish.presentation.user_files import HOME_VARIABLE
from skirmish.presentation.visibility import watched_ground
from skirmish.rulesets.engine import to_act
from skirmish.rulesets.registry import RULESETS
from skirmish.rulesets.ruleset import Ruleset
from skirmish.session import mouse_input, order_input
from skirmish.session.battle_session import BattleSession
from skirmish.session.controller import Controller
from skirmish.session.enemy_actions import action_of, has_news, known_places
from skirmish.session.mode import Mode
from skirmish.session.order_draft import complete
from skirmish.tui.app import SkirmishApp
from skirmish.tui.battle_log import log_entries
from skirmish.tui.flow import StartOptions
from skirmish.tui.keys import FIGHT, KeyTable
from skirmish.tui.map.cells import Composer
from skirmish.tui.map.glyphs import UNICODE
from skirmish.tui.map.order_overlay import chance_labels, overlay_of, watching_overlay
from skirmish.tui.map.painter import Painter
from skirmish.tui.minimap import shrink
from skirmish.tui.prompt_line import prompt_words
from skirmish.tui.scenario_lines import battle_briefing_lines
from skirmish.tui.screens.battle import BattleScreen
from skirmish.tui.screens.curtain import CurtainScreen
from skirmish.tui.screens.recap import RecapScreen
from skirmish.tui.settings import Settings
from skirmish.tui.side_panel import side_panel_lines
from skirmish.tui.top_line import top_line_words
from tests.test_hidden import otherwise, played, unseen
from tests.toy_game import PLAYED
from tests.toy_ruleset import LANE, toy
from tests.tui.pilots import press, settled
from tests.two_runs import in_secret, on_truth
from tests.village import village

SIDES = ("blue", "red")
WIDE = (36, 38)


def lane(lurker: Figure | None) -> State:
    """The lane in its first turn, with r2 as given, or without it."""
    state = toy(LANE).state
    figures = dict(state.figures)
    figures["r2"] = evolve(figures["r2"], at=None) if lurker is None else lurker
    figures["r2"] = evolve(figures["r2"], counters={HIDDEN: 1})
    return with_updated_sight(
        evolve(state, figures=figures, clock=Clock(1, 1, "act", "blue")), SIDES
    )


def shown(controller: Controller) -> list[str]:
    """Every word on the screen beside the map."""
    lines = [line.plain for line in side_panel_lines(controller, WIDE).lines]
    return [
        *lines,
        prompt_words(controller, controller.mode, "").plain,
        top_line_words(controller.legal, "").plain,
    ]


def everything(state: State) -> list[list[str]]:
    """All that a player can bring up with the cursor, in look mode and while he aims."""
    found = []
    for verb in ("", "shoot", "step"):
        controller = Controller(PLAYED.value, view(state, "blue"))
        controller.look = not verb
        controller.choose("b1")
        for y in range(3):
            for x in range(9):
                controller.clear_transient()
                if verb:
                    order_input.verb(controller, verb)
                controller.cursor = (x, y)
                mouse_input.point(controller, (x, y))
                order_input.confirm(controller)
                found.append(shown(controller))
                controller.look, controller.draft = (
                    not verb,
                    evolve(controller.draft, mode=Mode.SELECT),
                )
    return found


def test_a_hidden_figure_cannot_be_found_by_pointing() -> None:
    """Panel, hints and refusals are the same wherever a hidden figure is, and without it."""
    lurker = toy(LANE).state.figures["r2"]
    places = [None, lurker, evolve(lurker, at=(3, 0), facing=Facing.S), evolve(lurker, at=(2, 1))]
    first, *others = [everything(lane(place)) for place in places]

    assert len(first) == 3 * 27
    assert all(other == first for other in others)


FLAGS = ("look", "arcs", "threat", "reach", "field", "levels", "numbers")
TILES = ((2, 2), (5, 4), (9, 8), (12, 3), (16, 9), (20, 6))
TYPED = ("", "m", "mo", "fire ", "who ", "look r")
MOMENTS = 3
LATEST, STEP = 6, 900
"""News that are played, and milliseconds from frame to frame."""
PAINTER = Painter(glyphs=UNICODE)


def told(ruleset: str, known: View) -> Iterator[object]:
    """All that a side can bring up under a ruleset, with what its orders lead to."""
    rules = RULESETS[ruleset]
    controller, composer = Controller(rules, known, KeyTable()), Composer()
    said = log_sentences(known, known.news, rules)
    yield [sentence.words for sentence in said]
    places = known_places(known)
    yield [action_of(one, places).tile for one in said], has_news(known, known.news)
    yield [entry.said.words for entry in log_entries(known, rules)]
    yield from animated(rules, composer, known)
    yield battle_briefing_lines(controller.legal, dict.fromkeys(known.state.setup.sides, "regular"))
    names = controller.legal.own_figures()
    yield turn_text.opening_lines(controller.legal, names[0]) if names else ()
    yield (
        question_lines(controller.legal),
        [interpreter.completion(controller.legal, "", text) for text in TYPED],
    )
    yield watched_ground(rules, known), objective_grounds(known)
    for name in names[:1]:
        chances = target_chances(rules, known, Stance(name), enemies_near(known, name))
        yield chance_labels(known, chances, ())
    for name in names[:2]:
        for verb in ("", *controller.legal.verbs(name)):
            for tile in TILES:
                yield from pointed(controller, composer, name, verb, tile)


def animated(rules: Ruleset, composer: Composer, known: View) -> Iterator[object]:
    """What is played on the map of the last that a side has learnt: in a battle, and in a recap."""
    timeline = timeline_of(Clip(known, known, known.news[-LATEST:]))
    for time in range(0, timeline.length + STEP, STEP):
        stage = timeline.stage(time)
        overlay = watching_overlay(Controller(rules, stage.view, KeyTable()), stage.view)
        cells = composer.compose(stage.view, overlay)
        yield time, timeline.seen(time), timeline.focus(time)
        yield cells.chars.tobytes(), cells.paints.tobytes()


def pointed(
    controller: Controller, composer: Composer, name: str, verb: str, tile: tuple[int, int]
) -> Iterator[object]:
    """What is shown when a figure is chosen, something for it to do, and a tile."""
    legal = controller.legal
    controller.clear_transient()
    controller.choose(name)
    if verb:
        order_input.verb(controller, verb)
    for flag in FLAGS:
        setattr(controller, flag, not verb)
    controller.cursor = tile
    mouse_input.point(controller, tile)
    order = controller.draft.order
    if verb and complete(legal, controller.draft) and legal.has_forecast(order):
        found = forecast_order(legal.ruleset, legal.view, order)
        assert found is not None
        legal.forecasts[order] = found
    overlay = overlay_of(controller)
    cells = composer.compose(legal.view, overlay)
    yield PAINTER.paint(legal.view, overlay, (0, 0), (80, 40), 1, tile).rgb.tobytes()
    small = shrink(cells, (11, 6), ())
    yield name, verb, tile, shown(controller)
    yield [part.tobytes() for part in (cells.chars, cells.paints, small.chars, small.paints)]
    before = dict(vars(controller))
    order_input.confirm(controller)
    changed = vars(controller) != before
    yield shown(controller) if changed else changed


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_is_unseen_changes_no_word_and_no_cell(ruleset: str) -> None:
    """Log, recap, panel, outlook, map, small map, typed prompt: as with the unseen elsewhere."""
    game, chance = played(ruleset, 1), Random(7)
    changed = 0
    for line in range(len(game.lines) // 4, len(game.lines), len(game.lines) // MOMENTS):
        state = game.state_at(line)
        side = to_act(state)
        other = otherwise(state, side, chance)
        heard = game.view_at(line, side).news
        changed += other != state

        before = list(told(ruleset, view(state, side, heard)))
        assert list(told(ruleset, view(other, side, heard))) == before
    assert changed


NARROW = (70, 40)
"""So narrow that the village does not fit, so high that there is a small map."""
WALK = (
    *("tab", "v", "escape", "m", "k", "escape", "escape", "f", "plus", "escape", "escape"),
    *("x", "l", "j", "a", "t", "S", "E", "r", "escape", "b", "escape", "L", "escape", "p"),
    *("escape", "ctrl+p", "escape", "e", "colon", "w", "enter", "m"),
)


def moment(ruleset: str) -> tuple[State, str]:
    """A state in which a side acts that does not see everybody."""
    game = played(ruleset, 1)
    for line in range(len(game.lines) // 3, len(game.lines)):
        state = game.state_at(line)
        side = to_act(state)
        controller = Controller(game.ruleset, view(state, side), KeyTable())
        hidden = any(figure.at is not None for figure in unseen(state, side))
        if hidden and controller.legal.battle_part == FIGHT and controller.legal.active_figures():
            return state, side
    raise AssertionError(ruleset)


async def walked(ruleset: str, state: State, side: str) -> list[str]:
    """Every frame of a walk through all that can be shown of a battle."""
    opening = evolve(village(ruleset), state=state)
    players = {"blue": "random", "red": "random", side: "human"}
    app = SkirmishApp(Game.new(opening, 1, players), pace=0, settings=Settings(animation="off"))
    frames = []
    async with app.run_test(size=NARROW) as pilot:
        await press(pilot)
        for key in WALK:
            await press(pilot, key)
            frames.append(f"{key} {everything_on(pilot)}")
    return frames


def everything_on(pilot: Pilot[None]) -> str:
    """The whole screen as text, the terminal's title, and its cursor where that is on the map."""
    app = pilot.app
    cursor = app.cursor_position if isinstance(app.screen, BattleScreen) else ""
    strips = app.screen._compositor.render_strips()  # noqa: SLF001
    rows = "\n".join(strip.text for strip in strips)
    return f"{cursor} {app.title} {app.sub_title}\n{rows}"


@pytest.mark.parametrize("ruleset", RULESETS)
async def test_what_is_unseen_changes_no_frame(ruleset: str) -> None:
    """Two battles that differ in what a side cannot see are one and the same before its eyes."""
    state, side = moment(ruleset)
    other = otherwise(state, side, Random(11))
    assert other != state

    assert await walked(ruleset, other, side) == await walked(ruleset, state, side)


EVERYWHERE = -1
"""Mask of all tiles."""
Cells = list[list[tuple[str, str]]]
"""The lines of a screen: texts with their styles."""
WIDEST = (200, 40)
"""So wide that the top line has all its parts, the track of the turn among them."""


def after_the_enemy(ruleset: str) -> Iterator[tuple[Game, int, State]]:
    """Moments in which a side that does not see everybody begins to act, and has a recap.

    Each is the first of its kind: of a phase and a side.
    """
    game = played(ruleset, 1)
    met = set()
    for line in range(1, len(game.lines)):
        state = game.state_at(line)
        side, kind = state.clock.side, (state.clock.side, state.clock.phase)
        begins = game.lines[line - 1].side != side and state.clock.turn and not state.tally.over
        if begins and state.pending is None and kind not in met and any(unseen(state, side)):
            session = BattleSession(on_truth(game, line, state))
            session.take_seat(side)
            if session.recap_news:
                met.add(kind)
                yield game, line, state


async def recapped(game: Game) -> list[Cells]:
    """Every cell of the curtain, the recap line by line, and the battle under it."""
    app = SkirmishApp(start=StartOptions(), pace=0, settings=Settings(animation="off"))
    shown: list[Cells] = []
    async with app.run_test(size=WIDEST) as pilot:
        await settled(pilot)
        app._flow._start_battle(game)  # noqa: SLF001 - it has no file
        await settled(pilot)
        assert isinstance(app.screen, CurtainScreen)
        shown.append(every_cell(pilot))
        await press(pilot, "enter")
        assert isinstance(app.screen, RecapScreen)
        for _ in range(len(app.screen._said)):  # noqa: SLF001
            shown.append(every_cell(pilot))
            await press(pilot, "down")
        await press(pilot, "enter")
        assert isinstance(app.screen, BattleScreen)
        shown.append(await last_cells(pilot))
    return shown


async def last_cells(pilot: Pilot[None]) -> Cells:
    """The screen once nothing is under way: chances and rims come from threads, in parts."""
    screen = cast("BattleScreen", pilot.app.screen)
    await settled(pilot)
    while under_way(screen):
        await pilot.pause(0.01)
        await settled(pilot)
    return every_cell(pilot)


def under_way(screen: BattleScreen) -> bool:
    """Whether something of the order in hand is being worked out, or has yet to be drawn."""
    work, legal = screen.session._draft_work, screen.session.controller.legal  # noqa: SLF001
    asked = work._forecasts._asked, work._rims._asked  # noqa: SLF001
    open_ = any(one is not None and one[0] is legal for one in asked)
    threads = any(not worker.is_finished for worker in screen.app.workers)
    return threads or open_ or bool(screen.session.target_chances[1]) or screen.updates.rest_due


def every_cell(pilot: Pilot[None]) -> Cells:
    """The screen with its styles, and below it the terminal's title."""
    app = pilot.app
    strips = app.screen._compositor.render_strips()  # noqa: SLF001
    cells = [[(part.text, str(part.style)) for part in strip] for strip in strips]
    return [*cells, [(app.title, app.sub_title)]]


@pytest.mark.parametrize("ruleset", RULESETS)
async def test_what_is_unseen_changes_no_cell_of_recap_and_track(
    ruleset: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A player who takes his seat cannot tell two battles apart of which he has seen the same."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    compared = 0
    for game, line, state in islice(after_the_enemy(ruleset), MOMENTS):
        other = in_secret(state, state.clock.side, EVERYWHERE, Random(line))
        assert other != state

        first = await recapped(on_truth(game, line, state))
        assert "▸" in str(first[-1][0])
        assert await recapped(on_truth(game, line, other)) == first
        compared += 1
    assert compared
