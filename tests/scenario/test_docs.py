"""docs/scenarios.md says what is true: letters, fields, house rules, armouries, and the example."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import attrs
import pytest

from skirmish.analysis import played_checks
from skirmish.core.board import TERRAIN, Terrain
from skirmish.errors import FileProblem
from skirmish.presentation.setup.scenario_list import scenario_entry
from skirmish.rulesets.common import slots
from skirmish.rulesets.handbook import HouseRule
from skirmish.rulesets.registry import RULESETS
from skirmish.rulesets.ruleset import Ruleset
from skirmish.scenario import find, parse, toml_positions
from skirmish.scenario.carry_over import FATES, load_carry_over
from skirmish.scenario.house_rules import ENGINE_RULES
from skirmish.scenario.lint import CHECKS, PLAYED
from skirmish.scenario.loader import remarks
from skirmish.scenario.validation import MAX_FIGURES

DOCS = (Path(__file__).parents[2] / "docs" / "scenarios.md").read_text(encoding="utf-8")
EXAMPLE, *PARTS, BROUGHT = re.findall(r"```toml\n(.*?)```", DOCS, re.DOTALL)
STATED = "must be there"
RANGE = r"(?:[\w ]+, )?(-?\d+) to (-?\d+)(?:; 0 for .*)?"
SMALL = """
format = 1
title = "Small"
ruleset = "RULES"
turns = 1
first = "a"
[map]
rows = ".."
[sides.a]
name = "A"
figures = [{ id = "a1", kind = "KIND", at = [0, 0] }]
[sides.b]
name = "B"
figures = [{ id = "b1", kind = "KIND", at = [1, 0] }]
"""

each_ruleset = pytest.mark.parametrize("rules", RULESETS.values(), ids=lambda rules: rules.id)


def section(heading: str) -> str:
    """The text below a heading, up to the next one."""
    return re.split(r"^#+ ", DOCS.split(f"\n{heading}\n")[1], maxsplit=1, flags=re.MULTILINE)[0]


def table(first: str, text: str) -> list[list[str]]:
    """The rows of the first table whose first column has this head; none where there is none."""
    text, _, _ = text.partition(f"| {first} |")[2].partition("\n\n")
    rows = [re.split(r"(?<!\\)\|", line)[1:-1] for line in text.strip().split("\n")[2:]]
    return [[cell.strip().strip("`").replace("\\|", "|") for cell in row] for row in rows]


def listed(text: str) -> dict[str, list[str]]:
    """What stands in code behind each `- name:` of a list."""
    items = re.findall(r"^- `?([\w ]+)`?: (.*(?:\n  .*)*)", text, re.MULTILINE)
    return {name: re.findall(r"`([^`]+)`", names) for name, names in items}


def shown(value: object) -> str:
    """A default as the page writes it."""
    if value is attrs.NOTHING:
        return STATED
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return "[" + ", ".join(f'"{part}"' for part in value) + "]"
    return str(value) if value != "" else '""'


def defaults(stat_block: type) -> dict[str, str]:
    """The fields of a stat block with their defaults."""
    return {field.name: shown(field.default) for field in attrs.fields(stat_block)}


def described(text: str) -> dict[str, str]:
    """The fields of a table with their defaults."""
    return {row[0]: row[-1] for row in table("field", text)}


def bounds(text: str) -> dict[str, tuple[int, int]]:
    """The fields of a table whose range is two numbers that depend on nothing else."""
    found = {row[0]: re.fullmatch(RANGE, row[2]) for row in table("field", text)}
    return {name: (int(both[1]), int(both[2])) for name, both in found.items() if both}


def wrong(text: str) -> str:
    """All that is wrong with a scenario; "" for nothing."""
    try:
        parse(text)
    except FileProblem as problem:
        return str(problem)
    return ""


def test_the_letters_are_those_of_the_board() -> None:
    """Letter, id, name, cost, cover, height and door of every terrain, and no other."""

    def row(kind: Terrain) -> list[str]:
        blocks = f"{kind.height} level{'s' * (kind.height > 1)} high" if kind.height else ""
        return [
            kind.glyph,
            kind.id,
            kind.name,
            f"x{kind.cost}" if kind.cost else "no way",
            str(kind.cover or ""),
            "always" if kind.opaque else blocks,
            kind.door,
        ]

    assert table("letter", DOCS) == [row(kind) for kind in TERRAIN.values()]


def test_every_field_of_a_terrain_is_described() -> None:
    """With its default, and nothing that is no field but what says which terrain it is."""
    fields = described(section("### `[map]`"))

    assert fields.pop("base") == "the letter's own"
    assert fields.pop("id") == fields.pop("name") == f"{STATED} for a new letter"
    told = ("id", "name", "glyph")
    assert fields == {k: v for k, v in defaults(Terrain).items() if k not in told}


def test_the_engines_house_rules_are_described() -> None:
    """They are there under every ruleset."""
    assert_describes(section("### `[rules]`"), ENGINE_RULES)


def assert_describes(text: str, rules: Mapping[str, HouseRule]) -> None:
    """A table of house rules holds these with their defaults and choices, in this order."""
    rows = table("rule", text)

    assert [row[:2] for row in rows] == [[n, shown(rule.default)] for n, rule in rules.items()]
    for row in rows:
        options = rules[row[0]].options
        assert not options or row[2] == ", ".join(shown(option) for option in options)


@each_ruleset
def test_the_house_rules_of_a_ruleset_are_described(rules: Ruleset) -> None:
    """All but the engine's."""
    own = {n: rule for n, rule in rules.handbook.house_rules.items() if n not in ENGINE_RULES}

    assert_describes(section(f"### House rules of `{rules.id}`"), own)


