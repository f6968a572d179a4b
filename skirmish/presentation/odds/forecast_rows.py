"""The consequences of an order as rows: its forecast and its effects."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from math import prod

from attrs import evolve

from skirmish.core.geometry import tile_text
from skirmish.core.text import pluralize
from skirmish.core.view import View
from skirmish.presentation.odds.attack_positions import AttackChance, Clash
from skirmish.presentation.odds.expected_reactions import (
    FriendRisk,
    PathThreat,
    ReplyChance,
    WaitingFire,
)
from skirmish.presentation.odds.forecast import Forecast
from skirmish.presentation.odds.move_chances import Exchange
from skirmish.presentation.odds.odds_rows import (
    BELOW,
    breakdown_rows,
    mishap_rows,
    number_rows,
)
from skirmish.presentation.odds.odds_words import chance_word, number_in_short, value_range
from skirmish.presentation.odds.order_effects import OrderCost, OrderEffects
from skirmish.presentation.report_document import Priority, Row, Rows, Tone
from skirmish.presentation.wording import figure_name, percent, singular, whole_percent

_THERE = "your fire there"
MOST_RETURNS = 3
"""Number of attacks from a place, and of attacks in return, that have their own rows."""
MOST_BELOW = 2
"""Number of attacks from a place that have their own rows if dangers stand above them."""
ALL = 10_000
"""No limit to the number of rows."""
_CLASH = "effect in the close combat to come"


def later_rows(told: Forecast, figure: str) -> Iterator[Rows]:
    """The numbers of later rolls without another order: close combat, a reaction."""
    for odds in told.later_odds:
        yield evolve(mishap_rows(odds.mishaps), priority=Priority.DETAIL)
        yield from breakdown_rows(odds)
    yield number_rows(told.waiting.readiness, figure)


def forecast_rows(
    view: View,
    forecast: Forecast,
    *,
    numbers: bool = True,
    most: int = MOST_RETURNS,
    dangers_first: bool = False,
) -> tuple[Rows, ...]:
    """Odds from the end of a move and their change, the enemy's next fire, dangers on the way.

    Without `numbers` chances are words, and no change is shown. `most`: attacks in a list that have
    their own rows. `dangers_first`: dangers stand above the attacks from the end of a move, which
    are then fewer.
    """
    say = _Chances(view, numbers)
    gains: list[Rows] = []
    if forecast.moves and forecast.exchanges:
        gains += _exchange_rows(say, forecast, MOST_BELOW if dangers_first else most)
    dangers = _danger_blocks(say, forecast, most, numbers=numbers)
    return (*dangers, *gains) if dangers_first else (*gains, *dangers)


def _danger_blocks(
    say: _Chances, forecast: Forecast, most: int, *, numbers: bool
) -> Sequence[Rows]:
    """Close combat, dangers on the way, the enemy's next fire, risks of friends, waiting fire."""
    found: list[Rows] = []
    for at, one in enumerate(forecast.clashes):
        brief = "effect in close combat", "" if one.helper else "close combat"
        found.append(Rows(say.clash(one), "" if at else _CLASH, priority=Priority.OWN, brief=brief))
    if forecast.path_threats:
        found.append(_path_rows(say, forecast))
    if forecast.return_fire:
        found.append(_return_block(say, forecast, most))
    if forecast.friend_risks:
        rows = tuple(map(say.friend, forecast.friend_risks))
        found.append(Rows(rows, "risk of friends where they are", priority=Priority.RISK))
    if forecast.waiting.numbers:
        rows = tuple(_waiting_rows(say, forecast.waiting, numbers=numbers))
        found.append(Rows(rows, "chance to react there", priority=Priority.OWN))
    if forecast.waiting.tiles:
        watches, later = watch_words(forecast.waiting.tiles)
        found.append(Rows((Row(watches), Row(later, tone=Tone.QUIET))))
    return found


def watch_words(tiles: int) -> tuple[str, str]:
    """How much ground a figure watches, and that this does not grow."""
    return f"watches {pluralize(tiles, 'tile')}, as seen now", "a door opened later adds none"


