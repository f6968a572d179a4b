"""What a ruleset answers: a stateless frozen object behind this protocol, kept in one mapping."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Protocol

from attrs import frozen

from skirmish.core.figures import Declared, Kind, Weapon

# Whoever only reads scenarios loads no rules: what judges and plays is named here, not imported.
if TYPE_CHECKING:
    from skirmish.core.figures import Figure
    from skirmish.core.orders import Order, Refusal, Verb
    from skirmish.core.setup import Setup
    from skirmish.core.state import Clock, State
    from skirmish.core.view import View
    from skirmish.rulesets.attack import Aim, Attack
    from skirmish.rulesets.families import Family
    from skirmish.rulesets.scene import Scene
    from skirmish.rulesets.threat import Threat, Walk


@frozen
class HouseRule:
    """A rule that a scenario may change: its default, what it does, the values allowed."""

    default: bool | int | str
    text: str
    options: tuple[bool | int | str, ...] = ()


@frozen
class Line:
    """A line of a figure card: a label, a value, whether the enemy may see it."""

    label: str
    value: str
    open: bool = True


@frozen
class Statement:
    """A numbered rule in our own words, and where in the game it applies.

    `descriptive`: it only describes or advises, so carrying out an order never applies it.
    """

    id: str
    text: str
    where: str
    descriptive: bool = False


class Handbook(Protocol):
    """What scenarios are written with: the part of a ruleset that needs none of its rules."""

    @property
    def id(self) -> str:
        """Its id in scenario files."""

    @property
    def declared(self) -> Declared:
        """All that it keeps on figures, links, zones, and its phases."""

    @property
    def house_rules(self) -> Mapping[str, HouseRule]:
        """What a scenario's [rules] may set, beside the engine's own."""

    @property
    def kind_class(self) -> type[Kind]:
        """The class of its kinds of figure; its fields are the stat block."""

    @property
    def weapon_class(self) -> type[Weapon]:
        """The class of its weapons; its fields are the stat block."""

    def kinds(self) -> Mapping[str, Kind]:
        """The armoury's kinds of figure by id."""

    def weapons(self) -> Mapping[str, Weapon]:
        """The armoury's weapons by id."""

    def faults(self, kind: Kind, weapons: tuple[Weapon, ...]) -> tuple[str, ...]:
        """What is wrong with a stat block beyond the types of its fields."""


class Ruleset(Handbook, Protocol):
    """The rules of one tabletop system. Everything is asked with the state or view at hand."""

    @property
    def name(self) -> str:
        """What a player reads."""

    @property
    def version(self) -> int:
        """Counts up whenever the same order on the same dice can have another result."""

    @property
    def verbs(self) -> Mapping[str, Verb]:
        """Its own orders; the engine's stand in `core.orders`."""

    @property
    def statements(self) -> Mapping[str, Statement]:
        """Its numbered rules in our own words."""

    def equipped(self, kind: Kind, weapons: tuple[Weapon, ...]) -> Mapping[str, int]:
        """The counters that a figure of this kind with these weapons starts with."""

    def opening(self, scene: Scene) -> None:
        """Begins the first turn, after deployment."""

    def idle(self, view: View) -> bool:
        """Whether the side to act has nothing to do in this bound, as far as it can tell."""

    def refusal(self, view: View, order: Order) -> Refusal | None:
        """Why a side may not give this order now; None when it may."""

    def barred(self, state: State, order: Order) -> Refusal | None:
        """Why an attack can't be made whatever the clock says: arc, range, sight, ammunition."""

    def choices(self, view: View, figure: str) -> tuple[Family, ...]:
        """All orders that a figure of the view's side may be given now, as families."""

    def typical(self, view: View, figure: str) -> tuple[Order, ...]:
        """A short list of sensible orders for a figure, each of them legal."""

    def attack(self, state: State, order: Order) -> Attack | Aim | None:
        """The attack that an order makes, on a state or on a view's state; None without dice."""

    def carry_out(self, scene: Scene, order: Order) -> None:
        """Does a legal order."""

    def advance(self, scene: Scene) -> None:
        """Ends the bound: does what its list for this boundary says and begins the next."""

    def card(self, state: State, figure: Figure) -> tuple[Line, ...]:
        """What a figure's card shows."""

    def result(self, outcome: Hashable) -> Mapping[str, str | int]:
        """An outcome in words and numbers, for odds and logs."""

    def spared(self) -> Hashable:
        """The outcome of an attack that does nothing to a figure."""

    def loss(self, state: State, figure: str, outcome: Hashable) -> Fraction:
        """What an outcome costs the figure's side, in points."""

    def menace(self, state: State, shooter: str, target: str) -> Fraction:
        """Points the target's side can expect to lose to the shooter's best attack.

        Judged from where both stand, whatever the clock and facing say; 0 when there is none.
        """

    def cost(self, state: State, order: Order) -> Fraction:
        """The share of the figure's own bound that an order takes, 0 to 1; 0 for what is free."""

    def rest(self, state: State, figure: str) -> Fraction:
        """The share of its bound that a figure has still to spend on what `cost` is asked about.

        1 where nothing was spent, 0 when it is done or may do nothing in this bound.
        """

    def prospect(self, view: View, order: Order) -> Fraction:
        """Points that an order which rolls nothing now may be expected to gain its side later.

        Reckoned from the enemies that the side knows of: overwatch, aim, reload, a posture.
        """

    def modes(self, state: State, shooter: str, weapon: str, target: str) -> Mapping[str, Order]:
        """Every way to use one weapon on a figure, by a short name; the possible ones alone."""


