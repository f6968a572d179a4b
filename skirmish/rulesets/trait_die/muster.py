"""Muster: before deployment a side chooses what its figures carry, and buys more (AMMO-14 to 23).

What the enemy does in his muster is never seen: all of it is in counters of the own side.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import cast

from attrs import evolve

from skirmish.core.dice import Dice
from skirmish.core.events import Tested
from skirmish.core.figures import Figure
from skirmish.core.orders import Order, Question, Refusal
from skirmish.core.setup import MUSTER
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.rulesets.attack import Attack, Modifier
from skirmish.rulesets.common import slots
from skirmish.rulesets.common.counting import count
from skirmish.rulesets.common.tokens import capacity
from skirmish.rulesets.families import Family, One
from skirmish.rulesets.scene import Scene
from skirmish.rulesets.trait_die import cited, orders
from skirmish.rulesets.trait_die.armoury import LOADED, MOST_CARRIED, equipped
from skirmish.rulesets.trait_die.burden import burden, limit, si_text
from skirmish.rulesets.trait_die.kinds import Arm
from skirmish.rulesets.trait_die.parts import arms, soldier
from skirmish.rulesets.trait_die.rounds import (
    EXTENDED,
    LEVELS,
    LIFETIME,
    ROUND_IDS,
    SUPPLIES,
)
from skirmish.rulesets.trait_die.rules import purchase, supplies_at
from skirmish.rulesets.trait_die.wares import FAILED, ITEMS, Bought, Item, bit, item_of

MOST_PURCHASES = 3
"""Purchase rolls of one figure before a battle."""
LEAVE = "leave"


def value(figure: Figure, counter: str, arm: Arm) -> int:
    """A counter of a weapon."""
    return slots.get(figure, counter, arm.id)


def with_values(figure: Figure, arm: Arm, **values: int) -> Figure:
    """A figure with other counters of a weapon."""
    slot = slots.of(figure, arm.id)
    counters = {slots.name(name, slot): count for name, count in values.items()}
    return evolve(figure, counters={**figure.counters, **counters})


def refusal(known: View, order: Order) -> Refusal | None:
    """Why an order of the muster may not be given."""
    state = known.state
    if state.clock.phase != MUSTER:
        return Refusal("the muster is over", "AMMO-F20", "what is carried is carried")
    if order.verb == orders.MUSTER.name:
        return _default_refusal(state, known.side, order)
    if order.verb not in orders.MUSTERING:
        return Refusal("the sides are still mustering", "AMMO-F20", "'ready' when you are done")
    figure = state.figures[order.figure]
    if order.verb == orders.BUY.name:
        item = bought_by(figure, order)
        return item if isinstance(item, Refusal) else None
    changed = loaded(figure, order) if order.verb == orders.LOAD.name else carrying(figure, order)
    return changed if isinstance(changed, Refusal) else too_heavy(figure, changed)


def barred(state: State, order: Order) -> Refusal | None:
    """Why a purchase can't be rolled for, whenever it is."""
    figure = state.figures.get(order.figure)
    if order.verb != orders.BUY.name or figure is None:
        return None
    item = bought_by(figure, order)
    return item if isinstance(item, Refusal) else None


def too_heavy(figure: Figure, changed: Figure) -> Refusal | None:
    """Why a figure cannot carry that."""
    now = burden(changed)
    if now <= limit(figure) or now <= burden(figure):
        return None
    what = f"{figure.id} would carry {si_text(now)} SI of {limit(figure)}"
    return Refusal(what, "AMMO-22", "leave something behind")


def _default_refusal(state: State, side: str, order: Order) -> Refusal | None:
    if order.target != orders.DEFAULT:
        return Refusal(f"no muster {order.target}", "AMMO-F20", "'muster default'")
    if not altered(state, side):
        return Refusal("all have their standard loads", "AMMO-F20", "'ready' ends the muster")
    return None


def altered(state: State, side: str) -> tuple[Figure, ...]:
    """The figures of a side that do not have their standard loads."""
    mine = (f for f in state.figures.values() if f.side == side and not f.fate)
    return tuple(figure for figure in mine if _changes(figure))


def _changes(figure: Figure) -> dict[str, int]:
    """The counters of a figure that differ from its standard load, and what they would be."""
    standard = equipped(figure.who.weapons)
    names = [slots.name(name, n) for name in LOADED for n in range(len(figure.who.weapons))]
    return {n: standard.get(n, 0) for n in names if figure.count(n) != standard.get(n, 0)}


def _given_up(changes: Mapping[str, int]) -> tuple[str, ...]:
    """What a figure goes back to, in words, where it had something else."""
    words = {EXTENDED: "plain_magazine", "ammo": "standard_rounds"}
    return tuple(
        word
        for counter, word in words.items()
        if any(slots.name(counter, slot) in changes for slot in range(slots.MOST))
    )


