"""How to play, in one page: the idea, a turn, the keys."""

from __future__ import annotations

from textual.content import Content

from skirmish.tui.keys import SHEETS
from skirmish.tui.manual import key_lines
from skirmish.tui.prose import HEAD, joined

_IDEA = """\
You lead a handful of figures over a map of tiles. Each is a letter and an arrow: who he is and
which way he looks. What your figures do not see, you do not see.

A turn is divided into bounds, in each of which one side gives orders; which bounds there are is
up to the rules that a scenario is played with. The line at the top says whose bound it is and
what it is for.

Choose a figure with tab, or go to it with the arrows and press enter. Then choose what it does: m
moves, f fires, v lists everything with its keys. Before you confirm, the panel shows the exact
odds and what they are made of; the same rule rolls the dice. + takes another weapon or mode, o
opens the details of an order. When nothing is left to do, e ends the bound.

With the mouse: a click chooses a figure, a click on a tile proposes what to do there, a second
click does it. The right button goes back.

Every order is saved as it is given. q opens the menu of a battle."""
_SCREENS = {"title": "Title", "browser": "Scenarios", "setup": "New game", "recap": "Recap"}
_COLUMN = 16


def primer_lines() -> list[Content]:
    """The page."""
    lines = [Content(line) for line in joined(_IDEA)]
    lines += [Content(""), Content.styled("Keys of a battle", HEAD), *key_lines()]
    for sheet, name in _SCREENS.items():
        lines += [Content(""), Content.styled(f"Keys: {name}", HEAD)]
        lines += [
            Content.assemble((f"{key.all_shown:<{_COLUMN}} ", "bold $accent"), key.help)
            for key in SHEETS[sheet]
        ]
    return lines
