"""What a side sees (`View`) and what it learns of an order (`News`).

Widgets and opponents get only views. A record holds the true events. How it splits a walk into
events, and which enemy fired a shell, depends on what the other side sees, so this side must not
learn it. `news_of` redacts each event by the state at its moment, and joins a walk into one event
for each part that the side saw without a break.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import evolve, field, frozen

from skirmish.core.apply import apply_event
from skirmish.core.board import Board
from skirmish.core.dice import Face
from skirmish.core.events import (
    AID,
    LOST,
    SIGHT,
    Burst,
    Changed,
    Event,
    Fired,
    Linked,
    Moved,
    Stopped,
    Struck,
    ToldEvent,
    Unlinked,
    Zoned,
)
from skirmish.core.fast_evolve import fast_evolve
from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile
from skirmish.core.knowledge import sees_figure
from skirmish.core.memo import kept
from skirmish.core.orders import Question
from skirmish.core.state import Contact, Knowledge, Link, State, Tally, Track, Zone

UNSEEN = "?"
"""Source of a hit by an enemy out of sight, in news; not a figure's id."""


@frozen(eq=False)
class GivenOrder:
    """An order of a side's own that led to news, and what the side knew before it.

    `all_told`: the news contain everything that happened, not only what the side learnt.
    """

    order: str
    known: View = field(repr=False)
    all_told: bool = False


@frozen(eq=False)
class Reaction:
    """What a side knew before one of its figures shot in answer to an order of the enemy."""

    known: View = field(repr=False)


@frozen
class Contest:
    """Ground to hold that has figures of both sides on it when a turn ends.

    `side`: the side that gets points for it, or would get them. `others`: the figures of the other
    side that are known to be there. `paid`: it was scored, because that side saw none of the
    others.
    """

    side: str
    objective: str
    others: tuple[str, ...]
    paid: bool = False


@frozen
class News:
    """An event that a side learnt of, with its dice.

    `given`: the order, on the first news of an order that the side itself has given. `attack`: the
    order, on the attack of such an order. `reaction`: what was known before a shot that answers an
    order of the enemy. `sighted`: the enemies that came into sight and stopped a walk of the side's
    own figure, with their tiles. `lost`: the figure walked on out of sight; if no step of it was
    seen, the event is a `Moved` with `how` `LOST` to the tile where it stood. `struck`: the figure
    that was struck, as known before. `unseen_shot`: the first news of a shot that the side did not
    see fired. `resumed`: the first news of the order's own effects after shots that answer it.
    `called`: the part of the body that an attack aimed at, if the side saw the attack; `spread`:
    that of a burst, if its order said it. `contests`: the ground with figures of both sides in the
    turn that the news end. `bonuses`: the side's own bonus to its dice for the initiative in the
    turn that they begin; also the enemy's once the battle is over.
    """

    event: Event
    faces: tuple[Face, ...] = ()
    attack: GivenOrder | None = field(default=None, eq=False, repr=False)
    given: GivenOrder | None = field(default=None, eq=False, repr=False)
    reaction: Reaction | None = field(default=None, eq=False, repr=False)
    sighted: tuple[tuple[str, Tile], ...] = field(default=(), eq=False, repr=False)
    lost: bool = False
    struck: Figure | None = field(default=None, eq=False, repr=False)
    unseen_shot: bool = field(default=False, eq=False, repr=False)
    resumed: bool = field(default=False, eq=False, repr=False)
    called: str = field(default="", eq=False, repr=False)
    spread: str = field(default="", eq=False, repr=False)
    contests: tuple[Contest, ...] = field(default=(), eq=False, repr=False)
    bonuses: tuple[tuple[str, int], ...] = field(default=(), eq=False, repr=False)


