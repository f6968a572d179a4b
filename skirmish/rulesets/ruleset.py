"""The rules of one tabletop system as a value: a table of actions, and the parts around it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, partial
from operator import attrgetter, ne
from types import MappingProxyType
from typing import Any, TypeVar

from attrs import Factory, evolve, field, frozen

from skirmish.core.board import Board
from skirmish.core.dice import Dice, Distribution, Face
from skirmish.core.events import Struck
from skirmish.core.figures import Figure, Weapon
from skirmish.core.geometry import Tile
from skirmish.core.orders import Order, Refusal, Verb, refused
from skirmish.core.setup import MUSTER
from skirmish.core.state import Clock, State, Zone
from skirmish.core.view import View
from skirmish.errors import OrderRefused
from skirmish.rulesets.action import ZERO, Action, Answers
from skirmish.rulesets.attack import Aim, Attack, ExpectedLoss, Modifier, Outcome
from skirmish.rulesets.defaults import EMPTY, always
from skirmish.rulesets.families import Family
from skirmish.rulesets.handbook import Handbook
from skirmish.rulesets.measures import EFFECT, Measure, Role
from skirmish.rulesets.scene import Scene
from skirmish.rulesets.threat import ForeseenPath, Threat, WaitingAttack

_T = TypeVar("_T")
Group = Sequence[Action[Any]]
"""Actions whose options are listed together."""
PLACE = attrgetter("place")
Mishaps = tuple[tuple[str, Fraction], ...]
"""What may go wrong for an attacker, in words, each with its exact chance."""


@frozen
class Line:
    """A line of a figure card: a label, a value, whether the enemy may see it.

    `weapon` is the name of the weapon that it belongs to, if any; `status`: the value alone names a
    state of the figure.
    """

    label: str
    value: str
    open: bool = True
    weapon: str = ""
    status: bool = False

    @property
    def title(self) -> str:
        """The label with its weapon."""
        return f"{self.weapon}, {self.label}" if self.weapon else self.label


@frozen
class Statement:
    """A numbered rule in our own words, and where in the game it applies.

    `descriptive`: it only describes or advises, so no order ever applies it.
    """

    id: str
    text: str
    where: str
    descriptive: bool = False


@frozen
class Term:
    """A word that a player meets, what it means, and the id of the rule that says more, or "".

    `also`: other words for the same thing, by which players look for its rules.
    """

    word: str
    text: str
    rule: str = ""
    also: tuple[str, ...] = ()


def _awake(_state: State, figure: Figure) -> tuple[Figure, Fraction]:
    return figure, Fraction(1)


@frozen
class TurnBound:
    """A bound of the present turn: its side, what is done in it (`fire`), whether it is now."""

    side: str
    label: str = ""
    now: bool = False


def sides_in_turn(state: State) -> tuple[TurnBound, ...]:
    """Return one bound for each side, the scenario's first side first."""
    first, clock = state.setup.first, state.clock
    return tuple(TurnBound(s, now=s == clock.side) for s in (first, state.setup.enemy(first)))


def next_in_turn(state: State, figure: Figure) -> Iterator[Clock]:
    """Yield the bounds up to a figure's next one, where each side has one in a turn."""
    phase, first = next(iter(state.setup.declared.phases)), state.setup.first
    sides = (first, state.setup.enemy(first))
    slots = tuple((phase, side) for side in sides)
    return bounds_until(state.clock, slots, lambda bound: bound.side == figure.side)


def bounds_until(
    clock: Clock, slots: Sequence[tuple[str, str]], wanted: Callable[[Clock], bool]
) -> Iterator[Clock]:
    """Yield the bounds after the present one, up to the first that is wanted, for one turn at most.

    `slots`: phase and side of each bound of a turn.
    """
    for place in range(clock.step, clock.step + len(slots)):
        turns, at = divmod(place, len(slots))
        bound = Clock(clock.turn + turns, at + 1, *slots[at])
        yield bound
        if wanted(bound):
            return


