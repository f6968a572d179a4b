"""Muster: before deployment a side chooses what its figures carry, and buys more (AMMO-14 to 23).

The enemy's muster is never seen: all of it is in counters that only its own side sees.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, cast

from attrs import frozen

from skirmish.core.codec import Shape
from skirmish.core.dice import Dice
from skirmish.core.events import Tested
from skirmish.core.figures import Figure
from skirmish.core.orders import WEAPON, Field, Order, Question, Refusal, Verb, then
from skirmish.core.setup import MUSTER
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.rulesets.action import Action
from skirmish.rulesets.attack import Attack, Modifier
from skirmish.rulesets.common import slots
from skirmish.rulesets.common.slots import WEAPON_FIELD
from skirmish.rulesets.common.tokens import PER_ITEM, capacity
from skirmish.rulesets.families import Family, One
from skirmish.rulesets.scene import Scene
from skirmish.rulesets.trait_die.catalogue import (
    EXTENDED,
    LEVELS,
    LIFETIME,
    MISSION,
    MONTH,
    ROUND_IDS,
    SUPPLIES,
    SUPPLY_WORDS,
)
from skirmish.rulesets.trait_die.counters import (
    AMMO,
    LOADED,
    PIECES,
    PURCHASES,
    SPARE,
    SUPPLY,
    TOKENS,
    TRIED,
)
from skirmish.rulesets.trait_die.dice import TARGET, dice_words, purchase, supplies_at
from skirmish.rulesets.trait_die.equipment import (
    FAILED,
    ITEMS,
    MOST_CARRIED,
    Bought,
    Item,
    bit,
    burden,
    equipped,
    item_of,
    loaded_with,
    most_load,
    si_text,
)
from skirmish.rulesets.trait_die.figures import kind_of, weapons_of
from skirmish.rulesets.trait_die.kinds import Weapon

MOST_PURCHASES = 3
"""Maximum purchase rolls of one figure before a battle (AMMO-F20)."""
LEAVE = "leave"


TAKE, ASK = "take", "ask"
SHORTER = Field(
    "shorter",
    Shape.WORD,
    "accept a smaller supply if the roll for the larger one fails",
    TAKE,
    (TAKE, ASK, LEAVE),
)
"""The field of an order for whether a shorter supply is accepted (AMMO-21)."""
SUPPLY_FIELD = Field("supply", Shape.WORD, "the size of the supply", LIFETIME, SUPPLIES[1:])
"""The field of an order for the size of the supply (AMMO-15, AMMO-19, AMMO-20)."""
BUY_VERB = Verb(
    "buy",
    "before the battle: rolls for ammunition or an extended magazine",
    target=Shape.WORD,
    fields=(SHORTER, SUPPLY_FIELD, WEAPON_FIELD),
    dice=True,
    muster=True,
)
LOAD_VERB = Verb(
    "load",
    "before the battle: changes back to standard rounds or a plain magazine",
    target=Shape.WORD,
    fields=(WEAPON_FIELD,),
    muster=True,
)
LOADS = ("standard", "plain")
CARRY_VERB = Verb(
    "carry",
    "before the battle: sets the spare tokens or pieces carried for a weapon",
    target=Shape.NUMBER,
    fields=(WEAPON_FIELD,),
    muster=True,
)
MUSTER_VERB = Verb(
    "muster",
    "before the battle: gives all figures standard loads, magazines and rounds",
    figure=False,
    target=Shape.WORD,
    muster=True,
)
DEFAULT = "default"
BY_SUPPLY: Mapping[str, str] = {LIFETIME: "AMMO-15", MONTH: "AMMO-19", MISSION: "AMMO-20"}


def value_of(figure: Figure, counter: str, weapon: Weapon) -> int:
    """Return the value of a counter kept for a weapon."""
    return slots.get(figure, counter, weapon.id)


def with_values(figure: Figure, weapon: Weapon, values: Mapping[str, int]) -> Figure:
    """The figure with other values of a weapon's counters."""
    slot = slots.of(figure, weapon.id)
    return figure.with_counters({slots.name(name, slot): n for name, n in values.items()})


