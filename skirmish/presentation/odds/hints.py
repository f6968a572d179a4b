"""Hints on better play for moves, attacks and other orders, from a side's view alone.

A hint is a value; `hint_words` makes it a sentence.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from attrs import evolve, field, frozen

from skirmish.core.codec import Shape, encode
from skirmish.core.figures import Figure
from skirmish.core.geometry import Facing, Tile, adjacent, facing_towards, parse_path
from skirmish.core.orders import WEAPON, Order, Purpose, Verb
from skirmish.core.state import Zone
from skirmish.core.view import View
from skirmish.presentation.figure_status import STANDING
from skirmish.presentation.odds.attack_gain import (
    BETTER_TARGET,
    BETTER_WAY,
    NEAREST_TARGETS,
    AttackUse,
    better_use,
    net_gain,
    outdoes,
    repeated_gain,
    rest_of_bound,
)
from skirmish.presentation.odds.odds_summary import summarize_outcomes
from skirmish.presentation.odds.order_effects import (
    OrderCost,
    changed_zone_mask,
    dry_run,
    order_effects,
    view_after,
)
from skirmish.presentation.visibility import cover_tile
from skirmish.presentation.wording import action_words, count_words, other_weapon
from skirmish.rulesets.attack import Odds, odds_of
from skirmish.rulesets.common import slots
from skirmish.rulesets.families import Routes
from skirmish.rulesets.foresight import AT_TILE, LIMB, best_shot, nearest, now_allowed, standing_at
from skirmish.rulesets.ruleset import Ruleset

MANY_ENEMIES = 2
"""Enemies that see the end of a move, from which on leaving cover is worth a hint."""
MOST_FIGURES = 2
"""Figures named in the hint at the end of a bound."""
SHELTER = (Purpose.POSTURE, Purpose.WATCH, Purpose.HOLD, Purpose.DEFENCE)
"""Purposes of orders that make a figure safer where it stands, or let it answer."""
COVER_SEARCH = 2
"""Radius in tiles round the end of a move within which better cover is looked for."""
SMALL_CHANCE = Fraction(1, 20)
"""The chance of any effect below which a shot is hardly worth its rounds."""
NEARLY_EMPTY = 4
"""A weapon is nearly empty at one part in so many."""
CHEAP_RELOAD = Fraction(1, 2)
"""The largest share of a bound that a reload may cost to be worth a hint."""
MUCH_BETTER = 2
"""Ratio of gains from which on a better attack is shown before all else of an order."""
_FACE = "face"
"""The detail that calls a part of the body."""


@frozen
class Hint:
    """A hint; its classes are the kinds of hint.

    `order`: what to order in place of the order it is about, where it says so.
    """

    order: Order | None = field(default=None, kw_only=True)


@frozen
class NothingLeftThere(Hint):
    """The move leaves nothing to attack with, and enemies see its end in the open."""

    foes: tuple[str, ...]


@frozen
class OutOfCover(Hint):
    """The move ends in the open, in sight of several enemies."""

    foes: tuple[str, ...]


@frozen
class WrongFacing(Hint):
    """Only its facing keeps the figure from attacking an enemy from the end of its move."""

    facing: Facing
    foe: str
    better: Facing


@frozen
class BetterCover(Hint):
    """A tile near the end of a move has more cover against an enemy than the end has.

    `terrain` and `source`: what gives it, and on which tile; `here`: the cover of the end. Both as
    they count in the rules of the battle.
    """

    tile: Tile
    cover: str
    foe: str
    terrain: str
    source: Tile
    end: Tile
    here: str


@frozen
class NeedsShelter(Hint):
    """A figure in the open that can still do something about it; verbs in order of use."""

    figure: str
    foes: tuple[str, ...]
    verbs: tuple[Verb, ...]


@frozen
class UselessSmoke(Hint):
    """Smoke that blocks no line between an enemy in sight and an own figure."""


@frozen
class FriendlyFire(Hint):
    """Own figures that an attack may hit, each with its chance in the odds, likeliest first."""

    risks: tuple[tuple[str, Fraction], ...]


@frozen
class NearlyEmpty(Hint):
    """A weapon with few rounds left, and the share of the bound that a reload takes.

    `weapon` is its name, `unit` what is counted: rounds, tokens. `costs`: the share in the units of
    the figure's card, if known.
    """

    weapon: str
    unit: str
    left: int
    full: int
    cost: Fraction
    verb: str
    costs: tuple[OrderCost, ...] = ()


@frozen
class StillLoaded(Hint):
    """A weapon to be reloaded that is still more than half full; see `NearlyEmpty`."""

    weapon: str
    unit: str
    left: int
    full: int


@frozen
class BetterAttack(Hint):
    """Another attack that gains more.

    `foe` and `verb` are "" where they are those of the order, `weapon` is its name or "" for the
    same one, `changes` the other details that differ, "" for one that is left out. `gain` and
    `times` are those of the better attack, repeated; `own_gain` and `own_times` those of the order.
    `risks`: the own figures that the better attack may hit, with their chances. `own_rest`: the
    attack that follows the order in what the better one takes of the bound; `own_gain` counts it.
    `does`: another verb in words, where its name alone does not say what its figure does.
    """

    way: str
    foe: str
    verb: str
    weapon: str
    changes: tuple[tuple[str, str], ...]
    gain: Fraction
    times: int
    own_gain: Fraction
    own_times: int
    risks: tuple[tuple[str, Fraction], ...] = ()
    own_rest: str = ""
    does: str = ""


@frozen
class BetterShooter(Hint):
    """A friend whose attack on the target gains more, where only one of them may attack it."""

    friend: str
    foe: str
    gain: Fraction
    own_gain: Fraction


def is_urgent(hint: Hint) -> bool:
    """Whether a hint comes first: own figures in danger, or something much better."""
    if isinstance(hint, FriendlyFire):
        return True
    if not isinstance(hint, BetterAttack | BetterShooter):
        return False
    return hint.gain >= MUCH_BETTER * hint.own_gain


@frozen
class CalledShot(Hint):
    """A called shot that costs its target more than the same shot uncalled.

    `out` and `plain_out` are the chances that it puts the target out, called and not; `gain` and
    `plain_gain` what it costs on average.
    """

    limb: str
    out: Fraction
    plain_out: Fraction
    gain: Fraction
    plain_gain: Fraction


@frozen
class NothingNew(Hint):
    """What the attack is likely to do, its target suffers already."""

    foe: str


@frozen
class HardlyAnyEffect(Hint):
    """The attack rarely has any effect."""


@frozen
class TooLateToShoot(Hint):
    """A figure that can shoot now could not in this bound after aiming."""


@frozen
class EmptyGround(Hint):
    """The ground to be covered holds no enemy in sight; `better` would cover `foe`, if any."""

    better: Facing | None = None
    foe: str = ""


def move_hints(
    ruleset: Ruleset, view: View, order: Order, facing: Facing, *, spent: bool = False
) -> Iterator[Hint]:
    """Hints on a move before it is made; `facing` is the figure's facing after it.

    `spent`: it could attack now, but not any more in this bound after the move.
    """
    end = parse_path(order.target)[-1]
    if spent and (foes := exposed_to(view, end)):
        yield NothingLeftThere(foes)
    else:
        yield from _exposure_hints(view, view.state.figures[order.figure].tile, end)
    yield from _facing_hints(ruleset, view, order, end, facing)
    yield from _cover_hints(ruleset, view, order, end)


def exposed_to(view: View, tile: Tile) -> tuple[str, ...]:
    """The enemies in sight that see a tile and against whom it has no cover."""
    board, blind = view.state.board, view.state.setup.declared.blind
    return tuple(
        enemy.id
        for enemy in view.enemies()
        if enemy.tile != tile
        and not blind(enemy)
        and board.seen_from(enemy.tile) & board.bit(tile)
        and not board.cover(enemy.tile, tile)
    )


def _in_contact(view: View, tile: Tile) -> bool:
    """Whether an enemy in sight is beside a tile: it fights hand to hand, where no cover helps."""
    return any(adjacent(enemy.tile, tile) for enemy in view.enemies())


def _exposure_hints(view: View, here: Tile, end: Tile) -> Iterator[Hint]:
    foes = exposed_to(view, end)
    if len(foes) >= MANY_ENEMIES and not exposed_to(view, here) and not _in_contact(view, end):
        yield OutOfCover(foes)


def _facing_hints(
    ruleset: Ruleset, view: View, order: Order, end: Tile, facing: Facing
) -> Iterator[Hint]:
    """A hint where only the facing keeps the figure from shooting at the nearest enemy."""
    name = order.figure
    for foe in nearest(view, end, 1):
        ahead = facing_towards(end, view.state.figures[foe].tile)
        if ahead != facing:
            as_it_looks = standing_at(ruleset, view, name, end, facing)
            turned = standing_at(ruleset, view, name, end, ahead)
            if best_shot(ruleset, as_it_looks, name, foe) is None and best_shot(
                ruleset, turned, name, foe
            ):
                yield WrongFacing(facing, foe, ahead, order=order.with_field(_FACE, ahead))


def _cover_hints(ruleset: Ruleset, view: View, order: Order, end: Tile) -> Iterator[Hint]:
    """A hint at better cover near the end of a move."""
    foes = nearest(view, end, 1)
    if not foes or _in_contact(view, end):
        return
    foe = view.state.figures[foes[0]].tile
    words, here = view.state.setup.declared.cover, view.state.board.cover(foe, end)
    best: tuple[tuple[int, int, Tile], Routes] | None = None
    for tile, routes in _tiles_near(ruleset, view, order, end):
        cover = view.state.board.cover(foe, tile)
        rank = (-cover, routes.reach.cost(tile), tile)
        if cover > here and words[cover] != words[here] and (best is None or rank < best[0]):
            best = (rank, routes)
    if best is not None:
        (cover, _, tile), routes = best
        there = evolve(order, target=encode(routes.route(tile)))
        source = cover_tile(view.state.board, foe, tile) or tile
        terrain = view.state.board.terrain(source).name
        gives = words[-cover], words[here]
        yield BetterCover(tile, gives[0], foes[0], terrain, source, end, gives[1], order=there)


def _tiles_near(
    ruleset: Ruleset, view: View, order: Order, end: Tile
) -> Iterator[tuple[Tile, Routes]]:
    """The tiles near the end of a path that the same verb reaches, with the ways to them."""
    for family in ruleset.options(view, order.figure):
        if family.verb != order.verb or not isinstance(family.target, Routes):
            continue
        near = view.state.board.disc(end, COVER_SEARCH) & family.target.mask
        for tile in view.state.board.tiles_of(near):
            yield tile, family.target


def end_hints(view: View, able: Mapping[str, Sequence[Verb]]) -> tuple[NeedsShelter, ...]:
    """Hints at the end of a bound: exposed figures that could still take shelter, worst first.

    `able` maps figures to the verbs that they can still use.
    """
    hints = []
    for name, verbs in able.items():
        figure = view.state.figures[name]
        shot_at = figure.at is not None and not _in_contact(view, figure.at)
        foes = exposed_to(view, figure.tile) if shot_at else ()
        low = figure.posture != STANDING
        useful = [one for one in SHELTER if one is not Purpose.POSTURE or not low]
        ways = tuple(verb for one in useful for verb in verbs if verb.purpose is one)
        if foes and ways:
            hints.append(NeedsShelter(name, foes, ways))
    hints.sort(key=lambda hint: -len(hint.foes))
    return tuple(hints[:MOST_FIGURES])


def attack_hints(ruleset: Ruleset, view: View, order: Order) -> Iterator[Hint]:
    """Hints on an attack before it is made, the most serious first."""
    laid = _new_zones(ruleset, view, order)
    smoke = [zone for zone in laid if view.state.setup.declared.zones[zone.kind].opaque]
    yield from _smoke_hints(view, smoke)
    plan = ruleset.attack(view.state, order)
    if plan is None:
        return
    odds = odds_of(plan, ruleset.outcomes.no_effect)
    yield from _friendly_fire_hints(ruleset, view, odds)
    yield from _shooter_hints(ruleset, view, order, odds)
    yield from ammunition_hints(ruleset, view, order)
    other = [] if laid else list(_alternative_hints(ruleset, view, order, odds))
    yield from other or called_hints(ruleset, view, order, odds)


def called_hints(ruleset: Ruleset, view: View, order: Order, odds: Odds) -> Iterator[Hint]:
    """What a called shot gains over the same one uncalled, if it does."""
    limb, state = order.get(LIMB), view.state
    plain = ruleset.attack(state, order.with_field(LIMB, "")) if limb else None
    if plain is None or order.target not in odds.figures:
        return
    uncalled = odds_of(plain, ruleset.outcomes.no_effect)
    gain, less = (net_gain(ruleset, view, one) for one in (odds, uncalled))
    if gain > less:
        out, seldom = (
            summarize_outcomes(ruleset, state, order.target, one.figures[order.target]).out_chance
            for one in (odds, uncalled)
        )
        yield CalledShot(limb, out, seldom, gain, less)


def _new_zones(ruleset: Ruleset, view: View, order: Order) -> tuple[Zone, ...]:
    """The zones that an attack leaves: smoke, or lasting fire."""
    left = view_after(ruleset, view, order)
    after = left.state.zones if left else {}
    return tuple(zone for name, zone in after.items() if name not in view.state.zones)


def _smoke_hints(view: View, smoke: Sequence[Zone]) -> Iterator[Hint]:
    """A hint where smoke would block no line between an enemy and an own figure."""
    if not smoke:
        return
    board = view.state.board
    cloud = board.mask_of(tile for zone in smoke for tile in zone.tiles)
    smoked = board.with_clouds(board.clouds | cloud)
    pairs = [(foe.tile, mine.tile) for foe in view.enemies() for mine in view.own()]
    seen = [pair for pair in pairs if board.sees(*pair)]
    if seen and all(smoked.sees(*pair) for pair in seen):
        yield UselessSmoke()


def own_risks(ruleset: Ruleset, view: View, odds: Odds) -> tuple[tuple[str, Fraction], ...]:
    """The own figures that an attack may hurt, each with its chance, likeliest first."""
    state = view.state
    risks = {
        name: summarize_outcomes(ruleset, state, name, chances).effect_chance
        for name, chances in odds.figures.items()
        if state.figures[name].who.side == view.side
    }
    likely = (name for name in risks if risks[name] >= SMALL_CHANCE)
    return tuple((name, risks[name]) for name in sorted(likely, key=lambda n: -risks[n]))


def _friendly_fire_hints(ruleset: Ruleset, view: View, odds: Odds) -> Iterator[Hint]:
    """A hint where the attack may hurt own figures."""
    if risks := own_risks(ruleset, view, odds):
        yield FriendlyFire(risks)


def _shooter_hints(ruleset: Ruleset, view: View, order: Order, odds: Odds) -> Iterator[Hint]:
    """A hint where a friend would make a better use of the side's only attack on an enemy."""
    if not ruleset.turn.single_attacks or order.target not in odds.figures:
        return
    may = now_allowed(ruleset, view)

    def direct(shot: Order) -> bool:
        """Fire at the ground is no attack on the enemy by itself: it does not take the only one."""
        return shot.target == order.target and may(shot)

    others = [one.id for one in view.own() if one.id != order.figure and one.at is not None]
    found = {name: best_shot(ruleset, view.state, name, order.target, direct) for name in others}
    gains = {name: net_gain(ruleset, view, shot.odds) for name, shot in found.items() if shot}
    best = max(gains, key=lambda name: gains[name], default="")
    mine = net_gain(ruleset, view, odds)
    if best and outdoes(gains[best], mine, BETTER_TARGET):
        yield BetterShooter(best, order.target, gains[best], mine)


