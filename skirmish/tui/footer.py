"""Which keys the footer shows: those that would do something now, as far as there is room."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import evolve

from skirmish.game import Game
from skirmish.tui.desk import Desk
from skirmish.tui.keys import KEYS, Key, Mode, in_footer, with_own
from skirmish.tui.pick import details
from skirmish.tui.rival import STOPPED

_USUAL = ("", "move", "fire", "deploy")
"""Orders whose keys stay whatever room there is; "" is for keys that are no orders."""


def offered(
    game: Game,
    desk: Desk,
    mode: Mode,
    seat: str,
    own: Mapping[str, str],
    width: int,
    waiting: str = "",
) -> list[Key]:
    """The keys of the footer, as the player of a seat knows them.

    `waiting` is what he waits for, as the opponent's `Rival` has it.
    """
    offers, figure = desk.offers, desk.at_hand
    able = offers.verbs(figure) if figure else ()
    shown = [*with_own(_while_waiting(waiting), own)]
    for key in in_footer(mode, offers.battle_part):
        if key.verb and key.verb not in able:
            continue
        if key.action == "undo" and game.undo_refusal(seat):
            continue
        if key.id == "news" and not desk.traces:
            continue
        if key.action == "options" and not details(offers, desk.pick):
            continue
        shown.append(evolve(key, keys=own.get(key.id, key.keys)))
    return _fitting(shown, width)


def _while_waiting(waiting: str) -> tuple[Key, ...]:
    """The key that holds the computer up, or that lets it go on."""
    id_, label = ("confirm", "go on") if waiting == STOPPED else ("back", "stop")
    return tuple(evolve(key, label=label) for key in KEYS if waiting and key.id == id_)


def _fitting(keys: Sequence[Key], width: int) -> list[Key]:
    """The keys without the last ones of the less usual orders, so that they have room."""
    kept = list(keys)
    while sum(len(key.shown) + len(key.label) + 3 for key in kept) > width:
        rare = [key for key in kept if key.verb not in _USUAL]
        if not rare:
            break
        kept.remove(rare[-1])
    return kept