def musters(ruleset: Handbook, setup: Setup) -> bool:
    """Whether a battle begins with the sides choosing what their figures carry.

    Asked of a ruleset's `musters(setup)`, where it has one.
    """
    hook = getattr(ruleset, "musters", None)
    return hook is not None and bool(hook(setup))


def state_faults(
    handbook: Handbook, kind: Kind, weapons: tuple[Weapon, ...], state: Mapping[str, int]
) -> Mapping[str, tuple[str, str]]:
    """What of a scenario's `state` no figure of this kind with these weapons can come with.

    For each such key what is wrong, and the remedy. Asked of a handbook's
    `state_faults(kind, weapons, state)`, where it has one; words come as their numbers.
    """
    hook = getattr(handbook, "state_faults", None)
    found: Mapping[str, tuple[str, str]] = {} if hook is None else hook(kind, weapons, state)
    return found


def outfitted(
    ruleset: Ruleset, kind: Kind, weapons: tuple[Weapon, ...], state: Mapping[str, int]
) -> Mapping[str, int]:
    """The counters that a figure starts with whose scenario gives it these: `state` goes first.

    Asked of a ruleset's `outfitted(kind, weapons, state)`, where what is given changes the rest.
    """
    hook = getattr(ruleset, "outfitted", None)
    rest: Mapping[str, int] = (
        ruleset.equipped(kind, weapons) if hook is None else hook(kind, weapons, state)
    )
    return {**rest, **state}


def moment(ruleset: Handbook, clock: Clock) -> str:
    """Where in a turn we are, as a ruleset's `moment(clock)` calls it: `pass 2 of 4`, or ""."""
    hook = getattr(ruleset, "moment", None)
    return "" if hook is None else str(hook(clock))


def ailments(ruleset: Ruleset, figure: Figure) -> Mapping[str, str]:
    """Counters of a figure that mean more than their number, each with what it means.

    Asked of a ruleset's `ailments(figure)`, where it has one: a limb that is crippled.
    """
    hook = getattr(ruleset, "ailments", None)
    found: Mapping[str, str] = {} if hook is None else hook(figure)
    return found


def mishaps(ruleset: Ruleset, state: State, order: Order) -> tuple[tuple[str, Fraction], ...]:
    """What may go wrong for who makes an attack, in words, each with its exact chance.

    Asked of a ruleset's `mishaps(state, order)`, where it has one: a weapon that jams.
    """
    hook = getattr(ruleset, "mishaps", None)
    found: tuple[tuple[str, Fraction], ...] = () if hook is None else hook(state, order)
    return found


