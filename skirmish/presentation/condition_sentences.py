"""Sentences of the log about what lasts: counters, postures and links of figures, zones."""

from __future__ import annotations

from skirmish.core import events as ev
from skirmish.core.figures import Counter, Kind
from skirmish.core.geometry import Tile, tile_text
from skirmish.core.view import News, View
from skirmish.presentation.attack_sentences import of_no_figure
from skirmish.presentation.figure_status import posture_words
from skirmish.presentation.log_writer import MOVE_VERBS, NEW_ACTIONS, KnownZones, LogWriter
from skirmish.presentation.wording import count_words, humanize
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
    if kept.effect in MOVE_VERBS:
        return  # The sentence of the walk says it.
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
        return f"no more {label}" if kept.many else f"no longer {label}"
    if kept.point or kept.high == 1:
        return label
    # It is what the figure has in all, not what has been added.
    return f"now {count_words(label, value) if kept.many else kept.counted(value, kind)}"


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


def zones_before(view: View, first: tuple[News, ...]) -> KnownZones:
    """The zones known before the first of some news."""
    known = KnownZones()
    for one in view.news:
        if first and one is first[0]:
            break
        known.follow(one.event)
    return known


def write_zoned(writer: LogWriter, news: News, event: ev.Zoned) -> None:
    """Write a new or moved zone and its owner; changed counters are not written."""
    before = writer.known.zones.get(event.zone)
    writer.known.follow(event)
    if before is not None and before.tiles == event.tiles:
        return
    words = _area_words(event.tiles, writer.known.places.get(event.zone))
    if event.owner and writer.continues(event.owner, ev.Counted):
        writer.join(words, news)
        return
    drifts = writer.setup.declared.zones[event.kind].drifts
    if not drifts and _names_aim(writer, event.owner):
        writer.join("", news)
        return
    # Of a cloud whose middle no impact tells, only what is in sight is known.
    seen = " in sight" if drifts and not writer.known.impact else ""
    writer.add(f"{_zone_words(writer, event.owner, event.side, event.kind)}{seen}{words}", news)


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


def _area_words(tiles: tuple[Tile, ...], place: Tile | None) -> str:
    if place is None:
        return ""
    return f" at {tile_text(place)}" if len(tiles) == 1 else f" around {tile_text(place)}"


def write_unzoned(writer: LogWriter, news: News, event: ev.Unzoned) -> None:
    """Write the end of a zone."""
    zone, declared = writer.known.zones.get(event.zone), writer.setup.declared.zones
    writer.known.follow(event)
    if zone is not None and zone.owner and writer.continues(zone.owner, ev.Counted):
        return
    if zone is None:
        kind = kind_of_id(event.zone, declared)
        writer.add(f"{declared[kind].label if kind else 'an area effect'} is gone", news)
    elif zone.owner and not declared[zone.kind].drifts:
        writer.add(f"{zone.owner}: {declared[zone.kind].label} ends", news)
    else:
        where = _area_words(zone.tiles, writer.known.places.get(event.zone))
        words = _zone_words(writer, zone.owner, zone.side, zone.kind) + where
        writer.add(f"{words} is gone", news)
