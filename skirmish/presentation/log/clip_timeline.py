"""The timeline of a clip: the effects of what a side saw, their order and durations.

It is made only from the views of one side before and after, and from what the side learnt in
between.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import evolve

from skirmish.core import events as ev
from skirmish.core.figures import HIDDEN, Figure
from skirmish.core.geometry import Facing, Tile, adjacent, chebyshev, facing_towards
from skirmish.core.state import Clock, Zone
from skirmish.core.text import by_id
from skirmish.core.view import News, View
from skirmish.presentation.log import effects as fx
from skirmish.presentation.log.condition_sentences import emptied_weapon, is_lost_hold
from skirmish.presentation.log.effects import BAD, CALM, GOOD, GRAIN, MIDDLING, Clip, Spot, middle
from skirmish.presentation.log.log_writer import area_center
from skirmish.presentation.wording import humanize

STEP, RUN_STEP = 110, 75
FLASH, ROUND_GAP = 70, 80
ROUND_LEAST, ROUND_PER_TILE, ROUND_MOST = 90, 14, 260
FLIGHT_LEAST, FLIGHT_PER_TILE, FLIGHT_MOST = 260, 45, 760
BLAST, SPREAD, DROP, CLASH, SIGHTING, DOOR = 640, 480, 420, 320, 420, 260
WORD, WORD_GAP, TURN = 900, 260, 60
MOST_ROUNDS = 10
SMALLEST_BLAST, LARGEST_BLAST = 2, 4

_ROUNDS: Mapping[str, int] = {
    "double": 2,
    **dict.fromkeys(("burst", "rapid", "short", "split", "held"), 3),
    **dict.fromkeys(("auto", "full", "long"), 6),
    **dict.fromkeys(("suppress", "suppression"), 8),
}
"""Tracers drawn for a manner of fire where the number of shots is unknown."""
_HAND_TO_HAND = ("strike", "grapple", "melee")
_THROWN = "throw"
_MISSED = "missed"
_HARMLESS: Mapping[str, str] = {
    "nothing": "no effect",
    _MISSED: "miss",
    **{effect: effect for effect in ("spared", "unharmed", "unhurt")},
}
"""Effects that do no harm, each with the word that rises from its figure."""
_UNSEEN_RESULT = "result unseen"
"""Rises from the shooter if its target is out of sight."""
_EMPTY, _LOST_HOLD, _STUCK = "empty", "held action lost", "next one stuck"
"""Rise from a figure whose weapon or reaction fails."""
_BY_NUMBER = ("damaged", "wounded", "hit", "hurt")
"""Effects that their number implies."""
_HARM = ("damage", "wounds")


def timeline_of(clip: Clip) -> fx.Timeline:
    """The effects of a clip, in order."""
    script = _Script(clip)
    for at, one in enumerate(clip.news):
        script.play(one.event, clip.news[at + 1 :])
        script.told = at + 1
    script.sight_others()
    return fx.Timeline(clip, tuple(script.effects), tuple(script.stages))


class _Script:
    """A timeline as it is written: the time so far, and what stands on the map at that time."""

    def __init__(self, clip: Clip) -> None:
        before, after = clip.before, clip.after
        self.clip = clip
        self.time = 0
        self.told = 0
        self.effects: list[fx.Effect] = []
        self._figures = dict(before.state.figures)
        self._zones = dict(before.state.zones)
        self._board = before.state.board
        self._struck: dict[str, str] = {}
        self._harmed: dict[str, None] = {}
        self._fired: ev.Fired | None = None
        self._emptied = ""
        known = before.state.known[before.side]
        both = evolve(known, seen=before.seen | after.seen)
        self._base = evolve(before.state, known={before.side: both})
        self.stages: list[fx.Stage] = []
        self.show_stage()

    # What stands on the map.

    def show_stage(self) -> None:
        """Record what is on the map from now on."""
        side, figures = self.clip.before.side, dict(self._figures)
        seen = (f.id for f in figures.values() if f.who.side != side and f.at is not None)
        known = {side: evolve(self._base.known[side], visible=by_id(seen))}
        state = evolve(
            self._base, figures=figures, zones=dict(self._zones), board=self._board, known=known
        )
        stage = fx.Stage(self.time, evolve(self.clip.before, state=state, news=()), self.told)
        if self.stages and self.stages[-1].start == self.time:
            self.stages.pop()
        self.stages.append(stage)

    def figure(self, name: str) -> Figure | None:
        """A figure as the side knows it at this time."""
        return self._figures.get(name) or self._later(name)

    def _later(self, name: str) -> Figure | None:
        """A figure as the side knows it at the end, without the changes by news not yet shown."""
        contact = self.clip.after.contacts.get(name)
        figure = self.clip.after.state.figures.get(name) or (contact.figure if contact else None)
        if figure is None:
            return None
        coming = [one.event for one in self.clip.news[self.told :] if one.event.subject == name]
        harm = sum(one.amount for one in coming if isinstance(one, ev.Hurt))
        counted = {one.counter for one in coming if isinstance(one, ev.Counted)}
        counters = {kind: n for kind, n in figure.counters.items() if kind not in counted}
        return evolve(figure, damage=max(0, figure.damage - harm), counters=counters)

    def _at(self, name: str) -> Tile | None:
        """Where a figure is, or was seen last."""
        figure, contact = self._figures.get(name), self.clip.before.contacts.get(name)
        if figure is not None and figure.at is not None:
            return figure.at
        return contact.figure.at if contact else None

    def _put(self, name: str, at: Tile | None, facing: Facing | None = None) -> None:
        """Set the tile of a figure; None if it is off the map."""
        figure = self.figure(name)
        if figure is not None:
            self._figures[name] = evolve(figure, at=at, facing=facing or figure.facing, fate="")

    def _catch_up(self) -> None:
        """Show the figures as they are at the end, with changes that the side did not see."""
        for name, later in self.clip.after.state.figures.items():
            now = self._figures.get(name)
            if now is not None and not later.fate:
                self._figures[name] = evolve(later, at=now.at, facing=now.facing)

    def _apply(self, event: ev.Event) -> None:
        """Change the state of a figure by an event."""
        figure = self._figures.get(event.subject)
        if figure is None:
            return
        match event:
            case ev.Turned():
                figure = evolve(figure, facing=event.facing)
            case ev.Posed():
                figure = evolve(figure, posture=event.posture)
            case ev.Hurt():
                figure = evolve(figure, damage=max(0, figure.damage + event.amount))
            case ev.Counted():
                counters = {**figure.counters, event.counter: event.value}
                figure = evolve(figure, counters={k: n for k, n in counters.items() if n})
            case ev.Joined():
                figure = evolve(figure, who=evolve(figure.who, side=event.side))
            case _:
                pass
        self._figures[event.subject] = figure

    # Effects.

    def add(self, effect: fx.Effect) -> None:
        """Add an effect."""
        self.effects.append(effect)

    def play(self, event: ev.Event, rest: Sequence[News]) -> None:
        """Add what the side sees of an event; `rest` are the news after it."""
        match event:
            case ev.Moved():
                self._walk(event)
            case (
                ev.Placed() | ev.Revealed() | ev.Turned() | ev.Posed() | ev.Counted() | ev.Joined()
            ):
                self._stand(event, rest)
            case ev.Fired():
                self._fire(event, rest)
            case ev.Burst():
                self._burst(event, rest)
            case ev.Struck() | ev.Hurt() | ev.Tested():
                self._suffer(event, rest)
            case ev.Left():
                self._leave(event)
            case ev.Zoned() | ev.Unzoned() | ev.Changed():
                self._change(event)
            case ev.Bound():
                clock = Clock(event.turn, event.step, event.phase, event.side)
                self._base = evolve(self._base, clock=clock)
                self.show_stage()
            case _:
                pass

    def _walk(self, event: ev.Moved) -> None:
        begin = self._at(event.figure)
        shown = self._figures.get(event.figure)
        seen = shown is not None and shown.at is not None
        if event.how == ev.LOST:
            return  # it is seen to be gone at the end of the clip
        if begin is None or not seen or not adjacent(begin, event.path[0]):
            begin = event.path[0]
            self._sight(event.figure, begin)
        figure = self.figure(event.figure)
        tiles = (begin, *(tile for tile in event.path if tile != begin))
        if figure is None or len(tiles) == 1:
            self._put(event.figure, event.path[-1])
            return
        self._put(event.figure, None)
        self._figures.pop(event.figure, None)
        self.show_stage()
        length = (RUN_STEP if event.how == "run" else STEP) * (len(tiles) - 1)
        self._go(fx.Walk(self.time, length, figure, tiles))
        self.time += length
        self._figures[event.figure] = evolve(
            figure, at=tiles[-1], facing=facing_towards(tiles[-2], tiles[-1]), fate=""
        )
        self.show_stage()

    def _go(self, walk: fx.Walk) -> None:
        """Add a walk; join it with the last walk if it continues that one."""
        last = self.effects[-1] if self.effects else None
        goes_on = (
            isinstance(last, fx.Walk)
            and last.figure.id == walk.figure.id
            and (last.start + last.length, last.tiles[-1]) == (walk.start, walk.tiles[0])
        )
        if isinstance(last, fx.Walk) and goes_on:
            self.effects.pop()
            self.stages.pop()
            tiles = last.tiles + walk.tiles[1:]
            walk = fx.Walk(last.start, last.length + walk.length, last.figure, tiles)
        self.add(walk)

    def sight_others(self) -> None:
        """Show enemies in sight that no event has put on the map, then all figures as they are."""
        for figure in self.clip.after.enemies():
            shown = self._figures.get(figure.id)
            if shown is None or shown.at != figure.at:
                self._sight(figure.id, figure.tile)
        self._catch_up()
        self.show_stage()

    def _sight(self, name: str, at: Tile) -> None:
        """Show an enemy appear on a tile, if it was not in sight."""
        self._put(name, at)
        figure = self._figures.get(name)
        if figure is not None and figure.who.side != self.clip.before.side:
            self.show_stage()
            self.add(fx.Sighting(self.time, SIGHTING, at))
            self.time += SIGHTING // 2

    def _stand(
        self,
        event: ev.Placed | ev.Revealed | ev.Turned | ev.Posed | ev.Counted | ev.Joined,
        rest: Sequence[News],
    ) -> None:
        name = event.figure
        match event:
            case ev.Placed():
                self._sight(name, event.at)
                self._put(name, event.at, event.facing)
            case ev.Revealed():
                self._reveal(name, rest)
            case _:
                words = self._count_words(event, rest)
                self._apply(event)
                self._word(self._at(name), words, MIDDLING)
        self.show_stage()

    def _count_words(self, event: ev.Event, rest: Sequence[News]) -> str:
        """What rises with a count: a held action is lost, a weapon is empty after this shot."""
        declared, figure = self.clip.before.state.setup.declared, self._figures.get(event.subject)
        if is_lost_hold(declared, event, (one.event for one in rest), last=True):
            return _LOST_HOLD
        if not isinstance(event, ev.Counted) or figure is None or not self._in_play:
            return ""
        if not emptied_weapon(figure, event):
            return ""
        self._emptied = event.figure if _fires_next(event.figure, rest) else ""
        return "" if self._emptied else _EMPTY

    @property
    def _in_play(self) -> bool:
        """Whether the battle has begun; before turn 1 there are purchases and tests for them."""
        return self.clip.before.state.clock.turn > 0

    def _reveal(self, name: str, rest: Sequence[News]) -> None:
        """Show a figure that is discovered; its walk shows it if it moves on from there."""
        shown, later = self._figures.get(name), self._later(name)
        walks = any(isinstance(n.event, ev.Moved) and n.event.figure == name for n in rest)
        if (shown is None or shown.at is None) and later is not None and later.at and not walks:
            self._sight(name, later.at)
        self._apply(ev.Counted(name, HIDDEN, 0))

    def _fire(self, event: ev.Fired, rest: Sequence[News]) -> None:
        self._fired = event
        self._struck.clear()
        self._harmed.clear()
        begin = self._at(event.figure)
        target = self._at(event.target) if event.target else event.at
        end = target or event.at
        if begin is not None and end is not None:
            self._draw_fire(event, rest, begin, end)
        if begin is not None and self._emptied == event.figure:
            self._emptied = ""
            self.add(fx.Word(self.time, WORD, begin, _EMPTY, MIDDLING))
        if self._result_is_unseen(event, rest):
            self._word(begin, _UNSEEN_RESULT, CALM)

    def _result_is_unseen(self, event: ev.Fired, rest: Sequence[News]) -> bool:
        """Whether a shot is at a figure out of sight, so that its effect is not seen."""
        target = self._figures.get(event.target)
        in_sight = target is not None and target.at is not None
        if not event.target or in_sight or event.how == ev.AID:
            return False
        return all(one.figure != event.target for one in _followers(rest, ev.Struck))

    def _draw_fire(self, event: ev.Fired, rest: Sequence[News], begin: Tile, end: Tile) -> None:
        landing = _landing(rest)
        if event.how in _HAND_TO_HAND:
            self.add(fx.Clash(self.time, CLASH, middle(begin), middle(end)))
            self.time += CLASH * 2 // 3
        elif event.how == _THROWN or (landing is not None and not event.target):
            self._lob(begin, landing or end, flash=event.how != _THROWN)
        elif begin != end:
            self._volley(begin, end, *self._rounds(event, rest, end))

    def _lob(self, begin: Tile, end: Tile, *, flash: bool) -> None:
        if flash:
            self.add(fx.MuzzleFlash(self.time, FLASH, middle(begin), middle(end)))
        far = FLIGHT_LEAST + FLIGHT_PER_TILE * chebyshev(begin, end)
        length = min(far, FLIGHT_MOST)
        self.add(fx.Flight(self.time, length, middle(begin), middle(end)))
        self.time += length

    def _rounds(
        self, event: ev.Fired, rest: Sequence[News], end: Tile
    ) -> tuple[int, tuple[Tile, ...]]:
        """The number of rounds to draw, and the tiles of those that hit: not all hit the target."""
        struck = [one for one in _followers(rest, ev.Struck) if one.source == event.figure]
        told = sum(one.sums.get("shots", 0) for one in struck)
        shots = min(max(told or _ROUNDS.get(event.how, 1), len(struck), 1), MOST_ROUNDS)
        hit: list[Tile] = []
        for one in struck:
            if one.effect != _MISSED:
                rounds = one.sums.get("hits", 1) if "shots" in one.sums else 1
                hit += [self._at(one.figure) or end] * rounds
        return shots, tuple(hit[:shots])

    def _volley(self, begin: Tile, end: Tile, shots: int, hit: tuple[Tile, ...]) -> None:
        """Rounds in turn; the last ones hit."""
        first, last = middle(begin), middle(end)
        length = min(ROUND_LEAST + ROUND_PER_TILE * chebyshev(begin, end), ROUND_MOST)
        for number in range(shots):
            met = number - (shots - len(hit))
            aim = _beside(first, last, number) if met < 0 else middle(hit[met])
            start = self.time + ROUND_GAP * number
            self.add(fx.MuzzleFlash(start, FLASH, first, aim))
            self.add(fx.Tracer(start, length, first, aim))
        self.time += ROUND_GAP * (shots - 1) + length

    def _burst(self, event: ev.Burst, rest: Sequence[News]) -> None:
        if _only_cloud(self.clip.after, rest):
            return
        struck = [one.figure for one in _followers(rest, ev.Struck)]
        places = [self._at(name) for name in struck]
        far = [chebyshev(event.at, place) for place in places if place is not None]
        radius = min(max((SMALLEST_BLAST, *far)), LARGEST_BLAST)
        self.add(fx.Blast(self.time, BLAST, event.at, radius))
        self.time += BLAST // 2

    def _suffer(self, event: ev.Struck | ev.Hurt | ev.Tested, rest: Sequence[News]) -> None:
        at, words = self._at(event.figure), ("", "")
        match event:
            case ev.Struck():
                self._struck[event.figure] = event.effect
                if any(name in event.sums for name in _HARM):
                    self._harmed[event.figure] = None
                if not self._won_bout(event, rest):
                    words = _struck_words(event)
                if at is not None and event.effect not in _HARMLESS:
                    self.add(fx.Impact(self.time, WORD // 3, at))
            case ev.Hurt():
                if event.figure not in self._harmed or event.amount < 0:
                    words = _hurt_words(event)
            case ev.Tested():
                # A number of hits shows at the figure that is hit.
                if not event.result[-1].isdigit() and self._in_play:
                    words = self._test_words(event), MIDDLING
        self._apply(event)
        self.show_stage()
        self._word(at, *words)

    def _test_words(self, event: ev.Tested) -> str:
        """The result of a test; after a throw a jam keeps the next one back."""
        fired = self._fired
        threw = fired is not None and fired.figure == event.figure and fired.how == _THROWN
        return _STUCK if threw and event.result == "jams" else humanize(event.result)

    def _won_bout(self, event: ev.Struck, rest: Sequence[News]) -> bool:
        """Whether a figure was unharmed in a close combat in which it hurt its opponent."""
        if event.how not in _HAND_TO_HAND or event.effect not in _HARMLESS:
            return False
        later = (one.effect for one in _followers(rest, ev.Struck) if one.figure == event.source)
        return next(later, self._struck.get(event.source, _MISSED)) not in _HARMLESS

    def _word(self, at: Tile | None, text: str, tone: str) -> None:
        """A word at a tile."""
        if at is not None and text:
            self.add(fx.Word(self.time, WORD, at, text, tone))
            self.time += WORD_GAP

    def _leave(self, event: ev.Left) -> None:
        at, figure = self._at(event.figure), self._figures.get(event.figure)
        if self._struck.get(event.figure) != event.fate:
            self._word(at, humanize(event.fate), BAD)
        self._figures.pop(event.figure, None)
        self.show_stage()
        if figure is not None and at is not None:
            self.add(fx.Drop(self.time, DROP, figure, at))
            self.time += DROP // 2

    def _change(self, event: ev.Zoned | ev.Unzoned | ev.Changed) -> None:
        match event:
            case ev.Zoned():
                self._lay(event)
            case ev.Unzoned():
                self._lift(self._zones.pop(event.zone, None))
            case ev.Changed():
                self.add(fx.Door(self.time, DOOR, event.at))
                board = self._board
                self._board = board.with_terrain(event.at, board.kinds[event.terrain])
                self.time += DOOR // 2
        self.show_stage()

    def _lift(self, zone: Zone | None) -> None:
        """Show that smoke or gas is gone, from this moment on."""
        self.show_stage()
        kind = zone and self.clip.before.state.setup.declared.zones[zone.kind]
        if zone and kind and kind.drifts and not kind.item:
            self._word(area_center(zone.tiles), f"{kind.label} gone", CALM)

    def _lay(self, event: ev.Zoned) -> None:
        kind = self.clip.before.state.setup.declared.zones[event.kind]
        old = self._zones.get(event.zone)
        before = old.tiles if old else ()
        new = tuple(tile for tile in event.tiles if tile not in before)
        if kind.drifts and not kind.item and new:
            near = _nearest(new, before)
            self.add(fx.Spread(self.time, SPREAD, near, event.kind))
            self.time += SPREAD
        zone = Zone(event.zone, event.kind, event.side, event.owner, event.tiles, event.numbers)
        self._zones[event.zone] = evolve(zone, until=event.until)
        if not event.tiles:
            self._zones.pop(event.zone)


def _followers(rest: Sequence[News], kind: type[ev.Struck]) -> Iterator[ev.Struck]:
    """The results of an attack: those before the next action."""
    for one in rest:
        if isinstance(one.event, ev.Fired | ev.Burst | ev.Moved | ev.Bound):
            return
        if isinstance(one.event, kind):
            yield one.event


def _fires_next(name: str, rest: Sequence[News]) -> bool:
    """Whether the next action is a shot by this figure."""
    actions = (one.event for one in rest if isinstance(one.event, ev.Fired | ev.Moved | ev.Bound))
    action = next(actions, None)
    return isinstance(action, ev.Fired) and action.figure == name


def _landing(rest: Sequence[News]) -> Tile | None:
    """Where the fired or thrown weapon lands, if it bursts."""
    for one in rest:
        match one.event:
            case ev.Burst():
                return one.event.at
            case ev.Fired() | ev.Moved() | ev.Bound() | ev.Struck():
                return None
            case _:
                pass
    return None


def _only_cloud(view: View, rest: Sequence[News]) -> bool:
    """Whether a burst only lays a cloud."""
    for one in rest:
        match one.event:
            case ev.Zoned():
                return view.state.setup.declared.zones[one.event.kind].drifts
            case ev.Struck() | ev.Fired() | ev.Moved() | ev.Bound():
                return False
            case _:
                pass
    return False


def _beside(begin: Spot, end: Spot, number: int) -> Spot:
    """Where a round that misses ends: past its target, on either side of it."""
    dx, dy = end[0] - begin[0], end[1] - begin[1]
    far = max(abs(dx), abs(dy), 1)
    side = (GRAIN * 2 // 3) * (1 if number % 2 else -1)
    past = GRAIN + number % 3 * (GRAIN // 2)
    return end[0] + (dx * past - dy * side) // far, end[1] + (dy * past + dx * side) // far


def _nearest(new: Sequence[Tile], old: Sequence[Tile]) -> tuple[Tile, ...]:
    """The new tiles of a cloud, those nearest to its source first."""
    source = old or new
    x, y = sum(tile[0] for tile in source), sum(tile[1] for tile in source)
    count = len(source)

    def far(tile: Tile) -> tuple[int, Tile]:
        return (tile[0] * count - x) ** 2 + (tile[1] * count - y) ** 2, tile

    return tuple(sorted(new, key=far))


def _struck_words(event: ev.Struck) -> tuple[str, str]:
    """The effect of a hit, as a word and its tone."""
    if event.effect in _HARMLESS:
        return _HARMLESS[event.effect], CALM
    harm = next((event.sums[name] for name in _HARM if event.sums.get(name)), 0)
    if harm and event.effect in _BY_NUMBER:
        return f"-{harm}", BAD
    return humanize(event.effect), BAD if event.effect == "downed" else MIDDLING


def _hurt_words(event: ev.Hurt) -> tuple[str, str]:
    """Damage or healing as a number and its tone."""
    if not event.amount:
        return "", ""
    return (f"-{event.amount}", BAD) if event.amount > 0 else (f"+{-event.amount}", GOOD)