def leaves(ruleset: Ruleset, outcome: Hashable) -> str:
    """What an outcome leaves behind beside what `result` says of it, in words, or "".

    Asked of a ruleset's `leaves(outcome)`, where it has one: bleeding, burning.
    """
    hook = getattr(ruleset, "leaves", None)
    return "" if hook is None else str(hook(outcome))


def touches(ruleset: Ruleset, outcome: Hashable) -> bool:
    """Whether an outcome does anything to the figure that it is told of, be it a hit without harm.

    Asked of a ruleset's `touches(outcome)`, where it has one: of an outcome that tells what the
    attack costs the shooter as well. Elsewhere all do but that of who is spared.
    """
    hook = getattr(ruleset, "touches", None)
    return outcome != ruleset.spared() if hook is None else bool(hook(outcome))


def chance_to_touch(ruleset: Ruleset, outcomes: Mapping[Hashable, Fraction]) -> Fraction:
    """The chance that an attack does anything to a figure, by the odds on it."""
    return sum((p for outcome, p in outcomes.items() if touches(ruleset, outcome)), Fraction(0))


def dry(ruleset: Ruleset, state: State, figure: Figure) -> tuple[str, ...]:
    """The ids of the weapons of an own figure that have nothing in them to attack with.

    Asked of a ruleset's `dry(state, figure)`, where it has one.
    """
    hook = getattr(ruleset, "dry", None)
    found: tuple[str, ...] = () if hook is None else hook(state, figure)
    return found


def spends(ruleset: Ruleset, state: State, order: Order) -> Fraction:
    """The share that an attack takes, on average, of all that a weapon has for the whole battle.

    Asked of a ruleset's `spends(state, order)`, where it has one; else nothing runs out.
    """
    hook = getattr(ruleset, "spends", None)
    return Fraction(0) if hook is None else hook(state, order)


def keeps(ruleset: Ruleset, state: State, figure: str) -> Fraction:
    """The share of what a figure can do that it has only as long as it goes nowhere, 0 to 1.

    Asked of a ruleset's `keeps(state, figure)`, where it has one: aim that a step would spoil.
    """
    hook = getattr(ruleset, "keeps", None)
    return Fraction(0) if hook is None else hook(state, figure)


def replies(ruleset: Ruleset, state: State, figure: str) -> tuple[tuple[str, Fraction], ...]:
    """The chance that a figure which waits does anything to each enemy that it covers.

    Should that act now, where it is; the very chance that a standing order is held against. Asked
    of a ruleset's `replies(state, figure)`, where it has one.
    """
    hook = getattr(ruleset, "replies", None)
    found: tuple[tuple[str, Fraction], ...] = () if hook is None else hook(state, figure)
    return found


def threats(ruleset: Ruleset, walk: Walk) -> tuple[Threat, ...]:
    """The attacks that enemies may make on who goes a way, by what a side knows.

    None of them counts what enemies may do to it at the end of its way in a bound of their own.
    Asked of a ruleset's `threats(walk)`, where it has one.
    """
    hook = getattr(ruleset, "threats", None)
    found: tuple[Threat, ...] = () if hook is None else hook(walk)
    return found


def deeds(ruleset: Ruleset, view: View, figure: str) -> tuple[Order, ...]:
    """The typical orders for a figure, walks and turns possibly left out.

    Asked of a ruleset's `deeds(view, figure)`, where it has one: the computer player weighs places
    to go to by itself.
    """
    hook = getattr(ruleset, "deeds", None)
    found: tuple[Order, ...] = (ruleset.typical if hook is None else hook)(view, figure)
    return found


def gaits(ruleset: Ruleset, view: View, figure: str) -> tuple[Family, ...]:
    """The families of a figure's orders, those to walk, turn and work doors among them.

    Asked of a ruleset's `gaits(view, figure)`, where it has one: to tell of these alone is quicker
    where the others take some working out.
    """
    hook = getattr(ruleset, "gaits", None)
    found: tuple[Family, ...] = (ruleset.choices if hook is None else hook)(view, figure)
    return found


Find = Callable[[str], Ruleset]
