"""The ground that figures watch or keep under fire, as far as a side knows: one mask for each kind.

It comes from the zones of overwatch, held actions and suppressive fire in a view, and from figures
that wait without a zone.
"""

from __future__ import annotations

from attrs import frozen

from skirmish.core.geometry import Tile
from skirmish.core.view import View
from skirmish.rulesets.common import suppression
from skirmish.rulesets.ruleset import Ruleset


@frozen
class WatchedGround:
    """Tiles on which figures of a side react; `under_fire`: by suppressive fire."""

    side: str
    under_fire: bool
    mask: int


def watched_words(ruleset: Ruleset, view: View, tile: Tile) -> list[str]:
    """Which sides watch a tile or keep it under fire, as its ticks on the map say."""
    found = []
    for ground in watched_ground(ruleset, view):
        if ground.mask & view.state.board.bit(tile):
            does = "keeps this ground under fire" if ground.under_fire else "watches this ground"
            ticks = "flat" if ground.under_fire else "upright"
            found.append(f"{view.state.setup.sides[ground.side].name} {does} ({ticks} ticks)")
    return found


def watched_ground(ruleset: Ruleset, view: View) -> tuple[WatchedGround, ...]:
    """All watched ground: the viewing side's before the enemy's, watch before fire."""
    state, masks = view.state, dict[tuple[str, bool], int]()
    kinds = state.setup.declared.zones
    for zone in state.zones.values():
        if not kinds[zone.kind].drifts:
            key = zone.side, zone.kind == suppression.KIND
            masks[key] = masks.get(key, 0) | state.board.mask_of(zone.tiles)
    for figure in state.present(view.side):
        if mask := ruleset.reactions.watches(state, figure):
            key = figure.side, False
            masks[key] = masks.get(key, 0) | mask
    order = sorted(masks, key=lambda one: (one[0] != view.side, one[1]))
    return tuple(WatchedGround(*key, masks[key]) for key in order)
