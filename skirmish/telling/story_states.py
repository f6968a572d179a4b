"""What lasts, in sentences of the log: states of figures, relations between them, marked ground."""

from __future__ import annotations

from skirmish.core import events as ev
from skirmish.core.figures import Counter
from skirmish.core.geometry import Tile, tile_text
from skirmish.core.state import Zone
from skirmish.core.view import News, View
from skirmish.telling.conditions import label_of, posture_words
from skirmish.telling.sentences import Teller
from skirmish.telling.wording import spoken


def tell_posed(teller: Teller, news: News, event: ev.Posed) -> None:
    """A posture, by what it is called."""
    words = posture_words(teller.setup.declared, event.posture)
    if teller.follows(event.figure, ev.Posed):
        teller.add(f"{event.figure}: {words}", news)
    elif not teller.has_said(words):
        _of_figure(teller, news, words)


def tell_counted(teller: Teller, news: News, event: ev.Counted) -> None:
    """States that last and modes, where the sentence before has not told them; no bookkeeping."""
    kept = teller.setup.declared.counter(event.counter)
    words = _counted_words(kept, event.value)
    if not words or (event.value and (teller.has_said(words) or _is_effect(teller, event))):
        return
    if teller.has_said(label_of(kept)):
        teller.add(f"{event.figure}: {words}", news)
    else:
        _of_figure(teller, news, words)


def _is_effect(teller: Teller, event: ev.Counted) -> bool:
    """Whether a state is what a blow just now was said to do: `flee`, and then `fleeing`."""
    last = teller.said[-1].event if teller.said else None
    if not isinstance(last, ev.Struck) or last.figure != event.figure:
        return False
    return event.counter.startswith(last.effect)


def _counted_words(kept: Counter, value: int) -> str:
    if kept.words and kept.resets and not value:
        return ""
    if kept.words:
        return f"{kept.label} {spoken(kept.word(value))}"
    if not kept.open or kept.resets:
        return ""
    label = label_of(kept)
    if not value:
        return f"no longer {label}"
    return label if kept.point or kept.high == 1 else f"{label} {value}"


def _of_figure(teller: Teller, news: News, words: str) -> None:
    """Something of a figure, in one sentence with what struck it."""
    if teller.follows(news.event.subject, ev.Struck, ev.Counted, ev.Posed):
        teller.join(f", {words}", news)
    else:
        teller.add(f"{news.event.subject}: {words}", news)


def tell_linked(teller: Teller, news: News, event: ev.Linked | ev.Unlinked) -> None:
    """Relations; those that a side keeps to itself only where nothing was said of the two."""
    kind = teller.setup.declared.links[event.kind]
    if isinstance(event, ev.Unlinked):
        if kind.open:
            teller.add(f"{event.figure} no longer {kind.label} {event.other}", news)
    elif kind.open or not teller.has_said(event.figure, event.other):
        teller.add(f"{event.figure} {kind.label} {event.other}", news)


def zone_of(event: ev.Zoned) -> Zone:
    """Marked ground as the news of it has it; its numbers are nobody's business."""
    return Zone(event.zone, event.kind, event.side, event.owner, event.tiles, {}, event.until)


def zones_before(view: View, first: tuple[News, ...]) -> dict[str, Zone]:
    """The marked ground that was known of before the first of some news."""
    zones: dict[str, Zone] = {}
    for one in view.news:
        if first and one is first[0]:
            break
        if isinstance(one.event, ev.Zoned):
            zones[one.event.zone] = zone_of(one.event)
        elif isinstance(one.event, ev.Unzoned):
            zones.pop(one.event.zone, None)
    return zones


def tell_zoned(teller: Teller, news: News, event: ev.Zoned) -> None:
    """Marked ground, and whose it is where that is known; new numbers of it are no news."""
    before = teller.zones.get(event.zone)
    teller.zones[event.zone] = zone_of(event)
    if before is not None and before.tiles == event.tiles:
        return
    if event.owner and teller.follows(event.owner, ev.Counted):
        teller.join(_where(event.tiles), news)
        return
    teller.add(f"{_whose(teller, event.owner, event.side, event.kind)}{_where(event.tiles)}", news)


def _whose(teller: Teller, owner: str, side: str, kind: str) -> str:
    """What was marked and by whom, as far as that is known; nobody owns what drifts."""
    declared = teller.setup.declared.zones[kind]
    name = teller.setup.sides[side].name if side in teller.setup.sides else ""
    who = owner or ("" if declared.drifts else name)
    return f"{who}: {declared.label}" if who else declared.label


def middle(tiles: tuple[Tile, ...]) -> Tile | None:
    """The tile of an area that lies most in its middle."""
    if not tiles:
        return None
    x = sum(tile[0] for tile in tiles)
    y = sum(tile[1] for tile in tiles)
    count = len(tiles)
    return min(tiles, key=lambda t: ((t[0] * count - x) ** 2 + (t[1] * count - y) ** 2, t))


def _where(tiles: tuple[Tile, ...]) -> str:
    spot = middle(tiles)
    if spot is None:
        return ""
    return f" at {tile_text(spot)}" if len(tiles) == 1 else f" around {tile_text(spot)}"


def tell_unzoned(teller: Teller, news: News, event: ev.Unzoned) -> None:
    """Marked ground that is marked no more."""
    zone, declared = teller.zones.pop(event.zone, None), teller.setup.declared.zones
    kind = zone.kind if zone else next((k for k in declared if event.zone.startswith(k)), "")
    if zone is not None and zone.owner and teller.follows(zone.owner, ev.Counted):
        return
    if zone is None:
        teller.add(f"{declared[kind].label if kind else 'what was marked'} is gone", news)
    elif zone.owner and not declared[kind].drifts:
        teller.add(f"{zone.owner}: {declared[kind].label} ends", news)
    else:
        words = _whose(teller, zone.owner, zone.side, kind) + _where(zone.tiles)
        teller.add(f"{words} is gone", news)