def _open(known: View, _what: Figure | Order) -> Refusal | None:
    """Why loads cannot be changed any more (AMMO-F20)."""
    if known.state.clock.phase != MUSTER:
        return Refusal("the muster is over", "AMMO-F20", "loads cannot change any more")
    return None


def too_heavy(figure: Figure, changed: Figure) -> Refusal | None:
    """Why a figure cannot carry the changed load (AMMO-22, AMMO-F22)."""
    now = burden(changed)
    if now <= most_load(figure) or now <= burden(figure):
        return None
    what = f"{figure.id} would carry {si_text(now)} of {most_load(figure)} significant items"
    return Refusal(what, "AMMO-22", "leave something behind")


@frozen
class Purchase:
    """The item that a figure rolls for, and the order."""

    figure: Figure
    item: Item
    order: Order


def _plan_purchase(known: View, order: Order) -> Purchase | Refusal:
    figure = known.state.figures[order.figure]
    return then(bought_by(figure, order), lambda item: Purchase(figure, item, order))


def bought_by(figure: Figure, order: Order) -> Item | Refusal:
    """The item that an order buys, or why it may not be rolled for (AMMO-F20, AMMO-F21)."""
    wanted = order.get(WEAPON)
    tried = [
        item_of(order.target, weapon) for weapon in weapons_of(figure) if wanted in ("", weapon.id)
    ]
    found = next((item for item in tried if isinstance(item, Item)), None)
    if found is None:
        if tried and (len(tried) == 1 or order.target not in ITEMS):
            return cast("Refusal", tried[0])
        what = f"{figure.id} carries nothing that takes {order.target}"
        return Refusal(what, "AMMO-F21", f"available: {', '.join(ITEMS)}")
    return _not_again(figure, found) or _unbought(figure, found, order) or found


def offered(figure: Figure) -> tuple[Item, ...]:
    """All items that a figure may roll for now, by weapon."""
    tried = (
        bought_by(figure, Order.of(BUY.name, figure.id, name, weapon=weapon.id))
        for weapon in weapons_of(figure)
        for name in ITEMS
    )
    return tuple(item for item in tried if isinstance(item, Item))


def _not_again(figure: Figure, item: Item) -> Refusal | None:
    """Why an item may not be rolled for again (AMMO-17, AMMO-F20)."""
    if figure.count(PURCHASES) >= MOST_PURCHASES:
        what = f"{figure.id} has rolled for {MOST_PURCHASES} purchases"
        return Refusal(what, "AMMO-F20", "let another figure buy")
    if item.important and value_of(figure, TRIED, item.weapon) & bit(item.id):
        return Refusal("an important purchase is rolled for once a battle", "AMMO-17")
    return None


def _unbought(figure: Figure, item: Item, order: Order) -> Refusal | None:
    """Why an item is no use: present already, too heavy, or not sold for a month (AMMO-15).

    AMMO-05, AMMO-F22.
    """
    if item.id == EXTENDED:
        if value_of(figure, EXTENDED, item.weapon):
            return Refusal(f"{item.weapon.name} has its extended magazine", "AMMO-05")
        if order.get(SUPPLY_FIELD.name):
            return Refusal("a magazine is bought for good", "AMMO-05", "leave out supply=")
        return too_heavy(figure, with_values(figure, item.weapon, {EXTENDED: 1}))
    rounds = ROUND_IDS.index(item.id)
    if value_of(figure, AMMO, item.weapon) == rounds and value_of(figure, SUPPLY, item.weapon):
        return Refusal(f"{item.weapon.name} has these already", "AMMO-15")
    return too_heavy(figure, with_values(figure, item.weapon, {AMMO: rounds}))


def _options(known: View, figure: Figure) -> Iterator[Family]:
    """The orders to buy, load and carry, weapon by weapon."""
    for weapon in weapons_of(figure):
        yield from _of_weapon(known, figure, weapon)


