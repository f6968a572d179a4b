"""Sentences of the log about what lasts: counters, postures and links of figures, zones."""

from __future__ import annotations

from skirmish.core import events as ev
from skirmish.core.figures import Counter, Kind
from skirmish.core.geometry import Tile, tile_text
from skirmish.core.state import Zone
from skirmish.core.view import News, View
from skirmish.presentation.attack_sentences import of_no_figure
from skirmish.presentation.figure_status import posture_words
from skirmish.presentation.log_writer import NEW_ACTIONS, LogWriter
from skirmish.presentation.wording import (
    humanize,
)
from skirmish.rulesets.common.zones import kind_of_id


def write_posed(writer: LogWriter, news: News, event: ev.Posed) -> None:
    """Write a change of posture."""
    words = posture_words(writer.setup.declared, event.posture)
    if writer.continues(event.figure, ev.Posed):
        writer.add(f"{event.figure}: {words}", news)
    elif not any(hit.effect == event.posture for hit in writer.reported(ev.Struck)):
        _write_condition(writer, news, words)


def write_counted(writer: LogWriter, news: News, event: ev.Counted) -> None:
    """Write a lasting state or mode, unless the sentence before mentions it."""
    kept = writer.setup.declared.counter(event.counter)
    words = _counted_words(kept, event.value, writer.kinds.get(event.figure))
    if not words and any(face.what == event.counter for face in news.faces):
        words = f"{kept.label} {event.value}"  # Its own die was rolled.
    if not words or (event.value and _repeats_effect(writer, event)):
        return
    if any(one.counter == event.counter for one in writer.reported(ev.Counted)):
        writer.add(f"{event.figure}: {words}", news)
    else:
        _write_condition(writer, news, words)


def _repeats_effect(writer: LogWriter, event: ev.Counted) -> bool:
    """Whether a state is the effect of the attack or the result of the test just written."""
    names = (event.counter, writer.setup.declared.counter(event.counter).effect)
    last = writer.last_event
    match last:
        case ev.Struck(figure=event.figure):
            return last.effect in names
        case ev.Tested(figure=event.figure):
            return last.result in names
        case _:
            return False


def _counted_words(kept: Counter, value: int, kind: Kind | None) -> str:
    if kept.words and kept.resets and not value:
        return ""
    if kept.words:
        return f"{kept.label} {humanize(kept.word(value))}"
    if not kept.open or kept.resets:
        return ""
    label = kept.label
    if not value:
        return f"no longer {label}"
    return label if kept.point or kept.high == 1 else kept.counted(value, kind)


def _write_condition(writer: LogWriter, news: News, words: str) -> None:
    """Write a condition of a figure, in one sentence with what caused it."""
    joins = writer.continues(news.event.subject, ev.Struck, ev.Counted, ev.Posed)
    if joins and not _own_doing(writer, news.event):
        writer.join(f", {words}", news)
    else:
        writer.add(f"{news.event.subject}: {words}", news)


def _own_doing(writer: LogWriter, event: ev.Event) -> bool:
    """Whether a figure that bleeds or burns did something else next: it lies down, is treated."""
    last = writer.last_event
    did = isinstance(event, ev.Posed) or (isinstance(event, ev.Counted) and not event.value)
    return did and isinstance(last, ev.Struck) and of_no_figure(last)


def write_linked(writer: LogWriter, news: News, event: ev.Linked | ev.Unlinked) -> None:
    """Write a relation; a hidden one only where the present action does not name both figures."""
    kind = writer.setup.declared.links[event.kind]
    if isinstance(event, ev.Unlinked):
        if kind.open:
            writer.add(f"{event.figure} no longer {kind.label} {event.other}", news)
    elif kind.open or not _names_both(writer, event):
        writer.add(f"{event.figure} {kind.label} {event.other}", news)


def _names_both(writer: LogWriter, event: ev.Linked) -> bool:
    """Whether the sentences of the present action name both figures of a relation."""
    named = list[str]()
    for said in reversed(writer.sentences):
        named += [name for one in said.events for name in _named_in(one)]
        if any(isinstance(one, NEW_ACTIONS) for one in said.events):
            break
    return event.figure in named and event.other in named


