"""Log sentences and the writer that joins news of one action into one sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby, takewhile
from types import MappingProxyType
from typing import TypeVar

from attrs import evolve, field, frozen

from skirmish.core import events as ev
from skirmish.core.dice import Face
from skirmish.core.figures import Kind, Weapon
from skirmish.core.geometry import Tile
from skirmish.core.script import Script
from skirmish.core.state import Setup, Zone
from skirmish.core.view import GivenOrder, News
from skirmish.presentation.wording import humanize
from skirmish.rulesets.ruleset import Ruleset, no_tally

HEADING = "head"
STRONG = "strong"
"""Weights: the heading of a part of the log, and an important sentence."""
BOUND_MARK = "-- "
"""The beginning of a sentence about a new bound."""
_ACTIONS = (ev.Moved, ev.Fired)
NEW_ACTIONS = (ev.Fired, ev.Moved, ev.Bound, ev.Placed)
"""Events that begin a new action."""
MOVE_VERBS: Mapping[str, str] = {"run": "runs", "flee": "flees", ev.LOST: "goes out of sight"}
"""What a figure does, by the manner of its move."""
_WITH_IT = ("wild", "defence")
"""Purposes of dice that decide together with an attack's first dice whether it hits."""
DISTANCE_DIE = "distance"
"""Purpose of the die for how far a miss scatters."""
DIRECTION_DIE = "direction"
"""Purpose of the die for the direction of a miss."""
SCATTER_DICE = ("scatter", DIRECTION_DIE, DISTANCE_DIE)
"""Purposes of dice for where a miss comes down; they do not decide whether an attack hits."""
_DICE_WORDS: Mapping[str, str] = {
    "attack": "attack rolls",
    "bystander": "bystander dice",
    "scatter": "scatter die",
    "damage": "damage dice",
    "defence": "defence rolls",
    "guard": "guard dice",
    DIRECTION_DIE: "direction die",
    "sure hit": "other shots",
    "to hit": "rolls",
    DISTANCE_DIE: "distance die",
    "run": "run die",
    "prone": "to stay on its feet",
    "unconscious": "to stay conscious",
    "shock": "to withstand the shock",
}
"""Words for purposes that would otherwise read as results."""
BLAST, IN_BLAST = "blast", " in the blast"
"""`Struck.how` of a figure that is hit by a burst next to it."""
_BEYOND = "missed"
"""Effect of a blast beyond its range; it needs no sentence."""
_UNHARMED = ("nothing", "unharmed", "unhurt")
"""Effects that do the figure no harm."""
E = TypeVar("E", bound=ev.Event)


@frozen
class Sentence:
    """One line of the log with its subject, event and dice.

    `lead` is its beginning, `tail` what was joined to it. `weight` is "", `HEADING` or `STRONG`;
    its look is up to the screen. `result` is the index in the text at which the result of the
    action begins. `events` are all that it reports, in order. `awaits`: the dice of its attack come
    with later news, and `needs` says what they must show, if known. `lost`: its walk continues out
    of sight. `tally` returns the total of dice of one purpose, in the ruleset's words. `shares`:
    the figures among which the attack is divided, each with its number of dice. `tests`: the most
    that the dice of tests may show, by purpose.
    """

    lead: str
    weight: str = ""
    subject: str = ""
    event: ev.Event | None = None
    faces: tuple[Face, ...] = ()
    tail: str = ""
    events: tuple[ev.Event, ...] = ()
    result: int = 0
    needs: str = ""
    awaits: bool = False
    shares: Sequence[tuple[str, int]] = ()
    lost: bool = False
    tally: Callable[[Sequence[Face]], str] = no_tally
    tests: Mapping[str, int] = MappingProxyType({})

    @property
    def begins_bound(self) -> bool:
        """Whether it is the heading of a new bound."""
        return self.weight == HEADING and isinstance(self.event, ev.Bound)

    @property
    def text(self) -> str:
        """The sentence, with a mark before it if a new bound begins."""
        mark = BOUND_MARK if self.begins_bound else ""
        return f"{mark}{self.lead}{self.tail}"

    @property
    def words(self) -> str:
        """The sentence as plain text, its dice in parentheses."""
        return self.text + self.dice

    @property
    def spoken_words(self) -> str:
        """The sentence without the mark of a new bound, which it replaces by a capital."""
        lead = self.lead
        if isinstance(self.event, ev.Bound):
            lead = lead[:1].upper() + lead[1:]
        return lead + self.tail + self.dice

    @property
    def dice(self) -> str:
        """The dice behind the sentence, in parentheses; "" for none."""
        dice = dice_words(self.faces, self.tally, self.tests)
        return f" ({dice})" if dice else ""


