"""All faults of a file are reported together, with file, line, column, field and remedy."""

from pathlib import Path

import pytest

from skirmish.errors import FileProblem
from skirmish.resources import scenarios
from skirmish.scenario import check, parse

SAMPLE = (Path(__file__).parent / "data" / "crossing.toml").read_text(encoding="utf-8")


def told(text: str) -> list[str]:
    """Return the faults of a text, one line each."""
    try:
        parse(text, "x.toml")
    except FileProblem as problem:
        return str(problem).split("\n")
    return []


def after(old: str, new: str) -> list[str]:
    """Return the faults of the sample after one change."""
    assert old in SAMPLE
    return told(SAMPLE.replace(old, new, 1))


def test_the_sample_has_no_fault() -> None:
    """A scenario that uses nearly every key is loaded without a word."""
    assert told(SAMPLE) == []


CASES = {
    # Shape: types, limits, keys.
    ("turns = 10", 'turns = "ten"'): "4:9: turns: must be a whole number, not text",
    ("turns = 10", "turns = 10.0"): (
        "4:9: turns: must be a whole number, not a number with a fraction (write 10)"
    ),
    ("turns = 10", "turns = 9.5"): (
        "4:9: turns: must be a whole number, not a number with a fraction"
    ),
    ("turns = 10", 'turns = "9"'): (
        "4:9: turns: must be a whole number, not text (write 9, without quotes)"
    ),
    ('title = "The crossing"', "title = 1914"): (
        '2:9: title: must be text, not a whole number (write "1914")'
    ),
    ("hidden = true", 'hidden = "yes"'): (
        "55:10: sides.red.figures[0].hidden: must be true or false, not text"
        " (write true, without quotes)"
    ),
    ("at = [2, 2]", 'at = "2, 2"'): (
        "39:6: sides.blue.figures[0].at: must be a tile such as [3, 0], not text"
        " (write [2, 2], without quotes)"
    ),
    ("..o..==....", "..o..== ..."): (
        "19:8: map.rows: no terrain ' ' (a blank is no tile: write a letter, such as . for open"
        " ground)"
    ),
    ("factor = 6", "factor = 6\nturns = 9"): (
        "96:1: weapons.squad_gun.turns: unknown key (turns belongs at the top, above the first"
        " [table])"
    ),
    ("[sides.blue]", "[sides.blue]\nbriefing = 9"): (
        "30:1: sides.blue.briefing: unknown key (briefing belongs at the top, above the first"
        " [table])"
    ),
    ("turns = 10", "turns = true"): "4:9: turns: must be a whole number, not true",
    ("turns = 10", "turns = 0"): "4:9: turns: must be from 1 to 200, not 0",
    ("turns = 10", ""): "1:1: turns: missing (write turns = 1)",
    ("turns = 10", "turn = 10"): "4:1: turn: unknown key (did you mean 'turns'?)",
    ("format = 1", ""): "1:1: format: missing (write format = 2)",
    ("format = 1", "format = 3"): (
        "1:10: format: made for a newer version of the game (this one knows 2)"
    ),
    ('"The crossing"', r'"The \u001bcrossing"'): (
        "2:9: title: contains U+001B, a control character (remove it)"
    ),
    ("Red must have", r"Red \u202e must have"): (
        "6:12: briefing: line 2: contains U+202E, an invisible format character (remove it)"
    ),
    ("fog = true", "fog = nan"): (
        "11:7: rules.fog: must be true, false, a whole number or text, not a number with a fraction"
    ),
    ("[map]", "[mpa]"): "15:2: mpa: unknown key (did you mean 'map'?)",
    ("deploy = [0, 0, 3, 3]", "deploy = [0, 0, 3]"): (
        "32:10: sides.blue.deploy: must be two corners such as [0, 0, 3, 5]"
    ),
    ("deploy = [0, 0, 3, 3]", "deploy = [3, 3, 0, 0]"): (
        "32:10: sides.blue.deploy: the corners are crossed (write the upper left corner first)"
    ),
    ("at = [2, 2]", 'at = [2, "2"]'): (
        "39:10: sides.blue.figures[0].at[1]: must be a whole number, not text"
        " (write 2, without quotes)"
    ),
    ('weapons = ["squad_gun"]', 'weapn = ["squad_gun"]'): (
        "41:1: sides.blue.figures[0].weapn: unknown key (did you mean 'weapons'?)"
    ),
    ('kind = "rifleman"  ', 'knd = "rifleman"  '): (
        "45:1: sides.blue.figures[1].knd: unknown key (did you mean 'kind'?)"
    ),
    ('facing = "E"', 'facing = "EE"'): (
        "40:10: sides.blue.figures[0].facing: 'EE' is not one of the choices"
        " (known: N, NE, E, SE, S, SW, W, NW)"
    ),
    ('player = "human"', 'player = "humn"'): (
        "31:10: sides.blue.player: 'humn' is not one of the choices (did you mean 'human'?)"
    ),
    ('player = "human"', 'temper = "blod"'): (
        "31:10: sides.blue.temper: 'blod' is not one of the choices (did you mean 'bold'?)"
    ),
    ('player = "human"', 'temper = "\\u001b]0;x"'): (
        "31:10: sides.blue.temper: '\\x1b]0;x' is not one of the choices"
        " (known: steady, bold, careful)"
    ),
    ('player = "human"', "temper = true"): (
        "31:10: sides.blue.temper: must be text, not true (known: steady, bold, careful)"
    ),
    ('player = "human"', 'tempr = "bold"'): (
        "31:1: sides.blue.tempr: unknown key (did you mean 'temper'?)"
    ),
    ('id = "b2"', 'id = "B2"'): (
        "44:6: sides.blue.figures[1].id: not a valid id"
        " (a small letter, then small letters, digits or _, at most 24)"
    ),
    ('mortar_team" }', 'mortar_team", at = [1, 1] }'): (
        "81:52: reinforcements[0].figures[0].at: has no effect for a figure that arrives later"
        " (remove it)"
    ),
    # The map.
    ("..T..~~..o.\n", "..T..~~..o\n"): (
        "17:1: map.rows: 10 letters, not 11 (make all rows equally long)"
    ),
    ("..T..~~..o.", "..T..~~.@o."): (
        "17:9: map.rows: no terrain '@' (the letters are . _ = , T o : * ~ } ; # + / | - % ! & [;"
        " [terrain.<letter>] defines another)"
    ),
    ("00000000011\n", "0000000x011\n"): (
        "24:8: map.levels: 'x' is not a level (write a digit, 0 to 9)"
    ),
    ("[rules]", '[terrain.h]\nid = "bog"\nname = "bog"\ncots = 2\n[rules]'): (
        "13:1: terrain.h.cots: unknown key (did you mean 'cost'?)"
    ),
    ("[rules]", '[terrain.h]\nid = "bog"\nname = "bog"\nlook = "wod"\n[rules]'): (
        "13:8: terrain.h.look: no terrain 'wod' (did you mean 'wood'?)"
    ),
    ("[rules]", '[terrain.h]\nid = "bog"\nname = "bog"\ncolour = "red"\n[rules]'): (
        "13:10: terrain.h.colour: 'red' is not a colour"
        " (write six hexadecimal digits, such as 8a6a3c)"
    ),
    ("[rules]", '[terrain.h]\nid = "bog"\nname = "bog"\ncover = 4\n[rules]'): (
        "13:9: terrain.h.cover: must be from 0 to 3, not 4"
    ),
    ("[rules]", '[terrain.h]\nbase = "wall"\nname = "bog"\n[rules]'): (
        "10:1: terrain.h.id: there is a terrain 'wall' already (give this letter an id of its own)"
    ),
    # What names something else.
    ('"opposed_d6"', '"oposed_d6"'): (
        "3:11: ruleset: no ruleset 'oposed_d6' (did you mean 'opposed_d6'?)"
    ),
    ('first = "red"', 'first = "rde"'): "5:9: first: no side 'rde' (did you mean 'red'?)",
    ("scatter = true", "scater = true"): (
        "12:1: rules.scater: no such house rule (did you mean 'scatter'?)"
    ),
    (
        "scatter = true",
        "scatter = 1",
    ): "12:11: rules.scatter: must be true or false, not a whole number",
    ("scatter = true", 'ammunition = "rockets"'): (
        "12:14: rules.ammunition: 'rockets' is not one of the choices (one of: none, tokens)"
    ),
    ('kind = "rifleman"  ', 'kind = "riflemn"  '): (
        "45:8: sides.blue.figures[1].kind: no kind 'riflemn' in ruleset opposed_d6"
        " (did you mean 'rifleman'?)"
    ),
    ('weapons = ["squad_gun"]', 'weapons = ["squad_gum"]'): (
        "41:12: sides.blue.figures[0].weapons[0]: no weapon 'squad_gum' in ruleset opposed_d6"
        " (did you mean 'squad_gun'?)"
    ),
    ("suppressed = true", "supressed = true"): (
        "61:11: sides.red.figures[1].state.supressed: no such state in ruleset opposed_d6"
        " (did you mean 'suppressed'?)"
    ),
    ("suppressed = true", "suppressed = 3"): (
        "61:24: sides.red.figures[1].state.suppressed: must be from 0 to 1, not 3"
    ),
    ("suppressed = true", 'posture = "prone"'): (
        "61:21: sides.red.figures[1].state.posture: no posture 'prone' (known: standing)"
    ),
    ("suppressed = true", "hidden = true"): (
        "61:11: sides.red.figures[1].state.hidden: is not part of `state` (write it beside `state`)"
    ),
    ('figures = ["r2"]', 'figures = ["r3"]'): (
        "74:12: objectives[1].figures[0]: no figure 'r3' (known: b1, b2, r1, r2, r9)"
    ),
    ('phase = "move"', 'phase = "mvoe"'): (
        "86:9: lessons[0].phase: no phase 'mvoe' in ruleset opposed_d6 (did you mean 'move'?)"
    ),
    ('turn = 1\nphase = "move"', 'turn = 0\nphase = "muster"'): (
        "86:9: lessons[0].phase: no phase 'muster' in ruleset opposed_d6"
        " (known: deploy, move, fire)"
    ),
    ('base = "rifleman"', 'base = "riflman"'): (
        "90:8: kinds.old_hand.base: nothing called 'riflman' in the ruleset's armoury"
        " (did you mean 'rifleman'?)"
    ),
    ('quality = "superior"', 'quality = "super"'): (
        "91:11: kinds.old_hand.quality: 'super' is not one of the choices"
        " (did you mean 'superior'?)"
    ),
    ('quality = "superior"', 'qualty = "superior"'): (
        "91:1: kinds.old_hand.qualty: unknown key (did you mean 'quality'?)"
    ),
    ('quality = "superior"', 'physical = "2"'): (
        "91:12: kinds.old_hand.physical: must be a whole number, not text (write 2, without quotes)"
    ),
    ('quality = "superior"', "physical = 99"): (
        "91:12: kinds.old_hand.physical: must be from -9 to 19, not 99"
    ),
    ("factor = 6", "factor = 99"): "95:10: weapons.squad_gun.factor: must be from 1 to 19, not 99",
    # What does not fit together.
    ("deploy = [0, 0, 3, 3]", ""): (
        "43:1: sides.blue.figures[1].at: no starting place"
        " (write at = [x, y], or a deploy zone for its side)"
    ),
    ("deploy = [0, 0, 3, 3]", "deploy = [0, 0, 3, 4]"): (
        "32:10: sides.blue.deploy: not on the map (x is from 0 to 10, y from 0 to 3)"
    ),
    ("deploy = [0, 0, 3, 3]", "deploy = [5, 0, 6, 1]"): (
        "32:10: sides.blue.deploy: the zone has room for 0 figures, not for 1"
        " (make the zone larger)"
    ),
    ("deploy = [0, 0, 3, 3]", "deploy = [0, 0, 8, 3]"): (
        "60:6: sides.red.figures[1].at: in the enemy's deployment zone"
        " (move the figure or the zone)"
    ),
    ("at = [2, 2]", "at = [2, 22]"): (
        "39:6: sides.blue.figures[0].at: not on the map (x is from 0 to 10, y from 0 to 3)"
    ),
    ("at = [2, 2]", "at = [5, 1]"): (
        "39:6: sides.blue.figures[0].at: figures cannot stand on deep water"
        " (at = [x, y] counts from the top left corner, from 0)"
    ),
    ("at = [8, 2]", "at = [9, 1]"): (
        "60:6: sides.red.figures[1].at: r1 is there already (move one of them)"
    ),
    ('id = "b2"', 'id = "b1"'): (
        "44:6: sides.blue.figures[1].id: there is a figure 'b1' already, in line 36"
        " (choose an id that neither side uses)"
    ),
    (
        '"Forward patrol"',
        '"post FOUR"',
    ): "48:8: sides.red.name: both sides have this name (change one)",
    ("area = [0, 0, 1, 3]", "area = [0, 0, 1, 4]"): (
        "66:8: objectives[0].area: not on the map (x is from 0 to 10, y from 0 to 3)"
    ),
    ("area = [0, 0, 1, 3]", "area = [5, 0, 6, 1]"): (
        "66:8: objectives[0].area: figures cannot stand there (include other tiles)"
    ),
    ("..o..==....", "..o..~~...."): (
        "66:8: objectives[0].area: no figure of red can get there (open a way)"
    ),
    ("area = [0, 0, 1, 3]", ""): (
        "63:1: objectives[0].area: missing (reach needs a place: [x, y, x, y])"
    ),
    ('figures = ["r2"]', "area = [0, 0, 1, 3]"): (
        "74:8: objectives[1].area: has no effect for destroy (remove it)"
    ),
    ('figures = ["r2"]', 'figures = ["b1"]'): (
        "74:12: objectives[1].figures[0]: b1 belongs to blue (name an enemy)"
    ),
    ("points = 2", "points = 0"): (
        "75:10: objectives[1].points: pays nothing (write points = 1 or more)"
    ),
    ('kind = "destroy"\nfigures = ["r2"]', 'kind = "survive"\ndecisive = true'): (
        "74:12: objectives[1].decisive: survive is paid at the end of the battle"
        " and cannot decide it (remove it)"
    ),
    ("turn = 4", "turn = 11"): (
        "78:8: reinforcements[0].turn: the battle ends after turn 10 (choose an earlier turn)"
    ),
    ("turn = 1\n", "turn = 0\n"): (
        "85:8: lessons[0].turn: turn 0 is the deployment, phase 'deploy'"
        " (change the turn or the phase)"
    ),
    ('text = "Get a figure across"', 'id = "o2"'): (
        "69:6: objectives[0].id: there is an objective 'o2' already, in line 71 (give each its own"
        " id; without one they are o1, o2, ... in their order)"
    ),
    ("points = 2", 'points = 2\nid = "o1"'): (
        "76:6: objectives[1].id: there is an objective 'o1' already, in line 63 (give each its own"
        " id; without one they are o1, o2, ... in their order)"
    ),
    # What is there and empty.
    ('first = "red"', 'first = ""'): "5:9: first: empty (write a name, or remove the key)",
    ('base = "rifleman"', 'base = ""'): (
        "90:8: kinds.old_hand.base: empty (write a name, or remove the key)"
    ),
    ("[rules]", '[terrain.h]\nbase = ""\nname = "bog"\n[rules]'): (
        "11:8: terrain.h.base: empty (write a name, or remove the key)"
    ),
    ("turn = 4", 'event = ""'): (
        "78:9: reinforcements[0].event: empty (write a name, or remove the key)"
    ),
    ('figures = ["r2"]', "figures = []"): (
        "74:11: objectives[1].figures: names no figure (name one, or leave it out: then all count)"
    ),
    ('"Stay low and keep the bridge in sight."', '""'): (
        "87:8: lessons[0].text: empty (write a text)"
    ),
    ('"The crossing"', '" "'): "2:9: title: empty (write a text)",
    ('"Ottar"', '""'): (
        "38:8: sides.blue.figures[0].name: empty (write a text, or remove the key)"
    ),
    ("[kinds.old_hand]", "[kinds.Old_hand]"): (
        "89:8: kinds.Old_hand: not a valid id (a small letter, then small letters, digits or _, at"
        " most 24)"
    ),
    ('id = "r2"', 'id = "R2"'): (
        "58:6: sides.red.figures[1].id: not a valid id (a small letter, then small letters, digits"
        " or _, at most 24)"
    ),
    ("..o..==....", "\n..o..==...."): "19:1: map.rows: an empty line (remove it)",
    # TOML itself.
    ('"Get a figure across"', '"Get "a figure" across"'): (
        '69:14: the text ends at the " before this (write \\" for quotes inside,'
        " or '...' around it)"
    ),
    ("factor = 6", "factor = 6\nfactor = 7"): (
        "96:1: this key is in line 95 already (remove one of them)"
    ),
    ("factor = 6", "factor = 6\n[map]"): (
        "96:5: this table is defined already in line 15 (remove one, or write [[...]] for a list)"
    ),
    ("factor = 6", 'factor = 6\n[[reinforcements.figures]]\nid = "b3"'): (
        "96:25: figures = ... is in line 81 already (add it there)"
    ),
    ('mortar_team" }', 'mortar_team", id = "r8" }'): (
        "81:56: this key is in the same { } already (remove one of them)"
    ),
    ('mortar_team" }]\n', 'mortar_team" }\n'): "81:11: an array without its end (end it with ])",
    ('mortar_team" }]\n', 'mortar_team" },\n'): "81:11: an array without its end (end it with ])",
    ('mortar_team" }]', 'mortar_team",\n]'): (
        "81:46: a table without its end in this line (end it with })"
    ),
    ("[rules]", '[terrain.^]\nbase = "wall"\n[rules]'): (
        '10:10: ^ needs quotes here (write [terrain."^"])'
    ),
    ('"The crossing"', '"'): '2:10: a text of several lines (write """ before it and after it)',
    ('"The crossing"', '"The\ncrossing"'): (
        '2:13: a text of several lines (write """ before it and after it)'
    ),
    ('"The crossing"', "'The crossing"): "2:9: a text without a closing quote (end it with ')",
    ("factor = 6", "factor = six"): "95:10: not a TOML value (write text in quotes)",
    ("factor = 6", 'factor = "6'): '95:12: a text without a closing quote (end it with ")',
    ('by then."""', "by then."): (
        '6:12: this text goes on to line 16, where another one begins (end it with """ before that)'
    ),
    ('000\n"""\n', "000\n"): "22:10: a text without closing quotes (end it as it begins)",
    ("at = [8, 2]", "at = [8, 2"): "60:6: an array without its end (end it with ])",
    ("[map]", "[map"): "15:5: a [table] without its ] (write [name] alone in its line)",
}


