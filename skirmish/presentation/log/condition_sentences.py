"""Sentences of the log about lasting conditions: counters, postures, links, and zones.

Also the words for what an order changed without an event: a reload, an aim, spent tokens.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from attrs import evolve

from skirmish.core import events as ev
from skirmish.core.events import Counted
from skirmish.core.figures import Counter, Declared, Figure, Kind
from skirmish.core.geometry import Tile, tile_text
from skirmish.core.orders import ENGINE_VERBS, WEAPON, Order, Purpose, Verb, parse_order
from skirmish.core.view import GivenOrder, News, View
from skirmish.presentation.figure_status import posture_words
from skirmish.presentation.log.attack_sentences import of_no_figure
from skirmish.presentation.log.log_writer import MOVE_VERBS, NEW_ACTIONS, KnownZones, LogWriter
from skirmish.presentation.odds.order_effects import CardChange, OrderEffects, order_effects
from skirmish.presentation.wording import (
    count_words,
    detail_phrase,
    humanize,
    order_words,
    value_words,
)
from skirmish.rulesets.common import slots, watch
from skirmish.rulesets.common.zones import kind_of_id
from skirmish.rulesets.engine import verbs_of
from skirmish.rulesets.ruleset import Ruleset

SEVERAL_PARTS = 3
"""Number of body parts from which on their counts are written as one sentence."""


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
    if words := next((said for one, said in writer.holds if event is one), ""):
        writer.add(f"{event.figure}{words}", news)
        return
    words = _counted_words(kept, event.value, writer.kinds.get(event.figure))
    if not words and any(face.what == event.counter for face in news.faces):
        words = f"{kept.label} {event.value}"  # Its own die was rolled.
    if words and kept.words and _is_of_weapons(writer, event.counter):
        words = _weapon_named(writer, event) + words
    if not words or (event.value and _repeats_effect(writer, event)):
        return
    if any(one.counter == event.counter for one in writer.reported(ev.Counted)):
        writer.add(f"{event.figure}: {words}", news)
    else:
        _write_condition(writer, news, words)


def is_lost_hold(
    declared: Declared, event: ev.Event, later: Iterable[ev.Event], *, last: bool
) -> bool:
    """Whether a held action ends, and the `later` events do not begin with its attack.

    `last`: no more events follow these.
    """
    if not isinstance(event, ev.Counted) or event.value or not _is_hold(declared, event):
        return False
    own = (one for one in later if not (isinstance(one, ev.Counted) and one.figure == event.figure))
    follows = next(own, None)
    if follows is None:
        return last
    return not isinstance(follows, ev.Fired) or follows.figure != event.figure


def _is_hold(declared: Declared, event: ev.Counted) -> bool:
    """Whether a count is that of an action held until the figure's next bound."""
    kept = declared.counter(event.counter)
    return kept.waits and bool(kept.resets) and not kept.zoned


def hold_begun(declared: Declared, event: ev.Event) -> str:
    """The words for a figure that begins to hold its action; "" for other events."""
    if not isinstance(event, ev.Counted) or not event.value or not _is_hold(declared, event):
        return ""
    return declared.counter(event.counter).label


def _is_of_weapons(writer: LogWriter, counter: str) -> bool:
    """Whether a counter is kept for each weapon of a figure."""
    return slots.name(slots.base(counter), 1) in writer.setup.declared.counters


def _weapon_named(writer: LogWriter, event: ev.Counted) -> str:
    """The weapon that a count is about; "" if the sentence names it already."""
    arms = [arm for (name, _), arm in writer.weapons.items() if name == event.figure]
    weapon = slots.weapon_of(arms, event.counter)
    told = [one for one in writer.reported(ev.Counted) if one.figure == event.figure]
    if weapon is None or any(slots.weapon_of(arms, one.counter) is weapon for one in told):
        return ""
    return f"{weapon.name} "


def part_of(writer: LogWriter, event: ev.Event) -> str:
    """The part of the body that a counted state is about; "" for any other news."""
    if not isinstance(event, ev.Counted):
        return ""
    return writer.setup.declared.counter(event.counter).part


def write_parts(writer: LogWriter, news: Sequence[News]) -> None:
    """Write the harm counted in several parts of a body: `now hurt 2 each (head, ..)`.

    The figure's card tells how much each part can bear.
    """
    counted = [one.event for one in news if isinstance(one.event, ev.Counted)]
    harm = writer.setup.declared.counter(counted[0].counter).harm
    values = {part_of(writer, event): event.value for event in counted}
    alike = len(set(values.values())) == 1
    parts = ", ".join(values if alike else (f"{part} {n}" for part, n in values.items()))
    words = f"now {harm} {counted[0].value} each ({parts})" if alike else f"now {harm} ({parts})"
    if any(one.counter == counted[0].counter for one in writer.reported(ev.Counted)):
        writer.add(f"{counted[0].figure}: {words}", news[0])
    else:
        _write_condition(writer, news[0], words)
    for one in news[1:]:
        writer.join("", one)


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
    if told := dict(kept.news).get(value):
        return told
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
    # The figure's total, not what has been added.
    return f"now {count_words(label, value) if kept.many else kept.counted(value, kind)}"


