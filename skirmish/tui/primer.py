"""How to play, in one page: the idea, a turn, the keys."""

from __future__ import annotations

from collections.abc import Mapping

from textual.content import Content

from skirmish.presentation.scenario_text import join_paragraphs
from skirmish.tui.about import key_rows
from skirmish.tui.keys import PROGRAM, named, with_own
from skirmish.tui.manual import key_lines
from skirmish.tui.prose import HEAD
from skirmish.tui.sheet_keys import SHEETS

_IDEA = """\
You lead a handful of figures over a map of tiles. Each is a letter and an arrow: who he is and
which way he looks. What your figures do not see, you do not see.

A turn is divided into bounds, in each of which one side gives orders; which bounds there are is
up to the rules that a scenario is played with. The line at the top says whose bound it is and
what it is for.

Choose a figure with {next}, or go to it with the arrows and press {confirm}. Then choose what it
does: {move} moves, {fire} fires, {verbs} lists everything with its keys. Before you confirm, the
panel shows the exact odds and what they are made of; the same rule rolls the dice. {more} takes
another weapon or mode, {options} opens the details of an order. When nothing is left to do, {end}
ends the bound.

With the mouse: a click chooses a figure, a click on a tile proposes what to do there, a second
click does it. The right button goes back.

On every screen {help} tells what it is for and what its keys do. The numbered rules, with worked
examples, are behind {rules} in a battle and before it.

Every order is saved as it is given. {leave} opens the menu of a battle, {settings} the settings:
colours, how much is told, and every key can be another one."""
_NAMED = (
    *("next", "confirm", "verbs", "more", "options", "end"),
    *("leave", "settings", "help", "rules"),
)


def primer_lines(own: Mapping[str, str] | None = None) -> list[Content]:
    """The page, for a player with these keys of his own."""
    keys = {id_: named(id_, own) for id_ in _NAMED}
    keys |= {verb: named(f"verb.{verb}", own) for verb in ("move", "fire")}
    lines = [Content(line) for line in join_paragraphs(_IDEA.format(**keys))]
    lines += [Content(""), Content.styled("Keys of a battle", HEAD), *key_lines(own=own)]
    keys_here = key_rows(with_own((*SHEETS["title"], *PROGRAM), own))
    return [*lines, Content(""), Content.styled("Keys of the title", HEAD), *keys_here]
