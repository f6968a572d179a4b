"""Makes the scripts that meet every rule again: `python -m tests.rulesets.met [NAME...]`.

To be run when `tests/rulesets/test_met.py` says that a script cannot be played any more, because
its scenarios or the dice of its rules are others. Games of chance are played until every rule was
met; of those that are needed, many orders that no rule needs are left out again. What chance rarely
brings is written by hand (`NAME_rare.txt`).
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import cache

from attrs import evolve, frozen

from skirmish.ai import Stream, key_of, think
from skirmish.analysis.rules_met import rules_in
from skirmish.core.dice import Roller
from skirmish.core.orders import Order, parse_order
from skirmish.core.setup import SETUP_PHASES
from skirmish.core.state import State
from skirmish.core.view import view
from skirmish.game import Game
from skirmish.rulesets.engine import Done, carry_out, given_faces, refusal, to_act, verbs_of
from skirmish.rulesets.ruleset import Ruleset
from tests.rulesets.scripts import (
    MET,
    SCRIPTS,
    Line,
    Scripted,
    begun,
    by_hand,
    played,
    read,
    scenarios,
    wanted,
)

MOST = 400
"""Seeds that are tried on each scenario."""
LONGEST = 600
"""Orders after which a game of chance is broken off."""
LEAST = 3
"""Orders in a row that are tried to leave out; fewer make shorter scripts and take longer."""


@frozen
class Found:
    """A battle and the rules that each of its lines applies."""

    battle: Scripted
    rules: tuple[frozenset[str], ...]

    @property
    def met(self) -> frozenset[str]:
        """The rules of all lines."""
        return frozenset[str]().union(*self.rules)

    def until(self, needed: frozenset[str]) -> Found:
        """The battle up to the line with which all these rules were met."""
        left = set(needed)
        for number, rules in enumerate(self.rules, 1):
            left -= rules
            if not left:
                short = evolve(self.battle, lines=self.battle.lines[:number])
                return Found(short, self.rules[:number])
        return self


def by_chance(scenario: str, seed: int) -> Found:
    """A game of chance in which orders come first that were not given yet."""
    game = begun(scenario, seed)
    before = len(game.lines)
    streams = {side: Stream(key_of(seed, side)) for side in game.sides}
    given: set[str] = set()
    while not game.over and len(game.lines) < LONGEST:
        side = game.to_act
        order = _first_of_its_verb(game, side, given, streams[side].pick)
        if order is None:
            order = think(game.ruleset, game.view(side), "random", streams[side]).order
        given.add(order.verb)
        game.order(side, order)
    lines = tuple(
        Line(entry.order, entry.faces[len(given_faces(game.state_at(number - 1))) :])
        for number, entry in game.standing_lines
        if number > before
    )
    return again(Scripted(scenario, lines))


def _first_of_its_verb(
    game: Game, side: str, given: set[str], pick: Callable[[int], int]
) -> Order | None:
    known = game.view(side)
    if known.question is not None or known.state.clock.phase in SETUP_PHASES:
        return None
    for figure in known.own():
        for family in game.ruleset.options(known, figure.id):
            if family.verb not in given:
                return family.draw(pick)
    return None


@cache
def _opening(scenario: str) -> tuple[Ruleset, State]:
    game = begun(scenario)
    return game.ruleset, game.state


def again(battle: Scripted) -> Found:
    """A battle played again without what is refused now; other dice are rolled where it must be."""
    ruleset, state = _opening(battle.scenario)
    lines, rules = [], []
    for line in battle.lines:
        side = to_act(state)
        order = parse_order(line.order, verbs_of(ruleset))
        if state.tally.over or refusal(ruleset, view(state, side), order) is not None:
            continue
        done = _fitted(ruleset, state, line)
        lines.append(Line(line.order, done.faces[len(given_faces(state)) :]))
        rules.append(frozenset(rules_in(done)))
        state = done.state
    return Found(evolve(battle, lines=tuple(lines)), tuple(rules))


def _fitted(ruleset: Ruleset, state: State, line: Line) -> Done:
    try:
        return played(ruleset, state, line, "")
    except AssertionError:
        order = parse_order(line.order, verbs_of(ruleset))
        dice = Roller(str(line), given_faces(state))
        return carry_out(ruleset, state, to_act(state), order, dice)


def _left(name: str) -> frozenset[str]:
    """The rules that the battles written by hand leave to be met."""
    file = by_hand(name)
    rare = (battle.rules() for battle in read(file)) if file.exists() else ()
    return wanted(name).difference(*rare)


def games(name: str) -> Iterator[Found]:
    """Games of chance that each met a rule which none before did, until all were met."""
    missing, grounds = _left(name), scenarios(name)
    for seed in range(1, MOST):
        for scenario in grounds:
            if not missing:
                return
            found = by_chance(scenario, seed)
            if found.met & missing:
                missing -= found.met
                sys.stderr.write(f"{name}: {scenario} {seed}, missing {sorted(missing)}\n")
                yield found


def shortened(found: Found, needed: frozenset[str]) -> Found:
    """The battle without the orders that these rules do not need."""
    found = found.until(needed)
    size = len(found.rules) // 2
    while size >= LEAST:
        first = 0
        while first < len(found.rules):
            lines = found.battle.lines
            fewer = lines[:first] + lines[first + size :]
            trial = again(evolve(found.battle, lines=fewer))
            if needed <= trial.met:
                found = trial.until(needed)
            else:
                first += size
        size //= 2
    return found


def script(name: str) -> Iterator[Scripted]:
    """The battles of a script, the rarest rules first."""
    kept = [*games(name)]
    rest = _left(name)
    while kept:
        found = kept.pop()
        needed = rest - frozenset[str]().union(*(one.met for one in kept))
        if needed:
            short = shortened(found, needed)
            rest -= short.met
            yield short.battle


def main() -> None:
    """Make each script and write it."""
    for name in sys.argv[1:] or SCRIPTS:
        text = "".join(map(str, script(name)))
        (MET / f"{name}.txt").write_text(text, encoding="utf-8")
        sys.stdout.write(f"{name}: {len(text.splitlines())} lines\n")


if __name__ == "__main__":
    main()