def _of_weapon(known: View, figure: Figure, weapon: Weapon) -> Iterator[Family]:
    fixed = ((WEAPON, weapon.id),)

    def legal(action: Action[Any], words: Iterable[str]) -> tuple[str, ...]:
        made = (Order.of(action.name, figure.id, word, weapon=weapon.id) for word in words)
        return tuple(o.target for o in made if not isinstance(action.planned(known, o), Refusal))

    supplies = ((SUPPLY_FIELD.name, One(SUPPLIES[2:])), (SHORTER.name, One(SHORTER.options[1:])))
    for item in legal(BUY, ITEMS):
        fields = () if item == EXTENDED else supplies
        yield Family(BUY.name, figure.id, One((item,)), fields, fixed=fixed)
    if loads := legal(LOAD, LOADS):
        yield Family(LOAD.name, figure.id, One(loads), fixed=fixed)
    if counts := legal(CARRY, map(str, range(MOST_CARRIED + 1))):
        yield Family(CARRY.name, figure.id, One(counts), fixed=fixed)


def bargain(
    dice: Dice, sides: int, wild: bool, modifiers: tuple[int, ...], supplies: tuple[str, ...]
) -> tuple[Bought]:
    """The longest of some supplies that a purchase roll gets (AMMO-19, AMMO-20).

    AMMO-15, AMMO-F20.
    """
    place = purchase(dice, sides, wild, modifiers)
    return (Bought(supplies[place] if place < len(supplies) else FAILED),)


def bargain_of(plan: Purchase) -> Attack:
    """The purchase roll as an attack on the figure itself (AMMO-16).

    AMMO-18, AMMO-19, AMMO-20, AMMO-F20.
    """
    kind, supplies = kind_of(plan.figure), _wanted(plan.item, plan.order)
    levels = supplies_at(plan.item.modifier, supplies)
    told = tuple(zip(supplies, levels, strict=True))
    return Attack(
        bargain,
        (kind.purchase, kind.wild_card, levels, supplies),
        (plan.figure.id,),
        named=plan.figure.id,
        modifiers=tuple(
            Modifier(f"roll to have it {SUPPLY_WORDS[s]}", "", LEVELS[n], n, "AMMO-16")
            for s, n in told
        ),
        rolled=f"{plan.item.use} {dice_words('Purchase', kind.purchase, kind.wild_card)}. "
        f"{_needed(told)}",
    )


def _needed(levels: Iterable[tuple[str, int]]) -> str:
    """A sentence on the number that the better die needs for each supply (AMMO-16)."""
    told = [f"{max(1, TARGET - n)}+ {SUPPLY_WORDS[supply]}" for supply, n in levels]
    same = ". In this battle each of them does the same" if told[1:] else ""
    return f"To have it: {', '.join(told)}{same}"


def _wanted(item: Item, order: Order) -> tuple[str, ...]:
    """The supplies that an order accepts, the longest first (AMMO-15, AMMO-19, AMMO-20).

    AMMO-21.
    """
    supplies = item.supplies[item.supplies.index(order.get(SUPPLY_FIELD.name, LIFETIME)) :]
    return supplies[:1] if order.get(SHORTER.name) == LEAVE else supplies


def _buy(scene: Scene, plan: Purchase) -> None:
    """Make one purchase roll; the order says whether a shorter supply is accepted.

    AMMO-17, AMMO-21, AMMO-F20.
    """
    figure, item, wanted = plan.figure, plan.item, _wanted(plan.item, plan.order)[0]
    scene.cite("AMMO-18", "AMMO-22", "AMMO-A6", "AMMO-F2", "AMMO-F20")
    (made,) = cast("tuple[Bought]", scene.roll(bargain_of(plan)))
    got = made.supply
    if got not in (FAILED, wanted):
        got = _shorter(scene, figure, plan.order, got)
    got = FAILED if got == LEAVE else got
    _cite_purchase(scene, item, made.supply, wanted)
    scene.emit(Tested(figure.id, "purchase", got))
    values = {TRIED: value_of(figure, TRIED, item.weapon) | bit(item.id)}
    if got != FAILED:
        values |= had(item, got)
    done = with_values(figure, item.weapon, values)
    _set(scene, figure.id, {**done.counters, PURCHASES: figure.count(PURCHASES) + 1})


