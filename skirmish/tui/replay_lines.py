"""What the replay says beside its map: what happened at a step, how the battle stands, how far."""

from __future__ import annotations

from textual.content import Content

from skirmish.core.events import Bound
from skirmish.core.view import View
from skirmish.presentation.log import log_sentences
from skirmish.presentation.wording import count_words
from skirmish.tui import panels
from skirmish.tui.reel import ALL, Reel, bound_words
from skirmish.tui.sentences import content_of

_DONE, _LEFT = "=", "-"
_LEAST = 8


def bar_words(reel: Reel, at: int, width: int, tail: str) -> str:
    """How far the replay is: numbers, a bar, and what it does."""
    head = f"step {at} of {reel.last}"
    if reel.eyes == ALL:
        head += f", line {reel.steps[at].line}"
    room = max(_LEAST, width - len(head) - len(tail) - 6)
    done = round(room * at / reel.last) if reel.last else room
    return f"{head}  [{_DONE * done}{_LEFT * (room - done)}]  {tail}"


def happened(reel: Reel, at: int, view: View) -> list[Content]:
    """Which bound it is, what was ordered, what came of it."""
    step = reel.steps[at]
    lines = [panels.plain(text, "bold") for text in _bound_now(reel, at)]
    if step.order:
        name = view.state.setup.sides[step.side].name
        lines += [Content(""), Content.assemble((f"{name}: ", "dim"), (step.order, "bold $accent"))]
    said = log_sentences(view, step.news, reel.battle.ruleset)
    lines += [Content("")] if said else []
    lines += [content_of(one) for one in said]
    if not at:
        lines.append(panels.plain("The beginning. Step on, or let it play.", "italic"))
    return lines


def _bound_now(reel: Reel, at: int) -> list[str]:
    """The bound that a step lies in: the last one that began before it."""
    for step in reversed(reel.steps[:at] or reel.steps[:1]):
        began = [one.event for one in step.news if isinstance(one.event, Bound)]
        if began:
            return [bound_words(reel.battle, began[-1])]
    return ["before the first turn"]


def standing_lines(view: View, width: int, *, all_seen: bool) -> list[Content]:
    """Points, and who is left, as far as it is known."""
    state = view.state
    lines = [panels.heading("standing", width)]
    for side, setup in state.setup.sides.items():
        mine = [figure for figure in state.figures.values() if figure.side == side]
        left = sum(figure.at is not None for figure in mine)
        seen = "on the table" if all_seen or side == view.side else "in sight"
        score = count_words("points", state.tally.score.get(side, 0))
        lines.append(panels.two_ends(setup.name, score, width))
        lines.append(panels.two_ends("", f"{left} {seen}", width, "", "dim"))
    return lines