def bought_by(figure: Figure, order: Order) -> Item | Refusal:
    """What an order buys, or why it may not be tried."""
    wanted = order.get("weapon")
    tried = [item_of(order.target, arm) for arm in arms(figure) if wanted in ("", arm.id)]
    found = next((item for item in tried if isinstance(item, Item)), None)
    if found is None:
        if tried and (len(tried) == 1 or order.target not in ITEMS):
            return cast("Refusal", tried[0])
        what = f"{figure.id} carries nothing that takes {order.target}"
        return Refusal(what, "AMMO-F21", f"to be had: {', '.join(ITEMS)}")
    return _not_again(figure, found) or _unbought(figure, found, order) or found


def offered(figure: Figure) -> tuple[Item, ...]:
    """All that a figure may roll for now, weapon by weapon."""
    tried = (
        bought_by(figure, Order.of(orders.BUY.name, figure.id, name, weapon=arm.id))
        for arm in arms(figure)
        for name in ITEMS
    )
    return tuple(item for item in tried if isinstance(item, Item))


def _not_again(figure: Figure, item: Item) -> Refusal | None:
    if figure.count("purchases") >= MOST_PURCHASES:
        what = f"{figure.id} has rolled for {MOST_PURCHASES} purchases"
        return Refusal(what, "AMMO-F20", "let somebody else buy")
    if item.important and value(figure, "tried", item.arm) & bit(item.id):
        return Refusal("an important purchase is rolled for once a battle", "AMMO-17")
    return None


def _unbought(figure: Figure, item: Item, order: Order) -> Refusal | None:
    """Why an item is of no use: it is there already, too heavy, or not sold by the month."""
    if item.id == EXTENDED:
        if value(figure, "extended", item.arm):
            return Refusal(f"{item.arm.name} has its extended magazine", "AMMO-05")
        if order.get("supply"):
            return Refusal("a magazine is bought for good", "AMMO-05", "leave out supply=")
        return too_heavy(figure, with_values(figure, item.arm, extended=1))
    rounds = ROUND_IDS.index(item.id)
    if value(figure, "ammo", item.arm) == rounds and value(figure, "supply", item.arm):
        return Refusal(f"{item.arm.name} has these already", "AMMO-15")
    return too_heavy(figure, with_values(figure, item.arm, ammo=rounds))


def loaded(figure: Figure, order: Order) -> Figure | Refusal:
    """A figure with standard rounds or a plain magazine again."""
    if order.target not in orders.LOADS:
        return Refusal(f"no load {order.target}", "AMMO-F20", "standard or plain")
    counter = "ammo" if order.target == "standard" else "extended"
    for arm in arms(figure):
        if order.get("weapon") in ("", arm.id) and value(figure, counter, arm):
            if counter == "ammo":
                return with_values(figure, arm, ammo=0, supply=0)
            most = min(value(figure, "tokens", arm), capacity(arm.magazine))
            return with_values(figure, arm, extended=0, tokens=most)
    return Refusal(f"{figure.id} has nothing else loaded", "AMMO-F20")


def carrying(figure: Figure, order: Order) -> Figure | Refusal:
    """A figure with other spare tokens or pieces."""
    wanted = order.get("weapon")
    fed = [arm for arm in arms(figure) if arm.magazine or arm.count]
    arm = next((arm for arm in fed if wanted in ("", arm.id)), None)
    if arm is None:
        return Refusal(f"{figure.id} needs nothing for that", "AMMO-07", "name another weapon")
    count, counter = int(order.target), "spare" if arm.magazine else "rounds"
    if not 0 <= count <= MOST_CARRIED:
        return Refusal(f"{order.target} cannot be carried", "AMMO-22", f"0 to {MOST_CARRIED}")
    if count == value(figure, counter, arm):
        return Refusal(f"{figure.id} carries so many already")
    if arm.count and count > arm.count and not value(figure, "supply", arm):
        what = f"more than {arm.count} of {arm.name} must be bought"
        return Refusal(what, "AMMO-17", f"'buy {figure.id} standard weapon={arm.id}'")
    return with_values(figure, arm, **{counter: count})


def choices(known: View, name: str) -> Iterator[Family]:
    """All that may be ordered for a figure in the muster."""
    figure = known.state.figures[name]
    for arm in arms(figure):
        yield from _of_arm(known, figure, arm)
    if altered(known.state, known.side):
        yield Family(orders.MUSTER.name, "", One((orders.DEFAULT,)))


