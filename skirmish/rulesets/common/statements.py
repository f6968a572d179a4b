"""Numbered rules from a ruleset's `rules.toml`, read on demand."""

from __future__ import annotations

import pkgutil
import tomllib
from collections.abc import Iterator, Mapping
from functools import cached_property

from attrs import frozen

from skirmish.rulesets.ruleset import Statement

FILE = "rules.toml"


@frozen
class _Statements(Mapping[str, Statement]):
    """The statements of a ruleset by id."""

    package: str

    @cached_property
    def _read(self) -> Mapping[str, Statement]:
        # pkgutil, because importlib.resources takes as long to load as everything else here.
        data = tomllib.loads((pkgutil.get_data(self.package, FILE) or b"").decode())
        rules = (Statement(name, **table) for name, table in data.items())
        return {rule.id: rule for rule in rules}

    def __getitem__(self, name: str) -> Statement:
        return self._read[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._read)

    def __len__(self) -> int:
        return len(self._read)


def read_statements(package: str) -> Mapping[str, Statement]:
    """Return the numbered rules in a ruleset's folder, by id.

    Each table is a rule: its id, with the fields `text`, `where` and `descriptive` of `Statement`.
    """
    return _Statements(package)
