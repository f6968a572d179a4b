"""Random play to the end, disturbed: refused orders, questions of odds and undo change nothing."""

from __future__ import annotations

from pathlib import Path
from random import Random

from skirmish.ai import Stream, think
from skirmish.core.orders import Order
from skirmish.errors import OrderRefused, SkirmishError
from skirmish.game import Game, verify_record
from skirmish.record import UNDO
from skirmish.rulesets.attack import odds_of
from skirmish.rulesets.engine import suggested
from tests.soak.case import Case, chance_of
from tests.soak.fields import drawn
from tests.soak.random_play import faults_of

MOST = 4_000
"""Orders after which a battle is taken to have no end."""
WORDS = (
    *("b1", "r1", "r2", "x9", "fire", "move", "end", "ready", "answer", "undo", "deploy", "N", "="),
    *("0,0", "99,99", "3,3>3,4", "mode=burst", "aid=b1+b2", "at=-1,-1", "resign2", "", "~"),
)


def run(seed: int, folder: Path) -> Case:
    """One battle, played in a record."""
    case, chance = Case(), chance_of("play", seed)
    with Game.new(drawn(chance), seed, record=folder, sync=False) as game:
        _play(game, case, chance)
        found, events = faults_of_standing(game)
        case.faults += found
        case.counts["events"] += events
        case.counts["orders"] += len(game.lines)
    report = verify_record(game.record.text)
    case.check(report.ok, str(report.difference))
    _cut_and_go_on(game, case, folder, chance)
    return case


def faults_of_standing(game: Game) -> tuple[list[str], int]:
    """The faults of a game; where orders were taken back, those of the lines that stand."""
    if not any(entry.verb == UNDO for entry in game.lines):
        return faults_of(game)
    text = game.record.text
    return faults_of(_without_undo(Game.replay(text)))


def _without_undo(game: Game) -> Game:
    """The same battle as if nothing had been taken back."""
    again = game.fork(0, seed=game.seed)
    for entry in game.standing[len(again.lines) :]:
        again.order(entry.side, entry.order)
    return again


def _play(game: Game, case: Case, chance: Random) -> None:
    streams = {side: Stream(f"{game.seed}{side}") for side in game.sides}
    for _ in range(MOST):
        if game.over:
            return
        side = game.to_act
        order = think(game.ruleset, game.view(side), "random", streams[side]).order
        if chance.randrange(4) == 0 and _odd(game, case, chance, order):
            continue
        if chance.randrange(6) == 0:
            _ask_odds(game, case, chance)
        _give(game, case, chance, side, order)
    case.faults.append(f"no end after {MOST} orders")


def _odd(game: Game, case: Case, chance: Random, order: Order) -> bool:
    """Gives an order that is likely wrong; whether it was legal and changed the battle.

    A refusal has a reason and no effect.
    """
    words = str(order).split(" ")
    for _ in range(chance.randrange(1, 3)):
        words[chance.randrange(len(words))] = chance.choice(WORDS)
    text = " ".join(words)
    side = chance.choice(game.sides)
    state, lines = game.state, game.lines
    if text.startswith("player"):
        return False
    try:
        game.order(side, text)
    except OrderRefused as refused:
        case.counts["refused orders"] += 1
        case.check(game.state is state and game.lines == lines, f"refused and yet done: {text}")
        case.check(refused.what, f"refused without a reason: {text}")
    except SkirmishError as error:
        case.faults.append(f"{text!r}: {type(error).__name__}: {error}")
    return game.state is not state


def _ask_odds(game: Game, case: Case, chance: Random) -> None:
    """The odds of what a figure might do; verifying shows that no die came of the question."""
    known = game.view(game.to_act)
    own = [figure.id for figure in known.own() if figure.at is not None]
    if not own or known.question is not None or not game.turn:
        return
    for order in suggested(game.ruleset, known, chance.choice(own)):
        plan = game.ruleset.attack(known.state, order)
        if plan is None:
            continue
        case.counts["odds"] += 1
        for name, chances in odds_of(plan, game.ruleset.outcomes.no_effect).figures.items():
            case.check(sum(chances.values()) == 1, f"odds on {name} of {order}: not 1 in all")


def _give(game: Game, case: Case, chance: Random, side: str, order: Order) -> None:
    """An order, which is sometimes taken back where it may be, and given again."""
    first = game.order(side, order)
    if chance.randrange(8) or game.over or game.undo_refusal(side) is not None:
        return
    before = game.standing
    game.undo(side)
    case.counts["undone orders"] += 1
    if len(before) == len(game.standing) + 1 and game.to_act == side:
        again = game.order(side, order)
        case.check(again == first, f"{order} taken back and given again went another way")


def _cut_and_go_on(game: Game, case: Case, folder: Path, chance: Random) -> None:
    """A record cut after a random line and loaded again goes on as the whole one did."""
    whole = game.record.text
    rows = whole.splitlines(keepends=True)
    head = len(rows) - len(game.lines)
    keep = chance.randrange(len(game.lines) + 1)
    cut = folder / "cut.skr"
    cut.write_text("".join(rows[: head + keep]), encoding="utf-8")
    with Game.load(cut, sync=False) as again:
        for entry in game.lines[len(again.lines) :]:
            again.order(entry.side, entry.order)
        case.check(again.record.text == whole, f"cut after line {keep}, it went another way")
    case.counts["records cut and resumed"] += 1
