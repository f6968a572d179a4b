"""Which numbered rules came up in games."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest
from attrs import evolve

from skirmish.analysis import rules_met
from skirmish.analysis.rules_met import RulesMet, rules_of
from skirmish.analysis.simulation import simulate
from skirmish.analysis.workers import process_pool
from skirmish.core.events import Event, Fired
from skirmish.game import Game
from skirmish.rulesets.registry import ruleset
from skirmish.rulesets.ruleset import Statement
from skirmish.rulesets.scene import Scene
from tests.toy_ruleset import play, toy
from tests.village import village

PLAYERS = {"blue": "recruit", "red": "random"}


def test_of_an_order_that_asked_the_last_time_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer carries the whole order out again; its rules came up once all the same."""
    real = Scene.emit

    def citing(scene: Scene, event: Event, **more: Any) -> None:
        if isinstance(event, Fired):
            scene.cite("TOY-1")
        real(scene, event, **more)

    monkeypatch.setattr(Scene, "emit", citing)
    asked = 0
    for seed in range(6):
        game = play(Game.new(toy(), 7), 30, seed=seed)
        while not game.over and game.state.pending is not None:
            play(game, 1)
        fired = [t for entry in game.standing for t in entry.told if isinstance(t.event, Fired)]
        asked += sum(entry.asks is not None for entry in game.standing)
        assert rules_of(game).get("TOY-1", 0) == len(fired)

    assert asked


def test_rules_are_counted_where_asked_for_and_in_any_process() -> None:
    """Else nothing is carried out again; others count as this process does."""
    here = simulate(village(), PLAYERS, range(2), rules=True)
    met = here.met

    assert met is not None
    assert met.times["BAY-28"] >= met.games["BAY-28"] > 0
    assert met.played == 2
    with process_pool(1) as executor:
        assert simulate(village(), PLAYERS, range(2), executor, rules=True) == here
    silent = simulate(village(), PLAYERS, range(1))
    assert (silent.met, silent.data["rules"], silent.games[0].rules) == (None, None, {})


def test_every_statement_stands_in_one_list(monkeypatch: pytest.MonkeyPatch) -> None:
    """What came up, what never did, and apart from that what only describes."""
    rules = ruleset("opposed_d6")
    described = evolve(rules.statements["BAY-01"], descriptive=True)

    class Described:
        """The rules with a statement that only describes."""

        statements: ClassVar[dict[str, Statement]] = {**rules.statements, "BAY-01": described}

    monkeypatch.setattr(rules_met, "ruleset", lambda _: Described)
    met = RulesMet.over("opposed_d6", [{"BAY-10": 2}, {"BAY-10": 1, "BAY-2": 4}, {}])

    assert (met.times, met.games) == ({"BAY-2": 4, "BAY-10": 3}, {"BAY-2": 1, "BAY-10": 2})
    assert met.descriptive == ("BAY-01", "BAY-F14")
    assert sorted([*met.never, "BAY-01", "BAY-F14", "BAY-10"]) == sorted(rules.statements)
    text = "\n".join(met.lines())
    assert "BAY-2 4 1, BAY-10 3 2" in text
    assert "  only described, so never applied: 2\n    BAY-01, BAY-F14" in text
