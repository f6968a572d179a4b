"""Sentences about orders: exact odds, best attacks, forecasts, threats and refusals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from attrs import evolve, frozen

from skirmish.core.codec import Shape
from skirmish.core.geometry import Tile, tile_text
from skirmish.core.orders import WEAPON, Order, Refusal
from skirmish.line import figure_text
from skirmish.line.figure_text import empty_weapon_words
from skirmish.line.phrases import bearing, join_words
from skirmish.presentation.odds.attack_gain import repeated_gain
from skirmish.presentation.odds.attack_positions import AttackChance, Clash, return_chance
from skirmish.presentation.odds.expected_reactions import PathThreat
from skirmish.presentation.odds.forecast import Forecast, forecast_order
from skirmish.presentation.odds.hint_words import begins_with_id, hint_words, times_words
from skirmish.presentation.odds.hints import SMALL_CHANCE, Hint
from skirmish.presentation.odds.move_chances import Exchange, ReturnFire
from skirmish.presentation.odds.odds_summary import ModifierPart
from skirmish.presentation.odds.odds_words import (
    group_percents,
    group_words,
    landing_parts,
    mean_words,
    means_words,
    number_title,
    side_effects_words,
    value_range,
)
from skirmish.presentation.odds.order_odds import FigureOdds, OrderOdds, order_odds
from skirmish.presentation.odds.order_rows import cost_words, penalty_words
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.presentation.orders.refusals import explain_refusal, intended_order, refusal_of
from skirmish.presentation.wording import NOWHERE, figure_name, humanize, order_words, percent
from skirmish.rulesets.attack import odds_of
from skirmish.rulesets.foresight import nearest, standing_at
from skirmish.session import order_draft

_MIN_LOSS = Fraction(1, 200)
"""Points below which a loss rounds to nothing."""
_PLACES = 2
"""Decimals of means and points."""
_MAX_LANDINGS = 5
"""Landing tiles that are listed."""
_MAX_LISTED = 8
"""Attacks or enemies that are listed."""


def odds_lines(legal: LegalOrders, order: Order, forecast: Sequence[str] = ()) -> list[str]:
    """Odds of an order for every figure that it can hit, with modifiers; or why it is refused.

    `forecast` are the lines that follow.
    """
    title = _title(legal, order)
    if refused := refusal_of(legal, order):
        reason, more = refused_odds(legal, order, refused)
        return [*refusal_lines(legal, reason), *more]
    odds = legal.order_odds(order)
    if odds is not None:
        return [*_lines(legal, odds, title), *forecast]
    none = "" if forecast else " it is no attack and hits no figure."
    return [f"{title}:{none}", *forecast]


def refused_odds(legal: LegalOrders, order: Order, refused: Refusal) -> tuple[Refusal, list[str]]:
    """Why an order is refused for good, else now; its odds, where only the clock forbids it."""
    state, rules = legal.view.state, legal.ruleset
    mine = state.figures.get(order.figure)
    own = mine is not None and mine.who.side == legal.view.side and not legal.deploying
    if own and order.verb in rules.verbs:
        if barred := rules.impossible(state, order):
            refused = barred
        elif plan := rules.attack(state, order):
            found = odds_of(plan, rules.outcomes.no_effect)
            odds = order_odds(rules, state, order, found, legal.view.side)
            return refused, _lines(legal, odds, f"In the present situation, {_title(legal, order)}")
    return refused, ["There are no odds for it."]


def _title(legal: LegalOrders, order: Order) -> str:
    verb = legal.known_verbs[order.verb]
    said = _with_usual_details(legal, order) if verb.dice else order
    return f"{order.figure} {order_words(legal.view, verb, said)}".strip()


def _with_usual_details(legal: LegalOrders, order: Order) -> Order:
    """An attack with what goes without saying: its mode, and the details that have a default."""
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


def _lines(legal: LegalOrders, odds: OrderOdds, title: str) -> list[str]:
    loss = _loss_words(legal, odds)
    loss_line = [f"  Average loss: {loss}."] if loss else []
    hit_lines = target_lines(legal, odds)
    # With several targets the likely loss comes before their lines.
    lines = (
        [f"{title}:", *loss_line, *hit_lines] if len(hit_lines) > 1 else [f"{title}:", *hit_lines]
    )
    for words, chance in odds.mishaps:
        lines.append(f"  Risk: {words} {percent(chance)}.")
    lines += _landing_lines(odds)
    lines += _number_lines(odds)
    if odds.policy:
        lines.append(f"Assumed: {odds.policy}.")
    return lines if len(hit_lines) > 1 else lines + loss_line


def target_lines(legal: LegalOrders, odds: OrderOdds) -> list[str]:
    """Chances for each figure that can be hit: the named target first, then the likeliest."""
    told = [] if odds.target is None else [odds.target]
    told += [one for one in odds.likeliest if one is not odds.target]
    lines = [_target_words(legal, one) for one in told]
    return lines or ["  Hits no known figure."]


def _target_words(legal: LegalOrders, one: FigureOdds) -> str:
    summary = one.summary
    target = f"{one.name} {figure_name(legal.view, one.name)}{', one of yours' if one.own else ''}"
    told = group_percents(summary.chances, summary.effect_chance)
    groups = zip(summary.chances, told, strict=True)
    chances = "; ".join(f"{group_words(group)}: {said}" for (group, _), said in groups)
    means = means_words(summary.means, _PLACES)
    besides = side_effects_words(summary.side_effects)
    more = [besides] * bool(summary.side_effects) + [f"average {means}"] * bool(means)
    return f"  {target}: {'; '.join([chances, *more])}."


def _landing_lines(odds: OrderOdds) -> list[str]:
    if odds.landing is None:
        return []
    ranked = odds.landing.places
    places = [
        f"{_landing_words(tile)} {percent(chance)}" for tile, chance in ranked[:_MAX_LANDINGS]
    ]
    more = f", and {len(ranked) - _MAX_LANDINGS} more places" if len(ranked) > _MAX_LANDINGS else ""
    parts = landing_parts(odds.landing.on, odds.landing.rolled)
    more += f"; on the tile aimed at {parts}" if parts else ""
    never = [f"  Never where it is aimed: {odds.never_there}."] if odds.never_there else []
    return [f"  It lands at {', '.join(places)}{more}.", *never]


def _landing_words(tile: Tile | None) -> str:
    return "a place off the map" if tile is None else tile_text(tile)


def _number_lines(odds: OrderOdds) -> list[str]:
    """Modifiers of each rolled number; no total where it differs between landing tiles."""
    lines = []
    for number in odds.numbers:
        total = "" if number.total is None else f" {number.total}"
        parts = ", ".join(_part_words(part) for part in number.parts)
        lines.append(
            f"  {number_title(number.on, number.figure, odds.order.figure)}{total}: {parts}."
        )
    told = (*filter(None, [odds.warning]), *odds.rolls)
    return [*lines, *(f"  {words}." for words in told)]


def _part_words(part: ModifierPart) -> str:
    return f"{part.name} {value_range(part)}" + (f" ({part.rule})" if part.rule else "")


def _loss_words(legal: LegalOrders, odds: OrderOdds) -> str:
    """Expected loss of each side in worth, where it does not round to nothing."""
    words = [
        f"{loser} {mean_words(odds.losses[side], _PLACES)} worth"
        for loser, side in (("the enemy", legal.view.enemy), ("you", legal.view.side))
        if odds.losses.get(side, 0) >= _MIN_LOSS
    ]
    return join_words(words)


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

    `named`: the order as it is put into words, with the weapon of an attack at a tile.
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
    """The best other attack on an enemy, where the weapon of an order is empty."""
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
    """An attack without the details that are the default; it still names what is thrown."""
    short = named = _shortened(legal, way.order)
    if legal.target_shape(short.verb) is Shape.TILE and not short.get(WEAPON):
        carried = legal.view.state.figures[short.figure].who.weapons
        full = (short.with_field(WEAPON, arm.id) for arm in carried if arm.at_tiles)
        named = next((one for one in full if legal.same_attack(one, short)), short)
    return evolve(way, order=short, named=named)


def _attack(legal: LegalOrders, order: Order) -> _Attack | None:
    if refusal_of(legal, order) is not None or (odds := legal.odds(order)) is None:
        return None
    enemies = {enemy.id for enemy in legal.view.enemies()}
    if not enemies & odds.figures.keys():
        return None
    return _Attack(order, *repeated_gain(legal.ruleset, legal.view, order, odds), order)


def _shortened(legal: LegalOrders, order: Order) -> Order:
    """An order without the details that are the default."""
    for field in order.fields:
        rest = tuple(other for other in order.fields if other != field)
        shorter = evolve(order, fields=rest)
        if refusal_of(legal, shorter) is None and legal.same_attack(shorter, order):
            order = shorter
    return order


def _attack_words(legal: LegalOrders, way: _Attack) -> str:
    """`b1 fire at r2 trooper, mode burst: 42% to do anything, 6% downed; likely loss: ...`."""
    view, order, odds = legal.view, way.order, legal.order_odds(way.order)
    if odds is None:
        raise ValueError(str(order))
    struck = odds.figures
    foes = [one for one in struck if not one.own]
    likeliest = max(foes, key=lambda one: one.effect_chance)
    main = next((one for one in struck if one.name == order.target), likeliest)
    effect, out = percent(main.effect_chance), percent(main.summary.out_chance)
    text = f"{effect} effect, {out} downed"
    if (spared := main.summary.unharmed_chance) >= SMALL_CHANCE:
        text += f", {percent(spared)} more hit without harm"
    if main.name != order.target:
        text = f"{main.name} {figure_name(view, main.name)} {text}"
    others = [one for one in struck if one is not main and one.effect_chance >= SMALL_CHANCE]
    if others:
        text += f"; also {join_words([_other_words(one) for one in others])}"
    if loss := _loss_words(legal, odds):
        text += f"; average loss: {loss}"
    if way.times > 1 and way.gain >= SMALL_CHANCE:
        about = way.gain.numerator / way.gain.denominator
        text += f", about {about:.1f} if done {times_words(way.times)}"
    what = order_words(view, legal.known_verbs[order.verb], way.named)
    return f"{order.figure} {what}: {text}."


def _other_words(one: FigureOdds) -> str:
    return f"{one.name} {percent(one.effect_chance)}{' (yours)' if one.own else ''}"


def forecast_lines(legal: LegalOrders, order: Order) -> list[str]:
    """Forecast of an order: attacks from its end tile, threats on the path, effects, hints."""
    forecast = (
        forecast_order(legal.ruleset, legal.view, order) if legal.has_forecast(order) else None
    )
    if forecast is None:
        return []
    lines, moves = list[str](), forecast.moves
    if moves:
        lines += [f"  Risk: {words} {percent(p)}." for words, p in legal.mishaps(order)]
        lines += [_exchange_words(legal, one, forecast) for one in forecast.exchanges]
        if penalty := penalty_words(forecast):
            lines.append(f"  That counts what the move takes off: {penalty}.")
    for back in forecast.return_fire:
        lines += _return_lines(legal, back, forecast.fire_bound)
    if forecast.one_of:
        lines.append(f"  Only one of these {forecast.one_of} may fire at it.")
    for clash in forecast.clashes:
        lines += _clash_lines(legal, clash)
    lines += [
        f"  {one.friend}'s risk from {one.enemy} where it is: {percent(one.before)},"
        f" then {percent(one.after)}."
        for one in forecast.friend_risks
    ]
    lines += _reply_lines(legal, forecast, order.figure)
    lines += _path_lines(legal, forecast)
    return [
        *lines,
        *_effect_lines(forecast),
        *(f"  {_hint_sentence(hint)}." for hint in forecast.hints),
    ]


def _clash_lines(legal: LegalOrders, clash: Clash) -> Iterator[str]:
    """Close combat as the bound ends, with the numbers of both sides."""
    enemy = _figure_words(legal, clash.enemy)
    aids = f", where {clash.helper} aids {clash.figure}" if clash.helper else ""
    you = clash.figure if clash.helper else "you"
    yield f"  Close combat with {enemy} as the bound ends{aids}:"
    yield f"    {enemy}: {_chance_words(clash.attack)}."
    yield f"    back at {you}: {_chance_words(clash.return_fire)}."
    yield from (f"  {line}" for line in _number_lines(clash.odds))


def _reply_lines(legal: LegalOrders, forecast: Forecast, figure: str) -> Iterator[str]:
    """The attacks of a figure that begins to wait, and the number that it will attack with."""
    for one in forecast.waiting.replies:
        enemy, does = _figure_words(legal, one.enemy), f"{percent(one.chance)}"
        more = f", {one.attack.effects}" if one.attack.effects else ""
        yield f"  Chance to react if {enemy} acts where it stands: {does}{more}."
    for number in forecast.waiting.numbers:
        parts = ", ".join(_part_words(part) for part in number.parts)
        yield f"    {number_title(number.on, number.figure, figure)} {number.total}: {parts}."


def _hint_sentence(hint: Hint) -> str:
    """A hint with a capital at the start, unless it begins with the id of a figure."""
    words = hint_words(hint)
    return words if begins_with_id(hint) else words[:1].upper() + words[1:]


def _figure_words(legal: LegalOrders, name: str) -> str:
    return f"{name} {figure_name(legal.view, name)}"


def _exchange_words(legal: LegalOrders, one: Exchange, forecast: Forecast) -> str:
    if one.attack is None:
        enemy, why = _figure_words(legal, one.enemy), f": {one.reason}" * bool(one.reason)
        return f"  From there no shot at {enemy}{_now_words(one.attack_now, None)}{why}."
    chance = f"{_chance_words(one.attack)}{_now_words(one.attack_now, one.attack)}"
    when = f"next {forecast.fire_bound}" if one.later else f"this {forecast.bound}"
    return f"  From there, {when}, at {_figure_words(legal, one.enemy)}: {chance}."


def _return_lines(legal: LegalOrders, one: ReturnFire, bound: str) -> Iterator[str]:
    enemy, before = _figure_words(legal, one.enemy), _now_words(one.attack_now, one.attack)
    if one.attack is None:
        yield f"  {enemy} cannot fire at it in its next {bound}{before}."
    else:
        unseen = ", if an enemy sees it there first" * one.unseen
        yield f"  {enemy}, fire in its next {bound}{unseen}: {_chance_words(one.attack)}{before}."


def _chance_words(chance: AttackChance) -> str:
    effect, out = percent(chance.effect_chance), percent(chance.out_chance)
    able = "" if chance.recovers == 1 else f" (only if it recovers: {percent(chance.recovers)})"
    return f"{chance.words}: {effect} effect, {out} downed{able}"


def _now_words(now: AttackChance | None, then: AttackChance | None) -> str:
    """The chance from here, with the attack where it is another than `then`."""
    if now is None:
        return ""
    other = then is not None and then.words != now.words
    return f" (now {percent(now.effect_chance)}{f', {now.words}' * other})"


def _path_lines(legal: LegalOrders, forecast: Forecast) -> Iterator[str]:
    for threat in forecast.path_threats:
        when = "After it acts" if threat.lasting else "Before it acts"
        when = "On the route" if forecast.moves else when
        yield f"  {when}, {_danger_words(legal, threat)}."
    if forecast.path_threats:
        unhurt = forecast.unhurt_chance
        chance = "is unknown" if unhurt is None else f"is {percent(unhurt)}"
        yield f"  The chance of no reaction{' on the route' * forecast.moves} {chance}."
    elif forecast.moves:
        yield "  No known enemy can fire on the route."


def _danger_words(legal: LegalOrders, threat: PathThreat) -> str:
    at = tile_text(threat.tile)
    if threat.zone:
        chance = "chance unknown" if threat.chance is None else _chance_words(threat.chance)
        return f"{threat.name(legal.view)} harms it at {at}, if it stays there, {chance}"
    if not threat.enemy or threat.chance is None:
        return f"an unseen enemy watches {at}"
    if threat.lasting:
        at = f"{at} when your {legal.ruleset.turn.bound} ends, if it stays there"
    first = f"; it acts first with {percent(threat.first)}, else right after"
    may = f"{_figure_words(legal, threat.enemy)} may fire at {at}, {_chance_words(threat.chance)}"
    return may + first * (threat.first < 1)


def _effect_lines(forecast: Forecast) -> Iterator[str]:
    facts = [
        fact.after if fact.status else f"{fact.title} {fact.after or 'gone'}"
        for fact in forecast.effects.changes
    ]
    if kept := [fact for fact in facts if fact]:
        yield f"  Afterwards: {'; '.join(kept)}."
    if helpers := [cost_words(one) for one in forecast.effects.costs if one.helper]:
        yield f"  It costs as well: {join_words(helpers)}."
    if forecast.effects.ended_zones:
        yield f"  This ends: {join_words(forecast.effects.ended_zones)}."


def threat_lines(legal: LegalOrders, figure: str, tile: Tile | None = None) -> list[str]:
    """The best next attack of each visible enemy on a figure, on its tile or another one.

    It counts the aid of friends, as the forecast of a move does. Enemies out of sight are listed
    with their last known tiles, without odds.
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
