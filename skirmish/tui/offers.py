"""What a side's figures may be ordered to do now, asked of the ruleset once for each view."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import cast

from skirmish.core.board import Board
from skirmish.core.geometry import Tile, distance2, tile_text
from skirmish.core.orders import Order, Refusal, Verb
from skirmish.core.text import Shape, by_id, read, show
from skirmish.core.view import View
from skirmish.rulesets.attack import Odds, odds_of
from skirmish.rulesets.carry import refusal, verbs_of
from skirmish.rulesets.common import deploy
from skirmish.rulesets.families import Domain, Family, One, Routes, Spots
from skirmish.rulesets.protocol import Ruleset

_ROUND = 360
_EIGHTH = 45
_FEW = 4


class Offers:
    """Order families of one view, with what the screen derives from them; keeps its answers.

    It is thrown away with its view, so nothing in it can be out of date.
    """

    def __init__(self, ruleset: Ruleset, view: View) -> None:
        """Keep the view; nothing is asked yet."""
        self.ruleset = ruleset
        self.view = view
        self.known_verbs: Mapping[str, Verb] = verbs_of(ruleset)
        self._families: dict[str, tuple[Family, ...]] = {}
        self._odds: dict[Order, Odds | None] = {}
        self._threat: int | None = None

    @property
    def board(self) -> Board:
        """The board as the side knows it."""
        return self.view.state.board

    @property
    def deploying(self) -> bool:
        """Whether the sides still take their places."""
        return self.view.state.clock.phase == deploy.PHASE

    @property
    def my_bound(self) -> bool:
        """Whether the side of the view may give orders now."""
        state = self.view.state
        return state.clock.side == self.view.side and not state.tally.over

    def of(self, figure: str) -> tuple[Family, ...]:
        """All families of an own figure; none outside the side's bound or for anybody else."""
        if figure not in self._families:
            self._families[figure] = self._asked(figure)
        return self._families[figure]

    def _asked(self, figure: str) -> tuple[Family, ...]:
        mine = self.view.state.figures.get(figure)
        if not self.my_bound or self.view.question is not None:
            return ()
        if mine is None or mine.at is None or mine.who.side != self.view.side:
            return ()
        if self.deploying:
            return deploy.choices(self.view, figure)
        return self.ruleset.choices(self.view, figure)

    def able(self) -> tuple[str, ...]:
        """The own figures that can still be ordered to do something, lower ids first."""
        return by_id(figure.id for figure in self.view.own() if self.of(figure.id))

    def verbs(self, figure: str) -> tuple[str, ...]:
        """The verbs that a figure may be given, in the order of its families."""
        return tuple(dict.fromkeys(family.verb for family in self.of(figure)))

    def barred_verbs(self, figure: str) -> tuple[str, ...]:
        """The ruleset's other verbs for figures: what this one can't do now."""
        if self.deploying:
            return ()
        able = self.verbs(figure)
        return tuple(v.name for v in self.ruleset.verbs.values() if v.figure and v.name not in able)

    def families(self, figure: str, verb: str, target: str = "") -> tuple[Family, ...]:
        """The families of a verb, and of a target where one is given."""
        found = tuple(family for family in self.of(figure) if family.verb == verb)
        if not target:
            return found
        return tuple(family for family in found if self.holds(family.target, target))

    def holds(self, domain: Domain | None, text: str) -> bool:
        """Whether a domain of targets holds this one, given as canonical text."""
        match domain:
            case One():
                return text in domain.options
            case Spots():
                return bool(domain.mask & self.board.bit(_tile(text)))
            case Routes():
                return bool(domain.mask & self.board.bit(_end(text)))
            case None:
                return not text
            case _:
                return True

    def shape(self, verb: str) -> Shape | None:
        """What a verb's target looks like."""
        known = self.known_verbs.get(verb)
        return known.target if known else None

    def listed(self, figure: str, verb: str) -> tuple[str, ...]:
        """Every target of a verb that can be gone through one by one, in the ruleset's order."""
        found: dict[str, None] = {}
        for family in self.families(figure, verb):
            if isinstance(family.target, One):
                found.update(dict.fromkeys(family.target.options))
        return tuple(found)

    def ground(self, figure: str, verb: str) -> int:
        """Mask of the tiles that a verb can be aimed or led at."""
        mask = 0
        for family in self.families(figure, verb):
            if isinstance(family.target, Spots | Routes):
                mask |= family.target.mask
        return mask

    def target_at(self, figure: str, verb: str, tile: Tile) -> str:
        """The target that a tile stands for under a verb: who is there, it, or the way there.

        Empty when it stands for none.
        """
        families = self.families(figure, verb)
        for name in self.shown_at(tile):
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
                    return show(family.target.route(tile))
                case _:
                    pass
        return ""

    def shown_at(self, tile: Tile) -> Iterator[str]:
        """Figures drawn on a tile: who stands there, then who was seen passing (ghosts)."""
        state = self.view.state
        standing = state.standing(tile)
        if standing is not None:
            yield standing.id
        for name, figure in state.figures.items():
            if figure.at is None and self.place(name) == tile:
                yield name

    def place(self, name: str) -> Tile | None:
        """Where a figure of the view is drawn; a ghost where it was last seen on its track."""
        figure = self.view.state.figures.get(name)
        if figure is None:
            return None
        if figure.at is not None or figure.who.side == self.view.side or figure.fate:
            return figure.at
        track = self.view.state.tracks.get(name)
        return track.steps[-1].tile if track and track.steps else None

    def covered(self, name: str) -> int:
        """Mask of what a figure sees inside the arc and range of its weapons, as it faces now.

        Where the ruleset's weapons have no arc or no range, the side or distance is free.
        """
        figure = self.view.state.figures.get(name)
        if figure is None or figure.at is None:
            return 0
        mask = 0
        for weapon in figure.who.weapons:
            half = int(getattr(weapon, "arc", _ROUND)) // _EIGHTH
            radius = int(getattr(weapon, "range", 0)) or None
            if radius or not hasattr(weapon, "range"):
                mask |= self.board.arc_mask(figure.at, figure.facing, half, radius)
        return mask & self.board.seen_from(figure.at)

    def threat(self) -> int:
        """Mask of what the enemies in sight cover, as they stand and face now."""
        if self._threat is None:
            self._threat = 0
            for enemy in self.view.enemies():
                self._threat |= self.covered(enemy.id)
        return self._threat

    def threatened_by(self, tile: Tile) -> tuple[str, ...]:
        """The enemies in sight that cover a tile, lower ids first."""
        bit = self.board.bit(tile)
        return by_id(enemy.id for enemy in self.view.enemies() if self.covered(enemy.id) & bit)

    def marks(self, figure: str, verb: str) -> tuple[Tile, ...]:
        """Tiles worth a look where a verb takes a tile, nearest first.

        Those of enemies; where there are none and few tiles can be named, such as doors, these.
        """
        start, mask = self.place(figure), self.ground(figure, verb)
        if start is None or self.shape(verb) is not Shape.TILE:
            return ()
        tiles = [enemy.tile for enemy in self.view.enemies() if mask & self.board.bit(enemy.tile)]
        if not tiles and mask.bit_count() <= _FEW:
            tiles = list(self.board.tiles_of(mask))
        return tuple(sorted(tiles, key=lambda tile: (distance2(start, tile), tile)))

    def seers(self, tile: Tile) -> tuple[str, ...]:
        """The enemies in sight that have a tile in sight, lower ids first."""
        field = self.board.seen_from(tile)
        enemies = self.view.enemies()
        return by_id(enemy.id for enemy in enemies if field & self.board.bit(enemy.tile))

    def refused(self, order: Order) -> Refusal | None:
        """Why the side may not give this order; None when it may."""
        return refusal(self.ruleset, self.view, order)

    def odds(self, order: Order) -> Odds | None:
        """The exact odds of an order that may be given; None when no dice belong to it.

        Raises:
            RuleTooWide: the ruleset has a rule that cannot be walked.
        """
        if order not in self._odds:
            plan = None
            if not self.deploying and order.verb in self.ruleset.verbs:
                plan = self.ruleset.attack(self.view.state, order)
            self._odds[order] = None if plan is None else odds_of(plan, self.ruleset.spared())
        return self._odds[order]


def _tile(text: str) -> Tile:
    return cast("Tile", read(Shape.TILE, text))


def _end(text: str) -> Tile:
    return cast("tuple[Tile, ...]", read(Shape.PATH, text))[-1]
