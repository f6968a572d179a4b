"""A player's settings: how the screen looks, how much it shows, the player's keys.

The values and their texts are here; `settings_store` saves them in files.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, cast

from attrs import evolve, field, frozen

from skirmish.core.sanitize import escaped
from skirmish.errors import Problem
from skirmish.presentation.setup.preferences import EXACT, NONE, ROUGH, Preferences
from skirmish.tui.theme import AUTO, NAMES
from skirmish.tui.toml_edit import MOST_FAULTS, TomlFile, Value

ASCII, BLOCKS = "ascii", "blocks"
PAINTED, FLAT, LETTERS = "painted", "flat", "letters"
OFF, SLOW, NORMAL, FAST = "off", "slow", "normal", "fast"
REGULAR, VETERAN = "regular", "veteran"
LONGEST_CLOCK = 600
"""Maximum minutes of a side's clock."""


@frozen
class Settings:
    """A player's settings.

    `theme`: name of a theme. `map`: "auto", "painted", "flat" or "letters". `glyphs`: "auto",
    "ascii" or "blocks". `animation`: "off", "slow", "normal" or "fast". `reduced_motion`: whether
    events are shown in still pictures. `odds`: "exact", "rough" or "none". `hints`: whether hints
    are given. `recaps`: whether a player's turn begins with a recap. `clock`: minutes for each
    side, 0 for no clock. `cursor`: whether the terminal's own cursor is shown at the map's.
    `adviser`: the level of the computer that gives advice, or "none". `keys`: own keys by id.
    """

    theme: str = AUTO
    map: str = AUTO
    glyphs: str = AUTO
    animation: str = NORMAL
    reduced_motion: bool = False
    odds: str = EXACT
    hints: bool = True
    recaps: bool = True
    clock: int = 0
    cursor: bool = False
    adviser: str = REGULAR
    keys: Mapping[str, str] = field(factory=dict)

    @property
    def preferences(self) -> Preferences:
        """The settings that also apply in line mode."""
        return Preferences("" if self.adviser == NONE else self.adviser, self.odds, self.hints)


@frozen
class Setting:
    """One setting: its name in the file, its help, its choices in words.

    For a number, the choices are only those offered, and `most` is the maximum. `former` maps
    values that earlier versions wrote to the present ones.
    """

    name: str
    text: str
    choices: Mapping[Value, str]
    most: int = 0
    former: Mapping[Value, Value] = field(factory=dict)

    @property
    def default(self) -> Value:
        """The default value."""
        return value_of(Settings(), self.name)

    def words(self, value: Value) -> str:
        """A value as a list shows it."""
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, int):
            return f"{value} minutes" if value else "none"
        return value

    def next(self, value: Value, by: int) -> Value:
        """The choice `by` places after a value, or before it."""
        offered = list(self.choices)
        at = offered.index(value) if value in offered else 0
        return offered[(at + by) % len(offered)]

    def wrong(self, value: object) -> tuple[str, str]:
        """The fault of a value from a file and the remedy; two empty texts if it is valid."""
        default = self.default
        if type(value) is not type(default):
            from skirmish.scenario.toml_table import type_name

            return f"must be {_TYPES[type(default)]}, not {type_name(value)}", self._remedy()
        if self.most:
            if isinstance(value, int) and not 0 <= value <= self.most:
                return f"must be from 0 to {self.most}, not {escaped(str(value), 12)}", ""
        elif value not in self.choices:
            from skirmish.scenario.faults import nearest

            text = str(value)
            near = nearest(text, map(str, self.choices))
            remedy = f"did you mean '{near}'?" if near else self._remedy()
            return f"no such choice: '{escaped(text, 24)}'", remedy
        return "", ""

    def _remedy(self) -> str:
        if self.most:
            return f"from 0 to {self.most}"
        if isinstance(self.default, bool):
            return "true or false, without quotes"
        return "one of: " + ", ".join(f'"{choice}"' for choice in self.choices)


_YES_NO: Mapping[Value, str] = {True: "", False: ""}
_TYPES: Mapping[type, str] = {bool: "true or false", int: "a whole number", str: "text"}

