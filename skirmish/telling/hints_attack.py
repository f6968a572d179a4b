"""What a good player would tell a beginner of an attack, from what the side knows alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from attrs import evolve, frozen

from skirmish.core.orders import Order
from skirmish.core.state import Zone
from skirmish.core.view import View
from skirmish.rulesets.attack import Odds, odds_of
from skirmish.rulesets.foresight import Shot, nearest, now_allowed, shots, standing_at
from skirmish.rulesets.protocol import Ruleset, chance_to_touch
from skirmish.telling.aftermath import left_by
from skirmish.telling.ground import percent
from skirmish.telling.rehearsal import rehearsed
from skirmish.telling.wording import way_words

BETTER = Fraction(5, 4)
"""How many times as much another way must do before it is worth a word."""
HARDLY = Fraction(1, 20)
"""The chance of doing anything below which a shot is hardly worth its rounds."""
NEARLY_EMPTY = 4
"""A weapon is nearly empty with one part of so many left."""
CHEAP = Fraction(1, 2)
"""The share of a bound that reloading may take to be worth a word."""
OFTEN = 3
"""How often at most one counts on making the same attack in a bound."""
CLEARLY = Fraction(21, 20)
"""How many times as much a way must do than a simpler one that comes first, to be named."""
FAR_BETTER = Fraction(4, 3)
"""How many times as much another target must promise before it is worth a word."""
CHOICE = 3
"""Enemies among whom one chooses a target, the nearest."""
_RELOAD, _WEAPON = "reload", "weapon"
_OFTEN = {2: "twice", 3: "three times"}


def of_attack(ruleset: Ruleset, view: View, order: Order) -> Iterator[str]:
    """What is to be said of an attack before it is made, the gravest first."""
    laid = _laid(ruleset, view, order)
    smoke = [zone for zone in laid if view.state.setup.declared.zones[zone.kind].opaque]
    yield from _of_smoke(view, smoke)
    plan = ruleset.attack(view.state, order)
    if plan is None:
        return
    odds = odds_of(plan, ruleset.spared())
    yield from _of_friends(ruleset, view, odds)
    yield from of_ammunition(ruleset, view, order)
    if not laid:
        yield from _of_use(ruleset, view, order, odds)


def _laid(ruleset: Ruleset, view: View, order: Order) -> tuple[Zone, ...]:
    """What an attack leaves on the ground: smoke, or fire that goes on."""
    left = left_by(ruleset, view, order)
    after = left.state.zones if left else {}
    return tuple(zone for name, zone in after.items() if name not in view.state.zones)


def _of_smoke(view: View, smoke: Sequence[Zone]) -> Iterator[str]:
    """Smoke that would take no enemy's sight of anybody."""
    if not smoke:
        return
    board = view.state.board
    cloud = board.mask_of(tile for zone in smoke for tile in zone.tiles)
    smoked = board.with_clouds(board.clouds | cloud)
    pairs = [(foe.tile, mine.tile) for foe in view.enemies() for mine in view.own()]
    seen = [pair for pair in pairs if board.sees(*pair)]
    if seen and all(smoked.sees(*pair) for pair in seen):
        yield "that smoke hides none of yours from an enemy in sight: lay it between them"


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
            yield f"only {now} of {full} left in it: 'reload' takes {percent(cost)} of its bound"
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


def _of_use(ruleset: Ruleset, view: View, order: Order, odds: Odds) -> Iterator[str]:
    """A better way to use the bound on who is named, a better target, or neither.

    Only ways that may be ordered now; one that can be used twice in the bound counts twice.
    """
    mine = _Use(order.target, None, *in_all(ruleset, view, order, odds))
    best = mine
    if order.target in odds.figures:
        same = _best_use(ruleset, view, order, order.target)
        best = same if same.gain > max(mine.gain * BETTER, Fraction(0)) else mine
    least = max(best.gain, mine.gain) * FAR_BETTER
    others = [foe for foe in _foes(view, order) if foe != order.target]
    uses = [_best_use(ruleset, view, order, foe) for foe in others]
    other = max(uses, key=lambda use: use.gain, default=mine)
    if other.gain > max(least, Fraction(0)):
        best = other
    if best is not mine:
        yield _instead(view, order, best, mine)
    elif _struck(ruleset, view, odds) < HARDLY:
        done = odds.figures.get(order.target, {})
        if chance_to_touch(ruleset, done) >= 2 * HARDLY:
            yield f"what this is likely to do is so of {order.target} already: choose another"
        else:
            yield "this hardly ever does anything: come nearer, aim, or keep the rounds"


