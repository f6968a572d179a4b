"""The battle log: news as sentences.

Sentences are made from news, never from a state. The view only supplies names: of phases, counters,
zones and objectives.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby, pairwise, takewhile
from typing import Any

from attrs import evolve

from skirmish.core import events as ev
from skirmish.core.codec import Shape
from skirmish.core.geometry import tile_text
from skirmish.core.orders import figure_in, parse_order
from skirmish.core.text import pluralize
from skirmish.core.view import News, View
from skirmish.presentation.log.attack_sentences import (
    comes_down,
    harm_words,
    mark_missed_targets,
    mark_unseen_falls,
    result_words,
    write_attack,
    write_break_free,
    write_fall,
    write_hurt,
    write_test,
)
from skirmish.presentation.log.condition_sentences import (
    SEVERAL_PARTS,
    hold_begun,
    is_ammunition,
    is_lost_hold,
    part_of,
    purchase_words,
    quiet_order_words,
    spent_words,
    state_begun,
    write_counted,
    write_linked,
    write_parts,
    write_posed,
    write_unzoned,
    write_zoned,
    zones_before,
)
from skirmish.presentation.log.course_sentences import COURSE, last_bound, write_course
from skirmish.presentation.log.log_writer import (
    MOVE_VERBS,
    NEW_ACTIONS,
    KnownZones,
    LogWriter,
    Sentence,
    join_unharmed,
)
from skirmish.presentation.script_news import NO_CHANGE, changes_nothing
from skirmish.presentation.wording import (
    carried_weapons,
    humanize,
    thrown_weapons,
)
from skirmish.rulesets.action import LAPSED
from skirmish.rulesets.engine import verbs_of
from skirmish.rulesets.ruleset import Ruleset

_FACES = ", faces "
_RECOIL = "recoil"
_BREAK_FREE = "break_free"
_OFF_MAP: Mapping[str, str] = {"fled": "flees off the map", "exited": "leaves the map"}
"""Verbs for a figure that leaves the map, by its fate."""
_STOPS: Mapping[str, str] = {
    "sight": "an enemy comes into sight",
    "met": "another figure is in the way",
    "blocked": "the way is blocked",
    "spent": "its movement does not suffice for the next step",
    "held": "it is held",
    "lapsed": "its order is no longer possible",
}


def log_sentences(
    view: View,
    news: Iterable[News],
    rules: Ruleset | None = None,
    *,
    ended: bool = True,
    known: KnownZones | None = None,
) -> tuple[Sentence, ...]:
    """News as sentences; `rules` add the name of a bound besides its phase.

    `ended`: whether the last news are complete, not a part of what is being watched. `known`: the
    zones known before the news, updated by the news; by default those that the view's earlier news
    tell.
    """
    news = tuple(news)
    writer = _writer_of(view, zones_before(view, news[:1]) if known is None else known, rules)
    before: Sequence[News] = ()
    for group in _by_order(news):
        start, last = len(writer.sentences), ended or group[-1] is not news[-1]
        writer.going_on.clear()
        if rules is not None and _goes_on(rules, before, group):
            writer.going_on[group[0].event.subject] = None
        before = group
        writer.holds[:] = _holds(writer, group, last=last)
        _write_group(writer, group)
        _mark_unchanged(writer, start, group, last=last)
        if group[0].given is not None:
            _mark_idle(writer, start, view.side)
    mark_unseen_falls(writer, ended=ended)
    mark_missed_targets(writer, ended=ended)
    return tuple(join_unharmed(writer.sentences))


def _writer_of(view: View, known: KnownZones, rules: Ruleset | None) -> LogWriter:
    return LogWriter(
        view.state.setup,
        carried_weapons(view),
        known=known,
        thrown=thrown_weapons(view),
        script=view.state.script,
        kinds={figure.id: figure.who.kind for figure in view.met.values()},
        rules=rules,
    )


def _mark_idle(writer: LogWriter, start: int, side: str) -> None:
    """Mark the side's bounds that passed within the news of one order: no figure could act."""
    told = writer.sentences
    bounds = [at for at in range(start, len(told)) if told[at].begins_bound]
    for at, _ in pairwise(bounds):
        event = told[at].event
        if isinstance(event, ev.Bound) and event.side == side:
            told[at] = evolve(told[at], lead=f"{told[at].lead}, no figure can act")


