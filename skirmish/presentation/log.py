"""The battle log: news as sentences, and transcripts of recorded games.

Sentences come from news, never from a state. The view beside the news only supplies names: of
phases, counters, zones and objectives.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from attrs import evolve

from skirmish.core import events as ev
from skirmish.core.dice import Face
from skirmish.core.figures import Counter, Kind
from skirmish.core.geometry import Tile, facing_towards, tile_text
from skirmish.core.state import Clock, Zone
from skirmish.core.text import pluralize
from skirmish.core.view import UNSEEN, News, View
from skirmish.core.view import view as view_of
from skirmish.game import Game
from skirmish.presentation.attack_chance import attack_chance
from skirmish.presentation.battle_totals import brief_reason
from skirmish.presentation.blast_sentences import join_unharmed
from skirmish.presentation.figure_status import posture_words
from skirmish.presentation.log_writer import (
    DISTANCE_DIE,
    HEADING,
    SCATTER_DICE,
    STRONG,
    LogWriter,
    Sentence,
)
from skirmish.presentation.quiet_orders import purchase_words, quiet_order_words, spent_tokens_words
from skirmish.presentation.wording import (
    count_words,
    humanize,
    percent,
    phase_words,
    thrown_weapons,
    weapon_names,
)
from skirmish.rulesets.common.zones import kind_of_id
from skirmish.rulesets.ruleset import Ruleset

_FACES = ", faces "
_MOVE_VERBS: Mapping[str, str] = {"run": "runs", "flee": "flees"}
_OFF_MAP: Mapping[str, str] = {"fled": "flees off the map", "exited": "leaves the map"}
"""What a figure does that goes over the edge, by its fate."""
_DOES: Mapping[str, str] = {"recoil": "recoils"}
"""What a figure does by an effect; any other effect is what happens to it."""
_NO_EFFECT = ("nothing", "spared", "missed", "unharmed")
"""Effects that need no emphasis."""
_HIT = "hit"
"""What a shot does that is counted by itself."""
_COUNTS = ("shots", "hits", "damage", "wounds", "rounds", "tokens")
"""Numbers that are counts, not totals of dice."""
_NUMBER_ALONE = ("damaged", "wounded")
"""Effects that their number implies."""
_HARM = ("damage", "wounds")
"""Names of numbers that measure harm."""
_COUNTED = re.compile(r"([a-z]+)_(\d+)")
"""A result that is a count: `hits_3`."""
_ATTACK_WORDS: Mapping[str, str] = {
    "strike": "{who} strikes{whom} with {weapon}",
    "grapple": "{who} tries to grapple{whom}",
    "throw": "{who} throws {weapon}{at}",
    "suppress": "{who} fires {weapon} to suppress{whom}",
    "suppression": "{who} fires {weapon} to suppress{whom}",
}
"""Sentences of attacks other than plain shots, by `Fired.how`; `at` is `whom` behind "at"."""
_MANNERS: Mapping[str, str] = {
    "auto": "on automatic",
    "burst": "in a burst",
    "divided": "in several rolls",
    "double": "with a double tap",
    "full": "in full automatic",
    "held": "from its held action",
    "into_combat": "into close combat",
    "long": "in a long burst",
    "opportunity": "in opportunity fire",
    "overwatch": "on overwatch",
    "rapid": "in rapid fire",
    "semi": "in semi-automatic",
    "short": "in a short burst",
    "single": "",
    "split": "in a split burst",
}
"""How a shot is fired, by `Fired.how` or `Struck.how`; "" for what needs no mention."""
_STRAY, _STRAYS = ("redirected", "stray"), "by a stray shot"
"""How a figure is struck that the shot was not meant for, and in words."""
_STOPS: Mapping[str, str] = {
    "sight": "an enemy comes into sight",
    "met": "another figure is in the way",
    "blocked": "the way is blocked",
    "spent": "it has no movement left",
    "held": "it is held",
    "lapsed": "its order is no longer possible",
}

Faces = tuple[Face, ...]
_INDENT = " " * 4


def log_sentences(
    view: View, news: Iterable[News], rules: Ruleset | None = None, *, ended: bool = True
) -> tuple[Sentence, ...]:
    """News as sentences; `rules` add how a bound is called besides its phase.

    `ended`: the last news are all there are, not a part of what is being watched.
    """
    news = tuple(news)
    zones = _zones_before(view, news[:1])
    names, thrown = weapon_names(view), thrown_weapons(view)
    script = view.state.script
    writer = LogWriter(
        *(view.state.setup, names),
        zones=zones,
        thrown=thrown,
        script=script,
        kinds={figure.id: figure.who.kind for figure in view.state.figures.values()},
    )
    for group in _by_order(news):
        _write_group(writer, group, rules)
    _mark_unseen_falls(writer, ended=ended)
    return tuple(join_unharmed(writer.sentences))


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


def _write_group(writer: LogWriter, group: list[News], rules: Ruleset | None) -> None:
    """Write the news of an order, and the order itself where none of them tells of it.

    An order that waits for an answer has its sentence there.
    """
    done = next((at for at, one in enumerate(group) if isinstance(one.event, _COURSE)), len(group))
    if group[0].given is not None and writer.sentences:
        writer.end_action()  # Each of the side's own orders has its own sentence.
    before, start = writer.length, len(writer.sentences)
    _write_all(writer, group[:done], rules)
    given = None if any(isinstance(one.event, ev.Asked) for one in group) else group[0].given
    if rules is not None and given is not None and writer.length == before:
        _write_quiet(writer, group[0], quiet_order_words(rules, given))
    if given is not None:
        _write_spent(writer, start, group[0], spent_tokens_words(given, group))
    _write_all(writer, group[done:], rules)


def _write_spent(writer: LogWriter, start: int, news: News, words: str) -> None:
    """Add the tokens that an attack took to its sentence."""
    for at in range(start, len(writer.sentences)) if words else ():
        if any(writer.reported(ev.Fired, at)):
            writer.join(f"; {words}", News(news.event), at=at)
            return


def _write_quiet(writer: LogWriter, news: News, words: str) -> None:
    """Write an order that no event tells of; what follows begins a sentence of its own."""
    if words:
        writer.add(words, News(news.event))
        writer.end_action()


def _write_all(writer: LogWriter, news: Iterable[News], rules: Ruleset | None) -> None:
    for one in news:
        if isinstance(one.event, _NEW_ACTIONS):
            writer.begin_action()
        _write(writer, one, rules)


def _write(writer: LogWriter, news: News, rules: Ruleset | None) -> None:
    event = news.event
    match event:
        case ev.Bound():
            _write_bound(writer, news, event, rules)
        case ev.Ended() | ev.Scored() | ev.Triggered() | ev.Opened() | ev.Closed():
            _write_course(writer, news)
        case ev.Struck() | ev.Fired():
            _write_attack(writer, news, event, rules)
        case ev.Burst() if _comes_down(writer, event):
            _write_fall(writer, news, event, rules)
        case ev.Moved():
            _write_walk(writer, news, event)
        case ev.Tested() if writer.continues(event.figure, ev.Fired):
            writer.join(_result_words(event.result), news)
        case ev.Turned() if _turn_follows(writer, event.figure):
            writer.join(f"{_FACES}{event.facing.name}", news)
        case ev.Left() if (
            writer.continues(event.figure, ev.Moved) or event.figure in writer.struck_sentences
        ):
            at = writer.struck_sentences.get(event.figure, -1)
            hits = writer.reported(ev.Struck, at)
            said = any((hit.figure, hit.effect) == (event.figure, event.fate) for hit in hits)
            fate = ", then off the map" if event.fate in _OFF_MAP else f": {humanize(event.fate)}"
            writer.join("" if said else fate, news, at=at)
        case ev.Hurt() if event.figure in writer.struck_sentences:
            _write_hurt(writer, news, event)
        case _:
            _write_state(writer, news, rules)


def _write_attack(
    writer: LogWriter, news: News, event: ev.Fired | ev.Struck, rules: Ruleset | None
) -> None:
    """Write a shot with the friends that aid it, or what an attack did; a fight is one sentence."""
    match event:
        case ev.Struck() if (blow := _opponents_blow(writer, event)) is not None:
            _write_fight(writer, blow, event)
        case ev.Struck():
            _write_struck(writer, news, event, rules)
        case ev.Fired() if event.how == ev.AID:
            _write_aid(writer, news, event)
        case ev.Fired():
            _write_fired(writer, news, event, rules)


def _write_aid(writer: LogWriter, news: News, event: ev.Fired) -> None:
    """Write who aids a shot; where that was not told of, its shooter is out of sight."""
    if not _same_target(writer, event):
        writer.add(f"an unseen enemy fires at {event.target}", news, needs="")
        writer.sentences.append(evolve(writer.sentences.pop(), subject=UNSEEN))
    writer.join(f", aided by {event.figure}", news)


def _comes_down(writer: LogWriter, event: ev.Burst) -> bool:
    """Whether an impact is that of the shot which was just written."""
    shot = writer.sentences[-1].event if writer.sentences else None
    same = isinstance(shot, ev.Fired) and shot.weapon == event.weapon
    return same and not any(writer.reported(ev.Struck)) and not any(writer.reported(ev.Burst))


def _write_fall(writer: LogWriter, news: News, event: ev.Burst, rules: Ruleset | None) -> None:
    """Write where a shot at a tile came down, and how far from there that is."""
    shot = writer.sentences[-1]
    aim = shot.event.at if isinstance(shot.event, ev.Fired) else None
    rolled = {face.what: face.face for face in (*shot.faces, *news.faces)}
    reached = any(_counted_hits(test.result) for test in writer.reported(ev.Tested))
    strays = not reached and any(name in rolled for name in SCATTER_DICE)
    off = 0 if aim is None else max(abs(a - b) for a, b in zip(event.at, aim, strict=True))
    text = f": lands at {tile_text(event.at)}"
    if aim == event.at:
        text = ": misses, yet lands there" if strays else ": lands there"
    elif aim is not None:
        tiles = count_words("tiles", off)
        text += f", {tiles} {facing_towards(aim, event.at).name} of {tile_text(aim)}"
    if rules is not None and aim is not None and rolled.get(DISTANCE_DIE, 0) > off:
        text += f" ({rules.outcomes.scatter_limit})" if rules.outcomes.scatter_limit else ""
    writer.join(text, news)
    writer.end_action()


def _turn_follows(writer: LogWriter, name: str) -> bool:
    """Whether a turn belongs to what its figure did or suffered just before."""
    follows = writer.continues(name, ev.Moved, ev.Fired, ev.Struck)
    return follows and not any(writer.reported(ev.Turned))


def _write_state(writer: LogWriter, news: News, rules: Ruleset | None) -> None:
    event = news.event
    match event:
        case ev.Tested() if rules is not None and (words := _purchase(rules, news)):
            writer.add(f"{words}: {_bought_words(event.result)}", news)
        case ev.Changed() if _changes_alike(writer, event):
            _write_more_ground(writer, news)
        case ev.Stopped():
            writer.add(f"{event.figure} stops: {_stop_words(news, event)}", news)
        case _:
            if write := _STATE_WRITERS.get(type(event)):
                write(writer, news, event)
            elif spell := _PLAIN.get(type(event)):
                writer.add(spell(event), news)


def _write_placed(writer: LogWriter, news: News, event: ev.Placed) -> None:
    """Write that a figure is put on the map: in the deployment, or when it arrives later."""
    last = _last_bound(writer)
    comes = "appears" if last is not None and last.turn else "is placed"
    where = f"{tile_text(event.at)}, faces {event.facing.name}"
    writer.add(f"{event.figure} {comes} at {where}", news)


def why_stopped(news: Iterable[News], figure: str) -> str:
    """Why a figure's last walk ended early; "" if it did not."""
    stops = [(one, one.event) for one in news if isinstance(one.event, ev.Stopped)]
    told = [_stop_words(one, stop) for one, stop in stops if stop.figure == figure]
    return told[-1] if told else ""


