"""Result of the exam for one level: marks by position and orientation, as values, text and JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import field, frozen

from skirmish.analysis.intervals import Share
from skirmish.core.text import pluralize


@frozen
class Mark:
    """The result of one position in one orientation.

    `failed`: properties that did not hold. `done`: the orders given instead, with reasons. Both
    name tiles of the map as drawn and belong to the first seed that failed. `gain`: expected gain
    of the first order in thousandths of a point.
    """

    name: str
    ruleset: str
    theme: str
    way: str
    gain: int
    failed: tuple[str, ...] = ()
    done: tuple[str, ...] = field(default=(), repr=False)

    @property
    def passed(self) -> bool:
        """Whether all properties held."""
        return not self.failed


@frozen
class ExamReport:
    """The exam of one level, in one part of it; `part` is empty for other positions."""

    level: str
    marks: tuple[Mark, ...]
    part: str = ""

    @property
    def share(self) -> Share:
        """Share of all positions in all orientations that were passed."""
        return _share(self.marks)

    @property
    def failed(self) -> Mapping[str, tuple[Mark, ...]]:
        """The positions that were failed, with their failed marks."""
        found: dict[str, tuple[Mark, ...]] = {}
        for mark in self.marks:
            if not mark.passed:
                found[mark.name] = (*found.get(mark.name, ()), mark)
        return found

    @property
    def uneven(self) -> Mapping[str, tuple[int, ...]]:
        """Positions whose first order has another gain in another orientation."""
        gains: dict[str, tuple[int, ...]] = {}
        for mark in self.marks:
            gains[mark.name] = (*gains.get(mark.name, ()), mark.gain)
        return {name: all_ for name, all_ in gains.items() if len(dict.fromkeys(all_)) > 1}

    def by(self, part: str) -> Mapping[str, Share]:
        """The share for each `ruleset`, `theme` or `way`."""
        names = dict.fromkeys(getattr(mark, part) for mark in self.marks)
        return {n: _share([m for m in self.marks if getattr(m, part) == n]) for n in sorted(names)}

    @property
    def positions(self) -> int:
        """Number of positions."""
        return len(dict.fromkeys(mark.name for mark in self.marks))

    @property
    def data(self) -> Mapping[str, Any]:
        """For JSON."""
        return {
            "level": self.level,
            "part": self.part,
            "positions": self.positions,
            "passed": self.share.data,
            "rulesets": {name: share.data for name, share in self.by("ruleset").items()},
            "themes": {name: share.data for name, share in self.by("theme").items()},
            "ways": {name: share.data for name, share in self.by("way").items()},
            "failed": [
                {
                    "position": mark.name,
                    "ruleset": mark.ruleset,
                    "theme": mark.theme,
                    "way": mark.way,
                    "not": list(mark.failed),
                    "done": list(mark.done),
                }
                for mark in self.marks
                if not mark.passed
            ],
            "weighed_otherwise": {name: list(gains) for name, gains in self.uneven.items()},
        }

    @property
    def text(self) -> str:
        """For reading."""
        share, sat = self.share, f"{self.level}, {self.part}" if self.part else self.level
        lines = [f"{sat}: {share.count} of {share.of} passed, {100 * share.value:.1f}%"]
        lines.append(
            f"  {pluralize(self.positions, 'position')}, {len(self.failed)} failed on some way"
        )
        for name, one in self.by("ruleset").items():
            lines.append(f"  {name:<18}{one.count} of {one.of}, {100 * one.value:.1f}%")
        for marks in self.failed.values():
            for alike in _grouped(marks):
                lines += ["", *_lines_of(alike)]
        return "\n".join(lines)


def _share(marks: Sequence[Mark]) -> Share:
    return Share(sum(mark.passed for mark in marks), len(marks))


def _grouped(marks: Sequence[Mark]) -> Sequence[Sequence[Mark]]:
    """The failed marks of a position, grouped by equal orders and properties."""
    found: dict[tuple[object, ...], list[Mark]] = {}
    for mark in marks:
        found.setdefault((mark.failed, mark.done), []).append(mark)
    return tuple(found.values())


def _lines_of(marks: Sequence[Mark]) -> Sequence[str]:
    """The lines about a position that failed in some orientations for the same reasons."""
    one = marks[0]
    lines = [f"{one.name} ({one.ruleset}, {one.theme}): {', '.join(mark.way for mark in marks)}"]
    lines += [f"  not: {text}" for text in one.failed]
    return [*lines, *(f"  {text}" for text in one.done)]