def _waiting_rows(say: _Chances, waiting: WaitingFire, *, numbers: bool) -> Iterator[Row]:
    """The attacks of a figure that begins to wait, on each enemy that it covers.

    The dice come first, because their breakdown may be far below.
    """
    short = number_in_short(waiting.numbers[0])
    yield from (Row(short, brief=short),) * numbers
    for one in sorted(waiting.replies, key=lambda one: -one.chance):
        yield from say.reply(one)


def _exchange_rows(say: _Chances, forecast: Forecast, most: int) -> Iterator[Rows]:
    """Attacks from the end of a move: those of this bound, then those delayed to the next.

    If none is possible at any time, no bound is named.
    """
    now = [one for one in forecast.exchanges if not one.later]
    later = [one for one in forecast.exchanges if one.later]
    able = any(one.attack is not None for one in now)
    if later and not able:
        now, later = [], [*later, *now]
    less = [(Row(f"with {penalty_words(forecast)}", tone=Tone.QUIET, indent=BELOW),)] * bool(
        forecast.penalties
    )
    if now:
        when = f", this {forecast.bound}" * able
        shots = [*_shots(say, now, most), *less * able]
        yield _exchange_block(f"{_THERE}{when}", shots, "your fire now", "your fire")
    if later:
        title, brief = f"{_THERE}, next {forecast.fire_bound}", "your next fire"
        shots = [*_shots(say, later, most), *less * (not able)]
        yield _exchange_block(title, shots, brief, brief)


def _exchange_block(title: str, shots: Sequence[Sequence[Row]], *brief: str) -> Rows:
    long, short = brief
    rows = tuple(row for shot in shots for row in shot)
    return Rows(rows, title, priority=Priority.GAIN, brief=(long, short))


def _shots(say: _Chances, exchanges: Sequence[Exchange], most: int) -> Iterator[Sequence[Row]]:
    """The likeliest attacks or why there is none, then a row for the other possible ones."""
    able = [one for one in exchanges if one.attack is not None]
    rest = [(one.enemy, one.attack) for one in able[most:] if one.attack is not None]
    others = [enemy for enemy, _ in rest]
    yield from (say.shot(one) for one in exchanges if one.enemy not in others)
    yield tuple(_rest_rows(say, rest))


def _rest_rows(say: _Chances, rest: Sequence[tuple[str, AttackChance]]) -> Iterator[Row]:
    """The one remaining enemy by its name, or the number of those not listed."""
    if not rest:
        return
    most = say(max(attack.expected_effect for _, attack in rest))
    who, value = (
        (say.figure(rest[0][0]), most)
        if len(rest) == 1
        else (f"{len(rest)} more", f"at most {most}")
    )
    yield Row(f"and {who}", value, Tone.QUIET, Tone.QUIET)


def penalty_words(forecast: Forecast) -> str:
    """The penalty that a move puts on the attack after it: `run -2`; "" for none."""
    return ", ".join(f"{part.name} {value_range(part)}" for part in forecast.penalties)


def _return_block(say: _Chances, forecast: Forecast, most: int) -> Rows:
    """The likeliest attacks in return, the number of others, and those that a move prevents."""
    able = [(one, one.attack) for one in forecast.return_fire if one.attack is not None]
    compared = forecast.moves or forecast.compared
    rows = [
        row
        for one, attack in able[:most]
        for row in say.attack(one.enemy, attack, one.attack_now if compared else attack)
    ]
    rows += _rest_rows(say, [(one.enemy, attack) for one, attack in able[most:]])
    if ended := [one.enemy for one in forecast.return_fire if one.attack is None]:
        rows.append(Row(f"no longer {', '.join(ended)}", tone=Tone.QUIET))
    if not able:
        title = f"their fire, next {forecast.fire_bound}: none expected"
        return Rows(tuple(rows), title, Tone.QUIET, Priority.RISK)
    unseen = any(one.unseen for one in forecast.return_fire)
    by = f"one of {forecast.one_of}"
    attacks = (attack for _, attack in able)
    one_shot = first_of_words(attacks, numbers=say.numbers)
    if forecast.one_of:
        one_shot = f": 1 shot, by {by}"
    # If shooting has its own bounds, no enemy moves before it fires.
    walk = forecast.fire_bound == forecast.bound
    condition = f", if {'one' if walk else 'an unseen enemy'} sees you{' first' * walk}" * unseen
    title = f"their fire, next {forecast.fire_bound}{one_shot}{condition}"
    once = ", once seen" * unseen
    brief = f"their next fire{once}", f"their fire{once}"
    if forecast.one_of:
        brief = f"their next shot, by {by}{once}", f"1 shot, by {by}{once}"
    return Rows(tuple(rows), title, Tone.HARM, Priority.RISK, brief, counted=bool(forecast.one_of))