@frozen(eq=False)
class Turn:
    """The course of a turn, bound by bound.

    Attributes:
        opening: Begins the first turn, after deployment.
        advance: Ends the bound, carries out everything between bounds, begins the next.
        idle: Whether the side to act has nothing to do in this bound, as far as it knows.
        able: Why a figure may be given no order now but those that are `exempt`.
        acts: Whether a figure acts in this bound; it has no options otherwise. The actions say why.
        moment: The place of the clock in its turn, in words (`pass 2 of 4`), or "".
        helpless_until: The clock point, as both sides know it, until which a figure can neither act
            nor see; 0 if it can.
        recovers: The figure after conditions that end as its next bound begins, and the chance that
            they end in time for an attack in it. Counters with `resets` are reset before.
        coming: The bounds after the present one, up to that in which a figure may attack next;
            only those that are certain to come, and in a certain order.
        skipped: The parts of a turn between two bounds in which no figure acts: `phases 2 to 4`, or
            "".
        names_phase: Whether `moment` names the phase, so that its label is not shown as well.
        track: The bounds of the present turn in order, as far as known.
        bound: What players call a bound: `turn`, `pass`.
        judged: When `reach` objectives are judged, in words: `either side ends its turn`.
        rolled: The roll for the side that acts first in each turn, in words for the log; "" without
            such a roll.
        bonus: A side's bonus on that roll in a turn, from the state before it.
        single_attacks: Whether a side makes one attack on each enemy in a bound, and no more.
        unready_next: Why the weapon of an attack cannot be used in the first bound from now on,
            this one included, in which its figure may attack.
    """

    opening: Callable[[Scene], None]
    advance: Callable[[Scene], None]
    idle: Callable[[View], bool] = always(False)
    able: Callable[[View, Figure], Refusal | None] = always(None)
    acts: Callable[[View, Figure], bool] = always(True)
    moment: Callable[[Clock], str] = always("")
    helpless_until: Callable[[Figure], int] = always(0)
    recovers: Callable[[State, Figure], tuple[Figure, Fraction]] = _awake
    coming: Callable[[State, Figure], Iterable[Clock]] = next_in_turn
    skipped: Callable[[Clock, Clock], str] = always("")
    names_phase: bool = False
    track: Callable[[State], tuple[TurnBound, ...]] = sides_in_turn
    bound: str = "turn"
    judged: str = field()
    rolled: str = ""
    bonus: Callable[[State, str, int], int] = always(0)
    single_attacks: bool = False
    unready_next: Callable[[State, Order], Refusal | None] = always(None)

    @judged.default
    def _judged_with_each_bound(self) -> str:
        return f"either side ends its {self.bound}"


def _effect(outcome: Outcome) -> Mapping[str, str | int]:
    return {"effect": str(outcome)}


_HARM = (Role.AMOUNT, Role.OUT, Role.CONDITION, Role.EFFECT)
"""Roles of measures that are harm to the figure."""


def no_tally(_faces: Sequence[Face]) -> str:
    """Return "": the faces need no total."""
    return ""


