"""The kinds of hint as values; `hint_words` makes a sentence of each."""

from __future__ import annotations

from fractions import Fraction

from attrs import field, frozen

from skirmish.core.geometry import Facing, Tile
from skirmish.core.orders import Order, Verb
from skirmish.presentation.odds.order_effects import OrderCost

MUCH_BETTER = 2
"""Ratio of gains from which on a better attack is shown before everything else about an order."""


@frozen
class Hint:
    """Base class of the kinds of hint.

    `order`: the order that the hint proposes instead, if it proposes one.
    """

    order: Order | None = field(default=None, kw_only=True)


@frozen
class NothingLeftThere(Hint):
    """The move leaves nothing to attack with, and enemies see its end in the open.

    `objective`: the move changes what its side holds, so it is not to stop short.
    """

    foes: tuple[str, ...]
    objective: bool = False


@frozen
class OutOfCover(Hint):
    """The move ends in the open, in sight of several enemies."""

    foes: tuple[str, ...]


@frozen
class WrongFacing(Hint):
    """Only the figure's facing prevents an attack on an enemy from the end of its move."""

    facing: Facing
    foe: str
    better: Facing


@frozen
class BetterCover(Hint):
    """A tile near the end of a move has more cover against an enemy than the end has.

    `terrain` and `source`: the terrain that gives it, and its tile; `cover` and `here`: the cover
    of the tile and of the end, as the rules of the battle count them.
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
    """A figure in the open that can still protect itself; verbs in order of usefulness."""

    figure: str
    foes: tuple[str, ...]
    verbs: tuple[Verb, ...]


@frozen
class UselessSmoke(Hint):
    """Smoke that blocks no line between an enemy in sight and an own figure."""


@frozen
class FriendlyFire(Hint):
    """Own figures that an attack may hit, each with its chance in the odds, likeliest first.

    `pays`: the enemy nevertheless loses more on average. `thrower`: the attacker, if its own blast
    may hit it.
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

    `foe` and `verb` are "" if they are those of the order; `weapon` is a name, or "" for the same
    weapon; `changes` are the other details that differ, "" for one that is left out. `gain` and
    `times` are those of the better attack, repeated; `own_gain` and `own_times` those of the order.
    `risks`: the own figures that the better attack may hit, with their chances. `own_rest`: the
    attack that follows the order in the part of the bound that the better one takes; `own_gain`
    includes it. `does`: another verb in words, if its name alone does not say what its figure does.
    `thrower` as in `FriendlyFire`.
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
    """A friend whose attack on the target gains more, if only one of them may attack it."""

    friend: str
    foe: str
    gain: Fraction
    own_gain: Fraction


@frozen
class CalledShot(Hint):
    """A called shot that costs its target more than the same shot uncalled.

    `out` and `plain_out` are the chances to put the target out, called and uncalled; `gain` and
    `plain_gain` the target's average losses.
    """

    limb: str
    out: Fraction
    plain_out: Fraction
    gain: Fraction
    plain_gain: Fraction


@frozen
class NothingNew(Hint):
    """The target already suffers the likely effect of the attack."""

    foe: str


@frozen
class NoHarm(Hint):
    """The likely effect of the attack costs no figure like the target anything, hurt or not."""

    foe: str


@frozen
class HardlyAnyEffect(Hint):
    """The attack rarely has any effect."""


@frozen
class TooLateToShoot(Hint):
    """A figure that can shoot now could not shoot in this bound after aiming."""


@frozen
class EmptyGround(Hint):
    """The ground to cover holds no enemy in sight; facing `better` would cover `foe`, if any."""

    better: Facing | None = None
    foe: str = ""


def is_urgent(hint: Hint) -> bool:
    """Whether a hint comes first: own figures in danger, or something much better."""
    if isinstance(hint, FriendlyFire):
        return True
    if not isinstance(hint, BetterAttack | BetterShooter):
        return False
    return hint.gain >= MUCH_BETTER * hint.own_gain