def test_an_invalid_id_of_a_side_is_not_suggested() -> None:
    """What names the side waits until its id is valid."""
    assert told(SAMPLE.replace("sides.red", "sides.Red")) == [
        "x.toml:47:8: sides.Red: not a valid id for a side (small letters, digits or _)"
    ]


@pytest.mark.parametrize(
    ("change", "expected"), CASES.items(), ids=[told.split(" (")[0] for told in CASES.values()]
)
def test_one_mistake_is_one_line_that_says_where_and_how_to_mend_it(
    change: tuple[str, str], expected: str
) -> None:
    """Faults that follow from the mistake are not reported."""
    assert after(*change) == [f"x.toml:{expected}"]


def test_all_faults_of_a_file_are_told_in_the_order_of_its_lines() -> None:
    """Shape, names and sense go wrong at once, and one reading tells all."""
    text = SAMPLE
    for old, new in (
        ("turns = 10", 'turns = "ten"'),
        ("..T..~~..o.", "..T..~~.@o."),
        ('weapons = ["squad_gun"]', 'weapons = ["rifel"]'),
        ("points = 2", "pionts = 2"),
        ('quality = "superior"', "quality = 3"),
    ):
        text = text.replace(old, new)

    assert [line.split(" (")[0] for line in told(text)] == [
        "x.toml:4:9: turns: must be a whole number, not text",
        "x.toml:17:9: map.rows: no terrain '@'",
        "x.toml:41:12: sides.blue.figures[0].weapons[0]: no weapon 'rifel' in ruleset opposed_d6",
        "x.toml:75:1: objectives[1].pionts: unknown key",
        "x.toml:91:11: kinds.old_hand.quality: must be text, not a whole number",
    ]