@frozen(eq=False)
class Outcomes:
    """The meaning of the outcomes of attacks.

    Attributes:
        no_effect: The outcome of an attack that does nothing to a figure.
        effect_words: A short phrase for any effect on a figure: the chance to `hurt it`.
        words: The measures of an outcome: a number, a yes or no, or a word for each.
        measures: The meaning of each measure of `words` and `leaves`.
        loss: Points that an outcome costs the figure's side.
        puts_out: Whether an outcome puts its figure out.
        stops: Whether an outcome keeps its figure from attacking in its next bound; by default
            those that put it out.
        leaves: Lasting measures beside those of `words`: bleeding, burning.
        has_effect: Whether an outcome does anything to its figure, even a hit without harm; by
            default all but `no_effect` do.
        aftermath: What becomes of a figure that is out once the battle is over, or "".
        recovery: The counters that a figure that is out brings to its next battle; None if it does
            not come back. It gets the dice of `aftermath`.
        needs: What the dice of an attack must show to hit, in short; "" where that is no number.
        decided: What the dice of an attack decide, in words for the log, where no event says it;
            else "".
        counted: What counts besides the totals of an attack in the log: `guard +2 against
            suppression`; "" for nothing.
        strays: For the dice of a divided attack, the targets hit by shots at another one, with the
            number of these hits and that of all hits on them.
        aimed: The chance of an effect on a target by the dice aimed at it alone; None where no
            others can strike it.
        on_aim: The chance that an attack at a tile comes down on it by its roll, without scatter;
            None where no roll decides that.
        tests: The highest faces that pass the tests caused by a hit, by the purpose of the dice,
            for the figure as it stood before the hit.
        extras: What an attack added to its damage or took off it, in words for the log; "" for
            nothing. It gets the dice, the event, and, as far as known, the weapon, the figure as it
            stood before and the tile of the blast.
        tally: The total of the dice of one purpose, shown behind them in the log: `2 successes`; ""
            where the faces need none.
        grades: The chances of what the dice of an attack may add, in words for the preview.
        scattered: How the tiles that a miss scatters follow from its distance die, in words for the
            log; "" where the die says them. It gets the state and the order if they are known, the
            faces for direction and distance, and the tiles.
        held_out: Why a higher total may do nothing, in words for the log.
        fight_cause: Why a fight has an effect on a figure, in words for the log, by the effect, its
            total and the other's; "" where the totals explain it.
    """

    no_effect: Outcome = "nothing"
    effect_words: str = "hurt it"
    words: Callable[[Outcome], Mapping[str, str | int]] = _effect
    loss: Callable[[State, str, Outcome], Fraction] = always(ZERO)
    puts_out: Callable[[State, str, Outcome], bool] = always(False)
    stops: Callable[[State, str, Outcome], bool] = field(
        default=Factory(lambda self: self.puts_out, takes_self=True)
    )
    leaves: Callable[[Outcome], Mapping[str, int]] = always(EMPTY)
    has_effect: Callable[[Outcome], bool] = field(
        default=Factory(lambda self: partial(ne, self.no_effect), takes_self=True)
    )
    aftermath: Callable[[Dice, Figure], str] = always("")
    recovery: Callable[[Dice, Figure], Mapping[str, int] | None] = always(None)
    needs: Callable[[Attack | Aim], str] = always("")
    decided: Callable[[Attack | Aim, Sequence[Face]], str] = always("")
    counted: Callable[[Attack], str] = always("")
    strays: Callable[[Attack, Sequence[Face]], Mapping[str, tuple[int, int]]] = always(EMPTY)
    aimed: Callable[[Attack, str], Fraction | None] = always(None)
    on_aim: Callable[[Aim], Fraction | None] = always(None)
    tests: Callable[[Figure, Struck], Mapping[str, int]] = always(EMPTY)
    extras: Callable[[Sequence[Face], Struck, Weapon | None, Figure | None, Tile | None], str] = (
        always("")
    )
    tally: Callable[[Sequence[Face]], str] = no_tally
    grades: Callable[[Attack | Aim], Mapping[str, Fraction]] = always(EMPTY)
    measures: Mapping[str, Measure] = MappingProxyType({"effect": EFFECT})
    scattered: Callable[[tuple[State, Order] | None, int, int, int], str] = always("")
    held_out: str = ""
    fight_cause: Callable[[str, int, int], str] = always("")

    def unit(self, measure: str) -> str:
        """The plural noun for what a measure counts."""
        return self.measures[measure].unit or measure

    def does_harm(self, outcome: Outcome) -> bool:
        """Return whether an outcome leaves anything on its figure: a hit alone does not."""
        calm = self.words(self.no_effect)
        return self.has_effect(outcome) and any(
            value and value != calm.get(name) and self.measures[name].role in _HARM
            for name, value in self.words(outcome).items()
        )

    def chance_of_effect(self, outcomes: Mapping[Outcome, Fraction]) -> Fraction:
        """Return the chance of any effect, from the odds on one figure."""
        return sum((p for outcome, p in outcomes.items() if self.has_effect(outcome)), ZERO)


