"""How the figures of finished games behaved: what nobody should be seen doing, counted and named.

To and fro: a move back to where the figure's last move began. A poor shot: under 5% to do
anything, where another attack of the figure had more. Exposed: ends a bound with nothing between it
and two guns, cover in reach, and nothing gained by it. Ignored: an objective that nobody contests,
two turns without anybody in it or on the way. What is seen so is told by `conduct_watch`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from attrs import field, frozen

from skirmish.analysis.intervals import Share
from skirmish.core.text import many

KINDS = ("to and fro", "poor shot", "exposed", "ignored")
OF = (("move", "moves"), ("shot", "shots"), ("end of a bound", "ends of bounds"), ("turn", "turns"))


@frozen
class Finding:
    """One thing that nobody should be seen doing: which, when, by whom, in words."""

    kind: str
    seed: int
    turn: int
    side: str
    figure: str
    text: str

    def __str__(self) -> str:
        """`exposed: seed 3, turn 4, blue b2: at 4,5 before r1, r2`."""
        who = f"{self.side} {self.figure}".strip()
        return f"{self.kind}: seed {self.seed}, turn {self.turn}, {who}: {self.text}"


@frozen
class Findings:
    """The behaviour of many games; `of` counts what a lapse of each kind could have happened in."""

    games: int = 0
    of: Mapping[str, int] = field(factory=dict)
    findings: tuple[Finding, ...] = ()

    def share(self, kind: str) -> Share:
        """How often a lapse happened of all times that it could have."""
        count = sum(finding.kind == kind for finding in self.findings)
        return Share(count, self.of.get(kind, 0))

    @property
    def data(self) -> Mapping[str, Any]:
        """For JSON."""
        return {
            "games": self.games,
            "kinds": {kind: self.share(kind).data for kind in KINDS},
            "lapses": [str(finding) for finding in self.findings],
        }

    @property
    def text(self) -> str:
        """For reading: the shares, then every lapse."""
        lines = []
        for kind, words in zip(KINDS, OF, strict=True):
            share = self.share(kind)
            lines.append(f"  {kind:<12}{share.count} of {many(share.of, *words)}, {share}")
        return "\n".join([*lines, *(f"  {finding}" for finding in self.findings)])


def merged(parts: Iterable[Findings]) -> Findings:
    """The conduct of all these games."""
    known = tuple(parts)
    of: Counter[str] = Counter()
    for part in known:
        of.update(part.of)
    findings = tuple(finding for part in known for finding in part.findings)
    return Findings(sum(part.games for part in known), dict(sorted(of.items())), findings)
