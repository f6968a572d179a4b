"""Lines on a scenario and its battle: sides, briefing, objectives, house rules."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping, Sequence

from textual.content import Content

from skirmish.analysis.known_results import KnownBalance
from skirmish.core.sanitize import display_width as columns
from skirmish.core.text import pluralize
from skirmish.core.view import View
from skirmish.presentation.objective_status import break_progress, objective_grounds
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.presentation.report.report_text import fit_columns
from skirmish.presentation.setup.balance_words import balance_words, played_words
from skirmish.presentation.setup.game_setup import temper_sentences
from skirmish.presentation.setup.scenario_text import (
    break_words,
    changed_rules,
    difficulty_words,
    ending_words,
    join_paragraphs,
    objective_words,
    origin_words,
    scenario_facts,
    side_facts,
)
from skirmish.presentation.wording import score_words
from skirmish.rulesets.common.victory import is_paid
from skirmish.rulesets.registry import ruleset
from skirmish.scenario import Scenario, opening_state
from skirmish.session.omniscient import scenario_view
from skirmish.tui.map.glyphs import Glyphs, letter
from skirmish.tui.theme import FIRST_SIDE, HEADING, SECOND_SIDE

SIDE_STYLES = (FIRST_SIDE, SECOND_SIDE)
"""Variables for the colours of the sides, in their order."""
PAINTED_ZONE, PAINTED_GOAL = "▒", "□"
"""Signs for zones and objectives in the legend of a painted map."""
_BULLET = 2
"""Columns of the bullet before each objective."""
_BADGE = 4
"""Columns of a badge and the blank after it."""


def about(
    scenario: Scenario, width: int, file: str = "", known: KnownBalance | None = None
) -> list[Content]:
    """The facts of a scenario, its briefing, objectives and house rules.

    Args:
        scenario: The scenario.
        width: Columns of the lines.
        file: The name of its file, if it does not come with the game.
        known: What is known of its balance.
    """
    lines = [
        *fact_lines(scenario, width),
        *balance_lines(scenario, known),
        *_origin_lines(scenario, file),
        Content(""),
        *scenario_briefing_lines(scenario),
        *goal_lines(scenario),
        *rule_lines(scenario),
    ]
    return _trimmed(lines)


def fact_lines(scenario: Scenario, width: int) -> list[Content]:
    """Title, rules, size and turns; each side with its figures and points."""
    title = Content.styled(scenario.title, "bold")
    return [title, Content(scenario_facts(scenario)), *side_lines(scenario, width)]


def balance_lines(scenario: Scenario, known: KnownBalance | None) -> list[Content]:
    """Sentences on the balance of the battle, as far as it is known."""
    if known is None:
        return []
    names = {force.id: force.name for force in scenario.sides}
    return [
        Content(_sentence(balance_words(known, names))),
        Content.styled(_sentence(played_words(known, scenario.turns)), "dim"),
    ]


def _origin_lines(scenario: Scenario, file: str) -> list[Content]:
    """The author's description, difficulty and length, origin, and the file."""
    said = scenario.about
    told = join_paragraphs(said.description) if said.description else []
    facts = filter(None, (difficulty_words(said), *origin_words(said), file and f"file: {file}"))
    return [*map(Content, told), *(Content.styled(_sentence(fact, ""), "dim") for fact in facts)]


def _sentence(words: str, stop: str = ".") -> str:
    """Words as a sentence: with a capital letter and a stop."""
    return f"{words[:1].upper()}{words[1:]}{stop}"