@each_ruleset
def test_every_field_of_a_stat_block_is_described(rules: Ruleset) -> None:
    """With its default, and nothing that is no field."""
    for what, stat_block in (
        ("kind", rules.handbook.armoury.kind_class),
        ("weapon", rules.handbook.armoury.weapon_class),
    ):
        fields = defaults(stat_block)
        del fields["id"]

        assert described(section(f"### A {what} in `{rules.id}`")) == fields


@each_ruleset
def test_a_range_of_a_stat_block_is_the_one_that_is_accepted(rules: Ruleset) -> None:
    """A field takes both its bounds, and the stat block nothing beyond them."""
    kind = next(iter(rules.handbook.armoury.kinds()))
    small = SMALL.replace("RULES", rules.id).replace("KIND", kind)
    for what, base in (("kind", kind), ("weapon", next(iter(rules.handbook.armoury.weapons())))):
        for field, (low, high) in bounds(section(f"### A {what} in `{rules.id}`")).items():
            start = f'{small}[{what}s.own]\nbase = "{base}"\n{field} = '

            for bound in (low, high):
                of_range = rf"own\.{field}: (must|{field} {bound} )"
                assert re.search(of_range, wrong(f"{start}{bound}")) is None
            for beyond in (low - 1, high + 1):
                assert f"{what}s.own" in wrong(f"{start}{beyond}")


@each_ruleset
def test_the_armoury_is_listed(rules: Ruleset) -> None:
    """Every kind and weapon by its id."""
    armoury = listed(section(f"### The armoury of `{rules.id}`"))

    assert armoury == {
        "kinds": [*rules.handbook.armoury.kinds()],
        "letters": [kind.glyph for kind in rules.handbook.armoury.kinds().values()],
        "weapons": [*rules.handbook.armoury.weapons()],
    }


@each_ruleset
def test_what_a_state_may_hold_is_listed(rules: Ruleset) -> None:
    """Postures, counters (one of each weapon's once), and the words of those that have words."""
    counters = rules.handbook.declared.counters
    of_others = {slots.name(name, slot) for name in counters for slot in range(1, slots.MOST)}
    once = {n: kept for n, kept in counters.items() if kept.given and n not in of_others}

    assert listed(section(f"### What `state` may hold in `{rules.id}`")) == {
        "postures": [*rules.handbook.declared.postures],
        "counters": [*once],
        **{name: [*counter.words] for name, counter in once.items() if counter.words},
    }


@each_ruleset
def test_the_phases_that_a_lesson_may_name_are_listed(rules: Ruleset) -> None:
    """Those of the turns; turn 0 has the engine's."""
    named = re.findall(r"`(\w+)`", section(f"### Phases of `{rules.id}`"))

    assert named == [*rules.handbook.declared.phases]


def test_the_example_is_a_scenario(tmp_path: Path) -> None:
    """It loads, with the parts on terrain and events put in as well, and has no warning or note."""
    (tmp_path / "race.toml").write_text(EXAMPLE, encoding="utf-8")
    assert remarks(tmp_path / "race.toml") == ()
    assert parse(EXAMPLE).title == "The mill race"
    whole = parse(EXAMPLE.replace("format = 1", "format = 2") + "\n".join(PARTS))
    assert {*whole.map.terrain} == {"C", "~"}
    assert [event.id for event in whole.events] == ["door"]