def _stop_words(news: News, event: ev.Stopped) -> str:
    """Why a move ends early; of enemies that come into sight also which and where, as known."""
    if not news.sighted:
        return _STOPS.get(event.why) or humanize(event.why)
    named = [f"{name} at {tile_text(tile)}" for name, tile in news.sighted]
    return f"{' and '.join(named)} {'comes' if len(named) == 1 else 'come'} into sight"


def _write_move(writer: LogWriter, news: News, event: ev.Moved) -> None:
    """Write a walk; the end of one that went on out of sight is where it was last seen."""
    end = ", last seen at" if news.lost else " to"
    writer.add(f"{_going_words(event)}{end} {tile_text(event.path[-1])}", news)


def _going_words(event: ev.Moved) -> str:
    if goes := _MOVE_VERBS.get(event.how):
        return f"{event.figure} {goes}"
    how = f"{humanize(event.how)}: " if event.how else ""
    return f"{how}{event.figure} moves"


def _write_walk(writer: LogWriter, news: News, event: ev.Moved) -> None:
    """Write a walk, or join it with the one before if nothing interrupted them."""
    last = writer.sentences[-1] if writer.continues(event.figure, ev.Moved) else None
    before = last.event if last and not (last.tail or last.lost) else None
    if last and isinstance(before, ev.Moved) and before.how == event.how:
        writer.sentences.pop()
        event = ev.Moved(event.figure, before.path + event.path, how=event.how)
        news = News(event, last.faces + news.faces, lost=news.lost)
    _write_move(writer, news, event)


