"""What `state` accepts and what play can reach are the same: no figure is refused that was played.

Random games are played with stat blocks of every system at their extremes. After each order every
figure on the table is written down as a scenario would have it, and judged as a scenario is judged.
The other way round, figures begin with the highest values that `state` accepts, and are played.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from random import Random

import pytest
from attrs import evolve

from skirmish.analysis.self_play import play
from skirmish.core.figures import Figure
from skirmish.core.state import STEPS, State
from skirmish.game import Game, Opening, open_text
from skirmish.rulesets.registry import RULESETS
from skirmish.rulesets.ruleset import Ruleset
from skirmish.scenario.faults import Faults
from skirmish.scenario.house_rules import ENGINE_RULES
from skirmish.scenario.model import FigureEntry
from skirmish.scenario.stat_blocks import StatBlocks
from skirmish.scenario.toml_table import MAX_NUMBER
from skirmish.scenario.validation import DAMAGE, POSTURE, check_figure
from tests.rulesets.extreme import battle, opened, questions, spelt
from tests.soak.random_play import faults_of
from tests.village import village

pytestmark = pytest.mark.slow

FIGURES = 16
"""In a battle of extreme stat blocks."""
SIDES = "blue", "red"
FIRST_TURN = 1
SEEDS = 0, 1
"""Of battles; under d100 the second leaves figures with more than 99 wounds."""
Given = Mapping[str, int | str]


def extreme(rules: Ruleset, seed: int) -> str:
    """A small battle of extreme legal stat blocks, each house rule at its last choice."""
    text = battle(rules, f"states {seed}", figures=FIGURES).text
    own = (
        f"{name} = {spelt(rule.options[-1] if rule.options else True)}"
        for name, rule in rules.handbook.house_rules.items()
        if name not in ENGINE_RULES
    )
    house = "\n".join(("[rules]", *own))
    return text.replace("[map]", f"{house}\n[map]", 1)


def played(opening: Opening, seed: int) -> Game:
    """A game of random legal orders."""
    return play(opening, dict.fromkeys(SIDES, "random"), seed)


def as_given(rules: Ruleset, state: State, figure: Figure) -> Given:
    """A figure of a battle as a scenario's `state` would have it at the start of another one.

    A clock point is counted from the turn in which the battle is; what is over is left out.
    """
    given: dict[str, int | str] = {DAMAGE: figure.damage, POSTURE: figure.posture}
    for name, counter in rules.handbook.declared.counters.items():
        value = figure.count(name)
        if not counter.given or not value:
            continue
        if counter.point:
            value -= max(0, state.clock.turn - FIRST_TURN) * STEPS
        if value > 0:
            given[name] = counter.words[value] if counter.words else value
    return given


def refused(rules: Ruleset, figure: Figure, given: Given) -> list[str]:
    """Return the faults of a scenario with a figure in such a state; empty if accepted."""
    who, faults = figure.who, Faults()
    weapons = tuple(weapon.id for weapon in who.weapons)
    armoury = StatBlocks({who.kind.id: who.kind}, {weapon.id: weapon for weapon in who.weapons})
    entry = FigureEntry(who.id, who.kind.id, weapons=weapons, state=given)
    check_figure(("figure",), entry, rules.handbook, armoury, faults)
    return [f"{figure.id} {fault.path[-1]}: {fault.what}" for fault in faults.found]


def reached(rules: Ruleset, game: Game) -> Iterator[str]:
    """What is refused of all that figures came to in a game."""
    judged: dict[tuple[object, ...], None] = {}
    for line in range(len(game.lines) + 1):
        state = game.state_at(line)
        for figure in state.figures.values():
            given = as_given(rules, state, figure)
            if figure.at is None or (figure.id, *given.items()) in judged:
                continue
            judged[(figure.id, *given.items())] = None
            yield from (f"line {line}: {fault}" for fault in refused(rules, figure, given))


def ends_at_once(fault: str) -> bool:
    """Whether a state is refused only as it ends before the figure's first order, as documented."""
    return fault.endswith("ends before the figure's first order") or (
        # d20: what bleeding and burning take as the first bound begins puts the figure out.
        "is out at" in fault and ("bleed" in fault or "burn" in fault)
    )