def test_the_example_of_what_carries_over_is_such_a_file(tmp_path: Path) -> None:
    """It is written again as it stands, and each of its keys is in the table."""
    path = tmp_path / "after.toml"
    path.write_text(BROUGHT, encoding="utf-8")
    brought = load_carry_over(path)

    assert brought.text == BROUGHT
    rows = table("key", section("## From one scenario to the next"))
    keys = [key for row in rows for key in re.findall(r"\w+", row[0])]
    assert {*keys} == {*brought.data["people"]["marta"]}
    assert all(fate in rows[0][1] for fate in FATES)


def test_the_scenarios_of_the_game_are_listed_as_the_game_counts_them() -> None:
    """Size and figures are those of the list of scenarios."""
    rows = table("rules", section("## The scenarios of the game"))
    names = [row[1].partition("(`")[2].removesuffix("`)") for row in rows]

    assert [f"{row[3]}, {row[4]}" for row in rows] == [
        scenario_entry(find(name), name).extent for name in names
    ]


def test_the_warnings_and_notes_are_those_of_the_code() -> None:
    """Id, severity, and when it is given: in the words of what looks for it."""
    read, _, after_games = section("## Warnings and notes").partition("FILE --play`")
    rows = table("id", read) + table("id", after_games)

    played = {name: (severity, played_checks.CHECKS[name]) for name, severity in PLAYED.items()}
    looked_for: dict[str, tuple[str, object]] = {**CHECKS, **played}
    assert rows == [
        [name, severity, (what := (find.__doc__ or "").strip(".\n"))[:1].lower() + what[1:]]
        for name, (severity, find) in looked_for.items()
    ]


def test_what_a_file_may_not_do_has_the_numbers_of_the_loader() -> None:
    """In the order of the text: of a file, then of a battle."""
    told = section("## What a file may not do").partition("Text must be printable")[0]
    numbers = [int(n.replace(",", "")) for n in re.findall(r"\d[\d,]*(?= |$)", told, re.MULTILINE)]

    assert numbers == [
        *(
            toml_positions.MAX_CHARS >> 20,
            toml_positions.MAX_COLUMNS,
            toml_positions.MAX_LINES,
            toml_positions.MAX_ENTRIES,
        ),
        *(
            toml_positions.MAX_TABLES,
            toml_positions.MAX_DEPTH,
            toml_positions.MAX_KEY_PARTS,
            MAX_FIGURES,
        ),
    ]


@each_ruleset
def test_four_weapons_and_none_twice(rules: Ruleset) -> None:
    """Under every ruleset, as its table of a kind says."""
    rows = {row[0]: row for row in table("field", section(f"### A kind in `{rules.id}`"))}
    arms = sorted(
        rules.handbook.armoury.weapons().values(), key=lambda arm: getattr(arm, "weight", 0)
    )
    kind = max(rules.handbook.armoury.kinds().values(), key=lambda kind: getattr(kind, "si", 0))
    names = [f'"{arm.id}"' for arm in arms[: slots.MOST + 1]]
    small = SMALL.replace("RULES", rules.id).replace("KIND", kind.id)

    def carrying(*ids: str) -> str:
        return wrong(small.replace("at = [0, 0]", f"at = [0, 0], weapons = [{', '.join(ids)}]"))

    assert rows["weapons"][2] == f"up to {slots.MOST} ids, none twice"
    assert carrying(*names[: slots.MOST]) == ""
    assert f"{slots.MOST} are the most" in carrying(*names)
    assert "twice" in carrying(names[0], names[0])