def first_of_words(attacks: Iterable[AttackChance], *, numbers: bool = True) -> str:
    """That enemies' chances are for the first attack alone; "" if none may repeat."""
    times = [attack.times for attack in attacks]
    if not any(most != 1 for most in times):
        return ""
    most = f"up to {max(times)}" if numbers and all(times) else "several"
    return f": first attack only, {most} possible"


class _Chances:
    """Chances of figures in numbers or in words."""

    def __init__(self, view: View, numbers: bool) -> None:
        self._view, self.numbers = view, numbers

    def __call__(self, chance: Fraction) -> str:
        return percent(chance) if self.numbers else chance_word(chance)

    def figure(self, name: str) -> str:
        """A figure with its name."""
        return f"{name} {figure_name(self._view, name)}"

    def source(self, threat: PathThreat) -> str:
        """The source of fire on the way: an enemy with its name, or a cloud."""
        if threat.zone:
            return threat.name(self._view)
        return self.figure(threat.enemy) if threat.enemy else "unseen enemy"

    def shot(self, one: Exchange) -> tuple[Row, ...]:
        """An enemy and the attack on it; if there is none, why, if known."""
        if one.attack is not None:
            return self.attack(one.enemy, one.attack, one.attack_now)
        change = _change(None, one.attack_now) if self.numbers else 0
        who = self.figure(one.enemy)
        why = f" ({one.reason})" * bool(one.reason)
        none = Row(who, "no shot", value_tone=Tone.QUIET, change=change, brief=one.enemy, note=why)
        return (none, *[Row(one.reason, tone=Tone.QUIET, indent=BELOW)] * bool(one.reason))

    def attack(self, enemy: str, chance: AttackChance, now: AttackChance | None) -> tuple[Row, ...]:
        """An enemy with the chance of any effect and its change; below, its parts and manner."""
        change = _change(chance, now) if self.numbers else 0
        parts = chance.effects if self.numbers else f"downed {self(chance.out_chance)}"
        other = change and now is not None and now.words != chance.words
        here = f"here {self(now.effect_chance)}: {now.words}" if other and now else ""
        recovers = self(chance.recovers) if chance.recovers < 1 else ""
        note = f" ({chance.weapon})" * bool(chance.weapon)
        note += f" if it recovers ({recovers})" * bool(recovers)
        return (
            self._bar(self.figure(enemy), chance, enemy, note, change),
            Row(parts, chance.words, Tone.QUIET, Tone.QUIET, indent=BELOW, fact=True),
            *[Row(f"only if it recovers: {recovers}", tone=Tone.QUIET, indent=BELOW)]
            * bool(recovers),
            *[Row(here, tone=Tone.QUIET, indent=BELOW)] * bool(here),
        )

    def reply(self, one: ReplyChance) -> tuple[Row, ...]:
        """An enemy that the figure waits for, effects of the attack, and friends it endangers."""
        parts = one.attack.effects if self.numbers else f"downed {self(one.attack.out_chance)}"
        effect = self(one.attack.effect_chance)
        if effect != self(one.chance):
            parts = f"effect {effect}, {parts}"
        attack = evolve(one.attack, effect_chance=one.chance)
        return (
            self._bar(self.figure(one.enemy), attack, f"{one.enemy} if it acts"),
            Row(parts, one.attack.weapon, Tone.QUIET, Tone.QUIET, indent=BELOW, fact=True),
            *(
                Row(f"{name} YOURS", self(chance), Tone.HARM, indent=BELOW)
                for name, chance in one.own_risks
            ),
        )

    def friend(self, one: FriendRisk) -> Row:
        """A friend whose danger a move changes."""
        tone = Tone.HARM if one.change > 0 else Tone.QUIET
        risk = f"{self(one.before)} -> {self(one.after)}"
        brief = f"{one.friend}'s risk from {one.enemy}" if one.change > 0 else ""
        return Row(f"{one.friend}, from {one.enemy}", risk, tone, tone, brief=brief)

    def clash(self, one: Clash) -> tuple[Row, ...]:
        """An enemy in close combat: the chance to harm it, and to be harmed by it.

        A friend that the figure aids is named.
        """
        mine, theirs = one.attack, one.return_fire
        you = one.figure if one.helper else "you"
        aids = f"{one.helper} aids {one.figure} against {one.enemy}"
        dice = f", {' against '.join(str(number.total) for number in one.odds.numbers)}"
        pair = f"{one.figure} fights {one.enemy}: {one.because}"
        return (
            *[Row(aids, brief=f"aids {one.figure}")] * bool(one.helper),
            *[Row(pair)] * bool(one.because),
            self._bar(self.figure(one.enemy), mine, one.enemy),
            self._downed(one.enemy, mine),
            evolve(self._bar(f"back at {you}", theirs, you, dice), indent=BELOW),
            self._downed(you, theirs),
            *[Row(one.odds.warning, tone=Tone.HARM, brief=one.odds.warning)]
            * bool(one.odds.warning),
        )

    def _downed(self, who: str, chance: AttackChance) -> Row:
        out = self(chance.out_chance)
        return Row(f"{who} downed", out, Tone.QUIET, Tone.QUIET, indent=BELOW)

    def _bar(
        self, who: str, chance: AttackChance, brief: str, note: str = "", change: int = 0
    ) -> Row:
        parts = (chance.out_chance, chance.effect_chance - chance.out_chance)
        value, shares = self(chance.effect_chance), parts * self.numbers
        return Row(who, value, change=change, shares=shares, brief=brief, note=note)