@frozen(weakref_slot=False)
class View:
    """A battle as one side knows it.

    `state` holds its own figures in full, the open parts of the enemies in sight, and *ghosts*:
    enemies seen on their track in the present bound but not now (`at` is None). `contacts`: every
    enemy that was ever seen, as last seen. `shows_all`: nothing is hidden; it is no player's view,
    and `side` is only the side that is named first.
    """

    side: str
    state: State
    contacts: Mapping[str, Contact]
    question: Question | None = None
    news: tuple[News, ...] = field(default=(), eq=False)
    shows_all: bool = False

    @property
    def seen(self) -> int:
        """Mask of tiles in sight."""
        return self.state.known[self.side].seen

    @property
    def gone(self) -> Mapping[str, Figure]:
        """The figures that were seen to leave the battle, own ones too, as last seen."""
        return self.state.known[self.side].gone

    @property
    def last_seen(self) -> Mapping[str, Contact]:
        """The enemies out of sight whose last tile has not been seen empty since."""
        seen, left, bit = self.seen, self.state.known[self.side].left, self.state.board.bit
        return {
            name: one
            for name, one in self.contacts.items()
            if (at := one.figure.at) is not None and name not in left and not seen & bit(at)
        }

    @property
    def met(self) -> Mapping[str, Figure]:
        """Its own figures and every figure that it has seen, as last known."""
        contacts = {name: contact.figure for name, contact in self.contacts.items()}
        return {**self.gone, **contacts, **self.state.figures}

    @property
    def enemy(self) -> str:
        """The other side."""
        return self.state.setup.enemy(self.side)

    def own(self) -> Iterator[Figure]:
        """Return its own figures on the table."""
        return self.state.of_side(self.side)

    def enemies(self) -> Iterator[Figure]:
        """Return the enemies in sight."""
        return self.state.of_side(self.enemy)


def redacted_event(event: Zoned | Changed, state: State, side: str) -> Event:
    """Return a change of a zone or of terrain as a side learns of it in the state after it.

    The zone is as in the side's view: of an enemy's zone and of any cloud only the tiles in sight,
    and the owner only if it is in sight. The same holds for the figure that changed terrain.
    """
    known = state.known[side]
    if isinstance(event, Zoned):
        own = event.side == side
        if not own or state.setup.declared.zones[event.kind].drifts:
            seen = state.board.among(event.tiles, known.seen)
            event = evolve(event, tiles=seen)
        if not own:
            owner = event.owner if event.owner in known.visible else ""
            event = evolve(event, owner=owner, numbers={})
        return event
    if event.by and event.by not in known.visible:
        own = state.figures[event.by].who.side == side
        return event if own else evolve(event, by="")
    return event


def view(state: State, side: str, news: tuple[News, ...] = ()) -> View:
    """Return the state as a side knows it; it is computed once for each state and side."""
    known: View = kept(state.cache, ("view", side), lambda: _view(state, side))
    return fast_evolve(known, news=news) if news else known


def _view(state: State, side: str) -> View:
    known = state.known[side]
    figures = _figures(state, side, known)
    zones = _zones(state, side, known)
    # `mine` has no `ground`: its tiles would show where the terrain has changed.
    mine = fast_evolve(known, contacts=known.shown, ground={})
    redacted = fast_evolve(
        state,
        board=_ground(state, known, zones),
        figures=figures,
        links=_links(state, side, figures),
        zones=zones,
        tracks=_tracks(state, side, figures),
        known={side: mine},
        tally=_tally(state, side, known),
        script=state.script.known_to(side),
        pending=None,
    )
    pending = state.pending
    asked = pending.question if pending and pending.question.side == side else None
    return View(side, redacted, known.shown, asked)


def _figures(state: State, side: str, known: Knowledge) -> Mapping[str, Figure]:
    figures = {}
    for name, figure in state.figures.items():
        if figure.who.side == side:
            if figure.at is not None or not state.awaits_event(figure):
                figures[name] = figure
        elif name in known.visible:
            figures[name] = known.shown[name].figure
        elif (ghost := known.shown.get(name)) and _tracked(state.tracks.get(name)):
            figures[name] = fast_evolve(ghost.figure, at=None)
    return figures


def _tracked(track: Track | None) -> bool:
    return track is not None and bool(track.watchers)


def _tracks(state: State, side: str, figures: Mapping[str, Figure]) -> Mapping[str, Track]:
    if not state.tracks:
        return state.tracks
    tracks = {}
    for name, track in state.tracks.items():
        figure = figures.get(name)
        if figure is None or figure.fate:
            continue
        own = figure.who.side == side
        if seen := _own_track(track, figures) if own else _seen_track(track):
            tracks[name] = seen
    return tracks


def _own_track(track: Track, figures: Mapping[str, Figure]) -> Track:
    """An own track; its watchers are only those in sight."""
    if all(name in figures for name in track.watchers):
        return track
    steps = tuple(
        fast_evolve(s, watchers=tuple(w for w in s.watchers if w in figures)) for s in track.steps
    )
    return Track(track.figure, steps)


