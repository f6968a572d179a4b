"""Scripts: orders with their faces, played on scenarios that come with the game.

A line `scenario NAME` begins a battle; each line after it is an order, and behind a bar the faces
that it rolls, such as `fire b1 r3 | 6:5 6:2`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

from skirmish.analysis.rules_met import rules_in
from skirmish.core.dice import Face, Script, faces_text, parse_faces
from skirmish.core.orders import parse_order
from skirmish.core.state import State
from skirmish.core.view import view
from skirmish.errors import DiceProblem
from skirmish.game import Game
from skirmish.rulesets.engine import Done, carry_out, given_faces, refusal, to_act, verbs_of
from skirmish.rulesets.registry import ruleset as ruleset_of
from skirmish.rulesets.ruleset import Ruleset
from skirmish.scenario import find, load, shipped
from tests.kept_scenarios import kept

MET = Path(__file__).parent / "met"
MUSTER = frozenset({"AMMO-05", "AMMO-06", *(f"AMMO-{number}" for number in range(14, 24))})
SCRIPTS = (
    *("opposed_d6", "d20", "dice_pool", "d100", "trait_die"),
    *("trait_die-hill_chapel", "trait_die-ferry_landing"),
)
PLAYERS = {"blue": "random", "red": "random"}
"""No person, so that nobody is asked whom it is left to."""


@frozen
class Line:
    """An order and the faces that it rolls."""

    order: str
    faces: tuple[Face, ...] = ()

    def __str__(self) -> str:
        """As a script has it."""
        return " | ".join(filter(None, (self.order, faces_text(self.faces))))


@frozen
class Scripted:
    """A scenario and the first lines of a battle on it."""

    scenario: str
    lines: tuple[Line, ...]

    def __str__(self) -> str:
        """As a script has it."""
        return "".join(f"{line}\n" for line in (f"scenario {self.scenario}", *self.lines))

    def rules(self) -> set[str]:
        """The rules that the lines apply; each must be legal and use up its faces."""
        battle = begun(self.scenario)
        ruleset, state = battle.ruleset, battle.state
        found: set[str] = set()
        for number, line in enumerate(self.lines, 1):
            done = played(ruleset, state, line, f"{self.scenario}, line {number}")
            state = done.state
            found |= {*rules_in(done)}
        return found


def begun(scenario: str, seed: int = 0) -> Game:
    """A battle before its first line."""
    return Game.new(load(kept(scenario)), seed, PLAYERS)


def played(ruleset: Ruleset, state: State, line: Line, where: str) -> Done:
    """A line carried out on its faces.

    Raises:
        AssertionError: It is refused, or its faces are not those that it rolls.
    """
    side, order = to_act(state), parse_order(line.order, verbs_of(ruleset))
    refused = refusal(ruleset, view(state, side), order)
    assert refused is None, f"{where}: {line}: {refused}"
    dice = Script((*given_faces(state), *line.faces))
    try:
        done = carry_out(ruleset, state, side, order, dice)
        dice.check_used_up()
    except DiceProblem as problem:
        raise AssertionError(f"{where}: {line}: {problem}") from problem
    return done


def read(path: Path) -> Iterator[Scripted]:
    """The battles of a script."""
    for part in path.read_text("utf-8").split("scenario ")[1:]:
        name, *lines = part.splitlines()
        orders = (line.partition(" | ") for line in lines)
        yield Scripted(name, tuple(Line(order, parse_faces(faces)) for order, _, faces in orders))


def battles(name: str) -> tuple[Scripted, ...]:
    """The script of this name, and the one written by hand of what chance rarely brings."""
    files = (MET / f"{name}.txt", by_hand(name))
    return tuple(battle for file in files if file.exists() for battle in read(file))


def by_hand(name: str) -> Path:
    """Where the battles are that were written by hand; not every script has any."""
    return MET / f"{name}_rare.txt"


def wanted(name: str) -> frozenset[str]:
    """The rules that the script of this name is to meet.

    All of a ruleset that are more than a description; of `RULESET-SCENARIO` those of the muster.
    """
    rules = ruleset_of(name.partition("-")[0]).statements.values()
    every = frozenset(rule.id for rule in rules if not rule.descriptive)
    return every & MUSTER if "-" in name else every


def scenarios(name: str) -> tuple[str, ...]:
    """The shipped scenarios on which the script of this name may be played."""
    rules, _, only = name.partition("-")
    return (only,) if only else tuple(one for one in shipped() if load(find(one)).ruleset == rules)