each_ruleset = pytest.mark.parametrize("rules", RULESETS.values(), ids=lambda rules: rules.id)


@each_ruleset
def test_state_accepts_whatever_play_reaches(rules: Ruleset) -> None:
    """Counters, damage and posture of every figure, after every order of random games."""
    for opening in (village(rules.id), *(open_text(extreme(rules, seed)) for seed in SEEDS)):
        for fault in reached(rules, played(opening, 0)):
            assert ends_at_once(fault), fault


def highest(top: int, accepted: Callable[[int], bool]) -> int:
    """The highest value up to `top` that is accepted with all between it and its half; else 0."""
    halves = (top >> n for n in range(top.bit_length()))
    low = next((value for value in halves if accepted(value)), 0)
    high = min(top, 2 * low)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if accepted(middle) else (low, middle - 1)
    return low


def most_given(rules: Ruleset, figure: Figure, chance: Random) -> Given:
    """Half of what a figure's state may hold, each at the highest that the others allow it."""
    counters = {name: kept for name, kept in rules.handbook.declared.counters.items() if kept.given}
    given: dict[str, int | str] = {}
    for name in chance.sample([DAMAGE, POSTURE, *counters], (len(counters) + 2) // 2):
        words = counters[name].words if name in counters else ()
        words = tuple(rules.handbook.declared.postures) if name == POSTURE else words

        def fits(value: int | str, name: str = name) -> bool:
            return not refused(rules, figure, {**given, name: value})

        if words:
            word = chance.choice(words)
            given.update({name: word} if fits(word) else {})
        elif most := highest(counters[name].high if name in counters else MAX_NUMBER, fits):
            given[name] = most
    return given


def with_states(rules: Ruleset, text: str, chance: Random) -> str:
    """A scenario of one figure a line, each with a state near its limits."""
    figures = open_text(re.sub(r", state = {.*?}", "", text)).state.figures
    for name, figure in figures.items():
        given = most_given(rules, figure, chance)
        spelt_out = ", ".join(f"{key} = {spelt(value)}" for key, value in given.items())
        state = f", state = {{ {spelt_out} }}" if given else ""
        line = rf'(id = "{name}",.*?)(, state = {{.*?}})? }},$'
        text = re.sub(line, rf"\1{state} }},", text, flags=re.MULTILINE)
    return text


@each_ruleset
def test_what_state_accepts_can_be_played(rules: Ruleset) -> None:
    """At the maximum all odds can be computed, and games leave every value within its limits."""
    chance = Random(f"given {rules.id}")
    text = with_states(rules, extreme(rules, 0), chance)
    opening = open_text(text)

    assert any(figure.counters for figure in opening.state.figures.values())
    fight = opened(rules, text)
    assert len([*questions(fight, "given", 2)]) > 10
    game = played(opening, 0)
    assert faults_of(game)[0] == []
    assert [fault for fault in reached(rules, game) if not ends_at_once(fault)] == []


def test_wounds_without_their_damage_leave_room_for_those_of_later_damage() -> None:
    """d100: 30 DUR at 6 a wound: 4 to begin with, and one more for each 6 points of damage."""
    rules = RULESETS["d100"]
    kind = evolve(rules.handbook.armoury.kinds()["trooper"], dur=30, wound_threshold=6)  # type: ignore[call-arg]
    figure = next(iter(village("d100").state.figures.values()))
    figure = evolve(figure, who=evolve(figure.who, kind=kind))

    for damage, most in ((0, 4), (5, 4), (6, 5), (29, 8)):
        assert refused(rules, figure, {"damage": damage, "wounds": most}) == []
        assert len(refused(rules, figure, {"damage": damage, "wounds": most + 1})) == 1
