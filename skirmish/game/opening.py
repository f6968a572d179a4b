"""Openings: scenarios ready to play, from a file or from a record."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from pathlib import Path

import attrs
from attrs import evolve, frozen

from skirmish.core.sanitize import escaped, is_name
from skirmish.core.state import State
from skirmish.errors import UsageProblem
from skirmish.record import (
    HUMAN,
    Head,
    ParsedRecord,
    Verification,
    parse_record,
    read_bytes,
    verify,
)
from skirmish.record.format import MAX_SEED
from skirmish.rulesets.registry import ruleset
from skirmish.rulesets.ruleset import Ruleset
from skirmish.scenario import Scenario, opening_state, parse, scenario_hash, scenario_text

COMPUTER = "computer"
"""The word in a scenario for the computer at any level."""
DEFAULT_LEVEL = "regular"
"""The level of the computer where none is chosen."""


@frozen
class Opening:
    """A scenario ready to play: its ruleset, opening state, text and hashes.

    `data` is a hash of the ruleset's figures, weapons and house rules. An opening can be used for
    any number of games.
    """

    ruleset: Ruleset
    state: State
    text: str
    hash: str
    data: str

    def head(self, seed: int, players: Mapping[str, str] | None) -> Head:
        """The head of a game's record.

        Args:
            seed: Seed of the dice, 0 to 10**18 - 1.
            players: Players of some sides; the others follow the scenario.

        Raises:
            UsageProblem: No such seed, side or player.
        """
        if not 0 <= seed <= MAX_SEED:
            raise UsageProblem(f"no seed {seed}", remedy="give a number of at most 18 digits")
        sides = self.state.setup.sides
        named = dict(players or {})
        for side, player in named.items():
            if side not in sides:
                raise UsageProblem(
                    f"no side '{escaped(side)}'", remedy="the sides are " + ", ".join(sides)
                )
            if not is_name(player):
                raise UsageProblem(f"no player '{escaped(player)}'", side, "such as human, regular")
        suggested = {side: _player(sides[side].player) for side in sides}
        return Head(
            ruleset=self.ruleset.id,
            version=self.ruleset.version,
            data=self.data,
            scenario_hash=self.hash,
            seed=seed,
            players={side: named.get(side, suggested[side]) for side in sides},
            scenario=self.text,
        )

    def version_notices(self, head: Head) -> tuple[str, ...]:
        """Notices for the player about changes of rules or scenario since a record was begun."""
        notices = []
        now = self.ruleset
        if (head.version, head.data) != (now.version, self.data):
            notices.append(
                f"begun under {now.name} version {head.version} ({head.data[:8]}), going on under"
                f" version {now.version} ({self.data[:8]}): what was played stands as it was"
            )
        if head.scenario_hash != self.hash:
            notices.append("the scenario is not read as it was when the game was begun")
        return tuple(notices)


def _player(suggested: str) -> str:
    """The player of a side that its scenario suggests."""
    return DEFAULT_LEVEL if suggested == COMPUTER else suggested or HUMAN


Rules = Mapping[str, bool | int | str]
OpenScenario = Callable[[str], Opening]
"""Makes the opening from the text of a scenario."""


def opening_of(scenario: Scenario, rules: Rules | None = None) -> Opening:
    """The opening of a scenario.

    Args:
        scenario: A scenario that was loaded and checked.
        rules: House rules that override the scenario's; the record keeps them.

    Raises:
        UsageProblem: There is no such house rule, or it does not take this value.
    """
    if rules:
        opening_state(scenario, rules)
        scenario = attrs.evolve(scenario, rules={**scenario.rules, **rules})
    played = ruleset(scenario.ruleset)
    return Opening(
        ruleset=played,
        state=opening_state(scenario),
        text=scenario_text(scenario),
        hash=scenario_hash(scenario),
        data=data_hash(played),
    )


def open_text(text: str) -> Opening:
    """The opening of a scenario given as text.

    Raises:
        FileProblem: The text is not a valid scenario.
    """
    return opening_of(parse(text))


@lru_cache(maxsize=16)
def data_hash(rules: Ruleset) -> str:
    """Hash of a ruleset's figures, weapons and house rules, 16 hex digits.

    The texts of house rules are left out, because they do not change the rules.
    """
    data = (
        rules.handbook.armoury.kinds(),
        rules.handbook.armoury.weapons(),
        {name: evolve(rule, text="") for name, rule in rules.handbook.house_rules.items()},
    )
    return hashlib.sha256(_canonical_text(data).encode()).hexdigest()[:16]


def _canonical_text(value: object) -> str:
    """A value as text that does not depend on process or Python version."""
    if isinstance(value, Enum):
        return value.name
    kind: type = type(value)
    if attrs.has(kind):
        fields = attrs.fields(kind)
        return (
            "("
            + ",".join(f"{f.name}={_canonical_text(getattr(value, f.name))}" for f in fields)
            + ")"
        )
    if isinstance(value, Mapping):
        pairs = sorted((_canonical_text(key), _canonical_text(item)) for key, item in value.items())
        return "{" + ",".join(f"{key}:{item}" for key, item in pairs) + "}"
    if isinstance(value, tuple):
        return "(" + ",".join(map(_canonical_text, value)) + ")"
    if value is None or isinstance(value, bool | int | str | Fraction):
        return repr(value)
    raise TypeError(kind)


def read_record(source: Path | str, *, salvage: bool = False) -> ParsedRecord:
    """A record, from its file or its text.

    Raises:
        UsageProblem: The file cannot be opened.
        RecordProblem: It is damaged.
    """
    if isinstance(source, Path):
        return parse_record(read_bytes(source), escaped(source.name), salvage=salvage)
    return parse_record(source.encode(errors="surrogatepass"), salvage=salvage)


def verify_record(source: Path | str, open_scenario: OpenScenario = open_text) -> Verification:
    """Compare a record, given by path or as text, with what its rules make of its orders.

    Raises:
        UsageProblem: The file cannot be opened.
        RecordProblem: It is damaged.
    """
    reading = read_record(source)
    opening = open_scenario(reading.head.scenario)
    report = verify(reading, opening.ruleset, opening.state)
    changes = (f"{reading.name}: {notice}" for notice in opening.version_notices(reading.head))
    return attrs.evolve(report, notices=(*report.notices, *changes))