def test_a_map_file_is_blamed_by_its_own_lines(tmp_path: Path) -> None:
    """Rows and levels of a map file are counted from the file's first line."""
    start = SAMPLE.index("rows =")
    end = SAMPLE.index("[sides.blue]")
    scenario = tmp_path / "x.toml"
    scenario.write_text(SAMPLE[:start] + 'file = "ford"\n\n' + SAMPLE[end:], encoding="utf-8")
    rows = "..T..~~..o.\n.....~~....\n..o..==....\n.....~~..T.\n"
    levels = "00000000000\n" * 4
    (tmp_path / "ford.map").write_text(f"{rows}\n{levels}", encoding="utf-8")

    assert check(scenario) == ()

    broken = rows.replace("o", "@", 1)
    (tmp_path / "ford.map").write_text(f"{broken}\n{levels.replace('0', 'x', 1)}", encoding="utf-8")

    assert [problem.where for problem in check(scenario)] == ["ford.map:1:10", "ford.map:6:1"]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("", "empty (name a map, or draw it in rows)"),
        ("2ford", "not a valid name of a map (a small letter, then small letters, digits or _,"),
        ("con", "the name of a device on some systems, not of a map (rename the map)"),
    ],
)
def test_a_name_that_no_map_can_have_is_refused_with_the_rule(name: str, said: str) -> None:
    """Also none at all, which must not pass as a scenario without a map."""
    start, end = SAMPLE.index("rows ="), SAMPLE.index("[sides.blue]")
    faults = told(f'{SAMPLE[:start]}file = "{name}"\n\n{SAMPLE[end:]}')

    assert len(faults) == 1
    assert faults[0].startswith(f"x.toml:16:8: map.file: {said}")


