"""Sentences of the log about attacks: shots and where they land, blows, fights, harm."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise

from attrs import evolve

from skirmish.core import events as ev
from skirmish.core.dice import Face
from skirmish.core.geometry import facing_towards, tile_text
from skirmish.core.view import UNSEEN, News, View
from skirmish.presentation.log.attack_chance import attack_chance, order_of
from skirmish.presentation.log.log_writer import (
    BLAST,
    DIRECTION_DIE,
    DISTANCE_DIE,
    IN_BLAST,
    NEW_ACTIONS,
    SCATTER_DICE,
    STRONG,
    LogWriter,
)
from skirmish.presentation.wording import count_words, detail_value, humanize, percent
from skirmish.rulesets.foresight import LIMB
from skirmish.rulesets.measures import AMOUNT, Role

_DOES: Mapping[str, str] = {"recoil": "recoils"}
"""Effects that are verbs of their figure; any other effect is what happens to it."""
_NO_EFFECT = ("nothing", "spared", "missed", "unharmed")
"""Effects that need no emphasis."""
_HIT = "hit"
"""An effect of shots that is counted separately."""
_HURT = "hurt"
_NO_HARM = "no damage"
"""Words for a hit that did no harm, because the figure's body or armour absorbed it."""
_NUMBER_ALONE = ("damaged", _HURT, "wounded")
"""Effects that their number implies."""
_SHOTS, _HITS = "shots", "hits"
"""Names of numbers that count shots, and those of them that hit."""
_COUNTS = ("shots", "hits", "damage", "wounds", "rounds", "tokens")
"""Numbers that are counts, not totals of dice."""
_HARM = ("damage", "wounds")
"""Names of numbers that measure harm."""
_COUNTED = re.compile(r"([a-z]+)_(\d+)")
"""A result that is a count: `hits_3`."""
_TEST_COUNTS: Mapping[str, str] = {"hits": "successes"}
"""What a test counts, by its word in records; "hits" would read as rounds that strike a figure."""
_GRAPPLE = "grapple"
_ATTACK_WORDS: Mapping[str, str] = {
    "strike": "{who} strikes{whom} with {weapon}",
    _GRAPPLE: "{who} tries to grapple{whom}",
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
"""How a shot is fired, by `Fired.how` or `Struck.how`; "" if it needs no mention."""
_STRAYS = "by a stray shot"
"""Words for a figure that the shot was not meant for."""
_BURST = "burst"
"""How an explosion strikes in some rulesets, and a mode of fire in others."""
_UNSEEN = "an unseen enemy"
_OUT_OF_SIGHT = "comes down out of sight"
Faces = tuple[Face, ...]


def write_attack(writer: LogWriter, news: News, event: ev.Fired | ev.Struck) -> None:
    """Write a shot with the friends that aid it, or what an attack did; a fight is one sentence."""
    match event:
        case ev.Struck() if (blow := _opponents_blow(writer, event)) is not None:
            _write_fight(writer, blow, event)
        case ev.Struck():
            _write_struck(writer, news, event)
        case ev.Fired() if event.how == ev.AID:
            _write_aid(writer, news, event)
        case ev.Fired():
            _write_fired(writer, news, event)


def _write_aid(writer: LogWriter, news: News, event: ev.Fired) -> None:
    """Write the figure that aids a shot; if the shot was not in the news, its shooter is unseen."""
    more = _same_target(writer, event)
    more_aid = more and any(shot.how == ev.AID for shot in writer.reported(ev.Fired))
    if not more:
        writer.add(f"{_UNSEEN} fires at {event.target}", news, needs="")
        writer.sentences.append(evolve(writer.sentences.pop(), subject=UNSEEN))
    writer.join(f", {event.figure}" if more_aid else f", aided by {event.figure}", news)


def comes_down(writer: LogWriter, event: ev.Burst) -> bool:
    """Whether an impact is that of the shot that was just written."""
    shot = writer.last_event
    same = isinstance(shot, ev.Fired) and shot.weapon == event.weapon
    return same and not any(writer.reported(ev.Struck)) and not any(writer.reported(ev.Burst))


def write_fall(writer: LogWriter, news: News, event: ev.Burst) -> None:
    """Write where a shot at a tile landed, and how far that is from the tile."""
    shot = writer.sentences[-1]
    aim = shot.event.at if isinstance(shot.event, ev.Fired) else None
    rolled = {face.what: face.face for face in (*shot.faces, *news.faces)}
    reached = any(_counted_successes(test.result) for test in writer.reported(ev.Tested))
    strays = not reached and any(name in rolled for name in SCATTER_DICE)
    off = 0 if aim is None else max(abs(a - b) for a, b in zip(event.at, aim, strict=True))
    text = f"lands at {tile_text(event.at)}"
    if aim == event.at:
        text = "misses, yet lands there" if strays else "lands there"
    elif aim is not None:
        tiles = count_words("tiles", off)
        text += f", {tiles} {facing_towards(aim, event.at).name} of {tile_text(aim)}"
    if writer.rules is not None and aim is not None and DISTANCE_DIE in rolled:
        known = order_of(writer.rules, writer.attacks[0]) if writer.attacks else None
        dice = rolled.get(DIRECTION_DIE, 1), rolled[DISTANCE_DIE]
        why = writer.rules.outcomes.scattered(known, *dice, off)
        text += f" ({why})" if why else ""
    writer.join(text, news, before=": ")
    writer.end_action()


def _write_fired(writer: LogWriter, news: News, event: ev.Fired) -> None:
    """Write a shot with its chance and what its dice need, as far as that was known before."""
    told = None if writer.rules is None else attack_chance(writer.rules, news)
    writer.attacks[:] = [news.attack] if news.attack else []
    text, needs = _fired_words(writer, event, news.spread) + _called(news), ""
    if told is not None:
        needs = f"needs {told.needs}" if told.needs else ""
        # What its dice need is for a throw that does not scatter; a miss may land there, too.
        lands, others = ("lands there ", ", scatter included") if told.lands else ("", " effect")
        others = f"{'' if told.lands else others}: {told.parts}" if told.parts else others
        text += "" if told.chance is None else f" ({lands}{percent(told.chance)}{others})"
    writer.add(text, news, needs=needs, shares=() if told is None else told.shares)
    writer.chances.clear()
    writer.chances.update(() if told is None else told.others)
    rules = writer.rules
    writer.strays.clear()
    writer.strays.update(told.strays(rules, news.faces) if told and rules else ())
    if told and rules and (decided := told.decided(rules, news.faces)):
        _end_with(writer, -1, decided)
    if told is not None and told.lands:
        whole = news.attack is not None and news.attack.all_told
        writer.falling[len(writer.sentences) - 1] = "leaves the map" if whole else _OUT_OF_SIGHT
    elif event.at is not None and (event.figure, event.weapon) in writer.thrown:
        writer.falling[len(writer.sentences) - 1] = _OUT_OF_SIGHT
    elif news.attack is not None and _is_out_of_sight(news.attack.known, event.target):
        writer.falling[len(writer.sentences) - 1] = "its result is out of sight"


def write_break_free(writer: LogWriter, news: News, event: ev.Tested) -> None:
    """Write that a figure tries to break free, with the chance and what its dice need if known."""
    made = None if writer.rules is None else attack_chance(writer.rules, news)
    text, needs = f"{event.figure} tries to break free", ""
    if made is not None and made.chance is not None:
        text, needs = f"{text} ({percent(made.chance)})", f"needs {made.needs}"
    writer.add(text, news, needs=needs)
    _end_with(writer, -1, humanize(event.result))


def _is_out_of_sight(known: View, name: str) -> bool:
    """Whether a target was seen only in passing, so that a shot's effect on it is not learnt."""
    target = known.state.figures.get(name)
    return target is not None and target.at is None


def _called(news: News) -> str:
    """Where a called shot is aimed: ` (called shot: left arm)`; "" for other shots."""
    return f" (called shot: {detail_value(None, LIMB, news.called)})" if news.called else ""


def mark_unseen_falls(writer: LogWriter, *, ended: bool) -> None:
    """Mark the side's own shots whose impact or effect it did not see.

    If everything is known, such a shot at a tile left the map. The effect of the last shot may
    follow unless the news have `ended`.
    """
    for at, told in _told_of_shots(writer, ended=ended):
        shot = writer.sentences[at].event
        known = (
            _SHOWS_PLACE if isinstance(shot, ev.Fired) and shot.at is not None else _SHOWS_RESULT
        )
        if at in writer.falling and not any(_is_off(one) or isinstance(one, known) for one in told):
            _end_with(writer, at, writer.falling[at])


def mark_missed_targets(writer: LogWriter, *, ended: bool) -> None:
    """Mark shots that missed their target where the news tell only their effect on others.

    The target rolls no dice if the shot cannot reach it any more: rounds stop in figures that they
    hit before. `ended` as in `mark_unseen_falls`.
    """
    for at, told in _told_of_shots(writer, ended=ended):
        targets = [one.target for one in told if isinstance(one, ev.Fired)]
        struck = {one.figure: one.effect for one in told if isinstance(one, ev.Struck)}
        tested = any(isinstance(one, ev.Tested) for one in told)
        if tested and struck and targets[0] and targets[0] not in struck:
            hit = [name for name, effect in struck.items() if effect not in _NO_EFFECT]
            stopped = hit and not any(isinstance(one, ev.Burst) for one in told)
            before = f"hits {' and '.join(hit)} on the way, not {targets[0]}"
            _end_with(writer, at, before if stopped else f"misses {targets[0]}")


def _told_of_shots(writer: LogWriter, *, ended: bool) -> Iterator[tuple[int, list[ev.Event]]]:
    """The index of the sentence of each shot, with the events up to the next action."""
    starts = [at for at, one in enumerate(writer.sentences) if isinstance(one.event, NEW_ACTIONS)]
    for at, end in pairwise((*starts, len(writer.sentences))):
        shown = ended or end < len(writer.sentences)
        if shown and isinstance(writer.sentences[at].event, ev.Fired):
            yield at, [event for one in writer.sentences[at:end] for event in one.events]


def _end_with(writer: LogWriter, at: int, words: str) -> None:
    shot = writer.sentences[at]
    writer.sentences[at] = evolve(shot, tail=f"{shot.tail}: {words}")


def _is_off(event: ev.Event) -> bool:
    """Whether an event says that a shot at a tile left the map."""
    return isinstance(event, ev.Tested) and event.result == _OFF_THE_MAP


def _fired_words(writer: LogWriter, event: ev.Fired, spread: str) -> str:
    """Attacker, weapon and target: `b1 fires assault rifle in a short burst (wide) at r1`."""
    target = event.target or (tile_text(event.at) if event.at else "")
    whom, at = (f" {target}", f" at {target}") if target else ("", "")
    weapon = writer.weapon_name(event.figure, event.weapon)
    if template := _ATTACK_WORDS.get(event.how):
        return template.format(who=event.figure, weapon=weapon, whom=whom, at=at)
    how = _manner(event.how) + (f" ({humanize(spread)})" if spread else "")
    does = "throws" if (event.figure, event.weapon) in writer.thrown else "fires"
    return f"{event.figure} {does} {weapon}{how}{at}"


def _manner(how: str) -> str:
    """How a shot is fired: ` in a burst`; "" if it needs no mention."""
    words = _MANNERS.get(how, f"({humanize(how)})" if how else "")
    return f" {words}" if words else ""


def _counted_successes(result: str) -> int:
    """The successes that a test counted: they bring a shot at a tile nearer to it."""
    counted = _COUNTED.fullmatch(result)
    return int(counted[2]) if counted is not None and counted[1] == "hits" else 0


def result_words(result: str) -> str:
    """The result of a test: `3 successes`, or its word."""
    if counted := _COUNTED.fullmatch(result):
        return count_words(_TEST_COUNTS.get(counted[1], counted[1]), int(counted[2]))
    return humanize(result)


def write_test(writer: LogWriter, news: News, event: ev.Tested) -> None:
    """Add the result of its test to a shot, behind the dice: ` = 3 successes`."""
    words = result_words(event.result)
    before = " = " if news.faces and _COUNTED.fullmatch(event.result) else ": "
    if any(writer.reported(ev.Tested)):
        before, words = "", before + words  # The result begins with the first test.
    writer.join(words, news, before=before)


_SHOWS_PLACE = ev.Burst | ev.Zoned
"""Events that tell where a shot at a tile landed."""
_SHOWS_RESULT = ev.Burst | ev.Zoned | ev.Struck
"""Events that tell the effect of a shot at a figure."""
_OFF_THE_MAP = "off_the_map"
"""Result of a shot that leaves the map."""


def write_hurt(writer: LogWriter, news: News, event: ev.Hurt) -> None:
    """Add damage to the sentence of the attack, unless the sentence mentions it."""
    written = event.figure in writer.damage_written or event.amount <= 0
    at = writer.struck_sentences[event.figure]
    writer.join("" if written else f", {harm_words(writer, event.amount)}", news, at=at)


def harm_words(writer: LogWriter, number: int, name: str = "") -> str:
    """Harm to a figure in the units of its ruleset: `3 boxes filled`; by default in its amount."""
    measures = {} if writer.rules is None else writer.rules.outcomes.measures
    amounts = (name for name, measure in measures.items() if measure.role is Role.AMOUNT)
    name = name or next(amounts, "damage")
    measure = measures.get(name, AMOUNT)
    return f"{count_words(measure.unit or name, number)} {measure.taken}".rstrip()


def _same_target(writer: LogWriter, event: ev.Fired) -> bool:
    """Whether the last sentence is a shot at the same target."""
    last = writer.last_event
    return isinstance(last, ev.Fired) and last.target == event.target != ""


def _opponents_blow(writer: LogWriter, event: ev.Struck) -> ev.Struck | None:
    """The other half of a fight in which both roll, if the last sentence is exactly that."""
    last = writer.sentences[-1] if writer.sentences else None
    if last is None or last.tail or not isinstance(last.event, ev.Struck):
        return None
    blow = last.event
    mutual = (blow.figure, blow.source) == (event.source, event.figure)
    return blow if mutual and _is_sum(blow.sums) and _is_sum(event.sums) else None


def _write_fight(writer: LogWriter, blow: ev.Struck, event: ev.Struck) -> None:
    """Write a fight in one sentence: `b1 fights r2: 6+6 = 12 against 4+4 = 8: r2 recoils`."""
    first, second = (_sum_words(one.sums, ())[0] for one in (blow, event))
    results = [
        f"{one.figure} {_DOES.get(one.effect, humanize(one.effect))}{_cause(writer, one, other)}"
        for one, other in ((blow, event), (event, blow))
        if one.effect not in _NO_EFFECT
    ]
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


def _cause(writer: LogWriter, loser: ev.Struck, winner: ev.Struck) -> str:
    """Why a fight has this effect on its loser, where the totals do not say it."""
    if writer.rules is None:
        return ""
    totals = loser.sums.get("total", 0), winner.sums.get("total", 0)
    why = writer.rules.outcomes.fight_cause(loser.effect, *totals)
    return f", {why}" if why else ""


def _write_struck(writer: LogWriter, news: News, event: ev.Struck) -> None:
    """Write the effect of an attack on a figure: behind its shot, or in a sentence of its own.

    A figure that the shot does not name has its own sentence, and so has one that several shots
    hit; their number ends the sentence of the shot.
    """
    shot = writer.last_event if writer.continues(event.source, ev.Fired) else None
    named = shot if event.source and isinstance(shot, ev.Fired) else None
    said = named.how if named is not None else ""
    if named is not None and (_volley_words(event) or named.target != event.figure):
        news, event = _end_shot(writer, news, event), _without_shots(event)
        _write_blow(writer, news, event, said, _lead(writer, event.figure))
    elif named is not None:
        _write_blow(writer, news, event, said, "")
    else:
        who, said = _struck_words(writer, news, event)
        _write_blow(writer, news, event, said, _lead(writer, who))
    if event.effect not in _NO_EFFECT or event.figure not in writer.struck_sentences:
        # What follows is due to the roll that had an effect, not to a later one.
        writer.struck_sentences[event.figure] = len(writer.sentences) - 1
    if any(name in event.sums for name in _HARM):
        writer.damage_written[event.figure] = None


def _lead(writer: LogWriter, who: str) -> str:
    """The beginning of the sentence on a struck figure, with its chance if the shot was divided."""
    chance = writer.chances.pop(who, None)
    return f"{who}: " if chance is None else f"{who} ({percent(chance)}): "


def _write_blow(writer: LogWriter, news: News, event: ev.Struck, said: str, lead: str) -> None:
    """Write the effect on a figure, behind its shot without `lead`; `said`: the manner written."""
    stray, hits = writer.strays.get(event.figure, (0, 0))
    blast = event.how == _BURST and writer.burst_last
    how = f", {_STRAYS}" if stray else IN_BLAST if blast else _manner_words(event, said)
    if hits > stray:
        how = f", by {hits} hits, {stray} of them {'a stray shot' if stray == 1 else 'stray shots'}"
    text, news = _suffered(writer, news, event)
    weight = "" if event.effect in _NO_EFFECT else STRONG
    if not lead:
        writer.join(f"{text}{how}", news, weight, before=": ")
        # The next news may be about the struck figure.
        last = writer.sentences.pop()
        writer.sentences.append(evolve(last, subject=event.figure, event=event))
        return
    writer.add(text + how, news, weight, lead)


def _suffered(writer: LogWriter, news: News, event: ev.Struck) -> tuple[str, News]:
    """The effect of an attack on a figure in words, and the news without the dice these cover."""
    extras = _extras(writer, news, event)
    text, left = humanize(event.effect), news.faces
    if any(name in _COUNTS for name in event.sums):
        text = _counts_words(writer, event.effect, event.sums)
    elif event.sums:
        sums, left = _sum_words(event.sums, news.faces)
        text = f"{sums}: {text}{_held_out(writer, event)}"
    return f"{text} ({extras})" if extras else text, evolve(news, faces=left)


def _extras(writer: LogWriter, news: News, event: ev.Struck) -> str:
    """What an attack added to its damage or subtracted from it, in the ruleset's words."""
    if writer.rules is None:
        return ""
    told = (one for one in reversed(writer.sentences) if isinstance(one.event, NEW_ACTIONS))
    shot, weapon, faces = next(told, None), None, news.faces
    if shot is not None and isinstance(shot.event, ev.Fired) and shot.event.figure == event.source:
        weapon = writer.weapons.get((event.source, shot.event.weapon))
        if event.how == BLAST:  # one roll of damage for all that it reaches
            faces = (*(face for face in shot.faces if face.what == "damage"), *faces)
    fall = next(iter(writer.known.impact), None)
    return writer.rules.outcomes.extras(faces, event, weapon, news.struck, fall)


def _volley_words(event: ev.Struck) -> str:
    """How many of several shots hit: `critical hit, 4 of 4 shots hit`; "" for one, or if all miss.

    Hits are counted only where their number says more than the effect does.
    """
    shots = event.sums.get(_SHOTS, 1)
    if shots == 1 or event.effect in _NO_EFFECT:
        return ""
    effect = "" if event.effect == _HIT else f"{humanize(event.effect)}, "
    return f"{effect}{event.sums.get(_HITS, 1)} of {shots} shots hit"


def _without_shots(event: ev.Struck) -> ev.Struck:
    """An attack without what the sentence of its shot already says."""
    if not _volley_words(event):
        return event
    kept = {name: number for name, number in event.sums.items() if name not in (_SHOTS, _HITS)}
    return evolve(event, sums=kept, effect=_HURT if any(kept.values()) else _HIT)


def _end_shot(writer: LogWriter, news: News, event: ev.Struck) -> News:
    """End a shot's sentence with its dice and hits; returns the news without these dice."""
    several = _volley_words(event)
    left = news.faces if _fell_unseen(writer, event) else writer.decide(news.faces)
    last = writer.sentences.pop()
    tail = f"{last.tail}: {several}" if several else last.tail
    writer.sentences.append(evolve(last, tail=tail, subject="", needs="", awaits=False))
    return evolve(news, faces=left)


def _fell_unseen(writer: LogWriter, event: ev.Struck) -> bool:
    """Whether a shot at a tile landed out of sight, so that its deciding dice are not known."""
    shot = writer.last_event
    falls = len(writer.sentences) - 1 in writer.falling or event.how == BLAST
    return isinstance(shot, ev.Fired) and shot.at is not None and falls


def _held_out(writer: LogWriter, event: ev.Struck) -> str:
    """Why a total that is higher than the other had no effect."""
    totals = tuple(event.sums.values())
    higher = len(totals) == 2 and totals[0] > totals[1]  # noqa: PLR2004 - one against another
    if writer.rules is None or not higher or event.effect not in _NO_EFFECT:
        return ""
    return f", {writer.rules.outcomes.held_out}" if writer.rules.outcomes.held_out else ""


def of_no_figure(event: ev.Struck) -> bool:
    """Whether harm has no figure as its source, such as bleeding or gas."""
    return bool(event.how and event.sums and not event.source)


def _struck_words(writer: LogWriter, news: News, event: ev.Struck) -> tuple[str, str]:
    """The struck figure, with an unseen attacker if no shot was logged; the manner written."""
    last = writer.last_event
    told = (isinstance(last, ev.Burst) and not news.unseen_shot) or writer.struck_sentences
    if event.source != UNSEEN or told:
        # Harm without a source, such as gas, and half of a fight are named before their dice.
        if of_no_figure(event) or (event.how and _is_sum(event.sums)):
            return f"{humanize(event.how)}, {event.figure}", event.how
        return event.figure, ""
    said = event.how if event.how in (*_MANNERS, _GRAPPLE) else ""
    whom = f" {event.figure}"
    if said == _GRAPPLE:
        return _ATTACK_WORDS[said].format(who=_UNSEEN, whom=whom), said
    # Without a manner it may be a shot or a blow.
    does = "attacks" if event.how in ("", "strike") else f"fires{_manner(said)} at"
    return f"{_UNSEEN} {does}{whom}", said


def _counts_words(writer: LogWriter, effect: str, sums: Mapping[str, int]) -> str:
    """Counts in words: `2 of 4 hit, 10 hit points lost`; a single shot or hit has no number."""
    if effect in _NO_EFFECT:
        return humanize(effect)
    counts = {name: number for name, number in sums.items() if number}
    shots, hits = counts.pop(_SHOTS, 1), counts.pop(_HITS, 1)
    parts = [] if effect in _NUMBER_ALONE and counts else [humanize(effect)]
    if shots > 1:
        parts = [*(one for one in parts if one != _HIT), f"{hits} of {shots} {_HIT}"]
    elif hits > 1:
        parts = [*(one for one in parts if one != _HIT), f"{_HIT} by {count_words('rounds', hits)}"]
    for name, number in counts.items():
        parts.append(
            harm_words(writer, number, name) if name in _HARM else count_words(name, number)
        )
    if effect == _HIT and any(name in sums and not sums[name] for name in _HARM):
        parts.append(_NO_HARM)
    return ", ".join(parts)


def _manner_words(event: ev.Struck, said: str = "") -> str:
    """How a figure was struck, if neither totals nor an earlier sentence say it."""
    totals = event.sums and not any(name in _COUNTS for name in event.sums)
    words = _STRAYS if event.how in ev.STRAY else humanize(event.how)
    if totals or event.how in ("", said):
        return ""
    return IN_BLAST if event.how == BLAST else f", {words}"


def _sum_words(sums: Mapping[str, int], faces: Faces) -> tuple[str, Faces]:
    """Totals in words, and the dice that they do not cover.

    Two totals are an opposed roll; each is split into its die and modifier if the die is known:
    `die 5 + 4 = 9 against die 2 + 3 = 5`. A third number that is the sum of the first two is split
    likewise. Any other totals are listed by name.
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
    """A total as die and modifier; the total alone if its die is unknown."""
    return str(total) if face is None else _die_words(face.face, total)


def _die_words(face: int, total: int) -> str:
    """A total as its die and what is added to it: `die 5 + 4 = 9`."""
    added = total - face
    return f"die {face} {'-' if added < 0 else '+'} {abs(added)} = {total}"