def _write_fired(writer: LogWriter, news: News, event: ev.Fired, rules: Ruleset | None) -> None:
    """Write a shot with its chance and what its dice must show, as far as that was known before."""
    told = None if rules is None else attack_chance(rules, news)
    text, needs = _fired_words(writer, event), ""
    if told is not None:
        needs = told.needs
        lands = "lands there " if told.lands else ""
        text += "" if told.chance is None else f" ({lands}{percent(told.chance)})"
    writer.add(text, news, needs=needs)
    if told is not None and told.lands:
        whole = news.attack is not None and news.attack.all_told
        words = "leaves the map" if whole else "comes down out of sight"
        writer.falling[len(writer.sentences) - 1] = words


def _mark_unseen_falls(writer: LogWriter, *, ended: bool) -> None:
    """Say of a side's own shots at a tile that nothing was seen of what came down.

    With everything known it left the map. What the last of them did may follow, if the news have
    not `ended`.
    """
    ends = [at for at, one in enumerate(writer.sentences) if isinstance(one.event, _NEW_ACTIONS)]
    for at, words in writer.falling.items():
        end = next((other for other in ends if other > at), len(writer.sentences))
        if not ended and end == len(writer.sentences):
            continue
        told = [event for one in writer.sentences[at:end] for event in one.events]
        if not any(map(_shows_fall, told)):
            shot = writer.sentences[at]
            writer.sentences[at] = evolve(shot, tail=f"{shot.tail}: {words}")


