"""The files of settings: what is written is read again, and nothing of a player's file is lost."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import settings as effort
from hypothesis import strategies as st

from skirmish.errors import FileProblem, UsageProblem
from skirmish.scenario import faults, toml_positions
from skirmish.tui.keymap import checked_keys, default_keys
from skirmish.tui.settings import SETTINGS, Settings, with_value
from skirmish.tui.settings_store import KEYS_FILE, SETTINGS_FILE, SettingsStore
from skirmish.tui.toml_edit import Value, edited, parse_toml, toml_line

CHOICES = st.fixed_dictionaries(
    {
        name: st.integers(0, setting.most) if setting.most else st.sampled_from([*setting.choices])
        for name, setting in SETTINGS.items()
    }
)
KEYS = st.dictionaries(
    st.sampled_from(sorted(default_keys())), st.sampled_from(["f5", "ctrl+x, Z", "", "é", "comma"])
)
HAND_WRITTEN = """\
# mine
theme = 'light' # in the sun
odds = "exact"

[later]
version = "2"
"""


def set_to(choices: dict[str, Value]) -> Settings:
    settings = Settings()
    for name, value in choices.items():
        settings = with_value(settings, name, value)
    return settings


def toml_value(folder: Path, name: str, text: str) -> SettingsStore:
    (folder / name).write_text(text, encoding="utf-8")
    return SettingsStore(folder)


@effort(max_examples=25, deadline=None)
@given(CHOICES, KEYS, CHOICES, KEYS)
def test_what_is_kept_comes_back(
    tmp_path_factory: pytest.TempPathFactory,
    first: dict[str, Value],
    first_keys: dict[str, str],
    then: dict[str, Value],
    then_keys: dict[str, str],
) -> None:
    """Whatever is set, and set again over it, is what the next start finds."""
    store = SettingsStore(tmp_path_factory.mktemp("home"))
    old = evolve(set_to(first), keys=checked_keys(first_keys)[0])
    new = evolve(set_to(then), keys=checked_keys(then_keys)[0])
    store.save(Settings(), old)
    assert store.load() == (old, ())
    store.save(old, new)

    assert store.load() == (new, ())


@given(st.text(), st.one_of(st.text(), st.booleans(), st.integers(-(2**60), 2**60)))
def test_any_value_can_be_written(key: str, value: Value) -> None:
    """A line of the writer's says to a reader of TOML what it was given."""
    text = toml_line(key, value)
    if len(text) < 400:
        assert parse_toml(text, "x").values == {key: value}


def test_a_change_leaves_the_rest_of_the_file_alone(tmp_path: Path) -> None:
    """Comments, order and what this version does not know stay as the player wrote them."""
    store = toml_value(tmp_path, SETTINGS_FILE, HAND_WRITTEN)
    old, problems = store.load()
    assert (old.theme, len(problems)) == ("light", 1)
    store.save(old, evolve(old, theme="dark", clock=20))

    text = (tmp_path / SETTINGS_FILE).read_text(encoding="utf-8")
    expected = HAND_WRITTEN.replace("'light'", '"dark"')
    assert text == expected.replace("[later]", "clock = 20\n[later]")


def test_keys_that_go_back_to_usual_leave_the_file() -> None:
    """The line goes, the others stay."""
    toml = parse_toml('"verb.move" = "Z"\nlook = "Y" # why\n', "keys.toml")

    assert edited(toml, "verb.move", None) == 'look = "Y" # why\n'


def test_faults_are_told_with_line_and_remedy_and_the_rest_counts(tmp_path: Path) -> None:
    """Each fault of both files, in the order in which they stand; what is well is used."""
    settings = 'theme = "lite"\nodds = true\nrecaps = false\nclock = 601\nodd = "none"\n'
    keys = '"verb.move" = "Z"\n"verb.fier" = "f"\nlook = "entre"\nundo = "e"\nnews = ["n"]\n'
    toml_value(tmp_path, SETTINGS_FILE, settings)
    loaded, problems = toml_value(tmp_path, KEYS_FILE, keys).load()
    told = [str(problem).removeprefix(f"{tmp_path}/") for problem in problems]

    assert (loaded.recaps, dict(loaded.keys)) == (False, {"verb.move": "Z"})
    told[1] = told[1].replace('"rough", "none"', "...")
    assert told[:5] == [
        "settings.toml:1:1: theme: no such choice: 'lite' (did you mean 'light'?)",
        'settings.toml:2:1: odds: must be text, not true (one of: "exact", ...)',
        "settings.toml:4:1: clock: must be from 0 to 600, not 601",
        "settings.toml:5:1: odd: no such setting (did you mean 'odds'?)",
        "keys.toml:2:1: verb.fier: no such key id (did you mean 'verb.fire'?)",
    ]
    assert told[5] == "keys.toml:3:1: look: no such key: 'entre' (did you mean 'enter'?)"
    assert told[6].startswith("keys.toml:4:1: undo: 'e' is already the key of 'finish your orders'")
    assert told[7].startswith("keys.toml:5:1: news: keys are text")


HOSTILE = {
    "no TOML": b"theme = dark\n",
    "not UTF-8": b'theme = "\xff"\n',
    "a long line": b"x" * 500,
    "a long key": b".".join([b"a"] * 150) + b"= 1",
    "many lines": b"\n" * 3000,
    "large": b"#" * 70_000,
    "deep": b"x = " + b"[\n" * 1500 + b"]\n" * 400,
    "a number without end": b"clock = " + b"9" * 380,
    "escapes": b'theme = "\\u001b[31m"\n"\\u001b]0;x" = 1\n',
    "twice": b'look.x = 1\n"look.x" = 2\n',
    "not a number": b"clock = nan\n",
    "no text": b"\x00\x01",
}


