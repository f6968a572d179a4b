"""Every numbered rule of d100 and of trait die comes up in scenarios that come with the game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from skirmish.analysis.self_play import play
from skirmish.core.dice import Script
from skirmish.core.orders import parse_order
from skirmish.game import Game, opening_of
from skirmish.rulesets.attack import Aim, odds_of
from skirmish.rulesets.carry import Done, carry, verbs_of
from skirmish.rulesets.protocol import Ruleset
from skirmish.rulesets.registry import ruleset
from skirmish.scenario import find, load

GOLDEN = Path(__file__).parents[1] / "golden"
MUSTER = ("AMMO-05", "AMMO-06", *(f"AMMO-{number}" for number in range(14, 24)))
MOST = 9
"""Games of chance are played with seeds below it."""


def applied(ruleset: Ruleset, done: Done) -> set[str]:
    """The rules that an order applied, those of its attacks' modifiers included."""
    plans = [attempt.plan() for attempt in done.attempts]
    parts = [odds_of(plan, ruleset.spared()) if isinstance(plan, Aim) else plan for plan in plans]
    return {*done.rules, *(line.rule for part in parts for line in part.modifiers)}


def rules_of(game: Game) -> set[str]:
    """The rules that a game applied, from its record."""
    found: set[str] = set()
    verbs = verbs_of(game.ruleset)
    for number, entry in enumerate(game.record.entries, 1):
        before, order = game.state_at(number - 1), parse_order(entry.order, verbs)
        script = Script(entry.faces)
        done = carry(game.ruleset, before, entry.side, order, script, entry.number)
        found |= applied(game.ruleset, done)
    return found


def missing(name: str, found: set[str]) -> list[str]:
    """The numbered rules of a ruleset that were not met, readings and fills apart."""
    return [
        one.id
        for one in ruleset(name).statements.values()
        if one.id.partition("-")[2].isdigit() and not one.descriptive and one.id not in found
    ]


def by_chance(name: str, among: Callable[[set[str]], list[str]]) -> set[str]:
    """The rules of games of chance, as many as it takes and not too many."""
    found: set[str] = set()
    for seed in range(1, MOST):
        if not among(found):
            break
        game = play(opening_of(load(find(name))), {"blue": "random", "red": "random"}, seed)
        found |= rules_of(game)
    return found


def test_every_rule_of_d100() -> None:
    """In two battles of the computer that were recorded, and some of chance."""
    records = sorted(GOLDEN.glob("d100-ring_section*.skr"))
    found = set().union(*(rules_of(Game.replay(path)) for path in records))
    found |= by_chance("crater_field", lambda met: missing("d100", found | met))
    assert missing("d100", found) == []


@pytest.mark.parametrize("name", ["hill_chapel", "ferry_landing"])
def test_every_rule_of_a_muster(name: str) -> None:
    """AMMO-05, AMMO-06, AMMO-14 to AMMO-23 come up in both scenarios with a muster."""

    def unmet(met: set[str]) -> list[str]:
        return [one for one in missing("trait_die", met) if one in MUSTER]

    assert unmet(by_chance(name, unmet)) == []


def test_every_rule_of_trait_die() -> None:
    """In the chapel."""
    found = by_chance("hill_chapel", lambda met: missing("trait_die", met))
    assert missing("trait_die", found) == []