def _shows_fall(event: ev.Event) -> bool:
    """Whether an event says where a shot at a tile came down, or what it did there."""
    missed = isinstance(event, ev.Tested) and event.result == _OFF_THE_MAP
    return missed or isinstance(event, ev.Burst | ev.Zoned | ev.Struck)


def _fired_words(writer: LogWriter, event: ev.Fired) -> str:
    """Attacker, weapon and target: `b1 fires assault rifle (short) at r1`."""
    target = event.target or (tile_text(event.at) if event.at else "")
    whom, at = (f" {target}", f" at {target}") if target else ("", "")
    weapon = writer.weapon_name(event.figure, event.weapon)
    if template := _ATTACK_WORDS.get(event.how):
        return template.format(who=event.figure, weapon=weapon, whom=whom, at=at)
    how = _manner(event.how)
    does = "throws" if (event.figure, event.weapon) in writer.thrown else "fires"
    return f"{event.figure} {does} {weapon}{how}{at}"


def _manner(how: str) -> str:
    """How a shot is fired: ` in a burst`; "" where that needs no mention."""
    words = _MANNERS.get(how, f"({humanize(how)})" if how else "")
    return f" {words}" if words else ""


def _purchase(rules: Ruleset, news: News) -> str:
    """The purchase that a test is rolled for; "" for any other test."""
    return "" if news.given is None else purchase_words(rules, news.given)


def _bought_words(result: str) -> str:
    """What came of a purchase: `bought for a month`."""
    return "not available" if result == "failed" else f"bought {humanize(result)}"


