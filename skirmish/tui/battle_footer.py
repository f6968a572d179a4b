"""The keys of the footer: those that do something now, as many as fit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import evolve

from skirmish.core.geometry import tile_text
from skirmish.core.orders import Purpose
from skirmish.game import Game
from skirmish.presentation.orders.family_words import posture_words
from skirmish.presentation.wording import THROW
from skirmish.rulesets.foresight import AT_TILE
from skirmish.session.ai_driver import STOPPED
from skirmish.session.controller import Controller
from skirmish.session.mode import Mode
from skirmish.session.order_draft import complete as is_complete
from skirmish.session.order_draft import details
from skirmish.tui.keys import KEYS, Key, in_footer, usable, with_own_keys
from skirmish.tui.widgets import KEY_GAP, key_columns

_SIGNS = "help, signs"
"""The label of the help key beside a lettered map."""
_USUAL = ("", "move", "fire", "deploy")
"""Orders whose keys are always shown; "" stands for keys that give no order."""
_FIRST_TO_GO = "log"
"""Id of the key that a narrow footer leaves out before any order."""
_FIXED = ("verbs", "next", "look", "end", "ready", "mustered")
"""Ids of keys that come first, in this order, while a figure is chosen."""
_KEPT_LONGEST = ("end", "ready", "mustered", "advise", "hint", "panel", "undo", "help")
"""Ids of keys that a narrow footer keeps longest."""
_ADVISED = tuple(
    evolve(key, label="another") if id_ == "advise" else key
    for id_ in ("confirm", "back", "advise", "options", "rules", "help")
    for key in KEYS
    if key.id == id_
)
"""The keys of the footer while advice is shown."""
_PROPOSED = tuple(key for key in KEYS if key.id in ("confirm", "back"))
"""The first keys of the footer while an order is proposed for the tile of the cursor."""


def footer_keys(  # noqa: PLR0913 - the battle, who sits at it, and the room
    game: Game,
    controller: Controller,
    mode: Mode,
    seat: str,
    own: Mapping[str, str],
    width: int,
    waiting: str = "",
    *,
    closed: bool = False,
    lettered: bool = False,
) -> list[Key]:
    """The keys of the footer for the player in a seat.

    `waiting` is that of the `AiDriver`. `closed`: the panel can be opened by its key. `lettered`:
    the map is drawn in letters, which the help page explains.
    """
    advised = mode is not Mode.WAIT and controller.advice is not None
    shown = [*with_own_keys(_while_waiting(waiting), own), *_go_on(controller, mode, own)]
    for key in with_own_keys(_keys_now(controller, mode, advised=advised), own):
        if (key.id == "panel" and not closed) or (key.id == "hurry" and waiting == STOPPED):
            continue
        if not _is_useless(key, game, controller, seat):
            label = _own_label(controller, key)
            shown.append(key if label == key.label else evolve(key, label=label))
    fitting = _fitting(shown, width, _needed(controller))
    fitting = _naming_signs(fitting, width) if lettered else fitting
    return _undo_last(_fixed_first(fitting) if mode is Mode.SELECT and not advised else fitting)


def _keys_now(controller: Controller, mode: Mode, *, advised: bool) -> tuple[Key, ...]:
    """The keys of the footer in a mode, some of which may have no effect now."""
    legal, part = controller.legal, controller.legal.battle_part
    if advised:
        return tuple(key for key in _ADVISED if usable(key, mode, part))
    proposed = mode is Mode.SELECT and is_complete(legal, controller.draft)
    return *_PROPOSED * proposed, *in_footer(mode, part)


def _is_useless(key: Key, game: Game, controller: Controller, seat: str) -> bool:
    """Whether a key would have no effect now."""
    legal, advice, figure = controller.legal, controller.advice, controller.current_figure
    able = legal.verbs(figure) if figure else ()
    if key.verb:
        return key.verb not in able
    if key.id == "undo":
        return bool(game.undo_refusal(seat))
    if key.id == "advise":
        return advice is not None and not advice.candidates[1:]
    if key.id == "hint":
        return not controller.hint_order
    if key.id == "verbs":  # a list of one order, which has a key of its own
        return legal.deploying and not able[1:]
    if key.id == "news":
        return not controller.enemy_actions
    return key.id == "options" and not details(legal, controller.draft)


def _naming_signs(keys: list[Key], width: int) -> list[Key]:
    """The keys with a longer label for help, unless another key would have to go for it."""
    named = [evolve(key, label=_SIGNS) if key.id == "help" else key for key in keys]
    return named if len(_fitting(named, width)) == len(keys) else keys


def _needed(controller: Controller) -> tuple[str, ...]:
    """The verbs that clear the current figure's weapon, or reload one if it is empty."""
    legal = controller.legal
    figure = legal.view.state.figures.get(controller.current_figure)
    empty = figure is not None and legal.ruleset.card.empty_weapons(legal.view.state, figure)
    needed = (Purpose.CLEAR, *(Purpose.RELOAD,) * bool(empty))
    return tuple(name for name, verb in legal.known_verbs.items() if verb.purpose in needed)