def _of_arm(known: View, figure: Figure, arm: Arm) -> Iterator[Family]:
    fixed = (("weapon", arm.id),)

    def legal(verb: str, words: tuple[str, ...]) -> tuple[str, ...]:
        made = (Order.of(verb, figure.id, word, weapon=arm.id) for word in words)
        return tuple(order.target for order in made if refusal(known, order) is None)

    supplies = (("supply", One(SUPPLIES[2:])), ("shorter", One(orders.SHORTER[1:])))
    for item in legal(orders.BUY.name, ITEMS):
        fields = () if item == EXTENDED else supplies
        yield Family(orders.BUY.name, figure.id, One((item,)), fields, fixed=fixed)
    if loads := legal(orders.LOAD.name, orders.LOADS):
        yield Family(orders.LOAD.name, figure.id, One(loads), fixed=fixed)
    if counts := legal(orders.CARRY.name, tuple(map(str, range(MOST_CARRIED + 1)))):
        yield Family(orders.CARRY.name, figure.id, One(counts), fixed=fixed)


def carry_out(scene: Scene, order: Order) -> None:
    """Does a legal order of the muster."""
    scene.cite(*cited.BY_VERB[order.verb])
    if order.verb == orders.MUSTER.name:
        for figure in altered(scene.state, scene.side):
            changes = _changes(figure)
            for what in _given_up(changes):
                scene.emit(Tested(figure.id, "load", what))
            _tell(scene, figure.id, changes)
        return
    figure = scene.state.figures[order.figure]
    if order.verb == orders.BUY.name:
        _buy(scene, figure, order)
        return
    changed = loaded(figure, order) if order.verb == orders.LOAD.name else carrying(figure, order)
    if isinstance(changed, Refusal):
        raise TypeError(f"{order}: {changed}")
    for arm in arms(figure):
        if order.get("weapon") in ("", arm.id):
            cited.carried(scene, changed, arm)
    _tell(scene, figure.id, dict(changed.counters))


def _tell(scene: Scene, name: str, counters: dict[str, int]) -> None:
    for counter, value in counters.items():
        count(scene, name, counter, value)


def attack(state: State, order: Order) -> Attack | None:
    """The purchase roll of an order: for how long a thing is had; None for all other orders."""
    figure = state.figures.get(order.figure)
    if figure is None or order.verb != orders.BUY.name:
        return None
    item = bought_by(figure, order)
    return None if isinstance(item, Refusal) else _bargain_of(figure, item, order)


def bargain(
    dice: Dice, sides: int, wild: bool, modifiers: tuple[int, ...], supplies: tuple[str, ...]
) -> tuple[Bought]:
    """The longest of some supplies that a purchase roll gets (AMMO-19, AMMO-20)."""
    place = purchase(dice, sides, wild, modifiers)
    return (Bought(supplies[place] if place < len(supplies) else FAILED),)


def _bargain_of(figure: Figure, item: Item, order: Order) -> Attack:
    kind, supplies = soldier(figure), _wanted(item, order)
    levels = supplies_at(item.modifier, supplies)
    told = zip(supplies, levels, strict=True)
    return Attack(
        bargain,
        (kind.purchase, kind.wild_card, levels, supplies),
        (figure.id,),
        named=figure.id,
        modifiers=tuple(Modifier(s, "", LEVELS[n], n, "AMMO-16") for s, n in told),
    )


def _wanted(item: Item, order: Order) -> tuple[str, ...]:
    """The supplies that an order would take, the longest first."""
    return item.supplies[item.supplies.index(order.get("supply", LIFETIME)) :]


def _buy(scene: Scene, figure: Figure, order: Order) -> None:
    """One purchase roll; where only a shorter supply is had, it is taken as the order says."""
    item = bought_by(figure, order)
    if isinstance(item, Refusal):
        raise TypeError(f"{order}: {item}")
    (made,) = cast("tuple[Bought]", scene.roll(_bargain_of(figure, item, order)))
    got = made.supply
    if got not in (FAILED, _wanted(item, order)[0]):
        got = _shorter(scene, figure, order, got)
    got = FAILED if got == LEAVE else got
    cited.bought(scene, item, made.supply, _wanted(item, order)[0])
    scene.emit(Tested(figure.id, "purchase", got))
    arm = item.arm
    values = {"tried": value(figure, "tried", arm) | bit(item.id)}
    if got != FAILED:
        values |= had(item, got)
    done = with_values(figure, arm, **values)
    purchases = {"purchases": figure.count("purchases") + 1}
    _tell(scene, figure.id, {**done.counters, **purchases})


def _shorter(scene: Scene, figure: Figure, order: Order, supply: str) -> str:
    """Whether a shorter supply than was wanted is taken, after the roll (AMMO-21)."""
    policy = order.get("shorter", "take")
    if policy == "ask":
        question = Question(figure.side, "shorter_supply", (supply, LEAVE), figure=figure.id)
        return scene.ask(question)
    return supply if policy == "take" else LEAVE


def had(item: Item, supply: str) -> dict[str, int]:
    """The counters of a weapon with what was bought for it."""
    if item.id == EXTENDED:
        return {"extended": 1, "tokens": capacity(item.arm.magazine, extended=True)}
    return {"ammo": ROUND_IDS.index(item.id), "supply": SUPPLIES.index(supply)}