def _counted_hits(result: str) -> int:
    """The hits that a test counted: they bring a shot at a tile nearer to it."""
    counted = _COUNTED.fullmatch(result)
    return int(counted[2]) if counted is not None and counted[1] == "hits" else 0


def _result_words(result: str) -> str:
    counted = _COUNTED.fullmatch(result)
    if counted is None:
        return f": {humanize(result)}"
    return f", {count_words(counted[1], int(counted[2]))} rolled"


def _hurt_words(event: ev.Hurt) -> str:
    if event.amount > 0:
        return f"{event.figure} takes {event.amount} damage"
    return f"{event.figure} is healed by {-event.amount}" if event.amount else ""


_OFF_THE_MAP = "off_the_map"
"""Result of a shot that leaves the map."""
_NEW_ACTIONS = (ev.Fired, ev.Moved, ev.Bound, ev.Placed)
"""Events that begin a new action."""
_COURSE = (ev.Bound, ev.Scored, ev.Triggered, ev.Opened, ev.Closed, ev.Ended)
"""Events of the battle's course, which no order is about."""
_PLAIN: Mapping[type[ev.Event], Callable[[Any], str]] = {
    ev.Turned: lambda e: f"{e.figure} faces {e.facing.name}",
    ev.Hurt: _hurt_words,
    ev.Left: lambda e: (
        f"{e.figure} {_OFF_MAP[e.fate]}"
        if e.fate in _OFF_MAP
        else f"{e.figure}: {humanize(e.fate)}"
    ),
    ev.Revealed: lambda e: f"{e.figure} is discovered",
    ev.Burst: lambda e: f"{humanize(e.weapon)}: impact at {tile_text(e.at)}",
    ev.Tested: lambda e: f"{e.figure}, {humanize(e.what)}: {humanize(e.result)}",
    ev.Joined: lambda e: f"{e.figure} changes sides",
    ev.Changed: lambda e: (
        f"{tile_text(e.at)} changes to {humanize(e.terrain)}" + (f", by {e.by}" if e.by else "")
    ),
}


def _write_hurt(writer: LogWriter, news: News, event: ev.Hurt) -> None:
    """Add damage to the sentence of the attack, unless that mentions it."""
    written = event.figure in writer.damage_written or event.amount <= 0
    at = writer.struck_sentences[event.figure]
    writer.join("" if written else f", {event.amount} damage", news, at=at)


def _write_bound(writer: LogWriter, news: News, event: ev.Bound, rules: Ruleset | None) -> None:
    label = phase_words(writer.setup, event.phase)
    turn = f"turn {event.turn}, " if event.turn else ""
    clock = Clock(event.turn, event.step, event.phase, event.side)
    when = rules.turn.moment(clock) if rules is not None and event.turn else ""
    named = rules is not None and when != "" and rules.turn.names_phase
    label = "" if named else f": {label}"
    when = f"{when}, " if when else ""
    side = writer.setup.sides[event.side].name
    passed = "" if rules is None else _skipped_words(writer, clock, rules)
    named_dice = evolve(news, faces=tuple(_of_named_side(writer, face) for face in news.faces))
    writer.add(f"{turn}{when}{side}{label}{passed}", named_dice, HEADING)


def _of_named_side(writer: LogWriter, face: Face) -> Face:
    """A die that was rolled for a side, with the name of that side for its id."""
    what, _, side = face.what.rpartition(" ")
    names = writer.setup.sides
    return evolve(face, what=f"{what} of {names[side].name}") if side in names else face


def _last_bound(writer: LogWriter) -> ev.Bound | None:
    bounds = (one.event for one in reversed(writer.sentences) if isinstance(one.event, ev.Bound))
    return next(bounds, None)


def _skipped_words(writer: LogWriter, clock: Clock, rules: Ruleset) -> str:
    """The phases before a bound in which no figure acts, since the bound written last."""
    last = _last_bound(writer)
    if last is None:
        return ""
    before = Clock(last.turn, last.step, last.phase, last.side)
    names = rules.turn.skipped(before, clock)
    return f" (no figure acts in {' and '.join(names)})" if names else ""


