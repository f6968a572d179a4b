"""The luck ledger: it adds up, it tells the odds that were shown, and nobody is lucky for ever."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import sqrt
from pathlib import Path

import pytest
from attrs import evolve

from skirmish.analysis.fire_log import all_lines, by_weapon
from skirmish.analysis.luck_ledger import Balance, Ledger, ledger_of
from skirmish.analysis.self_play import play
from skirmish.core.events import Struck, ToldEvent, Turned
from skirmish.core.orders import parse_order
from skirmish.core.view import view
from skirmish.errors import UsageProblem
from skirmish.game import Game
from skirmish.record import Record
from skirmish.rulesets.attack import Attack
from skirmish.rulesets.engine import verbs_of
from skirmish.rulesets.opposed_d6.close_combat import MELEE
from skirmish.rulesets.registry import RULESETS
from tests.village import village

GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.skr"))
SIGMAS = 5

each_record = pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)


@cache
def golden(path: Path) -> tuple[Game, Ledger]:
    """A game that was played to its end, and its ledger."""
    game = Game.replay(path)
    return game, ledger_of(game)


@cache
def at_random(name: str) -> tuple[Game, Ledger]:
    """The same for a game of the village at random."""
    game = play(village(name), {"blue": "random", "red": "random"}, 11)
    return game, ledger_of(game)


def points(balance: Balance) -> tuple[Fraction, Fraction]:
    """All that was expected to be lost, and all that was."""
    return balance.hoped + balance.feared, balance.dealt + balance.cost


def adds_up(game: Game, ledger: Ledger) -> None:
    """Sides, figures and targets each come to the sum over all attacks."""
    expected = sum((sum(a.expected.values()) for a in ledger.attacks), Fraction(0))
    actual = sum((sum(a.actual.values()) for a in ledger.attacks), Fraction(0))
    whole = (expected, actual)
    by_side = [points(ledger.of_side(side)) for side in game.sides]
    by_figure = [points(one) for one in ledger.by_figure().values()]
    for parts in (by_side, by_figure, list(ledger.suffered().values())):
        assert tuple(map(sum, zip(*parts, strict=True))) == whole
    first, second = game.sides
    assert all(ledger.swing(a, first) == -ledger.swing(a, second) for a in ledger.attacks)


@each_record
def test_the_ledger_adds_up(path: Path) -> None:
    """Every line of a golden record is reckoned, and the parts come to the whole."""
    game, ledger = golden(path)

    assert ledger.left_out == 0
    assert ledger.attacks
    adds_up(game, ledger)


def by_somebody(told: ToldEvent) -> bool:
    """Whether somebody was struck, not by what burns or lingers."""
    return isinstance(told.event, Struck) and bool(told.event.source)


@each_record
def test_no_attack_is_missing(path: Path) -> None:
    """Whoever was struck by somebody was struck by an attack that the ledger has."""
    game, ledger = golden(path)
    lines = {attack.line for attack in ledger.attacks}
    struck = [
        line
        for line, entry in enumerate(game.lines, 1)
        if any(by_somebody(told) for told in entry.told) and entry.asks is None
    ]

    assert struck
    assert [line for line in struck if line not in lines] == []


@pytest.mark.parametrize("name", sorted(RULESETS))
def test_random_games_add_up_too(name: str) -> None:
    """Under every ruleset, whatever is ordered; nobody loses more than he is worth by one blow."""
    game, ledger = at_random(name)

    assert ledger.left_out == 0
    adds_up(game, ledger)
    for attack in ledger.attacks:
        worth = {n: game.state.figures[n].who.kind.points for n in attack.actual}
        assert all(lost <= worth[name] for name, lost in attack.actual.items())


@each_record
def test_what_was_expected_is_what_the_player_was_shown(path: Path) -> None:
    """Asked anew on the view of who ordered it, an attack has the same expected loss."""
    game, ledger = golden(path)
    rules, compared = game.ruleset, 0
    for attack in ledger.attacks:
        entry, before = game.lines[attack.line - 1], game.state_at(attack.line - 1)
        in_process = sum(other.line == attack.line for other in ledger.attacks) == 1
        order = parse_order(entry.order, verbs_of(rules))
        if not in_process or order.figure != attack.figure or before.pending is not None:
            continue
        known = view(before, entry.side).state
        plan = rules.attack(known, order)
        if not isinstance(plan, Attack) or plan.area or plan.at is not None:
            continue
        for name in plan.subjects:
            chances = plan.odds_on(name).items()
            mean = sum(
                (p * rules.outcomes.loss(known, name, out) for out, p in chances), Fraction(0)
            )
            assert attack.expected[name] == mean, entry.order
        compared += 1

    assert compared >= 3


def test_a_fight_is_an_attack_of_each_side_as_in_the_fire_by_weapon() -> None:
    """Each blow has its own expected loss; neither side pays for its attack with the other's."""
    path = next(path for path in GOLDEN if path.stem.endswith("night_pumps"))
    game, ledger = golden(path)
    fights = [attack for attack in ledger.attacks if attack.weapon == "" and attack.how == MELEE]

    assert fights
    for attack in fights:
        (foe,) = attack.expected
        assert ledger.sides[foe] != attack.side
    fire = {(one.side, one.weapon): one.shots for one in by_weapon(list(all_lines(game)))}
    for side in game.sides:
        assert fire.get((side, MELEE), 0) == sum(one.side == side for one in fights)