def _mark_unchanged(writer: LogWriter, start: int, group: Sequence[News], *, last: bool) -> None:
    """Mark scripted events that changed nothing visible.

    `last`: no further news of the order follow the group.
    """
    same = [
        one.event
        for at, one in enumerate(group)
        if changes_nothing(group, at, writer.script) and (last or one is not group[-1])
    ]
    for at in range(start, len(writer.sentences)):
        told = writer.sentences[at]
        if any(told.event is event for event in same):
            writer.sentences[at] = evolve(told, tail=f"{told.tail} ({NO_CHANGE})")


def _holds(
    writer: LogWriter, group: Sequence[News], *, last: bool
) -> Iterator[tuple[ev.Event, str]]:
    """Held actions that end without an attack or that the enemy begins to hold, with their words.

    The sentence of an own order says more. `last`: as in `_mark_unchanged`.
    """
    events, declared = [one.event for one in group], writer.setup.declared
    for at, event in enumerate(events):
        if is_lost_hold(declared, event, events[at + 1 :], last=last):
            yield event, "'s held action is lost"
        elif group[0].given is None and (words := hold_begun(declared, event)):
            yield event, f" {words}"


def _goes_on(rules: Ruleset, before: Sequence[News], group: Sequence[News]) -> bool:
    """Whether an order continues a move that was stopped in the order just before."""
    stops = [one.event.figure for one in before if isinstance(one.event, ev.Stopped)]
    if not stops or before[0].given is None or group[0].given is None:
        return False
    verbs = verbs_of(rules)
    old, new = (parse_order(one[0].given.order, verbs) for one in (before, group) if one[0].given)
    if verbs[new.verb].target is not Shape.PATH or group[0].event.subject != new.figure:
        return False
    ends = (order.target_path[-1] for order in (old, new))
    return (old.verb, old.figure) == (new.verb, new.figure) and len(set(ends)) == 1


def _by_order(news: Iterable[News]) -> Iterator[list[News]]:
    """The news in groups, each of which begins with one of the side's own orders."""
    group: list[News] = []
    for one in news:
        if one.given is not None and group:
            yield group
            group = []
        group.append(one)
    if group:
        yield group


def _write_group(writer: LogWriter, group: list[News]) -> None:
    """Write the news of an order, and the order itself if no event tells of it.

    An order that waits for an answer has its sentence with the answer.
    """
    done = next((at for at, one in enumerate(group) if isinstance(one.event, COURSE)), len(group))
    if group[0].given is not None:
        writer.known.impact.clear()
    if group[0].given is not None and writer.sentences:
        writer.end_action()  # Each of the side's own orders has its own sentence.
    before, start = writer.length, len(writer.sentences)
    _write_all(writer, group[:done])
    given = None if any(isinstance(one.event, ev.Asked) for one in group) else group[0].given
    untold = writer.length == before or _is_only_answered(writer, start, group)
    if writer.rules is not None and given is not None and untold:
        _write_quiet(writer, group[0], quiet_order_words(writer.rules, given))
    _write_all(writer, group[done:])
    _write_spent(writer, start, group)


def _is_only_answered(writer: LogWriter, start: int, group: list[News]) -> bool:
    """Whether only enemy fire at the order's figure was written, not the order itself."""
    given, events = group[0].given, [one.event for one in group]
    name = figure_in(given.order) if given is not None else ""
    answered = any(isinstance(one, ev.Fired) for one in events)
    if not name or not answered or any(_shows_order_of(name, one) for one in events):
        return False
    told = (one.event for one in writer.sentences[start:])
    return all(isinstance(one, ev.Struck) for one in told if one and one.subject == name)


def _shows_order_of(name: str, event: ev.Event) -> bool:
    """Whether an event is an attack by a figure, or ends its move."""
    match event:
        case ev.Fired() | ev.Stopped() | ev.Left():
            return event.figure == name
        case ev.Struck():
            return event.source == name
        case _:
            return False


def _write_spent(writer: LogWriter, start: int, group: Iterable[News]) -> None:
    """Add the ammunition that a shot took to its sentence, whether counted before or after it."""
    shots, counts = dict[str, tuple[int, View]](), dict[str, ev.Counted]()
    for one in group:
        known, event = one.attack or one.reaction, one.event
        if isinstance(event, ev.Fired) and known is not None:
            places = range(start, len(writer.sentences))
            told = (at for at in places if any(e is event for e in writer.sentences[at].events))
            if (at := next(told, None)) is not None:
                shots[event.figure] = at, known.known
        elif isinstance(event, ev.Counted) and is_ammunition(event):
            counts[event.figure] = event
        for name in [one for one in counts if one in shots]:
            (at, before), count = shots.pop(name), counts.pop(name)
            if words := spent_words(before, count):
                writer.join(f"; {words}", News(count), at=at)