def _write_course(writer: LogWriter, news: News) -> None:
    event, sides = news.event, writer.setup.sides
    if isinstance(event, ev.Scored):
        texts = {goal.id: goal.text or goal.kind for goal in writer.setup.objectives}
        why = texts.get(event.why) or humanize(event.why)
        points = count_words("points", event.points)
        writer.add(f"{points} for {sides[event.side].name}: {why}", news, STRONG)
    elif isinstance(event, ev.Ended):
        winner = f"Victory: {sides[event.winner].name}" if event.winner else "A draw"
        writer.add(f"{winner}: {brief_reason(event.reason, event.winner)}", news, HEADING)
    elif isinstance(event, ev.Triggered | ev.Opened | ev.Closed):
        _write_scripted(writer, news, event)


def _write_scripted(
    writer: LogWriter, news: News, event: ev.Triggered | ev.Opened | ev.Closed
) -> None:
    """Write the text of a scripted event, or what an objective counts now."""
    writer.begin_action()
    if isinstance(event, ev.Triggered):
        if text := writer.script.text_of(event.trigger):
            writer.add(" ".join(text.split()), news, STRONG)
        return
    goal = next(goal for goal in writer.setup.objectives if goal.id == event.objective)
    side, words = writer.setup.sides[goal.side].name, goal.text or goal.kind
    opened = isinstance(event, ev.Opened)
    lead = f"new objective of {side}" if opened else f"an objective of {side} no longer counts"
    writer.add(f"{lead}: {words}", news, STRONG)


def _changes_alike(writer: LogWriter, event: ev.Changed) -> bool:
    """Whether the last sentence is about other ground that became the same by itself."""
    last = writer.sentences[-1].event if writer.sentences else None
    if not isinstance(last, ev.Changed) or last.by or event.by:
        return False
    return last.terrain == event.terrain


def _write_more_ground(writer: LogWriter, news: News) -> None:
    """Count one more tile in the last sentence."""
    last = writer.sentences.pop()
    more = pluralize(len(last.events), "more tile")
    writer.sentences.append(evolve(last, tail=f" and {more}", events=(*last.events, news.event)))


def _same_target(writer: LogWriter, event: ev.Fired) -> bool:
    """Whether the last sentence is a shot at the same target."""
    last = writer.sentences[-1].event if writer.sentences else None
    return isinstance(last, ev.Fired) and last.target == event.target != ""


def _opponents_blow(writer: LogWriter, event: ev.Struck) -> ev.Struck | None:
    """The other half of a fight in which both roll, if the last sentence is just that."""
    last = writer.sentences[-1] if writer.sentences else None
    if last is None or last.tail or not isinstance(last.event, ev.Struck):
        return None
    blow = last.event
    mutual = (blow.figure, blow.source) == (event.source, event.figure)
    return blow if mutual and _is_sum(blow.sums) and _is_sum(event.sums) else None


def _write_fight(writer: LogWriter, blow: ev.Struck, event: ev.Struck) -> None:
    """Write a fight in one sentence: `b1 fights r2: 6+6 = 12 against 4+4 = 8: r2 recoils`."""
    first, second = (_sum_words(one.sums, ())[0] for one in (blow, event))
    harmed = [one for one in (blow, event) if one.effect not in _NO_EFFECT]
    results = [f"{one.figure} {_DOES.get(one.effect, humanize(one.effect))}" for one in harmed]
    text = f"{blow.figure} fights {event.figure}: {first} against {second}"
    before = writer.sentences.pop()
    writer.add(
        ", ".join(results) or humanize(event.effect),
        News(event, before.faces),
        STRONG if results else "",
        f"{text}: ",
    )
    writer.sentences.append(evolve(writer.sentences.pop(), events=(*before.events, event)))
    for one in (blow, event):
        writer.struck_sentences[one.figure] = len(writer.sentences) - 1


