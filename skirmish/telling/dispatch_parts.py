"""An account as a report: what stands in each part of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from skirmish.core.text import many
from skirmish.lab.ledger import Balance, Ledger
from skirmish.telling.account import Account, Moment, Stint
from skirmish.telling.dispatch import (
    Bars,
    Block,
    Dispatch,
    Heat,
    Lines,
    Part,
    Swings,
    Table,
    signed,
    tenths,
)
from skirmish.telling.wording import runs, spoken

ALL = "The battle is over: this tells of both sides, all that was hidden included."
NOBODY = "no weapon"
_NAMED = 3
"""Who was in the way of one attack and is named, at least."""
_NONE = "0.0"
_MEASURE = (
    "Expected is exact: the odds that each attack was rolled on. Points are those of what a figure"
    " is worth, by what a wound or a state takes off that; the balance is what enemies lost less"
    " what was lost on the own side."
)
_WORTH = (
    "Times are attacks; of what lasts, such as bleeding or fire, how often it struck. Worth is all"
    " the points of those put out, and of the own side's; who flees or bleeds to death"
    " was put out by what hit him last. What wounds cost is in the luck alone."
)


def dispatch_of(account: Account) -> Dispatch:
    """The report of an account; parts that there is nothing to say in are left out."""
    parts = (
        Part("Result", _result(account)),
        Part("Objectives and points", _objectives(account)),
        Part("Losses", _losses(account)),
        Part("Fire by weapon", _fire(account)),
        Part("Luck: what was expected, and what came", _luck(account)),
        Part("Best and worst moments", _moments(account)),
        Part("Dice", _dice(account)),
        Part("Where fire fell", _heat(account)),
        Part("Afterwards", _afterwards(account)),
    )
    return Dispatch(
        title=account.title,
        about=f"{account.rules}, turn {account.turn} of {account.turns}",
        secrecy=ALL if account.over else _half(account),
        parts=tuple(part for part in parts if part.blocks),
    )


def _half(account: Account) -> str:
    name = account.name(account.side)
    return f"The battle lasts: this tells no more than {name} has learnt."


def _by(stints: Sequence[Stint]) -> str:
    """Who played: `human then recruit from turn 5`."""
    first, *others = stints
    later = [f"then {one.player} from turn {max(one.turn, 1)}" for one in others]
    return " ".join([first.player, *later])


def _result(account: Account) -> tuple[Block, ...]:
    if not account.over:
        return ()
    who, why = account.verdict
    when = f"In turn {account.turn} of {account.turns}: {why}."
    players = [f"{account.name(side)}: {_by(stints)}" for side, stints in account.played.items()]
    return (Lines((who, when, ", ".join([*players, f"seed {account.seed}"]))),)


def _objectives(account: Account) -> tuple[Block, ...]:
    rows = [
        (f"{account.name(goal.side)}: {goal.text}", str(goal.worth), *_paid(goal.paid))
        for goal in account.goals
    ]
    rows += [
        (f"{account.name(side)}: {spoken(why)}", "", *_paid(paid))
        for (side, why), paid in account.other_points.items()
    ]
    total = tuple(
        f"{account.name(side)}: {many(account.score.get(side, 0), 'point')}"
        for side in account.sides
    )
    head, short = ("what for", "worth", "paid", "in turns"), ("what for", "each", "paid", "turns")
    table = Table(head, tuple(rows), short)
    return (Lines(total), *((table,) if rows else ()))


def _paid(paid: Sequence[tuple[int, int]]) -> tuple[str, str]:
    return str(sum(points for _, points in paid)), _turns(turn for turn, _ in paid) or "never"


def _turns(turns: Iterable[int]) -> str:
    """Turns in their order, those that follow each other as one: `1, 3-5`."""
    return ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in runs(turns))


def _losses(account: Account) -> tuple[Block, ...]:
    lines = []
    for one in account.losses:
        name = account.name(one.side)
        if one.figures:
            lost = f"{one.lost} of {many(one.worth, 'point')}"
            head = f"{name}: {len(one.out)} of {one.figures} out, {lost}"
        else:
            head = f"{name}: {len(one.out)} seen to be out, {many(one.lost, 'point')}"
        lines.append(head)
        lines += [f"  {f.id} {f.who.name}, {f.who.kind.name}: {spoken(f.fate)}" for f in one.out]
    sides = account.sides
    rows = tuple(
        (f"turn {turn}", tuple(Fraction(account.over_time[side][turn]) for side in sides))
        for turn in range(1, account.turn + 1)
        if turn < len(account.over_time[sides[0]])
    )
    chart = Bars(tuple(map(account.name, sides)), rows, "points lost by the end of the turn")
    return (Lines(tuple(lines)), *((chart,) if rows else ()))


def _fire(account: Account) -> tuple[Block, ...]:
    ordered = [one for side in account.sides for one in account.fire if one.side == side]
    rows = tuple(
        (
            f"{account.name(one.side)}: {_weapon(account, one.weapon)}",
            *(str(one.shots), str(one.hits), str(one.out), str(one.lost)),
            str(one.own or "-"),
        )
        for one in ordered
    )
    head = ("weapon", "times", "hits", "put out", "their worth", "own out")
    short = ("weapon", "times", "hits", "out", "worth", "own")
    return (Lines((_WORTH,)), Table(head, rows, short)) if rows else ()


def _weapon(account: Account, weapon: str) -> str:
    return account.names.get(weapon) or spoken(weapon) or NOBODY


def _luck(account: Account) -> tuple[Block, ...]:
    ledger = account.ledger
    if ledger is None or not ledger.attacks:
        return ()
    whole = {account.name(side): ledger.of_side(side) for side in account.sides}
    named = {f"{one} {account.name(one)}": b for one, b in ledger.by_figure().items()}
    lines = [_MEASURE]
    if ledger.left_out:
        lines.append(f"{many(ledger.left_out, 'line')} of other rules than today's left out.")
    return (
        Lines(tuple(lines)),
        _balances(whole),
        Swings(tuple((name, balance.luck) for name, balance in whole.items())),
        Lines(("By figure, as it attacked:",)),
        _balances(named),
        *_suffered(account, ledger),
    )


def _balances(found: Mapping[str, Balance]) -> Table:
    head = ("who", "attacks", "hits exp.", "hits", "balance exp.", "balance", "luck")
    rows = tuple(
        (
            name,
            str(one.attacks),
            tenths(one.chance),
            str(one.effects),
            tenths(one.hoped - one.feared),
            tenths(one.dealt - one.cost),
            signed(one.luck),
        )
        for name, one in found.items()
    )
    short = ("who", "att", "exp", "hits", "exp", "bal", "luck")
    return Table(head, rows, short, spare=(1,))


def _suffered(account: Account, ledger: Ledger) -> Iterator[Block]:
    rows = tuple(
        (
            f"{name} {account.name(name)}",
            tenths(expected),
            tenths(actual),
            signed(expected - actual),
        )
        for name, (expected, actual) in ledger.suffered().items()
    )
    if rows:
        yield Lines(("By figure, as it was attacked:",))
        yield Table(("who", "loss exp.", "loss", "luck"), rows)


def _moments(account: Account) -> tuple[Block, ...]:
    lines: list[str] = []
    for head, moments in moments_of(account):
        lines.append(f"{head}:")
        lines += [f"  {moment_words(account, moment)}" for moment in moments]
    return (Lines(tuple(lines)),) if lines else ()


def moments_of(account: Account) -> Iterator[tuple[str, Sequence[Moment]]]:
    """The moments that were best for each side under a head; of a side without one nothing."""
    first, second = account.sides
    for side, other in ((first, second), (second, first)):
        mine = [moment for moment in account.moments if moment.side == side]
        if mine:
            yield f"Best for {account.name(side)}, worst for {account.name(other)}", mine


def moment_words(account: Account, moment: Moment) -> str:
    """A moment in a sentence: when, who at whom, what was expected and what came."""
    attack = moment.attack
    sides = account.ledger.sides if account.ledger is not None else {}
    whom = dict.fromkeys((*attack.actual, *attack.expected))
    at = _some([name for name in whom if sides.get(name) != attack.side])
    one = Balance().with_one(attack, sides)
    told = [f"{tenths(one.dealt)} points lost, {tenths(one.hoped)} expected"] if at else []
    if tenths(one.cost) != _NONE or tenths(one.feared) != _NONE:
        told.append(f"own: {tenths(one.cost)} lost, {tenths(one.feared)} expected")
    weapon = _weapon(account, attack.weapon or attack.how)
    return (
        f"turn {attack.turn}, line {attack.line}: {attack.figure}, {weapon},"
        f" at {at or 'no enemy'}: {'; '.join(told) or 'nothing lost'} ({signed(moment.swing)})"
    )


def _some(names: Sequence[str]) -> str:
    """Who was in the way of a blast or a burst, the first few by name."""
    if len(names) <= _NAMED + 1:
        return ", ".join(names)
    return f"{', '.join(names[:_NAMED])} and {len(names) - _NAMED} more"


def _dice(account: Account) -> tuple[Block, ...]:
    rows = tuple(
        (
            f"{account.name(one.side)}: d{one.die}",
            str(one.dice),
            f"{one.average.numerator / one.average.denominator:.2f}",
            f"{one.expected.numerator / one.expected.denominator:.2f}",
        )
        for one in account.dice
    )
    return (Table(("dice", "thrown", "average", "fair"), rows),) if rows else ()


def _heat(account: Account) -> tuple[Block, ...]:
    return (Heat(account.board, account.fell),) if account.fell else ()


def _afterwards(account: Account) -> tuple[Block, ...]:
    if not account.afterwards:
        return ()
    lines = (f"{lot.figure} {lot.name}: {lot.lot}" for lot in account.afterwards)
    return (Lines(("Rolled for each who was put out, once the battle was over:", *lines)),)