@frozen
class Budget:
    """What a figure can still spend in the present bound, and its full amount.

    Attributes:
        label: The label of the card's line with the same content.
        name: A short name: `AP`, `move`.
        left: What is left, in steps.
        full: What it has at the start of a bound, in steps.
        unit: The plural name of a unit: `AP`, `tiles`.
        steps: Steps in a unit: 2 for half tiles.
        more: Orders that are paid for already and still possible: `one more shot`; "" for none.
    """

    label: str
    name: str
    left: int
    full: int
    unit: str
    steps: int = 1
    more: str = ""

    def amount(self, steps: int) -> str:
        """Return a number of steps in units: `3`, `2.5`."""
        return f"{steps / self.steps:g}"


@frozen(eq=False)
class Card:
    """What is shown of a figure.

    Attributes:
        facts: The lines that both sides may read: the numbers of its kind, its weapons.
        conditions: The states that it is in, each in words that both sides may read.
        own: The lines that only its own side may read.
        ailments: Words for its counters that mean more than a number: a limb is crippled.
        empty_weapons: The ids of an own figure's weapons without ammunition for an attack.
        health: What is left of a figure's health, and its full amount; 1 of 1 in systems without
            lasting damage.
        health_label: The label of the card's line with the same content.
        budgets: What an own figure can still spend in the present bound, most important first.
    """

    facts: Callable[[State, Figure], Iterable[Line]] = always(())
    conditions: Callable[[State, Figure], Iterable[str]] = always(())
    own: Callable[[State, Figure], Iterable[Line]] = always(())
    ailments: Callable[[Figure], Mapping[str, str]] = always(EMPTY)
    empty_weapons: Callable[[State, Figure], tuple[str, ...]] = always(())
    health: Callable[[Figure], tuple[int, int]] = always((1, 1))
    health_label: str = "health"
    budgets: Callable[[State, Figure], tuple[Budget, ...]] = always(())

    def lines(self, state: State, figure: Figure) -> tuple[Line, ...]:
        """Return the lines of a figure's card."""
        return (
            *self.facts(state, figure),
            *(Line("state", words, status=True) for words in self.conditions(state, figure)),
            *(evolve(line, open=False) for line in self.own(state, figure)),
        )


def _unaided(_state: State, order: Order) -> Order:
    return order


def _as_it_is(state: State, _figure: str) -> State:
    return state


@frozen(eq=False)
class Reactions:
    """What the enemy may do outside its own bound.

    Attributes:
        replies: The attack of a waiting figure on each enemy that it covers, if that enemy acted
            now on its tile.
        readiness: The parts of the number with which a waiting figure will attack any target;
            empty in systems where it depends on the target alone.
        threats: The attacks that enemies may make on a figure along a path, as far as its side
            knows; not those in the enemy's own bound.
        at_end: Whether `threats` has attacks on a figure that stays on its tile until the bound
            ends; then they are asked for with every order.
        clashes: The attacks that a figure and an enemy make on each other without an order when the
            bound ends, if both stay; for a figure that only aids a friend, those of the friend.
            Each has the enemy as target and both as subjects.
        aided: An attack with the aid that the figure's friends can give it in their next bound; the
            order itself where there is none.
        recovered: The battle after a figure has recovered as its bound ends, before the enemy may
            attack it.
        uncovered: The pairs of a friend and an enemy such that a figure's move changes the enemy's
            attack on the friend; the two states are before and after the move. By default none.
        watches: Mask of the tiles on which a waiting figure may attack an enemy that acts, if it
            has no zone for that; on a view, as far as the weapon that it waits with is known.
    """

    replies: Callable[[State, str], tuple[WaitingAttack, ...]] = always(())
    readiness: Callable[[State, str], tuple[Modifier, ...]] = always(())
    threats: Callable[[ForeseenPath], Iterable[Threat]] = always(())
    at_end: bool = False
    clashes: Callable[[State, str], tuple[Order, ...]] = always(())
    aided: Callable[[State, Order], Order] = _unaided
    recovered: Callable[[State, str], State] = _as_it_is
    uncovered: Callable[[State, State, str], Iterable[tuple[str, str]]] = always(())
    watches: Callable[[State, Figure], int] = always(0)


