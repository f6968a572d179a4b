"""Overlays of the map for the order being drafted, and for the zones of a scenario."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache

from skirmish.core.codec import Shape
from skirmish.core.geometry import Facing, Tile, expand_path, parse_path
from skirmish.core.orders import WEAPON, Order
from skirmish.core.setup import area_mask
from skirmish.core.view import View
from skirmish.errors import SkirmishError
from skirmish.presentation.figure_status import health_of
from skirmish.presentation.odds.area_strength import Strengths
from skirmish.presentation.odds.target_chances import TargetChance
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.presentation.question_words import answer_options
from skirmish.presentation.setup.preferences import NONE
from skirmish.presentation.visibility import (
    covered_sides,
    field_of_view,
    line_of_sight,
    watched_ground,
)
from skirmish.presentation.wording import action_words, percent, value_words
from skirmish.rulesets.common import deploy
from skirmish.rulesets.families import Routes, Spots
from skirmish.rulesets.ruleset import Ruleset
from skirmish.session.controller import Controller, Marks
from skirmish.session.mode import Mode
from skirmish.session.order_draft import OrderDraft, aimed_tile, complete, family_of
from skirmish.tui.map.cells import BLOCKED, ON_LINE, Overlay

_GREAT, _FAIR = Fraction(1, 5), Fraction(1, 15)
"""Expected losses, as shares of an enemy's worth, from which its label is green, or amber."""
OTHER_ARM = "*"
"""Follows a chance with another weapon than most chances have."""


def overlay_of(cursor: Controller) -> Overlay:
    """The overlay for a player's draft and for what is switched on."""
    legal, draft, action = cursor.legal, cursor.draft, cursor.shown_action
    landing, area = _landing(legal, draft), _area(legal, draft)
    return Overlay(
        ground=_ground(legal, draft)
        or (_reach(legal, cursor.current_figure) if cursor.reach else 0),
        arc=legal.covered_mask(cursor.arc_figure) if cursor.arc_figure else 0,
        path=action.path if action else _path(legal, draft),
        targets=action.tiles if action else _targets(legal, draft),
        group=_group(cursor),
        chosen=legal.position(draft.figure) if draft.figure else None,
        able=legal.active_figures(),
        goals=goals_mask(legal.view) if cursor.levels else 0,
        levels=cursor.levels,
        threat=legal.threat_mask() if cursor.threat else 0,
        spots=_line(cursor) if cursor.look else (),
        falls=() if cursor.look else _falls(landing, graded=cursor.preferences.odds != NONE),
        area=area,
        field=field_of_view(legal.view, cursor.focus) if cursor.field else 0,
        numbers=cursor.numbers,
        facings=cursor.arcs or draft.mode in (Mode.TARGET, Mode.FIELDS),
        threat_more=legal.threat_masks()[1] if cursor.threat else 0,
        after=_after(cursor),
        strengths=_shades(legal.strengths.get(draft.order, ())),
        shields=_shields(cursor),
        fire=_fire(cursor),
        spent=legal.spent_figures(),
        health=_health(legal),
        watched=watched_ground(legal.ruleset, legal.view),
        zones=_own_zone(legal),
    )


def _own_zone(legal: LegalOrders) -> tuple[tuple[int, str], ...]:
    """The zone of the side that is deploying."""
    view = legal.view
    area = view.state.setup.sides[view.side].deploy
    return ((area_mask(view.state.board, area), view.side),) if legal.deploying and area else ()


@lru_cache(maxsize=2)
def _health(legal: LegalOrders) -> tuple[tuple[str, int], ...]:
    """The health bars of a view. Cached with its legal orders for the next key."""
    return health_bars(legal.ruleset, legal.view)


def health_bars(rules: Ruleset, view: View) -> tuple[tuple[str, int], ...]:
    """The remaining health of the figures on the map, in percent.

    A figure whose full health is 1 is always whole and has no bar.
    """
    standing = (figure for figure in view.state.figures.values() if figure.at is not None)
    known = ((figure.id, health_of(rules, figure)) for figure in standing)
    return tuple((name, health.percent) for name, health in known if health.full > 1)


def watching_overlay(cursor: Controller, view: View) -> Overlay:
    """The overlay while events are played: no order, only what is switched on for the map."""
    return Overlay(
        goals=goals_mask(view) if cursor.levels else 0,
        levels=cursor.levels,
        numbers=cursor.numbers,
        facings=cursor.arcs,
        health=health_bars(cursor.legal.ruleset, view),
        watched=watched_ground(cursor.legal.ruleset, view),
    )


