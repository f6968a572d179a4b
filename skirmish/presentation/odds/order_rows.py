"""What an order leads to as rows: its forecast and its effects."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import prod

from attrs import evolve

from skirmish.core.geometry import tile_text
from skirmish.core.view import View
from skirmish.presentation.odds.attack_positions import AttackChance, Clash
from skirmish.presentation.odds.expected_reactions import FriendRisk, PathThreat, ReplyChance
from skirmish.presentation.odds.forecast import Forecast
from skirmish.presentation.odds.move_chances import Exchange
from skirmish.presentation.odds.odds_words import chance_word, number_in_short, value_range
from skirmish.presentation.odds.order_effects import OrderCost, OrderEffects
from skirmish.presentation.report_document import Row, Rows, Tone
from skirmish.presentation.wording import figure_name, percent, singular

_THERE = "effect from there"
MOST_RETURNS = 3
"""Attacks from a place, and attacks in return, that have rows of their own."""
_CLASH = "effect in close combat after it"


def forecast_rows(view: View, forecast: Forecast, *, numbers: bool = True) -> tuple[Rows, ...]:
    """Odds from the end of a move and their change, the enemy's next fire, dangers on the way.

    Without `numbers` chances are words, and no change is shown.
    """
    say = _Chances(view, numbers)
    found: list[Rows] = []
    if forecast.moves and forecast.exchanges:
        found += _exchange_rows(say, forecast)
    if forecast.clashes:
        found.append(_rows(_CLASH, [say.clash(one) for one in forecast.clashes]))
    if forecast.return_fire:
        returns = tuple(_return_rows(say, forecast))
        unseen = any(one.unseen for one in forecast.return_fire)
        when = f"their fire, next {forecast.fire_bound}"
        one_of = f", one of {forecast.one_of}" if forecast.one_of else ""
        title = f"{when}{one_of}{', if one sees you first' * unseen}"
        found.append(Rows(returns, title, Tone.HARM))
    if forecast.friend_risks:
        rows = tuple(map(say.friend, forecast.friend_risks))
        found.append(Rows(rows, "risk of friends where they are"))
    if forecast.waiting.replies:
        likeliest = sorted(forecast.waiting.replies, key=lambda one: -one.chance)
        replies = [say.reply(one) for one in likeliest]
        # The dice come first: the breakdown of them may be far below.
        dice = [(Row(number_in_short(forecast.waiting.numbers[0])),)] * numbers
        found.append(_rows("chance to react there", [*dice, *replies]))
    if forecast.path_threats:
        found.append(_path_rows(say, forecast))
    return tuple(found)


def _exchange_rows(say: _Chances, forecast: Forecast) -> Iterator[Rows]:
    """Attacks from the end of a move: those of this bound, then those that wait for the next.

    Where none is possible at any time, no bound is named.
    """
    now = [one for one in forecast.exchanges if not one.later]
    later = [one for one in forecast.exchanges if one.later]
    able = any(one.attack is not None for one in now)
    less = [(Row(f"  with {penalty_words(forecast)}", tone=Tone.QUIET),)] * bool(forecast.penalties)
    if now:
        when = f", this {forecast.bound}" * able
        yield _rows(f"{_THERE}{when}", [*_shots(say, now), *less * able])
    if later:
        title = f"{_THERE}, next {forecast.fire_bound}"
        yield _rows(title, [*_shots(say, later), *less * (not able)])


def _shots(say: _Chances, exchanges: Sequence[Exchange]) -> Iterator[Sequence[Row]]:
    """The attacks on the nearest enemies, and the number of the others that are possible."""
    able = [one for one in exchanges if one.attack is not None]
    rest = [(one.enemy, one.attack) for one in able[MOST_RETURNS:] if one.attack is not None]
    others = [enemy for enemy, _ in rest]
    yield from (say.shot(one) for one in exchanges if one.enemy not in others)
    yield tuple(_rest_rows(say, rest))


def _rest_rows(say: _Chances, rest: Sequence[tuple[str, AttackChance]]) -> Iterator[Row]:
    """One more enemy by its name, or the number of those that are not listed."""
    if not rest:
        return
    most = say(max(attack.effect_chance for _, attack in rest))
    who, value = (
        (say.figure(rest[0][0]), most)
        if len(rest) == 1
        else (f"{len(rest)} more", f"at most {most}")
    )
    yield Row(f"and {who}", value, Tone.QUIET, Tone.QUIET)


def penalty_words(forecast: Forecast) -> str:
    """What a move takes off the attack after it: `run -2`; "" for nothing."""
    return ", ".join(f"{part.name} {value_range(part)}" for part in forecast.penalties)


def _return_rows(say: _Chances, forecast: Forecast) -> Iterator[Row]:
    """The attacks in return that cost most, the number of others, and those that a move ends."""
    able = [(one, one.attack) for one in forecast.return_fire if one.attack is not None]
    compared = forecast.moves or forecast.compared
    for one, attack in able[:MOST_RETURNS]:
        yield from say.attack(one.enemy, attack, one.attack_now if compared else attack)
    yield from _rest_rows(say, [(one.enemy, attack) for one, attack in able[MOST_RETURNS:]])
    if ended := [one.enemy for one in forecast.return_fire if one.attack is None]:
        yield Row(f"no longer {', '.join(ended)}", tone=Tone.QUIET)


def _rows(title: str, shots: Sequence[Sequence[Row]]) -> Rows:
    return Rows(tuple(row for shot in shots for row in shot), title)


class _Chances:
    """Chances of figures in numbers or in words."""

    def __init__(self, view: View, numbers: bool) -> None:
        self._view, self._numbers = view, numbers

    def __call__(self, chance: Fraction) -> str:
        return percent(chance) if self._numbers else chance_word(chance)

    def figure(self, name: str) -> str:
        """A figure with its name."""
        return f"{name} {figure_name(self._view, name)}"

    def source(self, threat: PathThreat) -> str:
        """What fires on the way: an enemy with its name, or a cloud."""
        if threat.zone:
            return threat.name(self._view)
        return self.figure(threat.enemy) if threat.enemy else "unseen enemy"

    def shot(self, one: Exchange) -> tuple[Row, ...]:
        """An enemy and the attack on it; why there is none, where that is known."""
        if one.attack is not None:
            return self.attack(one.enemy, one.attack, one.attack_now)
        change = _change(None, one.attack_now) if self._numbers else 0
        none = Row(self.figure(one.enemy), "no shot", value_tone=Tone.QUIET, change=change)
        return (none, *[Row(f"  {one.reason}", tone=Tone.QUIET)] * bool(one.reason))

    def attack(self, enemy: str, chance: AttackChance, now: AttackChance | None) -> tuple[Row, ...]:
        """An enemy with the chance of any effect and its change; below, its parts, and how."""
        change = _change(chance, now) if self._numbers else 0
        parts = chance.effects if self._numbers else f"downed {self(chance.out_chance)}"
        other = change and now is not None and now.words != chance.words
        here = f"  here {self(now.effect_chance)}: {now.words}" if other and now else ""
        return (
            self._bar(self.figure(enemy), chance, change),
            Row(f"  {parts}", chance.words, Tone.QUIET, Tone.QUIET, fact=True),
            *[Row(f"  only if it recovers: {self(chance.recovers)}", tone=Tone.QUIET)]
            * (chance.recovers < 1),
            *[Row(here, tone=Tone.QUIET)] * bool(here),
        )

    def reply(self, one: ReplyChance) -> tuple[Row, ...]:
        """An enemy that is waited for, what the attack may do, and friends whom that endangers."""
        parts = one.attack.effects if self._numbers else f"downed {self(one.attack.out_chance)}"
        effect = self(one.attack.effect_chance)
        if effect != self(one.chance):
            parts = f"effect {effect}, {parts}"
        own = [friend for friend in one.odds.others if friend.own and not friend.rare]
        return (
            self._bar(self.figure(one.enemy), evolve(one.attack, effect_chance=one.chance)),
            Row(f"  {parts}", one.attack.weapon, Tone.QUIET, Tone.QUIET, fact=True),
            *(Row(f"  {one.name} YOURS", self(one.effect_chance), Tone.HARM) for one in own),
        )

    def friend(self, one: FriendRisk) -> Row:
        """A friend that a move uncovers, covers, or leaves alone in a fight."""
        tone = Tone.HARM if one.change > 0 else Tone.QUIET
        risk = f"{self(one.before)} -> {self(one.after)}"
        return Row(f"{one.friend}, from {one.enemy}", risk, tone, tone)

    def clash(self, one: Clash) -> tuple[Row, ...]:
        """An enemy in close combat: the chance to harm it, and to be harmed by it.

        A friend that the figure aids is named.
        """
        mine, theirs = one.attack, one.return_fire
        you = one.figure if one.helper else "you"
        return (
            *[Row(f"{one.helper} aids {one.figure} against {one.enemy}")] * bool(one.helper),
            self._bar(self.figure(one.enemy), mine),
            Row(f"  {one.enemy} downed", self(mine.out_chance), Tone.QUIET, Tone.QUIET),
            self._bar(f"  back at {you}", theirs),
            Row(f"  {you} downed", self(theirs.out_chance), Tone.QUIET, Tone.QUIET),
            *[Row(one.odds.warning, tone=Tone.HARM)] * bool(one.odds.warning),
        )

    def _bar(self, who: str, chance: AttackChance, change: int = 0) -> Row:
        shares = (chance.out_chance, chance.effect_chance - chance.out_chance)
        return Row(who, self(chance.effect_chance), change=change, shares=shares * self._numbers)


def _change(chance: AttackChance | None, now: AttackChance | None) -> int:
    """Change of the chance of any effect, in percentage points."""
    before = Fraction(0) if now is None else now.effect_chance
    after = Fraction(0) if chance is None else chance.effect_chance
    return round(after * 100) - round(before * 100)


def _path_rows(say: _Chances, forecast: Forecast) -> Rows:
    """Dangers on the way, before the order or after it, and the chance that none comes true."""
    unhurt = forecast.unhurt_chance
    words = "unknown" if unhurt is None else say(unhurt)
    safe = Row("no reaction", words, Tone.STRONG, Tone.STRONG)
    when = "after" if all(one.lasting for one in forecast.path_threats) else "before"
    title = "effect on the route" if forecast.moves else f"effect {when} it acts"
    return Rows((*_danger_rows(say, forecast.path_threats), safe), title, Tone.HARM)


def _danger_rows(say: _Chances, threats: Sequence[PathThreat]) -> Iterator[Row]:
    """A row for each enemy: where it first fires, how often, the chance of any effect.

    Attacks that come only if the figure stays have rows of their own.
    """
    for source in dict.fromkeys(threat.source for threat in threats):
        mine = [one for one in threats if one.source == source]
        name, enemy = say.source(mine[0]), mine[0].enemy
        where = tile_text(mine[0].tile) + (f", {len(mine)} times" if len(mine) > 1 else "")
        chances = [one.chance.effect_chance for one in mine if one.chance is not None]
        if len(chances) < len(mine):
            yield Row(f"{name}, {where}", "?", Tone.HARM, Tone.HARM)
            continue
        chance = say(1 - prod((1 - one for one in chances), start=Fraction(1)))
        value = f"if it stays {chance}" if mine[0].lasting else chance
        short = f"{enemy or name}, {where}"
        yield Row(f"{name}, {where}", value, Tone.HARM, Tone.HARM, short_label=short)
        if len(mine) == 1 and mine[0].chance is not None:
            yield Row(f"  {mine[0].chance.words}", tone=Tone.QUIET)
            if mine[0].first < 1:
                yield Row("  acts first, else right after", say(mine[0].first), Tone.QUIET)


def cost_words(cost: OrderCost, *, rest: bool = True) -> str:
    """What an order takes of what its figure has left: `5 of 8 AP, 3 left`, `its shot`.

    What it takes of a helper has its id: `b3's shot`. `rest`: whether to say what it leaves.
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
    """What an order costs its figure and what it ends; `uses`: the cost serves the order.

    What is lost for nothing is marked.
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