def _decisive(
    faces: tuple[Face, ...],
    tally: Callable[[Sequence[Face]], str],
    shares: Sequence[tuple[str, int]],
) -> tuple[str, tuple[Face, ...]]:
    """The words of the dice that decide an attack, and the other dice."""
    count = _count_of(faces, faces[0].purpose)
    both = count + _count_of(faces[count:], *_WITH_IT)
    rolled = _shared(faces[:count], shares) or _numbers(faces[:count], tally)
    rolled += " (the lowest)" if any(map(_is_lowest, faces[:count])) else ""
    beside = dice_words(faces[count:both], tally)
    return f"{rolled}, {beside}" if beside else rolled, faces[both:]


def _shared(dice: Sequence[Face], shares: Sequence[tuple[str, int]]) -> str:
    """Dice grouped by the figures they were rolled against: `b5 6+4 3, b4 1`; "" if unknown."""
    starts = [at for at, face in enumerate(dice) if not face.adds]
    if not shares[1:] or len(starts) != sum(number for _, number in shares):
        return ""
    found, first, bounds = [], 0, [*starts, len(dice)]
    for name, number in shares:
        own = dice[bounds[first] : bounds[first + number]]
        found.append(f"{name} {_numbers(own, no_tally)}")
        first += number
    return ", ".join(found)


def _count_of(faces: tuple[Face, ...], *whats: str) -> int:
    """The number of leading dice with these purposes."""
    return sum(1 for _ in takewhile(lambda face: face.purpose in whats, faces))


def _is_lowest(face: Face) -> bool:
    return not face.number


def _face_words(face: Face) -> str:
    """The number of a die's face: two digits for the lowest of a d100."""
    return str(face.number or "00")


def dice_words(
    faces: Iterable[Face],
    tally: Callable[[Sequence[Face]], str] = no_tally,
    tests: Mapping[str, int] = MappingProxyType({}),
) -> str:
    """Dice behind their purpose; those of one purpose are grouped, with their total.

    `tests`: the most that the dice of tests may show, by purpose.
    """
    rolled: dict[str, list[Face]] = {}
    for face in faces:
        most = tests.get(face.purpose)
        needed = "" if most is None else f" (needs {most} or less): rolls"
        rolled.setdefault(_purpose(face) + needed, []).append(face)
    return ", ".join(f"{what} {_numbers(dice, tally)}" for what, dice in rolled.items())


def _numbers(dice: Sequence[Face], tally: Callable[[Sequence[Face]], str]) -> str:
    """The faces of dice; a die that was rolled again has all its faces: `6+2`."""
    total = tally(dice)
    joins = ["", *("+" if face.adds else " " for face in dice[1:])]
    shown = "".join(join + _face_words(face) for join, face in zip(joins, dice, strict=False))
    return shown + (f" = {total}" if total else "")


def _purpose(face: Face) -> str:
    """The purpose of a die, without commas; its sides if it has no purpose."""
    if not face.purpose:
        return f"d{face.sides}"
    return _DICE_WORDS.get(face.purpose) or humanize(face.purpose).replace(", ", " ")


@frozen
class KnownZones:
    """The zones known so far by id, and the tile at which each is named.

    A side may see only a part of a cloud, whose middle is not where the round landed: `impact`
    holds the tile of the impact in the current action.
    """

    zones: dict[str, Zone] = field(factory=dict)
    places: dict[str, Tile] = field(factory=dict)
    impact: list[Tile] = field(factory=list)

    def follow(self, event: ev.Event) -> None:
        """Update the zones by an event."""
        match event:
            case ev.Fired() | ev.Moved() | ev.Bound() | ev.Placed() | ev.Triggered():
                self.impact.clear()
            case ev.Burst():
                self.impact[:] = [event.at]
            case ev.Zoned():
                self._place(event)
            case ev.Unzoned():
                self.zones.pop(event.zone, None)
            case _:
                pass

    def _place(self, event: ev.Zoned) -> None:
        before = self.zones.get(event.zone)
        self.zones[event.zone] = Zone(
            event.zone, event.kind, event.side, event.owner, event.tiles, until=event.until
        )
        if before is None or before.tiles != event.tiles:
            place = next(iter(self.impact), area_center(event.tiles))
            if place is not None:
                self.places[event.zone] = place


def area_center(tiles: tuple[Tile, ...]) -> Tile | None:
    """The tile of an area nearest to its centroid; None for an empty area."""
    if not tiles:
        return None
    x = sum(tile[0] for tile in tiles)
    y = sum(tile[1] for tile in tiles)
    count = len(tiles)
    return min(tiles, key=lambda t: ((t[0] * count - x) ** 2 + (t[1] * count - y) ** 2, t))