def ammunition_hints(ruleset: Ruleset, view: View, order: Order) -> Iterator[Hint]:
    """A hint where a weapon is nearly empty and a reload costs half of the bound or less."""
    reload = _reload_order(ruleset, view, order)
    if reload is None or (cost := ruleset.cost(view.state, reload)) > CHEAP_RELOAD:
        return
    filled = dry_run(ruleset, view, reload)
    figure = view.state.figures[order.figure]
    for name in ruleset.handbook.armoury.equipped(figure.who.weapons):
        now = figure.count(name)
        full = filled.figures[figure.id].count(name) if filled else now
        if now < full and now * NEARLY_EMPTY <= full:
            costs = order_effects(ruleset, view, reload).costs
            yield NearlyEmpty(*_magazine(figure, name), now, full, cost, reload.verb, costs)
            return


def _magazine(figure: Figure, counter: str) -> tuple[str, str]:
    """The weapon to which a counter of ammunition belongs, and what is counted."""
    base, weapons = slots.base(counter), figure.who.weapons
    named = (one.name for at, one in enumerate(weapons) if slots.name(base, at) == counter)
    return next(named, "weapon"), base


def _reload_order(ruleset: Ruleset, view: View, order: Order) -> Order | None:
    """The order that reloads the weapon of an attack; None where none is legal."""
    weapons = view.state.figures[order.figure].who.weapons
    weapon = order.get(WEAPON) or (weapons[0].id if weapons else "")
    for family in ruleset.options(view, order.figure):
        reloads = ruleset.verbs[family.verb].purpose is Purpose.RELOAD
        if not reloads or family.target is not None:
            continue
        domain = dict(family.fields).get(WEAPON)
        named = dict(family.fixed).get(WEAPON)
        if domain is None and named in (None, weapon):
            return Order.of(family.verb, order.figure, **dict(family.fixed))
        if domain is not None and weapon in domain.every():
            return Order.of(family.verb, order.figure, **{**dict(family.fixed), WEAPON: weapon})
    return None


