"""An order tells its side nothing of what it cannot see, and undo cannot be used to look for it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from attrs import evolve

from skirmish.analysis.self_play import play
from skirmish.core.events import Moved
from skirmish.core.knowledge import seen_from
from skirmish.core.orders import READY, Order, parse_order
from skirmish.core.state import State
from skirmish.core.view import view
from skirmish.game import Game, open_text
from skirmish.rulesets.common import reactions
from skirmish.rulesets.registry import RULESETS
from skirmish.rulesets.scene import Scene
from tests.two_runs import Run, after, battle, in_secret, pairs, tempting
from tests.village import CASTS, VILLAGE, anybody, village

GOLDEN = Path(__file__).parent / "golden"
RECORDS = (
    *("opposed_d6-night_pumps", "d20-water_station", "trait_die-hill_chapel"),
    *("d100-ring_section", "dice_pool-low_water_dice_pool"),
)
"""Recorded games in fog, one of each ruleset."""
TRIES = 60
"""Battles that a side cannot tell from its own, in which an order is tried."""
MIN_OPEN = 10
"""Orders without dice that a game played at random has at least."""
NO_ORDERS = ("end", READY.name, "resign")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_two_battles_that_look_alike_answer_alike(ruleset: str) -> None:
    """The same order on both: the same news, view and undo, or an enemy was met."""
    assert pairs(ruleset, 3) == []


@pytest.mark.parametrize("ruleset", RULESETS)
def test_scripted_events_tell_nothing_of_what_is_unseen(ruleset: str) -> None:
    """The same, where the scenario makes things happen, some of them because of hidden figures."""
    assert pairs(ruleset, 4, events=True) == []


def calm(game: Game) -> Iterator[tuple[int, Order]]:
    """The orders of a game in its turns that rolled no dice, each with its line before it."""
    for line, entry in enumerate(game.lines):
        state = game.state_at(line)
        if entry.faces or entry.verb in NO_ORDERS or state.pending is not None:
            continue
        if state.clock.turn and entry.side == state.clock.side:
            yield line, parse_order(entry.order, game.verbs)


def saw_more(state: State, run: Run) -> bool:
    """Whether an order told its side something: new ground, if only in passing, or of an enemy."""
    before = view(state, run.view.side)
    steps = (one.event.path for one in run.news if isinstance(one.event, Moved))
    way = (tile for path in steps for tile in path)
    on_the_way = any(seen_from(state, tile) & ~before.seen for tile in way)
    return on_the_way or bool(run.view.seen & ~before.seen) or run.view.contacts != before.contacts


def awaited(state: State) -> bool:
    """Whether an enemy of the side to act waits for a chance to fire, or covers ground."""
    kinds, side = state.setup.declared.counters, state.clock.side
    enemies = state.of_side(state.setup.enemy(side))
    waiting = (name for enemy in enemies for name in enemy.counters if name in kinds)
    covered = (zone for zone in state.zones.values() if zone.side != side)
    return any(covered) or any(kinds[name].waits for name in waiting)


def lays_smoke(state: State, order: Order) -> bool:
    """Whether an order shoots smoke, which strikes no figure.

    Undo is closed after it all the same: whether a verb can roll dice is declared for the verb and
    not for each weapon.
    """
    arms = state.figures[order.figure].who.weapons
    named = str(order.get("weapon") or "")
    arm = next((arm for arm in arms if arm.id == named), None) or next(
        (arm for arm in arms if getattr(arm, "radius", 0)), None
    )
    return order.verb == "bombard" and getattr(arm, "cloud", "") == "smoke"


def witnessed(game: Game, line: int, order: Order, run: Run, chance: Random) -> bool:
    """Whether the order would have told something else in a battle that its side can't tell apart.

    Unseen enemies are put in its way or near it, wait for it or do not, are loaded or not.
    """
    state = game.state_at(line)
    for _ in range(TRIES):
        other = in_secret(state, run.view.side, tempting(state, order, chance), chance)
        answer = after(game, line, other, order)
        if (answer.news, answer.view) != (run.news, run.view):
            return True
    return False


@pytest.mark.parametrize("name", RECORDS)
def test_undo_is_closed_only_where_something_was_or_could_have_been_learnt(name: str) -> None:
    """Each final order without dice showed something, or another battle would have answered it."""
    game = Game.replay(GOLDEN / f"{name}.skr")
    left_open = 0
    for line, order in calm(game):
        state = game.state_at(line)
        run = after(game, line, state, order)
        left_open += run.undo is None
        if run.undo is None or saw_more(state, run) or lays_smoke(state, order):
            continue
        assert witnessed(game, line, order, run, Random(f"{name} {line}")), f"{line} {order}"

    assert left_open


@pytest.mark.parametrize("ruleset", RULESETS)
def test_undo_is_open_after_every_order_where_nothing_is_hidden(ruleset: str) -> None:
    """No fog, no hidden figures, no reinforcements, no enemy that waits: nothing can be found."""
    cast = CASTS.get(ruleset) or anybody(ruleset)
    text = VILLAGE.format(ruleset=ruleset, cast=evolve(cast, rules="fog = false"))
    text = text.replace("hidden = true", "")
    opening = open_text(text[: text.index("[[reinforcements]]")] + text[text.index("[[obj") :])
    game = play(opening, dict.fromkeys(("blue", "red"), "random"), 1)
    tried = 0
    for line, order in calm(game):
        state = game.state_at(line)
        if awaited(state):
            continue  # Whether that enemy would fire is not known.
        run = after(game, line, state, order)
        tried += 1
        assert run.undo is None, f"{line} {order}: {run.undo}"

    assert tried > MIN_OPEN


@pytest.mark.parametrize("ruleset", RULESETS)
def test_verbs_that_can_be_answered_say_so(ruleset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Undo goes by this word; a verb that lacks it would let a side look for who waits."""
    asked: set[str] = set()
    real = reactions.react

    def noted(scene: Scene, actor: str, *rest: object) -> None:
        if scene.state.figures[actor].side == scene.side:
            asked.add(scene.order.verb)
        real(scene, actor, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(reactions, "react", noted)
    battle(ruleset, 2)

    verbs = village(ruleset).ruleset.verbs
    assert [verb for verb in asked if not (verbs[verb].exposed or verbs[verb].dice)] == []
    assert asked or ruleset in ("opposed_d6", "d100")