def _write_quiet(writer: LogWriter, news: News, words: str) -> None:
    """Write an order that no event tells of; what follows begins a sentence of its own."""
    if words:
        writer.add(words, News(news.event))
        writer.end_action()


def _write_all(writer: LogWriter, news: Iterable[News]) -> None:
    for same in _by_body(writer, news):
        if len(same) >= SEVERAL_PARTS:
            write_parts(writer, same)
        else:
            _write_each(writer, same)


def _by_body(writer: LogWriter, news: Iterable[News]) -> Iterator[tuple[News, ...]]:
    """The news one by one; consecutive news on parts of one body together."""

    def body(one: News) -> str:
        event = one.event
        counts = isinstance(event, ev.Counted) and event.value
        return event.subject if counts and part_of(writer, event) else ""

    for name, group in groupby(news, body):
        if name:
            yield tuple(group)
        else:
            yield from ((one,) for one in group)


def _write_each(writer: LogWriter, news: Iterable[News]) -> None:
    for one in news:
        if one.resumed and writer.sentences:
            writer.end_action()
        if one.unseen_shot or one.resumed or isinstance(one.event, NEW_ACTIONS):
            writer.begin_action()
        if not isinstance(one.event, ev.Zoned | ev.Unzoned):
            writer.known.follow(one.event)
        _write(writer, one)


def _write(writer: LogWriter, news: News) -> None:
    event = news.event
    match event:
        case _ if isinstance(event, COURSE):
            write_course(writer, news)
        case ev.Struck() | ev.Fired():
            write_attack(writer, news, event)
        case ev.Burst() if comes_down(writer, event):
            write_fall(writer, news, event)
        case ev.Moved():
            _write_walk(writer, news, event)
        case ev.Tested() if writer.continues(event.figure, ev.Fired) and not _is_stuck(
            writer, event
        ):
            write_test(writer, news, event)
        case ev.Turned() if _turn_follows(writer, event.figure):
            struck = isinstance(writer.last_event, ev.Struck)
            at = writer.struck_sentences.get(event.figure, -1) if struck else -1
            writer.join(f"{_FACES}{event.facing.name}", news, at=at)
        case ev.Left() if (
            writer.continues(event.figure, ev.Moved) or event.figure in writer.struck_sentences
        ):
            at = writer.struck_sentences.get(event.figure, -1)
            writer.join(_fate_words(writer, event, at), news, at=at)
        case ev.Hurt() if event.figure in writer.struck_sentences:
            write_hurt(writer, news, event)
        case _:
            _write_state(writer, news)


def _fate_words(writer: LogWriter, event: ev.Left, at: int) -> str:
    """The fate of a figure, behind the sentence on what struck it; "" if that says it."""
    effects = [hit.effect for hit in writer.reported(ev.Struck, at) if hit.figure == event.figure]
    if event.fate in effects:
        return ""
    if event.fate in _OFF_MAP:
        return ", then off the map"
    if _struck_before(writer, event):
        return f" (an earlier roll: {humanize(event.fate)})"
    return f"{', but has no room' * (_RECOIL in effects)}: {humanize(event.fate)}"


def _struck_before(writer: LogWriter, event: ev.Left) -> bool:
    """Whether an earlier roll of the same attack caused the fate with which a figure leaves."""
    told = [one for sentence in writer.sentences for one in sentence.events]
    attack = takewhile(lambda one: not isinstance(one, ev.Bound | ev.Ended), reversed(told))
    rolls = (one for one in attack if isinstance(one, ev.Struck) and one.figure == event.figure)
    return event.fate in [roll.effect for roll in rolls]


def _turn_follows(writer: LogWriter, name: str) -> bool:
    """Whether a turn belongs to the action or hit of its figure just before."""
    follows = writer.continues(name, ev.Moved, ev.Fired, ev.Struck)
    return follows and not any(writer.reported(ev.Turned))


