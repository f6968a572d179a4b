"""The canonical text of a scenario loads to an equal one, and needs no other file."""

from pathlib import Path
from typing import Any

from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from skirmish.core.figures import Arrival
from skirmish.core.geometry import Facing
from skirmish.core.sanitize import is_showable
from skirmish.core.setup import TEMPERS
from skirmish.core.state import Lesson, Objective
from skirmish.scenario import (
    Block,
    FigureEntry,
    Force,
    MapSection,
    Scenario,
    Wave,
    load,
    parse,
    scenario_hash,
    scenario_text,
)

DATA = Path(__file__).parent / "data"
SAMPLE = load(DATA / "crossing.toml")

words = st.text(st.sampled_from("aZ9 '\"\\#[]{}=.ßéЖ中"), min_size=1, max_size=12).filter(
    lambda text: text.strip() == text and all(is_showable(char) for char in text)
)
many_lines = st.lists(words, max_size=4).map("\n".join)
numbers = st.integers(0, 90)
states: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {},
    optional={
        "suppressed": st.just(1),
        "injury": st.integers(1, 3),
        "posture": st.just("standing"),
    },
)
ARMS = st.sampled_from(["rifle", "pistol", "long_gun"])
arms = st.none() | st.lists(ARMS, max_size=3, unique=True).map(tuple)
WIDTH, HEIGHT = 6, 4


@st.composite
def forces(draw: st.DrawFn, side: str, left: int) -> Force:
    """A side with its figures in its own half of the map."""
    spots = [(x, y) for x in range(left, left + 3) for y in range(HEIGHT)]
    entries = []
    for number in range(1, draw(st.integers(1, 4)) + 1):
        at = draw(st.none() | st.sampled_from(spots))
        if at is not None:
            spots.remove(at)
        entries.append(
            FigureEntry(
                id=f"{side[0]}{number}",
                kind=draw(st.sampled_from(["rifleman", "guard"])),
                name=draw(st.just("") | words),
                at=at,
                facing=draw(st.none() | st.sampled_from(list(Facing))),
                weapons=draw(arms),
                hidden=draw(st.booleans()),
                state=draw(states),
            )
        )
    zone = (left, 0, left + 2, HEIGHT - 1)
    player = draw(st.sampled_from(["", "human", "computer"]))
    temper = draw(st.sampled_from(TEMPERS))
    name = f"{side} {draw(words)}"[:24].strip()
    return Force(side, name, player, zone, draw(numbers), tuple(entries), temper)


@st.composite
def scenarios(draw: st.DrawFn) -> Scenario:
    """A valid scenario with any of the format's parts."""
    row = st.text(st.sampled_from(".oT_^"), min_size=WIDTH, max_size=WIDTH)
    level = st.text(st.sampled_from("012"), min_size=WIDTH, max_size=WIDTH)
    blue, red = draw(forces("blue", 0)), draw(forces("red", 3))
    objective = st.builds(
        Objective,
        id=st.just(""),
        side=st.sampled_from(["blue", "red"]),
        kind=st.sampled_from(["reach", "hold"]),
        points=st.integers(1, 20),
        area=st.just((1, 1, 4, 2)),
        decisive=st.booleans(),
        text=st.just("") | words,
    )
    objectives = draw(st.lists(objective, max_size=3))
    lesson = st.builds(
        Lesson,
        side=st.just("blue"),
        turn=st.integers(1, 5),
        phase=st.sampled_from(["move", "fire"]),
        text=words,
    )
    comes = Wave("red", Arrival(draw(st.integers(1, 5)), "E"), (FigureEntry("r9", "guard"),))
    hill = Block("rocks", {"id": "cairn", "name": draw(words)})
    return Scenario(
        title=draw(words),
        ruleset="opposed_d6",
        turns=draw(st.integers(5, 200)),
        first=draw(st.sampled_from(["blue", "red"])),
        sides=draw(st.permutations([blue, red]).map(tuple)),
        map=MapSection(
            tuple(draw(st.lists(row, min_size=HEIGHT, max_size=HEIGHT))),
            tuple(draw(st.just([]) | st.lists(level, min_size=HEIGHT, max_size=HEIGHT))),
            {"^": hill},
        ),
        briefing=draw(many_lines),
        rules=draw(st.fixed_dictionaries({}, optional={"fog": st.booleans(), "sight": numbers})),
        objectives=tuple(evolve(o, id=f"o{n}") for n, o in enumerate(objectives, 1)),
        waves=draw(st.sampled_from([(), (comes,)])),
        lessons=tuple(draw(st.lists(lesson, max_size=2))),
        kinds={
            "guard": Block("rifleman", {"move": draw(st.integers(0, 40)), "weapons": ("rifle",)})
        },
        weapons={"long_gun": Block("rifle", {"name": draw(words), "range": draw(numbers)})},
    )


@settings(max_examples=50)
@given(scenarios())
def test_what_is_written_loads_to_an_equal_scenario(scenario: Scenario) -> None:
    """And its text is the one that it was loaded from, to the letter."""
    again = parse(scenario_text(scenario))

    assert again == scenario
    assert scenario_text(again) == scenario_text(scenario)
    assert scenario_hash(again) == scenario_hash(scenario)


def test_a_scenario_whose_map_stands_in_a_file_is_written_with_the_map_in_it(
    tmp_path: Path,
) -> None:
    """So that its text alone can be played; the map's letters stay as they were drawn."""
    (tmp_path / "hill.map").write_text("..T.\n.~~.\n\n0010\n0000\n", encoding="utf-8")
    text = scenario_text(SAMPLE)
    ground = text[text.index("[map]") : text.index("[sides.blue]")]
    small = text.replace(ground, '[map]\nfile = "hill"\n\n')
    small = small[: small.index("[[objectives]]")]
    for old, new in (
        ("[0, 0, 3, 3]", "[0, 0, 1, 0]"),
        ("at = [2, 2]\n", ""),
        ("[9, 1]", "[3, 0]"),
        ("[8, 2]", "[3, 1]"),
        ("old_hand", "rifleman"),
        ("squad_gun", "rifle"),
    ):
        small = small.replace(old, new)
    path = tmp_path / "hill.toml"
    path.write_text(small, encoding="utf-8")
    scenario = load(path)

    assert scenario.map == MapSection(("..T.", ".~~."), ("0010", "0000"))
    assert 'rows = """\n..T.\n.~~.\n"""\nlevels = """\n0010\n0000\n"""' in scenario_text(scenario)
    assert parse(scenario_text(scenario)) == scenario


def test_a_temper_is_written_where_it_is_not_the_usual() -> None:
    """A scenario that says nothing of it, or what goes without saying, has the text it had."""
    told = scenario_text(SAMPLE).replace("break_point", 'temper = "TEMPER"\nbreak_point', 1)
    steady, bold = (parse(told.replace("TEMPER", temper)) for temper in ("steady", "bold"))

    assert scenario_text(steady) == scenario_text(SAMPLE)
    assert "temper" not in scenario_text(SAMPLE)
    assert bold.sides[0].temper == "bold"
    assert scenario_text(bold).count('temper = "bold"') == 1
    assert scenario_hash(bold) != scenario_hash(steady) == scenario_hash(SAMPLE)


def test_one_word_of_difference_is_another_hash() -> None:
    """A hash stands for every word of a scenario."""
    other = evolve(SAMPLE, briefing=SAMPLE.briefing + ".")

    assert scenario_hash(other) != scenario_hash(SAMPLE)
    assert len(scenario_hash(SAMPLE)) == 16