def _shorter(scene: Scene, figure: Figure, order: Order, supply: str) -> str:
    """The answer whether a shorter supply is accepted after the roll (AMMO-21)."""
    if order.get(SHORTER.name) != ASK:
        return supply
    question = Question(figure.side, "shorter_supply", (supply, LEAVE), figure=figure.id)
    return scene.ask(question)


def had(item: Item, supply: str) -> dict[str, int]:
    """The counters of a weapon after a purchase (AMMO-06, AMMO-15)."""
    if item.id == EXTENDED:
        return {EXTENDED: 1, TOKENS: capacity(item.weapon.magazine, extended=True)}
    return {AMMO: ROUND_IDS.index(item.id), SUPPLY: SUPPLIES.index(supply)}


def _cite_purchase(scene: Scene, item: Item, got: str, wanted: str) -> None:
    """Cite the rules of a purchase: its price level, and the supply that the roll got."""
    scene.cite("AMMO-17" if item.important else "AMMO-16")
    if item.id == EXTENDED:
        scene.cite("AMMO-05", *(("AMMO-06", "AMMO-A1") if got != FAILED else ()))
        return
    scene.cite("AMMO-F21", *(("AMMO-A7",) if item.important else ()))
    if wanted == LIFETIME:
        scene.cite("AMMO-15")
    if got not in (FAILED, wanted):
        scene.cite("AMMO-21")
    if got != FAILED:
        scene.cite(BY_SUPPLY[got])
    if item.id == "caseless":
        scene.cite("AMMO-23", "AMMO-A9")


def _set(scene: Scene, name: str, counters: Mapping[str, int]) -> None:
    for counter, value in counters.items():
        scene.count(name, counter, value)


BUY = Action(
    verb=BUY_VERB,
    able=_open,
    exempt=True,
    plan=_plan_purchase,
    options=_options,
    attack=lambda _state, plan: bargain_of(plan),
    carry_out=_buy,
)


@frozen
class Load:
    """A figure before and after an order that changes its load."""

    figure: Figure
    changed: Figure
    order: Order


def _plan_load(known: View, order: Order) -> Load | Refusal:
    figure = known.state.figures[order.figure]
    return then(loaded(figure, order), lambda changed: Load(figure, changed, order))


def _plan_carry(known: View, order: Order) -> Load | Refusal:
    figure = known.state.figures[order.figure]
    return then(carrying(figure, order), lambda changed: Load(figure, changed, order))


def _light_enough(_view: View, plan: Load) -> Refusal | None:
    return too_heavy(plan.figure, plan.changed)


def loaded(figure: Figure, order: Order) -> Figure | Refusal:
    """The figure with standard rounds or a plain magazine again (AMMO-14, AMMO-F20)."""
    if order.target not in LOADS:
        return Refusal(
            f"no load {order.target}", "AMMO-F20", "standard or plain", concerns=order.target
        )
    counter = AMMO if order.target == "standard" else EXTENDED
    for weapon in weapons_of(figure):
        if order.get(WEAPON) in ("", weapon.id) and value_of(figure, counter, weapon):
            if counter == AMMO:
                return with_values(figure, weapon, {AMMO: 0, SUPPLY: 0})
            most = min(value_of(figure, TOKENS, weapon), capacity(weapon.magazine))
            return with_values(figure, weapon, {EXTENDED: 0, TOKENS: most})
    return Refusal(f"{figure.id} has nothing else loaded", "AMMO-F20")


def carrying(figure: Figure, order: Order) -> Figure | Refusal:
    """The figure with another number of spare tokens or pieces (AMMO-17, AMMO-22, AMMO-F22)."""
    fed = [weapon for weapon in weapons_of(figure) if weapon.magazine or weapon.count]
    weapon = slots.wanted(fed, order)
    if weapon is None:
        return Refusal(
            f"{figure.id} has no weapon that needs this", "AMMO-07", "name another weapon"
        )
    count, counter = int(order.target), SPARE if weapon.magazine else PIECES
    if not 0 <= count <= MOST_CARRIED:
        return Refusal(
            f"{order.target} cannot be carried",
            "AMMO-22",
            f"0 to {MOST_CARRIED}",
            concerns=order.target,
        )
    if count == value_of(figure, counter, weapon):
        return Refusal(f"{figure.id} carries that many already")
    if weapon.count and count > weapon.count and not value_of(figure, SUPPLY, weapon):
        what = f"more than {weapon.count} of {weapon.name} must be bought"
        return Refusal(what, "AMMO-17", "'buy standard' first")
    return with_values(figure, weapon, {counter: count})