@frozen(eq=False)
class Suggestions:
    """A short list of sensible orders for a figure, each of them legal.

    Attributes:
        actions: Orders other than walking and turning; they may include a few of those.
        moves: The families of walks and turns from which `engine.suggested` chooses; by default
            all.
    """

    actions: Callable[[View, str], tuple[Order, ...]] = always(())
    moves: Callable[[View, Figure], Iterable[Family]] | None = None


def _tiles(_board: Board, _one: Figure, at: Tile, _other: Figure, there: Tile) -> Hashable:
    return at, there


@frozen(eq=False)
class Estimates:
    """Estimates that only the computer player uses; shares are 0 to 1.

    Attributes:
        menace: Points that the target's side can expect to lose to the shooter's best attack from
            their present tiles, at any time of the turn and with any facing; 0 if there is none.
        setting: A key for what the ground and the two tiles contribute to `menace`, which is equal
            for equal keys and the same two figures. By default the tiles.
        lane: Mask of the tiles on which a figure stops direct fire from one tile at another; by
            default none.
        hazard: Points that a cloud can be expected to cost a figure that stays where it stands
            until its next bound; by default none.
        prospects: For each verb, `Ruleset.prospect` as a function of a view and the order's plan.
        budget_left: The share of its bound that a figure can still spend on orders with a `cost`; 0
            if it may do nothing more in this bound.
        aim_share: The share of a figure's best attack that it loses if it moves.
        ammo_shares: For each verb, `Ruleset.ammo_share` as a function of a state and the plan.
        lengths: For each verb whose length of walk is rolled, the odds of the half tiles that a
            figure may walk.
    """

    menace: Callable[[State, str, str], Fraction] = always(ZERO)
    setting: Callable[[Board, Figure, Tile, Figure, Tile], Hashable] = _tiles
    lane: Callable[[Board, Tile, Tile], int] = always(0)
    hazard: Callable[[State, Zone, Figure], Fraction] = always(ZERO)
    prospects: Mapping[str, Callable[[View, Any], Fraction]] = EMPTY
    budget_left: Callable[[State, str], Fraction] = always(Fraction(1))
    aim_share: Callable[[State, str], Fraction] = always(ZERO)
    ammo_shares: Mapping[str, Callable[[State, Any], Fraction]] = EMPTY
    lengths: Mapping[str, Callable[[State, Figure], Distribution[int]]] = EMPTY


_ASKED = "asked"
"""Where a state keeps the order that was asked about last, with its plan or refusal."""
_PLANNED = "planned"
"""Where a view's state keeps the order that was judged last, with its plan or refusal."""