def _change(chance: AttackChance | None, now: AttackChance | None) -> int:
    """Change of the chance of any effect, in percentage points."""
    before = Fraction(0) if now is None else now.effect_chance
    after = Fraction(0) if chance is None else chance.effect_chance
    return whole_percent(after) - whole_percent(before)


def _path_rows(say: _Chances, forecast: Forecast) -> Rows:
    """Dangers on the way, before the order or after it, and the chance that none has an effect."""
    unhurt = forecast.unhurt_chance
    words = "unknown" if unhurt is None else say(unhurt)
    safe = Row("no effect", words, Tone.STRONG, Tone.STRONG)
    when = _when_words(forecast)
    title = f"effect {when}"
    rows = tuple(_danger_rows(say, forecast.path_threats))
    # The chance of all together, if there is more than one.
    whole = f" {'?' if unhurt is None else say(1 - unhurt)}" * (
        sum(bool(r.brief) for r in rows) > 1
    )
    brief = f"{title}{whole}", f"{when}{whole}"
    return Rows((*rows, safe), title, Tone.HARM, Priority.RISK, brief)


def _when_words(forecast: Forecast) -> str:
    """When the attacks on the path come: on it, or before the order or after it."""
    if forecast.moves:
        return "on the route"
    if all(one.lasting for one in forecast.path_threats):
        return "after it acts"
    maybe_late = any(one.first < 1 for one in forecast.path_threats)
    return "before or right after it acts" if maybe_late else "before it acts"