def _load(scene: Scene, plan: Load) -> None:
    scene.cite("AMMO-22", "AMMO-F20")
    for weapon in weapons_of(plan.figure):
        if plan.order.get(WEAPON) in ("", weapon.id):
            _cite_carried(scene, plan.changed, weapon)
    _set(scene, plan.figure.id, plan.changed.counters)


def _carry(scene: Scene, plan: Load) -> None:
    scene.cite("AMMO-F22")
    _load(scene, plan)


def _cite_carried(scene: Scene, figure: Figure, weapon: Weapon) -> None:
    """Cite the rules of spare tokens: standard and caseless rounds, magazines of several items."""
    rounds = loaded_with(figure, weapon).id if weapon.magazine else ""
    if rounds == "standard":
        scene.cite("AMMO-14")
    if rounds == "caseless":
        scene.cite("AMMO-23", "AMMO-A9")
    if capacity(weapon.magazine) > PER_ITEM:
        scene.cite("AMMO-A8")


LOAD = Action(
    verb=LOAD_VERB, able=_open, exempt=True, plan=_plan_load, ready=_light_enough, carry_out=_load
)
CARRY = Action(
    verb=CARRY_VERB,
    able=_open,
    exempt=True,
    plan=_plan_carry,
    ready=_light_enough,
    carry_out=_carry,
)


def _plan_default(known: View, order: Order) -> Order | Refusal:
    if order.target != DEFAULT:
        return Refusal(
            f"no muster {order.target}", "AMMO-F20", "use 'muster default'", concerns=order.target
        )
    if not altered(known.state, known.side):
        return Refusal("all have their standard loads", "AMMO-F20", "finish with 'ready'")
    return order


def _default_options(known: View, _figure: Figure) -> Iterator[Family]:
    if known.state.clock.phase == MUSTER and altered(known.state, known.side):
        yield Family(DEFAULT_LOADS.name, "", One((DEFAULT,)))


def altered(state: State, side: str) -> tuple[Figure, ...]:
    """The figures of a side that do not have their standard loads (AMMO-F20)."""
    mine = (f for f in state.figures.values() if f.side == side and not f.fate)
    return tuple(figure for figure in mine if _changes(figure))


def _changes(figure: Figure) -> dict[str, int]:
    """The counters of a figure that differ from its standard load, with their standard values.

    AMMO-F20.
    """
    standard = equipped(figure.who.weapons)
    names = [slots.name(name, n) for name in LOADED for n in range(len(figure.who.weapons))]
    return {n: standard.get(n, 0) for n in names if figure.count(n) != standard.get(n, 0)}


def _given_up(changes: Mapping[str, int]) -> tuple[str, ...]:
    """The standard items that a figure goes back to, in words (AMMO-F20)."""
    words = {EXTENDED: "plain_magazine", AMMO: "standard_rounds"}
    return tuple(
        word
        for counter, word in words.items()
        if any(slots.name(counter, slot) in changes for slot in range(slots.MOST))
    )


def _take_standard(scene: Scene, _order: Order) -> None:
    """Give all figures of a side their standard loads (AMMO-14, AMMO-F20)."""
    scene.cite("AMMO-14", "AMMO-F20")
    for figure in altered(scene.state, scene.side):
        changes = _changes(figure)
        for what in _given_up(changes):
            scene.emit(Tested(figure.id, "load", what))
        _set(scene, figure.id, changes)


DEFAULT_LOADS = Action(
    verb=MUSTER_VERB,
    exempt=True,
    worded=_open,
    plan=_plan_default,
    options=_default_options,
    carry_out=_take_standard,
)