@pytest.mark.parametrize("name", [SETTINGS_FILE, KEYS_FILE])
@pytest.mark.parametrize("data", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_hostile_file_is_told_of_and_never_lost(tmp_path: Path, name: str, data: bytes) -> None:
    """It ends in printable lines; a change afterwards works, and every byte is still there."""
    (tmp_path / name).write_bytes(data)
    store = SettingsStore(tmp_path)
    loaded, problems = store.load()
    assert problems
    assert all(str(problem).isprintable() and name in str(problem) for problem in problems)
    changes = evolve(loaded, hints=False, keys={"look": "Y"})
    store.save(loaded, changes)

    again, _ = store.load()
    assert (again.hints, again.keys["look"]) == (False, "Y")
    assert any(data.strip() in path.read_bytes() for path in tmp_path.iterdir())


def test_files_put_aside_never_take_the_place_of_one_another(tmp_path: Path) -> None:
    """A second broken file gets a name of its own; the player is told which."""
    for text, name in (("a", "settings.toml.bad"), ("b", "settings.toml.bad2")):
        store = toml_value(tmp_path, SETTINGS_FILE, text)

        assert store.save(Settings(), Settings(hints=False)) == (name,)
        assert (tmp_path / name).read_text(encoding="utf-8") == text


def test_what_is_no_plain_file_is_neither_opened_nor_lost(tmp_path: Path) -> None:
    """A pipe would be waited for without end."""
    os.mkfifo(tmp_path / SETTINGS_FILE)
    store = SettingsStore(tmp_path)
    assert "not a plain file" in str(store.load()[1][0])
    store.save(Settings(), Settings(hints=False))

    assert store.load()[0].hints is False
    assert (tmp_path / f"{SETTINGS_FILE}.bad").is_fifo()


@pytest.mark.parametrize("call", ["fsync", "replace"])
def test_a_full_disk_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    """The old settings are untouched, no half file stays, and the message says what holds."""
    store = toml_value(tmp_path, SETTINGS_FILE, HAND_WRITTEN)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, call, full)
    with pytest.raises(UsageProblem, match="No space left on device; the setting lasts until"):
        store.save(store.load()[0], Settings(theme="dark"))

    assert [path.name for path in tmp_path.iterdir()] == [SETTINGS_FILE]
    assert (tmp_path / SETTINGS_FILE).read_text(encoding="utf-8") == HAND_WRITTEN


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    """Players keep such files elsewhere and link to them."""
    real = tmp_path / "dots"
    real.write_text('theme = "light"\n', encoding="utf-8")
    home = tmp_path / "home"
    home.mkdir()
    (home / SETTINGS_FILE).symlink_to(real)
    SettingsStore(home).save(SettingsStore(home).load()[0], Settings(theme="dark"))

    assert (home / SETTINGS_FILE).is_symlink()
    assert real.read_text(encoding="utf-8") == 'theme = "dark"\n'


def test_a_text_without_end_is_refused_before_it_is_parsed() -> None:
    """The caps come first: parsing takes time that grows with the square of a key."""
    with pytest.raises(FileProblem, match="a line longer than 400 characters"):
        parse_toml("a." * 4000, "x")


@pytest.mark.parametrize("name", [SETTINGS_FILE, KEYS_FILE])
def test_many_faults_cost_no_more_than_their_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Places are worked out once, what was meant is guessed for the first, the rest is counted."""
    done = {"places": 0, "guesses": 0}

    def counted(what: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any) -> Any:
            done[what] += 1
            return real(*args)

        return call

    monkeypatch.setattr(toml_positions, "Positions", counted("places", toml_positions.Positions))
    monkeypatch.setattr(faults, "nearest", counted("guesses", faults.nearest))
    text = "".join(f'"verb.{number}" = "x"\n' for number in range(1500))
    _, problems = toml_value(tmp_path, name, text).load()

    assert done == {"places": 1, "guesses": 20}
    assert len(problems) == 21
    assert str(problems[-1]).endswith(f"{name}: ... and 1480 more")


def test_values_of_a_text_are_told_apart_in_one_pass() -> None:
    """No key is compared with all that come before it."""

    class Counted(str):
        """A text that counts how often it is compared."""

        __slots__ = ()
        compared = 0
        __hash__ = str.__hash__

        def __eq__(self, other: object) -> bool:
            Counted.compared += 1
            return str.__eq__(self, other)

    text = "".join(f"k{number} = 1\n" for number in range(1900))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            "skirmish.tui.toml_edit.joined", lambda path: Counted(".".join(map(str, path)))
        )
        assert len(parse_toml(text, "x").values) == 1900
    assert Counted.compared < 10 * 1900


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("a." * 150 + "b = 1", "a key of more than 6 parts"),
        ("x = " + "[" * 20 + "]" * 20, "nested deeper than 16"),
        ("x = [\n" + ("1," * 190 + "\n") * 160 + "]", "more than 12000 entries"),
    ],
)
def test_what_a_parser_takes_long_for_is_not_parsed(
    text: str, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nesting, dotted keys and entries have limits of their own, found without parsing."""
    monkeypatch.setattr("tomllib.loads", None)
    with pytest.raises(FileProblem, match=what):
        parse_toml(text, "x")
