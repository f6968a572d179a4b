"""Pages of help on the battle and how to play, made from the key table and the ruleset."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence

from attrs import evolve
from textual.content import Content

from skirmish.core.geometry import Facing
from skirmish.presentation.figure_status import STANDING, lasting_states, state_words
from skirmish.presentation.legal_orders import LegalOrders
from skirmish.presentation.scenario_text import join_paragraphs
from skirmish.tui.keys import FIGHT, KEYS, PROGRAM, Key, in_part, in_rules, key_for, with_own_keys
from skirmish.tui.map.glyphs import FALLS, Glyphs, fitting, mark_of
from skirmish.tui.screen_help import BATTLE, key_rows
from skirmish.tui.screen_keys import SCREEN_KEYS
from skirmish.tui.theme import HEADING

_COLUMN = 16
_IDEA = """\
You lead a handful of figures on a map of tiles. Each figure is a letter and an arrow: the letter
is its kind, the arrow its facing. You only see what your figures see.

In each turn the sides take turns to give orders. The rules of a scenario decide when and how
often, and what that part of a turn is called: turn, bound, pass or phase. The top line says which
side gives orders now.

Choose a figure with {next}, or move the cursor to it and press {confirm}. Then choose an order:
{move} moves, {fire} fires, {verbs} lists all orders with their keys. Before you confirm, the
panel shows the exact odds and every modifier; the same rule rolls the dice. {more} selects
another weapon or mode, {options} opens the options of an order. When you are done, press {end}
to finish your orders.

With a figure chosen, {jump_east} moves the cursor to the best cover, an objective or a figure to
the east in its reach, {leap_east} as far east as it can go; {confirm} moves it there. At the end of
the reach the same key again goes on beyond it.
{repeat} continues a move that was stopped, or proposes the last order again.

With the mouse: click a figure to choose it, click a tile to prepare an order there, click again
to confirm. Or drag from the figure to the tile, and click there. The right button goes back;
dragged from a figure, it turns the figure. Orders in the line of hints can be clicked. An order
that leaves no choice and can be taken back is given at once.
A click on a line of the help page does what its key does.

On every screen {help} explains the screen and its keys. {rules} shows the numbered rules, with
worked examples, before and during a battle.

Every order is saved at once. {leave} opens the menu of a battle, {settings} the settings:
colours, odds and hints, and all keys."""
_CHOOSE, _MOVE, _FIGHT = "Choose and order", "Move", "Fight"
_LOOK, _TURN, _SCREENS = "Look", "Turn", "Screens"
_PURPOSES: Mapping[str, tuple[str, ...]] = {
    _CHOOSE: (
        *("next", "previous", "mark", "confirm", "back", "verbs"),
        *("options", "more", "less", "type", "repeat"),
    ),
    _MOVE: (),
    _FIGHT: ("hint", "advise"),
    _LOOK: ("look", "arcs", "threat", "reach", "field", "levels", "numbers", "zoom_in", "zoom_out"),
    _TURN: ("end", "ready", "mustered", "undo", "hurry", "skip", "news", "news_back"),
    _SCREENS: (),
}
"""What keys are for, with the ids of those that are no orders and do not move the cursor."""
_MOVES = ("move", "run", "turn", "pose", "door", "deploy")
_CURSOR = ("north", "south", "west", "east", "leap_", "jump_")
_NAMED = (
    *("next", "confirm", "verbs", "more", "options", "end"),
    *("jump_east", "leap_east", "repeat"),
    *("leave", "settings", "help", "rules"),
)


def key_lines(
    part: str = FIGHT,
    verbs: Container[str] | None = None,
    own: Mapping[str, str] | None = None,
    *,
    by_click: bool = False,
) -> list[Content]:
    """Every key with its help in a part of a battle; of order keys, those of the ruleset.

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
    """What a key is for, as a heading."""
    if key.id.startswith(_CURSOR):
        return _LOOK
    if key.id.startswith("figure_"):
        return _CHOOSE
    if key.verb:
        return _MOVE if key.verb in _MOVES else _FIGHT
    return next((purpose for purpose, ids in _PURPOSES.items() if key.id in ids), _SCREENS)


def verb_lines(legal: LegalOrders) -> list[Content]:
    """Every order of the ruleset with its help."""
    return [
        Content.assemble((f"{verb.name:<{_COLUMN}} ", "bold"), verb.text)
        for verb in legal.known_verbs.values()
    ]


