"""The log: what a side learnt, told in sentences. Made from news alone, never from a state.

The view beside the news only gives names: of phases, counters, zones, objectives.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from attrs import field, frozen
from textual.content import Content

from skirmish.core import events as ev
from skirmish.core.dice import Face
from skirmish.core.geometry import tile_text
from skirmish.core.state import Setup
from skirmish.core.view import News, View

_ACTS = (ev.Moved, ev.Fired)
_HEAD = "bold $primary"

Faces = tuple[Face, ...]


@frozen
class Sentence:
    """One line of the log: what it says, in which style, whom it is about, with which dice."""

    text: str
    style: str = ""
    about: str = ""
    event: ev.Event | None = None
    faces: tuple[Face, ...] = ()

    @property
    def content(self) -> Content:
        """As it is shown; the dice stand behind, dimmed."""
        dice = ", ".join(f"{face.what or 'die'} {face.face}" for face in self.faces)
        return Content.assemble((self.text, self.style), (f"  ({dice})" if dice else "", "dim"))


@frozen
class _Teller:
    """Tells news one after the other, joining what belongs to one deed."""

    setup: Setup
    said: list[Sentence] = field(factory=list)

    def add(self, text: str, news: News, style: str = "") -> None:
        """A new sentence."""
        self.said.append(Sentence(text, style, news.event.subject, news.event, news.faces))

    def join(self, text: str, news: News, style: str = "") -> None:
        """Goes on with the last sentence."""
        last = self.said.pop()
        faces = last.faces + news.faces
        self.said.append(
            Sentence(last.text + text, style or last.style, last.about, last.event, faces)
        )

    def follows(self, name: str, *kinds: type[ev.Event]) -> bool:
        """Whether the last sentence began with such an event of this figure."""
        return (
            bool(self.said)
            and self.said[-1].about == name
            and isinstance(self.said[-1].event, kinds or _ACTS)
        )


def story(view: View, news: Iterable[News]) -> tuple[Sentence, ...]:
    """What was learnt, in sentences."""
    teller = _Teller(view.state.setup)
    for one in news:
        _tell(teller, one)
    return tuple(teller.said)


def _tell(teller: _Teller, news: News) -> None:
    event = news.event
    match event:
        case ev.Bound() | ev.Ended() | ev.Scored():
            _tell_course(teller, news)
        case ev.Struck():
            _tell_struck(teller, news, event)
        case ev.Fired():
            at = event.target or (tile_text(event.at) if event.at else "")
            how = f" ({_words(event.how)})" if event.how else ""
            weapon = _words(event.weapon)
            teller.add(f"{event.figure} fires {weapon}{how}" + (f" at {at}" if at else ""), news)
        case ev.Counted():
            _tell_counted(teller, news, event)
        case ev.Turned() if teller.follows(event.figure, ev.Moved, ev.Fired, ev.Struck):
            teller.join(f", faces {event.facing.name}", news)
        case ev.Left() if teller.follows(event.figure, ev.Struck, ev.Moved):
            teller.join("" if _said(teller, event.fate) else f": {_words(event.fate)}", news)
        case ev.Zoned() | ev.Unzoned() | ev.Linked() | ev.Unlinked():
            _tell_mark(teller, news)
        case _:
            if text := _plain(event):
                teller.add(text, news)


def _plain(event: ev.Event) -> str:
    """The sentence of an event that says all of it by itself; empty for what needs none."""
    spell = _PLAIN.get(type(event))
    return spell(event) if spell else ""


def _moved(event: ev.Moved) -> str:
    how = f"{_words(event.how)}: " if event.how else ""
    return f"{how}{event.figure} moves to {tile_text(event.path[-1])}"


_PLAIN: Mapping[type[ev.Event], Callable[[Any], str]] = {
    ev.Placed: lambda e: f"{e.figure} comes to {tile_text(e.at)}, faces {e.facing.name}",
    ev.Moved: _moved,
    ev.Stopped: lambda e: f"{e.figure} stops: {_words(e.why)}",
    ev.Turned: lambda e: f"{e.figure} faces {e.facing.name}",
    ev.Posed: lambda e: f"{e.figure}: {_words(e.posture)}",
    ev.Hurt: lambda e: f"{e.figure} takes {e.amount}" if e.amount > 0 else "",
    ev.Left: lambda e: f"{e.figure}: {_words(e.fate)}",
    ev.Revealed: lambda e: f"{e.figure} is discovered",
    ev.Burst: lambda e: f"{_words(e.weapon)} comes down at {tile_text(e.at)}",
    ev.Tested: lambda e: f"{e.figure}, {_words(e.what)}: {_words(e.result)}",
    ev.Changed: lambda e: f"{tile_text(e.at)} is now {_words(e.terrain)}",
}


def _tell_course(teller: _Teller, news: News) -> None:
    event, sides = news.event, teller.setup.sides
    if isinstance(event, ev.Bound):
        phase = teller.setup.declared.phases.get(event.phase)
        label = phase.label if phase else "deployment"
        turn = f"turn {event.turn}, " if event.turn else ""
        teller.add(f"-- {turn}{sides[event.side].name}: {label}", news, _HEAD)
    elif isinstance(event, ev.Scored):
        texts = {goal.id: goal.text or goal.kind for goal in teller.setup.objectives}
        why = texts.get(event.why) or _words(event.why)
        teller.add(f"{sides[event.side].name} scores {event.points}: {why}", news, "bold")
    elif isinstance(event, ev.Ended):
        winner = f"{sides[event.winner].name} wins" if event.winner else "A draw"
        teller.add(f"{winner}: {_words(event.reason)}", news, _HEAD)


def _tell_struck(teller: _Teller, news: News, event: ev.Struck) -> None:
    text = _words(event.effect)
    if event.sums:
        sums, left = _sums(event.sums, news.faces)
        text, news = f"{sums}: {text}", News(news.event, left)
    style = "" if event.effect in ("nothing", "spared") else "bold"
    shot = teller.said[-1].event if teller.said else None
    if event.source and teller.follows(event.source, ev.Fired) and isinstance(shot, ev.Fired):
        whom = "" if shot.target == event.figure else f" {event.figure}"
        teller.join(f":{whom} {text}", news, style)
        # What comes next may be about the figure that was struck.
        last = teller.said.pop()
        teller.said.append(Sentence(last.text, last.style, event.figure, event, last.faces))
    else:
        teller.add(f"{event.figure}: {text}", news, style)


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
        return ", ".join(f"{_words(name)} {number}" for name, number in sums.items()), faces
    dice = dict(zip(sums, faces, strict=False)) if len(faces) == len(sums) else {}
    dice |= {face.what: face for face in faces if face.what in sums}
    first, second = (_opened(number, dice.get(name)) for name, number in sums.items())
    told = tuple(dice.values())
    return f"{first} against {second}", tuple(face for face in faces if face not in told)


def _opened(total: int, face: Face | None) -> str:
    """A total as its die and what was added; alone where its die is not known."""
    return str(total) if face is None else f"{face.face}{total - face.face:+d}"


def _tell_counted(teller: _Teller, news: News, event: ev.Counted) -> None:
    """Only states that last are told, and only where the sentence before has not told them."""
    kept = teller.setup.declared.counter(event.counter)
    if not kept.open or kept.high != 1 or kept.resets or _said(teller, event.counter):
        return
    text = kept.label if event.value else f"no longer {kept.label}"
    teller.add(f"{event.figure}: {text}", news)


def _said(teller: _Teller, word: str) -> bool:
    """Whether the last sentence ends with this word already."""
    return bool(teller.said) and _words(word) in teller.said[-1].text


def _tell_mark(teller: _Teller, news: News) -> None:
    event, declared = news.event, teller.setup.declared
    match event:
        case ev.Zoned():
            where = tile_text(event.tiles[0]) if event.tiles else "nowhere"
            more = f" and {len(event.tiles) - 1} more tiles" if len(event.tiles) > 1 else ""
            owner = f"{event.owner}: " if event.owner else ""
            teller.add(f"{owner}{declared.zones[event.kind].label} at {where}{more}", news)
        case ev.Unzoned():
            teller.add(f"{_words(event.zone)} is gone", news)
        case ev.Linked():
            teller.add(f"{event.figure} {declared.links[event.kind].label} {event.other}", news)
        case ev.Unlinked():
            label = declared.links[event.kind].label
            teller.add(f"{event.figure} no longer {label} {event.other}", news)
        case _:
            pass


def _words(name: str) -> str:
    """An id as words."""
    return name.replace("_", " ")