def test_a_figure_is_listed_in_one_way() -> None:
    """`figures = [...]` and `[[sides.blue.figures]]` in one file."""
    side = '[sides.blue]\nfigures = [\n  { id = "b1", kind = "rifleman" },\n]\n'

    assert told(f'{side}\n[[sides.blue.figures]]\nid = "b2"\n') == [
        "x.toml:6:21: figures = ... is in line 2 already (add it there)"
    ]


def test_a_colour_may_have_capitals() -> None:
    """As other programs write it."""
    bog = '[terrain.h]\nid = "bog"\nname = "bog"\ncolour = "E8E8F0"\n[rules]'

    assert after("[rules]", bog) == []


def test_a_misspelt_map_is_found_beside_the_scenario(tmp_path: Path) -> None:
    """As well as among the maps of the game."""
    start, end = SAMPLE.index("rows ="), SAMPLE.index("[sides.blue]")
    scenario = tmp_path / "x.toml"
    scenario.write_text(SAMPLE[:start] + 'file = "fordd"\n\n' + SAMPLE[end:], encoding="utf-8")
    (tmp_path / "ford.map").write_text("..\n", encoding="utf-8")

    assert [(one.what, one.remedy) for one in check(scenario)] == [
        ("no map 'fordd'", "did you mean 'ford'?")
    ]