def figure_sign_lines(
    legal: LegalOrders, glyphs: Glyphs, own: Mapping[str, str] | None = None
) -> list[Content]:
    """The signs of figures, in letters and painted."""
    first, second = legal.view.state.setup.sides.values()
    return [
        Content(f"CAPITALS {first.name}, small letters {second.name}; bold can still act"),
        Content("the second sign is its facing or its condition:"),
        *_condition_lines(legal, glyphs),
        Content(f"  {key_for('arcs', own)}: the facings of all figures, and this figure's arc"),
        Content(f"  a number is part of its id: 2 is r2, a is r10 ({key_for('numbers', own)});"),
        Content("  numbers also appear while you choose between similar figures"),
        Content("  a % beside an enemy: the chance of the best attack on it by the chosen figure;"),
        Content("  with an attack in hand that of this attack: its aim and mode count"),
        Content("  green: costs the enemy a fifth of its worth or more on average,"),
        Content("  yellow: a fifteenth or more, red: less, grey: when it may next attack"),
    ]


def letter_lines(legal: LegalOrders, glyphs: Glyphs) -> list[Content]:
    """The legend of ground and overlays of a map in letters."""
    board, zones = legal.board, legal.view.state.setup.declared.zones.values()
    kinds = {board.terrain((x, y)) for x in range(board.width) for y in range(board.height)}
    ground = sorted(f"{glyphs.ground(kind)} {kind.name}" for kind in kinds)
    return [
        Content("? seen before, not now   * the route of a move"),
        Content(f"{_falls(glyphs)} or more: the chance that a shell lands there"),
        Content(f"{glyphs.reach} in reach   {glyphs.arc} your arc   {glyphs.threat} enemy arcs"),
        Content(f"{glyphs.area} area of the order   {glyphs.goal} objective:"),
        Content("  3:2 pays you 3 points and the enemy 2,"),
        Content("  held {} by you, {} by the enemy, {} by both".format(*glyphs.flags)),
        Content("{} you watch, {} you keep under fire".format(*glyphs.own_watches)),
        Content("{} the enemy watches, {} it keeps under fire".format(*glyphs.watches)),
        Content(f"{glyphs.field} what the tile sees"),
        *(Content(f"{glyphs.cloud(zone.glyph)} on the ground: {zone.label}") for zone in zones),
        Content(", ".join(ground)),
    ]


def _falls(glyphs: Glyphs) -> str:
    """The marks of where a shell may fall, each with its least chance."""
    return "  ".join(f"{mark} {least}%" for mark, least in zip(glyphs.falls, FALLS, strict=True))


def mark_lines(own: Mapping[str, str] | None = None) -> list[Content]:
    """How to change the marks of the map."""
    key = key_for("settings", own)
    return [Content(f"{key}: settings; glyphs offers ASCII only, or blocks")]


def _condition_lines(legal: LegalOrders, glyphs: Glyphs) -> list[Content]:
    """The marks of lasting states."""
    declared = legal.view.state.setup.declared
    lines = [
        Content(f"  {mark_of(name, glyphs)} {state_words(declared, name)}")
        for name in lasting_states(declared)
    ]
    low = [p.label for name, p in declared.postures.items() if name != STANDING and not p.blinds]
    if low:
        lines.append(Content(f"  {glyphs.low[Facing.E]} {', '.join(low)}, and where it faces"))
    return lines


def help_lines(
    legal: LegalOrders,
    glyphs: Glyphs | None = None,
    own: Mapping[str, str] | None = None,
    painted: Sequence[Content] = (),
) -> list[Content]:
    """The help page of the battle, with the player's marks and keys.

    `painted`: the legend of the painted map, where it is painted.
    """
    marks = glyphs or fitting()
    return [
        Content(BATTLE.text),
        Content(""),
        Content.styled("Keys", HEADING),
        *key_lines(legal.battle_part, legal.known_verbs, own, by_click=True),
        Content(""),
        Content.styled("Orders", HEADING),
        *verb_lines(legal),
        Content(""),
        Content.styled("The map", HEADING),
        *figure_sign_lines(legal, marks, own),
        *(painted or letter_lines(legal, marks)),
        *mark_lines(own),
    ]


def primer_lines(own: Mapping[str, str] | None = None) -> list[Content]:
    """The page on how to play, with the player's keys."""
    keys = {id_: key_for(id_, own) for id_ in _NAMED}
    keys |= {verb: key_for(f"verb.{verb}", own) for verb in ("move", "fire")}
    lines = [Content(line) for line in join_paragraphs(_IDEA.format(**keys))]
    lines += [Content(""), Content.styled("Keys of a battle", HEADING), *key_lines(own=own)]
    keys_here = key_rows(with_own_keys((*SCREEN_KEYS["title"], *PROGRAM), own))
    return [*lines, Content(""), Content.styled("Keys of the title", HEADING), *keys_here]
