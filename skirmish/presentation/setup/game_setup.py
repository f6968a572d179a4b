"""Setup of a battle before it begins: players, seed, house rules and handicaps."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TypeGuard, TypeVar

from attrs import evolve, field, frozen

from skirmish.ai import LEVELS
from skirmish.core.setup import Side
from skirmish.game import HUMAN
from skirmish.rulesets.handbook import HouseRule
from skirmish.rulesets.registry import ruleset
from skirmish.scenario import Force, Scenario, all_house_rules, find, load
from skirmish.scenario.handicap import MAX_PERCENT, STEP, handicapped
from skirmish.scenario.house_rules import MAX_SIGHT

Value = bool | int | str

SEED_DIGITS = 18
_DEFAULT_LEVEL = "regular"
_EASY_LEVEL = "recruit"
TUTORIALS: Mapping[str, str] = {
    "first_steps": "opposed d6: the plainest rules; begin here",
    "first_steps_d100": "d100: firing modes, aim, suppressive fire",
    "first_steps_d20": "d20: action points, bursts, overwatch",
    "first_steps_dice_pool": "dice pool: passes, bursts, successes",
    "first_steps_trait_die": "trait die: raises, Shaken, ammunition tokens",
}
"""The tutorials: the name of each scenario, its system and its subject."""
_SEED_LIMIT = 10**6
_RANDOM = "random"
"""The level without a temper."""
_TEMPER_ADVERBS = MappingProxyType({"bold": "boldly", "careful": "carefully"})
"""An adverb for each temper; a steady temper is not mentioned."""


@frozen
class GameSetup:
    """Scenario, players, seed, house rules and handicaps of a battle to be played.

    `rules` holds every house rule with its value. `handicaps`: percent of its points that a side
    does without; 0 for a side that is not named.
    """

    scenario: Scenario
    players: Mapping[str, str]
    seed: int
    rules: Mapping[str, Value] = field(factory=dict)
    handicaps: Mapping[str, int] = field(factory=dict)

    @classmethod
    def of(
        cls,
        scenario: Scenario,
        players: Mapping[str, str] | None = None,
        seed: int | None = None,
        handicaps: Mapping[str, int] | None = None,
    ) -> GameSetup:
        """A setup; values that are not given are those that the scenario suggests."""
        known = all_house_rules(ruleset(scenario.ruleset).handbook)
        usual = {name: rule.default for name, rule in known.items()}
        return cls(
            scenario=scenario,
            players=_suggested_players(scenario) | dict(players or {}),
            seed=random_seed() if seed is None else seed,
            rules=usual | dict(scenario.rules),
            handicaps=dict(handicaps or {}),
        )

    @property
    def known_rules(self) -> Mapping[str, HouseRule]:
        """The house rules of the ruleset."""
        return all_house_rules(ruleset(self.scenario.ruleset).handbook)

    @property
    def prepared_scenario(self) -> Scenario:
        """The scenario with house rules and handicaps written into it, as the record holds it."""
        known, said = self.known_rules, self.scenario.rules
        rules = {
            name: value
            for name, value in self.rules.items()
            if name in said or value != known[name].default
        }
        return handicapped(evolve(self.scenario, rules=rules), self.handicaps)

    @property
    def people(self) -> tuple[str, ...]:
        """The sides that a person plays."""
        return tuple(side for side, player in self.players.items() if player == HUMAN)

    @property
    def human_count(self) -> int:
        """The number of sides that a person plays."""
        return len(self.people)

    def with_player(self, side: str, by: int) -> GameSetup:
        """The setup with the next or previous player for a side."""
        player = next_option(player_options(self.players[side]), self.players[side], by)
        return evolve(self, players={**self.players, side: player})

    def with_seed(self, seed: int) -> GameSetup:
        """The setup with another seed."""
        return evolve(self, seed=seed)

    def with_handicap(self, side: str, by: int) -> GameSetup:
        """The setup with a side's handicap changed by a number of steps."""
        percent = min(max(0, self.handicaps.get(side, 0) + by * STEP), MAX_PERCENT)
        return evolve(self, handicaps={**self.handicaps, side: percent})

    def with_rule(self, name: str, by: int) -> GameSetup:
        """The setup with the next or previous value of a house rule."""
        value = _next_value(self.known_rules[name], self.rules[name], by)
        return evolve(self, rules={**self.rules, name: value})

    def with_number(self, name: str, value: int) -> GameSetup:
        """The setup with a numeric house rule set to a value, clamped to its limits."""
        return evolve(self, rules={**self.rules, name: min(max(0, value), MAX_SIGHT)})


def first_battle(name: str = "first_steps") -> GameSetup:
    """The tutorial battle of a system, by the name of its scenario."""
    return GameSetup.of(load(find(name)))


def random_seed() -> int:
    """A random seed, short enough to pass on to others."""
    return secrets.randbelow(_SEED_LIMIT)


def player_options(now: str = "") -> tuple[str, ...]:
    """The possible players of a side: a person, the levels offered, and the player `now`."""
    usual = (HUMAN, *(level.id for level in LEVELS.values() if level.offered))
    return usual if not now or now in usual else (*usual, now)


def player_words(player: str) -> str:
    """A player in a few words."""
    if player == HUMAN:
        return "a person at this keyboard"
    level = LEVELS.get(player)
    return f"the computer: {level.text}" if level else "a player that this version does not know"


def temper_sentences(sides: Iterable[Force | Side], players: Mapping[str, str]) -> list[str]:
    """One sentence for each computer side with a temper in the scenario."""
    return [
        f"{side.name}: the computer plays {_TEMPER_ADVERBS[side.temper]}."
        for side in sides
        if side.temper in _TEMPER_ADVERBS and players.get(side.id, HUMAN) not in (HUMAN, _RANDOM)
    ]


def is_number(value: object) -> TypeGuard[int]:
    """Whether the value of a house rule is a number that can be typed."""
    return isinstance(value, int) and not isinstance(value, bool)


def _suggested_players(scenario: Scenario) -> dict[str, str]:
    """The players that the scenario suggests: a person, or the computer at its default level.

    Without a suggestion a person plays the first side and the computer the other. In a scenario
    with lessons the computer plays at its easy level.
    """
    players = {force.id: force.player for force in scenario.sides}
    if not any(players.values()):
        players[scenario.sides[0].id] = HUMAN
    level = _EASY_LEVEL if scenario.lessons else _DEFAULT_LEVEL
    other = level if HUMAN in players.values() else HUMAN
    said = {side: player or other for side, player in players.items()}
    return {side: player if player == HUMAN else level for side, player in said.items()}


_T = TypeVar("_T")


def next_option(options: tuple[_T, ...], now: _T, by: int) -> _T:
    """The option `by` places after `now`, wrapping round at the ends."""
    at = options.index(now) if now in options else 0
    return options[(at + by) % len(options)]


def _next_value(rule: HouseRule, value: Value, by: int) -> Value:
    if rule.options:
        return next_option(rule.options, value, by)
    if isinstance(value, bool):
        return not value
    if is_number(value):
        return min(max(0, value + by), MAX_SIGHT)
    return value