def _seen_track(track: Track) -> Track | None:
    """An enemy's track; only the steps that were seen."""
    if not track.watchers:
        return None
    steps = tuple([step for step in track.steps if step.watchers])
    return track if len(steps) == len(track.steps) else Track(track.figure, steps)


def _zones(state: State, side: str, known: Knowledge) -> Mapping[str, Zone]:
    if not state.zones:
        return state.zones
    board, kinds = state.board, state.setup.declared.zones
    zones = {}
    for name, zone in state.zones.items():
        if zone.side == side and not kinds[zone.kind].drifts:
            zones[name] = zone
            continue
        if not kinds[zone.kind].open and zone.side != side:
            continue
        tiles = board.among(zone.tiles, known.seen)
        if tiles:
            owner = state.figures.get(zone.owner)
            known_owner = owner is not None and (
                owner.who.side == side or zone.owner in known.visible
            )
            owner_id = zone.owner if known_owner else ""
            numbers = zone.numbers if zone.side == side else {}
            zones[name] = fast_evolve(zone, tiles=tiles, owner=owner_id, numbers=numbers)
    return zones


def _ground(state: State, known: Knowledge, zones: Mapping[str, Zone]) -> Board:
    """The board with terrain as last seen and the clouds in sight."""
    board = state.board
    for tile, terrain in known.ground.items():
        board = board.with_terrain(tile, terrain)
    if board.clouds:
        kinds = state.setup.declared.zones
        clouds = 0
        for zone in zones.values():
            if kinds[zone.kind].opaque:
                clouds |= board.mask_of(zone.tiles)
        board = board.with_clouds(clouds)
    return board


def _links(state: State, side: str, figures: Mapping[str, Figure]) -> tuple[Link, ...]:
    """Links of its own figures, and open ones between figures in sight."""
    if not state.links:
        return ()
    kinds = state.setup.declared.links
    return tuple(
        link
        for link in state.links
        if link.a in figures
        and link.b in figures
        and (
            figures[link.a].who.side == side
            or (kinds[link.kind].open and figures[link.a].at and figures[link.b].at)
        )
    )


def _tally(state: State, side: str, known: Knowledge) -> Tally:
    """Points that the side knows of, without those for unseen losses until the battle is over."""
    if state.tally.over or (not state.tally.paid and known.score == state.tally.score):
        return state.tally
    paid = tuple(
        entry for entry in state.tally.paid if _public(state, side, entry.rpartition(":")[2])
    )
    if paid == state.tally.paid and known.score == state.tally.score:
        return state.tally
    return fast_evolve(state.tally, score=known.score, paid=paid)


def _public(state: State, side: str, figure: str) -> bool:
    return not figure or state.figures[figure].who.side == side


def news_of(
    before: State, told: Sequence[ToldEvent], faces: tuple[Face, ...], side: str
) -> tuple[News, ...]:
    """Return what a side learns from the events of one order, in their order.

    Args:
        before: The state before the first of them.
        told: All events, also those that the side did not learn of.
        faces: All faces that were rolled for the order.
        side: The side that learns of them.
    """
    learnt = _Learnt(before, told, side)
    for at, one in enumerate(told):
        learnt.add(at, one.faces(faces))
    return tuple(learnt.news)


def all_news_of(
    before: State, told: Sequence[ToldEvent], faces: tuple[Face, ...]
) -> tuple[News, ...]:
    """Return the news of all events of one order, nothing hidden; arguments as for `news_of`."""
    moment, found = _Moment(before, told), []
    for at, one in enumerate(told):
        struck = None
        if isinstance(one.event, Struck):
            struck = moment.before(at).figures.get(one.event.figure)
        found.append(News(one.event, one.faces(faces), struck=struck))
    return tuple(found)


def _sighted(before: State, now: State, side: str, event: Event) -> tuple[tuple[str, Tile], ...]:
    """The enemies at whose sight a side's own figure stopped; empty for the enemy's figures."""
    if not isinstance(event, Stopped) or event.why != SIGHT:
        return ()
    if now.figures[event.figure].side != side or side not in now.known:
        return ()
    known = before.known[side].visible if side in before.known else ()
    fresh = (now.figures[name] for name in now.known[side].visible if name not in known)
    return tuple((figure.id, figure.tile) for figure in fresh)


