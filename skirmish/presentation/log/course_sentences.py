"""Sentences of the log about the battle's course: bounds, scores, scripted events, the end."""

from __future__ import annotations

from attrs import evolve

from skirmish.core import events as ev
from skirmish.core.state import Clock
from skirmish.core.view import News
from skirmish.presentation.battle_totals import brief_reason
from skirmish.presentation.log.log_writer import HEADING, STRONG, LogWriter
from skirmish.presentation.wording import count_words, humanize, phase_words
from skirmish.rulesets.ruleset import Ruleset

COURSE = (ev.Bound, ev.Scored, ev.Triggered, ev.Opened, ev.Closed, ev.Ended)
"""Events of the battle's course, which belong to no order."""


def write_course(writer: LogWriter, news: News) -> None:
    """Write news of a kind in `COURSE`."""
    setup = writer.setup
    match event := news.event:
        case ev.Bound():
            _write_bound(writer, news, event)
        case ev.Scored():
            texts = {goal.id: goal.text or goal.kind for goal in setup.objectives}
            why = texts.get(event.why) or humanize(event.why)
            points = count_words("points", event.points)
            writer.add(f"{points} for {setup.sides[event.side].name}: {why}", news, STRONG)
        case ev.Ended():
            _write_contests(writer, news)
            winner = f"Victory: {setup.sides[event.winner].name}" if event.winner else "A draw"
            writer.add(
                f"{winner}: {brief_reason(setup, event.reason, event.winner)}", news, HEADING
            )
        case ev.Triggered():
            writer.begin_action()
            if text := writer.script.text_of(event.trigger):
                writer.add(" ".join(text.split()), news, STRONG)
        case ev.Opened() | ev.Closed():
            writer.begin_action()
            goal = next(goal for goal in setup.objectives if goal.id == event.objective)
            side, opened = setup.sides[goal.side].name, isinstance(event, ev.Opened)
            new, old = f"new objective of {side}", f"an objective of {side} no longer counts"
            writer.add(f"{new if opened else old}: {goal.text or goal.kind}", news, STRONG)
        case _:
            pass


def _write_contests(writer: LogWriter, news: News) -> None:
    """Write why ground with figures of both sides paid in the turn that ends, or did not."""
    goals = {goal.id: goal for goal in writer.setup.objectives}
    for one in news.contests:
        goal, side = goals[one.objective], writer.setup.sides[one.side].name
        what, who = goal.text or goal.kind, " or ".join(one.others)
        if one.paid:
            text = f"{what}: {who} is not known to be there, so it counts"
        else:
            text = f"no points for {side}, {who} was seen there in this turn: {what}"
        writer.add(text, News(news.event), "" if one.paid else STRONG)


def _write_bound(writer: LogWriter, news: News, event: ev.Bound) -> None:
    _write_contests(writer, news)
    turn = f"turn {event.turn}, " if event.turn else ""
    clock, rules = Clock(event.turn, event.step, event.phase, event.side), writer.rules
    when = rules.turn.moment(clock) if rules is not None and event.turn else ""
    named = rules is not None and when != "" and rules.turn.names_phase
    label = "" if named else f": {phase_words(writer.setup, event.phase)}"
    when = f"{when}, " if when else ""
    side = writer.setup.sides[event.side].name
    if rules is not None:
        _write_skipped(writer, news, clock, rules)
    rolled = "" if rules is None or not news.faces else rules.turn.rolled
    sums = _first_sums(writer, news) if rolled else ""
    how = f": {rolled}{f': {sums}' if sums else ''}" if rolled else ""
    dice = evolve(news, faces=()) if sums else news
    writer.add(f"{turn}{when}{side}{label}{how}", dice, HEADING)


def _first_sums(writer: LogWriter, news: News) -> str:
    """The roll of each side for the first action: `Guard 5 + 4 = 9, Smugglers 6 + hidden bonus`.

    "" if it is not known which side rolled a die. After a tie that was rolled again, all rolls.
    """
    bonuses, rolls = dict(news.bonuses), dict[str, list[int]]()
    for face in news.faces:
        rolls.setdefault(face.what.rpartition(" ")[2], []).append(face.face)
    sides = writer.setup.sides
    if not all(side in sides for side in rolls):
        return ""
    return ", ".join(
        f"{sides[side].name} {' then '.join(_first_sum(n, bonuses.get(side)) for n in dice)}"
        for side, dice in rolls.items()
    )


def _first_sum(roll: int, bonus: int | None) -> str:
    return f"{roll} + hidden bonus" if bonus is None else f"{roll} + {bonus} = {roll + bonus}"


def last_bound(writer: LogWriter) -> ev.Bound | None:
    """The last bound written."""
    bounds = (one.event for one in reversed(writer.sentences) if isinstance(one.event, ev.Bound))
    return next(bounds, None)


def _write_skipped(writer: LogWriter, news: News, clock: Clock, rules: Ruleset) -> None:
    """Write in which parts of the turn no figure acts, since the last bound written."""
    last = last_bound(writer)
    if last is None:
        return
    before = Clock(last.turn, last.step, last.phase, last.side)
    if skipped := rules.turn.skipped(before, clock):
        writer.add(f"No figure acts in {skipped}.", News(news.event))