def _named_in(event: ev.Event) -> tuple[str, ...]:
    """The figures that the sentence of an event names."""
    match event:
        case ev.Fired():
            return event.figure, event.target
        case ev.Struck():
            return event.figure, event.source
        case ev.Linked():
            return event.figure, event.other
        case _:
            return (event.subject,)


def _zone_of(event: ev.Zoned) -> Zone:
    """The zone of an event, without its counters."""
    return Zone(event.zone, event.kind, event.side, event.owner, event.tiles, {}, event.until)


def zones_before(view: View, first: tuple[News, ...]) -> dict[str, Zone]:
    """The zones known before the first of some news."""
    zones: dict[str, Zone] = {}
    for one in view.news:
        if first and one is first[0]:
            break
        if isinstance(one.event, ev.Zoned):
            zones[one.event.zone] = _zone_of(one.event)
        elif isinstance(one.event, ev.Unzoned):
            zones.pop(one.event.zone, None)
    return zones


def write_zoned(writer: LogWriter, news: News, event: ev.Zoned) -> None:
    """Write a new or moved zone and its owner; changed counters are not written."""
    before = writer.zones.get(event.zone)
    writer.zones[event.zone] = _zone_of(event)
    if before is not None and before.tiles == event.tiles:
        return
    if event.owner and writer.continues(event.owner, ev.Counted):
        writer.join(_area_words(event.tiles), news)
        return
    if not writer.setup.declared.zones[event.kind].drifts and _names_aim(writer, event.owner):
        writer.join("", news)
        return
    # A side may see a part of a cloud, whose middle is not where the round came down.
    impact = next((burst.at for burst in writer.reported(ev.Burst)), None)
    words = _zone_words(writer, event.owner, event.side, event.kind)
    writer.add(f"{words}{_area_words(event.tiles, impact)}", news)


def _names_aim(writer: LogWriter, owner: str) -> bool:
    """Whether the present action is a shot of the owner, whose sentence says where it is aimed."""
    for said in reversed(writer.sentences):
        match said.event:
            case ev.Fired() as shot:
                return shot.figure == owner and shot.at is not None
            case ev.Moved() | ev.Bound() | ev.Placed():
                return False
            case _:
                pass
    return False


def _zone_words(writer: LogWriter, owner: str, side: str, kind: str) -> str:
    """A zone and its owner as far as known; drifting zones have no owner."""
    declared = writer.setup.declared.zones[kind]
    name = writer.setup.sides[side].name if side in writer.setup.sides else ""
    who = owner or ("" if declared.drifts else name)
    return f"{who}: {declared.label}" if who else declared.label


def area_center(tiles: tuple[Tile, ...]) -> Tile | None:
    """The tile of an area nearest to its centroid; None for an empty area."""
    if not tiles:
        return None
    x = sum(tile[0] for tile in tiles)
    y = sum(tile[1] for tile in tiles)
    count = len(tiles)
    return min(tiles, key=lambda t: ((t[0] * count - x) ** 2 + (t[1] * count - y) ** 2, t))


def _area_words(tiles: tuple[Tile, ...], center: Tile | None = None) -> str:
    spot = center or area_center(tiles)
    if spot is None:
        return ""
    return f" at {tile_text(spot)}" if len(tiles) == 1 else f" around {tile_text(spot)}"


def write_unzoned(writer: LogWriter, news: News, event: ev.Unzoned) -> None:
    """Write the end of a zone."""
    zone, declared = writer.zones.pop(event.zone, None), writer.setup.declared.zones
    if zone is not None and zone.owner and writer.continues(zone.owner, ev.Counted):
        return
    if zone is None:
        kind = kind_of_id(event.zone, declared)
        writer.add(f"{declared[kind].label if kind else 'an area effect'} is gone", news)
    elif zone.owner and not declared[zone.kind].drifts:
        writer.add(f"{zone.owner}: {declared[zone.kind].label} ends", news)
    else:
        words = _zone_words(writer, zone.owner, zone.side, zone.kind) + _area_words(zone.tiles)
        writer.add(f"{words} is gone", news)
