"""Sentences about orders: exact odds, best attacks, forecasts, threats and refusals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from attrs import evolve, frozen

from skirmish.core.codec import Shape
from skirmish.core.geometry import Tile, tile_text
from skirmish.core.orders import WEAPON, Order, Refusal
from skirmish.line import figure_text
from skirmish.line.figure_text import empty_weapon_words
from skirmish.line.phrases import bearing, row_sentences
from skirmish.presentation.odds.attack_gain import SMALL_CHANCE, repeated_gain
from skirmish.presentation.odds.attack_positions import AttackChance, return_chance
from skirmish.presentation.odds.forecast import Forecast
from skirmish.presentation.odds.forecast_rows import ALL, first_of_words
from skirmish.presentation.odds.hint_kinds import Hint
from skirmish.presentation.odds.hint_words import begins_with_id, hint_words, times_words
from skirmish.presentation.odds.odds_rows import loss_rows, odds_rows, short_words
from skirmish.presentation.odds.order_effects import view_after
from skirmish.presentation.odds.order_odds import planned_odds
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.presentation.orders.order_rows import order_rows
from skirmish.presentation.orders.refusals import explain_refusal, intended_order, refusal_of
from skirmish.presentation.report_document import row_sentence
from skirmish.presentation.wording import NOWHERE, figure_name, humanize, order_words, percent
from skirmish.rulesets.common.walking import FACE
from skirmish.rulesets.foresight import nearest, standing_at
from skirmish.session import order_draft

_MAX_LISTED = 8
"""Number of attacks or enemies that are listed."""


def odds_lines(legal: LegalOrders, order: Order, told: Forecast | None = None) -> list[str]:
    """All that is known of an order, with its forecast if there is one; or why it is refused."""
    if refused := refusal_of(legal, order):
        reason, more = refused_odds(legal, order, refused)
        return [*refusal_lines(legal, reason), *more]
    lines = [
        line for block in order_rows(legal, order, told, most=ALL) for line in row_sentences(block)
    ]
    if told is not None:
        alone = told.moves and not told.path_threats
        lines += ["  No known enemy can fire on the route."] * alone
        lines += (f"  {_hint_sentence(hint)}." for hint in told.hints)
    none = "" if lines else " it is no attack and hits no figure."
    return [f"{_title(legal, order)}:{none}", *lines]


def refused_odds(legal: LegalOrders, order: Order, refused: Refusal) -> tuple[Refusal, list[str]]:
    """Why an order is refused in general, else now; its odds if only the clock forbids it."""
    state, rules = legal.view.state, legal.ruleset
    mine = state.figures.get(order.figure)
    own = mine is not None and mine.who.side == legal.view.side and not legal.deploying
    if own and order.verb in rules.verbs:
        if barred := rules.impossible(state, order):
            refused = barred
        elif plan := rules.attack(state, order):
            blocks = odds_rows(legal.view, planned_odds(rules, state, order, plan, legal.view.side))
            lines = [line for block in blocks for line in row_sentences(block)]
            return refused, [f"In the present situation, {_title(legal, order)}:", *lines]
    return refused, ["There are no odds for it."]


def _title(legal: LegalOrders, order: Order) -> str:
    verb = legal.known_verbs[order.verb]
    said = _with_usual_details(legal, order) if verb.dice else order
    if left_open_facing(legal, order) and (left := view_after(legal.ruleset, legal.view, order)):
        said = order.with_field(FACE.name, left.state.figures[order.figure].facing.name)
    return f"{order.figure} {order_words(legal.view, verb, said)}".strip()


def left_open_facing(legal: LegalOrders, order: Order) -> bool:
    """Whether an order is a move that could name the facing at its end and does not."""
    verb = legal.known_verbs[order.verb]
    may = verb.target is Shape.PATH and verb.field(FACE.name) is not None
    return may and not order.get(FACE.name)


def _with_usual_details(legal: LegalOrders, order: Order) -> Order:
    """An attack with its implicit details: its mode, and those that have a default."""
    draft = order_draft.exact_draft(legal, order)
    family = None if draft is None else order_draft.family_of(legal, draft)
    if family is None:
        return order
    fields = legal.known_verbs[order.verb].fields
    usual = [(one.name, one.default) for one in fields if one.default != NOWHERE]
    offered = [name for name, _ in family.fields]
    told = (*family.fixed, *(one for one in usual if one[1] and one[0] in offered))
    for name, text in told:
        order = order if order.get(name) else order.with_field(name, text)
    return order


def refusal_lines(legal: LegalOrders, refused: Refusal) -> list[str]:
    """Reason, remedy and rule of a refusal, with the text of the rule."""
    lines = [refusal_line(refused)]
    if rule := legal.ruleset.statements.get(refused.rule):
        lines.append(f"{rule.id}: {rule.text}")
    elif refused.rule:
        lines.append(f"The rule is {refused.rule}.")
    return lines


def refusal_line(refused: Refusal, *, rule: bool = False) -> str:
    """Reason and remedy of a refusal; with `rule` also its rule's id."""
    remedy = refused.remedy or "'orders' lists legal orders"
    behind = f" ({refused.rule})" if rule else ""
    return f"Not allowed: {refused.reason}; {remedy}{behind}."