def state_begun(declared: Declared, event: ev.Event) -> str:
    """The state that an event puts its figure in, such as `right arm crippled`; "" for none."""
    match event:
        case ev.Struck(source="", effect=effect, how=limb) if effect != "hurt":
            return f"{humanize(limb)} {humanize(effect)}".strip()
        case ev.Posed(posture=posture):
            return posture_words(declared, posture)
        case ev.Counted(counter=counter, value=value) if value:
            kept = declared.counter(counter)
            return kept.label if kept.open and (kept.point or kept.high == 1) else ""
        case _:
            return ""


def _write_condition(writer: LogWriter, news: News, words: str) -> None:
    """Write a condition of a figure, in one sentence with its cause."""
    joins = writer.continues(news.event.subject, ev.Struck, ev.Counted, ev.Posed)
    if joins and not _own_doing(writer, news.event):
        writer.join(f", {words}", news)
    else:
        writer.add(f"{news.event.subject}: {words}", news)


def _own_doing(writer: LogWriter, event: ev.Event) -> bool:
    """Whether a figure that bleeds or burns acts by itself next: lies down, or is treated."""
    last = writer.last_event
    did = isinstance(event, ev.Posed) or (isinstance(event, ev.Counted) and not event.value)
    return did and isinstance(last, ev.Struck) and of_no_figure(last)


def write_linked(writer: LogWriter, news: News, event: ev.Linked | ev.Unlinked) -> None:
    """Write a link; a hidden one only if the current action does not name both figures."""
    kind = writer.setup.declared.links[event.kind]
    if isinstance(event, ev.Unlinked):
        if kind.open:
            writer.add(f"{event.figure} no longer {kind.label} {event.other}", news)
    elif kind.open or not _names_both(writer, event):
        writer.add(f"{event.figure} {kind.label} {event.other}", news)


def _names_both(writer: LogWriter, event: ev.Linked) -> bool:
    """Whether the sentences of the current action name both figures of a link."""
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
        if one.given is not None:
            known.impact.clear()
        known.follow(one.event)
    return known


def write_zoned(writer: LogWriter, news: News, event: ev.Zoned) -> None:
    """Write a new or moved zone and its owner; a change of its counters alone is not written."""
    before = writer.known.zones.get(event.zone)
    writer.known.follow(event)
    if before is not None and before.tiles == event.tiles:
        return
    words = _area_words(event.kind, event.tiles, writer.known.places.get(event.zone))
    if event.owner and writer.continues(event.owner, ev.Counted):
        writer.join(words, news)
        return
    drifts = writer.setup.declared.zones[event.kind].drifts
    if not drifts and _names_aim(writer, event.owner):
        writer.join("", news)
        return
    # If no impact tells the middle of a cloud, only its tiles in sight are known.
    seen = " in sight" if drifts and not writer.known.impact else ""
    unseen = "" if event.owner or drifts else _unseen_owner(event.kind)
    zone = _zone_words(writer, event.owner, event.side, event.kind)
    writer.add(f"{zone}{seen}{words}{unseen}", news)


def _unseen_owner(kind: str) -> str:
    """How a zone is known though its figure is not (POOL-F14, D20-F10)."""
    if kind in watch.KINDS:
        return " (you see which ground is watched, not by which figure)"
    return " (its figure is not seen)"


def _names_aim(writer: LogWriter, owner: str) -> bool:
    """Whether the current action is a shot of the owner whose sentence names the tile aimed at."""
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


def _area_words(kind: str, tiles: tuple[Tile, ...], place: Tile | None) -> str:
    """Where a zone is; a watched zone lies away from its figure, so its words name the ground."""
    if place is None:
        return ""
    here = f"at {tile_text(place)}" if len(tiles) == 1 else f"around {tile_text(place)}"
    return f", watching ground {here}" if kind in watch.KINDS else f" {here}"


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
        writer.sentences[-1] = evolve(writer.sentences[-1], subject=zone.owner)
    else:
        where = _area_words(zone.kind, zone.tiles, writer.known.places.get(event.zone))
        words = _zone_words(writer, zone.owner, zone.side, zone.kind) + where
        writer.add(f"{words} is gone", news)


_MODE = "mode"
_TOKENS, _ROUNDS = "tokens", "rounds"
"""The counters of ammunition, and their names."""
_DEEDS: Mapping[Purpose, str] = {
    Purpose.AIM: "aims",
    Purpose.HOLD: "holds its action",
    Purpose.RELOAD: "reloads",
}
"""What a figure does by orders of a purpose; any other order has its own words."""


