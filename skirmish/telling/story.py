"""The log: what a side learnt, told in sentences. Made from news alone, never from a state.

The view beside the news only gives names: of phases, counters, zones, objectives.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from attrs import evolve

from skirmish.core import events as ev
from skirmish.core.dice import Face
from skirmish.core.geometry import Tile, distance2, tile_text
from skirmish.core.state import Clock
from skirmish.core.view import UNSEEN, News, View
from skirmish.rulesets.protocol import Ruleset, moment
from skirmish.telling import story_states as states
from skirmish.telling.sentences import HEAD, STRONG, Sentence, Teller
from skirmish.telling.wording import count_words, phase_words, spoken, weapon_names

__all__ = ["Sentence", "story"]

_FACES = ", faces "
_GAITS: Mapping[str, str] = {"run": "runs", "flee": "flees"}
_CALM = ("nothing", "spared", "missed", "unharmed")
"""Effects that nobody need look twice at."""
_COUNTS = ("shots", "hits", "damage", "wounds", "rounds", "tokens")
"""Numbers that are counts, not totals of dice."""
_BARE = ("damaged", "wounded")
"""Effects that their number says as well."""
_BESIDE = 2
"""The square of the distance of neighbouring tiles, at most."""
_HARM = ("damage", "wounds")
"""What a figure's harm is counted in."""
_COUNTED = re.compile(r"([a-z]+)_(\d+)")
"""A result that is a count: `hits_3`."""
_DEEDS: Mapping[str, str] = {
    "strike": "{who} strikes{at} with {weapon}",
    "grapple": "{who} grapples{at}",
    "throw": "{who} throws {weapon}{at}",
    "suppress": "{who} fires {weapon} to suppress{at}",
    "suppression": "{who} fires {weapon} to suppress{at}",
}
"""Attacks that are no plain shots, by how they are made."""
_STOPS: Mapping[str, str] = {
    "sight": "an enemy comes into sight",
    "met": "somebody is in the way",
    "blocked": "the way is blocked",
    "spent": "it can go no farther",
    "held": "it is held up",
    "lapsed": "what it was about to do is not possible any more",
}

Faces = tuple[Face, ...]


def story(view: View, news: Iterable[News], rules: Ruleset | None = None) -> tuple[Sentence, ...]:
    """What was learnt, in sentences; `rules` say what a bound is called beside its phase."""
    news = tuple(news)
    zones = states.zones_before(view, news[:1])
    teller = Teller(view.state.setup, weapon_names(view), zones=zones)
    for one in news:
        if isinstance(one.event, _NEW_DEEDS):
            teller.new_deed()
        _tell(teller, one, rules)
    _tell_lost(view, teller.said)
    return tuple(teller.said)


def _tell_lost(view: View, said: list[Sentence]) -> None:
    """Of an enemy that went on out of sight, or is not seen where its walk ended, says only so."""
    later: dict[str, Tile | None] = {}
    for at in reversed(range(len(said))):
        event = said[at].event
        if isinstance(event, ev.Placed):
            later[event.figure] = None
        if not isinstance(event, ev.Moved):
            continue
        end, name = event.path[-1], event.figure
        follows = later[name] if name in later else _lost_at(view, name)
        # A later walk that is told begins beside this one's end, unless it went on unseen.
        apart = follows is not None and distance2(end, follows) > _BESIDE
        gone = apart if name in later else follows == end
        if gone and said[at].text.startswith(_moved(event)):
            text = said[at].text.replace(_moved(event), _lost(event), 1)
            said[at] = evolve(said[at], text=text)
        later[name] = event.path[0]


def _lost_at(view: View, name: str) -> Tile | None:
    """Where an enemy that is not in sight was seen last; None for anybody else."""
    figure = view.state.figures.get(name)
    if figure is None:
        contact = view.contacts.get(name)
        return contact.figure.at if contact else None
    if figure.who.side == view.side or figure.at is not None or figure.fate:
        return None
    track = view.state.tracks.get(name)
    return track.steps[-1].tile if track else None


def _tell(teller: Teller, news: News, rules: Ruleset | None) -> None:
    event = news.event
    match event:
        case ev.Bound():
            _tell_bound(teller, news, event, rules)
        case ev.Ended() | ev.Scored():
            _tell_course(teller, news)
        case ev.Struck():
            _tell_struck(teller, news, event)
        case ev.Fired():
            teller.add(_fired_words(teller, event), news)
        case ev.Moved() if teller.follows(event.figure, ev.Moved):
            _tell_walk(teller, news, event)
        case ev.Tested() if teller.follows(event.figure, ev.Fired):
            teller.join(_result_words(event.result), news)
        case ev.Turned() if _turns_then(teller, event.figure):
            teller.join(f"{_FACES}{event.facing.name}", news)
        case ev.Left() if teller.follows(event.figure, ev.Moved) or event.figure in teller.struck:
            at = teller.struck.get(event.figure, -1)
            said = teller.has_said(event.fate, at=at)
            teller.join("" if said else f": {spoken(event.fate)}", news, at=at)
        case ev.Hurt() if event.figure in teller.struck:
            _tell_hurt(teller, news, event)
        case _:
            _tell_state(teller, news)