def _alternative_hints(ruleset: Ruleset, view: View, order: Order, odds: Odds) -> Iterator[Hint]:
    """A hint at a better attack on the same target, a better target, or no attack at all.

    An attack that rarely has any effect is no better one.
    """
    gain, times = repeated_gain(ruleset, view, order, odds)
    better = better_use(ruleset, view, order, gain, same_target=order.target in odds.figures)
    if better and _best_effect_chance(ruleset, view, better.shot.odds) < SMALL_CHANCE:
        better = None
    rest = None if better is None else rest_of_bound(ruleset, view, order, odds, better)
    if better is not None and (rest is None or _still_better(order, better, gain + rest.gain)):
        yield _better_attack(ruleset, view, order, better, (gain, times), rest)
    elif _best_effect_chance(ruleset, view, odds) < SMALL_CHANCE:
        done = odds.figures.get(order.target, {})
        if ruleset.outcomes.chance_of_effect(done) >= 2 * SMALL_CHANCE:
            yield NothingNew(order.target)
        elif not _may_hit_last_seen(ruleset, view, order):
            yield HardlyAnyEffect()


def _may_hit_last_seen(ruleset: Ruleset, view: View, order: Order) -> bool:
    """Whether an attack has an effect on enemies out of sight if they are where last seen."""
    state, known = view.state, view.state.figures
    lost = {name: one.figure for name, one in view.last_seen.items() if name not in known}
    there = evolve(view, state=evolve(state, figures={**known, **lost}))
    plan = ruleset.attack(there.state, order) if lost else None
    if plan is None:
        return False
    odds = odds_of(plan, ruleset.outcomes.no_effect)
    return _best_effect_chance(ruleset, there, odds) >= SMALL_CHANCE


