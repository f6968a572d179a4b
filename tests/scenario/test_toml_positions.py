"""The locator agrees with tomllib on what stands in a text, and says where."""

import re
import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skirmish.scenario import toml_positions
from skirmish.scenario.faults import Fault, Path
from skirmish.scenario.toml_positions import (
    MAX_COLUMNS,
    MAX_DEPTH,
    MAX_KEY_PARTS,
    Positions,
    find_excess,
)

TRICKY = {
    "quoted keys": '"a.b" = 1\n\'c d\' = 2\n"" = 3\n"\\u0041\\n" = 4\n',
    "dotted keys": 'a.b . "c" = 1\na.d = 2\n[t]\nx . y.z = 3\n',
    "tables": "[a]\n[a.b]\nc = 1\n[ d . 'e' ]\nf = 2\n[a.x.y]\nz = 1\n",
    "arrays of tables": "[[a]]\nb = 1\n[[a]]\n[[a.c]]\nd = 1\n[[a.c]]\n[a.c.e]\nf = 1\n[[a]]\n",
    "inline tables": 'a = {b = 1, "c".d = {e = []}}\nf = [{g = 1}, {g = 2, h = [{}]}]\n',
    "arrays": 'a = [\n  1, # one ]\n  [2, [3]],\n  \'x]\', "]\\"",\n]\nb = 1\n',
    "strings": 'a = """\nx = 1 # no\n[y]\n"""\nb = \'\'\'\n"""\'\'\'\nc = "#"\nd = \'\\\'\n',
    "quotes in strings": 'a = """"2"" """""\nb = \'\'\'\'x\'\'\'\'\nc = """\\""""\nd = ""\ne = 1\n',
    "numbers": "a = 1.5\nb = -1e6\nc = 0xff\nd = inf\ne = 1_000\n1.2 = 3\n-x = 4\n",
    "dates": "a = 1979-05-27 07:32:00.5\nb = 1979-05-27\nc = [07:32:00,1979-05-27T07:32:00Z]\n",
    "spaces and comments": "# top\n\n  a=1# end\n\tb  =\t[ ]\n[ t ] # table\n c = 2",
    "nothing": "",
}


def paths(value: Any, path: Path = ()) -> dict[Path, Any]:
    """Every key path and array element in a document, with its value."""
    found: dict[Path, Any] = {path: value} if path else {}
    inside = value.items() if isinstance(value, dict) else ()
    if isinstance(value, list):
        inside = enumerate(value)  # type: ignore[assignment]
    for key, item in inside:
        found |= paths(item, (*path, key))
    return found


@pytest.mark.parametrize("text", TRICKY.values(), ids=TRICKY)
def test_every_path_that_tomllib_finds_has_a_place(text: str) -> None:
    """Quoted and dotted keys, tables and arrays of them, whatever stands in strings."""
    assert sorted(Positions(text).spots, key=str) == sorted(paths(tomllib.loads(text)), key=str)


keys = st.sampled_from(["a", "b-1", '"q.r"', "' s'", "2"])
scalars = st.sampled_from(
    ["1", "-2.5", '"x # ]"', "'''y\n[z]'''", "true", '"""\n"\\""""', "07:32:00"]
)
values = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=3).map(lambda v: f"[ {', '.join(v)}\n]")
        | st.dictionaries(keys, inner, max_size=3).map(
            lambda d: "{ " + ", ".join(f"{k} = {v}" for k, v in d.items()) + " }"
        )
    ),
    max_leaves=6,
)
lines = st.one_of(
    st.tuples(st.lists(keys, min_size=1, max_size=3), values).map(
        lambda t: f"{'.'.join(t[0])} = {t[1]}"
    ),
    st.lists(keys, min_size=1, max_size=3).map(lambda k: f"[{'.'.join(k)}]"),
    st.lists(keys, min_size=1, max_size=2).map(lambda k: f"[[{' . '.join(k)}]] # note"),
)


@given(st.lists(lines, max_size=6).map("\n".join))
def test_any_valid_document_is_walked_as_tomllib_reads_it(text: str) -> None:
    """The paths are the same, and each value begins where the locator says."""
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    places = Positions(text)
    assert sorted(places.spots, key=str) == sorted(paths(document), key=str)
    for path, value in paths(document).items():
        if isinstance(value, bool | int | str) and not isinstance(path[-1], int):
            start = places.spots[path].value
            assert _reads_as(text[start:], value)


def _reads_as(rest: str, value: Any) -> bool:
    """Whether the text begins with a value, whatever follows it."""
    for end in range(1, len(rest) + 1):
        try:
            if tomllib.loads(f"v = {rest[:end]}")["v"] == value:
                return True
        except tomllib.TOMLDecodeError:
            continue
    return False


def test_a_fault_is_placed_at_its_value_its_key_or_the_table_that_lacks_it() -> None:
    """Lines and columns count from 1; text of several lines is pointed into."""
    places = Positions('a = 1\n[t]\n  key = "x"\nrows = """\n..\n.@\n"""\n')

    assert places.of(Fault(("t", "key"), "")) == (3, 9)
    assert places.of(Fault(("t", "key"), "", on_key=True)) == (3, 3)
    assert places.of(Fault(("t", "absent"), "")) == (2, 1)
    assert places.of(Fault(("absent",), "")) == (1, 1)
    assert places.of(Fault(("t", "rows"), "", row=1, column=1)) == (6, 2)


@pytest.mark.parametrize(
    "text",
    [
        "x" * (MAX_COLUMNS + 1),
        "\n" * 20_000,
        "a = " + "[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1),
        "a = " + "[\n" * (MAX_DEPTH + 1),
        ".".join("a" * (MAX_KEY_PARTS + 1)) + " = 1",
        "[" + " . ".join(['"x"'] * (MAX_KEY_PARTS + 1)) + "]",
        "a = [" + "1,\n" * 20_001 + "]",
        "[a]\n" * 4001,
        " " * (1 << 21),
    ],
    ids=[
        "line",
        "lines",
        "nesting",
        "open nesting",
        "dots",
        "quoted dots",
        "items",
        "tables",
        "size",
    ],
)
def test_what_is_too_much_is_told_before_it_is_parsed(text: str) -> None:
    """Each limit has a fault of its own."""
    assert find_excess(text) is not None


@pytest.mark.parametrize(
    "text",
    [
        "a = '" + "[" * 50 + "'",
        'a = """\n' + "[" * 50 + '\n"""',
        "# " + "[" * 50 + "." * 50,
        "a = '''\n" + "[" * 50,
        ".".join("a" * MAX_KEY_PARTS) + " = 1979-05-27T07:32:00.999",
        "a = " + "[" * MAX_DEPTH + "]" * MAX_DEPTH,
    ],
)
def test_no_limit_counts_what_stands_in_words(text: str) -> None:
    """Brackets and dots in strings, comments and unfinished strings are no structure."""
    assert find_excess(text) is None


def test_no_group_is_repeated_possessively() -> None:
    """Python before 3.11.5 takes such a repetition wrongly."""
    patterns = [one for one in vars(toml_positions).values() if isinstance(one, re.Pattern)]
    assert len(patterns) > 5
    for pattern in patterns:
        assert not re.search(r"\)(?:[*+?]|\{[\d,]+\})\+", pattern.pattern)