def _write_state(writer: LogWriter, news: News) -> None:
    event = news.event
    match event:
        case ev.Tested() if event.what == _BREAK_FREE:
            write_break_free(writer, news, event)
        case ev.Tested() if words := _jam_words(writer, event):
            writer.add(words, news)
        case ev.Tested() if words := _purchase(writer.rules, news):
            writer.add(f"{words}: {_bought_words(event.result)}", news)
        case ev.Changed() if _changes_alike(writer, event):
            _write_more_ground(writer, news)
        case ev.Revealed():
            # Dice that were rolled before it belong to the sentences of what they decide.
            writer.add(f"{event.figure} is discovered", News(event))
        case ev.Stopped() if _stopped_before(writer, news, event):
            pass
        case ev.Stopped():
            words = f"{_stop_words(news, event)}{_lapse_words(writer, event)}"
            writer.add(f"{event.figure} stops: {words}", news)
        case _:
            if write := _STATE_WRITERS.get(type(event)):
                write(writer, news, event)
            elif spell := _PLAIN.get(type(event)):
                writer.add(spell(event), news)


def _jam_words(writer: LogWriter, event: ev.Tested) -> str:
    """A weapon that jams, or the next one to throw that is stuck; "" for any other test."""
    weapon = _jammed(writer, event)
    if not weapon:
        return ""
    name = writer.weapon_name(event.figure, weapon)
    if _is_stuck(writer, event):
        return f"{event.figure}'s next {name} is stuck"
    return f"{event.figure}'s {name} jams"


def _is_stuck(writer: LogWriter, event: ev.Tested) -> bool:
    """Whether a jam keeps a figure from throwing its next weapon of the kind."""
    return (event.figure, _jammed(writer, event)) in writer.thrown


def _jammed(writer: LogWriter, event: ev.Tested) -> str:
    """The weapon that jams, the last that its figure used; "" for any other test."""
    if (event.what, event.result) != ("weapon", "jams"):
        return ""
    told = (event for one in reversed(writer.sentences) for event in one.events)
    shots = (one for one in told if isinstance(one, ev.Fired) and one.figure == event.figure)
    return next((one.weapon for one in shots), "")


def _write_placed(writer: LogWriter, news: News, event: ev.Placed) -> None:
    """Write that a figure is put on the map: deployed, or arriving later."""
    last = last_bound(writer)
    comes = "appears" if last is not None and last.turn else "is placed"
    where = f"{tile_text(event.at)}, faces {event.facing.name}"
    writer.add(f"{event.figure} {comes} at {where}", news)


def _stopped_before(writer: LogWriter, news: News, event: ev.Stopped) -> bool:
    """Whether the log has this stop of a figure in this bound; a stop that names enemies is new."""
    if news.sighted:
        return False
    told = takewhile(lambda one: not isinstance(one.event, ev.Bound), reversed(writer.sentences))
    return any(one.event == event for one in told)


def why_stopped(news: Iterable[News], figure: str) -> str:
    """Why a figure's last walk ended early; "" if it did not."""
    stops = [(one, one.event) for one in news if isinstance(one.event, ev.Stopped)]
    told = [_stop_words(one, stop) for one, stop in stops if stop.figure == figure]
    return told[-1] if told else ""


def _stop_words(news: News, event: ev.Stopped) -> str:
    """Why a move ends early; if enemies come into sight, which and where, as known."""
    if not news.sighted:
        return _STOPS.get(event.why) or humanize(event.why)
    named = [f"{name} at {tile_text(tile)}" for name, tile in news.sighted]
    return f"{' and '.join(named)} {'comes' if len(named) == 1 else 'come'} into sight"


def _lapse_words(writer: LogWriter, event: ev.Stopped) -> str:
    """The effect of reaction fire on an order's figure that makes the order impossible."""
    told = [one for sentence in writer.sentences for one in sentence.events]
    shots = [at for at, one in enumerate(told) if isinstance(one, ev.Fired)]
    if event.why != LAPSED or not shots:
        return ""
    found = [
        words
        for one in told[shots[-1] :]
        if one.subject == event.figure and (words := state_begun(writer.setup.declared, one))
    ]
    return f" ({', '.join(dict.fromkeys(found))})" if found else ""


def _going_words(event: ev.Moved, who: str) -> str:
    if goes := MOVE_VERBS.get(event.how):
        return f"{who} {goes}"
    how = f"{humanize(event.how)}: " if event.how else ""
    return f"{how}{who} moves"