def arms_of(legal: LegalOrders, known: Iterable[TargetChance]) -> dict[str, list[str]]:
    """The weapons of chances, each with its enemies; the weapon for most enemies first.

    A weapon that the order leaves out is included; if there is none, the order is named instead.
    """
    arms: dict[str, list[str]] = {}
    for one in known:
        if one.order is not None and one.chance is not None:
            arms.setdefault(arm_words(legal, one.order), []).append(one.enemy)
    return dict(sorted(arms.items(), key=lambda arm: -len(arm[1])))


def arm_words(legal: LegalOrders, order: Order) -> str:
    """The weapon of an attack, even if the order leaves it out; else the order."""
    weapon = order.get(WEAPON) or legal.default_weapon(order)
    figure = legal.view.state.figures.get(order.figure)
    return value_words(figure, weapon) if weapon else action_words(figure, order.verb)


def with_other_arms(legal: LegalOrders, known: Iterable[TargetChance]) -> tuple[str, ...]:
    """The enemies whose chances are for another weapon than most."""
    _, *others = arms_of(legal, known).values() or [[]]
    return tuple(name for names in others for name in names)


def other_arm_words(legal: LegalOrders, known: Iterable[TargetChance]) -> tuple[str, ...]:
    """The meaning of each mark of another weapon: `%* at r3, r5: pistol, not assault rifle`."""
    most, *others = arms_of(legal, known).items() or [("", [])]
    return tuple(
        f"%{OTHER_ARM} at {', '.join(names)}: {arm}, not {most[0]}" for arm, names in others
    )


def chance_labels(
    view: View, known: Iterable[TargetChance], missing: Iterable[str], others: Iterable[str] = ()
) -> tuple[tuple[Tile, str, str], ...]:
    """The labels at enemies: the chance with its tone; dots while it is being calculated.

    The chances at `others`, which are for another weapon, are marked.
    """
    found, others = list[tuple[Tile, str, str]](), tuple(others)
    for one in known:
        enemy = view.state.figures.get(one.enemy)
        if enemy is not None and enemy.at is not None and one.chance is not None:
            mark = OTHER_ARM if one.enemy in others else ""
            found.append((enemy.at, percent(one.chance) + mark, _tone(one)))
    for name in missing:
        enemy = view.state.figures.get(name)
        if enemy is not None and enemy.at is not None:
            found.append((enemy.at, "..", "spent"))
    return tuple(found)


def _tone(one: TargetChance) -> str:
    if one.later or one.chance is None:
        return "later"
    return "good" if one.share >= _GREAT else "middling" if one.share >= _FAIR else "bad"


def _group(cursor: Controller) -> tuple[Tile, ...]:
    """Tiles of the figures that move together, while nothing is chosen; none for a single one."""
    if cursor.mode is not Mode.SELECT or len(cursor.group) == 1:
        return ()
    places = (cursor.legal.position(name) for name in cursor.group)
    return tuple(place for place in places if place is not None)


def _reach(legal: LegalOrders, figure: str) -> int:
    """Mask of the tiles that a figure can go to now, by any gait."""
    mask = 0
    for family in legal.choices(figure):
        if isinstance(family.target, Routes):
            mask |= family.target.mask
    return mask


def _line(cursor: Controller) -> Marks:
    """The line of sight from the chosen figure to the tile in focus, and what blocks it."""
    start = cursor.legal.position(cursor.current_figure)
    if start is None or start == cursor.focus:
        return ()
    line = line_of_sight(cursor.legal.board, start, cursor.focus)
    return tuple((tile, BLOCKED if tile == line.blocker else ON_LINE) for tile in line.tiles)


def _after(cursor: Controller) -> int:
    """The part of the visible reach that leaves its figure enough to act."""
    return after_part(cursor)[0]


def after_part(cursor: Controller) -> tuple[int, str]:
    """The part of the visible reach that leaves its figure enough to act, and words for it.

    If that is the whole reach, the part reached without a run. Empty until it is calculated.
    """
    legal, moves = cursor.legal, cursor.moves_shown
    mask = reach = 0
    for move in moves:
        mask |= legal.able_after.get(move, 0)
        reach |= legal.target_mask(*move)
    if moves[1:] and mask == reach:
        return legal.target_mask(*moves[0]), "without a run"
    return mask, "can still act there" if mask and mask != reach else ""


def _shades(strengths: Strengths) -> tuple[tuple[Tile, int], ...]:
    """The strength of an attack on an area for each tile, in percent of the strongest."""
    most = max((strength for _, strength in strengths), default=Fraction(1))
    return tuple((tile, int(100 * strength / most)) for tile, strength in strengths)


