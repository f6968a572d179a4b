"""The log as the screen shows it: styled sentences, and entries with their places."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import evolve, frozen
from textual.content import Content

from skirmish.core.events import Bound, Event, Fired, Hurt, Left, Moved, Struck, Tested
from skirmish.core.figures import Figure
from skirmish.core.geometry import tile_text
from skirmish.core.view import UNSEEN, News, View
from skirmish.game.battle import Battle
from skirmish.presentation.figure_status import health_of
from skirmish.presentation.log.event_sentences import log_sentences
from skirmish.presentation.log.log_writer import HEADING, STRONG, Sentence
from skirmish.rulesets.ruleset import Ruleset
from skirmish.session.enemy_actions import SeenAction, action_of, known_places
from skirmish.session.omniscient import omniscient_view
from skirmish.tui.panel_lines import side_colour
from skirmish.tui.wrapping import indented

_STYLES: Mapping[str, str] = {HEADING: "bold $primary", STRONG: "bold"}
_NAMING = ("figure", "target", "source", "other", "owner", "by")
"""Fields of events that name figures."""
_EXPLAINED = re.compile(r" \([^()]*\)")
"""Text in brackets after a result that explains how it adds up."""


def sentence_content(said: Sentence) -> Content:
    """A sentence in the style of its weight, followed by its dice, dimmed."""
    style = _STYLES.get(said.weight, "")
    return Content.assemble((said.text, style), (said.dice, "dim"))


def log_content(said: Sentence, view: View, *, named: bool = True) -> Content:
    """A sentence for the log: the ids of figures in its events have the colours of their sides.

    `named`: the name of a figure follows its first mention, unless the sentence has it already.
    """
    line = sentence_content(said)
    if said.weight == HEADING:
        return line
    if said.weight == STRONG:
        lost = any(isinstance(one, Left) for one in said.events)
        line = line.stylize("$error" if lost else "$warning", said.result, len(said.text))
    names = [getattr(one, part, "") for one in said.events for part in _NAMING]
    names += [said.subject] if said.subject in view.met else []
    for name in dict.fromkeys(names):
        if name and name != UNSEEN:
            figure, mention = view.met.get(name), rf"(?<!\w){re.escape(name)}(?!\w)"
            # An unknown figure is an enemy: all own figures are known.
            style = side_colour(view, view.enemy if figure is None else figure.who.side)
            line = line.highlight_regex(mention, style=style)
            found = re.search(mention, line.plain) if named else None
            if figure is not None and figure.who.name != name and figure.who.name in said.text:
                continue
            if figure is not None and found is not None:
                words = f" {figure.who.name}", _STYLES.get(said.weight, "")
                line = Content.assemble(line[: found.end()], words, line[found.end() :])
    return line


def last_order(news: Sequence[News]) -> int:
    """Index of the first news of the side's own last order."""
    return max((at for at, one in enumerate(news) if one.given is not None), default=0)


def losses_since(news: Sequence[News], view: View, rules: Ruleset) -> list[Content]:
    """A line with the own figures lost or hurt since the bound after the last order began, if any.

    The line stays until the next order.
    """
    events = [one.event for one in news[last_order(news) :]]
    begun = next((at for at, event in enumerate(events) if isinstance(event, Bound)), len(events))
    left = [event.figure for event in events[begun:] if isinstance(event, Left)]
    known = [view.met[name].who for name in left if name in view.met]
    lost = [f"{one.id} {one.name}" for one in known if one.side == view.side]
    harmed = [event.figure for event in events[begun:] if isinstance(event, Hurt)]
    hurt = [_health_words(one, rules) for one in view.own() if one.id in harmed]
    told = {word: names for word, names in (("lost", lost), ("hurt", hurt)) if names}
    words = "; ".join(f"{word} {', '.join(names)}" for word, names in told.items())
    return [Content.styled(f"since your last order: {words}", "bold $error")] if told else []


def _health_words(figure: Figure, rules: Ruleset) -> str:
    """A figure and what is left of its health: `b1 Sable (2 of 11 left)`."""
    health = health_of(rules, figure)
    return f"{figure.id} {figure.who.name} ({health.left} of {health.full} left)"


def latest_lines(
    said: Sequence[Sentence], news: Sequence[News], view: View, room: tuple[int, int]
) -> list[Content]:
    """The last sentences that fit whole into a width and some rows, without headings of bounds.

    Above them, in one row each, come results of the last own order that would not be shown
    otherwise, if there are rows: the result of the last own attack, the points missed in the turn
    that ended, the result of the last attack, the last own shot. If not even the last sentence
    fits, its beginning is returned.
    """
    width, rows = room
    told = [sentence for sentence in said if sentence.weight != HEADING]
    lines: list[Content] = []
    kept: list[int] = []
    events = [one.event for one in news[last_order(news) :]]
    recent = [at for at, one in enumerate(told) if one.event in events]
    struck = [at for at in recent if _struck(told[at])]
    own = [at for at in struck if _is_own(view, *(by for _, by in _blows(told[at])))]
    shots = [at for at in recent if _own_shot(told[at], view)]
    points = [at for at in recent if _missed_points(told[at])]
    wanted = [found[-1] for found in (own or shots, points, struck, shots) if found]
    for most in reversed(range(rows + 1)):
        lines = _last_whole(told, view, width, most)
        hidden = dict.fromkeys(at for at in wanted if at < len(told) - len(lines))
        kept = sorted([*hidden][: rows - most])
        if len(hidden) <= rows - most or not most:
            break
    if not lines and not kept:
        kept = list(range(len(told)))[-1:]
    return [*(_result(told[at:], view, width) for at in kept), *lines]


