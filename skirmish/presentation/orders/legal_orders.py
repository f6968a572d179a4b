"""Legal orders of a side's figures, asked of the ruleset once for each view."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property, reduce
from operator import or_
from typing import cast

from skirmish.core import battle_parts
from skirmish.core.codec import Shape, decode, encode
from skirmish.core.events import Placed
from skirmish.core.figures import Figure
from skirmish.core.geometry import (
    Tile,
    adjacent,
    distance2,
    facing_towards,
    in_arc,
    nearest_first,
    tile_text,
)
from skirmish.core.orders import Order, Refusal, Verb
from skirmish.core.setup import DEPLOYMENT, MUSTER
from skirmish.core.text import by_id
from skirmish.core.view import View
from skirmish.presentation.odds.area_strength import Strengths
from skirmish.presentation.odds.attack_positions import others_hinder, when_in_reach
from skirmish.presentation.odds.forecast import Forecast, has_forecast
from skirmish.presentation.odds.order_effects import changed_zone_mask
from skirmish.presentation.odds.order_odds import OrderOdds, order_odds
from skirmish.presentation.odds.reach_after import able_after
from skirmish.presentation.odds.target_chances import Stance, TargetChance
from skirmish.presentation.visibility import Visibility, last_seen_mask, watched_ground
from skirmish.rulesets.attack import Aim, Attack, Odds, odds_of
from skirmish.rulesets.common import deploy
from skirmish.rulesets.engine import refusal, verbs_of
from skirmish.rulesets.families import Domain, Family, One, Routes, Spots
from skirmish.rulesets.ruleset import Mishaps, Ruleset

_FEW_TILES = 4
_AHEAD = 2
"""Half of the arc that a figure faces, in units of 22.5 degrees."""
DETOUR = 2
"""Half tiles that a path around the tile of an enemy last seen there may cost more."""

Move = tuple[str, str]
"""A figure and the verb by which it moves."""


class LegalOrders(Visibility):
    """Order families of one view and what menus derive from them; answers are cached.

    It belongs to one view and is replaced with it, so the cache cannot be out of date.
    """

    def __init__(self, ruleset: Ruleset, view: View) -> None:
        """Keep ruleset and view; nothing is computed yet."""
        super().__init__(view)
        self.ruleset = ruleset
        self.known_verbs: Mapping[str, Verb] = verbs_of(ruleset)
        self._choices: dict[str, tuple[Family, ...]] = {}
        self._attacks: dict[Order, Attack | Aim | None] = {}
        self._odds: dict[Order, Odds | None] = {}
        self._shown_odds: dict[Order, OrderOdds | None] = {}
        self._affected: dict[Order, int] = {}
        self._default_weapon: dict[Order, str] = {}
        self._targets: dict[tuple[str, str], tuple[str, ...]] = {}
        self._active: tuple[str, ...] | None = None
        self._hindered: dict[Order, bool] = {}
        self._reach: dict[tuple[Order, str], str] = {}
        self.forecasts: dict[Order, Forecast] = {}
        self.target_chances: dict[Stance, dict[str, TargetChance]] = {}
        self.strengths: dict[Order, Strengths] = {}
        self.able_after: dict[Move, int] = {}
        self.shelter: dict[Tile, int] = {}

    @property
    def deploying(self) -> bool:
        """Whether the battle is in deployment."""
        return self.view.state.clock.phase == DEPLOYMENT

    @property
    def mustering(self) -> bool:
        """Whether the battle is in the muster."""
        return self.view.state.clock.phase == MUSTER

    @property
    def battle_part(self) -> str:
        """The part of the battle, one of those in `parts`."""
        if self.mustering:
            return battle_parts.MUSTER
        return battle_parts.DEPLOYMENT if self.deploying else battle_parts.FIGHT

    @property
    def can_act(self) -> bool:
        """Whether the side of the view may give orders now."""
        state = self.view.state
        return state.clock.side == self.view.side and not state.tally.over

    def choices(self, figure: str) -> tuple[Family, ...]:
        """All families of an own figure; none outside the side's bound or for other figures."""
        if figure not in self._choices:
            self._choices[figure] = self._find_choices(figure)
        return self._choices[figure]

    def _find_choices(self, figure: str) -> tuple[Family, ...]:
        mine = self.view.state.figures.get(figure)
        if not self.can_act or self.view.question is not None:
            return ()
        if mine is None or mine.who.side != self.view.side or mine.fate:
            return ()
        if mine.at is None and not self.mustering:
            return ()
        if self.deploying:
            return deploy.choices(self.view, figure)
        return self.ruleset.options(self.view, figure)

    def own_figures(self) -> tuple[str, ...]:
        """The own figures that can be given orders, lower ids first."""
        figures = self.view.state.figures.values()
        return by_id(
            f.id
            for f in figures
            if f.who.side == self.view.side and not f.fate and (f.at or self.mustering)
        )

    def own_figure_at(self, tile: Tile) -> str:
        """The figure of the player's side on a tile; "" if there is none."""
        figure = self.view.state.standing(tile)
        mine = figure is not None and figure.who.side == self.view.side
        return figure.id if figure is not None and mine else ""

    def active_figures(self) -> tuple[str, ...]:
        """The own figures with a significant verb left, lower ids first.

        Orders that cost nothing, such as a turn on the spot, do not count.
        """
        if self._active is None:
            self._active = tuple(
                name for name in self.own_figures() if self.significant_verbs(name)
            )
        return self._active

    def spent_figures(self) -> tuple[str, ...]:
        """Own figures that can do nothing more in their side's bound.

        A turn that costs nothing counts only if it is towards an enemy beside the figure.
        """
        if not self.can_act or self.deploying:
            return ()
        active = self.active_figures()
        rest = (name for name in self.own_figures() if name not in active)
        return tuple(name for name in rest if not self._turns_on_neighbour(name))

    def _turns_on_neighbour(self, figure: str) -> bool:
        turn = self.turn_to_enemy(figure)
        return turn is not None and adjacent(self.view.state.figures[figure].tile, turn[1].tile)

    def turn_to_enemy(self, figure: str) -> tuple[Order, Figure] | None:
        """A turn to the nearest enemy in sight, and that enemy; None if it is ahead already."""
        me, enemies = self.view.state.figures[figure], list(self.view.enemies())
        if (at := me.at) is None or not enemies:
            return None
        enemy = min(enemies, key=lambda one: (distance2(one.tile, at), one.tile))
        if in_arc(at, me.facing, enemy.tile, _AHEAD):
            return None
        facing = facing_towards(at, enemy.tile).name
        for verb in self.verbs(figure):
            turns = self.target_shape(verb) is Shape.FACING
            if turns and facing in self.listed_targets(figure, verb):
                return Order(verb, figure, facing), enemy
        return None

    def unplaced_figures(self) -> tuple[str, ...]:
        """Own figures that may be deployed and are still where the scenario put them."""
        if not self.deploying:
            return ()
        placed = [one.event.figure for one in self.view.news if isinstance(one.event, Placed)]
        return tuple(name for name in self.active_figures() if name not in placed)

    def significant_verbs(self, figure: str) -> tuple[str, ...]:
        """The verbs of a figure to consider before its bound ends."""
        families = (family for family in self.choices(figure) if self._is_significant(family))
        return tuple(dict.fromkeys(family.verb for family in families))

    def _is_significant(self, family: Family) -> bool:
        verb = self.known_verbs[family.verb]
        goes = isinstance(family.target, Spots | Routes)
        if goes or verb.dice or self.battle_part != battle_parts.FIGHT:
            return True
        # One order is enough: the cost hardly depends on the target.
        return self.ruleset.cost(self.view.state, family.draw(lambda _: 0)) > 0

    def verbs(self, figure: str) -> tuple[str, ...]:
        """The verbs that a figure may be given, in the order of its families."""
        return tuple(dict.fromkeys(family.verb for family in self.choices(figure)))

    def unavailable_verbs(self, figure: str) -> tuple[str, ...]:
        """The ruleset's other verbs for figures, which this figure cannot use now."""
        if self.battle_part != battle_parts.FIGHT:
            return ()
        able = self.verbs(figure)
        known = (verb for verb in self.ruleset.verbs.values() if verb.figure and not verb.muster)
        return tuple(verb.name for verb in known if verb.name not in able)

    def families(self, figure: str, verb: str, target: str = "") -> tuple[Family, ...]:
        """The families of a verb, limited to those that accept a target if one is given."""
        found = tuple(family for family in self.choices(figure) if family.verb == verb)
        if not target:
            return found
        return tuple(family for family in found if self.accepts(family.target, target))

    def accepts(self, domain: Domain | None, text: str) -> bool:
        """Whether a domain of targets contains a target, given as canonical text."""
        match domain:
            case One():
                return text in domain.options
            case Spots():
                return bool(domain.mask & self.board.bit(_tile(text)))
            case Routes():
                return bool(domain.mask & self.board.bit(_path_end(text)))
            case None:
                return not text
            case _:
                return True

    def target_shape(self, verb: str) -> Shape | None:
        """The shape of a verb's target."""
        known = self.known_verbs.get(verb)
        return known.target if known else None

    def listed_targets(self, figure: str, verb: str) -> tuple[str, ...]:
        """The targets of a verb that are listed one by one.

        Enemies are sorted by their threat to the figure, highest first, numbers by size; others are
        in the ruleset's order.
        """
        asked = (figure, verb)
        if asked not in self._targets:
            found: dict[str, None] = {}
            for family in self.families(figure, verb):
                if isinstance(family.target, One):
                    found.update(dict.fromkeys(family.target.options))
            number = self.target_shape(verb) is Shape.NUMBER
            ranked = sorted(found, key=int if number else lambda name: -self._menace(figure, name))
            self._targets[asked] = tuple(ranked)
        return self._targets[asked]

    def _menace(self, figure: str, target: str) -> Fraction:
        """The points that an enemy can expect to lose by the figure; 0 for other targets."""
        other = self.view.state.figures.get(target)
        if other is None or other.who.side == self.view.side or other.at is None:
            return Fraction(0)
        return self.ruleset.estimates.menace(self.view.state, figure, target)

    def target_mask(self, figure: str, verb: str) -> int:
        """Mask of the tiles that a verb can target or lead to."""
        mask = 0
        for family in self.families(figure, verb):
            if isinstance(family.target, Spots | Routes):
                mask |= family.target.mask
        return mask

    def able_after_mask(
        self, figure: str, verb: str, stopped: Callable[[], bool] = lambda: False
    ) -> int:
        """Mask of the tiles that a move reaches with enough left to attack, or to act.

        It may take a tenth of a second: the mask on screen is computed in the background and cached
        in `able_after`. `stopped` is polled between steps.
        """
        mask = 0
        for family in self.families(figure, verb):
            mask |= able_after(self.ruleset, self.view, figure, family, stopped)
        return mask

    def target_at(self, figure: str, verb: str, tile: Tile) -> str:
        """The target that a tile means for a verb: figure, tile or path; "" for none."""
        families = self.families(figure, verb)
        for name in self.figures_at(tile):
            if any(isinstance(f.target, One) and name in f.target.options for f in families):
                return name
        if not self.board.inside(tile):
            return ""
        bit = self.board.bit(tile)
        for family in families:
            match family.target:
                case Spots() if family.target.mask & bit:
                    return tile_text(tile)
                case Routes() if family.target.mask & bit:
                    return encode(self._route(family.target, tile))
                case _:
                    pass
        return ""

    def _route(self, routes: Routes, tile: Tile) -> tuple[Tile, ...]:
        """The cheapest path; round enemies last seen there if that costs little more.

        Of paths with the same cost, one that enters no watched ground.
        """
        routes = self._around(routes, last_seen_mask(self.view), tile, DETOUR)
        return self._around(routes, self._watched_by_enemy, tile, 0).route(tile)

    def _around(self, routes: Routes, feared: int, tile: Tile, more: int) -> Routes:
        """The paths that enter no feared tile on the way, if they cost at most so much more."""
        feared &= ~self.board.bit(tile)
        if not feared & self.board.mask_of(routes.reach.path(tile)):
            return routes
        wary = routes.avoiding(feared)
        most = routes.reach.cost(tile) + more
        near = wary.mask & self.board.bit(tile) and wary.reach.cost(tile) <= most
        return wary if near else routes

    @cached_property
    def _watched_by_enemy(self) -> int:
        """Mask of the tiles that the enemy watches or keeps under fire, as far as is known."""
        grounds = watched_ground(self.ruleset, self.view)
        return reduce(or_, (one.mask for one in grounds if one.side == self.view.enemy), 0)

    def candidate_tiles(self, figure: str, verb: str) -> tuple[Tile, ...]:
        """Tiles to suggest for a verb with a tile as its target, nearest first.

        The tiles of enemies; if there are none, all target tiles if they are few, such as doors.
        """
        start, mask = self.position(figure), self.target_mask(figure, verb)
        if start is None or self.target_shape(verb) is not Shape.TILE:
            return ()
        tiles = [enemy.tile for enemy in self.view.enemies() if mask & self.board.bit(enemy.tile)]
        if not tiles and mask.bit_count() <= _FEW_TILES:
            tiles = list(self.board.tiles_of(mask))
        return tuple(nearest_first(start, tiles))

    def has_target(self, figure: str) -> bool:
        """Whether a figure can attack an enemy now from its present tile."""
        foes = [enemy.id for enemy in self.view.enemies()]
        return any(
            self.known_verbs[verb].dice
            and self.target_shape(verb) is not Shape.PATH
            and any(self.target_at(figure, verb, self.view.state.figures[foe].tile) for foe in foes)
            for verb in self.verbs(figure)
        )

    def usual_actions(self, figure: str) -> tuple[Order, ...]:
        """The actions, other than moves, that the ruleset suggests for a figure in the fight."""
        if self.battle_part != battle_parts.FIGHT or not self.choices(figure):
            return ()
        return tuple(self.ruleset.suggestions.actions(self.view, figure))

    def refusal(self, order: Order) -> Refusal | None:
        """Why the side may not give this order; None when it may."""
        return refusal(self.ruleset, self.view, order)

    def attack(self, order: Order) -> Attack | Aim | None:
        """The attack of a legal order; None if it rolls no dice."""
        if order not in self._attacks:
            known = not self.deploying and order.verb in self.ruleset.verbs
            self._attacks[order] = self.ruleset.attack(self.view.state, order) if known else None
        return self._attacks[order]

    def mishaps(self, order: Order) -> Mishaps:
        """What may go wrong for the figure of a legal order, each with its exact chance."""
        known = not self.deploying and order.verb in self.ruleset.verbs
        return self.ruleset.mishaps(self.view.state, order) if known else ()

    def same_attack(self, one: Order, other: Order) -> bool:
        """Whether two legal orders are the same attack."""
        plan = self.attack(one)
        if plan != self.attack(other):
            return False
        # Two equal aims may have different odds where they land.
        return not isinstance(plan, Aim) or self.odds(one) == self.odds(other)

    def default_weapon(self, order: Order) -> str:
        """Id of the weapon of an order that names none; "" if it is unknown."""
        if order not in self._default_weapon:
            self._default_weapon[order] = next(self._default_weapons(order), "")
        return self._default_weapon[order]

    def _default_weapons(self, order: Order) -> Iterator[str]:
        figure = self.view.state.figures.get(order.figure)
        named = [dict(f.fixed).get("weapon") for f in self.families(order.figure, order.verb)]
        for weapon in figure.who.weapons if figure is not None else ():
            spelt = order.with_field("weapon", weapon.id)
            legal = weapon.id not in named and self.refusal(spelt) is None
            if legal and self.same_attack(spelt, order):
                yield weapon.id

    def odds(self, order: Order) -> Odds | None:
        """The exact odds of a legal order; None if it rolls no dice.

        Raises:
            RuleTooWide: The ruleset has a rule that cannot be walked.
        """
        if order not in self._odds:
            plan = self.attack(order)
            self._odds[order] = (
                None if plan is None else odds_of(plan, self.ruleset.outcomes.no_effect)
            )
        return self._odds[order]

    def order_odds(self, order: Order) -> OrderOdds | None:
        """The odds of a legal order, ready to be shown; None if it rolls no dice.

        Raises:
            RuleTooWide: The ruleset has a rule that cannot be walked.
        """
        if order not in self._shown_odds:
            odds, view = self.odds(order), self.view
            self._shown_odds[order] = (
                None
                if odds is None
                else order_odds(
                    self.ruleset, view.state, order, odds, view.side, self.attack(order)
                )
            )
        return self._shown_odds[order]

    def when_in_reach(self, order: Order, enemy: str) -> str:
        """When a figure can attack an enemy from where a legal order leaves it; "" for never."""
        key = order, enemy
        if key not in self._reach:
            self._reach[key] = when_in_reach(self.ruleset, self.view, order, enemy)
        return self._reach[key]

    def others_hinder(self, order: Order) -> bool:
        """Whether others prevent attacks on or by a figure where an order leaves it."""
        if order not in self._hindered:
            self._hindered[order] = others_hinder(self.ruleset, self.view, order)
        return self._hindered[order]

    def lands_for_certain(self, order: Order) -> bool:
        """Whether an order fires or throws at a tile without any dice, such as smoke in sight."""
        verb = self.known_verbs[order.verb]
        return verb.dice and verb.target is Shape.TILE and self.order_odds(order) is None

    def has_forecast(self, order: Order) -> bool:
        """Whether an order has a forecast; `forecasts` holds it once it is computed."""
        return self.battle_part == battle_parts.FIGHT and has_forecast(self.ruleset, order)

    def affected_mask(self, order: Order) -> int:
        """Mask of the tiles that an order covers: the area of its attack, else its zones."""
        if order not in self._affected:
            self._affected[order] = self._find_affected(order)
        return self._affected[order]

    def _find_affected(self, order: Order) -> int:
        plan = self.attack(order)
        if isinstance(plan, Attack):
            return plan.area
        verb = self.known_verbs.get(order.verb)
        if isinstance(plan, Aim):
            at_tile = verb is not None and verb.target is Shape.TILE
            spot = _tile(order.target) if at_tile else self.position(order.target)
            return plan.at(spot).area
        still = verb is not None and verb.target in (None, Shape.TILE, Shape.FACING)
        if not still or self.battle_part != battle_parts.FIGHT:
            return 0
        return changed_zone_mask(self.ruleset, self.view, order)


def _tile(text: str) -> Tile:
    return cast("Tile", decode(Shape.TILE, text))


def _path_end(text: str) -> Tile:
    return cast("tuple[Tile, ...]", decode(Shape.PATH, text))[-1]
