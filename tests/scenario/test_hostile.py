"""Files of strangers: whatever they hold, a clear word and nothing else, and soon."""

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skirmish.errors import FileProblem, SkirmishError, UsageProblem
from skirmish.scenario import find, load, opening_state, parse, scenario_text
from skirmish.scenario.files import map_bytes
from skirmish.scenario.toml_positions import MAX_CHARS

SAMPLE = (Path(__file__).parent / "data" / "crossing.toml").read_text(encoding="utf-8")
SLOWEST = 0.5
HEAD = SAMPLE[: SAMPLE.index("[map]")]
REST = SAMPLE[SAMPLE.index("[sides.blue]") :]
FIGURE = '[[sides.blue.figures]]\nid = "x{n}"\nkind = "rifleman"\n'
WIDE = "." * 200 + "\n"


def with_map(text: str) -> str:
    """The sample with another [map]."""
    return f"{HEAD}[map]\n{text}\n\n{REST}"


def swapped(old: str, new: str) -> str:
    """The sample with one change."""
    assert old in SAMPLE
    return SAMPLE.replace(old, new, 1)


TEXTS: dict[str, str | bytes] = {
    "nothing": "",
    "only a byte order mark": b"\xef\xbb\xbf",
    "UTF-16": SAMPLE.encode("utf-16"),
    "Latin-1": "title = 'Übung'".encode("latin-1"),
    "broken UTF-8 late": SAMPLE.encode() + b"# \xf0\x28\x8c\x28",
    "overlong UTF-8": b"title = '\xc0\xaf'",
    "NUL": SAMPLE.replace("crossing", "cross\0ing").encode(),
    "NULs only": b"\0" * 4096,
    "escape character": SAMPLE.replace("crossing", "\x1b[31mcrossing").encode(),
    "escape in a key": '"\\u001b[2J" = 1',
    "old line ends": SAMPLE.replace("\n", "\r").encode(),
    "a program": b"\x7fELF" + bytes(range(256)) * 40,
    "a picture": b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 40,
    "too large": b"#" * (MAX_CHARS + 1),
    "large": "# filler\n" * 100_000,
    "line breaks": "\n" * (MAX_CHARS - 1),
    "one line": "a = '" + "x" * 100_000 + "'",
    "deep arrays": "a = " + "[" * 1000 + "]" * 1000,
    "deep arrays over lines": "a = " + "[\n" * 100_000,
    "deep inline tables": "a = " + "{a = " * 400 + "1" + "}" * 400,
    "deep dotted key": ".".join("a" * 900) + " = 1",
    "many dotted keys": (".".join("a" * 900) + " = 1\n") * 400,
    "deep header": "[" + ".".join("a" * 900) + "]",
    "many headers": "".join(f"[a{n}.b.c.d.e.f]\n" for n in range(11_900)),
    "many arrays of tables": "[[a]]\n" * 19_000,
    "many keys": "".join(f"k{n} = 1\n" for n in range(11_900)),
    "many items": "a = [\n" + "1,1,1,1,1,1,1,1,\n" * 50_000 + "]",
    "many unknown keys in figures": "".join(
        FIGURE.format(n=n) + "z1 = 1\nzz = 2\n" for n in range(1900)
    ),
    "many faults in one array": swapped('["squad_gun"]', "[\n" + "1,\n" * 11_000 + "]"),
    "long number": f"turns = {'9' * 1900}",
    "number of 5,000 digits": f"turns = {'9' * 5000}",
    "long number with breaks": swapped("turns = 10", "turns = 0x" + "f" * 1900),
    "number beyond every limit": swapped("[2, 2]", f"[2, {'9' * 1000}]"),
    "negative place": swapped("[2, 2]", "[-1, -1]"),
    "negative zone": swapped("[0, 0, 3, 3]", f"[-{'9' * 300}, 0, {'9' * 300}, 3]"),
    "huge objective": swapped("area = [0, 0, 1, 3]", f"area = [0, 0, {'9' * 300}, 3]"),
    "not a number": swapped("turns = 10", "turns = nan"),
    "infinity": swapped("break_point = 50", "break_point = -inf"),
    "date": swapped("turns = 10", "turns = 1979-05-27T07:32:00Z"),
    "unfinished text": 'a = """' + '\\"""' * 50_000,
    "unfinished texts": "a = '''\n" * 5000,
    "lone surrogate": 'title = "\\ud800"',
    "turned text": swapped("The crossing", "The \\u202ecrossing"),
    "zero width": swapped("Ottar", "Ot\\u200btar"),
    "combining marks": swapped("Ottar", "O" + "\u0301" * 1000),
    "markup is text, an unknown kind is not": swapped('"rifleman"  ', '"[@click=app.quit]"  '),
    "table as text": swapped('name = "Ottar"', 'name = { a = "b" }'),
    "text as table": swapped("[rules]", 'rules = "none"\n[mules]'),
    "sides as array": swapped("[sides.blue]", "[[sides]]"),
    "empty map": with_map('rows = ""'),
    "map too wide": with_map(f'rows = """\n{"." * 201}\n"""'),
    "map too high": with_map('rows = """\n' + ".\n" * 201 + '"""'),
    "map of nonsense": with_map('rows = """\n' + ("@" * 200 + "\n") * 200 + '"""'),
    "map of nonsense levels": with_map(
        f'rows = """\n{WIDE * 200}"""\nlevels = """\n{WIDE * 200}"""'
    ),
    "ragged map": with_map('rows = """\n' + "".join("." * n + "\n" for n in range(1, 200)) + '"""'),
    "map with tabs": with_map('rows = "..\\t.."'),
    "map in its own words": with_map('rows = """\n..\x7f\n"""'),
    "figures without end": SAMPLE + "".join(FIGURE.format(n=n) for n in range(900)),
    "one id for all": SAMPLE + FIGURE.format(n=1) * 190,
    "letter of two columns": swapped("[rules]", '[terrain."\\u4e00"]\nbase = "wall"\n[rules]'),
    "letter that joins": swapped("[rules]", '[terrain."\\u0301"]\nbase = "wall"\n[rules]'),
    "letter that quotes": swapped("[rules]", "[terrain.'\"']\nbase = 'wall'\n[rules]"),
    "glyph of an escape": swapped('quality = "superior"', 'glyph = "\\u001b"'),
    "kind on itself": swapped('base = "rifleman"', 'base = "old_hand"'),
    "kind of the wrong shape": swapped('quality = "superior"', "weapons = [[[]]]"),
    "map up": with_map('file = "../secret"'),
    "map absolute": with_map('file = "/etc/passwd"'),
    "map with NUL": with_map('file = "a\\u0000b"'),
    "map device": with_map('file = "con"'),
    "map of nobody": with_map('file = "nowhere"'),
    "map by link": with_map('file = "link"'),
    "map by pipe": with_map('file = "pipe"'),
    "map in a folder": with_map('file = "folder"'),
    "map too large": with_map('file = "huge"'),
    "map not UTF-8": with_map('file = "latin"'),
    "map empty": with_map('file = "empty"'),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with traps beside the scenario."""
    inside = tmp_path_factory.mktemp("inside")
    secret = tmp_path_factory.mktemp("outside") / "secret.map"
    secret.write_text("..\n..\n", encoding="utf-8")
    (inside / "link.map").symlink_to(secret)
    os.mkfifo(inside / "pipe.map")
    (inside / "folder.map").mkdir()
    (inside / "huge.map").write_bytes(b"." * (MAX_CHARS + 1))
    (inside / "latin.map").write_bytes("..ü..".encode("latin-1"))
    (inside / "empty.map").write_bytes(b"")
    return inside


def refused(call: Callable[[], object], kind: type[SkirmishError]) -> str:
    """The message of the error that a call ends in, in good time (of this process alone)."""
    start = time.process_time()
    with pytest.raises(kind) as caught:
        call()
    assert time.process_time() - start < SLOWEST
    return str(caught.value)


@pytest.mark.parametrize("content", TEXTS.values(), ids=TEXTS)
def test_a_hostile_file_ends_in_a_clear_word(folder: Path, content: str | bytes) -> None:
    """Our own error, printable lines that name the file, in under half a second."""
    path = folder / "x.toml"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())

    message = refused(lambda: load(path), SkirmishError)

    assert all(line.isprintable() for line in message.split("\n"))
    assert "x.toml" in message or ".map" in message
    assert len(message) < 40_000


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a = 1\r" * 900, "x.toml:1:6: a line ends in CR alone (save it with the line ends"),
        ("a = 1\rb = 2\r", "x.toml:1:6: a line ends in CR alone (save it with the line ends"),
        ('a = 1\nb = "x\0"\n', "x.toml:2:7: U+0000, a control character (remove it)"),
        ("# \x1b[2J\n", "x.toml:1:3: U+001B, a control character (remove it)"),
    ],
)
def test_control_characters_of_the_file_itself_are_named(
    text: str, message: str, folder: Path
) -> None:
    """Wherever they stand."""
    path = folder / "x.toml"
    path.write_bytes(text.encode())

    assert message in refused(lambda: load(path), SkirmishError)


def test_what_is_no_plain_file_is_not_opened(folder: Path) -> None:
    """A pipe, a device, a folder, a ring of links, a name that no file can have."""
    ring = folder / "ring"
    if not ring.is_symlink():
        ring.symlink_to(ring)
    for path in (folder / "pipe.map", Path("/dev/zero"), folder, ring, folder / "absent.toml"):
        assert path.name in refused(lambda path=path: load(path), UsageProblem)  # type: ignore[misc]
    refused(lambda: load(folder / "a\0b"), UsageProblem)
    refused(lambda: load(folder / ("x" * 5000)), UsageProblem)


def test_no_map_outside_its_folder_is_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A link that leads out is not followed, and no path gets to the system at all."""
    opened: list[str] = []
    real = os.open

    def watched(path: str, *rest: int) -> int:
        opened.append(str(path))
        return real(path, *rest)

    monkeypatch.setattr(os, "open", watched)

    for name in ("link", "../secret", "/etc/passwd", "folder/x", "con", "lpt1", "a\0b", "..", ""):
        refused(lambda name=name: map_bytes(name, folder), UsageProblem)  # type: ignore[misc]

    assert opened == []


def test_a_name_of_nothing_is_told_with_the_likely_one() -> None:
    """A scenario of the game that is misspelt."""
    assert refused(lambda: find("beacon_hlil"), UsageProblem) == (
        "beacon_hlil: no such scenario (did you mean 'beacon_hill'?)"
    )
    refused(lambda: find(""), UsageProblem)
    refused(lambda: find("a\0b"), UsageProblem)


@pytest.mark.parametrize("title", ["The beacon", "the-beacon", "BEACON", "beacon hill"])
def test_a_scenario_is_found_by_its_title(title: str) -> None:
    """A list of scenarios shows titles, not the names of files."""
    assert find(title).name == "beacon_hill.toml"


LINES = SAMPLE.split("\n")
HOSTILE_BITS = ["", '"', "[", "]", "{", "}", "=", ".", "\\", "#", "'''", '"""', "-1", "1e9", "\x1b"]


@given(
    st.lists(
        st.tuples(st.integers(0, len(SAMPLE)), st.integers(0, 3), st.sampled_from(HOSTILE_BITS)),
        min_size=1,
        max_size=4,
    )
)
def test_a_text_damaged_anywhere_raises_nothing_but_our_errors(
    damage: list[tuple[int, int, str]],
) -> None:
    """Bits cut out and put in: it is refused, or it is a scenario that can begin."""
    text = SAMPLE
    for at, cut, put in damage:
        text = text[:at] + put + text[at + cut :]
    _load_or_refuse(text)


@given(st.binary(max_size=6), st.integers(0, len(SAMPLE.encode())))
def test_bytes_damaged_anywhere_raise_nothing_but_our_errors(bits: bytes, at: int) -> None:
    """Random bytes over a valid file."""
    data = SAMPLE.encode()
    _load_or_refuse((data[:at] + bits + data[at + len(bits) :]).decode("utf-8", "replace"))


@given(st.permutations(range(len(LINES))).map(lambda order: order[:30]), st.data())
def test_lines_left_out_or_moved_raise_nothing_but_our_errors(
    chosen: list[int], data: st.DataObject
) -> None:
    """Whole lines go missing or stand twice."""
    kept = [line for n, line in enumerate(LINES) if n not in chosen[:5]]
    where = data.draw(st.integers(0, len(kept)))
    _load_or_refuse("\n".join([*kept[:where], LINES[chosen[-1]], *kept[where:]]))


def _load_or_refuse(text: str) -> None:
    try:
        scenario = parse(text)
    except FileProblem as problem:
        told = str(problem)
    else:
        told = ""
        assert opening_state(scenario).figures
        assert parse(scenario_text(scenario)) == scenario
    assert all(line.isprintable() for line in told.split("\n") if line)
