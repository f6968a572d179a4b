"""The odds of an order as one value: all that panel, line mode, `odds` and `--json` show.

Renderers choose how much of it they show; none of them computes anything.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction
from functools import cached_property, partial
from math import lcm

from attrs import field, frozen

from skirmish.core.codec import Shape
from skirmish.core.geometry import Tile, tile_text
from skirmish.core.orders import Order, Verb
from skirmish.core.state import State
from skirmish.presentation.odds.odds_summary import (
    OutcomeSummary,
    Result,
    RolledNumber,
    rolled_numbers,
    summarize_outcomes,
)
from skirmish.presentation.wording import percent
from skirmish.rulesets.attack import Aim, Attack, Modifier, Odds, Outcome, odds_of
from skirmish.rulesets.common.harm import DOWNED
from skirmish.rulesets.ruleset import Ruleset

RARE = Fraction(1, 100)
"""Smaller chances are listed together."""
HINDRANCES = ("difficulty",)
"""Numbers that an attack must reach, so that a higher one is worse."""
_WORST = 2
"""Number of parts of a number that are named as the reason."""
_NEXT = 1
"""Distance in tiles of neighbouring tiles."""


@frozen
class FigureOdds:
    """Possible results for one figure.

    `own`: it is on the asking side, and the order is no roll for itself. `meant`: the order names
    it. `aimed`: the chance of an effect by the dice aimed at it alone, if those aimed at others may
    strike it, too.
    """

    name: str
    own: bool
    meant: bool
    _ruleset: Ruleset = field(repr=False)
    _state: State = field(repr=False)
    _outcomes: Mapping[Outcome, Fraction] = field(repr=False)
    aimed: Fraction | None = None

    @cached_property
    def summary(self) -> OutcomeSummary:
        """Its outcomes in a few groups."""
        return summarize_outcomes(self._ruleset, self._state, self.name, self._outcomes)

    @property
    def effect_chance(self) -> Fraction:
        """The chance of any effect."""
        return self.summary.effect_chance

    @property
    def mostly_stray(self) -> bool:
        """Whether more than half of the chance is due to dice meant for other figures."""
        return self.aimed is not None and 2 * self.aimed < self.effect_chance

    @property
    def rare(self) -> bool:
        """Whether it is listed with other figures that are rarely hit."""
        return self.effect_chance < RARE and not self.meant

    @property
    def lost(self) -> Fraction:
        """The worth that it can expect to lose."""
        loss = partial(self._ruleset.outcomes.loss, self._state, self.name)
        return sum((p * loss(outcome) for outcome, p in self._outcomes.items()), Fraction(0))

    @property
    def struck_chance(self) -> Fraction:
        """The chance to be struck at all, even without harm."""
        return self._ruleset.outcomes.chance_of_effect(self._outcomes)

    @cached_property
    def results(self) -> tuple[tuple[Result, Fraction], ...]:
        """All outcomes by their measures, equal ones merged, the likeliest first."""
        merged: dict[tuple[tuple[str, str | int], ...], Fraction] = {}
        for outcome, p in self._outcomes.items():
            key = tuple(self._ruleset.outcomes.words(outcome).items())
            merged[key] = merged.get(key, Fraction(0)) + p
        # Comparing whole numbers is 20 times faster than comparing fractions.
        common = lcm(*(p.denominator for p in merged.values()))
        ranked = sorted(merged.items(), key=lambda pair: (-int(pair[1] * common), str(pair[0])))
        return tuple((dict(key), p) for key, p in ranked if p)


@frozen
class LandingOdds:
    """Where an attack lands: the chances by distance from the tile aimed at.

    `reach` is the largest distance in tiles, `few` the chance of all rare tiles together. `rolled`:
    the chance that its roll alone puts it on the tile, without scatter; None if no roll does that.
    """

    on: Fraction
    beside: Fraction
    farther: Fraction
    off: Fraction
    few: Fraction
    reach: int
    tiles: Mapping[Tile | None, Fraction]
    rolled: Fraction | None = None

    @property
    def places(self) -> tuple[tuple[Tile | None, Fraction], ...]:
        """All tiles with their chances, likeliest first; None is off the map."""
        return tuple(sorted(self.tiles.items(), key=lambda pair: -pair[1]))

    @property
    def strays_far(self) -> bool:
        """Whether it may land beyond the neighbouring tiles."""
        return self.reach > _NEXT


@frozen
class OrderOdds:
    """The odds of an order.

    Attributes:
        order: The order.
        named: The figure that the attack names, or "".
        sides: The sides of the battle.
        figures: All figures in the order of the attack.
        policy: The assumption about choices.
        mishaps: What may go wrong for the attacker, each with its chance.
        losses: The points that each side can expect to lose, by side.
        landing: Where it lands, if that is uncertain.
        modifiers: The parts of all numbers, one by one.
        varying: The numbers that differ between landings.
        rolled: Which dice this attack rolls, if that is not always the same.
        rolls: How the dice are rolled with these numbers, a sentence each; the first is `rolled`.
        warning: Why a result is graver than usual: `b1 cannot recoil`.
        never_there: Why it cannot land where it is aimed, or only by scatter; "" if it can.
        fought: Whether the acting figure is struck in return, other than by an area of its own.
    """

    order: Order
    named: str
    sides: tuple[str, ...]
    figures: tuple[FigureOdds, ...]
    policy: str
    mishaps: tuple[tuple[str, Fraction], ...]
    losses: Mapping[str, Fraction]
    landing: LandingOdds | None
    modifiers: tuple[Modifier, ...]
    varying: tuple[tuple[str, str], ...]
    rolled: str
    rolls: tuple[str, ...]
    warning: str
    never_there: str = ""
    fought: bool = False

    @cached_property
    def target(self) -> FigureOdds | None:
        """The figure that the attack names, if it may be struck."""
        return next((one for one in self.figures if one.name == self.named), None)

    @cached_property
    def others(self) -> tuple[FigureOdds, ...]:
        """Other figures that may suffer any effect: those meant first, then the likeliest."""
        found = [one for one in self.figures if one is not self.target and one.effect_chance]
        return tuple(sorted(found, key=lambda one: (not one.meant, -one.effect_chance)))

    @property
    def likeliest(self) -> tuple[FigureOdds, ...]:
        """The figures that may suffer any effect: the target first, then the likeliest."""
        found = [one for one in self.figures if one.effect_chance]
        return tuple(sorted(found, key=lambda one: (one is not self.target, -one.effect_chance)))

    @property
    def counted_conditions(self) -> tuple[str, ...]:
        """Conditions that outcomes leave besides damage; the losses include a part for them."""
        summaries = [one.summary for one in self.figures]
        found = [group.conditions for one in summaries for group, _ in one.effects]
        found += [conditions for one in summaries for conditions, _ in one.side_effects]
        names = dict.fromkeys(one.name for conditions in found for one in conditions)
        return tuple(name for name in names if name != DOWNED)

    @property
    def main(self) -> tuple[FigureOdds, ...]:
        """The figures of a short line: the target, else the likeliest enemy; own ones in danger."""
        foe = self.target or next((one for one in self.likeliest if not one.own), None)
        own = (one for one in self.others if one.own and not one.rare)
        return (*((foe,) if foe is not None else ()), *(one for one in own if one is not foe))

    @property
    def numbers(self) -> tuple[RolledNumber, ...]:
        """The numbers rolled with, without those of figures that cannot be affected."""
        shown = [one for one in self.figures if one.effect_chance or one.meant]
        safe = {one.name for one in self.figures if one not in (*shown, self.target)}
        told = (part for part in self.modifiers if part.figure not in safe)
        return rolled_numbers(told, self.varying)

    def numbers_of(self, most: int) -> tuple[tuple[RolledNumber, ...], tuple[str, ...]]:
        """The numbers of an attack that may land anywhere: its roll, then the likeliest figures.

        Returns them and the figures that are left out. An attack with a fixed target has all its
        numbers.
        """
        if self.landing is None:
            return self.numbers, ()
        names = [one.name for one in self.figures]
        told = [one.name for one in self.likeliest]
        rest = [part for part in self.modifiers if part.figure not in names]
        mine = [p for name in told[:most] for p in self.modifiers if p.figure == name]
        return rolled_numbers((*rest, *mine), self.varying), tuple(told[most:])


def order_odds(
    ruleset: Ruleset,
    state: State,
    order: Order,
    odds: Odds,
    side: str = "",
    plan: Attack | Aim | None = None,
) -> OrderOdds:
    """The odds of an order on a state or on a view's state.

    `side` is the asking side, if any; `plan` the attack, for what its dice may add.
    """
    sides = {name: figure.who.side for name, figure in state.figures.items()}
    losses = odds.expected_loss(lambda name, out: ruleset.outcomes.loss(state, name, out), sides)
    return OrderOdds(
        order,
        odds.named,
        tuple(state.setup.sides),
        tuple(_figure_odds(ruleset, state, order, odds, plan, side)),
        odds.policy,
        ruleset.mishaps(state, order),
        losses,
        _landing_odds(ruleset, odds, plan, _aimed_tile(state, order)) if odds.landing else None,
        odds.modifiers,
        odds.varying,
        odds.rolled,
        tuple(_roll_words(ruleset, order, odds, plan)),
        odds.warning,
        _why_never_there(ruleset, state, odds, plan, order),
        isinstance(plan, Attack) and not plan.area and order.figure in plan.subjects,
    )


def _figure_odds(
    ruleset: Ruleset,
    state: State,
    order: Order,
    odds: Odds,
    plan: Attack | Aim | None,
    side: str,
) -> Iterator[FigureOdds]:
    verb = ruleset.verbs.get(order.verb)
    meant = figures_meant(verb, order) if verb is not None else ()
    itself = order.figure if odds.named == order.figure else ""
    for name, outcomes in odds.figures.items():
        own = _side(state, name) == side != "" and name != itself
        named, aimed = name in meant, None
        if named and isinstance(plan, Attack):
            aimed = ruleset.outcomes.aimed(plan, name)
        yield FigureOdds(name, own, named, ruleset, state, outcomes, aimed)


def planned_odds(
    ruleset: Ruleset, state: State, order: Order, plan: Attack | Aim, side: str
) -> OrderOdds:
    """The odds of an order, computed from its attack."""
    found = odds_of(plan, ruleset.outcomes.no_effect)
    return order_odds(ruleset, state, order, found, side, plan)


def _why_never_there(
    ruleset: Ruleset, state: State, odds: Odds, plan: Attack | Aim | None, order: Order
) -> str:
    """Why an attack cannot land on its tile: `needs more than 20: range 10, unseen point 5`.

    The two worst parts of its number are named; else that its figure does not see the tile, which
    is also why it may scatter where no roll decides that.
    """
    aim = _aimed_tile(state, order) if odds.landing else None
    if aim is None or plan is None:
        return ""
    on = odds.landing.get(aim, 0)
    scatters = isinstance(plan, Aim) and ruleset.outcomes.on_aim(plan) is None
    if on == 1 or (on and not scatters):
        return ""
    needs = ruleset.outcomes.needs(plan)
    there = [one for one in odds.modifiers if one.figure == tile_text(aim) and one.name != one.on]
    against = [one for one in there if one.value and (one.value > 0) == (one.on in HINDRANCES)]
    worst = sorted(against, key=lambda part: -abs(part.value))[:_WORST]
    if needs and worst:
        return f"needs {needs}: {', '.join(f'{one.name} {abs(one.value)}' for one in worst)}"
    if needs:
        return f"needs {needs}"
    return f"{order.figure} does not see the tile as it stands and looks, so it scatters"


def _roll_words(
    ruleset: Ruleset, order: Order, odds: Odds, plan: Attack | Aim | None
) -> Iterator[str]:
    """How the dice of an attack are rolled and read, and what they may add."""
    if odds.rolled:
        yield odds.rolled
    handbook = ruleset.handbook
    texts = {**handbook.rolls, **(handbook.throws if isinstance(plan, Aim) else {})}
    told = [text for on, text in texts.items() if any(one.on == on for one in odds.modifiers)]
    others = [name for name in odds.figures if name != order.figure]
    if not told and odds.rolled and others:  # Nothing is added to the roll.
        told = list(texts.values())
    yield from dict.fromkeys(told)
    if plan is not None:
        yield from _grade_words(ruleset, plan)


def _grade_words(ruleset: Ruleset, plan: Attack | Aim) -> Iterator[str]:
    """What the dice of an attack may add: `27% of attacks: +5 damage for rolling 30 or more`."""
    for words, chance in ruleset.outcomes.grades(plan).items():
        yield f"{percent(chance)} of attacks: {words}"


def figures_meant(verb: Verb, order: Order) -> Collection[str]:
    """The figures that the details of an order name: further targets, helpers."""
    found: list[str] = []
    for name, value in order.fields:
        detail = verb.field(name)
        match detail.shape if detail else None:
            case Shape.FIGURE:
                found.append(value)
            case Shape.FIGURES:
                found += order.figures(name)
            case Shape.SPLIT:
                found += [one for one, _ in order.split(name)]
            case _:
                pass
    return found


def _side(state: State, name: str) -> str:
    figure = state.figures.get(name)
    return "" if figure is None else figure.who.side


def _aimed_tile(state: State, order: Order) -> Tile:
    figure = state.figures.get(order.target)
    return order.target_tile if figure is None else figure.tile


def _landing_odds(
    ruleset: Ruleset, odds: Odds, plan: Attack | Aim | None, aimed: Tile
) -> LandingOdds:
    """The chances on the tile aimed at, beside it, farther away, off the map."""
    landing = odds.landing
    steps = {tile: _steps(tile, aimed) for tile in landing if tile}
    on = sum((landing[tile] for tile, away in steps.items() if not away), Fraction(0))
    beside = sum((landing[tile] for tile, away in steps.items() if away == _NEXT), Fraction(0))
    few = sum((landing[tile] for tile in steps if landing[tile] < RARE), Fraction(0))
    off, reach = landing.get(None, Fraction(0)), max(steps.values(), default=0)
    rolled = ruleset.outcomes.on_aim(plan) if isinstance(plan, Aim) else None
    return LandingOdds(on, beside, 1 - on - beside - off, off, few, reach, landing, rolled)


def _steps(tile: Tile, aimed: Tile) -> int:
    """Distance of a tile in tiles, diagonals counted as one."""
    return max(abs(tile[0] - aimed[0]), abs(tile[1] - aimed[1]))