def _write_walk(writer: LogWriter, news: News, event: ev.Moved) -> None:
    """Write a walk, or join it with the one before if nothing interrupted them.

    A walk that continues out of sight ends where it was seen last; it may come back into sight.
    """
    last = writer.sentences[-1] if writer.continues(event.figure, ev.Moved) else None
    before = last.event if last and not last.tail else None
    if last and not last.lost and isinstance(before, ev.Moved) and before.how == event.how:
        writer.sentences.pop()
        event = ev.Moved(event.figure, before.path + event.path, how=event.how)
        news = News(event, last.faces + news.faces, lost=news.lost)
    lost = " at" if event.how == ev.LOST else " out of sight at"
    end = lost if news.lost else " to"
    who = event.figure + (" goes on and" if event.figure in writer.going_on else "")
    if last and last.lost:
        who += " comes back into sight and"
    writer.add(f"{_going_words(event, who)}{end} {tile_text(event.path[-1])}", news)


def _purchase(rules: Ruleset | None, news: News) -> str:
    """The purchase that a test is rolled for; "" for any other test."""
    return purchase_words(rules, news.given) if rules and news.given else ""


def _bought_words(result: str) -> str:
    """The result of a purchase: `bought for a month`."""
    return "not available" if result == "failed" else f"bought {humanize(result)}"


def _write_hurt(writer: LogWriter, news: News, event: ev.Hurt) -> None:
    """Write harm without an attack in the log, or healing."""
    words = harm_words(writer, event.amount)
    if event.amount < 0:
        words = f"is healed by {-event.amount}"
    writer.add(f"{event.figure}: {words}" if event.amount else "", news)


_STATE_WRITERS: Mapping[type[ev.Event], Callable[[LogWriter, News, Any], None]] = {
    ev.Hurt: _write_hurt,
    ev.Placed: _write_placed,
    ev.Counted: write_counted,
    ev.Posed: write_posed,
    ev.Zoned: write_zoned,
    ev.Unzoned: write_unzoned,
    ev.Linked: write_linked,
    ev.Unlinked: write_linked,
}
"""Writers of events whose sentence depends on earlier news."""
_TESTS: Mapping[tuple[str, str], str] = {
    ("agility", "acts_first"): (
        "{}'s held action comes first: its agility total is not below the opponent's"
    ),
    ("agility", "acts_right_after"): (
        "{}'s held action comes right after: its agility total is below the opponent's"
    ),
    ("rally", "rallied"): "{} is rallied",
    ("rally", "flees"): "{} is not rallied and flees",
    ("spirit", "stays_shaken"): "{} stays Shaken",
    ("surprise", "surprised"): (
        "{} is surprised by the ambush: its perception is not the higher success"
    ),
    ("surprise", "warned"): "{} is warned in time: its perception is the higher success",
    ("weapon", "cleared"): "{}'s weapon is ready again: the jam is cleared",
    ("weapon", "jams"): "{}'s weapon jams",
}
"""The sentence of a test by itself, by what was tested and its result."""
_DOORS = {"open_door": "opens", "door": "closes"}
"""What a figure does to a door, by the terrain it becomes."""
_PLAIN: Mapping[type[ev.Event], Callable[[Any], str]] = {
    ev.Turned: lambda e: f"{e.figure} faces {e.facing.name}",
    ev.Left: lambda e: (
        f"{e.figure} {_OFF_MAP[e.fate]}"
        if e.fate in _OFF_MAP
        else f"{e.figure}: {humanize(e.fate)}"
    ),
    ev.Burst: lambda e: f"{humanize(e.weapon)}: impact at {tile_text(e.at)}",
    ev.Tested: lambda e: (
        _TESTS[e.what, e.result].format(e.figure)
        if (e.what, e.result) in _TESTS
        else f"{e.figure}, {humanize(e.what)}: {result_words(e.result)}"
    ),
    ev.Joined: lambda e: f"{e.figure} changes sides",
    ev.Changed: lambda e: (
        f"{e.by} {_DOORS[e.terrain]} the door at {tile_text(e.at)}"
        if e.by and e.terrain in _DOORS
        else f"{tile_text(e.at)} changes to {humanize(e.terrain)}"
        + (f", by {e.by}" if e.by else "")
    ),
}


def _changes_alike(writer: LogWriter, event: ev.Changed) -> bool:
    """Whether the last sentence is about other ground that changed in the same way by itself."""
    last = writer.last_event
    if not isinstance(last, ev.Changed) or last.by or event.by:
        return False
    return last.terrain == event.terrain


def _write_more_ground(writer: LogWriter, news: News) -> None:
    """Count one more tile in the last sentence."""
    last = writer.sentences.pop()
    more = pluralize(len(last.events), "more tile")
    writer.sentences.append(evolve(last, tail=f" and {more}", events=(*last.events, news.event)))