@lru_cache(maxsize=1024)  # the log is written repeatedly
def quiet_order_words(rules: Ruleset, given: GivenOrder) -> str:
    """An order and what it changed: `b1 reloads rifle: now 5 of 5 rounds (before 2 of 5 rounds)`.

    "" for an order of the engine.
    """
    verbs = verbs_of(rules)
    order = parse_order(given.order, verbs)
    figure = given.known.state.figures.get(order.figure)
    if figure is None or order.verb in ENGINE_VERBS:
        return ""
    verb = verbs[order.verb]
    changes = _lasting_changes(verb, figure, order_effects(rules, given.known, order))
    weapons = dict.fromkeys(filter(None, (_weapon_of(figure, one) for one in changes)))
    deed = f", {order_words(given.known, verb, order)}"
    if verb.purpose is not None and (usual := _DEEDS.get(verb.purpose)):
        deed = f" {usual}"
    if verb.purpose is Purpose.RELOAD and len(weapons) == 1:
        (weapon,) = weapons
        if any(one.name == weapon and one.at_tiles == "throw" for one in figure.who.weapons):
            return f"{figure.id} readies {weapon}"
        deed = f"{deed} {weapon}"
    parts = "; ".join(filter(None, (_change_words(one, deed) for one in changes)))
    held = _held_words(figure, order) if verb.purpose is Purpose.HOLD else ""
    return f"{figure.id}{deed}{held}" + (f": {parts}" if parts else "")


def _held_words(figure: Figure, order: Order) -> str:
    """With what a figure holds its action, as far as the order says: ` with rifle, mode burst`."""
    weapon, mode = order.get(WEAPON), order.get(_MODE)
    arm = f" with {value_words(figure, weapon)}" if weapon and figure.who.weapons[1:] else ""
    return arm + (f", {detail_phrase(figure, _MODE, mode)}" if mode else "")


def purchase_words(rules: Ruleset, given: GivenOrder) -> str:
    """A purchase as ordered: `b1, buy AP rounds with assault rifle`; "" for other orders."""
    order = parse_order(given.order, verbs_of(rules))
    verb = verbs_of(rules)[order.verb]
    if not verb.muster or not order.figure:
        return ""
    return f"{order.figure}, {order_words(given.known, verb, order)}"


def _lasting_changes(verb: Verb, figure: Figure, effects: OrderEffects) -> Sequence[CardChange]:
    """The changes that matter later: for a reload those of weapons, never those of a budget."""
    budgets = {one.budget.label for one in effects.costs}
    changes = [one for one in effects.changes if one.label not in budgets]
    loaded = [one for one in changes if _weapon_of(figure, one)]
    return loaded if loaded and verb.purpose is Purpose.RELOAD else changes


def _weapon_of(figure: Figure, one: CardChange) -> str:
    """The name of the weapon that a change is about, or ""."""
    names = [weapon.name for weapon in figure.who.weapons]
    return one.weapon or (one.label if one.label in names else "")


def _change_words(one: CardChange, deed: str) -> str:
    """A change of the card; label and weapon are left out if `deed` has them."""
    if one.status:
        return "" if f" {one.after}" == deed else one.after or f"no longer {one.before}"
    title = one.label if f" {one.weapon}" in deed else one.title
    if not one.after:
        return f"no longer {title} {one.before}"
    label = "" if f" {one.label}" in deed else f"{title} "
    return f"{label}now {one.after} (before {one.before})" if one.before else label + one.after


def is_ammunition(event: Counted) -> bool:
    """Whether a count is one of rounds or tokens in a weapon."""
    return slots.base(event.counter) in (_TOKENS, _ROUNDS)


def emptied_weapon(figure: Figure, event: Counted) -> str:
    """The weapon of which a count takes the last ammunition; "" for none, or for a thrown one."""
    weapon = slots.weapon_of(figure.who.weapons, event.counter)
    if weapon is None or weapon.at_tiles == "throw" or not is_ammunition(event):
        return ""
    return weapon.name if figure.count(event.counter) and not event.value else ""


def spent_words(before: View, event: Counted) -> str:
    """The ammunition that a shot took: `1 token spent, 2 left`, `1 token spent, rifle empty`.

    "" for nothing. Of rounds only that none is left is said: the card has their number.
    """
    figure = before.state.figures.get(event.figure)
    spent = figure.count(event.counter) - event.value if figure is not None else 0
    if figure is None or spent <= 0:
        return ""
    empty = emptied_weapon(figure, event)
    rest = f"{empty} empty" if empty else f"{event.value} left"
    if slots.base(event.counter) == _TOKENS:
        return f"{count_words(_TOKENS, spent)} spent, {rest}"
    return rest if empty else ""