def why_tile_lines(legal: LegalOrders, figure: str, tile: Tile) -> list[str]:
    """Each order that a figure could be given at a tile: allowed, or why not."""
    lines = []
    there = any(legal.figures_at(tile))
    for name, verb in legal.known_verbs.items():
        order = intended_order(legal, figure, name, tile)
        for_it = not there or verb.target is Shape.FIGURE
        if not verb.figure or not order.target or not for_it or legal.position(figure) == tile:
            continue
        if legal.target_at(figure, name, tile):
            lines.append(f"{humanize(name)}: allowed.")
            continue
        refused = explain_refusal(legal, order)
        rule = f" ({refused.rule})" if refused.rule else ""
        remedy = f"; {refused.remedy}" if refused.remedy else ""
        lines.append(f"{humanize(name)}: {refused.reason}{rule}{remedy}.")
    return lines or ["There is nothing to do there."]


@frozen
class _Attack:
    """A legal attack with its gain, repeated as often as the bound allows.

    `named`: the order as put into words, with the weapon of an attack at a tile.
    """

    order: Order
    gain: Fraction
    times: int
    named: Order


def attack_lines(legal: LegalOrders, figure: str) -> list[str]:
    """The best attack of a figure on each enemy, the highest gain first."""
    found = _best_attacks(legal, figure, _candidate_attacks(legal, figure))
    lines = [_attack_words(legal, way) for way in found[:_MAX_LISTED]]
    if lines and found[0].order.fields:
        lines.insert(1, f"  type: {found[0].order}")
    lines = lines or [_no_attack_words(legal, figure)]
    empty = empty_weapon_words(legal, figure)
    return [*lines, f"{empty[:1].upper()}{empty[1:]}."] if empty else lines


def _no_attack_words(legal: LegalOrders, figure: str) -> str:
    """The sentence for a figure without any attack."""
    mine = legal.view.state.figures.get(figure)
    if mine is not None and mine.fate:
        return f"{figure} is out of the battle: {humanize(mine.fate)}."
    return f"{figure} has no target now; 'orders' lists what it can do."


def alternative_lines(legal: LegalOrders, order: Order) -> list[str]:
    """The best other attack on an enemy, if the weapon of an order is empty."""
    if not empty_weapon_words(legal, order.figure) or order.get("weapon"):
        return []
    found = (
        other for other in _candidate_attacks(legal, order.figure) if other.target == order.target
    )
    best = _best_attacks(legal, order.figure, found)[:1]
    return [line for way in best for line in (_attack_words(legal, way), f"  type: {way.order}")]


def _candidate_attacks(legal: LegalOrders, figure: str) -> Iterator[Order]:
    """Candidate attacks: plain ones first, then weapon modes, then suggestions."""
    view, verbs = legal.view, legal.known_verbs
    attacks = [name for name in legal.verbs(figure) if verbs[name].dice]
    for name in attacks:
        if legal.target_shape(name) is Shape.FIGURE:
            yield from (
                Order(name, figure, target) for target in legal.listed_targets(figure, name)
            )
    at, mine = legal.position(figure), view.state.figures.get(figure)
    if at is None or mine is None or not attacks:
        return
    for foe in nearest(view, at, _MAX_LISTED):
        for weapon in mine.who.weapons:
            yield from legal.ruleset.weapon_modes(view.state, figure, weapon.id, foe).values()
    yield from (
        order for order in legal.ruleset.suggestions.actions(view, figure) if order.verb in attacks
    )


def _best_attacks(legal: LegalOrders, figure: str, orders: Iterator[Order]) -> list[_Attack]:
    """The best attack by each verb on each enemy, and the best by each verb on a tile."""
    best: dict[tuple[str, str], _Attack] = {}
    for order in dict.fromkeys(orders):
        way = _attack(legal, order) if order.figure == figure else None
        if way is None:
            continue
        at_tile = legal.target_shape(order.verb) is Shape.TILE
        key = order.verb, "" if at_tile else order.target
        if (key not in best or way.gain > best[key].gain) and (way.gain > 0 or not at_tile):
            best[key] = way
    ranked = sorted(best.values(), key=lambda way: -way.gain)
    return [_shortened_attack(legal, way) for way in ranked]