@frozen
class LogWriter:
    """Writes news one by one and joins those of one action.

    `weapons` are those of all figures by figure and weapon id, `thrown` the keys of those that are
    thrown. `known` are the zones known before what is written next. `script` has the texts of
    scripted events, `kinds` the kinds of the figures by id. `rules` supply the words of their
    system, if given. `falling` maps the index of the sentence of a shot at a tile to the words that
    are added if no news tell where it landed. `chances` has the chance of an effect on each further
    figure of the shot just written, `strays` the numbers of stray hits and of all hits on those of
    its targets that a stray shot hits. `attacks` has the order of that shot, if it is known.
    `struck_sentences` maps figures that the action struck to the index of their sentence,
    `damage_written` holds those whose sentence mentions the damage, `going_on` the figure whose
    order continues a move that was stopped just before, `holds` the counts of held actions that
    have a sentence of their own, with its words.
    """

    setup: Setup
    weapons: Mapping[tuple[str, str], Weapon] = field(factory=dict)
    sentences: list[Sentence] = field(factory=list)
    known: KnownZones = field(factory=KnownZones)
    chances: dict[str, Fraction] = field(factory=dict)
    strays: dict[str, tuple[int, int]] = field(factory=dict)
    attacks: list[GivenOrder] = field(factory=list)
    struck_sentences: dict[str, int] = field(factory=dict)
    damage_written: dict[str, None] = field(factory=dict)
    going_on: dict[str, None] = field(factory=dict)
    holds: list[tuple[ev.Event, str]] = field(factory=list)
    thrown: frozenset[tuple[str, str]] = frozenset()
    falling: dict[int, str] = field(factory=dict)
    script: Script = field(factory=Script)
    kinds: Mapping[str, Kind] = field(factory=dict)
    rules: Ruleset | None = None

    def add(
        self,
        text: str,
        news: News,
        weight: str = "",
        before: str = "",
        needs: str | None = None,
        shares: Sequence[tuple[str, int]] = (),
    ) -> None:
        """Add a sentence.

        Args:
            text: The sentence.
            news: What it tells.
            weight: How it looks.
            before: The part of it that precedes the result.
            needs: What the dice of an attack must show, "" if that is not known; None for others.
            shares: The figures among which the attack is divided, with the dice of each.
        """
        event, whole = news.event, before + text
        told, awaits = (event,), needs is not None
        self.sentences.append(
            Sentence(
                *(whole, weight, event.subject, event, (), "", told, len(before)),
                needs=needs or "",
                awaits=awaits,
                shares=shares,
                lost=news.lost,
                tally=no_tally if self.rules is None else self.rules.outcomes.tally,
            )
        )
        self._add_dice(news)

    def _add_dice(self, news: News) -> None:
        """Add dice to the last sentence; those that decide its attack come before its result."""
        faces = self.decide(news.faces)
        last, event, tests = self.sentences.pop(), news.event, {}
        if self.rules is not None and news.struck is not None and isinstance(event, ev.Struck):
            tests = dict(self.rules.outcomes.tests(news.struck, event))
        self.sentences.append(evolve(last, faces=last.faces + faces, tests={**last.tests, **tests}))

    def decide(self, faces: tuple[Face, ...]) -> tuple[Face, ...]:
        """Write the dice that decide an attack, if they are awaited; returns the others."""
        last = self.sentences.pop()
        if last.awaits and faces:
            if last.needs or faces[0].what not in SCATTER_DICE:
                rolled, faces = _decisive(faces, last.tally, last.shares)
                needs = f"{last.needs}, " if last.needs else ""
                last = evolve(last, tail=f"{last.tail}: {needs}rolls {rolled}")
            last = evolve(last, needs="", awaits=False)
        self.sentences.append(last)
        return faces

    def join(self, text: str, news: News, weight: str = "", at: int = -1, before: str = "") -> None:
        """Append to a sentence, by default the last one; `before` precedes its result."""
        if at == -1:
            self._add_dice(news)
        last = self.sentences[at]
        result = len(last.lead + last.tail + before) if weight or before else last.result
        faces = last.faces if at == -1 else last.faces + news.faces
        self.sentences[at] = evolve(
            last,
            tail=last.tail + before + text,
            weight=weight or last.weight,
            faces=faces,
            events=(*last.events, news.event),
            result=result,
        )

    @property
    def last_event(self) -> ev.Event | None:
        """The event of the last sentence."""
        return self.sentences[-1].event if self.sentences else None

    @property
    def burst_last(self) -> bool:
        """Whether the last action reported a round or grenade that burst."""
        for one in reversed(self.sentences):
            if any(isinstance(event, ev.Burst) for event in one.events):
                return True
            if isinstance(one.event, NEW_ACTIONS):
                break
        return False

    @property
    def length(self) -> tuple[int, int]:
        """How much is written: the number of sentences, and the length of the last one's tail."""
        return len(self.sentences), len(self.sentences[-1].tail) if self.sentences else 0

    def weapon_name(self, figure: str, weapon: str) -> str:
        """The name of a figure's weapon."""
        known = self.weapons.get((figure, weapon))
        return known.name if known is not None else humanize(weapon)

    def end_action(self) -> None:
        """Begin a new sentence with the next news, whatever their subject."""
        self.sentences.append(evolve(self.sentences.pop(), subject=""))

    def begin_action(self) -> None:
        """Forget which figures the last action struck."""
        self.struck_sentences.clear()
        self.damage_written.clear()

    def continues(self, name: str, *kinds: type[ev.Event]) -> bool:
        """Whether the last sentence is about this figure and began with such an event."""
        about = self.sentences and self.sentences[-1].subject == name
        return bool(about) and isinstance(self.last_event, kinds or _ACTIONS)

    def reported(self, kind: type[E], at: int = -1) -> Iterator[E]:
        """The events of a kind that a sentence reports, by default the last one."""
        for event in self.sentences[at].events if self.sentences else ():
            if isinstance(event, kind):
                yield event


