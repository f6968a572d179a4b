"""The after-action report: a battle summary as the sections of a report document."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from skirmish.analysis.luck_ledger import Balance, Ledger
from skirmish.core.figures import Figure
from skirmish.core.text import pluralize
from skirmish.presentation.objective_status import points_beside
from skirmish.presentation.report.battle_summary import BattleSummary, KeyMoment
from skirmish.presentation.report_document import (
    BarChart,
    Block,
    DivergingBars,
    HeatMap,
    Lines,
    ReportDocument,
    Section,
    Table,
    format_signed,
    format_tenths,
)
from skirmish.presentation.wording import first_names, humanize, runs

FULL_SCOPE = "The battle is over: this report covers both sides, with everything that was hidden."
NO_WEAPON = "no weapon"
_NONE = "0.0"
_MEASURE = (
    "Hits: enemies that an attack affects. Harm is in worth, what a figure counts for the enemy:"
    " all of it when the figure is put out, a part of it for wounds and conditions, so that it is"
    " not the worth of the figures that are out. Harm to the attacker's side is subtracted."
    " Attacks are not the times above: smoke, a shell on empty ground and harm that goes on are"
    " none, and fire that lies on the ground is one each time that a figure meets it."
    " Expected (exp.) values are the exact odds of the attacks. Luck is harm minus expected harm."
    " Numbers are rounded so that rows and columns add up."
)
PAID_IN, NEVER = "in turns", "never"
"""The head of the column with the turns in which an objective paid, and a cell without any."""
_ALONE = "what is expected of each attack is added up, also at a figure that others then put out"
_AGAIN = (
    "it is the sum of what each attack did, so harm from which a figure recovers counts, and harm"
    " to a figure that is put out later"
)
"""Why an expected sum, and an actual one, may exceed the worth of a side."""
_AT_ONCE = (
    "The loss is the sum of what each attack did as it was made, also harm from which the figure"
    " recovered: it may be more than its worth. A figure that flees off the map or dies of its"
    " wounds later counts in full under losses only."
)
_UNLIKELY = "Results with a chance below 20%, those that swung the battle most."
_WORTH = (
    "Times: attacks made, aid to the attack of another left out. Each turn in which harm goes on,"
    " as in gas, is one time. A fight for which both sides roll is an attack of each, here and"
    " under luck. Hits: enemies on whom an attack had any effect; a burst or a blast may hit"
    " several, and own figures, which are counted apart."
    " Out: enemies downed or driven off, with their worth."
    " A figure that flees or dies of its wounds later counts for the weapon that hit it last."
    " Wounds count under luck only."
)


def battle_report(summary: BattleSummary) -> ReportDocument:
    """The report of a summary; empty sections are left out."""
    parts = (
        Section("Result", _result(summary), "result", main=True),
        Section("Objectives and score", _objectives(summary), "objectives and score", main=True),
        Section("Losses", _losses(summary), "losses", main=True),
        Section("Fire by weapon", _fire(summary), "fire by weapon"),
        Section("Luck: expected and actual results", _luck(summary), "luck"),
        Section("Best and worst moments", _moments(summary), "best and worst moments"),
        Section("Dice", _dice(summary), "dice"),
        Section("Where fire fell", _heat_map(summary), "where fire fell"),
        Section("Afterwards", _afterwards(summary), "afterwards"),
    )
    return ReportDocument(
        title=summary.title,
        subtitle=f"{summary.rules}, turn {summary.turn} of {summary.turns}",
        scope=FULL_SCOPE if summary.over else _partial_scope(summary),
        sections=tuple(part for part in parts if part.blocks),
    )


def _partial_scope(summary: BattleSummary) -> str:
    name = summary.name(summary.side)
    return f"This battle is not over. The report shows only what {name} knows."


def _result(summary: BattleSummary) -> tuple[Block, ...]:
    if not summary.over:
        return ()
    who, why = summary.verdict
    when = f"In turn {summary.turn} of {summary.turns}: {why}."
    return (Lines((who, when, ", ".join([*summary.played_by, f"seed {summary.seed}"]))),)


def _objectives(summary: BattleSummary) -> tuple[Block, ...]:
    blocks: list[Block] = []
    for side in summary.sides:
        points = pluralize(summary.score.get(side, 0), "point")
        blocks.append(Lines((f"{summary.name(side)}: {points}",)))
        if rows := tuple(_paid_rows(summary, side)):
            head = ("reason", "paid", PAID_IN)
            blocks.append(Table(head, rows, ("reason", "paid", "turns")))
    return tuple(blocks)


def _paid_rows(summary: BattleSummary, side: str) -> Iterator[tuple[str, ...]]:
    """The points that a side could score, and those that it scored."""
    for goal in summary.goals:
        if goal.side == side:
            points = points_beside(goal.worth, goal.text)
            yield f"{goal.text} ({points})" if points else goal.text, *_paid(goal.paid)
    for (scorer, why), paid in summary.other_points.items():
        if scorer == side:
            yield humanize(why), *_paid(paid)


def _paid(paid: Sequence[tuple[int, int]]) -> tuple[str, str]:
    return str(sum(points for _, points in paid)), _turns(turn for turn, _ in paid) or NEVER


def _turns(turns: Iterable[int]) -> str:
    """Turns in order, consecutive ones as a range: `1, 3-5`."""
    return ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in runs(turns))


def _losses(summary: BattleSummary) -> tuple[Block, ...]:
    lines = []
    for one in summary.losses:
        name = summary.name(one.side)
        if one.figures:
            lost = f"worth {one.lost} of {one.worth}"
            head = f"{name}: {len(one.out)} of {one.figures} out, {lost}"
        else:
            head = f"{name}: {len(one.out)} seen out, worth {one.lost}"
        lines.append(head)
        lines += [f"  {_figure(figure)}: {humanize(figure.fate)}" for figure in one.out]
        lines += [f"  {_figure(figure)}: {_absence(figure)}" for figure in one.absent]
    sides = summary.sides
    rows = tuple(
        (f"turn {turn}", tuple(Fraction(summary.losses_by_turn[side][turn]) for side in sides))
        for turn in range(1, summary.turn + 1)
        if turn < len(summary.losses_by_turn[sides[0]])
    )
    chart = BarChart(tuple(map(summary.name, sides)), rows, "worth lost by the end of the turn")
    return (Lines(tuple(lines)), *((chart,) if rows else ()))


def _figure(figure: Figure) -> str:
    return f"{figure.id} {figure.who.name_and_kind}"


def _absence(figure: Figure) -> str:
    """A note that a reinforcement never came, and when it was due if a turn was named."""
    due = figure.who.arrival.turn if figure.who.arrival else 0
    return "did not arrive" + (f" (due in turn {due})" if due else "")


def _fire(summary: BattleSummary) -> tuple[Block, ...]:
    head = ("weapon", "times", "hits", "out", "their worth", "own hits", "own out")
    short = ("weapon", "times", "hits", "out", "worth", "own hit", "own out")
    blocks: list[Block] = []
    for side in summary.sides:
        rows = tuple(
            (
                _weapon(summary, one.weapon),
                *(str(one.shots), str(one.hits), str(one.out), str(one.lost)),
                *(str(one.own_hits or "-"), str(one.own or "-")),
            )
            for one in summary.fire
            if one.side == side
        )
        if rows:
            table = Table(head, rows, short, optional=(5,))
            blocks += Lines((f"{summary.name(side)}:",)), table
    return (Lines((_WORTH,)), *blocks) if blocks else ()


def _weapon(summary: BattleSummary, weapon: str) -> str:
    return summary.names.get(weapon) or humanize(weapon) or NO_WEAPON


def _luck(summary: BattleSummary) -> tuple[Block, ...]:
    ledger = summary.ledger
    if ledger is None or not ledger.attacks:
        return ()
    whole = {summary.name(side): ledger.of_side(side) for side in summary.sides}
    lines = [_MEASURE]
    if ledger.left_out:
        lines.append(f"{pluralize(ledger.left_out, 'line')} left out: played under older rules.")
    return (
        Lines(tuple(lines)),
        _balances(whole, whole=True),
        *(Lines((words,)) for words in beyond_worth(summary)),
        DivergingBars(tuple((name, _luck_shown(one)) for name, one in whole.items())),
        *_by_attacker(summary, ledger),
        *_by_target(summary, ledger),
    )


def beyond_worth(summary: BattleSummary) -> Iterator[str]:
    """For each side, why its harm exceeds the worth of its enemy, if it does."""
    worth = {one.side: one.worth for one in summary.losses}
    for side, enemy in zip(summary.sides, reversed(summary.sides), strict=True):
        found = summary.ledger.of_side(side) if summary.ledger is not None else Balance()
        _, expected, harm = next(_rounded((found,)))
        harms = (expected, "expected harm", _ALONE), (harm, "harm", _AGAIN)
        above = [(what, why) for value, what, why in harms if value > worth[enemy]]
        if above:
            what, why = " and ".join(one for one, _ in above), "; ".join(one for _, one in above)
            whole = f"{worth[enemy]}, the whole worth of {summary.name(enemy)}"
            isare = "is" if len(above) == 1 else "are each"
            yield f"{what.capitalize()} by {summary.name(side)} {isare} more than {whole}: {why}."


def _by_attacker(summary: BattleSummary, ledger: Ledger) -> Iterator[Block]:
    """The attackers of each side separately, so that their numbers add up to those of the side."""
    for side in summary.sides:
        mine = {
            f"{one} {summary.name(one)}": balance for one, balance in ledger.by_figure(side).items()
        }
        if mine:
            yield Lines((f"By attacker, {summary.name(side)}:",))
            yield _balances(mine)


def _balances(found: Mapping[str, Balance], *, whole: bool = False) -> Table:
    """A table of balances: the parts of a sum, or `whole` sums by themselves."""
    parts = tuple(found.values())
    each = [next(_rounded((one,))) for one in parts] if whole else list(_rounded(parts))
    rows = []
    for (name, one), (chance, expected, harm) in zip(found.items(), each, strict=True):
        numbers = (format_tenths(expected), format_tenths(harm), format_signed(harm - expected))
        rows.append((name, str(one.attacks), format_tenths(chance), str(one.effects), *numbers))
    head = ("who", "attacks", "hits exp.", "hits", "harm exp.", "harm", "luck")
    short = ("who", "att", *head[2:])
    return Table(head, tuple(rows), short, optional=(2, 1))


def _luck_shown(one: Balance) -> Fraction:
    """The difference of the rounded numbers."""
    _, expected, harm = next(_rounded((one,)))
    return harm - expected


def _rounded(balances: Sequence[Balance]) -> Iterator[tuple[Fraction, Fraction, Fraction]]:
    """Expected hits, expected and actual harm in tenths: each column adds up to its rounded sum."""
    columns = (
        [one.chance for one in balances],
        [one.hoped - one.feared for one in balances],
        [one.dealt - one.cost for one in balances],
    )
    return zip(*(_rounded_column(column) for column in columns), strict=True)


def _rounded_column(values: Iterable[Fraction]) -> Iterator[Fraction]:
    before = total = Fraction(0)
    for value in values:
        total += value
        after = _tenths(total)
        yield after - before
        before = after


def _tenths(value: Fraction) -> Fraction:
    return Fraction(round(10 * value), 10)


def _by_target(summary: BattleSummary, ledger: Ledger) -> Iterator[Block]:
    rows = tuple(
        (
            f"{name} {summary.name(name)}",
            format_tenths(expected),
            format_tenths(actual),
            format_signed(_tenths(expected) - _tenths(actual)),
        )
        for name, (expected, actual) in ledger.suffered().items()
    )
    if rows:
        yield Lines(("By target:", _AT_ONCE))
        yield Table(("who", "loss exp.", "loss", "luck"), rows)


def _moments(summary: BattleSummary) -> tuple[Block, ...]:
    lines: list[str] = [_UNLIKELY] if summary.moments else []
    for head, moments in moments_by_side(summary):
        lines.append(f"{head}:")
        lines += [f"  {moment_words(summary, moment)}" for moment in moments]
    return (Lines(tuple(lines)),) if lines else ()


def moments_by_side(summary: BattleSummary) -> Iterator[tuple[str, Sequence[KeyMoment]]]:
    """The best moments of each side under a heading; sides without any are left out."""
    first, second = summary.sides
    for side, other in ((first, second), (second, first)):
        mine = [moment for moment in summary.moments if moment.side == side]
        if mine:
            yield f"Best for {summary.name(side)}, worst for {summary.name(other)}", mine


def moment_words(summary: BattleSummary, moment: KeyMoment) -> str:
    """A moment in a sentence: when, attacker, targets, expected and actual loss."""
    attack = moment.attack
    sides = summary.ledger.sides if summary.ledger is not None else {}
    at = first_names(attack.targets(sides))
    one = Balance().with_one(attack, sides)
    dealt, hoped = format_tenths(one.dealt), format_tenths(one.hoped)
    cost, feared = format_tenths(one.cost), format_tenths(one.feared)
    parts = [f"{dealt} worth lost, {hoped} expected"] if at else []
    if cost != _NONE or feared != _NONE:
        parts.append(f"own: {cost} lost, {feared} expected")
    lost = "; ".join(parts) or "nothing lost"
    weapon = _weapon(summary, attack.weapon or attack.how)
    return (
        f"turn {attack.turn}, line {attack.number}: {attack.figure}, {weapon},"
        f" at {at or 'no enemy'}: {lost} ({format_signed(moment.swing)}),"
        f" {moment.chance_words(str)}"
    )


def _dice(summary: BattleSummary) -> tuple[Block, ...]:
    rows = tuple(
        (
            f"{summary.name(one.side)}: d{one.die}",
            str(one.dice),
            f"{one.average.numerator / one.average.denominator:.2f}",
            f"{one.expected.numerator / one.expected.denominator:.2f}",
        )
        for one in summary.dice
    )
    return (Table(("dice", "thrown", "average", "fair"), rows),) if rows else ()


def _heat_map(summary: BattleSummary) -> tuple[Block, ...]:
    return (HeatMap(summary.board, summary.fire_by_tile),) if summary.fire_by_tile else ()


def _afterwards(summary: BattleSummary) -> tuple[Block, ...]:
    if not summary.casualties:
        return ()
    lines = (f"{lot.figure} {lot.name}: {lot.outcome}" for lot in summary.casualties)
    return (Lines(("Rolled after the battle for each figure that is out:", *lines)),)
