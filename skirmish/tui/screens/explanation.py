"""Why the computer gave an order: its search is repeated when the battle is over."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual.app import App
from textual.content import Content

from skirmish.game import Game
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.presentation.reasons.ai_reasons import order_sentence, reason_lines
from skirmish.presentation.reasons.explain_record import ExplainedOrder, RecordExplainer
from skirmish.tui.background import BackgroundTask
from skirmish.tui.screens.dialogs import ListDialog
from skirmish.tui.screens.page import Page, PageText
from skirmish.tui.theme import HEADING

TITLE = "Why the computer did it"
LASTS = "The enemy's reasons stay hidden until the battle is over."
NO_ORDERS = "The computer gave no orders in this battle."


class ExplanationPage(Page):
    """The reasons for one line of a record, calculated in the background."""

    def __init__(self, explainer: RecordExplainer, line: int) -> None:
        """Explain a line that has reasons."""
        super().__init__(TITLE, [Content.styled("working out the computer's reasons ..", "dim")])
        self._explainer = explainer
        self._line = line

    def on_mount(self) -> None:
        """Start the search."""
        explainer, line = self._explainer, self._line
        BackgroundTask(self, "why").start(
            lambda _: why_lines(explainer, explainer.explain(line)),
            self._tell,
            lambda why: self._tell([Content(f"No reasons: {why}")]),
        )

    def _tell(self, lines: Sequence[Content]) -> None:
        self._lines = tuple(lines)
        self.query_one(PageText).write(self._text())


def why_lines(explainer: RecordExplainer, one: ExplainedOrder) -> list[Content]:
    """The side, the candidates with their terms, and whether the choice is still the same."""
    setup, verbs = one.view.state.setup, explainer.game.verbs
    turn = explainer.turn(one.line)
    when = f"turn {turn}" if turn else "before turn 1"
    head = f"{setup.sides[one.side].name} ({one.level}), {when}, line {one.number}"
    lines = [Content.styled(head, HEADING)]
    if one.difference:
        said = order_sentence(one.view, verbs, one.order)
        lines += [Content.styled(said, "bold"), Content.styled(one.difference, "$warning")]
    for text in reason_lines(LegalOrders(explainer.game.ruleset, one.view), one.explanation):
        indent = len(text) - len(text.lstrip())
        if not indent:
            lines.append(Content(""))
        lines.append(Content(text) if indent else Content.styled(text, "bold"))
    return lines


def can_explain(explainer: RecordExplainer, line: int) -> bool:
    """Whether a line has reasons that may be shown."""
    return explainer.game.over and not explainer.missing_reason(line)


def show_why(
    app: App[None], explainer: RecordExplainer, line: int, tell: Callable[[str, str], None]
) -> None:
    """Show why a line of a record was ordered, or say why that is not possible."""
    if not explainer.game.over:
        tell("Reasons are hidden", LASTS)
    elif why := explainer.missing_reason(line):
        tell("No reasons here", f"{why[:1].upper()}{why[1:]}.")
    else:
        app.push_screen(ExplanationPage(explainer, line))


def show_reasons(app: App[None], game: Game, tell: Callable[[str, str], None]) -> None:
    """List the computer's orders in a finished battle; each item leads to its reasons."""
    explainer = RecordExplainer(game)
    if not explainer.lines:
        tell(TITLE, NO_ORDERS)
        return
    places = listed_orders(explainer)

    def ask(here: int) -> None:
        app.push_screen(ListDialog(TITLE, places, here), chosen)

    def chosen(line: int | None) -> None:
        if line is not None:
            app.push_screen(ExplanationPage(explainer, line), lambda _: ask(line))

    ask(explainer.lines[0])


def listed_orders(explainer: RecordExplainer) -> list[tuple[int | None, str]]:
    """The orders by line, worded as they were given, under headings for each turn of a side."""
    game, places, last = explainer.game, list[tuple[int | None, str]](), ""
    for line in explainer.lines:
        entry, turn = game.lines[line - 1], explainer.turn(line)
        view = game.view_at(line - 1, entry.side)
        name = view.state.setup.sides[entry.side].name
        head = f"{f'Turn {turn}' if turn else 'Before turn 1'}, {name}"
        if head != last:
            places.append((None, head))
            last = head
        places.append((line, order_sentence(view, game.verbs, explainer.order(line))))
    return places