def join_unharmed(sentences: Sequence[Sentence]) -> list[Sentence]:
    """The sentences; those about figures that one blast did not harm are joined into one.

    Figures beyond its range are not named. If it harmed none, that is said without names, but for
    a single figure.
    """
    joined: list[Sentence] = []
    left = [*sentences]
    for struck, run in groupby(sentences, lambda said: isinstance(said.event, ev.Struck)):
        told = [*run]
        left = left[len(told) :]
        joined += _of_blast(told, joined, left) if struck else told
    return joined


def _of_blast(
    told: Sequence[Sentence], before: Sequence[Sentence], after: Sequence[Sentence]
) -> list[Sentence]:
    """The sentences on what attacks did, between those `before` and `after` them."""
    burst = bool(before) and any(isinstance(one, ev.Burst) for one in before[-1].events)
    bare = [(at, hit) for at, said in enumerate(told) if (hit := _bare(said, burst=burst))]
    beyond = [at for at, hit in bare if (hit.how, hit.effect) == (BLAST, _BEYOND)]
    spared = [at for at, hit in bare if hit.effect in _UNHARMED]
    left = [at for at in range(len(told)) if at not in beyond and at not in spared[:-1]]
    if not beyond and not spared[1:]:
        return [*told]
    hits = [hit for at, hit in bare if at in beyond or at in spared]
    none = len(hits) == len(told) and any(hit.how == BLAST for hit in hits)
    if none and len(spared) != 1 and not (_harms(reversed(before)) or _harms(after)):
        lead = "no figure in sight is harmed by the blast"
        return [evolve(told[-1], lead=lead, subject="", tail="", events=tuple(hits))]
    if spared[1:]:
        joint = _joint(told[spared[-1]], [hit for at, hit in bare if at in spared], burst=burst)
        return [joint if at == spared[-1] else told[at] for at in left]
    return [told[at] for at in left]


def _harms(sentences: Iterable[Sentence]) -> bool:
    """Whether a figure is harmed before another action, such as one that the blast discovered."""
    same = takewhile(lambda said: not isinstance(said.event, NEW_ACTIONS), sentences)
    return any(isinstance(one, ev.Hurt) for said in same for one in said.events)


def _bare(said: Sentence, *, burst: bool) -> ev.Struck | None:
    """The effect of one attack on one figure, if a sentence is about that alone."""
    event = said.event
    if not isinstance(event, ev.Struck) or not (burst or event.how == BLAST):
        return None
    return event if len(said.events) == 1 and not said.faces and not event.sums else None


def _joint(said: Sentence, hits: Sequence[ev.Struck], *, burst: bool) -> Sentence:
    """One sentence on all figures that a blast did not harm."""
    effects = " or ".join(dict.fromkeys(humanize(hit.effect) for hit in hits))
    how = dict.fromkeys(hit.how for hit in hits if hit.how)
    blast = [*how] == [BLAST] or (burst and how)
    manner = IN_BLAST if blast else "".join(f", {humanize(one)}" for one in how)
    lead = f"{', '.join(hit.figure for hit in hits)}: {effects}{manner}"
    return evolve(said, lead=lead, subject="", tail="", events=tuple(hits))