def _fixed_first(keys: list[Key]) -> list[Key]:
    """The keys that are always there, then the orders, then the others.

    So a key keeps its place under the mouse when an order is proposed.
    """

    def place(key: Key) -> int:
        if key.id in _FIXED:
            return _FIXED.index(key.id)
        return len(_FIXED) + (not key.verb)

    return sorted(keys, key=place)


def _undo_last(keys: list[Key]) -> list[Key]:
    """The keys with undo and help last: undo comes and goes, and the others keep their places."""
    places = {"undo": 1, "help": 2}
    return sorted(keys, key=lambda key: places.get(key.id, 0))


def _own_label(controller: Controller, key: Key) -> str:
    """The label of a key for the current figure.

    For an order to change posture it is the posture taken; for one at a tile `throw`, if the figure
    can only throw.
    """
    if words := posture_words(controller.legal, controller.current_figure, key.verb):
        return words
    figure = controller.legal.view.state.figures.get(controller.current_figure)
    if figure is None or key.verb != AT_TILE:
        return key.label
    ways = {one.at_tiles for one in figure.who.weapons if one.at_tiles}
    return THROW if ways == {THROW} else key.label


def _go_on(controller: Controller, mode: Mode, own: Mapping[str, str]) -> tuple[Key, ...]:
    """The key that continues a stopped move, if there is one."""
    onward = controller.onward if mode is Mode.SELECT else None
    if onward is None:
        return ()
    keys = with_own_keys((key for key in KEYS if key.id == "go_on"), own)
    label = f"go on to {tile_text(onward.target_path[-1])}"
    return tuple(evolve(key, label=label) for key in keys)


def read_keys(own: Mapping[str, str]) -> tuple[Key, ...]:
    """The keys of the footer while the text of an event is open; any key closes it."""
    confirm = with_own_keys((key for key in KEYS if key.id == "confirm"), own)
    return tuple(evolve(key, label="read on") for key in confirm)


def _while_waiting(waiting: str) -> tuple[Key, ...]:
    """The key that stops the computer, or lets it go on; none while nothing is waited for."""
    id_, label = ("confirm", "go on") if waiting == STOPPED else ("back", "stop")
    return tuple(evolve(key, label=label) for key in KEYS if waiting and key.id == id_)


def _fitting(keys: Sequence[Key], width: int, needed: Sequence[str] = ()) -> list[Key]:
    """The keys that fit; the last of the less usual orders are dropped first, `_KEPT_LONGEST` last.

    Orders that are `needed` count as usual ones.
    """
    kept, over = list(keys), sum(key_columns(key) + KEY_GAP for key in keys) - KEY_GAP - width
    while kept and over > 0:
        usual = (*_USUAL, *needed)
        rare = [key for key in kept if key.verb not in usual or key.id == _FIRST_TO_GO]
        others = [key for key in kept if key.id not in _KEPT_LONGEST]
        last = (rare or others or kept)[-1]
        kept.remove(last)
        over -= key_columns(last) + KEY_GAP
    return kept
