"""A player's own keys: what is wrong with them is found, and Textual does what they say."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as effort
from hypothesis import strategies as st
from textual._xterm_parser import XTermParser
from textual.binding import Binding, BindingsMap
from textual.screen import Screen

import skirmish.tui.keymap as keymap_module
import skirmish.tui.screens as folder
from skirmish.tui.key_names import key_name, shown_key, shown_keys
from skirmish.tui.keymap import (
    checked_keys,
    clashes,
    conflicting_keys,
    default_keys,
    key_groups,
    textual_keymap,
)
from skirmish.tui.keys import KEYS, NEVER, binding, with_own_keys
from skirmish.tui.settings_store import key_file_template
from skirmish.tui.toml_edit import parse_toml

IDS = sorted(default_keys())
WORDS = st.lists(st.sampled_from([*"abcxZX", "f5", "f6", "ctrl+x", "tab"]), max_size=3).map(
    ",".join
)


def screens() -> Iterator[type[Screen[Any]]]:
    """Every screen of the program."""
    for found in iter_modules(folder.__path__):
        module = import_module(f"{folder.__name__}.{found.name}")
        for thing in vars(module).values():
            mine = getattr(thing, "__module__", "") == module.__name__
            if mine and isinstance(thing, type) and issubclass(thing, Screen):
                yield thing


def test_every_key_of_every_screen_can_be_another_one() -> None:
    """Each is bound under an id of the table, and with the keys that stand there."""
    usual = default_keys()
    bound = [(screen, key) for screen in screens() for key in vars(screen).get("BINDINGS", ())]
    ids = [(screen.__name__, getattr(key, "id", None)) for screen, key in bound]

    assert [(name, id_) for name, id_ in ids if id_ not in usual] == []
    keys = {key.id: key.key for _, key in bound if isinstance(key, Binding)}
    assert {id_: key for id_, key in keys.items() if key != (usual[id_ or ""] or NEVER)} == {}


def test_no_key_means_two_things_at_once_from_the_start() -> None:
    """On no screen; the keys of the program count on all of them."""
    assert [(one.id, other.id, key) for one, other, key in clashes({})] == []


@pytest.mark.parametrize("id_", IDS)
def test_every_key_of_the_table_has_the_name_that_textual_has_for_it(id_: str) -> None:
    """What is printed for a player can be read back, and means the same."""
    keys = default_keys()[id_]

    assert checked_keys({id_: keys}) == ({}, ())
    assert [key_name(name) for name in keys.split(",") if name] == [*filter(None, keys.split(","))]


@pytest.mark.parametrize(
    ("text", "name", "shown"),
    [
        ("?", "question_mark", "?"),
        ("+", "plus", "+"),
        ("ctrl++", "ctrl+plus", "ctrl++"),
        ("shift+ctrl+a", "ctrl+shift+a", "ctrl+shift+a"),
        ("shift+a", "A", "A"),
        ("ф", "ф", "ф"),
        ("add", "add", "+ (pad)"),
        ("C-x", "", ""),
        ("enter space", "", ""),
        ("\u202e", "", ""),
    ],
)
def test_names_of_keys(text: str, name: str, shown: str) -> None:
    """One spelling for Textual, one for the screen."""
    assert (key_name(text), shown_key(name)) == (name, shown)


def test_a_key_of_the_number_pad_is_not_named_beside_its_like() -> None:
    """It is named where it stands alone, and in its place by another name."""
    assert shown_keys(("plus", "add")) == "+"
    assert shown_keys(("add", "p")) == "+ (pad) p"
    assert shown_keys(("up", "k", "8")) == "up k 8"


@pytest.mark.parametrize(
    ("own", "words"),
    [
        ({"verb.fier": "f"}, "no such key id (did you mean 'verb.fire'?)"),
        ({"fire": "f"}, "no such key id (did you mean 'verb.fire'?)"),
        ({"look": "entre"}, "no such key: 'entre' (did you mean 'enter'?)"),
        ({"look": "C-x"}, "no such key: 'C-x' (did you mean 'ctrl+x'?)"),
        ({"look": "ctrl+i"}, "a terminal cannot tell 'ctrl+i' from 'tab' (write 'tab')"),
        ({"look": "ctrl+c"}, "'ctrl+c' is reserved by the terminal (use another key)"),
        ({"back": ""}, "needs a key: the game cannot be played without one (give it one)"),
        ({"sheet.back": "y"}, "'y' is typed as a letter on that screen"),
        ({"rules.up": "up, y"}, "'y' is typed as a letter on that screen"),
        ({"title.new": "down"}, "'down' moves in lists and texts (use another)"),
        (
            {"verb.move": "x"},
            "'x' is already the key of 'look at a tile'",
        ),
        (
            {"title.new": "ctrl+q"},
            "'ctrl+q' is already the key of 'leave the program; all is saved'",
        ),
        ({"look": "\x1b[31m"}, "no such key: '\\x1b[31m'"),
    ],
)
def test_what_is_wrong_is_said(own: dict[str, str], words: str) -> None:
    """The fault in words, with the remedy; what was wrong is as usual."""
    good, (fault,) = checked_keys(own)

    assert good == {}
    assert f"{fault.what} ({fault.remedy})".startswith(words)


def test_keys_can_change_places() -> None:
    """Two ids may swap; one key may do in two parts of a battle what never meets."""
    swap = {"look": "v", "verbs": "x"}

    assert checked_keys(swap) == (swap, ())
    assert checked_keys({"ready": "Y", "end": "Y"})[1] == ()


def test_a_key_for_a_figure_yields_to_the_player() -> None:
    """A file written before there were such keys keeps its meaning, without a message."""
    assert checked_keys({"verbs": "f8"}) == ({"verbs": "f8", "figure_8": ""}, ())
    assert checked_keys({"verbs": "f8", "figure_8": "f8"})[1] != ()


@effort(max_examples=40, deadline=None)
@given(st.dictionaries(st.sampled_from(IDS), WORDS, max_size=6))
def test_what_is_left_never_clashes_and_is_what_textual_does(own: dict[str, str]) -> None:
    """Whatever a file says: the table with what is left of it has one meaning a key.

    And each screen's bindings, as Textual makes them of the keymap, are that table.
    """
    good, _ = checked_keys(own)
    assert list(clashes(good)) == []
    for _name, keys in key_groups():
        bindings = BindingsMap([binding(key) for key in keys])
        bindings.apply_keymap(textual_keymap(good))
        done = {
            (key, one.id) for key, found in bindings.key_to_bindings.items() for one in found
        } - {(NEVER, key.id) for key in keys}

        table = with_own_keys(keys, good)
        assert done == {(k, key.id) for key in table for k in key.keys.split(",") if k}


def test_who_would_lose_a_key() -> None:
    """Asked before a key is given, so that the player can be told."""
    assert [key.id for key in conflicting_keys("look", "m", {})] == ["verb.move", "verb.deploy"]
    assert [key.id for key in conflicting_keys("look", "Y", {})] == []


def test_the_printed_file_is_complete_and_changes_nothing() -> None:
    """Every id once; with every line taken in, all is as usual."""
    lines = [line for line in key_file_template("here") if line.startswith("#") and " = " in line]
    text = "\n".join(line.removeprefix("#") for line in lines)
    values = parse_toml(text, "x").values

    assert sorted(values) == IDS
    assert checked_keys(values) == ({}, ())


@pytest.mark.parametrize(
    ("sequences", "way"),
    [
        (("\x1bOx", "\x1b[57407;129u", "8", "\x1bOA", "\x1b[A", "\x1b[57419u"), "north"),
        (("\x1bOw", "\x1b[57406;129u", "7", "\x1bOH", "\x1b[1~", "\x1b[57423u"), "north_west"),
        (("\x1bOs", "\x1b[57402;129u", "3", "\x1b[6~", "\x1b[57422u"), "south_east"),
        (("\x1bOM", "\r", "\x1b[57414u"), "confirm"),
        (("\x1bOk", "+", "\x1b[57413u"), "more"),
        (("\x1bOm", "-", "\x1b[57412u"), "less"),
    ],
)
def test_the_number_pad_in_every_state(sequences: tuple[str, ...], way: str) -> None:
    """Application mode, the kitty protocol and plain digits; with NumLock and without."""
    keys = next(key for key in KEYS if key.id == way).keys.split(",")
    for sequence in sequences:
        parser = XTermParser()
        (event,) = [*parser.feed(sequence), *parser.feed("")]
        assert getattr(event, "key", "") in keys, sequence


@pytest.mark.parametrize("shape", ["all the same", "each that of the next"])
def test_clashes_of_all_keys_are_found_in_few_passes(
    shape: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What has clashed is taken out together; keys are free or not by one look at each table."""
    usual = default_keys()
    keys = ["Y"] * len(IDS) if shape == "all the same" else [usual[i] for i in (*IDS[1:], IDS[0])]
    tables = []

    def counted(*args: Any) -> Any:
        tables.append(args)
        return with_own_keys(*args)

    monkeypatch.setattr(keymap_module, "with_own_keys", counted)
    good, faults = checked_keys(dict(zip(IDS, keys, strict=True)))

    assert list(clashes(good)) == []
    assert len(faults) > 100
    assert len(tables) < 100 * len(list(key_groups()))