COUNTED = [
    *(("dice_pool", name) for name in ("holding", "fired", "ran", "defending", "locked")),
    *(("d20", counter) for counter in ("watching", "spent", "moved", "bursts", "watch_bursts")),
]


def test_a_letter_of_the_map_is_not_one_of_two_characters() -> None:
    """An invalid `[terrain.QQ]` is not listed among the letters."""
    text = SAMPLE.replace("..T..~~..o.", "Q.T..~~..Q.") + '\n[terrain.QQ]\nbase = "road"\n'
    rows, terrain = told(text)

    assert "17:1: map.rows: no terrain 'Q', here and on 1 other tile (" in rows
    assert "QQ" not in rows
    assert "97:10: terrain.QQ: not a valid letter for a map" in terrain


def test_an_objective_with_the_id_of_another_is_the_only_fault() -> None:
    """What an event means by the id is not known, so nothing is said of that."""
    text = SAMPLE.replace("format = 1", "format = 2").replace(
        'text = "Get', 'id = "far"\ntext = "Get'
    )
    text = text.replace("points = 2", 'points = 2\nid = "far"\nclosed = true')
    text += '\n[[events]]\nwhen = { turn = 2 }\nopen = ["far"]\n'

    assert [line.split(" (")[0] for line in told(text)] == [
        "x.toml:77:6: objectives[1].id: there is an objective 'far' already, in line 69"
    ]