def _still_better(order: Order, better: AttackUse, gain: Fraction) -> bool:
    """Whether a use is better than an order with what may follow that."""
    return outdoes(better.gain, gain, BETTER_WAY if better.foe == order.target else BETTER_TARGET)


def _better_attack(
    ruleset: Ruleset,
    view: View,
    order: Order,
    better: AttackUse,
    own: tuple[Fraction, int],
    rest: AttackUse | None,
) -> BetterAttack:
    """A better use of the bound, compared with the order's own gain and number of attacks."""
    instead, figure = better.shot.order, view.state.figures[order.figure]
    gain, times = own
    further = ""
    if rest is not None:
        gain += rest.gain
        weapon = other_weapon(figure, rest.shot.order, order.get(WEAPON))
        further = f"{weapon}, {rest.shot.way}" if weapon else rest.shot.way
    return BetterAttack(
        better.shot.way,
        "" if better.foe == order.target else better.foe,
        "" if instead.verb == order.verb else instead.verb,
        other_weapon(figure, instead, order.get(WEAPON)),
        tuple(changed_details(ruleset, order, instead)),
        better.gain,
        better.times,
        gain,
        times,
        own_risks(ruleset, view, better.shot.odds),
        further,
        action_words(figure, AT_TILE, instead.get(WEAPON)) if instead.verb == AT_TILE else "",
        order=instead,
    )


