"""Every key of the table does something wherever it applies."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from threading import Event

import pytest
from attrs import frozen
from textual.pilot import Pilot

from skirmish.core.codec import Shape
from skirmish.core.orders import Order, Verb
from skirmish.core.state import Objective
from skirmish.core.view import View
from skirmish.game import Game
from skirmish.rulesets.families import Family, One
from skirmish.session import order_input
from skirmish.session.mode import Mode
from skirmish.tui.app import SkirmishApp
from skirmish.tui.keys import KEYS, VERBS, in_rules, usable
from skirmish.tui.screens.battle import BattleScreen
from tests.drill_ruleset import DRILL, Drill, drilled
from tests.toy_game import played
from tests.toy_ruleset import DEPLOYED
from tests.tui.quick_press import processed, quick_press
from tests.tui.test_battle import SMALL, frame
from tests.tui.test_one_bound import watched

MIDDLE = (3, 1)
"""A tile with others all round it."""
LISTS = (Mode.MENU, Mode.ANSWER)
"""Lines below each other: nothing is to the left or to the right."""
SIDEWAYS = ("east", "west")
PATIENCE = 20
"""Pauses that work in the background may take before a key is called dead."""
WORDS = One(("one", "other"))
_MORE = {
    key.verb: Verb(key.verb, "one of two ways", target=Shape.WORD)
    for key in VERBS
    if key.verb not in DRILL.verbs
}


@frozen
class Everything(Drill):
    """The drill, with every order that has a key."""

    verbs: Mapping[str, Verb] = {**DRILL.verbs, **_MORE}

    def options(self, view: View, figure: str) -> tuple[Family, ...]:
        return (*super().options(view, figure), *(Family(v, figure, WORDS) for v in _MORE))


class Table(SkirmishApp):
    """An app that nobody leaves."""

    left = 0

    def on_battle_screen_left(self, _event: BattleScreen.Left) -> None:
        """Count how often somebody wanted to."""
        self.left += 1


class Slow:
    """An opponent that thinks until it is told to stop."""

    def __init__(self) -> None:
        """Begin to think."""
        self.enough = Event()

    def __call__(self, view: View) -> Order:
        """End the bound, in the end."""
        self.enough.wait(60)
        return Order("end")


@asynccontextmanager
async def sitting(make: Callable[[], Game]) -> AsyncIterator[tuple[Pilot[None], BattleScreen]]:
    """A battle against somebody slow."""
    app, slow = Table(pace=0), Slow()
    async with app.run_test(size=SMALL) as pilot:
        screen = app.run_battle(make(), hire=lambda *_: slow)
        await pilot.pause()
        try:
            yield pilot, screen
        finally:
            slow.enough.set()


def in_target(screen: BattleScreen) -> None:
    """A target is chosen, by what is known of the chances so far."""
    controller = screen.session.controller
    order_input.verb(controller, "fire")
    controller.awaited.go_on()


def in_fields(screen: BattleScreen) -> None:
    """A detail that is a number is marked, and it is neither the first nor the last."""
    in_target(screen)
    controller = screen.session.controller
    order_input.share(controller, 1)
    order_input.options(controller)
    order_input.next_choice(controller, -1)
    order_input.share(controller, 1)


def stand_still(_: BattleScreen) -> None:
    """The mode that it begins in."""


WAYS: Mapping[Mode, Callable[[BattleScreen], None]] = {
    Mode.SELECT: stand_still,
    Mode.MENU: lambda screen: order_input.menu(screen.session.controller),
    Mode.TARGET: in_target,
    Mode.FIELDS: in_fields,
    Mode.ANSWER: stand_still,
    Mode.WAIT: stand_still,
}


def begin(
    screen: BattleScreen, make: Callable[[], Game], mode: Mode, name: str, key: str = ""
) -> None:
    """Begin a battle again in a mode; for the keys that go up in a list, at its last line."""
    while screen.app.screen is not screen:
        screen.app.pop_screen()
    screen.session.game = make()
    with screen.session.changes.collect():  # drawn once, as it is in the end
        screen.session.take_seat("blue")
        if name:
            screen.session.controller.choose(name)
        WAYS[mode](screen)
        if mode in LISTS and key in ("north_west", "north_east"):
            order_input.next_choice(screen.session.controller, -1)
        if mode not in LISTS:
            screen.session.controller.cursor = MIDDLE
        screen.session.controller.clear_transient()
    assert screen.session.mode is mode


FLAGS = ("look", "arcs", "threat", "reach", "field", "levels", "numbers")


def state(pilot: Pilot[None], screen: BattleScreen) -> object:
    """What a key may change beside what is drawn."""
    controller, app = screen.session.controller, pilot.app
    assert isinstance(app, Table)
    flags = tuple(getattr(controller, flag) for flag in FLAGS)
    where = (controller.draft, controller.cursor, controller.notice, controller.group, *flags)
    return app.left, len(app.screen_stack), len(screen.session.game.lines), where


async def dead(make: Callable[[], Game], modes: tuple[Mode, ...], name: str = "b1") -> list[str]:
    """The keys that do nothing in a mode they are for."""
    async with sitting(make) as (pilot, screen):
        return [found async for found in idle(pilot, screen, make, modes, name)]


async def idle(
    pilot: Pilot[None],
    screen: BattleScreen,
    make: Callable[[], Game],
    modes: tuple[Mode, ...],
    name: str,
) -> AsyncIterator[str]:
    """The same, one after the other."""
    legal = screen.session.controller.legal
    table = [key for key in KEYS if key.keys and in_rules(key, legal.known_verbs)]
    for key in table:
        for mode in modes:
            if not usable(key, mode, legal.battle_part) or (mode in LISTS and key.id in SIDEWAYS):
                continue
            first, *others = key.keys.split(",")
            begin(screen, make, mode, name, key.id)
            await processed(pilot)
            if mode is modes[0]:
                bound = {at: active.binding.action for at, active in screen.active_bindings.items()}
                for other in others:
                    if bound.get(other) != key.action:
                        yield f"{key.id} {other}"
            before = state(pilot, screen)
            await quick_press(pilot, first)
            if state(pilot, screen) != before:
                continue
            # A frame takes longer than all else here: it is drawn where nothing else changed.
            begin(screen, make, mode, name, key.id)
            await pilot.pause()
            before, drawn = state(pilot, screen), frame(pilot)
            await pilot.press(first)
            for _ in range(PATIENCE):
                await pilot.pause()
                if state(pilot, screen) != before or frame(pilot) != drawn:
                    break
            else:
                yield f"{key.id} {first} {mode.name}"


def fight() -> Game:
    """Everything may be ordered; the panel has an aim beside the figures."""
    aims = (Objective("out", "blue", "destroy", 1),)
    return drilled(red="random", rules=Everything(), objectives=aims)


def question() -> Game:
    """Blue is asked whether it reacts."""
    game = watched()
    game.order("red", "move r1 7,0>5,0")
    return game


def waiting() -> Game:
    """Red acts."""
    game = fight()
    game.order("blue", "end")
    return game


def deploying() -> Game:
    """Blue has somebody to place."""
    return played(DEPLOYED, red="random")


def mustering() -> Game:
    """Blue chooses its loads."""
    return drilled(muster=True, red="random")


ORDERING = (Mode.SELECT, Mode.MENU, Mode.TARGET, Mode.FIELDS)


@pytest.mark.parametrize(
    ("make", "modes", "name"),
    [
        (fight, ORDERING, "b1"),
        (question, (Mode.ANSWER,), ""),
        (waiting, (Mode.WAIT,), ""),
        (deploying, (Mode.SELECT,), "b1"),
        (mustering, (Mode.SELECT,), "b1"),
    ],
)
async def test_no_key_of_the_battle_is_dead(
    make: Callable[[], Game], modes: tuple[Mode, ...], name: str
) -> None:
    """Where it is said to be of use it changes something, or says why it does not."""
    assert await dead(make, modes, name) == []
