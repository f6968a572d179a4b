"""What carries over from a battle that is over, for each figure with a `person`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from skirmish.analysis.fire_log import WeaponFire, all_lines, by_figure
from skirmish.core.dice import Roller
from skirmish.core.figures import Figure
from skirmish.errors import UsageProblem
from skirmish.game import Game
from skirmish.presentation.wording import LEFT_FATES
from skirmish.rulesets.ruleset import Ruleset
from skirmish.scenario import parse
from skirmish.scenario.carry_over import DEEDS, CarryOver, Person
from skirmish.scenario.validation import DAMAGE


def carry_over(game: Game) -> CarryOver:
    """What carries over from a battle.

    Raises:
        UsageProblem: The battle is not over, or no figure has a `person`.
    """
    if not game.over:
        raise UsageProblem("the battle is not over", remedy="play it to its end first")
    scenario = parse(game.record.head.scenario)
    figures = {entry.person: entry.id for _, entry in scenario.entries() if entry.person}
    if not figures:
        remedy = 'add person = "marta" to a figure of the scenario, then play it'
        raise UsageProblem("no figure of this battle is a person", remedy=remedy)
    fire = by_figure(tuple(all_lines(game)))
    people = tuple(
        _person(game, person, game.state.figures[figure], fire.get(figure))
        for person, figure in figures.items()
    )
    return CarryOver(scenario.ruleset, scenario.title, people)


def _person(game: Game, person: str, figure: Figure, fire: WeaponFire | None) -> Person:
    who, key = figure.who, f"{game.seed}:aftermath {figure.id}"
    fate = _fate(figure)
    given: Mapping[str, int] | None = {}
    if fate == "fallen":
        given = game.ruleset.outcomes.recovery(Roller(key), figure)
    shot = fire or WeaponFire(figure.side, figure.id)
    counts = shot.shots, shot.hits, shot.out, shot.lost, shot.own
    return Person(
        id=person,
        name=who.name,
        side=figure.side,
        figure=figure.id,
        kind=who.kind.id,
        weapons=tuple(weapon.id for weapon in who.weapons),
        fate=fate,
        returns=given is not None,
        afterwards=game.ruleset.outcomes.aftermath(Roller(key), figure) if figure.fate else "",
        state={} if given is None else dict(_state(game.ruleset, figure, given)),
        deeds=dict(zip(DEEDS, counts, strict=True)),
    )


def _fate(figure: Figure) -> str:
    if figure.at is not None:
        return "alive"
    if not figure.fate:
        return "absent"
    return "left" if figure.fate in LEFT_FATES else "fallen"


def _state(
    ruleset: Ruleset, figure: Figure, changed: Mapping[str, int]
) -> Iterator[tuple[str, int | str]]:
    """The state that a figure brings to its next battle, where it differs from a fresh one."""
    declared, armoury = ruleset.handbook.declared.counters, ruleset.handbook.armoury
    lasting = {name: figure.count(name) for name, kept in declared.items() if kept.lasting}
    lasting |= changed
    given: dict[str, int] = {}
    # Given counters change what others begin with: an extended magazine holds more.
    for _ in range(2):
        fresh = armoury.equipped(figure.who.weapons, given)
        given |= {name: n for name, n in lasting.items() if fresh.get(name, 0) != n}
    if figure.damage:
        yield DAMAGE, figure.damage
    for name, value in given.items():
        words = declared[name].words
        yield name, words[value] if words else value