@frozen
class _Use:
    """A way to use what is left of the bound: on whom, which attack, what it gains, how often."""

    foe: str
    shot: Shot | None
    gain: Fraction
    times: int


def _foes(view: View, order: Order) -> tuple[str, ...]:
    """The enemies that it might as well attack."""
    return nearest(view, view.state.figures[order.figure].tile, CHOICE)


def _best_use(ruleset: Ruleset, view: View, order: Order, foe: str) -> _Use:
    """The best that the figure of an order can do to an enemy in what is left of the bound."""
    figure = view.state.figures[order.figure]
    now = standing_at(ruleset, view, figure.id, figure.tile, figure.facing)
    best = _Use(foe, None, Fraction(0), 1)
    for shot in shots(ruleset, now, figure.id, foe, now_allowed(ruleset, view)):
        gain, times = in_all(ruleset, view, shot.order, shot.odds)
        if gain > best.gain * CLEARLY:
            best = _Use(foe, shot, gain, times)
    return best


def _instead(view: View, order: Order, better: _Use, mine: _Use) -> str:
    """That something else would do more, in words."""
    if better.shot is None:
        return ""
    figure = view.state.figures[order.figure]
    way = way_words(figure, better.shot.order, better.shot.way, order.get(_WEAPON))
    if better.shot.order.verb != order.verb:
        way = f"'{better.shot.order.verb}', {way}"
    if better.foe != order.target:
        same = better.shot.order.verb == order.verb and way == better.shot.way
        tile = order.target not in view.state.figures
        way = f"the same at {better.foe}" if same and tile else f"{better.foe} by {way}"
    often = "" if better.times == 1 else f", {often_words(better.times)},"
    return f"{way}{often} would do more: {_gains(better, mine)}"


def _gains(better: _Use, mine: _Use) -> str:
    """What both are worth; what is told of more than one attack is not quite exact."""
    if max(better.times, mine.times) == 1:
        return f"{_points(better.gain, 2)} points, not {_points(mine.gain, 2)}"
    again = "" if mine.times == 1 else f" by this {often_words(mine.times)}"
    places = 2 if mine.times == 1 else 1
    return f"about {_points(better.gain)} points, not {_points(mine.gain, places)}{again}"


def often_words(times: int) -> str:
    """How often something is done, in words."""
    return _OFTEN.get(times, f"{times} times")


def _struck(ruleset: Ruleset, view: View, odds: Odds) -> Fraction:
    """The best chance that an attack costs any enemy anything."""
    state = view.state
    chances = [
        sum((p for out, p in found.items() if ruleset.loss(state, name, out)), Fraction(0))
        for name, found in odds.figures.items()
        if state.figures[name].who.side == view.enemy
    ]
    return max(chances, default=Fraction(0))


def in_all(ruleset: Ruleset, view: View, order: Order, odds: Odds) -> tuple[Fraction, int]:
    """What an attack gains with what its figure has left of the bound, and by how many of it.

    Those after the first are reckoned as they would then be, on what the first has left of whom it
    strikes, as far as that can be told without playing it out.
    """
    worth = sum(view.state.figures[name].who.kind.points for name in odds.figures) or 1
    total, times, left = _gain(ruleset, view, odds), 1, view
    cost = ruleset.cost(view.state, order)
    while cost and times < OFTEN and cost * (times + 1) <= ruleset.rest(view.state, order.figure):
        after = left_by(ruleset, left, order)
        left = left if after is None else unhurt(after, view)
        plan = ruleset.attack(left.state, order)
        if after is None or plan is None or not now_allowed(ruleset, left)(order):
            break
        more = _gain(ruleset, left, odds_of(plan, ruleset.spared()))
        if more <= 0:
            break
        total, times = total + more * max(Fraction(0), 1 - total / worth), times + 1
    return total, times


def unhurt(left: View, view: View) -> View:
    """What an order leaves its side with, the enemy as he was before."""
    enemies = {enemy.id: enemy for enemy in view.enemies()}
    figures = {**left.state.figures, **enemies}
    before = view.state
    state = evolve(left.state, figures=figures, tally=before.tally, known=before.known)
    return evolve(left, state=state)


def _gain(ruleset: Ruleset, view: View, odds: Odds) -> Fraction:
    """Points that the enemy can expect to lose by an attack, less what the own side can."""
    state = view.state
    sides = {name: figure.who.side for name, figure in state.figures.items()}
    lost = odds.expected_loss(lambda name, out: ruleset.loss(state, name, out), sides)
    return lost.get(view.enemy, Fraction(0)) - lost.get(view.side, Fraction(0))


def _points(lost: Fraction, places: int = 1) -> str:
    return f"{lost.numerator / lost.denominator:.{places}f}"
