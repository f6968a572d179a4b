"""From a scenario to the state in which a battle begins: both sides about to deploy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from skirmish.core.board import Board
from skirmish.core.figures import DEPLOYS, HIDDEN, Arrival, Figure, Who
from skirmish.core.gate import shown
from skirmish.core.geometry import Facing, Tile
from skirmish.core.knowledge import refreshed
from skirmish.core.setup import DEPLOYMENT, MUSTER, Setup, Side
from skirmish.core.state import Clock, State
from skirmish.errors import UsageProblem
from skirmish.rulesets.protocol import Ruleset, musters, outfitted
from skirmish.rulesets.registry import ruleset as ruleset_of
from skirmish.scenario import house
from skirmish.scenario.armoury import Armoury, armoury_of
from skirmish.scenario.deployment import arriving_facing, default_facing, default_places
from skirmish.scenario.faults import Faults, did_you_mean
from skirmish.scenario.ground import board_of
from skirmish.scenario.model import Entry, Force, Scenario
from skirmish.scenario.roster import DAMAGE, POSTURE, carried

Rules = Mapping[str, bool | int | str]


def opening_state(scenario: Scenario, rules: Rules | None = None) -> State:
    """The state before deployment; whoever has no fixed tile stands in the zone already.

    Args:
        scenario: One that was loaded, and so checked.
        rules: House rules that the players chose otherwise.

    Raises:
        UsageProblem: There is no such house rule, or it does not take this value.
    """
    ruleset = ruleset_of(scenario.ruleset)
    faults = Faults()
    board = board_of(scenario.ground, faults)
    armoury = armoury_of(scenario, ruleset, faults)
    if board is None or faults.found:
        raise ValueError(faults.found)
    figures = {f.id: f for f in _figures(scenario, board, ruleset, armoury)}
    setup = Setup(
        title=scenario.title,
        ruleset=scenario.ruleset,
        sides={force.id: _side(force, figures) for force in scenario.sides},
        first=scenario.first,
        turns=scenario.turns,
        declared=ruleset.declared,
        rules=house_rules_of(scenario, ruleset, rules or {}),
        objectives=scenario.objectives,
        lessons=scenario.lessons,
        briefing=scenario.briefing,
    )
    phase = MUSTER if musters(ruleset, setup) else DEPLOYMENT
    state = State(setup, Clock(0, 0, phase, scenario.first), board, figures)
    return refreshed(state, tuple(setup.sides))


def house_rules_of(scenario: Scenario, ruleset: Ruleset, chosen: Rules) -> Rules:
    """Every house rule with its value: the default, the scenario's, the players'.

    Raises:
        UsageProblem: A chosen one is not there, or does not take its value.
    """
    rules = house.house_rules(ruleset)
    for name, value in chosen.items():
        if name not in rules:
            remedy = did_you_mean(name, rules)
            raise UsageProblem("no such house rule", shown(name), remedy)
        if wrong := house.fault(rules[name], value):
            raise UsageProblem(wrong[0], name, wrong[1])
    return (
        {name: rule.default for name, rule in rules.items()} | dict(scenario.rules) | dict(chosen)
    )


def _side(force: Force, figures: Mapping[str, Figure]) -> Side:
    worth = sum(f.who.kind.points for f in figures.values() if f.side == force.id)
    return Side(
        force.id, force.name, force.player, force.deploy, force.break_point, worth, force.temper
    )


def _figures(
    scenario: Scenario, board: Board, ruleset: Ruleset, armoury: Armoury
) -> Iterator[Figure]:
    """Every figure: those that stand somewhere, then those that come later."""
    for force in scenario.sides:
        places = default_places(scenario, force, board)
        for entry in force.figures:
            tile = places[entry.id] if entry.at is None else entry.at
            facing = entry.facing
            if facing is None:
                facing = default_facing(scenario, force, tile, board)
            who = _who(entry, force.id, armoury, None)
            yield _figure(entry, who, tile, facing, ruleset)
    for wave in scenario.waves:
        facing = arriving_facing(wave.arrival.edge)
        for entry in wave.figures:
            who = _who(entry, wave.side, armoury, wave.arrival)
            yield _figure(entry, who, None, entry.facing or facing, ruleset)


def _who(entry: Entry, side: str, armoury: Armoury, arrival: Arrival | None) -> Who:
    kind = armoury.kinds[entry.kind]
    weapons = None if kind is None else carried(entry, kind, armoury)
    if kind is None or weapons is None:
        raise ValueError(entry.id)
    return Who(entry.id, side, entry.name or kind.name, kind, weapons, arrival)


def _figure(entry: Entry, who: Who, tile: Tile | None, facing: Facing, ruleset: Ruleset) -> Figure:
    given: dict[str, int] = {}
    posture, damage = "standing", 0
    for name, value in entry.state.items():
        if name == DAMAGE:
            damage = int(value)
        elif name == POSTURE:
            posture = str(value)
        else:
            words = ruleset.declared.counters[name].words
            given[name] = words.index(str(value)) if words else int(value)
    counters = {**outfitted(ruleset, who.kind, who.weapons, given)}
    if entry.hidden:
        counters[HIDDEN] = 1
    if tile is not None and entry.at is None:
        counters[DEPLOYS] = 1
    kept = {name: count for name, count in counters.items() if count}
    return Figure(who, tile, facing, posture, damage, counters=kept)