def _shields(cursor: Controller) -> tuple[tuple[Tile, Facing, int], ...]:
    """The sides that protect the tile under the cursor, in look mode or when choosing a tile."""
    legal, tile = cursor.legal, cursor.focus
    choosing = cursor.look or legal.deploying or cursor.mode is Mode.TARGET
    if not choosing or not legal.board.passable(tile):
        return ()
    return tuple((tile, side, cover) for side, cover in covered_sides(legal.board, tile))


def _fire(cursor: Controller) -> tuple[Tile, Tile, Tile | None] | None:
    """The line of fire of the attack in hand, and the tile that stops it if it is blocked."""
    legal, draft = cursor.legal, cursor.draft
    if not draft.verb or legal.deploying:
        return None
    verb, start = legal.known_verbs[draft.verb], legal.position(draft.figure)
    if not verb.dice or verb.target not in (Shape.FIGURE, Shape.TILE) or start is None:
        return None
    if complete(legal, draft):
        end = aimed_tile(legal, draft.order)
        return (start, end, None) if end is not None else None
    stop = legal.board.obstacle(start, cursor.focus) if start != cursor.focus else None
    return (start, cursor.focus, stop) if stop is not None else None


def _ground(legal: LegalOrders, draft: OrderDraft) -> int:
    if legal.deploying and legal.can_act and not draft.verb:
        return deploy.zone(legal.view.state, legal.view.side)
    if draft.mode is not Mode.TARGET:
        return 0
    if not draft.field:
        return legal.target_mask(draft.figure, draft.verb)
    family = family_of(legal, draft)
    domain = dict(family.fields).get(draft.field) if family else None
    return domain.mask if isinstance(domain, Spots | Routes) else 0


def _path(legal: LegalOrders, draft: OrderDraft) -> tuple[Tile, ...]:
    if not draft.target or legal.target_shape(draft.verb) is not Shape.PATH:
        return ()
    return expand_path(parse_path(draft.target))


def _landing(legal: LegalOrders, draft: OrderDraft) -> Mapping[Tile | None, Fraction]:
    """The tiles where an attack may land, each with its chance."""
    if not draft.verb or not complete(legal, draft):
        return {}
    try:
        odds = legal.odds(draft.order)
    except SkirmishError:
        return {}
    return odds.landing if odds else {}


def _falls(
    landing: Mapping[Tile | None, Fraction], *, graded: bool
) -> tuple[tuple[Tile, Fraction | None], ...]:
    """The tiles where something may land; with the chance of each if `graded`."""
    return tuple((tile, chance if graded else None) for tile, chance in landing.items() if tile)


def _targets(legal: LegalOrders, draft: OrderDraft) -> tuple[Tile, ...]:
    if draft.mode is Mode.ANSWER:
        options = answer_options(legal.view, legal.known_verbs)
        return tuple(dict.fromkeys(o.tile for o in options if o.tile is not None))
    if draft.mode not in (Mode.TARGET, Mode.FIELDS):
        return ()
    places = [legal.position(name) for name in legal.listed_targets(draft.figure, draft.verb)]
    if area := _area(legal, draft):
        figures = legal.view.state.figures.values()
        places += [f.at for f in figures if f.at and area & legal.board.bit(f.at)]
    return tuple(dict.fromkeys(place for place in places if place is not None))


def _area(legal: LegalOrders, draft: OrderDraft) -> int:
    """What the order, or the marked answer, would cover, as far as it is known."""
    order = draft.order
    if draft.mode is Mode.ANSWER:
        options = answer_options(legal.view, legal.known_verbs)
        marked = options[draft.row % len(options)].order if options else None
        return legal.affected_mask(marked) if marked is not None else 0
    if not draft.verb or not complete(legal, draft):
        return 0
    return legal.affected_mask(order)


def deployment_overlay(view: View) -> Overlay:
    """The deployment zones of both sides as an overlay, and the ground of objectives.

    On a lettered map the first side's zone is drawn like reach, the other's like an arc.
    """
    board, setup = view.state.board, view.state.setup
    zones = {name: area_mask(board, side.deploy) for name, side in setup.sides.items()}
    first, second = zones.values()
    shown = tuple((mask, name) for name, mask in zones.items() if mask)
    return Overlay(ground=first, arc=second, goals=goals_mask(view), zones=shown)


def goals_mask(view: View) -> int:
    """Mask of the ground of objectives."""
    board, mask = view.state.board, 0
    for goal in view.state.objectives:
        mask |= area_mask(board, goal.area)
    return mask