def _last_whole(told: Sequence[Sentence], view: View, width: int, rows: int) -> list[Content]:
    """The last sentences that fit whole into some rows."""
    lines: list[Content] = []
    for sentence in reversed(told):
        line = log_content(sentence, view)
        rows -= _rows(line, width)
        if rows < 0:
            break
        lines.insert(0, line)
    return lines


def _blows(said: Sentence) -> list[tuple[str, str]]:
    """The figures that attacks of a sentence affected, each with its attacker."""
    return [(one.figure, one.source) for one in said.events if isinstance(one, Struck)]


def _struck(said: Sentence) -> str:
    """The first figure that an attack of a sentence affected; "" for none."""
    return next((figure for figure, _ in _blows(said)), "")


def _missed_points(said: Sentence) -> bool:
    """Whether a sentence tells why ground brought no points as a turn ended."""
    return isinstance(said.event, Bound) and said.weight == STRONG


def _own_shot(said: Sentence, view: View) -> bool:
    """Whether a sentence has a shot of the view's side."""
    return _is_own(view, *(one.figure for one in said.events if isinstance(one, Fired)))


def _is_own(view: View, *names: str) -> bool:
    """Whether any of these figures belongs to the view's side."""
    return any(name in view.met and view.met[name].who.side == view.side for name in names)


def _result(told: Sequence[Sentence], view: View, width: int) -> Content:
    """The first of some sentences in one row: figures, with names if they fit, and the result.

    Tests that its attacker then rolled follow if there is room, such as a jam; before they are left
    out, the explanation of the result is.
    """
    said, *after = told
    short = evolve(said, faces=())
    fired = next((one for one in said.events if isinstance(one, Fired)), None)
    leads = [] if fired is None else _shot_leads(said, fired)
    leading = [short]
    if said.result and leads:
        text = said.text[said.result :]
        leading = [evolve(short, lead=f"{one}: ", tail=text, result=len(one) + 2) for one in leads]
    by = [attacker for _, attacker in _blows(said)]
    if fired is not None:
        by.append(fired.figure)
    tests = [one.text for one in after if isinstance(one.event, Tested) and one.subject in by][-1:]
    told_of = list[Sentence]()
    for one in leading:
        told_of += [one, evolve(one, tail=_EXPLAINED.sub("", one.tail))]
    if leads and not said.result:
        # The result of a shot, such as the number of hits, is at the end of its sentence.
        told_of += [evolve(told_of[-1], lead=one) for one in leads]
    whole = [evolve(one, tail="; ".join((one.tail, *tests))) for one in told_of]
    ways = [(one, named) for one in (*whole, *told_of) for named in (True, False)]
    lines = [log_content(one, view, named=named) for one, named in ways]
    fits = (line for line in lines if line.cell_length <= width)
    return next(fits, lines[-1].truncate(width, ellipsis=True))


def _shot_leads(said: Sentence, fired: Fired) -> list[str]:
    """What a shot is, and its shooter and target alone; only these where it struck another."""
    struck = _struck(said)
    at = struck or fired.target or (tile_text(fired.at) if fired.at else "")
    few = f"{fired.figure} at {at}"
    other = struck not in ("", fired.target)
    return [few] if other else [_EXPLAINED.sub("", said.lead), few]


def _rows(line: Content, width: int) -> int:
    return len(indented(line, width))


@frozen
class LogEntry:
    """A line of the log and the action it describes; None for a heading.

    `place` is a line of the record or a step of the replay, if either is used.
    """

    said: Sentence
    action: SeenAction | None
    content: Content
    place: int = 0


def log_entries(view: View, rules: Ruleset) -> tuple[LogEntry, ...]:
    """The whole log of a side, each line with its place on the map."""
    places = known_places(view)
    return tuple(
        LogEntry(
            said,
            None if said.weight == HEADING else action_of(said, places),
            log_content(said, view),
        )
        for said in log_sentences(view, view.news, rules)
    )


def battle_log(battle: Battle) -> tuple[LogEntry, ...]:
    """The log of a whole battle, each line with its line of the record.

    Raises:
        UsageProblem: The battle is not over.
    """
    told = [
        (line, news) for line, _ in battle.standing_lines for news in battle.all_news_from(line)
    ]
    return log_with_places(omniscient_view(battle), told, battle.ruleset)


def log_with_places(
    view: View, told: Sequence[tuple[int, News]], rules: Ruleset
) -> tuple[LogEntry, ...]:
    """The log of some news, each line with the place of its news.

    Args:
        view: The view that names the figures.
        told: News in order, each with its place.
        rules: The ruleset, which names the bounds.
    """
    known = evolve(view, news=tuple(news for _, news in told))
    happened = [(place, news.event) for place, news in told]
    return tuple(_placed(log_entries(known, rules), happened))


def _placed(
    entries: Iterable[LogEntry], happened: Sequence[tuple[int, Event]]
) -> Iterator[LogEntry]:
    """Entries with their places; sentences come in the order of their events."""
    at = 0
    for entry in entries:
        event = entry.said.event
        found = (n for n in range(at, len(happened)) if _begins(event, happened[n][1]))
        at = next(found, at)
        yield evolve(entry, place=happened[at][0])


def _begins(said: Event | None, event: Event) -> bool:
    """Whether a sentence begins with an event; a merged walk begins with its first stretch."""
    if isinstance(said, Moved) and isinstance(event, Moved):
        return (said.figure, said.path[0]) == (event.figure, event.path[0])
    return said is event
