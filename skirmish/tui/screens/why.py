"""Why the computer gave an order: its thought once more, when the battle is over."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual.app import App
from textual.content import Content
from textual.widgets import Static

from skirmish.game import Game
from skirmish.presentation.ai_reasons import order_sentence, reason_lines
from skirmish.presentation.explain_record import ExplainedOrder, RecordExplainer
from skirmish.tui.beside import Beside
from skirmish.tui.prose import HEAD
from skirmish.tui.screens.jump import Jump
from skirmish.tui.screens.page import Page

TITLE = "Why the computer did it"
LASTS = "While the battle lasts nobody is told what the enemy thinks."
NOBODY = "No order of this battle was the computer's."


class Why(Page):
    """The reasons for one line of a record, worked out beside the screen."""

    def __init__(self, looked: RecordExplainer, line: int) -> None:
        """Explain a line that has reasons."""
        super().__init__(TITLE, [Content.styled("thinking it over again ..", "dim")])
        self._looked = looked
        self._line = line

    def on_mount(self) -> None:
        """Begin to think."""
        looked, line = self._looked, self._line
        Beside(self, "why").begin(
            lambda _: why_lines(looked, looked.explain(line)),
            self._tell,
            lambda why: self._tell([Content(f"No reasons: {why}")]),
        )

    def _tell(self, lines: Sequence[Content]) -> None:
        self._lines = tuple(lines)
        self.query_one(Static).update(self._text())


def why_lines(looked: RecordExplainer, one: ExplainedOrder) -> list[Content]:
    """Whose order it is, the candidates with their terms, and whether it is still the same."""
    setup, verbs = one.view.state.setup, looked.game.verbs
    turn = looked.turn(one.line)
    when = f"turn {turn}" if turn else "before turn 1"
    head = f"{setup.sides[one.side].name} ({one.level}), {when}, line {one.line}"
    lines = [Content.styled(head, HEAD)]
    if one.difference:
        said = order_sentence(one.view, verbs, one.order)
        lines += [Content.styled(said, "bold"), Content.styled(one.difference, "$warning")]
    for text in reason_lines(one.view, verbs, one.explanation):
        indent = len(text) - len(text.lstrip())
        if not indent:
            lines.append(Content(""))
        lines.append(Content(text) if indent else Content.styled(text, "bold"))
    return lines


def can_explain(looked: RecordExplainer, line: int) -> bool:
    """Whether there are reasons for a line, and they may be told."""
    return looked.game.over and not looked.missing_reason(line)


def show_why(
    app: App[None], looked: RecordExplainer, line: int, tell: Callable[[str, str], None]
) -> None:
    """Show why a line of a record was ordered, or tell why that can't be said."""
    if not looked.game.over:
        tell("No reasons yet", LASTS)
    elif why := looked.missing_reason(line):
        tell("No reasons here", f"{why[:1].upper()}{why[1:]}.")
    else:
        app.push_screen(Why(looked, line))


def show_reasons(app: App[None], game: Game, tell: Callable[[str, str], None]) -> None:
    """The list of the computer's orders in a battle that is over; each leads to its reasons."""
    looked = RecordExplainer(game)
    if not looked.lines:
        tell(TITLE, NOBODY)
        return
    places = _places(looked)

    def ask(here: int) -> None:
        app.push_screen(Jump(TITLE, places, here), chosen)

    def chosen(line: int | None) -> None:
        if line is not None:
            app.push_screen(Why(looked, line), lambda _: ask(line))

    ask(looked.lines[0])


def _places(looked: RecordExplainer) -> list[tuple[int | None, str]]:
    """The orders under heads for each turn of a side."""
    game, places, last = looked.game, list[tuple[int | None, str]](), ""
    for line in looked.lines:
        entry, turn = game.lines[line - 1], looked.turn(line)
        view = game.view(entry.side)
        name = view.state.setup.sides[entry.side].name
        head = f"{f'Turn {turn}' if turn else 'Before turn 1'}, {name}"
        if head != last:
            places.append((None, head))
            last = head
        places.append((line, order_sentence(view, game.verbs, looked.order(line))))
    return places