def _turns_then(teller: Teller, name: str) -> bool:
    """Whether a turn belongs to what its figure did or suffered just before."""
    follows = teller.follows(name, ev.Moved, ev.Fired, ev.Struck)
    return follows and not teller.has_said(_FACES)


def _tell_state(teller: Teller, news: News) -> None:
    event = news.event
    match event:
        case ev.Counted():
            states.tell_counted(teller, news, event)
        case ev.Posed():
            states.tell_posed(teller, news, event)
        case ev.Zoned():
            states.tell_zoned(teller, news, event)
        case ev.Unzoned():
            states.tell_unzoned(teller, news, event)
        case ev.Linked() | ev.Unlinked():
            states.tell_linked(teller, news, event)
        case _:
            if text := _plain(event):
                teller.add(text, news)


def _plain(event: ev.Event) -> str:
    """The sentence of an event that says all of it by itself; empty for what needs none."""
    spell = _PLAIN.get(type(event))
    return spell(event) if spell else ""


def _moved(event: ev.Moved) -> str:
    if goes := _GAITS.get(event.how):
        return f"{event.figure} {goes} to {tile_text(event.path[-1])}"
    how = f"{spoken(event.how)}: " if event.how else ""
    return f"{how}{event.figure} moves to {tile_text(event.path[-1])}"


def _lost(event: ev.Moved) -> str:
    goes, _, _ = _moved(event).rpartition(" to ")
    return f"{goes}, last seen at {tile_text(event.path[-1])}"


def _tell_walk(teller: Teller, news: News, event: ev.Moved) -> None:
    """A walk that was interrupted for nothing is one walk."""
    last = teller.said[-1]
    before = last.event
    if not isinstance(before, ev.Moved) or last.text != _moved(before) or before.how != event.how:
        teller.add(_moved(event), news)
        return
    teller.said.pop()
    whole = ev.Moved(event.figure, before.path + event.path, how=event.how)
    teller.add(_moved(whole), News(whole, last.faces + news.faces))


def _fired_words(teller: Teller, event: ev.Fired) -> str:
    """Who attacks what, with what: `b1 fires assault rifle (short) at r1`."""
    at = event.target or (tile_text(event.at) if event.at else "")
    weapon = teller.weapon(event.figure, event.weapon)
    if deed := _DEEDS.get(event.how):
        # Who strikes does it to somebody; what is thrown goes to a place as well.
        word = " at " if "throws" in deed else " "
        return deed.format(who=event.figure, weapon=weapon, at=at and word + at)
    how = f" ({spoken(event.how)})" if event.how else ""
    return f"{event.figure} fires {weapon}{how}" + (f" at {at}" if at else "")


def _result_words(result: str) -> str:
    counted = _COUNTED.fullmatch(result)
    if counted is None:
        return f": {spoken(result)}"
    return f", {count_words(counted[1], int(counted[2]))} rolled"


def _hurt_words(event: ev.Hurt) -> str:
    if event.amount > 0:
        return f"{event.figure} takes {event.amount} damage"
    return f"{event.figure} is healed by {-event.amount}" if event.amount else ""


_NEW_DEEDS = (ev.Fired, ev.Moved, ev.Bound, ev.Placed)
"""Events with which something begins that has nothing to do with what came before."""
_PLAIN: Mapping[type[ev.Event], Callable[[Any], str]] = {
    ev.Placed: lambda e: f"{e.figure} comes to {tile_text(e.at)}, faces {e.facing.name}",
    ev.Moved: _moved,
    ev.Stopped: lambda e: f"{e.figure} stops: {_STOPS.get(e.why) or spoken(e.why)}",
    ev.Turned: lambda e: f"{e.figure} faces {e.facing.name}",
    ev.Hurt: _hurt_words,
    ev.Left: lambda e: f"{e.figure}: {spoken(e.fate)}",
    ev.Revealed: lambda e: f"{e.figure} is discovered",
    ev.Burst: lambda e: f"{spoken(e.weapon)} comes down at {tile_text(e.at)}",
    ev.Tested: lambda e: f"{e.figure}, {spoken(e.what)}: {spoken(e.result)}",
    ev.Changed: lambda e: f"{tile_text(e.at)} is now {spoken(e.terrain)}",
}


def _tell_hurt(teller: Teller, news: News, event: ev.Hurt) -> None:
    """Damage that the sentence of the blow has not told by itself."""
    told = event.figure in teller.harmed or event.amount <= 0
    at = teller.struck[event.figure]
    teller.join("" if told else f", {event.amount} damage", news, at=at)


