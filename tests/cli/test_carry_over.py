"""People: from one battle to the next, by a file that a person can read and change."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from attrs import evolve

from skirmish.analysis.known_results import content_of
from skirmish.analysis.self_play import play
from skirmish.core.figures import Figure
from skirmish.errors import FileProblem, UsageProblem
from skirmish.game import Game, opening_of
from skirmish.presentation.report.people import carry_over
from skirmish.rulesets.registry import RULESETS, ruleset
from skirmish.scenario import FigureEntry, Scenario, opening_state, parse, scenario_text
from skirmish.scenario.carry_over import CarryOver, Person, load_carry_over, with_people
from tests.cli.cli_runner import Run
from tests.village import village

FILE = "after.toml"


def named(entries: tuple[FigureEntry, ...]) -> tuple[FigureEntry, ...]:
    """Figures of which all but the last are people."""
    *people, last = (evolve(entry, person=f"p_{entry.id}") for entry in entries)
    return (*people, evolve(last, person=""))


def peopled(rules: str) -> Scenario:
    """The village, where most figures are people; no side is broken by losses."""
    scenario = parse(village(rules).text)
    sides = (evolve(s, break_point=0, figures=named(s.figures)) for s in scenario.sides)
    return evolve(scenario, sides=tuple(sides))


@cache
def fought(rules: str) -> Game:
    """A battle in the village to its end."""
    return play(opening_of(peopled(rules)), dict.fromkeys(("blue", "red"), "recruit"), 6)


def lasting(game_rules: str, figure: Figure) -> Iterator[tuple[str, int]]:
    """What of a figure must not change between two battles."""
    yield "damage", figure.damage
    for name, counter in ruleset(game_rules).handbook.declared.counters.items():
        if counter.lasting:
            yield name, figure.count(name)


@pytest.mark.parametrize("rules", RULESETS)
def test_who_stands_at_the_end_begins_the_next_battle_as_it_was(rules: str) -> None:
    """Damage, wounds and ammunition to the last number, in a file that is read and written."""
    game = fought(rules)
    brought = carry_over(game)
    begun, _ = with_people(peopled(rules), brought, FILE)
    after = opening_state(parse(scenario_text(begun))).figures

    changed = 0
    for person in brought.people:
        figure = game.state.figures[person.figure]
        assert (person.figure in after) == person.returns
        assert (person.fate == "alive") == (figure.at is not None)
        if person.fate != "fallen":
            assert dict(lasting(rules, after[figure.id])) == dict(lasting(rules, figure))
            assert after[figure.id].who.weapons == figure.who.weapons
            changed += bool(person.state)
    fates = {one.fate for one in brought.people}
    assert "fallen" in fates
    assert changed or rules == "opposed_d6"  # ammunition is not counted there


def test_deeds_are_no_more_than_what_happened() -> None:
    """Enemies put out, attacks."""
    people = carry_over(fought("d20")).people
    state = fought("d20").state
    out = sum(bool(figure.fate) for figure in state.figures.values())

    assert 0 < sum(one.deeds["out"] for one in people) <= out
    assert any(one.deeds["attacks"] for one in people)


def test_under_opposed_d6_the_rules_say_who_of_the_fallen_returns() -> None:
    """With the injury that the report has, and the same each time (BAY-F14)."""
    fallen = [one for one in carry_over(fought("opposed_d6")).people if one.fate == "fallen"]
    levels = {"minor wound": 1, "major wound": 2, "severe wound": 3}

    assert fallen
    for one in fallen:
        assert one.returns == (one.afterwards != "dead")
        assert one.state.get("injury", 0) == levels.get(one.afterwards, 0)
    assert carry_over(fought("opposed_d6")) == carry_over(fought("opposed_d6"))


def test_the_file_says_what_was_written(tmp_path: Path) -> None:
    """All of it."""
    brought = carry_over(fought("d100"))
    path = tmp_path / FILE
    path.write_text(brought.text)

    assert load_carry_over(path) == brought


def test_a_person_is_no_other_battle() -> None:
    """Balance is that of the scenario without; the file keeps it and says format 2."""
    scenario = peopled("d20")
    bare = parse(scenario_text(scenario).replace("person = ", "name = "))
    people = {entry.id: entry.person for _, entry in scenario.entries()}

    assert scenario_text(scenario).startswith("format = 2\n")
    assert parse(scenario_text(scenario)) == scenario
    assert people["b1"] == "p_b1"
    assert content_of(scenario) == content_of(
        evolve(scenario, sides=tuple(evolve(s, figures=renamed(s.figures)) for s in scenario.sides))
    )
    assert content_of(bare) != content_of(scenario)  # a name counts


def renamed(entries: tuple[FigureEntry, ...]) -> tuple[FigureEntry, ...]:
    """The same figures with other ids of persons."""
    return tuple(evolve(entry, person=f"other_{entry.id}") for entry in entries)


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('person = "p_b2"', 'person = "p_b1"', "there is a figure of the person 'p_b1' already"),
        ('person = "p_b2"', 'person = "Marta Kern"', "person: not a valid id"),
        ('person = "p_b2"', "person = 2", "person: must be text, not a whole number"),
        ('person = "p_b2"', r'person = "a\u001b[2J"', "person: not a valid id"),
        ("format = 2", "format = 1", "format: person came with version 2 (write format = 2)"),
    ],
)
def test_faults_of_a_person(old: str, new: str, fault: str) -> None:
    """Each with its place and remedy."""
    text = scenario_text(peopled("d20"))
    assert text.count(old) == 1

    with pytest.raises(FileProblem) as caught:
        parse(text.replace(old, new))

    assert fault in str(caught.value)
    assert "(" in str(caught.value)


GOOD = """\
carry_over = 1
ruleset = "d20"