def _write_struck(writer: LogWriter, news: News, event: ev.Struck, rules: Ruleset | None) -> None:
    extras = "" if rules is None else rules.outcomes.extras(news.faces)
    text = humanize(event.effect)
    if any(name in _COUNTS for name in event.sums):
        text = _counts_words(event.effect, event.sums)
    elif event.sums:
        sums, left = _sum_words(event.sums, news.faces)
        text = f"{sums}: {text}"
        news = News(news.event, left)
    text += f" ({extras})" if extras else ""
    weight = "" if event.effect in _NO_EFFECT else STRONG
    shot = writer.sentences[-1].event if writer.sentences else None
    if event.source and writer.continues(event.source, ev.Fired) and isinstance(shot, ev.Fired):
        text += _manner_words(event, shot.how)
        whom = "" if shot.target == event.figure else f"{event.figure} "
        writer.join(f"{whom}{text}", news, weight, before=": ")
        # The next news may be about the struck figure.
        last = writer.sentences.pop()
        writer.sentences.append(evolve(last, subject=event.figure, event=event))
    else:
        who = _struck_words(writer, event)
        text += _manner_words(event) if who == event.figure or event.how not in _MANNERS else ""
        writer.add(text, news, weight, f"{who}: ")
    writer.struck_sentences[event.figure] = len(writer.sentences) - 1
    if any(name in event.sums for name in _HARM):
        writer.damage_written[event.figure] = None


def _struck_words(writer: LogWriter, event: ev.Struck) -> str:
    """The struck figure, and an unseen attacker where no shot was logged before."""
    last = writer.sentences[-1].event if writer.sentences else None
    if event.source != UNSEEN or isinstance(last, ev.Burst) or writer.struck_sentences:
        # What no figure does, such as gas, and half of a fight are named before their dice.
        ownerless = event.how and event.sums and (not event.source or _is_sum(event.sums))
        return f"{humanize(event.how)}, {event.figure}" if ownerless else event.figure
    how = _manner(event.how) if event.how in _MANNERS else ""
    return f"an unseen enemy fires{how} at {event.figure}"


def _counts_words(effect: str, sums: Mapping[str, int]) -> str:
    """Counts in words: `2 of 4 hit, 10 damage`; a single shot or hit has no number."""
    if effect in _NO_EFFECT:
        return humanize(effect)
    counts = {name: number for name, number in sums.items() if number}
    shots, hits = counts.pop("shots", 1), counts.pop("hits", 1)
    parts = [] if effect in _NUMBER_ALONE and counts else [humanize(effect)]
    if shots > 1:
        parts = [*(one for one in parts if one != _HIT), f"{hits} of {shots} {_HIT}"]
    elif hits > 1:
        # "2 hits" would be taken for those of the dice, which are fewer or more.
        parts = [*(one for one in parts if one != _HIT), f"{_HIT} by {count_words('rounds', hits)}"]
    parts += [count_words(name, number) for name, number in counts.items()]
    return ", ".join(parts)


def _manner_words(event: ev.Struck, said: str = "") -> str:
    """How a figure was struck, where neither totals nor an earlier sentence say it."""
    totals = event.sums and not any(name in _COUNTS for name in event.sums)
    words = _STRAYS if event.how in _STRAY else humanize(event.how)
    return "" if totals or event.how in ("", said) else f", {words}"


def _sum_words(sums: Mapping[str, int], faces: Faces) -> tuple[str, Faces]:
    """Totals in words, and the dice that they do not cover.

    Two totals are an opposed roll; each is split into its die and modifier where the die is known:
    `die 5 + 4 = 9 against die 2 + 3 = 5`. So is a third number that is the sum of the first two.
    Any other totals are listed by name.
    """
    numbers = tuple(sums.values())
    if _is_sum(sums):
        return _die_words(numbers[0], numbers[2]), ()
    if len(sums) != 2:  # noqa: PLR2004 - not one against another
        return ", ".join(f"{humanize(name)} {number}" for name, number in sums.items()), faces
    dice = dict(zip(sums, faces, strict=False)) if len(faces) == len(sums) else {}
    dice |= {face.what: face for face in faces if face.what in sums}
    first, second = (_total_words(number, dice.get(name)) for name, number in sums.items())
    covered = tuple(dice.values())
    return f"{first} against {second}", tuple(face for face in faces if face not in covered)


def _is_sum(sums: Mapping[str, int]) -> bool:
    """Whether the third of three numbers is the sum of the first two."""
    numbers = tuple(sums.values())
    return len(numbers) == 3 and numbers[0] + numbers[1] == numbers[2]  # noqa: PLR2004 - as said


