"""Measures a key on the battle screen in each ruleset: 12 a side on 60 x 40, at 120 x 40.

The measure is the processor time from a key to the end of all that it starts, layout and painting
included, without a terminal, so that a busy machine matters little. The work of threads is printed
separately, because the next key need not wait for it. Every key is pressed where nothing has been
computed before: figures are chosen in turn, and the cursor goes to new tiles.

python bench/keys.py [RULESET...] [--profile]
"""

from __future__ import annotations

import asyncio
import cProfile
import pstats
import sys
from collections import defaultdict
from statistics import median
from time import process_time, thread_time

from field import GROUND, rows
from textual.app import App

from skirmish.game import HUMAN, Game, open_text
from skirmish.rulesets.registry import RULESETS, ruleset
from skirmish.session.mode import Mode
from skirmish.tui.app import SkirmishApp, freeze_heap
from skirmish.tui.screens.battle import BattleScreen

GOAL = 10.0
"""Milliseconds that a cursor key may take."""
SIZE = (120, 40)
MEN = 12
WALK = "EESSEENNEESSWWSSEE"
PAINTED = 0.04
"""Seconds after which the screen has been painted; Textual paints about 60 times a second."""


def scenario(name: str, ground: str = GROUND, houses: int = 7) -> str:
    """Two sides with all kinds of a ruleset, in sight of each other on broken ground."""
    drawn = rows(7, ground, houses, across=(2, 52))
    kinds = tuple(ruleset(name).handbook.armoury.kinds())
    sides: list[str] = []
    for side, left, facing in (("blue", 18, "E"), ("red", 34, "W")):
        sides.append(f'[sides.{side}]\nname = "{side}"')
        for number in range(MEN):
            x, y = left + 3 * (number % 2), 3 + 3 * number
            drawn[y][x] = "."
            sides.append(
                f'[[sides.{side}.figures]]\nid = "{side[0]}{number + 1}"\n'
                f'kind = "{kinds[number % len(kinds)]}"\nat = [{x}, {y}]\nfacing = "{facing}"'
            )
    head = [f'format = 1\ntitle = "Keys"\nruleset = "{name}"\nturns = 9\nfirst = "blue"', "[map]"]
    return "\n".join([*head, 'rows = """', *map("".join, drawn), '"""', *sides]) + "\n"


class KeyTimer:
    """Presses keys on a battle screen and keeps the time of each."""

    def __init__(self, app: App[None], screen: BattleScreen) -> None:
        """Begin without measurements."""
        self.app = app
        self.screen = screen
        self.spent: dict[str, list[float]] = defaultdict(list)
        self.behind: dict[str, list[float]] = defaultdict(list)
        self.worst: dict[str, tuple[float, str]] = {}

    async def press(self, what: str, action: str) -> None:
        """Do the action of a key, and record its time under a name."""
        whole, start = process_time(), thread_time()
        await self.screen.run_action(action)
        await asyncio.sleep(PAINTED)
        taken = 1000 * (thread_time() - start)
        self.spent[what].append(taken)
        self.behind[what].append(1000 * (process_time() - whole) - taken)
        draft = self.screen.session.controller.draft
        told = f"{action} {draft.figure} {draft.verb} {draft.target}"
        self.worst[what] = max(self.worst.get(what, (0.0, "")), (taken, told))


async def played(name: str) -> KeyTimer:
    """Press every kind of key with every figure; returns the times."""
    game = Game.new(open_text(scenario(name)), 1, {"blue": HUMAN, "red": "recruit"})
    while game.to_act != "blue" or "move" not in _verbs(game):
        game.order(game.to_act, "end" if game.turn else "ready")
    app = SkirmishApp(game)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause(0.3)
        screen = app.screen
        if not isinstance(screen, BattleScreen):
            sys.exit("the battle has not begun")
        timer = KeyTimer(app, screen)
        await pilot.press("enter")
        freeze_heap()
        await _keys(timer)
        return timer


def _verbs(game: Game) -> tuple[str, ...]:
    view = game.view(game.to_act)
    own = next(figure.id for figure in view.own())
    return tuple(family.verb for family in game.ruleset.options(view, own))


async def _keys(timer: KeyTimer) -> None:
    controller = timer.screen.session.controller
    for direction in WALK * 2:
        await timer.press("cursor", f"step({direction!r})")
    await timer.press("look", "switch('look')")
    for direction in WALK:
        await timer.press("cursor in look", f"step({direction!r})")
    await timer.press("look", "switch('look')")
    for figure in controller.legal.own_figures():
        await timer.press("choose", f"figure({figure!r})")
        await timer.press("menu", "verbs")
        await timer.press("back", "back")
        await timer.press("begin move", "verb('move')")
        for direction in WALK if controller.mode is Mode.TARGET else "":
            await timer.press("move preview", f"step({direction!r})")
        await timer.press("back", "back")
        await timer.press("begin fire", "verb('fire')")
        for _ in range(4 if controller.mode is Mode.TARGET else 0):
            await timer.press("next target", "next(1)")
        await timer.press("another way", "share(1)")
        await timer.press("back", "back")
        await timer.press("arcs", "switch('arcs')")
    await timer.press("threat", "switch('threat')")
    for direction in WALK:
        await timer.press("cursor, overlays on", f"step({direction!r})")


def main() -> None:
    """Print a line for each kind of key."""
    names = [name for name in sys.argv[1:] if name in RULESETS] or list(RULESETS)
    met = True
    for name in names:
        profile = cProfile.Profile() if "--profile" in sys.argv else None
        if profile:
            profile.enable()
        timer = asyncio.run(played(name))
        if profile:
            profile.disable()
            pstats.Stats(profile).sort_stats("cumulative").print_stats("skirmish", 60)
        print(f"{name}: milliseconds a key")
        for what, taken in timer.spent.items():
            taken.sort()
            p95 = taken[len(taken) * 95 // 100]
            far, told = timer.worst[what]
            goal = what.startswith(("cursor", "move"))
            good = p95 <= GOAL
            met = met and (good or not goal)
            word = f"goal {GOAL:.0f} at p95: {'met' if good else 'NOT met'}" if goal else ""
            behind = max(timer.behind[what])
            times = f"{median(taken):6.1f}  p95 {p95:6.1f}  worst {far:6.1f}, behind {behind:5.1f}"
            print(f"  {what:20} {times} {told:34} {word}")
    sys.exit(0 if met else 1)


if __name__ == "__main__":
    main()
