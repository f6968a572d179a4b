"""Armouries are read strictly."""

from __future__ import annotations

from pathlib import Path

import pytest

from skirmish.errors import FileProblem
from skirmish.rulesets.common.stock import Stock
from skirmish.rulesets.opposed_d6.kinds import Kind, Weapon

RIFLE = '[weapons.rifle]\nname = "rifle"\n'


def stock(folder: Path, text: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """A package of its own with this armoury."""
    name = folder.name.replace("-", "_")
    package = folder / name
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "armoury.toml").write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(folder)
    return name


def test_a_block_becomes_a_value_with_its_id(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is not said is the field's default."""
    name = stock(tmp_path, RIFLE + "factor = 4\n", monkeypatch)

    kinds, weapons = Stock(name, Kind, Weapon).blocks

    assert kinds == {}
    assert weapons == {"rifle": Weapon("rifle", "rifle", factor=4)}


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("facter = 4", "facter"),
        ("factor = 4.0", "factor"),
        ("factor = true", "factor"),
        ('factor = "4"', "factor"),
        ("automatic = 1", "automatic"),
        ('fire = "sideways"', "fire"),
    ],
)
def test_unknown_keys_and_values_of_another_type_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, fault: str
) -> None:
    """The message names the block and the field."""
    name = stock(tmp_path, f"{RIFLE}{line}\n", monkeypatch)

    with pytest.raises(FileProblem, match=fault) as caught:
        Stock(name, Kind, Weapon).kinds()

    assert caught.value.problems[0].field == "weapons.rifle"


def test_a_block_that_lacks_a_field_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A kind has no default name."""
    name = stock(tmp_path, "[kinds.man]\npoints = 3\nphysical = 2\n", monkeypatch)

    with pytest.raises(FileProblem, match="name"):
        Stock(name, Kind, Weapon).kinds()


def test_an_unknown_table_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only kinds and weapons."""
    name = stock(tmp_path, '[weapon.rifle]\nname = "rifle"\n', monkeypatch)

    with pytest.raises(FileProblem, match="weapon"):
        Stock(name, Kind, Weapon).kinds()