def test_what_only_cost_the_shooter_is_no_hit() -> None:
    """Trait die tells the tokens of an attack with the outcome of who is named: a miss is none."""
    path = next(path for path in GOLDEN if path.stem.startswith("trait_die"))
    game, ledger = golden(path)
    rules, compared = game.ruleset, 0
    for attack in ledger.attacks:
        before = game.state_at(attack.line - 1)
        order = parse_order(game.lines[attack.line - 1].order, verbs_of(rules))
        plan = rules.attack(before, order) if order.verb == "fire" else None
        if order.figure != attack.figure or not isinstance(plan, Attack):
            continue
        foes = [n for n in plan.subjects if before.figures[n].side != attack.side]
        chances = [
            (rules.outcomes.words(out), p) for n in foes for out, p in plan.odds_on(n).items()
        ]
        struck = [p for told, p in chances if told["shaken"] or told["wounds"]]
        assert attack.chance == sum(struck)
        compared += any(told["tokens"] and not told["hit"] for told, _ in chances)

    assert compared >= 3


def test_nobody_is_lucky_for_ever() -> None:
    """Over all these battles what came is what was expected, within what chance allows."""
    ledgers = [golden(path)[1] for path in GOLDEN] + [at_random(name)[1] for name in RULESETS]
    attacks = [attack for ledger in ledgers for attack in ledger.attacks]
    lost = [float(sum(a.actual.values()) - sum(a.expected.values())) for a in attacks]
    hits = [float(a.effect - a.chance) for a in attacks]
    assert len(attacks) > 300
    for off in (lost, hits):
        assert abs(sum(off)) < SIGMAS * sqrt(sum(one * one for one in off))


def test_a_battle_that_lasts_has_no_ledger() -> None:
    """Its dice would tell of figures that nobody may know of."""
    with pytest.raises(UsageProblem, match="not over"):
        ledger_of(Game.new(village("opposed_d6"), 1))


def test_lines_of_other_rules_are_left_out_and_counted() -> None:
    """A line that today's rules carry out otherwise has no place in the ledger; the rest has."""
    game, ledger = golden(GOLDEN[0])
    line = ledger.attacks[0].line
    lines = list(game.lines)
    entry, after = lines[line - 1], game.state_at(line)
    figure = next(f for f in after.figures.values() if f.at is not None)
    also = ToldEvent(Turned(figure.id, figure.facing), ())
    lines[line - 1] = evolve(entry, told=(*entry.told, also))
    found = ledger_of(Game.replay(Record(game.record.head, lines).text))

    assert found.left_out == 1
    assert found.attacks == tuple(one for one in ledger.attacks if one.line != line)