[people.p_b1]
state = { damage = 3 }
"""


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("carry_over = 1\n", "", "1: does not say what carries over from a battle (skirmish rep"),
        ("carry_over = 1", "carry_over = 2", "1:14: carry_over: made for a newer version"),
        (GOOD, '{"carry_over": 1}', "1: JSON, which is for programs alone"),
        ("[people.p_b1]", "[people.p_b1", "4:13: a [table] without its ]"),
        ("[people.p_b1]", "[people.Marta]", "people.Marta: not a valid id for a person"),
        ("state = ", "fate = 3\nstate = ", "people.p_b1.fate: must be text"),
        ("state = ", 'fate = "dead"\nstate = ', "people.p_b1.fate: 'dead' is not one of"),
        ("state = ", r'name = "a\u0007"' + "\nstate = ", "people.p_b1.name: contains U+0007"),
        ("state = ", 'stat = "x"\nstate = ', "people.p_b1.stat: unknown key"),
        ("damage = 3", "damage = 2.5", "people.p_b1.state.damage: must be a whole number"),
        ("[people", "[poeple", "poeple: unknown key (did you mean 'people'?)"),
        ("damage", "\x00", "5:11: "),
    ],
)
def test_faults_of_the_file(old: str, new: str, fault: str, tmp_path: Path) -> None:
    """With line and column."""
    path = tmp_path / FILE
    path.write_text(GOOD)
    assert load_carry_over(path).people == (Person("p_b1", state={"damage": 3}),)
    path.write_text(GOOD.replace(old, new))

    with pytest.raises(FileProblem) as caught:
        load_carry_over(path)

    assert f"{FILE}:" in str(caught.value)
    assert fault in str(caught.value)


def brought_by(**person: object) -> CarryOver:
    """What b1 of the village brings."""
    return CarryOver("d20", "", (Person("p_b1", **person),))  # type: ignore[arg-type]  # named by field


@pytest.mark.parametrize(
    ("person", "fault"),
    [
        ({"state": {"damage": 999}}, "people.p_b1.state.damage: damage 999: a"),
        ({"state": {"wounds": 1}}, "people.p_b1.state.wounds: no such state in ruleset d20"),
        ({"weapons": ("bow",)}, "people.p_b1.weapons[0]: no weapon 'bow' in ruleset d20"),
    ],
)
def test_what_is_not_possible_in_the_next_battle_is_refused(
    person: dict[str, object], fault: str
) -> None:
    """By the person, with a remedy."""
    with pytest.raises(FileProblem) as caught:
        with_people(peopled("d20"), brought_by(**person), FILE)

    assert str(caught.value).startswith(f"{FILE}: {fault}")
    assert str(caught.value).endswith(")")


def test_another_ruleset_and_missing_figures_are_refused() -> None:
    """A missing figure: an objective names it, or no figure of the side returns."""
    with pytest.raises(UsageProblem, match=r"under d20, and this scenario is for d100"):
        with_people(peopled("d100"), brought_by(), FILE)
    scenario = peopled("d20")
    goal = evolve(scenario.objectives[0], side="blue", kind="survive", area=None, figures=("b1",))
    named_goal = evolve(scenario, objectives=(evolve(goal, decisive=False, points=1),))
    with pytest.raises(UsageProblem, match=r"people\.p_b1: p_b1 does not return.*figure b1"):
        with_people(named_goal, brought_by(returns=False), FILE)
    blue, red = scenario.sides
    alone = evolve(scenario, sides=(evolve(blue, figures=blue.figures[:1]), red), objectives=())
    with pytest.raises(UsageProblem, match="of side blue no figure returns"):
        with_people(alone, brought_by(returns=False), FILE)


def test_the_scenario_keeps_what_is_its_own() -> None:
    """Id, kind, place and a name; a person without a figure and one without news are noted."""
    scenario = peopled("d20")
    people = (Person("p_b1", name="Marta", kind="other", figure="x9"), Person("stranger"))
    begun, notes = with_people(scenario, CarryOver("d20", "", people), FILE)
    entries = {entry.id: entry for _, entry in begun.entries()}
    before = {entry.id: entry for _, entry in scenario.entries()}

    assert entries["b1"] == evolve(before["b1"], name="Marta", state={})
    assert entries["b2"] == before["b2"]
    assert "p_b1: comes as b1, fresh" in notes
    assert "p_b2: as the scenario has b2, for nothing carries over" in notes
    assert "stranger: has no figure in this scenario" in notes


def test_two_linked_scenarios_on_the_command_line(run: Run, tmp_path: Path) -> None:
    """Report, pack, check: as the documents say."""
    game = fought("d100")
    (tmp_path / "game.skr").write_text(game.record.text)
    (tmp_path / "next.toml").write_text(scenario_text(peopled("d100")))

    printed = run("report", "game.skr", "--carry-over")
    written = run("report", "game.skr", "--carry-over", "-o", FILE)
    as_json = run("report", "game.skr", "--carry-over", "--format", "json")
    packed = run("pack", "next.toml", "--carry-over", FILE, "-o", "now.toml")

    assert (printed.code, written.code, written.err) == (0, 0, f"{FILE}\n")
    assert (tmp_path / FILE).read_text() == printed.out == carry_over(game).text
    assert json.loads(as_json.out) == carry_over(game).data
    assert packed.code == 0, packed.err
    assert "p_b1: " in packed.err
    assert run("check", "now.toml").code == 0
    begun = parse((tmp_path / "now.toml").read_text())
    assert {e.person: e.state for _, e in begun.entries()} == {
        one.id: one.state for one in carry_over(game).people if one.returns
    } | {"": {}}


def test_faults_on_the_command_line(run: Run, tmp_path: Path) -> None:
    """Each in one line, and nothing is written."""
    (tmp_path / "game.skr").write_text(fought("d100").record.text)
    (tmp_path / "now.skr").write_text(Game.new(peopled("d20"), 1).record.text)
    bare = evolve(peopled("d20"), sides=parse(village("d20").text).sides, waves=())
    with Game.new(bare, 1, {"blue": "human"}, tmp_path / "bare.skr") as game:
        game.order(game.to_act, "resign")

    over = run("report", "now.skr", "--carry-over").fault
    assert over == "the battle is not over (play it to its end first)"
    assert "no figure of this battle is a person" in run("report", "bare.skr", "--carry-over").fault
    other = ("report", "game.skr", "--carry-over")
    assert "TOML or JSON" in run(*other, "-o", "after.html").fault
    assert "TOML or JSON" in run(*other, "--format", "svg").fault
    assert "cannot be combined" in run(*other, "--side", "blue").fault
    assert "only for --carry-over" in run("report", "game.skr", "--format", "toml").fault
    assert "cannot be read" in run("pack", "first_steps", "--carry-over", "none.toml").fault
    assert not (tmp_path / "after.html").exists()
