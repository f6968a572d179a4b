"""Two battles that one side cannot tell apart get the same order: what it is told must not differ.

`pairs(ruleset, seed)` plays a game at random, takes moments of it, changes what the side to act
cannot see (places, counters, zones, links of enemies) and gives drawn orders to both battles on the
same dice. Then either everything that the side is shown is the same, whether it may undo included;
or the order met the enemy, visibly and at the very event where the two part, and undo is closed in
both. Called by `tests/test_two_runs.py` for a few seeds; a long run may call it for many.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from random import Random

from attrs import evolve, fields, frozen

from skirmish.analysis.self_play import play
from skirmish.core import events as ev
from skirmish.core.codec import Shape
from skirmish.core.dice import Script
from skirmish.core.events import event_text
from skirmish.core.figures import HIDDEN, Figure
from skirmish.core.geometry import Tile, facing_towards, neighbours
from skirmish.core.knowledge import with_updated_sight
from skirmish.core.orders import Order, Refusal
from skirmish.core.state import State, Zone
from skirmish.core.view import UNSEEN, News, View, view
from skirmish.game import Game, open_text
from skirmish.presentation.log.event_sentences import log_sentences
from skirmish.record import Record
from skirmish.rulesets.common import script, victory
from skirmish.rulesets.common.moves import way
from skirmish.rulesets.registry import RULESETS
from skirmish.rulesets.registry import ruleset as ruleset_of
from skirmish.rulesets.scene import Halt, Scene
from tests.test_hidden import elsewhere, hides, otherwise, unseen
from tests.village import CASTS, VILLAGE, anybody, scripted

LURKERS = ("b3", "b4", "r3")
"""Figures that begin hidden, beside the one that the village hides."""
WAITING = ("overwatch", "hold")
"""Orders to wait for an enemy."""
MOMENTS = 12
"""Moments taken from each game."""
ORDERS = 5
"""Orders given at each of them."""
HOUSE = (
    "",
    "sight = 6",
    "fog = false",
    "stop_on_sight = false",
    "sight = 9\nstop_on_sight = false",
)
"""House rules on sight; a ruleset meets each set in turn (the seed chooses the ruleset, too)."""
MEETINGS = (ev.Stopped, ev.Revealed, ev.Asked, ev.Ended)
"""Events by which a side sees that its order met something."""


@frozen
class Run:
    """What a side is shown after an order.

    Attributes:
        news: What it was told of the order.
        view: What it knows then.
        undo: Why it may not take the order back.
        words: The log and the lines of a replay.
        rolled: The dice of the order, seen or not.
        waits: Whether the other side is asked something.
    """

    news: tuple[News, ...]
    view: View
    undo: Refusal | None
    words: tuple[str, ...]
    rolled: tuple[int, ...]
    waits: bool


def battle(ruleset: str, seed: int, *, events: bool = False) -> Game:
    """A game in the village that was played at random to its end, with four in hiding.

    `events`: scripted events happen in it.
    """
    cast = CASTS.get(ruleset) or anybody(ruleset)
    rules = "\n".join((cast.rules, HOUSE[seed // len(RULESETS) % len(HOUSE)]))
    text = VILLAGE.format(ruleset=ruleset, cast=evolve(cast, rules=rules))
    for name in LURKERS:
        text = text.replace(f'id = "{name}"', f'id = "{name}"\nhidden = true')
    opening = open_text(scripted(text, cast.late) if events else text)
    return play(opening, dict.fromkeys(opening.state.setup.sides, "random"), seed)


def pairs(ruleset: str, seed: int, *, events: bool = False) -> list[str]:
    """The faults found in one game: each names the order, the line and what differs."""
    return [fault for fault in judged(ruleset, seed, events=events) if fault]


def judged(ruleset: str, seed: int, *, events: bool = False) -> Iterator[str]:
    """For each pair of runs the fault in it, or "" where there is none."""
    game, chance = battle(ruleset, seed, events=events), Random(f"{ruleset} {seed}")
    for line in moments(game, chance):
        state = game.state_at(line)
        side = state.clock.side
        changed = [figure.id for figure in unseen(state, side)]
        for order in drawn(view(state, side), chance):
            other = in_secret(state, side, tempting(state, order, chance), chance)
            first, second = (after(game, line, truth, order) for truth in (state, other))
            fault = parted(first, second, changed)
            yield f"{ruleset} seed {seed} line {line}, {side} {order}: {fault}" if fault else ""


def moments(game: Game, chance: Random) -> list[int]:
    """Lines after which a side gives orders in a turn and something is hidden from it.

    Half of them are such that an enemy is in hiding, as long as there are any.
    """
    playing = {
        line: state
        for line in range(len(game.lines))
        if (state := game.state_at(line)).clock.turn
        and state.pending is None
        and not state.tally.over
        and hides(state)
    }
    lurking = [
        line
        for line, state in playing.items()
        if any(f.at and f.count(HIDDEN) for f in unseen(state, state.clock.side))
    ]
    found = chance.sample(lurking, min(MOMENTS // 2, len(lurking)))
    rest = [line for line in playing if line not in found]
    return sorted(found + chance.sample(rest, min(MOMENTS - len(found), len(rest))))


def tempting(state: State, order: Order, chance: Random) -> int:
    """Mask of the tiles where an enemy may make a difference to an order: on its way or near it.

    For an order at a tile also near that tile.
    """
    figure = state.figures[order.figure]
    path: tuple[Tile, ...] = (figure.tile,)
    shape = ruleset_of(state.setup.ruleset).verbs[order.verb].target
    if shape is Shape.PATH:
        path = (figure.tile, *way(figure.tile, order.target_path))
    elif shape is Shape.TILE:
        path = (figure.tile, order.target_tile)
    board, tile = state.board, chance.choice(path)
    beside = board.mask_of(t for t in neighbours(path[-1]) if board.inside(t))
    return chance.choice((board.mask_of(path), beside, board.seen_from(tile)))


def in_secret(state: State, side: str, tiles: int, chance: Random) -> State:
    """The same battle but for what a side cannot see, and so that it can be played on.

    Args:
        state: The battle.
        side: The side that is to notice nothing.
        tiles: Mask of where unseen enemies go, if they can.
        chance: What is changed.
    """
    other = otherwise(state, side, chance)
    figures = {name: _reachable(state, figure) for name, figure in other.figures.items()}
    other = evolve(other, zones=_zones(state, other), figures=figures)
    for figure in unseen(state, side):
        if figure.id not in other.figures or figure.at is None:
            continue
        if not chance.randrange(6):
            other = _fallen(other, figure.id)
        elif chance.randrange(3):
            other = _placed(other, side, figure.id, tiles, chance)
            other = with_updated_sight(other, (figure.side,))
            waiting = _waiting(other, side, figure.id, chance)
            # What a figure watches that is not hidden may be seen.
            other = waiting if view(waiting, side) == view(other, side) else other
    other = with_updated_sight(_slack(other, side, chance), (state.setup.enemy(side),))
    assert view(other, side) == view(state, side)
    return state if _overdue(state, side, other) else other


def _overdue(state: State, side: str, other: State) -> bool:
    """Whether a scripted event would have happened before in the changed battle."""
    due = []
    for truth in (state, other):
        scene = Scene(truth, side, Order("end"), Script(()), ())
        with suppress(Halt):
            script.happen(scene)
        due.append(scene.state.script.fired)
    return due[0] != due[1]


def _reachable(state: State, figure: Figure) -> Figure:
    """A figure with such counters alone as it had, or as a scenario could give it."""
    before, declared = state.figures[figure.id], state.setup.declared
    counters = {
        name: number
        for name, number in figure.counters.items()
        if name in before.counters or declared.counter(name).given
    }
    return evolve(figure, counters=counters)


def _fallen(state: State, name: str) -> State:
    """An enemy was put out where nobody saw it, unless that broke its side."""
    fallen = evolve(state.figures[name], at=None, fate="downed")
    other = evolve(state, figures={**state.figures, name: fallen})
    return state if victory.broken(other, fallen.side) else other


def _placed(state: State, side: str, name: str, tiles: int, chance: Random) -> State:
    """An unseen enemy on one of some tiles, if the side does not see it there."""
    figure = state.figures[name]
    board = state.board
    free = [t for t in elsewhere(state, side, figure, state.figures) if tiles & board.bit(t)]
    if not free:
        return state
    there = evolve(figure, at=chance.choice(free))
    tracks = {key: track for key, track in state.tracks.items() if key != name}
    return evolve(state, figures={**state.figures, name: there}, tracks=tracks)


def _waiting(state: State, side: str, name: str, chance: Random) -> State:
    """An enemy that waits for a chance to fire, where its ruleset has that and it is able to."""
    ruleset = ruleset_of(state.setup.ruleset)
    verb = next((verb for verb in WAITING if verb in ruleset.verbs), "")
    figure = state.figures[name]
    foes = list(state.of_side(side))
    if not verb or not foes:
        return state
    fit = evolve(figure, counters={n: c for n, c in figure.counters.items() if n == HIDDEN})
    loaded = ruleset.handbook.armoury.equipped(figure.who.weapons)
    fit = evolve(fit, posture="standing", counters={**loaded, **fit.counters})
    fit = evolve(fit, facing=facing_towards(figure.tile, chance.choice(foes).tile))
    fit_state = evolve(state, figures={**state.figures, name: fit})
    order = Order.of(verb, name)
    own = evolve(fit_state, clock=evolve(state.clock, side=figure.side))
    if ruleset.refusal(view(own, figure.side), order) is not None:
        return state
    scene = Scene(fit_state, figure.side, order, Script(()), ())
    ruleset.perform(scene, order)
    return scene.state


def _slack(state: State, side: str, chance: Random) -> State:
    """Enemies in sight with nothing loaded, or with another standing order, which no side sees."""
    figures = dict(state.figures)
    secret = state.setup.declared.own_counters
    for figure in state.of_side(state.setup.enemy(side)):
        counters = dict(figure.counters)
        for name, number in figure.counters.items():
            if name in secret and name.startswith(("rounds", "tokens")):
                counters[name] = number * (chance.randrange(3) // 2)
            if name == "hold_when":
                counters[name] = chance.choice((0, 100))
        figures[figure.id] = evolve(figure, counters={n: c for n, c in counters.items() if c})
    return evolve(state, figures=figures)


def _zones(state: State, other: State) -> Mapping[str, Zone]:
    """The changed zones with owners and numbers that the rules can play on with."""
    return {
        name: evolve(
            zone,
            owner=state.zones[name].owner,
            numbers={**state.zones[name].numbers, **_standing(state.zones[name], zone)},
        )
        for name, zone in other.zones.items()
    }


def _standing(before: Zone, after: Zone) -> Mapping[str, int]:
    """A watcher that fires at anything, or at nothing, where its standing order was changed."""
    if "when" not in before.numbers or before.numbers == after.numbers:
        return {}
    return {"when": 0 if before.numbers["when"] else 100}


def drawn(known: View, chance: Random) -> Iterator[Order]:
    """Legal orders of the side, most of them such as roll no dice by themselves."""
    ruleset = ruleset_of(known.state.setup.ruleset)
    families = [family for figure in known.own() for family in ruleset.options(known, figure.id)]
    calm = [family for family in families if not ruleset.verbs[family.verb].dice]
    for place in range(min(ORDERS, len(families))):
        family = chance.choice(calm if calm and place else families)
        yield family.draw(chance.randrange)


def after(game: Game, line: int, truth: State, order: Order) -> Run:
    """What the side to act is shown after an order that it gives on a true state."""
    played, side = on_truth(game, line, truth), truth.clock.side
    entry = played.order(side, order)
    news = played.news_from(line + 1, side)
    told = log_sentences(played.view(side), news, played.ruleset)
    passages = [
        f"{one.number} {one.side} {one.order} {' / '.join(event_text(n.event) for n in one.news)}"
        for one in played.known_entries(side)
    ]
    return Run(
        news,
        view(played.state, side),
        played.undo_refusal(side),
        (*(sentence.words for sentence in told), *passages),
        tuple(face.face for face in entry.faces),
        played.to_act not in ("", side),
    )


def on_truth(game: Game, line: int, truth: State) -> Game:
    """The game as it was after some lines, but for a true state of which they have told nothing."""
    history = game._history.upto(line)  # noqa: SLF001 - a game on another truth
    history.states[-1] = truth
    record = Record(game.record.head, history.entries)
    return Game(game._opening, record, history)  # noqa: SLF001 - the same scenario


def parted(first: Run, second: Run, unknown: Sequence[str]) -> str:
    """What is wrong with two runs of which the side should tell nothing apart; empty if nothing.

    Args:
        first: One run.
        second: The other.
        unknown: The enemies that the side did not see before.
    """
    same = first.news == second.news and first.view == second.view
    if same:
        if first.undo != second.undo:
            return f"undo tells them apart: {first.undo} / {second.undo}"
        return "" if first.words == second.words else f"{first.words} / {second.words}"
    if first.undo is None or second.undo is None:
        return f"undo is open where the other run met something: {_first(first, second)}"
    if _met(first, second, unknown) or _met(second, first, unknown):
        return ""
    return f"told apart without a meeting: {_first(first, second)}"


def _met(run: Run, other: Run, unknown: Sequence[str]) -> bool:
    """Whether a run shows by what it met that it parts from the other."""
    if run.view.state.known[run.view.side].seen != other.view.state.known[run.view.side].seen:
        return True
    if any(name in unknown for name in run.view.state.known[run.view.side].visible):
        return True
    if any(run.view.contacts.get(name) != other.view.contacts.get(name) for name in unknown):
        return True  # One was in sight, if only on the way.
    if run.waits != other.waits or run.rolled != other.rolled:
        return True
    if run.view.state.zones != other.view.state.zones:
        return True  # Ground that is watched came into sight.
    at = _common(run, other)
    return any(_meeting(one.event, unknown) for one in run.news[at:])


def _meeting(event: ev.Event, unknown: Sequence[str]) -> bool:
    source = event.source if isinstance(event, ev.Struck) else ""
    return (
        isinstance(event, MEETINGS)
        or event.subject in unknown
        or source == UNSEEN
        or source in unknown
    )


def _common(first: Run, second: Run) -> int:
    """How many news both runs begin with."""
    pairs_of = zip(first.news, second.news, strict=False)
    return next(
        (at for at, (a, b) in enumerate(pairs_of) if a != b),
        min(len(first.news), len(second.news)),
    )


def _first(first: Run, second: Run) -> str:
    """Where two runs part."""
    at = _common(first, second)
    shown = [
        " ; ".join(event_text(one.event) for one in run.news[at : at + 3]) or "nothing more"
        for run in (first, second)
    ]
    parts = [
        part.name
        for part in fields(State)
        if getattr(first.view.state, part.name) != getattr(second.view.state, part.name)
    ]
    what = f"after {at} news: {shown[0]} / {shown[1]}; view: {', '.join(parts)}"
    return f"{what}; undo: {first.undo} / {second.undo}"