class _Moment:
    """The states between the events of an order, computed on demand."""

    def __init__(self, before: State, told: Sequence[ToldEvent]) -> None:
        self.told = told
        self._state = before
        self._done = 0

    def before(self, at: int) -> State:
        """Return the state before an event; `at` must not decrease between calls."""
        for one in self.told[self._done : at]:
            self._state = apply_event(self._state, one.event, one.sides)
        self._done = max(self._done, at)
        return self._state


class _Learnt:
    """What a side learns from the events of one order; they are added one after another."""

    def __init__(self, before: State, told: Sequence[ToldEvent], side: str) -> None:
        self.news: list[News] = []
        self._before, self._side = before, side
        self._moment = _Moment(before, told)
        self._named: list[str] = []
        """The figures that its news name."""
        self._step: Moved | None = None
        """The last step of a walk, which the next step is joined with."""
        self._walks: dict[str, int] = {}
        """By figure in sight, the index in the news of its walk, if it was not attacked since."""
        self._unseen_shot = False
        """Whether the latest shot was not seen, and no effect of it has been reported."""

    def add(self, at: int, faces: tuple[Face, ...]) -> None:
        """Add what the side learns from the event at an index, with the faces of its dice."""
        event, sides = self._moment.told[at].event, self._moment.told[at].sides
        seen = self._side in sides
        if isinstance(event, Fired) and (seen or event.how != AID):
            self._unseen_shot = not seen
        if not seen:
            if isinstance(event, Moved):
                self._leave_sight(event, self._moment.before(at))
        elif not isinstance(event, Linked | Unlinked) or self._is_known(event, at):
            self._tell(at, event, faces)

    def _tell(self, at: int, event: Event, faces: tuple[Face, ...]) -> None:
        """Add an event that the side learns of."""
        side, now = self._side, self._moment.before(at)
        news = News(self._cut(at, event), faces, sighted=_sighted(self._before, now, side, event))
        if isinstance(event, Struck):
            struck = _figures(now, side, now.known[side]).get(event.figure)
            news = evolve(news, struck=struck)
        if isinstance(event, Struck | Burst):
            news, self._unseen_shot = evolve(news, unseen_shot=self._unseen_shot), False
        self._named.append(event.subject)
        last, self._step = self._step, event if isinstance(event, Moved) else None
        if last and self._step and (last.figure, last.how) == (self._step.figure, self._step.how):
            news = _joined(self.news.pop(), news)
        self.news.append(news)
        self._note_walk(event)

    def _note_walk(self, event: Event) -> None:
        match event:
            case Moved():
                self._walks[event.figure] = len(self.news) - 1
            case Struck():
                self._walks.pop(event.figure, None)
            case Fired():
                self._walks.pop(event.target, None)
            case _:
                pass

    def _leave_sight(self, unseen: Moved, now: State) -> None:
        """Mark the walk of a figure whose next step was not seen.

        A figure in sight whose walk is not in the news leaves sight at the tile where it stood.
        """
        name = unseen.figure
        if self._step is not None and self._step.figure == name:
            self._step = None
        if name in self._walks:
            place = self._walks.pop(name)
            self.news[place] = evolve(self.news[place], lost=True)
        elif sees_figure(now, self._side, name):
            self.news.append(News(Moved(name, (now.figures[name].tile,), how=LOST), lost=True))

    def _is_known(self, link: Linked | Unlinked, at: int) -> bool:
        """Whether a link is in the view; a link of a figure to an enemy out of sight is not."""
        states = (self._moment.before(at), self._moment.before(at + 1))
        return any(link.other in view(state, self._side).state.figures for state in states)

    def _cut(self, at: int, event: Event) -> Event:
        """An event as the side learns of it."""
        match event:
            case Struck() if event.source and event.source not in self._named:
                known = sees_figure(self._moment.before(at), self._side, event.source)
                return event if known else evolve(event, source=UNSEEN)
            case Zoned() | Changed():
                return redacted_event(event, self._moment.before(at + 1), self._side)
            case _:
                return event


def _joined(first: News, second: News) -> News:
    """Join two parts of one walk."""
    before, after = first.event, second.event
    if not isinstance(before, Moved) or not isinstance(after, Moved):
        raise TypeError(f"{before} and {after} are not moves")
    whole = Moved(before.figure, before.path + after.path, how=before.how)
    return News(whole, first.faces + second.faces)
