"""The enemy's actions in its last bounds, in order, each with its place on the map.

They are made from news only, as the log is, so unseen actions are not among them.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from skirmish.core import events as ev
from skirmish.core.geometry import Tile
from skirmish.core.view import News, View
from skirmish.presentation.log.event_sentences import log_sentences
from skirmish.presentation.log.log_writer import Sentence, area_center
from skirmish.rulesets.common.zones import kind_of_id
from skirmish.rulesets.ruleset import Ruleset


@frozen
class SeenAction:
    """An action: its sentence, the tiles walked, and the tiles of the figures involved."""

    text: str
    path: tuple[Tile, ...] = ()
    tiles: tuple[Tile, ...] = ()

    @property
    def tile(self) -> Tile | None:
        """The tile to look at: the end of a walk, else the figure struck or the tile hit."""
        if self.path:
            return self.path[-1]
        return self.tiles[-1] if self.tiles else None


def enemy_news(view: View) -> Sequence[News]:
    """The news of the enemy's last run of bounds, including the current one if it is part of it."""
    news = view.news
    first, last, mine = 0, 0, True
    for at, one in enumerate(news):
        if isinstance(one.event, ev.Bound):
            own = one.event.side == view.side
            if mine and not own:
                first, last = at, len(news)
            elif own and not mine:
                last = at
            mine = own
    return news[first:last]


def passed_by_itself(view: View, since: int) -> ev.Bound | None:
    """The side's first bound that began and ended within the news from index `since` on."""
    told = (one.event for one in view.news[since:])
    bounds = [event for event in told if isinstance(event, ev.Bound)]
    return next((bound for bound in bounds[:-1] if bound.side == view.side), None)


def passed_turn(view: View, since: int) -> int:
    """The turn that ended within the news from index `since` on in which the side gave no order.

    0 if there is none, or if the side had no bound in it.
    """
    turn = passed = 0
    bounds, ordered = set[int](), set[int]()
    for place, news in enumerate(view.news):
        if news.given is not None:
            ordered.add(turn)
        if not isinstance(news.event, ev.Bound):
            continue
        if news.event.turn > turn:
            passed = turn if place >= since and turn in bounds - ordered else 0
            turn = news.event.turn
        if news.event.side == view.side:
            bounds.add(turn)
    return passed


def seen_actions(view: View, news: Sequence[News], rules: Ruleset) -> tuple[SeenAction, ...]:
    """The actions in some news, without starts of bounds."""
    places = known_places(view)
    told = log_sentences(view, news, rules)
    return tuple(action_of(said, places) for said in told if not isinstance(said.event, ev.Bound))


def has_news(view: View, news: Sequence[News]) -> bool:
    """Whether the news have sentences other than the start of a bound."""
    return any(not isinstance(said.event, ev.Bound) for said in log_sentences(view, news))


_QUIET = (ev.Bound, ev.Counted, ev.Scored, ev.Turned, ev.Zoned, ev.Unzoned)
"""Events that the panel, the top line or the map show by themselves; the end of a cloud is
excepted.
"""


def has_actions(view: View, news: Sequence[News]) -> bool:
    """Whether the news tell of something that happened on the map."""
    told = [said.event for said in log_sentences(view, news)]
    return any(not isinstance(one, _QUIET) or _is_end_of_cloud(view, one) for one in told)


def _is_end_of_cloud(view: View, event: ev.Event) -> bool:
    """Whether an event is the end of smoke or gas, which leaves no trace on the map."""
    kinds = view.state.setup.declared.zones
    kind = kind_of_id(event.zone, kinds) if isinstance(event, ev.Unzoned) else ""
    return bool(kind) and kinds[kind].drifts and not kinds[kind].item


def known_places(view: View) -> dict[str, Tile]:
    """The last known place of each figure, and the middle of each zone."""
    places: dict[str, Tile] = {}
    for one in view.news:
        match one.event:
            case ev.Placed():
                places[one.event.figure] = one.event.at
            case ev.Moved():
                places[one.event.figure] = one.event.path[-1]
            case ev.Zoned() if (middle := area_center(one.event.tiles)) is not None:
                places[one.event.zone] = middle
            case _:
                pass
    for name, contact in view.contacts.items():
        if contact.figure.at is not None:
            places[name] = contact.figure.at
    for name, figure in view.state.figures.items():
        if figure.at is not None:
            places[name] = figure.at
    return places


def action_of(said: Sentence, places: dict[str, Tile]) -> SeenAction:
    """A sentence as an action with its places on the map."""
    event = said.event
    match event:
        case ev.Moved():
            return SeenAction(said.text, event.path)
        case ev.Placed() | ev.Burst() | ev.Changed():
            return SeenAction(said.text, (), (event.at,))
        case ev.Zoned():
            return SeenAction(said.text, (), _known(area_center(event.tiles)))
        case ev.Unzoned():
            return SeenAction(said.text, (), _known(places.get(event.zone)))
        case ev.Fired():
            spot = event.at or places.get(event.target)
            return SeenAction(said.text, (), _known(places.get(event.figure), spot))
        case ev.Struck():
            return SeenAction(
                said.text, (), _known(places.get(event.source), places.get(event.figure))
            )
        case _:
            return SeenAction(said.text, (), _known(places.get(said.subject)))


def _known(*tiles: Tile | None) -> tuple[Tile, ...]:
    return tuple(tile for tile in tiles if tile is not None)
