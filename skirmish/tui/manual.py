"""Help pages on the battle and how to play, made from the key table and the ruleset."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from itertools import chain

from attrs import evolve
from textual.content import Content

from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.presentation.question_words import (
    question_explained,
    question_situation,
    question_words,
)
from skirmish.presentation.setup.scenario_text import join_paragraphs
from skirmish.presentation.wording import figure_words
from skirmish.tui.keys import FIGHT, KEYS, PROGRAM, Key, in_part, in_rules, key_for, with_own_keys
from skirmish.tui.legend import (
    Sign,
    figure_signs,
    letter_signs,
    painted_signs,
    panel_signs,
    sign_lines,
)
from skirmish.tui.map.glyphs import Glyphs, fitting
from skirmish.tui.screen_help import BATTLE, key_rows
from skirmish.tui.screen_keys import SCREEN_KEYS
from skirmish.tui.theme import HEADING

_COLUMN = 16
_IDEA = """\
You lead a handful of figures on a map of tiles, each a metre wide. Each figure is a letter and an
arrow: the letter is its kind, the arrow its facing. You only see what your figures see.

In each turn the sides take turns to give orders. The rules of a scenario decide when and how
often, and what that part of a turn is called: turn, bound, pass or phase. The top line says which
side gives orders now.

Choose a figure with {next}, or move the cursor to it and press {confirm}. Then choose an order:
{move} moves, {fire} fires, {verbs} lists all orders with their keys. Before you confirm, the
panel shows the exact odds and every modifier; the same rule rolls the dice. Where the screen has no
room for it beside the map, two lines below the map show the odds in short, and {panel} opens the
panel. {more} selects another weapon or mode, {options} opens the options of an order. When you are
done, press {end} to finish your orders.

With a figure chosen, {jump_east} moves the cursor to the best cover, an objective or a figure to
the east in its reach, {leap_east} as far east as it can go; {confirm} moves it there. At the end of
the reach the same key again goes on beyond it.
{repeat} continues a move that was stopped, or proposes the last order again: after one of a group
for the next of its figures.

On every screen {help} explains the screen and its keys. {rules} shows the numbered rules, with
worked examples, before and during a battle.

