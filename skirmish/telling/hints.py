"""What a good player would tell a beginner at the moment of it, from what the side knows alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from skirmish.core.geometry import Facing, Tile, facing_towards, parse_path, tile_text
from skirmish.core.orders import Order
from skirmish.core.view import View
from skirmish.rulesets.families import Routes
from skirmish.rulesets.foresight import (
    best_shot,
    nearest,
    standing_at,
)
from skirmish.rulesets.protocol import Ruleset
from skirmish.telling.conditions import UPRIGHT

SEVERAL = 2
"""Enemies whose sight one does not walk into from cover."""
MOST = 2
"""Figures that are named at the end of a bound."""
NAMED = 3
"""Enemies that are named there one by one."""
_POSE = "pose"
_SHELTER = {
    _POSE: "lie down by 'pose'",
    "overwatch": "go on 'overwatch'",
    "hold": "'hold' its action",
    "defend": "'defend'",
}
BESIDE = 2
"""Tiles from the end of a way within which cover is looked for."""


def of_move(
    ruleset: Ruleset, view: View, order: Order, facing: Facing, *, spent: bool = False
) -> Iterator[str]:
    """What is to be said of a move before it is made; `facing` is where it looks then.

    `spent`: it could attack now and cannot any more in this bound when it is there.
    """
    end = parse_path(order.target)[-1]
    if spent and (foes := exposed(view, end)):
        seen = f"{', '.join(foes)} {'sees' if len(foes) == 1 else 'see'} it in the open"
        yield f"nothing is left to attack with there, and {seen}: attack first, or stop short"
    else:
        yield from _of_exposure(view, view.state.figures[order.figure].tile, end)
    yield from _of_facing(ruleset, view, order.figure, end, facing)
    yield from _of_cover(ruleset, view, order, end)


def exposed(view: View, tile: Tile) -> list[str]:
    """The enemies in sight that see a tile, and against whom it has no cover."""
    board = view.state.board
    return [
        enemy.id
        for enemy in view.enemies()
        if enemy.tile != tile
        and board.seen_from(enemy.tile) & board.bit(tile)
        and not board.cover(enemy.tile, tile)
    ]


def _of_exposure(view: View, here: Tile, end: Tile) -> Iterator[str]:
    foes = exposed(view, end)
    if len(foes) >= SEVERAL and not exposed(view, here):
        yield f"out of cover: {', '.join(foes)} see it there in the open"


def _of_facing(ruleset: Ruleset, view: View, name: str, end: Tile, facing: Facing) -> Iterator[str]:
    """Where nothing but the way it looks keeps it from shooting at the nearest enemy."""
    for foe in nearest(view, end, 1):
        ahead = facing_towards(end, view.state.figures[foe].tile)
        if ahead != facing:
            as_it_looks = standing_at(ruleset, view, name, end, facing)
            turned = standing_at(ruleset, view, name, end, ahead)
            if best_shot(ruleset, as_it_looks, name, foe) is None and best_shot(
                ruleset, turned, name, foe
            ):
                yield f"looking {facing.name} it cannot shoot at {foe}: let it look {ahead.name}"


def _of_cover(ruleset: Ruleset, view: View, order: Order, end: Tile) -> Iterator[str]:
    """Cover that is as near."""
    foes = nearest(view, end, 1)
    if not foes:
        return
    foe = view.state.figures[foes[0]].tile
    here = view.state.board.cover(foe, end)
    best: tuple[int, int, Tile] | None = None
    for tile, cost in _near(ruleset, view, order, end):
        cover = view.state.board.cover(foe, tile)
        if cover > here and (best is None or (-cover, cost, tile) < best):
            best = (-cover, cost, tile)
    if best is not None:
        yield f"{tile_text(best[2])} has cover {-best[0]} against {foes[0]}, here is {here}"


def _near(ruleset: Ruleset, view: View, order: Order, end: Tile) -> Iterator[tuple[Tile, int]]:
    """The tiles near the end of a way that the same verb leads to, with what they cost."""
    for family in ruleset.choices(view, order.figure):
        if family.verb != order.verb or not isinstance(family.target, Routes):
            continue
        near = view.state.board.disc(end, BESIDE) & family.target.mask
        for tile in view.state.board.tiles_of(near):
            yield tile, family.target.reach.cost(tile)


def of_end(view: View, able: Mapping[str, Sequence[str]]) -> str:
    """Said as a bound ends: who stands open to the enemy and could still do something about it.

    `able` are figures with what each can still do. Empty where there is nothing to say.
    """
    told: list[tuple[int, str]] = []
    for name, verbs in able.items():
        figure = view.state.figures[name]
        foes = exposed(view, figure.tile) if figure.at else []
        low = figure.posture != UPRIGHT
        ways = [
            how for verb, how in _SHELTER.items() if verb in verbs and (verb != _POSE or not low)
        ]
        if foes and ways:
            whom = ", ".join(foes) if len(foes) <= NAMED else f"{len(foes)} enemies"
            told.append((len(foes), f"{name} stands open to {whom} and could {' or '.join(ways)}"))
    told.sort(key=lambda pair: -pair[0])
    return "; ".join(words for _, words in told[:MOST])