def first_rows(view: View, forecast: Forecast | None, *, numbers: bool = True) -> Rows:
    """The enemies that may act before an order that is no move, with the chance of an effect then.

    The figure stays, so an attack that comes right after it has the same chances.
    """
    if forecast is None or forecast.moves:
        return Rows(())
    say = _Chances(view, numbers)
    first = [one for one in forecast.path_threats if not one.lasting]
    names = dict.fromkeys(one.enemy or say.source(one) for one in first)
    chances = [1 - one.first * one.chance.effect_chance for one in first if one.chance is not None]
    effect = say(1 - prod(chances, start=Fraction(1))) if len(chances) == len(first) else "?"
    who = ", ".join(names)
    short = f"{who} first: effect"
    row = Row(f"{who} may act first: effect", effect, Tone.HARM, Tone.HARM, short_label=short)
    return Rows((row,) * bool(names))


def _danger_rows(say: _Chances, threats: Sequence[PathThreat]) -> Iterator[Row]:
    """A row for each enemy: where it first fires, how often, the chance of any effect.

    Attacks that come only if the figure stays have their own rows.
    """
    for source in dict.fromkeys(threat.source for threat in threats):
        mine = [one for one in threats if one.source == source]
        name, known = say.source(mine[0]), mine[0].enemy or say.source(mine[0])
        where = tile_text(mine[0].tile) + (f", {len(mine)} times" if len(mine) > 1 else "")
        chances = [one.chance.effect_chance for one in mine if one.chance is not None]
        if len(chances) < len(mine):
            yield Row(f"{name}, {where}", "?", Tone.HARM, Tone.HARM, brief=known)
            continue
        chance = say(1 - prod((1 - one for one in chances), start=Fraction(1)))
        value = f"if it stays {chance}" if mine[0].lasting else chance
        short = f"{known}, {where}"
        yield Row(f"{name}, {where}", value, Tone.HARM, Tone.HARM, short_label=short, brief=known)
        if len(mine) == 1 and mine[0].chance is not None:
            yield Row(mine[0].chance.words, tone=Tone.QUIET, indent=BELOW)
            if mine[0].first < 1:
                first = "acts first, else right after"
                yield Row(first, say(mine[0].first), Tone.QUIET, indent=BELOW)


def cost_words(cost: OrderCost, *, rest: bool = True) -> str:
    """The cost of an order from its figure's budget: `5 of 8 AP, 3 left`, `its shot`.

    The cost to a helper has its id: `b3's shot`. `rest`: whether to say what is left.
    """
    budget, whose = cost.budget, f"{cost.helper}'s" if cost.helper else "its"
    if budget.full == 1:
        return f"{whose} {budget.unit}"
    if cost.helper:
        return f"{budget.amount(cost.spent)} of {whose} {budget.unit}"
    amount = budget.amount
    if cost.left is None:
        spent = amount(cost.spent)
        return f"{spent} {singular(budget.unit) if spent == '1' else budget.unit}"
    left = f", {amount(cost.left)} left" if rest else ""
    return f"{amount(cost.spent)} of {amount(cost.spent + cost.left)} {budget.unit}{left}"


def effect_rows(effects: OrderEffects, *, uses: bool) -> Rows:
    """The costs of an order and what it ends for its figure; `uses`: the cost serves the order.

    Losses that serve no purpose are marked.
    """
    rows = [Row(f"costs {cost_words(one)}", tone=Tone.QUIET) for one in effects.costs]
    rows += [Row(f"ends its {zone}", tone=Tone.HARM) for zone in effects.ended_zones]
    budgets = {one.budget.label for one in effects.costs}
    for one in effects.changes:
        if one.label in budgets:
            continue
        if one.status:
            rows.append(Row(f"then {one.after or f'no longer {one.before}'}", tone=Tone.QUIET))
        elif not one.after:
            words = f"{'uses' if uses else 'loses'}: {one.title} {one.before}"
            rows.append(Row(words, tone=Tone.QUIET if uses else Tone.HARM))
        else:
            rows.append(Row(f"then {one.title}", one.after, Tone.QUIET, fact=True))
    return Rows(tuple(rows))