def side_lines(scenario: Scenario, width: int) -> list[Content]:
    """Each side in its colour, with its figures, its points and its break point.

    If that is too long for a line, the facts stand below the names.
    """
    facts = side_facts(scenario)
    wide = max(columns(side.name) for side in facts)
    words = [
        ", ".join([*side.words, *([f"broken at {side.break_point}%"] if side.break_point else ())])
        for side in facts
    ]
    below = _BADGE + wide + 2 + max(map(columns, words)) > width
    lines: list[Content] = []
    for at, (side, told) in enumerate(zip(facts, words, strict=True)):
        sign = side.id[:1].lower() if at else side.id[:1].upper()
        name = side.name if below else fit_columns(side.name, wide)
        head = Content.assemble(
            (f" {sign} ", badge_style(at)), (f" {name}", f"bold ${SIDE_STYLES[at]}")
        )
        lines += [head, Content(" " * _BADGE + told)] if below else [head + f"  {told}"]
    return lines


def badge_style(at: int) -> str:
    """The style of the first (0) or second (1) side's badges."""
    return f"bold $background on ${SIDE_STYLES[at]}"


def is_known(side: str, people: Sequence[str]) -> bool:
    """Whether everything about a side may be shown: to its only player, or if no person plays."""
    return tuple(people) in ((), (side,))


def cast_lines(scenario: Scenario, side: str, people: Sequence[str], width: int) -> list[Content]:
    """The figures of a side: badge, name, kind, weapons; for an enemy only those in sight.

    Args:
        scenario: The scenario as it will be played.
        side: The side.
        people: The sides that people play.
        width: Columns of the lines.
    """
    own = is_known(side, people)
    state = opening_state(scenario) if own else scenario_view(scenario, people).state
    sides = tuple(state.setup.sides)
    figures = [
        figure
        for figure in state.figures.values()
        if figure.who.side == side and not state.awaits_event(figure)
    ]
    name = max((columns(figure.who.name) for figure in figures), default=0)
    kind = max((columns(figure.who.kind.name) for figure in figures), default=0)
    arms = [", ".join(weapon.name for weapon in one.who.weapons) if own else "" for one in figures]
    roomy = _BADGE + name + 2 + kind + 2 + max(map(columns, arms), default=0) <= width
    lines: list[Content] = []
    for figure, carried in zip(figures, arms, strict=True):
        late = "  comes later" if own and figure.at is None else ""
        line = Content.assemble(
            (f" {letter(figure, sides[0])[0]} ", badge_style(sides.index(side))),
            (f" {fit_columns(figure.who.name, name)}", "bold"),
            f"  {fit_columns(figure.who.kind.name, kind) if roomy else figure.who.kind.name}",
            (f"  {carried}" if roomy else "", "dim"),
            (late, "dim"),
        )
        lines.append(line)
        if carried and not roomy:
            wrapped = textwrap.wrap(carried, max(1, width - _BADGE))
            lines += [Content.styled(" " * _BADGE + part, "dim") for part in wrapped]
    return [line.truncate(max(1, width), ellipsis=True) for line in lines]


def scenario_briefing_lines(scenario: Scenario) -> list[Content]:
    """The briefing and an empty line; no lines if there is none."""
    lines = [Content(line) for line in join_paragraphs(scenario.briefing.strip("\n"))]
    return [*lines, Content("")] if scenario.briefing.strip() else []


def goal_lines(scenario: Scenario) -> list[Content]:
    """The objectives by side and an empty line; no lines if there are none."""
    if not scenario.goals:
        return []
    lines = [Content.styled("Objectives", HEADING)]
    names = {force.id: force.name for force in scenario.sides}
    judged = ruleset(scenario.ruleset).turn.judged
    lines += [Content(f"{names[g.side]}: {objective_words(g, judged)}") for g in scenario.goals]
    return [*lines, Content("")]


def aim_lines(scenario: Scenario, width: int) -> list[Content]:
    """How each side scores and what breaks it, then how the battle ends."""
    lines: list[Content] = []
    judged = ruleset(scenario.ruleset).turn.judged
    for at, facts in enumerate(side_facts(scenario)):
        lines.append(Content.styled(facts.name, f"bold ${SIDE_STYLES[at]}"))
        goals = (goal for goal in scenario.goals if goal.side == facts.id)
        words = [*(objective_words(goal, judged) for goal in goals), break_words(facts)]
        told = [textwrap.wrap(text, max(_BULLET * 8, width - _BULLET)) for text in words if text]
        lines += [
            Content(f"{' ' if n else '·'} {part}") for text in told for n, part in enumerate(text)
        ]
    return [*lines, *(Content(text) for text in ending_words(scenario))]


