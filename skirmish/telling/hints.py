"""What a good player would tell a beginner at the moment of it, from what the side knows alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from skirmish.core.geometry import Facing, Tile, facing_towards, parse_path, tile_text
from skirmish.core.orders import Order
from skirmish.core.view import View
from skirmish.rulesets.attack import Odds, odds_of
from skirmish.rulesets.families import Routes
from skirmish.rulesets.foresight import best_shot, nearest, shots, standing_at
from skirmish.rulesets.protocol import Ruleset
from skirmish.telling.conditions import UPRIGHT
from skirmish.telling.ground import percent
from skirmish.telling.rehearsal import rehearsed

BETTER = Fraction(5, 4)
"""How many times as much another way must do before it is worth a word."""
HARDLY = Fraction(1, 20)
"""The chance of doing anything below which a shot is hardly worth its rounds."""
NEARLY_EMPTY = 4
"""A weapon is nearly empty with one part of so many left."""
CHEAP = Fraction(1, 2)
"""The share of a bound that reloading may take to be worth a word."""
SEVERAL = 2
"""Enemies whose sight one does not walk into from cover."""
MOST = 2
"""Figures that are named at the end of a bound."""
NAMED = 3
"""Enemies that are named there one by one."""
_RELOAD, _WEAPON, _POSE = "reload", "weapon", "pose"
_SHELTER = {
    _POSE: "lie down by 'pose'",
    "overwatch": "go on 'overwatch'",
    "hold": "'hold' its action",
    "defend": "'defend'",
}
BESIDE = 2
"""Tiles from the end of a way within which cover is looked for."""


def of_attack(ruleset: Ruleset, view: View, order: Order) -> Iterator[str]:
    """What is to be said of an attack before it is made, the gravest first."""
    plan = ruleset.attack(view.state, order)
    if plan is None:
        return
    odds = odds_of(plan, ruleset.spared())
    yield from _of_friends(ruleset, view, odds)
    yield from of_ammunition(ruleset, view, order)
    if order.target in odds.figures:
        yield from _of_target(ruleset, view, order, odds)


def _of_friends(ruleset: Ruleset, view: View, odds: Odds) -> Iterator[str]:
    """Own figures that the attack may hurt as well."""
    state = view.state
    risks = {
        name: sum((p for out, p in chances.items() if ruleset.loss(state, name, out)), Fraction(0))
        for name, chances in odds.figures.items()
        if state.figures[name].who.side == view.side
    }
    likely = sorted((name for name in risks if risks[name] >= HARDLY), key=lambda n: -risks[n])
    if likely:
        names = ", ".join(f"{name} ({percent(risks[name])})" for name in likely)
        yield f"it may hurt your own {names}: aim farther off, or move them first"


def of_ammunition(ruleset: Ruleset, view: View, order: Order) -> Iterator[str]:
    """Said where a weapon is nearly empty and filling it takes no more than half of the bound."""
    reload = _reload(ruleset, view, order)
    if reload is None or (cost := ruleset.cost(view.state, reload)) > CHEAP:
        return
    filled = rehearsed(ruleset, view, reload)
    figure = view.state.figures[order.figure]
    for name in ruleset.equipped(figure.who.kind, figure.who.weapons):
        now = figure.count(name)
        full = filled.figures[figure.id].count(name) if filled else now
        if now < full and now * NEARLY_EMPTY <= full:
            yield f"only {now} of {full} left in it: 'reload' takes {percent(cost)}"
            return


def _reload(ruleset: Ruleset, view: View, order: Order) -> Order | None:
    """The order that fills the weapon of an attack; None where there is none now."""
    weapons = view.state.figures[order.figure].who.weapons
    weapon = order.get(_WEAPON) or (weapons[0].id if weapons else "")
    for family in ruleset.choices(view, order.figure):
        if family.verb != _RELOAD or family.target is not None:
            continue
        domain = dict(family.fields).get(_WEAPON)
        named = dict(family.fixed).get(_WEAPON)
        if domain is None and named in (None, weapon):
            return Order.of(_RELOAD, order.figure, **dict(family.fixed))
        if domain is not None and weapon in domain.every():
            return Order.of(_RELOAD, order.figure, **{**dict(family.fixed), _WEAPON: weapon})
    return None


def _of_target(ruleset: Ruleset, view: View, order: Order, odds: Odds) -> Iterator[str]:
    """A better way to fire at the figure named, or none that is worth it."""
    figure = view.state.figures[order.figure]
    now = standing_at(ruleset, view, figure.id, figure.tile, figure.facing)
    gain = _gain(ruleset, view, odds)
    others = [
        (_gain(ruleset, view, shot.odds), shot)
        for shot in shots(ruleset, now, figure.id, order.target)
        if shot.order != order
    ]
    most, best = max(others, key=lambda pair: pair[0], default=(gain, None))
    chances = odds.figures[order.target].items()
    hit = sum(p for out, p in chances if ruleset.loss(view.state, order.target, out))
    if best is not None and most > max(gain * BETTER, Fraction(0)):
        yield f"{best.way} would do more: {_points(most)} points instead of {_points(gain)}"
    elif hit < HARDLY:
        yield "this hardly ever does anything: come nearer, aim, or keep the rounds"


def _gain(ruleset: Ruleset, view: View, odds: Odds) -> Fraction:
    """Points that the enemy can expect to lose by an attack, less what the own side can."""
    state = view.state
    sides = {name: figure.who.side for name, figure in state.figures.items()}
    lost = odds.expected_loss(lambda name, out: ruleset.loss(state, name, out), sides)
    return lost.get(view.enemy, Fraction(0)) - lost.get(view.side, Fraction(0))


def of_move(ruleset: Ruleset, view: View, order: Order, facing: Facing) -> Iterator[str]:
    """What is to be said of a move before it is made; `facing` is where it looks then."""
    end = parse_path(order.target)[-1]
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


def _points(lost: Fraction) -> str:
    return f"{lost.numerator / lost.denominator:.1f}"