def _tell_bound(teller: Teller, news: News, event: ev.Bound, rules: Ruleset | None) -> None:
    label = phase_words(teller.setup, event.phase)
    turn = f"turn {event.turn}, " if event.turn else ""
    clock = Clock(event.turn, event.step, event.phase, event.side)
    when = moment(rules, clock) if rules is not None and event.turn else ""
    label = "" if when.startswith(label) else f": {label}"
    when = f"{when}, " if when else ""
    side = teller.setup.sides[event.side].name
    teller.add(f"-- {turn}{when}{side}{label}", news, HEAD)


def _tell_course(teller: Teller, news: News) -> None:
    event, sides = news.event, teller.setup.sides
    if isinstance(event, ev.Scored):
        texts = {goal.id: goal.text or goal.kind for goal in teller.setup.objectives}
        why = texts.get(event.why) or spoken(event.why)
        points = count_words("points", event.points)
        teller.add(f"{points} for {sides[event.side].name}: {why}", news, STRONG)
    elif isinstance(event, ev.Ended):
        winner = f"Victory: {sides[event.winner].name}" if event.winner else "A draw"
        teller.add(f"{winner}: {spoken(event.reason)}", news, HEAD)


def _tell_struck(teller: Teller, news: News, event: ev.Struck) -> None:
    text = spoken(event.effect)
    if any(name in _COUNTS for name in event.sums):
        text = _counts(event.effect, event.sums)
    elif event.sums:
        sums, left = _sums(event.sums, news.faces)
        text = f"{sums}: {text}"
        news = News(news.event, left)
    weight = "" if event.effect in _CALM else STRONG
    shot = teller.said[-1].event if teller.said else None
    if event.source and teller.follows(event.source, ev.Fired) and isinstance(shot, ev.Fired):
        text += _manner(event, shot.how)
        whom = "" if shot.target == event.figure else f" {event.figure}"
        teller.join(f":{whom} {text}", news, weight)
        # What comes next may be about the figure that was struck.
        last = teller.said.pop()
        teller.said.append(Sentence(last.text, last.weight, event.figure, event, last.faces))
    else:
        teller.add(f"{_struck_words(teller, event)}: {text}{_manner(event)}", news, weight)
    teller.struck[event.figure] = len(teller.said) - 1
    if any(name in event.sums for name in _HARM):
        teller.harmed[event.figure] = None


def _struck_words(teller: Teller, event: ev.Struck) -> str:
    """Who is struck, and by whom where neither a shot nor a shell was told before."""
    last = teller.said[-1].event if teller.said else None
    if event.source != UNSEEN or isinstance(last, ev.Burst) or teller.struck:
        return event.figure
    return f"an unseen enemy fires at {event.figure}"


def _counts(effect: str, sums: Mapping[str, int]) -> str:
    """What was counted: `hit, 2 of 4 shots, 10 damage`; of one shot and one hit no number."""
    if effect in _CALM:
        return spoken(effect)
    counts = {name: number for name, number in sums.items() if number}
    shots, hits = counts.pop("shots", 1), counts.pop("hits", 1)
    parts = [] if effect in _BARE and counts else [spoken(effect)]
    if shots > 1:
        parts.append(f"{hits} of {shots} shots")
    elif hits > 1:
        parts.append(count_words("hits", hits))
    parts += [count_words(name, number) for name, number in counts.items()]
    return ", ".join(parts)


def _manner(event: ev.Struck, said: str = "") -> str:
    """How somebody was struck, where totals do not tell of it and it was not said."""
    totals = event.sums and not any(name in _COUNTS for name in event.sums)
    return "" if totals or event.how in ("", said) else f", {spoken(event.how)}"


def _sums(sums: Mapping[str, int], faces: Faces) -> tuple[str, Faces]:
    """Totals in words, and the dice that are not told by them.

    Two totals are one against the other, each opened into its die and what was added to it where
    that die was seen: `5+4 against 2+3`. A third number that is the sum of the first two is told
    as a sum: `5+2 = 7`. Others come by name.
    """
    numbers = tuple(sums.values())
    if len(sums) == 3 and numbers[0] + numbers[1] == numbers[2]:  # noqa: PLR2004 - a sum
        return f"{numbers[0]}{numbers[1]:+d} = {numbers[2]}", ()
    if len(sums) != 2:  # noqa: PLR2004 - not one against another
        return ", ".join(f"{spoken(name)} {number}" for name, number in sums.items()), faces
    dice = dict(zip(sums, faces, strict=False)) if len(faces) == len(sums) else {}
    dice |= {face.what: face for face in faces if face.what in sums}
    first, second = (_opened(number, dice.get(name)) for name, number in sums.items())
    told = tuple(dice.values())
    return f"{first} against {second}", tuple(face for face in faces if face not in told)


def _opened(total: int, face: Face | None) -> str:
    """A total as its die and what was added; alone where its die is not known."""
    return str(total) if face is None else f"{face.face}{total - face.face:+d}"