def _total_words(total: int, face: Face | None) -> str:
    """A total as die and modifier; the total alone where its die is unknown."""
    return str(total) if face is None else _die_words(face.face, total)


def _die_words(face: int, total: int) -> str:
    """A total with its die and what is added to it: `die 5 + 4 = 9`."""
    added = total - face
    return f"die {face} {'-' if added < 0 else '+'} {abs(added)} = {total}"


def _write_posed(writer: LogWriter, news: News, event: ev.Posed) -> None:
    """Write a change of posture."""
    words = posture_words(writer.setup.declared, event.posture)
    if writer.continues(event.figure, ev.Posed):
        writer.add(f"{event.figure}: {words}", news)
    elif not any(hit.effect == event.posture for hit in writer.reported(ev.Struck)):
        _write_condition(writer, news, words)


def _write_counted(writer: LogWriter, news: News, event: ev.Counted) -> None:
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
    last = writer.sentences[-1].event if writer.sentences else None
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
    if writer.continues(news.event.subject, ev.Struck, ev.Counted, ev.Posed):
        writer.join(f", {words}", news)
    else:
        writer.add(f"{news.event.subject}: {words}", news)


def _write_linked(writer: LogWriter, news: News, event: ev.Linked | ev.Unlinked) -> None:
    """Write a relation; a hidden one only where the last sentence does not name both figures."""
    kind = writer.setup.declared.links[event.kind]
    if isinstance(event, ev.Unlinked):
        if kind.open:
            writer.add(f"{event.figure} no longer {kind.label} {event.other}", news)
    elif kind.open or not _names_both(writer, event):
        writer.add(f"{event.figure} {kind.label} {event.other}", news)


def _names_both(writer: LogWriter, event: ev.Linked) -> bool:
    """Whether the last sentence names both figures of a relation."""
    named = [one.subject for one in writer.reported(ev.Event)]
    named += [shot.target for shot in writer.reported(ev.Fired)]
    named += [hit.source for hit in writer.reported(ev.Struck)]
    named += [link.other for link in writer.reported(ev.Linked)]
    return event.figure in named and event.other in named


def _zone_of(event: ev.Zoned) -> Zone:
    """The zone of an event, without its counters."""
    return Zone(event.zone, event.kind, event.side, event.owner, event.tiles, {}, event.until)


def _zones_before(view: View, first: tuple[News, ...]) -> dict[str, Zone]:
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


def _write_zoned(writer: LogWriter, news: News, event: ev.Zoned) -> None:
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


def _write_unzoned(writer: LogWriter, news: News, event: ev.Unzoned) -> None:
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


def transcript(game: Game, side: str = "") -> Iterator[str]:
    """The standing lines of a game, each with its news as indented sentences.

    Args:
        game: The battle.
        side: Limits the transcript to what this side ordered and learnt; "" for everything. Its
            lines are numbered by its own passages: record numbers would count hidden orders.
    """
    for number, line, order, news in _transcript_lines(game, side):
        if order:
            yield f"{number} {order}"
        for one in log_sentences(_view_after_line(game, line, side), news, game.ruleset):
            yield f"{_INDENT}{one.words}"


def _transcript_lines(game: Game, side: str) -> Iterator[tuple[int, int, str, Iterable[News]]]:
    """Each line: its number, its number in the record, its order, its news."""
    if side:
        for one in game.known_entries(side):
            yield one.number, one.line, f"{one.side} {one.order}" if one.order else "", one.news
        return
    for line, entry in game.standing_lines:
        order = f"{entry.side} {entry.order}"
        yield entry.number, line, order, game.all_news_from(line)


def _view_after_line(game: Game, line: int, side: str) -> View:
    """What is known after a line."""
    state = game.state_at(line)
    seen = view_of(state, side or game.sides[0])
    return seen if side else evolve(seen, state=state)


_STATE_WRITERS: Mapping[type[ev.Event], Callable[[LogWriter, News, Any], None]] = {
    ev.Placed: _write_placed,
    ev.Counted: _write_counted,
    ev.Posed: _write_posed,
    ev.Zoned: _write_zoned,
    ev.Unzoned: _write_unzoned,
    ev.Linked: _write_linked,
    ev.Unlinked: _write_linked,
}
"""Writers of events whose sentence needs what was written before."""