SETTINGS: Mapping[str, Setting] = {
    setting.name: setting
    for setting in (
        Setting("theme", "The colours.", cast("Mapping[Value, str]", NAMES)),
        Setting(
            "map",
            "How the map is drawn. Without 256 colours, and in ASCII, it is always letters.",
            {
                AUTO: "painted if the terminal can show it; in few colours on a slow line",
                PAINTED: "ground and figures in colours, at three zooms",
                FLAT: "painted in a few plain colours, for slow lines",
                LETTERS: "a letter for each tile",
            },
        ),
        Setting(
            "glyphs",
            "The marks that the map is drawn with. SKIRMISH_ASCII=1 or =0 in the environment"
            " overrides it.",
            {
                AUTO: "as the terminal and its locale allow",
                ASCII: "ASCII only, on every screen",
                BLOCKS: "arrows, and ground drawn in blocks and textures",
            },
        ),
        Setting(
            "animation",
            "Moves and attacks are played on the map. Any key ends it.",
            {
                OFF: "only the result is shown",
                SLOW: "like normal, in two thirds more time",
                NORMAL: "step by step, shot by shot",
                FAST: "like normal, in half the time",
            },
            former={True: NORMAL, False: OFF},
        ),
        Setting(
            "reduced_motion",
            "Still pictures instead of movement: routes as dots, shots as lines, no moving words.",
            _YES_NO,
        ),
        Setting(
            "odds",
            "How chances are shown before you confirm an order.",
            {
                EXACT: "every outcome with its chance",
                ROUGH: "as rough words, such as likely",
                NONE: "not at all",
            },
        ),
        Setting("hints", "Hints when there is a better order.", _YES_NO),
        Setting(
            "recaps", "Before your orders, show what your side saw since the last ones.", _YES_NO
        ),
        Setting(
            "clock",
            "Time of each side for the whole battle.",
            dict.fromkeys((0, 5, 10, 15, 20, 30, 45, 60, 90, 120), ""),
            most=LONGEST_CLOCK,
        ),
        Setting(
            "adviser",
            "The computer level that gives advice when you ask for it.",
            {
                REGULAR: "the usual computer player",
                VETERAN: "a stronger one, which thinks longer",
                NONE: "no advice",
            },
        ),
        Setting(
            "cursor",
            "Show the terminal's own cursor, for screen readers and Braille displays that follow"
            " it. Its position is that of the map's cursor, shown or not.",
            _YES_NO,
        ),
    )
}
"""All settings but keys, by name."""


def value_of(settings: Settings, name: str) -> Value:
    """The value of a setting."""
    return cast("Value", getattr(settings, name))


def with_value(settings: Settings, name: str, value: Value) -> Settings:
    """Settings with one value changed."""
    part: dict[str, Any] = {name: value}
    return evolve(settings, **part)


def read_settings(toml: TomlFile) -> tuple[Settings, tuple[Problem, ...]]:
    """The settings in a file and its faults; faulty values are replaced by their defaults."""
    settings = Settings()
    faults: list[tuple[str, str, str]] = []
    for key, value in toml.values.items():
        setting = SETTINGS.get(key)
        if setting is None:
            faults.append((key, *_unknown(key, guess=len(faults) < MOST_FAULTS)))
            continue
        known = _now(setting, value)
        what, remedy = setting.wrong(known)
        if what:
            faults.append((key, what, remedy))
        else:
            settings = with_value(settings, key, cast("Value", known))
    return settings, toml.problems(faults)


def changed_settings(old: Settings, new: Settings) -> Iterator[tuple[str, Value]]:
    """Names and new values of changed settings, without keys."""
    for name in SETTINGS:
        if value_of(old, name) != value_of(new, name):
            yield name, value_of(new, name)


def _now(setting: Setting, value: object) -> object:
    """A value from a file, or the value that has replaced it since."""
    # Only for booleans: the number 1 is equal to True.
    return setting.former.get(value, value) if isinstance(value, bool) else value


def _unknown(key: str, *, guess: bool) -> tuple[str, str]:
    from skirmish.scenario.faults import did_you_mean

    return "no such setting", did_you_mean(key, SETTINGS) if guess else ""