def rule_lines(scenario: Scenario) -> list[Content]:
    """The house rules that differ from the defaults and an empty line; no lines if none do."""
    changed = [Content(line) for line in changed_rules(scenario)]
    return [Content.styled("House rules", HEADING), *changed, Content("")] if changed else []


def legend(scenario: Scenario, glyphs: Glyphs | None, width: int, *, rows: int = 1) -> Content:
    """The legend of a map with zones and objectives, lettered (with `glyphs`) or painted.

    The meaning of the points at an objective is added if it fits into a row of this width, else in
    a second row if `rows` allows one.
    """
    painted = glyphs is None
    marks = (PAINTED_ZONE,) * 2 if glyphs is None else (glyphs.fence[:2], glyphs.other_fence[:2])
    parts = [
        Content.assemble((mark, f"${style}" if painted else ""), f" {force.name}")
        for mark, style, force in zip(marks, SIDE_STYLES, scenario.sides, strict=True)
        if force.deploy is not None
    ]
    if any(goal.area for goal in scenario.goals):
        goal = PAINTED_GOAL if glyphs is None else glyphs.goal
        first, second = (force.name for force in scenario.sides)
        sign = Content.assemble((goal, "$accent" if painted else ""), " objective")
        points = _points_words(scenario, first, second)
        whole = Content("  ").join([*parts, sign + f"; {points}"])
        if whole.cell_length <= width:
            return whole
        parts.append(sign)
        if rows > 1:
            return Content("\n").join([Content("  ").join(parts), Content(points)])
    return Content("  ").join(parts)


def _points_words(scenario: Scenario, first: str, second: str) -> str:
    """The meaning of the numbers at the map's first objective, of all of them if it has several."""
    view = scenario_view(scenario)
    ground = next(iter(objective_grounds(view)), None)
    if ground is not None and ground.more:
        ways = ((one.kind, one.points_of(view.side)) for one in (ground, *ground.more))
        labels = ", ".join(f"{kind} {mine}:{theirs}" for kind, (mine, theirs) in ways)
        return f"{labels}: points for {first} : for {second}"
    mine, theirs = ground.points_of(view.side) if ground is not None else (0, 0)
    return f"{mine}:{theirs} is {pluralize(mine, 'point')} for {first}, {theirs} for {second}"


def _trimmed(lines: Iterable[Content]) -> list[Content]:
    kept = list(lines)
    while kept and not kept[-1].plain:
        kept.pop()
    return kept


def briefing_paragraphs(view: View) -> list[Content]:
    """The paragraphs of the briefing, shown above a log that is still short."""
    lines = join_paragraphs(view.state.setup.briefing.strip())
    return [Content.styled(line, "dim") for line in lines if line.strip()]


def battle_briefing_lines(legal: LegalOrders, players: Mapping[str, str]) -> list[Content]:
    """The score as far as it is known, the objectives of both sides, the briefing."""
    view, judged = legal.view, legal.ruleset.turn.judged
    setup = view.state.setup
    lines: list[Content] = []
    for name, side in setup.sides.items():
        lines.append(Content.styled(f"{side.name}: {score_words(view, name)}", HEADING))
        lines += [
            Content(objective_words(goal, judged, paid=is_paid(view, goal)))
            for goal in view.state.objectives
            if goal.side == name
        ]
        if broken := break_progress(view, name):
            lines.append(Content(broken))
        lines.append(Content(""))
    lines += [Content(line) for line in join_paragraphs(setup.briefing.strip())]
    told = temper_sentences(setup.sides.values(), players)
    return lines + [Content(line) for line in (["", *told] if told else [])]