TOGETHER = {
    "opposed_d6": (
        ("rifle", "selective = true", "radius"),
        ("rifle", "max_radius = 1", "radius"),
        ("rifle", 'cloud = "smoke"\nduration = 1', "radius"),
        ("rifle", "duration = 1", "cloud"),
        ("smoke_grenade", 'cloud = "gas"', "abc"),
        ("grenade", "automatic = true", "direct"),
        ("mortar", "automatic = true", "direct"),
    ),
    "dice_pool": (
        ("knife", "magazine = 1", "close combat"),
        ("assault_rifle", "volley = 2", "without modes"),
        ("needle_fan", "volley = 9\nmagazine = 8", "magazine"),
        ("needle_fan", "choke = true", "volley"),
        ("needle_fan", "explosive = true", "volley"),
        ("assault_rifle", "explosive = true", "bursts"),
        ("pump_shotgun", "blast = 1", "choke"),
        ("assault_rifle", "lobbed = true", "explosive"),
        ("assault_rifle", "recoverable = true", "without modes"),
        ("grenade", "recoverable = true", "blast"),
        ("assault_rifle", 'modes = ["sa", "sa"]', "twice"),
    ),
    "d20": (
        ("pistol", "damage_dice = 0\ndamage_bonus = 0", "no damage"),
        ("knife", 'skill = "guns"', "melee"),
        ("knife", "radius = 1", "range"),
        ("knife", "thrown = true", "range"),
        ("knife", "fire_rate = 2\nap_burst = 5", "direct fire"),
        ("pistol", "close = 0", "close"),
        ("rifle", "ap_single = 0", "can't be fired"),
        ("rifle", "fire_rate = 2", "ap_burst"),
        ("rifle", "ap_burst = 2", "fire_rate"),
        ("frag_grenade", "fire_rate = 2\nap_burst = 5", "direct fire"),
        ("throwing_knife", "fire_rate = 2\nap_burst = 5", "direct fire"),
        ("frag_grenade", 'skill = "guns"', "explosives"),
        ("grenade_launcher", "ap_single = 0", "ap_single"),
        ("pistol", "indirect = true", "radius"),
        ("frag_grenade", "indirect = true", "thrown"),
    ),
    "d100": (
        ("knife", "extreme = 9", "close combat"),
        ("knife", "magazine = 9", "close combat"),
        ("knife", 'blast = "falling"', "close combat"),
        ("pistol", "magazine = 0", "magazine"),
        ("pistol", "short = 0\nmedium = 0\nlong = 0\nextreme = 0", "range"),
        ("frag_grenade", "dice = 0\nadd = 0", "DV"),
        ("pistol", "indirect = true", "blasts"),
        ("pistol", "radius = 1", "uniform"),
        ("pistol", "modes = []", "mode"),
        ("pistol", 'modes = ["single", "single"]', "mode"),
        ("knife", 'modes = ["single", "full"]', "modes"),
        ("rocket", 'modes = ["single", "full"]', "modes"),
    ),
    "trait_die": (
        ("pistol", "dice = 0", "damage dice"),
        ("pistol", "melee = true", "make it two"),
        ("knife", "melee = false", "neither"),
        ("knife", "long = 9", "range"),
        ("pistol", "modes = []", "modes"),
        ("pistol", 'template = "small"', "modes"),
        ("pistol", 'modes = ["single", "single"]', "twice"),
        ("knife", 'modes = ["single"]', "modes"),
        ("pistol", "count = 1", "not both"),
        ("grenade", "count = 0\nmagazine = 5", "magazine"),
        ("knife", "spare = 1", "magazine"),
        ("bow", 'modes = ["rapid"]', "magazine"),
        ("grenade", "shotgun = true", "modes"),
        ("pistol", "rof = 2", "auto"),
    ),
}
"""What of each ruleset's `What goes together`, and of its table, a weapon breaks."""


@each_ruleset
def test_what_goes_together_is_asked_for(rules: Ruleset) -> None:
    """Each condition of the page is refused when it is broken, in words that name it."""
    kind = next(iter(rules.handbook.armoury.kinds()))
    small = SMALL.replace("RULES", rules.id).replace("KIND", kind)
    said = section(f"### A weapon in `{rules.id}`").partition("What goes together:")[2]

    assert said
    for base, fields, word in TOGETHER[rules.id]:
        told = wrong(f'{small}[weapons.own]\nbase = "{base}"\n{fields}\n')
        assert "weapons.own" in told, (base, fields)
        assert word in told, (base, fields, told)


@pytest.mark.parametrize("field", ["physical_dr", "energy_dr"])
def test_a_dr_between_90_and_100_is_refused_with_its_reason(field: str) -> None:
    """It is the CRIT die; 90 and 100 are accepted."""
    small = SMALL.replace("RULES", "d20").replace("KIND", "guard")

    def with_dr(value: int) -> str:
        return wrong(f'{small}[kinds.own]\nbase = "guard"\n{field} = {value}\n')

    assert [with_dr(value) for value in (0, 90, 100)] == ["", "", ""]
    for value in (91, 99):
        told = f"{field}: must be from 0 to 90, or 100, not {value}: between them one CRIT can take"
        assert told in with_dr(value)
    assert "A DR of 91 to 99 is refused." in section("### A kind in `d20`")


def test_the_limits_of_terrain_and_objectives_are_those_of_the_page() -> None:
    """What entering a tile costs, and what an objective pays."""
    small = SMALL.replace("RULES", "d20").replace("KIND", "guard")
    crops = '[terrain.C]\nid = "crops"\nname = "crops"\ncost = {}\n'
    goal = '[[objectives]]\nside = "a"\nkind = "survive"\npoints = {}\n'

    for text, most, said in (
        (crops, 9, "the cost of a step into it, 0 to 9;"),
        (goal, 9999, "what it adds to the score, 0 to 9999"),
    ):
        assert wrong(small + text.format(most)) == ""
        assert wrong(small + text.format(most + 1)) != ""
        assert said in DOCS
