"""Description of a scenario before play, and the lessons of a tutorial during it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import takewhile

from attrs import frozen

from skirmish.core.events import Bound, Counted, Event, Opened, Posed, Triggered
from skirmish.core.setup import DEPLOYMENT, Lesson
from skirmish.core.state import Objective
from skirmish.core.text import pluralize
from skirmish.core.view import View
from skirmish.presentation.objective_status import HOLD_RULE, points_beside, when_counted
from skirmish.presentation.script_news import NO_CHANGE, changes_nothing
from skirmish.presentation.wording import spaced
from skirmish.rulesets.common.slots import base
from skirmish.rulesets.handbook import HouseRule
from skirmish.rulesets.registry import ruleset
from skirmish.scenario import About, Scenario, all_house_rules, opening_state

_RULE_NAMES: Mapping[str, str] = {
    "brisk": "figures act as soon as they recover",
    "fog": "fog of war",
    "go_to_ground": "harder to suppress again",
    "into_combat": "fire into close combat",
    "muster": "equipment is chosen",
    "redirect": "a stray shot hits",
    "relaxed_blocking": "shots over lower figures",
    "scatter": "shells scatter",
    "sight": "range of sight",
    "stop_on_sight": "stop at a new enemy",
}
"""Names of house rules whose ids are unclear."""
_RULE_VALUES: Mapping[tuple[str, bool | int | str], str] = {
    ("reactions", "ask"): "ask each time",
    ("reactions", "standing"): "by standing order",
    ("redirect", "ask"): "ask each time",
    ("redirect", "worst"): "the target's choice",
    ("sight", 0): "any distance",
}
"""Values of house rules that are unclear."""
_MEANINGS: Mapping[tuple[str, bool | int | str], str] = {
    ("ammunition", "none"): "Ammunition is not counted: no weapon runs dry.",
    ("ammunition", "rounds"): (
        "Every round is counted: a magazine is empty after its last round, then reload."
    ),
    ("ammunition", "tokens"): (
        "A magazine is a few tokens. A low attack roll uses one up; after the last one, reload."
    ),
    ("reactions", "ask"): "You are asked each time whether a figure on watch fires.",
    ("reactions", "standing"): "A figure on watch fires by its standing order, without a question.",
    ("sight", 0): "Figures see any distance: only walls and the lie of the land hide an enemy.",
    ("redirect", "ask"): (
        "The player of the target chooses whom a stray shot into a close combat hits."
    ),
    ("redirect", "worst"): (
        "The target's side chooses whom a stray shot into a close combat hits: the friend of the"
        " shooter likeliest to be downed, else its own figure least likely to be."
    ),
}
"""The meaning of a house rule with one of several values; each of them has an entry."""


def house_rule_name(name: str) -> str:
    """The name of a house rule in words."""
    return _RULE_NAMES.get(name) or spaced(name)


def house_rule_value(name: str, value: bool | int | str) -> str:
    """The value of a house rule in words."""
    if said := _RULE_VALUES.get((name, value)):
        return said
    if isinstance(value, bool):
        return "yes" if value else "no"
    return pluralize(value, "tile") if isinstance(value, int) else spaced(value)


def house_rule_meaning(name: str, rule: HouseRule, value: bool | int | str) -> str:
    """The meaning of a house rule as it is set; if it is off, its meaning when on."""
    off = "Off. If it is on: " if value is False else ""
    return off + _MEANINGS.get((name, value), rule.text)


def scenario_facts(scenario: Scenario) -> str:
    """Ruleset, size and length in one line."""
    width, height = scenario.map.size
    return f"{ruleset(scenario.ruleset).name}, {width} x {height} tiles, {scenario.turns} turns"


def difficulty_words(about: About) -> str:
    """Difficulty and length, as far as the author gives them."""
    minutes = f"about {pluralize(about.length, 'minute')}" if about.length else ""
    return ", ".join(filter(None, (about.difficulty, minutes)))


def origin_words(about: About) -> tuple[str, ...]:
    """Author, version, licence and tags, as one line for each group that is not empty."""
    by = f"by {about.author}" if about.author else ""
    version = f"version {about.version}" if about.version else ""
    tags = f"tags: {', '.join(map(spaced, about.tags))}" if about.tags else ""
    made = ", ".join(filter(None, (by, version, about.licence)))
    return tuple(filter(None, (made, tags)))


@frozen
class SideFacts:
    """A side at the start: its figures with reinforcements, their points, its break point in %."""

    id: str
    name: str
    figures: int
    points: int
    break_point: int

    @property
    def words(self) -> tuple[str, str]:
        """Figures and worth."""
        return pluralize(self.figures, "figure"), f"worth {self.points}"


def side_facts(scenario: Scenario) -> tuple[SideFacts, ...]:
    """The facts of each side."""
    state = opening_state(scenario)
    figures = (f for f in state.figures.values() if not state.awaits_event(f))
    many = [figure.side for figure in figures]
    return tuple(
        SideFacts(name, side.name, many.count(name), side.worth, side.break_point)
        for name, side in state.setup.sides.items()
    )


def extent_words(scenario: Scenario) -> str:
    """Turns, points of both sides, difficulty and length in one line, as far as given."""
    worth = " v ".join(str(side.points) for side in side_facts(scenario))
    turns = pluralize(scenario.turns, "turn")
    return ", ".join(filter(None, (turns, f"worth {worth}", difficulty_words(scenario.about))))


def break_words(facts: SideFacts) -> str:
    """When a side breaks; "" for one that never breaks."""
    percent = facts.break_point
    return f"Broken when it has lost {percent}% of its worth." if percent else ""


def ending_words(scenario: Scenario) -> tuple[str, ...]:
    """How the battle ends and which figures hold ground, in sentences."""
    paying = any(goal.points for goal in scenario.goals)
    last = "the higher score wins" if paying else "it is a draw"
    breaking = any(force.break_point for force in scenario.sides)
    broken = ("A broken side loses at once, whatever the score.",) if breaking else ()
    holding = (HOLD_RULE,) if any(goal.kind == "hold" for goal in scenario.goals) else ()
    return (f"After turn {scenario.turns} {last}.", *broken, *holding)


def join_paragraphs(text: str) -> list[str]:
    """Text with each paragraph on one line, to be wrapped at any width.

    Lines that begin with a space or a symbol, such as lists and tables, stay as they are.
    """
    lines: list[str] = []
    for line in text.split("\n"):
        goes_on = bool(lines) and bool(lines[-1]) and line[:1].isalnum()
        if goes_on:
            lines[-1] = f"{lines[-1]} {line}"
        else:
            lines.append(line)
    return lines


def objective_words(goal: Objective, judged: str, *, paid: bool = False) -> str:
    """An objective in a sentence.

    `judged`: when its ruleset judges the bounds; `paid`: it has paid and pays no more.
    """
    text = goal.text or f"{goal.kind}{_objective_place(goal)}"
    points = points_beside(goal.points, text)
    decides = "decides the battle" if goal.decisive else ""
    when = "paid" if paid else when_counted(goal.kind, judged)
    if "once" in text.split():
        when = when.replace("counted once, ", "counted ")  # The scenario's text says so.
    if goal.kind == "hold" and not points and "turn" in text:
        when = ""  # The scenario's text says so: `3 a turn`.
    notes = [fact for fact in (points, decides, when) if fact]
    return f"{text} ({', '.join(notes)})" if notes else text


def _objective_place(goal: Objective) -> str:
    whom = f" {', '.join(goal.figures)}" if goal.figures else ""
    if goal.area is None:
        return whom
    left, top, right, bottom = goal.area
    return f"{whom} at {left},{top} to {right},{bottom}"


def changed_rules(scenario: Scenario) -> list[str]:
    """A sentence for each house rule that differs from its default."""
    known = all_house_rules(ruleset(scenario.ruleset).handbook)
    return [
        f"{house_rule_name(name)}: {house_rule_value(name, value)}. "
        f"{house_rule_meaning(name, known[name], value)}"
        for name, value in scenario.rules.items()
        if value != known[name].default
    ]


def event_texts(view: View, read: Collection[str] = ()) -> tuple[str, ...]:
    """Texts of the recent scripted events, one line each; of those before this turn also when.

    Events whose ids are in `read` are left out.
    """
    return tuple(
        f"{_moment_words(turn) if turn < view.state.clock.turn else ''}{' '.join(text.split())}"
        for turn, name, text in _recent_events(view)
        if name not in read
    )


def _moment_words(turn: int) -> str:
    return f"In turn {turn}: " if turn else "Before turn 1: "


def recent_events(view: View) -> tuple[tuple[str, str], ...]:
    """Ids and texts of scripted events of this turn that have a text.

    In the first bound of its side in a turn also those since its last bound of the turn before.
    """
    return tuple((name, text) for _, name, text in _recent_events(view))


def _recent_events(view: View) -> tuple[tuple[int, str, str], ...]:
    """Turn, id and text of the recent scripted events."""
    turn, bounds, own = 0, 0, False
    found, read = list[tuple[int, str, int]](), 0
    for at, one in enumerate(view.news):
        if isinstance(one.event, Bound):
            mine = one.event.side == view.side
            bounds = (bounds if one.event.turn == turn else 0) + mine
            read = len(found) if own and not mine else read
            turn, own = one.event.turn, mine
        elif isinstance(one.event, Triggered):
            found.append((turn, one.event.trigger, at))
    earlier = found[read:] if bounds <= 1 else []
    recent = [one for one in found if one[0] == turn or (one[0] == turn - 1 and one in earlier)]
    return tuple((when, name, text) for when, name, at in recent if (text := _event_text(view, at)))


def _event_text(view: View, at: int) -> str:
    """The text of the scripted event at an index of the news, and the objectives that it opens."""
    event, *after = (one.event for one in view.news[at:])
    text = view.state.script.text_of(event.trigger) if isinstance(event, Triggered) else ""
    if not text.strip():
        return ""
    alone = changes_nothing(view.news, at, view.state.script)
    effects = takewhile(lambda one: not isinstance(one, Triggered), after)
    opened = (_opened_words(view, one.objective) for one in effects if isinstance(one, Opened))
    return "\n\n".join((text.rstrip() + f" ({NO_CHANGE})" * alone, *opened))


def _opened_words(view: View, objective: str) -> str:
    """The words for an objective that an event opens: its side, text and points."""
    goal = next(one for one in view.state.setup.objectives if one.id == objective)
    text = goal.text or f"{goal.kind}{_objective_place(goal)}"
    points = points_beside(goal.points, text)
    pays = f" ({points})" if points else ""
    return f"New objective of {view.state.setup.sides[goal.side].name}: {text}{pays}."


def current_lessons(view: View) -> tuple[str, ...]:
    """The lessons for the present bound of the view's side, each as one line.

    Lessons without a condition show from the start of the bound, after those on states. An order
    with the event of a lesson for this turn or an earlier one replaces them by that lesson. Each
    lesson shows in one bound only: a later bound of the same turn, if it has none, names the turn
    of the next lesson.
    """
    clock = view.state.clock
    if clock.side != view.side or view.state.tally.over:
        return ()
    shown, _ = _lessons(view)
    if shown:
        return tuple(map(_line, shown))
    lessons = (one.turn for one in view.state.setup.lessons if one.side == view.side)
    coming = min((turn for turn in lessons if turn > clock.turn), default=0)
    again = coming and _is_later_in_turn(view)
    return (f"The lesson goes on in turn {coming}.",) if again else ()


def unseen_lessons(view: View) -> tuple[str, ...]:
    """The lessons for the view's side that never showed, each as one line.

    The view's news must be those of all lines of the record: undone lines have shown their lessons,
    too.
    """
    return tuple(map(_line, _lessons(view)[1]))


def _lessons(view: View) -> tuple[list[Lesson], list[Lesson]]:
    """The lessons shown in the latest bound, if it is the side's own, and those never shown.

    An order shows one lesson at most, the first that waits for one of its events.
    """
    left = [one for one in view.state.setup.lessons if one.side == view.side]
    moment, given, due = _opening_moment(view), set[str](), True
    shown = _begun(left, moment, given)
    for one in view.news if left else ():
        event = one.event
        if isinstance(event, Bound):
            moment = (event.turn, event.phase) if event.side == view.side else None
            shown, due = _begun(left, moment, given), True
            continue
        due = due or one.given is not None
        given |= {one.state for one in left if one.state and _gives(view, event, one.state)}
        waits = (one for one in left if moment and _waits(one, moment) and _matches(event, one))
        if due and (lesson := next(waits, None)):
            left.remove(lesson)
            shown, due = [lesson], False
    return shown, left


def _begun(
    left: list[Lesson], moment: tuple[int, str] | None, given: Collection[str]
) -> list[Lesson]:
    """The lessons that show from the start of a bound, which are taken from those left."""
    if moment is None:
        return []
    states = [one for one in left if one.state in given]
    plain = [one for one in left if not one.state and not one.when and _moment_of(one) == moment]
    for one in (*states, *plain):
        left.remove(one)
    return [*states, *plain]


def _waits(lesson: Lesson, moment: tuple[int, str]) -> bool:
    """Whether a lesson waits for an event in such a phase, since this turn or an earlier one."""
    turn, phase = moment
    return bool(lesson.when) and lesson.turn <= turn and lesson.phase == phase


def _moment_of(lesson: Lesson) -> tuple[int, str]:
    return lesson.turn, lesson.phase


def _opening_moment(view: View) -> tuple[int, str] | None:
    """Turn and phase of the first bound if the view's side deploys first: no event tells of it."""
    bounds = (one.event for one in view.news if isinstance(one.event, Bound))
    first = next(bounds, None)
    if first is None:
        clock = view.state.clock
        return (clock.turn, clock.phase) if clock.side == view.side else None
    own = first.phase == DEPLOYMENT and first.side != view.side
    return (first.turn, first.phase) if own else None


def _line(lesson: Lesson) -> str:
    return " ".join(lesson.text.split())


def _gives(view: View, event: Event, state: str) -> bool:
    """Whether an event gives a state to a figure of the view's side, or to one of its weapons."""
    match event:
        case Counted(figure=name, counter=kind, value=value) if value and base(kind) == state:
            return _is_own(view, name)
        case Posed(figure=name, posture=kind) if kind == state:
            return _is_own(view, name)
        case _:
            return False


def _is_own(view: View, name: str) -> bool:
    figure = view.state.figures.get(name)
    return figure is not None and figure.side == view.side


def _is_later_in_turn(view: View) -> bool:
    """Whether the side had a bound before this one in the same turn and phase."""
    clock = view.state.clock
    now = clock.turn, clock.phase, clock.side
    bounds = (one.event for one in view.news if isinstance(one.event, Bound))
    return sum((one.turn, one.phase, one.side) == now for one in bounds) > 1


def _matches(event: Event, lesson: Lesson) -> bool:
    verb, _, figure = lesson.when.partition(" ")
    return event.verb == verb and figure in ("", event.subject)
