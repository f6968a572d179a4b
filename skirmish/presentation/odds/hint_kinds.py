"""The kinds of hint as values; `hint_words` makes a sentence of one."""

from __future__ import annotations

from fractions import Fraction

from attrs import field, frozen

from skirmish.core.geometry import Facing, Tile
from skirmish.core.orders import Order, Verb
from skirmish.presentation.odds.order_effects import OrderCost

MUCH_BETTER = 2
"""Ratio of gains from which on a better attack is shown before all else of an order."""


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
    """Own figures that an attack may hit, each with its chance in the odds, likeliest first.

    `pays`: the enemy loses more on average all the same. `thrower`: the figure whose own blast that
    is, if it is among them.
    """

    risks: tuple[tuple[str, Fraction], ...]
    pays: bool = False
    thrower: str = ""


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
    `thrower` as of friendly fire.
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
    thrower: str = ""


@frozen
class BetterShooter(Hint):
    """A friend whose attack on the target gains more, where only one of them may attack it."""

    friend: str
    foe: str
    gain: Fraction
    own_gain: Fraction


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
class NoHarm(Hint):
    """What the attack is likely to do costs no figure like its target anything, hurt or not."""

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


def is_urgent(hint: Hint) -> bool:
    """Whether a hint comes first: own figures in danger, or something much better."""
    if isinstance(hint, FriendlyFire):
        return True
    if not isinstance(hint, BetterAttack | BetterShooter):
        return False
    return hint.gain >= MUCH_BETTER * hint.own_gain