@frozen(eq=False, slots=False)
class Ruleset:
    """The rules of one tabletop system; its functions get the state or view at hand.

    Attributes:
        handbook: The part that scenario files need.
        name: Its name on screen.
        turn: The course of a turn.
        actions: Its orders, in the order of menus. The families of a nested tuple are listed
            together, sorted by `Family.place`: weapon by weapon.
        version: Is increased whenever the same order on the same dice can have another result.
        statements: Its numbered rules by id.
        terms: Its own words, explained.
        outcomes: The meaning of the outcomes of its attacks.
        card: What is shown of a figure.
        reactions: What the enemy may do outside its own bound.
        suggestions: Sensible orders for a figure.
        estimates: Estimates that only the computer player uses.
        ways_to_use: Every way to use one weapon (an id) of a figure on another, each with a short
            name, possible or not; called by `weapon_modes` for figures on the table.
    """

    handbook: Handbook
    name: str
    turn: Turn
    actions: tuple[Action[Any] | tuple[Action[Any], ...], ...] = ()
    version: int = 1
    statements: Mapping[str, Statement] = EMPTY
    terms: tuple[Term, ...] = ()
    outcomes: Outcomes = Outcomes()
    card: Card = Card()
    reactions: Reactions = Reactions()
    suggestions: Suggestions = Suggestions()
    estimates: Estimates = Estimates()
    ways_to_use: Callable[[State, Figure, str, Figure], Iterable[tuple[str, Order]]] = always(())

    @property
    def id(self) -> str:
        """Its id in scenario files."""
        return self.handbook.id

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        """Its actions, grouped as their options are listed."""
        return tuple(one if isinstance(one, tuple) else (one,) for one in self.actions)

    @cached_property
    def table(self) -> Mapping[str, Action[Any]]:
        """Its actions by verb name."""
        return {action.name: action for group in self.groups for action in group}

    @cached_property
    def verbs(self) -> Mapping[str, Verb]:
        """Its own verbs by name; those of the engine are in `core.orders`."""
        return {name: action.verb for name, action in self.table.items()}

    def refusal(self, view: View, order: Order) -> Refusal | None:
        """Return why a side may not give an order of this ruleset now; None if it may."""
        return refused(self._planned(view, order))

    def _planned(self, view: View, order: Order) -> Any:  # noqa: ANN401 - a plan of any action
        """The plan of an order that may be given now, or why it may not.

        Kept with the view's state: the order that was judged last is carried out next.
        """
        kept = view.state.cache.get(_PLANNED)
        if kept is not None and kept[0] is order:
            return kept[1]
        found = self._judged(view, order)
        view.state.cache[_PLANNED] = order, found
        return found

    def _judged(self, view: View, order: Order) -> Any:  # noqa: ANN401 - a plan of any action
        action, figure = self.table[order.verb], view.state.figures.get(order.figure)
        if figure is not None and not action.exempt and (unable := self.turn.able(view, figure)):
            return unable
        return action.planned(view, order)

    def impossible(self, state: State, order: Order) -> Refusal | None:
        """Return why an order is impossible at any time of the turn, on any state."""
        if order.verb not in self.table:
            return None
        return refused(self._plan(state, order))

    def weapon_modes(
        self, state: State, shooter: str, weapon: str, target: str
    ) -> Mapping[str, Order]:
        """Return every way to use a figure's weapon on another figure now, by a short name.

        Ways that are impossible at any time of the turn are left out.
        """
        one, other = state.figures[shooter], state.figures[target]
        if one.at is None or other.at is None:
            return {}
        ways = self.ways_to_use(state, one, weapon, other)
        return {name: order for name, order in ways if self.impossible(state, order) is None}

    def options(self, view: View, figure: str) -> tuple[Family, ...]:
        """Return all orders that a figure of the view's side may be given now, as families."""
        return self._options(view, figure, self.groups)

    def movement(self, view: View, figure: str) -> tuple[Family, ...]:
        """Return those `options` that walk, turn and work doors; faster than all options."""
        return self._options(view, figure, self._movements)

    @cached_property
    def _movements(self) -> tuple[Group, ...]:
        return tuple((action,) for action in self.table.values() if action.movement)

    def _options(self, view: View, name: str, groups: Iterable[Group]) -> tuple[Family, ...]:
        figure = view.state.figures[name]
        if figure.at is None and view.state.clock.phase != MUSTER:
            return ()
        if not self.turn.acts(view, figure):
            return ()
        if self.turn.able(view, figure) is not None:
            groups = [[action for action in group if action.exempt] for group in groups]
        found: list[Family] = []
        answers: Answers = {}
        for group in groups:
            start = len(found)
            for action in group:
                if action.fit(view, figure, answers):
                    found += action.options(view, figure)
            if len(group) > 1:
                found[start:] = sorted(found[start:], key=PLACE)
        return tuple(found)

    def attack(self, state: State, order: Order) -> Attack | Aim | None:
        """Return the attack of an order; None if it has no dice or is impossible."""
        action = self.table.get(order.verb)
        return None if action is None else self._of_plan(state, order, action.attack, None)

    def expected(self, state: State, order: Order) -> tuple[ExpectedLoss, ...] | None:
        """Return what the attack of an order costs each figure on average.

        None if that has to be computed from the odds of `attack`.
        """
        action = self.table.get(order.verb)
        if action is None or action.expected is None:
            return None
        without: tuple[ExpectedLoss, ...] = ()
        return self._of_plan(state, order, action.expected, without)

    def mishaps(self, state: State, order: Order) -> Mishaps:
        """Return what may go wrong for the figure of an order."""
        return self._of_plan(state, order, self.table[order.verb].mishaps, ())

    def cost(self, state: State, order: Order) -> Fraction:
        """Return the share of its figure's bound that an order takes, 0 to 1."""
        action = self.table.get(order.verb)
        share = ZERO if action is None else action.cost.share
        return share if isinstance(share, Fraction) else self._of_plan(state, order, share, ZERO)

    def prospect(self, view: View, order: Order) -> Fraction:
        """Return the points that an order can be expected to gain later, besides what it rolls now.

        Based on the enemies that the side knows of; for overwatch, aim, reload, a posture.
        """
        expected = self.estimates.prospects.get(order.verb)
        if expected is None:
            return ZERO
        return self._of_plan(view.state, order, lambda _, plan: expected(view, plan), ZERO)

    def ammo_share(self, state: State, order: Order) -> Fraction:
        """Return the mean share of the weapon's ammunition for the battle that an attack takes."""
        share = self.estimates.ammo_shares.get(order.verb)
        return ZERO if share is None else self._of_plan(state, order, share, ZERO)

    def perform(self, scene: Scene, order: Order) -> None:
        """Carry out a legal order; the enemy may interrupt it, and then it is judged again.

        Raises:
            OrderRefused: It is not legal, as far as its side knows.
        """
        action = self.table[order.verb]
        if action.interrupt is None:
            view = scene.view(scene.side)
            judged, plan = view.state.cache.get(_PLANNED, (None, None))
            if judged is not order or isinstance(plan, Refusal):
                plan = action.plan(view, order)
            if isinstance(plan, Refusal):
                raise OrderRefused(plan.reason, str(order), plan.remedy, plan.rule)
            action.carry_out(scene, plan)
            return
        action.interrupt(scene, order)
        if scene.state.figures[order.figure].at is None:
            return
        plan = self._planned(scene.view(scene.side), order)
        if isinstance(plan, Refusal):
            action.lapse(scene, order)
        else:
            action.carry_out(scene, plan)

    def _of_plan(
        self, state: State, order: Order, asked: Callable[[State, Any], _T], without: _T
    ) -> _T:
        """Return a function of an order's plan; `without` if it has no plan."""
        plan = self._plan(state, order)
        return without if isinstance(plan, Refusal) else asked(state, plan)

    def _plan(self, state: State, order: Order) -> Any:  # noqa: ANN401 - as above
        """Return the plan of an order on a view of its figure's side of this state."""
        kept = state.cache.get(_ASKED)
        if kept is not None and kept[0] is order:
            return kept[1]
        action, figure = self.table[order.verb], state.figures.get(order.figure)
        verb = action.verb
        if verb.figure and (figure is None or (figure.at is None and not verb.muster)):
            return Refusal(
                f"no figure {order.figure} on the map", remedy="see the list of your figures"
            )
        side = state.clock.side if figure is None else figure.side
        plan = action.plan(View(side, state, {}), order)
        state.cache[_ASKED] = order, plan
        return plan