def changed_details(ruleset: Ruleset, order: Order, instead: Order) -> Iterator[tuple[str, str]]:
    """The details that another order has otherwise, but for its weapon.

    Of another verb only those that it names: what it leaves out belongs to the first one.
    """
    for one in ruleset.verbs[instead.verb].fields:
        if instead.verb != order.verb and not instead.get(one.name):
            continue
        text = instead.get(one.name, one.default)
        if one.name == WEAPON or text == order.get(one.name, one.default):
            continue
        if one.shape is Shape.SPLIT:
            (name, share), *others = instead.split(one.name) or [("", 0)]
            shares = [
                f"{count_words(one.unit, share)} at {name}",
                *(f"{n} at {foe}" for foe, n in others),
            ]
            text = " and ".join(shares) if name else ""
        yield one.name, text


def _best_effect_chance(ruleset: Ruleset, view: View, odds: Odds) -> Fraction:
    """The best chance that an attack costs any enemy anything."""
    state = view.state
    chances = [
        sum((p for out, p in found.items() if ruleset.outcomes.loss(state, name, out)), Fraction(0))
        for name, found in odds.figures.items()
        if state.figures[name].who.side == view.enemy
    ]
    return max(chances, default=Fraction(0))


def stationary_hints(ruleset: Ruleset, view: View, order: Order) -> Iterator[Hint]:
    """Hints on an order that neither moves nor attacks."""
    match ruleset.verbs[order.verb].purpose:
        case Purpose.AIM:
            yield from _aim_hints(ruleset, view, order)
        case Purpose.RELOAD:
            yield from _reload_hints(ruleset, view, order)
        case _:
            yield from _watch_hints(ruleset, view, order)