TRAIT_DIE = """\
format = 1
title = "Small"
ruleset = "trait_die"
turns = 1
[map]
rows = ".."
[sides.a]
name = "A"
figures = [{ id = "a1", kind = "trooper", at = [0, 0] }]
[sides.b]
name = "B"
figures = [{ id = "b1", kind = "trooper", at = [1, 0] }]
"""


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        (
            'template = "small"\nmagazine = 0\nspare = 0',
            (
                "13:1: weapons.own: modes must be [] with a template or without a range"
                " (modes came from its base shotgun: write it here to change it)"
            ),
        ),
        (
            "rof = 1\nlong = 3",
            (
                "16:8: weapons.own.long: short, medium and long must rise from 0 to 300, not be"
                " [6, 12, 3] (short and medium came from its base shotgun: write them here to"
                " change them)"
            ),
        ),
    ],
)
def test_a_value_of_the_base_is_named_as_one(fields: str, said: str) -> None:
    """Beside the field that the file has, if it has one."""
    assert f"x.toml:{said}" in told(f'{TRAIT_DIE}[weapons.own]\nbase = "shotgun"\n{fields}\n')


def test_a_state_that_there_is_not_is_answered_with_those_of_the_ruleset() -> None:
    """Not with one that only sounds alike; a misspelt one is recognized."""
    told_of = {
        state: told(TRAIT_DIE.replace("at = [0, 0]", f"at = [0, 0], state = {{ {state} = 1 }}"))
        for state in ("wounds", "round")
    }

    assert told_of["wounds"] == [
        (
            "x.toml:9:66: sides.a.figures[0].state.wounds: no such state in ruleset trait_die"
            " (known: posture, damage, shaken, tokens, spare, rounds, ammo, extended, supply,"
            " purchases)"
        )
    ]
    assert "did you mean 'rounds'?" in told_of["round"][0]


@pytest.mark.parametrize(("ruleset", "counter"), COUNTED)
def test_a_state_holds_nothing_that_takes_an_order(ruleset: str, counter: str) -> None:
    """A watcher would watch no ground; points spent come back before the first order."""
    text = (scenarios() / f"low_water_{ruleset}.toml").read_text("utf-8")
    spoilt = text.replace('id = "b1"\n', f'id = "b1"\nstate = {{ {counter} = 1 }}\n')

    with pytest.raises(FileProblem, match=f"state.{counter}: is always 0 at the start"):
        parse(spoilt)


def test_a_record_is_named_as_one() -> None:
    """Not as TOML with a fault in it; the message says what takes records."""
    with pytest.raises(
        FileProblem, match=r"scenario:1: the record of a game, not a scenario .*odds"
    ):
        parse("skirmish record 1\nruleset d20 2 0123456789abcdef\n")