Every order is saved at once. {leave} opens the menu of a battle, {settings} the settings:
colours, odds and hints, and all keys."""
_MOUSE: Mapping[str, str] = {
    "click": "choose a figure; on any other tile prepare an order there. One that leaves no "
    "choice and can be taken back is given at once",
    "second click": "on the same tile: give the prepared order",
    "drag": "from a figure to a tile: prepare its order there; then click there",
    "right click": "one step back; closes pages and lists, as a click beside them does",
    "right drag": "from a figure: turn it; while a move is prepared: its facing at the end",
    "wheel": "larger or smaller tiles of the painted map; else, and with ctrl, the map moves; "
    "with shift sideways. Over the panel: the lines that do not fit",
    "click on words": "footer, line of hints, panel and this page: what the key does; the log: all "
    "of it; the title in the top line: the menu, with the settings",
}
"""Mouse actions in a battle."""
_CHOOSE, _MOVE, _FIGHT = "Choose and order", "Move", "Fight"
_LOOK, _TURN, _SCREENS = "Look", "Turn", "Screens"
_PURPOSES: Mapping[str, tuple[str, ...]] = {
    _CHOOSE: (
        *("next", "previous", "mark", "confirm", "back", "verbs"),
        *("options", "more", "less", "type", "repeat"),
    ),
    _MOVE: ("go_on",),
    _FIGHT: ("hint", "advise"),
    _LOOK: ("look", "arcs", "threat", "reach", "field", "levels", "numbers", "zoom_in", "zoom_out"),
    _TURN: ("end", "ready", "mustered", "undo", "hurry", "skip", "news", "news_back"),
    _SCREENS: (),
}
"""Headings for keys, each with the ids under it, except orders and cursor keys."""
_MOVES = ("move", "run", "turn", "pose", "door", "deploy")
_CURSOR = ("north", "south", "west", "east", "leap_", "jump_")
_ENDS = ("north", "south")
_NAMED = (
    *("next", "confirm", "verbs", "more", "options", "end"),
    *("jump_east", "leap_east", "repeat"),
    *("leave", "settings", "help", "rules", "panel"),
)


def key_lines(
    part: str = FIGHT,
    verbs: Container[str] | None = None,
    own: Mapping[str, str] | None = None,
    *,
    by_click: bool = False,
) -> list[Content]:
    """All keys with help in a part of a battle; with `verbs`, only keys of these orders.

    `own` are the player's keys by id; `by_click`: a click on a line does what its key does.
    """
    keys: dict[str, Key] = {}
    for key in with_own_keys(KEYS, own):
        if in_part(key, part) and (verbs is None or in_rules(key, verbs)):
            same = keys.get(key.keys or key.id)
            text = key.help if same is None else f"{same.help}; {key.help}"
            keys[key.keys or key.id] = evolve(same or key, help=text)
    lines: list[Content] = []
    for purpose in _PURPOSES:
        rows = key_rows((k for k in keys.values() if _purpose(k) == purpose), by_click=by_click)
        lines += [Content.styled(purpose, "bold"), *rows] if rows else []
    return lines


def _purpose(key: Key) -> str:
    """The heading for a key."""
    if key.id.startswith(_CURSOR):
        return _LOOK
    if key.id.startswith("figure_"):
        return _CHOOSE
    if key.verb:
        return _MOVE if key.verb in _MOVES else _FIGHT
    return next((purpose for purpose, ids in _PURPOSES.items() if key.id in ids), _SCREENS)


def mouse_lines() -> list[Content]:
    """The mouse actions as lines."""
    width = max(map(len, _MOUSE)) + 1
    return [Content.assemble((f"{do:<{width}} ", "bold"), what) for do, what in _MOUSE.items()]


def verb_lines(legal: LegalOrders) -> list[Content]:
    """Every order of the ruleset with its help."""
    return [
        Content.assemble((f"{verb.name:<{_COLUMN}} ", "bold"), verb.text)
        for verb in legal.known_verbs.values()
    ]


def mark_lines(own: Mapping[str, str] | None = None) -> list[Content]:
    """How to change the glyphs of the map."""
    key = key_for("settings", own)
    return [Content(f"{key}: settings; glyphs offers ASCII only, or blocks")]


def help_lines(
    legal: LegalOrders,
    glyphs: Glyphs | None = None,
    own: Mapping[str, str] | None = None,
    painted: Sequence[Content] = (),
    *,
    narrow: bool = False,
    shown: Sequence[Sign] = (),
) -> list[Content]:
    """The help page of the battle, with the player's glyphs and keys.

    `painted`: lines on the colours of the painted map, if it is painted. `narrow`: the panel has no
    room of its own. `shown`: the signs now used on a lettered map.
    """
    marks = glyphs or fitting()
    figures = figure_signs(legal, marks, own, painted=bool(painted))
    signs = painted_signs(legal, marks) if painted else letter_signs(legal, marks)
    return [
        *question_help(legal, own),
        *_shown_signs(shown),
        *map(Content, _battle_words(own, narrow=narrow)),
        *_headed("Keys", key_lines(legal.battle_part, legal.known_verbs, own, by_click=True)),
        *_headed("Mouse", mouse_lines()),
        *_headed("Orders", verb_lines(legal)),
        *_headed("The map", sign_lines(figures), sign_lines(signs), painted, mark_lines(own)),
        *_headed("The panel and the lines", sign_lines(panel_signs())),
    ]


def _headed(heading: str, *parts: Iterable[Content]) -> list[Content]:
    """Lines under a heading, after an empty line."""
    return [Content(""), Content.styled(heading, HEADING), *chain.from_iterable(parts)]


def question_help(legal: LegalOrders, own: Mapping[str, str] | None = None) -> list[Content]:
    """What the open question is about and how to answer it; empty if there is none."""
    view, question = legal.view, legal.view.question
    if question is None:
        return []
    paragraphs = (
        question_situation(view, legal.known_verbs, question),
        f"{figure_words(view, question.figure)}: {question_words(question)}".lstrip(": "),
        question_explained(question),
        f"Choose an answer with the arrows, and {key_for('confirm', own)} gives it.",
    )
    lines = [Content(one) for one in paragraphs if one]
    return [Content.styled("This question", HEADING), *lines, Content("")]


def _shown_signs(shown: Sequence[Sign]) -> list[Content]:
    """The signs on the map now, for which there may be no room beside the map."""
    head = Content.styled("Signs on the map now", HEADING)
    return [head, *sign_lines(shown), Content("")] if shown else []


def _battle_words(own: Mapping[str, str] | None, *, narrow: bool) -> tuple[str, ...]:
    """The parts of the battle screen, with the keys of those that are not always shown."""
    panel, log = key_for("panel", own), key_for("log", own)
    about = "the tile under the cursor, or the odds of an order"
    where = f"The panel describes {about}. {log} shows the whole log."
    if narrow:
        where = (
            f"The two lines below the map describe {about}, in short; {panel} opens the panel, "
            f"which has more, and once it is open a page with all of it. {log} shows the whole log."
        )
    *ways, last = (key_for(f"{way}_{side}", own) for side in ("west", "east") for way in _ENDS)
    diagonals = (
        f"On the map {', '.join(ways)} and {last} move the cursor diagonally; "
        "in a list or a text home and end go to its ends, pgup and pgdn by a page."
    )
    return (
        f"{BATTLE.text} {where}",
        diagonals,
        "On this page: keys, mouse, orders, the signs of the map, of the panel and the lines.",
    )


def primer_lines(own: Mapping[str, str] | None = None) -> list[Content]:
    """The page on how to play, with the player's keys."""
    keys = {id_: key_for(id_, own) for id_ in _NAMED}
    keys |= {verb: key_for(f"verb.{verb}", own) for verb in ("move", "fire")}
    lines = [Content(line) for line in join_paragraphs(_IDEA.format(**keys))]
    keys_here = key_rows(with_own_keys((*SCREEN_KEYS["title"], *PROGRAM), own))
    return [
        *lines,
        *_headed("Mouse", mouse_lines()),
        *_headed("Keys of a battle", key_lines(own=own)),
        *_headed("Keys of the title", keys_here),
    ]