def _aim_hints(ruleset: Ruleset, view: View, order: Order) -> Iterator[Hint]:
    """A hint where a figure that can shoot now could not after aiming."""
    left = view_after(ruleset, view, order)
    name, figure = order.figure, view.state.figures[order.figure]
    if left is None or figure.at is None:
        return
    foes = nearest(view, figure.tile, NEAREST_TARGETS)
    if _can_shoot(ruleset, view, name, foes) and not _can_shoot(ruleset, left, name, foes):
        yield TooLateToShoot()


def _can_shoot(ruleset: Ruleset, view: View, name: str, foes: tuple[str, ...]) -> bool:
    """Whether a figure may attack one of these enemies in this bound, with some effect."""
    figure = view.state.figures[name]
    state = standing_at(ruleset, view, name, figure.tile, figure.facing)
    allowed = now_allowed(ruleset, view)
    return any(best_shot(ruleset, state, name, foe, allowed) is not None for foe in foes)


def _reload_hints(ruleset: Ruleset, view: View, order: Order) -> Iterator[Hint]:
    """A hint where the weapon to reload is still more than half full."""
    after = dry_run(ruleset, view, order)
    if after is None:
        return
    figure, filled = view.state.figures[order.figure], after.figures[order.figure]
    for name in ruleset.handbook.armoury.equipped(figure.who.weapons):
        now, full = figure.count(name), filled.count(name)
        if now < full < 2 * now:
            yield StillLoaded(*_magazine(figure, name), now, full)
            return


def _watch_hints(ruleset: Ruleset, view: View, order: Order) -> Iterator[Hint]:
    """A hint where the ground to be covered holds no enemy in sight."""
    board, figure = view.state.board, view.state.figures[order.figure]
    mask = changed_zone_mask(ruleset, view, order)
    foes = nearest(view, figure.tile, NEAREST_TARGETS) if mask and figure.at else ()
    if not foes or any(mask & board.bit(view.state.figures[foe].tile) for foe in foes):
        return
    for foe in foes:
        there = view.state.figures[foe].tile
        ahead = facing_towards(figure.tile, there)
        turned = order.with_field(_FACE, ahead)
        if changed_zone_mask(ruleset, view, turned) & board.bit(there):
            yield EmptyGround(ahead, foe, order=turned)
            return
    yield EmptyGround()