def _shortened_attack(legal: LegalOrders, way: _Attack) -> _Attack:
    """An attack without details at their default; in words it still names its weapon at a tile."""
    short = named = _shortened(legal, way.order)
    if legal.target_shape(short.verb) is Shape.TILE and not short.get(WEAPON):
        carried = legal.view.state.figures[short.figure].who.weapons
        full = (short.with_field(WEAPON, arm.id) for arm in carried if arm.at_tiles)
        named = next((one for one in full if legal.same_attack(one, short)), short)
    return evolve(way, order=short, named=named)


def _attack(legal: LegalOrders, order: Order) -> _Attack | None:
    if refusal_of(legal, order) is not None or (odds := legal.odds(order)) is None:
        return None
    figures = legal.view.state.figures  # With those out of sight now that were seen on their way.
    if not any(figures[name].side != legal.view.side for name in odds.figures if name in figures):
        return None
    return _Attack(order, *repeated_gain(legal.ruleset, legal.view, order, odds), order)


def _shortened(legal: LegalOrders, order: Order) -> Order:
    """An order without the details that are at their default."""
    for field in order.fields:
        rest = tuple(other for other in order.fields if other != field)
        shorter = evolve(order, fields=rest)
        if refusal_of(legal, shorter) is None and legal.same_attack(shorter, order):
            order = shorter
    return order


def _attack_words(legal: LegalOrders, way: _Attack) -> str:
    """`b1 fire at r2 trooper, mode burst: r2 42%: downed 6%; average loss, the enemy ...`."""
    view, order, odds = legal.view, way.order, legal.order_odds(way.order)
    if odds is None:
        raise ValueError(str(order))
    told = [*short_words(odds), *(row_sentence([row]) for row in loss_rows(view, odds, full=False))]
    if way.times > 1 and way.gain >= SMALL_CHANCE:
        about = way.gain.numerator / way.gain.denominator
        told.append(f"gains about {about:.1f} if done {times_words(way.times)}")
    what = order_words(view, legal.known_verbs[order.verb], way.named)
    return f"{order.figure} {what}: {'; '.join(told)}."


def _hint_sentence(hint: Hint) -> str:
    """A hint with a capital at the start, unless it begins with the id of a figure."""
    words = hint_words(hint)
    return words if begins_with_id(hint) else words[:1].upper() + words[1:]


def _figure_words(legal: LegalOrders, name: str) -> str:
    return f"{name} {figure_name(legal.view, name)}"


def threat_lines(legal: LegalOrders, figure: str, tile: Tile | None = None) -> list[str]:
    """The best next attack of each visible enemy on a figure, on its tile or another one.

    Aid by friends is included, as in the forecast of a move. Enemies out of sight are listed with
    their last known tiles, without odds.
    """
    mine, at = legal.view.state.figures.get(figure), tile or legal.position(figure)
    if mine is None or at is None:
        return ["Choose a figure by its id first."]
    state = standing_at(legal.ruleset, legal.view, figure, at, mine.facing)
    found = [
        (enemy, chance)
        for enemy in nearest(legal.view, at, _MAX_LISTED)
        if (chance := return_chance(legal.ruleset, state, enemy, figure)) is not None
    ]
    found.sort(key=lambda one: -one[1].lost)
    lines = [_threat_words(legal, enemy, chance, at) for enemy, chance in found]
    where = "" if tile is None else f" at {tile_text(tile)}"
    return [
        *(lines or [f"No enemy in sight can hit {figure}{where}."]),
        *_out_of_sight_lines(legal, at),
    ]


def _threat_words(legal: LegalOrders, enemy: str, chance: AttackChance, at: Tile) -> str:
    place = legal.position(enemy)
    position = f", {bearing(at, place)}" if place is not None else ""
    chances = f"{percent(chance.effect_chance)} effect, {percent(chance.out_chance)} downed"
    chances += first_of_words([chance])
    return f"{_figure_words(legal, enemy)}{position}: {chance.words}: {chances}."


def _out_of_sight_lines(legal: LegalOrders, at: Tile) -> Iterable[str]:
    view = legal.view
    away = [name for name in view.contacts if name not in view.state.figures]
    places = [figure_text.last_seen_words(legal, away, at)] if away else []
    for name, enemy in view.state.figures.items():
        passed = legal.position(name) if enemy.at is None and enemy.side == view.enemy else None
        if passed is not None:
            places.append(f"{_figure_words(legal, name)}, passed {tile_text(passed)}")
    if places:
        yield f"Out of sight, not included: {'; '.join(places)}."
